"""Reads rules that are written down: the keys of a file in `rules/`, checked, become a `Written`.

docs/rules.md says what the keys mean.  A rule has one form or several: what may stand behind its title, a sentence, and
rows.  A row says at which places of the board there is an item, which options cover it, with which weight, and what
these may add up to.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from json import dumps, loads
from pathlib import Path
from typing import Any, NoReturn

from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.checks import FURTHEST, MOST_COLOURS, MOST_COPIES, number_of
from satpuzzle.puzzle.formats import json, toml

NAMES, NUMBER = "NAMES", "NUMBER"  # in the text of a form: names of pieces, and a number
ALL, NAMED, EMPTY, ANYTHING = "all", "named", "empty", "all and empty"  # which options may cover an item
CELLS, COLOURS = "cells", "colours"  # weights: what the cells of an option at a place add up to
EQUAL, DIFFERENT = "equal", "different"  # what the colours of cells at a place must be
BENEATH, UNDERSIDE = "beneath", "underside"  # places that placements have below them
SIZE = -1  # in bounds: the number of a place's cells
PLACES = (BENEATH, "board", "border", "cell", "corner", "crossing", "line", "region", "row", "side", UNDERSIDE)
KEYS = ("title", "source", "form", "text", "sentence", "items")
FORM_KEYS = ("text", "sentence", "items")
ROW_KEYS = ("place", "size", "filled", "length", "regions", "covers", "parts", "pieces", "weight", "bounds", "colours")
MOST_ROWS, LONGEST = 100, 100  # forms of a rule and rows of a form; cells of a row of the board
_WAYS = {"at least": (True, False), "at most": (False, True), "exactly": (True, True)}  # which bounds they are
_RANGES, _OR_ALL = '"at least 1", "at most 1" and "exactly 1"', ', and "all"'

Range = tuple[int, int | None]  # the least and the largest number, None for no bound
Table = Mapping[str, Any]


@dataclass(frozen=True)
class Row:
    """The items at all places of one kind."""

    place: str  # one of PLACES
    size: Range  # how many cells a place has
    filled: bool | None  # whether none of its cells may stay empty; None: whether or not
    length: int  # of a row of cells
    regions: tuple[tuple[tuple[int, ...], ...], ...]
    covers: Range | None  # how many cells of a part an option has that covers an item, None: all
    every: bool  # whether this is asked of every part, or of some part
    pieces: str  # whose placements may cover it
    weight: tuple[int, ...] | None
    # what a cell of each colour, from none on, adds to how often an option covers an item; None: options cover it once
    bounds: Range  # how often options may cover an item; up to 0: none may, and there is no item; up to SIZE
    colours: str | None  # EQUAL or DIFFERENT: what the colours of the cells at a place must be

    @property
    def falls(self) -> bool:
        """Whether its places are below placements."""
        return self.place in (BENEATH, UNDERSIDE)

    def bounds_of(self, cells: int) -> Range:
        """Return the bounds at a place of so many cells."""
        low, high = self.bounds
        return low, cells if high == SIZE else high


@dataclass(frozen=True)
class Form:
    """What may stand behind the title of a rule, and what the rule says then."""

    text: str
    sentence: str
    rows: tuple[Table, ...]

    def numbered(self, number: int | None) -> list[Row]:
        """Return the rows, in which the number stands."""
        reader = _Reader(f"rules: with the number {number}, ")
        return [reader.row(table, NAMES in self.text, number) for table in self.rows]


@dataclass(frozen=True)
class Written:
    """A rule that is written down.  It is equal to another one that is written in the same way."""

    word: str
    text: str  # all that is written
    forms: tuple[Form, ...] = field(compare=False)
    bundled: bool = False
    filters = False

    @property
    def takes(self) -> str:
        """What stands behind the word, for messages; "" if nothing does."""
        return " | ".join(form.text for form in self.forms if form.text)

    def form(self) -> str:
        """Return how a rule of this kind is written."""
        return f"{self.word}: {self.takes}" if self.takes else self.word

    def described(self) -> str:
        """Return what the first form says."""
        said = self.forms[0].sentence.format(names="some pieces", number=NUMBER)
        return said[0].upper() + said[1:] + "."

    @property
    def content(self) -> dict[str, Any]:
        """The keys of the file."""
        found: dict[str, Any] = loads(self.text)
        return found


def load(path: Path, is_bundled: bool = False) -> Written:
    """Return the rule in a file.  Raises PuzzleError, with a one-line message, if the file is invalid."""
    return of_table({"title": path.stem} | toml.load(path), str(path), is_bundled)


def of_table(content: Table, where: str, is_bundled: bool = False) -> Written:
    """Return the rule with these keys; messages begin with `where`.  Raises PuzzleError if it is not a rule."""
    try:
        text = dumps(content, ensure_ascii=False)
    except (TypeError, ValueError):  # dates, for example
        raise PuzzleError(f"{where}: a value is neither text, a number, a list nor a table") from None
    reader = _Reader(f"{where}: ")
    reader.known(content, KEYS)
    title = reader.text(content, "title")
    reader.text(content, "source", "")
    if ":" in title or title != " ".join(title.split()) or title.endswith(".toml"):
        reader.fail("title", title, ", allowed are words without a colon, and not the name of a file")
    if "form" not in content:
        only = reader.form({key: content[key] for key in FORM_KEYS if key in content})
        return Written(title, text, (only,), is_bundled)
    for key in FORM_KEYS:
        if key in content:
            raise PuzzleError(f"{where}: {key} stands beside form: with forms, each has its own")
    tables = enumerate(reader.tables(content, "form"), 1)
    forms = tuple(_Reader(f"{where}: form {number}: ").form(table) for number, table in tables)
    return Written(title, text, forms, is_bundled)


def range_of(said: str, number: int | None = None) -> Range | None:
    """Return the range that a text says, in which NUMBER stands for a number; None if it says none."""
    way, _, last = said.rpartition(" ")
    found = number if last == NUMBER else number_of(last, MOST_COPIES)
    if way not in _WAYS or found is None:
        return None
    low, high = _WAYS[way]
    return (found if low else 0, found if high else None)


class _Reader:
    """Converts tables; raises PuzzleError, with a message that begins with `where`, if one breaks a rule."""

    def __init__(self, where: str) -> None:
        self.where = where

    def fail(self, key: str, value: object, allowed: str) -> NoReturn:
        said = "missing" if value is None else json.shown(value)
        raise PuzzleError(f"{self.where}{key} is {said}{allowed}")

    def known(self, table: Table, allowed: Sequence[str]) -> None:
        for key in table:
            if key not in allowed:
                choice = ", ".join(sorted(allowed))
                raise PuzzleError(f"{self.where}unknown key {json.shown(key)}: choose from {choice}")

    def text(self, table: Table, key: str, default: str | None = None) -> str:
        value = table.get(key, default)
        if not isinstance(value, str) or not value.isprintable() or not (value or default == ""):
            self.fail(key, value, ", allowed is text in one line")
        return value

    def chosen(self, table: Table, key: str, allowed: Sequence[str], default: str | None = None) -> str:
        value = table.get(key, default)
        if not isinstance(value, str) or value not in allowed:
            self.fail(key, value, f": choose from {', '.join(allowed)}")
        return value

    def tables(self, content: Table, key: str) -> list[Table]:
        found = content.get(key)
        if not isinstance(found, list) or not 0 < len(found) <= MOST_ROWS or not {*map(type, found)} <= {dict}:
            self.fail(key, found, f", allowed is a list of 1 to {MOST_ROWS} tables")
        return found

    def form(self, table: Table) -> Form:
        self.known(table, FORM_KEYS)
        text, sentence = self.text(table, "text", ""), self.text(table, "sentence")
        words, bare = text.split(), sentence
        if text != " ".join(words) or words.count(NAMES) > 1 or NUMBER in words[:-1]:
            self.fail("text", text, f", allowed are words with {NAMES} once and {NUMBER} at the end")
        for mark, word in (("{names}", NAMES), ("{number}", NUMBER)):
            bare = bare.replace(mark, "") if word in words else bare
        if {"{", "}"} & {*bare}:
            self.fail("sentence", sentence, ", braces are only for what text has: {names}, {number}")
        tables = self.tables(table, "items")
        for number, row in enumerate(tables, 1):
            _Reader(f"{self.where}items {number}: ").row(row, NAMES in words, 1 if NUMBER in words else None)
        return Form(text, sentence, tuple(tables))

    def row(self, table: Table, named: bool, number: int | None) -> Row:
        """Return the row that a table says; `named` if its form has names, `number` is the one of its form."""
        self.known(table, ROW_KEYS)
        place = self.chosen(table, "place", PLACES)
        for key, kind in (("length", "row"), ("regions", "region")):
            if (key in table) != (place == kind):
                raise PuzzleError(f"{self.where}{key} is {'missing' if place == kind else 'for the place ' + kind}")
        whose = [ALL, *([NAMED] if named else []), EMPTY, ANYTHING]
        covers = None if table.get("covers") == ALL else self.range(table, "covers", "at least 1", number)
        pieces = self.chosen(table, "pieces", whose, whose[named])
        colours = self.colours(table, pieces, covers)
        if place in (BENEATH, UNDERSIDE):
            for key in ("covers", "parts", "weight", "colours"):
                if key in table:
                    raise PuzzleError(f"{self.where}{key} is not for the place {place}")
        sized = place == UNDERSIDE and table.get("bounds") == "at most SIZE"
        bounds = (0, SIZE) if sized else self.range(table, "bounds", None if colours is None else "at least 0", number)
        weight = self.weight(table)
        empty = 1 if weight is None else (*weight, 0)[0]
        if not sized and bounds[1] is not None and bounds[1] < empty and pieces in (EMPTY, ANYTHING):
            self.fail("bounds", table["bounds"], f", and cells that stay empty need {empty} or more")
        filled, length = table.get("filled"), table.get("length", 2)
        if type(filled) is not bool and filled is not None:
            self.fail("filled", filled, ", allowed are true and false")
        if type(length) is not int or not 1 < length <= LONGEST:
            self.fail("length", length, f", allowed are 2 to {LONGEST}")
        return Row(
            place=place,
            size=self.range(table, "size", "at least 0", number),
            filled=filled,
            length=length,
            regions=self.regions(table),
            covers=covers,
            every=self.chosen(table, "parts", ("some", "every"), "some") == "every",
            pieces=pieces,
            weight=weight,
            bounds=bounds,
            colours=colours,
        )

    def colours(self, table: Table, pieces: str, covers: tuple[int, int | None] | None) -> str | None:
        """Return which colours options have, None if they have none."""
        if table.get("colours") is None:
            return None
        colours = self.chosen(table, "colours", (EQUAL, DIFFERENT))
        for key in ("weight", "bounds"):
            if key in table:
                raise PuzzleError(f"{self.where}{key} stands beside colours: allowed is one of both")
        if colours == EQUAL and covers is not None and covers[0] == 0:
            self.fail("covers", table["covers"], f", and colours = {json.shown(EQUAL)} needs a cell or more")
        if colours == EQUAL and pieces == NAMED:
            self.fail("pieces", pieces, f", and colours = {json.shown(EQUAL)} is for {ALL}, {EMPTY} or {ANYTHING}")
        return colours

    def weight(self, table: Table) -> tuple[int, ...] | None:
        said = table.get("weight")
        if said is None:
            return None
        if said in (CELLS, COLOURS):
            return tuple(range(MOST_COLOURS + 1)) if said == COLOURS else (1,) * (MOST_COLOURS + 1)
        known = isinstance(said, list) and 0 < len(said) <= MOST_COLOURS + 1
        if not known or not all(type(each) is int and 0 <= each <= MOST_COPIES for each in said):
            self.fail(
                "weight",
                said,
                f', allowed are "{CELLS}", "{COLOURS}" and a list of 1 to {MOST_COLOURS + 1} numbers'
                f" from 0 to {MOST_COPIES}",
            )
        return tuple(said)

    def range(self, table: Table, key: str, default: str | None, number: int | None) -> Range:
        said = table.get(key, default)
        found = range_of(said, number) if isinstance(said, str) else None
        if found is None:
            self.fail(key, said, f", allowed are texts such as {_RANGES}{_OR_ALL * (key == 'covers')}")
        return found

    def regions(self, table: Table) -> tuple[tuple[tuple[int, ...], ...], ...]:
        said = table.get("regions", [])
        for region in said if isinstance(said, list) else [None]:
            if not isinstance(region, list) or not region or not all(map(_is_cell, region)):
                self.fail("regions", said, ", allowed is a list of lists of cells [x, y, z]")
        return tuple(tuple(map(tuple, region)) for region in said)


def _is_cell(said: object) -> bool:
    numbers = said if isinstance(said, list) else [None]
    return len(numbers) == 3 and all(type(n) is int and abs(n) <= FURTHEST for n in numbers)
