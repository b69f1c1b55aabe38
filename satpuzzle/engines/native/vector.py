"""Vector passes over lists of rows, as LLVM IR.

A list of n rows of W words lies in one array of 64-bit words: word w of row k is at base + w * room + k.
`room` is a multiple of eight, and the rows from n up to the next multiple of eight are padding: they have the
bit MARK of the last word, which every block mask has too.  The compiler knows what W may be: the length of the
tuple `width`, half of it, half of that ... down to one (see `steps`); passes choose their code by W.

Compilers vectorise plain loops over such lists only in part, and vector types are portable where machine
instructions are not: <8 x i64> becomes AVX-512, AVX2 or NEON.  The one exception is the compress instruction
of AVX-512, with which `pack` moves eight rows at a time; other machines pack row by row.
"""

from collections.abc import Iterator
from functools import reduce
from typing import Any

import numba
from llvmlite import binding, ir
from numba.core import cgutils, types
from numba.core.types.containers import UniTuple
from numba.extending import intrinsic

PLANES = 6
MARK = 63  # the bit of the last word that padding has, and rows that were tried

_LANES = 8
_I1, _I8, _I32, _I64 = (ir.IntType(bits) for bits in (1, 8, 32, 64))
_VECTOR = ir.VectorType(_I64, _LANES)
_MASK = ir.VectorType(_I1, _LANES)
_ZERO = ir.Constant(_VECTOR, [0] * _LANES)


def has_compress() -> bool:
    """Tell whether kernels are compiled for a machine with AVX-512."""
    if numba.config.CPU_NAME or numba.config.CPU_FEATURES:  # for some other machine than this
        return False
    return bool(binding.get_host_cpu_features().get("avx512f", False))


