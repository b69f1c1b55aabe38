/* Counts the solutions of a cover, and remembers how many each subproblem has.
 *
 * The search is that of mrv.c: it branches on the item with the fewest options left.  But it lists no solutions.  Two
 * nodes from which the same is left to do, their *state*, have as many solutions below them, so that the second one is
 * looked up:
 *
 *     a a . .      a b . .      the same four cells are left, and equal copies of the pieces: one state
 *     b b . .      a b . .
 *
 * A state is exact: it is all that bounds the options below.
 *
 *     open items    a bit for each item of one copy, and for each colour, that an option below still covers
 *     sums          how much each sum has so far plus 1, or 0 if no option below adds to it
 *     floors        the least number of an option that may add to a sum, see below
 *
 * If all items must be covered once, the open ones are those that must still be covered.  A *sum* is an item of several
 * copies; an option adds its weight to it, of which there may be several (an orbit of options counts for each of its
 * members, see engines/memo/problem.py).  In a row of bits a sum has a column for each weight.  If no item must be
 * covered once any more, a sum is branched on: its options are tried in ascending order, and those that were tried are
 * excluded, so the first option that is allowed, its floor, belongs to the state.  If every sum has enough, the chosen
 * options are a solution, and further options are tried in the same way; their floor follows after those of sums.
 *
 * The table of states has `last` + 1 entries, a power of two:
 *
 *     entry    size of the subtree (0: free), state, number of solutions as one or more limbs
 *
 * A state is stored in the first free entry from its hash on, and the table grows when half of it is full.  When it may
 * not grow any more, a state is in one of WINDOW entries; if none is free, that with the smallest subtree makes room.
 * The hash only selects entries; states are compared word by word.
 *
 * Masaaki Nishino, Norihito Yasuda, Shin-ichi Minato and Masaaki Nagata, Dancing with decision diagrams, AAAI 2017.
 */
#include "limbs.h"
#include "memo.h"
#include "rarest.h"

enum {
    ANY = -1,   /* in place of a sum: any option at all */
    NODE = 64,  /* the work of a node beside its lists, in words */
    SLOW = 8,   /* the work for a word whose bits are counted one by one */
    WINDOW = 4, /* entries in which a state may be if the table does not grow any more */
    UNDER = 1,  /* nodes below a state from which on it is stored */
};

/* What is done at a node, in this order; the second step may take several calls. */
enum { CHOOSING, SIFTING, BRANCHING };

typedef struct {
    Level *level;
    List list;
    u64 *queue, *need, *key, *sum;
    i64 *used, *floors;
} Node;

typedef struct {
    i64 item, sum, tries; /* the item of one copy or the sum to branch on, and the number of options to try first */
    int solved;           /* whether nothing more must be covered */
} Choice;

/* The variables of a call: the head, the work that is left, and working memory for rows. */
typedef struct {
    i64 depth, nodes, step, tried, kept, met, work;
    u64 *block, *alive, *scratch;
} Run;

INLINE Node node_at(const Memo *s, i64 depth) {
    Level *const level = s->levels + depth;
    const List list = {s->stack + level->base, level->room, level->size};
    return (Node){
        .level = level,
        .list = list,
        .queue = list.at + s->words * list.room,
        .need = s->need + depth * s->words,
        .key = s->keys + depth * s->key_words,
        .sum = s->totals + depth * s->limbs,
        .used = s->used + depth * s->sums,
        .floors = s->floors + depth * (s->sums + 1),
    };
}

/* The table */

INLINE u64 hash(const Memo *s, const u64 *key) {
    u64 mixed = 0;
    for (i64 w = 0; w < s->key_words; w++) {
        mixed = (mixed ^ key[w]) * s->mixer;
        mixed ^= mixed >> 32;
    }
    return mixed;
}

INLINE int is_equal(const u64 *a, const u64 *b, i64 words) {
    u64 differing = 0;
    for (i64 w = 0; w < words; w++) differing |= a[w] ^ b[w];
    return !differing;
}

INLINE u64 *entry_at(const Memo *s, u64 place) {
    return s->table + (i64)(place & (u64)s->last) * (1 + s->key_words + s->limbs);
}

INLINE u64 window(const Memo *s) { return s->growing ? (u64)s->last + 1 : WINDOW; }

/* Return the number of solutions of a state, or 0 if it is not in the table. */
INLINE const u64 *looked_up(const Memo *s, const u64 *key) {
    const u64 place = hash(s, key), many = window(s);
    for (u64 i = 0; i < many; i++) {
        const u64 *const entry = entry_at(s, place + i);
        if (!entry[0]) return 0;
        if (is_equal(entry + 1, key, s->key_words)) return entry + 1 + s->key_words;
    }
    return 0;
}

