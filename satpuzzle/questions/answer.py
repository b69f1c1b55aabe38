"""Answers: the result of a question about a puzzle as a sentence, as text with a drawing, and as a picture."""

from abc import ABC, abstractmethod
from html import escape
from typing import TYPE_CHECKING, Any

from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.puzzle.model import Puzzle

if TYPE_CHECKING:
    from satpuzzle.pictures.paper import Picture


class Answer(ABC):
    """An answer about a puzzle; `print` shows a drawing and a sentence, a notebook a picture and the sentence."""

    puzzle: Puzzle | ExactCover
    claim = "there is no other solution"  # what a search proved if the answer is `exhaustive`

    @property
    @abstractmethod
    def sentence(self) -> str:
        """The answer in words; further lines have details."""

    @property
    def drawing(self) -> str:
        """The answer as a drawing in characters, or "" if it has none."""
        return ""

    @property
    def exhaustive(self) -> bool:
        """Whether the answer makes its claim because a search of the backend was complete."""
        return False

    @abstractmethod
    def as_dict(self) -> dict[str, Any]:
        """Return the answer as plain data."""

    def picture(self) -> "Picture | None":
        """Return a picture of the answer, or None if it has none."""
        return None

    def __repr__(self) -> str:
        return f"<{type(self).__name__.lower()}: {self.sentence.splitlines()[0]}>"

    def __str__(self) -> str:
        return "\n\n".join(filter(None, (self.drawing, self.sentence)))

    def _repr_html_(self) -> str:
        picture = self.picture()
        shown, said = ("", str(self)) if picture is None else (picture.svg, self.sentence)
        return f"<div>{shown}<pre>{escape(said)}</pre></div>"
