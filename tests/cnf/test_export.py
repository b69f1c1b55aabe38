"""Exports: another program, told nothing but the text, finds the same solutions."""

import re
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np
import pytest
from brute_force import solutions
from pysat.solvers import Solver

from satpuzzle import ExactCover, Puzzle, PuzzleError, load, load_recipe, place
from satpuzzle.cnf.export import FORMATS
from satpuzzle.cnf.recipe import Recipe

Loaded = tuple[Puzzle, ExactCover]

PUZZLES = {
    "three dominoes on 2x3": 'lattice = "square"\nbox = [3, 2]\npieces = [{ name = "D", cells = "**", count = 3 }]',
    "three different pieces": """
        board = "***\\n***"
        pieces = [{ name = "I", cells = "**" }, { name = "V", cells = "**\\n*" }, { name = "o", cells = "*" }]""",
    "bounds on copies": """
        box = [4, 1, 1]
        pieces = [{ name = "o", cells = "*", max = 2 }, { name = "I", cells = "**", min = 1, max = 2 }]""",
    "optional cells": """
        board = "*?*\\n?*?"
        pieces = [{ name = "I", cells = "**", max = 3 }, { name = "V", cells = "**\\n*", max = 1 }]""",
    "an optional cell": 'board = "**?"\npieces = [{ name = "I", cells = "**" }, { name = "o", cells = "*" }]',
    "an option with optional items alone": """
        board = "**?"
        pieces = [{ name = "I", cells = "**" }, { name = "o", cells = "*", max = 1 }]""",
    "nothing must be filled": """
        board = "???"
        pieces = [{ name = "I", cells = "**", max = 1 }, { name = "o", cells = "*", max = 1 }]""",
    "balls": 'lattice = "fcc"\nboard = "**\\n**\\n\\n*"\npieces = [{ name = "I", cells = "**", max = 2 },'
    ' { name = "o", cells = "*" }]',
    "odd names": """
        box = [3, 1, 1]
        pieces = [{ name = "a b:c", cells = "*" }, { name = "a_b_c", cells = "*" }, { name = "0,0,0", cells = "*" }]""",
    "volumes that do not add up": 'box = [3, 1, 1]\npieces = [{ name = "I", cells = "**" }]',
    "a piece that fits nowhere": """
        box = [3, 1, 1]
        pieces = [{ name = "o", cells = "*", max = 3 }, { name = "V", cells = "**\\n*" }]""",
    "a cell that nothing covers": 'board = "**.*"\npieces = [{ name = "I", cells = "**", max = 1 }]',
}


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str], Loaded]:
    def write(text: str) -> Loaded:
        path = tmp_path / "mine.toml"
        path.write_text(text)
        puzzle = load(path)
        return puzzle, ExactCover.of(puzzle, place(puzzle))

    return write


def lines_of(loaded: Loaded, format: str, recipe: Recipe | None = None) -> list[str]:
    """Return the lines of the export, as a reader of the file finds them."""
    text = "\n".join(FORMATS[format](*loaded, recipe or load_recipe("default")))
    return text.split("\n")


def by_brute_force(cover: ExactCover) -> list[tuple[int, ...]]:
    options = [cover.items_of(option).tolist() for option in range(len(cover.rows))]
    return sorted(solutions(options, list(zip(cover.lower.tolist(), cover.upper.tolist(), strict=True))))


# DIMACS


def read_dimacs(lines: Iterable[str]) -> tuple[int, list[list[int]], dict[int, str]]:
    """Return the number of variables, the clauses and what the comments say about variables."""
    rest = iter(lines)
    meaning: dict[int, str] = {}
    for line in rest:
        if line.startswith("p"):
            break
        assert line.startswith("c ")
        if said := re.fullmatch(r"c (\d+) (.+)", line):
            meaning[int(said[1])] = said[2]
    p, cnf, variables, clauses = line.split()
    assert (p, cnf) == ("p", "cnf")
    numbers = [list(map(int, line.split())) for line in rest]
    assert len(numbers) == int(clauses)
    assert all(clause[-1] == 0 and 0 not in clause[:-1] for clause in numbers)
    assert all(abs(literal) <= int(variables) for clause in numbers for literal in clause)
    return int(variables), [clause[:-1] for clause in numbers], meaning


