"""The command `satpuzzle best`."""

from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import typer

from satpuzzle.cli.asking import check_picture, question, reply, save_solutions
from satpuzzle.cli.common import opened
from satpuzzle.cli.exits import FAILED, LIMIT, OK, complain
from satpuzzle.cli.guide import asks_for
from satpuzzle.cli.options import changed, command
from satpuzzle.clock import Clock
from satpuzzle.cover.describe import written_sizes
from satpuzzle.cover.given import Given
from satpuzzle.errors import PuzzleError
from satpuzzle.proofs.write.bounds import certify
from satpuzzle.questions.best import Best
from satpuzzle.questions.best import best as ask
from satpuzzle.questions.goal import OBJECTIVES
from satpuzzle.questions.smallest import Sizes, smallest
from satpuzzle.rows import again, option
from satpuzzle.settings import HOW, AnswerRows, GivenRow, JobsRow


# fmt: off
@dataclass(frozen=True, kw_only=True)
class Asked(AnswerRows, GivenRow, JobsRow):
    """The options of `best`."""

    maximise: str | None = option(
        None, "", None,
        "As much as possible: pieces, filled cells, empty cells, or the value, the sum of the pieces' values.",
        allowed=OBJECTIVES)
    minimise: str | None = option(None, "", None, "As little of it as possible.", allowed=OBJECTIVES)
    partial: bool = option(False, "", None, "Any cell may stay empty, and any piece may be left out.")
    board: str | None = option(
        None, "SIZES", None,
        "The smallest board instead: NxM is a rectangle, NxN a square, 3xN a strip, NxMxK a box; no larger than the"
        " puzzle's own.", rare=True)
    given: Given = again(GivenRow, "given", rare=True)
    backend: str | None = option(
        None, "-b NAME", HOW, "The solver; by default the native search and CP-SAT side by side.", among="backends")
    certificate: Path | None = option(
        None, "DIR", None, "Write a proof in the VeriPB format that no packing is better into this folder.", rare=True)
    draw: Path | None = option(None, "FILE", None, "Draw the packing to a .svg or .png file.")
# fmt: on


@command
def best(asked: Asked) -> None:
    """Find the best packing: most pieces or value, fewest empty cells.

    Each improvement is printed with a bound that no packing exceeds. At the end there is a proof that none is better,
    or at a limit what is known.
    """
    check_picture(asked.draw)
    if asked.board is not None:
        _smallest(asked, asked.board)
    if asked.maximise is None and asked.minimise is None:
        raise PuzzleError(asks_for("best", "--maximise or --minimise"))
    if asked.certificate is not None and asked.given is not None:
        raise PuzzleError("--certificate: not allowed with --given")
    clock, known = Clock(asked.time_limit).start(), list[int]()
    with question(asked, clock) as shown:
        about = opened(asked, clock)

        def watch(so_far: Best) -> None:
            if so_far.number is not None and so_far.number not in known and not asked.quiet:
                known.append(so_far.number)
                shown.clear()
                complain(f"{so_far.interval}, gap {so_far.gap}")
            shown.note(f"{about.name}: {so_far.interval}")

        found = ask(
            about.puzzle,
            asked.backend,
            maximise=asked.maximise,
            minimise=asked.minimise,
            partial=asked.partial,
            given=asked.given,
            jobs=asked.jobs,
            clock=clock,
            watch=watch,
        )
        if asked.certificate is not None and found.verdict in ("best", "impossible"):
            certify(found, asked.certificate, clock)
    if found.verdict == "impossible" and not asked.partial and not asked.quiet:
        complain("with --partial, cells may stay empty and pieces be left out")
    save_solutions(asked.draw, () if found.solution is None else (found.solution,))
    reply(asked, found, found.solution is not None, asked.backend or "native")
    raise typer.Exit(OK if found.verdict != "undecided" else LIMIT if found.reason is None else FAILED)


def _smallest(asked: Asked, family: str) -> NoReturn:
    """Find the smallest board of a family, and end the command.

    Raises PuzzleError for an option that is only for packings of one board.
    """
    said = changed(asked)
    if wrong := next(
        (said[name] for name in ("maximise", "minimise", "partial", "given", "certificate") if name in said), None
    ):
        raise PuzzleError(f"--board {family}: not allowed with {wrong}")
    clock, backend = Clock(asked.time_limit).start(), asked.backend or "native"
    with question(asked, clock) as shown:
        about = opened(asked, clock)

        def watch(sizes: Sizes, reason: str | None) -> None:
            shown.note(f"{about.name}: {written_sizes(sizes)}")
            if reason is not None and not asked.quiet:
                shown.clear()
                complain(f"{written_sizes(sizes)}: {reason}")

        found = smallest(about.puzzle, family, backend, jobs=asked.jobs, clock=clock, watch=watch)
    save_solutions(asked.draw, () if found.solution is None else (found.solution,))
    reply(asked, found, found.solution is not None, backend)
    raise typer.Exit(LIMIT if found.verdict == "undecided" else OK)
