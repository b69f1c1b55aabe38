/* The foldings of a chain on a board: paths whose cells obey the letters of a word (engines/foldings.py).
 *
 * A path grows cell by cell from its first cell.  Its last cell is the head.  From the head it takes one step after the
 * other, if the letter of the head allows it: `S` the step that led to the head, `B` all others, `?` all.
 *
 * A chain that must fill the board cannot leave a cell behind.  `near` counts for each cell its neighbours from which or
 * to which the path can still go: free ones and the head.  A free cell without any is lost; one with a single one can
 * only be the end of the path, so there may be one such cell:
 *
 *      . . x       the head goes on from x to h: the cell above loses a neighbour and has one left, the cell e has one
 *      e * h       as well, and so the path need not be tried any further
 *
 * Only neighbours of the cell that was the head lose one.
 */
#include "kernel.h"

typedef struct {
    POINTER(i64, ahead);   /* (cells, steps): the cell to which a step leads, -1 for none */
    POINTER(i64, letters); /* (length): for each cell of the chain, STRAIGHT, BEND or EITHER; the first is EITHER */
    POINTER(i64, path);    /* (length): the cells, in the order of the chain */
    POINTER(i64, way);     /* (length): the step that led to each cell */
    POINTER(i64, next);    /* (length): the next step to try from each cell */
    POINTER(i64, taken);   /* (cells): whether the path has the cell */
    POINTER(i64, near);    /* (cells): see above */
    POINTER(i64, head);    /* number of cells of the path, nodes so far, and free cells that have one neighbour left */
    POINTER(i64, found);   /* (found_rows, length): the foldings that are found */
    i64 steps, length, begun, fills; /* `begun` cells at the beginning of the path stay; `fills`: see above */
    i64 budget, found_rows, found_width, solutions; /* nodes to try at most; `solutions` is updated */
} Foldings;

enum { STRAIGHT, BEND, EITHER };

/* Change the neighbours that are left to the cells beside one, which begins or ceases to be the head, by 1 or -1; return
 * whether a free cell has none. */
INLINE int change(const Foldings *s, i64 cell, i64 by) {
    int lost = 0;
    for (i64 step = 0; step < s->steps; step++) {
        const i64 beside = s->ahead[cell * s->steps + step];
        if (beside < 0) continue;
        const i64 before = s->near[beside], after = before + by;
        s->near[beside] = after;
        if (s->taken[beside]) continue;
        s->head[2] += (after == 1) - (before == 1);
        lost |= after == 0;
    }
    return lost;
}

/* Let the path go to a cell; return whether the board can still be filled. */
INLINE int go(const Foldings *s, i64 cell, i64 step) {
    const i64 many = s->head[0]++;
    s->path[many] = cell, s->way[many] = step, s->next[many] = 0;
    s->head[1]++;
    s->taken[cell] = 1;
    if (!s->fills) return 1;
    s->head[2] -= s->near[cell] == 1;
    const int lost = change(s, s->path[many - 1], -1);
    return !lost && s->head[2] <= 1;
}

/* Let the path lose its last cell. */
INLINE void back(const Foldings *s) {
    const i64 many = --s->head[0], cell = s->path[many];
    if (s->fills) {
        change(s, s->path[many - 1], 1);
        s->head[2] += s->near[cell] == 1;
    }
    s->taken[cell] = 0;
}

/* Return the next step that the path can take from its head, or the number of steps if there is none. */
INLINE i64 next_step(const Foldings *s) {
    const i64 last = s->head[0] - 1, letter = s->letters[last], *const there = s->ahead + s->path[last] * s->steps;
    for (i64 step = s->next[last]; step < s->steps; step++) {
        const int allowed = letter == EITHER || (letter == STRAIGHT) == (step == s->way[last]);
        if (allowed && there[step] >= 0 && !s->taken[there[step]]) return step;
    }
    return s->steps;
}

KERNEL(foldings)(Foldings *s) {
    for (i64 budget = s->budget; budget > 0;) {
        const i64 last = s->head[0] - 1;
        if (s->head[0] == s->length) {
            if (s->solutions == s->found_rows) return FOUND_FULL;
            for (i64 at = 0; at < s->length; at++) s->found[s->solutions * s->found_width + at] = s->path[at];
            s->solutions++;
        }
        const i64 step = s->head[0] == s->length ? s->steps : next_step(s);
        if (step < s->steps) {
            s->next[last] = step + 1;
            budget--;
            if (!go(s, s->ahead[s->path[last] * s->steps + step], step)) back(s);
        } else {
            if (s->head[0] == s->begun) return EXHAUSTED;
            back(s);
        }
    }
    return BUDGET_SPENT;
}
