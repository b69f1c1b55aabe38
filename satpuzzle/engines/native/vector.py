"""Vector passes over lists of rows, as LLVM IR.

A list of n rows of W words lies in one array of 64-bit words: word w of row k is at base + w * room + k.
`room` is a multiple of eight, and the rows from n up to the next multiple of LANES are padding: they have the
bit MARK of the last word, which every block mask has too.  The compiler knows what W may be: the length of the
tuple `width`, half of it, half of that ... down to one (see `steps`); passes choose their code by W.  A `width` of
MANY stands for all larger ones; passes that keep something for each word then keep it in `scratch`, 9 * W words.
"""

from typing import Any

from llvmlite import ir

from satpuzzle.engines.compiled import intrinsic, later
from satpuzzle.engines.native import wide
from satpuzzle.engines.native.blocks import (
    I64,
    LANES,
    MANY,
    MARK,
    VECTOR,
    ZERO,
    add_free,
    any_lane,
    bits_in,
    const,
    counters,
    each_step,
    free_lanes,
    in_vectors,
    lanes_in,
    load,
    merged,
    places_of,
    pointer,
    smallest,
    splat,
    store,
    trailing_zeros,
    variable,
)
from satpuzzle.engines.native.compress import storing

cgutils, types = later("numba.core.cgutils"), later("numba.types")


@intrinsic
def union(typing, width, words, buffer, base, room, size, block, result, scratch):  # type: ignore[no-untyped-def]
    """OR together the rows that have no bit of `block`, W words, into `result`."""

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        data, blocked, out, spare = (pointer(context, builder, signature, args, i) for i in (2, 6, 7, 8))
        base, room, size = args[3:6]
        for many in each_step(builder, width, args[1]):
            if many == MANY:
                wide.union(builder, wide.Rows(data, base, room, size, args[1]), blocked, out, spare)
                continue
            blocks = [splat(builder, load(builder, blocked, const(w), I64)) for w in range(many)]
            total = [variable(builder, ZERO) for _ in blocks]
            with in_vectors(builder, size) as start:
                rows = [load(builder, data, place) for place in places_of(builder, base, start, room, many)]
                add_free(builder, rows, blocks, total)
            for w, lanes in enumerate(total):
                store(builder, any_lane(builder, builder.load(lanes)), out, const(w))
        return context.get_dummy_value()

    return types.void(width, words, buffer, base, room, size, block, result, scratch), codegen


@intrinsic
def pack(typing, width, words, buffer, base, room, size, block, target, target_room):  # type: ignore[no-untyped-def]
    """Copy the rows that have no bit of `block` to a list at `target`, pad it, and return how many there are."""

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        data, blocked = (pointer(context, builder, signature, args, i) for i in (2, 6))
        base, room, size = args[3:6]
        target, target_room = args[7:9]
        store_free = storing()
        length = variable(builder, const(0))
        for many in each_step(builder, width, args[1]):
            if many == MANY:
                rows_there = wide.Rows(data, base, room, size, args[1])
                builder.store(wide.pack(builder, rows_there, blocked, target, target_room), length)
                continue
            blocks = [splat(builder, load(builder, blocked, const(w), I64)) for w in range(many)]
            with in_vectors(builder, size) as start:
                rows = [load(builder, data, place) for place in places_of(builder, base, start, room, many)]
                free = free_lanes(builder, rows, blocks)
                done = builder.load(length)
                places = places_of(builder, target, done, target_room, many)
                builder.store(builder.add(done, store_free(builder, rows, free, data, places)), length)
            *others, last = places_of(builder, target, builder.load(length), target_room, many)
            for place in others:
                store(builder, ZERO, data, place)
            store(builder, ir.Constant(VECTOR, [1 << MARK] * LANES), data, last)
        return builder.load(length)

    return types.int64(width, words, buffer, base, room, size, block, target, target_room), codegen


