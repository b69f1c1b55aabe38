"""Trees of a search, recorded in parts, which are put together in order.

The top of a tree is made here: where symmetry allows it, the options of an item are restricted, its others branched on,
and below each again, as long as symmetries are left; then, if the search is worth it, nodes are split further.  What is
below is recorded part by part (`Engine.record`), each from what is chosen and what is left alone, so by any thread.
"""

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import UNLIMITED, Clock
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
    """Return how a number of a tree is written: in one byte, in two or in four, the least first."""
    largest = items + RESTRICTION
    return "<u1" if largest < 1 << 8 else "<u2" if largest < 1 << 16 else "<u4"


def ordered(tables: Tables, clock: Clock = UNLIMITED) -> tuple[Tables, NDArray[np.int64]]:
    """Return the tables with the options in the order of docs/certificates.md, and the numbers that they had.

    The order is that of the pieces, and then that of the cells, compared one by one.  Raises Stopped
    when the clock stops.
    """
    cover, symmetry = tables.cover, tables.symmetry
    items = [tuple(np.flatnonzero(row).tolist()) for row in clock.each(cover.members())]
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
    """Add what is below a node where an item is restricted; the search goes on freely once symmetry has no more use."""
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
    """Return what a part of a tree is put together from: the item with the fewest options, and a part for each."""
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
    """Record a part, with what is chosen already among its solutions; raises Stopped when the clock stops."""
    for codes, found in recorder().record(part, kind_of(len(part.names)), clock):
        yield codes.tobytes(), found


def put_together(pieces: list[Piece], items: int, clock: Clock, jobs: int = 1) -> Iterator[Recorded]:
    """Yield a tree from its pieces, in order, with the solutions found on the way; several threads record parts."""

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
