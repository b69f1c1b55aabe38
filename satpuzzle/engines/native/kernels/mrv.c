/* Minimum remaining values: branch on the item with the fewest options left.
 *
 * Every depth has the list of the options that are still compatible with the chosen ones, as packed rows of bits
 * (lists.h).  A list is processed in four steps:
 *
 *  1. Count for all items at once how many rows cover them (rarest.h), and take the item with the fewest.
 *  2. Try all options of that item side by side: OR together the rows that stay compatible with each, without copying.
 *  3. If a needed item is missing from the union, the option is dropped; most branches end here.
 *  4. For each option that is left, copy the rows that stay compatible to the next depth's list:
 *
 *     stack     | rows of depth 0        | queue | rows of depth 1 | queue | rows of depth 2 | queue | ...
 *                                           ^ the places of the options to try, in the list before it
 *
 * Items of several copies are counted separately.  Such an item with n options and k copies left has n - k + 1 first
 * choices, and an option is excluded after it was tried (Knuth's Algorithm M, TAOCP 7.2.2.1).  When every item has
 * enough copies, the chosen options are a solution; options that are still compatible lead to larger solutions in the
 * same way.
 *
 * A search that is expected to be long *shaves* the lists of its first depths: all their rows are tried as in steps 2
 * and 3, and those that would be dropped are removed, so that all lists below get shorter (see Mrv.shave in mrv.py).
 *
 * The same loop *records* a search: it also writes the item that each node branches on, so that another program can
 * walk the tree again (record.py).  Since the tree must contain every dead end, all options are then tried one after
 * the other, in ascending order, and rows are not narrowed.
 *
 * A node of a wide cover may have thousands of options, and each is compared with tens of thousands of rows.  So a call
 * ends after an amount of work, the words that it reads, and may end in the middle of a node:
 *
 *     queue     3 8 9 . . . 21 22 30 31 40        3, 8 and 9 are kept so far; 21 is tried next
 *                    ^ kept  ^ tried
 *
 * Solomon W. Golomb and Leonard D. Baumert, Backtrack programming, Journal of the ACM 12 (1965); the rule of Donald E.
 * Knuth's Algorithm X, Dancing links (2000).
 */
#include "mrv.h"
#include "rarest.h"
#include "stage.h"

enum {
    SHORT = 3,    /* rows of up to this number of words make lists that take little memory */
    COUNTED = 32, /* rows, a multiple of eight, that are counted before testing whether they are too many */
    DEAD_END = 1, /* this plus the number of items is recorded if an item has too few options */
    NODE = 64,    /* the work of a node beside its lists, in words */
    SLOW = 8,     /* the work for a word whose bits are counted or moved one by one */
    FRESH = 16,   /* the work for a word of the stack that is written for the first time: the system makes its page */
};

/* What is done at a node, in this order; the first and the third step may take several calls. */
enum { SHAVING, CHOOSING, SIFTING, BRANCHING };

typedef struct {
    i64 item, tries; /* the item to branch on, and the number of its options that may be chosen first */
    i64 options;     /* the number of all its options, if it needs several copies; else the same */
    int solved;      /* whether every item has enough copies */
} Choice;

/* Return the item of several copies with the fewest first choices, or `best` if that has fewer. */
INLINE Choice choose_counted(const Mrv *s, const i64 *counted, const i64 *used, List list, Choice best) {
    for (i64 c = 0; c < s->copied; c++) {
        const i64 missing = s->lower[c] - used[c], item = counted[c];
        if (missing <= 0) continue;
        i64 available = 0, seen = item >= 0 ? 0 : list.size;
        for (; seen < list.size && (best.solved || available - missing + 1 < best.tries); seen += COUNTED)
            available += count(list.at + (item >> 6) * list.room + seen, smaller(COUNTED, list.size - seen), item & 63);
        if (best.solved || available - missing + 1 < best.tries)
            best = (Choice){item, larger(available - missing + 1, 0), available >= missing ? available : 0, 0};
    }
    return best;
}

/* Return the item of one copy with the fewest options, counting bit by bit; used if the counts of `rarest` overflow. */
static Choice choose_among_many(i64 words, List list, const u64 *need) {
    Choice best = {0, list.size + 1, list.size + 1, 0};
    for (i64 w = 0; w < words; w++) {
        const u64 *const at = list.at + w * list.room;
        i64 counts[64] = {0};
        for (i64 k = 0; k < list.size; k++)
            for (u64 left = at[k] & need[w]; left; left &= left - 1) counts[lowest(left)]++;
        for (u64 left = need[w]; left; left &= left - 1) {
            const i64 available = counts[lowest(left)];
            if (available < best.tries) best = (Choice){64 * w + lowest(left), available, available, 0};
        }
    }
    return best;
}

