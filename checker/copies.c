/* The copies of shapes in a strip: docs/certificates.md, "Strips". */
#include "checker.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_SHAPES = 2000, MOST_CELLS = 5000, FARTHEST = 1000000, MOST_WORDS = 100000000 };

/* A place as steps along the basis, and a kind of cells. */
typedef struct {
    int at[4];
} Spot;

/* A shape as it lies, up to translations: its spots are in order, and the least of each step is 0. */
typedef struct {
    int shape, size;
    Spot *spot;
} Lying;

static int by_spot(const void *a, const void *b) {
    const Spot *one = a, *other = b;
    int i = 0;
    while (i < 3 && one->at[i] == other->at[i]) i++;
    return (one->at[i] > other->at[i]) - (one->at[i] < other->at[i]);
}

static int by_spots(const void *a, const void *b) { /* then by shape */
    const Lying *one = a, *other = b;
    int order = one->size - other->size;
    for (int i = 0; !order && i < one->size; i++) order = by_spot(&one->spot[i], &other->spot[i]);
    return order ? order : one->shape - other->shape;
}

static bool spot_of(const Grid *grid, Point place, Spot *spot) {
    Integer steps[3];
    for (int kind = 0; kind < grid->kinds; kind++) {
        if (!steps_of(grid, less(place, exact(grid, grid->kind[kind])), steps)) continue;
        *spot = (Spot){{(int)steps[0], (int)steps[1], (int)steps[2], kind}};
        return !grid->flat || !steps[2];
    }
    return false;
}

static Point *read_cells(const Grid *grid, const Json *list, const char *file) {
    if (!list->size || list->size > MOST_CELLS) refuse("%s: a shape has 1 to %d cells", file, MOST_CELLS);
    Point *cell = get((size_t)list->size, sizeof *cell);
    for (int k = 0; k < list->size; k++) {
        const Json *triple = &list->value[k];
        bool fits = triple->type == LIST && triple->size == 3;
        for (int x = 0; fits && x < 3; x++) {
            fits = triple->value[x].type == NUMBER && llabs(triple->value[x].number) <= FARTHEST;
            cell[k].x[x] = fits ? (int)triple->value[x].number : 0;
        }
        fits &= !grid->flat || (0 <= cell[k].x[2] && cell[k].x[2] < grid->kinds);
        if (!fits || !is_cell(grid, exact(grid, cell[k]))) refuse("%s: what is no cell of the grid", file);
        cell[k] = exact(grid, cell[k]);
    }
    qsort(cell, (size_t)list->size, sizeof *cell, by_point);
    for (int k = 1; k < list->size; k++)
        if (!by_point(&cell[k - 1], &cell[k])) refuse("%s: a shape has a cell twice", file);
    return cell;
}

static void connect(const Grid *grid, const Point *cell, int size, const char *file) {
    int *next = get((size_t)size, sizeof(int)), met = 1;
    bool *seen = get((size_t)size, sizeof(bool));
    seen[0] = true;
    for (int i = 0; i < met; i++) {
        Point vector[MOST_BESIDE];
        for (int n = beside(grid, cell[next[i]], vector); n--;) {
            const Point to = plus(cell[next[i]], vector[n]), *found = bsearch(&to, cell, (size_t)size, sizeof to, by_point);
            if (found && !seen[found - cell]) seen[found - cell] = true, next[met++] = (int)(found - cell);
        }
    }
    if (met < size) refuse("%s: a shape whose cells are not connected", file);
}

typedef struct {
    Lying *list;
    int size, room;
} Lyings;

/* Adds the images of a shape. */
static void lay(const Grid *grid, int shape, const Point *cell, int size, uint64_t allowed, bool all, Lyings *lyings) {
    int found;
    const Image *image = images(grid, cell, size, allowed, all, &found);
    for (int i = 0; i < found; i++) {
        Lying one = {shape, size, get((size_t)size, sizeof(Spot))};
        if (lyings->size == lyings->room) lyings->list = enlarged(lyings->list, (size_t)(lyings->room = 2 * lyings->room + 64), sizeof one);
        for (int k = 0; k < size; k++)
            if (!spot_of(grid, plus(image[i].landing, image[i].point[k]), &one.spot[k])) refuse("an isometry leads to no cell");
        for (int x = 0; x < 3; x++) {
            int least = one.spot[0].at[x];
            for (int k = 1; k < size; k++)
                if (one.spot[k].at[x] < least) least = one.spot[k].at[x];
            for (int k = 0; k < size; k++) one.spot[k].at[x] -= least;
        }
        qsort(one.spot, (size_t)size, sizeof(Spot), by_spot);
        lyings->list[lyings->size++] = one;
    }
}

