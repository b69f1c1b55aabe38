/* Do the moves that take packings apart collide with nothing?  (replay.py)
 *
 * This is the check of replay.py for straight moves, and like that shares no code with the search: it moves the cells of
 * pieces one step after the other, and looks up whether an obstacle is in one of the places that such a step hits.  Which
 * these are comes from replay.py, too.  Places are found in a table of hashes:
 *
 *     a a > . b        a cell of a steps to the right: it hits the place before it, where no cell is
 *     a > . . b                         the same here
 *
 * A move without a distance carries pieces until they have left all obstacles behind; from then on these are two parts,
 * which never meet again.
 */
#include "kernel.h"

enum { BITS = 21, HALF = 1 << (BITS - 1) };

typedef struct {
    i64 at[3], kind;
} Cell;

/* As `Step` of motion.h. */
typedef struct {
    u64 group;
    i64 direction, distance;
} Step;

typedef struct {
    POINTER(Cell, cells);    /* the cells of all options, then those of the frame */
    POINTER(i64, start);     /* (options + 2): option o has the cells from start[o] to start[o + 1] - 1, then the frame */
    POINTER(i64, batch);     /* (packings, width): numbers of options, padded with -1 */
    POINTER(Step, steps);    /* of all packings */
    POINTER(i64, ranges);    /* (packings, 3): where the steps of a packing begin and end, and whether no pieces may be
                                together after them */
    POINTER(i64, vectors);   /* (directions, 3) */
    POINTER(i64, hits);      /* (.., 3): vectors from a cell to the places that its next step hits, one after the other */
    POINTER(i64, hit);       /* (directions, kinds, 2): where the vectors of a direction and a kind of cells begin and end */
    POINTER(i64, moved);     /* (width, 3), working memory: how far each piece has moved */
    POINTER(u64, parts);     /* (width + 1), working memory: the parts so far; only the first one may be held */
    POINTER(u64, solid);     /* (mask + 1), working memory: a hash table of obstacles, 0 in a free slot */
    i64 packings, width, options, kinds, mask;
    i64 holding, opening;    /* whether the frame or a box holds packings; the direction out of a box, -1 without one */
    i64 packing, work;       /* the next packing, and about how many places may be looked up */
} Replay;

/* The reasons why the kernel returns, besides BUDGET_SPENT and EXHAUSTED. */
enum { WRONG = 2 };

INLINE u64 place_of(const i64 *at, const i64 *moved) {
    u64 place = 0;
    for (i64 axis = 0; axis < 3; axis++) place = place << BITS | (u64)(at[axis] + moved[axis] + HALF);
    return place;
}

INLINE u64 slot_of(const Replay *s, u64 place) {
    place *= 0x9e3779b97f4a7c15u;
    return (place ^ place >> 32) & (u64)s->mask;
}

static int is_solid(const Replay *s, u64 place) {
    for (u64 slot = slot_of(s, place); s->solid[slot]; slot = (slot + 1) & (u64)s->mask)
        if (s->solid[slot] == place) return 1;
    return 0;
}

static void add_cells(const Replay *s, i64 option, const i64 *moved) {
    for (const Cell *cell = s->cells + s->start[option]; cell < s->cells + s->start[option + 1]; cell++) {
        const u64 place = place_of(cell->at, moved);
        u64 slot = slot_of(s, place);
        while (s->solid[slot]) slot = (slot + 1) & (u64)s->mask;
        s->solid[slot] = place;
    }
}

INLINE i64 along(const i64 *at, const i64 *moved, const i64 *d) {
    return (at[0] + moved[0]) * d[0] + (at[1] + moved[1]) * d[1] + (at[2] + moved[2]) * d[2];
}

/* Extend a range by the places of an option's cells along a direction. */
static void extend(const Replay *s, i64 option, const i64 *moved, const i64 *d, i64 *least, i64 *most) {
    for (const Cell *cell = s->cells + s->start[option]; cell < s->cells + s->start[option + 1]; cell++) {
        const i64 here = along(cell->at, moved, d);
        *least = smaller(*least, here), *most = larger(*most, here);
    }
}

