/* Edges: a search cell by cell, in which the colours of a cell's sides towards earlier cells say what may lie on it.
 *
 * Each option lies on exactly one cell and gives colours to items beside it.  Cells are filled in one fixed order, so
 * that each cell has *known* items, to which earlier cells have given colours, and *new* ones, to which it gives them.
 * The numbers of the known colours, in a mixed radix, are the number of a list of the options that fit:
 *
 *        +---+---+---+          known: the items u and l, new: r and d
 *        |   | u |   |          list:  base + factor[u] hue[u] + factor[l] hue[l]
 *        +---+---+---+
 *        | l | ? | r            at the next cell, r is what l was here; so nothing is ever taken back:
 *        +---+ d +              a cell writes its new items again whenever it gets another option
 *
 * All that is left to ask is whether a copy of the piece is left.  An option is tried in a few nanoseconds, whatever
 * the width of its row of bits.  This is how the fast programs for the puzzle Eternity II search.
 *
 * Items without colours have bounds.  An option has a first one, its piece, and perhaps others.  Where bounds are not
 * determined by the number of cells, `wanted` copies are still needed, and each cell can supply at most `most`.
 */
#include "kernel.h"

enum { NODE = 8 }; /* the work of a node beside the options that it passes, in words */

/* An option in a list, with the range of its items with bounds beyond the first, and where its new colours are. */
typedef struct {
    i64 option, piece, more, end;
    i64 hues;
} Entry;

/* A cell: where its known items and their factors begin and end, and its new items; `lists` is its first list. */
typedef struct {
    i64 known, known_end, fresh, fresh_end, lists;
} Place;

/* A depth: the next entry to try, the end of its list, and the chosen entry or -1. */
typedef struct {
    i64 next, stop, chosen;
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
    POINTER(i64, start);     /* (lists + 1): the first entry of each list */
    POINTER(Entry, entries);
    POINTER(i64, hues);      /* for each entry, the colours of its cell's new items */
    POINTER(i64, more);      /* items with bounds */
    POINTER(i64, spare);     /* (items with bounds): copies that need not be there */
    POINTER(i64, left);      /* (items with bounds): copies that are left */
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

INLINE int fits(const Edges *s, const Entry *entry) {
    if (s->left[entry->piece] == 0) return 0;
    for (i64 i = entry->more; i < entry->end; i++)
        if (s->left[s->more[i]] == 0) return 0;
    return 1;
}

INLINE void take(Edges *s, i64 item) { s->head->wanted -= s->left[item]-- > s->spare[item]; }

INLINE void give_back(Edges *s, i64 item) { s->head->wanted += ++s->left[item] > s->spare[item]; }

INLINE void choose(Edges *s, const Entry *entry, const Place *place) {
    take(s, entry->piece);
    for (i64 i = entry->more; i < entry->end; i++) take(s, s->more[i]);
    const i64 *hue = s->hues + entry->hues;
    for (i64 i = place->fresh; i < place->fresh_end; i++) s->hue[s->fresh[i]] = *hue++;
}

INLINE void take_back(Edges *s, const Entry *entry) {
    give_back(s, entry->piece);
    for (i64 i = entry->more; i < entry->end; i++) give_back(s, s->more[i]);
}

/* The list of the options that agree with all known colours; an empty one if too few cells are left. */
INLINE Level list(const Edges *s, i64 depth) {
    if (depth == s->cells || s->head->wanted > (s->cells - depth) * s->most) return (Level){0, 0, -1};
    const Place *const place = s->places + depth;
    i64 number = place->lists;
    for (i64 i = place->known; i < place->known_end; i++) number += s->factor[i] * s->hue[s->known[i]];
    return (Level){s->start[number], s->start[number + 1], -1};
}

/* Choose the only child that a probe visits, and update the weights. */
static void throw_dice(Edges *s, Level *level, i64 depth) {
    i64 children = 0;
    for (i64 e = level->next; e < level->stop; e++) children += fits(s, s->entries + e);
    double *const weight = s->weight + depth, *const sums = s->weight + s->weights - 3;
    weight[1] = (double)children * weight[0];
    sums[2] += weight[1];
    sums[1] += weight[0] * (double)(level->stop - level->next);
    if (children <= 1) return;
    i64 e = level->next;
    for (i64 skipped = roll(s->dice, children);; e++)
        if (fits(s, s->entries + e) && skipped-- == 0) break;
    level->next = e, level->stop = e + 1;
}

static void write_down(Edges *s, i64 *found) {
    for (i64 d = 0; d < s->found_width; d++) found[d] = d < s->cells ? s->entries[s->levels[d].chosen].option : -1;
}

/* Search about `budget` nodes, or until the work is done or `found` is full; return the reason for the stop. */
KERNEL(edges)(Edges *s) {
    Head *const head = s->head;
    i64 depth = larger(head->depth, 0), solutions = 0, outcome = BUDGET_SPENT;
    const i64 last = head->nodes + s->budget;
    int arrived = head->depth < 0;
    for (;;) {
        Level *const level = s->levels + depth;
        if (arrived) {
            arrived = 0;
            *level = list(s, depth);
            if (depth == s->cells && head->wanted == 0) {
                if (s->dice->seed) s->weight[s->weights - 3] += s->weight[depth];
                else write_down(s, s->found + solutions++ * s->found_width);
            }
            if (s->dice->seed) throw_dice(s, level, depth);
        }
        if (s->work <= 0 || head->nodes >= last) break;
        if (solutions == s->found_rows) {
            outcome = FOUND_FULL;
            break;
        }
        if (level->chosen >= 0) take_back(s, s->entries + level->chosen);
        level->chosen = -1;
        i64 e = level->next;
        while (e < level->stop && !fits(s, s->entries + e)) e++;
        s->work -= NODE + e - level->next;
        level->next = e + 1;
        if (e < level->stop) { /* the next option */
            head->nodes++;
            level->chosen = e;
            choose(s, s->entries + e, s->places + depth);
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
    head->depth = depth;
    s->solutions = solutions;
    return outcome;
}
