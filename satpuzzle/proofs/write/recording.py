"""Records the tree of a search in parts and combines them in order.

This module makes the top of the tree.  While there are symmetries, the options of an item are restricted to
representatives, and the tree branches on them.  For several jobs, nodes are split further.  The subtrees are parts;
any thread can record a part (`Engine.record`), independently of the others.
"""

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import UNLIMITED, Clock, Status
from satpuzzle.cover.classes import Symmetry
from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.cover.split import fewest_options
from satpuzzle.cover.tables import Tables
from satpuzzle.engines import BACKENDS
from satpuzzle.engines.base import NOTHING, Engine, Offer, SolverConfig, Stats
from satpuzzle.engines.strategies import find
from satpuzzle.machine import thread_seconds
from satpuzzle.proofs.check.tree import RESTRICTION
from satpuzzle.proofs.check.trees import kind_of
from satpuzzle.proofs.check.unpack import xz
from satpuzzle.puzzle.model import Counts
from satpuzzle.search.part import Outcome, Part, ruled_out
from satpuzzle.search.schedule import in_order

Path = tuple[int, ...]
Piece = int | Part  # an entry of a divided tree: the number of a node, or a part, the subtree below a node

_BRANCHING = "mrv"  # the strategy of a search whose tree is recorded
_PARTS = 64  # the number of parts from which on nothing is split further
_RESTRICTED = 1000  # the number of restricted nodes from which on no other is restricted
_LEVELS = 4  # the largest number of levels that are split


@dataclass(frozen=True, eq=False)
class Recorded:
    """A stretch of a tree: the numbers of consecutive nodes, as bytes, and the solutions at these nodes."""

    codes: bytes
    found: Batch

    @property
    def nbytes(self) -> int:
        """The memory of this object, in bytes."""
        return len(self.codes) + self.found.nbytes


@dataclass
class Top:
    """The top of a search tree: its nodes and the parts below them, in preorder, and its restrictions.

    `restricted` has the restricted item of a node, by the options chosen on the path to the node.
    """

    pieces: list[Piece] = field(default_factory=list)
    restricted: dict[Path, int] = field(default_factory=dict)


def recorder() -> Engine:
    """Return the engine that records trees."""
    return next(engine for engine in BACKENDS.values() if engine.records)


def packing(file: Any) -> Any:
    """Open a file, of a path or open for writing, that packs a tree."""
    lzma = xz()
    # A tree has only short repetitions: this takes two thirds of the time of preset 0, with the same size.
    quick = {"preset": 0, "pb": 0, "mf": lzma.MF_HC4, "dict_size": 1 << 16, "nice_len": 32, "depth": 4}
    return lzma.open(file, "wb", filters=[{"id": lzma.FILTER_LZMA2} | quick])


def ordered(tables: Tables, clock: Clock = UNLIMITED) -> tuple[Tables, NDArray[np.int64]]:
    """Return the tables with sorted options, as docs/certificates.md says, and the former number of each option.

    Options are ordered by their piece, those without a piece last, then by their cells, compared one by one, then by
    the sides of tiles or the colours of cells.  A bare cover keeps its order.  Raises Stopped if the clock stops.
    """
    cover, symmetry, placements = tables.cover, tables.symmetry, tables.placements
    if tables.puzzle is None:
        return tables, np.arange(len(cover.rows))

    def place(option: int) -> tuple[bool, int, list[int], str | list[int]]:
        pose = placements.sides_of(option) or placements.painted(option) or []
        piece = int(placements.piece[option])
        return piece < 0, piece, placements.covered(option).tolist(), pose

    order = np.array(sorted(clock.each(range(len(cover.rows))), key=place), np.int64)
    cover = replace(cover, rows=cover.rows[order], live=cover.live[order])
    return replace(tables, cover=cover, symmetry=symmetry.renumbered(order)), order