@intrinsic
def rarest(typing, width, words, buffer, base, room, size, need, scratch):  # type: ignore[no-untyped-def]
    """Return the item of `need` that the fewest rows cover, the first of several, and how many do.

    All items are counted at once, in bit-sliced counters.  The last plane is sticky: from 2 ** (PLANES - 1) on, the
    counts are too small.  In a short list no lane counts beyond three, so that two planes say all.
    """

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        data, wanted, spare = (pointer(context, builder, signature, args, i) for i in (2, 6, 7))
        base, room, size = args[3:6]
        item, fewest = variable(builder, const(0)), variable(builder, const(0))

        def keep(found: tuple[Any, Any]) -> None:
            for value, place in zip(found, (item, fewest), strict=True):
                builder.store(value, place)

        for many in each_step(builder, width, args[1]):
            if many == MANY:
                keep(wide.rarest(builder, wide.Rows(data, base, room, size, args[1]), wanted, spare))
                continue
            counted = [counters(builder, data, place, size) for place in places_of(builder, base, const(0), room, many)]
            candidates = [load(builder, wanted, const(w), I64) for w in range(many)]
            if many > 2:  # rarely short, or they would be narrower by now
                keep(smallest(builder, merged(builder, counted), candidates))
                continue
            short = builder.icmp_unsigned("<=", size, const(3 * LANES))
            with builder.if_else(short) as (then, otherwise):
                with then:
                    keep(smallest(builder, merged(builder, [planes[:2] for planes in counted]), candidates))
                with otherwise:
                    keep(smallest(builder, merged(builder, counted), candidates))
        return context.make_tuple(builder, signature.return_type, [builder.load(item), builder.load(fewest)])

    return types.UniTuple(types.int64, 2)(width, words, buffer, base, room, size, need, scratch), codegen


