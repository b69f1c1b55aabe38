/* Which side of a board is up, and what is below its cells: docs/rules.md, "Gravity". */
#include "checker.h"
#include <stdlib.h>

enum { MOST_STEPS = 12 };

/* Whether a vector in coordinates of cells is a translation. */
static bool is_translation(const Grid *grid, Point vector) {
    Grid cells = *grid;
    for (int i = 0; i < 3; i++) cells.lattice[i] = grid->basis[i];
    if (grid->flat) cells.lattice[2] = (Point){{0, 0, 1 << 24}}; /* none leads from one kind of cells to another */
    return translates(&cells, vector);
}

static int divisor(int a, int b) { return b ? divisor(b, a % b) : abs(a); }

static Point vector_of(const Json *up) {
    Point w = {{0, 0, 0}};
    if (up->type == TEXT) {
        const char *axis = spaced(up->text);
        w.x[axis[*axis == '-'] - 'x'] = *axis == '-' ? -1 : 1;
    } else
        for (int x = 0; x < 3; x++) w.x[x] = (int)up->value[x].number;
    int common = divisor(divisor(w.x[0], w.x[1]), w.x[2]);
    for (int x = 0; x < 3; x++) w.x[x] /= common;
    return w;
}

void read_up(Puzzle *puzzle, const Json *up) {
    const Grid *grid = &puzzle->grid;
    const Point w = vector_of(up), origin = grid->kind[0], from = exact(grid, origin);
    Point v = w;
    int steps = 1;
    if (puzzle->separate || puzzle->sides) refuse("puzzle.json: \"up\" is for pieces, and for boards whose parts are moved together");
    for (; steps <= MOST_STEPS && !is_translation(grid, v); steps++) v = plus(v, w);
    if (steps > MOST_STEPS) refuse("puzzle.json: \"up\" is (%d, %d, %d), no multiple is a translation of the grid %s", w.x[0], w.x[1], w.x[2], grid->name);
    puzzle->up = less(exact(grid, plus(origin, v)), from), puzzle->falls = true;
    const Point over = puzzle->glides ? less(glided(puzzle, plus(from, puzzle->up)), glided(puzzle, from)) : puzzle->up;
    if (by_point(&over, &puzzle->up)) refuse("puzzle.json: \"up\" is another way after a glide of \"wrap\"");
}

/* Whether each cell of the grid has a side in common with the one below. */
bool rests_on_sides(const Puzzle *puzzle) {
    const Grid *grid = &puzzle->grid;
    const Point zero = {{0, 0, 0}}, down = less(zero, puzzle->up);
    for (int kind = 0; kind < grid->kinds; kind++) {
        Point vector[MOST_BESIDE];
        int n = beside(grid, exact(grid, grid->kind[kind]), vector);
        while (n && by_point(&vector[n - 1], &down)) n--;
        if (!n) return false;
    }
    return true;
}

/* The cell below one, -1 if that is none of the board. */
int below(const Puzzle *puzzle, int cell) { return cell_at(puzzle, less(puzzle->exact[cell], puzzle->up)); }
