"""Knuth's text of items and options, both ways.

Lines that begin with a bar are remarks.  The first other line has the items: primary ones, which must be covered, a
bar alone, and secondary ones, which need not be.  Each line that follows is an option, the items that it covers.  An
item may have bounds, `low:high|item` or `number|item`, as DLX3 reads them.

    | three dominoes
    a b c 0:2|d | e
    a b
    c e

D. E. Knuth, The Art of Computer Programming 7.2.2.1, and the programs DLX1 to DLX3.  Colours of secondary items
(XCC, `item:colour`) are not read.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NoReturn

import numpy as np

from satpuzzle import data
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.formats.json import shown

ENDING = ".dlx"
MOST_CELLS = 1 << 30  # of the table of items and options
MOST_TIMES = 1_000_000
_BOUNDS = re.compile(r"(?:([0-9]{1,9}):)?([0-9]{1,9})\|(.+)", re.DOTALL)


def load_dlx(path: str | Path) -> ExactCover:
    """Return the cover that a file holds; raises PuzzleError, with a line that names the file, if it holds none."""
    try:
        return parse(data.read(Path(path), data.LARGE))
    except PuzzleError as error:
        raise PuzzleError(str(error) if str(error).startswith(str(path)) else f"{path}: {error}") from None


def parse(text: str) -> ExactCover:
    """Return the cover that a text describes; raises PuzzleError, with the number of the line, if it makes no sense."""
    lines = ((number, line.split()) for number, line in enumerate(text.splitlines(), 1) if not line.startswith("|"))
    said = ((number, words) for number, words in lines if words)
    number, words = next(said, (0, []))
    if not words:
        raise PuzzleError("holds no items: the first line that is no remark lists them")
    items = _items(number, words)
    options = [_option(number, words, items) for number, words in said]
    if len(options) * len(items) > MOST_CELLS:
        raise PuzzleError(f"{len(options)} options of {len(items)} items are more than is read")
    return ExactCover.of_sets(options, items)


def _items(number: int, words: list[str]) -> dict[str, tuple[int, int]]:
    """Return the items with their bounds, in order."""
    if words.count("|") > 1:
        _fail(number, "has more than one bar between primary and secondary items")
    secondary = words.index("|") if "|" in words else len(words)
    found: dict[str, tuple[int, int]] = {}
    for at, word in enumerate(words):
        if at == secondary:
            continue
        name, bounds = word, (1, 1) if at < secondary else (0, 1)
        if "|" in word:
            parts = _BOUNDS.fullmatch(word)
            if not parts or at > secondary:
                _fail(number, f"{shown(word)}: an item is a name, of a primary one with low:high| or number| before it")
            high = int(parts[2])
            name, bounds = parts[3], (int(parts[1] or high), high)
            if not bounds[0] <= high or not 1 <= high <= MOST_TIMES:
                _fail(number, f"{shown(word)}: bounds are 0 <= low <= high, and high from 1 to {MOST_TIMES}")
        if ":" in name or "|" in name:
            _fail(number, f"{shown(name)}: the name of an item has no colon and no bar")
        if name in found:
            _fail(number, f"the item {shown(name)} is listed twice")
        found[name] = bounds
    if not found:
        _fail(number, "has no items")
    return found


def _option(number: int, words: list[str], items: dict[str, tuple[int, int]]) -> list[str]:
    for word in words:
        if word not in items:
            if ":" in word and word.partition(":")[0] in items:
                _fail(number, f"{shown(word)}: colours of items are not read")
            _fail(number, f"{shown(word)} is no item of the first line")
    if len(set(words)) < len(words):
        ((name, _),) = Counter(words).most_common(1)
        _fail(number, f"the option has the item {shown(name)} twice")
    return words


def _fail(line: int, message: str) -> NoReturn:
    raise PuzzleError(f"line {line}: {message}")


def write(cover: ExactCover, remarks: Iterable[str] = ()) -> Iterator[str]:
    """Yield the lines of a text that describes a cover, the remarks first.

    An optional item is a secondary one, which all of Knuth's programs know, if every option covers a primary item
    besides.  A name that his programs would not read is replaced by the item's number, as remarks say.
    """
    names = _item_names(cover)
    optional = (cover.lower == 0) & (cover.upper == 1)
    members = cover.members()
    if not (members & ~optional).any(axis=1).all():
        optional[:] = False
    yield from (f"| {remark}" for remark in remarks)
    for short, name in zip(names, cover.names, strict=True):
        if short != name:
            yield f"| {short} is {name}"
    bounds = zip(names, cover.lower.tolist(), cover.upper.tolist(), optional.tolist(), strict=True)
    items = [
        name if secondary or (low, high) == (1, 1) else _bounded(name, low, high)
        for name, low, high, secondary in bounds
    ]
    primary = [item for item, secondary in zip(items, optional, strict=True) if not secondary]
    yield " ".join([*primary, *(["|", *(items[i] for i in np.flatnonzero(optional))] if optional.any() else [])])
    for row in members:
        yield " ".join(names[item] for item in np.flatnonzero(row))


def _bounded(name: str, low: int, high: int) -> str:
    return f"{low}:{high}|{name}" if low != high else f"{high}|{name}"


def _item_names(cover: ExactCover) -> list[str]:
    """Return names that Knuth's programs read: one to eight ASCII characters, no spaces, colons or bars."""
    short = [name if re.fullmatch(r"[!-9;-{}~]{1,8}", name) else f"#{item}" for item, name in enumerate(cover.names)]
    repeated = {name for name, times in Counter(short).items() if times > 1}
    return [f"#{item}" if name in repeated else name for item, name in enumerate(short)]
