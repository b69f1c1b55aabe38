"""Exercises with an exact scorer, in the form of the data sets of Reasoning Gym (Stojanovski et al., 2025).

An exercise shows a board with some pieces of a solution in place.  Its kind says what is asked:

- `fill`: where the other pieces lie.  There is one solution.
- `next`: where one more piece lies that all solutions have there.
- `count`: the number of ways to place the other pieces.

An answer is a drawing, or lines such as `F: 0,0 1,0 1,1`, or a number.  What it says is checked, not how it is written.

>>> exercises = Exercises(Settings(place=4, size=3))
>>> entry = exercises[2]
>>> exercises.score_answer(entry["answer"], entry), exercises.judge("0", entry)
(1.0, 'the number of ways is 1')
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from satpuzzle.api import count, solve
from satpuzzle.cover.describe import limits_in_words
from satpuzzle.errors import PuzzleError
from satpuzzle.extras import need
from satpuzzle.puzzle import drawing
from satpuzzle.puzzle.formats.plain import to_dict
from satpuzzle.puzzle.library import load
from satpuzzle.questions.challenge import STEPS, challenge
from satpuzzle.questions.hint import hint
from satpuzzle.solutions.read import read
from satpuzzle.solutions.solution import Solution

NAME = "packing"  # of the data set
KINDS = FILL, NEXT, COUNT = "fill", "next", "count"
_MORE = 3  # pieces that are to be placed beside those of an exercise with one solution, where ways are counted
_LONGEST = 100_000  # characters of an answer
_ASKED = {
    FILL: "Place all of these pieces, so that each cell of the board is covered once. Answer with the drawing.",
    NEXT: "One of these pieces can only lie in one place. Answer with the drawing with this piece added.",
    COUNT: "In how many ways can all of these pieces be placed? Each cell is covered once. Answer with the number.",
}
_MOVES = {True: "turned and turned over", False: "turned"}  # by whether the grid is flat
_SHOWN = {"title", "also", "grid", "box", "board", "source", "counts", "pieces", "name", "cells", "mirror", "rotate"}
Entry = dict[str, Any]


@dataclass(kw_only=True)
class Settings:
    """What the exercises of a data set are like; the names of `size` and `seed` are those of Reasoning Gym."""

    puzzle: str = "pentominoes-5x12"  # a bundled puzzle or a file
    kinds: tuple[str, ...] = KINDS  # in turns
    place: int = 5  # pieces that an exercise with one solution leaves to place
    size: int = 500  # the number of exercises
    seed: int = 0

    def validate(self) -> None:
        """Raise PuzzleError if a value is not allowed."""
        if not self.kinds or not {*self.kinds} <= {*KINDS}:
            raise PuzzleError(f"kinds {', '.join(self.kinds) or 'none'}: choose from {', '.join(KINDS)}")
        for name in ("place", "size"):
            if getattr(self, name) < 1:
                raise PuzzleError(f"{name} {getattr(self, name)}: allowed are integers from 1 on")


class Exercises:
    """A sequence of exercises, each a dict with `question`, `answer` and `metadata`; each is made when it is asked for.

    Raises PuzzleError if the puzzle has more than a board and pieces, such as rules or several copies of a piece, or no
    exercise with so many pieces to place.
    """

    def __init__(self, config: Settings) -> None:
        config.validate()
        self.config, self.size, self.seed = config, config.size, config.seed
        self._puzzle = load(config.puzzle)
        content = to_dict(self._puzzle)
        if more := sorted({*content} - _SHOWN | {key for piece in content["pieces"] for key in piece} - _SHOWN):
            raise PuzzleError(f"{self._puzzle.name}: exercises have a board and pieces alone, no {', '.join(more)}")

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[Entry]:
        return map(self.__getitem__, range(self.size))

    def __getitem__(self, index: int) -> Entry:
        if not 0 <= index < self.size:
            raise IndexError(f"exercise {index}: there are {self.size}")
        kind = self.config.kinds[index % len(self.config.kinds)]
        cards = challenge(self._puzzle, 1, place=self.config.place, grade=STEPS, seed=(self.seed << 32) + index).cards
        given, solution = cards[0].given, cards[0].solution
        if kind == COUNT:
            given = Solution(given.options[_MORE:], self._puzzle, given.placements)
        return {
            "question": self._question(kind, given),
            "answer": self._answer(kind, given, solution),
            "metadata": {
                "source_dataset": NAME,
                "source_index": index,
                "kind": kind,
                "puzzle": self._puzzle.name,
                "given": given.as_list(),
                "difficulty": {"place": len(solution.options) - len(given.options)},
            },
        }

    def score_answer(self, answer: str | None, entry: Entry) -> float:
        """Return 1 if an answer is right, else 0."""
        return 0.0 if self.judge(answer, entry) else 1.0

    def judge(self, answer: str | None, entry: Entry) -> str:
        """Return in one line what is wrong with an answer, an empty text if it is right."""
        kind, given = entry["metadata"]["kind"], entry["metadata"]["given"]
        if kind == COUNT:
            return "" if (answer or "").strip() == entry["answer"] else f"the number of ways is {entry['answer']}"
        if len(answer or "") > _LONGEST:
            return f"the answer has {len(answer or '')} characters, allowed are {_LONGEST}"
        try:
            (placed, *_) = read(self._puzzle, answer or "", "the answer", partial=kind == NEXT)
            pieces = placed.as_list()
            if missing := [piece["piece"] for piece in given if piece not in pieces]:
                return f"{missing[0]} is not where it was given"
            if kind == FILL:
                return ""  # what is read is a whole packing
            if len(pieces) == len(given):
                return "no piece is added"
            solved = next(iter(solve(self._puzzle, given=pieces, limit=1)), None)
            return "" if solved else "no solution has all of these pieces"
        except PuzzleError as error:
            return str(error)

    def _question(self, kind: str, given: Solution) -> str:
        names = {piece["piece"] for piece in given.as_list()}
        grid, left = self._puzzle.grid, [piece for piece in self._puzzle.pieces if piece.name not in names]
        shapes = [f"{piece.name}{limits_in_words(piece, grid)}:\n{drawing.flat(piece.cells, grid)}" for piece in left]
        text = f"A board with some pieces in place; a dot is an empty cell:\n\n{given}\n\nThe other pieces:"
        return "\n\n".join(
            [text, *shapes, f"Pieces may be {_MOVES[grid.two_sided]} if nothing else is said. {_ASKED[kind]}"]
        )

    def _answer(self, kind: str, given: Solution, solution: Solution) -> str:
        if kind == FILL:
            return str(solution)
        if kind == COUNT:
            return str(count(self._puzzle, given=given.as_list()).raw)
        (piece,) = hint(self._puzzle, given.as_list()).piece.options
        return str(Solution((*given.options, piece), self._puzzle, given.placements))


def register(name: str = NAME) -> None:
    """Let `reasoning_gym.create_dataset(name, ...)` make exercises, with the keywords of `Settings`.

    Raises PuzzleError without the library reasoning-gym, and ValueError if the name is known there.
    """
    need("data sets of Reasoning Gym need", "reasoning_gym", None, "reasoning-gym")
    from reasoning_gym.dataset import ProceduralDataset
    from reasoning_gym.factory import register_dataset

    class Registered(Exercises, ProceduralDataset):  # type: ignore[misc]
        """Exercises that Reasoning Gym takes."""

    register_dataset(name, Registered, Settings)
