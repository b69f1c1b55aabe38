"""A second reader of files of items and options, for checkers only; `cover/dlx.py` is the first.

Items and options keep their order.  An item with colours may be covered by any number of options with the same colour.
"""

from satpuzzle.proofs.check.geometry import Statement

NO_COLOUR = -1


def statement_of(text: str) -> Statement:
    """Return the statement of a file with this text, which must be valid."""
    first, *others = _lines(text)
    bar = first.index("|") if "|" in first else len(first)
    items = first[:bar] + first[bar + 1 :]
    names = [item.rpartition("|")[2] for item in items]
    number = {name: index for index, name in enumerate(names)}
    others = [words for words in others if words[0].partition(":")[0] in number or not _remark(words[0])]
    given, weights = _options(others, number)
    palettes = _palettes(given)
    bounds = [_bounds(item) if index < bar else (0, 1) for index, item in enumerate(items)]
    return Statement(
        bounds=[(0, len(given)) if item in palettes else pair for item, pair in enumerate(bounds)],
        options=[tuple(sorted(item for item, _ in option)) for option in given],
        symmetries=[(tuple(range(len(items))), True)],
        colours=[{item: palettes[item][hue] for item, hue in option if item in palettes} for option in given],
        weights=weights,
    )


def _options(
    lines: list[list[str]], number: dict[str, int]
) -> tuple[list[list[tuple[int, str]]], list[dict[int, int]]]:
    """Return the items of each option with their colours, and their weights."""
    weighed = [[word.rpartition("|") for word in words] for words in lines]
    given = [[(number[word.partition(":")[0]], word.partition(":")[2]) for *_, word in words] for words in weighed]
    return given, [{number[word]: int(times) for times, bar, word in words if bar} for words in weighed]


def _lines(text: str) -> list[list[str]]:
    """Return the words of each line, without comments, the line of the items first."""
    lines = [line.split() for line in text.splitlines()]
    lines = [words for words in lines if words and words[0][0] != "|"]
    while _remark(lines[0][0]):
        lines = lines[1:]
    return lines


def _palettes(options: list[list[tuple[int, str]]]) -> dict[int, dict[str, int]]:
    """Return the numbers of the colours of each item with colours."""
    found: dict[int, dict[str, int]] = {}
    for item, colour in (entry for option in options for entry in option):
        if colour:
            found.setdefault(item, {"": NO_COLOUR}).setdefault(colour, len(found[item]) - 1)
    return found


def _remark(word: str) -> bool:
    """Tell whether a word begins a comment, if it is no item."""
    return word[:2] == "//" or set(word) == {"#"}


def _bounds(item: str) -> tuple[int, int]:
    """Return the bounds of a primary item: those before its name, `low:high|` or `number|`, else (1, 1)."""
    low, _, high = item.rpartition("|")[0].partition(":")
    return (int(low), int(high or low)) if low else (1, 1)
