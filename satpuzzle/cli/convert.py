"""The command `satpuzzle convert`."""

from dataclasses import dataclass, replace
from pathlib import Path

from satpuzzle import data
from satpuzzle.cli.common import opened, text_of
from satpuzzle.cli.exits import complain
from satpuzzle.cli.options import changed, check_choice, command, refuse_others
from satpuzzle.cli.output import open_output
from satpuzzle.cli.subject import Subject, framed
from satpuzzle.clock import UNLIMITED
from satpuzzle.cover.from_puzzle import cover_of
from satpuzzle.cover.placements import place
from satpuzzle.engines.exports import MODELS, Instance, NoAnswer, WrongAnswer
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.editing import (
    cropped,
    minimized,
    mirrored,
    rotated,
    scaled,
    with_frame_as_piece,
    with_lid,
    with_pool,
    with_rules,
)
from satpuzzle.puzzle.formats.table import (
    PIECES,
    PUZZLES,
    Format,
    endings_said,
    format_named,
    format_to_write,
    writing_formats,
)
from satpuzzle.puzzle.formats.writing import as_bytes, left_out, text
from satpuzzle.puzzle.grids import Grid, Points
from satpuzzle.puzzle.grids.base import AXES
from satpuzzle.puzzle.library import bare_board, piece_set, storing_format
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.questions.sets import pool_of, pooled
from satpuzzle.rows import argument, option, rows
from satpuzzle.settings import SubjectRows
from satpuzzle.solutions.solution import Solution

_EDIT = "Edit all shapes"
_PUZZLES = writing_formats(PUZZLES, PIECES)
_EDITS = ("scale", "minimize", "crop", "mirror", "pool", "rotate", "lid")
_MODELS = tuple(name for name in MODELS if name != "dlx")


# fmt: off
@dataclass(frozen=True, kw_only=True)
class Asked(SubjectRows):
    """The options of `convert`."""

    out: str = argument(
        "[OUT]", f"A file for the puzzle or its pieces: {endings_said(PUZZLES, PIECES, writes=True)}; by default it is"
        " printed.", default="-")
    output: Path | None = option(None, "-o FILE", None, "Write to FILE; the same as OUT.")
    answer: str | None = option(
        None, "FILE", None,
        "Translate the answer of another solver, in FILE or - for standard input, back into a solution; the solver must"
        " have solved a file that `export` wrote for the same puzzle.")
    format: str | None = option(
        None, "", None,
        "The format of a puzzle; by default that of OUT, or toml for what is printed; with --answer, that of the"
        " exported file, by default dimacs.", allowed=(*_PUZZLES, *_MODELS))
    scale: int | None = option(None, "N", _EDIT, "Replace each cell by a square or cube that is N cells wide.", least=1)
    minimize: bool = option(False, "", _EDIT, "Scale all shapes down by the same factor, as far as possible.")
    crop: bool = option(False, "", _EDIT, "Move the board and each piece to the origin.")
    mirror: bool = option(False, "", _EDIT, "Replace all shapes by their mirror images.")
    pool: str | None = option(
        None, "POOL", _EDIT, "Add the pieces of a set of pieces or of a puzzle; each added piece may be left out.")
    rotate: str | None = option(None, "", _EDIT, "Rotate all shapes about an axis.", allowed=tuple(AXES))
    lid: str | None = option(
        None, "FILE", _EDIT,
        "Lay the piece in FILE on the box, as a part of the frame; with --scale, its cells are of the new size.",
        rare=True)
# fmt: on


@command
def convert(asked: Asked) -> None:
    """Write a puzzle in another format.

    TOML files have drawings, JSON files have lists of cells; others are for other programs.  With --answer, write the
    solution that another solver found.
    """
    if asked.format is not None:
        check_choice("format", asked.format, _PUZZLES if asked.answer is None else _MODELS)
    if asked.answer is not None:
        obeyed = (*rows(SubjectRows), "answer", "format", "output")
        refuse_others(asked, obeyed, "not allowed with --answer")
        _decode(opened(asked).puzzle, asked.answer, asked.format or _MODELS[0], asked.output)
        return
    if asked.output is not None and asked.out != "-":
        raise PuzzleError(f"--output {asked.output}: OUT names a file already, {asked.out}")
    output = str(asked.output or asked.out)
    format = _format(asked.format, output)
    if format is storing_format(asked.puzzle) and not {*_EDITS, "problem", "rule"} & {*changed(asked)}:
        _write(format.code.again(Path(asked.puzzle)), format, output)
    else:
        _convert(asked, format, output)