def steps(width: int) -> list[int]:
    """Return the numbers of words that rows may have, if they have `width` at first: halves, rounded up."""
    return [width, *steps((width + 1) // 2)] if width > 1 else [1]


@intrinsic
def union(typing, width, words, buffer, base, room, size, block, result):  # type: ignore[no-untyped-def]
    """OR together the rows that have no bit of `block`, W words, into `result`."""

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        data, blocked, out = (_pointer(context, builder, signature, args, i) for i in (2, 6, 7))
        base, room, size = args[3:6]
        for many in _each_step(builder, width, args[1]):
            blocks = [_splat(builder, _load(builder, blocked, _number(w), _I64)) for w in range(many)]
            total = [_variable(builder, _ZERO) for _ in blocks]
            with _in_eights(builder, size) as start:
                rows = [_load(builder, data, place) for place in _places(builder, base, start, room, many)]
                _add_free(builder, rows, blocks, total)
            for w, variable in enumerate(total):
                _store(builder, _any_lane(builder, builder.load(variable)), out, _number(w))
        return context.get_dummy_value()

    return types.void(width, words, buffer, base, room, size, block, result), codegen


@intrinsic
def pack(typing, width, words, buffer, base, room, size, block, target, target_room):  # type: ignore[no-untyped-def]
    """Copy the rows that have no bit of `block` to a list at `target`, pad it, and return how many there are."""

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        data, blocked = (_pointer(context, builder, signature, args, i) for i in (2, 6))
        base, room, size = args[3:6]
        target, target_room = args[7:9]
        store_free = _compressing if has_compress() else _one_by_one
        length = _variable(builder, _number(0))
        for many in _each_step(builder, width, args[1]):
            blocks = [_splat(builder, _load(builder, blocked, _number(w), _I64)) for w in range(many)]
            with _in_eights(builder, size) as start:
                rows = [_load(builder, data, place) for place in _places(builder, base, start, room, many)]
                free = _free(builder, rows, blocks)
                done = builder.load(length)
                places = _places(builder, target, done, target_room, many)
                builder.store(builder.add(done, store_free(builder, rows, free, data, places)), length)
            *others, last = _places(builder, target, builder.load(length), target_room, many)
            for place in others:
                _store(builder, _ZERO, data, place)
            _store(builder, ir.Constant(_VECTOR, [1 << MARK] * _LANES), data, last)
        return builder.load(length)

    return types.int64(width, words, buffer, base, room, size, block, target, target_room), codegen


@intrinsic
def rarest(typing, width, words, buffer, base, room, size, need):  # type: ignore[no-untyped-def]
    """Return the item of `need` that the fewest rows cover, the first of several, and how many do.

    All items are counted at once, in bit-sliced counters.  The last plane is sticky: from 2 ** (PLANES - 1) on, the
    counts are too small.
    """

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        data, wanted = (_pointer(context, builder, signature, args, i) for i in (2, 6))
        base, room, size = args[3:6]
        four = builder.and_(size, _number(-4 * _LANES))
        item, fewest = _variable(builder, _number(0)), _variable(builder, _number(0))
        for many in _each_step(builder, width, args[1]):
            counted = []
            for place in _places(builder, base, _number(0), room, many):
                counters = [_variable(builder, _ZERO) for _ in range(PLANES)]
                with _in_eights(builder, four, 4) as start:
                    first = builder.add(place, start)
                    rows = [_load(builder, data, builder.add(first, _number(_LANES * i))) for i in range(4)]
                    _add_four(builder, counters, rows)
                with _in_eights(builder, builder.sub(size, four)) as start:
                    row = _load(builder, data, builder.add(place, builder.add(four, start)))
                    _ripple(builder, counters, 0, row)
                counted.append([builder.load(counter) for counter in counters])
            candidates = [_load(builder, wanted, _number(w), _I64) for w in range(many)]
            least = _number(0)
            for p, planes in reversed(list(enumerate(zip(*_merged(builder, counted), strict=True)))):
                fewer = [
                    builder.and_(each, builder.not_(plane)) for each, plane in zip(candidates, planes, strict=True)
                ]
                none = builder.icmp_unsigned("==", reduce(builder.or_, fewer), _number(0))  # has a 0 in this plane
                candidates = [builder.select(none, *pair) for pair in zip(candidates, fewer, strict=True)]
                least = builder.or_(least, builder.select(none, _number(1 << p), _number(0)))
            first = _number(0)
            for w, candidate in reversed(list(enumerate(candidates))):
                here = builder.add(_trailing_zeros(builder, candidate), _number(64 * w))
                first = builder.select(builder.icmp_unsigned("!=", candidate, _number(0)), here, first)
            builder.store(first, item)
            builder.store(least, fewest)
        return context.make_tuple(builder, signature.return_type, [builder.load(item), builder.load(fewest)])

    return UniTuple(types.int64, 2)(width, words, buffer, base, room, size, need), codegen


@intrinsic
def survivors(typing, width, words, buffer, base, room, size, ruled, need, queue, many):  # type: ignore[no-untyped-def]
    """Keep those of `many` rows after whose choice other rows cover each item of `need`; return how many there are.

    Their places in the list begin at `queue`; those that are kept move to the front.  Choosing a row rules out all rows
    that share with it a bit of `ruled`.  Several rows at a time go through the list side by side.
    """

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        data, masks, wanted = (_pointer(context, builder, signature, args, i) for i in (2, 6, 7))
        base, room, size = args[3:6]
        queue, many = args[8:10]
        kept = _variable(builder, _number(0))

        def try_out(first: Any, abreast: int, words: int) -> None:
            chosen = [_load(builder, data, builder.add(first, _number(i)), _I64) for i in range(abreast)]
            places = [_places(builder, base, place, room, words) for place in chosen]
            rows = [[_load(builder, data, place, _I64) for place in each] for each in places]
            blocks, totals = [], []
            for row in rows:
                block = [builder.and_(bits, _load(builder, masks, _number(w), _I64)) for w, bits in enumerate(row)]
                block[-1] = builder.or_(block[-1], _number(1 << MARK))
                blocks.append([_splat(builder, bits) for bits in block])
                totals.append([_variable(builder, _ZERO) for _ in row])
            with _in_eights(builder, size) as start:
                others = [_load(builder, data, place) for place in _places(builder, base, start, room, words)]
                for block, total in zip(blocks, totals, strict=True):
                    _add_free(builder, others, block, total)
            for place, row, total in zip(chosen, rows, totals, strict=True):
                lost = _number(0)
                for w, bits in enumerate(row):
                    there = builder.or_(bits, _any_lane(builder, builder.load(total[w])))
                    needed = _load(builder, wanted, _number(w), _I64)
                    lost = builder.or_(lost, builder.and_(needed, builder.not_(there)))
                done = builder.load(kept)
                _store(builder, place, data, builder.add(queue, done))
                alive = builder.icmp_unsigned("==", lost, _number(0))
                builder.store(builder.add(done, builder.zext(alive, _I64)), kept)

        for words in _each_step(builder, width, args[1]):
            most = max(1, 4 // words)
            groups = builder.udiv(builder.add(many, _number(most - 1)), _number(most))
            with cgutils.for_range(builder, groups) as group:
                begin = builder.mul(group.index, _number(most))
                left = builder.sub(many, begin)
                for abreast in range(1, most + 1):
                    with builder.if_then(
                        builder.icmp_unsigned(">=" if abreast == most else "==", left, _number(abreast))
                    ):
                        try_out(builder.add(queue, begin), abreast, words)
        return builder.load(kept)

    return types.int64(width, words, buffer, base, room, size, ruled, need, queue, many), codegen


@intrinsic
def renumber(typing, buffer, column, size, first, shift, target):  # type: ignore[no-untyped-def]
    """Write last words to `target` that have no items: the numbers from `first` on, at bit `shift`, and MARK again."""

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        data = _pointer(context, builder, signature, args, 0)
        column, size, first, shift, target = args[1:6]
        shift = _splat(builder, shift)
        lane = ir.Constant(_VECTOR, list(range(_LANES)))
        mark = ir.Constant(_VECTOR, [1 << MARK] * _LANES)
        with _in_eights(builder, size) as start:
            marked = builder.and_(_load(builder, data, builder.add(column, start)), mark)
            number = builder.shl(builder.add(_splat(builder, builder.add(first, start)), lane), shift)
            _store(builder, builder.or_(number, marked), data, builder.add(target, start))
        return context.get_dummy_value()

    return types.void(buffer, column, size, first, shift, target), codegen


@intrinsic
def gather(typing, buffer, column, size, keep, moves, left, right, target):  # type: ignore[no-untyped-def]
    """Move the bits of `keep` together, as `moves` says (see stage.py), in a column of words, and OR them to another.

    In between they are shifted by so many bits to the left and then to the right.
    """

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        data, distances = (_pointer(context, builder, signature, args, i) for i in (0, 4))
        column, size, keep, _, left, right, target = args[1:]
        kept, left, right = (_splat(builder, value) for value in (keep, left, right))
        masks = [_splat(builder, _load(builder, distances, _number(i), _I64)) for i in range(6)]
        with _in_eights(builder, size) as start:
            word = builder.and_(_load(builder, data, builder.add(column, start)), kept)
            for i, mask in enumerate(masks):
                moved = builder.and_(word, mask)
                shifted = builder.lshr(moved, ir.Constant(_VECTOR, [1 << i] * _LANES))
                word = builder.or_(builder.xor(word, moved), shifted)
            word = builder.lshr(builder.shl(word, left), right)
            place = builder.add(target, start)
            _store(builder, builder.or_(_load(builder, data, place), word), data, place)
        return context.get_dummy_value()

    return types.void(buffer, column, size, keep, moves, left, right, target), codegen


@intrinsic
def covering(typing, buffer, column, size, bit, target):  # type: ignore[no-untyped-def]
    """Write to `target` the places of the rows of a list that have `bit` set in the word that begins at `column`."""

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        data = _pointer(context, builder, signature, args, 0)
        column, size, bit, target = args[1:5]
        wanted = _splat(builder, builder.shl(_number(1), bit))
        lane = ir.Constant(_VECTOR, list(range(_LANES)))
        store_free = _compressing if has_compress() else _one_by_one
        end = _variable(builder, target)
        with _in_eights(builder, size) as start:
            row = _load(builder, data, builder.add(column, start))
            covers = builder.icmp_unsigned("!=", builder.and_(row, wanted), _ZERO)
            done = builder.load(end)
            places = builder.add(_splat(builder, start), lane)
            builder.store(builder.add(done, store_free(builder, [places], covers, data, [done])), end)
        return context.get_dummy_value()

    return types.void(buffer, column, size, bit, target), codegen


@intrinsic
def fits(typing, body, rest, start, stop, filled, used, everything, shifts, ups, inland, buffer, base, room):  # type: ignore[no-untyped-def]
    """Write the options from `start` to `stop` that can be chosen to `buffer`, and return how many there are.

    They share no bit with `filled` and `used` and leave no cell empty whose neighbours are filled (see scan.py).  The
    cells of the k-th are at base + k, its number at base + room + k.
    """

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        arrays = (_pointer(context, builder, signature, args, i) for i in (0, 1, 7, 9, 10))
        bodies, rests, distances, edges, out = arrays
        start, stop, ups, base, room = (args[i] for i in (2, 3, 8, 11, 12))
        filled, used, everything = (_splat(builder, args[i]) for i in (4, 5, 6))
        store_free = _compressing if has_compress() else _one_by_one
        lane = ir.Constant(_VECTOR, list(range(_LANES)))
        length = _variable(builder, _number(0))

        def keep(cells: Any, numbers: Any, chosen: Any) -> None:
            done = builder.load(length)
            places = _places(builder, base, done, room, 2)
            builder.store(builder.add(done, store_free(builder, [cells, numbers], chosen, out, places)), length)

        with _in_eights(builder, builder.sub(stop, start)) as offset:
            place = builder.add(start, offset)
            cells, others = _load(builder, bodies, place), _load(builder, rests, place)
            keep(cells, builder.add(_splat(builder, place), lane), _free(builder, [cells, others], [filled, used]))

        count = builder.load(length)
        many = cgutils.unpack_tuple(builder, context.make_array(signature.args[7])(context, builder, args[7]).shape)[0]
        builder.store(_number(0), length)
        with _in_eights(builder, count) as offset:
            place = builder.add(base, offset)
            cells, numbers = _load(builder, out, place), _load(builder, out, builder.add(place, room))
            now = builder.or_(cells, filled)
            hole = _variable(builder, _ZERO)
            builder.store(builder.and_(builder.not_(now), everything), hole)
            for first, last, shift in ((_number(0), ups, builder.lshr), (ups, many, builder.shl)):
                with cgutils.for_range_slice(builder, first, last, _number(1)) as (each, _):
                    distance = _splat(builder, _load(builder, distances, each, _I64))
                    blocked = builder.or_(shift(now, distance), _splat(builder, _load(builder, edges, each, _I64)))
                    builder.store(builder.and_(builder.load(hole), blocked), hole)
            whole = builder.icmp_unsigned("==", builder.load(hole), _ZERO)
            real = builder.icmp_unsigned("<", builder.add(_splat(builder, offset), lane), _splat(builder, count))
            keep(cells, numbers, builder.and_(whole, real))
        return builder.load(length)

    kinds = (body, rest, start, stop, filled, used, everything, shifts, ups, inland, buffer, base, room)
    return types.int64(*kinds), codegen


@intrinsic
def count(typing, buffer, column, size, bit):  # type: ignore[no-untyped-def]
    """Count the rows of a list that have `bit` set in the word that begins at `column`; padding has not."""

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        data = _pointer(context, builder, signature, args, 0)
        column, size, bit = args[1:4]
        wanted = _splat(builder, builder.shl(_number(1), bit))
        popcount = _declared(builder, "llvm.ctpop.i8", _I8, [_I8])
        total = _variable(builder, _number(0))
        with _in_eights(builder, size) as start:
            row = _load(builder, data, builder.add(column, start))
            covers = builder.bitcast(builder.icmp_unsigned("!=", builder.and_(row, wanted), _ZERO), _I8)
            more = builder.zext(builder.call(popcount, [covers]), _I64)
            builder.store(builder.add(builder.load(total), more), total)
        return builder.load(total)

    return types.int64(buffer, column, size, bit), codegen


@intrinsic
def lowest(typing, bits):  # type: ignore[no-untyped-def]
    """Return the number of the lowest bit that is set, 64 if there is none."""

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        return _trailing_zeros(builder, args[0])

    return types.int64(bits), codegen


@intrinsic
def population(typing, bits):  # type: ignore[no-untyped-def]
    """Return how many bits are set."""

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        return builder.call(_declared(builder, "llvm.ctpop.i64", _I64, [_I64]), [args[0]])

    return types.int64(bits), codegen


# Building blocks


def _number(value: int) -> Any:
    return ir.Constant(_I64, value)


def _pointer(context: Any, builder: Any, signature: Any, args: Any, index: int) -> Any:
    return context.make_array(signature.args[index])(context, builder, args[index]).data


def _declared(builder: Any, name: str, result: Any, arguments: list[Any]) -> Any:
    return cgutils.get_or_insert_function(builder.module, ir.FunctionType(result, arguments), name)


def _variable(builder: Any, value: Any) -> Any:
    """Return a place on the stack with this value in it; LLVM makes it a register."""
    place = cgutils.alloca_once(builder, value.type)
    builder.store(value, place)
    return place


def _at(builder: Any, pointer: Any, index: Any, kind: Any) -> Any:
    return builder.bitcast(builder.gep(pointer, [index]), kind.as_pointer())


def _load(builder: Any, pointer: Any, index: Any, kind: Any = _VECTOR) -> Any:
    return builder.load(_at(builder, pointer, index, kind), align=8)


def _store(builder: Any, value: Any, pointer: Any, index: Any) -> None:
    builder.store(value, _at(builder, pointer, index, value.type), align=8)


def _splat(builder: Any, value: Any) -> Any:
    undefined = ir.Constant(_VECTOR, ir.Undefined)
    one = builder.insert_element(undefined, value, ir.Constant(_I32, 0))
    return builder.shuffle_vector(one, undefined, ir.Constant(ir.VectorType(_I32, _LANES), [0] * _LANES))


def _places(builder: Any, base: Any, start: Any, room: Any, count: int) -> list[Any]:
    """Return where row `start` has each of its first `count` words."""
    places = [builder.add(base, start)]
    while len(places) < count:
        places.append(builder.add(places[-1], room))
    return places


def _each_step(builder: Any, width: Any, words: Any) -> Iterator[int]:
    """Yield each number of words that rows may have; code built while it is yielded runs where rows have that many."""
    for many in reversed(steps(width.count)):
        with builder.if_then(builder.icmp_unsigned("==", words, _number(many)), likely=many == 1):
            yield many


class _in_eights:
    """Loop over 0, 8, 16 ... below size, or in steps of more vectors at a time."""

    def __init__(self, builder: Any, size: Any, vectors: int = 1) -> None:
        step = _LANES * vectors
        self.builder, self.step = builder, step
        count = builder.udiv(builder.add(size, _number(step - 1)), _number(step))
        self.loop = cgutils.for_range(builder, count)

    def __enter__(self) -> Any:
        return self.builder.mul(self.loop.__enter__().index, _number(self.step))

    def __exit__(self, *error: Any) -> None:
        self.loop.__exit__(*error)


def _compressing(builder: Any, rows: list[Any], free: Any, data: Any, places: list[Any]) -> Any:
    """Store the free lanes of each word one after the other; return how many there are.  For AVX-512."""
    compress = _declared(builder, "llvm.x86.avx512.mask.compress.v8i64", _VECTOR, [_VECTOR, _VECTOR, _MASK])
    for row, place in zip(rows, places, strict=True):
        _store(builder, builder.call(compress, [row, _ZERO, free]), data, place)
    popcount = _declared(builder, "llvm.ctpop.i8", _I8, [_I8])
    return builder.zext(builder.call(popcount, [builder.bitcast(free, _I8)]), _I64)


def _one_by_one(builder: Any, rows: list[Any], free: Any, data: Any, places: list[Any]) -> Any:
    """Do the same without a compress instruction: store every lane, and move on if it was free."""
    done = _number(0)
    for lane in range(_LANES):
        number = ir.Constant(_I32, lane)
        for row, place in zip(rows, places, strict=True):
            _store(builder, builder.extract_element(row, number), data, builder.add(place, done))
        done = builder.add(done, builder.zext(builder.extract_element(free, number), _I64))
    return done


def _free(builder: Any, rows: list[Any], blocks: list[Any]) -> Any:
    """Return in which lanes the row has no bit of the block."""
    free = None
    for row, block in zip(rows, blocks, strict=True):
        apart = builder.icmp_unsigned("==", builder.and_(row, block), _ZERO)
        free = apart if free is None else builder.and_(free, apart)
    return free


def _add_free(builder: Any, rows: list[Any], blocks: list[Any], total: list[Any]) -> None:
    """OR the rows that have no bit of the block to a total in each lane."""
    free = _free(builder, rows, blocks)
    for row, variable in zip(rows, total, strict=True):
        kept = builder.select(free, row, _ZERO)
        builder.store(builder.or_(builder.load(variable), kept), variable)


def _any_lane(builder: Any, vector: Any) -> Any:
    """OR together the lanes of a vector."""
    return builder.call(_declared(builder, "llvm.vector.reduce.or.v8i64", _I64, [_VECTOR]), [vector])


def _trailing_zeros(builder: Any, bits: Any) -> Any:
    """Return the number of the lowest bit that is set, 64 if there is none."""
    return builder.call(_declared(builder, "llvm.cttz.i64", _I64, [_I64, _I1]), [bits, ir.Constant(_I1, 0)])


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


def _merged(builder: Any, counted: list[list[Any]]) -> list[list[Any]]:
    """Return the sum of the lanes' counters for each word.

    Halving adds the upper half of the lanes to the lower one.  Two words go through it side by side.
    """
    if len(counted) > 2:
        return _merged(builder, counted[:2]) + _merged(builder, counted[2:])
    pair = counted if len(counted) == 2 else counted * 2
    first, second = ([*range(start, start + 4), *range(start + 8, start + 12)] for start in (0, 4))
    planes = [(_shuffled(builder, a, b, first), _shuffled(builder, a, b, second)) for a, b in zip(*pair, strict=True)]
    sums = _plus(builder, planes)  # lanes 0 to 3 belong to one word, 4 to 7 to the other
    for distance in (2, 1):
        order = [lane + distance if lane % (2 * distance) < distance else lane for lane in range(_LANES)]
        sums = _plus(builder, [(plane, _shuffled(builder, plane, plane, order)) for plane in sums])
    return [
        [builder.extract_element(plane, ir.Constant(_I32, 4 * word)) for plane in sums] for word in range(len(counted))
    ]


def _shuffled(builder: Any, a: Any, b: Any, order: list[int]) -> Any:
    return builder.shuffle_vector(a, b, ir.Constant(ir.VectorType(_I32, _LANES), order))


def _plus(builder: Any, planes: list[tuple[Any, Any]]) -> list[Any]:
    """Add bit-sliced numbers."""
    (low, high), *rest = planes
    result, carry = [builder.xor(low, high)], builder.and_(low, high)
    for low, high in rest[:-1]:
        total, carry = _full_adder(builder, low, high, carry)
        result.append(total)
    low, high = rest[-1]
    return [*result, builder.or_(builder.or_(low, high), carry)]
