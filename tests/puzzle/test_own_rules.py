"""Rules that are files of a user: what they mean, how they are read and written, and what is refused in one line."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from certified import refused
from commands import run

import satpuzzle as sp
from satpuzzle import data
from satpuzzle.errors import CertificateError, PuzzleError
from satpuzzle.proofs.check.geometry import inexpressible, statement
from satpuzzle.puzzle.formats.writing import text
from satpuzzle.puzzle.rules import kinds, rule_of

Cell = tuple[int, ...]
Hues = dict[Cell, int]  # the cells of a placement, each with the piece's colour on it
Packing = list[tuple[str, Hues]]

# A witness: what rows mean, as docs/rules.md says it, on boards of squares, judged on whole packings

STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))


def within(said: str, number: int, every: int) -> bool:
    if said == "all":
        return number == every
    way, _, last = said.rpartition(" ")
    return {"at least": number >= int(last), "at most": number <= int(last), "exactly": number == int(last)}[way]


def places(row: dict[str, Any], board: set[Cell]) -> set[frozenset[frozenset[Cell]]]:
    """Return the places of a kind; x and y are the coordinates of a square's corner that is nearest to the origin."""
    pairs = {frozenset([(x, y, 0), (x + a, y + b, 0)]) for x, y, _ in board for a, b in STEPS}
    found: set[frozenset[Cell]] = set()
    match row["place"]:
        case "board":
            found = {frozenset(board)}
        case "cell":
            found = {frozenset([cell]) for cell in board}
        case "side":
            found = {pair for pair in pairs if pair <= board}
        case "border":
            found = {frozenset(cell for pair in pairs if not pair <= board for cell in pair if cell in board)}
        case "corner":
            points = {(x + a, y + b) for x, y, _ in board for a, b in product((0, 1), repeat=2)}
            found = {
                frozenset(board & {(x - a, y - b, 0) for a, b in product((0, 1), repeat=2)}) for x, y in points
            }  # fmt: skip
        case "row":
            far = range(row["length"])
            rows = {frozenset((x + k * a, y + k * b, 0) for k in far) for x, y, _ in board for a, b in STEPS}
            found = {cells for cells in rows if cells <= board}
        case "region":
            found = {frozenset(map(tuple, cells)) for cells in row["regions"]}
        case "line":
            sides = [
                frozenset([past, frozenset(board) - past])
                for axis, at in product((0, 1), range(1, 9))
                if (past := frozenset(cell for cell in board if cell[axis] >= at))
                if len(past) < len(board)
                if any({0, 1} == {(cell[axis] >= at) for cell in pair} for pair in pairs if pair <= board)
            ]
            return {*sides}
    return {frozenset([cells]) for cells in found}


def judge(rows: list[dict[str, Any]], names: list[str], puzzle: sp.Puzzle) -> Callable[[Packing], bool]:
    """Return the function that tells whether a packing keeps the rows, of which `named` ones are about these names."""
    board = {tuple(cell) for cell in puzzle.board.tolist()}
    optional = {tuple(cell) for cell in puzzle.board[puzzle.optional].tolist()}
    meant = []
    for row in rows:
        for place in places(row, board):
            cells = frozenset[Cell]().union(*place)
            if within(row.get("size", "at least 0"), len(cells), 0) and row.get("filled") in (
                None,
                not cells & optional,
            ):
                meant.append((row, place))

    def keeps(packing: Packing) -> bool:
        empty = board - {cell for _, cells in packing for cell in cells}
        options = [*packing, *(("", {cell: 0}) for cell in empty)]
        for row, place in meant:
            owners = row.get("pieces", "named" if names else "all")
            has, there = (any, all)[row.get("parts") == "every"], frozenset[Cell]().union(*place)
            covering = [
                [hue for cell, hue in hues.items() if cell in there]
                for name, hues in options
                if {"all": name != "", "named": name in names, "empty": name == "", "all and empty": True}[owners]
                if has(within(row.get("covers", "at least 1"), len(part & hues.keys()), len(part)) for part in place)
            ]
            together = [hue for hues in covering for hue in hues]
            kept = {
                "equal": len({*together}) < 2,
                "different": len({*together}) == len(together),
                None: within(
                    row.get("bounds", "at least 0"), sum(weigh(row.get("weight"), own) for own in covering), 0
                ),
            }
            if not kept[row.get("colours")]:
                return False
        return True

    return keeps


