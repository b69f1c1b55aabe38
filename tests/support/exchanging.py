"""Puzzles of tiles whose colours may be exchanged, and how many patterns a set of solutions has, by sets of images."""

from collections.abc import Iterator
from itertools import permutations, product
from typing import Any

from hypothesis import strategies as st
from tiles_by_hand import BOXES, Colouring, Problem, images, middles, ways

import satpuzzle as sp

MOST = 3000  # colourings that are looked at


@st.composite
def problems(draw: st.DrawFn) -> tuple[Problem, sp.Puzzle, str]:
    """Draw a board, a puzzle of tiles on it, of which any number may be used, and its interchangeable colours."""
    grid, mirror = draw(st.sampled_from(sorted(BOXES))), draw(st.booleans())
    border, colours, free = draw(
        st.sampled_from([("", "AB", "AB"), ("same", "AB", "AB"), ("A", "ABC", "BC"), ("same", "ABC", "ABC"),
                         ("", "ABC", "BC"), ("same", "ABCD", "AB CD")])
    )  # fmt: skip
    cells, sides = list[Any](), len(middles(grid, (0, 0, 0)))
    for cell in draw(st.permutations(BOXES[grid])):
        more = sorted([*cells, cell])
        if len(colours) ** len({middle for one in more for middle in middles(grid, one)}) <= MOST or not cells:
            cells = more
    words = {min(ways("".join(word), mirror)) for word in product(colours, repeat=sides)}
    tiles = []
    while words:
        orbit = {min(ways(image, mirror)) for image in exchanged(min(words), free)}
        words -= orbit
        most = draw(st.sampled_from([0, 1, 2, 9, 9]))
        tiles += [{"sides": word, "min": 0, "max": most} for word in sorted(orbit) if most]
    empty = Problem(grid, tuple(cells), (), mirror, border)
    tiles = draw(st.permutations(tiles or [{"sides": colours[0] * sides, "min": 0, "max": 1}]))
    used = {letter for tile in tiles for letter in str(tile["sides"])}
    free = free if {*free} - {" "} <= used else ""
    said: dict[str, Any] = {"interchangeable": free} if free else {}
    if border in ("same", *used):
        said["border"] = border
    puzzle = sp.make_puzzle(grid=grid, board=[*map(list, cells)], tiles=tiles, mirror=mirror, **said)
    return empty, puzzle, free


def exchanged(word: str, free: str) -> Iterator[str]:
    """Yield a word with the colours of each set exchanged in all ways."""
    for order in product(*(permutations(one) for one in free.split())):
        there = dict(zip(free.replace(" ", ""), "".join(map("".join, order)), strict=True))
        yield "".join(there.get(letter, letter) for letter in word)


def patterns(problem: Problem, found: set[Colouring], free: str, mirror: bool = True) -> int:
    """Return how many solutions there are up to isometries and the exchange of colours."""
    left, number = set(found), 0
    while left:
        one, number = min(left, key=sorted), number + 1
        places, letters = zip(*sorted(one), strict=True)
        for word in exchanged("".join(letters), free):
            left -= images(problem, frozenset(zip(places, word, strict=True)), mirror)
    return number
