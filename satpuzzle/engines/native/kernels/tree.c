/* The checker of trees: the function `walk` of proofs/check/tree.py in C, with options as bits of words.
 *
 * A tree lists in preorder the items on which a complete search branches.  The checker has the options that can still
 * be chosen.  At an item, which must not be covered often enough yet, it visits each of the item's options in
 * ascending order, and excludes an option after the visit.  At a solution, where every item must be covered often
 * enough, it visits all options that are left.  At a dead end, where some item must need more options than are left,
 * it visits none.
 *
 *     live      depth 0   1 1 1 1 0 1        options that can be chosen
 *     rows      item 2    0 1 0 0 0 1        options that cover it: option 1 is next, and is then excluded at depth 0
 *     live      depth 1   1 0 0 1 0 1        without the options that share with option 1 an item that is now full
 */
#include "kernel.h"

enum { UNREAD = -1, DEAD_END = 1, RESTRICTION = 2 };
enum { FINE, LACKS_NOTHING, SOMETHING_LACKS, NO_DEAD_END }; /* results, see tree.py */

typedef struct {
    POINTER(i64, numbers);  /* (length): the numbers of the tree */
    POINTER(u64, rows);     /* (items + 2, words): the options of each item, all options, and none */
    POINTER(u64, live);     /* (depths, words) */
    POINTER(i64, head);     /* depth, -1 at the end, and nodes */
    POINTER(i64, chosen);   /* (depths): the chosen option */
    POINTER(i64, branched); /* (depths): the number of the node, UNREAD at first */
    POINTER(i64, used);     /* (items): copies so far */
    POINTER(i64, lower);
    POINTER(i64, upper);
    POINTER(i64, members);  /* the items of option o are members[part[o]] to members[part[o + 1] - 1] */
    POINTER(i64, times);    /* how often an option covers each of them */
    POINTER(i64, part);
    POINTER(i64, steps);    /* (items + 1): the first step of each item, a row of options that cover it so often */
    POINTER(i64, more);     /* how much that is more than the step before, by the number of the row */
    POINTER(i64, found);    /* (found_rows, found_width): solutions; rows are padded before the call */
    i64 items, words, length, found_rows, found_width;
    i64 at, solutions; /* the index of the next number, and the number of solutions; both are updated */
} Tree;

/* Count the live options of a row, until there are enough. */
INLINE i64 count_live(const Tree *s, i64 row, const u64 *live, i64 enough) {
    i64 many = 0;
    for (i64 w = 0; w < s->words && many < enough; w++) many += population(live[w] & s->rows[row * s->words + w]);
    return many;
}

/* Tell whether an item needs more than live options cover it together; without `live`, whether it needs any. */
INLINE int lacks(const Tree *s, i64 item, const u64 *live) {
    i64 lack = s->lower[item] - s->used[item];
    if (live && lack > 0) {
        lack -= count_live(s, item, live, lack);
        for (i64 step = s->steps[item]; step < s->steps[item + 1] && lack > 0; step++)
            lack -= s->more[step] * count_live(s, step, live, lack);
    }
    return lack > 0;
}

/* Read the number of a node; return FINE or what is wrong with it. */
INLINE i64 read(Tree *s, i64 depth) {
    const i64 number = s->numbers[s->at++], items = s->items;
    int lacking = 0;
    s->head[1]++;
    s->branched[depth] = number;
    if (number < 0 || number > items + DEAD_END) return NO_DEAD_END;
    if (number < items) return s->used[number] >= s->lower[number] ? LACKS_NOTHING : FINE;
    for (i64 item = 0; item < items && !lacking; item++)
        lacking = lacks(s, item, number > items ? s->live + depth * s->words : 0);
    if (number > items) return lacking ? FINE : NO_DEAD_END;
    if (lacking) return SOMETHING_LACKS;
    i64 *const found = s->found + s->solutions++ * s->found_width;
    for (i64 d = 0; d < depth; d++) found[d] = s->chosen[d];
    return FINE;
}

static void choose(Tree *s, i64 depth, i64 option) {
    const u64 *const here = s->live + depth * s->words;
    u64 *const child = s->live + (depth + 1) * s->words;
    for (i64 w = 0; w < s->words; w++) child[w] = here[w];
    for (i64 place = s->part[option]; place < s->part[option + 1]; place++) {
        const i64 item = s->members[place];
        const i64 before = s->used[item], upper = s->upper[item];
        s->used[item] += s->times[place];
        if (before >= upper || s->used[item] < upper) continue; /* it is full now */
        for (i64 w = 0; w < s->words; w++) child[w] &= ~s->rows[item * s->words + w];
    }
}

/* Walk until the numbers end, `found` is full or a restriction follows; return FINE or what is wrong. */
KERNEL(tree)(Tree *s) {
    while (s->head[0] >= 0) {
        const i64 depth = s->head[0];
        if (s->branched[depth] == UNREAD) {
            if (s->at == s->length || s->solutions == s->found_rows) break;
            if (s->numbers[s->at] == s->items + RESTRICTION) break;
            const i64 wrong = read(s, depth);
            if (wrong) return wrong;
        }
        u64 *const live = s->live + depth * s->words;
        const u64 *const row = s->rows + s->branched[depth] * s->words;
        i64 w = 0;
        while (w < s->words && !(live[w] & row[w])) w++;
        if (w < s->words) { /* visit the next option */
            const int bit = lowest(live[w] & row[w]);
            live[w] ^= (u64)1 << bit;
            s->chosen[depth] = 64 * w + bit;
            choose(s, depth, s->chosen[depth]);
            s->head[0] = depth + 1;
            s->branched[depth + 1] = UNREAD;
        } else { /* backtrack */
            s->head[0] = depth - 1;
            if (depth == 0) break;
            const i64 option = s->chosen[depth - 1];
            for (i64 place = s->part[option]; place < s->part[option + 1]; place++)
                s->used[s->members[place]] -= s->times[place];
        }
    }
    return FINE;
}
