/* Items and options: docs/certificates.md, "Items and options" and "Colours". */
#include "checker.h"
#include <stdlib.h>
#include <string.h>

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
        one->item = get((size_t)one->items, sizeof(int)), one->tint = get((size_t)one->items, sizeof(int)), one->weight = get((size_t)one->items, sizeof(Integer));
        for (int k = 0; k < one->items; k++) one->weight[k] = 1;
        for (int k = 0; k < one->size; k++) one->item[k] = one->cell[k], one->tint[k] = puzzle->sides ? 0 : colour_of(one, k);
        one->item[one->size] = cover->cells + one->piece;
        cover->option[cover->options++] = *one;
    }
}

static void cover_edges(const Puzzle *puzzle, Cover *cover) {
    cover->abouts = puzzle->edges;
    for (int o = 0; o < cover->options; o++) {
        Option *option = &cover->option[o];
        int edge[12], tint[12], size = option->piece == cover->placed.empties ? 0 : edges_at(puzzle, option->cell[0], option->colour, edge, tint);
        for (int i = 0; i < size; i++) cover_item(option, cover->cells + cover->pieces + edge[i], tint[i], 1);
    }
}

static void bound(const Puzzle *puzzle, Cover *cover) {
    int pieces = cover->cells, rules = pieces + cover->pieces;
    cover->low = get((size_t)cover->items, sizeof(int)), cover->high = get((size_t)cover->items, sizeof(int));
    for (int c = 0; c < cover->cells; c++) cover->low[c] = !puzzle->optional[c] || cover->placed.counted, cover->high[c] = 1;
    for (int p = 0; p < cover->pieces; p++) cover->low[pieces + p] = cover->placed.low[p], cover->high[pieces + p] = cover->placed.high[p];
    for (int i = 0; i < cover->abouts; i++) {
        cover->low[rules + i] = puzzle->sides ? 0 : cover->about[i].row->bounds.low;
        cover->high[rules + i] = puzzle->sides ? puzzle->edge[i].high : most_of(&cover->about[i]);
    }
}

Cover cover_of(const Puzzle *puzzle) {
    Cover cover = {.cells = puzzle->cells, .placed = placements_of(puzzle)};
    cover.pieces = cover.placed.pieces;
    for (int r = 0; r < puzzle->rules; r++)
        for (int i = 0; i < puzzle->rule[r].rows; i++) {
            Row *row = &puzzle->rule[r].row[i];
            if (row->kind == UNDERSIDE && !lack_of_places(puzzle, row)) row->places = those_of(puzzle, row, undersides_of(puzzle, &cover.placed));
        }
    leave_out(puzzle, &cover.placed);
    Quotient *quotient = get((size_t)puzzle->rules, sizeof *quotient);
    Group moves = {0};
    for (int r = 0; r < puzzle->rules; r++) {
        if (!puzzle->rule[r].kinds) continue;
        if (!moves.size) moves = isometries_of(puzzle, &cover.placed);
        quotient[r] = quotient_of(puzzle, &puzzle->rule[r], &cover.placed, &moves);
        puzzle->rule[r].row->places = orbits_of(puzzle, quotient[r].cell);
    }
    number_options(puzzle, &cover);
    if (puzzle->sides) cover_edges(puzzle, &cover);
    else items_of_rules(puzzle, quotient, &cover);
    cover.items = cover.cells + cover.pieces + cover.abouts;
    bound(puzzle, &cover);
    return cover;
}
