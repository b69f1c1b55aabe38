"""Grids that are files: what they say is found and checked, puzzles on them are read, written and counted."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from math import isqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from breaking import changed, paths

import satpuzzle as sp
from satpuzzle import data
from satpuzzle.errors import PuzzleError
from satpuzzle.proofs.check.geometry import statement
from satpuzzle.proofs.check.polygons import Plane
from satpuzzle.puzzle import drawing
from satpuzzle.puzzle.formats import toml
from satpuzzle.puzzle.formats.reading import parsed
from satpuzzle.puzzle.formats.writing import text
from satpuzzle.puzzle.grids import GRIDS, grid_of, said
from satpuzzle.puzzle.grids.tiling import Tiling
from satpuzzle.puzzle.grids.written import load, of_table
from satpuzzle.puzzle.polyforms import every_piece

FILES = {name: path for name, path in data.files("grids").items() if isinstance(GRIDS[name], Tiling)}


@pytest.mark.parametrize("name", FILES)
def test_a_bundled_grid_is_the_same_in_two_readings(name: str) -> None:
    grid = GRIDS[name]
    assert isinstance(grid, Tiling)
    plane = Plane.of(grid)
    matrices = [tuple(map(tuple, matrix)) for matrix in grid.group.tolist()]
    assert sorted(matrices) == sorted(plane.group())
    cells = [tuple(cell) for cell in grid.box([2, 2]).tolist()]
    for matrix, images in zip(matrices, grid.turned(grid.group, np.array(cells)).tolist(), strict=True):
        away = np.array(plane.turned(matrix, cells)) - images
        assert (away == away[0]).all() and away[0, 2] == 0
    for kind in range(len(grid.kinds)):
        cell = tuple(grid.kinds[kind].tolist())
        assert sorted(plane.beside(cell)) == sorted(map(tuple, (cell + grid.neighbours(kind)).tolist()))


@pytest.mark.parametrize(
    ("name", "order"),
    [("half-squares", 8), ("kites", 12), ("drafters", 12), ("octasquares", 8), ("trihexes", 12), ("cairo", 8),
     ("snub-square", 8), ("sticks", 8), ("trigs", 12), ("twigs", 12)],
)  # fmt: skip
def test_the_point_group_is_found(name: str, order: int) -> None:
    assert len(GRIDS[name].group) == 2 * order


def test_pentagons_of_cairo_are_carried_to_each_other_by_glide_reflections_too() -> None:
    grid = GRIDS["cairo"]
    assert isinstance(grid, Tiling) and grid.moves is not None
    assert {frozenset(kinds) for kinds in grid.moves.kind.T.tolist()} == {frozenset(range(4))}


# Drawings


@pytest.mark.parametrize("name", FILES)
def test_a_drawing_of_a_shape_is_read_again(name: str) -> None:
    grid, puzzles = GRIDS[name], 0
    for size in (1, 2, 3):
        for piece in every_piece(size, grid).pieces:
            puzzle = sp.make_puzzle(
                grid=name, box=[2, 2], pieces={piece.name: {"cells": piece.cells.tolist()}}, rules=[]
            )
            again = parsed(text(puzzle, ".toml"), ".toml", "again")
            assert np.array_equal(again.pieces[0].cells, puzzle.pieces[0].cells)
            puzzles += 'cells = "' in text(puzzle, ".toml")
    assert puzzles or name == "drafters"  # there lists are shorter


@pytest.mark.parametrize("name", [grid.name for grid in GRIDS.values() if grid.single_layer])
def test_a_shape_that_is_printed_is_read_again(name: str) -> None:
    grid = GRIDS[name]
    for size in (1, 2, 3, 4):
        for piece in every_piece(size, grid).pieces:
            found = np.array([cell for _, cell in drawing.read(drawing.split(drawing.flat(piece.cells, grid)), grid)])
            apart = found[np.lexsort(found.T)] - piece.cells[np.lexsort(piece.cells.T)]
            assert (apart == apart[0]).all() and grid.translates(apart[:1]).all()


def test_dots_and_spaces_are_the_same_where_a_grid_has_gaps() -> None:
    grid = GRIDS["octasquares"]
    for board in ("* *\n *\n* *", "*.*\n.*.\n*.*", "*.*.\n.*..\n* *"):
        cells = [cell.tolist() for _, cell in drawing.read(drawing.split(board), grid)]
        assert cells == [[0, 0, 0], [1, 0, 0], [0, 0, 1], [0, 1, 0], [1, 1, 0]]
    assert drawing.read(drawing.split("...\n..."), grid) == []
    with pytest.raises(ValueError, match=r"^a mark at column 2, row 1, where grid octasquares has no cell$"):
        drawing.read(drawing.split("**\n.*"), grid)


def test_sticks_may_be_drawn_with_their_ends() -> None:
    square = "+*+\n* *\n+*+"
    cells = [cell.tolist() for _, cell in drawing.read(drawing.split(square), GRIDS["sticks"])]
    assert cells == [[0, 0, 0], [0, 0, 1], [1, 0, 1], [0, 1, 0]]
    down = [cell.tolist() for _, cell in drawing.read(drawing.split("+\n*\n+\n*\n+"), GRIDS["sticks"])]
    assert down == [[0, 0, 1], [0, 1, 1]]
    with pytest.raises(ValueError, match=r'the mark "\+" at column 1, row 1, where grid square has none'):
        drawing.read(drawing.split("+*"), GRIDS["square"])


def test_a_drawing_that_is_moved_and_could_be_several_shapes_is_refused() -> None:
    grid = GRIDS["sticks"]
    assert [cell.tolist() for _, cell in drawing.read(drawing.split("*"), grid)] == [[0, 0, 1]]  # sticks are alike
    with pytest.raises(PuzzleError, match='"A": cells has no cell of grid sticks where it begins, and could be'):
        sp.make_puzzle(grid="sticks", box=[2, 2], pieces={"A": {"cells": "* *"}})  # in a row, or side by side
    assert drawing.read(drawing.split("+*+*+"), grid) and drawing.read(drawing.split("..\n* *"), grid)


def test_a_unit_without_a_drawing_is_a_row() -> None:
    keys = toml.parse(FILES["octasquares"].read_text())
    grid = of_table({key: keys[key] for key in keys if key != "drawing"}, "own")
    assert [cell.tolist() for _, cell in drawing.read(drawing.split("**"), grid)] == [[0, 0, 0], [0, 0, 1]]


# Files


def test_a_puzzle_has_the_grid_of_a_file_beside_it(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(FILES["kites"].read_text().replace('"Kites"', '"My kites"'))
    (tmp_path / "puzzle.toml").write_text(
        'grid = "own.toml"\nbox = [2, 2]\npieces = [{ name = "A", cells = "**", count = 12 }]'
    )
    puzzle = sp.load(tmp_path / "puzzle.toml")
    assert puzzle.grid.name == "My kites" and puzzle.grid is load(tmp_path / "own.toml")
    for ending in (".toml", ".json"):
        again = parsed(text(puzzle, ending), ending, "again")
        assert again.grid is puzzle.grid  # the keys are in the text, so that it needs no second file
    assert sp.count(puzzle) == sp.count(
        sp.make_puzzle(grid="kites", box=[2, 2], pieces={"A": {"cells": "**", "count": 12}})
    )
    assert said(GRIDS["kites"]) == "kites"


def test_a_grid_without_a_title_has_the_name_of_its_file(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(FILES["kites"].read_text().replace('title = "Kites"', ""))
    assert load(tmp_path / "own.toml").name == "own"


def test_a_grid_has_the_cells_of_another_one_and_forms_of_its_own() -> None:
    hat = [[0, 0, 1], [0, 0, 2], [0, 0, 3], [0, 0, 4], [0, 1, 0], [0, 1, 1], [1, 0, 4], [1, 0, 5]]
    hats = of_table({"title": "Hats", "grid": "kites", "forms": [hat]}, "own")
    assert len(hats.forms) == 12 and (hats.rules, hats.cells_of) == ((), "Hats")
    thirds = of_table({"title": "Thirds", "grid": "half-cubes", "forms": [[[0, 1, 2], [0, 2, 1]]]}, "own")
    assert (len(thirds.forms), thirds.cells_of) == (24, "rhombic")
    for grid in (hats, thirds):
        assert of_table(said(grid), "again").forms[0].tolist() == grid.forms[0].tolist()  # type: ignore[arg-type]
    with pytest.raises(PuzzleError, match=r'^own: grid is "round": choose from square, .*, half-cubes, '):
        of_table({"grid": "round", "forms": [hat]}, "own")
    with pytest.raises(PuzzleError, match=r"^own: forms has \[0, 0, 0\], a cell of the grid is \[x, y, z\]$"):
        of_table({"grid": "rhombic", "forms": [[[0, 0, 0]]]}, "own")


def test_a_puzzle_of_sticks_may_allow_crossings() -> None:
    keys: dict[str, Any] = {
        "grid": "sticks",
        "board": "+ +\n *\n* *\n *",
        "pieces": {"A": {"cells": "+*+*+", "count": 2}},
    }
    keys["board"] = [[0, 0, 0], [1, 0, 0], [1, -1, 1], [1, 0, 1]]
    strict, loose = sp.make_puzzle(**keys), sp.make_puzzle(**keys, rules=[])
    assert (sp.count(strict).raw, sp.count(loose).raw) == (0, 1)
    for puzzle in (strict, loose):
        assert parsed(text(puzzle, ".toml"), ".toml", "again").rules == puzzle.rules
    with pytest.raises(PuzzleError, match='"no crossing" is for sticks, and not for the grid square'):
        sp.make_puzzle(grid="square", box=[1, 1], pieces={"A": {"cells": "*"}}, rules=["no crossing"])


def test_three_sticks_at_a_point_of_six_cross_if_they_take_turns() -> None:
    # E, SE, SW and W of the six trigs around (0, 0): pieces of the first and third and of the second and fourth.
    star = [[0, 0, 0], [0, 0, 1], [0, 0, 2], [-1, 0, 0]]
    pieces = {"A": {"cells": [star[0], star[2]]}, "B": {"cells": [star[1], star[3]]}}
    assert sp.count(sp.make_puzzle(grid="trigs", board=star, pieces=pieces)).raw == 0
    assert sp.count(sp.make_puzzle(grid="trigs", board=star, pieces=pieces, rules=[])).raw == 2
    beside = {"A": {"cells": star[:2]}, "B": {"cells": star[2:]}}
    assert sp.count(sp.make_puzzle(grid="trigs", board=star, pieces=beside)).raw == 2


# Grids that are modules, as files

HEXAGON = [[1, -2], [2, -1], [1, 1], [-1, 2], [-2, 1], [-1, -1]]
UP, DOWN = [[0, 0], [1, 0], [1, -1]], [[1, 0], [2, -1], [1, -1]]  # y is downwards in a file
SAID: list[tuple[dict[str, Any], str]] = [
    ({"periods": [[1, 0], [0, 1]], "cells": [{"corners": [[0, 0], [1, 0], [1, 1], [0, 1]]}]}, "y-pentominoes-5x10"),
    ({"frame": "hexagonal", "periods": [[3, 0], [0, 3]], "cells": [{"corners": HEXAGON}]}, "tetrahexes-4x7"),
    ({"frame": "hexagonal", "periods": [[1, 0], [1, -1]], "cells": [{"corners": UP}, {"corners": DOWN}]},
     "hexiamonds-4x9"),
]  # fmt: skip


@pytest.mark.parametrize(("keys", "name"), SAID, ids=[name for _, name in SAID])
def test_a_grid_that_is_a_module_is_the_same_as_a_file(keys: dict[str, Any], name: str) -> None:
    puzzle = sp.load(name)
    own = replace(puzzle, grid=of_table(keys, "own"))
    assert np.array_equal(sp.place(own).rows, sp.place(puzzle).rows)
    assert sp.count(own) == sp.count(puzzle)


# Bad input

SQUARES = {"periods": [[1, 0], [0, 1]], "cells": [{"corners": [[0, 0], [1, 0], [1, 1], [0, 1]]}]}
CORNERS = [[0, 0], [1, 0], [1, 1], [0, 1]]
WRONG: list[tuple[dict[str, Any], str]] = [
    ({"frame": "round"}, 'frame is "round": choose from square, hexagonal, root 2, root 3'),
    ({"colour": 1}, 'unknown key "colour": choose from cells, drawing, forms, frame, grid, periods, points, rules, so'),
    ({"periods": [[1, 0]]}, r"periods is \[\[1, 0\]\], allowed is a list of 2 points \[x, y\]"),
    ({"periods": [[1, 0], [2, 0]]}, "periods: the two must differ in direction"),
    ({"periods": [[1, 0], [0, 101]]}, "periods has 101, coordinates are integers up to 100"),
    ({"periods": [[1, 0], [0, [1, 1]]]},
     r"periods has \[1, 1\], coordinates are integers up to 100, and with the frames root 2 and root 3 also pairs$"),
    ({"frame": "root 2", "periods": [[1, 0], [0, [1, 1, 1]]]}, r"integers up to 100 and pairs \[a, b\] for a \+ b√2"),
    ({"periods": [[2, 0], [0, 1]]}, "cell 1 has no cell behind the side between"),
    ({"periods": [[1, 0], [50, 1]]}, "periods are too slanted"),
    ({"cells": []}, r"cells is \[\], allowed is a list of 1 to 64 cells of a unit"),
    ({"cells": [3]}, "cell 1 is 3, allowed is a table with name, corners, at"),
    ({"cells": [{"corners": [[0, 0]]}]}, r"cell 1: corners is \[\[0, 0\]\], allowed is a list of 2 to 40 points"),
    ({"cells": [{"corners": CORNERS, "name": "a"}, {"corners": CORNERS, "name": "a"}]}, 'cell 2 has the name "a"'),
    ({"cells": [{"corners": CORNERS, "size": 1}]}, 'cell 1: unknown key "size": choose from at, corners, name'),
    ({"cells": [{"corners": [[0, 0], [1, 1], [1, 0], [0, 1]]}]}, "cell 1 is no polygon: two of its sides meet"),
    ({"cells": [{"corners": [[0, 0], [1, 0], [2, 0]]}]}, "cell 1 is no polygon: .* or it has no area"),
    ({"cells": [{"corners": CORNERS}, {"corners": CORNERS}]}, "cells 1 and 2 overlap: they lie on the same side of"),
    ({"periods": [[2, 0], [0, 2]]}, r"cell 1 has no cell behind the side between \[0, 0\] and \[1, 0\]"),
    ({"periods": [[1, 0], [0, 2]], "cells": [{"corners": CORNERS}, {"corners": [[x, y + 1] for x, y in CORNERS]}]},
     "periods are too long: a shorter translation carries cells to cells, 1 to 2"),
    ({"cells": [{"corners": [[0, 0], [2, 0], [2, 2], [0, 2]]}]}, "cells have 4 times the area of the unit"),
    ({"cells": [{"corners": CORNERS}, {"corners": [[0, 0], [1, 0]]}]}, "cell 2 has 2 corners: the cells are all"),
    ({"cells": [{"corners": [[0, 0], [1, 1]]}, {"corners": [[1, 0], [0, 1]]}]}, "cells 1 and 2 overlap; sticks"),
    ({"cells": [{"corners": [[0, 0], [2, 0]]}]}, "cells 1 and 1 overlap; sticks meet at ends only"),
    ({"cells": [{"corners": [[0, 0], [0, 0]]}]}, "cell 1 is a stick without length"),
    ({"drawing": [[1, 0], [2, 0]]}, r"drawing is \[\[1, 0\], \[2, 0\]\], the steps of the periods must differ"),
    ({"drawing": [[2, 0], [0, 1]]}, r"cell 1: at is missing: with the key drawing, each cell has its column and row"),
    ({"points": [[1, 1]]}, r"points has \[1, 1\], the place of cell 1 in a drawing"),
    ({"forms": [["2"]]}, r'forms has "2", a cell of the grid is \[x, y, z\], its name or \[x, y, name\]; names are 1'),
    ({"forms": [["1", "1"]]}, r'forms has \["1", "1"\], which has a cell twice'),
    ({"grid": "kites"}, 'unknown key "periods": choose from forms, grid, rules, source, title'),
    ({"rules": "no crossing"}, 'rules is "no crossing", allowed is a list of texts'),
    ({"title": "two\nlines"}, "title is .*, allowed is text in one line"),
]  # fmt: skip


@pytest.mark.parametrize(("keys", "message"), WRONG, ids=[message[:50] for _, message in WRONG])
def test_a_fault_is_told_in_one_line(keys: dict[str, Any], message: str) -> None:
    with pytest.raises(PuzzleError, match=f"^own: .*{message}") as error:
        of_table(SQUARES | keys, "own")
    assert "\n" not in str(error.value)


ODD: list[Any] = [10**30, -1, 1.5, float("nan"), True, None, "x", "", [], {}, [[0]], [[[1, 2], [3, 4]]], {"a": 1},
                  ["x"], [None], [[0, 0, {}]], "a\nb", "\ud800", "square"]  # fmt: skip


HALVES = {"title": "T", "frame": "square", "periods": [[2, 0], [0, 2]], "drawing": [[2, 0], [0, 1]], "points": [],
          "cells": [{"name": "a", "at": [0, 0], "corners": [[0, 0], [2, 0], [0, 2]]},
                    {"name": "b", "at": [1, 0], "corners": [[2, 0], [2, 2], [0, 2]]}],
          "forms": [["a", [0, 0, "b"]]], "rules": ["no crossroads"], "source": "S"}  # fmt: skip
DOMINOES = {"title": "T", "grid": "square", "forms": [[[0, 0, 0], [1, 0, 0]]], "rules": [], "source": "S"}


@pytest.mark.parametrize("keys", [HALVES, DOMINOES], ids=["cells of its own", "cells of another grid"])
def test_a_value_of_a_wrong_type_for_any_key_is_told_in_one_line(keys: dict[str, Any]) -> None:
    of_table(keys, "file")
    for at in [at for at in paths(keys, 2) if at]:
        for new in ODD:
            try:
                of_table(changed(keys, at, new), "file")
            except PuzzleError as error:
                assert str(error).startswith("file: ") and "\n" not in str(error), (at, new)
            else:
                assert isinstance(new, str) or new in (-1, [], ["x"], [[0]]), (at, new)
    for key, new in product(keys, ({}, None, 1, True)):
        with pytest.raises(PuzzleError, match=f"^file: {key} "):
            of_table(keys | {key: new}, "file")


def test_a_grid_that_is_not_there_is_told_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(
        PuzzleError, match=r'^grid is "round": choose from square, cubic, .* or the path of a file\.toml$'
    ):
        grid_of("round")
    with pytest.raises(PuzzleError, match=r'^grid is "none\.toml": there is no such file$'):
        grid_of("none.toml", beside=tmp_path)
    (tmp_path / "date.toml").write_text("title = 2026-11-26")
    with pytest.raises(PuzzleError, match=r"date\.toml: a value is neither text, an integer, a list nor a table"):
        load(tmp_path / "date.toml")


def test_cells_of_the_same_centre_are_refused() -> None:
    around = [[0, 0], [1, 0], [1, 12], [3, 12], [3, 0], [4, 0], [4, 1], [4, 3], [4, 13], [3, 13], [1, 13], [0, 13]]
    cells = [{"corners": [*around, [0, 3], [0, 1]]}, {"corners": [[1, 0], [3, 0], [3, 12], [1, 12]]}]
    with pytest.raises(PuzzleError, match=r"^own: cells 1 and 2 have the same centre$"):
        of_table({"periods": [[4, 0], [0, 13]], "cells": cells}, "own")


# Figures


@pytest.mark.slow
def test_tetrasticks_fill_the_square_of_knuth() -> None:
    # Fifteen of the sixteen in 5x5 squares: 1795 solutions up to symmetry (D. E. Knuth, Dancing Links, 2000).
    four = every_piece(4, GRIDS["sticks"]).pieces
    board = [[x, y, 0] for x in range(5) for y in range(6)] + [[x, y, 1] for x in range(6) for y in range(5)]
    pieces = {piece.name: {"cells": piece.cells.tolist(), "min": 0, "max": 1} for piece in four}
    counts = sp.count(sp.make_puzzle(grid="sticks", board=board, pieces=pieces))
    assert (counts.raw, counts.isometries) == (14360, 1795)


# A convex shape on half squares is a rectangle w by h without corners of a, b, c and d squares along its sides, upper
# left first, clockwise.
Convex = tuple[int, int, int, int, int, int]


def convex(halves: int) -> list[Convex]:
    """Return the convex shapes of so many half squares, one of each class under isometries."""
    found = set[Convex]()
    for wide, high in product(range(1, halves + 1), repeat=2):
        cut = 2 * wide * high - halves
        for a, b, c in product(range(min(wide, high) + 1), repeat=3) if cut >= 0 else ():
            d = isqrt(max(0, cut - a * a - b * b - c * c))
            fits = a + b <= wide and b + c <= high and c + d <= wide and d + a <= high
            if fits and a * a + b * b + c * c + d * d == cut:
                found.add(min(_images((wide, high, a, b, c, d))))
    return sorted(found)


def _images(shape: Convex) -> Iterator[Convex]:
    for _ in range(4):
        wide, high, a, b, c, d = shape
        yield from (shape, (wide, high, b, a, d, c))
        shape = high, wide, d, a, b, c


def _cells(shape: Convex) -> list[list[int]]:
    wide, high, a, b, c, d = shape
    middles = ((3, 1), (5, 3), (3, 5), (1, 3))  # of N, E, S and W, in sixths of a square
    return [
        [x, y, kind]
        for x, y, (kind, (right, down)) in product(range(wide), range(high), enumerate(middles))
        for across, along in [(6 * x + right, 6 * y + down)]
        if across + along > 6 * a and 6 * wide - across + along > 6 * b
        if 6 * (wide + high - c) > across + along and across + 6 * high - along > 6 * d
    ]


@pytest.mark.parametrize(
    ("pieces", "halves", "shapes", "filled"),
    [
        # Wang and Hsiung 1942: 20 convex shapes of 16 triangles, of which the tangram fills 13.
        ("tangram", 16, 20, {
            (2, 4, 0, 0, 0, 0): 9, (2, 5, 0, 0, 0, 2): 36, (2, 5, 1, 1, 1, 1): 2, (2, 6, 0, 2, 0, 2): 6,
            (2, 6, 0, 2, 2, 0): 6, (3, 3, 0, 0, 1, 1): 28, (3, 3, 0, 1, 0, 1): 6, (3, 4, 0, 2, 0, 2): 2,
            (3, 4, 0, 2, 2, 0): 8, (3, 5, 0, 3, 1, 2): 20, (3, 5, 0, 3, 2, 1): 12, (4, 4, 0, 0, 0, 4): 6,
            (4, 4, 2, 2, 2, 2): 1,
        }),
        # Knuth, The Art of Computer Programming 7.2.2.1: 63 convex shapes, of which all tetraboloes fill eight.
        pytest.param("tetraboloes", 56, 63, {
            (3, 11, 1, 2, 2, 1): 236, (5, 7, 0, 1, 3, 2): 4828, (5, 7, 0, 2, 1, 3): 5274, (5, 7, 0, 2, 3, 1): 5365,
            (5, 7, 0, 3, 1, 2): 4454, (5, 9, 0, 3, 5, 0): 772, (5, 9, 1, 4, 4, 1): 747, (7, 7, 0, 4, 1, 5): 1836,
        }, marks=pytest.mark.slow),
    ],
)  # fmt: skip
def test_the_convex_shapes_that_a_set_fills(pieces: str, halves: int, shapes: int, filled: dict[Convex, int]) -> None:
    every = convex(halves)
    assert len(every) == shapes
    counts = {
        shape: sp.count(sp.make_puzzle(grid="half-squares", board=_cells(shape), pieces=pieces)).isometries
        for shape in every
    }
    assert {shape: many for shape, many in counts.items() if many} == filled


@pytest.mark.few(3)
@pytest.mark.parametrize("name", FILES)
def test_what_is_searched_is_what_checkers_derive(name: str) -> None:
    grid = GRIDS[name]
    pieces = {piece.name: {"cells": piece.cells.tolist(), "min": 0, "max": 2} for piece in every_piece(2, grid).pieces}
    puzzle = sp.make_puzzle(grid=name, box=[2, 2], pieces=pieces)
    cover, derived = sp.cover_of(puzzle, sp.place(puzzle)), statement(puzzle)
    assert sorted(tuple(cover.items_of(option)) for option in range(len(cover.rows))) == sorted(derived.options)
    assert len(sp.symmetry_of(puzzle, cover).items) == len(derived.symmetries)
