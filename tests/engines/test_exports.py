"""Exports: another program finds the same solutions from the exported text alone."""

import ast
import re
from collections.abc import Callable, Iterable
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
import weighed
from brute_force import solutions
from coloured import Option, as_cover
from coloured import solutions as solutions_in_colours
from pysat.solvers import Solver

import satpuzzle as sp
from satpuzzle import ExactCover, Puzzle, PuzzleError, load, load_recipe, place
from satpuzzle.cnf.recipe import Recipe
from satpuzzle.cover.from_puzzle import cover_of
from satpuzzle.engines.exports import MODELS, Instance, NoAnswer, WrongAnswer
from satpuzzle.engines.exports.base import Clause
from satpuzzle.engines.exports.table import TABLE

Loaded = tuple[Puzzle, ExactCover]

PUZZLES = {
    "three dominoes on 2x3": 'grid = "square"\nbox = [3, 2]\npieces = [{ name = "D", cells = "**", count = 3 }]',
    "three different pieces": """
        board = "***\\n***"
        pieces = [{ name = "I", cells = "**" }, { name = "V", cells = "**\\n*" }, { name = "o", cells = "*" }]""",
    "bounds on copies": """
        box = [4, 1, 1]
        pieces = [{ name = "o", cells = "*", max = 2 }, { name = "I", cells = "**", min = 1, max = 2 }]""",
    "optional cells": """
        board = "*?*\\n?*?"
        pieces = [{ name = "I", cells = "**", max = 3 }, { name = "V", cells = "**\\n*", max = 1 }]""",
    "few empty cells": """
        board = "*?*\\n?*?"
        empty = 1
        pieces = [{ name = "I", cells = "**", max = 3 }, { name = "V", cells = "**\\n*", max = 1 }]""",
    "an optional cell": 'board = "***?"\npieces = [{ name = "I", cells = "**" }, { name = "o", cells = "*" }]',
    "an option with optional items alone": """
        board = "**?"
        pieces = [{ name = "I", cells = "**" }, { name = "o", cells = "*", max = 1 }]""",
    "nothing must be filled": """
        board = "???"
        pieces = [{ name = "I", cells = "**", max = 1 }, { name = "o", cells = "*", max = 1 }]""",
    "balls": 'grid = "fcc"\nboard = "**\\n**\\n\\n*"\npieces = [{ name = "I", cells = "**", max = 2 },'
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
        return puzzle, cover_of(puzzle, place(puzzle))

    return write


def lines_of(loaded: Loaded, format: str, recipe: Recipe | None = None) -> list[str]:
    """Return the lines of the exported file."""
    puzzle, cover = loaded
    instance = Instance(cover, f"{puzzle.name}: {puzzle.title}", recipe or load_recipe("default"))
    return "\n".join(MODELS[format].lines(instance)).split("\n")


def by_brute_force(cover: ExactCover) -> list[tuple[int, ...]]:
    options = [cover.items_of(option).tolist() for option in range(len(cover.rows))]
    return sorted(solutions(options, list(zip(cover.lower.tolist(), cover.upper.tolist(), strict=True))))


# DIMACS


def read_dimacs(lines: Iterable[str]) -> tuple[int, list[list[int]], dict[int, str]]:
    """Return the number of variables, the clauses, and the meaning of each variable from the comments."""
    rest = iter(lines)
    meaning: dict[int, str] = {}
    for line in rest:
        if line.startswith("p"):
            break
        assert line.startswith("c ")
        if parts := re.fullmatch(r"c (\d+) (.+)", line):
            meaning[int(parts[1])] = parts[2]
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
    placements, names = place(puzzle), [*(piece.name for piece in puzzle.pieces), "empty"]
    variables, _, meaning = read_dimacs(lines_of((puzzle, cover), "dimacs"))
    assert variables >= len(placements)
    assert meaning == {
        option + 1: " ".join([names[piece], *(f"{x},{y},{z}" for x, y, z in puzzle.board[covered])])
        for option, piece in enumerate(placements.piece.tolist())
        for covered in [placements.covered(option)]
    }


@pytest.mark.full
def test_the_header_of_a_large_cnf_is_right() -> None:
    puzzle = load("galakub")
    cover = cover_of(puzzle, place(puzzle))
    lines = lines_of((puzzle, cover), "dimacs")
    variables, clauses, meaning = read_dimacs(lines)
    assert lines[:2] == ["c galakub: Galakub", f"c encoding default: {load_recipe('default').description}"]
    assert len(meaning) == len(cover.rows) == 747
    assert variables == max(abs(literal) for clause in clauses for literal in clause)


def test_bounds_cannot_be_written_as_dimacs() -> None:
    puzzle = load("soma")
    with pytest.raises(PuzzleError, match=r"^encoding native: uses native cardinality constraints; allowed here are"):
        lines_of((puzzle, cover_of(puzzle, place(puzzle))), "dimacs", load_recipe("native"))


def test_a_bundled_puzzle_has_its_published_number_of_models() -> None:
    puzzle = load("slothouber-graatsma")
    cover = cover_of(puzzle, place(puzzle))
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
    """Return the bounds of all items, the secondary items, and the options, read as Knuth describes the format."""
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
        ("an optional cell", "0,0,0 1,0,0 2,0,0 I o | 3,0,0"),
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


# Sums


Sum = tuple[list[tuple[int, int]], int, int]  # (coefficient, variable) each, and the least and most that it may be
MOST = 1 << 30


def read_opb(lines: list[str]) -> list[Sum]:
    sums: list[Sum] = []
    rest = [line for line in lines if not line.startswith("*")]
    head = re.fullmatch(r"\* #variable= (\d+) #constraint= (\d+)", lines[0])
    assert head is not None and int(head[2]) == len(rest)
    for line in rest:
        total = re.fullmatch(r"((?:[+-]\d+ x\d+ )+)(>=|=) (-?\d+) ;", line)
        assert total is not None, line
        terms = [(int(c), int(v)) for c, v in re.findall(r"([+-]\d+) x(\d+)", total[1])]
        assert all(1 <= variable <= int(head[1]) for _, variable in terms)
        sums.append((terms, int(total[3]), int(total[3]) if total[2] == "=" else MOST))
    return sums


def read_minizinc(lines: list[str]) -> list[Sum]:
    sums: list[Sum] = []
    for line in lines:
        code = line.partition("  %")[0]
        if not code.startswith("constraint"):
            assert code.startswith(("%", "array[", "solve satisfy", "output")), code
            continue
        total = re.fullmatch(r"constraint sum\(\[(.*)\]\) (=|<=|>=) (\d+);", code)
        assert total is not None, code
        terms, turned = [], 0
        for term in filter(None, total[1].split(", ")):
            found = re.fullmatch(r"(?:(\d+) \* )?x\[(\d+)\]|\(1 - x\[(\d+)\]\)", term)
            assert found is not None, term
            terms.append((int(found[1] or 1), int(found[2])) if found[2] else (-1, int(found[3])))
            turned += not found[2]
        bound = int(total[3]) - turned
        sums.append((terms, bound if total[2] != "<=" else -MOST, bound if total[2] != ">=" else MOST))
    return sums


def read_xcsp3(lines: list[str]) -> list[Sum]:
    sums: list[Sum] = []
    instance = ElementTree.fromstring("\n".join(lines))
    assert (instance.tag, instance.get("format"), instance.get("type")) == ("instance", "XCSP3", "CSP")
    constraints = instance.find("constraints")
    assert constraints is not None
    for constraint in constraints:
        if constraint.tag == "intension":
            assert (constraint.text or "").strip() == "gt(x[0],1)"
            sums.append(([(1, 1)], 2, MOST))
            continue
        assert constraint.tag == "sum"
        texts = {child.tag: (child.text or "").strip() for child in constraint}
        variables = [int(number) + 1 for number in re.findall(r"x\[(\d+)\]", texts["list"])]
        coefficients = [int(c) for c in texts.get("coeffs", " ".join("1" * len(variables))).split()]
        relation, _, bound = texts["condition"].strip("()").partition(",")
        least, most = {"eq": (int(bound), int(bound)), "ge": (int(bound), MOST), "le": (-MOST, int(bound))}[relation]
        sums.append((list(zip(coefficients, variables, strict=True)), least, most))
    return sums


READ: dict[str, Callable[[list[str]], list[Sum]]] = {
    "opb": read_opb, "minizinc": read_minizinc, "xcsp3": read_xcsp3,
}  # fmt: skip


def satisfying(sums: list[Sum], variables: int) -> list[tuple[int, ...]]:
    """Return all assignments for which every sum is within its bounds, as ascending option numbers."""
    values = (np.arange(1 << variables)[:, None] >> np.arange(variables)) & 1
    right = np.ones(len(values), np.bool_)
    for terms, least, most in sums:
        total = np.zeros(len(values), np.int64)
        for coefficient, variable in terms:
            total += coefficient * values[:, variable - 1]
        right &= (least <= total) & (total <= most)
    return sorted(tuple(np.flatnonzero(row).tolist()) for row in values[right])


@pytest.mark.few(1, "format")
@pytest.mark.parametrize("format", READ)
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.slow if name == "three different pieces" else ()) for name in PUZZLES],
)
def test_the_sums_have_the_solutions_of_the_puzzle(write: Callable[[str], Loaded], name: str, format: str) -> None:
    puzzle, cover = write(PUZZLES[name])
    sums = READ[format](lines_of((puzzle, cover), format))
    assert satisfying(sums, len(cover.rows)) == by_brute_force(cover)


