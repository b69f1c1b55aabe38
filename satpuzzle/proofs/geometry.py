"""A second enumeration of placements and symmetries, in plain sets of tuples, for checkers only.

It shares no code with `puzzle/shape.py`, `puzzle/tiles.py`, `cover/placements.py`, `cover/edges.py` and
`cover/group.py`, so that an error in the search's enumeration is found.  docs/certificates.md describes the same rules
in words.

The items that a placement covers, without its piece, are a list of *codes*: the code of item i without a colour is i,
and that of item i in the colour c (numbered from 1 on) is i plus c times the number of items.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, permutations, product
from typing import Any

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.errors import PuzzleError
from satpuzzle.proofs import parts
from satpuzzle.proofs.edges import Edges
from satpuzzle.proofs.motions import Cell, cells_of, common_turns, group_of, images, keeping_periods, turns_of
from satpuzzle.proofs.rules import Rules, count_empty, unknown
from satpuzzle.proofs.rules._touching import knows_contacts
from satpuzzle.proofs.wrapped import Wrapped
from satpuzzle.puzzle.grids import Grid
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.puzzle.parts import SEPARATE

Items = tuple[int, ...]
Pose = str | Items | None  # the sides or colours of a placement, if its cells alone do not determine it
Lying = Mapping[Items, Pose]  # the placements of a piece, by their codes


@dataclass(frozen=True)
class Statement:
    """The statement to prove: options, each with the items that it covers, and the bounds of the items."""

    bounds: list[tuple[int, int]]  # for each item, the smallest and largest number of options that cover it
    options: list[Items]
    symmetries: list[tuple[Items, bool]]
    # the image of each item, -1 for a piece without one, and whether the symmetry is a rotation; the identity first
    colours: list[dict[int, int]] = field(default_factory=list)
    # for each option the colours that it gives to items, by item, -1 for none; items without colours are left out
    pieces: range = range(0)  # the items that are pieces
    rules: range = range(0)  # the items of rules; an option's other items tell which of them it covers
    poses: list[Pose] = field(default_factory=list)  # for each option of a puzzle, the pose of its placement
    exchanges: list[Items] = field(default_factory=list)  # the image of each colour under each symmetry
    mates: Items = ()  # if parts of the board are moved separately, the mirror image of each piece, -1 for none, and
    reflected: list[tuple[bool, ...]] = field(default_factory=list)  # the cells on which each symmetry mirrors pieces
    normal: bool = True  # whether the rotations are known to be a normal subgroup


def inexpressible(puzzle: Puzzle) -> str | None:
    """Return the key of a rule of the puzzle that this enumeration does not support, None if it supports all."""
    if puzzle.filters:
        return str(puzzle.filters[0])
    asked = "parts" if puzzle.parts == SEPARATE and not knows_contacts(puzzle.grid) else unknown(puzzle)
    return f"{asked} on the grid {puzzle.grid.name}" if asked else None


def statement(puzzle: Puzzle, clock: Clock = UNLIMITED) -> Statement:
    """Return a puzzle as a statement; its items are cells in lexicographic order, pieces, and edges or those of rules.

    Options are ordered by their piece, then by their cells, then by their poses.  Raises PuzzleError for rules that are
    not enumerated here, and Stopped if the clock stops.
    """
    if (lacking := inexpressible(puzzle)) is not None:
        raise PuzzleError(f"{puzzle.name}: a certificate cannot express this: {lacking}")
    board = cells_of(puzzle.board)
    first = len(board) + len(_copies(puzzle))
    edges = Edges.of(puzzle, board, first) if puzzle.tiled else None
    rules = Rules(puzzle, board, first)
    items = first + (len(edges.bounds) if edges else len(rules))
    lying = [
        _placed(puzzle, number, board, items, rules, clock)
        if edges is None
        else edges.lying(puzzle, piece, items, clock)
        for number, piece in enumerate(puzzle.pieces)
    ]
    if first > len(board) + len(puzzle.pieces):
        lying.append({(cell,): None for cell, free in enumerate(puzzle.optional.tolist()) if free})
    found = _in_order(lying, items, first)
    beside = [
        rules.covered(piece if piece < len(puzzle.pieces) else -1, {board[code % items] for code in codes})
        if len(rules)
        else {}
        for piece, codes, _ in found
    ]  # the items of rules that each placement covers, with their colours
    mates, reflected = Items(), list[tuple[bool, ...]]()
    if puzzle.parts == SEPARATE and len(parts.parts_of(puzzle.grid, board)) > 1:
        isometries, mates, reflected = _separate(puzzle, board, lying, rules, items, clock)
    else:
        isometries = _symmetries(puzzle, board, lying, items, edges or rules, clock)
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
            | {item: colour for item, colour in near.items() if colour is not None}
            for (_, codes, _), near in zip(found, beside, strict=True)
        ],
        pieces=range(len(board), first),
        rules=range(first, items) if edges is None else range(0),
        mates=tuple(-1 if piece < 0 else len(board) + piece for piece in mates),
        reflected=reflected,
        normal=not reflected and all(piece.rotate is True for piece in puzzle.pieces),
        poses=[pose for *_, pose in found],
    )


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


def _kinds(puzzle: Puzzle) -> list[Any]:
    """Return for each cell of the board whether it is optional, and its colour."""
    return list(zip(puzzle.optional.tolist(), puzzle.below.tolist(), strict=True))


def _cells(codes: Items, items: int, first: int) -> Items:
    """Return the items below `first` (cells and pieces) that have one of these codes, in ascending order."""
    return tuple(sorted(code % items for code in codes if code % items < first))


def _placed(puzzle: Puzzle, number: int, board: list[Cell], items: int, rules: Rules, clock: Clock) -> Lying:
    """Return the placements of piece `number`: the codes of its items, with its pose (its colours on the cells)."""
    piece, place = puzzle.pieces[number], {cell: index for index, cell in enumerate(board)}
    hues, below, pairs = piece.colours.tolist(), puzzle.colours.tolist(), puzzle.pairs
    if pairs is None or not any(hues):  # then colours exclude nothing
        hues, below = [], []
    turns, periods = turns_of(puzzle.grid, piece.mirror, piece.rotate), Wrapped.of(puzzle, board).periods
    found: dict[Items, Pose] = {}
    every = images(
        puzzle.grid, cells_of(piece.cells), board, turns, clock, periods=periods, exactly=piece.rotate is not True
    )
    for image in every:
        lying = sorted(zip((place[cell] for cell in image), hues or [0] * len(image), strict=True))
        if rules.allow(number, {*image}) and all(
            not hue or not below or not below[cell] or (hue, below[cell]) in (pairs or ()) for cell, hue in lying
        ):
            pose = tuple(hue for _, hue in lying) if hues else None
            found[tuple(sorted(hue * items + cell for cell, hue in lying))] = pose
    return found


def _symmetries(
    puzzle: Puzzle, board: list[Cell], lying: list[Lying], items: int, sides: Edges | Rules, clock: Clock
) -> list[tuple[Items, bool]]:
    """Return the isometries that map the board and the frame to themselves, each as the images of all items.

    A piece is mapped to the piece whose placements are the images of its placements, and items of rules with cells and
    pieces.  If the bounds of two such pieces have no number in common, the isometry maps no solution to a solution;
    if that is so for all but rotations, these are left out.
    """
    turned = any(piece.rotate is not True for piece in puzzle.pieces)
    beside = set(cells_of(puzzle.frame)) if len(puzzle.frame) else set()
    points = [*board, *sorted((beside | sides.beyond if isinstance(sides, Edges) else beside) - {*board})]
    kinds = _kinds(puzzle)
    kinds += [point in beside for point in points[len(board) :]]
    bounds = _copies(puzzle)
    found: dict[tuple[Items, Items], bool] = {}
    for moved, rotation in _moves(puzzle, points, kinds, clock):
        there = {points[i]: points[to] for i, to in enumerate(moved)}
        further = sides.moved(there) if isinstance(sides, Edges) else ()
        found[moved[: len(board)], further] = found.get((moved[: len(board)], further), False) or rotation
    symmetries = []
    in_order = sorted(found.items())
    carried = [
        (*still, *[-1] * (items - len(still) - len(further)), *further)
        for (still, further), rotation in in_order
        if not rotation
    ]  # placements have codes for cells and edges only
    becoming = iter(_mates(carried, lying, bounds) if turned else [_matched(one, lying, bounds) for one in carried])
    for (still, further), rotation in in_order:
        to = list(range(len(lying))) if rotation else next(becoming)
        pieces = [len(board) + piece if piece >= 0 else -1 for piece in to]
        if isinstance(sides, Rules):
            further = sides.moved({points[i]: points[image] for i, image in enumerate(still)}, to)
        symmetries.append(((*still, *pieces, *further), rotation, _meeting(to, bounds)))
    others = any(meeting for _, rotation, meeting in symmetries if not rotation)
    return [(to, rotation) for to, rotation, _ in symmetries if rotation or others]


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
    mates = _matched((*cells, *[-1] * (items - len(cells))), shown, _copies(puzzle))
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
    for moves in parts.symmetries(puzzle, board, _kinds(puzzle), clock):
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
    placements and bounds are mapped in order: the first to the first, the second to the second.
    """
    found = []
    own = _ranked(puzzle, [frozenset(places) for places in lying])
    for order in product(*(permutations(one) for one in puzzle.interchangeable)):
        to = dict(zip("".join(puzzle.interchangeable), chain(*order), strict=True))
        hues = (0, *(1 + edges.letters.index(to.get(letter, letter)) for letter in edges.letters))
        moved = [*range(len(board)), *[0] * len(lying), *edges.exchanged(to)]
        there = [
            frozenset(
                tuple(sorted(hues[code // items] * items + moved[code % items] for code in codes)) for codes in places
            )
            for places in lying
        ]
        for piece, name in enumerate(_ranked(puzzle, there)):
            moved[len(board) + piece] = len(board) + own.index(name)
        found.append((tuple(moved), hues))
    return found


def _ranked(puzzle: Puzzle, lying: list[frozenset[Items]]) -> list[Any]:
    """Return for each piece ((placements, bounds), number of earlier pieces with the same placements and bounds)."""
    names = list(zip(lying, _copies(puzzle), strict=True))
    return [(name, names[:place].count(name)) for place, name in enumerate(names)]


def _moves(puzzle: Puzzle, points: list[Cell], kinds: list[Any], clock: Clock) -> Iterator[tuple[Items, bool]]:
    """Yield (image of each point, whether it is a rotation) for each isometry that preserves `points` and `kinds`.

    For tiles that may not be rotated, the only isometry is the identity.
    """
    if not puzzle.rotate:
        yield tuple(range(len(points))), True
        return
    grid, periods = puzzle.grid, Wrapped.of(puzzle, cells_of(puzzle.board)).periods
    turns = common_turns(grid, [(piece.mirror, piece.rotate) for piece in puzzle.pieces])
    exactly = any(piece.rotate is not True for piece in puzzle.pieces)
    for moved in _keeping(grid, points, kinds, keeping_periods(turns, periods), periods, clock, exactly=exactly):
        yield moved, True
    every = keeping_periods(group_of(grid), periods)
    for moved in _keeping(grid, points, kinds, every, periods, clock, reflections=True):
        yield moved, False


def _matched(moved: Items, lying: list[Lying], bounds: list[tuple[int, int]]) -> list[int]:
    """Return for each piece the piece whose placements are the images of its placements, -1 if there is none.

    A piece is matched with itself if possible.  The others are matched in pairs, first pieces with equal bounds, then
    pieces whose bounds have a number in common, each with the first piece that is not matched yet.
    """
    own, images = [frozenset(places) for places in lying], _carried(moved, lying)
    to = {piece: piece for piece, image in enumerate(images) if image == own[piece]}
    for equal in (True, False):
        for piece, image in enumerate(images):
            for other in range(len(lying)):
                fits = bounds[piece] == bounds[other] if equal else _common(bounds[piece], bounds[other])
                if fits and own[other] == image and not {piece, other} & to.keys():
                    to |= {piece: other, other: piece}
    return [to.get(piece, -1) for piece in range(len(lying))]


def _mates(moves: list[Items], lying: list[Lying], bounds: list[tuple[int, int]]) -> list[list[int]]:
    """Return what each piece becomes under each of the isometries that are no rotations, -1 for nothing.

    It becomes one of its *mates*, pieces whose placements such isometries make of its own, at most one with the same
    placements.  Mates are matched in the order of the pieces, first those with equal bounds, then those whose bounds
    have a number in common, each with the first that has no mates yet.
    """
    own, many = [frozenset(places) for places in lying], range(len(lying))
    images = [_carried(moved, lying) for moved in moves]
    groups = [[piece] for piece in many]
    for equal in (True, False):
        for piece, other in product(many, repeat=2):
            if len(groups[other]) == 1 and own[other] not in [own[mate] for mate in groups[piece]]:
                fits = bounds[piece] == bounds[other] if equal else _common(bounds[piece], bounds[other])
                if fits and any(image[piece] == own[other] for image in images):
                    groups[piece].append(other)
                    groups[other] = groups[piece]
    return [
        [next((mate for mate in groups[piece] if own[mate] == image[piece]), -1) for piece in many] for image in images
    ]


def _carried(moved: Items, lying: list[Lying]) -> list[frozenset[Items]]:
    """Return the images of the placements of each piece, if `moved` has the image of each item."""
    items = len(moved)
    most = max((code // items for places in lying for codes in places for code in codes), default=0)
    to_code = [hue * items + to for hue in range(most + 1) for to in moved]
    return [frozenset(tuple(sorted(map(to_code.__getitem__, codes))) for codes in places) for places in lying]


def _meeting(to: list[int], bounds: list[tuple[int, int]]) -> bool:
    """Tell whether for each piece a number of copies is within its bounds and those of what it becomes."""
    return all(_common(bounds[piece], bounds[image] if image >= 0 else (0, 0)) for piece, image in enumerate(to))


def _common(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Tell whether a number of copies exists that is within both bounds."""
    return max(one[0], other[0]) <= min(one[1], other[1])


def _keeping(
    grid: Grid,
    points: list[Cell],
    kinds: list[Any],
    turns: Any,
    periods: list[Cell],
    clock: Clock,
    reflections: bool = False,
    exactly: bool = False,
) -> Iterator[Items]:
    """Yield the image of each point, by number, for each isometry that maps points to points of the same kind."""
    number = {point: index for index, point in enumerate(points)}
    for image in images(grid, points, points, turns, clock, reflections, periods, exactly):
        moved = tuple(number[point] for point in image)
        if all(kinds[to] == kinds[index] for index, to in enumerate(moved)):
            yield moved
