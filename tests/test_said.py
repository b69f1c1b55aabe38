"""What pages, notebooks and the paper say of the program: its commands and options are there, and numbers agree."""

import csv
import json
import re
import shlex
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import typer.main
from pages import ROOT

import satpuzzle as sp
from satpuzzle.cli import names as cli_names
from satpuzzle.cli.app import KINDS, app, command_of
from satpuzzle.cli.guide import COMMANDS, FAMILIES, names
from satpuzzle.cli.options import allowed, flag_of
from satpuzzle.rows import rows

PAGES = [
    path
    for folder in (
        ".",
        "docs",
        "docs/adding",
        "puzzles",
        "grids",
        "encodings",
        "notebooks",
        "notebooks/*",
        "checker",
        "release/paper",
    )
    for path in sorted(ROOT.glob(f"{folder}/*.md"))
    if path.name != "CHANGELOG.md" and not path.name[0].isdigit()  # these, and dated notes, tell of what was
]
NOTEBOOKS = sorted([*ROOT.glob("notebooks/*.ipynb"), *ROOT.glob("docs/*.ipynb")])
# Options of scripts and other programs, and the one that docs/adding adds.
OTHERS = {"--dlx", "--factor", "--leave", "--sign-def"}
FILES = {"certificate", "diagram", "strips", "tiling"}  # with these words behind satpuzzle, files of ours begin


