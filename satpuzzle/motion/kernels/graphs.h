/* The graphs of a position, and the sets of bodies that can move.  The arrows from a body are the bits of one word.
 *
 * In the graphs of a direction body i has an arrow to body j if i meets j: in `at_once` before its first step, in
 * `ever` after any number of steps.  The sets that can move are those that no arrow leaves.  They are the unions of
 * closures; the closure of a body is the body together with all bodies that arrows lead to from it.
 *
 *     body 0   . 1 .        0 -> 1 -> 2          closures    {0, 1, 2}
 *     body 1   . . 1                                         {1, 2}
 *     body 2   . . .                                         {2}      so 2 moves, or 1 and 2, or all
 *
 * In the opposite direction all arrows are reversed, so a graph is kept only for every other direction.  Most graphs
 * are strongly connected: then only all bodies together can move.  Two flood fills from the first body, along the
 * arrows and against them, detect this quickly.
 */
#ifndef GRAPHS_H
#define GRAPHS_H

#include "pairs.h"

/* Tell whether arrows lead, directly or through others, from each of n bodies to each. */
static int strongly_connected(const u64 *arrows, i64 n) {
    const u64 all = all_of(n);
    u64 reached = 1, fresh = 1;
    while (fresh) {
        const u64 more = arrows[lowest(fresh)] & ~reached;
        reached |= more;
        fresh = (fresh & (fresh - 1)) | more;
    }
    if (reached != all) return 0;
    u64 reaching = 1, before = 0;
    while (reaching != before) {
        before = reaching;
        for (u64 rest = all & ~reaching; rest; rest &= rest - 1)
            if (arrows[lowest(rest)] & reaching) reaching |= bit(lowest(rest));
    }
    return reaching == all;
}

/* Compute the closures of all bodies.  S. Warshall, A Theorem on Boolean Matrices, 1962. */
static void close(const u64 *arrows, i64 n, u64 *closure) {
    for (i64 i = 0; i < n; i++) closure[i] = arrows[i] | bit(i);
    for (i64 k = 0; k < n; k++) {
        const u64 through = closure[k];
        if (through == bit(k)) continue;
        for (i64 i = 0; i < n; i++) closure[i] |= through & -(closure[i] >> k & 1);
    }
}

static void turn_round(const u64 *arrows, i64 n, u64 *turned) {
    for (i64 i = 0; i < n; i++) turned[i] = 0;
    for (i64 i = 0; i < n; i++)
        for (u64 left = arrows[i]; left; left &= left - 1) turned[lowest(left)] |= bit(i);
}

/* Compute the closures of a graph and of its reverse; return 0 without doing so if only all bodies together can move.
 * */
static int closures(const u64 *arrows, i64 n, u64 *along, u64 *against) {
    if (strongly_connected(arrows, n)) return 0;
    close(arrows, n, along);
    turn_round(along, n, against);
    return 1;
}

/* Write the graphs of a position, and the numbers of all pairs, into the arrays of the search.  Return 0 if the work is
 * done before; pairs that were found stay known, so that another call finds the rest. */
static int find_graphs(Motion *s, const i16 *position) {
    const i64 n = s->bodies, axes = s->directions / 2;
    for (i64 axis = 0; axis < axes; axis++)
        for (i64 i = 0; i < n; i++) s->at_once[axis * MOST + i] = s->ever[axis * MOST + i] = 0;
    for (i64 i = 0; i < n; i++)
        for (i64 j = i + 1; j < n; j++) {
            if (s->work <= 0) return 0;
            const i64 number = pair_at(s, position, i, j);
            s->pair_of[i * MOST + j] = (i32)number;
            u64 at_once = s->pairs[number].at_once, ever = s->pairs[number].ever;
            for (i64 axis = 0; axis < axes; axis++, at_once >>= 2, ever >>= 2) {
                u64 *const first = s->at_once + axis * MOST, *const any = s->ever + axis * MOST;
                first[i] |= (at_once & 1) << j, first[j] |= (at_once >> 1 & 1) << i;
                any[i] |= (ever & 1) << j, any[j] |= (ever >> 1 & 1) << i;
            }
        }
    return 1;
}