def models(clauses: list[list[int]], seen: int) -> list[tuple[int, ...]]:
    """Return the models as ascending numbers of the true ones of the variables 1 to `seen`, each less 1."""
    found = []
    with Solver(name="glucose4", bootstrap_with=[clause for clause in clauses if clause]) as solver:
        while [] not in clauses and solver.solve():
            true = {literal for literal in solver.get_model() or [] if 0 < literal <= seen}
            found.append(tuple(sorted(literal - 1 for literal in true)))
            block = [-variable if variable in true else variable for variable in range(1, seen + 1)]
            if not block:
                break
            solver.add_clause(block)
    return sorted(found)


@pytest.mark.parametrize("encoding", ["default", "literal"])
@pytest.mark.parametrize("name", PUZZLES)
def test_the_cnf_has_the_solutions_of_the_puzzle(write: Callable[[str], Loaded], name: str, encoding: str) -> None:
    puzzle, cover = write(PUZZLES[name])
    _, clauses, _ = read_dimacs(lines_of((puzzle, cover), "dimacs", load_recipe(encoding)))
    assert models(clauses, len(cover.rows)) == by_brute_force(cover)


@pytest.mark.parametrize("name", PUZZLES)
def test_the_comments_say_what_each_variable_means(write: Callable[[str], Loaded], name: str) -> None:
    puzzle, cover = write(PUZZLES[name])
    placements = place(puzzle)
    variables, _, meaning = read_dimacs(lines_of((puzzle, cover), "dimacs"))
    assert variables >= len(placements)
    assert meaning == {
        option + 1: " ".join([puzzle.pieces[piece].name, *(f"{x},{y},{z}" for x, y, z in puzzle.board[covered])])
        for option, piece in enumerate(placements.piece.tolist())
        for covered in [placements.covered(option)]
    }


def test_the_header_of_a_large_cnf_is_right() -> None:
    puzzle = load("galakub")
    cover = ExactCover.of(puzzle, place(puzzle))
    lines = lines_of((puzzle, cover), "dimacs")
    variables, clauses, meaning = read_dimacs(lines)
    assert lines[:2] == ["c galakub: Galakub", f"c encoding default: {load_recipe('default').description}"]
    assert len(meaning) == len(cover.rows) == 747
    assert variables == max(abs(literal) for clause in clauses for literal in clause)


def test_bounds_cannot_be_written_as_dimacs() -> None:
    puzzle = load("soma")
    with pytest.raises(
        PuzzleError, match=r"^encoding native: it makes bounds for solvers that count; allowed here are"
    ):
        next(iter(FORMATS["dimacs"](puzzle, ExactCover.of(puzzle, place(puzzle)), load_recipe("native"))))


def test_a_bundled_puzzle_has_its_published_number_of_models() -> None:
    puzzle = load("slothouber-graatsma")
    cover = ExactCover.of(puzzle, place(puzzle))
    _, clauses, _ = read_dimacs(lines_of((puzzle, cover), "dimacs"))
    found = models(clauses, len(cover.rows))
    assert len(found) == puzzle.published.raw == 8
    cover.check(np.array(found))


@pytest.mark.parametrize("name", ["volumes that do not add up", "a piece that fits nowhere"])
def test_an_impossible_puzzle_has_a_cnf_without_models(write: Callable[[str], Loaded], name: str) -> None:
    puzzle, cover = write(PUZZLES[name])
    _, clauses, _ = read_dimacs(lines_of((puzzle, cover), "dimacs"))
    assert models(clauses, len(cover.rows)) == []


# Items and options


def read_dlx(lines: Iterable[str]) -> tuple[dict[str, tuple[int, int]], set[str], list[list[str]]]:
    """Return the bounds of the items, the secondary ones among them, and the options, as Knuth describes the format."""
    rest = iter([line for line in lines if not line.startswith("|")])
    primary, _, secondary = next(rest).partition(" | ")
    bounds = dict.fromkeys(secondary.split(), (0, 1))
    for word in primary.split():
        numbers, _, item = word.rpartition("|")
        low, _, high = numbers.rpartition(":")
        assert item not in bounds
        bounds[item] = (int(low or high or 1), int(high or 1))
    return bounds, set(secondary.split()), [line.split() for line in rest]


@pytest.mark.parametrize("name", PUZZLES)
def test_the_items_and_options_have_the_solutions_of_the_puzzle(write: Callable[[str], Loaded], name: str) -> None:
    puzzle, cover = write(PUZZLES[name])
    bounds, _, options = read_dlx(lines_of((puzzle, cover), "dlx"))
    number = {item: place for place, item in enumerate(bounds)}
    found = solutions([[number[item] for item in option] for option in options], list(bounds.values()))
    assert sorted(found) == by_brute_force(cover)


