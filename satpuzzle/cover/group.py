"""Computes the symmetry group: the permutations of options by the isometries of the board.

Isometries of the board map required cells to required cells, optional cells to optional cells, and preserve the
colours of cells.  A *rotation* is an isometry that is a motion that every piece may make; it maps each placement to a
placement of the same piece.  A reflection maps the placements of a piece to those of its mirror image, which is the
piece itself, another piece, or none, whatever rules say.  It is *total* if every piece has a mirror image with the same
bounds, rules that take placements away take away those of mirror images, too, and the mirror images of pieces that must
not touch must not touch either.  Otherwise it is *partial*: it maps a solution to a solution if each placement in it
has a mirror image, and the image keeps the bounds and the contacts.  If the bounds allow no such solution, there are no
reflections.

If colours of tiles may be exchanged, each exchange maps tiles to tiles, and the group has the product of each isometry
and each exchange.

If the pieces are tiles, an isometry maps the edges of cells together with the cells, and the colours that options give
to edges.  A puzzle whose tiles may not be rotated has no symmetries.

If all pieces may be turned in every way, the other isometries are reflections.  They are the products of one of them
with the rotations, so all of them match the same pieces, and either all are total or none is.  If some pieces may not,
the other isometries are several cosets of the rotations, and each makes of a piece what it makes of its placements.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache, partial
from itertools import islice
from math import factorial, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle import machine
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.action import Action
from satpuzzle.cover.classes import Condition, Symmetry
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.from_puzzle import further_of, unfiltered
from satpuzzle.cover.further import Further
from satpuzzle.cover.placements import Placements, place
from satpuzzle.cover.ruled import Ruled
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.cells import Up, keeping, onto, place_of
from satpuzzle.puzzle.chains import palindromic
from satpuzzle.puzzle.grids import Grid, Points
from satpuzzle.puzzle.grids.base import LARGE
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.puzzle.parts import SEPARATE, parts_of
from satpuzzle.puzzle.tiles import exchanges
from satpuzzle.puzzle.wrapping import Wrapping

Turning = tuple[bool, bool | int]  # as in `Puzzle.turning`
Permutations = NDArray[np.int64]  # (permutations, cells and items after the pieces)


def symmetry_of(
    puzzle: Puzzle,
    cover: ExactCover,
    must_preserve: Points | None = None,
    clock: Clock = UNLIMITED,
    placements: Placements | None = None,
    further: Further | None = None,
) -> Symmetry:
    """Return the symmetry group of a puzzle, acting on its cover.

    Symmetries map the frame to itself, or the points of `must_preserve` instead.  `placements` are those of the cover,
    which are computed again if they are not given.  `further` has the items
    of the cover beyond cells and pieces, if they are not the puzzle's own.  Raises Stopped if the clock stops.
    """
    board, beside = puzzle.board, puzzle.frame if must_preserve is None else must_preserve
    if not puzzle.rotate and not puzzle.interchangeable:
        return Symmetry.trivial(cover)
    kinds = _kinds(puzzle)
    further = further_of(puzzle) if further is None else further
    placements = place(puzzle, clock) if placements is None else placements
    if puzzle.parts == SEPARATE and (parts := parts_of(board, puzzle.grid)).any():
        from satpuzzle.cover.separate import separate_group  # few boards have several parts

        action = _action(puzzle, cover, placements, clock)
        return separate_group(puzzle, cover, action, further, parts, np.stack(kinds, axis=1), clock)
    none = np.zeros((0, 0), np.int64)
    rotations, isometries = _moves_of(puzzle, further, beside, kinds, clock) if puzzle.rotate else (none, none)
    turns = {rotation.tobytes() for rotation in rotations}
    others = [moved for moved in isometries if moved.tobytes() not in turns]
    if len(turns) == 1 and not others and not puzzle.interchangeable:
        return Symmetry.trivial(cover)
    action = _action(puzzle, cover, placements, clock)
    found = _turned(action, cover, further, rotations, clock)
    if others and puzzle.turning[1] is True:
        found = _with_reflection(found, puzzle, action, others[0], further, placements, beside)
    elif others:
        found = _with_others(found, puzzle, action, others, further, clock)
    return _with_exchanges(found, puzzle, further, action) if puzzle.interchangeable else found


def moves_of_board(puzzle: Puzzle, clock: Clock = UNLIMITED) -> tuple[Permutations, NDArray[np.bool_]]:
    """Return the symmetries of a board whose puzzle has no rules and tiles, and which of them are rotations.

    The shapes are (symmetries, cells) and (symmetries,); the identity is the first one.  Raises Stopped if the clock
    stops.
    """
    rotations, isometries = _moves_of(puzzle, further_of(puzzle), puzzle.frame, _kinds(puzzle), clock)
    every = np.unique(np.concatenate([rotations, isometries]), axis=0)  # the least permutation is the identity
    turns = {rotation.tobytes() for rotation in rotations}
    return every, np.array([move.tobytes() in turns for move in every])


def _kinds(puzzle: Puzzle) -> list[NDArray[Any]]:
    """Return the kinds of cells that symmetries keep, arrays of shape (cells,)."""
    return [puzzle.optional, puzzle.below, puzzle.within]


def _action(puzzle: Puzzle, cover: ExactCover, placements: Placements, clock: Clock) -> Action:
    """Return how permutations act on a cover of placements, and on those that rules took away."""
    whole = placements if placements.possible is None else placements.possible
    both = [len(piece.cells) + 1 if palindromic(piece.chain) else 0 for piece in puzzle.pieces]
    twofold = np.array([*both, 0])[whole.piece] if any(both) else None
    if placements.possible is None:
        return Action(cover, placements.marks, clock, twofold=twofold)
    possible = unfiltered(puzzle, placements.possible, clock, further=Ruled(len(puzzle.board), [], [], []))
    return Action(cover, placements.possible.marks, clock, possible, placements.kept, twofold)


def _with_reflection(
    found: Symmetry,
    puzzle: Puzzle,
    action: Action,
    reflection: NDArray[np.int64],
    further: Further,
    placements: Placements,
    beside: Points,
) -> Symmetry:
    """Return the group of the rotations and a reflection, if pieces have mirror images; else the rotations."""
    if not action.meet(mirrored := action.mirrored(reflection)):
        return found
    _check_filters(puzzle, mirrored)
    items, options = action.of(reflection, mirrored)
    items = further.extended(items, mirrored)
    condition = action.condition(items, options, mirrored[action.piece])
    if condition is not None and (items[len(items) - len(further) :] < 0).any():
        closed = partial(_closed, puzzle, placements, beside, further.closed(items, options, mirrored))
        condition = replace(condition, closed=closed)
    return _doubled(found, items, options, condition)


def _check_filters(puzzle: Puzzle, images: NDArray[np.int64]) -> None:
    """Raise PuzzleError if a filter names a piece that an isometry carries to another one; `images` is -1 for none."""
    for rule in puzzle.filters:
        for name in rule.named:
            number = puzzle.ground.number(name, rule)
            if images[number] not in (number, -1):
                other = puzzle.pieces[images[number]].name
                raise PuzzleError(f"{puzzle.name}: {rule.key}: the mirror image of {name} is the piece {other}")


def _with_others(
    turns: Symmetry, puzzle: Puzzle, action: Action, others: list[NDArray[np.int64]], further: Further, clock: Clock
) -> Symmetry:
    """Return the group of the rotations and all other isometries, where pieces may be turned in some ways only."""
    still, known, leaders = turns.items[:, : action.cells], set[bytes](), []  # one leader of each coset
    for moved in others:
        if moved.tobytes() not in known:
            leaders.append(moved)
            known |= {row.tobytes() for row in moved[still]}
    images = action.matched(leaders)
    if not any(map(action.meet, images)):
        return turns
    items, options, condition = [turns.items], [turns.options], [turns.condition]
    conditions: dict[bytes, tuple[int, Condition]] = {}
    for moved, pieces in zip(leaders, images, strict=True):
        clock.check()
        if action.meet(pieces):
            _check_filters(puzzle, pieces)
        to, placed = action.of(moved, pieces)
        to, number = further.extended(to, pieces), -1
        if (asked := action.condition(to, placed, pieces[action.piece])) is not None:
            number, _ = conditions.setdefault(asked.key, (len(conditions), asked))
        items.append(to[turns.items])
        options.append(placed[turns.options])
        condition.append(np.full(len(turns.items), number, np.int64))
    every = np.concatenate(condition)
    return Symmetry(
        items=np.concatenate(items),
        options=np.concatenate(options),
        rotation=np.arange(len(every)) < len(turns.items),
        isometry=np.ones(len(every), np.bool_),
        condition=every,
        conditions=tuple(asked for _, asked in conditions.values()),
        normal=False,
    )


def _moves_of(
    puzzle: Puzzle, further: Further, beside: Points, kinds: list[NDArray[Any]], clock: Clock
) -> tuple[Permutations, Permutations]:
    """Return the rotations and the isometries of the board, as permutations of its cells and of further items.

    They keep the kinds of its cells, and map the points `beside` to themselves as a set.
    """
    points, own = further.points(puzzle.board)
    among, others = np.zeros(len(points), np.bool_), np.zeros((0, 3), np.int64)
    if len(beside):
        preserved, known = set(map(tuple, beside.tolist())), [*map(tuple, points.tolist())]
        among = np.array([point in preserved for point in known])
        others = np.array(sorted(preserved - {*known}), dtype=np.int64).reshape(-1, 3)
    on_board = np.zeros(len(points), np.bool_)
    on_board[own] = True
    number = np.cumsum(on_board, dtype=np.int64) - 1  # the number of a point among the cells of the board
    first = len(puzzle.board) + len(puzzle.pieces) + bool(puzzle.empties and puzzle.free.any())

    def carried(moves: Permutations) -> Permutations:
        kept = _keeping([on_board, among], moves)
        carried = np.concatenate([number[kept[:, own]], first + further.moved(kept)], axis=1)
        return _keeping(kinds, carried if len(own) == len(points) else _different(carried))

    if puzzle.wrapping.round:
        rotations, isometries = _moves_round(points, puzzle.wrapping, puzzle.turning, puzzle.upward, clock)
    elif len(points) + len(others) > LARGE:
        rotations, isometries = _moves(points, others, puzzle.grid, puzzle.turning, puzzle.upward, clock)
    else:
        rotations, isometries = _known_moves(
            _bytes(points), _bytes(others), puzzle.grid, *puzzle.turning, puzzle.upward
        )
    return carried(rotations), carried(isometries)


def _turned(action: Action, cover: ExactCover, further: Further, rotations: Permutations, clock: Clock) -> Symmetry:
    """Return the group of the rotations, which they generate."""
    still = Symmetry.trivial(cover)
    group = _Group(action.still, still.items[0], still.options[0])
    pieces = np.arange(len(action.pieces), dtype=np.int64)
    for rotation in rotations:
        if rotation.tobytes() not in group.keys:
            clock.check()
            items, options = action.of(rotation, pieces)
            group.add(further.extended(items, pieces), options)
    clock.check()
    every, never = np.ones(len(group.items), np.bool_), np.full(len(group.items), -1, np.int64)
    return Symmetry(group.items, group.options, rotation=every, isometry=every, condition=never)


def _with_exchanges(isometries: Symmetry, puzzle: Puzzle, further: Further, action: Action) -> Symmetry:
    """Return the group generated by the isometries and the exchanges of colours that the puzzle allows.

    Raises PuzzleError if an exchange turns a tile into one that is not in the puzzle with the same number of copies.
    """
    items, options = [isometries.items], [isometries.options]
    many = prod(factorial(len(one)) for one in puzzle.interchangeable)
    if many * isometries.options.nbytes > machine.total() // 8:
        raise PuzzleError(
            f"{puzzle.name}: interchangeable: {many * len(isometries.items)} symmetries do not fit into memory"
        )
    for to in islice(exchanges(puzzle.interchangeable, puzzle.opposite), 1, None):  # the first one changes nothing
        hues = np.array([0, *(1 + further.letters.index(to.get(letter, letter)) for letter in further.letters)])
        still = np.concatenate([np.arange(action.cells), action.still[action.cells :][further.exchanged(to)]])
        pieces = action.exchanged(still, hues)
        if (pieces < 0).any():
            changed = ", ".join(f"{one} to {other}" for one, other in to.items() if one != other)
            name = puzzle.pieces[int((pieces < 0).argmax())].name
            raise PuzzleError(
                f"{puzzle.name}: interchangeable: with {changed}, no tile is what {name} becomes, as often as it"
            )
        moved, placed = (np.append(each, -1) for each in action.of(still, pieces, hues))
        items.append(moved[isometries.items])
        options.append(placed[isometries.options])
        if (isometries.items[:, moved[:-1]] != items[-1]).any():
            raise PuzzleError(
                f"{puzzle.name}: interchangeable: exchanged colours and mirror images do not match tiles in one way"
            )
    order_of = len(isometries.items)
    return Symmetry(
        items=np.concatenate(items),
        options=np.concatenate(options),
        rotation=np.append(isometries.rotation, np.zeros((many - 1) * order_of, np.bool_)),
        isometry=np.arange(many * order_of) < order_of,
        condition=np.tile(isometries.condition, many),
        conditions=isometries.conditions,
    )


def _closed(puzzle: Puzzle, placements: Placements, beside: Points, further: Further) -> tuple[ExactCover, Symmetry]:
    """Return the cover and the group of a puzzle to which the items of mirror images were added."""
    cover = unfiltered(puzzle, placements, further=further)
    return cover, symmetry_of(puzzle, cover, beside, placements=placements, further=further)


def _doubled(
    turns: Symmetry, items: NDArray[np.int64], options: NDArray[np.int64], condition: Condition | None
) -> Symmetry:
    """Return the group of the rotations `turns` and their products with one reflection, given by its images.

    The reflection is total if there is no condition.
    """
    both = np.empty((2 * len(turns.items), len(options)), np.int64)
    both[: len(turns.items)] = turns.options
    options.take(turns.options, out=both[len(turns.items) :], mode="clip")
    return Symmetry(
        items=np.concatenate([turns.items, items.take(turns.items)]),
        options=both,
        rotation=np.repeat([True, False], len(turns.items)),
        isometry=np.ones(2 * len(turns.items), np.bool_),
        condition=np.repeat(np.array([-1, -1 if condition is None else 0], np.int64), len(turns.items)),
        conditions=() if condition is None else (condition,),
    )


class _Group:
    """A group of permutations of items and options that grows by generators; the identity is the first element.

    It grows by cosets: a new element is added together with its products with all elements of the group before the
    generator (Otto Dimino, see Gregory Butler, Fundamental Algorithms for Permutation Groups, 1991, chapter 2).
    """

    def __init__(self, still: NDArray[np.int64], items: NDArray[np.int64], options: NDArray[np.int64]) -> None:
        self.still = still  # the items whose images identify an element: all but the pieces
        self.items, self.options = items[None], options[None]  # as in Symmetry
        self.keys = {items.take(still).tobytes()}
        self._generators: list[tuple[NDArray[np.int64], NDArray[np.int64]]] = []

    def add(self, items: NDArray[np.int64], options: NDArray[np.int64]) -> None:
        """Add a generator, given by the images of items and options."""
        self._generators.append((items, options))
        cosets = [(self.items, self.options)]
        leaders = [(items, options)]  # one element of each coset
        while leaders:
            items, options = leaders.pop()
            if items.take(self.still).tobytes() in self.keys:
                continue
            coset = items.take(self.items)
            cosets.append((coset, options.take(self.options)))
            self.keys |= {row.tobytes() for row in coset.take(self.still, axis=1)}
            leaders += [(more.take(items), far.take(options)) for more, far in self._generators]
        self.items, self.options = (np.concatenate(parts) for parts in zip(*cosets, strict=True))


def _bytes(points: Points) -> bytes:
    return np.asarray(points, np.int64).tobytes()


@lru_cache(maxsize=4, typed=True)  # many puzzles have the same board; True is another key than 1
def _known_moves(
    board: bytes, beside: bytes, grid: Grid, mirror: bool, rotate: bool | int, up: Up
) -> tuple[Permutations, Permutations]:
    cells, others = (np.frombuffer(points, np.int64).reshape(-1, 3) for points in (board, beside))
    return _moves(cells, others, grid, (mirror, rotate), up, UNLIMITED)


def _moves(
    cells: Points, others: Points, grid: Grid, turning: Turning, up: Up, clock: Clock
) -> tuple[Permutations, Permutations]:
    """Return the permutations of a board's cells by rotations, and those by all isometries.

    Each of them maps the board to itself, and also the points `others`.
    """
    points = np.concatenate([cells, others])
    order = np.lexsort(points.T[::-1])
    points, of_board = points[order], order < len(cells)
    rotations, isometries = (
        _different(np.concatenate([_permutations(points, of_board, grid, some) for some in images]))
        for images in _images(points, grid, turning, up, clock)
    )
    return rotations, isometries


def _images(
    points: Points, grid: Grid, turning: Turning, up: Up, clock: Clock
) -> tuple[Iterator[NDArray[np.int64]], Iterator[NDArray[np.int64]]]:
    """Return the images of points under all rotations, in portions, and those under all isometries."""
    mirror, rotate = turning
    return (
        keeping(up, lambda points: grid.some_rotations(points, mirror, clock, rotate), points),
        keeping(up, lambda points: grid.some_isometries(points, clock), points),
    )


def _moves_round(
    points: Points, wrapping: Wrapping, turning: Turning, up: Up, clock: Clock
) -> tuple[Permutations, Permutations]:
    """Return the permutations of the points of a board that wraps round by rotations, and those by all isometries.

    These are the isometries of the plane that map equal cells to equal cells: they normalise the group of the periods.
    One is a rotation if a *lift* of it, its product with a period, is a motion of the pieces; so it is enough to look
    where the lifts of the board may lie.  The points are in lexicographic order.
    """
    grid = wrapping.grid
    probing = np.concatenate([points, wrapping.probe(points[0])])
    places = np.concatenate(wrapping.lifts(points))
    kinds = grid.kind(places)

    def carried(images: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
        for image in images:
            clock.check()
            cells, probe = image[: len(points)], image[len(points) :]
            for there in places[kinds == grid.kind(cells[:1])]:
                clock.check()
                shift = there - cells[0]
                if not wrapping.keeps(probe + shift):
                    if wrapping.glide is None:
                        break  # translations commute, so that no other place helps
                    continue
                moved = place_of(points, wrapping.home(cells + shift))
                if (moved >= 0).all():
                    yield moved

    rotations, isometries = (
        _different(np.array([moved for some in images for moved in carried(some)]))
        for images in _images(probing, grid, turning, up, clock)
    )
    return rotations, isometries


def _permutations(points: Points, of_board: NDArray[np.bool_], grid: Grid, images: NDArray[np.int64]) -> Permutations:
    """Return the permutations of the board's cells that some images of the points define.

    An image counts if a translation carries it to the same set of points, and the board's cells to the board's cells.
    """
    moved = onto(points, points, grid, images)
    if of_board.all():
        return moved
    number = np.cumsum(of_board, dtype=np.int64) - 1  # the number of a point among the cells of the board
    found: Permutations = number[moved[(of_board[moved] == of_board).all(axis=1)][:, of_board]]
    return found


def _different(moves: Permutations) -> Permutations:
    """Return each permutation once."""
    return np.array([*{moved.tobytes(): moved for moved in moves}.values()], np.int64).reshape(-1, moves.shape[-1])


def _keeping(kinds: list[NDArray[Any]], moves: Permutations) -> Permutations:
    """Return the permutations that preserve each array in `kinds`, which has a value for each cell."""
    for kind in kinds:
        if (kind != kind[:1]).any():
            moves = moves[(kind[moves[:, : len(kind)]] == kind).all(axis=1)]
    return moves
