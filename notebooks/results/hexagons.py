"""Weakly symmetric patterns of MacMahon's 24 triangles in a hexagon (TAOCP 4B, exercise 7.2.2.1-129).

`python hexagons.py DIR` writes exact covers with colours, in Knuth's notation, whose solutions are the patterns with a
free border whose colour patches a reflection of the hexagon preserves.  `python hexagons.py CERTIFICATE` counts the
solutions that a certificate lists for each place of the one-coloured tiles, and those with strong symmetry.

A triangle is a triple of barycentric coordinates with the sum 2 (upward) or 1 (downward); they are the directions of
its edges too.  The symmetries of the hexagon permute the coordinates, and may replace each c by 1 - c.  A tile has a
colour on each edge.  A corner of a triangle is on the boundary of a patch if the two edges beside it have different
colours; an item for each pair of triangles that the reflection exchanges has these three bits as its colour, so both
triangles must agree on it.

The 24 permutations of the colours act on the patterns, and none but the identity fixes one, since each permutes the
four tiles of one colour.  So a solution has the tile of colour a at the first of the four triangles that have such a
tile, b at the second, and so on; the number of all patterns is 24 times the number of solutions.  An item `case` is
covered by one option for each set of four triangles that the reflection maps to itself, which says on items `s...`
where the tiles of one colour are.
"""

import itertools
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Triangle = tuple[int, int, int]
COLOURS = "abcd"
AXIS = (0, 2, 1)  # a reflection exchanges two coordinates; with the flip it is of the other kind
REFLECTIONS = {"left-right": False, "top-down": True}


def hexagon() -> list[Triangle]:
    """Return the 24 triangles of a hexagon with sides of length 2."""
    near = range(-1, 3)
    return sorted(t for t in itertools.product(near, near, near) if sum(t) in (1, 2))


def image(triangle: Triangle, flip: bool) -> Triangle:
    """Return the image of a triangle under the reflection of a kind."""
    x, y, z = (triangle[place] for place in AXIS)
    return (1 - x, 1 - y, 1 - z) if flip else (x, y, z)


def edge(triangle: Triangle, direction: int) -> str:
    """Return the name of an edge, which the two triangles beside it share."""
    upward = list(triangle)
    upward[direction] += 2 - sum(triangle)  # the upward triangle on the other side of the edge, or the triangle itself
    return f"e{direction}" + "".join(f".{c}" for c in upward)


def named(letter: str, triangle: Triangle) -> str:
    """Return the name of an item that belongs to a triangle."""
    return letter + "".join(f".{c}" for c in triangle)


def turned(colours: str) -> str:
    """Return the name of a tile: the first of its three rotations.

    Around upward and downward triangles the directions of edges are in the same order, as a half-turn keeps them.
    """
    return min(colours[turn:] + colours[:turn] for turn in range(3))


def corners(colours: str) -> tuple[bool, bool, bool]:
    """Return which corners are on a boundary; corner k lies between the edges of the other two directions."""
    return colours[1] != colours[2], colours[0] != colours[2], colours[0] != colours[1]


def cases(flip: bool) -> list[tuple[Triangle, ...]]:
    """Return the sets of four triangles that the reflection maps to themselves."""
    return [four for four in itertools.combinations(hexagon(), 4) if {image(t, flip) for t in four} == {*four}]


def kind(four: tuple[Triangle, ...], flip: bool) -> str:
    """Return how many of four triangles the reflection fixes, as a word."""
    return str(sum(image(t, flip) == t for t in four))


def lines(flip: bool, wanted: list[tuple[Triangle, ...]]) -> Iterator[str]:
    """Yield the lines of a cover: patterns that a reflection preserves, with tiles of one colour at wanted places."""
    board = hexagon()
    tiles = sorted({turned("".join(colours)) for colours in itertools.product(COLOURS, repeat=3)})
    edges = sorted({edge(t, direction) for t in board for direction in range(3)})
    first = {t: min(t, image(t, flip)) for t in board}
    patches = sorted({named("w", t) for t in first.values()})
    solid = [named("s", t) for t in board]
    yield " ".join(["case", *(named("t", t) for t in board), *tiles, "|", *edges, *patches, *solid])
    for four in wanted:
        colour = dict(zip(four, COLOURS, strict=True))
        yield " ".join(["case", *(f"{named('s', t)}:{colour.get(t, 'x')}" for t in board)])
    for t in board:
        for colours in map("".join, itertools.product(COLOURS, repeat=3)):
            own = corners(colours)
            across = tuple(own[place] for place in AXIS)
            if image(t, flip) == t and own != across:
                continue
            bits = own if first[t] == t else across
            items = [named("t", t), turned(colours)]
            items += [f"{edge(t, direction)}:{colours[direction]}" for direction in range(3)]
            items += [f"{named('w', first[t])}:{sum(bit << k for k, bit in enumerate(bits))}"]
            items += [f"{named('s', t)}:{colours[0] if len({*colours}) == 1 else 'x'}"]
            yield " ".join(items)


