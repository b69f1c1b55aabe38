/* Reads a puzzle: docs/certificates.md, "The puzzle". */
#include "checker.h"
#include <stdlib.h>
#include <string.h>

static Point point_of(const Json *list) {
    Point p;
    if (list->type != LIST || list->size != 3) refuse("puzzle.json: a cell is three integers");
    for (int i = 0; i < 3; i++) {
        if (list->value[i].type != NUMBER || labs(list->value[i].number) > 100000) refuse("puzzle.json: a cell is three integers");
        p.x[i] = (int)list->value[i].number;
    }
    return p;
}

static Point exact_cell(const Grid *grid, Point cell) {
    Point place = exact(grid, cell);
    if (!is_cell(grid, place)) refuse("puzzle.json: (%d, %d, %d) is no cell of the grid %s", cell.x[0], cell.x[1], cell.x[2], grid->name);
    return place;
}

static Point *points_of(const Json *list, int *size) {
    if (list && list->type == TEXT) unsupported("cells that are drawn (satpuzzle convert lists them)");
    if (list && list->type != LIST) refuse("puzzle.json: cells are a list");
    *size = list ? list->size : 0;
    Point *points = get((size_t)*size, sizeof *points);
    for (int i = 0; i < *size; i++) points[i] = point_of(&list->value[i]);
    return points;
}

static int integer(const Json *table, const char *key, int otherwise) {
    const Json *found = find(table, key);
    if (found && (found->type != NUMBER || found->number < 0 || found->number > 1000000)) refuse("puzzle.json: \"%s\" is no count", key);
    return found ? (int)found->number : otherwise;
}

static int *colours_of(const Json *list, int size) {
    int *colours = get((size_t)size, sizeof *colours);
    if (list && (list->type != LIST || list->size != size)) refuse("puzzle.json: \"colours\" has another number of cells");
    for (int i = 0; list && i < size; i++) colours[i] = (int)list->value[i].number;
    return colours;
}

bool truth(const Json *table, const char *key, bool otherwise) {
    const Json *found = find(table, key);
    return found ? found->number != 0 : otherwise;
}

static int turns(const Json *table, int otherwise) {
    const Json *found = find(table, "rotate");
    return !found ? otherwise : found->type == NUMBER ? (int)found->number : found->number ? ANY : 1;
}

typedef struct {
    Point cell;
    bool optional;
    int colour;
} Place;

static void read_board(Puzzle *puzzle, const Json *file) {
    const Grid *grid = &puzzle->grid;
    const Json *box = find(file, "box");
    int board = 0, optional, frames;
    Point *cells = NULL, *spare = points_of(find(file, "optional"), &optional), *frame = points_of(find(file, "frame"), &frames);
    if (box) {
        int side[3] = {1, 1, 1}, dimension = grid->flat ? 2 : 3;
        if (box->type != LIST || box->size != dimension) refuse("puzzle.json: \"box\" has %d sizes", dimension);
        for (int i = 0; i < dimension; i++) side[i] = (int)box->value[i].number;
        if (side[0] < 1 || side[1] < 1 || side[2] < 1 || (long)side[0] * side[1] * side[2] > 100000) refuse("puzzle.json: \"box\"");
        cells = get((size_t)(side[0] * side[1] * side[2] * grid->kinds), sizeof *cells);
        for (int n = 0; n < side[0] * side[1] * side[2]; n++)
            for (int kind = 0; kind < grid->kinds; kind++, board++) {
                int steps[3] = {n % side[0], n / side[0] % side[1], n / side[0] / side[1]};
                cells[board] = grid->kind[kind];
                for (int i = 0; i < dimension; i++)
                    for (int x = 0; x < 3; x++) cells[board].x[x] += steps[i] * grid->basis[i].x[x];
            }
    } else cells = points_of(need(file, "board", LIST), &board);
    int *colours = colours_of(find(file, "colours"), board);
    Place *place = get((size_t)(board + optional), sizeof *place);
    for (int i = 0; i < board; i++) place[i] = (Place){cells[i], false, colours[i]};
    puzzle->cells = board;
    for (int i = 0; i < optional; i++) { /* optional cells may also be among those of the board */
        int at = 0;
        while (at < board && by_point(&place[at].cell, &spare[i])) at++;
        if (at == board) place[at = puzzle->cells++].cell = spare[i];
        place[at].optional = true;
    }
    qsort(place, (size_t)puzzle->cells, sizeof *place, by_point); /* the cell comes first in a place */
    puzzle->cell = get((size_t)puzzle->cells, sizeof(Point));
    puzzle->exact = get((size_t)puzzle->cells, sizeof(Point));
    puzzle->optional = get((size_t)puzzle->cells, sizeof(bool));
    puzzle->colour = get((size_t)puzzle->cells, sizeof(int));
    for (int i = 0; i < puzzle->cells; i++) {
        if (i && !by_point(&place[i].cell, &place[i - 1].cell)) refuse("puzzle.json: a cell twice");
        puzzle->cell[i] = place[i].cell, puzzle->exact[i] = exact_cell(grid, place[i].cell);
        puzzle->optional[i] = place[i].optional, puzzle->colour[i] = place[i].colour;
    }
    puzzle->frames = frames, puzzle->frame = frame;
    for (int i = 0; i < frames; i++) frame[i] = exact_cell(grid, frame[i]);
    qsort(frame, (size_t)frames, sizeof *frame, by_point);
}

