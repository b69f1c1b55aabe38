"""The command `satpuzzle odds`."""

from dataclasses import dataclass
from pathlib import Path

from satpuzzle.cli.asking import answered, posed, reply
from satpuzzle.cli.options import command
from satpuzzle.questions.packings import OddsQuestion
from satpuzzle.rows import option
from satpuzzle.settings import OUT, AnswerRows


@dataclass(frozen=True, kw_only=True)
class Asked(AnswerRows, OddsQuestion):
    """The options of `odds`."""

    draw: Path | None = option(None, "FILE", OUT, "Draw the answer: a picture (.svg .png .pdf .html).")


@command
def odds(asked: Asked) -> None:
    """Tell in how many packings each piece lies where.

    All packings count, also those that symmetries map to each other. JSON has each placement and each cell.
    """
    reply(asked, answered(asked, posed(OddsQuestion, asked)))