/* Tell whether a piece makes a number of steps without a collision. */
static int is_free(Replay *s, i64 option, const i64 *moved, i64 direction, i64 steps) {
    const i64 *const d = s->vectors + 3 * direction;
    for (const Cell *cell = s->cells + s->start[option]; cell < s->cells + s->start[option + 1]; cell++) {
        const i64 *const hit = s->hit + 2 * (direction * s->kinds + cell->kind);
        i64 at[3] = {moved[0], moved[1], moved[2]};
        s->work -= steps * (hit[1] - hit[0]);
        for (i64 step = 0; step < steps; step++) {
            for (const i64 *near = s->hits + 3 * hit[0]; near < s->hits + 3 * hit[1]; near += 3) {
                const i64 there[3] = {cell->at[0] + near[0], cell->at[1] + near[1], cell->at[2] + near[2]};
                if (is_solid(s, place_of(there, at))) return 0;
            }
            for (i64 axis = 0; axis < 3; axis++) at[axis] += d[axis];
        }
    }
    return 1;
}

/* Do a move of pieces of a packing, away from the rest of their part; tell whether it is possible. */
static int is_done(Replay *s, const i64 *row, Step step, u64 still, int held) {
    const i64 nowhere[3] = {0, 0, 0};
    const i64 *const d = s->vectors + 3 * step.direction;
    const int framed = held && s->start[s->options + 1] > s->start[s->options];
    const int boxed = held && s->opening >= 0;
    if (boxed && (step.distance || step.direction != s->opening)) return 0;
    if (!still && !framed && !boxed) return 0; /* there is nothing to move away from */
    for (i64 slot = 0; slot <= s->mask; slot++) s->solid[slot] = 0;
    s->work -= s->mask;
    i64 far = INT64_MIN, first = INT64_MAX, ignored = 0;
    for (u64 left = still; left; left &= left - 1) {
        const i64 *const moved = s->moved + 3 * lowest(left);
        add_cells(s, row[lowest(left)], moved);
        extend(s, row[lowest(left)], moved, d, &ignored, &far);
    }
    if (framed) add_cells(s, s->options, nowhere), extend(s, s->options, nowhere, d, &ignored, &far);
    i64 steps = step.distance;
    if (!steps) {
        for (u64 left = step.group; left; left &= left - 1)
            extend(s, row[lowest(left)], s->moved + 3 * lowest(left), d, &first, &ignored);
        far = far == INT64_MIN ? 0 : far;
        steps = first > far ? 0 : (far - first) / (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]) + 1;
    }
    for (u64 left = step.group; left; left &= left - 1) {
        i64 *const moved = s->moved + 3 * lowest(left);
        if (!is_free(s, row[lowest(left)], moved, step.direction, steps)) return 0;
        for (i64 axis = 0; axis < 3; axis++) moved[axis] += step.distance * d[axis];
    }
    return 1;
}

/* Tell whether the steps of a packing are right. */
static int is_right(Replay *s, i64 packing) {
    const i64 *const row = s->batch + packing * s->width, *const range = s->ranges + 3 * packing;
    i64 pieces = 0, parts = 1;
    for (; pieces < s->width && row[pieces] >= 0; pieces++)
        for (i64 axis = 0; axis < 3; axis++) s->moved[3 * pieces + axis] = 0;
    s->parts[0] = pieces ? ~(u64)0 >> (64 - pieces) : 0;
    for (i64 number = range[0]; number < range[1]; number++) {
        const Step step = s->steps[number];
        i64 part = 0;
        while (part < parts && step.group & ~s->parts[part]) part++;
        if (!step.group || part == parts) return 0; /* they are not together */
        const int held = s->holding && part == 0;
        if (!is_done(s, row, step, s->parts[part] & ~step.group, held)) return 0;
        if (step.distance) continue;
        s->parts[part] &= ~step.group;
        s->parts[parts++] = step.group;
    }
    for (i64 part = 0; range[2] && part < parts; part++)
        if (population(s->parts[part]) > !(s->holding && part == 0)) return 0;
    return 1;
}

/* Replay packings until one is wrong or the work is done. */
KERNEL(replay)(Replay *s) {
    for (; s->packing < s->packings; s->packing++) {
        if (s->work <= 0) return BUDGET_SPENT;
        if (!is_right(s, s->packing)) return WRONG;
    }
    return EXHAUSTED;
}
