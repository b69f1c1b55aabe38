"""In how many solutions of a bare exact cover each option is."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from satpuzzle.cover.describe import columns, numbered
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.questions.answer import Answer
from satpuzzle.questions.facts import COUNT, PUZZLE, TEXT, TRUTH, Fact, every, having

_OPTION = having(Fact("option", every(TEXT), "its words"), Fact("solutions", COUNT, "how many have it"))


@dataclass(frozen=True, eq=False, repr=False)
class OptionOdds(Answer):
    """The options of a cover that are in some solution, each with the number of these solutions."""

    puzzle: ExactCover
    each: Sequence[int]  # the number of solutions with each option, shape (options,)
    solutions: int
    complete: bool  # whether all solutions were counted
    facts: ClassVar[tuple[Fact, ...]] = (
        PUZZLE,
        Fact("solutions", COUNT),
        Fact("final", TRUTH, "false if the search was stopped: the numbers are those found until then"),
        Fact("options", every(_OPTION), "those in some solution, the most frequent first", lambda self: self._options),
    )

    @property
    def final(self) -> bool:
        """Whether all solutions were counted; otherwise the numbers are lower bounds."""
        return self.complete

    exhaustive = final  # by the backend that counted them

    @property
    def sentence(self) -> str:
        """The number of solutions, and a table of the options."""
        least = "" if self.final else "≥ "
        head = f"{self.puzzle.name}: {least}{numbered(self.solutions, 'solution')}"
        rows = [
            {
                "option": " ".join(one["option"]),
                "solutions": f"{least}{one['solutions']}" if least else one["solutions"],
                "share": f"{100 * one['solutions'] / self.solutions:.1f} %",
            }
            for one in self._options
        ]
        return f"{head}\n\n{columns(rows)}".rstrip() if rows else head

    @property
    def _options(self) -> list[dict[str, Any]]:
        some = (option for option, number in enumerate(self.each) if number)
        return [
            {"option": self.puzzle.words(option), "solutions": int(self.each[option])}
            for option in sorted(some, key=lambda option: (-self.each[option], option))
        ]