@pytest.mark.parametrize("name", PUZZLES)
def test_the_items_and_options_are_those_of_the_cover(write: Callable[[str], Loaded], name: str) -> None:
    puzzle, cover = write(PUZZLES[name])
    bounds, secondary, options = read_dlx(lines_of((puzzle, cover), "dlx"))
    assert len(bounds) == len(cover.names)
    assert len(options) == len(cover.rows)
    item_of: dict[str, int] = {}
    for number, option in enumerate(options):
        items = cover.items_of(number).tolist()
        assert len(set(option)) == len(items)
        assert [item_of.setdefault(name, item) for name, item in zip(option, items, strict=True)] == items
    assert len(set(item_of.values())) == len(item_of)
    assert all(bounds[name] == (cover.lower[item], cover.upper[item]) for name, item in item_of.items())
    assert all(cover.lower[item_of[name]] == 0 and cover.upper[item_of[name]] == 1 for name in secondary & set(item_of))


@pytest.mark.parametrize("name", PUZZLES)
def test_every_option_has_a_primary_item(write: Callable[[str], Loaded], name: str) -> None:
    _, secondary, options = read_dlx(lines_of(write(PUZZLES[name]), "dlx"))
    assert all(set(option) - secondary for option in options)


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("three dominoes on 2x3", "0,0,0 0,1,0 1,0,0 1,1,0 2,0,0 2,1,0 3|D"),
        ("bounds on copies", "0,0,0 1,0,0 2,0,0 3,0,0 0:2|o 1:2|I"),
        ("an optional cell", "0,0,0 1,0,0 I o | 2,0,0"),
        ("an option with optional items alone", "0,0,0 1,0,0 0:1|2,0,0 I 0:1|o"),
        ("nothing must be filled", "0:1|0,0,0 0:1|1,0,0 0:1|2,0,0 0:1|I 0:1|o"),
        ("odd names", "#0 1,0,0 2,0,0 #3 a_b_c #5"),
    ],
)
def test_the_first_line_names_the_items_and_their_bounds(write: Callable[[str], Loaded], name: str, line: str) -> None:
    lines = lines_of(write(PUZZLES[name]), "dlx")
    assert lines[0] == "| mine: mine"
    assert next(other for other in lines if not other.startswith("|")) == line


def test_items_that_go_by_a_number_are_explained(write: Callable[[str], Loaded]) -> None:
    lines = lines_of(write(PUZZLES["odd names"]), "dlx")
    assert lines[1:4] == ["| #0 is 0,0,0", "| #3 is a b:c", "| #5 is 0,0,0"]


@pytest.mark.parametrize(
    ("board", "name"),
    [
        ("[[0, 0, 0]]", "a long name"),
        ("[[0, 0, 0]]", "пазл"),
        ("[[0, 0, 0]]", "ß"),
        ("[[-10, 10, -10]]", "A"),
        ("[[0, 0, 0]]", "a b:c|d"),
    ],
)
def test_names_of_items_are_what_knuths_programs_read(write: Callable[[str], Loaded], board: str, name: str) -> None:
    # DLX1: "from one to eight characters long ... any nonblank ASCII code except for ':' and '|'"
    bounds, _, _ = read_dlx(lines_of(write(f'board = {board}\npieces = [{{ name = "{name}", cells = "*" }}]'), "dlx"))
    assert all(re.fullmatch(r"[!-9;-{}~]{1,8}", item) for item in bounds), list(bounds)


# Both


@pytest.mark.parametrize("format", FORMATS)
def test_a_title_of_two_lines_stays_in_the_comment(write: Callable[[str], Loaded], format: str) -> None:
    loaded = write(f'title = "two\\nlines"\n{PUZZLES["three dominoes on 2x3"]}')
    lines = lines_of(loaded, format)
    assert len(lines) == len(lines_of(write(PUZZLES["three dominoes on 2x3"]), format))
    assert all("lines" not in line for line in lines[1:])


@pytest.mark.parametrize("format", FORMATS)
def test_every_bundled_puzzle_of_moderate_size_can_be_exported(format: str) -> None:
    for name in ("soma", "iq-pyramid-4", "pentominoes-3x20", "y-pentominoes-5x10"):
        puzzle = load(name)
        cover = ExactCover.of(puzzle, place(puzzle))
        lines = lines_of((puzzle, cover), format)
        if format == "dimacs":
            assert len(read_dimacs(lines)[2]) == len(cover.rows)
        else:
            assert len(read_dlx(lines)[2]) == len(cover.rows)
