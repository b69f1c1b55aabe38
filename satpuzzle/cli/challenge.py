"""`satpuzzle challenge`."""

import html
import json
from pathlib import Path
from typing import Annotated

import typer

from satpuzzle import data
from satpuzzle.cli.app import app
from satpuzzle.cli.asking import question
from satpuzzle.cli.common import member_of, opened
from satpuzzle.cli.exits import LIMIT, OK, complain
from satpuzzle.cli.options import (
    JSON,
    TEXT,
    Backend,
    MemberName,
    Problem,
    ProgressMode,
    PuzzleName,
    Quiet,
    Seed,
    TimeLimit,
    check_choice,
    choice,
)
from satpuzzle.cli.output import open_output
from satpuzzle.clock import Clock, Status
from satpuzzle.design.challenge import FAILURES, Booklet
from satpuzzle.design.challenge import challenge as deal
from satpuzzle.errors import Stopped
from satpuzzle.pictures.paper import Picture
from satpuzzle.pictures.sheet import draw as picture

_GAVE_UP = f"{FAILURES} random solutions in a row gave no other one"


@app.command("challenge")
def challenge(
    puzzle: PuzzleName,
    problem: Problem = None,
    member: MemberName = None,
    backend: Backend = "bitmask",
    number: Annotated[int, typer.Option("-n", "--number", metavar="N", min=1, help="How many cards.")] = 12,
    given: Annotated[
        int | None, typer.Option("--given", metavar="N", help="Pieces given on each card; by default the fewest.")
    ] = None,
    seed: Seed = 0,
    time_limit: TimeLimit = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="A .svg file (and FILE-solutions.svg), .html or .json."),
    ] = None,
    format: Annotated[str, choice("--format", allowed=(TEXT, JSON), help="What is printed.")] = "text",
    progress: ProgressMode = "auto",
    quiet: Quiet = False,
) -> None:
    """Make challenge cards, the easiest first.

    Each card has some given pieces and exactly one solution.
    """
    clock = Clock(time_limit).start()
    if output is not None:
        check_choice("output", output.suffix.lower(), (".svg", ".html", ".json"))
    with question(format, progress, quiet) as shown:
        about = opened(member_of(puzzle, member), problem, clock, quiet)
        try:
            booklet = deal(about.puzzle, number, given, seed=seed, backend=backend, clock=clock, watch=shown.note)
        except Stopped as error:
            if not error.by_limit:
                raise
            complain(f"{puzzle}: {error} before a card was found")
            raise typer.Exit(LIMIT) from None
    if output is None:
        with open_output(None) as out:
            out.write((_json(booklet) if format == "json" else _text(booklet)) + "\n")
    elif output.suffix.lower() == ".svg":
        _picture(booklet, solved=False).save(output)
        _picture(booklet, solved=True).save(output.with_name(f"{output.stem}-solutions.svg"))
    else:
        data.write(output, (_json(booklet) if output.suffix.lower() == ".json" else _page(booklet)) + "\n")
    if booklet.status is not Status.SOLUTION_LIMIT and not quiet:
        why = "the time limit was reached" if booklet.status is Status.TIME_LIMIT else _GAVE_UP
        complain(f"{puzzle}: {len(booklet.cards)} of {number} cards: {why}")
    raise typer.Exit(LIMIT if booklet.status is Status.TIME_LIMIT else OK)


def _json(booklet: Booklet) -> str:
    return json.dumps(booklet.as_dict(), ensure_ascii=False)


def _picture(booklet: Booklet, solved: bool) -> Picture:
    return picture([card.solution if solved else card.given for card in booklet.cards])


def _text(booklet: Booklet) -> str:
    lines = [names, ""] if (names := booklet.puzzle.legend) else []
    for number, card in enumerate(booklet.cards, 1):
        lines += [f"{number}: effort {card.tries.effort:.0f}", str(card.given), ""]
    return "\n".join([*lines, f"{booklet.puzzle.name}: {len(booklet.cards)} cards, each with one solution"])


def _page(booklet: Booklet) -> str:
    """Return an HTML page with the cards and with the solutions, which print on separate pages."""
    title = html.escape(booklet.puzzle.title or booklet.puzzle.name)
    efforts = ", ".join(f"{number}: {card.tries.effort:.0f}" for number, card in enumerate(booklet.cards, 1))
    return (
        f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>{title}</title>\n'
        "<style>body{font-family:sans-serif}svg{max-width:100%;height:auto}.solutions{break-before:page}</style>\n"
        f"<h1>{title}</h1>\n{_picture(booklet, solved=False).svg}\n"
        f"<p>Moves until solved, by a careful player: {efforts}</p>\n"
        f'<section class="solutions"><h2>Solutions</h2>\n{_picture(booklet, solved=True).svg}\n</section></html>'
    )
