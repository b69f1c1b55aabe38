/* Quarter turns: which bodies block each other's turns about a line, and where a body is after a turn.
 *
 * A line is parallel to an axis, and in the plane of the two others it is at (a, b), in half cells; a and b are both even
 * or both odd (quarter.py).  All lines that meet the bounding box of the bodies are tried:
 *
 *     + + + + +       cells and the lines through them, a and b even, and through their corners
 *      o o o o
 *     + + + + +
 *      o o o o
 *     + + + + +
 *
 * An array has the body that owns each cell of the box.  A table has the squares that a square sweeps, by its position
 * relative to the line; so the arrows of a turn lead from a body to the owners of the cells that it sweeps.  The opposite
 * turn is the mirror image: v changes its sign.
 */
#ifndef TURNS_H
#define TURNS_H

#include "graphs.h"

enum { NO_AXIS = -1, AXES_DONE = 3 };

/* The axes of the plane, the first of which turns to the second. */
INLINE i64 first_of(i64 axis) { return (axis + 1) % 3; }
INLINE i64 second_of(i64 axis) { return (axis + 2) % 3; }

INLINE const Cell *cells_of(const Motion *s, const i16 *place) { return s->cells + s->of_shape[2 * place[3]]; }
INLINE const Cell *end_of(const Motion *s, const i16 *place) { return s->cells + s->of_shape[2 * place[3] + 1]; }

INLINE i64 in_box(const Motion *s, const i64 *at) {
    const i64 *const size = s->box + 3;
    const i64 x = at[0] - s->box[0], y = at[1] - s->box[1], z = at[2] - s->box[2];
    const int inside = (u64)x < (u64)size[0] && (u64)y < (u64)size[1] && (u64)z < (u64)size[2];
    return inside ? (x * size[1] + y) * size[2] + z : -1;
}

/* Find the box of all bodies and fill it; return 0 if there is no room for it. */
static int begin_lines(Motion *s) {
    const i16 *const position = s->position + 4 * s->bodies * s->looked_at;
    i64 high[3] = {-EVER, -EVER, -EVER};
    for (i64 axis = 0; axis < 3; axis++) s->box[axis] = EVER;
    for (const i16 *place = position; place < position + 4 * s->bodies; place += 4)
        for (const Cell *cell = cells_of(s, place); cell < end_of(s, place); cell++)
            for (i64 axis = 0; axis < 3; axis++) {
                s->box[axis] = smaller(s->box[axis], place[axis] + cell->at[axis]);
                high[axis] = larger(high[axis], place[axis] + cell->at[axis]);
            }
    for (i64 axis = 0; axis < 3; axis++) s->box[3 + axis] = high[axis] - s->box[axis] + 1;
    const i64 volume = s->box[3] * s->box[4] * s->box[5];
    if (volume > s->grid_room || 2 * larger(s->box[3], larger(s->box[4], s->box[5])) > s->reach) return 0;
    for (i64 i = 0; i < volume; i++) s->owner[i] = 0;
    s->work -= 2 * volume;
    for (i64 body = 0; body < s->bodies; body++) {
        const i16 *const place = position + 4 * body;
        for (const Cell *cell = cells_of(s, place); cell < end_of(s, place); cell++) {
            const i64 at[3] = {place[0] + cell->at[0], place[1] + cell->at[1], place[2] + cell->at[2]};
            s->owner[in_box(s, at)] = (u8)(body + 1);
        }
    }
    return 1;
}

/* The lowest line along a side of the box, and the highest. */
INLINE i64 lowest_line(const Motion *s, i64 axis) { return 2 * s->box[axis] - 1; }
INLINE i64 highest_line(const Motion *s, i64 axis) { return 2 * (s->box[axis] + s->box[3 + axis]) - 1; }

static void first_b(Motion *s) {
    const i64 low = lowest_line(s, second_of(s->axis));
    s->b = low + ((low ^ s->a) & 1);
}

