"""Textbook covers with their published numbers of solutions, and the check of what was found."""

from itertools import combinations, product

from brute_force import solutions
from strategies import Bounds, Sets

from satpuzzle.cover.exact_cover import ExactCover

Solutions = list[tuple[int, ...]]

Textbook = tuple[Sets, Bounds]


def knuth() -> Textbook:
    """TAOCP 7.2.2.1, equation (5)."""
    return [{2, 4}, {0, 3, 6}, {1, 2, 5}, {0, 3, 5}, {1, 6}, {3, 4, 6}], [(1, 1)] * 7


def latin_squares(n: int) -> Textbook:
    """Each row, column and symbol; each cell, row and symbol, ..."""
    options = [{r * n + c, n * n + r * n + s, 2 * n * n + c * n + s} for r, c, s in product(range(n), repeat=3)]
    return options, [(1, 1)] * (3 * n * n)


def queens(n: int) -> Textbook:
    """A queen in each row and column, at most one on a diagonal."""
    options = [{r, n + c, 2 * n + r + c, 4 * n - 1 + n - 1 - r + c} for r, c in product(range(n), repeat=2)]
    return options, [(1, 1)] * (2 * n) + [(0, 1)] * (4 * n - 2)


def langford_pairs(n: int) -> Textbook:
    """Two of each number, k of them k places apart."""
    options = [{k, n + first, n + first + k + 2} for k in range(n) for first in range(2 * n - k - 2)]
    return options, [(1, 1)] * (3 * n)


def graphs(n: int, least: int, most: int) -> Textbook:
    """Graphs on n vertices of degrees from `least` to `most`: an option is an edge."""
    return [{a, b} for a, b in combinations(range(n), 2)], [(least, most)] * n


def chain(n: int) -> Textbook:
    """A row of n cells to be filled with dominoes and one single square, which may be at every other cell."""
    return [*({x, x + 1} for x in range(n - 1)), *({x, n} for x in range(n))], [(1, 1)] * (n + 1)


TEXTBOOK: dict[str, tuple[Textbook, int]] = {
    "Knuth's seven items": (knuth(), 1),
    "Latin squares of order 3": (latin_squares(3), 12),  # OEIS A002860
    "five queens": (queens(5), 10),  # A000170
    "six queens": (queens(6), 4),
    "Langford pairs of 3": (langford_pairs(3), 2),  # twice A014552
    "Langford pairs of 4": (langford_pairs(4), 2),
    "no Langford pairs of 5": (langford_pairs(5), 0),
    "perfect matchings of K6": (graphs(6, 1, 1), 15),  # A001147
    "all matchings of K5": (graphs(5, 0, 1), 26),  # A000085
    "2-regular graphs on 5 vertices": (graphs(5, 2, 2), 12),  # A001205
    "3-regular graphs on 6 vertices": (graphs(6, 3, 3), 70),  # A002829
    "graphs on 4 vertices without isolated ones": (graphs(4, 1, 3), 41),  # A006129
    "graphs on 4 vertices of degrees 1 and 2": (graphs(4, 1, 2), 3 + 12 + 3),  # matchings, paths, cycles
    "a chain of 15": (chain(15), 8),
    "no chain of 16": (chain(16), 0),
}
LARGER: dict[str, tuple[Textbook, int]] = {
    "Latin squares of order 4": (latin_squares(4), 576),
    "eight queens": (queens(8), 92),
    "Langford pairs of 7": (langford_pairs(7), 52),
    "2-regular graphs on 7 vertices": (graphs(7, 2, 2), 465),
    "all matchings of K6": (graphs(6, 0, 1), 76),
    "graphs on 5 vertices without isolated ones": (graphs(5, 1, 4), 768),
}


def of(textbook: Textbook) -> ExactCover:
    return ExactCover.of_sets(*textbook)


def is_solution(chosen: tuple[int, ...], options: Sets, bounds: Bounds) -> bool:
    covered = [sum(item in options[option] for option in chosen) for item in range(len(bounds))]
    return all(lower <= times <= upper for times, (lower, upper) in zip(covered, bounds, strict=True))


def check(found: Solutions, options: Sets, bounds: Bounds) -> None:
    assert sorted(found) == solutions(options, bounds)
    assert all(list(solution) == sorted(solution) for solution in found)
