"""Bundled puzzles whose colours stand for something else, sides of pieces and pegs: their counts by brute force."""

import tomllib
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from certified import certified

import satpuzzle as sp
from satpuzzle.data import files

Cell = tuple[int, int]
Hues = dict[Cell, int]


def drawn(text: str) -> Hues:
    """Return the colour of each cell of a drawing, 0 for none."""
    rows = text.strip("\n").split("\n")
    return {
        (x, y): int(mark) if mark != "*" else 0
        for y, row in enumerate(rows)
        for x, mark in enumerate(row)
        if mark != "."
    }


def ways(piece: Hues, mirror: bool) -> set[frozenset[tuple[Cell, int]]]:
    """Return how a piece may be turned, and turned over, each way moved so that its first cell is at the origin."""
    found, turned = set(), piece
    for _ in range(2 if mirror else 1):
        for _ in range(4):
            turned = {(-y, x): hue for (x, y), hue in turned.items()}
            first = min(turned, key=lambda cell: (cell[1], cell[0]))
            found.add(frozenset(((x - first[0], y - first[1]), hue) for (x, y), hue in turned.items()))
        turned = {(-x, y): hue for (x, y), hue in turned.items()}
    return found


def packings(board: Hues, pieces: list[set[frozenset[tuple[Cell, int]]]]) -> Iterator[None]:
    """Yield once for each way to fill the board with the pieces, its first free cell first."""
    if not board:
        yield
        return
    x, y = min(board, key=lambda cell: (cell[1], cell[0]))
    for number, each in enumerate(pieces):
        for way in each:
            moved = {(x + dx, y + dy): hue for (dx, dy), hue in way}
            if all(cell in board and (0 in (board[cell], hue) or board[cell] == hue) for cell, hue in moved.items()):
                rest = {cell: hue for cell, hue in board.items() if cell not in moved}
                yield from packings(rest, pieces[:number] + pieces[number + 1 :])


def bundled(name: str) -> tuple[Hues, dict[str, Hues]]:
    """Return the board of a bundled puzzle, and its pieces."""
    content: dict[str, Any] = tomllib.loads(files("puzzles")[name].read_text(encoding="utf-8"))
    return drawn(content["board"]), {piece["name"]: drawn(piece["cells"]) for piece in content["pieces"]}


def test_one_packing_of_fronts_and_backs_and_its_half_turn() -> None:
    board, pieces = bundled("fronts-and-backs")
    sides = [(pieces[name], pieces[name.lower()]) for name in pieces if name.isupper()]
    found = sum(sum(1 for _ in packings(board, [ways(side, False) for side in up])) for up in product(*sides))
    assert found == sp.count("fronts-and-backs").raw == 2
    (solution,) = sp.solve("fronts-and-backs")
    assert sorted(piece.name for piece, _ in solution.pieces) == ["L", "P", "W", "i", "u", "y"]


def test_one_packing_covers_the_pegs() -> None:
    board, pieces = bundled("pegs")
    assert (
        sum(1 for _ in packings(board, [ways(piece, True) for piece in pieces.values()])) == sp.count("pegs").raw == 1
    )


@pytest.mark.full
@pytest.mark.parametrize("name", ["fronts-and-backs", "pegs"])
def test_backends_and_certificates_agree(name: str, tmp_path: Any) -> None:
    known = sp.load(name).published.raw
    assert certified(sp.load(name), tmp_path / "it").raw == known
    assert {sp.count(name, backend).raw for backend in ("cadical", "cpsat")} == {known}
