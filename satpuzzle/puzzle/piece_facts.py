"""Facts about pieces for designers: which are equal or mirror images, not connected, or can be made with a saw."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from satpuzzle.puzzle.editing import has_squares
from satpuzzle.puzzle.generating import is_notchable
from satpuzzle.puzzle.grids import Grid, Points
from satpuzzle.puzzle.grids.base import LARGE
from satpuzzle.puzzle.model import Piece, Puzzle
from satpuzzle.puzzle.parts import number_of_parts
from satpuzzle.puzzle.shape import mirror_image, normalised
from satpuzzle.puzzle.sticks import number_of


@dataclass(frozen=True)
class Facts:
    """The facts about one piece of a puzzle."""

    equal: tuple[str, ...]  # the names of other pieces with the same shape, up to rotations
    mirrored: tuple[str, ...]  # the names of pieces with the shape of its mirror image, if that is another shape
    connected: bool
    notchable: bool | None  # None on grids without cubes
    burr: int | None  # the number of a stick of a six-piece burr, None for other pieces

    def as_dict(self) -> dict[str, object]:
        """Return the facts as plain data."""
        return {
            "equal": list(self.equal),
            "mirrored": list(self.mirrored),
            "connected": self.connected,
            "notchable": self.notchable,
            "burr": self.burr,
        }


def facts_of(puzzle: Puzzle) -> list[Facts]:
    """Return the facts about each piece of a puzzle, in order; colours are ignored.

    The result is empty if the pieces are tiles, or if a piece has more than LARGE cells.
    """
    grid, pieces = puzzle.grid, puzzle.pieces
    if any(piece.sides or len(piece.cells) > LARGE for piece in pieces):
        return []
    cubes = has_squares(grid) and not grid.single_layer
    shapes = [_shape(piece.cells, piece, grid) for piece in pieces]
    mirrors = [
        shapes[number] if piece.chain is not None else _shape(mirror_image(piece.cells, grid), piece, grid)
        for number, piece in enumerate(pieces)
    ]
    return [
        Facts(
            _alike(pieces, shapes, shapes[number], number),
            () if mirrors[number] == shapes[number] else _alike(pieces, shapes, mirrors[number], number),
            number_of_parts(piece.cells, grid) == 1,
            is_notchable(piece.cells) if cubes and piece.chain is None else None,
            number_of(piece.cells, grid) if piece.chain is None else None,
        )
        for number, piece in enumerate(pieces)
    ]


def sentences(puzzle: Puzzle, found: Sequence[Facts]) -> list[str]:
    """Return lines of text that list the pieces with each property, such as `mirror images: S and Z`.

    `found` has the facts about each piece, or none at all, as `facts_of` returns them; then there are no lines.
    """
    named = list(zip((piece.name for piece in puzzle.pieces), found, strict=True)) if found else []
    return [line for lines in (_likenesses, _parts, _sawn, _sticks) for line in lines(named)]


Named = Sequence[tuple[str, Facts]]  # the name of each piece and the facts about it


def _likenesses(named: Named) -> Iterator[str]:
    alike = {name: ", ".join(sorted([name, *facts.equal])) for name, facts in named}
    if equal := dict.fromkeys(alike[name] for name, facts in named if facts.equal):
        yield f"equal shapes: {'; '.join(equal)}"
    pairs = (sorted([alike[name], alike[facts.mirrored[0]]]) for name, facts in named if facts.mirrored)
    if mirrored := dict.fromkeys(" and ".join(pair) for pair in pairs):
        yield f"mirror images: {'; '.join(mirrored)}"


def _parts(named: Named) -> Iterator[str]:
    if broken := [name for name, facts in named if not facts.connected]:
        yield f"in several parts: {', '.join(broken)}"


def _sawn(named: Named) -> Iterator[str]:
    if any(facts.notchable is not None for _, facts in named):
        sawn = [name for name, facts in named if facts.notchable]
        every = "all pieces" if len(sawn) == len(named) else f"{len(sawn)} of {len(named)} pieces"
        names = f": {', '.join(sawn)}" if 0 < len(sawn) < len(named) else ""
        yield f"can be made with a saw: {every}{names}"


def _sticks(named: Named) -> Iterator[str]:
    sticks = [(name, facts.burr) for name, facts in named if facts.burr is not None]
    if sticks:
        numbers = (str(number) if name == str(number) else f"{name} is {number}" for name, number in sticks)
        yield f"sticks of a six-piece burr: {', '.join(numbers)}"


def compared(puzzle: Puzzle) -> list[str]:
    """Return lines of text for a puzzle without a packing: the pieces that are in several parts, and the volumes."""
    parts = [(piece.name, number_of_parts(piece.cells, puzzle.grid)) for piece in puzzle.pieces]
    lines = [f"piece {name} is in {many} parts" for name, many in parts if many > 1]
    (least, most), filled = puzzle.volumes, puzzle.least_filled
    spare = len(puzzle.board) - filled
    cells = f"{least}" if least == most else f"{least} to {most}"
    beside = f" and {spare} that may stay empty" * bool(spare)
    return [*lines, f"the pieces have {cells} cells, the board has {filled} to fill{beside}"]


def _alike(pieces: Sequence[Piece], shapes: Sequence[bytes], shape: bytes, number: int) -> tuple[str, ...]:
    pairs = enumerate(zip(pieces, shapes, strict=True))
    return tuple(piece.name for other, (piece, its) in pairs if its == shape and other != number)


def _shape(cells: Points, piece: Piece, grid: Grid) -> bytes:
    if piece.chain is not None:
        return min(piece.chain, piece.chain[::-1]).encode()
    found: bytes = min(image.tobytes() for image in normalised(grid.rotations(cells, piece.mirror), grid))
    return found