@intrinsic
def survivors(typing, width, words, buffer, base, room, size, ruled, need, queue, many, scratch):  # type: ignore[no-untyped-def]
    """Keep those of `many` rows after whose choice other rows cover each item of `need`; return how many there are.

    Their places in the list begin at `queue`; those that are kept move to the front.  Choosing a row rules out all rows
    that share with it a bit of `ruled`.  Several rows at a time go through the list side by side.
    """

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        data, masks, wanted, spare = (pointer(context, builder, signature, args, i) for i in (2, 6, 7, 10))
        base, room, size = args[3:6]
        queue, many = args[8:10]
        kept = variable(builder, const(0))

        def try_out(first: Any, abreast: int, words: int) -> None:
            chosen = [load(builder, data, builder.add(first, const(i)), I64) for i in range(abreast)]
            places = [places_of(builder, base, place, room, words) for place in chosen]
            rows = [[load(builder, data, place, I64) for place in each] for each in places]
            blocks, totals = [], []
            for row in rows:
                block = [builder.and_(bits, load(builder, masks, const(w), I64)) for w, bits in enumerate(row)]
                block[-1] = builder.or_(block[-1], const(1 << MARK))
                blocks.append([splat(builder, bits) for bits in block])
                totals.append([variable(builder, ZERO) for _ in row])
            with in_vectors(builder, size) as start:
                others = [load(builder, data, place) for place in places_of(builder, base, start, room, words)]
                for block, total in zip(blocks, totals, strict=True):
                    add_free(builder, others, block, total)
            for place, row, total in zip(chosen, rows, totals, strict=True):
                lost = const(0)
                for w, bits in enumerate(row):
                    there = builder.or_(bits, any_lane(builder, builder.load(total[w])))
                    needed = load(builder, wanted, const(w), I64)
                    lost = builder.or_(lost, builder.and_(needed, builder.not_(there)))
                done = builder.load(kept)
                store(builder, place, data, builder.add(queue, done))
                alive = builder.icmp_unsigned("==", lost, const(0))
                builder.store(builder.add(done, builder.zext(alive, I64)), kept)

        for words in each_step(builder, width, args[1]):
            if words == MANY:
                rows_there = wide.Rows(data, base, room, size, args[1])
                builder.store(wide.survivors(builder, rows_there, masks, wanted, queue, many, spare), kept)
                continue
            most = max(1, 4 // words)
            groups = builder.udiv(builder.add(many, const(most - 1)), const(most))
            with cgutils.for_range(builder, groups) as group:
                begin = builder.mul(group.index, const(most))
                left = builder.sub(many, begin)
                for abreast in range(1, most + 1):
                    with builder.if_then(
                        builder.icmp_unsigned(">=" if abreast == most else "==", left, const(abreast))
                    ):
                        try_out(builder.add(queue, begin), abreast, words)
        return builder.load(kept)

    return types.int64(width, words, buffer, base, room, size, ruled, need, queue, many, scratch), codegen


@intrinsic
def renumber(typing, buffer, column, size, first, shift, target):  # type: ignore[no-untyped-def]
    """Write last words to `target` that have no items: the numbers from `first` on, at bit `shift`, and MARK again."""

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        data = pointer(context, builder, signature, args, 0)
        column, size, first, shift, target = args[1:6]
        shift = splat(builder, shift)
        lane = ir.Constant(VECTOR, list(range(LANES)))
        mark = ir.Constant(VECTOR, [1 << MARK] * LANES)
        with in_vectors(builder, size) as start:
            marked = builder.and_(load(builder, data, builder.add(column, start)), mark)
            number = builder.shl(builder.add(splat(builder, builder.add(first, start)), lane), shift)
            store(builder, builder.or_(number, marked), data, builder.add(target, start))
        return context.get_dummy_value()

    return types.void(buffer, column, size, first, shift, target), codegen


@intrinsic
def gather(typing, buffer, column, size, keep, moves, left, right, target):  # type: ignore[no-untyped-def]
    """Move the bits of `keep` together, as `moves` says (see stage.py), in a column of words, and OR them to another.

    In between they are shifted by so many bits to the left and then to the right.
    """

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        data, distances = (pointer(context, builder, signature, args, i) for i in (0, 4))
        column, size, keep, _, left, right, target = args[1:]
        kept, left, right = (splat(builder, value) for value in (keep, left, right))
        masks = [splat(builder, load(builder, distances, const(i), I64)) for i in range(6)]
        with in_vectors(builder, size) as start:
            word = builder.and_(load(builder, data, builder.add(column, start)), kept)
            for i, mask in enumerate(masks):
                moved = builder.and_(word, mask)
                shifted = builder.lshr(moved, ir.Constant(VECTOR, [1 << i] * LANES))
                word = builder.or_(builder.xor(word, moved), shifted)
            word = builder.lshr(builder.shl(word, left), right)
            place = builder.add(target, start)
            store(builder, builder.or_(load(builder, data, place), word), data, place)
        return context.get_dummy_value()

    return types.void(buffer, column, size, keep, moves, left, right, target), codegen


@intrinsic
def covering(typing, buffer, column, size, bit, target):  # type: ignore[no-untyped-def]
    """Write to `target` the places of the rows of a list that have `bit` set in the word that begins at `column`."""

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        data = pointer(context, builder, signature, args, 0)
        column, size, bit, target = args[1:5]
        wanted = splat(builder, builder.shl(const(1), bit))
        lane = ir.Constant(VECTOR, list(range(LANES)))
        store_free = storing()
        end = variable(builder, target)
        with in_vectors(builder, size) as start:
            row = load(builder, data, builder.add(column, start))
            covers = builder.icmp_unsigned("!=", builder.and_(row, wanted), ZERO)
            done = builder.load(end)
            places = builder.add(splat(builder, start), lane)
            builder.store(builder.add(done, store_free(builder, [places], covers, data, [done])), end)
        return context.get_dummy_value()

    return types.void(buffer, column, size, bit, target), codegen


@intrinsic
def fits(typing, body, rest, start, stop, filled, used, shifts, ups, inland, edge, buffer, base, room):  # type: ignore[no-untyped-def]
    """Write the options from `start` to `stop` that can be chosen to `buffer`, and return how many there are.

    They share no bit with `filled` and `used` and leave no cell empty whose neighbours are filled (see holes.py); which
    cells have no neighbour at each distance is in `inland` from `edge` on.  The cells of the k-th that can be chosen
    are at base + k, its number at base + room + k.
    """

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        arrays = (pointer(context, builder, signature, args, i) for i in (0, 1, 6, 8, 10))
        bodies, rests, distances, edges, out = arrays
        start, stop, ups, edge, base, room = (args[i] for i in (2, 3, 7, 9, 11, 12))
        filled, used = (splat(builder, args[i]) for i in (4, 5))
        store_free = storing()
        lane = ir.Constant(VECTOR, list(range(LANES)))
        length = variable(builder, const(0))

        def keep(cells: Any, numbers: Any, chosen: Any) -> None:
            done = builder.load(length)
            places = places_of(builder, base, done, room, 2)
            builder.store(builder.add(done, store_free(builder, [cells, numbers], chosen, out, places)), length)

        with in_vectors(builder, builder.sub(stop, start)) as offset:
            place = builder.add(start, offset)
            cells, others = load(builder, bodies, place), load(builder, rests, place)
            keep(cells, builder.add(splat(builder, place), lane), free_lanes(builder, [cells, others], [filled, used]))

        count = builder.load(length)
        many = cgutils.unpack_tuple(builder, context.make_array(signature.args[6])(context, builder, args[6]).shape)[0]
        builder.store(const(0), length)
        with in_vectors(builder, count) as offset:
            place = builder.add(base, offset)
            cells, numbers = load(builder, out, place), load(builder, out, builder.add(place, room))
            now = builder.or_(cells, filled)
            hole = variable(builder, ZERO)
            builder.store(builder.not_(now), hole)
            for first, last, shift in ((const(0), ups, builder.lshr), (ups, many, builder.shl)):
                with cgutils.for_range_slice(builder, first, last, const(1)) as (each, _):
                    distance = splat(builder, load(builder, distances, each, I64))
                    without = splat(builder, load(builder, edges, builder.add(edge, each), I64))
                    blocked = builder.or_(shift(now, distance), without)
                    builder.store(builder.and_(builder.load(hole), blocked), hole)
            whole = builder.icmp_unsigned("==", builder.load(hole), ZERO)
            real = builder.icmp_unsigned("<", builder.add(splat(builder, offset), lane), splat(builder, count))
            keep(cells, numbers, builder.and_(whole, real))
        return builder.load(length)

    kinds = (body, rest, start, stop, filled, used, shifts, ups, inland, edge, buffer, base, room)
    return types.int64(*kinds), codegen


@intrinsic
def count(typing, buffer, column, size, bit):  # type: ignore[no-untyped-def]
    """Count the rows of a list that have `bit` set in the word that begins at `column`; padding has not."""

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        data = pointer(context, builder, signature, args, 0)
        column, size, bit = args[1:4]
        wanted = splat(builder, builder.shl(const(1), bit))
        total = variable(builder, const(0))
        with in_vectors(builder, size) as start:
            row = load(builder, data, builder.add(column, start))
            more = lanes_in(builder, builder.icmp_unsigned("!=", builder.and_(row, wanted), ZERO))
            builder.store(builder.add(builder.load(total), more), total)
        return builder.load(total)

    return types.int64(buffer, column, size, bit), codegen


@intrinsic
def lowest(typing, bits):  # type: ignore[no-untyped-def]
    """Return the number of the lowest bit that is set, 64 if there is none."""

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        return trailing_zeros(builder, args[0])

    return types.int64(bits), codegen


@intrinsic
def population(typing, bits):  # type: ignore[no-untyped-def]
    """Return how many bits are set."""

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        return bits_in(builder, args[0])

    return types.int64(bits), codegen