void read_copies(const Puzzle *puzzle, Piece *piece, const Json *table) {
    int count = integer(table, "count", 1);
    piece->low = integer(table, "min", find(table, "max") ? 0 : count);
    piece->high = is_text(find(table, "max"), "any") ? puzzle->cells / piece->size : integer(table, "max", count);
    if (piece->high < 1 || piece->low > piece->high) refuse("puzzle.json: piece \"%s\" has no number of copies", piece->name);
}

static Piece read_piece(const Puzzle *puzzle, const Json *file, const Json *table) {
    Piece piece = {.name = need(table, "name", TEXT)->text};
    only(table, "name cells count min max mirror rotate groups weight value colours", "puzzle.json: a piece");
    piece.cell = points_of(need(table, "cells", LIST), &piece.size);
    if (!piece.size) refuse("puzzle.json: a piece without cells");
    for (int i = 0; i < piece.size; i++) {
        piece.cell[i] = exact_cell(&puzzle->grid, piece.cell[i]);
        for (int k = 0; k < i; k++)
            if (!by_point(&piece.cell[k], &piece.cell[i])) refuse("puzzle.json: piece \"%s\" has a cell twice", piece.name);
    }
    piece.colour = colours_of(find(table, "colours"), piece.size);
    piece.rotate = turns(table, turns(file, ANY));
    read_copies(puzzle, &piece, table);
    /* balls may make any rotation of space, which is no set of elements of the point group */
    if (!puzzle->grid.balls || piece.rotate != ANY) piece.motions = motions(&puzzle->grid, truth(table, "mirror", truth(file, "mirror", true)), piece.rotate);
    return piece;
}

static int modulo(int n, int m) { return (n % m + m) % m; }

static long step_of(const Json *period, int axis) {
    if (period->type != LIST || period->size != 2 || period->value[axis].type != NUMBER) refuse("puzzle.json: \"wrap\"");
    return period->value[axis].number;
}

/* Periods are in the form (a, b), (0, d), or there is only one. */
static void read_periods(Puzzle *puzzle, const Json *wrap) {
    if (!wrap) return;
    const Point *lattice = puzzle->grid.lattice;
    long step[2][2] = {{0}};
    if (!puzzle->grid.flat) refuse("puzzle.json: \"wrap\" is for flat grids");
    if (wrap->type == TEXT)
        for (int axis = 0; axis < 2; axis++) {
            int low = puzzle->cell[0].x[axis], high = low;
            for (int c = 0; c < puzzle->cells; c++) {
                if (puzzle->cell[c].x[axis] < low) low = puzzle->cell[c].x[axis];
                if (puzzle->cell[c].x[axis] > high) high = puzzle->cell[c].x[axis];
            }
            if (strchr(wrap->text, "xy"[axis])) step[puzzle->periods++][axis] = high - low + 1;
        }
    else
        for (; puzzle->periods < wrap->size && puzzle->periods < 2; puzzle->periods++)
            for (int axis = 0; axis < 2; axis++) step[puzzle->periods][axis] = step_of(&wrap->value[puzzle->periods], axis);
    while (puzzle->periods == 2 && step[1][0]) { /* Euclid's algorithm */
        long times = step[0][0] / step[1][0];
        for (int axis = 0; axis < 2; axis++) {
            long rest = step[0][axis] - times * step[1][axis];
            step[0][axis] = step[1][axis], step[1][axis] = rest;
        }
    }
    for (int i = 0; i < puzzle->periods; i++)
        for (int x = 0; x < 3; x++) puzzle->period[i].x[x] = (int)(step[i][0] * lattice[0].x[x] + step[i][1] * lattice[1].x[x]);
}

