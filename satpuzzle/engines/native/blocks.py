"""The building blocks of vector passes: LLVM IR for loops over several rows at a time, and for bit-sliced counters.

Compilers vectorise plain loops over lists of rows (see `vector.py`) only in part, and vector types are portable where
machine instructions are not: <4 x i64> becomes AVX2 or two registers of NEON.  The one exception is in `compress.py`.
"""

from collections.abc import Iterator
from functools import reduce
from typing import Any

from llvmlite import ir

from satpuzzle.engines.compiled import later
from satpuzzle.engines.processor import has

cgutils = later("numba.core.cgutils")

PLANES = 6
UNROLLED = 8  # words of a row, at most, for which there is code of its own; longer rows have one code (see `wide.py`),
SHORT = 4  # of which this many words, half of them ... are a part
MANY = UNROLLED + 1
MARK = 63  # the bit of the last word that padding has, and rows that were tried

LANES = 8 if has("avx512f") else 4  # words in a register, or two of NEON's
_I1, I32, I64 = (ir.IntType(bits) for bits in (1, 32, 64))
VECTOR = ir.VectorType(I64, LANES)
MASK = ir.VectorType(_I1, LANES)
ZERO = ir.Constant(VECTOR, [0] * LANES)


def steps(width: int) -> list[int]:
    """Return the numbers of words that rows may have, if they have `width` at first: halves, rounded up.

    Rows that are longer than UNROLLED at first have code of their own from SHORT words on, so that comes in between.
    """
    numbers = [width]
    while (last := numbers[-1]) > 1:
        half = (last + 1) // 2
        numbers.append(max(half, SHORT) if width > UNROLLED and last > SHORT else half)
    return numbers


def const(value: int) -> Any:
    """Return a number in 64 bits."""
    return ir.Constant(I64, value)


def pointer(context: Any, builder: Any, signature: Any, args: Any, index: int) -> Any:
    """Return where the data of an array begins that an intrinsic got as an argument."""
    return context.make_array(signature.args[index])(context, builder, args[index]).data


def declared(builder: Any, name: str, result: Any, arguments: list[Any]) -> Any:
    """Return a function of LLVM's."""
    return cgutils.get_or_insert_function(builder.module, ir.FunctionType(result, arguments), name)


def variable(builder: Any, value: Any) -> Any:
    """Return a place on the stack with this value in it; LLVM makes it a register."""
    place = cgutils.alloca_once(builder, value.type)
    builder.store(value, place)
    return place


def _at(builder: Any, pointer: Any, index: Any, kind: Any) -> Any:
    return builder.bitcast(builder.gep(pointer, [index]), kind.as_pointer())


def load(builder: Any, pointer: Any, index: Any, kind: Any = VECTOR) -> Any:
    """Load a vector of words, or one of another kind, from place `index` of an array of words."""
    return builder.load(_at(builder, pointer, index, kind), align=8)


def store(builder: Any, value: Any, pointer: Any, index: Any) -> None:
    """Store a vector of words, or one of another kind, at place `index` of an array of words."""
    builder.store(value, _at(builder, pointer, index, value.type), align=8)


def splat(builder: Any, value: Any) -> Any:
    """Return a word in all lanes."""
    undefined = ir.Constant(VECTOR, ir.Undefined)
    one = builder.insert_element(undefined, value, ir.Constant(I32, 0))
    return builder.shuffle_vector(one, undefined, ir.Constant(ir.VectorType(I32, LANES), [0] * LANES))


def places_of(builder: Any, base: Any, start: Any, room: Any, count: int) -> list[Any]:
    """Return where row `start` has each of its first `count` words."""
    places = [builder.add(base, start)]
    while len(places) < count:
        places.append(builder.add(places[-1], room))
    return places


def each_step(builder: Any, width: Any, words: Any) -> Iterator[int]:
    """Yield each number of words that rows may have; code built while it is yielded runs where rows have that many.

    MANY stands for all numbers that have no code of their own.
    """
    most = width.count if width.count <= UNROLLED else SHORT
    for many in reversed(steps(most)):
        with builder.if_then(builder.icmp_unsigned("==", words, const(many)), likely=many == 1):
            yield many
    if width.count > UNROLLED:
        with builder.if_then(builder.icmp_unsigned(">", words, const(SHORT))):
            yield MANY


class in_vectors:
    """Loop over 0, LANES, 2 * LANES ... below size, or in steps of more vectors at a time."""

    def __init__(self, builder: Any, size: Any, vectors: int = 1) -> None:
        step = LANES * vectors
        self.builder, self.step = builder, step
        count = builder.udiv(builder.add(size, const(step - 1)), const(step))
        self.loop = cgutils.for_range(builder, count)

    def __enter__(self) -> Any:
        return self.builder.mul(self.loop.__enter__().index, const(self.step))

    def __exit__(self, *error: Any) -> None:
        self.loop.__exit__(*error)


def free_lanes(builder: Any, rows: list[Any], blocks: list[Any]) -> Any:
    """Return in which lanes the row has no bit of the block."""
    free = None
    for row, block in zip(rows, blocks, strict=True):
        apart = builder.icmp_unsigned("==", builder.and_(row, block), ZERO)
        free = apart if free is None else builder.and_(free, apart)
    return free


def add_free(builder: Any, rows: list[Any], blocks: list[Any], total: list[Any]) -> None:
    """OR the rows that have no bit of the block to a total in each lane."""
    free = free_lanes(builder, rows, blocks)
    for row, variable in zip(rows, total, strict=True):
        kept = builder.select(free, row, ZERO)
        builder.store(builder.or_(builder.load(variable), kept), variable)


