"""Boards of which a period is a glide: Möbius strips and Klein bottles, held against published numbers."""

from collections.abc import Callable
from itertools import product
from math import cos, pi, prod, sin
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from certified import certified
from in_node import in_node
from witnessed import counts_of

import satpuzzle as sp
from satpuzzle.cover.tables import Tables
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.formats.reading import parsed
from satpuzzle.puzzle.formats.writing import text
from satpuzzle.puzzle.formats.xmpuzzle.converting import burr_of


def dominoes(columns: int, rows: int, wrap: Any, **said: Any) -> sp.Puzzle:
    pieces = [{"name": "domino", "cells": "**", "max": "any"}]
    return sp.make_puzzle(grid="square", box=[columns, rows], wrap=wrap, pieces=pieces, **said)


def moebius(high: int, around: int) -> float:
    """Return the number of dimers on a Möbius strip of 2 · high by 2 · around squares (A103997)."""
    return prod(
        4 * sin(pi * (4 * n - 1) / (4 * around)) ** 2 + 4 * cos(pi * m / (2 * high + 1)) ** 2
        for m, n in product(range(1, high + 1), range(1, around + 1))
    )


def klein(high: int, around: int) -> float:
    """Return the number of dimers on a Klein bottle of 2 · high by 2 · around squares (A103999)."""
    return prod(
        4 * sin(pi * (4 * n - 1) / (4 * around)) ** 2 + 4 * sin(pi * (2 * m - 1) / (2 * high)) ** 2
        for m, n in product(range(1, high + 1), range(1, around + 1))
    )


@pytest.mark.parametrize(("surface", "formula"), [("moebius", moebius), ("klein", klein)])
def test_surfaces_have_as_many_tilings_by_dominoes_as_lu_and_wu_found(
    surface: str, formula: Callable[[int, int], float]
) -> None:
    """W. T. Lu and F. Y. Wu, Dimer statistics on the Möbius strip and the Klein bottle, Physics Letters A 259, 1999."""
    for around, high in ((2, 2), (3, 2), (2, 3), (3, 3)):
        wanted = round(formula(high, around))
        upright = dominoes(2 * high, 2 * around, f"{surface} y")
        for method in ("search", "frontier", "memo"):
            assert sp.count(dominoes(2 * around, 2 * high, surface), method=method).raw == wanted
            assert sp.count(upright, method=method).raw == wanted
        if around + high == 4:
            for backend in ("cadical", "cpsat", "clingo"):
                assert sp.count(dominoes(2 * around, 2 * high, surface), backend).raw == wanted


@pytest.mark.full
@pytest.mark.parametrize(("surface", "many"), [("moebius", 46069729), ("klein", 220581904)])  # A103997, A103999
def test_larger_surfaces_are_counted_by_their_states(surface: str, many: int) -> None:
    assert round((moebius if surface == "moebius" else klein)(4, 4)) == many
    assert sp.count(dominoes(8, 8, surface), method="frontier").raw == many
    assert sp.count(dominoes(8, 8, surface), method="memo").raw == many


def test_moebius_strips_of_any_length_have_the_numbers_of_perfect_matchings_of_the_oeis() -> None:
    assert [sp.count(dominoes(n, 4, "moebius")).raw for n in range(2, 8)] == [11, 37, 71, 252, 539, 1813]  # A263201
    assert [sp.count(dominoes(2 * n, 3, "moebius")).raw for n in range(2, 5)] == [28, 104, 388]  # A263200


# Of 2 by n squares; where two squares have two sides in common, the edges count as two (S.-M. Belcastro, Domino tilings
# of 2 × n grids on surfaces, J. Integer Sequences 26, 2023).
@pytest.mark.parametrize(
    ("wrap", "published"),
    [("klein", [6, 16, 34, 84, 198, 480]), ("klein y", [6, 10, 16, 38, 54, 142])],  # A162485, A351635
)
def test_narrow_klein_bottles_have_the_numbers_of_matchings_of_the_oeis(wrap: str, published: list[int]) -> None:
    for n, wanted in enumerate(published, 2):
        puzzle = dominoes(n, 2, wrap)
        steps = np.array([(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0)])
        beside = {tuple(cell): puzzle.wrapping.home(cell + steps).tolist() for cell in puzzle.board.tolist()}
        found = sp.solve(puzzle, up_to="raw")
        pairs = [[piece["cells"] for piece in solution.as_list()] for solution in found]
        assert sum(prod(beside[tuple(one)].count(other) for one, other in some) for some in pairs) == wanted


