/* Items and options: docs/certificates.md, "Items and options" and "Colours". */
#include "checker.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_WORDS = 80000000 }; /* of all sets of options together, in 64 bits each */

typedef struct {
    int item, tint, option, number;
} Covering;

static int by_tint(const void *a, const void *b) {
    const Covering *p = a, *q = b;
    if (p->item != q->item) return p->item < q->item ? -1 : 1;
    return (p->tint > q->tint) - (p->tint < q->tint);
}

/* For each item of each option, in order, the options that it excludes there: all others if one is enough; where there
 * are colours, those of other colours, and of none. */
static uint64_t **excluded(const Cover *cover) {
    int size = 0, all = 0;
    size_t words = (size_t)cover->words;
    for (int o = 0; o < cover->options; o++) all += cover->option[o].items;
    Covering *list = get((size_t)all, sizeof *list);
    uint64_t **set = get((size_t)all, sizeof *set);
    for (int o = 0, number = 0; o < cover->options; o++)
        for (int i = 0; i < cover->option[o].items; i++, number++) {
            int item = cover->option[o].item[i];
            if (cover->high[item] == 1) set[number] = cover->covers[item];
            else if (cover->coloured[item]) list[size++] = (Covering){item, cover->option[o].tint[i], o, number};
        }
    qsort(list, (size_t)size, sizeof *list, by_tint);
    for (int first = 0, next; first < size; first = next) {
        uint64_t *others = get(words, sizeof *others);
        for (next = first; next < size && !by_tint(&list[first], &list[next]); next++) {
            if (list[next].tint) add(others, list[next].option);
            set[list[next].number] = others;
        }
        for (size_t w = 0; w < words; w++) others[w] = cover->covers[list[first].item][w] & ~others[w];
    }
    return set;
}

static void relate(Cover *cover) {
    cover->words = (cover->options + 63) / 64;
    size_t words = (size_t)cover->words;
    if ((double)words * (cover->items + cover->options) > MOST_WORDS) unsupported("%d items and %d placements", cover->items, cover->options);
    cover->covers = get((size_t)cover->items, sizeof(uint64_t *));
    cover->excludes = get((size_t)cover->options, sizeof(uint64_t *));
    cover->coloured = get((size_t)cover->items, sizeof(bool));
    for (int i = 0; i < cover->items; i++) cover->covers[i] = get(words, sizeof(uint64_t));
    for (int o = 0; o < cover->options; o++)
        for (int i = 0; i < cover->option[o].items; i++) {
            add(cover->covers[cover->option[o].item[i]], o);
            cover->coloured[cover->option[o].item[i]] |= cover->option[o].tint[i] != 0;
        }
    uint64_t **set = excluded(cover);
    for (int o = 0; o < cover->options; o++) {
        uint64_t *row = cover->excludes[o] = get(words, sizeof(uint64_t));
        for (int i = 0; i < cover->option[o].items; i++, set++)
            for (size_t w = 0; *set && w < words; w++) row[w] |= (*set)[w];
    }
}

int option_of(const Cover *cover, Option *wanted) {
    int place = placement_of(&cover->placed, wanted);
    return place < 0 ? -1 : cover->placed.list[place].number;
}

/* The placements that no rule leaves out, with their cells and pieces as items. */
static void number_options(const Puzzle *puzzle, Cover *cover) {
    Placements *placed = &cover->placed;
    cover->option = get((size_t)placed->size, sizeof(Option));
    for (int i = 0; i < placed->size; i++) {
        Option *one = &placed->list[i];
        one->place = i, one->number = one->out ? -1 : cover->options;
        if (one->out) continue;
        one->items = one->size + 1;
        one->item = get((size_t)one->items, sizeof(int)), one->tint = get((size_t)one->items, sizeof(int));
        for (int k = 0; k < one->size; k++) one->item[k] = one->cell[k], one->tint[k] = puzzle->sides ? 0 : one->colour[k];
        one->item[one->size] = cover->cells + one->piece;
        cover->option[cover->options++] = *one;
    }
}

static void cover_edges(const Puzzle *puzzle, Cover *cover) {
    cover->about = puzzle->edge, cover->abouts = puzzle->edges;
    for (int o = 0; o < cover->options; o++) {
        Option *option = &cover->option[o];
        int edge[6], tint[6], size = option->piece == cover->placed.empties ? 0 : edges_at(puzzle, option->cell[0], option->colour, edge, tint);
        for (int i = 0; i < size; i++) cover_item(option, cover->cells + cover->pieces + edge[i], tint[i]);
    }
}

static void bound(const Puzzle *puzzle, Cover *cover) {
    int pieces = cover->cells, rules = pieces + cover->pieces;
    cover->low = get((size_t)cover->items, sizeof(int)), cover->high = get((size_t)cover->items, sizeof(int));
    for (int c = 0; c < cover->cells; c++) cover->low[c] = !puzzle->optional[c] || cover->placed.counted, cover->high[c] = 1;
    for (int p = 0; p < cover->pieces; p++) cover->low[pieces + p] = cover->placed.low[p], cover->high[pieces + p] = cover->placed.high[p];
    for (int i = 0; i < cover->abouts; i++) cover->low[rules + i] = cover->about[i].low, cover->high[rules + i] = cover->about[i].high;
}

Cover cover_of(const Puzzle *puzzle) {
    Cover cover = {.cells = puzzle->cells, .placed = placements_of(puzzle)};
    cover.pieces = cover.placed.pieces;
    cover.moves = isometries_of(puzzle, &cover.placed);
    Quotient *quotient = get((size_t)puzzle->rules, sizeof *quotient);
    for (int r = 0; r < puzzle->rules; r++)
        if (puzzle->rule[r].word == SYMMETRIC) quotient[r] = quotient_of(puzzle, &puzzle->rule[r], &cover.placed, &cover.moves);
    number_options(puzzle, &cover);
    if (puzzle->sides) cover_edges(puzzle, &cover);
    else items_of_rules(puzzle, quotient, &cover);
    cover.items = cover.cells + cover.pieces + cover.abouts;
    bound(puzzle, &cover);
    relate(&cover);
    return cover;
}
