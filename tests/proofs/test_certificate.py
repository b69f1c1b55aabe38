"""Certificates: what is right is verified, and any damage is found."""

import json
import lzma
import random
import re
import shutil
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import satpuzzle as sp
from satpuzzle.errors import CertificateError
from satpuzzle.proofs.certificate import CLAUSES, MANIFEST, PROOF, SOLUTIONS, Problem, certify, manifest, verify
from satpuzzle.puzzle.library import files
from satpuzzle.puzzle.model import Counts


def source(name: str) -> Path:
    return files("puzzles")[name]


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("certificates") / "steinhaus"
    certify(source("steinhaus"), folder)
    return folder


@pytest.fixture
def copy(original: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(original, tmp_path / "copy"))


def lie(folder: Path, change: Callable[[Any], None] = lambda claims: None, counts: Counts | None = None) -> None:
    """Write a manifest that fits the files as they are, and then change it."""
    known = counts or sp.load("steinhaus").published
    made = manifest(folder, Problem(sp.load("steinhaus")), counts or Counts(48, known.rotations, 2))
    claims = json.loads(made)
    change(claims)
    (folder / MANIFEST).write_text(json.dumps(claims, ensure_ascii=False, indent=2) + "\n")


def edit(path: Path, change: Callable[[list[str]], list[str]]) -> None:
    opened: Any = lzma.open if path.suffix == ".xz" else open
    with opened(path, "rt") as file:
        lines = file.read().splitlines(keepends=True)
    with opened(path, "wt") as file:
        file.writelines(change(lines))


def test_a_certificate_shows_the_counts(original: Path) -> None:
    assert str(verify(original)) == "raw 48, rotations 2, isometries 2"
    assert sorted(path.name for path in original.iterdir()) == sorted(
        [CLAUSES, PROOF, SOLUTIONS, MANIFEST, "puzzle.toml"]
    )


def test_the_same_certificate_is_made_again(original: Path, copy: Path) -> None:
    lie(copy)
    assert (copy / MANIFEST).read_text() == (original / MANIFEST).read_text()


@pytest.mark.parametrize("name", ["slothouber-graatsma", "iq-pyramid-4", "y-pentominoes-5x10", "galakub"])
def test_puzzles_of_all_kinds_can_be_certified(name: str, tmp_path: Path) -> None:
    counts = certify(source(name), tmp_path / "new")
    assert verify(tmp_path / "new").known() == counts.known()
    published = sp.load(name).published.known()
    assert {key: counts.known()[key] for key in published} == published


@pytest.mark.parametrize("encoding", ["product", "literal", "ladder", "totalizer"])
def test_any_encoding_serves(encoding: str, tmp_path: Path) -> None:
    certify(source("diabolical-cube"), tmp_path / "new", encoding)
    assert verify(tmp_path / "new").isometries == 13


@pytest.mark.slow
@pytest.mark.parametrize("name", ["soma", "pentominoes-3x20"])
def test_larger_puzzles_can_be_certified(name: str, tmp_path: Path) -> None:
    certify(source(name), tmp_path / "new")
    assert verify(tmp_path / "new").isometries == sp.load(name).published.isometries


SMALL = 'lattice = "square"\nboard = "****"\npieces = [{ name = "I", cells = "**", count = 2 }]'


