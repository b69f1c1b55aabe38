"""The command `satpuzzle tile`."""

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import typer

from satpuzzle.cli.asking import question
from satpuzzle.cli.exits import CTRL_C, LIMIT, OK, complain
from satpuzzle.cli.options import check_choice, command
from satpuzzle.cli.output import open_output
from satpuzzle.cli.progress import Progress
from satpuzzle.cli.terminal import folded
from satpuzzle.clock import Clock, Status
from satpuzzle.puzzle.grids import GRIDS
from satpuzzle.rows import CSV, JSON, TEXT, argument, option
from satpuzzle.settings import HOW, LONG, OUT, WHAT, BackendRow, OutputRow, ReportRows, TimeLimitRow
from satpuzzle.structured import as_json
from satpuzzle.tilings.census import Census, verdicts
from satpuzzle.tilings.plane import COPIES, CORONAS, Verdict
from satpuzzle.tilings.shapes import prototiles

_ASKED = ("plane",)


# fmt: off
@dataclass(frozen=True, kw_only=True)
class Asked(TimeLimitRow, OutputRow, ReportRows, BackendRow):
    """The options of `tile`."""

    what: str = argument("plane", "What is to be tiled.")
    pieces: list[str] | None = argument(
        "[PIECE]...",
        "A set of pieces or a file of them, SET#PIECE, or a drawing such as '***/*..', in which / begins the next row.",
        None)
    size: int | None = option(None, "N", WHAT, "All shapes of N cells.", least=1)
    grid: str | None = option(
        None, "", WHAT, "The grid of drawings and of all shapes of a size; square by default.", allowed=tuple(GRIDS))
    one_sided: bool | None = option(
        None, "--one-sided/--free", WHAT,
        "Whether mirror images are no copies; by default so in space, where no piece can be turned over.")
    copies: int = option(COPIES, "N", HOW, "plane: periods of at most N copies.", least=1, rare=True)
    coronas: int = option(CORONAS, "N", HOW, "plane: at most N coronas around a shape.", least=1,
        rare=True)
    journal: Path | None = option(
        None, "FILE", LONG, "Record each answer in FILE; if FILE exists, continue from it.")
    certificates: Path | None = option(
        None, "DIR", LONG, "plane: write a certificate of each verdict into this folder, for verify.",
        rare=True)
    draw: Path | None = option(None, "FILE", OUT, "Draw the answer to a .svg or .png file.")
    format: str = option(
        TEXT, "", OUT, "The format: text by default; a file of --output that ends in .json or .csv gets that.",
        allowed=(TEXT, JSON, CSV), follows={".txt": TEXT, ".json": JSON, ".csv": CSV})
# fmt: on


@command
def tile(asked: Asked) -> None:
    """Find out what shapes tile: the plane or space.

    plane: each shape tiles, with how many copies in a period and how many orbits, or has a Heesch number, or is open.
    """
    check_choice("WHAT", asked.what, _ASKED)
    if asked.draw is not None:
        check_choice("draw", asked.draw.suffix.lower(), (".svg", ".png"))
    clock = Clock(asked.time_limit).start()
    with question(asked, clock) as shown:
        found = {"plane": _plane}[asked.what](asked, shown, clock)
    _write(asked, found)
    raise typer.Exit(OK if found.final else CTRL_C if clock.status is Status.INTERRUPTED else LIMIT)


def _plane(asked: Asked, shown: Progress, clock: Clock) -> Census:
    """Return the verdicts on shapes until the clock stops."""
    tiles = prototiles(asked.pieces or (), asked.grid, asked.size, asked.one_sided, clock)
    found = list[Verdict]()
    some = verdicts(
        tiles,
        asked.copies,
        asked.coronas,
        asked.backend,
        journal=asked.journal,
        certificates=asked.certificates,
        clock=clock,
        watch=lambda doing: shown.note(f"{len(found)} of {len(tiles)}, {doing}"),
    )
    with closing(some):
        found.extend(some)
    return Census(len(tiles), tuple(found))


def _write(asked: Asked, found: Census) -> None:
    """Write an answer, and draw it."""
    if asked.draw is not None:
        if (picture := found.picture()) is None:
            complain(f"there is nothing to draw, {asked.draw} is not written")
        else:
            picture.save(asked.draw)
    with open_output(asked.output) as out:
        if asked.format == JSON:
            out.write(as_json(found.as_dict()) + "\n")
        elif asked.format == CSV:
            out.write(found.csv)
        else:
            listed = "" if asked.quiet else found.listed
            out.write(folded("\n\n".join(filter(None, (listed, str(found)))), out) + "\n")
