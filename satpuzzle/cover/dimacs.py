"""Reads exact covers from the comments of DIMACS files that `export` wrote.

    c encoding default: ...
    c items 1:1|a 1:1|b 0:2|d 0:1|x      the items with their bounds, in order
    c families items 0 4                 ranges of them
    c colours x red blue                 the colours of an item, in order
    c 1 a d x:red                        the words of an option
    c words 1 a #2                       the same, if some names of items are no words, and have numbers here

Clauses alone do not tell which of their variables belong to an encoding.  `engines/covers.py` makes them again from the
cover, and compares.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.colours import Coloured
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.weights import Weighted
from satpuzzle.errors import PuzzleError

ITEMS, FAMILIES, COLOURS = "c items ", "c families ", "c colours "
Word = str | Coloured | Weighted
_FAMILIES = re.compile(r"c families ((?:[a-z]+ [0-9]{1,9} [0-9]{1,9} ?)*)")
_ENCODING = re.compile(r"c encoding ([A-Za-z0-9_-]+):.*")  # a bundled one, never a path
_ITEM = re.compile(r"([0-9]{1,18}):([0-9]{1,18})\|(.+)")
_OPTION = re.compile(r"c (words )?([0-9]{1,9}) (.+)")
_WEIGHT = re.compile(r"([0-9]{1,9})\|(.+)")


def with_words(cover: ExactCover) -> ExactCover:
    """Return the cover with a number, such as #7, in place of each name that is no word of its own."""
    words = tuple(tuple(_words(names)) for names in cover.colours.names)
    return replace(cover, names=tuple(_words(cover.names)), colours=replace(cover.colours, names=words))


def _words(names: Sequence[str]) -> Iterator[str]:
    times = Counter(names)
    kept = {name for name in times if times[name] == 1 and len(name.split()) == 1}
    free = (name for name in map("#{}".format, count(1)) if name not in kept)
    return (name if name in kept else next(free) for name in names)


def comments(cover: ExactCover) -> Iterator[str]:
    """Yield comments that name the items of a cover whose names are words: bounds, families, and colours in order."""
    painted = {*cover.colours.items}
    bounds = zip(cover.names, cover.lower.tolist(), cover.upper.tolist(), strict=True)
    yield ITEMS + " ".join(
        f"{low}:{1 if item in painted else high}|{name}" for item, (name, low, high) in enumerate(bounds)
    )
    families = (f"{name} {each.start} {each.stop}" for name, each in cover.families.items() if each)
    yield FAMILIES + " ".join(families)
    for item, names in zip(cover.colours.items, cover.colours.names, strict=True):
        yield COLOURS + " ".join([cover.names[item], *names])


def parse(text: str, clock: Clock = UNLIMITED) -> tuple[ExactCover, str]:
    """Return the cover that the comments of a text describe, and the name of the encoding of its clauses.

    Raises PuzzleError if they do not, and Stopped if the clock stops.
    """
    encoding, families, items = None, dict[str, range](), dict[str, tuple[int, int]]()
    palettes = defaultdict[str, list[str]](list)
    shown = list[list[Word]]()  # options that show the order of colours
    said: dict[bool, list[str]] = {False: [], True: []}  # options in other words, and in the words of the items
    for line in clock.each(text.splitlines()):
        if line.startswith("p "):
            break
        if encoding is None:  # before, there is a title
            found = _ENCODING.fullmatch(line)
            encoding = None if found is None else found[1]
        elif line.startswith(ITEMS):
            items = dict(_item(word) for word in line.removeprefix(ITEMS).split())
        elif items and (found := _FAMILIES.fullmatch(line)) is not None:
            words = found[1].split()
            families = {words[at]: range(int(words[at + 1]), int(words[at + 2])) for at in range(0, len(words), 3)}
        elif not items:
            break
        elif line.startswith(COLOURS):
            name, *colours = line.removeprefix(COLOURS).split() or [""]
            palettes[name] = colours
            shown += [[_read(f"{name}:{colour}", items)] for colour in colours or ["none"]]
        elif (found := _OPTION.fullmatch(line)) is not None:
            said[bool(found[1])].append(found[3])
    if encoding is None or not items:
        raise PuzzleError("a .cnf file is an exact cover if `export` wrote it, with a comment that lists the items")
    if any(each.stop > len(items) for each in families.values()):
        raise PuzzleError(f"the comment on families names more than {len(items)} items")
    options = [[_read(word, items) for word in one.split()] for one in clock.each(said[True] or said[False])]
    cover, first = ExactCover.of_sets([*shown, *options], items, clock=clock), len(shown)
    names = tuple(
        tuple(palettes.get(cover.names[item], each))
        for item, each in zip(cover.colours.items, cover.colours.names, strict=True)
    )
    painted = replace(cover.colours, names=names)
    return replace(
        cover, rows=cover.rows[first:], live=cover.live[first:], families=families or cover.families, colours=painted
    ), encoding


def _item(word: str) -> tuple[str, tuple[int, int]]:
    if (found := _ITEM.fullmatch(word)) is None:
        raise PuzzleError(f"the comment that lists the items has {word!r}, allowed are words such as 0:2|name")
    return found[3], (int(found[1]), int(found[2]))


def _read(word: str, items: dict[str, tuple[int, int]]) -> Word:
    """Return a word of an option: the name of an item, perhaps with a weight or a colour."""
    name, colon, colour = word.rpartition(":")
    if word in items:
        return word
    if colon and name in items:
        return Coloured(name, colour)
    if (found := _WEIGHT.fullmatch(word)) is not None and found[2] in items:
        return Weighted(found[2], int(found[1]))
    raise PuzzleError(f"the comments have {word!r}, which is none of the items")
