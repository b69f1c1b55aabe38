/* Edges: a search cell by cell, in which the colours of a cell's sides towards earlier cells say what may lie on it.
 *
 * Each option lies on exactly one cell and gives colours to items beside it.  Cells are filled in one fixed order, so
 * that each cell has *known* items, to which earlier cells have given colours, and *new* ones, to which it gives them.
 * The numbers of the known colours, in a mixed radix, are the number of a list of the options that fit:
 *
 *        +---+---+---+          known: the items u and l, new: r and d
 *        |   | u |   |          list:  lists + factor[u] hue[u] + factor[l] hue[l]
 *        +---+---+---+
 *        | l | ? | r            at the next cell, r is what l was here; so nothing is ever taken back:
 *        +---+ d +              a cell writes its new items again whenever it gets another option
 *
 * All that is left to ask is whether a copy of an option's piece is left.  A list consists of *chunks*, each with the
 * options of different pieces, as one word of bits; so one AND with the pieces that are left answers for up to 64
 * options, and what follows a place where nothing fits takes some nanoseconds:
 *
 *        mask of the chunk         . 1 . . 1 1 . 1      four entries, in the order of their pieces
 *        pieces that are left      1 . . 1 1 . . 1
 *        to try                    . . . . 1 . . 1      the second and the fourth entry: as many bits are below
 *
 * This is how the fast programs for the puzzle Eternity II search, which have a table by two colours.
 *
 * Items without colours have bounds.  An option has a first one, its piece, and perhaps others.  Where the number of
 * cells does not determine these, `wanted` copies are still needed, and each cell can supply at most `most`.
 */
#include "kernel.h"

enum { NODE = 8 }; /* the work of a node, in words */

/* An option in a list: its piece, the range of its items with bounds beyond that, and where its new colours are. */
typedef struct {
    i64 option, piece, more, end, hues;
} Entry;

/* Options of different pieces: the pieces as bits of a word, which word it is, and the first entry. */
typedef struct {
    u64 mask;
    i64 word, first;
} Chunk;

/* A cell: where its known items, with their factors, begin and end, and its new items; the number of its first list. */
typedef struct {
    i64 known, known_end, fresh, fresh_end, lists;
} Place;

/* A depth: its chunk and the end of its list, the pieces of the chunk that are to be tried, and the chosen entry or -1. */
typedef struct {
    i64 chunk, stop;
    u64 rest;
    i64 chosen;
} Level;

typedef struct {
    i64 depth, nodes;
    i64 wanted; /* copies that are still needed */
} Head;

typedef struct {
    POINTER(Place, places);  /* (cells) */
    POINTER(i64, known);     /* the known items of all cells */
    POINTER(i64, factor);    /* and their factors */
    POINTER(i64, fresh);     /* the new items of all cells */
    POINTER(i64, start);     /* (lists + 1): the first chunk of each list */
    POINTER(Chunk, chunks);
    POINTER(Entry, entries);
    POINTER(i64, hues);      /* for each entry, the colours of its cell's new items */
    POINTER(i64, more);      /* items with bounds */
    POINTER(i64, spare);     /* (items with bounds): copies that need not be there */
    POINTER(i64, left);      /* (items with bounds): copies that are left, */
    POINTER(u64, open);      /* and as bits whether any is */
    POINTER(i64, hue);       /* (items with colours): the colour of each, of those that have one */
    POINTER(Head, head);
    POINTER(Dice, dice);
    POINTER(double, weight);
    POINTER(Level, levels);
    POINTER(i64, found);     /* (found_rows, found_width) */
    i64 cells, most, weights, found_rows, found_width, budget;
    i64 work; /* about how many words may be read; on return, how many are left, perhaps below 0 */
    i64 solutions;
} Edges;

/* Take a copy of an item, or give it back; return whether it was needed. */
INLINE i64 take(const Edges *s, i64 item) {
    const i64 left = --s->left[item];
    s->open[item >> 6] &= ~((u64)(left == 0) << (item & 63));
    return left >= s->spare[item];
}

INLINE i64 give_back(const Edges *s, i64 item) {
    const i64 left = s->left[item]++;
    s->open[item >> 6] |= (u64)1 << (item & 63);
    return left >= s->spare[item];
}

INLINE int others_are_left(const Edges *s, const Entry *entry) {
    for (i64 i = entry->more; i < entry->end; i++)
        if (s->left[s->more[i]] == 0) return 0;
    return 1;
}

/* Take a copy of each item with bounds, and write the new colours; return how many of these copies were needed. */
INLINE i64 choose(const Edges *s, const Entry *entry, const Place *place) {
    i64 needed = take(s, entry->piece);
    for (i64 i = entry->more; i < entry->end; i++) needed += take(s, s->more[i]);
    const i64 *const given = s->hues + entry->hues, many = place->fresh_end - place->fresh;
    for (i64 i = 0; i < many; i++) s->hue[s->fresh[place->fresh + i]] = given[i];
    return needed;
}

