"""What each rule of a puzzle means, derived a second time for checkers.

Rules that are written down are derived by `_rows.py`; others have a module with their name.  A module has `derived`,
which returns the rule's items, or `allows`, which tells whether a piece may lie somewhere, or both; and perhaps
`unknown`, which tells on which grids it cannot say that, and `counts_empty`, which tells whether its items speak of
empty cells, too: these are counted then, and each is one more piece, with the number -1.
"""

from collections.abc import Hashable, Sequence
from importlib import import_module
from types import ModuleType

from satpuzzle.proofs.check.motions import Cell
from satpuzzle.proofs.check.rules._base import Hues, Item, Scene
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.puzzle.rules import Rule, module_of

_ENDLESS = 1 << 50


def _module(rule: Rule) -> ModuleType:
    return import_module(f"{__name__}.{'_rows' if rule.written else module_of(rule.word)}")


def unknown(puzzle: Puzzle) -> str | None:
    """Return a rule of the puzzle that checkers cannot derive on its grid, None if they can derive all."""
    return next((str(rule) for rule in puzzle.rules if _asked(rule, "unknown", rule, puzzle.grid)), None)


def _asked(rule: Rule, function: str, *arguments: object) -> object:
    found = getattr(_module(rule), function, None)
    return None if found is None else found(*arguments)


def count_empty(puzzle: Puzzle) -> bool:
    """Tell whether a rule of the puzzle has items for empty cells."""
    return any(_asked(rule, "counts_empty", rule) for rule in puzzle.rules)


class Rules:
    """The items of a puzzle's rules, numbered from `first` on, rule by rule."""

    def __init__(self, puzzle: Puzzle, board: list[Cell], first: int) -> None:
        self.first, self._rules = first, puzzle.rules
        self._scene = Scene.of(puzzle, board) if puzzle.rules else None
        every = [(rule, _asked(rule, "derived", rule, self._scene) or []) for rule in puzzle.rules]
        laws = [(rule.word, rule.written) for rule in puzzle.rules]
        self._law = [laws.index(law) for law, (_, items) in zip(laws, every, strict=True) for _ in items]  # type: ignore[attr-defined]
        self._items: list[tuple[Rule, Item]] = [(rule, item) for rule, items in every for item in items]  # type: ignore[attr-defined]
        self._empty = [_asked(rule, "counts_empty", rule) for rule, _ in self._items]
        self._palettes: list[dict[Hashable, int]] = [{} for _ in self._items]

    def __len__(self) -> int:
        return len(self._items)

    def allow(self, piece: int, hues: Hues) -> bool:
        """Tell whether the rules allow the piece with this number to lie on these cells in these colours."""
        return all(_asked(rule, "allows", rule, self._scene, piece, {*hues}, hues) is not False for rule in self._rules)

    def bounds(self, options: int) -> list[tuple[int, int]]:
        """Return the bounds of each item, where there are so many options.

        An upper bound that there is not is the number of options, or with weights one that no sum of them reaches.
        """
        each = [(*item.bounds, options if item.weight is None else _ENDLESS) for _, item in self._items]
        return [(low, most if high is None else high) for low, high, most in each]

    def covered(self, piece: int, hues: Hues) -> dict[int, tuple[int, int | None]]:
        """Return the items that a piece covers when it lies so: how often, and in which colour, None without colours.

        The piece is given by its number, -1 for a cell that stays empty.  Colours are numbered as they are met.
        """
        found: dict[int, tuple[int, int | None]] = {}
        cells = {*hues}
        for place, (_, item) in enumerate(self._items):
            may = (piece >= 0 or self._empty[place]) and (item.pieces is None or piece in item.pieces)
            times = item.weight(hues) if item.weight and may else 1
            if may and times and item.covers(piece, cells):
                its = self._palettes[place]
                colour = item.colour and its.setdefault(item.colour(piece, hues), len(its))
                found[self.first + place] = times, colour
        return found

    def moved(self, to: dict[Cell, Cell], pieces: Sequence[int]) -> tuple[int, ...]:
        """Return the image of each item, -1 for none, if `to` maps the cells and `pieces` has each piece's image."""
        number = {self._key(place): self.first + place for place in range(len(self))}
        return tuple(number.get(self._key(place, to, pieces), -1) for place in range(len(self)))

    def _key(self, place: int, to: dict[Cell, Cell] | None = None, pieces: Sequence[int] | None = None) -> object:
        _, item = self._items[place]
        about = item.about if to is None else frozenset(frozenset(to[cell] for cell in some) for some in item.about)
        owners = item.pieces if pieces is None else _images(item.pieces, pieces)
        return self._law[place], item.kind, item.bounds, about, owners


def _images(own: frozenset[int] | None, to: Sequence[int]) -> frozenset[int | None] | None:
    """Return the images of some pieces, None for a piece without one; a cell that stays empty, -1, does so."""
    if own is None:
        return None
    return frozenset(-1 if piece < 0 else to[piece] if to[piece] >= 0 else None for piece in own)
