"""Bundled puzzles whose rules add up pips or count colours: their counts by brute force, and their certificates."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from certified import certified, refused, replaced

import satpuzzle as sp

Domino = tuple[int, int]
Pips = dict[tuple[int, int], int]


def fillings(
    wide: int, high: int, dominoes: list[Domino], suits: Callable[[Pips], bool], pips: Pips | None = None
) -> Iterator[Pips]:
    """Yield the pips on all cells of each way to fill a board with these dominoes, or some of them, cell by cell."""
    pips = pips or {}
    free = [(x, y) for y in range(high) for x in range(wide) if (x, y) not in pips]
    if not free:
        yield pips
        return
    (x, y) = free[0]
    for other in {(x + 1, y), (x, y + 1)} & {*free}:
        for one in dict.fromkeys(dominoes):
            for a, b in {one, one[::-1]}:
                more = {**pips, (x, y): a, other: b}
                if suits(more):
                    left = [*dominoes]
                    left.remove(one)
                    yield from fillings(wide, high, left, suits, more)


def up_to(most: int) -> list[Domino]:
    return [(a, b) for a in range(most + 1) for b in range(a, most + 1)]


def lines_are(total: int, lines: list[list[tuple[int, int]]]) -> Callable[[Pips], bool]:
    """Return what tells whether no line has more pips than it may, and whole ones have as many."""

    def suits(pips: Pips) -> bool:
        sums = [(sum(pips.get(cell, 0) for cell in line), all(cell in pips for cell in line)) for line in lines]
        return all(some == total if whole else some <= total for some, whole in sums)

    return suits


STRAIGHT = [[(x, y) for x in range(4)] for y in range(4)] + [[(x, y) for y in range(4)] for x in range(4)]
DIAGONAL = [[(k, k) for k in range(4)], [(k, 3 - k) for k in range(4)]]


def test_half_black_has_as_many_packings_as_brute_force_finds() -> None:
    assert sum(1 for _ in fillings(4, 4, [(0, 1)] * 8, lines_are(2, STRAIGHT))) == sp.count("half-black").raw == 760


@pytest.mark.slow
def test_magic_squares_of_dominoes_are_as_many_as_brute_force_finds() -> None:
    found = fillings(4, 4, up_to(3), lines_are(5, STRAIGHT + DIAGONAL))
    assert sum(1 for _ in found) == sp.count("domino-magic").raw == 304


def test_pips_has_one_packing_as_brute_force_finds() -> None:
    def suits(pips: Pips) -> bool:
        if len(pips) < 12:
            return True
        sums = pips[0, 2] + pips[1, 2] + pips[2, 2] <= 5 and pips[0, 1] >= 2
        singles = (pips[1, 0], pips[2, 0], pips[0, 0], pips[3, 0], pips[3, 2]) == (2, 2, 1, 1, 0)
        return sums and singles and pips[1, 1] == pips[2, 1] == pips[3, 1]

    (found,) = fillings(4, 3, up_to(2), suits)
    (solution,) = sp.solve("pips")
    cells = [(tuple(cell), hue) for one in solution.as_list() for cell, hue in _hues(one)]
    assert {(x, y): hue for (x, y, _), hue in cells} == found


def _hues(one: dict[str, object]) -> list[tuple[list[int], int]]:
    cells: list[list[int]] = one["cells"]  # type: ignore[assignment]
    return list(zip(cells, one.get("colours") or [0] * len(cells), strict=True))  # type: ignore[call-overload]


@pytest.mark.parametrize("form", ["tree", "frontier"])
@pytest.mark.parametrize("name", ["half-black", "pips"])
def test_certificates_of_weighed_puzzles_are_verified(name: str, form: str, tmp_path: Path) -> None:
    assert certified(sp.load(name), tmp_path / "it", form=form) == sp.count(name)


def test_a_solver_proves_them_in_lrat_and_a_tree_does_not(tmp_path: Path) -> None:
    counts = sp.certify("pips", tmp_path / "it", form="lrat", backend="cadical")
    assert sp.verify(tmp_path / "it").counts == counts
    with pytest.raises(sp.PuzzleError, match="pips: a tree cannot become an LRAT proof if there are weights"):
        sp.certify("pips", tmp_path / "other", form="lrat")


FORGED: dict[str, Callable[[Path], None]] = {
    "a sum": replaced("puzzle.toml", 'weight = [0, 1], bounds = "exactly 2"', 'weight = [0, 1], bounds = "at least 2"'),
    "a weight": replaced("puzzle.toml", "weight = [0, 1]", "weight = [1, 1]"),
    "no weight": replaced("puzzle.toml", "weight = [0, 1], ", ""),
    "a colour of a cell": replaced("puzzle.toml", 'cells = "1*"', 'cells = "11"'),
    "a place": replaced("puzzle.toml", "length = 4", "length = 3"),
}


@pytest.mark.parametrize("what", FORGED)
def test_a_certificate_with_other_weights_or_values_is_refused(what: str, tmp_path: Path) -> None:
    sp.certify("half-black", tmp_path / "it")
    FORGED[what](tmp_path / "it")
    assert refused(tmp_path / "it")


def test_a_cage_has_a_sum_and_different_numbers() -> None:
    """Of the twelve Latin squares of order 3, four have 2 and 3 in the first two cells of the first row."""
    latin = {"place": "row", "length": 3, "colours": "different"}
    cage = {"place": "region", "regions": [[[0, 0, 0], [1, 0, 0]]], "weight": "colours", "bounds": "exactly 5"}
    pieces = {number: {"cells": number, "count": 3} for number in "123"}
    for items, known in (([latin], 12), ([latin, cage], 4)):
        own: list[Any] = [{"title": "own", "sentence": "so", "items": items}]
        puzzle = sp.make_puzzle(grid="square", box=[3, 3], pieces=pieces, rules=own)
        for backend in ("native", "cadical", "cpsat"):
            assert sp.count(puzzle, backend).raw == known


def test_a_sum_without_an_upper_bound_may_be_larger_than_the_number_of_options(tmp_path: Path) -> None:
    """Two dominoes in a row of four cells have six placements, and 12 pips."""
    items = [{"place": "board", "weight": "colours", "bounds": "at least 12"}]
    keys = {"grid": "square", "box": [4, 1], "rules": [{"title": "own", "sentence": "so", "items": items}]}
    puzzle = sp.make_puzzle(pieces={"A": {"cells": "33"}, "B": {"cells": "33"}}, **keys)  # type: ignore[arg-type]
    for form in ("tree", "frontier"):
        assert certified(puzzle, tmp_path / form, form=form).raw == sp.count(puzzle).raw == 2
    sp.save_dlx(sp.cover_of(puzzle, sp.place(puzzle)), tmp_path / "it.dlx")
    assert sp.count(sp.load_dlx(tmp_path / "it.dlx")).raw == 2


def row(**keys: object) -> dict[str, object]:
    return {"title": "own", "sentence": "so", "items": [{"place": "cell"} | keys]}


@pytest.mark.parametrize(
    ("keys", "complaint"),
    [
        ({"weight": "pips", "bounds": "exactly 1"}, 'weight is "pips", allowed are "cells", "colours" and a list of 1'),
        ({"weight": [], "bounds": "exactly 1"}, r"weight is \[\], allowed are "),
        ({"weight": [0, -1], "bounds": "exactly 1"}, r"weight is \[0, -1\], allowed are "),
        ({"weight": [True], "bounds": "exactly 1"}, r"weight is \[true\], allowed are "),
        ({"weight": [0] * 65, "bounds": "exactly 1"}, r"weight is \[0, 0, .*, allowed are "),
        ({"colours": "same"}, 'colours is "same": choose from equal, different'),
        ({"colours": "equal", "bounds": "exactly 1"}, "bounds stands beside colours: allowed is one of both"),
        ({"colours": "different", "weight": "cells"}, "weight stands beside colours: allowed is one of both"),
        (
            {"colours": "equal", "covers": "at most 1"},
            'covers is "at most 1", and colours = "equal" needs a cell or more',
        ),
        (
            {"weight": [4], "bounds": "at most 3", "pieces": "empty"},
            'bounds is "at most 3", and cells that stay empty need 4 or more',
        ),
    ],
)
def test_rows_with_other_weights_are_refused_in_one_line(keys: dict[str, object], complaint: str) -> None:
    with pytest.raises(sp.PuzzleError, match=f"rules: .*: items 1: {complaint}"):
        sp.make_puzzle(grid="square", box=[2, 2], pieces={"o": {"cells": "1", "max": "any"}}, rules=[row(**keys)])  # type: ignore[list-item]


def test_a_reason_by_weights_says_what_rules_need() -> None:
    rule: Any = {"title": "seven", "sentence": "seven pips"}
    rule["items"] = [{"place": "board", "weight": "colours", "bounds": "exactly 7"}]
    pieces = [{"name": "A", "cells": "12"}, {"name": "B", "cells": "*3"}]
    puzzle = sp.make_puzzle(grid="square", box=[2, 2], pieces=pieces, rules=[rule])
    assert "the pieces weigh 0 in all, but the cells to fill and the rules 1" in sp.explain(puzzle).sentence


def test_named_pieces_have_no_colour_in_common() -> None:
    table = row(colours="equal") | {"text": "NAMES", "said": "o"}
    with pytest.raises(sp.PuzzleError, match='pieces is "named", and colours = "equal" is for all, empty or all and'):
        sp.make_puzzle(grid="square", box=[2, 2], pieces={"o": {"cells": "1"}}, rules=[table])  # type: ignore[list-item]
