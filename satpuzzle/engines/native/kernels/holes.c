/* Which neighbours does a cell need?  (holes.py)
 *
 * The neighbours of a cell are a small set of other cells such that every option that covers the cell covers one of
 * them.  They are chosen greedily: the next one is the cell that most of the remaining options cover, and of several
 * the nearest in the order of the scan.
 *
 *     options that cover cell 4    3 4    3 4 5    4 5    4 8
 *     3 is in two of them, 5 too; both are as near, and the first is taken: 3
 *     what remains                                 4 5    4 8      then 5, then 8
 *
 * A cell that some option covers alone is its own neighbour, since it is never a hole; so is a cell without options.
 *
 * The kernel may return after each neighbour.  Between two returns it lists at most the options of one cell, each with
 * its cells, beyond the work that is allowed.
 */
#include "kernel.h"

typedef struct {
    POINTER(i64, start);   /* (cells + 1): the options that cover cell c are options[start[c]], ... */
    POINTER(i64, options);
    POINTER(i64, begin);   /* (options + 1): the cells that option o covers are covered[begin[o]], ... */
    POINTER(i64, covered);
    POINTER(uint8_t, open); /* (options), zero at first: whether an option covers the cell but no neighbour so far */
    POINTER(i64, often);   /* (cells), zero at first: how many of these options cover each cell */
    POINTER(i64, touched); /* (cells): the cells that some of them covered at first */
    POINTER(i64, of);      /* result: the cell of each pair of neighbours, and */
    POINTER(i64, beside);  /* its neighbour; there are at most as many pairs as entries of `options`, or `cells` more */
    i64 cells;
    i64 work; /* about how many words may be read; on return, how many are left, perhaps below 0 */
    i64 cell, left, touches, found; /* all 0 at first: the current cell, its open options, cells touched, pairs */
} Holes;

enum { WORTH = 1024 }; /* the weight of an option, in steps of distance */

static void add(Holes *s, i64 other) { s->of[s->found] = s->cell, s->beside[s->found++] = other; }

/* Open the options that cover the current cell, unless one of them covers nothing else. */
static void open_options(Holes *s) {
    const i64 *const first = s->options + s->start[s->cell], *const end = s->options + s->start[s->cell + 1];
    s->left = s->touches = 0;
    s->work -= end - first;
    for (const i64 *option = first; option < end; option++)
        if (s->begin[*option + 1] - s->begin[*option] == 1) return;
    for (const i64 *option = first; option < end; option++) {
        s->open[*option] = 1;
        for (i64 k = s->begin[*option]; k < s->begin[*option + 1]; k++)
            if (!s->often[s->covered[k]]++) s->touched[s->touches++] = s->covered[k];
        s->work -= s->begin[*option + 1] - s->begin[*option];
    }
    s->left = end - first;
}

/* Return the cell that most of the open options cover, other than the current one, of several the nearest one. */
static i64 most_often(const Holes *s) {
    i64 best = -1, value = 0;
    for (i64 k = 0; k < s->touches; k++) {
        const i64 other = s->touched[k], apart = other - s->cell;
        const i64 here = s->often[other] * WORTH - (apart < 0 ? -apart : apart);
        if (!apart || !s->often[other]) continue;
        if (best < 0 || here > value || (here == value && other < best)) best = other, value = here;
    }
    return best;
}

/* Close the open options that cover a cell. */
static void close_options(Holes *s, i64 cell) {
    s->work -= s->start[cell + 1] - s->start[cell];
    for (i64 place = s->start[cell]; place < s->start[cell + 1]; place++) {
        const i64 option = s->options[place];
        if (!s->open[option]) continue;
        s->open[option] = 0, s->left--;
        for (i64 k = s->begin[option]; k < s->begin[option + 1]; k++) s->often[s->covered[k]]--;
        s->work -= s->begin[option + 1] - s->begin[option];
    }
}

KERNEL(holes)(Holes *s) {
    for (; s->cell < s->cells; s->work--) {
        if (s->work <= 0) return BUDGET_SPENT;
        if (!s->left) {
            open_options(s);
            if (!s->left) add(s, s->cell), s->cell++;
        } else {
            const i64 other = most_often(s);
            s->work -= s->touches;
            add(s, other);
            close_options(s, other);
            s->cell += !s->left;
        }
    }
    return EXHAUSTED;
}
