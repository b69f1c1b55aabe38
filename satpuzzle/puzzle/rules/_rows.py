"""A rule that is written down as rows (`_written.py`): items at places of the board (`_places.py`).

A placement that covers an item more often than it may be covered is left out; a row whose items no option may cover
adds no items.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from satpuzzle.arrays import index
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.checks import MOST_COLOURS, MOST_COPIES, number_of
from satpuzzle.puzzle.piece import Piece
from satpuzzle.puzzle.rules._base import Ground, Hues, Items, Numbers, Rule, Table, names_of, written
from satpuzzle.puzzle.rules._places import Place, named, places, refused, underside
from satpuzzle.puzzle.rules._written import (
    ANYTHING,
    BENEATH,
    DIFFERENT,
    EMPTY,
    EQUAL,
    NAMED,
    NAMES,
    NUMBER,
    SIZE,
    UNDERSIDE,
    Row,
    Written,
)

_FEW = 8  # the most cells of a part that are added one by one
_MOVED = (
    "corner",
    "line",
    "row",
    BENEATH,
    UNDERSIDE,
)  # places that may change when parts of the board are moved each by itself
_ALL_ROUND = 4  # from so many cells on, those at a corner have sides in common


class Spot(NamedTuple):
    """A place at which a row has an item; spots are in the order of items."""

    place: Place
    number: int  # of the row
    hue: int  # of the cells that are counted, -1 for all
    row: Row

    @property
    def bounds(self) -> tuple[int, int | None]:
        """The bounds of its item."""
        return self.row.bounds_of(sum(map(len, self.place))) if self.hue < 0 else (0, 1)

    @property
    def weight(self) -> tuple[int, ...] | None:
        """What a cell of each colour adds to how often an option covers its item; None: an option covers it once."""
        return self.row.weight if self.hue < 0 else (*[0] * self.hue, 1)


@dataclass(frozen=True)
class Rows(Rule):
    """A form of a rule that is written down, with names and a number."""

    file: Written
    form_number: int
    names: tuple[str, ...] = ()
    number: int | None = None

    def __post_init__(self) -> None:
        lines = any(row.place == "line" for row in self.rows)
        for key, value in (("word", self.file.word), ("edged", lines), ("moves", all(map(_stays, self.rows))),
                           ("falls", any(row.falls for row in self.rows)),
                           ("rigid", any(row.place == UNDERSIDE for row in self.rows))):  # fmt: skip
            object.__setattr__(self, key, value)

    @property
    def rows(self) -> list[Row]:
        """The rows of the form."""
        return _numbered(self.file, self.form_number, self.number)

    @property
    def written(self) -> Written | None:
        """What is written down."""
        return self.file

    @property
    def regions(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """The cells of each region that the rows name."""
        return tuple(cells for row in self.rows for cells in row.regions)

    @property
    def text(self) -> str:
        """The words of the form, with the names and the number."""
        words = {NAMES: written(self.names), NUMBER: str(self.number)}
        return " ".join(words.get(word, word) for word in self.file.forms[self.form_number].text.split())

    def said(self) -> str:
        """Return a sentence for people."""
        marks = {"names": ", ".join(self.names), "number": self.number}
        return self.file.forms[self.form_number].sentence.format(**marks)

    def check(self, ground: Ground) -> None:
        """Raise PuzzleError if the puzzle lacks a piece or has no such places, or too few or many copies."""
        self._owners(ground)
        reasons = [refused(ground, row) for row in self.rows]
        wrong = [reason for reason, row in zip(reasons, self.rows, strict=True) if reason and row.place == "region"]
        if wrong or all(reasons):
            raise PuzzleError(f"{self.key}{(wrong or reasons)[0]}")
        for least, most in self._short(ground.pieces):
            raise PuzzleError(f"{self.key}: by their numbers of copies, there are {least} to {most} of them")

    def among(self, names: Collection[str]) -> Self | None:
        """Return the rule for those of its pieces that are among these, None if it names some and none is left."""
        here = tuple(name for name in self.names if name in names)
        return replace(self, names=here) if here or not self.names else None

    def admits(self, pieces: Sequence[Piece]) -> bool:
        """Tell whether the numbers of copies allow it, for rows that count placements; others are not asked."""
        return not any(self._short(pieces))

    def _short(self, pieces: Sequence[Piece]) -> Iterator[tuple[int, int]]:
        """Yield the least and the largest number of copies of a row's pieces, for rows whose bounds these break."""
        for row in self.rows:
            if (row.place, row.size, row.filled, row.covers) != ("board", (0, None), None, (1, None)):
                continue
            if row.pieces in (EMPTY, ANYTHING) or row.weight is not None or row.colours is not None:
                continue
            own = [piece for piece in pieces if row.pieces != NAMED or piece.name in self.names]
            least, most = sum(piece.min for piece in own), sum(piece.max for piece in own)
            low, high = row.bounds
            if low > most or (high is not None and least > high):
                yield least, most

    def _owners(self, ground: Ground) -> frozenset[int]:
        return frozenset(ground.number(name, self) for name in self.names)

    def items(self, ground: Ground) -> Items:
        """Return an item for each place of each row: kind by kind, place by place."""
        every = [
            spot
            for kind in dict.fromkeys(row.place for row in self.rows)
            for spot in sorted(
                spot
                for number, row in enumerate(self.rows)
                if row.place == kind and row.bounds[1] != 0
                for spot in _spots(ground, row, number)
                if spot.bounds[1] != 0
            )
        ]
        empties = any(row.pieces in (EMPTY, ANYTHING) for row in self.rows)
        if not every:
            return Items(empties=empties)
        owners = {NAMED: self._owners(ground), EMPTY: frozenset([-1])}
        equal = [number for number, spot in enumerate(every) if spot.row.colours == EQUAL]
        return Items(
            names=self._names(ground, every),
            bounds=[spot.bounds for spot in every],
            about=[frozenset(map(frozenset, spot.place)) for spot in every],
            pieces=[owners.get(spot.row.pieces) for spot in every],
            covered=_Covered(ground, every),
            coloured=_Painted([every[number] for number in equal]) if equal else None,
            painted=equal,
            weight=_Weighing(len(ground.board), every) if any(spot.weight for spot in every) else None,
            empties=empties,
            kinds=[f"{self.form_number}.{spot.number}" + f".{spot.hue}" * (spot.hue >= 0) for spot in every],
        )

    def _names(self, ground: Ground, every: list[Spot]) -> list[str]:
        found: dict[str, int] = {}
        names = []
        for count, (place, _, hue, row) in enumerate(every, 1):
            words = [named(ground, row.place, place, count), f"colour {hue}" * (hue >= 0), self.text]
            name = " ".join(filter(None, words)) or row.place
            found[name] = found.get(name, 0) + 1
            names.append(name if found[name] == 1 else f"{name} ({found[name]})")
        return names

    def allows(self, ground: Ground, inside: Table, piece: Numbers, hues: Hues) -> NDArray[np.bool_] | None:
        """Tell which placements alone cover no item too often, and give no item two colours."""
        bounding = [row for row in self.rows if row.bounds[1] in (0, SIZE) or row.weight or row.colours]
        if not bounding:
            return None
        left_out = np.zeros(len(piece), np.bool_)
        for row in bounding:
            if row.pieces == EMPTY:
                continue
            own = np.isin(piece, [*self._owners(ground)]) if row.pieces == NAMED else np.ones(len(piece), np.bool_)
            spots, cells = _spots(ground, row), len(ground.board)
            if row.bounds[1] == SIZE:
                spots = [spot for spot in spots if spot.bounds[1] == 0]
            wrong = _Covered(ground, spots)(inside, piece)
            if row.colours == EQUAL:
                wrong &= _Painted(spots).several(inside, hues)
            elif row.weight or row.colours:
                most = [np.inf if spot.bounds[1] is None else spot.bounds[1] for spot in spots]
                wrong &= _Weighing(cells, spots)(inside, hues) > most
            left_out |= own & wrong.any(axis=1)
        return ~left_out


