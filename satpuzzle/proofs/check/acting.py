"""Where pieces may lie, and what isometries of the board make of them, for checkers only.

Rules play no part in this (docs/counting.md).  Placements are lists of codes, as in `geometry.py`.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from satpuzzle.clock import Clock
from satpuzzle.proofs.check.chains import folded, from_one_end
from satpuzzle.proofs.check.falling import Upright
from satpuzzle.proofs.check.motions import Cell, cells_of, common_turns, group_of, images, turns_of
from satpuzzle.proofs.check.wrapped import Wrapped
from satpuzzle.puzzle.grids.fcc import Balls
from satpuzzle.puzzle.model import Puzzle

Items = tuple[int, ...]
Pose = str | Items | None  # the sides or colours of a placement, if its cells alone do not determine it
Lying = Mapping[Items, Pose]  # the placements of a piece, by their codes


def placed(puzzle: Puzzle, number: int, board: list[Cell], items: int, clock: Clock) -> Lying:
    """Return the possible placements of piece `number`, whatever rules say: the codes of its items, with its pose.

    The pose has its colours on the cells.
    """
    piece, place = puzzle.pieces[number], {cell: index for index, cell in enumerate(board)}
    if piece.chain is not None:
        walks = folded(piece.chain, puzzle.grid.name, board, Wrapped.of(puzzle, board).home, clock)
        return {
            tuple(sorted(at * items + cell for cell, at in zip(*walk, strict=True))): walk[1] for walk in walks
        }  # numbers along the chain take the place of colours
    hues, below, pairs = piece.colours.tolist(), puzzle.colours.tolist(), puzzle.pairs
    if pairs is None or not any(hues):  # then colours exclude nothing
        hues, below = [], []
    turns, wrapped = turns_of(puzzle.grid, piece.mirror, piece.rotate), Wrapped.of(puzzle, board)
    found: dict[Items, Pose] = {}
    every = images(
        puzzle.grid, cells_of(piece.cells), board, turns, clock,
        periods=wrapped.periods, exactly=piece.rotate is not True, glided=wrapped.glided,
    )  # fmt: skip
    for image in every:
        lying = sorted(zip((place[cell] for cell in image), hues or [0] * len(image), strict=True))
        if all(not hue or not below or not below[cell] or (hue, below[cell]) in (pairs or ()) for cell, hue in lying):
            pose = tuple(hue for _, hue in lying) if hues else None
            found[tuple(sorted(hue * items + cell for cell, hue in lying))] = pose
    return found


def kinds_of(puzzle: Puzzle) -> list[Any]:
    """Return for each cell of the board whether it is optional, its colour, and the regions of rules that it is in."""
    board = cells_of(puzzle.board)
    wrapped = Wrapped.of(puzzle, board)
    regions = [{wrapped.home(cell) for cell in cells} for rule in puzzle.rules for cells in rule.regions]
    within = [tuple(cell in cells for cells in regions) for cell in board]
    return list(zip(puzzle.optional.tolist(), puzzle.below.tolist(), within, strict=True))


def isometries_of(puzzle: Puzzle, points: list[Cell], kinds: list[Any], clock: Clock) -> Iterator[tuple[Items, bool]]:
    """Yield (image of each point, whether it is a rotation) for each isometry that preserves `points` and `kinds`.

    For tiles that may not be rotated, the only isometry is the identity.
    """
    if not puzzle.rotate:
        yield tuple(range(len(points))), True
        return
    grid, wrapped = puzzle.grid, Wrapped.of(puzzle, cells_of(puzzle.board))
    turns = common_turns(grid, [(piece.mirror, piece.rotate) for piece in puzzle.pieces])
    exactly = any(piece.rotate is not True for piece in puzzle.pieces)
    upright, any_way = Upright(puzzle, points), isinstance(grid, Balls)  # any rotation of balls may be one
    turns, every = (
        wrapped.kept([turn for turn in each if (any_way and not exactly) or upright.turn(turn)])
        for each in (turns, group_of(grid))
    )
    for moved in _keeping(wrapped, points, kinds, turns, clock, exactly=exactly):
        if not any_way or exactly or upright.balls(moved, True):
            yield moved, True
    for moved in _keeping(wrapped, points, kinds, every, clock, reflections=True):
        if not any_way or upright.balls(moved, False):
            yield moved, False


def _keeping(
    wrapped: Wrapped,
    points: list[Cell],
    kinds: list[Any],
    turns: Any,
    clock: Clock,
    reflections: bool = False,
    exactly: bool = False,
) -> Iterator[Items]:
    """Yield the image of each point, by number, for each isometry that maps points to points of the same kind."""
    number = {point: index for index, point in enumerate(points)}
    every = images(
        wrapped.grid, points, points, turns, clock, reflections, wrapped.periods, exactly, wrapped.glided, keeping=True
    )
    for image in every:
        moved = tuple(number[point] for point in image)
        if all(kinds[to] == kinds[index] for index, to in enumerate(moved)):
            yield moved


def ends_alike(puzzle: Puzzle) -> list[bool]:
    """Tell for each piece whether it is a chain that may be numbered from either end."""
    return [piece.chain is not None and piece.chain == piece.chain[::-1] for piece in puzzle.pieces]


def becoming(puzzle: Puzzle, moves: list[Items], lying: list[Lying], bounds: list[tuple[int, int]]) -> list[list[int]]:
    """Return what each piece becomes under each of the isometries that are no rotations, -1 for nothing."""
    turned = any(piece.rotate is not True for piece in puzzle.pieces)
    alike = ends_alike(puzzle)
    return _mates(moves, lying, bounds, alike) if turned else [matched(one, lying, bounds, alike) for one in moves]


def matched(moved: Items, lying: list[Lying], bounds: list[tuple[int, int]], alike: list[bool]) -> list[int]:
    """Return for each piece the piece whose placements are the images of its placements, -1 if there is none.

    A piece is matched with itself if possible.  The others are matched in pairs, first pieces with equal bounds, then
    pieces whose bounds have a number in common, each with the first piece that is not matched yet.  `alike` is that of
    `ends_alike`.
    """
    own, images = [frozenset(places) for places in lying], _carried(moved, lying, alike)
    to = {piece: piece for piece, image in enumerate(images) if image == own[piece]}
    for equal in (True, False):
        for piece, image in enumerate(images):
            for other in range(len(lying)):
                fits = bounds[piece] == bounds[other] if equal else common(bounds[piece], bounds[other])
                if fits and own[other] == image and not {piece, other} & to.keys():
                    to |= {piece: other, other: piece}
    return [to.get(piece, -1) for piece in range(len(lying))]


def _mates(moves: list[Items], lying: list[Lying], bounds: list[tuple[int, int]], alike: list[bool]) -> list[list[int]]:
    """Return what each piece becomes under each of the isometries that are no rotations, -1 for nothing.

    It becomes one of its *mates*, pieces whose placements such isometries make of its own, at most one with the same
    placements.  Mates are matched in the order of the pieces, first those with equal bounds, then those whose bounds
    have a number in common, each with the first that has no mates yet.
    """
    own, many = [frozenset(places) for places in lying], range(len(lying))
    images = [_carried(moved, lying, alike) for moved in moves]
    groups = [[piece] for piece in many]
    for equal in (True, False):
        for piece, other in product(many, repeat=2):
            if len(groups[other]) == 1 and own[other] not in [own[mate] for mate in groups[piece]]:
                fits = bounds[piece] == bounds[other] if equal else common(bounds[piece], bounds[other])
                if fits and any(image[piece] == own[other] for image in images):
                    groups[piece].append(other)
                    groups[other] = groups[piece]
    return [
        [next((mate for mate in groups[piece] if own[mate] == image[piece]), -1) for piece in many] for image in images
    ]


def _carried(moved: Items, lying: list[Lying], alike: list[bool]) -> list[frozenset[Items]]:
    """Return the images of the placements of each piece, if `moved` has the image of each item.

    Those of chains whose ends are `alike` are numbered again.
    """
    items = len(moved)
    most = max((code // items for places in lying for codes in places for code in codes), default=0)
    to_code = [hue * items + to for hue in range(most + 1) for to in moved]
    images = [[tuple(sorted(map(to_code.__getitem__, codes))) for codes in places] for places in lying]
    both = [*alike, *[False] * (len(lying) - len(alike))]  # the last piece stands for empty cells
    return [
        frozenset(_from_one_end(image, items) for image in some) if twofold else frozenset(some)
        for some, twofold in zip(images, both, strict=True)
    ]


def _from_one_end(codes: Items, items: int) -> Items:
    """Return the codes of a folding whose cells are numbered from the end that gives the smaller list."""
    cells, numbers = zip(*sorted((code % items, code // items) for code in codes), strict=True)
    return tuple(sorted(at * items + cell for cell, at in zip(cells, from_one_end(numbers), strict=True)))


def common(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Tell whether a number of copies exists that is within both bounds."""
    return max(one[0], other[0]) <= min(one[1], other[1])
