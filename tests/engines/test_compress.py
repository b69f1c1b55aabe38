"""Storing some rows of a vector: what each processor has for it, against a plain loop."""

import numpy as np
import pytest
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

from satpuzzle.engines.native.blocks import LANES, VECTOR, ZERO, const, load, pointer
from satpuzzle.engines.native.compress import WAYS
from satpuzzle.engines.processor import has

_ROOM = 2 * LANES  # for what is stored, and the same again behind it


@pytest.mark.parametrize("feature", WAYS)
def test_the_free_rows_are_stored_in_their_order(feature: str) -> None:
    if feature and not has(feature):
        pytest.skip(f"this processor has no {feature}")

    @intrinsic
    def stored(typing, words, target):  # type: ignore[no-untyped-def]
        """Store what is even among the first words, at `target` and again behind it; return how many there are."""

        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            data = pointer(context, builder, signature, args, 0)
            row = load(builder, data, const(0))
            free = builder.icmp_unsigned("==", builder.and_(row, ir.Constant(VECTOR, [1] * LANES)), ZERO)
            return WAYS[feature](builder, [row, row], free, data, [args[1], builder.add(args[1], const(_ROOM))])

        return types.int64(words, target), codegen

    run = njit(lambda words, target: stored(words, target))

    for choice in range(1 << LANES):
        row = [10 * lane + (choice >> lane & 1) for lane in range(1, LANES + 1)]
        even = [number for number in row if number % 2 == 0]
        for target in (LANES, LANES + 1):
            words = np.full(4 * _ROOM, 7, np.uint64)
            words[:LANES] = row
            assert run(words, target) == len(even)
            for place in (target, target + _ROOM):
                assert words[place : place + len(even)].tolist() == even
                assert set(words[place + LANES : place + _ROOM].tolist()) == {7}


def test_another_processor_has_what_is_said_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CPU_NAME", "generic")
    assert not has.__wrapped__("avx2")
    monkeypatch.setenv("NUMBA_CPU_FEATURES", "+avx2,-avx512f")
    assert has.__wrapped__("avx2")
    assert not has.__wrapped__("avx512f")