def weigh(said: Any, hues: list[int]) -> int:
    """Return the weight of an option that has cells of these colours at a place, as a row says it."""
    if said is None:
        return 1
    each = {"cells": [1] * 64, "colours": [*range(64)]}[said] if isinstance(said, str) else [*said, *[0] * 64]
    return sum(each[hue] for hue in hues)


def packings_of(puzzle: sp.Puzzle) -> Iterator[Packing]:
    """Yield all packings, each with its images."""
    for solution in sp.solve(puzzle, up_to="raw"):
        yield [
            (one["piece"], dict(zip(map(tuple, one["cells"]), one.get("colours") or [0] * 9, strict=False)))
            for one in solution.as_list()
        ]


def some_row(dice: Random, named: bool, board: list[list[int]]) -> dict[str, Any]:
    """Return a random row."""
    kind = dice.choice(["board", "border", "cell", "corner", "line", "region", "row", "side"])
    row: dict[str, Any] = {
        "place": kind,
        "bounds": dice.choice(["at most 1", "at most 2", "at least 1", "exactly 0", "exactly 1"]),
    }
    if kind == "row":
        row["length"] = dice.randint(2, 3)
    if kind == "region":
        row["regions"] = [dice.sample(board, dice.randint(1, 4)) for _ in range(2)]
    more: dict[str, list[Any]] = {
        "size": ["at least 2", "at most 2", "exactly 4"],
        "filled": [True, False],
        "covers": ["all", "exactly 1", "at least 2", "exactly 0", "at most 1"],
        "parts": ["every", "some"],
        "pieces": ["all", "empty", "all and empty", *["named"] * named],
    }
    for key, values in more.items():
        if dice.random() < 0.35:
            row[key] = dice.choice(values)
    if row["bounds"] == "exactly 0" and row.get("pieces") in ("empty", "all and empty"):
        del row["pieces"]
    return row


def some_weights(dice: Random, row: dict[str, Any]) -> dict[str, Any]:
    """Return the row with random weights, or with what colours must be."""
    way = dice.choice(["weight", "weight", "equal", "different"])
    if way == "weight":
        bounds = ["at most 2", "at most 5", "at least 3", "exactly 3", "exactly 4", "exactly 0"]
        weight = dice.choice(["cells", "colours", [0, 0, 1], [1, 3], [2], [1, 2, 5]])
        return row | {"weight": weight, "bounds": dice.choice(bounds)}
    row = {key: value for key, value in row.items() if key != "bounds"} | {"colours": way}
    if way == "equal" and row.get("covers") in ("exactly 0", "at most 1"):
        del row["covers"]
    return row | ({"pieces": "all"} if way == "equal" and row.get("pieces", "named") == "named" else {})


def some_puzzle(dice: Random, rules: list[Any], hued: bool = False) -> sp.Puzzle:
    cells = [[x, y, 0] for x, y in product(range(dice.randint(2, 3)), range(3))]
    free = dice.sample(cells, dice.randint(0, 4)) if dice.random() < 0.6 else []
    shapes = {"L": "**\n*.", "I": "**", "O": "*", "S": ".**\n**."}
    if hued:
        shapes = {"L": "12\n3.", "I": "*2", "O": dice.choice("123"), "S": ".**\n1*."}
    pieces = {name: {"cells": shape, "min": 0, "max": dice.randint(1, 6)} for name, shape in shapes.items()}
    board = [cell for cell in cells if cell not in free]
    keys = {"optional": free, "empty": dice.randint(0, len(free))} if free else {}
    return sp.make_puzzle(grid="square", board=board, pieces=pieces, rules=rules, **keys)  # type: ignore[arg-type]