def half_turn(triangle: Triangle) -> Triangle:
    """Return the image of a triangle under the half-turn, which keeps the directions of edges."""
    x, y, z = triangle
    return 1 - x, 1 - y, 1 - z


def strong(colours: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Tell which patterns the half-turn maps to themselves but for a permutation of the colours.

    `colours` has a row for each pattern, with the colours 0 to 3 of its edges in the order of their names.
    """
    edges = sorted({edge(t, direction) for t in hexagon() for direction in range(3)})
    place = {name: number for number, name in enumerate(edges)}
    across = np.empty(len(edges), np.int64)
    for t in hexagon():
        for direction in range(3):
            across[place[edge(t, direction)]] = place[edge(half_turn(t), direction)]
    pairs = 4 * colours + colours[:, across]  # the permutation must map the first colour of a pair to the second
    met = np.zeros((len(colours), 16), np.bool_)
    for number in range(16):
        met[:, number] = (pairs == number).any(axis=1)
    kinds: NDArray[np.int64] = met.sum(axis=1)
    same: NDArray[np.bool_] = kinds == len(COLOURS)
    return same  # all four colours occur, so each is mapped to one


def report(options: list[list[str]], solutions: Iterable[list[int]], most: int = 20000) -> Counter[tuple[str, bool]]:
    """Count solutions, which are lists of numbers of options, by their case, and whether they are strong."""
    edges = sorted({item.partition(":")[0] for option in options for item in option if item.startswith("e")})
    table = np.full((len(options), len(edges)), -1, np.int64)
    for number, option in enumerate(options):
        for item in option:
            name, _, colour = item.partition(":")
            if name in edges:
                table[number, edges.index(name)] = COLOURS.index(colour)
    found: Counter[tuple[str, bool]] = Counter()
    for rows in chunks(solutions, most):
        chosen = np.array(rows)
        is_strong = strong(table[chosen].max(axis=1))
        for row, strongly in zip(rows, is_strong.tolist(), strict=True):
            (case,) = (option for option in row if options[option][0] == "case")
            places = [item.partition(":")[0] for item in options[case] if item.startswith("s") and item[-1] != "x"]
            found[" ".join(places), strongly] += 1
    return found


def chunks(solutions: Iterable[list[int]], most: int) -> Iterator[list[list[int]]]:
    """Yield so many solutions at a time."""
    every = iter(solutions)
    while rows := [*itertools.islice(every, most)]:
        yield rows


def main(place: Path) -> None:
    """Write a cover for each reflection and number of one-coloured tiles that it fixes, or count a certificate's."""
    if (place / "manifest.json").exists():
        text = (place / "cover.dlx").read_text(encoding="utf-8").splitlines()
        with (place / "solutions.ndjson").open(encoding="utf-8") as listed:
            found = report([line.split() for line in text[1:]], map(json.loads, listed))
        for (case, strongly), number in sorted(found.items()):
            print(f"{case}: {number} {'strong' if strongly else 'not strong'}")
        every = {kind: sum(n for (_, is_strong), n in found.items() if is_strong == kind) for kind in (False, True)}
        print(f"all: {every[False]} not strong, {every[True]} strong")
        return
    write(place)


def write(folder: Path) -> None:
    """Write a cover for each reflection and each number of one-coloured tiles that it fixes."""
    for name, flip in REFLECTIONS.items():
        every = cases(flip)
        for number in sorted({kind(four, flip) for four in every}):
            wanted = [four for four in every if kind(four, flip) == number]
            path = folder / f"hexagon-{name}-{number}.dlx"
            path.write_text("".join(f"{line}\n" for line in lines(flip, wanted)), encoding="utf-8")
            print(f"{path.name}: {len(wanted)} cases")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