/* Store an entry that is not in the table. */
INLINE void store_entry(Memo *s, u64 under, const u64 *key, const u64 *total) {
    const u64 place = hash(s, key), many = window(s);
    u64 *at = entry_at(s, place);
    for (u64 i = 1; i < many && at[0]; i++) {
        u64 *const other = entry_at(s, place + i);
        if (other[0] < at[0]) at = other;
    }
    s->stored += !at[0];
    at[0] = under;
    for (i64 w = 0; w < s->key_words; w++) at[1 + w] = key[w];
    for (i64 limb = 0; limb < s->limbs; limb++) at[1 + s->key_words + limb] = total[limb];
}

/* Store the entries from `first` to `until` of an older table, `before`. */
KERNEL(rehash)(Memo *s) {
    const i64 size = 1 + s->key_words + s->limbs;
    for (i64 k = s->first; k < s->until; k++) {
        const u64 *const entry = s->before + k * size;
        if (entry[0]) store_entry(s, entry[0], entry + 1, entry + 1 + s->key_words);
    }
    return 0;
}

/* Choosing */

/* If a sum cannot reach its lower bound, choose it, with no options; if nothing else must be covered, choose the sum
 * with the fewest first options. */
INLINE Choice choose_sum(const Memo *s, const Node *n, Choice best, i64 *work) {
    for (i64 c = 0; c < s->sums; c++) {
        const i64 missing = s->bounds[c].lower - n->used[c];
        if (missing <= 0) continue;
        i64 weight = 0, options = 0;
        for (i64 i = s->bounds[c].first; i < s->bounds[c].until; i++) {
            const i64 bit = s->columns[i].bit;
            const i64 many = count(n->list.at + (bit >> 6) * n->list.room, n->list.size, bit & 63);
            weight += many * s->columns[i].weight, options += many;
        }
        *work -= n->list.size * (s->bounds[c].until - s->bounds[c].first);
        const i64 least = (missing + s->bounds[c].heaviest - 1) / s->bounds[c].heaviest; /* options that are needed */
        if (weight < missing) return (Choice){0, c, 0, 0};
        if (best.solved || (best.sum >= 0 && options - least + 1 < best.tries))
            best = (Choice){0, c, options - least + 1, 0};
    }
    return best;
}

INLINE Choice choose(const Memo *s, const Node *n, Run *r, const int general) {
    Choice best = {0, ANY, n->list.size, 1};
    u64 open = 0;
    for (i64 w = 0; w < s->words; w++) open |= n->need[w];
    r->work -= 2 * s->words * n->list.size + NODE;
    if (open) {
        const Rarest found = rarest_in(!general, s->words, n->list, n->need, r->scratch);
        if (found.rows >= MANY) r->work -= SLOW * s->words * n->list.size;
        best = (Choice){found.item, ANY, found.rows, 0};
    }
    return general ? choose_sum(s, n, best, &r->work) : best;
}

/* Write the places of the rows that add to a sum, or of all rows, to `places`. */
static NOINLINE void adding(const Memo *s, List list, i64 sum, u64 *places) {
    for (i64 k = 0; k < list.size; k++) {
        u64 has = sum == ANY;
        for (i64 i = has ? 0 : s->bounds[sum].first; !has && i < s->bounds[sum].until; i++) {
            const i64 bit = s->columns[i].bit;
            has = list.at[(bit >> 6) * list.room + k] >> (bit & 63) & 1;
        }
        *places = (u64)k;
        places += has;
    }
}

/* Choose what to branch on, and queue its options. */
INLINE void choose_item(const Memo *s, const Node *n, Run *r, const int general) {
    const i64 words = s->words;
    if (r->depth == 0 && s->starts) { /* the options of one item, which the caller chose */
        n->level->tries = s->starts;
        for (i64 k = 0; k < s->starts; k++) n->queue[k] = (u64)s->start[k];
        n->level->in_turn = 0;
    } else {
        const Choice best = choose(s, n, r, general);
        if (best.solved) n->sum[0] = 1; /* a new node: no carry */
        n->level->in_turn = general && (best.solved || best.sum != ANY);
        n->level->branch = best.sum;
        n->level->tries = best.tries;
        if (n->level->in_turn) adding(s, n->list, best.sum, n->queue);
        else covering(n->list.at + (best.item >> 6) * n->list.room, n->list.size, best.item & 63, n->queue);
        r->work -= words * n->list.size;
    }
    n->level->next = r->tried = r->kept = 0;
    r->step = n->level->in_turn ? BRANCHING : SIFTING;
    r->nodes += n->level->in_turn ? 0 : n->level->tries;
}

/* Write the bits that exclude others after one more option is chosen to `full`: items of one copy, and columns of sums
 * that have less room than twice the column's weight. */
