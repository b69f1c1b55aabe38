"""The command `satpuzzle odds`."""

from dataclasses import dataclass
from pathlib import Path

import typer

from satpuzzle.cli.asking import check_picture, question, reply, save_picture, say_limit
from satpuzzle.cli.common import opened
from satpuzzle.cli.exits import LIMIT, OK
from satpuzzle.cli.options import command
from satpuzzle.clock import Clock
from satpuzzle.questions.packings import METHODS, Packings, diagram
from satpuzzle.rows import option
from satpuzzle.settings import HOW, OUT, AnswerRows, GivenRow, JobsRow


# fmt: off
@dataclass(frozen=True, kw_only=True)
class Asked(AnswerRows, GivenRow, JobsRow):
    """The options of `odds`, and of `sample`."""

    method: str = option(
        "auto", "", HOW,
        "Make the diagram of a list of all packings (search), or of the states of a frontier or a memo.",
        allowed=METHODS, rare=True)
    save: Path | None = option(
        None, "FILE", OUT, "Keep the diagram of all packings in FILE.zdd; if FILE exists, take it from there.",
        rare=True)
    draw: Path | None = option(None, "FILE", OUT, "Draw the answer to a .svg or .png file.")
# fmt: on


@command
def odds(asked: Asked) -> None:
    """Tell in how many packings each piece lies where.

    All packings count, also those that symmetries map to each other. JSON has each placement and each cell.
    """
    check_picture(asked.draw)
    packings = packings_of(asked)
    found = packings.odds()
    save_picture(asked.draw, found.picture)
    reply(asked, found, False, "native")
    raise typer.Exit(OK if packings.final else LIMIT)


def packings_of(asked: Asked) -> Packings:
    """Return the packings that have the given pieces."""
    clock = Clock(asked.time_limit).start()
    with question(asked, clock) as shown:
        about = opened(asked, clock)
        found = diagram(
            about.puzzle,
            given=asked.given,
            method=asked.method,
            file=asked.save,
            jobs=asked.jobs,
            clock=clock,
            watch=shown.update,
        )
    say_limit(found.final, clock)
    return found
