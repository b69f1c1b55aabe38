"""Reads and writes exact covers in Knuth's text format of items and options.

Lines that begin with a bar are comments, and so are those whose first word begins with // or consists of # only, unless
that is an item.  The first other line lists the items: the primary ones, which must be
covered, a bar, and the secondary ones, which need not be covered.  Each further line is an option: the items that it
covers.  A primary item may have bounds, `low:high|item` or `number|item`, as in DLX3; a secondary one may have a colour
in an option, `item:colour`, as in DLX2.  No program of the field has weights; here `3|item` in an option covers a
primary item three times.  A word `|7` in an option is a cost, as in DLX5; several in an option are added up.

    | three dominoes
    a b c 0:2|d | e f
    a b f:red
    c 2|d e f:red |7

D. E. Knuth, The Art of Computer Programming 7.2.2.1, and the programs DLX1 to DLX3, DLX5, SSXCC and SSMCC.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, count
from pathlib import Path
from string import ascii_letters, digits, punctuation
from typing import NoReturn

import numpy as np

from satpuzzle import data
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.colours import Coloured
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.sets import MOST_TIMES
from satpuzzle.cover.weights import Weighted
from satpuzzle.errors import PuzzleError, printable
from satpuzzle.puzzle.formats.json import shown

MOST_CELLS = 1 << 30  # largest product of the numbers of items and options
_MARKS = re.sub("[:|]", "", ascii_letters + digits + punctuation)  # characters that Knuth's programs accept as colours
_NAME = re.compile(r"[!-9;-{}~]{1,8}")
_WEIGHT = re.compile(r"([0-9]{1,9})\|(.+)", re.DOTALL)
_COST = re.compile(r"\|([0-9]{1,9})")
_BOUNDS = re.compile(r"(?:([0-9]{1,9}):)?([0-9]{1,9})\|(.+)", re.DOTALL)


def load_dlx(path: str | Path, clock: Clock = UNLIMITED) -> ExactCover:
    """Return the cover in a file.

    Raises PuzzleError, which names the file, if it cannot be read, and Stopped if the clock stops.
    """
    try:
        return parse(data.read(Path(path), data.LARGE), clock)
    except PuzzleError as error:
        raise PuzzleError(str(error) if str(error).startswith(str(path)) else f"{path}: {error}") from None


def save_dlx(cover: ExactCover, path: str | Path, remarks: Iterable[str] = ()) -> None:
    """Write a cover to a file, with `remarks` as comments, as `write` does.

    The file is replaced only when the new one is complete.  Raises OSError if it cannot be written.
    """
    data.write(path, "".join(f"{line}\n" for line in write(cover, remarks)))


def parse(text: str, clock: Clock = UNLIMITED) -> ExactCover:
    """Return the cover that a text describes.

    Raises PuzzleError, with the line number, if the text is invalid, and Stopped if the clock stops.
    """
    every = ((number, line.split()) for number, line in enumerate(text.splitlines(), 1))
    lines = ((number, words) for number, words in every if words and not words[0].startswith("|"))
    first, words = next(((number, words) for number, words in lines if not _begins_comment(words[0])), (0, []))
    if not words:
        raise PuzzleError("has no items: the first line that is not a comment must list them")
    items, primary = _items(first, words)
    options, costs = [], list[int]()
    for number, words in lines:
        clock.check()
        if not _begins_comment(words[0]) or words[0].partition(":")[0] in items:
            paid = [word for word in words if word.startswith("|")]
            costs.append(_cost(number, paid))
            options.append(_option(number, [w for w in words if w not in paid], items, primary, first))
    if len(options) * len(items) > MOST_CELLS:
        raise PuzzleError(f"{len(options)} options times {len(items)} items are more than {MOST_CELLS}, the limit")
    return ExactCover.of_sets(options, items, clock=clock, costs=costs)


def _begins_comment(word: str) -> bool:
    """Tell whether a line that begins with this word is a comment, if the word is no item."""
    return word.startswith("//") or not word.strip("#")


def _items(number: int, words: list[str]) -> tuple[dict[str, tuple[int, int]], set[str]]:
    """Parse the words of the line of items, line `number` of the text.

    The result is a table of the items' bounds (lower, upper) in order, and the set of primary items.
    """
    if words.count("|") > 1:
        _fail(number, "has more than one bar between primary and secondary items")
    secondary = words.index("|") if "|" in words else len(words)
    found: dict[str, tuple[int, int]] = {}
    primary = set()
    for at, word in enumerate(words):
        if at == secondary:
            continue
        name, bounds = word, (1, 1) if at < secondary else (0, 1)
        if "|" in word:
            parts = _BOUNDS.fullmatch(word)
            if not parts or at > secondary:
                _fail(number, f"{shown(word)}: an item is a name; if primary, with low:high| or number| before it")
            high = int(parts[2])
            name, bounds = parts[3], (int(parts[1] or high), high)
            if not bounds[0] <= high or not 1 <= high <= MOST_TIMES:
                _fail(number, f"{shown(word)}: bounds are 0 <= low <= high, and high from 1 to {MOST_TIMES}")
        if ":" in name or "|" in name:
            _fail(number, f"{shown(name)}: the name of an item must not contain a colon or a bar")
        if name in found:
            _fail(number, f"the item {shown(name)} is listed twice")
        found[name] = bounds
        if at < secondary:
            primary.add(name)
    return found, primary


def _option(
    number: int, words: list[str], items: dict[str, tuple[int, int]], primary: set[str], first: int
) -> list[str | Coloured | Weighted]:
    """Parse an option, line `number` of the text; the items are listed in line `first`."""
    option: list[str | Coloured | Weighted] = []
    names = []
    for word in words:
        heavy = _WEIGHT.fullmatch(word)
        name, bar, colour = (heavy[2] if heavy else word).partition(":")
        if name not in items:
            _fail(number, f"{shown(name)} is not an item; line {first} lists them: {shown(' '.join(items))}")
        if bar and name in primary:
            _fail(number, f"{shown(word)}: a primary item has no colour, only those behind the bar may have one")
        if bar and (not colour or ":" in colour or "|" in colour):
            _fail(number, f"{shown(word)}: a colour is a name without colons and bars")
        if heavy and (name not in primary or not 1 <= int(heavy[1]) <= MOST_TIMES):
            _fail(number, f"{shown(word)}: a weight is from 1 to {MOST_TIMES}, and for a primary item")
        names.append(name)
        option.append(Weighted(name, int(heavy[1])) if heavy else Coloured(name, colour) if bar else name)
    if len(set(names)) < len(names):
        ((name, _),) = Counter(names).most_common(1)
        hues = sorted({str(one.colour) for one in option if isinstance(one, Coloured) and one.item == name})
        painted = f", in the colours {', '.join(hues)}; allowed is one" if len(hues) > 1 else ""
        _fail(number, f"the option has the item {shown(name)} twice{painted}")
    return option


def without_costs(text: str) -> str:
    """Return a text without the costs of its options, by which no solution changes."""
    return re.sub(r"(?m)(?<=\S)[ \t]+\|[0-9]+(?=\s|$)", "", text)


def _cost(number: int, words: list[str]) -> int:
    """Return the sum of the costs in an option, line `number` of the text."""
    total = 0
    for word in words:
        if not (found := _COST.fullmatch(word)) or (total := total + int(found[1])) > MOST_TIMES:
            _fail(number, f"{shown(word)}: a cost is |0 to |{MOST_TIMES}, and so is the sum of those in an option")
    return total


def _fail(line: int, message: str) -> NoReturn:
    raise PuzzleError(f"line {line}: {message}")


def write(cover: ExactCover, remarks: Iterable[str] = ()) -> Iterator[str]:
    """Yield the lines of a text that describes a cover, with `remarks` as comments first.

    Optional items are written as secondary ones, which all of Knuth's programs accept, unless some option would have no
    primary item.  Items with colours are always secondary; an option with only such items gets an additional primary
    item without effect, since Knuth's programs ignore options without a primary item.  Options that are ruled out, or
    cover nothing, are left out.  A name that his programs do not accept, or that would begin a comment, is replaced: an
    item's name by # and its number, or another one if an item has this name; a colour's name by one character, or by a
    number if there are more colours than characters.  Comments list the replacements.

    Raises PuzzleError if options are chosen already.
    """
    if cover.chosen:
        raise PuzzleError("a file of items and options needs a whole cover: in this one, options are chosen")
    names, colours = _item_names(cover), _colour_names(cover)
    painted = np.isin(np.arange(len(names)), cover.colours.items)
    optional = (cover.lower == 0) & (cover.upper == 1) & ~painted
    members = cover.members()[cover.live]
    if not (members & ~(optional | painted)).any(axis=1).all():
        optional[:] = False
    optional |= painted
    yield from (f"| {printable(remark)}" for remark in remarks)
    yield from _replacements(zip(cover.names, names, strict=True), "")
    yield from _replacements(colours.items(), "colour ")
    most = np.minimum(cover.upper, np.maximum(cover.lower, max(1, len(members))))  # there are no more options
    if cover.weights:
        most = np.minimum(cover.upper, np.maximum(most, cover.available()))
    bounds = zip(names, cover.lower.tolist(), most.tolist(), optional.tolist(), strict=True)
    items = [
        name if secondary or (low, high) == (1, 1) else _bounded(name, low, high)
        for name, low, high, secondary in bounds
    ]
    primary = [item for item, secondary in zip(items, optional, strict=True) if not secondary]
    bare = ~(members & ~optional).any(axis=1)
    if bare.any() or not primary:  # a line of items that begins with a bar would be a comment
        anything = next(name for name in map("#{}".format, chain([""], count())) if name not in names)
        primary.append(_bounded(anything, 0, max(1, int(bare.sum()))))
    yield " ".join([*primary, *(["|", *(items[i] for i in np.flatnonzero(optional))] if optional.any() else [])])
    for number, option in enumerate(np.flatnonzero(cover.live).tolist()):
        words = [*_words(cover, option, names, colours)]
        words += [f"|{cover.costs[option]}"] if len(cover.costs) and cover.costs[option] else []
        yield " ".join([anything, *words] if bare[number] else words)


def _words(cover: ExactCover, option: int, names: Sequence[str], colours: Mapping[str, str]) -> Iterator[str]:
    """Yield the items of an option, each with its colour or its weight."""
    colour, weight = cover.colours_of(option), cover.weights_of(option)
    for item in cover.items_of(option).tolist():
        if item in colour:
            yield f"{names[item]}:{colours[colour[item]]}"
        else:
            yield f"{weight[item]}|{names[item]}" if item in weight else names[item]


def _bounded(name: str, low: int, high: int) -> str:
    return f"{low}:{high}|{name}" if low != high else f"{high}|{name}"


def _item_names(cover: ExactCover) -> list[str]:
    """Return different names that Knuth's programs accept: one to eight ASCII characters without spaces, colons, bars.

    Names that are accepted are kept, except for those of several items.
    """
    times = Counter(cover.names)
    kept = {name for name in times if times[name] == 1 and _NAME.fullmatch(name) and not _begins_comment(name)}
    further = (name for name in map("#{}".format, count(len(cover.names))) if name not in kept)
    return [
        name if name in kept else f"#{item}" if f"#{item}" not in kept else next(further)
        for item, name in enumerate(cover.names)
    ]


def _colour_names(cover: ExactCover) -> dict[str, str]:
    """Return a name that Knuth's programs accept for each colour: one character, or a number if there are too many."""
    every = dict.fromkeys(chain.from_iterable(cover.colours.names))
    free = [mark for mark in _MARKS if mark not in every]
    short = {name: name for name in every if len(name) == 1 and name in _MARKS}
    for number, name in enumerate(name for name in every if name not in short):
        initial = name[:1] if name[:1] in free else (free or [""])[0]
        short[name] = initial or f"#{number}"
        free = [mark for mark in free if mark != initial]
    return short


def _replacements(names: Iterable[tuple[str, str]], kind: str) -> Iterator[str]:
    """Yield a comment for each name that is replaced by another one."""
    return (f"| {kind}{short} is {printable(name)}" for name, short in names if short != name)
