"""Vector passes over lists of long rows: those of `vector.py` with the number of words known at run time only.

Unrolled code for 27 words takes ten seconds to compile, and for 47 a gigabyte.  Here one code does for all: it keeps in
an array, `scratch`, what the unrolled code keeps in registers.
"""

from dataclasses import dataclass
from typing import Any

from llvmlite import ir

from satpuzzle.engines.compiled import later
from satpuzzle.engines.native.blocks import (
    I64,
    LANES,
    MARK,
    PLANES,
    VECTOR,
    ZERO,
    any_lane,
    const,
    counters,
    in_vectors,
    load,
    merged,
    splat,
    store,
    trailing_zeros,
    variable,
)
from satpuzzle.engines.native.compress import storing

cgutils = later("numba.core.cgutils")


@dataclass(frozen=True)
class Rows:
    """A list of rows, as `vector.py` has them: LLVM values."""

    data: Any
    base: Any
    room: Any
    size: Any
    words: Any

    def place(self, builder: Any, row: Any, word: Any) -> Any:
        """Return where a row has a word."""
        return builder.add(builder.add(self.base, row), builder.mul(word, self.room))


def union(builder: Any, rows: Rows, block: Any, out: Any, scratch: Any) -> None:
    """OR together the rows that have no bit of `block`, into `out`."""
    _unite(builder, rows, block, scratch)
    with cgutils.for_range(builder, rows.words) as w:
        store(builder, _united(builder, scratch, w.index), out, w.index)


def pack(builder: Any, rows: Rows, block: Any, target: Any, target_room: Any) -> Any:
    """Copy the rows that have no bit of `block` to a list at `target`, pad it, and return how many there are."""
    store_free = storing()
    length = variable(builder, const(0))
    with in_vectors(builder, rows.size) as start:
        free = _free(builder, rows, start, block)
        done, more = builder.load(length), variable(builder, const(0))
        with cgutils.for_range(builder, rows.words) as w:
            row = load(builder, rows.data, rows.place(builder, start, w.index))
            there = builder.add(builder.add(target, done), builder.mul(w.index, target_room))
            builder.store(store_free(builder, [row], free, rows.data, [there]), more)
        builder.store(builder.add(done, builder.load(more)), length)
    end = builder.add(target, builder.load(length))
    with cgutils.for_range(builder, rows.words) as w:
        store(builder, ZERO, rows.data, builder.add(end, builder.mul(w.index, target_room)))
    last = builder.mul(builder.sub(rows.words, const(1)), target_room)
    store(builder, ir.Constant(VECTOR, [1 << MARK] * LANES), rows.data, builder.add(end, last))
    return builder.load(length)


def rarest(builder: Any, rows: Rows, need: Any, scratch: Any) -> tuple[Any, Any]:
    """Return the item of `need` that the fewest rows cover, the first of several, and how many do."""
    candidates = builder.mul(rows.words, const(PLANES))  # in scratch, behind the planes of all words
    with cgutils.for_range(builder, rows.words) as w:
        counted = counters(builder, rows.data, rows.place(builder, const(0), w.index), rows.size)
        for p, plane in enumerate(merged(builder, [counted])[0]):
            store(builder, plane, scratch, builder.add(builder.mul(w.index, const(PLANES)), const(p)))
        store(builder, load(builder, need, w.index, I64), scratch, builder.add(candidates, w.index))
    least = const(0)
    for p in reversed(range(PLANES)):

        def fewer(w: Any, p: int = p) -> tuple[Any, Any]:
            place = builder.add(builder.mul(w, const(PLANES)), const(p))
            each = load(builder, scratch, builder.add(candidates, w), I64)
            return each, builder.and_(each, builder.not_(load(builder, scratch, place, I64)))

        some = variable(builder, const(0))
        with cgutils.for_range(builder, rows.words) as w:
            builder.store(builder.or_(builder.load(some), fewer(w.index)[1]), some)
        none = builder.icmp_unsigned("==", builder.load(some), const(0))  # has a 0 in this plane
        with cgutils.for_range(builder, rows.words) as w:
            store(builder, builder.select(none, *fewer(w.index)), scratch, builder.add(candidates, w.index))
        least = builder.or_(least, builder.select(none, const(1 << p), const(0)))
    first = variable(builder, const(-1))
    with cgutils.for_range(builder, rows.words) as w:
        each = load(builder, scratch, builder.add(candidates, w.index), I64)
        here = builder.add(trailing_zeros(builder, each), builder.mul(w.index, const(64)))
        before = builder.load(first)
        is_first = builder.and_(builder.icmp_unsigned("!=", each, const(0)), builder.icmp_signed("<", before, const(0)))
        builder.store(builder.select(is_first, here, before), first)
    return builder.load(first), least


