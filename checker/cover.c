/* Items and options: docs/certificates.md, "Items and options" and "Colours". */
#include "checker.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_OPTIONS = 50000, MOST_WORDS = 80000000 }; /* of all sets of options together, in 64 bits each */

static int by_place(const void *a, const void *b) { /* two options: by piece, cells, colours */
    const Option *p = a, *q = b;
    if (p->piece != q->piece) return p->piece < q->piece ? -1 : 1;
    for (int i = 0; i < p->size && i < q->size; i++)
        if (p->cell[i] != q->cell[i]) return p->cell[i] < q->cell[i] ? -1 : 1;
    for (int i = 0; i < p->colours && i < q->colours; i++)
        if (p->colour[i] != q->colour[i]) return p->colour[i] < q->colour[i] ? -1 : 1;
    return (p->size > q->size) - (p->size < q->size);
}

static void sort_cells(int size, int *cell, int *colour) {
    for (int i = 1; i < size; i++)
        for (int j = i; j && cell[j] < cell[j - 1]; j--) {
            int a = cell[j], b = colour[j];
            cell[j] = cell[j - 1], cell[j - 1] = a, colour[j] = colour[j - 1], colour[j - 1] = b;
        }
}

static const Option *find_option(const Option *list, int size, Option *wanted) {
    if (wanted->size > 1) sort_cells(wanted->size, wanted->cell, wanted->colour);
    return size ? bsearch(wanted, list, (size_t)size, sizeof *wanted, by_place) : NULL;
}

int option_of(const Cover *cover, Option *wanted) {
    const Option *found = find_option(cover->option, cover->options, wanted);
    return found ? (int)(found - cover->option) : -1;
}

bool is_placed(const Cover *cover, Option *wanted) { return find_option(cover->placed.list, cover->placed.size, wanted); }

static void put(Options *all, Option one) {
    if (all->size == all->room) all->list = enlarged(all->list, (size_t)(all->room = 2 * all->room + 64), sizeof one);
    if (all->size == MOST_OPTIONS) unsupported("more than %d placements", MOST_OPTIONS);
    all->list[all->size++] = one;
}

static void place(const Puzzle *puzzle, int p, Options *all) {
    const Piece *piece = &puzzle->piece[p];
    int turned, first = all->size, sides = puzzle->sides, colours = sides ? sides : piece->size;
    Image *image = images(&puzzle->grid, piece->cell, sides ? sides + 1 : piece->size, piece->motions, false, &turned);
    for (int i = 0; i < turned; i++)
        for (int c = 0; c < puzzle->cells; c++) {
            Option one = {p, piece->size, colours, get((size_t)piece->size, sizeof(int)), get((size_t)colours, sizeof(int)), 0, NULL, NULL, false};
            bool lies = translates(&puzzle->grid, less(puzzle->exact[c], image[i].landing));
            for (int k = 0; lies && k < piece->size; k++) {
                Point to = puzzle->exact[c];
                for (int x = 0; x < 3; x++) to.x[x] += image[i].point[k].x[x];
                one.cell[k] = cell_at(puzzle, to);
                if (!sides) one.colour[k] = piece->colour[k];
                lies = one.cell[k] >= 0 && goes(puzzle, piece->colour[k], one.cell[k]);
            }
            if (!lies || (sides && !tile_on(puzzle, piece, &image[i], c, one.colour))) continue;
            if (!sides) sort_cells(one.size, one.cell, one.colour);
            for (int k = 1; lies && k < piece->size; k++) lies = one.cell[k] != one.cell[k - 1]; /* it does not lie on itself */
            if (lies) put(all, one);
        }
    if (all->size > first) qsort(all->list + first, (size_t)(all->size - first), sizeof(Option), by_place);
    int kept = first;
    for (int i = first; i < all->size; i++)
        if (i == first || by_place(&all->list[kept - 1], &all->list[i])) all->list[kept++] = all->list[i];
    all->size = kept;
    for (int i = first; i < kept; i++) all->list[i].out = !rules_allow(puzzle, p, all->list[i].cell, all->list[i].size);
}

/* Whether cells that stay empty are counted, and by how many options of one more piece. */
static bool counts_empty(const Puzzle *puzzle, int *least, int *most) {
    long a = 0, b = 0, n = puzzle->cells, f = 0;
    for (int p = 0; p < puzzle->pieces; p++) a += (long)puzzle->piece[p].low * puzzle->piece[p].size, b += (long)puzzle->piece[p].high * puzzle->piece[p].size;
    for (int c = 0; c < n; c++) f += puzzle->optional[c];
    long k = puzzle->most_empty;
    if (f < k) k = f;
    if (n - a < k) k = n - a;
    if (f == 0 || k < 0 || !((k < f && k < n - a) || 8 * k <= 2 * f - n || k == 0)) return false;
    *most = (int)k, *least = (int)(n - b < 0 ? 0 : n - b > k ? k : n - b);
    return true;
}

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

Cover cover_of(const Puzzle *puzzle) {
    Cover cover = {.cells = puzzle->cells, .pieces = puzzle->pieces, .empties = -1};
    Options all = {0};
    int least = 0, most = 0;
    bool counted = counts_empty(puzzle, &least, &most);
    for (int p = 0; p < puzzle->pieces; p++) place(puzzle, p, &all);
    if (counted && most) {
        cover.empties = cover.pieces++;
        for (int c = 0; c < puzzle->cells; c++) {
            Option one = {.piece = cover.empties, .size = 1, .colours = 1, .cell = get(1, sizeof(int)), .colour = get(1, sizeof(int))};
            one.cell[0] = c;
            if (puzzle->optional[c]) put(&all, one);
        }
    }
    cover.items = cover.cells + cover.pieces;
    cover.low = get((size_t)cover.items, sizeof(int)), cover.high = get((size_t)cover.items, sizeof(int));
    for (int c = 0; c < cover.cells; c++) cover.low[c] = !puzzle->optional[c] || counted, cover.high[c] = 1;
    for (int p = 0; p < puzzle->pieces; p++) cover.low[cover.cells + p] = puzzle->piece[p].low, cover.high[cover.cells + p] = puzzle->piece[p].high;
    if (cover.empties >= 0) cover.low[cover.cells + cover.empties] = least, cover.high[cover.cells + cover.empties] = most;
    cover.placed = all, cover.option = get((size_t)all.size, sizeof(Option));
    for (int i = 0; i < all.size; i++)
        if (!all.list[i].out) cover.option[cover.options++] = all.list[i];
    for (int o = 0; o < cover.options; o++) {
        Option *one = &cover.option[o];
        one->items = one->size + 1;
        one->item = get((size_t)one->items, sizeof(int)), one->tint = get((size_t)one->items, sizeof(int));
        for (int i = 0; i < one->size; i++) one->item[i] = one->cell[i], one->tint[i] = puzzle->sides ? 0 : one->colour[i];
        one->item[one->size] = cover.cells + one->piece;
    }
    About *about = puzzle->sides ? edges_of(puzzle, &cover, &cover.abouts) : items_of_rules(puzzle, &cover, &cover.abouts);
    cover.about = about, cover.items += cover.abouts;
    cover.low = enlarged(cover.low, (size_t)cover.items, sizeof(int)), cover.high = enlarged(cover.high, (size_t)cover.items, sizeof(int));
    for (int i = 0; i < cover.abouts; i++)
        cover.low[cover.cells + cover.pieces + i] = about[i].low, cover.high[cover.cells + cover.pieces + i] = about[i].high;
    relate(&cover);
    return cover;
}
