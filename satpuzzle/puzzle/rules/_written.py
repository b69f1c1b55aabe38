"""Reads rules that are written down: the keys of a file in `rules/`, checked, become a `Written`.

docs/rules.md says what the keys mean.  A rule has one form or several: what may stand behind its title, a sentence, and
rows.  A row says at which places of the board there is an item, which options cover it, and how many may.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from json import dumps, loads
from pathlib import Path
from typing import Any, NoReturn

from satpuzzle import data
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.checks import FURTHEST, MOST_COPIES, number_of
from satpuzzle.puzzle.formats import json, toml

NAMES, NUMBER = "NAMES", "NUMBER"  # in the text of a form: names of pieces, and a number
ALL, NAMED, EMPTY, ANYTHING = "all", "named", "empty", "all and empty"  # which options may cover an item
PLACES = ("board", "border", "cell", "corner", "crossing", "line", "region", "row", "side")
KEYS = ("title", "source", "form", "text", "sentence", "items")
FORM_KEYS = ("text", "sentence", "items")
ROW_KEYS = ("place", "size", "filled", "length", "regions", "covers", "parts", "pieces", "bounds")
MOST_ROWS, LONGEST = 16, 100  # forms of a rule and rows of a form; cells of a row of the board
_WAYS = {"at least": (True, False), "at most": (False, True), "exactly": (True, True)}  # which bounds they are
_RANGES = '"at least 1", "at most 1" and "exactly 1"'

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
    bounds: Range  # how many options may cover an item; up to 0: none may, and there is no item


@dataclass(frozen=True)
class Form:
    """What may stand behind the title of a rule, and what the rule says then."""

    text: str
    sentence: str
    rows: tuple[Table, ...]

    def numbered(self, number: int | None) -> list[Row]:
        """Return the rows, in which the number stands."""
        return [_row(table, "", NAMES in self.text, number) for table in self.rows]


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
        return " | ".join(form.text for form in self.forms)

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
    text = data.read(path)
    try:
        content = toml.parse(text)
    except PuzzleError as error:
        raise PuzzleError(f"{path}: {error}") from None
    return of_table({"title": path.stem} | content, str(path), is_bundled)


def of_table(content: Table, where: str, is_bundled: bool = False) -> Written:
    """Return the rule with these keys; messages begin with `where`.  Raises PuzzleError if it is not a rule."""
    try:
        text = dumps(content, ensure_ascii=False)
    except (TypeError, ValueError):  # dates, for example
        raise PuzzleError(f"{where}: a value is neither text, a number, a list nor a table") from None
    reader = _Reader(where)
    reader.known(content, KEYS, "")
    title = reader.text(content, "title")
    reader.text(content, "source", "")
    if ":" in title or title != " ".join(title.split()) or title.endswith(".toml"):
        reader.fail(f"title is {json.shown(title)}, allowed are words without a colon, and not the name of a file")
    if "form" not in content:
        return Written(title, text, (reader.form(content, ""),), is_bundled)
    for key in FORM_KEYS:
        if key in content:
            reader.fail(f"{key} stands beside form: with forms, each has its own")
    tables = reader.tables(content, "form", "")
    forms = [reader.form(table, f"form {number}: ") for number, table in enumerate(tables, 1)]
    return Written(title, text, tuple(forms), is_bundled)


def range_of(said: str, number: int | None = None) -> Range | None:
    """Return the range that a text says, in which NUMBER stands for a number; None if it says none."""
    way, _, last = said.rpartition(" ")
    found = number if last == NUMBER else number_of(last, MOST_COPIES)
    if way not in _WAYS or found is None:
        return None
    low, high = _WAYS[way]
    return (found if low else 0, found if high else None)


class _Reader:
    """Converts tables; raises PuzzleError if one breaks a rule."""

    def __init__(self, where: str) -> None:
        self.where = f"{where}: " if where else ""

    def fail(self, message: str) -> NoReturn:
        raise PuzzleError(f"{self.where}{message}")

    def known(self, table: Table, allowed: Sequence[str], where: str) -> None:
        for key in table:
            if key not in allowed:
                self.fail(f"{where}unknown key {json.shown(key)}: choose from {', '.join(sorted(allowed))}")

    def text(self, table: Table, key: str, default: str | None = None, where: str = "") -> str:
        value = table.get(key, default)
        if not isinstance(value, str) or not value.isprintable() or not (value or default == ""):
            self.fail(f"{where}{key} is {json.shown(value)}, allowed is text in one line")
        return value

    def chosen(self, table: Table, key: str, allowed: Sequence[str], default: str | None, where: str) -> str:
        value = table.get(key, default)
        if not isinstance(value, str) or value not in allowed:
            self.fail(f"{where}{key} is {json.shown(value)}: choose from {', '.join(allowed)}")
        return value

    def tables(self, content: Table, key: str, where: str) -> list[Table]:
        found = content.get(key)
        if (
            not isinstance(found, list)
            or not 0 < len(found) <= MOST_ROWS
            or not all(isinstance(x, dict) for x in found)
        ):
            self.fail(f"{where}{key} is {json.shown(found)}, allowed is a list of 1 to {MOST_ROWS} tables")
        return found

    def form(self, table: Table, where: str) -> Form:
        if where:
            self.known(table, FORM_KEYS, where)
        text = self.text(table, "text", "", where)
        words = text.split()
        if text != " ".join(words) or words.count(NAMES) > 1 or NUMBER in words[:-1]:
            self.fail(f"{where}text is {json.shown(text)}, allowed are words with {NAMES} once and {NUMBER} at the end")
        sentence = self.text(table, "sentence", None, where)
        marks = {"{names}": NAMES, "{number}": NUMBER}
        bare = sentence
        for mark, word in marks.items():
            bare = bare.replace(mark, "") if word in words else bare
        if "{" in bare or "}" in bare:
            self.fail(
                f"{where}sentence is {json.shown(sentence)}, braces are only for what text has: {', '.join(marks)}"
            )
        tables = self.tables(table, "items", where)
        for number, row in enumerate(tables, 1):
            _row(row, f"{self.where}{where}items {number}: ", NAMES in words, 1 if NUMBER in words else None)
        return Form(text, sentence, tuple(tables))


def _row(table: Table, where: str, named: bool, number: int | None) -> Row:
    """Return the row that a table says; `named` if its form has names, `number` is the one of its form."""
    reader = _Reader("")
    reader.where = where
    reader.known(table, ROW_KEYS, "")
    place = reader.chosen(table, "place", PLACES, None, "")
    for key, kind in (("length", "row"), ("regions", "region")):
        if (key in table) != (place == kind):
            reader.fail(f"{key} is {'missing' if place == kind else 'for the place ' + kind}")
    whose = [ALL, *([NAMED] if named else []), EMPTY, ANYTHING]
    pieces = reader.chosen(table, "pieces", whose, NAMED if named else ALL, "")
    bounds = _range(reader, table, "bounds", None, number)
    if bounds[1] == 0 and pieces in (EMPTY, ANYTHING):
        reader.fail(f"bounds is {json.shown(table['bounds'])}, and cells that stay empty need more than 0")
    filled = table.get("filled")
    if filled not in (None, True, False) or isinstance(filled, int) != isinstance(filled, bool):
        reader.fail(f"filled is {json.shown(filled)}, allowed are true and false")
    return Row(
        place,
        _range(reader, table, "size", "at least 0", number),
        filled,
        _length(reader, table.get("length", NUMBER if number is None else 1), number) if place == "row" else 0,
        _regions(reader, table.get("regions", [])),
        None if table.get("covers") == ALL else _range(reader, table, "covers", "at least 1", number, f' and "{ALL}"'),
        reader.chosen(table, "parts", ("some", "every"), "some", "") == "every",
        pieces,
        bounds,
    )


def _range(reader: _Reader, table: Table, key: str, default: str | None, number: int | None, more: str = "") -> Range:
    said = table.get(key, default)
    found = range_of(said, number) if isinstance(said, str) else None
    if found is None:
        reader.fail(f"{key} is {json.shown(said)}, allowed are texts such as {_RANGES}{more}")
    return found


def _length(reader: _Reader, said: object, number: int | None) -> int:
    found = number if said == NUMBER else said
    if type(found) is not int or not 1 < found <= LONGEST:
        if said == NUMBER and number is not None:
            return number  # of a place that there is not
        reader.fail(f"length is {json.shown(said)}, allowed are 2 to {LONGEST}")
    return found


def _regions(reader: _Reader, said: object) -> tuple[tuple[tuple[int, ...], ...], ...]:
    def is_cell(cell: object) -> bool:
        numbers = cell if isinstance(cell, list) else [None]
        return len(numbers) == 3 and all(type(n) is int and abs(n) <= FURTHEST for n in numbers)

    regions: list[Any] = said if isinstance(said, list) else [None]
    for region in regions:
        if not isinstance(region, list) or not region or not all(map(is_cell, region)):
            reader.fail(f"regions has {json.shown(region)}, allowed is a list of cells [x, y, z]")
    return tuple(tuple(map(tuple, region)) for region in regions)
