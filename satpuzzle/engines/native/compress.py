"""Storing some rows of a vector, one after the other: LLVM IR for whatever the processor has for it.

AVX-512 has an instruction that moves the chosen lanes together.  AVX2 has one that moves lanes anywhere; where to is
looked up in a table of the sixteen choices from four lanes.  Others store every lane, and move on if it was chosen.
"""

from collections.abc import Callable
from typing import Any

from llvmlite import ir

from satpuzzle.engines.compiled import later
from satpuzzle.engines.native.blocks import I32, I64, LANES, MASK, VECTOR, ZERO, const, declared, lanes_in, store
from satpuzzle.engines.processor import has

cgutils = later("numba.core.cgutils")

_FOUR = 4  # lanes of AVX2
_HALVES = ir.VectorType(I32, 2 * _FOUR)  # as it moves them: in halves of 32 bits


def storing() -> Callable[..., Any]:
    """Return what builds the code that stores some rows of a vector, for the machine that kernels are compiled for.

    It takes the rows' words, which lanes are free, the array and where in it each word of the first free row goes; the
    code writes up to LANES words from there on, and its value is how many lanes were free.
    """
    return next(way for feature, way in WAYS.items() if not feature or has(feature))


def _compressing(builder: Any, rows: list[Any], free: Any, data: Any, places: list[Any]) -> Any:
    """For AVX-512."""
    compress = declared(builder, f"llvm.x86.avx512.mask.compress.v{LANES}i64", VECTOR, [VECTOR, VECTOR, MASK])
    for row, place in zip(rows, places, strict=True):
        store(builder, builder.call(compress, [row, ZERO, free]), data, place)
    return lanes_in(builder, free)


def _permuting(builder: Any, rows: list[Any], free: Any, data: Any, places: list[Any]) -> Any:
    """For AVX2: four lanes at a time."""
    permute = declared(builder, "llvm.x86.avx2.permd", _HALVES, [_HALVES, _HALVES])
    table = cgutils.global_constant(builder, "satpuzzle_orders", _orders())
    table.align = 32
    done = const(0)
    for first in range(0, LANES, _FOUR):
        free_now = _four(builder, free, first)
        which = builder.zext(builder.bitcast(free_now, ir.IntType(_FOUR)), I64)
        order = builder.load(builder.gep(table, [const(0), which]), align=32)
        for row, place in zip(rows, places, strict=True):
            halves = builder.bitcast(_four(builder, row, first), _HALVES)
            store(builder, builder.call(permute, [halves, order]), data, builder.add(place, done))
        done = builder.add(done, lanes_in(builder, free_now))
    return done


def _orders() -> Any:
    """Return for each choice from four lanes where the halves of the chosen ones are, and then any others."""
    lanes = range(_FOUR)
    chosen = [sorted(lanes, key=lambda lane: not choice >> lane & 1) for choice in range(1 << _FOUR)]
    orders = [[2 * lane + half for lane in order for half in (0, 1)] for order in chosen]
    return ir.Constant(ir.ArrayType(_HALVES, len(orders)), [ir.Constant(_HALVES, order) for order in orders])


def _four(builder: Any, vector: Any, first: int) -> Any:
    """Return four lanes of a vector."""
    order = ir.Constant(ir.VectorType(I32, _FOUR), list(range(first, first + _FOUR)))
    return builder.shuffle_vector(vector, ir.Constant(vector.type, ir.Undefined), order)


def _one_by_one(builder: Any, rows: list[Any], free: Any, data: Any, places: list[Any]) -> Any:
    """For any processor."""
    done = const(0)
    for lane in range(LANES):
        number = ir.Constant(I32, lane)
        for row, place in zip(rows, places, strict=True):
            store(builder, builder.extract_element(row, number), data, builder.add(place, done))
        done = builder.add(done, builder.zext(builder.extract_element(free, number), I64))
    return done


# By what a processor must have, the best first.
WAYS = {"avx512f": _compressing, "avx2": _permuting, "": _one_by_one}
