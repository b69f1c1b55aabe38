"""Every door out of the program carries a rule of a puzzle, or says in one line that it does not."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from again import AGAIN
from commands import run
from in_node import in_node
from ruled import RULED, Keys

import satpuzzle as sp
from satpuzzle.cover.dlx import load_dlx, save_dlx
from satpuzzle.engines.exports import MODELS
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.formats.writing import content
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.puzzle.rules import kinds

# Returns the number of packings of what came out, None if it has no packings.
Door = Callable[[Puzzle, Path], int | None]


def of_encoding(puzzle: Puzzle, folder: Path) -> int | None:
    from pysat.solvers import Solver

    clauses = sp.encode(puzzle, "product")
    with Solver(name="glucose4") as solver:
        clauses.load(solver)
        options, found = len(sp.place(puzzle)), 0
        while solver.solve():
            found += 1
            solver.add_clause([-literal for literal in solver.get_model() or [] if abs(literal) <= options])
    return found


def of_cover(puzzle: Puzzle, folder: Path) -> int | None:
    return sp.count(sp.cover_of(puzzle, sp.place(puzzle))).raw


def of_dlx(puzzle: Puzzle, folder: Path) -> int | None:
    save_dlx(sp.cover_of(puzzle, sp.place(puzzle)), folder / "cover.dlx")
    return sp.count(load_dlx(folder / "cover.dlx")).raw


def of_format(name: str) -> Door:
    return lambda puzzle, folder: sp.count(AGAIN[name](puzzle, folder)).raw


def of_certificate(form: str) -> Door:
    def certified(puzzle: Puzzle, folder: Path) -> int | None:
        counts = sp.certify(puzzle, folder / form, form)
        return counts.raw if form == "veripb" else sp.verify(folder / form).counts.raw  # which other programs verify

    return certified


PAGE = """
const kernel = new Kernel(new WebAssembly.Module(readFileSync(input.module)), input.data.fields);
const puzzle = puzzleOf(input.said, library), wrong = mistake(puzzle);
if (wrong) answer(wrong);
else {
  const finder = new Finder(tablesOf(puzzle, kernel), kernel);
  let raw = 0;
  while (!finder.done) raw += finder.slice(50).counts.raw ?? 0;
  answer(raw);
}
"""


def of_page(puzzle: Puzzle, folder: Path) -> int | None:
    said = in_node(PAGE, "tables.js", "finder.js", "kernel.js", said=content(puzzle, drawn=False))
    if isinstance(said, str):
        raise PuzzleError(said)
    assert isinstance(said, int)
    return said


def of_command(*words: str) -> Door:
    """Return what a command writes about a puzzle's file, which is asked for its complaint only."""

    def written(puzzle: Puzzle, folder: Path) -> int | None:
        sp.save(puzzle, folder / "mine.toml")
        ended = run(words[0], str(folder / "mine.toml"), *words[1:], cwd=folder)
        if ended.returncode or ended.stderr:
            raise PuzzleError(ended.stderr.strip().removeprefix("satpuzzle: "))
        return sp.count(puzzle).raw

    return written


DOORS: dict[str, Door] = {
    "encode": of_encoding,
    "cover_of": of_cover,
    ".dlx": of_dlx,
    **{name: of_format(name) for name in AGAIN},
    "page": of_page,
    "puzzlecad": of_command("convert", "mine.scad"),
    **{f"export {name}": of_command("export", "--format", name) for name in MODELS},
    **{f"certificate {form}": of_certificate(form) for form in ("tree", "frontier", "lrat", "veripb")},
}


DOORED: dict[str, tuple[Keys, Any]] = {
    **RULED,
    "function": (RULED["apart"][0], lambda packing: len(packing) % 2),
}


def test_each_kind_of_rule_goes_through_the_doors() -> None:
    assert {kind.word for kind in kinds()} <= DOORED.keys()


@pytest.mark.few(3)
@pytest.mark.parametrize("name", DOORED)
def test_a_rule_goes_through_every_door_or_is_refused_in_one_line(name: str, tmp_path: Path) -> None:
    keys, rule = DOORED[name]
    bare = sp.from_dict(keys)
    puzzle = sp.with_rules(bare, [rule])
    packings = sp.count(puzzle).raw
    assert packings != sp.count(bare).raw, "the rule excludes nothing, so that nobody would see that it is lost"
    for door, passed in DOORS.items():
        folder = tmp_path / door.replace(" ", "-")
        folder.mkdir()
        try:
            found = passed(puzzle, folder)
        except PuzzleError as error:
            assert "\n" not in str(error), door
            assert _named(str(error), puzzle) or any(words in str(error) for words in OTHERWISE), (door, str(error))
            continue
        assert found == packings, door


# What doors say that do not know the grid, or the items of a rule, or take pieces alone.
OTHERWISE = ("the grid", "needs options that cover one piece each, and no colours", "left out")


def _named(said: str, puzzle: Puzzle) -> bool:
    (rule,) = puzzle.rules
    return str(rule) in said or rule.said() in said
