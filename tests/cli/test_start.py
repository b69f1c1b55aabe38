"""What commands import: only what they use, so that they begin soon.  Modules are counted, not seconds."""

import subprocess
import sys

import pytest
from commands import ENVIRONMENT

from satpuzzle.engines import library

PROGRAM = """
import gc, sys
from satpuzzle.__main__ import main
try:
    main()
except SystemExit:
    pass
print(*sys.modules, gc.isenabled(), file=sys.stderr)
"""
SOLVERS = {"ortools", "pysat", "clingo", "numba"}
UNUSED = SOLVERS | {"numpy.random", "concurrent.futures", "hashlib", "tempfile", "pydantic", "csv"}
CHANCE = {"numpy.random", "hashlib"}  # a hint is chosen by chance
# Rooms that only some puzzles, solvers or commands need.
OTHERS = (
    "cnf", "motion", "pictures", "proofs", "measure", "studio", "engines.exports",
    "questions.best", "questions.packings", "questions.notebook", "questions.tilings",
    "search.race", "search.unlisted",
    "engines.pysat", "engines.cpsat", "engines.clingo", "engines.external", "engines.memo", "engines.frontier",
    "engines.native.interpreted", "puzzle.families", "puzzle.grids.written", "puzzle.grids.tiling", "puzzle.grids.fcc",
    "puzzle.formats.puzzlestudio", "puzzle.formats.puzzlecad", "puzzle.formats.xmpuzzle", "puzzle.formats.boards",
    "puzzle.rules._rows", "puzzle.rules._written", "cover.dlx", "cover.edges", "cover.separate", "cover.written",
)  # fmt: skip
SEARCHING = (
    "solutions.read", "search.journal", "search.decisions", "questions", "engines.native.record",
    "puzzle.grids.square", "puzzle.polyforms", "puzzle.generating", "puzzle.editing",
)  # fmt: skip
PLANNING = ("engines.native.plan", "engines.native.early")


def loaded(*arguments: str, **environment: str) -> set[str]:
    """Return the modules that a command has imported when it ends."""
    library.missing()  # builds the kernels, if they are not there: that loads more
    command = [sys.executable, "-c", PROGRAM, *arguments]
    environment = ENVIRONMENT | environment
    ended = subprocess.run(command, capture_output=True, encoding="utf-8", env=environment, timeout=600)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout
    return {*ended.stderr.split()}


def own(modules: set[str]) -> set[str]:
    return {name.removeprefix("satpuzzle.") for name in modules if name.startswith("satpuzzle.")}


def of_rooms(modules: set[str], *rooms: str) -> list[str]:
    return sorted(name for name in own(modules) if any(f"{name}.".startswith(f"{room}.") for room in rooms))


@pytest.mark.full
@pytest.mark.parametrize(
    ("command", "most", "rooms"),
    [
        ("count soma -j 1", 130, SEARCHING + PLANNING),
        ("solve soma -n 1", 133, SEARCHING),
        ("show soma", 127, ("questions", "engines.native", "solutions.read")),
        ("hint soma", 138, ("search.journal", "questions.cards", "questions.shapes")),  # questions is a room more
    ],
)
def test_a_command_imports_only_what_it_uses(command: str, most: int, rooms: tuple[str, ...]) -> None:
    modules = loaded(*command.split())
    assert "True" in modules  # garbage is collected again, which it is not while modules are imported
    assert not modules & UNUSED - (CHANCE if command.startswith("hint") else set())
    assert not of_rooms(modules, *OTHERS, *rooms)
    assert len(own(modules)) <= most


@pytest.mark.parametrize(("option", "most"), [("--help", 13), ("--version", 16)])
def test_help_and_version_import_no_puzzles(option: str, most: int) -> None:
    modules = loaded(option)
    assert not modules & (UNUSED | {"numpy"})
    assert not of_rooms(modules, "puzzle", "cover", "search", "api")
    assert len(own(modules)) <= most


def test_a_shell_completes_the_names_of_commands_without_importing_them() -> None:
    modules = loaded(_SATPUZZLE_COMPLETE="complete_bash", COMP_WORDS="satpuzzle co", COMP_CWORD="1")
    assert not modules & (UNUSED | {"numpy"})
    assert len(own(modules)) <= 13


@pytest.mark.full
def test_the_list_of_puzzles_loads_no_solvers() -> None:
    assert not loaded("list") & (SOLVERS | {"pydantic"})