INLINE Choice choose(const Mrv *s, i64 words, const i64 *counted, const i64 *used, List list, const u64 *need,
                     u64 *scratch, i64 *work) {
    Choice best = {64 * (words - 1) + ROW, list.size, list.size, 1}; /* any option at all */
    u64 open = 0;
    for (i64 w = 0; w < words; w++) open |= need[w];
    if (open) {
        const Rarest found = rarest(words, list, need, scratch);
        best = (Choice){found.item, found.rows, found.rows, 0};
        if (found.rows >= 1 << (PLANES - 1)) {
            best = choose_among_many(words, list, need);
            *work -= SLOW * words * list.size;
        }
    }
    *work -= (2 * words + s->copied) * list.size + NODE;
    return s->copied ? choose_counted(s, counted, used, list, best) : best;
}

/* Write the options chosen at all depths before this one to `row`; those before `known` are in `path` already. */
static void take_down(const Mrv *s, i64 depth, i64 known, i64 *row) {
    for (i64 d = known; d < depth; d++) s->path[d] = original_number(s, s->levels + d);
    for (i64 d = 0; d < s->found_width; d++) row[d] = d < depth ? s->path[d] : -1;
}

/* Write the items that are full after an option that covers them is chosen: items of one copy, and items of several
 * copies of which only one is left. */
INLINE void full_if_chosen(const Mrv *s, i64 words, const u64 *single, const i64 *counted, const i64 *used, u64 *full) {
    for (i64 w = 0; w < words; w++) full[w] = single[w];
    for (i64 c = 0; c < s->copied; c++) {
        const i64 item = counted[c];
        if (item >= 0 && used[c] + 1 == s->upper[c]) full[item >> 6] |= (u64)1 << (item & 63);
    }
}

/* Keep the options of a queue that leave a row for every other item of `need` (lists.h), as many as the work is
 * enough for, but four or more; `tried` of them were tried before, and the first `kept` places are kept. */
INLINE void sift(i64 words, List list, const u64 *ruled, const u64 *pairs, const u64 *need, u64 *queue, i64 many,
                 i64 *tried, i64 *kept, u64 *scratch, i64 *work) {
    const i64 each = words * list.size + NODE;
    i64 now = many - *tried;
    if (now * each > *work) now = smaller(now, larger(*work / each, 0) / 4 * 4 + 4);
    const i64 more = survivors(words, list, ruled, pairs, need, queue + *tried, now, scratch);
    if (*kept < *tried)
        for (i64 k = 0; k < more; k++) queue[*kept + k] = queue[*tried + k];
    *tried += now, *kept += more, *work -= now * each;
}

static void write_code(Mrv *s, i64 code) {
    if (s->code_bytes == 1) ((uint8_t *)s->codes)[s->written] = (uint8_t)code;
    else if (s->code_bytes == 2) ((uint16_t *)s->codes)[s->written] = (uint16_t)code;
    else ((uint32_t *)s->codes)[s->written] = (uint32_t)code;
    s->written++;
}

/* Search about `budget` nodes, or until the work is done, or `found` or `codes` is full; return the reason for the
 * stop. */
