"""Records the tree of a search in parts and combines them in order.

The top of the tree is made here: as long as there are symmetries, the options of an item are restricted to
representatives and the tree branches on them; for a long search, nodes are split further.  The subtrees are recorded as
parts (`Engine.record`), each independent of the others, by any thread.
"""

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import Clock
from satpuzzle.cover.classes import Symmetry
from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.cover.tables import Tables
from satpuzzle.engines import BACKENDS
from satpuzzle.engines.base import NOTHING, Engine, Offer, SolverConfig
from satpuzzle.engines.strategies import find
from satpuzzle.proofs.tree import RESTRICTION

Path = tuple[int, ...]
Piece = int | ExactCover  # of a tree: a number, or what is below a node
Recorded = tuple[bytes, Batch]  # numbers of a tree, and the solutions among them

_BRANCHING = "mrv"  # the strategy by which trees are recorded
_PARTS = 64  # about so many, for a search that is split
_LEVELS = 4  # that are split, at most


@dataclass
class Top:
    """The top of a tree in preorder, and where it is restricted."""

    pieces: list[Piece] = field(default_factory=list)
    restricted: dict[Path, int] = field(default_factory=dict)


def recorder() -> Engine:
    """Return the engine that records trees."""
    return next(engine for engine in BACKENDS.values() if engine.records)


def kind_of(items: int) -> str:
    """Return the data type of a tree's numbers: one, two or four bytes, the least significant first."""
    largest = items + RESTRICTION
    return "<u1" if largest < 1 << 8 else "<u2" if largest < 1 << 16 else "<u4"


def ordered(tables: Tables) -> tuple[Tables, NDArray[np.int64]]:
    """Return the tables with the options in the order of docs/certificates.md, and their former numbers.

    Options are ordered by piece, and then lexicographically by cells.
    """
    cover, symmetry = tables.cover, tables.symmetry
    items = [tuple(np.flatnonzero(row).tolist()) for row in cover.members()]
    order = np.array(sorted(range(len(items)), key=lambda option: (items[option][-1], items[option])), np.int64)
    cover = replace(cover, rows=cover.rows[order], live=cover.live[order])
    return replace(tables, cover=cover, symmetry=symmetry.renumbered(order)), order


def top(cover: ExactCover, symmetry: Symmetry, clock: Clock, jobs: int = 1) -> Top:
    """Return the top of a tree that has a member of each class of solutions, split further for several jobs."""
    found = Top()
    offered = symmetry.restrictions(cover)
    item, restricted = offered[0]
    if item is None or cover.hopeless() is not None:
        found.pieces.append(cover)
    else:
        config = SolverConfig(recorder(), strategy=find(_BRANCHING))
        item, restricted = offered[config.engine.prepare(Offer(offered), config, clock).candidate]
        assert item is not None
        _grow(found, symmetry, (), item, restricted, clock)
    for _ in range(_LEVELS if jobs > 1 else 0):
        if sum(not isinstance(piece, int) for piece in found.pieces) < _PARTS:
            found.pieces = [one for piece in found.pieces for one in _split(piece, clock)]
    return found


def _grow(found: Top, symmetry: Symmetry, path: Path, item: int, restricted: ExactCover, clock: Clock) -> None:
    """Add the nodes below a restriction; the search continues without restrictions when no symmetry is left."""
    clock.check()
    found.restricted[path] = item
    found.pieces.append(len(restricted.names) + RESTRICTION)
    children = []
    for option in restricted.options_of(item).tolist():
        rest, chosen = symmetry.stabiliser((option,)), restricted.given([option])
        children.append((option, rest, chosen, *rest.restrictions(chosen)[0]))
    if all(below is None for *_, below, _ in children):
        found.pieces.append(restricted)
        return
    found.pieces.append(item)
    for option, rest, chosen, below, cut in children:
        if below is None:
            found.pieces.append(chosen)
        else:
            _grow(found, rest, (*path, option), below, cut, clock)


def _split(piece: Piece, clock: Clock) -> list[Piece]:
    """Return the item with the fewest options, and a part for each of them."""
    if isinstance(piece, int) or piece.hopeless() is not None:
        return [piece]
    clock.check()
    _, rest = piece.residual()
    once = np.flatnonzero((rest.lower == 1) & (rest.upper == 1))
    if not len(once):
        return [piece]
    item = int(once[rest.members()[:, once].sum(axis=0).argmin()])
    return [item, *(piece.given([option]) for option in piece.options_of(item).tolist())]


def record(part: ExactCover, clock: Clock) -> Iterator[Recorded]:
    """Record a part, whose solutions include the options chosen above it; raises Stopped if the clock stops."""
    for codes, found in recorder().record(part, kind_of(len(part.names)), clock):
        yield codes.tobytes(), found


def put_together(pieces: list[Piece], items: int, clock: Clock, jobs: int = 1) -> Iterator[Recorded]:
    """Yield a tree in order, with its solutions; several threads record parts."""

    def whole(part: Piece) -> list[Recorded]:
        return [] if isinstance(part, int) else [*record(part, clock)]

    waiting: deque[tuple[Piece, Future[list[Recorded]] | None]] = deque()
    ahead = iter(pieces)
    with ThreadPoolExecutor(jobs) as pool:
        try:
            while True:
                for piece in islice(ahead, max(4 * jobs - len(waiting), 0)):
                    apart = jobs > 1 and not isinstance(piece, int)
                    waiting.append((piece, pool.submit(whole, piece) if apart else None))
                if not waiting:
                    return
                piece, future = waiting.popleft()
                if isinstance(piece, int):
                    yield np.array([piece], kind_of(items)).tobytes(), NOTHING
                else:
                    yield from future.result() if future else record(piece, clock)
        except BaseException:
            clock.stop()
            raise
