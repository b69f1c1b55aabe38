"""Strips of several widths: a table of the numbers of tilings, and the generating function of each width."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

from satpuzzle.cover.describe import written_sizes
from satpuzzle.errors import PuzzleError
from satpuzzle.questions.answer import Answer
from satpuzzle.questions.facts import TEXT, TRUTH, Fact, every, having
from satpuzzle.questions.question import ALONE, Context, function, question
from satpuzzle.questions.tilings.certify import certify_strip
from satpuzzle.questions.tilings.plane import STOPPED
from satpuzzle.questions.tilings.prototile import Prototile
from satpuzzle.questions.tilings.shapes import FixedRows
from satpuzzle.questions.tilings.strip import LENGTH, LONGEST, Section, Strip, sections_of, strip_of
from satpuzzle.rows import common, option, required
from satpuzzle.settings import LONG, WHAT
from satpuzzle.structured import as_csv


@dataclass(frozen=True, repr=False)
class Strips(Answer):
    """The numbers of tilings of strips of several widths."""

    strips: tuple[Strip, ...]
    left: tuple[str, ...] = ()  # what is said of each width that has no numbers
    facts: ClassVar[tuple[Fact, ...]] = (
        Fact("final", TRUTH),
        Fact("strips", every(having(*Strip.facts)), of=lambda self: [one.as_dict() for one in self.strips]),
        Fact("left", every(TEXT), "what is said of each width that has no numbers", lambda self: list(self.left)),
    )

    @property
    def final(self) -> bool:
        """Whether all widths have their numbers."""
        return not self.left and all(one.final for one in self.strips)

    @property
    def sentence(self) -> str:
        """For each width the generating function and the numbers."""
        about = (one.series.quotient(one.most) if one.series else one.known for one in self.strips)
        lines = [
            f"width {one.width}: {said}\n{', '.join(map(str, one.counts))}"
            for one, said in zip(self.strips, about, strict=True)
        ]
        return "\n\n".join([*lines, *self.left])

    def brief(self) -> "Strips":
        """Return it with a shorter sentence, see `Strip.brief`."""
        return replace(self, strips=tuple(one.brief() for one in self.strips))

    @property
    def listed(self) -> str:
        """Nothing more than the sentence says."""
        return ""

    @property
    def csv(self) -> str:
        """The numbers of tilings as a table with a line for each width and length."""
        rows = [(one.width, length, many) for one in self.strips for length, many in enumerate(one.counts)]
        return as_csv([("width", "length", "tilings"), *rows])


# fmt: off
@common
class StripRows(FixedRows):
    """Strips of which shapes, and what is told of them."""

    terms: int | None = option(
        None, "N", WHAT, "Only the numbers for lengths up to N, without a recurrence, which may take much longer.",
        least=0, most=LONGEST)
    length: int = option(
        LENGTH, "N", WHAT, "List the numbers for lengths up to N.",
        least=0, most=LONGEST, without=("terms",), rare=True)
    classes: bool = option(
        False, "", WHAT, "Count tilings once that an isometry of the strip carries to each other.",
        without=("certificates",), rare=True)
    each: bool = option(
        False, "", WHAT, "Count only the tilings in which each shape occurs.", without=("certificates",), rare=True)
    certificates: Path | str | None = option(
        None, "DIR", LONG, "Write a certificate of each width into this folder, for verify.",
        without=("terms", "fixed"), rare=True)

    def of(self, tiles: Sequence[Prototile], section: Section, context: Context) -> Strip:
        """Return the numbers of strips with one cross-section."""
        found = strip_of(tiles, section, self.length, self.classes, self.terms, self.each, context)
        if self.certificates is not None and found.series is not None:
            certify_strip(found, Path(self.certificates))
        return found

    def of_all(self, tiles: Sequence[Prototile], sections: Sequence[Section], context: Context) -> Strips:
        """Return the numbers of strips with each cross-section; if the clock stops, those found until then."""
        found, left = list[Strip](), list[str]()
        for section in sections:
            if context.clock.stopped():
                left.append(f"width {written_sizes(section)}: {STOPPED}")
                continue
            found.append(self.of(tiles, section, context))
        return Strips(tuple(found), tuple(left))


@question
class StripQuestion(StripRows):
    """How many tilings by any number of copies of the pieces strips of one width have, for all lengths.

    If the clock stops, or there are too many states, the answer has the first numbers, and no series.
    """

    width: str | int = required("W", WHAT, "The width of the strip, in space its cross-section, WxH.", kw_only=False)

    def ask(self, context: Context = ALONE) -> Strip:
        """Return the numbers."""
        tiles = self.tiles(context.clock)
        section, *more = sections_of(self.width, tiles[0].grid)
        if more:
            raise PuzzleError(f"width {self.width}: one width, not {len(more) + 1}; strips takes several")
        return self.of(tiles, section, context)


@question
class StripsQuestion(StripRows):
    """How many tilings by any number of copies of the pieces strips of several widths have, for all lengths.

    If the clock stops, the answer has the widths that were found until then.
    """

    widths: str = required(
        "W..V", WHAT, "The widths, such as 1..8, in space cross-sections, such as 1..2x3.", kw_only=False)

    def ask(self, context: Context = ALONE) -> Strips:
        """Return the numbers of all widths."""
        tiles = self.tiles(context.clock)
        return self.of_all(tiles, sections_of(self.widths, tiles[0].grid), context)
# fmt: on


strip = function(StripQuestion, "strip")
strips = function(StripsQuestion, "strips")
