"""Classes of packings from nothing but sets of cells.

A packing is a set of sets of cells, one for each piece that lies there.  An isometry of the board carries these to
other sets of cells; if they are a packing again, both are the same.  Neither pieces nor their mirror images are
matched, and bounds matter only to what a packing is.  So no two pieces may cover the same cells (`apart`).
"""

from itertools import combinations

from by_hand import Cells, Moves, board_moves, packings, places

from satpuzzle.puzzle.model import Counts, Puzzle

Bare = frozenset[Cells]  # a packing


def apart(puzzle: Puzzle) -> bool:
    """Tell whether no two pieces can cover the same cells."""
    return not any(one & other for one, other in combinations(places(puzzle), 2))


def bare_packings(puzzle: Puzzle) -> set[Bare]:
    """Return all packings."""
    return {frozenset(cells for _, cells in packing) for packing in packings(puzzle)}


def counts(puzzle: Puzzle, given: Bare = frozenset()) -> Counts:
    """Return the three counts of the packings that have what is given, up to isometries that keep it."""
    found = {packing for packing in bare_packings(puzzle) if given <= packing}
    turns, isometries = (
        len(classes(found, [moves for moves in group if _moved(given, moves) == given]))
        for group in board_moves(puzzle)
    )
    return Counts(len(found), turns, isometries)


def classes(packings: set[Bare], isometries: list[Moves]) -> list[set[Bare]]:
    """Return the packings in classes."""
    left, found = set(packings), []
    while left:
        images = {_moved(next(iter(left)), moves) for moves in isometries}
        found.append(left & images)
        left -= images
    return found


def _moved(packing: Bare, moves: Moves) -> Bare:
    return frozenset(frozenset(map(moves.__getitem__, cells)) for cells in packing)
