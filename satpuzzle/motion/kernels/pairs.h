/* How far one piece can move before it meets another: a table of pairs of shapes; a pair is computed at its first use.
 *
 * A shape is a set of cells relative to its least one, the anchor.  Two shapes at one offset meet in the same way in
 * every packing of a problem, so all packings share the table: thousands of pairs for millions of look-ups.
 *
 * The front of a shape in a direction is the set of places outside the shape that the first step of its cells sweeps
 * (which places a step sweeps depends on the grid).  A cell n steps beyond a place of the front is met after n steps:
 *
 *        A A > . . B B            line 1     n = 2
 *        A > . . B                line 2     n = 2        so A makes two steps to the right
 *          ^ front   ^ back
 *
 * Of the other shape only its back is needed: where a step sweeps a single place, a cell directly behind another cell
 * of that shape, seen from the moving shape, is never hit first.  Front and back are sorted by line and by position
 * along it, so one pass through both finds the least distance.  The number of a line is the cross product with the
 * direction, packed into a word.  It is linear: for a shifted shape the number of the offset is added.
 *
 * The second shape meets the first after the same number of steps in the opposite direction.  So only pairs of a lower
 * and a higher body number are looked up.
 */
#ifndef PAIRS_H
#define PAIRS_H

#include "motion.h"

enum { LINE_BITS = 20, OFFSET_BITS = 21 };
enum { PLACE = 8 }; /* the work of a place, in words: its comparison is hard to predict */

INLINE i64 line_of(const i64 *v, const i64 *d) {
    const i64 x = v[1] * d[2] - v[2] * d[1], y = v[2] * d[0] - v[0] * d[2], z = v[0] * d[1] - v[1] * d[0];
    return x * (i64)bit(2 * LINE_BITS) + y * (i64)bit(LINE_BITS) + z;
}

INLINE i64 dot(const i64 *v, const i64 *d) { return v[0] * d[0] + v[1] * d[1] + v[2] * d[2]; }

/* Return how many steps shape a makes in a direction before it meets shape b, or EVER. */
static i64 free_steps(const Motion *s, i64 a, i64 b, const i64 *offset, i64 direction) {
    const i64 *const d = s->vectors + 3 * direction;
    const i64 line = line_of(offset, d), along = dot(offset, d), length = dot(d, d);
    const Sides *const mine = s->sides + a * s->directions + direction;
    const Sides *const theirs = s->sides + b * s->directions + direction;
    const Place *p = s->places + mine->front, *const p_end = s->places + mine->front_end;
    const Place *q = s->places + theirs->back, *const q_end = s->places + theirs->back_end;
    i64 least = EVER;
    while (p < p_end && q < q_end) {
        if (q->line + line < p->line || (q->line + line == p->line && q->along + along < p->along)) {
            q++;
            continue;
        }
        for (const Place *r = q; r < q_end && r->line + line == p->line; r++) {
            const i64 apart = r->along + along - p->along;
            if (apart % length == 0) { /* otherwise no whole number of steps leads there */
                least = smaller(least, apart / length);
                break;
            }
        }
        p++;
    }
    return least;
}

static void enter_pair(Motion *s, i64 number) {
    const Meeting *const pair = s->pairs + number;
    u64 slot = mixed(pair->shapes ^ mixed(pair->offset)) & (u64)s->known[1];
    while (s->pair_slots[slot]) slot = (slot + 1) & (u64)s->known[1];
    s->pair_slots[slot] = (i32)number + 1;
}

/* Tell whether there is space for all new pairs of one position. */
INLINE int room_for_pairs(const Motion *s) { return s->known[0] + s->bodies * s->bodies / 2 <= s->pair_room; }

/* Build the hash table again with twice as many slots. */
static NOINLINE void more_pair_slots(Motion *s) {
    s->known[1] = 2 * s->known[1] + 1;
    for (i64 slot = 0; slot <= s->known[1]; slot++) s->pair_slots[slot] = 0;
    for (i64 number = 0; number < s->known[0]; number++) enter_pair(s, number);
    s->work -= s->known[1];
}

static NOINLINE i64 new_pair(Motion *s, u64 shapes, u64 packed, const i64 *offset) {
    const i64 number = s->known[0]++;
    Meeting *const pair = s->pairs + number;
    *pair = (Meeting){shapes, packed, 0, 0};
    for (i64 d = 0; d < s->directions; d++) {
        const i64 a = (i64)(shapes >> 32), b = (i64)(shapes & 0xffffffffu), steps = free_steps(s, a, b, offset, d);
        const Sides *const mine = s->sides + a * s->directions + d, *const theirs = s->sides + b * s->directions + d;
        s->work -= PLACE * (mine->front_end - mine->front + theirs->back_end - theirs->back);
        s->distances[number * s->directions + d] = (i16)steps;
        if (steps < 1) pair->at_once |= (u32)bit(d);
        if (steps < EVER) pair->ever |= (u32)bit(d);
    }
    enter_pair(s, number);
    if (2 * s->known[0] > s->known[1]) more_pair_slots(s);
    return number;
}

/* Return the number of the pair of bodies i and j, i < j, in a position; a new pair is added. */
INLINE i64 pair_at(Motion *s, const i16 *position, i64 i, i64 j) {
    const i64 offset[3] = {
        position[4 * j] - position[4 * i], position[4 * j + 1] - position[4 * i + 1],
        position[4 * j + 2] - position[4 * i + 2],
    };
    const u64 shapes = (u64)position[4 * i + 3] << 32 | (u64)position[4 * j + 3];
    const i64 half = (i64)bit(OFFSET_BITS - 1);
    const u64 packed = (u64)(offset[0] + half) << 2 * OFFSET_BITS | (u64)(offset[1] + half) << OFFSET_BITS
                       | (u64)(offset[2] + half);
    u64 slot = mixed(shapes ^ mixed(packed)) & (u64)s->known[1];
    for (; s->pair_slots[slot]; slot = (slot + 1) & (u64)s->known[1]) {
        const i64 number = s->pair_slots[slot] - 1;
        if (s->pairs[number].offset == packed && s->pairs[number].shapes == shapes) return number;
    }
    return new_pair(s, shapes, packed, offset);
}

#endif