static void lay_shape(const Grid *grid, int shape, const Json *table, const char *file, Lyings *lyings) {
    if (table->type != TABLE) refuse("%s: a shape is a table", file);
    only(table, "cells,mirror", file);
    const Json *list = need(table, "cells", LIST, file);
    const bool mirror = need(table, "mirror", BOOLEAN, file)->number;
    const Point *cell = read_cells(grid, list, file);
    connect(grid, cell, list->size, file);
    lay(grid, shape, cell, list->size, grid->balls ? 0 : motions(grid, false, ANY), false, lyings);
    if (mirror) lay(grid, shape, cell, list->size, ~(uint64_t)0, true, lyings);
}

/* Each way to lie once. */
static Lyings ways_to_lie(const Grid *grid, const Json *shapes, const char *file) {
    Lyings all = {0};
    int kept = 0;
    if (!shapes->size || shapes->size > MOST_SHAPES) refuse("%s: there are 1 to %d pieces", file, MOST_SHAPES);
    for (int s = 0; s < shapes->size; s++) lay_shape(grid, s, &shapes->value[s], file, &all);
    qsort(all.list, (size_t)all.size, sizeof *all.list, by_spots);
    for (int i = 0; i < all.size; i++) {
        Lying *last = &all.list[kept ? kept - 1 : 0], *one = &all.list[i];
        bool again = i && last->size == one->size;
        for (int k = 0; again && k < one->size; k++) again = !by_spot(&last->spot[k], &one->spot[k]);
        if (again && last->shape != one->shape) refuse("%s: two pieces with a copy in common", file);
        if (!again) all.list[kept++] = *one;
    }
    all.size = kept;
    return all;
}

static int by_first(const void *a, const void *b) {
    const Copy *one = a, *other = b;
    return one->first - other->first;
}

/* The copies with cells in column 0 and none before it, by their first cells. */
Copies copies_of(const Grid *grid, const Json *shapes, const int *width, const char *file) {
    const Lyings all = ways_to_lie(grid, shapes, file);
    Copies copies = {.column = width[0] * width[1] * grid->kinds};
    int columns = 1, found = 0;
    for (int fill = 0; fill < 2; fill++) {
        copies.words = (columns * copies.column + 63) / 64;
        if (fill && (double)found * copies.words > MOST_WORDS) unsupported("%s: %d copies in a strip", file, found);
        if (fill) copies.list = get((size_t)found, sizeof(Copy));
        for (int i = 0; i < all.size; i++) {
            const Lying *one = &all.list[i];
            int far[3] = {0};
            for (int k = 0; k < one->size; k++)
                for (int x = 0; x < 3; x++)
                    if (one->spot[k].at[x] > far[x]) far[x] = one->spot[k].at[x];
            if (far[1] >= width[0] || far[2] >= width[1]) continue;
            if (far[0] >= columns) columns = far[0] + 1;
            found += fill ? 0 : (width[0] - far[1]) * (width[1] - far[2]);
            for (int n = 0; fill && n < (width[0] - far[1]) * (width[1] - far[2]); n++) {
                Copy copy = {copies.column, get((size_t)copies.words, sizeof(uint64_t))};
                for (int k = 0; k < one->size; k++) {
                    const int *at = one->spot[k].at, y = at[1] + n / (width[1] - far[2]), z = at[2] + n % (width[1] - far[2]);
                    const int cell = at[0] * copies.column + (y * width[1] + z) * grid->kinds + at[3];
                    if (cell < copy.first) copy.first = cell;
                    add(copy.set, cell);
                }
                copies.list[copies.size++] = copy;
            }
        }
    }
    if (copies.size) qsort(copies.list, (size_t)copies.size, sizeof(Copy), by_first);
    copies.begin = get((size_t)copies.column + 1, sizeof(int));
    for (int c = 0, i = 0; c <= copies.column; c++) {
        while (i < copies.size && copies.list[i].first < c) i++;
        copies.begin[c] = i;
    }
    return copies;
}
