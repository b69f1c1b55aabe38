"""Answers: the result of a question about a puzzle as a sentence, as text with a drawing, and as a picture."""

from abc import ABC, abstractmethod
from html import escape
from typing import TYPE_CHECKING, Any

from satpuzzle.questions.facts import Told

if TYPE_CHECKING:
    from satpuzzle.pictures.printed import Picture
    from satpuzzle.solutions.chosen import Either


class Answer(Told, ABC):
    """An answer about a puzzle; `print` shows a drawing and a sentence, a notebook a picture and the sentence."""

    puzzle: Any  # a Puzzle or an ExactCover
    claim = "there is no other solution"  # what a search proved if the answer is `exhaustive`

    @property
    @abstractmethod
    def sentence(self) -> str:
        """The answer in words; further lines have details."""

    @property
    def shown(self) -> "tuple[Either, ...]":
        """The packings, complete or not, that the drawing and the picture show; or options of a cover."""
        return ()

    @property
    def drawing(self) -> str:
        """The answer as a drawing in characters, or "" if it has none."""
        return "\n\n".join(map(str, self.shown))

    @property
    def listed(self) -> str:
        """What is printed above the answer: a legend of the pieces in the drawing, if it needs one."""
        return self.shown[0].legend if self.shown else ""

    @property
    def final(self) -> bool:
        """Whether nothing is left to find out; otherwise it is what was found until a limit."""
        return True

    @property
    def passes(self) -> bool:
        """Whether the answer is not the one that a check is there to find, such as a second solution."""
        return True

    @property
    def exhaustive(self) -> bool:
        """Whether the answer makes its claim because a search of the backend was complete."""
        return False

    def picture(self) -> "Picture | None":
        """Return a picture of the answer, or None if it has none."""
        from satpuzzle.pictures.sheet import draw
        from satpuzzle.solutions.solution import Solution

        packings = [one for one in self.shown if isinstance(one, Solution)]
        return draw(packings) if packings else None

    def text(self, quiet: bool = False) -> str:
        """Return the answer as a command prints it; if `quiet`, only data."""
        return "\n\n".join(filter(None, ("" if quiet else self.listed, str(self))))

    def __repr__(self) -> str:
        return f"<{type(self).__name__.lower()}: {self.sentence.splitlines()[0]}>"

    def __str__(self) -> str:
        return "\n\n".join(filter(None, (self.drawing, self.sentence)))

    def _repr_html_(self) -> str:
        picture = self.picture()
        shown, said = ("", str(self)) if picture is None else (picture.svg, self.sentence)
        return f"<div>{shown}<pre>{escape(said)}</pre></div>"


class Decided(Answer):
    """An answer with a verdict, which is "undecided" if a limit came first."""

    verdict: str

    @property
    def final(self) -> bool:
        """Whether it is decided."""
        return self.verdict != "undecided"


class Packed(Decided):
    """A verdict that comes with a packing, if one was found."""

    solution: "Either"

    @property
    def shown(self) -> "tuple[Either, ...]":
        """The packing."""
        return () if self.solution is None else (self.solution,)