INLINE i64 take_back(const Edges *s, const Entry *entry) {
    i64 needed = give_back(s, entry->piece);
    for (i64 i = entry->more; i < entry->end; i++) needed += give_back(s, s->more[i]);
    return needed;
}

/* The number of the list of the options that agree with all known colours. */
INLINE i64 list(const Edges *s, const Place *place) {
    i64 number = place->lists;
    for (i64 i = place->known; i < place->known_end; i++) number += s->factor[i] * s->hue[s->known[i]];
    return number;
}

INLINE u64 to_try(const Edges *s, i64 chunk) { return s->chunks[chunk].mask & s->open[s->chunks[chunk].word]; }

/* The entry of the lowest bit of `rest`. */
INLINE i64 entry_of(const Chunk *chunk, u64 rest) {
    return chunk->first + population(chunk->mask & ((rest & -rest) - 1));
}

/* Go on to the next entry that fits, from `level` on; it is chosen, or -1 if there is none. */
INLINE void next_entry(const Edges *s, Level *level) {
    level->chosen = -1;
    for (;;) {
        while (level->rest == 0) {
            if (++level->chunk >= level->stop) return;
            level->rest = to_try(s, level->chunk);
        }
        const i64 entry = entry_of(s->chunks + level->chunk, level->rest);
        level->rest &= level->rest - 1;
        if (!others_are_left(s, s->entries + entry)) continue;
        level->chosen = entry;
        return;
    }
}

/* Choose the only child that a probe visits, and update the weights. */
static void throw_dice(const Edges *s, Level *level, i64 depth) {
    const Level begin = *level;
    i64 children = 0;
    for (next_entry(s, level); level->chosen >= 0; next_entry(s, level)) children++;
    double *const weight = s->weight + depth, *const sums = s->weight + s->weights - 3;
    weight[1] = (double)children * weight[0];
    sums[2] += weight[1];
    sums[1] += weight[0] * (double)(begin.stop - begin.chunk - 1);
    *level = begin;
    if (children == 0) return;
    i64 skipped = children > 1 ? roll(s->dice, children) : 0;
    for (next_entry(s, level); skipped > 0; skipped--) next_entry(s, level);
    const Chunk *const chunk = s->chunks + level->chunk; /* this entry is to be tried, and no other one */
    const u64 piece = (u64)1 << (s->entries[level->chosen].piece & 63);
    *level = (Level){level->chunk, level->chunk + 1, chunk->mask & piece, -1};
}

static void write_down(const Edges *s, i64 *found) {
    for (i64 d = 0; d < s->found_width; d++) found[d] = d < s->cells ? s->entries[s->levels[d].chosen].option : -1;
}

/* Search about `budget` nodes, or until the work is done or `found` is full; return the reason for the stop.  What is
 * asked at each node is in a copy of the structure and in variables, which no write to an array can change. */
KERNEL(edges)(Edges *call) {
    const Edges copy = *call, *const s = &copy;
    Head *const head = s->head;
    const i64 last = head->nodes + s->budget;
    i64 depth = larger(head->depth, 0), nodes = head->nodes, wanted = head->wanted, work = s->work;
    i64 solutions = 0, outcome = BUDGET_SPENT;
    int arrived = head->depth < 0;
    for (;;) {
        Level *const level = s->levels + depth;
        if (arrived) {
            arrived = 0;
            *level = (Level){-1, 0, 0, -1};
            if (depth == s->cells) {
                if (wanted == 0 && s->dice->seed) s->weight[s->weights - 3] += s->weight[depth];
                else if (wanted == 0) write_down(s, s->found + solutions++ * s->found_width);
            } else if (wanted <= (s->cells - depth) * s->most) {
                const i64 number = list(s, s->places + depth);
                level->chunk = s->start[number] - 1, level->stop = s->start[number + 1];
            }
            if (s->dice->seed) throw_dice(s, level, depth);
        }
        if (work <= 0 || nodes >= last) break;
        if (solutions == s->found_rows) {
            outcome = FOUND_FULL;
            break;
        }
        if (level->chosen >= 0) wanted += take_back(s, s->entries + level->chosen);
        next_entry(s, level);
        work -= NODE;
        if (level->chosen >= 0) { /* the next option */
            nodes++;
            wanted -= choose(s, s->entries + level->chosen, s->places + depth);
            depth++;
            arrived = 1;
            continue;
        }
        if (--depth >= 0) continue;
        if (!is_thrown_again(s->dice)) {
            outcome = EXHAUSTED;
            break;
        }
        depth = 0, arrived = 1;
    }
    head->depth = depth, head->nodes = nodes, head->wanted = wanted;
    call->work = work;
    call->solutions = solutions;
    return outcome;
}