Puzzle read_puzzle(const Json *file) {
    if (file->type != TABLE) refuse("puzzle.json: no table");
    only(file, "title also grid box board optional frame wrap pieces tiles border rotate match interchangeable empty parts rules apart colours pairs "
               "hues labels mirror counts source name raw_count count count_group count_full_group full_group_order count_with_reflections verified "
               "verified_by notes", "puzzle.json");
    Puzzle puzzle = {.grid = grid_of(find(file, "grid") ? need(file, "grid", TEXT)->text : "cubic")};
    read_board(&puzzle, file);
    read_periods(&puzzle, find(file, "wrap"));
    puzzle.separate = is_text(find(file, "parts"), "separate");
    puzzle.most_empty = integer(file, "empty", puzzle.cells);
    puzzle.pairs = find(file, "pairs");
    if (is_text(puzzle.pairs, "equal")) puzzle.pairs = NULL;
    bool plain = is_text(puzzle.pairs, "all"); /* then colours play no part */
    if (plain) memset(puzzle.colour, 0, (size_t)puzzle.cells * sizeof(int));
    if (find(file, "tiles")) {
        read_tiles(&puzzle, file);
        if (find(file, "rules") || find(file, "apart")) refuse("puzzle.json: tiles have no rules");
        return puzzle;
    }
    const Json *pieces = need(file, "pieces", LIST);
    puzzle.pieces = pieces->size;
    puzzle.piece = get((size_t)pieces->size, sizeof *puzzle.piece);
    for (int p = 0; p < pieces->size; p++) {
        puzzle.piece[p] = read_piece(&puzzle, file, &pieces->value[p]);
        if (plain) memset(puzzle.piece[p].colour, 0, (size_t)puzzle.piece[p].size * sizeof(int));
    }
    for (int p = 0; p < pieces->size; p++)
        for (int q = 0; q < p; q++)
            if (!strcmp(puzzle.piece[p].name, puzzle.piece[q].name)) refuse("puzzle.json: two pieces \"%s\"", puzzle.piece[p].name);
    read_rules(&puzzle, file);
    return puzzle;
}

Point wrapped(const Puzzle *puzzle, Point place, int scale) {
    for (int i = 0; i < puzzle->periods; i++) {
        const int *period = puzzle->period[i].x;
        int axis = period[0] ? 0 : 1, length = scale * period[axis], times = (place.x[axis] - modulo(place.x[axis], abs(length))) / length;
        for (int x = 0; x < 2; x++) place.x[x] -= times * scale * period[x];
    }
    return place;
}

/* An index, because exact coordinates may be in another order than the cells. */
int place_at(const Puzzle *puzzle, Point place) {
    typedef struct {
        Point at;
        int number;
    } Entry;
    static Entry *index;
    static int size;
    int all = puzzle->cells + puzzle->outsiders;
    if (size != all) {
        index = get((size_t)all, sizeof *index);
        for (int i = 0; i < all; i++) index[i] = (Entry){wrapped(puzzle, i < puzzle->cells ? puzzle->exact[i] : puzzle->outside[i - puzzle->cells], 1), i};
        qsort(index, (size_t)all, sizeof *index, by_point);
        size = all;
    }
    place = wrapped(puzzle, place, 1);
    const Entry *found = bsearch(&place, index, (size_t)all, sizeof *index, by_point);
    return found ? found->number : -1;
}

int cell_at(const Puzzle *puzzle, Point place) {
    int found = place_at(puzzle, place);
    return found < puzzle->cells ? found : -1;
}

bool goes(const Puzzle *puzzle, int colour, int cell) {
    int below = puzzle->colour[cell];
    if (!colour || !below) return true;
    if (!puzzle->pairs) return colour == below;
    for (int i = 0; i < puzzle->pairs->size; i++)
        if (puzzle->pairs->value[i].value[0].number == colour && puzzle->pairs->value[i].value[1].number == below) return true;
    return false;
}