@lru_cache(maxsize=64)
def _numbered(rule: Written, form: int, number: int | None) -> list[Row]:
    return rule.forms[form].numbered(number)


def _stays(row: Row) -> bool:
    """Tell whether the places stay the same when the parts of a board are moved each by itself."""
    return row.place not in _MOVED or (row.place == "corner" and row.size[0] >= _ALL_ROUND)


def _spots(ground: Ground, row: Row, number: int = 0) -> list[Spot]:
    """Return the spots of a row, which has this number."""
    hues = _hues(ground) if row.colours == DIFFERENT else [-1]
    return [Spot(place, number, hue, row) for place in places(ground, row) for hue in hues]


def _hues(ground: Ground) -> list[int]:
    """Return the colours of cells of pieces, ascending, with 0 if there is a cell without one."""
    if ground.pairs is None:  # then colours mean nothing
        return [0]
    return sorted({hue for part in ground.pieces for hue in (part.colours.tolist() or [0])})


class _Covered:
    """Tells which items placements cover, (placements, items), from their cells."""

    def __init__(self, ground: Ground, every: Sequence[Spot]) -> None:
        cells = len(ground.board)
        self._ground = ground
        self._falls = np.array([spot.row.falls for spot in every for _ in spot.place], np.bool_)
        self._just = np.array([spot.row.place == UNDERSIDE for spot in every for _ in spot.place], np.bool_)
        parts = [part for spot in every for part in spot.place]
        asked = [spot.row.covers or (len(part), None) for spot in every for part in spot.place]
        self._low = np.array([low for low, _ in asked])
        self._high = np.array([cells if high is None else high for _, high in asked])
        self._first = np.cumsum([0, *(len(spot.place) for spot in every)])[:-1]
        self._every = np.array([spot.row.every for spot in every], np.bool_)
        self._empty = np.array([spot.row.pieces in (EMPTY, ANYTHING) for spot in every], np.bool_)
        self._sizes = np.array([len(part) for part in parts], np.int64)
        longest = max(map(len, parts), default=0)
        self._few = np.full((len(parts), longest), cells) if longest <= _FEW else None
        self._table = np.zeros((cells, len(parts) if self._few is None else 0), np.float32)
        for number, part in enumerate(parts):
            if self._few is None:
                self._table[[*part], number] = 1
            else:
                self._few[number, : len(part)] = part

    def __call__(self, inside: Table, piece: Numbers) -> Table:
        if not len(self._every):
            return np.zeros((len(inside), 0), np.bool_)
        many = self._counted(inside)
        found: Table = (many >= self._low) & (many <= self._high)
        if self._falls.any():
            found[:, self._falls] = self._below(inside, piece)[:, self._falls]
        if len(self._first) < len(self._low):
            some, every = (way.reduceat(found, index(self._first), axis=1) for way in (np.logical_or, np.logical_and))
            found = np.where(self._every, every, some)
        return found & (self._empty | (piece >= 0)[:, None])

    def _below(self, inside: Table, piece: Numbers) -> Table:
        """Tell which parts placements have below them, or are cells that stay empty."""
        below, floored = underside(self._ground, inside)
        below[piece < 0] = inside[piece < 0]
        many, every = self._counted(below), below.sum(axis=1)[:, None]
        just = (many == every) & (many == self._sizes) & ~floored[:, None]
        found: Table = np.where(self._just & (piece >= 0)[:, None], just, many > 0)
        return found

    def _counted(self, inside: Table) -> NDArray[np.float32] | NDArray[np.int8]:
        """Return how many cells of each part placements have."""
        if self._few is None:
            return inside.astype(np.float32) @ self._table
        with_none = np.concatenate([inside, np.zeros((len(inside), 1), np.bool_)], axis=1).view(np.int8)
        found = np.zeros((len(inside), len(self._few)), np.int8)
        for cells in self._few.T:
            found += with_none[:, cells]
        return found


