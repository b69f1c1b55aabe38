"""The commands `satpuzzle tile plane`, `rectangle`, `strip` and `common`."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import typer

from satpuzzle.cli.asking import asking, check_picture, posed, save_picture, say_limit, status_of
from satpuzzle.cli.guide import asks_for
from satpuzzle.cli.options import command
from satpuzzle.cli.output import open_output
from satpuzzle.cli.terminal import folded, width
from satpuzzle.clock import Clock
from satpuzzle.errors import PuzzleError
from satpuzzle.questions.question import Context, ignore
from satpuzzle.questions.tilings.census import Census, PlaneQuestion
from satpuzzle.questions.tilings.common import Common, CommonQuestion
from satpuzzle.questions.tilings.rectangles import Rectangles, RectanglesQuestion
from satpuzzle.questions.tilings.shapes import ShapeRows
from satpuzzle.questions.tilings.strip import Strip, sections_of
from satpuzzle.questions.tilings.strips import StripQuestion, StripRows, Strips
from satpuzzle.questions.tilings.table import Table, TableQuestion
from satpuzzle.questions.tilings.together import Together, TogetherQuestion
from satpuzzle.rows import CSV, JSON, TEXT, again, common, option
from satpuzzle.settings import OUT, WHAT, OutputRow, ReportRows
from satpuzzle.structured import as_json

Found = Census | Together | Rectangles | Strip | Strips | Table | Common
B_FILE, HEESCH = "b-file", "heesch-sat"


# fmt: off
@common
class ShapesAsked(ShapeRows, OutputRow, ReportRows):
    """How an answer is shown."""

    draw: Path | None = option(None, "FILE", OUT, "Draw the answer: a picture (.svg .png .pdf .html).")
    format: str = option(
        TEXT, "", OUT, "The format: text by default. A file of --output that ends in .json or .csv gets that.",
        allowed=(TEXT, JSON, CSV), follows={".txt": TEXT, ".json": JSON, ".csv": CSV})


@dataclass(frozen=True, kw_only=True)
class PlaneAsked(PlaneQuestion, ShapesAsked):
    """The options of `tile plane`."""

    together: bool = option(False, "", WHAT, "All shapes in one tiling, in which each of them occurs.")
    format: str = option(
        TEXT, "", OUT, "The format: text by default; heesch-sat has a verdict on each shape. A file of --output that"
        " ends in .json, .csv or .heesch gets that.",
        allowed=(TEXT, JSON, CSV, HEESCH), follows={".txt": TEXT, ".json": JSON, ".csv": CSV, ".heesch": HEESCH})

@dataclass(frozen=True, kw_only=True)
class RectangleAsked(RectanglesQuestion, ShapesAsked):
    """The options of `tile rectangle`."""


@dataclass(frozen=True, kw_only=True)
class StripAsked(StripRows, ShapesAsked):
    """The options of `tile strip`."""

    width: str | None = again(
        StripQuestion, "width", default=None,
        says="The width of the strip, in space its cross-section, WxH; or a range of them, such as 1..8.")
    sizes: str | None = again(
        TableQuestion, "sizes", default=None,
        says="Only a table of the numbers for all widths up to K and all lengths up to N.")
    journal: Path | None = again(TableQuestion, "journal", default=None, needs=("sizes",))
    format: str = option(
        TEXT, "", OUT, "The format: text by default; a b-file is for the numbers of one width. A file of --output that"
        " ends in .json, .csv or .b gets that.",
        allowed=(TEXT, JSON, CSV, B_FILE), follows={".txt": TEXT, ".json": JSON, ".csv": CSV, ".b": B_FILE})

    def one_or_more(self, context: Context) -> Strip | Strips:
        """Return the numbers of tilings of strips of one width, or of several."""
        if self.width is None:
            raise PuzzleError(asks_for("tile strip", "--width or --sizes"))
        tiles = self.tiles(context.clock)
        section, *more = sections_of(self.width, tiles[0].grid)
        if not more:
            return self.of(tiles, section, context)
        if self.format == B_FILE:
            raise PuzzleError(f"--format {B_FILE}: not allowed with several widths, {self.width}")
        return self.of_all(tiles, [section, *more], context)


@dataclass(frozen=True, kw_only=True)
class CommonAsked(CommonQuestion, ShapesAsked):
    """The options of `tile common`."""
# fmt: on


@command
def tile_plane(asked: PlaneAsked) -> None:
    """Tell which shapes tile the plane, and Heesch numbers of those that do not.

    A shape tiles, with the fewest copies in a period and the fewest orbits that were found; or it does not, and has a
    Heesch number; or it is open. In space, it is space that is tiled.
    """
    if asked.together and asked.format == HEESCH:
        raise PuzzleError(f"--format {HEESCH}: not allowed with --together")
    _answer(asked, posed(TogetherQuestion, asked, "together", besides=()).ask if asked.together else asked.ask)


@command
def tile_rectangle(asked: RectangleAsked) -> None:
    """Tell which rectangles any number of copies of the shapes fill.

    Which of these are prime, the orders of a shape, and why the other rectangles cannot be filled. In space, rectangles
    are boxes. satpuzzle best FILE --board NxM finds the smallest rectangle in which each piece occurs.
    """
    _answer(asked, asked.ask)


@command
def tile_strip(asked: StripAsked) -> None:
    """Count the tilings of strips of one width, for all lengths.

    The numbers, their generating function, and the recurrence of the least order; for a range of widths, a table. With
    --sizes, the numbers of all rectangles up to a size.
    """
    _answer(asked, asked.one_or_more if asked.sizes is None else posed(TableQuestion, asked, "sizes", besides=()).ask)


@command
def tile_common(asked: CommonAsked) -> None:
    """Find the smallest region that each of several shapes tiles by itself.

    With --symmetry, the smallest region of one shape that has a symmetry; with --odd, of an odd number of copies.
    """
    _answer(asked, asked.ask)


def _answer(asked: ShapesAsked, ask: Callable[[Context], Found]) -> None:
    """Answer a question, write the answer and draw it."""
    check_picture(asked.draw)
    clock = Clock(asked.time_limit).start()
    said = list[str]()
    with asking(asked, clock) as shown:

        def remark(line: str) -> None:
            shown.clear()
            typer.echo(folded(line, sys.stdout))
            said.append(line)

        at_once = asked.format == TEXT and asked.output is None
        found = ask(Context(clock, shown.tell, remark if at_once else ignore))
    say_limit(found, clock)
    save_picture(asked.draw, found.picture)
    with open_output(asked.output) as out:
        if asked.format == JSON:
            out.write(as_json(found.as_dict()) + "\n")
        elif asked.format == CSV:
            out.write(found.csv)
        elif isinstance(found, Census) and asked.format == HEESCH:
            out.write(found.heesch)
        elif isinstance(found, Strip | Table) and asked.format == B_FILE:
            out.write(found.b_file)
        else:
            found = found.brief() if isinstance(found, Strip | Strips) and width(out) is not None else found
            out.write(folded(found.text(asked.quiet).removeprefix("\n".join(said)).lstrip("\n"), out) + "\n")
    raise typer.Exit(status_of(found))
