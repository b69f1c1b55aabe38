"""Functions shared by the commands for puzzle designers: they set up a search for an answer and write the answer."""

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from satpuzzle.cli import signals
from satpuzzle.cli.exits import FAILED, complain, leave
from satpuzzle.cli.options import check_choice
from satpuzzle.cli.output import open_output
from satpuzzle.cli.progress import Progress
from satpuzzle.cli.terminal import folded
from satpuzzle.clock import Clock, Status
from satpuzzle.engines.base import Engine
from satpuzzle.engines.config import engine_of
from satpuzzle.errors import BackendError, Stopped
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.questions.answer import Answer
from satpuzzle.settings import AnswerRows, ReportRows
from satpuzzle.solutions.solution import Solution
from satpuzzle.structured import as_json

if TYPE_CHECKING:
    from satpuzzle.pictures.paper import Picture


@contextlib.contextmanager
def question(asked: ReportRows, clock: Clock) -> Iterator[Progress]:
    """Provide a progress display for the `with` block that computes the answer.

    A signal stops the clock, so that the answer has what was found until then; a second one ends the command.  An error
    in the block, such as Stopped, ends the command with a message and an exit status.
    """
    shown = Progress("none" if asked.quiet else asked.progress)
    interrupted: list[int] = []
    try:
        with signals.handled(clock.stop) as interrupted:
            yield shown
    except (Stopped, KeyboardInterrupt) as error:
        leave(error, " before there was an answer")
    except BackendError as error:
        complain(str(error))
        raise typer.Exit(FAILED) from None
    finally:
        shown.clear()
    if interrupted:
        complain("interrupted")


def say_limit(final: bool, clock: Clock) -> None:
    """Say that the time limit was reached, if what was found until then is not final."""
    if not final and clock.status is Status.TIME_LIMIT:
        complain("the time limit was reached, the numbers are of what was found until then")


def answer(
    asked: AnswerRows,
    facts: dict[str, Any],
    text: Callable[[], str],
    backend: str | Engine | None = None,
    claim: str = Answer.claim,
) -> None:
    """Write an answer: `facts` as one JSON object, or the text that `text()` returns.

    `backend` is the one by whose word the `claim` of the answer holds, if it makes one.  If it is a program that proves
    nothing, the answer names it.
    """
    engine = None if backend is None else engine_of(backend)
    word = None if engine is None or engine.trusted else engine.name
    facts |= {} if word is None else {"by_the_word_of": word}
    unproved = "" if word is None else f"\nthat {claim} is by the word of {word}, unproved"
    with open_output(asked.output) as out:
        out.write(as_json(facts) + "\n" if asked.format == "json" else folded(text() + unproved, out) + "\n")


def reply(asked: AnswerRows, found: Answer, placed: bool, backend: str | Engine) -> None:
    """Write an answer as `answer` does; with `placed`, its drawing has placed pieces, and a legend names them."""

    def text() -> str:
        puzzle = found.puzzle
        return with_legend(puzzle, str(found), asked.quiet) if placed and isinstance(puzzle, Puzzle) else str(found)

    answer(asked, found.as_dict(), text, backend if found.exhaustive else None, found.claim)


def with_legend(puzzle: Puzzle, drawn: str, quiet: bool) -> str:
    """Return a drawing with a legend above it, unless the letters are the names of the pieces."""
    return f"{puzzle.legend}\n\n{drawn}" if puzzle.legend and not quiet else drawn


def check_picture(path: Path | None) -> None:
    """Raise PuzzleError unless a picture can be written to a file with this suffix; None is allowed, too."""
    if path is not None:
        check_choice("draw", path.suffix.lower(), (".svg", ".png"))


def save_picture(path: Path | None, picture: Callable[[], "Picture | None"]) -> None:
    """Write the picture that `picture()` returns to a file, or say that there is none; do nothing without a path."""
    check_picture(path)
    if path is not None:
        if (drawn := picture()) is None:
            complain(f"there is nothing to draw, {path} is not written")
        else:
            drawn.save(path)


def save_solutions(path: Path | None, solutions: tuple[Solution, ...]) -> None:
    """Draw solutions into a picture file; do nothing if the path is None."""

    def sheet() -> "Picture | None":
        from satpuzzle.pictures.sheet import draw

        return draw(solutions) if solutions else None

    save_picture(path, sheet)
