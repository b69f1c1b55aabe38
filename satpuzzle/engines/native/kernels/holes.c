/* Which neighbours does a cell need?  (holes.py)
 *
 * The neighbours of a cell are a small set of other cells such that every option that covers the cell covers one of
 * them.  They are chosen greedily: the next one is the cell that most of the remaining options cover, and of several
 * the nearest in the order of the scan.
 *
 *     options that cover cell 4    3 4    3 4 5    4 5    4 8
 *     3 is in two of them, 5 too; both are as near, and the first is taken: 3
 *     what remains                                 4 5    4 8      then 5, then 8
 */
#include "kernel.h"

typedef struct {
    POINTER(u64, rows);    /* (options, words): the cells of each option as bits */
    POINTER(i64, open);    /* (options), working memory: the options that cover the cell but no neighbour found so far */
    POINTER(i64, often);   /* (cells), working memory: how many of them cover each cell */
    POINTER(uint8_t, beside);  /* (cells, cells): result, zero before: whether the second is a neighbour of the first */
    i64 options, words, cells;
} Holes;

enum { WORTH = 1024 }; /* the weight of an option, in steps of distance */

INLINE i64 covers(const Holes *s, i64 option, i64 cell) {
    return (i64)(s->rows[option * s->words + cell / 64] >> (cell % 64) & 1);
}

/* Return whether an option covers one cell only. */
INLINE i64 covers_one(const Holes *s, i64 option) {
    i64 many = 0;
    for (i64 word = 0; word < s->words; word++) many += __builtin_popcountll(s->rows[option * s->words + word]);
    return many == 1;
}

/* List the options that cover a cell; return how many, 0 if one of them covers nothing else. */
static i64 opened(const Holes *s, i64 cell) {
    i64 many = 0;
    for (i64 option = 0; option < s->options; option++) {
        if (!covers(s, option, cell)) continue;
        if (covers_one(s, option)) return 0;
        s->open[many++] = option;
    }
    return many;
}

/* Return the cell that most of the open options cover, other than `cell`, of several the nearest one. */
static i64 most_often(const Holes *s, i64 cell, i64 many) {
    for (i64 other = 0; other < s->cells; other++) s->often[other] = 0;
    for (i64 k = 0; k < many; k++) {
        for (i64 word = 0; word < s->words; word++) {
            for (u64 left = s->rows[s->open[k] * s->words + word]; left; left &= left - 1)
                s->often[64 * word + __builtin_ctzll(left)]++;
        }
    }
    i64 best = -1, value = 0;
    for (i64 other = 0; other < s->cells; other++) {
        const i64 here = s->often[other] * WORTH - (other > cell ? other - cell : cell - other);
        if (other != cell && (best < 0 || here > value)) best = other, value = here;
    }
    return best;
}

KERNEL(holes)(Holes *s) {
    for (i64 cell = 0; cell < s->cells; cell++) {
        uint8_t *const beside = s->beside + cell * s->cells;
        i64 many = opened(s, cell);
        if (!many) beside[cell] = 1; /* its own neighbour: never a hole */
        while (many) {
            const i64 other = most_often(s, cell, many);
            i64 kept = 0;
            beside[other] = 1;
            for (i64 k = 0; k < many; k++) {
                s->open[kept] = s->open[k];
                kept += !covers(s, s->open[k], other);
            }
            many = kept;
        }
    }
    return 0;
}
