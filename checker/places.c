/* Places: cells, sides, corners, crossings, lines, rows and so on, each a set of parts: docs/rules.md, "What a row means". */
#include "checker.h"
#include <stdlib.h>
#include <string.h>

int by_number(const void *a, const void *b) { return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b); }

static int by_cells(const void *a, const void *b) { /* lexicographically: a beginning comes before what goes on */
    const Cells *p = a, *q = b;
    for (int i = 0; i < p->size && i < q->size; i++)
        if (p->cell[i] != q->cell[i]) return p->cell[i] < q->cell[i] ? -1 : 1;
    return (p->size > q->size) - (p->size < q->size);
}

int by_parts(const void *a, const void *b) {
    const Place *p = a, *q = b;
    for (int i = 0; i < p->parts && i < q->parts; i++) {
        int order = by_cells(&p->part[i], &q->part[i]);
        if (order) return order;
    }
    return p->parts - q->parts;
}

/* Cells in order, each once. */
static Cells set_of(const int *cell, int size) {
    Cells set = {0, get((size_t)size + 1, sizeof(int))};
    if (size) memcpy(set.cell, cell, (size_t)size * sizeof(int));
    qsort(set.cell, (size_t)size, sizeof(int), by_number);
    for (int i = 0; i < size; i++)
        if (!i || set.cell[i] != set.cell[set.size - 1]) set.cell[set.size++] = set.cell[i];
    return set;
}

/* A place of one part, or of two. */
static Place place_of(Cells one, const Cells *other) {
    Place place = {1, {one}};
    int order = other ? by_cells(&one, other) : 0;
    if (order) place.parts = 2, place.part[order < 0] = *other, place.part[order > 0] = one;
    return place;
}

static void put(Places *all, Place place) {
    if (all->size == all->room) all->list = enlarged(all->list, (size_t)(all->room = 2 * all->room + 16), sizeof place);
    all->list[all->size++] = place;
}

static void put_cells(Places *all, const int *cell, int size) { put(all, place_of(set_of(cell, size), NULL)); }

static void in_order(Places *all) {
    int kept = 0;
    if (all->size) qsort(all->list, (size_t)all->size, sizeof *all->list, by_parts);
    for (int i = 0; i < all->size; i++)
        if (!i || by_parts(&all->list[kept - 1], &all->list[i])) all->list[kept++] = all->list[i];
    all->size = kept;
}

Cells cells_of(const Place *place) {
    if (place->parts == 1) return place->part[0];
    int first = place->part[0].size, size = first + place->part[1].size, *cell = get((size_t)size, sizeof(int));
    memcpy(cell, place->part[0].cell, (size_t)first * sizeof(int)), memcpy(cell + first, place->part[1].cell, (size_t)(size - first) * sizeof(int));
    return set_of(cell, size);
}

bool within(Range range, int number, int all) { return range.all ? number == all : range.low <= number && number <= range.high; }

Place place_moved(const Place *place, const int *to) {
    Cells part[2];
    for (int p = 0; p < place->parts; p++) {
        part[p] = set_of(place->part[p].cell, place->part[p].size);
        for (int i = 0; i < part[p].size; i++) part[p].cell[i] = to[part[p].cell[i]];
        qsort(part[p].cell, (size_t)part[p].size, sizeof(int), by_number);
    }
    return place_of(part[0], place->parts > 1 ? &part[1] : NULL);
}

/* Cells, the board, its border, regions */

static void each_cell(const Puzzle *puzzle, Places *all) {
    for (int c = 0; c < puzzle->cells; c++) put_cells(all, &c, 1);
}

static void the_board(const Puzzle *puzzle, Places *all) {
    int *cell = get((size_t)puzzle->cells, sizeof(int));
    for (int c = 0; c < puzzle->cells; c++) cell[c] = c;
    put_cells(all, cell, puzzle->cells);
}

static void the_border(const Puzzle *puzzle, Places *all) {
    int *cell = get((size_t)puzzle->cells, sizeof(int)), size = 0;
    for (int c = 0; c < puzzle->cells; c++) {
        int beside[MOST_BESIDE], outside = 0;
        Point vector[MOST_BESIDE];
        for (int n = neighbours(puzzle, c, beside, vector); n--;) outside |= beside[n] < 0;
        if (outside) cell[size++] = c;
    }
    put_cells(all, cell, size);
}

static void each_region(const Row *row, Places *all) {
    for (int r = 0; r < row->regions; r++) put_cells(all, row->region[r].cell, row->region[r].size);
}

/* Sides, and rows of cells, each of which has a side in common with the next one */

