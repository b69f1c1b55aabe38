"""Words of the command line: those that were renamed, short forms, and what is read from standard input."""

import gzip
import json
import sys
from pathlib import Path

import pytest
from commands import complaint, run, said
from pages import ROOT

from satpuzzle.cli.guide import COMMANDS
from satpuzzle.engines import BACKENDS
from satpuzzle.engines.doctor import sentences
from satpuzzle.measure.trial import contenders


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ("hints soma", "hints: it is called hint --fewest now"),
        ("merge all one two", "merge: it is called journal merge now"),
        ("bench soma", "bench: it is called compare --times now"),
        ("decode soma answer", "decode: it is called convert --answer now"),
        ("estimate soma", "estimate: it is called count --estimate now"),
        ("solve soma --models 3", "--models: it is called --limit now"),
        ("count soma --part 1/2", "--part: it is called --share now"),
        ("solve soma --backend-command x", "--backend-command: it is called --backend now"),
    ],
)
def test_an_old_word_is_refused_with_the_new_one(arguments: str, line: str) -> None:
    assert complaint(run(*arguments.split())) == line


def test_an_old_backend_is_refused_with_its_new_name() -> None:
    assert complaint(run("count", "soma", "-b", "bitmask")).startswith("backend bitmask (it is called native now)")


def test_there_are_few_commands() -> None:
    assert len(COMMANDS) <= 28


def test_short_forms_mean_the_same() -> None:
    assert said(run("-V")) == said(run("--version"))
    assert said(run("show", "soma", "--json")) == said(run("show", "soma", "--format", "json"))


SOMA = (ROOT / "puzzles" / "soma.toml").read_text(encoding="utf-8")


def test_a_puzzle_is_read_from_standard_input_in_any_format(tmp_path: Path) -> None:
    counts = said(run("count", "soma", "-q"))
    assert said(run("count", "-", "-q", input=SOMA)) == counts
    assert said(run("count", "-", "-q", input=said(run("convert", "soma", "--format", "json")))) == counts
    packed = tmp_path / "soma.xmpuzzle"
    run("convert", "soma", packed)
    assert said(run("count", "-", "-q", input=gzip.decompress(packed.read_bytes()).decode())) == counts
    assert said(run("count", "-", "-q", input="a b\na b\na\nb\n")) == "raw 2, rotations 2, isometries 2\n"


def test_a_mistake_on_standard_input_is_said_of_it() -> None:
    assert complaint(run("count", "-", input="x = 3")).startswith('standard input: unknown key "x"')


def test_the_doctor_names_what_is_there_and_what_is_missing() -> None:
    found = json.loads(said(run("doctor", "--json")))
    assert found["backends"].keys() == BACKENDS.keys()
    assert found["backends"]["native"] is None
    assert said(run("doctor")).splitlines()[1] == f"kernels: {found['kernels']['which']}"
    lines = sentences(found | {"backends": {"native": None, "clingo": "clingo"}, "extras": {"asp": "clingo"}})
    assert "backend clingo: needs clingo\n" in lines
    assert lines.endswith("extra asp: not installed: clingo; pip install 'satpuzzle[asp]'")


def test_command_lines_of_solvers_are_compared_like_backends() -> None:
    solver = f"{sys.executable} {{cnf}}"
    assert [one.backend for one in contenders(["native", solver])] == ["native", solver]