static void first_line(Motion *s) {
    s->axis = s->axis == NO_AXIS ? AXES_DONE - s->turns : s->axis + 1; /* the last axes, as many as there are turns */
    if (s->axis == AXES_DONE) return;
    s->a = lowest_line(s, first_of(s->axis));
    first_b(s);
}

/* Go on to the next line, or to the opposite turn about this one; return 0 if there is none.  If nothing holds the part,
 * the first of two opposite turns is enough: a set that turns one way is the same as the rest turning the other way. */
static int next_line(Motion *s) {
    if (s->axis == NO_AXIS) first_line(s);
    else if (s->held && !s->opposite) return (int)(s->opposite = 1);
    else if ((s->b += 2) > highest_line(s, second_of(s->axis))) {
        if (++s->a > highest_line(s, first_of(s->axis))) first_line(s);
        else first_b(s);
    }
    s->opposite = 0;
    return s->axis < AXES_DONE;
}

/* Return the bodies whose cells a body sweeps, as bits; the body itself is among them. */
static u64 swept_by(Motion *s, const i16 *place) {
    const i64 i = first_of(s->axis), j = second_of(s->axis), sense = s->opposite ? -1 : 1, side = 2 * s->reach + 1;
    const u64 all = all_of(s->bodies);
    u64 found = 0;
    for (const Cell *cell = cells_of(s, place); cell < end_of(s, place) && found != all; cell++) {
        i64 at[3] = {place[0] + cell->at[0], place[1] + cell->at[1], place[2] + cell->at[2]};
        const i64 u = 2 * at[i] - s->a, v = sense * (2 * at[j] - s->b);
        const i64 *const sweep = s->sweeps + 2 * ((u + s->reach) * side + v + s->reach);
        s->work -= 4 * (sweep[1] - sweep[0]);
        for (const Square *square = s->swept + sweep[0]; square < s->swept + sweep[1]; square++) {
            at[i] = (square->u + s->a) / 2, at[j] = (sense * square->v + s->b) / 2;
            const i64 there = in_box(s, at);
            if (there >= 0 && s->owner[there]) found |= bit(s->owner[there] - 1);
        }
    }
    return found;
}

/* Write the arrows of a turn, of those pieces that lack them; the frame, which does not turn, has none.  Return 0 if the
 * work is done before. */
static int find_arrows(Motion *s, const i16 *position, u64 *arrows) {
    for (; s->aimed < s->count; s->aimed++) {
        if (s->work <= 0) return 0;
        arrows[s->aimed] = swept_by(s, position + 4 * s->aimed);
    }
    if (s->held) arrows[s->count] = 0;
    return 1;
}

/* Tell whether arrows lead, directly or through others, from each of n bodies to the given one. */
static int all_lead_to(const u64 *arrows, i64 n, i64 body) {
    u64 leading = bit(body), before = 0;
    while (leading != before) {
        before = leading;
        for (u64 rest = all_of(n) & ~leading; rest; rest &= rest - 1)
            if (arrows[lowest(rest)] & leading) leading |= bit(lowest(rest));
    }
    return leading == all_of(n);
}

/* Turn a body about the line, by 90 degrees or, if `opposite`, by -90 degrees. */
static void turn(const Motion *s, i16 *place, int opposite) {
    const i64 i = first_of(s->axis), j = second_of(s->axis), sense = opposite ? -1 : 1, p = place[i], q = place[j];
    const Turned *const after = s->turned + place[3] * ROTATIONS + s->quarter[2 * s->axis + opposite];
    place[i] = (i16)((s->a + sense * s->b) / 2 - sense * q);
    place[j] = (i16)((s->b - sense * s->a) / 2 + sense * p);
    for (i64 axis = 0; axis < 3; axis++) place[axis] = (i16)(place[axis] + after->at[axis]);
    place[3] = (i16)after->shape;
}

#endif
