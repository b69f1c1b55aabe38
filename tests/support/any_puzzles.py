"""Random small puzzles of all kinds that a file can say, and what differs between two puzzles.

Every grid, ranges, optional cells, holes, frames, colours with pairs and hues, pieces apart, one-sided and fixed
pieces, boards that wrap round, tiles with their rules, groups, weights, counts, and other names are mixed.
"""

from dataclasses import fields, replace
from random import Random
from shlex import join
from typing import Any

import numpy as np

from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.grids import GRIDS, Grid, Points
from satpuzzle.puzzle.grids.tiling import Tiling
from satpuzzle.puzzle.model import Counts, Piece, Puzzle
from satpuzzle.puzzle.parts import SEPARATE, TOGETHER
from satpuzzle.puzzle.shape import corner
from satpuzzle.puzzle.tiles import RULES, takes_tiles
from satpuzzle.puzzle.wrapping import WRAPS

_MOST = 9  # cells of a board
_NAMES = ("A", "B", "C", "long name", "ö", 'q"', "<&>", "7", "D\\n", "E")
_FLAT = 3  # flat grids are drawn this many times as often, since more rules are for them


def any_puzzle(dice: Random) -> Puzzle:
    """Return a random puzzle; many have a solution."""
    while True:
        try:
            return _puzzle(dice)
        except PuzzleError:
            continue  # what was mixed does not go together


def _puzzle(dice: Random) -> Puzzle:
    written = [each for each in GRIDS.values() if isinstance(each, Tiling)]
    others = [each for each in GRIDS.values() for _ in range(_FLAT if each.two_sided else 1) if each not in written]
    grid = dice.choice(written if dice.random() < 0.2 else others)
    sizes = [dice.randint(1, 3) for _ in grid.basis]
    every = grid.box(sizes) + dice.randint(-2, 2) * grid.basis[dice.randrange(len(grid.basis))]
    cells = dice.sample(every.tolist(), min(len(every), dice.randint(2, _MOST)))
    split = dice.choice((0, 0, 0, 0, 0, 1, 2)) if len(cells) > 3 else 0
    board, frame = np.array(sorted(cells[split:])), np.array(sorted(cells[:split])).reshape(-1, 3)
    often = dice.choice((0, 0, 0.3, 1))
    optional = np.array([dice.random() < often for _ in board])
    tiled = takes_tiles(grid) and dice.random() < 0.25
    pieces = _tiles(grid, board, dice) if tiled else _pieces(grid, board, dice)
    painted = not tiled and dice.random() < 0.4
    if painted:
        pieces = [replace(piece, colours=_colours(len(piece.cells), dice)) for piece in pieces]
    said: dict[str, Any] = {
        "title": dice.choice(("", "A title", "é <&> \"q\" 'p'")),
        "source": dice.choice(("", "somebody, 1990")),
        "also": dice.choice(((), (), ("other", "name"))),
        "published": dice.choice((Counts(), Counts(raw=7), Counts(raw=4, rotations=2, isometries=2, patterns=1))),
        "colours": _colours(len(board), dice) if painted and dice.random() < 0.7 else np.zeros(0, np.int64),
        "pairs": _pairs(dice) if painted or dice.random() < 0.1 else None,
        "hues": dice.choice(((), (), ("#ff0000",), ("#102030", "#a0b0c0", "#000000", "#ffffff"))),
        "empty": dice.choice((None, None, 0, 1, 2, 9)),
    }
    if grid.two_sided and dice.random() < 0.3:
        said["wrap"], frame = dice.choice([wrap for wrap in WRAPS if wrap]), np.zeros((0, 3), np.int64)
    if dice.random() < 0.15:
        said["parts"] = SEPARATE
    if tiled:
        letters = sorted({letter for piece in pieces for letter in piece.sides})
        said |= {
            "border": dice.choice(("", "", *RULES, *letters)),
            "rotate": dice.random() < 0.7,
            "match": dice.random() < 0.8,
            "interchangeable": dice.choice(((), (), ("".join(letters[:2]),))),
        }
    elif dice.random() < 0.2:
        names = [piece.name for piece in pieces]
        groups = [dice.sample(names, dice.randint(1, len(names))) for _ in range(dice.randint(1, 2))]
        said["rules"] = tuple(f"apart: {join(group)}" for group in groups)
    if not tiled and "parts" not in said and dice.random() < 0.15:
        ways = [False, True, *(many for many in range(2, grid.about_z + 1) if grid.about_z % many == 0)]
        pieces = [replace(piece, rotate=dice.choice(ways)) for piece in pieces]
    beside = sorted({*map(tuple, every.tolist())} - {*map(tuple, cells)})
    said["labels"] = tuple((cell, dice.choice(("Jan", "25", "é <&>"))) for cell in beside[: dice.choice((0, 0, 2))])
    return Puzzle(name="any", grid=grid, board=board, optional=optional, pieces=tuple(pieces), frame=frame, **said)


def _pieces(grid: Grid, board: Points, dice: Random) -> list[Piece]:
    """Return pieces that partition some of the board, in order or not, and sometimes others."""
    left, pieces = board.tolist(), list[Piece]()
    dice.shuffle(left)
    names, one_sided = dice.sample(_NAMES, len(_NAMES)), dice.choice((0, 0, 0, 0.5, 1))
    while left and len(pieces) < 5:
        size = dice.randint(1, 4)
        cells, left = [left[0]], left[1:]
        while len(cells) < size and left:
            near = [cell for cell in left if any(_touch(grid, cell, one) for one in cells)] or left
            cells.append(dice.choice(near))
            left.remove(cells[-1])
        least = dice.choice((0, 1, 1, 1, 2))
        most = least + dice.choice((0, 0, 0, 1, 2)) or 1
        turned = np.array(cells) + dice.choice((0, 1, -2)) * grid.basis[0]
        pieces.append(
            Piece(
                name=names[len(pieces)],
                cells=np.array(sorted(turned.tolist())),
                min=least,
                max=most,
                mirror=dice.random() >= one_sided,
                groups=dice.choice(((), (), ((1, most),), ((1, 1), (3, most)))),
                weight=dice.choice((1, 1, 1, 0, -2, 5)),
                value=dice.choice((1, 1, 1, 0, -2, 5)),
            )
        )
    return pieces


