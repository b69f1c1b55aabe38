/* A step of a sweep: which options extend partial solutions that have covered the same items so far?
 *
 * A sweep covers *cells*, items that must be covered once, in a fixed order.  All states of a step have covered the cells
 * before `now` and not `now` itself, so each is extended by the options of one group, those that begin at `now`:
 *
 *     states of a step     ######o..      ######o##      `o` is the cell `now`; the options of a group cover it
 *     a child              #######..      ######o##      and begin there: those that begin before are in the way
 *                                ##
 *
 * Options are numbered by the cells at which they begin.  A child is dropped if a free cell near the new option can no
 * longer be covered.  The options over a cell are in descending order, so that the loop ends at the first one that begins
 * before `now`.
 *
 * `totals` are all other items, such as pieces: an option counts for some of them, and a state has so many left of each.
 */
#include "kernel.h"

typedef struct {
    POINTER(u64, bits);           /* (states, words): the cells that a state has covered */
    POINTER(int32_t, left);       /* (states, totals): how many more options may count for each total */
    POINTER(i64, starts);     /* (options + 1): where the cells of an option begin in `cells` */
    POINTER(int32_t, cells);      /* the cells of each option, ascending */
    POINTER(i64, counting);   /* (options + 1): where the totals of an option begin in `counts` */
    POINTER(int32_t, counts);     /* the totals of each option */
    POINTER(i64, begins);     /* (cells + 1): where the options over a cell begin in `over` */
    POINTER(int32_t, over);       /* the options over each cell, descending */
    POINTER(i64, around);     /* (cells + 1): where the cells near a cell begin in `near` */
    POINTER(int32_t, near);       /* the cells near each cell */
    POINTER(u64, after);          /* (words), working memory: the cells that a child has covered */
    POINTER(int32_t, rest);       /* (totals), working memory: what a child has left */
    POINTER(i64, parent);     /* (room): the number of the state of each child */
    POINTER(i64, option);     /* (room): the option that was added */
    POINTER(i64, next);       /* (room): the first cell that the child has not covered */
    i64 words, totals, cell_count;
    i64 now, first, last;         /* the cell, and the range of the options that begin there */
    i64 state, states;            /* the next state to extend, and their number */
    i64 room;                     /* how many children there is room for: at least a group */
    i64 work;                     /* about how many options may be tested; on return, how many are left, perhaps below 0 */
} Sweep;

INLINE int is_in(const u64 *bits, i64 cell) { return (int)(bits[cell >> 6] >> (cell & 63) & 1); }

INLINE int is_free(const Sweep *s, const u64 *bits, i64 option) {
    for (i64 at = s->starts[option]; at < s->starts[option + 1]; at++)
        if (is_in(bits, s->cells[at])) return 0;
    return 1;
}

INLINE int is_left(const Sweep *s, const int32_t *left, i64 option) {
    for (i64 at = s->counting[option]; at < s->counting[option + 1]; at++)
        if (left[s->counts[at]] <= 0) return 0;
    return 1;
}

/* Tell whether a free cell can still be covered. */
INLINE int is_open(Sweep *s, i64 cell) {
    for (i64 at = s->begins[cell]; at < s->begins[cell + 1] && s->over[at] >= s->first; at++) {
        s->work--;
        if (is_left(s, s->rest, s->over[at]) && is_free(s, s->after, s->over[at])) return 1;
    }
    return 0;
}

/* Tell whether all free cells near the cells of an option, which the child has chosen, can still be covered. */
INLINE int is_sound(Sweep *s, i64 option) {
    for (i64 at = s->starts[option]; at < s->starts[option + 1]; at++)
        for (i64 k = s->around[s->cells[at]]; k < s->around[s->cells[at] + 1]; k++)
            if (!is_in(s->after, s->near[k]) && !is_open(s, s->near[k])) return 0;
    return 1;
}

INLINE i64 first_free(const Sweep *s) {
    for (i64 w = s->now >> 6; w < s->words; w++)
        if (~s->after[w]) return smaller(64 * w + lowest(~s->after[w]), s->cell_count);
    return s->cell_count;
}

/* Extend states, from `state` on, until the work is done or no room is left; return the number of children. */
KERNEL(sweep)(Sweep *s) {
    i64 found = 0;
    for (; s->state < s->states && s->work > 0 && found + s->last - s->first <= s->room; s->state++) {
        const u64 *const bits = s->bits + s->state * s->words;
        const int32_t *const left = s->left + s->state * s->totals;
        for (i64 w = 0; w < s->words; w++) s->after[w] = bits[w];
        for (i64 t = 0; t < s->totals; t++) s->rest[t] = left[t];
        for (i64 option = s->first; option < s->last; option++) {
            s->work--;
            if (!is_left(s, left, option) || !is_free(s, bits, option)) continue;
            const i64 from = s->starts[option], to = s->starts[option + 1];
            for (i64 at = from; at < to; at++) s->after[s->cells[at] >> 6] |= (u64)1 << (s->cells[at] & 63);
            for (i64 at = s->counting[option]; at < s->counting[option + 1]; at++) s->rest[s->counts[at]]--;
            if (is_sound(s, option)) {
                s->parent[found] = s->state, s->option[found] = option, s->next[found++] = first_free(s);
            }
            for (i64 at = from; at < to; at++) s->after[s->cells[at] >> 6] &= ~((u64)1 << (s->cells[at] & 63));
            for (i64 at = s->counting[option]; at < s->counting[option + 1]; at++) s->rest[s->counts[at]]++;
        }
    }
    return found;
}