@pytest.mark.few(20)
@pytest.mark.parametrize("seed", range(200))
def test_weights_mean_what_the_page_says(seed: int, tmp_path: Path) -> None:
    dice, hued = Random(seed), seed % 8 > 0
    bare = some_puzzle(Random(seed), [], hued)
    names = dice.sample(["L", "I", "O"], dice.randint(1, 2)) if dice.random() < 0.3 else []
    rows = [some_weights(dice, some_row(dice, bool(names), bare.board.tolist())) for _ in range(dice.randint(1, 2))]
    table = {"title": "own", "sentence": "it is so", "items": rows}
    if names:
        table |= {"text": "NAMES", "said": " ".join(names)}
    try:
        puzzle = some_puzzle(Random(seed), [table], hued)
    except PuzzleError as error:  # no line, or weights of empty cells that are too large
        assert "own" in str(error) or "cells that stay empty need" in str(error)
        return
    keeps = judge(rows, names, bare)
    raw = sum(keeps(packing) for packing in packings_of(bare))
    assert sp.count(puzzle).raw == raw
    counts = sp.certify(puzzle, tmp_path / "certificate")
    assert counts.raw == raw == sp.verify(tmp_path / "certificate", plain=True).counts.raw
    assert counts == sp.count(puzzle, "cadical") == sp.count(puzzle, method="memo")
    assert counts == sp.verify(tmp_path / "certificate").counts


@pytest.mark.few(25)
@pytest.mark.parametrize("seed", range(150))
def test_rows_mean_what_the_page_says(seed: int, tmp_path: Path) -> None:
    dice = Random(seed)
    bare = some_puzzle(Random(seed), [])
    names = dice.sample(["L", "I", "O"], dice.randint(1, 2)) if dice.random() < 0.5 else []
    rows = [some_row(dice, bool(names), bare.board.tolist()) for _ in range(dice.randint(1, 2))]
    table = {"title": "own", "sentence": "it is so", "items": rows}
    if names:
        table |= {"text": "NAMES", "said": " ".join(names)}
    try:
        puzzle = some_puzzle(Random(seed), [table])
    except PuzzleError as error:  # no line
        assert "own" in str(error) and all(row["place"] == "line" for row in rows)
        return
    assert puzzle.board.tolist() == bare.board.tolist()
    keeps = judge(rows, names, bare)
    raw = sum(keeps(packing) for packing in packings_of(bare))
    assert sp.count(puzzle).raw == raw
    counts = sp.certify(puzzle, tmp_path / "certificate")
    assert counts.raw == raw == sp.verify(tmp_path / "certificate", plain=True).counts.raw
    assert counts == sp.count(puzzle, "cadical") == sp.verify(tmp_path / "certificate").counts


GRIDS = "square hexagonal triangular cubic prisms fcc rhombic kites octasquares sticks trigs"


UNKNOWN = {("prisms", "line"), ("rhombic", "line")}  # to checkers


@pytest.mark.few(3)
@pytest.mark.parametrize("grid", GRIDS.split())
def test_both_programs_find_the_same_places_on_all_grids(grid: str) -> None:
    from test_derived_rules import assert_derived

    size = [3, 2, 2] if grid in ("cubic", "prisms", "fcc", "rhombic") else [3, 2]
    first = sp.GRIDS[grid].kinds[:1].tolist()
    bare = sp.make_puzzle(grid=grid, box=size, pieces={"o": {"cells": first, "min": 0, "max": 2}})
    for place in ("board", "border", "cell", "corner", "crossing", "line", "row", "side"):
        row = {"place": place, "bounds": "at most 2", **({"length": 2} if place == "row" else {})}
        try:
            puzzle = sp.with_rules(bare, [rule_of({"title": "own", "sentence": "so", "items": [row]})])
        except PuzzleError:
            continue
        if (grid, place) in UNKNOWN:
            assert inexpressible(puzzle) == f"own on the grid {grid}"
            continue
        assert_derived(puzzle)
        assert statement(puzzle).rules


# Files