/* Write the graphs `ever` of a position that differs from the current state by a move of a group: only the pairs of a
 * body that moved and one that did not move have changed, and those within the group if it turned.  Return 0 if the work
 * is done before, as find_graphs does. */
static int find_later(Motion *s, const i16 *position, u64 group, int turned, u64 (*ever)[MOST]) {
    const i64 n = s->bodies, axes = s->directions / 2;
    const u64 rest = all_of(n) & ~group, kept = turned ? 0 : group;
    for (i64 axis = 0; axis < axes; axis++)
        for (i64 i = 0; i < n; i++) ever[axis][i] = s->ever[axis * MOST + i] & (group >> i & 1 ? kept : rest);
    for (u64 moved = group; moved; moved &= moved - 1)
        for (u64 still = rest | (turned ? moved & (moved - 1) : 0); still; still &= still - 1) {
            const i64 x = lowest(moved), y = lowest(still), i = smaller(x, y), j = larger(x, y);
            if (s->work <= 0) return 0;
            u64 bits = s->pairs[pair_at(s, position, i, j)].ever;
            for (i64 axis = 0; axis < axes; axis++, bits >>= 2) {
                ever[axis][i] |= (bits & 1) << j;
                ever[axis][j] |= (bits >> 1 & 1) << i;
            }
        }
    return 1;
}

/* Add a set that can leave to `removal`, unless it is there already; the order is by size, then by direction. */
static void add_removal(Motion *s, u64 group, i64 direction) {
    i64 place = s->removals;
    for (; place; place--) {
        const Removal other = s->removal[place - 1];
        const i64 larger_by = population(other.group) - population(group);
        if (other.group == group && other.direction == direction) break;
        if (larger_by < 0) break;
        if (larger_by == 0 && other.direction < direction) break;
        if (larger_by == 0 && other.direction == direction && other.group < group) break;
    }
    if (place && s->removal[place - 1].group == group && s->removal[place - 1].direction == direction) return;
    for (i64 i = s->removals++; i > place; i--) s->removal[i] = s->removal[i - 1];
    s->removal[place] = (Removal){group, direction};
}

/* Find the closures that can leave.  If nothing holds the part, closures of more than half of it are left out: such a
 * closure leaving is the same as the rest leaving in the opposite direction. */
static void find_removals(Motion *s, u64 (*ever)[MOST]) {
    const i64 n = s->bodies, most = s->held ? s->count : s->count / 2;
    u64 closure[2][MOST];
    for (i64 axis = 0; axis < s->directions / 2; axis++) {
        if (!closures(ever[axis], n, closure[0], closure[1])) continue;
        for (i64 against = 0; against < 2; against++) {
            const i64 direction = 2 * axis + against;
            if (s->held && !(s->exits >> direction & 1)) continue;
            for (i64 i = 0; i < s->count; i++) {
                const u64 group = closure[against][i];
                if (group & ~all_of(s->count) || population(group) > most) continue;
                add_removal(s, group, direction);
            }
        }
    }
}

/* Return the number of steps that a group can make before one of its bodies meets another body. */
static i64 distance_of(const Motion *s, u64 group, i64 direction) {
    i64 least = EVER;
    const u64 rest = all_of(s->bodies) & ~group;
    for (u64 moving = group; moving; moving &= moving - 1)
        for (u64 still = rest; still; still &= still - 1) {
            const i64 x = lowest(moving), y = lowest(still);
            const i64 number = s->pair_of[smaller(x, y) * MOST + larger(x, y)];
            least = smaller(least, s->distances[number * s->directions + (x < y ? direction : direction ^ 1)]);
        }
    return least;
}

#endif