class _Weighing:
    """Adds up what the cells of placements weigh at places, (placements, items)."""

    def __init__(self, cells: int, every: Sequence[Spot]) -> None:
        self._ones = np.array([spot.weight is None for spot in every], np.int64)
        self._of: dict[tuple[int, ...], NDArray[np.float64]] = {}  # by the weights of colours, a column for each item
        for number, spot in enumerate(every):
            if spot.weight is not None:
                table = self._of.setdefault(spot.weight, np.zeros((cells, len(every))))
                table[[*_cells_of(spot.place)], number] = 1

    def __call__(self, inside: Table, hues: Hues) -> Numbers:
        found = np.repeat(self._ones[None], len(inside), axis=0)
        colours = hues if hues.shape[1] else np.zeros((1, 1), np.uint8)
        for weight, table in self._of.items():
            each = np.zeros(MOST_COLOURS + 1)
            each[: len(weight)] = weight
            found += ((inside * each[colours]) @ table).astype(np.int64)
        return found


class _Painted:
    """Tells which colours the cells of placements have at places: for items that these give a colour."""

    def __init__(self, every: Sequence[Spot]) -> None:
        self._cells = [_cells_of(spot.place) for spot in every]

    def __call__(self, inside: Table, piece: Numbers, hues: Hues) -> NDArray[np.str_]:
        """Return the largest colour, (placements, items), as text."""
        return self._found(inside, hues, 0, np.max).astype(np.str_)

    def several(self, inside: Table, hues: Hues) -> Table:
        """Tell where a placement has several colours, (placements, items)."""
        found: Table = self._found(inside, hues, 0, np.max) > self._found(inside, hues, MOST_COLOURS, np.min)
        return found

    def _found(self, inside: Table, hues: Hues, other: int, way: Callable[..., Numbers]) -> Numbers:
        colours = hues if hues.shape[1] else np.zeros(inside.shape, np.uint8)
        table = np.where(inside, colours, other).astype(np.int64)
        found = [way(table[:, cells], axis=1, initial=other) for cells in self._cells]
        return np.stack(found, axis=1) if found else np.zeros((len(inside), 0), np.int64)


