"""The command `satpuzzle sample`."""

from dataclasses import dataclass
from pathlib import Path

from satpuzzle.cli.asking import answered, posed, reply
from satpuzzle.cli.options import command
from satpuzzle.questions.packings import SampleQuestion
from satpuzzle.rows import option
from satpuzzle.settings import OUT, AnswerRows


@dataclass(frozen=True, kw_only=True)
class Asked(AnswerRows, SampleQuestion):
    """The options of `sample`."""

    draw: Path | None = option(None, "FILE", OUT, "Draw the answer: a picture (.svg .png .pdf .html).")


@command
def sample(asked: Asked) -> None:
    """Draw packings at random, each equally likely.

    All packings count, also those that symmetries map to each other. The same seed draws the same ones.
    """
    reply(asked, answered(asked, posed(SampleQuestion, asked)))
