"""The items of a cover beyond those of cells and pieces: edges of tiles (`edges.py`), or items of rules (`ruled.py`).

`group.py` and `from_puzzle.py` know nothing else of them.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.bits import Words
from satpuzzle.cover.colours import Colours
from satpuzzle.cover.weights import Weights
from satpuzzle.puzzle.grids import Points

Numbers = NDArray[np.int64]


class Lying(Protocol):
    """What is asked of placements (`placements.py`)."""

    @property
    def rows(self) -> NDArray[np.uint64]:
        """Bit c of a row is cell c of the board."""

    @property
    def piece(self) -> Numbers:
        """The piece of each placement, -1 for none."""

    def hues(self, some: slice | Numbers) -> NDArray[np.uint8]:
        """Return the colours of some pieces on all cells, (placements, cells); (placements, 0) without colours."""

    @property
    def sides(self) -> NDArray[np.str_]:
        """The colours of the sides of each placed tile."""

    def __len__(self) -> int: ...


class Further:
    """Items numbered from 0; of those of a subclass, permutations of cells may be permutations, too."""

    family = "further"  # what a cover calls them
    names: Sequence[str]
    letters: Sequence[str]  # the colours of all items together, in alphabetical order

    @property
    def bounds(self) -> list[tuple[int, int]]:
        """The bounds of each item."""
        raise NotImplementedError

    def __len__(self) -> int:
        return len(self.names)

    def rows(self, placements: Lying, before: int, clock: Clock = UNLIMITED) -> tuple[Weights, Colours, Words]:
        """Return the weights and colours of the items, and the items' bits in the rows of options (the placements).

        The items come after `before` other items of the cover.  Raises Stopped if the clock stops.
        """
        raise NotImplementedError

    def points(self, board: Points) -> tuple[Points, Numbers]:
        """Return what isometries must carry to itself, in lexicographic order, and the numbers of the cells there."""
        return board, np.arange(len(board), dtype=np.int64)

    def moved(self, permutations: Numbers) -> Numbers:
        """Return the image of each item under permutations of the points, (permutations, items); none if not told."""
        return np.zeros((len(permutations), 0), np.int64)

    def extended(self, items: Numbers, pieces: Numbers) -> Numbers:
        """Return the images of all items under an isometry, from those before and those that `moved` tells; -1: none.

        `pieces` has the image of each piece, -1 for none.
        """
        return items

    def closed(self, items: Numbers, options: Numbers, pieces: Numbers) -> "Further":
        """Return the items to which the preimages of all items under a reflection are added.

        The arguments are the images of items, options and pieces under it, -1 for none; options without an image do not
        count any more.
        """
        return self

    def exchanged(self, letters: Mapping[str, str]) -> Numbers:
        """Return the image of each item if each colour in `letters` is replaced by its value there."""
        return np.arange(len(self))