def test_the_isometries_of_a_surface_carry_equal_points_to_equal_points() -> None:
    """As docs/certificates.md counts them: 32 of a Klein bottle of 4 × 4."""
    orders = {"klein": 32, "moebius": 16, "xy": 16 * 8, "x": 16}
    for wrap, order in orders.items():
        assert Tables.of(dominoes(4, 4, wrap)).symmetry.orders == {"rotations": order, "isometries": order}
    still = Tables.of(dominoes(4, 3, "moebius", motions="translations")).symmetry.orders
    assert still == {"rotations": 8, "isometries": 16}  # eight steps round it twice; left and right are exchanged


def test_a_piece_comes_back_mirrored_once_round() -> None:
    shape = [[0, 0, 0], [1, 0, 0], [2, 0, 0], [0, 1, 0]]
    for wrap, ways in (("x", 4), ("moebius", 8)):
        one_sided = sp.make_puzzle(grid="square", box=[6, 4], wrap=wrap, mirror=False, pieces=[{"cells": shape}])
        upright, lying = 2 * 2 * 6, 2 * 3 * 6  # 3 by 2 squares fit into two rows, 2 by 3 into three
        assert len(Tables.of(one_sided).placements) == ways // 4 * (upright + lying)
        still = sp.make_puzzle(grid="square", box=[6, 4], wrap=wrap, motions="translations", pieces=[{"cells": shape}])
        assert len(Tables.of(still).placements) == ways // 4 * 3 * 6


def test_a_surface_is_said_by_its_name_or_by_its_periods() -> None:
    same = [
        ("moebius", "moebius x", [[5, 0, "flip"]], [[-5, 0, "flip"]]),
        ("klein", "klein x", [[5, 0, "flip"], [0, 3]], [[0, -3], [5, 0, "flip"]]),
        ("klein y", [[0, 3, "flip"], [5, 0]]),
    ]
    for several in same:
        found = [Tables.of(dominoes(5, 3, wrap)).placements.rows.tolist() for wrap in several]
        assert all(each == found[0] for each in found)
    for wrap in ("klein y", [[5, 0, "flip"]]):
        puzzle = dominoes(5, 3, wrap)
        for ending in (".toml", ".json"):
            again = parsed(text(puzzle, ending), ending, "again")
            assert again.wrapping.written == wrap and sp.count(again) == sp.count(puzzle)
    assert dominoes(5, 3, "klein").wrapping.said == ", joined along x with a flip and along y"
    assert dominoes(5, 3, [[5, 0, "flip"]]).wrapping.said == ", joined by (5, 0) with a flip"


