"""The command `satpuzzle unique`."""

from dataclasses import dataclass
from pathlib import Path

from satpuzzle.cli.asking import answered, posed, reply
from satpuzzle.cli.options import command
from satpuzzle.questions.unique import UniqueQuestion
from satpuzzle.rows import option
from satpuzzle.settings import RunRows


@dataclass(frozen=True, kw_only=True)
class Asked(RunRows, UniqueQuestion):
    """The options of `unique`."""

    draw: Path | None = option(None, "FILE", None, "Draw the solutions found: a picture (.svg .png .pdf .html).")


@command
def unique(asked: Asked) -> None:
    """Tell whether a puzzle has exactly one solution.

    The exit status is 1 if it has several solutions or none.
    """
    reply(asked, answered(asked, posed(UniqueQuestion, asked)), asked.backend)
