"""The command `satpuzzle tile`."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import typer

from satpuzzle.cli.asking import check_picture, question, save_picture
from satpuzzle.cli.exits import CTRL_C, LIMIT, OK
from satpuzzle.cli.options import changed, check_choice, command
from satpuzzle.cli.output import open_output
from satpuzzle.cli.progress import Progress
from satpuzzle.cli.terminal import folded
from satpuzzle.clock import Clock, Status
from satpuzzle.errors import PuzzleError
from satpuzzle.rows import CSV, JSON, TEXT, argument, option
from satpuzzle.settings import HOW, LONG, OUT, WHAT, OutputRow, ReportRows, TimeLimitRow
from satpuzzle.structured import as_json
from satpuzzle.tilings.census import Census, verdicts
from satpuzzle.tilings.certify import certify_strip
from satpuzzle.tilings.common import BACKEND, CELLS, Common, parties_of, smallest_common
from satpuzzle.tilings.plane import COPIES, CORONAS, Verdict
from satpuzzle.tilings.prototile import LARGEST, MOST, Prototile
from satpuzzle.tilings.rectangles import Rectangles, every_rectangle, rectangles_in, sizes_of
from satpuzzle.tilings.shapes import prototiles
from satpuzzle.tilings.strip import LENGTH, LONGEST, Strip, sections_of, strip_of
from satpuzzle.tilings.strips import Strips, strips_of
from satpuzzle.tilings.together import Together, decide_together, several

Found = Census | Together | Rectangles | Strip | Strips | Common
B_FILE = "b-file"
_ASKED = ("plane", "rectangle", "strip", "common")
_ONLY = {  # options that only some questions have
    "copies": ("plane",),
    "together": ("plane",),
    "coronas": ("plane",),
    "certificates": ("plane", "strip"),
    "up_to": ("rectangle",),
    "width": ("strip",),
    "length": ("strip",),
    "classes": ("strip",),
    "cells": ("common",),
    "symmetry": ("common",),
    "odd": ("common",),
    "size": ("plane", "rectangle", "strip"),
    "journal": ("plane", "rectangle"),
    "backend": ("plane", "rectangle", "common"),
}
_INSTEAD = {  # what answers a question that is asked in the wrong place
    ("rectangle", "--together"): "; best FILE --board NxM finds the smallest rectangle with each piece that has min = 1"
}


# fmt: off
@dataclass(frozen=True, kw_only=True)
class Asked(TimeLimitRow, OutputRow, ReportRows):
    """The options of `tile`."""

    what: str = argument("plane|rectangle|strip|common", "What is to be tiled.")
    pieces: list[str] | None = argument(
        "[PIECE]",
        "A set of pieces or a file of them, SET#PIECE, or a drawing such as '***/*..', in which / begins the next row.",
        None)
    size: str | None = option(None, "N", WHAT, "All shapes of N cells, or of N..M.")
    grid: str | None = option(
        None, "NAME", WHAT, "The grid of drawings and of all shapes of a size; square by default.")
    one_sided: bool | None = option(
        None, "--one-sided/--free", WHAT,
        "Whether mirror images are no copies; by default so in space, where no piece can be turned over.", rare=True)
    backend: str | None = option(
        None, "-b NAME", HOW, "The solver: native by default, cpsat for common.", among="backends", rare=True)
    up_to: str | None = option(
        None, "WxH", WHAT, "rectangle: all rectangles up to this size; in space boxes, WxHxD.")
    width: str | None = option(
        None, "W", WHAT, "strip: its width, in space its cross-section, WxH; or a range of them, such as 1..8.")
    length: int = option(LENGTH, "N", WHAT, "strip: list the numbers for lengths up to N.", least=0, most=LONGEST,
        rare=True)
    classes: bool = option(
        False, "", WHAT, "strip: count tilings that an isometry of the strip carries to each other once.", rare=True)
    cells: int = option(CELLS, "N", WHAT, "common: regions of at most N cells.", least=1, most=LARGEST,
        rare=True)
    symmetry: str | None = option(
        None, "NAME", WHAT, "common: regions with this symmetry, such as half turn or full; one PIECE is enough.",
        rare=True)
    odd: bool = option(False, "", WHAT, "common: regions of an odd number of copies.", rare=True)
    together: bool = option(False, "", WHAT, "plane: all shapes in one tiling, in which each of them occurs.")
    copies: int = option(COPIES, "N", HOW, "plane: periods of at most N copies.", least=1, most=MOST,
        rare=True)
    coronas: int = option(CORONAS, "N", HOW, "plane: at most N coronas around a shape.", least=1, most=MOST,
        rare=True)
    journal: Path | None = option(
        None, "FILE", LONG, "Record each answer in FILE; if FILE exists, continue from it.", rare=True)
    certificates: Path | None = option(
        None, "DIR", LONG, "plane, strip: write a certificate of each verdict or width into this folder, for verify.",
        rare=True)
    draw: Path | None = option(None, "FILE", OUT, "Draw the answer to a .svg or .png file.")
    format: str = option(
        TEXT, "", OUT, "The format: text by default; a b-file is for the numbers of strips. A file of --output that"
        " ends in .json, .csv or .b gets that.",
        allowed=(TEXT, JSON, CSV, B_FILE), follows={".txt": TEXT, ".json": JSON, ".csv": CSV, ".b": B_FILE})
# fmt: on


@command
def tile(asked: Asked) -> None:
    """Find out what shapes tile: the plane, rectangles, strips.

    plane: each shape tiles, with how many copies in a period and how many orbits, or has a Heesch number, or is open.
    rectangle: which rectangles any number of copies of the shapes fill, which of these are prime, and why others cannot
    be filled. strip: how many tilings strips of one width have, with the recurrence of the least order. common: the
    smallest region that each shape tiles by itself.
    """
    check_choice("WHAT", asked.what, _ASKED)
    check_picture(asked.draw)
    said = changed(asked)
    if wrong := next((said[name] for name in said if asked.what not in _ONLY.get(name, _ASKED)), None):
        raise PuzzleError(f"{wrong}: not allowed with {asked.what}{_INSTEAD.get((asked.what, wrong), '')}")
    if asked.together and (wrong := next((said[name] for name in ("journal", "certificates") if name in said), None)):
        raise PuzzleError(f"{wrong}: not allowed with --together")
    if asked.format == B_FILE and asked.what != "strip":
        raise PuzzleError(f"--format {B_FILE}: not allowed with {asked.what}")
    clock = Clock(asked.time_limit).start()
    with question(asked, clock) as shown:
        found = _WORK[asked.what](asked, shown, clock)
    _write(asked, found)
    raise typer.Exit(OK if found.final else CTRL_C if clock.status is Status.INTERRUPTED else LIMIT)


def _tiles(asked: Asked, clock: Clock) -> list[Prototile]:
    return prototiles(asked.pieces or (), asked.grid, asked.size, asked.one_sided, clock)


def _plane(asked: Asked, shown: Progress, clock: Clock) -> Census | Together:
    """Return the verdicts on shapes until the clock stops, or the one on all shapes together."""
    tiles = _tiles(asked, clock)
    if asked.together:
        return decide_together(
            several(tiles), asked.copies, asked.coronas, asked.backend or "native", clock, shown.note
        )
    found = list[Verdict]()
    some = verdicts(
        tiles,
        asked.copies,
        asked.coronas,
        asked.backend or "native",
        journal=asked.journal,
        certificates=asked.certificates,
        clock=clock,
        watch=lambda doing: shown.note(f"{len(found)} of {len(tiles)}, {doing}"),
    )
    with closing(some):
        found.extend(some)
    return Census(len(tiles), tuple(found))


def _rectangles(asked: Asked, shown: Progress, clock: Clock) -> Rectangles:
    """Return the rectangles until the clock stops."""
    if asked.up_to is None:
        raise PuzzleError("tile: --up-to is missing, as in: satpuzzle tile rectangle pentominoes#Y --up-to 10x10")
    tiles = _tiles(asked, clock)
    most = sizes_of(asked.up_to, tiles[0].grid)
    some = every_rectangle(tiles, most, asked.backend or "native", journal=asked.journal, clock=clock, watch=shown.note)
    with closing(some):
        return Rectangles(tuple(tiles), most, tuple(some), rectangles_in(tiles, most))


def _strip(asked: Asked, shown: Progress, clock: Clock) -> Strip | Strips:
    """Return the numbers of tilings of strips of one width, or of several until the clock stops."""
    if asked.width is None:
        raise PuzzleError("tile: --width is missing, as in: satpuzzle tile strip pentominoes#P --width 5")
    tiles = _tiles(asked, clock)
    section, *more = sections_of(asked.width, tiles[0].grid)
    if more and asked.format == B_FILE:
        raise PuzzleError(f"--format {B_FILE}: not allowed with several widths, {asked.width}")
    if asked.classes and asked.certificates is not None:
        raise PuzzleError("--classes: not allowed with --certificates")
    found: Strip | Strips
    if more:
        found = strips_of(tiles, [section, *more], asked.length, clock, shown.note, asked.classes)
    else:
        found = strip_of(tiles, section, asked.length, clock, shown.note, asked.classes)
    if asked.certificates is not None:
        for one in found.strips if isinstance(found, Strips) else (found,):
            if one.final:
                certify_strip(one, asked.certificates)
    return found


def _common(asked: Asked, shown: Progress, clock: Clock) -> Common:
    """Return the smallest common region, or what is known when the clock stops."""
    parties, names = parties_of(asked.pieces or (), asked.grid, asked.one_sided, least=1 if asked.symmetry else 2)

    def watch(so_far: Common) -> None:
        shown.note(f"{' and '.join(names)}: {', '.join(map(str, so_far.left))} cells")

    return smallest_common(
        parties,
        names,
        asked.cells,
        asked.backend or BACKEND,
        symmetry=asked.symmetry,
        odd=asked.odd,
        clock=clock,
        watch=watch,
    )


def _write(asked: Asked, found: Found) -> None:
    """Write an answer, and draw it."""
    save_picture(asked.draw, found.picture)
    with open_output(asked.output) as out:
        if asked.format == JSON:
            out.write(as_json(found.as_dict()) + "\n")
        elif asked.format == CSV:
            out.write(found.csv)
        elif isinstance(found, Strip) and asked.format == B_FILE:
            out.write(found.b_file)
        else:
            listed = "" if asked.quiet else found.listed
            out.write(folded("\n\n".join(filter(None, (listed, str(found)))), out) + "\n")


_WORK: dict[str, Callable[[Asked, Progress, Clock], Found]] = {
    "plane": _plane,
    "rectangle": _rectangles,
    "strip": _strip,
    "common": _common,
}