def _convert(asked: Asked, format: Format, output: str) -> None:
    """Write the puzzle in a format, and say what this leaves out or changes."""
    about = _edited(asked)
    framed_too = len(about.puzzle.frame) > 0 and PUZZLES in format.writes and not format.frames
    puzzle = with_frame_as_piece(about.puzzle) if framed_too else about.puzzle
    _write(text(puzzle, format.name), format, output)
    place = asked.puzzle if output == "-" else output
    if about.opened is not None and (number := len(about.opened.problem.stored)):
        complain(f"{asked.puzzle}: the stored solutions, {number}, are left out")
    if framed_too:
        complain(framed(place, format.program, about.puzzle))
    for lost in left_out(puzzle, format):
        complain(f"{place}: {lost}")


def _format(name: str | None, output: str) -> Format:
    """Return the format that is written; raises PuzzleError if the name of the output has another ending."""
    if name is None:
        return format_named("toml") if output == "-" else format_to_write(output, PUZZLES, PIECES)
    format = format_named(name)
    if output != "-" and Path(output).suffix.lower() != format.ending:
        of = format.program or name
        raise PuzzleError(f"{output}: the name of a file of {of} ends in {format.ending}")
    return format


def _write(written: str, format: Format, output: str) -> None:
    if output != "-":
        data.write(output, as_bytes(written, format))
        return
    with open_output(None) as out:
        out.write(written)


def _edited(asked: Asked) -> Subject:
    """Return the puzzle, with its shapes edited as the options ask; a board without pieces gets those of the pool."""
    bare = None if asked.pool is None else bare_board(asked.puzzle)
    if asked.pool is not None and bare is not None:
        bare = pooled(asked.puzzle, bare, pool_of(asked.pool, [bare], UNLIMITED).pieces)
        about = Subject(asked.puzzle, with_rules(bare, asked.rule or ()))
    else:
        about = opened(asked)
    puzzle = about.puzzle
    if asked.pool is not None and bare is None:
        puzzle = with_pool(puzzle, pool_of(asked.pool, [puzzle], UNLIMITED).pieces)
    puzzle = minimized(puzzle) if asked.minimize else puzzle
    puzzle = cropped(puzzle) if asked.crop else puzzle
    puzzle = mirrored(puzzle) if asked.mirror else puzzle
    puzzle = puzzle if asked.rotate is None else rotated(puzzle, asked.rotate)
    puzzle = puzzle if asked.scale is None else scaled(puzzle, asked.scale)
    return replace(about, what=puzzle if asked.lid is None else with_lid(puzzle, _lid(asked.lid, puzzle.grid)))


def _lid(name: str, grid: Grid) -> Points:
    """Return the cells of the only piece in a file.  Raises PuzzleError if it has several."""
    shapes = piece_set(name, grid).pieces
    if len(shapes) != 1:
        raise PuzzleError(f"lid {name}: has {len(shapes)} pieces, allowed is one, the lid")
    return shapes[0].cells


def _decode(puzzle: Puzzle, answer: str, format: str, output: Path | None) -> None:
    """Write the solution that the answer of a solver says; raises PuzzleError if it is none."""
    text, source = text_of(answer)
    placements = place(puzzle)
    cover = cover_of(puzzle, placements)
    try:
        variables = MODELS[format].read(text, Instance(cover))
    except NoAnswer as error:
        raise PuzzleError(f"{source}: says neither that there is a solution nor that there is none: {error}") from None
    except WrongAnswer as error:
        raise PuzzleError(f"{source}: {error}") from None
    with open_output(output) as out:
        if variables is None:
            out.write(f"{puzzle.name}: the solver says that there is no solution\n")
            return
        options = sorted(variable - 1 for variable in variables)
        wrong = cover.coverage(options)
        broken = ((wrong < cover.lower) | (wrong > cover.upper)).nonzero()[0]
        if len(broken):
            item = int(broken[0])
            raise PuzzleError(
                f"{source}: is no solution of {puzzle.name}: {cover.names[item]} is covered {wrong[item]} times,"
                f" allowed are {cover.lower[item]} to {cover.upper[item]}"
            )
        out.write(f"{Solution(tuple(options), puzzle, placements)}\n")
