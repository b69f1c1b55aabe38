"""Vector passes over lists of rows, as LLVM IR.

A list of n rows of W words lies in one array of 64-bit words: word w of row k is at base + w * room + k.
`room` is a multiple of eight, and the rows from n up to the next multiple of eight are padding: they have the
bit MARK of the last word, which every block mask has too.  W is known to the compiler, as the length of the
tuple `width`.

Compilers vectorise plain loops over such lists only in part, and vector types are portable where machine
instructions are not: <8 x i64> becomes AVX-512, AVX2 or NEON.  The one exception is the compress instruction
of AVX-512, with which `pack` moves eight rows at a time; other machines pack row by row.
"""

from typing import Any

import numba
from llvmlite import binding, ir
from numba.core import cgutils, types
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


@intrinsic
def union(typing, width, buffer, base, room, size, block, result):  # type: ignore[no-untyped-def]
    """OR together the rows that have no bit of `block`, W words, into `result`."""

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        data, blocked, out = (_pointer(context, builder, signature, args, i) for i in (1, 5, 6))
        base, room, size = args[2:5]
        blocks = [_splat(builder, _load(builder, blocked, _number(w), _I64)) for w in range(width.count)]
        total = [_variable(builder, _ZERO) for _ in blocks]
        with _in_eights(builder, size) as start:
            rows = [_load(builder, data, place) for place in _places(builder, base, start, room, width.count)]
            free = _free(builder, rows, blocks)
            for row, variable in zip(rows, total, strict=True):
                kept = builder.select(free, row, _ZERO)
                builder.store(builder.or_(builder.load(variable), kept), variable)
        reduce = _declared(builder, "llvm.vector.reduce.or.v8i64", _I64, [_VECTOR])
        for w, variable in enumerate(total):
            _store(builder, builder.call(reduce, [builder.load(variable)]), out, _number(w))
        return context.get_dummy_value()

    return types.void(width, buffer, base, room, size, block, result), codegen


@intrinsic
def pack(typing, width, buffer, base, room, size, block, target, target_room):  # type: ignore[no-untyped-def]
    """Copy the rows that have no bit of `block` to a list at `target`, pad it, and return how many there are."""

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        data, blocked = (_pointer(context, builder, signature, args, i) for i in (1, 5))
        base, room, size = args[2:5]
        target, target_room = args[6:8]
        blocks = [_splat(builder, _load(builder, blocked, _number(w), _I64)) for w in range(width.count)]
        store_free = _compressing if has_compress() else _one_by_one
        length = _variable(builder, _number(0))
        with _in_eights(builder, size) as start:
            rows = [_load(builder, data, place) for place in _places(builder, base, start, room, width.count)]
            free = _free(builder, rows, blocks)
            done = builder.load(length)
            places = _places(builder, target, done, target_room, len(rows))
            builder.store(builder.add(done, store_free(builder, rows, free, data, places)), length)
        done = builder.load(length)
        *others, last = _places(builder, target, done, target_room, width.count)
        for place in others:
            _store(builder, _ZERO, data, place)
        _store(builder, ir.Constant(_VECTOR, [1 << MARK] * _LANES), data, last)
        return done

    return types.int64(width, buffer, base, room, size, block, target, target_room), codegen


@intrinsic
def tally(typing, width, buffer, base, room, size, planes):  # type: ignore[no-untyped-def]
    """Count in how many rows each bit is set, for all bits at once, in bit-sliced counters.

    Bit i of planes[p * W + w] is bit p of the count of bit i of word w.  The last plane is sticky.
    """

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        data, out = (_pointer(context, builder, signature, args, i) for i in (1, 5))
        base, room, size = args[2:5]
        counted = []
        for place in _places(builder, base, _number(0), room, width.count):
            counters = [_variable(builder, _ZERO) for _ in range(PLANES)]
            four = builder.and_(size, _number(-4 * _LANES))
            with _in_eights(builder, four, 4) as start:
                rows = [
                    _load(builder, data, builder.add(place, builder.add(start, _number(_LANES * i)))) for i in range(4)
                ]
                _add_four(builder, counters, rows)
            with _in_eights(builder, builder.sub(size, four)) as start:
                row = _load(builder, data, builder.add(place, builder.add(four, start)))
                _ripple(builder, counters, 0, row)
            counted.append([builder.load(counter) for counter in counters])
        for w, sums in enumerate(_merged(builder, counted)):
            for p, plane in enumerate(sums):
                _store(builder, plane, out, _number(p * width.count + w))
        return context.get_dummy_value()

    return types.void(width, buffer, base, room, size, planes), codegen


@intrinsic
def seek(typing, buffer, column, size, start, bit):  # type: ignore[no-untyped-def]
    """Find the first row of a list, from number `start` on, that has `bit` set in the word that begins at `column`.

    Returns a number from `size` on if there is none.
    """

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        data = _pointer(context, builder, signature, args, 0)
        column, size, start, bit = args[1:5]
        wanted = _splat(builder, builder.shl(_number(1), bit))
        row = _variable(builder, builder.and_(start, _number(-_LANES)))
        lanes = _variable(builder, ir.Constant(_I8, 0))
        ahead = _variable(
            builder, builder.shl(ir.Constant(_I8, 255), builder.trunc(builder.and_(start, _number(7)), _I8))
        )
        check, body, end = (builder.append_basic_block(name) for name in ("check", "body", "end"))
        builder.branch(check)
        builder.position_at_end(check)
        builder.cbranch(builder.icmp_signed("<", builder.load(row), size), body, end)
        builder.position_at_end(body)
        here = builder.load(row)
        covers = builder.icmp_unsigned(
            "!=", builder.and_(_load(builder, data, builder.add(column, here)), wanted), _ZERO
        )
        found = builder.and_(builder.bitcast(covers, _I8), builder.load(ahead))
        builder.store(found, lanes)
        builder.store(ir.Constant(_I8, 255), ahead)
        none = builder.icmp_unsigned("==", found, ir.Constant(_I8, 0))
        builder.store(builder.select(none, builder.add(here, _number(_LANES)), here), row)
        builder.cbranch(none, check, end)
        builder.position_at_end(end)
        trailing = _declared(builder, "llvm.cttz.i8", _I8, [_I8, _I1])
        lane = builder.zext(builder.call(trailing, [builder.load(lanes), ir.Constant(_I1, 0)]), _I64)
        return builder.add(builder.load(row), lane)

    return types.int64(buffer, column, size, start, bit), codegen


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
        return builder.call(_declared(builder, "llvm.cttz.i64", _I64, [_I64, _I1]), [args[0], ir.Constant(_I1, 0)])

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
