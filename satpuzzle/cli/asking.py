"""Functions shared by the commands that ask questions: they pose a question, ask it, and write the answer."""

import contextlib
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import typer

from satpuzzle.cli import signals
from satpuzzle.cli.common import opened
from satpuzzle.cli.exits import FAILED, LIMIT, OK, complain, leave
from satpuzzle.cli.options import changed, check_choice, refuse_others
from satpuzzle.cli.output import open_output
from satpuzzle.cli.progress import Progress
from satpuzzle.cli.terminal import folded
from satpuzzle.clock import Clock, Status
from satpuzzle.engines.base import Engine
from satpuzzle.engines.config import engine_of
from satpuzzle.errors import BackendError, Stopped
from satpuzzle.questions.answer import Answer
from satpuzzle.questions.question import Context, CoverRow, Watch, ignore
from satpuzzle.rows import JSON, rows
from satpuzzle.settings import AnswerRows, FormatRow, OutputRow, ReportRows, SubjectRows
from satpuzzle.structured import as_json

if TYPE_CHECKING:
    from satpuzzle.pictures.printed import Picture

Posed = TypeVar("Posed")
_READ = tuple(rows(SubjectRows))  # with these a command reads a puzzle
_WRITTEN = (*rows(OutputRow), *rows(FormatRow), *rows(ReportRows), "draw")  # with these it writes an answer


@contextlib.contextmanager
def asking(asked: ReportRows, clock: Clock) -> Iterator[Progress]:
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


def posed(
    kind: Callable[..., Posed], asked: Any, by: str = "", besides: Collection[str] = _READ, why: str = "", **more: Any
) -> Posed:
    """Return the question of a kind with what a command was told; `more` has rows that are called otherwise there.

    `by` is the option with which the command asks this question; it obeys the options `besides` by itself.  Raises
    PuzzleError for an option that this question has not, and says `why`: by default, that `by` does not allow it.
    """
    table = rows(kind)  # type: ignore[arg-type]
    if by or why:
        refuse_others(asked, (*table, *_WRITTEN, *besides, by), why or f"not allowed with {changed(asked)[by]}")
    return kind(**{name: getattr(asked, name) for name in table if hasattr(asked, name)} | more)


def remarking(shown: Progress, quiet: bool) -> Callable[[str], None]:
    """Return a function that prints a remark, unless `quiet`."""

    def remark(text: str) -> None:
        shown.clear()
        complain(text)

    return ignore if quiet else remark


def nothing(found: object, context: Context) -> None:
    """Do nothing with an answer."""


def answered(
    asked: AnswerRows,
    question: Any,
    watch: Callable[[Progress], Watch] = lambda shown: shown.tell,
    row: str = "puzzle",
    then: Callable[[Any, Context], None] = nothing,
) -> Any:
    """Ask a question about the puzzle or, if it takes one, the exact cover that a command was given; draw the answer.

    It is the question's `row`.  `watch` gets a progress display, and returns what the question calls; `then` gets the
    answer before it is drawn.
    """
    draw = getattr(asked, "draw", None)
    check_picture(draw)
    clock = Clock(asked.time_limit).start()
    with asking(asked, clock) as shown:
        about = opened(asked, clock, isinstance(question, CoverRow) or row != "puzzle")
        context = Context(clock, watch(shown), remarking(shown, asked.quiet))
        found = replace(question, **{row: about.what}).ask(context)
        then(found, context)
    say_limit(found, clock)
    save_picture(draw, found.picture)
    return found


def say_limit(found: Answer, clock: Clock) -> None:
    """Say that the time limit was reached, if the answer is not final."""
    if not found.final and clock.status is Status.TIME_LIMIT:
        complain("the time limit was reached, the answer is what was found until then")


def reply(asked: AnswerRows, found: Answer, backend: str | Engine = "native") -> NoReturn:
    """Write an answer, and end the command with its status."""
    with open_output(asked.output) as out:
        if asked.format == JSON:
            out.write(as_json(found.as_dict() | by_the_word_of(found, backend)) + "\n")
        else:
            out.write(folded(_told(found, backend, asked.quiet), out) + "\n")
    raise typer.Exit(status_of(found))


def status_of(found: Answer) -> int:
    """Return the exit status of a command with this answer."""
    return FAILED if not found.passes else OK if found.final else LIMIT


def by_the_word_of(found: Answer, backend: str | Engine) -> dict[str, str]:
    """Return by the word of which program the claim of an answer holds, if that is one that proves nothing."""
    engine = engine_of(backend) if found.exhaustive else None
    return {} if engine is None or engine.trusted else {"by_the_word_of": engine.name}


def _told(found: Answer, backend: str | Engine, quiet: bool) -> str:
    """Return an answer as text, with the program by whose word it holds."""
    words = by_the_word_of(found, backend).values()
    unproved = [f"that {found.claim} is by the word of {word}, unproved" for word in words]
    return "\n".join([found.text(quiet), *unproved])


def check_picture(path: Path | None, option: str = "draw", more: Collection[str] = ()) -> None:
    """Raise PuzzleError unless a picture can be written to the file of an option; None is allowed, too.

    Its name has an ending of pictures or one of those in `more`, and the library that writes it is installed.
    """
    if path is not None:
        from satpuzzle.pictures.printed import ENDINGS, check_pdf

        check_choice(option, path.suffix.lower(), (*ENDINGS, *more))
        if path.suffix.lower() == ".pdf":
            check_pdf()


def save_picture(path: Path | None, picture: Callable[[], "Picture | None"]) -> None:
    """Write the picture that `picture()` returns to a file, or say that there is none; do nothing without a path."""
    check_picture(path)
    if path is not None:
        if (drawn := picture()) is None:
            complain(f"there is nothing to draw, {path} is not written")
        else:
            drawn.save(path)
