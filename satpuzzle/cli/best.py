"""The command `satpuzzle best`."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from satpuzzle.cli.asking import answered, posed, reply
from satpuzzle.cli.exits import complain
from satpuzzle.cli.guide import asks_for
from satpuzzle.cli.options import command
from satpuzzle.cli.progress import Progress
from satpuzzle.cover.describe import written_sizes
from satpuzzle.cover.given import Given
from satpuzzle.errors import PuzzleError
from satpuzzle.proofs.write.bounds import certify
from satpuzzle.questions.best import Best, BestQuestion
from satpuzzle.questions.question import Context
from satpuzzle.questions.smallest import Sizes, SmallestQuestion
from satpuzzle.rows import again, option
from satpuzzle.settings import AnswerRows, GivenRow


# fmt: off
@dataclass(frozen=True, kw_only=True)
class Asked(AnswerRows, BestQuestion):
    """The options of `best`."""

    board: str | None = option(
        None, "SIZES", None,
        "The smallest board instead: NxM is a rectangle, NxN a square, 3xN a strip, NxMxK a box; no larger than the"
        " puzzle's own.", rare=True)
    given: Given = again(GivenRow, "given", rare=True)
    certificate: Path | None = option(
        None, "DIR", None, "Write a proof in the VeriPB format that no packing is better into this folder.", rare=True,
        without=("given",))
    draw: Path | None = option(None, "FILE", None, "Draw the packing: a picture (.svg .png .pdf .html).")
# fmt: on


@command
def best(asked: Asked) -> None:
    """Find the best packing: most pieces or value, fewest empty cells.

    Each improvement is printed with a bound that no packing exceeds. At the end there is a proof that none is better,
    or at a limit what is known.
    """
    backend = asked.backend or "native"
    if asked.board is not None:
        smallest = posed(SmallestQuestion, asked, "board", family=asked.board, backend=backend)
        reply(asked, answered(asked, smallest, _sizes), backend)
    if asked.maximise is None and asked.minimise is None:
        raise PuzzleError(asks_for("best", "--maximise or --minimise"))

    def then(found: Best, context: Context) -> None:
        if asked.certificate is not None and found.final:
            certify(found, asked.certificate, context.clock)

    found = answered(asked, posed(BestQuestion, asked), _interval, then=then)
    if found.verdict == "impossible" and not asked.partial and not asked.quiet:
        complain("with --partial, cells may stay empty and pieces be left out")
    reply(asked, found, backend)


def _interval(shown: Progress) -> Callable[[Best], None]:
    """Return a function that shows what is known of the best packing."""
    return lambda so_far: shown.note(f"{so_far.puzzle.name}: {so_far.interval}")


def _sizes(shown: Progress) -> Callable[[Sizes, str | None], None]:
    """Return a function that shows which board is tried."""
    return lambda sizes, reason: shown.note(written_sizes(sizes))