INLINE void full_if_chosen(const Memo *s, const i64 *used, u64 *full) {
    for (i64 w = 0; w < s->words; w++) full[w] = s->single[w];
    for (i64 i = 0; i < s->column_count; i++) {
        const Column column = s->columns[i];
        if (used[column.sum] + 2 * column.weight > s->bounds[column.sum].upper)
            full[column.bit >> 6] |= (u64)1 << (column.bit & 63);
    }
}

/* Let the processor fetch the entries in which the children's states may be: they are seldom in a cache. */
INLINE void fetch_entries(const Memo *s, const Node *n) {
    u64 *const key = n->key + s->key_words;
    for (i64 k = 0; k < n->level->tries; k++) {
        const u64 *const row = n->list.at + n->queue[k];
        for (i64 w = 0; w < s->words; w++) key[w] = n->need[w] & ~row[w * n->list.room];
        __builtin_prefetch(entry_at(s, hash(s, key)));
    }
}

/* Drop the options of the queue that leave an item without options; return 0 if the work was not enough for all. */
INLINE int sift(const Memo *s, Node *n, Run *r, const int general) {
    const i64 words = s->words, each = words * n->list.size + NODE;
    i64 now = n->level->tries - r->tried;
    if (now * each > r->work) now = smaller(now, larger(r->work / each, 0) / 4 * 4 + 4);
    if (general) full_if_chosen(s, n->used, r->block);
    const u64 *const pairs = general && s->coloured ? s->pairs : 0;
    u64 *const queue = n->queue;
    const i64 more = survivors_in(!general, words, n->list, general ? r->block : s->single, pairs, n->need,
                                  queue + r->tried, now, r->scratch);
    if (r->kept < r->tried)
        for (i64 k = 0; k < more; k++) queue[r->kept + k] = queue[r->tried + k];
    r->tried += now, r->kept += more, r->work -= now * each;
    if (r->tried < n->level->tries) return 0;
    n->level->tries = r->kept;
    r->step = BRANCHING;
    if (!general) fetch_entries(s, n);
    return 1;
}

/* Branching */

/* Write what excludes others when a row is chosen to `block`; and what the child needs, and has of each sum. */
INLINE void block_by(const Memo *s, const Node *n, const u64 *row, u64 *block, const int general) {
    const i64 words = s->words, room = n->list.room;
    const u64 *const pairs = general && s->coloured ? s->pairs : 0;
    for (i64 w = 0; w < words; w++) {
        const u64 bits = row[w * room];
        block[w] = ruled_out(bits, s->single, pairs, w);
        n->need[words + w] = n->need[w] & ~bits;
    }
    block[words - 1] |= (u64)1 << MARK;
    if (!general) return;
    i64 *const used = n->used + s->sums;
    for (i64 c = 0; c < s->sums; c++) used[c] = n->used[c];
    for (i64 i = 0; i < s->column_count; i++) {
        const Column column = s->columns[i];
        if (row[(column.bit >> 6) * room] >> (column.bit & 63) & 1) used[column.sum] += column.weight;
    }
    for (i64 i = 0; i < s->column_count; i++) {
        const Column column = s->columns[i];
        if (used[column.sum] + column.weight > s->bounds[column.sum].upper)
            block[column.bit >> 6] |= (u64)1 << (column.bit & 63);
    }
}

/* Write the child's state to its key; return 0 if something that it needs has no options.  `alive` is the union of its
 * rows. */
INLINE int state_of(const Memo *s, const Node *n, const u64 *alive) {
    const i64 words = s->words;
    u64 *const key = n->key + s->key_words, lost = 0;
    const u64 *const need = n->need + words;
    const i64 *const used = n->used + s->sums, *const floors = n->floors + s->sums + 1;
    for (i64 w = 0; w < words; w++) key[w] = alive[w] & s->keyed[w], lost |= need[w] & ~alive[w];
    if (lost) return 0;
    for (i64 w = words; w < s->key_words; w++) key[w] = 0;
    for (i64 c = 0; c < s->sums; c++) {
        u64 reached = 0;
        for (i64 i = s->bounds[c].first; i < s->bounds[c].until; i++)
            reached |= alive[s->columns[i].bit >> 6] >> (s->columns[i].bit & 63) & 1;
        if (!reached) {
            if (used[c] < s->bounds[c].lower) return 0;
            continue;
        }
        const Bounds *const b = s->bounds + c;
        key[b->word] |= (u64)(smaller(used[c], b->clip) + 1) << b->shift;
        key[b->floor_word] |= (u64)floors[c] << b->floor_shift;
    }
    if (alive[words - 1] >> ROW & 1) key[s->bounds[s->sums].floor_word] |= (u64)floors[s->sums] << s->bounds[s->sums].floor_shift;
    return 1;
}

