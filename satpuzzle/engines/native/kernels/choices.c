/* Which of many choices of options can be completed to a solution?
 *
 * An example is a family of boards: a member is a choice of the cells that stay free, each of which is an option.  The
 * choices come in order, so that what neighbours have in common at their beginning is chosen once:
 *
 *     depth         0            1             2             3
 *     list          all rows     beside a      beside a, b   beside a, b, c
 *     choice abc    ----------------------------------------->  its search begins at depth 3
 *     choice abd                               -------------->
 *     choice aef                 ---------------------------->
 *
 * Then a choice is searched as mrv.c does, until there is one solution: the item with the fewest rows comes next, and all
 * rows that cover it are tried side by side before one is chosen.  The rows of the solution found last are taken first,
 * since a solution for a choice is nearly one for the next.  A choice whose search has too many nodes is left open.
 *
 * Rows do not become shorter (stage.h): most choices are decided in a few dozen nodes.
 */
#include "kernel.h"
#include "lists.h"
#include "rarest.h"

/* A depth of the search: the size of its list, the number of rows in its queue and the index of the next one, and
 * whether a row that was tried is excluded for later ones. */
typedef struct {
    i64 size, tries, next, in_turn;
} Depth;

typedef struct {
    POINTER(i64, chosen);  /* (choices, each): the options of each choice */
    POINTER(u64, single);  /* (words): the items of one copy, and MARK */
    POINTER(i64, counted); /* (copied): the items of several copies */
    POINTER(i64, lower);   /* (copied): their smallest numbers of copies */
    POINTER(i64, upper);   /* (copied): their largest numbers of copies */
    POINTER(Depth, depths);
    POINTER(u64, need);    /* (depths, words): items of one copy that must still be covered */
    POINTER(i64, used);    /* (depths, copied): copies so far */
    POINTER(u64, stack);   /* (depths, words + 1, room): for each depth its list, then its queue */
    POINTER(u64, scratch); /* (14 * words + 8) */
    POINTER(u64, recent);  /* (options): 1 if an option is in the solution found last, else 0 */
    POINTER(i64, path);    /* (depths): the chosen options */
    POINTER(i64, found);   /* (choices, longest): a solution for each choice, padded with -1 */
    POINTER(i64, verdict); /* (choices): OPEN, POSSIBLE or IMPOSSIBLE */
    i64 choices, each, longest, words, room, shift, copied;
    i64 most;                  /* the number of nodes after which a choice is left open */
    i64 work;                  /* about how many words may be read; on return, how many are left, perhaps below 0 */
    i64 now, last, depth;      /* the choice that is searched, the last one with a solution or -1; -1 before a search */
    i64 taken;                 /* how many options of the choice before are taken, at the first depths */
    i64 nodes, nodes_of_all;
} Choices;

enum { OPEN, POSSIBLE, IMPOSSIBLE };
enum { NODE = 64 }; /* the work of a node beside its lists, in words */

INLINE List list_at(const Choices *s, i64 depth) {
    return (List){s->stack + depth * (s->words + 1) * s->room, s->room, s->depths[depth].size};
}

INLINE i64 option_of(const Choices *s, u64 row) { return (i64)((row & (((u64)1 << ROW) - 1)) >> s->shift); }

/* Choose a row: copy the other rows of a depth's list that stay compatible to the next depth. */
INLINE void take(Choices *s, i64 depth, u64 *row) {
    const i64 words = s->words, copied = s->copied;
    const List list = list_at(s, depth);
    u64 *const block = s->scratch, *const need = s->need + depth * words;
    i64 *const used = s->used + depth * copied;
    for (i64 w = 0; w < words; w++) {
        const u64 bits = row[w * s->room];
        block[w] = bits & s->single[w];
        need[words + w] = need[w] & ~bits;
    }
    for (i64 c = 0; c < copied; c++) {
        const i64 w = s->counted[c] >> 6;
        const u64 bit = (u64)1 << (s->counted[c] & 63);
        used[copied + c] = used[c];
        if (row[w * s->room] & bit && ++used[copied + c] == s->upper[c]) block[w] |= bit;
    }
    block[words - 1] |= (u64)1 << MARK;
    u64 *const final = row + (words - 1) * s->room;
    s->path[depth] = option_of(s, *final);
    *final |= (u64)1 << MARK;
    s->depths[depth + 1].size = pack_in(1, words, list, block, list.at + (words + 1) * s->room, s->room);
    if (!s->depths[depth].in_turn) *final &= ~((u64)1 << MARK);
    s->work -= words * list.size + NODE;
}

INLINE void decide(Choices *s, i64 verdict) { s->verdict[s->now++] = verdict, s->depth = -1; }

/* Return the row of an option in a list, 0 if it is not there. */
INLINE u64 *row_of(const Choices *s, List list, i64 option) {
    const u64 *const final = list.at + (s->words - 1) * s->room;
    for (i64 k = 0; k < list.size; k++)
        if (option_of(s, final[k]) == option) return list.at + k;
    return 0;
}