THREE = """
title = "no three in a row"
sentence = "no piece has three cells in a row"
items = [{ place = "row", length = 3, covers = "all", bounds = "exactly 0" }]
"""
NEAR = """
title = "near"
text = "NAMES within NUMBER"
sentence = "of {names}, at most {number} have cells in one row of three"
items = [{ place = "row", length = 3, bounds = "at most NUMBER" }]
"""
PUZZLE = """
grid = "square"
box = [4, 3]
rules = ["./three.toml", "near.toml: L I within 2"]
[[pieces]]
name = "L"
cells = [[0, 0, 0], [1, 0, 0], [1, 1, 0]]
max = 4
[[pieces]]
name = "I"
cells = [[0, 0, 0], [1, 0, 0], [2, 0, 0]]
max = 4
[[pieces]]
name = "o"
cells = [[0, 0, 0]]
max = 4
"""


@pytest.fixture
def puzzle_file(tmp_path: Path) -> Path:
    for name, content in (("three.toml", THREE), ("near.toml", NEAR), ("puzzle.toml", PUZZLE)):
        (tmp_path / name).write_text(content, encoding="utf-8")
    return tmp_path / "puzzle.toml"


def test_a_file_beside_a_puzzle_is_a_rule(puzzle_file: Path) -> None:
    puzzle = sp.load(str(puzzle_file))
    assert [str(rule) for rule in puzzle.rules] == ["near: I L within 2", "no three in a row"]
    assert [rule.said() for rule in puzzle.rules] == [
        "of I, L, at most 2 have cells in one row of three",
        "no piece has three cells in a row",
    ]
    for ending in (".toml", ".json"):
        written = text(puzzle, ending)
        assert ".toml" not in written
        (puzzle_file.parent / f"again{ending}").write_text(written, encoding="utf-8")
        again = sp.load(str(puzzle_file.parent / f"again{ending}"))
        assert again.rules == puzzle.rules and sp.count(again) == sp.count(puzzle)
    found, all_packings = sp.count(puzzle).raw, sp.count(replace(puzzle, rules=())).raw
    assert found is not None and all_packings is not None and 0 < found < all_packings


def test_a_certificate_has_the_rule_itself(puzzle_file: Path) -> None:
    folder = puzzle_file.parent / "certificate"
    counts = sp.certify(str(puzzle_file), folder)
    assert {path.name for path in folder.iterdir()} == {"puzzle.toml", "manifest.json", "solutions.ndjson", "tree.xz"}
    assert sp.verify(folder).counts == counts
    said = (folder / "puzzle.toml").read_text(encoding="utf-8")
    (folder / "puzzle.toml").write_text(said.replace('"exactly 0"', '"at most 1"'), encoding="utf-8")
    assert refused(folder)


def test_a_certificate_names_no_file(puzzle_file: Path) -> None:
    folder = puzzle_file.parent / "certificate"
    sp.certify(str(puzzle_file), folder)
    (folder / "puzzle.toml").write_text(PUZZLE, encoding="utf-8")
    refused(folder)
    with pytest.raises(CertificateError, match=r"puzzle.toml: rules has ./three.toml: a certificate has its grid and"):
        sp.verify(folder)


