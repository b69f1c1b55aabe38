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
 * A row may cover such an item several times.  Its weight is told in steps (cover/weights.py): bits that rows of at
 * least some weight have.  In the arrays of items of several copies, the steps of an item follow it:
 *
 *     counted   item a   step 2   step 5   item b        a row that covers a
 *     least        1        2        5        1          twice          1 1 .
 *     more         1        1        3        1          five times     1 1 1
 *
 * A search that is expected to be long *shaves* the lists of its first depths: all their rows are tried as in steps 2
 * and 3, and those that would be dropped are removed, so that all lists below get shorter (see Mrv.shave in mrv.py).
 * Where it pays, lists are *weeded* at all depths: the same is done with the rows of rare items, before an item is
 * chosen (weed.c).
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
#include "weed.h"

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

/* Return the entry behind those of an item of several copies: its own, and those of its steps. */
INLINE i64 end_of(const Mrv *s, i64 c) {
    do c++;
    while (c < s->copied && s->least[c] > 1);
    return c;
}

/* The same as `choose_counted` for items with weights.  If no row covers the item more than w times, k more times take
 * k / w rows, rounded up. */
static NOINLINE Choice choose_weighted(const Mrv *s, const i64 *counted, const i64 *used, List list, Choice best) {
    for (i64 c = 0, end; c < s->copied; c = end) {
        end = end_of(s, c);
        const i64 missing = s->lower[c] - used[c];
        if (missing <= 0) continue;
        i64 rows = 0, available = 0, heaviest = 1;
        for (i64 e = c; e < end; e++) {
            const i64 item = counted[e];
            const i64 many = item < 0 ? 0 : count(list.at + (item >> 6) * list.room, list.size, item & 63);
            if (e == c) rows = many;
            if (many) heaviest = s->least[e];
            available += s->more[e] * many;
        }
        const i64 tries = available < missing ? 0 : rows - (missing + heaviest - 1) / heaviest + 1;
        if (best.solved || tries < best.tries) best = (Choice){counted[c], tries, available < missing ? 0 : rows, 0};
    }
    return best;
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

/* The same with weights: two rows that have a step, or cover the item, are too heavy together. */
static NOINLINE void full_with_weights(const Mrv *s, const i64 *counted, const i64 *used, u64 *full) {
    for (i64 c = 0, end; c < s->copied; c = end) {
        end = end_of(s, c);
        for (i64 e = c; e < end; e++)
            if (counted[e] >= 0 && 2 * s->least[e] > s->upper[c] - used[c])
                full[counted[e] >> 6] |= (u64)1 << (counted[e] & 63);
    }
}

/* Keep the options of a queue that leave a row for every other item of `need` (lists.h), as many as the work is
 * enough for, but four or more; `tried` of them were tried before, and the first `kept` places are kept. */
INLINE void sift(const int here, i64 words, List list, const u64 *ruled, const u64 *pairs, const u64 *need, u64 *queue,
                 i64 many, i64 *tried, i64 *kept, u64 *scratch, i64 *work) {
    const i64 each = words * list.size + NODE;
    i64 now = many - *tried;
    if (now * each > *work) now = smaller(now, larger(*work / each, 0) / 4 * 4 + 4);
    const i64 more = survivors_in(here, words, list, ruled, pairs, need, queue + *tried, now, scratch);
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

/* A node of the tree: its options (`list`), the places of those to try (`queue`), and what its depth and stage have in
 * the arrays of the structure. */
typedef struct {
    int here; /* whether the loops over rows of one and two words are in the search itself (lists.h) */
    int weighted;
    i64 words;
    Level *level;
    List list;
    u64 *queue, *need;
    const u64 *single, *pairs;
    const i64 *counted;
    i64 *used;
} Node;

/* The variables of a call: the head, how many options of the path are in `path`, the solutions found, the work that is
 * left, and working memory for rows. */
typedef struct {
    i64 depth, nodes, step, tried, kept, reached;
    i64 known, solutions, work;
    u64 *block, *alive, *ruled, *scratch;
} Run;

/* Where the list of a child is to be written. */
typedef struct {
    i64 base, room;
} Place;

INLINE Node node_at(const Mrv *s, i64 depth, const int here, const int coloured, const int weighted) {
    Level *const level = s->levels + depth;
    const i64 stage = level->stage, words = s->stages[stage].words;
    const List list = {s->stack + level->base, level->room, level->size};
    return (Node){
        .here = here,
        .weighted = weighted,
        .words = words,
        .level = level,
        .list = list,
        .queue = list.at + words * list.room,
        .need = s->need + depth * s->widest,
        .single = s->single + stage * s->widest,
        .pairs = coloured ? s->pairs + stage * s->widest : 0,
        .counted = s->counted + stage * s->copied,
        .used = s->used + depth * s->copied,
    };
}

/* Begin a node. */
INLINE void enter(Run *r, i64 depth) { r->depth = depth, r->step = SHAVING, r->tried = r->kept = 0; }

INLINE void find_full(const Mrv *s, const Node *n, Run *r) {
    full_if_chosen(s, n->words, n->single, n->counted, n->used, r->ruled);
    if (n->weighted) full_with_weights(s, n->counted, n->used, r->ruled);
}

INLINE void sift_queue(const Mrv *s, const int here, const Node *n, Run *r, i64 many) {
    find_full(s, n, r);
    sift(here, n->words, n->list, r->ruled, n->pairs, n->need, n->queue, many, &r->tried, &r->kept, r->scratch,
         &r->work);
}

/* Remove the rows that would be dropped if they were tried; return 0 if the work was not enough for all of them. */
INLINE int shave(const Mrv *s, Node *n, Run *r) {
    for (i64 k = r->tried; k < n->list.size; k++) n->queue[k] = (u64)k;
    sift_queue(s, 0, n, r, n->list.size);
    if (r->tried < n->list.size) {
        n->level->tries = n->level->next = 0; /* not known yet */
        return 0;
    }
    if (r->kept < n->list.size) n->level->size = n->list.size = keep(n->words, n->list, n->queue, r->kept);
    return 1;
}

INLINE int is_weeded(const Mrv *s, i64 rows) { return rows <= s->weeded_to && rows >= s->weeded_from; }

typedef struct {
    Rarest rarest;
    i64 tried;
} Weeded;

/* Weed a list, and find its rarest item.  A search that is recorded has to try all rows of the item, so that it weeds a
 * copy of the list; there is as much room behind the queue (see `search`).  The variables of a call are not passed, so
 * that they stay in registers. */
static NOINLINE Weeded weed_list(i64 words, List list, const u64 *ruled, const u64 *pairs, const u64 *need, u64 *queue,
                                 u64 *block, u64 *scratch, int recording) {
    if (recording) {
        const List all = list;
        for (i64 w = 0; w < words; w++) block[w] = padding((int)w, (int)words);
        list.at = queue + 2 * list.room;
        pack(words, all, block, list.at, list.room);
    }
    Weeded found;
    found.tried = weed(words, list, ruled, pairs, need, queue, &found.rarest, scratch);
    return found;
}

/* Return the item to branch on; if its list is weeded, write how many rows were tried to `tried`, else 0. */
INLINE Choice choose(Mrv *s, const Node *n, Run *r, const int recording, i64 *tried) {
    const List list = n->list;
    Choice best = {64 * (n->words - 1) + ROW, list.size, list.size, 1}; /* any option at all */
    u64 open = 0;
    for (i64 w = 0; w < n->words; w++) open |= n->need[w];
    *tried = 0;
    if (open) {
        Rarest found;
        if (is_weeded(s, list.size)) {
            find_full(s, n, r);
            const Weeded weeded =
                weed_list(n->words, list, r->ruled, n->pairs, n->need, n->queue, r->block, r->scratch, recording);
            found = weeded.rarest, *tried = weeded.tried;
            r->work -= (*tried + 2 * ROUNDS) * (n->words * list.size + NODE);
            r->nodes += *tried;
        } else found = rarest_in(n->here, n->words, list, n->need, r->scratch);
        best = (Choice){found.item, found.rows, found.rows, 0};
        if (recording && *tried) best.options = count(list.at + (found.item >> 6) * list.room, list.size, found.item & 63);
        if (found.rows >= MANY) r->work -= SLOW * n->words * list.size;
    }
    r->work -= (2 * n->words + s->copied) * list.size + NODE;
    if (n->weighted) return choose_weighted(s, n->counted, n->used, list, best);
    return s->copied ? choose_counted(s, n->counted, n->used, list, best) : best;
}

/* Add up what a probe sees at a node (probe.py), and leave one random option to try. */
INLINE void probe(Mrv *s, const Node *n, i64 depth, i64 tried, Choice *best) {
    double *const weight = s->weight + depth, *const sums = s->weight + s->weights - 3;
    const double size = (double)n->list.size, words = (double)n->words;
    weight[1] = (double)best->tries * weight[0];
    s->shaving[depth] += weight[0] * size * size * words;
    const double tries = weight[0] * (double)(tried ? tried : best->tries);
    sums[2] += tries;
    sums[1] += tries * size * words;
    sums[0] += weight[0] * best->solved;
    if (best->tries > 1) n->queue[0] = n->queue[roll(s->dice, best->tries)], best->tries = 1;
}

/* Choose the item to branch on, and queue its options.  If every item has enough copies, the path is a solution. */
INLINE void choose_item(Mrv *s, const Node *n, Run *r, const int recording) {
    i64 tried;
    Choice best = choose(s, n, r, recording, &tried);
    if (recording) {
        best.tries = best.options;
        write_code(s, best.solved ? s->items : best.tries ? best.item : s->items + DEAD_END);
    }
    const u64 *const column = n->list.at + (best.item >> 6) * n->list.room;
    if (best.tries > 0) covering(column, n->list.size, best.item & 63, n->queue);
    if (!recording && s->dice->seed) {
        probe(s, n, r->depth, tried, &best);
    } else if (best.solved) {
        take_down(s, r->depth, r->known, s->found + r->solutions++ * s->found_width);
        r->known = r->depth;
    }
    n->level->in_turn = best.tries > 0 && !(n->single[best.item >> 6] >> (best.item & 63) & 1);
    n->level->tries = best.tries;
    n->level->next = r->tried = r->kept = 0;
    r->step = BRANCHING;
    if (!recording && !n->level->in_turn && !tried) r->nodes += best.tries, r->step = SIFTING;
}

/* Do the steps before the options are tried, from the present one on; return 0 if the work was not enough. */
INLINE int prepare(Mrv *s, Node *n, Run *r, const int recording) {
    if (r->step == SHAVING) {
        if (!recording && r->depth <= s->shaved && !s->dice->seed && !shave(s, n, r)) return 0;
        r->step = CHOOSING;
    }
    if (r->step == CHOOSING) choose_item(s, n, r, recording);
    if (r->step == SIFTING) {
        sift_queue(s, n->here, n, r, n->level->tries);
        if (r->tried < n->level->tries) return 0;
        n->level->tries = r->kept;
        r->step = BRANCHING;
    }
    return 1;
}

/* The list of an only child overwrites a long list, which is not needed any more, so that forced moves take no memory.
 * The list of the root is kept. */
INLINE Place place_below(const Node *n, i64 depth) {
    const List list = n->list;
    if (n->words > SHORT && depth > 0 && n->level->tries == 1 && !n->level->in_turn)
        return (Place){n->level->base, list.room};
    return (Place){n->level->base + (n->words + 1) * list.room, (list.size + 7) / 8 * 8 + 8};
}

/* Return to the depth above, or to the root for the next probe; return 0 if the search is over. */
INLINE int backtrack(Mrv *s, Run *r) {
    if (--r->depth >= 0) return 1;
    if (!is_thrown_again(s->dice)) return 0;
    enter(r, 0);
    return 1;
}

/* Add up what a row covers of items with weights, and write to `block` the steps that are too heavy then. */
static NOINLINE void block_with_weights(const Mrv *s, const Node *n, const u64 *row, u64 *block) {
    const i64 *const counted = n->counted;
    for (i64 c = 0, end; c < s->copied; c = end) {
        i64 used = n->used[c];
        end = end_of(s, c);
        for (i64 e = c; e < end; e++)
            if (counted[e] >= 0 && row[(counted[e] >> 6) * n->list.room] >> (counted[e] & 63) & 1) used += s->more[e];
        for (i64 e = c; e < end; e++)
            if (counted[e] >= 0 && s->least[e] > s->upper[c] - used)
                block[counted[e] >> 6] |= (u64)1 << (counted[e] & 63);
        n->used[s->copied + c] = used;
    }
}

/* Write what excludes others when this row is chosen to `block`: its items of one copy, other colours, and counted
 * items that are full then; and what the child needs and has used. */
INLINE void block_by(const Mrv *s, const Node *n, const u64 *row, u64 *block) {
    const i64 room = n->list.room, widest = s->widest, copied = s->copied;
    for (i64 w = 0; w < n->words; w++) {
        const u64 bits = row[w * room];
        block[w] = ruled_out(bits, n->single, n->pairs, w);
        n->need[widest + w] = n->need[w] & ~bits;
    }
    if (n->weighted) block_with_weights(s, n, row, block);
    else for (i64 c = 0; c < copied; c++) {
        const i64 w = n->counted[c] >> 6;
        const u64 bit = (u64)1 << (n->counted[c] & 63);
        n->used[copied + c] = n->used[c];
        if (w >= 0 && row[w * room] & bit && ++n->used[copied + c] == s->upper[c]) block[w] |= bit;
    }
    block[n->words - 1] |= (u64)1 << MARK;
}

/* Return the items that the child needs and no row of its list covers, as bits of any word. */
INLINE u64 lost_items(const Mrv *s, const Node *n, const Run *r) {
    u64 lost = 0;
    unite_in(n->here, n->words, n->list, r->block, r->alive, r->scratch);
    for (i64 w = 0; w < n->words; w++) lost |= n->need[s->widest + w] & ~r->alive[w];
    return lost;
}

/* Rows of few items become shorter (stage.h). */
INLINE void narrow_child(Mrv *s, const Node *n, Run *r, i64 size) {
    const Stage *const stage = s->stages + n->level->stage;
    r->alive[n->words - 1] &= ((u64)1 << stage->shift) - 1;
    if (n->pairs) drop_colours(n->words, n->pairs, r->alive);
    i64 items = 0;
    for (i64 w = 0; w < n->words; w++) items += population(r->alive[w]);
    if (items > stage->enough) return;
    r->work -= SLOW * n->words * size;
    narrow(s, r->depth + 1, r->alive, items, r->scratch);
}

/* Copy the rows that stay compatible to the child's list, and go there. */
INLINE void descend(Mrv *s, const Node *n, Run *r, Place to, const int recording) {
    const i64 size = pack_in(n->here, n->words, n->list, r->block, s->stack + to.base, to.room);
    const i64 end = to.base + n->words * to.room;
    if (end > r->reached) r->work -= FRESH * n->words * size, r->reached = end;
    Level *const child = n->level + 1;
    child->base = to.base, child->room = to.room, child->size = size, child->stage = n->level->stage;
    if (!recording && n->words > 1) narrow_child(s, n, r, size);
    enter(r, r->depth + 1);
}

/* Try the next option of the queue. */
INLINE void try_next(Mrv *s, const Node *n, Run *r, Place to, const int recording) {
    const u64 *const row = n->list.at + n->queue[n->level->next++];
    u64 *const final = (u64 *)row + (n->words - 1) * n->list.room;
    const i64 in_turn = n->level->in_turn;
    n->level->chosen = number_of(*final, s->stages[n->level->stage].shift);
    r->known = smaller(r->known, r->depth);
    r->work -= 3 * n->words * n->list.size + NODE;
    block_by(s, n, row, r->block);
    if (in_turn) r->nodes++, *final |= (u64)1 << MARK; /* exclude it for its subtree and for later siblings */
    const int known = !recording && !in_turn && !is_weeded(s, n->list.size); /* to survive */
    if ((!known || n->words > 1) && lost_items(s, n, r)) {
        if (recording) write_code(s, s->items + DEAD_END);
    } else {
        descend(s, n, r, to, recording);
    }
    if (in_turn && s->dice->seed) *final &= ~((u64)1 << MARK); /* for the next probe */
}

/* Search about `budget` nodes, or until the work is done, or `found` or `codes` is full; return the reason for the
 * stop. */
INLINE i64 search(Mrv *s, const int here, const int recording, const int coloured, const int weighted) {
    const Head *const head = s->head;
    u64 *const rows = s->scratch;
    Run r = {head->depth, head->nodes, head->step, head->tried, head->kept, head->reached, 0, 0, s->work,
             rows, rows + s->widest, rows + 2 * s->widest, rows + 3 * s->widest};
    const i64 last = r.nodes + s->budget;
    i64 outcome = BUDGET_SPENT;
    s->written = 0;
    if (r.depth < 0) enter(&r, 0);
    for (;;) {
        Node n = node_at(s, r.depth, here, coloured, weighted);
        if (!prepare(s, &n, &r, recording)) break;
        if (r.work <= 0 || (recording ? s->written == s->code_room : r.nodes >= last)) break;
        outcome = FOUND_FULL;
        if (r.solutions == s->found_rows) break;
        const Place to = place_below(&n, r.depth);
        outcome = STACK_FULL; /* unless there is room for lists of two stages and the queue */
        if (to.base + (2 * n.words + 2) * to.room > s->stack_size) break;
        outcome = EXHAUSTED;
        if (n.level->next < n.level->tries) try_next(s, &n, &r, to, recording);
        else if (!backtrack(s, &r)) break;
        outcome = BUDGET_SPENT;
    }
    *s->head = (Head){r.depth, r.nodes, r.step, r.tried, r.kept, r.reached};
    s->solutions = r.solutions, s->work = r.work;
    return outcome;
}

/* Separate functions, so that the search without colours and weights can use more registers. */
static NOINLINE i64 search_in_colours(Mrv *s) { return search(s, 1, 0, 1, 0); }
static NOINLINE i64 search_with_weights(Mrv *s) { return search(s, 0, 0, s->coloured != 0, 1); }

KERNEL(mrv)(Mrv *s) {
    if (s->weighted) return search_with_weights(s);
    return s->coloured ? search_in_colours(s) : search(s, 1, 0, 0, 0);
}

KERNEL(record)(Mrv *s) { return search(s, 0, 1, s->coloured != 0, s->weighted != 0); }