def survivors(builder: Any, rows: Rows, ruled: Any, need: Any, queue: Any, many: Any, scratch: Any) -> Any:
    """Keep those of `many` rows after whose choice other rows cover each item of `need`; return how many there are."""
    kept = variable(builder, const(0))
    blocks = builder.gep(scratch, [builder.mul(rows.words, const(LANES))])  # behind the totals
    with cgutils.for_range(builder, many) as tried:
        chosen = load(builder, rows.data, builder.add(queue, tried.index), I64)
        with cgutils.for_range(builder, rows.words) as w:
            bits = load(builder, rows.data, rows.place(builder, chosen, w.index), I64)
            store(builder, builder.and_(bits, load(builder, ruled, w.index, I64)), blocks, w.index)
        last = builder.sub(rows.words, const(1))
        store(builder, builder.or_(load(builder, blocks, last, I64), const(1 << MARK)), blocks, last)
        _unite(builder, rows, blocks, scratch)
        lost = variable(builder, const(0))
        with cgutils.for_range(builder, rows.words) as w:
            bits = load(builder, rows.data, rows.place(builder, chosen, w.index), I64)
            there = builder.or_(bits, _united(builder, scratch, w.index))
            missing = builder.and_(load(builder, need, w.index, I64), builder.not_(there))
            builder.store(builder.or_(builder.load(lost), missing), lost)
        done = builder.load(kept)
        store(builder, chosen, rows.data, builder.add(queue, done))
        alive = builder.icmp_unsigned("==", builder.load(lost), const(0))
        builder.store(builder.add(done, builder.zext(alive, I64)), kept)
    return builder.load(kept)


def _free(builder: Any, rows: Rows, start: Any, block: Any) -> Any:
    """Return which rows of a vector have no bit of `block`."""
    shared = variable(builder, ZERO)
    with cgutils.for_range(builder, rows.words) as w:
        row = load(builder, rows.data, rows.place(builder, start, w.index))
        both = builder.and_(row, splat(builder, load(builder, block, w.index, I64)))
        builder.store(builder.or_(builder.load(shared), both), shared)
    return builder.icmp_unsigned("==", builder.load(shared), ZERO)


def _unite(builder: Any, rows: Rows, block: Any, totals: Any) -> None:
    """OR together the rows that have no bit of `block` in each lane, into `totals`."""
    with cgutils.for_range(builder, rows.words) as w:
        store(builder, ZERO, totals, builder.mul(w.index, const(LANES)))
    with in_vectors(builder, rows.size) as start:
        free = _free(builder, rows, start, block)
        with cgutils.for_range(builder, rows.words) as w:
            row = load(builder, rows.data, rows.place(builder, start, w.index))
            place = builder.mul(w.index, const(LANES))
            total = load(builder, totals, place)
            store(builder, builder.or_(total, builder.select(free, row, ZERO)), totals, place)


def _united(builder: Any, totals: Any, word: Any) -> Any:
    """Return one word of what `_unite` has made."""
    return any_lane(builder, load(builder, totals, builder.mul(word, const(LANES))))