def text_of(path: Path) -> str:
    """Return the text of a page, or all sources of a notebook."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".ipynb":
        return text
    return "\n\n".join("".join(cell["source"]) for cell in json.loads(text)["cells"])


def spans(text: str) -> Iterator[str]:
    """Yield what stands in backticks, and the lines of blocks that begin with a command of ours."""
    for block in re.findall(r"^ *```.*?\n(.*?)^ *```", text, re.DOTALL | re.MULTILINE):
        for line in block.splitlines():
            yield from (
                part.strip() for part in re.split(r" && | \| |\s# ", line.removeprefix("$ ")) if "satpuzzle " in part
            )
    for span in re.findall(r"`([^`\n]+)`", re.sub(r"^ *```.*?^ *```", "", text, flags=re.DOTALL | re.MULTILINE)):
        yield from (part.strip() for part in re.split(r" && | \| ", span))


@cache
def options(command: str) -> frozenset[str]:
    """Return the options of a command, or of a family of commands; of "", those of the program."""
    if command in FAMILIES:
        return frozenset().union(*(options(f"{command} {name}") for name in FAMILIES[command]))
    of: Any = command_of(command) if command else typer.main.get_command(app)
    return frozenset(name for one in of.get_params(typer.Context(of)) for name in (*one.opts, *one.secondary_opts))


@cache
def every_option() -> frozenset[str]:
    """Return the options of all commands."""
    return frozenset().union(*map(options, ["", *names()]))


def words(span: str) -> list[str]:
    """Return the words of a command line, as a shell splits it."""
    try:
        return shlex.split(span)
    except ValueError:
        return span.split()


def faults(span: str) -> list[str]:
    """Return what a line names that is not there, if it begins with a command or an option."""
    first, *rest = words(span.partition("satpuzzle ")[2] if span.startswith((".venv", "satpuzzle ")) else span) or [""]
    if first not in COMMANDS:
        if span.startswith("satpuzzle ") and not re.match(r"-|[A-Z.…]|help$", first) and first not in FILES:
            return [f"no command {first}"]
        if not first.startswith("--"):
            return []
        rest = [first, *rest]
    if rest and f"{first} {rest[0]}" in names():
        first, rest = f"{first} {rest[0]}", rest[1:]
    known = (options(first) if first in (*COMMANDS, *names()) else every_option()) | OTHERS
    named = [word.partition("=")[0] for word in rest if re.match(r"--?[a-zA-Z]", word)]
    lacking = [f"{first}: no option {name}" for name in named if name not in known]
    return lacking or [
        f"{first}: no {flag} {value}"
        for flag, value in pairwise(rest)
        if value not in (values(first).get(flag) or [value]) and re.fullmatch(r"[a-z][\w-]*", value)
    ]


@cache
def values(command: str) -> dict[str, list[str]]:
    """Return the values that options of a command may have, and names that stand for files of ours, by their flags."""
    if command not in names():
        return {}
    command_of(command)
    found = {}
    for name, (_, _, row) in rows(KINDS[command]).items():
        for flag in {*row.flags, flag_of(row, name)}:
            found[flag] = [*allowed(row), *(getattr(cli_names, row.among)() if row.among else ())]
    return found


@pytest.mark.parametrize("path", [*PAGES, *NOTEBOOKS], ids=lambda path: str(path.relative_to(ROOT)))
def test_commands_and_options_that_a_text_names_are_there(path: Path) -> None:
    assert [(span, fault) for span in spans(text_of(path)) for fault in faults(span)] == []


@pytest.mark.parametrize("path", [*PAGES, *NOTEBOOKS], ids=lambda path: str(path.relative_to(ROOT)))
def test_public_names_that_a_text_uses_are_there(path: Path) -> None:
    assert {name for name in re.findall(r"\bsp\.([A-Za-z_]+)", text_of(path)) if not hasattr(sp, name)} == set()


@pytest.mark.parametrize("path", [*PAGES, *NOTEBOOKS], ids=lambda path: str(path.relative_to(ROOT)))
def test_encodings_and_strategies_that_code_names_are_there(path: Path) -> None:
    known = {"encoding": cli_names.encodings(), "strategy": cli_names.strategies()}
    named = re.findall(r"\b(encoding|strategy)=\"([a-z][\w-]*)[:\"]", text_of(path))
    assert [(kind, name) for kind, name in named if name not in known[kind]] == []


def test_the_page_of_rules_names_the_command_that_takes_a_puzzle_and_no_rule() -> None:
    take = {name for name in names() if "puzzle" in {one.name for one in command_of(name).params}}
    assert {name for name in take if "--rule" not in options(name)} == {"studio"}
    assert "every command that takes one puzzle but `studio`" in text_of(ROOT / "docs" / "rules.md")


def quantities(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield what the tables of a page that have a row for each puzzle say: puzzle, quantity, value."""
    for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        head, _, *lines = ([cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines())
        if head[0] == "puzzle":
            yield from ((name, key, cell) for name, *cells in lines for key, cell in zip(head[1:], cells, strict=True))


def test_two_tables_of_one_quantity_are_one() -> None:
    notes = sorted(ROOT.glob("notebooks/measurements/*.md"))
    manual = [each for page in sorted(ROOT.glob("docs/*.md")) for each in quantities(page.read_text(encoding="utf-8"))]
    noted = [each for page in notes for each in quantities(page.read_text(encoding="utf-8"))]
    sizes = (ROOT / "docs/certificates/sizes.csv").read_text(encoding="utf-8").splitlines()
    listed = [(row["puzzle"], "solutions", row["solutions"]) for row in csv.DictReader(sizes)]
    places = [(name, key) for name, key, _ in manual]
    assert len(places) > 200 and len(places) == len({*places})
    counts = {(name, int(cell.replace(",", ""))) for name, key, cell in manual + noted + listed if key == "solutions"}
    assert len(counts) > 70 and len(counts) == len({name for name, _ in counts})


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("`journal s.journal --check`", "journal: no option --check"),
        ("`--check`", "--check: no option --check"),
        ("`satpuzzle estimate soma`", "no command estimate"),
        ("`satpuzzle solve soma -b cadical -e block-images`", "solve: no -e block-images"),
        ("`count soma --method dancing`", "count: no --method dancing"),
        ("```\n$ satpuzzle studio soma --member today && true\n```", "studio: no option --member"),
        ("`kissat -q --factor=false`, `satpuzzle count soma -j 2 | head -3`, `satpuzzle PUZZLE`", None),
    ],
)
def test_what_is_not_there_is_found(line: str, fault: str | None) -> None:
    assert [one for span in spans(line) for one in faults(span)] == ([fault] if fault else [])
