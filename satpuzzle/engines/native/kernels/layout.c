/* The options of a scan as bits: cells in the order of the scan, and all other items.  (scan.py)
 *
 *     board  0 1 2     order of the scan     0 2 4     an option on cells 1, 2 and 4 of the board, and of piece 6:
 *            3 4 5                           1 3 5     cells 2, 3 and 4: inside 001110, leader 2, body 111...
 *
 * The body has the cells from the first one, the leader, on; the rest has the other items, in their own order.  A call
 * reads each word of its options once, and the caller passes some options at a time.
 */
#include "kernel.h"

typedef struct {
    POINTER(u64, rows);   /* (options, words): the items of each option as bits */
    POINTER(i64, place);  /* (items): the number of a cell in the scan; -1 - n for the n-th of all other items; NONE */
    POINTER(u64, inside); /* (options, cell_words): result, zero before: the cells of each option */
    POINTER(i64, leader); /* (options): result: the first cell of each option */
    POINTER(u64, body);   /* (options): result */
    POINTER(u64, rest);   /* (options): result, zero before */
    i64 options, words, items, cell_words;
} Layout;

#define NONE INT64_MIN /* for an item that no option can cover, and for one whose colours are searched elsewhere */

KERNEL(layout)(Layout *s) {
    for (i64 option = 0; option < s->options; option++) {
        u64 *const cells = s->inside + option * s->cell_words;
        for (i64 word = 0; word < s->words; word++) {
            for (u64 left = s->rows[option * s->words + word]; left; left &= left - 1) {
                const i64 item = 64 * word + __builtin_ctzll(left);
                if (item >= s->items) break; /* bits of colours */
                const i64 place = s->place[item];
                if (place >= 0) cells[place / 64] |= (u64)1 << (place % 64);
                else if (place != NONE) s->rest[option] |= (u64)1 << (-1 - place);
            }
        }
        i64 word = 0;
        while (word < s->cell_words && !cells[word]) word++;
        if (word == s->cell_words) continue; /* covers no cell */
        const i64 first = __builtin_ctzll(cells[word]);
        const u64 beyond = word + 1 < s->cell_words ? cells[word + 1] << 1 << (63 - first) : 0;
        s->leader[option] = 64 * word + first;
        s->body[option] = cells[word] >> first | beyond;
    }
    return 0;
}