def test_commands_take_a_file_as_a_rule(puzzle_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(puzzle_file.parent)
    assert "isometries" in run("count", "soma", "--rule", "./near.toml: L within 3").stdout
    assert "rule: no piece has three cells in a row" in run("show", "puzzle.toml").stdout


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"sentence": 3}, "sentence is 3, allowed is text in one line"),
    ({"sentence": "of {names}"}, 'sentence is "of {names}", braces are only for what text has: {names}, {number}'),
    ({"items": []}, "items is [], allowed is a list of 1 to 100 tables"),
    ({"rows": []}, 'unknown key "rows": choose from form, items, sentence, source, text, title'),
    ({"title": "no crossroads"}, 'title is "no crossroads", which a bundled rule has'),
    ({"title": "a: b"}, 'title is "a: b", allowed are words without a colon, and not the name of a file'),
    ({"text": "NUMBER NAMES"}, 'text is "NUMBER NAMES", allowed are words with NAMES once and NUMBER at the end'),
    ({"form": []}, "sentence stands beside form: with forms, each has its own"),
    ({"place": "point"}, 'items 1: place is "point": choose from beneath, board, border, cell,'),
    (
        {"bounds": None},
        'items 1: bounds is missing, allowed are texts such as "at least 1", "at most 1" and "exactly 1"',
    ),
    ({"bounds": "at most NUMBER"}, 'items 1: bounds is "at most NUMBER", allowed are texts such as'),
    ({"covers": "some"}, 'items 1: covers is "some", allowed are texts such as "at least 1", "at most 1" and'),
    ({"pieces": "named"}, 'items 1: pieces is "named": choose from all, empty, all and empty'),
    ({"pieces": "empty", "bounds": "exactly 0"}, 'items 1: bounds is "exactly 0", and cells that stay empty need'),
    ({"length": 3}, "items 1: length is for the place row"),
    ({"place": "row"}, "items 1: length is missing"),
    ({"place": "row", "length": 1}, "items 1: length is 1, allowed are 2 to 100"),
    (
        {"place": "region", "regions": [[[0, 0]]]},
        "items 1: regions is [[[0, 0]]], allowed is a list of lists of cells [x, y, z]",
    ),
    ({"filled": 1}, "items 1: filled is 1, allowed are true and false"),
    ({"weights": 2}, 'items 1: unknown key "weights": choose from bounds, colours, covers,'),
]


@pytest.mark.parametrize(("change", "says"), WRONG, ids=lambda value: str(value)[:30])
def test_a_file_that_is_no_rule_is_refused_in_one_line(change: dict[str, Any], says: str) -> None:
    table: dict[str, Any] = {"title": "own", "sentence": "so", "items": [{"place": "side", "bounds": "at most 1"}]}
    for key, value in change.items():
        (table if key in ("title", "text", "sentence", "items", "rows", "form") else table["items"][0])[key] = value
    with pytest.raises(PuzzleError) as error:
        rule_of(table)
    assert str(error.value).startswith((f"rules: {says}", f"rules: {table['title']}: {says}")) and "\n" not in str(
        error.value
    )


@pytest.mark.parametrize(
    ("rule", "says"),
    [
        ("./none.toml", 'rules has "./none.toml": there is no such file'),
        ({"title": "own", "said": 3}, "rules: said is 3, allowed is text"),
        ("no rule", 'rules has "no rule": choose from anti-slide, apart,'),
        ({"title": "own", "sentence": "so",
          "items": [{"place": "region", "regions": [[[9, 0, 0]]], "bounds": "at most 1"}]},
         'rules: "own" has regions with [9, 0, 0], which is no cell of the board'),
        ({"title": "own", "sentence": "so", "items": [{"place": "crossing", "bounds": "at most 1"}]},
         'rules: "own" is for sticks, and not for the grid square'),
    ],
    ids=str,
)  # fmt: skip
def test_a_rule_that_a_puzzle_cannot_have_is_refused_in_one_line(rule: object, says: str) -> None:
    with pytest.raises(PuzzleError) as error:
        sp.make_puzzle(grid="square", box=[2, 2], pieces={"o": "*"}, rules=[rule])  # type: ignore[list-item]
    assert says in str(error.value) and "\n" not in str(error.value)


def test_the_page_has_the_rule_itself(puzzle_file: Path) -> None:
    page = puzzle_file.parent / "page.html"
    assert run("studio", puzzle_file, "-o", page).returncode == 0
    assert '"title":"near"' in page.read_text(encoding="utf-8")


def test_no_file_is_opened_for_a_link(puzzle_file: Path) -> None:
    from satpuzzle.puzzle.formats.reading import parsed

    with pytest.raises(PuzzleError, match="not allowed here, where no file is opened; give its keys as a table"):
        parsed(PUZZLE, ".toml", "p")


def test_bundled_rules_are_files_with_their_titles() -> None:
    names = [*data.files("rules")]
    words = {kind.word for kind in kinds()}
    assert len(names) == 8 and {name.replace("-", " ") for name in names} <= {word.replace("-", " ") for word in words}