def _cells_of(place: Place) -> list[int]:
    return sorted({cell for part in place for cell in part})


def of(rule: Written, said: str) -> Rows:
    """Return the rule with what stands behind its word.  Raises PuzzleError if no form of it is so."""
    words = names_of(said)
    for number, form in enumerate(rule.forms):
        found = None if words is None else _matched(form.text.split(), words)
        if found is not None:
            return Rows(rule, number, *found)
    allowed = f'allowed is "{rule.form()}"' if rule.takes else "nothing may follow it"
    raise PuzzleError(f'rules has "{rule.word}{f": {said}" * bool(said)}": {allowed}')


def _matched(form: list[str], words: tuple[str, ...]) -> tuple[tuple[str, ...], int | None] | None:
    """Return the names and the number that words have where a form says so, None if they are not of this form."""
    number = None
    if form and form[-1] == NUMBER:
        number = number_of(words[-1], MOST_COPIES) if words else None
        if number is None:
            return None
        form, words = form[:-1], words[:-1]
    if NAMES not in form:
        return ((), number) if (*form,) == words else None
    before = form.index(NAMES)
    after = len(words) - (len(form) - before - 1)
    if after <= before or [*words[:before], NAMES, *words[after:]] != form:
        return None
    return tuple(sorted({*words[before:after]})), number