static void each_side(const Puzzle *puzzle, Places *all) {
    for (int c = 0; c < puzzle->cells; c++) {
        int beside[MOST_BESIDE];
        Point vector[MOST_BESIDE];
        for (int n = neighbours(puzzle, c, beside, vector); n--;)
            if (beside[n] > c) put_cells(all, (int[]){c, beside[n]}, 2);
    }
}

static void each_row(const Puzzle *puzzle, const Row *row, Places *all) {
    int *cell = get((size_t)row->length, sizeof(int)), number[MOST_BESIDE];
    Point vector[MOST_BESIDE];
    for (int c = 0; c < puzzle->cells; c++)
        for (int n = neighbours(puzzle, c, number, vector); n--;) {
            int size = 0;
            Point at = puzzle->exact[c];
            while (translates(&puzzle->grid, vector[n]) && size < row->length && (cell[size] = cell_at(puzzle, at)) >= 0) at = plus(at, vector[n]), size++;
            if (size == row->length && set_of(cell, size).size == size) put_cells(all, cell, size);
        }
}

static bool has_rows(const Grid *grid) { /* whether there are such translations of the grid */
    Point vector[MOST_BESIDE];
    for (int kind = 0; kind < grid->kinds; kind++)
        for (int n = beside(grid, exact(grid, grid->kind[kind]), vector); n--;)
            if (translates(grid, vector[n])) return true;
    return false;
}

/* Corners of cells of flat grids */

typedef struct {
    Point at;
    int cell;
} Corner;

static int by_corner(const void *a, const void *b) {
    int order = by_point(a, b);
    return order ? order : by_number(&((const Corner *)a)->cell, &((const Corner *)b)->cell);
}

static void each_corner(const Puzzle *puzzle, Places *all) {
    int scale = scale_of_corners(puzzle->grid.name), corners = 0;
    Corner *corner = get((size_t)(2 * puzzle->cells) * MOST_CORNERS, sizeof *corner);
    int *cell = get((size_t)(2 * puzzle->cells), sizeof(int));
    for (int c = 0; c < puzzle->cells; c++)
        for (int copy = 0; copy < copies(puzzle); copy++) {
            Point at[MOST_CORNERS], here = cell_of(&puzzle->grid, copy_of(puzzle, puzzle->exact[c], copy));
            for (int k = corners_of(&puzzle->grid, here, at); k--;) corner[corners++] = (Corner){reduced(puzzle, at[k], scale), c};
        }
    qsort(corner, (size_t)corners, sizeof *corner, by_corner);
    for (int i = 0, next; i < corners; i = next) {
        int size = 0;
        for (next = i; next < corners && !by_point(&corner[i], &corner[next]); next++)
            if (next == i || corner[next].cell != corner[next - 1].cell) cell[size++] = corner[next].cell;
        put_cells(all, cell, size);
    }
}

/* Four sticks around a corner, as two pairs that cross */

static void put_crossings(Places *all, const int *round, int size) {
    for (int a = 0; a < size; a++)
        for (int b = a + 1; b < size; b++)
            for (int c = b + 1; c < size; c++)
                for (int d = c + 1; d < size; d++) {
                    const Cells other = set_of((int[]){round[b], round[d]}, 2);
                    put(all, place_of(set_of((int[]){round[a], round[c]}, 2), &other));
                }
}

static void each_crossing(const Puzzle *puzzle, Places *all) {
    const Tiling *tiling = puzzle->grid.tiling;
    for (int c = 0; c < puzzle->cells; c++)
        for (int end = 0; end < 2; end++) {
            Point cell = puzzle->cell[c], at = tiling->corner[cell.x[2]][end];
            int round[64], size = 0;
            for (int i = 0; i < tiling->sticks_at[at.x[2]]; i++) {
                Point stick = tiling->stick[at.x[2]][i];
                for (int x = 0; x < 2; x++) stick.x[x] += cell.x[x] + at.x[x];
                int number = cell_at(puzzle, stick);
                if (number >= 0) round[size++] = number;
            }
            put_crossings(all, round, size);
        }
}

/* Both sides of lines that cut no cell, and on which two cells have a side in common */

static void put_line(const Puzzle *puzzle, Places *all, const int *half, const Places *sides) {
    int size = 0, others = 0, *side = get((size_t)puzzle->cells, sizeof(int)), *other = get((size_t)puzzle->cells, sizeof(int));
    bool apart = false;
    for (int c = 0; c < puzzle->cells; c++)
        if (!half[c]) return;
    for (int s = 0; s < sides->size && !apart; s++) apart = half[sides->list[s].part->cell[0]] != half[sides->list[s].part->cell[1]];
    if (!apart) return;
    for (int c = 0; c < puzzle->cells; c++)
        if (half[c] == half[0]) side[size++] = c;
        else other[others++] = c;
    const Cells far = set_of(other, others);
    put(all, place_of(set_of(side, size), &far));
}

