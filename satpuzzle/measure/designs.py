"""Combinatorial designs and other classical exact covers that are not packings, for measurements.

Each function returns a cover of the given size.  Sources: D. E. Knuth, The Art of Computer Programming 7.2.2.1, and
Dancing links (2000).
"""

from collections.abc import Callable, Hashable, Iterator, Mapping
from itertools import combinations, permutations, product

from satpuzzle.cover.exact_cover import ExactCover


def langford(pairs: int) -> ExactCover:
    """Return Langford's problem: a row with each number from 1 to `pairs` twice, and k numbers between the two k.

    A row and its reversal are different solutions; OEIS A014552 counts them once.
    """
    places = range(2 * pairs)
    options: list[list[Hashable]] = [
        [("number", k), ("place", place), ("place", place + k + 1)]
        for k in range(1, pairs + 1)
        for place in places
        if place + k + 1 in places
    ]
    return ExactCover.of_sets(options)


def queens(size: int) -> ExactCover:
    """Return the problem of placing `size` queens on a square board so that none attacks another (OEIS A000170)."""
    options: list[list[Hashable]] = [
        [("row", y), ("column", x), ("up", x + y), ("down", x - y)] for y, x in product(range(size), repeat=2)
    ]
    lines = {item for option in options for item in option}
    bounds: Mapping[Hashable, tuple[int, int]] = {
        item: (int(item[0] in ("row", "column")), 1)  # type: ignore[index]
        for item in sorted(lines, key=repr)
    }
    return ExactCover.of_sets(options, bounds)


def steiner_triples(points: int) -> ExactCover:
    """Return the problem of Steiner triple systems: triples of points that contain each pair once (OEIS A030128)."""
    return ExactCover.of_sets([list(combinations(triple, 2)) for triple in combinations(range(points), 3)])


def one_factorizations(points: int) -> ExactCover:
    """Return the problem of dividing the edges of a complete graph into perfect matchings (OEIS A000438)."""
    return ExactCover.of_sets(list(_matchings(tuple(range(points)))))


def _matchings(points: tuple[int, ...]) -> Iterator[list[tuple[int, int]]]:
    if not points:
        yield []
    for partner in points[1:]:
        rest = tuple(point for point in points[1:] if point != partner)
        yield from ([(points[0], partner), *others] for others in _matchings(rest))


def latin_squares(order: int) -> ExactCover:
    """Return the problem of Latin squares whose first row and first column are in order (OEIS A000315)."""
    options: list[list[Hashable]] = [
        [("cell", y, x), ("row", y, value), ("column", x, value)]
        for y, x, value in product(range(order), repeat=3)
        if (y or value == x) and (x or value == y)
    ]
    return ExactCover.of_sets(options)


def partridge(most: int) -> ExactCover:
    """Return the problem of filling a square of side 1 + 2 + ... + `most` by one square of side 1, two of side 2, ...

    The numbers of solutions are OEIS A381976.  For each k there is an item that the squares of side k cover, k times in
    all.
    """
    side = most * (most + 1) // 2
    cells = [*product(range(side), repeat=2)]
    options: list[list[Hashable]] = [
        [("side", k), *((y + down, x + right) for down, right in product(range(k), repeat=2))]
        for k in range(1, most + 1)
        for y, x in product(range(side - k + 1), repeat=2)
    ]
    bounds: dict[Hashable, tuple[int, int]] = {("side", k): (k, k) for k in range(1, most + 1)}
    return ExactCover.of_sets(options, bounds | dict.fromkeys(cells, (1, 1)))


def distinct_oblongs(side: int) -> ExactCover:
    """Return the problem of filling a square by different rectangles, none of them a square (OEIS A360498, raw).

    A rectangle may be rotated.
    """
    options: list[list[Hashable]] = [
        [("oblong", *sorted((high, wide))), *product(range(y, y + high), range(x, x + wide))]
        for high, wide in permutations(range(1, side + 1), 2)
        for y, x in product(range(side - high + 1), range(side - wide + 1))
    ]
    bounds: dict[Hashable, tuple[int, int]] = dict.fromkeys(product(range(side), repeat=2), (1, 1))
    bounds |= {("oblong", *pair): (0, 1) for pair in combinations(range(1, side + 1), 2)}
    return ExactCover.of_sets(options, bounds)


DESIGNS: dict[str, Callable[[int], ExactCover]] = {
    "langford": langford,
    "queens": queens,
    "steiner-triples": steiner_triples,
    "one-factorizations": one_factorizations,
    "latin-squares": latin_squares,
    "partridge": partridge,
    "distinct-oblongs": distinct_oblongs,
}
