"""The command `satpuzzle hint`."""

from dataclasses import dataclass

from satpuzzle.cli.asking import answered, posed, reply
from satpuzzle.cli.options import command
from satpuzzle.questions.hint import HintQuestion, PossibleQuestion
from satpuzzle.rows import option
from satpuzzle.settings import AnswerRows


# fmt: off
@dataclass(frozen=True, kw_only=True)
class Asked(AnswerRows, HintQuestion):
    """The options of `hint`."""

    all: bool = option(
        False, "", None, "List all placements that are in a solution, each with its number of solutions.",
        without=("fewest",))
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
    question: object = posed(HintQuestion, asked)
    if asked.all:
        question = posed(PossibleQuestion, asked, "all")
    elif asked.fewest:
        from satpuzzle.questions.hints import HintsQuestion  # which other hints do not need

        question = posed(HintsQuestion, asked, "fewest")
    reply(asked, answered(asked, question), asked.backend)