/* On a grid that is a file a line is known from a side of a cell. */
static void along_sides(const Puzzle *puzzle, Places *all, const Places *sides) {
    const Tiling *tiling = puzzle->grid.tiling;
    int *half = get((size_t)puzzle->cells, sizeof(int));
    for (int c = 0; !tiling->sticks && c < puzzle->cells; c++) {
        Point at[MOST_CORNERS];
        for (int i = 0, n = corners_of(&puzzle->grid, puzzle->cell[c], at); i < n; i++) {
            const Point line[] = {at[i], at[(i + 1) % n]};
            int d = 0;
            while (d < puzzle->cells && (half[d] = side_of_line(tiling, line, puzzle->cell[d]))) d++;
            if (d == puzzle->cells) put_line(puzzle, all, half, sides);
        }
    }
}

static void along_planes(const Puzzle *puzzle, Places *all, const Places *sides) {
    int planes, *half = get((size_t)puzzle->cells, sizeof(int));
    const Plane *plane = planes_of(puzzle, &planes);
    for (int p = 0; p < planes; p++) {
        for (int c = 0; c < puzzle->cells; c++) half[c] = side_of_plane(puzzle, &plane[p], c);
        put_line(puzzle, all, half, sides);
    }
}

static void each_line(const Puzzle *puzzle, Places *all) {
    Places sides = {0};
    each_side(puzzle, &sides), in_order(&sides);
    if (puzzle->grid.tiling) along_sides(puzzle, all, &sides);
    else along_planes(puzzle, all, &sides);
}

/* Cells below others, and undersides of placements */

bool is_below(int kind) { return kind == BENEATH || kind == UNDERSIDE; }

static void each_below(const Puzzle *puzzle, Places *all) {
    for (int c = 0; c < puzzle->cells; c++) {
        int d = below(puzzle, c);
        if (d >= 0 && puzzle->optional[d]) put_cells(all, &d, 1);
    }
}

Places of_sets(Cells *list, int size) {
    Places all = {0};
    for (int i = 0; i < size; i++) put(&all, place_of(list[i], NULL));
    in_order(&all);
    return all;
}

/* Orbits of cells under a permutation, if they have two cells or more */

Places orbits_of(const Puzzle *puzzle, const int *to) {
    Places all = {0};
    int *orbit = get((size_t)puzzle->cells, sizeof(int));
    for (int first = 0; first < puzzle->cells; first++) {
        int size = 0, c = first;
        do orbit[size++] = c, c = to[c];
        while (c != first);
        if (size > 1) put_cells(&all, orbit, size);
    }
    in_order(&all);
    return all;
}

/* Why no board of the grid can have places of a row, NULL if one can. */
const char *lack_of_places(const Puzzle *puzzle, const Row *row) {
    const Grid *grid = &puzzle->grid;
    switch (row->kind) {
    case CORNER: return !grid->flat ? "it is for flat grids" : row->size.low > most_at_corner(grid) ? "so many cells do not meet in a point" : NULL;
    case CROSSING: return grid->tiling && grid->tiling->sticks ? NULL : "it is for grids of sticks";
    case BENEATH:
    case UNDERSIDE: return rests_on_sides(puzzle) ? NULL : "it is for grids whose cells have a side in common with those below";
    case ROW: return has_rows(grid) ? NULL : "it is for grids whose cells lie in straight rows";
    default: return NULL;
    }
}

/* The places of a kind. */
Places places_of(const Puzzle *puzzle, const Row *row) {
    Places all = {0};
    if (lack_of_places(puzzle, row)) return all;
    switch (row->kind) {
    case CELL: each_cell(puzzle, &all); break;
    case SIDE: each_side(puzzle, &all); break;
    case CORNER: each_corner(puzzle, &all); break;
    case CROSSING: each_crossing(puzzle, &all); break;
    case LINE: each_line(puzzle, &all); break;
    case BORDER: the_border(puzzle, &all); break;
    case BOARD: the_board(puzzle, &all); break;
    case ROW: each_row(puzzle, row, &all); break;
    case REGION: each_region(row, &all); break;
    case BENEATH: each_below(puzzle, &all); break;
    }
    in_order(&all);
    return all;
}

/* Those that a row has, by their size and whether cells may stay empty. */
Places those_of(const Puzzle *puzzle, const Row *row, Places all) {
    int kept = 0;
    for (int i = 0; i < all.size; i++) {
        const Cells cells = cells_of(&all.list[i]);
        bool filled = true;
        for (int k = 0; k < cells.size; k++) filled &= !puzzle->optional[cells.cell[k]];
        if (within(row->size, cells.size, 0) && (row->filled == ANY || filled == row->filled)) all.list[kept++] = all.list[i];
    }
    all.size = kept;
    return all;
}
