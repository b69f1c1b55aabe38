"""Estimates of a search, which `count --estimate` prints."""

from typing import Any, NoReturn

from satpuzzle.cli.progress import Progress
from satpuzzle.rows import again, common, option
from satpuzzle.settings import HOW, EstimateRows, GivenRow, JournalRows, RunRows, SolverRows


# fmt: off
@common
class Estimated(RunRows, SolverRows, GivenRow, JournalRows):
    """What an estimate reads of the options of `count`."""

    estimate: bool = option(
        False, "", HOW, "Estimate how long the search takes, with one worker or many, from a sample of its parts.")
    workers: Any = again(
        EstimateRows, "workers",
        says="With --estimate: for which numbers of workers the time is estimated; each worker uses one core.",
        needs=("estimate",))
    draws: int = again(
        EstimateRows, "draws",
        says="With --estimate: how many parts of the search are sampled; more give narrower intervals.",
        needs=("estimate",))
# fmt: on


def write_estimate(asked: Estimated) -> NoReturn:
    """Estimate a search, write the answer, and end the command."""
    from satpuzzle.cli.asking import answered, posed, reply  # which, as the next, counting does not need
    from satpuzzle.questions.forecast import EstimateQuestion
    from satpuzzle.questions.question import Watch

    def watch(shown: Progress) -> Watch:
        shown.note(f"{asked.puzzle}: preparing", at_once=True)
        return shown.tell

    question = posed(EstimateQuestion, asked, "estimate", subject=asked.puzzle, seed=asked.seed or 0)
    reply(asked, answered(asked, question, watch, row="subject"), asked.backend)
