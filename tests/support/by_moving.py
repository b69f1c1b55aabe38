"""Taking apart the slow way: pieces are sets of cells that slide cell by cell, knowing nothing of satpuzzle's graphs.

Everything is tried: every set of pieces, every direction, every distance.  A set is out when it has gone farther than
anything could reach.
"""

from collections.abc import Callable, Collection, Iterator
from functools import cache
from itertools import combinations

Cell = tuple[int, ...]
Pieces = tuple[frozenset[Cell], ...]
Collide = Callable[[Cell, Cell, Cell], bool]  # whether a cell that makes a step in a direction hits another


def along_axes(axes: int) -> list[Cell]:
    """Return the directions to the sides of a square or a cube."""
    units = [tuple(int(i == axis) for i in range(3)) for axis in range(axes)]
    return [tuple(sign * x for x in unit) for unit in units for sign in (1, -1)]


TOWARDS_BALLS = [
    (a, b, c) for a in (-1, 0, 1) for b in (-1, 0, 1) for c in (-1, 0, 1) if abs(a) + abs(b) + abs(c) == 2
] + [tuple(2 * x for x in direction) for direction in along_axes(3)]


def cubes_collide(cell: Cell, direction: Cell, other: Cell) -> bool:
    return shifted(cell, direction) == other


def balls_collide(cell: Cell, direction: Cell, other: Cell) -> bool:
    """Tell whether a ball on its way comes nearer to another than their diameter, the root of 2: try 24 points."""
    return _balls_meet(direction, shifted(other, cell, -1))


@cache
def _balls_meet(direction: Cell, other: Cell) -> bool:
    for t in range(25):
        if sum((t * d - 24 * o) ** 2 for d, o in zip(direction, other, strict=True)) < 2 * 24**2:
            return True
    return False


def shifted(cell: Cell, direction: Cell, steps: int = 1) -> Cell:
    return tuple(c + steps * d for c, d in zip(cell, direction, strict=True))


def slide(
    moving: Collection[Cell], others: Collection[Cell], direction: Cell, collide: Collide, reach: int
) -> Iterator[int]:
    """Yield how many steps can be made, one after the other, up to `reach`, which is out."""
    cells = set(moving)
    for step in range(1, reach + 1):
        if any(collide(cell, direction, other) for cell in cells for other in others):
            return
        cells = {shifted(cell, direction) for cell in cells}
        yield step


def level(
    pieces: Pieces, directions: list[Cell], collide: Collide, far: bool, largest: int | None = None
) -> int | None:
    """Return after how many moves a set of pieces falls into two for the first time; None if it never does.

    Without `far` a move must be out at once; sets have at most `largest` pieces.
    """
    return next((moves for moves, _, _ in separations(pieces, directions, collide, far, largest)), None)


def least_levels(pieces: Pieces, directions: list[Cell], collide: Collide) -> list[int] | None:
    """Return the moves of each separation, the least there are in the order of what stays, then what has left.

    None if the pieces do not come apart.
    """
    if len(pieces) < 2:
        return []
    found = []
    for moves, group, state in separations(pieces, directions, collide, True, len(pieces) // 2):
        left = least_levels(tuple(p for i, p in enumerate(state) if i not in group), directions, collide)
        gone = least_levels(tuple(state[i] for i in group), directions, collide)
        if left is None or gone is None:
            return None
        found.append([moves, *left, *gone])
    return min(found, default=None)


def separations(
    pieces: Pieces, directions: list[Cell], collide: Collide, far: bool, largest: int | None
) -> Iterator[tuple[int, tuple[int, ...], Pieces]]:
    """Yield how pieces fall into two in the fewest moves: their number, which pieces leave, and where all were then."""
    reach = 2 * sum(
        max(max(x) for x in zip(*p, strict=True)) - min(min(x) for x in zip(*p, strict=True)) + 2 for p in pieces
    )
    known = {_fixed(pieces)}
    layer = [pieces]
    moves = 0
    found = False
    while layer and not found:
        moves += 1
        following = []
        for state in layer:
            for count in range(1, (largest or len(state) - 1) + 1):
                for group in combinations(range(len(state)), count):
                    moving = [cell for i in group for cell in state[i]]
                    others = [cell for i in range(len(state)) if i not in group for cell in state[i]]
                    for direction in directions:
                        for step in slide(moving, others, direction, collide, reach):
                            if step == reach:
                                found = True
                                yield moves, group, state
                                break
                            reached = tuple(
                                frozenset(shifted(cell, direction, step) for cell in piece) if i in group else piece
                                for i, piece in enumerate(state)
                            )
                            if far and _fixed(reached) not in known:
                                known.add(_fixed(reached))
                                following.append(reached)
        layer = following


def _fixed(state: Pieces) -> Pieces:
    first = min(state[0])
    return tuple(frozenset(shifted(cell, first, -1) for cell in piece) for piece in state)


def comes_apart(
    pieces: Pieces, directions: list[Cell], collide: Collide, far: bool, largest: int | None = None
) -> bool:
    """Tell whether pieces can be separated: by the criterion that every subset of them falls into two."""
    return all(
        level(subset, directions, collide, far, largest) is not None
        for count in range(2, len(pieces) + 1)
        for subset in combinations(pieces, count)
    )


def goes_in_from_above(pieces: Pieces) -> bool:
    """Tell whether some order of dropping the pieces into an empty box works: all orders are tried."""

    def extended(placed: frozenset[int]) -> bool:
        if len(placed) == len(pieces):
            return True
        if placed in hopeless:
            return False
        below = {cell for i in placed for cell in pieces[i]}
        for i, piece in enumerate(pieces):
            dropped = {(x, y, z + height) for x, y, z in piece for height in range(9)}
            if i not in placed and not dropped & below and extended(placed | {i}):
                return True
        hopeless.add(placed)
        return False

    hopeless: set[frozenset[int]] = set()
    return extended(frozenset())
