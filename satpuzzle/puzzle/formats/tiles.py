"""The tiles of a puzzle file: words with a letter for the colour of each side, or tables; see `puzzle/tiles.py`."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from satpuzzle.clock import Clock
from satpuzzle.puzzle.checks import MOST_COPIES, check_names, check_sides, check_takes_tiles, number_of
from satpuzzle.puzzle.formats.json import shown as _shown
from satpuzzle.puzzle.formats.values import Values, kind
from satpuzzle.puzzle.grids import Grid
from satpuzzle.puzzle.model import Piece
from satpuzzle.puzzle.tiles import turned

TILE_KEYS = ("name", "sides", "count", "min", "max", "mirror", "value")


class Tiles(Values):
    """Reads the tiles of a puzzle file."""

    def tiles(self, content: Mapping[str, Any], grid: Grid, mirror: bool, clock: Clock) -> tuple[Piece, ...]:
        """Return the tiles under the key `tiles`: a text of words, or a list of words and tables.

        Words for the same tile, up to rotations, are copies of one piece.
        """
        found = content["tiles"]
        if "pieces" in content:
            self.fail("has both pieces and tiles, one of them is allowed")
        with self.complaining():
            check_takes_tiles(grid)
        entries = found.split() if isinstance(found, str) else found
        if not isinstance(entries, list) or not entries:
            self.fail(f"tiles is {_shown(found)}, allowed are text such as AABC ABCB*2 and a list of tiles")
        rotate, kept = self.truth(content, "rotate", True), list[Piece]()
        words = dict[tuple[str, ...], int]()  # where in `kept` the tile of a word is
        for number, entry in enumerate(clock.each(entries), 1):
            tile = self.tile(entry, number, grid, mirror)
            same = () if isinstance(entry, dict) else tuple(self.turns(tile, grid, rotate))
            if same in words:
                one = kept[words[same]]
                kept[words[same]] = replace(one, min=one.min + tile.min, max=one.max + tile.max)
                continue
            if same:
                words[same] = len(kept)
            kept.append(tile)
        with self.complaining():
            check_names(tile.name for tile in kept)
        return tuple(kept)

    def turns(self, tile: Piece, grid: Grid, rotate: bool) -> list[str]:
        """Return the sides of a tile in each of its orientations on a cell of the first kind, in sorted order.

        The result is the same for two tiles exactly if one can be rotated to the other.
        """
        with self.complaining():
            check_sides(tile.name, tile.sides, grid)
        return turned(tile.sides, grid, rotate, tile.mirror)[0]

    def tile(self, entry: object, number: int, grid: Grid, mirror: bool) -> Piece:
        """Return a tile from a word, such as `AABC*2`, or a table; messages call it tile `number`."""
        if isinstance(entry, str):
            word, times, copies = entry.removesuffix("?").partition("*")
            count = number_of(copies, MOST_COPIES)
            if times and count is None:
                self.fail(
                    f"tile {number} is {_shown(entry)}, allowed after * is the number of copies, up to {MOST_COPIES};"
                    ' for as many as there is room for, the tile is a table with max = "any"'
                )
            counted = {"count": count} if times else {}
            entry = {"sides": word} | counted | ({"min": 0} if entry.endswith("?") else {})
        if not isinstance(entry, dict):
            self.fail(f"tile {number} is {kind(entry)}, allowed are text and a table with {', '.join(TILE_KEYS)}")
        self.known(entry, TILE_KEYS, f"tile {number}: ")
        sides = entry.get("sides")
        if not isinstance(sides, str) or not sides.isalnum():
            self.fail(f"tile {number} has the sides {_shown(sides)}, allowed are letters and digits, one for each side")
        name = self.text(entry, "name", sides)
        least, most = self.copies(entry, f"tile {_shown(name)}: ", 1)
        with self.complaining():
            return Piece(
                name=name,
                cells=grid.kinds[:1],
                min=least,
                max=most,
                mirror=self.truth(entry, "mirror", mirror, f"tile {_shown(name)}: "),
                sides=sides,
                value=self.value(entry, f"tile {_shown(name)}: "),
            )
