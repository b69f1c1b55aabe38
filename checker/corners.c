/* Corners of cells: docs/grids.md. */
#include "checker.h"
#include <stdlib.h>
#include <string.h>

/* On grids that are no files corners have coordinates of their own: `scale` times the exact ones of their cell, and a step from it. */
typedef struct {
    const char *grid;
    int scale[3], size, step[2][6][3]; /* the steps from two kinds of cells, upward and downward triangles */
    bool layers;                       /* whether each corner is there above and below */
} Corners;

#define SQUARE {{1, 1, 0}, {1, -1, 0}, {-1, 1, 0}, {-1, -1, 0}}
#define UP {{-1, -1, 0}, {2, -1, 0}, {-1, 2, 0}}
#define DOWN {{1, 1, 0}, {-2, 1, 0}, {1, -2, 0}}
static const Corners KNOWN[] = {
    {"square", {2, 2, 2}, 4, {SQUARE, SQUARE}, false},
    {"cubic", {2, 2, 2}, 4, {SQUARE, SQUARE}, true},
    {"triangular", {1, 1, 1}, 3, {UP, DOWN}, false},
    {"prisms", {1, 1, 2}, 3, {UP, DOWN}, true},
    {"hexagonal", {3, 3, 3}, 6, {{{1, 1, 0}, {-1, 2, 0}, {-2, 1, 0}, {-1, -1, 0}, {1, -2, 0}, {2, -1, 0}}}, false},
};
enum { GRIDS_WITH_CORNERS = sizeof KNOWN / sizeof *KNOWN };

static const Corners *corners_on(const char *grid) {
    for (int i = 0; i < GRIDS_WITH_CORNERS; i++)
        if (!strcmp(KNOWN[i].grid, grid)) return &KNOWN[i];
    return NULL;
}

int scale_of_corners(const char *grid) {
    const Corners *known = corners_on(grid);
    return known ? known->scale[0] : 1;
}

int most_at_corner(const Grid *grid) { /* of a flat grid */
    const Corners *known = corners_on(grid->name);
    return known ? 2 * known->size / (known->size - 2) : grid->tiling->most_at_corner;
}

static Point stepped(Point at, int x, int y, int z) { return (Point){{at.x[0] + x, at.x[1] + y, at.x[2] + z}}; }

/* The tetrahedra of a cube from -5 to 5 have its centre, that of a face, and the ends of one of its edges as corners. */
static int corners_in_cube(Point cell, Point place, Point *corner) {
    Point centre = place;
    for (int i = 0; i < 3; i++) centre.x[i] = 2 * (cell.x[i] - (cell.x[i] % 5 + 5) % 5); /* a cube is five cells wide */
    const Point from = less(place, centre);
    corner[0] = corner[1] = corner[2] = corner[3] = centre;
    for (int i = 0; i < 3; i++) {
        int sign = from.x[i] > 0 ? 5 : -5;
        if (abs(from.x[i]) == 4) corner[1].x[i] += sign;
        corner[2].x[i] += from.x[i] ? sign : 5, corner[3].x[i] += from.x[i] ? sign : -5;
    }
    return 4;
}

static bool divides(Point at, int odd) { /* whether it is six times a point whose coordinates have such a sum */
    int sum = at.x[0] + at.x[1] + at.x[2];
    return at.x[0] % 6 == 0 && at.x[1] % 6 == 0 && at.x[2] % 6 == 0 && abs(sum / 6) % 2 == odd;
}

/* Octahedra have their centres at six times points with an even sum, and corners at those with an odd one. */
static int corners_of_octahedra(Point place, Point *corner) {
    int size = 0;
    for (int n = 0; n < 8; n++) {
        int sign[3] = {n & 1 ? 1 : -1, n & 2 ? 1 : -1, n & 4 ? 1 : -1};
        Point centre = stepped(place, sign[0], sign[1], sign[2]), far = stepped(place, 3 * sign[0], 3 * sign[1], 3 * sign[2]);
        if (divides(far, 1)) corner[size++] = far; /* of a tetrahedron */
        if (!divides(centre, 0)) continue;
        corner[size++] = centre;
        for (int i = 0; i < 3; i++) corner[size] = centre, corner[size++].x[i] -= 6 * sign[i];
    }
    return size;
}

static int corners_in_file(const Tiling *tiling, Point cell, Point *corner) {
    int k = cell.x[2], size = tiling->corners[k];
    for (int i = 0; i < size; i++) corner[i] = stepped(tiling->corner[k][i], cell.x[0], cell.x[1], 0);
    return size;
}

int corners_of(const Grid *grid, Point cell, Point *corner) {
    const Corners *known = corners_on(grid->name);
    Point at = exact(grid, cell);
    int size = 0;
    if (grid->tiling) return corners_in_file(grid->tiling, cell, corner);
    if (!strcmp(grid->name, "rhombic")) return corners_in_cube(cell, at, corner);
    if (!strcmp(grid->name, "tetra-octa")) return corners_of_octahedra(at, corner);
    bool down = !strcmp(grid->name, "triangular") ? cell.x[2] : !strcmp(grid->name, "prisms") && (cell.x[0] + cell.x[1]) & 1;
    for (int i = 0; known && i < 3; i++) at.x[i] *= known->scale[i];
    if (known && !known->layers) at.x[2] = 0;
    for (int k = 0; known && k < known->size; k++)
        for (int layer = known->layers ? -1 : 0; layer <= known->layers; layer += 2) {
            const int *step = known->step[down][k];
            corner[size++] = stepped(at, step[0], step[1], layer);
        }
    return size;
}
