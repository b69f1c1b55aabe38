/* The board: its cells, and what is beside them: docs/certificates.md, "The puzzle". */
#include "checker.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_CELLS = 100000 };

static Point point_of(const Json *list) {
    Point p = {{0, 0, 0}};
    bool fits = list->type == LIST && list->size == 3;
    for (int i = 0; fits && i < 3; i++) {
        fits = list->value[i].type == NUMBER && llabs(list->value[i].number) <= MOST_COORDINATE;
        p.x[i] = fits ? (int)list->value[i].number : 0;
    }
    if (!fits) refuse("puzzle.json: a cell is three integers, up to %d", MOST_COORDINATE);
    return p;
}

static Point exact_cell(const Grid *grid, Point cell) {
    Point place = exact(grid, cell);
    bool flat = grid->flat && (cell.x[2] < 0 || cell.x[2] >= grid->kinds);
    if (flat || !is_cell(grid, place))
        refuse("puzzle.json: (%d, %d, %d) is no cell of the grid %s", cell.x[0], cell.x[1], cell.x[2], grid->name);
    return place;
}

Point *points_of(const Json *list, int *size) {
    if (list && list->type == TEXT) unsupported("cells that are drawn (satpuzzle convert lists them)");
    *size = list ? list->size : 0;
    if (*size > MOST_CELLS) unsupported("more than %d cells", MOST_CELLS);
    Point *points = get((size_t)*size, sizeof *points);
    for (int i = 0; i < *size; i++) points[i] = point_of(&list->value[i]);
    return points;
}

int *colours_of(const Json *table, int size) {
    int *colours = get((size_t)size, sizeof *colours);
    const Json *list = find(table, "colours");
    if (!list || list->type == NOTHING) return colours;
    if (list->size != size) refuse("puzzle.json: \"colours\" has %d numbers for %d cells", list->size, size);
    for (int i = 0; i < size; i++) colours[i] = (int)list->value[i].number;
    return colours;
}

/* Refuses a point twice, and one that is no cell of the grid. */
void differ(const Grid *grid, const Point *list, int size, const char *what) {
    Point *points = get((size_t)size, sizeof *points);
    if (size) memcpy(points, list, (size_t)size * sizeof *points);
    qsort(points, (size_t)size, sizeof *points, by_point);
    for (int i = 0; i < size; i++) {
        const int *x = points[i].x;
        exact_cell(grid, points[i]);
        if (i && !by_point(&points[i], &points[i - 1])) refuse("puzzle.json: \"%s\" has (%d, %d, %d) twice", what, x[0], x[1], x[2]);
    }
}

static Point *cells_of_box(const Grid *grid, const Json *box, int *size) {
    int side[3] = {1, 1, 1}, dimension = grid->flat ? 2 : 3, found = 0;
    if (box->size != dimension) refuse("puzzle.json: \"box\" has %d sizes", dimension);
    for (int i = 0; i < dimension; i++) side[i] = (int)box->value[i].number;
    if ((double)side[0] * side[1] * side[2] * grid->kinds > MOST_CELLS) unsupported("more than %d cells", MOST_CELLS);
    int places = side[0] * side[1] * side[2];
    Point *cells = get((size_t)(places * grid->kinds), sizeof *cells);
    for (int n = 0; n < places; n++)
        for (int kind = 0; kind < grid->kinds; kind++, found++) {
            int steps[3] = {n % side[0], n / side[0] % side[1], n / side[0] / side[1]};
            cells[found] = grid->kind[kind];
            for (int i = 0; i < dimension; i++)
                for (int x = 0; x < 3; x++) cells[found].x[x] += steps[i] * grid->basis[i].x[x];
        }
    *size = found;
    return cells;
}

typedef struct {
    Point cell;
    bool optional;
    int colour;
} Listed;

/* Cells that are listed and optional are optional. */
static void join(Puzzle *puzzle, Listed *place, int size) {
    int kept = 0;
    qsort(place, (size_t)size, sizeof *place, by_point); /* the cell comes first in a place */
    for (int i = 0; i < size; i++) {
        bool again = kept && !by_point(&place[i].cell, &place[kept - 1].cell);
        if (again) place[kept - 1].optional = true, place[kept - 1].colour += place[i].colour;
        else place[kept++] = place[i];
    }
    puzzle->cells = kept;
    puzzle->cell = get((size_t)kept, sizeof(Point)), puzzle->exact = get((size_t)kept, sizeof(Point));
    puzzle->optional = get((size_t)kept, sizeof(bool)), puzzle->colour = get((size_t)kept, sizeof(int));
    for (int i = 0; i < kept; i++) {
        puzzle->cell[i] = place[i].cell, puzzle->exact[i] = exact(&puzzle->grid, place[i].cell);
        puzzle->optional[i] = place[i].optional, puzzle->colour[i] = place[i].colour;
    }
}

