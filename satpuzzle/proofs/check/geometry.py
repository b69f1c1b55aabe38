"""A second enumeration of placements and symmetries, in plain sets of tuples, for checkers only.

It shares no code with `puzzle/shape.py`, `puzzle/tiles.py`, `cover/placements.py`, `cover/edges.py` and
`cover/group.py`, so that an error in the search's enumeration is found.  docs/certificates.md describes the same rules
in words.

The items that a placement covers, without its piece, are a list of *codes*: the code of item i without a colour is i,
and that of item i in the colour c (numbered from 1 on) is i plus c times the number of items.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain, permutations, product
from typing import Any

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.errors import PuzzleError
from satpuzzle.proofs.check import parts
from satpuzzle.proofs.check.acting import (
    Items,
    Lying,
    Pose,
    becoming,
    common,
    ends_alike,
    isometries_of,
    kinds_of,
    matched,
    placed,
)
from satpuzzle.proofs.check.edges import Edges
from satpuzzle.proofs.check.motions import Cell, cells_of
from satpuzzle.proofs.check.rules import Rules, count_empty, unknown
from satpuzzle.proofs.check.rules._touching import knows_contacts
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.puzzle.parts import SEPARATE


@dataclass(frozen=True)
class Statement:
    """The statement to prove: options, each with the items that it covers, and the bounds of the items."""

    bounds: list[tuple[int, int]]  # for each item, how often options must cover it at least, and may at most
    options: list[Items]
    symmetries: list[tuple[Items, bool]]
    # the image of each item, -1 for a piece without one, and whether the symmetry is a rotation; the identity first
    colours: list[dict[int, int]] = field(default_factory=list)
    # for each option the colours that it gives to items, by item, -1 for none; items without colours are left out
    weights: list[dict[int, int]] = field(default_factory=list)
    # for each option how often it covers items, by item; items that it covers once may be left out
    pieces: range = range(0)  # the items that are pieces
    rules: range = range(0)  # the items of rules; an option's other items tell which of them it covers
    poses: list[Pose] = field(default_factory=list)  # for each option of a puzzle, the pose of its placement
    exchanges: list[Items] = field(default_factory=list)  # the image of each colour under each symmetry
    mates: Items = ()  # if parts of the board are moved separately, the mirror image of each piece, -1 for none, and
    reflected: list[tuple[bool, ...]] = field(default_factory=list)  # the cells on which each symmetry mirrors pieces
    normal: bool = True  # whether the rotations are known to be a normal subgroup
    twofold: list[int] = field(default_factory=list)
    # for each option of a puzzle n + 1, if it is a chain of n cells that may be numbered from either end, else 0
    thinned: bool = False  # whether rules left out placements, so that one may have no image though its piece has one

    def times(self, option: int, item: int) -> int:
        """Return how often an option covers an item that it covers."""
        return self.weights[option].get(item, 1) if self.weights else 1


def inexpressible(puzzle: Puzzle) -> str | None:
    """Return the key of a rule of the puzzle that this enumeration does not support, None if it supports all."""
    if puzzle.filters:
        return str(puzzle.filters[0])
    asked = "parts" if puzzle.parts == SEPARATE and not knows_contacts(puzzle.grid) else unknown(puzzle)
    return f"{asked} on the grid {puzzle.grid.name}" if asked else None


def statement(puzzle: Puzzle, clock: Clock = UNLIMITED) -> Statement:
    """Return a puzzle as a statement; its items are cells in lexicographic order, pieces, and edges or those of rules.

    Options are ordered by their piece, then by their cells, then by their poses.  Raises PuzzleError for rules that are
    not enumerated here and pieces that can lie in two parts that are moved separately, and Stopped if the clock stops.
    """
    if (lacking := inexpressible(puzzle)) is not None:
        raise PuzzleError(f"{puzzle.name}: a certificate cannot express this: {lacking}")
    board = cells_of(puzzle.board)
    first = len(board) + len(_copies(puzzle))
    edges = Edges.of(puzzle, board, first) if puzzle.tiled else None
    rules = Rules(puzzle, board, first)
    items = first + (len(edges.bounds) if edges else len(rules))
    possible, lying = _placements(puzzle, board, items, edges, rules, clock)
    if first > len(board) + len(puzzle.pieces):
        empty: Lying = {(cell,): None for cell, free in enumerate(puzzle.optional.tolist()) if free}
        possible, lying = [*possible, empty], [*lying, empty]
    found = _in_order(lying, items, first)
    beside = _beside(puzzle, found, board, items, rules)
    mates, reflected = Items(), list[tuple[bool, ...]]()
    if puzzle.parts == SEPARATE and len(apart := parts.parts_of(puzzle.grid, board)) > 1:
        _check_parts(puzzle, apart, possible, items)
        isometries, mates, reflected = _separate(puzzle, board, possible, rules, items, clock)
    else:
        isometries = _symmetries(puzzle, board, possible, items, edges or rules, clock)
    exchanges = [(tuple(range(items)), (0,))] if edges is None else _exchanges(puzzle, board, lying, items, edges)
    return Statement(
        bounds=_bounds(puzzle, edges, rules, len(found)),
        options=[
            tuple(sorted([len(board) + piece, *(code % items for code in codes), *near]))
            for (piece, codes, _), near in zip(found, beside, strict=True)
        ],
        symmetries=_combined(exchanges, isometries),
        exchanges=[hues for _, hues in exchanges for _ in isometries] if len(exchanges) > 1 else [],
        colours=[
            {code % items: code // items for code in codes if code >= items}
            | {item: colour for item, (_, colour) in near.items() if colour is not None}
            for (_, codes, _), near in zip(found, beside, strict=True)
        ],
        weights=[{item: times for item, (times, _) in near.items() if times > 1} for near in beside],
        pieces=range(len(board), first),
        rules=range(first, items) if edges is None else range(0),
        mates=tuple(-1 if piece < 0 else len(board) + piece for piece in mates),
        reflected=reflected,
        normal=not reflected and all(piece.rotate is True for piece in puzzle.pieces),
        thinned=sum(map(len, lying)) < sum(map(len, possible)),
        poses=[pose for *_, pose in found],
        twofold=_twofold(puzzle, found),
    )


def _placements(
    puzzle: Puzzle, board: list[Cell], items: int, edges: Edges | None, rules: Rules, clock: Clock
) -> tuple[list[Lying], list[Lying]]:
    """Return for each piece its possible placements, and those of them that rules allow."""
    possible: list[Lying]
    if edges is not None:
        possible = [edges.lying(puzzle, piece, items, clock) for piece in puzzle.pieces]
        return possible, possible
    possible = [placed(puzzle, number, board, items, clock) for number in range(len(puzzle.pieces))]
    return possible, [
        {codes: pose for codes, pose in each.items() if rules.allow(number, _hues(puzzle, number, codes, board, items))}
        for number, each in enumerate(possible)
    ]


def _beside(
    puzzle: Puzzle, found: Sequence[tuple[int, Items, Pose]], board: list[Cell], items: int, rules: Rules
) -> list[dict[int, tuple[int, int | None]]]:
    """Return the items of rules that each placement covers, with their weights and colours."""
    if not len(rules):
        return [{} for _ in found]
    return [
        rules.covered(piece if piece < len(puzzle.pieces) else -1, _hues(puzzle, piece, codes, board, items))
        for piece, codes, _ in found
    ]


def _twofold(puzzle: Puzzle, found: Sequence[tuple[int, Items, Pose]]) -> list[int]:
    """Return `Statement.twofold`; it is empty if there is no chain that may be numbered from either end."""
    both = [
        len(piece.cells) + 1 if alike else 0 for piece, alike in zip(puzzle.pieces, ends_alike(puzzle), strict=True)
    ]
    return [both[piece] if piece < len(both) else 0 for piece, *_ in found] if any(both) else []


def _hues(puzzle: Puzzle, piece: int, codes: Items, board: list[Cell], items: int) -> dict[Cell, int]:
    """Return the cells of a placement, each with the piece's colour on it, 0 for none."""
    chain = piece < len(puzzle.pieces) and puzzle.pieces[piece].chain is not None  # its numbers are no colours
    return {board[code % items]: 0 if chain else code // items for code in codes}


def _in_order(lying: Sequence[Lying], items: int, first: int) -> list[tuple[int, Items, Pose]]:
    """Return all placements as (piece, codes, pose), ordered by these; `first` is the first item that is no piece."""
    return [
        (piece, codes, pose)
        for piece, places in enumerate(lying)
        for codes, pose in sorted(places.items(), key=lambda place: (_cells(place[0], items, first), place[1] or ""))
    ]


def _combined(
    exchanges: Sequence[tuple[Items, Any]], isometries: Sequence[tuple[Items, bool]]
) -> list[tuple[Items, bool]]:
    """Return each isometry followed by each exchange of colours; the first exchange changes nothing."""
    return [
        (tuple(-1 if item < 0 else exchange[item] for item in to), turn and place == 0)
        for place, (exchange, _) in enumerate(exchanges)
        for to, turn in isometries
    ]


def _empties(puzzle: Puzzle) -> tuple[int, int] | None:
    """Return the bounds of the number of empty cells if they are counted, otherwise None."""
    cells, free = len(puzzle.board), sum(puzzle.optional.tolist())
    least = sum(piece.min * len(piece.cells) for piece in puzzle.pieces)
    most = sum(piece.max * len(piece.cells) for piece in puzzle.pieces)
    allowed = free if puzzle.empty is None else min(puzzle.empty, free)
    empty = min(allowed, cells - least)
    counted = 0 <= 8 * empty <= max(0, 2 * free - cells) or (empty >= 0 and count_empty(puzzle))
    counted = counted or allowed < min(free, cells - least)
    return (min(max(cells - most, 0), empty), empty) if free and counted else None


def _copies(puzzle: Puzzle) -> list[tuple[int, int]]:
    """Return the bounds of the pieces; if empty cells are counted and there may be some, they are the last piece."""
    empties = _empties(puzzle)
    return [(piece.min, piece.max) for piece in puzzle.pieces] + ([empties] if empties and empties[1] else [])


def _bounds(puzzle: Puzzle, edges: Edges | None, rules: Rules, options: int) -> list[tuple[int, int]]:
    """Return the bounds of all items: cells, pieces, edges or those of rules."""
    counted = _empties(puzzle) is not None
    bounds = [(0 if free and not counted else 1, 1) for free in puzzle.optional.tolist()] + _copies(puzzle)
    bounds += [] if edges is None else [(low, options if high is None else high) for low, high in edges.bounds]
    return bounds + rules.bounds(options)


def _cells(codes: Items, items: int, first: int) -> Items:
    """Return the items below `first` (cells and pieces) that have one of these codes, in ascending order."""
    return tuple(sorted(code % items for code in codes if code % items < first))


def _symmetries(
    puzzle: Puzzle, board: list[Cell], lying: list[Lying], items: int, sides: Edges | Rules, clock: Clock
) -> list[tuple[Items, bool]]:
    """Return the isometries that map the board and the frame to themselves, each as the images of all items.

    A piece is mapped to the piece whose possible placements, in `lying`, are the images of its own, whatever rules say,
    and items of rules with cells and pieces.  If the bounds of two such pieces have no number in common, the isometry
    maps no solution to a solution; if that is so for all but rotations, these are left out.
    """
    bounds = _copies(puzzle)
    points, in_order = _moved_cells(puzzle, board, sides, clock)
    symmetries = []
    carried = [
        (*still, *[-1] * (items - len(still) - len(further)), *further)
        for (still, further), rotation in in_order
        if not rotation
    ]  # placements have codes for cells and edges only
    becomes = iter(becoming(puzzle, carried, lying, bounds))
    for (still, further), rotation in in_order:
        to = list(range(len(lying))) if rotation else next(becomes)
        pieces = [len(board) + piece if piece >= 0 else -1 for piece in to]
        if isinstance(sides, Rules):
            further = sides.moved({points[i]: points[image] for i, image in enumerate(still)}, to)
        symmetries.append(((*still, *pieces, *further), rotation, _meeting(to, bounds)))
    others = any(meeting for _, rotation, meeting in symmetries if not rotation)
    return [(to, rotation) for to, rotation, _ in symmetries if rotation or others]


def _moved_cells(
    puzzle: Puzzle, board: list[Cell], sides: Edges | Rules, clock: Clock
) -> tuple[list[Cell], list[tuple[tuple[Items, Items], bool]]]:
    """Return the points that isometries move, and for each isometry the images of cells and edges; is it a rotation?

    The points are the cells of the board, then those of the frame and beyond outer edges.
    """
    beside = set(cells_of(puzzle.frame)) if len(puzzle.frame) else set()
    points = [*board, *sorted((beside | sides.beyond if isinstance(sides, Edges) else beside) - {*board})]
    kinds = [*kinds_of(puzzle), *(point in beside for point in points[len(board) :])]
    found: dict[tuple[Items, Items], bool] = {}
    for moved, rotation in isometries_of(puzzle, points, kinds, clock):
        further = sides.moved({points[i]: points[to] for i, to in enumerate(moved)}) if isinstance(sides, Edges) else ()
        found[moved[: len(board)], further] = found.get((moved[: len(board)], further), False) or rotation
    return points, sorted(found.items())


def _check_parts(puzzle: Puzzle, apart: list[list[int]], possible: list[Lying], items: int) -> None:
    """Raise PuzzleError if a piece can lie in two parts of the board at once, also where rules leave it out."""
    part = {cell: number for number, cells in enumerate(apart) for cell in cells}
    for piece, places in zip(puzzle.pieces, possible, strict=False):  # a cell that stays empty is in one part
        if any(len({part[code % items] for code in codes}) > 1 for codes in places):
            raise PuzzleError(
                f'{puzzle.name}: parts is "separate", but piece {piece.name} can lie in two parts at once'
            )


def _separate(
    puzzle: Puzzle, board: list[Cell], lying: list[Lying], rules: Rules, items: int, clock: Clock
) -> tuple[list[tuple[Items, bool]], Items, list[tuple[bool, ...]]]:
    """Return the symmetries of a board whose parts are moved separately, with the mirror image of each piece.

    The third value has for each symmetry the cells on which it mirrors pieces.  A piece has an image if it is the same
    on all cells.  The mirror images of pieces are those that a symmetry shows which mirrors most cells.
    """
    found = _moved_parts(puzzle, board, clock)
    cells, most = max(found, key=lambda each: sum(each[1]))
    shown: list[Lying] = [{codes: None for codes in places if most[codes[0] % items]} for places in lying]
    mates = matched((*cells, *[-1] * (items - len(cells))), shown, _copies(puzzle), ends_alike(puzzle))
    own = [*range(len(lying))]
    symmetries = []
    for still, on in found:
        pieces = _agreed(own, mates, on)
        further = rules.moved({board[i]: board[to] for i, to in enumerate(still)}, pieces)
        called = (len(board) + piece if piece >= 0 else -1 for piece in pieces)
        symmetries.append(((*still, *called, *further), not any(on)))
    return symmetries, tuple(mates), [on for _, on in found]


def _moved_parts(puzzle: Puzzle, board: list[Cell], clock: Clock) -> list[tuple[Items, tuple[bool, ...]]]:
    """Return for each symmetry of separate parts the images of the cells, and on which cells it mirrors."""
    found = []
    for moves in parts.symmetries(puzzle, board, kinds_of(puzzle), clock):
        to = {cell: image for move in moves for cell, image in move.cells.items()}
        mirrored = {cell for move in moves if not move.rotation for cell in move.cells}
        found.append((tuple(map(to.__getitem__, range(len(board)))), tuple(i in mirrored for i in range(len(board)))))
    found.sort(key=lambda each: (any(each[1]), each[0]))
    return found


def _agreed(own: list[int], mirrored: list[int], on: tuple[bool, ...]) -> list[int]:
    """Return the images that hold on all cells, -1 for none: `own` where `on` is false, `mirrored` where it is true."""
    if not any(on) or all(on):
        return mirrored if any(on) else own
    return [one if one == other else -1 for one, other in zip(own, mirrored, strict=True)]


def _exchanges(
    puzzle: Puzzle, board: list[Cell], lying: list[Lying], items: int, edges: Edges
) -> list[tuple[Items, Items]]:
    """Return for each exchange of colours the image of each item and of each colour; the identity comes first.

    A tile is mapped to the tile whose placements are its own with the colours exchanged.  Tiles with the same
    placements and bounds are mapped in order: the first to the first, the second to the second.  Raises PuzzleError if
    there is none.
    """
    found = []
    own = _ranked(puzzle, [frozenset(places) for places in lying])
    for order in product(*(permutations(one) for one in puzzle.interchangeable)):
        to = dict(zip("".join(puzzle.interchangeable), chain(*order), strict=True))
        to |= {edges.opposite[one]: edges.opposite[other] for one, other in to.items() if edges.opposite}
        hues = (0, *(1 + edges.letters.index(to.get(letter, letter)) for letter in edges.letters))
        moved = [*range(len(board)), *[0] * len(lying), *edges.exchanged(to)]
        there = [
            frozenset(
                tuple(sorted(hues[code // items] * items + moved[code % items] for code in codes)) for codes in places
            )
            for places in lying
        ]
        for piece, name in enumerate(_ranked(puzzle, there)):
            if name not in own:
                raise PuzzleError(
                    f"{puzzle.name}: interchangeable: no tile is what {puzzle.pieces[piece].name} becomes"
                )
            moved[len(board) + piece] = len(board) + own.index(name)
        found.append((tuple(moved), hues))
    return found


def _ranked(puzzle: Puzzle, lying: list[frozenset[Items]]) -> list[Any]:
    """Return for each piece ((placements, bounds), number of earlier pieces with the same placements and bounds)."""
    names = list(zip(lying, _copies(puzzle), strict=True))
    return [(name, names[:place].count(name)) for place, name in enumerate(names)]


def _meeting(to: list[int], bounds: list[tuple[int, int]]) -> bool:
    """Tell whether for each piece a number of copies is within its bounds and those of what it becomes."""
    return all(common(bounds[piece], bounds[image] if image >= 0 else (0, 0)) for piece, image in enumerate(to))