@pytest.mark.parametrize(
    ("text", "number"),
    [
        (SMALL, 1),
        (SMALL.replace("****", "*****"), 0),
        (SMALL.replace("****", "**.*").replace("count = 2", "max = 1"), 0),
        (SMALL.replace("****", "????").replace("count = 2", "min = 0, max = 2"), 4),
    ],
)
def test_small_and_impossible_puzzles_can_be_certified(text: str, number: int, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(text)
    certify(tmp_path / "mine.toml", tmp_path / "new")
    assert verify(tmp_path / "new").isometries == number


def test_a_search_that_is_stopped_is_not_certified(tmp_path: Path) -> None:
    with pytest.raises(CertificateError, match="the search was stopped"):
        certify(source("pentominoes-6x10"), tmp_path / "new", limit=1)
    assert not (tmp_path / "new").exists()


def test_a_folder_with_something_in_it_is_refused(original: Path) -> None:
    with pytest.raises(sp.PuzzleError, match="must be empty"):
        certify(source("steinhaus"), original)


# Damage; each time once as it is, when the manifest's hashes tell, and once with a manifest that fits


def _drop(number: int) -> Callable[[list[str]], list[str]]:
    return lambda lines: lines[:number] + lines[number + 1 :]


def _moved(lines: list[str]) -> list[str]:
    pieces = json.loads(lines[0])
    pieces[0]["cells"], pieces[1]["cells"] = pieces[1]["cells"], pieces[0]["cells"]
    return [json.dumps(pieces) + "\n", *lines[1:]]


def _turned(lines: list[str]) -> list[str]:
    pieces = json.loads(lines[0])
    for piece in pieces:
        piece["cells"] = [[y, 2 - x, z] for x, y, z in piece["cells"]]
    return [*lines, json.dumps(pieces) + "\n"]


def _without_a_piece(lines: list[str]) -> list[str]:
    return [json.dumps(json.loads(lines[0])[1:]) + "\n", *lines[1:]]


def _negated(lines: list[str]) -> list[str]:
    return [*lines[:-1], "-" + lines[-1]]


def _other_hint(lines: list[str]) -> list[str]:
    number = next(n for n, line in enumerate(lines) if " d " not in line and n > 20)
    fields = lines[number].split()
    return [*lines[:number], " ".join([*fields[:-2], "1", "0\n"]), *lines[number + 1 :]]


DAMAGE: dict[str, tuple[str, Callable[[list[str]], list[str]], str]] = {
    "a missing solution": (SOLUTIONS, _drop(1), "clauses.cnf.xz"),
    "a wrong solution": (SOLUTIONS, _moved, "solutions.ndjson, line 1: "),
    "an incomplete solution": (SOLUTIONS, _without_a_piece, "solutions.ndjson, line 1: not a solution"),
    "a solution twice": (SOLUTIONS, lambda lines: [*lines, lines[0]], "the same but for a symmetry"),
    "a solution and its image": (SOLUTIONS, _turned, "the same but for a symmetry"),
    "a missing clause": (CLAUSES, _drop(-5), "clauses.cnf.xz, line"),
    "a changed clause": (CLAUSES, _negated, "clauses.cnf.xz, line"),
    "a clause too many": (CLAUSES, lambda lines: [*lines, "1 0\n"], "more clauses than"),
    "a changed meaning": (CLAUSES, lambda lines: [*lines[:3], "c 1 A 0,0,0\n", *lines[4:]], "line 4"),
    "a truncated proof": (PROOF, lambda lines: lines[:-1], "without the empty clause"),
    "an empty proof": (PROOF, lambda lines: [], "without the empty clause"),
    "a missing step": (PROOF, lambda lines: lines[:5] + lines[len(lines) // 2 :], "proof, line"),
    "a wrong hint": (PROOF, _other_hint, "proof, line"),
    "just the end": (PROOF, lambda lines: ["999999 0 1 2 0\n"], "proof, line 1"),
    "another puzzle": ("puzzle.toml", lambda lines: [line.replace("title", "source", 1) for line in lines], "."),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_damage_is_found_even_if_the_manifest_fits_it(name: str, copy: Path) -> None:
    file, change, message = DAMAGE[name]
    edit(copy / file, change)
    with pytest.raises(CertificateError, match=f"{file}: it is not the file that the manifest speaks of"):
        verify(copy)
    lie(copy)
    with pytest.raises(CertificateError, match=message):
        verify(copy)


@pytest.mark.parametrize(
    "change",
    [
        lambda claims: claims["counts"].update(isometries=3),
        lambda claims: claims["counts"].update(raw=49),
        lambda claims: claims["symmetry"].update(rotations=1),
        lambda claims: claims.update(restricted=None),
        lambda claims: claims.update(extra=1),
        lambda claims: claims["encoding"].update(at_most_one="ladder"),
        lambda claims: claims["encoding"].update(at_most_one="lader"),
        lambda claims: claims["files"].pop(PROOF),
        lambda claims: claims["files"].update({"../manifest.json": claims["files"][PROOF]}),
        lambda claims: claims.pop("encoding"),
        lambda claims: claims.update(files=3),
    ],
)
def test_a_manifest_that_lies_is_found(change: Callable[[Any], None], copy: Path) -> None:
    lie(copy, change)
    with pytest.raises(CertificateError):
        verify(copy)


@pytest.mark.parametrize("file", [CLAUSES, PROOF, SOLUTIONS, MANIFEST, "puzzle.toml"])
def test_a_missing_file_is_found(file: str, copy: Path) -> None:
    (copy / file).unlink()
    with pytest.raises(CertificateError):
        verify(copy)


@pytest.mark.parametrize("file", [CLAUSES, PROOF, SOLUTIONS, MANIFEST, "puzzle.toml"])
def test_random_changes_of_a_byte_are_found(file: str, original: Path, copy: Path) -> None:
    chance = random.Random(f"flip {file}")
    content = (original / file).read_bytes()
    for _ in range(20):
        place, bit = chance.randrange(len(content)), 1 << chance.randrange(8)
        (copy / file).write_bytes(content[:place] + bytes([content[place] ^ bit]) + content[place + 1 :])
        with pytest.raises(CertificateError):
            verify(copy)
        (copy / file).write_bytes(content[: max(place, 1)])
        with pytest.raises(CertificateError):
            verify(copy)


def test_random_changes_of_a_proof_step_are_found_or_do_no_harm(original: Path, copy: Path) -> None:
    """A proof with a superfluous hint still proves; what may never happen is another outcome."""
    chance = random.Random("steps")
    with lzma.open(original / PROOF, "rt") as file:
        text = file.read()
    found = 0
    for _ in range(15):
        number = chance.choice(list(re.finditer(r"\d+", text[: 1 << 16])))
        with lzma.open(copy / PROOF, "wt", preset=0) as file:
            file.write(text[: number.start()] + str(chance.randrange(1, 3000)) + text[number.end() :])
        lie(copy)
        try:
            assert verify(copy).raw == 48
        except CertificateError:
            found += 1
    assert found > 5


def test_symmetries_that_are_none_are_found() -> None:
    problem = Problem(sp.load("soma"))
    problem.check_symmetry()
    problem.symmetry.options[5, [3, 4]] = problem.symmetry.options[5, [4, 3]]
    with pytest.raises(CertificateError, match="does not map placements to placements"):
        problem.check_symmetry()
    problem = Problem(sp.load("soma"))
    kept = np.flatnonzero(problem.restricted.live & problem.cover.covers(problem.item or 0))
    problem.restricted.live[kept[0]] = False
    with pytest.raises(CertificateError, match="is left out, and so are all its images"):
        problem.check_symmetry()
    problem = Problem(sp.load("soma"))
    other = np.flatnonzero(problem.restricted.live & ~problem.cover.covers(problem.item or 0))
    problem.restricted.live[other[0]] = False
    with pytest.raises(CertificateError, match="is left out without a reason"):
        problem.check_symmetry()


@pytest.mark.parametrize(("says", "accepted"), [("s VERIFIED UNSAT", True), ("c failed", False)])
def test_another_checker_may_be_asked(
    says: str, accepted: bool, copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "cake_lpr"
    program.write_text(f"#!/bin/sh\ngrep -q '^p cnf' $1 && grep -q ' d ' $2 && echo '{says}'\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    if accepted:
        assert verify(copy, "cake_lpr").raw == 48
    else:
        with pytest.raises(CertificateError, match="cake_lpr does not accept the proof: c failed"):
            verify(copy, "cake_lpr")
    with pytest.raises(CertificateError, match="checker nobody: there is no such program"):
        verify(copy, "nobody")