def test_other_grids_have_surfaces_too(tmp_path: Path) -> None:
    hexagons = [[x, y, 0] for y in range(3) for x in range(-(y // 2), 4 - (y // 2) - y % 2)]  # rows of 4, 3 and 4
    triangles = [[x - y, y, kind] for y in range(2) for x in range(1, 4) for kind in (0, 1)]
    surfaces: list[dict[str, Any]] = [
        {"grid": "hexagonal", "board": hexagons, "wrap": "moebius"},
        {"grid": "hexagonal", "board": hexagons, "wrap": [[4, 0, "flip"], [-2, 4]]},
        {"grid": "triangular", "board": triangles, "wrap": [[4, 0, "flip"]]},
        {"grid": "kites", "box": [2, 1], "wrap": [[2, 0, "flip"]]},
        {"grid": "sticks", "box": [3, 2], "wrap": "klein", "rules": []},
        {"grid": "square", "box": [3, 3], "wrap": [[3, 3, "flip"]]},
    ]
    for said in surfaces:
        one = [[0, 0, 0]]
        puzzle = sp.make_puzzle(**said, pieces=[{"name": "one", "cells": one, "count": 2}], optional="all")
        assert certified(puzzle, tmp_path / "new") == sp.count(puzzle) == counts_of(puzzle)


SIDES = {"": "AAAA AAAB AABB", "A": "AAAA AAAB AABB", "same": "AAAA AAAB AABB", "AB": "ABBB AABB AABA"}


@pytest.mark.few(2)
@pytest.mark.parametrize(("key", "value"), [("match", "AB"), ("border", ""), ("border", "A"), ("border", "same")])
@pytest.mark.parametrize("wrap", ["moebius", "klein", "moebius y"])
def test_tiles_are_turned_over_once_round(wrap: str, key: str, value: str, tmp_path: Path) -> None:
    numbers = (1, 7, 1) if key == "match" else (9, 2, 3)
    tiles = [{"sides": sides, "max": most} for sides, most in zip(SIDES[value].split(), numbers, strict=True)]
    said: dict[str, Any] = {key: value} if value else {}
    puzzle = sp.make_puzzle(grid="square", box=[3, 3], wrap=wrap, tiles=tiles, mirror=False, **said)
    assert certified(puzzle, tmp_path / "new") == sp.count(puzzle) == counts_of(puzzle)


def test_a_tile_that_may_not_be_turned_is_reflected_where_a_piece_is() -> None:
    strip: dict[str, Any] = {"grid": "square", "box": [3, 1], "motions": "translations"}
    for wrap, ways in (("x", 1), ("moebius", 2)):
        one = sp.make_puzzle(**strip, wrap=wrap, tiles="ABCB", optional="all", match=False)
        assert len(Tables.of(one).placements) == 3 * ways  # ABCB, or upside down CBAB


def test_solutions_are_drawn_open_where_pieces_go_on() -> None:
    puzzle = sp.make_puzzle(grid="square", box=[3, 2], wrap="moebius", pieces=["**", "**", "**"])
    across = next(s for s in sp.solve(puzzle, up_to="raw") if str(s).splitlines()[0][0] == str(s).splitlines()[1][2])
    inside = next(s for s in sp.solve(puzzle, up_to="raw") if len({*str(s).splitlines()[0]}) == 3)
    assert sp.draw(across).svg != sp.draw(inside).svg
    assert sp.view(across).html


@pytest.mark.parametrize(
    ("said", "complaint"),
    [
        ('wrap = "moebius z"', "wrap is 'moebius z', allowed are x, y, xy, klein, klein x, klein y, moebius, moebius x,"
                               " moebius y, and one or two periods"),
        ('wrap = [[3, 0, "turn"]]', 'wrap is [[3, 0, "turn"]], allowed are x, y, xy, klein, klein x, klein y, moebius,'
                                    ' moebius x, moebius y, and one or two periods such as [[6, 0], [2, 5]] or'
                                    ' [[6, 0, "flip"]]'),
        ('wrap = [[3, 1, "flip"]]', "wrap: [3, 1] with a flip carries no cells to cells: the grid square has no glide"
                                    " by it along the middle of the board"),
        ('wrap = [[0, 0, "flip"]]', "wrap is [[0, 0]], allowed are one or two translations of the grid square in"
                                    " different directions"),
        ('wrap = [[3, 0, "flip"], [0, 3, "flip"]]', "wrap: two periods have a flip, allowed is one"),
        ('wrap = [[3, 0, "flip"], [1, 3]]', "wrap: [1, 3] is not perpendicular to [3, 0], the period with a flip"),
        ('wrap = [[2, 0, "flip"]]', "wrap: [0, 0, 0] and [2, 1, 0] of the board are the same cell"),
        ('wrap = "moebius"\nframe = [[3, 0, 0]]', "frame: a board that wraps round has none"),
        ('wrap = "moebius"\nup = "y"', "up: once round a board with a flip, [0, 1, 0] leads another way"),
        ('wrap = "moebius"\nrules = ["supported"]', "up: once round a board with a flip, [0, -1, 0] leads another way"),
        ('wrap = "moebius"\nrules = ["symmetric: half turn"]',
         'rules: "symmetric: half turn" is not for boards that wrap round'),
        ('motions = "rotations"', 'motions is "rotations", allowed is translations'),
        ('motions = "translations"\nmirror = true', "has both motions and mirror, one of them is allowed"),
        ('motions = "translations"\nrotate = 2', "has both motions and rotate, one of them is allowed"),
    ],
)  # fmt: skip
def test_what_makes_no_surface_is_refused_in_a_line(said: str, complaint: str) -> None:
    rest = "" if "grid" in said else 'grid = "square"\n'
    with pytest.raises(PuzzleError) as caught:
        sp.loads(f'{rest}box = [3, 2]\n{said}\npieces = [{{ name = "one", cells = "*", max = 6 }}]\n', name="a")
    assert str(caught.value) == f"a: {complaint}"


def test_what_does_not_know_such_boards_refuses_them() -> None:
    puzzle = dominoes(3, 2, "klein")
    with pytest.raises(PuzzleError, match="a BurrTools file cannot express this: that the board wraps round"):
        burr_of(puzzle)
    with pytest.raises(PuzzleError, match="packings on a board that wraps round cannot be taken apart"):
        sp.assemble(next(iter(sp.solve(puzzle))))
    sides: dict[str, Any] = {"grid": "square", "box": [3, 3], "wrap": "moebius", "tiles": "AAAA*9"}
    for border in ("same on each side", "different on each side"):
        with pytest.raises(PuzzleError, match=f'border is "{border}", but once round a board with a flip a side faces'):
            sp.make_puzzle(**sides, border=border)


# Translations only


def test_pieces_that_are_only_translated_have_one_orientation() -> None:
    cells = "***\n*.."
    ways: list[dict[str, Any]] = [{"motions": "translations"}, {"mirror": False, "rotate": False}]
    boards: list[tuple[str, list[int]]] = [("square", [4, 3]), ("cubic", [4, 3, 1])]
    for said in ways:
        for grid, box in boards:
            whole = sp.make_puzzle(grid=grid, box=box, pieces=[{"name": "L", "cells": cells}], optional="all", **said)
            own = sp.make_puzzle(grid=grid, box=box, pieces=[{"name": "L", "cells": cells, **said}], optional="all")
            for puzzle in (whole, own):
                assert len(Tables.of(puzzle).placements) == 4
                assert sp.count(puzzle) == counts_of(puzzle)
                assert len(Tables.of(sp.from_dict(sp.to_dict(puzzle))).placements) == 4


def test_a_piece_may_say_otherwise_than_the_puzzle() -> None:
    pieces = [{"name": "I", "cells": "***"}, {"name": "free", "cells": "***", "rotate": True, "mirror": True}]
    puzzle = sp.make_puzzle(grid="square", box=[3, 3], motions="translations", pieces=pieces, optional="all")
    assert np.bincount(Tables.of(puzzle).placements.piece).tolist() == [3, 6]


def test_the_page_reads_what_puzzle_files_say_of_surfaces_and_motions() -> None:
    said = {"grid": "square", "box": [4, 3], "motions": "translations"}
    pieces = [{"name": "a", "cells": "**"}, {"name": "b", "cells": "**", "mirror": True, "rotate": 2}]
    script = "answer(puzzleOf(input.said, library).pieces.map(({ mirror, rotate }) => [mirror, rotate]));"
    assert in_node(script, said={**said, "pieces": pieces}) == [[False, False], [True, 2]]
    complaint = """
    try { answer(puzzleOf(input.said, library).wrap); } catch (error) { answer(error.message); }
    """
    wrong = {**said, "pieces": pieces, "wrap": [[4, 0, "turn"]]}
    assert in_node(complaint, said=wrong) == "“wrap” has a value that is not allowed."
    known = in_node(complaint, said={**said, "pieces": pieces, "wrap": "klein x"})
    assert known == "klein" or "this page does not know such boards yet" in known