def top(tables: Tables, clock: Clock, jobs: int = 1) -> Top:
    """Return the top of a search tree that finds a solution of each class; for several jobs it has more parts.

    Raises Stopped if the clock stops.
    """
    found, cover, symmetry = Top(), tables.cover, tables.symmetry
    offered = symmetry.restrictions(cover)
    item, restricted = offered[0]
    if item is None or cover.hopeless() is not None:
        found.pieces.append(Part.of(cover, ()))
    else:
        config = SolverConfig(recorder(), strategy=find(_BRANCHING))
        item, restricted = offered[config.engine.prepare(Offer(offered), config, clock).candidate]
        assert item is not None
        _grow(found, tables, symmetry, (), item, restricted, clock)
    for _ in range(_LEVELS if jobs > 1 else 0):
        if sum(isinstance(piece, Part) for piece in found.pieces) < _PARTS:
            found.pieces = [one for piece in found.pieces for one in divided(piece, tables, clock)]
    return found


def _grow(
    found: Top, tables: Tables, symmetry: Symmetry, path: Path, item: int, restricted: ExactCover, clock: Clock
) -> None:
    """Add to `found` the subtree of a node, given by its path, that branches on a restricted item.

    Nodes below it are restricted too, as long as symmetries are left and `found` has few restricted nodes: pieces of
    different sizes can lie in very many ways on the axis of a board, and each way would be a node.
    """
    clock.check()
    found.restricted[path] = item
    found.pieces.append(len(restricted.names) + RESTRICTION)
    beside = ruled_out(tables.cover, restricted)
    children = []
    for option in restricted.options_of(item).tolist():
        rest, chosen = symmetry.stabiliser((option,)), restricted.given([option])
        children.append((option, rest, chosen, *rest.restrictions(chosen)[0]))
    if all(below is None for *_, below, _ in children):
        found.pieces.append(Part.of(restricted, beside))
        return
    found.pieces.append(item)
    for option, rest, chosen, below, cut in children:
        if below is None or len(found.restricted) >= _RESTRICTED:
            found.pieces.append(Part.of(chosen, beside))
        else:
            _grow(found, tables, rest, (*path, option), below, cut, clock)


def divided(piece: Piece, tables: Tables, clock: Clock) -> list[Piece]:
    """Divide a part by branching: return the item with the fewest options, and a part for each of these options.

    The result is [piece] for a node's number, and for a part that cannot be divided.
    """
    if isinstance(piece, int) or (cover := piece.cover(tables)).hopeless() is not None:
        return [piece]
    clock.check()
    item = fewest_options(cover)
    if item is None:
        return [piece]
    options = cover.options_of(item).tolist()
    return [item, *(Part.of(cover.given([option]), piece.ruled_out) for option in options)]


def put_together(tables: Tables, pieces: list[Piece], clock: Clock, jobs: int = 1) -> Iterator[Recorded]:
    """Yield the node numbers and the solutions of a whole search tree, in preorder.

    `pieces` is the tree in preorder: node numbers, and parts, which are subtrees still to be searched.  At most `jobs`
    threads search parts at a time.  Raises Stopped if the clock stops.
    """
    halt, kind = Clock(within=clock), kind_of(len(tables.cover.names))

    def record(part: Part) -> Generator[Recorded, None, Outcome]:
        stats, began = Stats(), thread_seconds()
        for codes, found in recorder().record(part.cover(tables), kind, halt):
            stats["candidates"] = stats.get("candidates", 0) + len(found)
            yield Recorded(codes.tobytes(), found)
        cpu = thread_seconds() - began
        return Outcome(part, NOTHING, Counts(), stats, Status.EXHAUSTED, Counts(), cpu=cpu)

    recorded = in_order(record, [piece for piece in pieces if isinstance(piece, Part)], jobs, halt)
    try:
        for piece in pieces:
            if isinstance(piece, int):
                yield Recorded(np.array([piece], kind).tobytes(), NOTHING)
                continue
            for result in recorded:
                if isinstance(result, Outcome):
                    break
                if result is not None:
                    yield result
    finally:
        recorded.close()