@pytest.mark.parametrize("format", READ)
@pytest.mark.parametrize("clause", [[1], [-1], [1, -2, 3], [-1, -2, -3]])
def test_a_clause_rules_out_what_it_says(write: Callable[[str], Loaded], format: str, clause: Clause) -> None:
    puzzle, cover = write(PUZZLES["nothing must be filled"])
    lines = lines_of((puzzle, cover), format)
    MODELS[format].with_clause(lines, clause)
    kept = [
        solution
        for solution in by_brute_force(cover)
        if any((abs(literal) - 1 in solution) == (literal > 0) for literal in clause)
    ]
    assert satisfying(READ[format](lines), len(cover.rows)) == kept


def packings(lines: list[str]) -> list[tuple[int, ...]]:
    """Return the solutions of data for packing.mzn, as that model states them."""
    text = " ".join(line.partition("  %")[0] for line in lines if not line.startswith("%"))
    words = text.translate(str.maketrans("{}", "()")).replace("true", "True").replace("false", "False")
    words = re.sub(r"\((\d+)\)", r"(\1,)", words)
    parts = (part.partition(" = ") for part in words.split(";") if part.strip())
    data = {name.strip(): ast.literal_eval(value) for name, _, value in parts}
    ways = [(() if must else (0,)) + tuple(way) for way, must in zip(data["ways"], data["needed"], strict=True)]
    found = []
    for at in product(*ways):
        who = [cell for place in at if place for cell in data["placements"][place - 1]]
        chosen = [sum(place in some for place in at) for some in data["counted"]]
        if (
            len(set(who)) == len(who)
            and set(who) | set(data["open"]) == set(range(1, data["cells"] + 1))
            and all(not at[i] or at[i - 1] > at[i] for i, alike in enumerate(data["alike"]) if alike)
            and all(map(int.__le__, data["least"], chosen))
            and all(map(int.__le__, chosen, data["most"]))
        ):
            found.append(tuple(sorted(place - 1 for place in at if place)))
    return sorted(found)