INLINE i64 search(Mrv *s, const int recording, const int coloured) {
    const i64 widest = s->widest, copied = s->copied;
    u64 *const block = s->scratch, *const alive = block + widest, *const ruled = alive + widest;
    u64 *const scratch = ruled + widest, *const stack = s->stack;
    Head *const head = s->head;
    i64 depth = head->depth, nodes = head->nodes, step = head->step, tried = head->tried, kept = head->kept;
    i64 known = 0, solutions = 0, work = s->work, reached = head->reached, outcome = BUDGET_SPENT;
    const i64 last = nodes + s->budget;
    s->written = 0;
    if (depth < 0) depth = 0, step = SHAVING, tried = kept = 0;
    for (;;) {
        Level *const level = s->levels + depth;
        const i64 now = level->stage, words = s->stages[now].words;
        const u64 *const single = s->single + now * widest;
        const u64 *const pairs = coloured ? s->pairs + now * widest : 0;
        const i64 *const counted = s->counted + now * copied;
        u64 *const need = s->need + depth * widest;
        i64 *const used = s->used + depth * copied;
        List list = {stack + level->base, level->room, level->size};
        u64 *const queue = list.at + words * list.room;

        if (step == SHAVING) {
            if (!recording && depth <= s->shaved && !s->dice->seed) {
                full_if_chosen(s, words, single, counted, used, ruled);
                for (i64 k = tried; k < list.size; k++) queue[k] = (u64)k;
                sift(words, list, ruled, pairs, need, queue, list.size, &tried, &kept, scratch, &work);
                if (tried < list.size) {
                    level->tries = level->next = 0; /* not known yet */
                    break;
                }
                if (kept < list.size) level->size = list.size = keep(words, list, queue, kept);
            }
            step = CHOOSING;
        }
        if (step == CHOOSING) { /* Choose the item to branch on, and which of its options to try. */
            Choice best = choose(s, words, counted, used, list, need, scratch, &work);
            if (recording) {
                best.tries = best.options;
                write_code(s, best.solved ? s->items : best.tries ? best.item : s->items + DEAD_END);
            }
            if (best.tries > 0) covering(list.at + (best.item >> 6) * list.room, list.size, best.item & 63, queue);
            if (!recording && s->dice->seed) {
                double *const weight = s->weight + depth, *const sums = s->weight + s->weights - 3;
                weight[1] = (double)best.tries * weight[0];
                s->shaving[depth] += weight[0] * (double)list.size * (double)list.size * (double)words;
                sums[2] += weight[1];
                sums[1] += weight[1] * (double)list.size * (double)words;
                sums[0] += weight[0] * best.solved;
                if (best.tries > 1) queue[0] = queue[roll(s->dice, best.tries)], best.tries = 1;
            } else if (best.solved) {
                take_down(s, depth, known, s->found + solutions++ * s->found_width);
                known = depth;
            }
            level->in_turn = best.tries > 0 && !(single[best.item >> 6] >> (best.item & 63) & 1);
            level->tries = best.tries;
            level->next = tried = kept = 0;
            step = BRANCHING;
            if (!recording && !level->in_turn) {
                nodes += best.tries;
                step = SIFTING;
            }
        }
        if (step == SIFTING) {
            full_if_chosen(s, words, single, counted, used, ruled);
            sift(words, list, ruled, pairs, need, queue, level->tries, &tried, &kept, scratch, &work);
            if (tried < level->tries) break;
            level->tries = kept;
            step = BRANCHING;
        }
        if (work <= 0 || (recording ? s->written == s->code_room : nodes >= last)) break;
        if (solutions == s->found_rows) {
            outcome = FOUND_FULL;
            break;
        }
        i64 target = level->base + (words + 1) * list.room, target_room = (list.size + 7) / 8 * 8 + 8;
        /* The list of an only child overwrites a long list, which is not needed any more, so that forced moves take no
         * memory.  The list of the root is kept. */
        if (words > SHORT && depth > 0 && level->tries == 1 && !level->in_turn)
            target = level->base, target_room = list.room;
        if (target + (2 * words + 2) * target_room > s->stack_size) { /* lists of two stages and the queue */
            outcome = STACK_FULL;
            break;
        }

        if (level->next == level->tries) { /* backtrack */
            if (--depth >= 0) continue;
            if (s->dice->probes <= 1) {
                outcome = EXHAUSTED;
                break;
            }
            s->dice->probes--;
            depth = 0, step = SHAVING, tried = kept = 0;
            continue;
        }
        /* The next option to try. */
        const u64 *const row = list.at + queue[level->next++];
        u64 *const final = (u64 *)row + (words - 1) * list.room;
        level->chosen = number_of(*final, s->stages[now].shift);
        known = smaller(known, depth);
        work -= 3 * words * list.size + NODE;

        /* Its block: its items of one copy, other colours, and counted items that are full now. */
        for (i64 w = 0; w < words; w++) {
            const u64 bits = row[w * list.room];
            block[w] = ruled_out(bits, single, pairs, w);
            need[widest + w] = need[w] & ~bits;
        }
        for (i64 c = 0; c < copied; c++) {
            const i64 w = counted[c] >> 6;
            const u64 bit = (u64)1 << (counted[c] & 63);
            used[copied + c] = used[c];
            if (w >= 0 && row[w * list.room] & bit && ++used[copied + c] == s->upper[c]) block[w] |= bit;
        }
        block[words - 1] |= (u64)1 << MARK;
        u64 lost = 0;
        if (level->in_turn) {
            nodes++;
            *final |= (u64)1 << MARK; /* exclude it for its subtree and for later siblings */
        }
        if (recording || level->in_turn || words > 1) {
            unite(words, list, block, alive, scratch);
            for (i64 w = 0; w < words; w++) lost |= need[widest + w] & ~alive[w];
        }
        if (!lost) {
            Level *const child = level + 1;
            const i64 size = pack(words, list, block, stack + target, target_room);
            if (target + words * target_room > reached) {
                work -= FRESH * words * size;
                reached = target + words * target_room;
            }
            child->base = target, child->room = target_room, child->size = size, child->stage = now;
            if (!recording && words > 1) {
                alive[words - 1] &= ((u64)1 << s->stages[now].shift) - 1;
                if (coloured) drop_colours(words, pairs, alive);
                i64 items = 0;
                for (i64 w = 0; w < words; w++) items += population(alive[w]);
                if (items <= s->stages[now].enough) {
                    work -= SLOW * words * size;
                    narrow(s, depth + 1, alive, items, scratch);
                }
            }
            depth++;
            step = SHAVING, tried = kept = 0;
        } else if (recording) {
            write_code(s, s->items + DEAD_END);
        }
        if (level->in_turn && s->dice->seed) *final &= ~((u64)1 << MARK); /* for the next probe */
    }
    *head = (Head){depth, nodes, step, tried, kept, reached};
    s->solutions = solutions, s->work = work;
    return outcome;
}

/* Separate functions, so that the search without colours can use more registers. */
static NOINLINE i64 search_in_colours(Mrv *s) { return search(s, 0, 1); }
static NOINLINE i64 record_in_colours(Mrv *s) { return search(s, 1, 1); }

KERNEL(mrv)(Mrv *s) { return s->coloured ? search_in_colours(s) : search(s, 0, 0); }

KERNEL(record)(Mrv *s) { return s->coloured ? record_in_colours(s) : search(s, 1, 0); }
