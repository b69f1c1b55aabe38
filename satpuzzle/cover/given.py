"""Given pieces: pieces that are already placed.  Finds their options from text or JSON (see `written.py`)."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from satpuzzle import data
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.placements import Placements
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle import drawing
from satpuzzle.puzzle.chains import palindromic
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.puzzle.piece import Piece

if TYPE_CHECKING:  # few searches have given pieces
    from satpuzzle.cover.written import Placed

Given = str | Path | list[Any] | None


def with_given(
    puzzle: Puzzle | ExactCover, placements: Placements, cover: ExactCover, given: str | Path | list[Any]
) -> ExactCover:
    """Return the subproblem of a puzzle's cover, or of a bare cover, in which these pieces or options are chosen.

    Raises PuzzleError as `given_options` does, and if two of them contradict each other by their colours or another
    rule.
    """
    options = given_options(puzzle, placements, given)
    for at, option in enumerate(options):
        if not cover.live[option]:
            other = next((one for one in options[:at] if one in cover.chosen and _exclude(cover, one, option)), None)
            raise PuzzleError(f"{_where(given)}: {_contradiction(puzzle, placements, cover, option, other)}")
        cover = cover.given([option])
    return cover


def _exclude(cover: ExactCover, option: int, other: int) -> bool:
    """Tell whether an option excludes another one by itself."""
    return bool((cover.rows[other] & cover.blocks([option])).any())


def _contradiction(
    puzzle: Puzzle | ExactCover, placements: Placements, cover: ExactCover, option: int, other: int | None
) -> str:
    """Return a sentence why an option cannot be chosen, because of the `other` one if that alone excludes it."""
    if isinstance(puzzle, ExactCover):
        beside = "the others" if other is None else f'"{" ".join(cover.words(other))}"'
        return f'the option "{" ".join(cover.words(option))}" cannot be chosen together with {beside}'
    name = puzzle.pieces[placements.piece[option]].name
    if other is None:
        return f"piece {name} cannot be placed together with the others"
    both = f"pieces {puzzle.pieces[placements.piece[other]].name} and {name} cannot be placed together"
    one, two = cover.colours_of(other), cover.colours_of(option)
    for item in sorted(one.keys() & two.keys()):
        if one[item] != two[item]:
            return f"{both}: at {cover.names[item]} one has the colour {one[item]}, the other {two[item]}"
    return both


def given_options(puzzle: Puzzle | ExactCover, placements: Placements, given: str | Path | list[Any]) -> list[int]:
    """Return the numbers of pieces that are already placed, or of the given options of a bare cover.

    `given` is a text, the path of a file with such a text, or parsed JSON; if it has several packings, the first one
    counts.  Raises PuzzleError if it cannot be read, names unknown pieces or cells, or if its pieces overlap or are too
    many.
    """
    from satpuzzle.cover.written import chosen_options, packing, placed_in_json

    where = _where(given)
    if isinstance(given, (str, Path)) and where == str(given):
        given = data.read(Path(given))
    try:
        if isinstance(puzzle, ExactCover):
            return chosen_options(puzzle, given)
        placed = packing(puzzle, given) if isinstance(given, str) else placed_in_json(given)
        return options_of(puzzle, placements, placed)
    except PuzzleError as error:
        raise PuzzleError(f"{where}: {error}") from None


def _where(given: str | Path | list[dict[str, Any]]) -> str:
    """Return how messages call the given pieces: by the path of their file, if they are in one."""
    file = isinstance(given, Path) or (isinstance(given, str) and given.endswith(_ENDINGS) and "\n" not in given)
    return str(given) if file else "given"


def _known(name: str, names: Sequence[str]) -> str:
    """Return the name of the piece called `name`; upper and lower case are ignored if that is unambiguous.

    Raises PuzzleError if there is no such piece.
    """
    alike = [known for known in names if known.casefold() == name.casefold()]
    if name not in names and len(alike) != 1:
        raise PuzzleError(f'there is no piece "{name}": choose from {", ".join(names)}')
    return name if name in names else alike[0]


_ENDINGS = (".json", ".ndjson", ".txt")


def options_of(puzzle: Puzzle, placements: Placements, placed: "Sequence[Placed]") -> list[int]:
    """Return the number of the option that places each of these pieces.

    Raises PuzzleError if a piece does not fit there, or if they cannot be placed together.
    """
    number = {tuple(cell): index for index, cell in enumerate(puzzle.board.tolist())}
    names = [piece.name for piece in puzzle.pieces]
    options: list[int] = []
    left = {piece.name: piece.max for piece in puzzle.pieces}
    taken: dict[int, str] = {}
    for name, cells, colours, sides, along in placed:
        name = _known(name, names)
        dimension = puzzle.grid.dimension
        cells = [[*cell, *[0] * (3 - dimension)] if len(cell) == dimension else cell for cell in cells]
        numbers = [number.get(tuple(cell), -1) for cell in cells]
        if -1 in numbers:
            raise PuzzleError(f"piece {name}: {cells[numbers.index(-1)]} is not a cell of the board")
        for cell in numbers:
            if cell in taken:
                raise PuzzleError(f"pieces {taken[cell]} and {name} both cover {puzzle.board[cell].tolist()}")
            taken[cell] = name
        left[name] -= 1
        if left[name] < 0:
            raise PuzzleError(f"piece {name} is placed more often than it occurs")
        piece = puzzle.pieces[names.index(name)]
        orders = [numbers] if along and piece.chain is not None else []
        orders += [numbers[::-1]] if orders and palindromic(piece.chain) else []
        found = placements.find(names.index(name), numbers, colours, sides, orders)
        size = len(piece.cells)
        if len(cells) != size:
            raise PuzzleError(f"piece {name} has {size} cells, you gave {len(cells)}")
        if len(found) != 1:
            cells = [cell[:dimension] for cell in cells]
            raise _not_one(piece, cells, len(found), (colours, sides, orders), bool(len(placements.sides)))
        options += found
    return options


def _not_one(piece: Piece, cells: list[list[int]], ways: int, told: tuple[Any, Any, Any], sided: bool) -> PuzzleError:
    """Return the complaint about a piece that cannot lie on these cells as told, or can in several ways."""
    colours, sides, orders = told
    if not ways:
        said = f" with the colours {colours}" * bool(colours) + f" with the sides {sides}" * bool(sides)
        said += " in this order" * bool(orders)
        where = " ".join(",".join(map(str, cell)) for cell in cells)
        return PuzzleError(f"piece {piece.name} cannot lie on the cells {where}{said}: `show` draws its shape")
    if piece.chain is not None:
        return PuzzleError(
            f"piece {piece.name} can be folded on {cells} in {ways} ways: choose one, in JSON with its cells in"
            f' the order of the chain, or by a second drawing, "{drawing.NUMBERS}"'
        )
    tell = '"sides": "..."' if sided else '"colours": [...]'
    return PuzzleError(
        f"piece {piece.name} can lie on {cells} in {ways} ways that differ in colours: choose one, in JSON with {tell}"
    )