def _touch(grid: Grid, cell: list[int], other: list[int]) -> bool:
    kind = int(grid.kind(np.array([cell]))[0])
    return bool((grid.neighbours(kind) == np.array(other) - np.array(cell)).all(axis=1).any())


def _tiles(grid: Grid, board: Points, dice: Random) -> list[Piece]:
    found: dict[str, Piece] = {}
    letters, mirror = "ABC"[: dice.randint(1, 3)], dice.random() < 0.5
    for _ in range(dice.randint(1, min(4, len(board)))):
        sides = "".join(dice.choice(letters) for _ in grid.neighbours())
        least = dice.randint(0, 2)
        name = dice.choice((sides, "tile " + sides))
        found[name] = Piece(name, grid.kinds[:1], least, least + dice.choice((0, 1)) or 1, mirror=mirror, sides=sides)
    return [*found.values()]


def _colours(cells: int, dice: Random) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    hues = dice.choice((0, 1, 2, 2, 9, 12))
    return np.array([dice.choice((0, hues, min(hues, dice.randint(0, 2)))) for _ in range(cells)], np.int64)


def _pairs(dice: Random) -> frozenset[tuple[int, int]] | None:
    if dice.random() < 0.3:
        return None
    if dice.random() < 0.4:
        return frozenset((colour, colour) for colour in (1, 2, 9, 12))
    return frozenset((dice.choice((0, 1, 2, 9)), dice.choice((0, 1, 2, 12))) for _ in range(dice.randint(0, 4)))


def differences(found: Puzzle, wanted: Puzzle) -> list[str]:
    """Return the names of what two puzzles differ in, their names and labels aside."""
    names = [field.name for field in fields(Puzzle) if field.name not in ("name", "labels", "pieces")]
    differing = [name for name in names if _plain(getattr(found, name)) != _plain(getattr(wanted, name))]
    if len(found.pieces) != len(wanted.pieces):
        return [*differing, "pieces"]
    of_pieces = [field.name for field in fields(Piece)]
    for one, other in zip(found.pieces, wanted.pieces, strict=True):
        differing += [f"{other.name}: {n}" for n in of_pieces if _plain(getattr(one, n)) != _plain(getattr(other, n))]
    return differing


def _plain(value: Any) -> Any:
    """Return a value that can be compared; colours of which none is one are no colours."""
    if isinstance(value, np.ndarray):
        return value.tolist() if value.ndim > 1 or value.any() else []
    return value


def as_files_say(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle that a file for it is read as: with a title."""
    return replace(puzzle, title=puzzle.title or puzzle.name)


def as_puzzle_studio_says(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle that a file of Puzzle Studio is read as: at the corner, without what no packing needs."""
    plain, flat = np.zeros(0, np.int64), puzzle.grid.two_sided
    pieces = tuple(
        Piece(
            name=piece.name,
            cells=piece.cells + corner(piece.cells, puzzle.grid),
            min=piece.min,
            max=piece.max,
            mirror=piece.mirror or not flat,
        )
        for piece in puzzle.pieces
    )
    return replace(
        puzzle,
        board=puzzle.board + corner(puzzle.board, puzzle.grid),
        pieces=pieces,
        colours=plain,
        pairs=None,
        hues=(),
        empty=None,
        also=(),
        parts=TOGETHER,
        published=Counts(),
        title=puzzle.title or puzzle.name,
    )


def as_burrtools_says(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle that a BurrTools file is read as: in space, at the corner, without what no solution needs."""
    layers = {"square": GRIDS["cubic"], "triangular": GRIDS["prisms"]}
    grid = layers.get(puzzle.grid.name, GRIDS[puzzle.grid.cells_of])
    painted = puzzle.colours.any() or any(piece.colours.any() for piece in puzzle.pieces)
    plain = np.zeros(0, np.int64)
    strip = bool(painted and puzzle.pairs is None)
    most = max([0, *puzzle.colours.tolist(), *(c for piece in puzzle.pieces for c in piece.colours.tolist())])
    pieces = tuple(
        replace(
            piece,
            cells=piece.cells + corner(piece.cells, grid),
            mirror=True,
            value=1,
            colours=plain if strip else piece.colours,
        )
        for piece in puzzle.pieces
    )
    pairs = frozenset(pair for pair in puzzle.pairs or () if min(pair) > 0 and max(pair) <= most)
    return replace(
        puzzle,
        grid=grid,
        board=puzzle.board + corner(puzzle.board, grid),
        pieces=pieces,
        colours=plain if strip else puzzle.colours,
        pairs=pairs if painted and not strip else None,
        hues=(),
        labels=(),
        empty=puzzle.empty if any(piece.min < piece.max for piece in puzzle.pieces) else None,
        also=(),
        parts=TOGETHER,
        published=Counts(),
        title=puzzle.title or puzzle.name,
    )


def restricting(puzzle: Puzzle) -> bool:
    """Tell whether colours of cells restrict where pieces may lie: cells have them, and not all pairs are allowed."""
    painted = puzzle.colours.any() or any(piece.colours.any() for piece in puzzle.pieces)
    return bool(painted) and puzzle.pairs is not None