@pytest.mark.parametrize("name", PUZZLES)
def test_the_tables_have_the_solutions_of_the_puzzle(write: Callable[[str], Loaded], name: str) -> None:
    puzzle, cover = write(PUZZLES[name])
    assert packings(lines_of((puzzle, cover), "table")) == by_brute_force(cover)


def test_tables_know_rules_and_options_that_are_chosen_or_ruled_out() -> None:
    puzzle = sp.loads(
        'grid = "square"\nbox = [2, 3]\nrules = ["no crossroads"]\npieces = [{ name = "D", cells = "**", count = 3 }]'
    )
    cover = cover_of(puzzle, place(puzzle))
    whole, gone = by_brute_force(cover), np.arange(len(cover.rows)) == 4
    for each, expected in (
        (cover, whole),
        (cover.given([0]), [solution for solution in whole if 0 in solution]),
        (cover.without(gone), [solution for solution in whole if 4 not in solution]),
    ):
        lines = [*TABLE.lines(Instance(each))]
        assert any(line.startswith("counted = [{") for line in lines)
        assert packings(lines) == expected != []


def test_tables_refuse_colours_and_weights_and_options_of_no_piece() -> None:
    for cover in (as_cover(*COLOURED), ExactCover.of_sets([[0]]), weighed.as_cover(*WEIGHED)):
        with pytest.raises(PuzzleError, match="options that cover one piece each, and no colours or weights"):
            list(TABLE.lines(Instance(cover)))


