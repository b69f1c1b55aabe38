"""The command `satpuzzle rate`."""

from dataclasses import dataclass

from satpuzzle.cli.asking import answered, posed, reply
from satpuzzle.cli.options import command
from satpuzzle.questions.rate import RateQuestion
from satpuzzle.settings import AnswerRows


@dataclass(frozen=True, kw_only=True)
class Asked(AnswerRows, RateQuestion):
    """The options of `rate`."""


@command
def rate(asked: Asked) -> None:
    """Rate how hard a puzzle is for a careful player.

    The player is simulated: it looks one step ahead and otherwise chooses at random.
    """
    reply(asked, answered(asked, posed(RateQuestion, asked)))