/* Add the solutions below the chosen option to those of its node; return the carry. */
INLINE u64 credit(const Memo *s, const Node *n, i64 depth, const u64 *total) {
    if (depth || !s->starts) return add_limbs(n->sum, total, s->limbs);
    u64 carry = 0;
    for (i64 k = 0; k < s->factor[n->level->chosen]; k++) carry |= add_limbs(n->sum, total, s->limbs);
    return carry;
}

INLINE void enter(const Memo *s, Run *r, i64 depth) {
    r->depth = depth, r->step = CHOOSING, r->tried = r->kept = 0;
    s->levels[depth].entered = r->nodes;
    for (i64 limb = 0; limb < s->limbs; limb++) s->totals[depth * s->limbs + limb] = 0;
}

/* Try the next option of the queue; return the carry of the node's solutions. */
INLINE u64 try_next(const Memo *s, const Node *n, Run *r, const int general) {
    const i64 words = s->words, room = n->list.room;
    n->level->chosen = (i64)n->queue[n->level->next++];
    u64 *const row = n->list.at + n->level->chosen, *const final = row + (words - 1) * room;
    const u64 *key = n->need + words;
    r->work -= (general ? 3 : 2) * words * n->list.size + NODE;
    block_by(s, n, row, r->block, general);
    if (general) {
        i64 *const floors = n->floors + s->sums + 1;
        for (i64 c = 0; c <= s->sums; c++) floors[c] = n->floors[c];
        if (n->level->in_turn) {
            const i64 number = (i64)((*final & (((u64)1 << ROW) - 1)) >> s->shift);
            r->nodes++;
            floors[n->level->branch == ANY ? s->sums : n->level->branch] = number + 1;
            *final |= (u64)1 << MARK; /* exclude it for its subtree and for later siblings */
        }
        unite(words, n->list, r->block, r->alive, r->scratch);
        if (!state_of(s, n, r->alive)) return 0;
        key = n->key + s->key_words;
    } else {
        u64 open = 0;
        for (i64 w = 0; w < words; w++) open |= key[w], n->key[s->key_words + w] = key[w];
        if (!open) {
            for (i64 limb = 0; limb < s->limbs; limb++) r->scratch[limb] = !limb;
            return credit(s, n, r->depth, r->scratch);
        }
    }
    const u64 *const known = looked_up(s, key);
    if (known) {
        r->met++;
        return credit(s, n, r->depth, known);
    }
    Level *const child = n->level + 1;
    child->base = n->level->base + (words + 1) * room, child->room = (n->list.size + 7) / 8 * 8 + 8;
    child->size = pack_in(!general, words, n->list, r->block, s->stack + child->base, child->room);
    enter(s, r, r->depth + 1);
    return 0;
}

/* Store the state of the node, and return to the one above; return the carry of its solutions. */
INLINE u64 backtrack(Memo *s, const Node *n, Run *r) {
    const u64 under = (u64)(r->nodes - n->level->entered + 1);
    if (under > UNDER) store_entry(s, under, n->key, n->sum);
    const Node above = node_at(s, --r->depth);
    return credit(s, &above, r->depth, n->sum);
}

/* Search about `budget` nodes, or until the work is done; return the reason for the stop. */
INLINE i64 search(Memo *s, const int general) {
    u64 *const rows = s->scratch;
    Run r = {s->head->depth, s->head->nodes, s->head->step, s->head->tried, s->head->kept, s->head->met, s->work,
             rows, rows + s->words, rows + 2 * s->words};
    const i64 last = r.nodes + s->budget;
    i64 outcome = BUDGET_SPENT;
    if (r.depth < 0) enter(s, &r, 0);
    for (;;) {
        Node n = node_at(s, r.depth);
        if (r.step == CHOOSING) choose_item(s, &n, &r, general);
        if (r.step == SIFTING && !sift(s, &n, &r, general)) break;
        if (r.work <= 0 || r.nodes >= last) break;
        outcome = STACK_FULL; /* unless there is room for the child's list and its queue */
        if (n.level->base + 2 * (s->words + 1) * (n.list.room + 8) > s->stack_size) break;
        outcome = TABLE_FULL;
        if (s->growing && 2 * s->stored > s->last) break;
        u64 carry = 0;
        if (n.level->next < n.level->tries) {
            carry = try_next(s, &n, &r, general);
        } else {
            outcome = EXHAUSTED;
            if (!r.depth) break;
            carry = backtrack(s, &n, &r);
        }
        outcome = OVERFLOW;
        if (carry) break;
        outcome = BUDGET_SPENT;
    }
    *s->head = (Head){r.depth, r.nodes, r.step, r.tried, r.kept, r.met};
    s->work = r.work;
    return outcome;
}

/* A separate function, so that the search of plain covers can use more registers. */
static NOINLINE i64 search_in_general(Memo *s) { return search(s, 1); }

KERNEL(memo)(Memo *s) { return s->general ? search_in_general(s) : search(s, 0); }