COLOURED: tuple[list[Option], dict[str, tuple[int, int]]] = (
    [
        {"a": None, "x": "r"},
        {"b": None, "x": "g"},
        {"b": None, "x": "r"},
        {"a": None, "x": None},
        {"x": "r"},
        {"b": None},
    ],
    {"a": (1, 1), "b": (0, 2), "x": (0, 1)},
)  # of x one option has no colour


@pytest.mark.parametrize("format", [*READ, "dimacs"])
def test_colours_are_exported(format: str) -> None:
    cover = as_cover(*COLOURED)
    instance = Instance(cover, "colours")
    lines = [*MODELS[format].lines(instance)]
    if format == "dimacs":
        found = models(read_dimacs(lines)[1], len(cover.rows))
    else:
        sums = READ[format](lines)
        found = sorted({tuple(o for o in chosen if o < 6) for chosen in satisfying(sums, instance.variables)})
    assert found == solutions_in_colours(*COLOURED)
    assert any("b x:g" in line for line in lines)


WEIGHED: weighed.Problem = (
    [{"p": 4, "q": 1}, {"p": 1, "q": 4}, {"p": 2}, {"p": 3, "q": 2}, {"q": 3, "r": 1}, {"r": 1}],
    {"p": (4, 5), "q": (5, 5), "r": (0, 1)},
)


@pytest.mark.parametrize("format", [*READ, "dimacs"])
def test_weights_are_exported(format: str) -> None:
    cover = weighed.as_cover(*WEIGHED)
    lines = [*MODELS[format].lines(Instance(cover, "weights"))]
    if format == "dimacs":
        found = models(read_dimacs(lines)[1], len(cover.rows))
    else:
        found = satisfying(READ[format](lines), len(cover.rows))
    assert found == weighed.solutions(*WEIGHED) != []
    assert any("4|p q" in line for line in lines)


@pytest.mark.parametrize("format", [*READ, "dimacs"])
def test_options_that_cover_nothing_or_are_ruled_out_or_chosen_are_so_in_a_file(format: str) -> None:
    whole = ExactCover.of_sets([[], [0, 1], [0], [], [1], [2], [0, 1, 2], []], [(1, 1), (1, 1), (0, 2)])
    for cover, expected in (
        (whole, [(1,), (1, 5), (2, 4), (2, 4, 5), (5, 6), (6,)]),
        (whole.without(whole.covers(2)), [(1,), (2, 4)]),
        (whole.given([1]), [(1,), (1, 5)]),
    ):
        lines = [*MODELS[format].lines(Instance(cover))]
        if format == "dimacs":
            found = models(read_dimacs(lines)[1], len(cover.rows))
        else:
            found = sorted(satisfying(READ[format](lines), len(cover.rows)))
        assert found == expected


# Answers

# Four options, and four variables of an item that they give colours.
FOUR_OF_EIGHT = Instance(as_cover([{"a": None, "x": hue} for hue in "rgbw"], {"a": (1, 1), "x": (0, 1)}))