static void read_frame(Puzzle *puzzle, const Json *file) {
    puzzle->frame = points_of(find(file, "frame"), &puzzle->frames);
    differ(&puzzle->grid, puzzle->frame, puzzle->frames, "frame");
    for (int i = 0; i < puzzle->frames; i++) {
        if (bsearch(&puzzle->frame[i], puzzle->cell, (size_t)puzzle->cells, sizeof(Point), by_point)) refuse("puzzle.json: \"frame\" has a cell of the board");
        puzzle->frame[i] = exact(&puzzle->grid, puzzle->frame[i]);
    }
    qsort(puzzle->frame, (size_t)puzzle->frames, sizeof(Point), by_point);
}

static void check_labels(const Puzzle *puzzle, const Json *labels) {
    int size = labels ? labels->size : 0;
    Point *cells = get((size_t)size, sizeof *cells);
    for (int i = 0; i < size; i++) {
        cells[i] = point_of(&labels->value[i].value[1]);
        if (bsearch(&cells[i], puzzle->cell, (size_t)puzzle->cells, sizeof(Point), by_point)) refuse("puzzle.json: \"labels\" has a cell of the board");
    }
    differ(&puzzle->grid, cells, size, "labels");
}

void read_board(Puzzle *puzzle, const Json *file) {
    const Json *box = find(file, "box"), *list = find(file, "board"), *colours = find(file, "colours");
    int board, optional;
    if (!box == !list) refuse("puzzle.json: there is one of \"box\" and \"board\"");
    if (box && colours && colours->type != NOTHING) refuse("puzzle.json: \"colours\" without a list \"board\"");
    Point *cells = box ? cells_of_box(&puzzle->grid, box, &board) : points_of(list, &board), *spare = cells;
    if (is_text(find(file, "optional"), "all")) optional = board;
    else spare = points_of(find(file, "optional"), &optional);
    int *colour = colours_of(file, board);
    if (!board && !optional) refuse("puzzle.json: a board without cells");
    Listed *place = get((size_t)(board + optional), sizeof *place);
    for (int i = 0; i < board; i++) place[i] = (Listed){cells[i], false, colour[i]};
    for (int i = 0; i < optional; i++) place[board + i] = (Listed){spare[i], true, 0};
    differ(&puzzle->grid, cells, board, "board"), differ(&puzzle->grid, spare, optional, "optional");
    join(puzzle, place, board + optional);
    if (colours && colours->type != NOTHING && puzzle->cells > board) refuse("puzzle.json: \"colours\" of a board whose \"board\" does not list all cells");
    read_frame(puzzle, file);
    check_labels(puzzle, find(file, "labels"));
}

/* Places on the board */

/* An index, because exact coordinates may be in another order than the cells. */
void index_places(Puzzle *puzzle) {
    int all = puzzle->cells + puzzle->outsiders;
    puzzle->index = get((size_t)all, sizeof(Entry)), puzzle->indexed = all;
    for (int i = 0; i < all; i++) puzzle->index[i] = (Entry){wrapped(puzzle, i < puzzle->cells ? puzzle->exact[i] : puzzle->outside[i - puzzle->cells]), i};
    qsort(puzzle->index, (size_t)all, sizeof(Entry), by_point);
    for (int i = 1; i < all; i++)
        if (!by_point(&puzzle->index[i - 1], &puzzle->index[i])) refuse("puzzle.json: two cells of the board are the same, where \"wrap\" joins them");
}

int place_at(const Puzzle *puzzle, Point place) {
    place = wrapped(puzzle, place);
    const Entry *found = bsearch(&place, puzzle->index, (size_t)puzzle->indexed, sizeof(Entry), by_point);
    return found ? found->number : -1;
}

int cell_at(const Puzzle *puzzle, Point place) {
    int found = place_at(puzzle, place);
    return found < puzzle->cells ? found : -1;
}

/* The cells of the board that share a face with one, -1 for others of the grid; and the vectors to them. */
int neighbours(const Puzzle *puzzle, int cell, int *number, Point *vector) {
    int found = beside(&puzzle->grid, puzzle->exact[cell], vector);
    for (int n = 0; n < found; n++) number[n] = cell_at(puzzle, plus(puzzle->exact[cell], vector[n]));
    return found;
}
