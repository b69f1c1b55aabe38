"""Strips of several widths: a table of the numbers of tilings, and the generating function of each width."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.describe import written_sizes
from satpuzzle.design.answer import Answer
from satpuzzle.design.ask import ignore
from satpuzzle.keywords import named
from satpuzzle.puzzle.grids import Grid
from satpuzzle.structured import as_csv
from satpuzzle.tilings.plane import STOPPED
from satpuzzle.tilings.prototile import Prototile
from satpuzzle.tilings.shapes import Named, prototiles
from satpuzzle.tilings.strip import LENGTH, Section, Strip, sections_of, strip_of
from satpuzzle.tilings.transfer import TooManyStates


@dataclass(frozen=True, repr=False)
class Strips(Answer):
    """The numbers of tilings of strips of several widths."""

    strips: tuple[Strip, ...]
    left: tuple[str, ...] = ()  # what is said of each width that has no numbers

    @property
    def final(self) -> bool:
        """Whether all widths have their numbers."""
        return not self.left and all(one.final for one in self.strips)

    @property
    def sentence(self) -> str:
        """For each width the generating function and the numbers."""
        lines = [
            f"width {one.width}: {one.series.text if one.series else one.stopped}\n{', '.join(map(str, one.counts))}"
            for one in self.strips
        ]
        return "\n\n".join([*lines, *self.left])

    @property
    def listed(self) -> str:
        """Nothing more than the sentence says."""
        return ""

    def as_dict(self) -> dict[str, Any]:
        """Return the answer as plain data."""
        return {"final": self.final, "strips": [one.as_dict() for one in self.strips], "left": list(self.left)}

    @property
    def csv(self) -> str:
        """The numbers of tilings as a table with a line for each width and length."""
        rows = [(one.width, length, many) for one in self.strips for length, many in enumerate(one.counts)]
        return as_csv([("width", "length", "tilings"), *rows])


def strips_of(
    tiles: Sequence[Prototile],
    sections: Iterable[Section],
    length: int = LENGTH,
    clock: Clock = UNLIMITED,
    watch: Callable[[str], None] = ignore,
    classes: bool = False,
) -> Strips:
    """Return the numbers of tilings of strips with each cross-section; if the clock stops, those found until then."""
    found, left = list[Strip](), list[str]()
    for section in sections:
        if clock.stopped():
            left.append(f"width {written_sizes(section)}: {STOPPED}")
            continue
        try:
            found.append(strip_of(tiles, section, length, clock, watch, classes))
        except TooManyStates as error:
            left.append(str(error))
    return Strips(tuple(found), tuple(left))


@named
def strips(
    pieces: Named | Iterable[Named],
    widths: str,
    *,
    grid: str | Grid | None = None,
    size: int | str | None = None,
    one_sided: bool | None = None,
    length: int = LENGTH,
    classes: bool = False,
    time_limit: float | None = None,
    clock: Clock = UNLIMITED,
    watch: Callable[[str], None] = ignore,
) -> Strips:
    """Return how many tilings by any number of copies of the pieces strips of several widths have, for all lengths.

    `widths` is a text such as "1..8", or "1..2x3" in space; the other arguments are those of `strip`.  Raises
    PuzzleError for invalid arguments.
    """
    clock = Clock(time_limit, within=clock).start()
    tiles = prototiles(pieces, grid, size, one_sided, clock)
    return strips_of(tiles, sections_of(widths, tiles[0].grid), length, clock, watch, classes)