/* Take the options of the next choice, but for the first ones if the choice before it has them, too.  If one of them
 * excludes another, the choice is decided. */
INLINE int begin(Choices *s) {
    const i64 *const chosen = s->chosen + s->now * s->each;
    i64 depth = 0;
    while (depth < s->taken && chosen[depth] == chosen[depth - s->each]) depth++;
    s->depth = s->each, s->nodes = 0;
    for (; depth < s->each; depth++) {
        u64 *const row = row_of(s, list_at(s, depth), chosen[depth]);
        if (!row) break;
        take(s, depth, row);
    }
    s->taken = depth;
    if (depth < s->each) decide(s, IMPOSSIBLE);
    return depth == s->each;
}

/* Write the solution: the options chosen at all depths before this one. */
static void take_down(Choices *s) {
    i64 *const found = s->found + s->now * s->longest, *const before = s->found + s->last * s->longest;
    for (i64 d = 0; s->last >= 0 && d < s->longest && before[d] >= 0; d++) s->recent[before[d]] = 0;
    for (i64 d = 0; d < s->longest; d++) found[d] = d < s->depth ? s->path[d] : -1;
    for (i64 d = 0; d < s->depth; d++) s->recent[found[d]] = 1;
    s->last = s->now;
}

/* Queue the rows that cover an item and leave a row for every other item that is needed. */
INLINE i64 queue_rows(Choices *s, List list, i64 item, i64 rows) {
    u64 *const queue = list.at + s->words * s->room, *const ruled = s->scratch;
    covering(list.at + (item >> 6) * s->room, list.size, item & 63, queue);
    for (i64 w = 0; w < s->words; w++) ruled[w] = s->single[w];
    for (i64 c = 0; c < s->copied; c++)
        if (s->used[s->depth * s->copied + c] + 1 == s->upper[c])
            ruled[s->counted[c] >> 6] |= (u64)1 << (s->counted[c] & 63);
    s->nodes += rows, s->nodes_of_all += rows;
    s->work -= rows * s->words * list.size;
    return survivors_in(1, s->words, list, ruled, 0, s->need + s->depth * s->words, queue, rows, s->scratch + s->words);
}

/* Queue the rows of the first item that needs more copies; return 0 if there is none. */
static int queue_copies(Choices *s, List list, Depth *here) {
    for (i64 c = 0; c < s->copied; c++) {
        const i64 missing = s->lower[c] - s->used[s->depth * s->copied + c], item = s->counted[c];
        if (missing <= 0) continue;
        const i64 rows = count(list.at + (item >> 6) * s->room, list.size, item & 63);
        here->in_turn = 1;
        here->tries = rows < missing ? 0 : rows - missing + 1;
        if (here->tries) covering(list.at + (item >> 6) * s->room, list.size, item & 63, list.at + s->words * s->room);
        s->nodes += here->tries, s->nodes_of_all += here->tries;
        return 1;
    }
    return 0;
}

/* Begin a node, or decide the choice if its path is a solution. */
INLINE void enter(Choices *s) {
    const List list = list_at(s, s->depth);
    Depth *const here = s->depths + s->depth;
    const u64 *const need = s->need + s->depth * s->words, *const final = list.at + (s->words - 1) * s->room;
    u64 *const queue = list.at + s->words * s->room;
    u64 open = 0;
    for (i64 w = 0; w < s->words; w++) open |= need[w];
    here->next = here->tries = here->in_turn = 0;
    s->work -= 2 * s->words * list.size + NODE;
    if (!open) {
        if (!queue_copies(s, list, here)) take_down(s), decide(s, POSSIBLE);
        return;
    }
    const Rarest rarest = rarest_in(1, s->words, list, need, s->scratch + s->words);
    if (!rarest.rows) return;
    here->tries = queue_rows(s, list, rarest.item, rarest.rows);
    for (i64 k = 1; k < here->tries; k++)
        if (s->recent[option_of(s, final[queue[k]])]) {
            const u64 first = queue[0];
            queue[0] = queue[k], queue[k] = first;
        }
}

/* Choose the next row of the queue and go to the next depth. */
INLINE void try_next(Choices *s) {
    const List list = list_at(s, s->depth);
    Depth *const here = s->depths + s->depth;
    u64 *const row = list.at + list.at[s->words * s->room + here->next++];
    take(s, s->depth, row);
    s->depth++;
    enter(s);
}

/* Decide choices until the work is done; return whether all are done. */
KERNEL(choices)(Choices *s) {
    while (s->work > 0) {
        if (s->depth < 0) {
            if (s->now == s->choices) return EXHAUSTED;
            if (begin(s)) enter(s);
        } else if (s->nodes > s->most) {
            decide(s, OPEN);
        } else if (s->depths[s->depth].next < s->depths[s->depth].tries) {
            try_next(s);
        } else if (--s->depth < s->each) {
            decide(s, IMPOSSIBLE);
        }
    }
    return BUDGET_SPENT;
}