def lanes_in(builder: Any, mask: Any) -> Any:
    """Return how many lanes a mask has."""
    return bits_in(builder, builder.zext(builder.bitcast(mask, ir.IntType(mask.type.count)), I64))


def bits_in(builder: Any, bits: Any) -> Any:
    """Return how many bits are set."""
    return builder.call(declared(builder, "llvm.ctpop.i64", I64, [I64]), [bits])


def any_lane(builder: Any, vector: Any) -> Any:
    """OR together the lanes of a vector."""
    return builder.call(declared(builder, f"llvm.vector.reduce.or.v{LANES}i64", I64, [VECTOR]), [vector])


def trailing_zeros(builder: Any, bits: Any) -> Any:
    """Return the number of the lowest bit that is set, 64 if there is none."""
    return builder.call(declared(builder, "llvm.cttz.i64", I64, [I64, _I1]), [bits, ir.Constant(_I1, 0)])


def counters(builder: Any, data: Any, place: Any, size: Any) -> list[Any]:
    """Count in bit-sliced counters, in each lane, how many of the words from `place` on have each bit."""
    four = builder.and_(size, const(-4 * LANES))
    planes = [variable(builder, ZERO) for _ in range(PLANES)]
    with in_vectors(builder, four, 4) as start:
        first = builder.add(place, start)
        _add_four(builder, planes, [load(builder, data, builder.add(first, const(LANES * i))) for i in range(4)])
    with in_vectors(builder, builder.sub(size, four)) as start:
        _ripple(builder, planes, 0, load(builder, data, builder.add(place, builder.add(four, start))))
    return [builder.load(plane) for plane in planes]


def _ripple(builder: Any, counters: list[Any], first: int, carry: Any) -> None:
    """Add a carry to the counters from plane `first` on."""
    for p in range(first, PLANES):
        plane = builder.load(counters[p])
        if p == PLANES - 1:
            builder.store(builder.or_(plane, carry), counters[p])
        else:
            builder.store(builder.xor(plane, carry), counters[p])
            carry = builder.and_(plane, carry)


def _add_four(builder: Any, counters: list[Any], rows: list[Any]) -> None:
    """Add four rows by three full adders and one ripple (Harley and Seal)."""
    ones = builder.load(counters[0])
    ones, first = _full_adder(builder, ones, rows[0], rows[1])
    ones, second = _full_adder(builder, ones, rows[2], rows[3])
    twos, carry = _full_adder(builder, builder.load(counters[1]), first, second)
    builder.store(ones, counters[0])
    builder.store(twos, counters[1])
    _ripple(builder, counters, 2, carry)


def _full_adder(builder: Any, a: Any, b: Any, c: Any) -> tuple[Any, Any]:
    differ = builder.xor(a, b)
    return builder.xor(differ, c), builder.or_(builder.and_(a, b), builder.and_(differ, c))


def merged(builder: Any, counted: list[list[Any]]) -> list[list[Any]]:
    """Return the sum of the lanes' counters for each word.

    Halving adds the upper half of the lanes to the lower one.  Two words go through it side by side.
    """
    if len(counted) > 2:
        return merged(builder, counted[:2]) + merged(builder, counted[2:])
    pair = counted if len(counted) == 2 else counted * 2
    half = LANES // 2
    first, second = ([*range(start, start + half), *range(start + LANES, start + LANES + half)] for start in (0, half))
    planes = [(_shuffled(builder, a, b, first), _shuffled(builder, a, b, second)) for a, b in zip(*pair, strict=True)]
    sums = _plus(builder, planes)  # the lower half of the lanes belongs to one word, the upper to the other
    for distance in (half >> step for step in range(1, half.bit_length())):
        order = [lane + distance if lane % (2 * distance) < distance else lane for lane in range(LANES)]
        sums = _plus(builder, [(plane, _shuffled(builder, plane, plane, order)) for plane in sums])
    places = [ir.Constant(I32, half * word) for word in range(len(counted))]
    return [[builder.extract_element(plane, place) for plane in sums] for place in places]


def smallest(builder: Any, counted: list[list[Any]], candidates: list[Any]) -> tuple[Any, Any]:
    """Return the first of the candidates with the smallest count, bits of several words, and its count."""
    least = const(0)
    for p, planes in reversed(list(enumerate(zip(*counted, strict=True)))):
        fewer = [builder.and_(each, builder.not_(plane)) for each, plane in zip(candidates, planes, strict=True)]
        none = builder.icmp_unsigned("==", reduce(builder.or_, fewer), const(0))  # has a 0 in this plane
        candidates = [builder.select(none, *pair) for pair in zip(candidates, fewer, strict=True)]
        least = builder.or_(least, builder.select(none, const(1 << p), const(0)))
    first = const(0)
    for w, candidate in reversed(list(enumerate(candidates))):
        here = builder.add(trailing_zeros(builder, candidate), const(64 * w))
        first = builder.select(builder.icmp_unsigned("!=", candidate, const(0)), here, first)
    return first, least


def _shuffled(builder: Any, a: Any, b: Any, order: list[int]) -> Any:
    return builder.shuffle_vector(a, b, ir.Constant(ir.VectorType(I32, LANES), order))


def _plus(builder: Any, planes: list[tuple[Any, Any]]) -> list[Any]:
    """Add bit-sliced numbers: of PLANES planes the last is sticky, fewer become one more."""
    (low, high), *rest = planes
    result, carry = [builder.xor(low, high)], builder.and_(low, high)
    whole = len(planes) == PLANES
    for low, high in rest[: len(rest) - whole]:
        total, carry = _full_adder(builder, low, high, carry)
        result.append(total)
    if whole:
        low, high = rest[-1]
        carry = builder.or_(builder.or_(low, high), carry)
    return [*result, carry]
