/* Planes along faces, on flat grids lines, of grids that are no files: docs/certificates.md. */
#include "checker.h"
#include <stdlib.h>

static Integer common(Integer a, Integer b) { return b ? common(b, a % b) : llabs(a); }

/* The plane through the corners that two cells have in common; on flat grids it is upright. */
static bool plane_between(const Puzzle *puzzle, int c, int d, Plane *plane) {
    Point one[8], other[8], shared[9];
    int size = 0, ones = corners_of(&puzzle->grid, puzzle->cell[c], one), others = corners_of(&puzzle->grid, puzzle->cell[d], other);
    for (int i = 0; i < ones; i++)
        for (int j = 0; j < others; j++)
            if (!by_point(&one[i], &other[j])) shared[size++] = one[i];
    if (puzzle->grid.flat && size) shared[size] = shared[0], shared[size++].x[2]++;
    if (size < 3) return false;
    Point along = less(shared[1], shared[0]), up = less(shared[size - 1], shared[0]);
    Integer factor = 0;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        plane->across[i] = (Integer)along.x[j] * up.x[k] - (Integer)along.x[k] * up.x[j], factor = common(factor, plane->across[i]);
    }
    int first = 0;
    while (first < 3 && !plane->across[first]) first++;
    if (first == 3) return false;
    if (plane->across[first] < 0) factor = -factor;
    plane->at = 0;
    for (int i = 0; i < 3; i++) plane->across[i] /= factor, plane->at += plane->across[i] * shared[0].x[i];
    return true;
}

static int by_plane(const void *a, const void *b) {
    const Plane *p = a, *q = b;
    for (int i = 0; i < 3; i++)
        if (p->across[i] != q->across[i]) return p->across[i] < q->across[i] ? -1 : 1;
    return (p->at > q->at) - (p->at < q->at);
}

/* The planes along faces between cells of the board, each once. */
Plane *planes_of(const Puzzle *puzzle, int *size) {
    int kept = 0, found = 0, *beside = get(32, sizeof(int));
    Point vector[32];
    Plane *plane = get((size_t)puzzle->cells * 32, sizeof *plane);
    for (int c = 0; c < puzzle->cells; c++)
        for (int n = neighbours(puzzle, c, beside, vector); n--;)
            if (beside[n] > c && plane_between(puzzle, c, beside[n], &plane[found])) found++;
    qsort(plane, (size_t)found, sizeof *plane, by_plane);
    for (int i = 0; i < found; i++)
        if (!i || by_plane(&plane[kept - 1], &plane[i])) plane[kept++] = plane[i];
    *size = kept;
    return plane;
}

/* On which side of a plane a cell lies: 1 or -1, 0 if it is cut. */
int side_of_plane(const Puzzle *puzzle, const Plane *plane, int cell) {
    Point corner[8];
    int side = 0;
    for (int k = corners_of(&puzzle->grid, puzzle->cell[cell], corner); k--;) {
        Integer place = -plane->at;
        for (int i = 0; i < 3; i++) place += plane->across[i] * corner[k].x[i];
        int here = (place > 0) - (place < 0);
        if (side * here < 0) return 0;
        if (here) side = here;
    }
    return side;
}
