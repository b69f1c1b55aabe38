/* Is each row of a batch a solution?  (search/check.py)
 *
 * The options of a row may have any order.  Items with the upper bound 1 are bits of words: no bit may occur in two
 * options, and no item that must be covered may be missing.  Colours are bits too; the bits that an option excludes
 * differ from those that it has (cover/colours.py).  The other items are counted.  An option that covers no item with
 * the upper bound 1 is tested for occurring twice.
 */
#include "kernel.h"

enum { RULED_OUT = 1, GIVEN = 2, UNBOUND = 4 }; /* flags of an option; an unbound one might occur twice */

typedef struct {
    POINTER(u64, rows);    /* (options + 1, words): row o + 1 is that of option o, row 0 that of padding */
    POINTER(u64, excluded); /* (options + 1, words): the same with the colours that an option excludes */
    POINTER(u64, single);  /* (words): the items with the upper bound 1, and the bits of colours */
    POINTER(u64, needed);  /* (words): those of these items that must be covered */
    POINTER(i64, said);    /* (options + 1): flags */
    POINTER(i64, start);   /* option o covers counted[start[o]] to counted[start[o + 1] - 1] of the other items */
    POINTER(i64, counted);
    POINTER(i64, lower);   /* (items), of the other items */
    POINTER(i64, upper);
    POINTER(i64, seen);    /* (options), working memory: the last solution that has the option, -1 at first */
    POINTER(i64, copies);  /* (items), working memory */
    POINTER(i64, batch);   /* (solutions, width): numbers of options, padded with -1 */
    i64 options, words, items, solutions, width;
    i64 given, anything; /* GIVEN times the number of given options; whether any option has a flag */
} Checker;

INLINE int are_options(const Checker *s, const i64 *row) {
    u64 most = 0; /* with one added, numbers below -1 are the largest */
    for (i64 place = 0; place < s->width; place++) {
        const u64 number = (u64)row[place] + 1;
        most = number > most ? number : most;
    }
    return most <= (u64)s->options;
}

INLINE int covers_once(const Checker *s, const i64 *row, i64 end) {
    for (i64 w = 0; w < s->words; w++) {
        u64 once = 0, twice = 0;
        for (i64 place = 0; place < end; place++) {
            const i64 at = (row[place] + 1) * s->words + w;
            twice |= once & s->rows[at];
            once |= s->excluded[at];
        }
        if (twice & s->single[w] || s->needed[w] & ~once) return 0;
    }
    return 1;
}

static int covers_within_bounds(const Checker *s, const i64 *row, i64 end, i64 number) {
    for (i64 item = 0; item < s->items; item++) s->copies[item] = 0;
    for (i64 place = 0; place < end; place++) {
        const i64 option = row[place];
        if (option < 0) continue;
        if (s->seen[option] == number) return 0;
        s->seen[option] = number;
        for (i64 entry = s->start[option]; entry < s->start[option + 1]; entry++) s->copies[s->counted[entry]]++;
    }
    for (i64 item = 0; item < s->items; item++)
        if (s->copies[item] < s->lower[item] || s->copies[item] > s->upper[item]) return 0;
    return 1;
}

/* Return 1 if every row is a solution, else 0. */
KERNEL(checker)(Checker *s) {
    for (i64 number = 0; number < s->solutions; number++) {
        const i64 *const row = s->batch + number * s->width;
        if (!are_options(s, row)) return 0;
        i64 end = s->width, missing = s->given, together = 0;
        while (end > 0 && row[end - 1] == -1) end--;
        for (i64 place = 0; place < (s->anything ? end : 0); place++) {
            const i64 what = s->said[row[place] + 1];
            missing -= what & GIVEN;
            together |= what;
        }
        if (missing || together & RULED_OUT || !covers_once(s, row, end)) return 0;
        if ((s->items || together & UNBOUND) && !covers_within_bounds(s, row, end, number)) return 0;
    }
    return 1;
}