@pytest.mark.parametrize(
    ("format", "text", "variables"),
    [
        ("dimacs", "c x\ns SATISFIABLE\nv 1 -2 3\nv -4 0\n", {1, 3}),
        ("dimacs", "SAT\n1 -2 3 -4 0\n", {1, 3}),
        ("dimacs", "s UNSATISFIABLE\n", None),
        ("dimacs", "UNSAT\n", None),
        ("opb", "s OPTIMUM FOUND\nv x1 -x2 x3\n", {1, 3}),
        ("opb", "s SATISFIABLE\nv -x1 -x2\n", set()),
        ("minizinc", "v 1 3\n----------\n", {1, 3}),
        ("minizinc", "v \n----------\n==========\n", set()),
        ("minizinc", "v\n----------\n", set()),
        ("minizinc", "=====UNSATISFIABLE=====\n", None),
        ("xcsp3", "s SATISFIABLE\nv <instantiation> <list> x[] </list> <values> 1 0 1 0x5 </values>\n", {1, 3}),
        ("xcsp3", "v <instantiation> <list> x[] </list> <values> 1 * 1 0x5 </values>\n", {1, 3}),
        ("xcsp3", "v <instantiation> <list> x[] </list> <values> 0 1x7 </values>\n", {2, 3, 4}),
        ("xcsp3", "s UNSATISFIABLE\n", None),
    ],
)
def test_answers_of_solvers_are_read(format: str, text: str, variables: set[int] | None) -> None:
    assert MODELS[format].read(text, FOUR_OF_EIGHT) == variables


@pytest.mark.parametrize("format", ["dimacs", "opb", "minizinc", "xcsp3"])
@pytest.mark.parametrize("text", ["", "s UNKNOWN\n", "Segmentation fault\n", "=====UNKNOWN=====\n"])
def test_what_is_no_answer_is_said_to_be_none(format: str, text: str) -> None:
    with pytest.raises(NoAnswer):
        MODELS[format].read(text, FOUR_OF_EIGHT)


LONG = "9" * 4400
VALUES = "v <instantiation> <list> x[] </list> <values> {} </values>"
WRONG = {
    "dimacs": ["1 a", LONG, "-" + LONG, "1.5", "٣", "x", "--1", "1 -1", "2147483648", "1x", "0x3"],
    "opb": ["x1 a", "x" + LONG, "x9", "-x9", "x0", "~x1 x1", "x1x2", "٣"],
    "minizinc": ["1 a", LONG, "-3", "5", "0", "x1", "٣"],
    "xcsp3": ["0xa", "0x9999999999", "0x200000000", "0x" + LONG, "0x9", "1 0 1", "0x7 2", "0x-1", "-1 0x7", "٠ 0x7"],
}


@pytest.mark.parametrize(("format", "values"), [(format, each) for format, some in WRONG.items() for each in some])
def test_values_that_no_answer_can_have_are_refused_in_one_short_line(format: str, values: str) -> None:
    text = {"minizinc": "v {}\n----------", "xcsp3": VALUES}.get(format, "s SATISFIABLE\nv {}").format(values)
    with pytest.raises(WrongAnswer) as caught:
        MODELS[format].read(text, FOUR_OF_EIGHT)
    assert str(caught.value).startswith("the answer ")
    assert len(str(caught.value)) < 200


# All


@pytest.mark.parametrize("format", MODELS)
def test_a_title_of_two_lines_stays_in_the_comment(write: Callable[[str], Loaded], format: str) -> None:
    loaded = write(f'title = "two\\nlines"\n{PUZZLES["three dominoes on 2x3"]}')
    lines = lines_of(loaded, format)
    assert len(lines) == len(lines_of(write(PUZZLES["three dominoes on 2x3"]), format))
    assert sum("lines" in line for line in lines) == 1


@pytest.mark.parametrize("format", MODELS)
def test_every_bundled_puzzle_of_moderate_size_can_be_exported(format: str) -> None:
    for name in ("soma", "iq-pyramid-4", "pentominoes-3x20", "y-pentominoes-5x10"):
        puzzle = load(name)
        cover = cover_of(puzzle, place(puzzle))
        lines = lines_of((puzzle, cover), format)
        if format == "dimacs":
            assert len(read_dimacs(lines)[2]) == len(cover.rows)
        elif format == "dlx":
            assert len(read_dlx(lines)[2]) == len(cover.rows)
        elif format == "table":
            assert sum(line.startswith("  {") for line in lines) == len(cover.rows)
        else:
            assert len(READ[format](lines)) >= len(cover.names)
