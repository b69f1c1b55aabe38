"""The command `satpuzzle hint`."""

from dataclasses import dataclass

import typer

from satpuzzle.cli.asking import answer, question, reply, say_limit
from satpuzzle.cli.common import opened
from satpuzzle.cli.exits import FAILED, LIMIT, OK
from satpuzzle.cli.options import command
from satpuzzle.clock import Clock
from satpuzzle.errors import PuzzleError
from satpuzzle.questions.hint import hint as ask
from satpuzzle.questions.hint import possible
from satpuzzle.rows import option
from satpuzzle.settings import AnswerRows, BackendRow, GivenRow, SeedRow


# fmt: off
@dataclass(frozen=True, kw_only=True)
class Asked(AnswerRows, BackendRow, GivenRow, SeedRow):
    """The options of `hint`."""

    all: bool = option(
        False, "", None, "List all placements that are in a solution, each with its number of solutions.")
    fewest: bool = option(False, "", None, "Find the fewest given pieces that leave one solution.")
    solution: int | None = option(
        None, "K", None,
        "With --fewest: for the K-th solution found; by default for the solution that needs the fewest.", least=1,
        needs=("fewest",))
# fmt: on


@command
def hint(asked: Asked) -> None:
    """Suggest the next piece, or say which given pieces are wrong.

    With --fewest, solutions that a symmetry of the board maps to each other count as different.
    """
    if asked.all and asked.fewest:
        raise PuzzleError("--all: not allowed with --fewest")
    clock, given = Clock(asked.time_limit).start(), asked.given
    with question(asked, clock) as shown:
        puzzle = opened(asked, clock).puzzle
        if asked.all:
            every = possible(puzzle, given, asked.backend, clock=clock, watch=shown.note)
        elif asked.fewest:
            from satpuzzle.questions.hints import hints  # which other hints do not need

            fewest = hints(puzzle, asked.solution, asked.backend, given=given, clock=clock, watch=shown.note)
        else:
            found = ask(puzzle, given, asked.backend, seed=asked.seed, clock=clock, watch=shown.note)
    if asked.all:
        say_limit(every.final, clock)
        answer(asked, every.as_dict(), lambda: str(every), asked.backend if every.final else None)
        raise typer.Exit(OK if every.final else LIMIT)
    if asked.fewest:
        reply(asked, fewest, fewest.given is not None, asked.backend)
        raise typer.Exit(OK if fewest.smallest else LIMIT)
    reply(asked, found, found.piece is not None, asked.backend)
    raise typer.Exit({"wrong": FAILED, "undecided": LIMIT}.get(found.verdict, OK))
