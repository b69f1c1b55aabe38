/* Boards that wrap round: docs/certificates.md, "Boards that wrap round, and rules". */
#include "checker.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 1000 }; /* of glides, and of cells, on grids that are files */

typedef struct {
    int size, glide;    /* which of them is a glide, -1 for none */
    Integer step[2][2]; /* along the grid's basis */
} Periods;

static Integer length_along(const Puzzle *puzzle, int axis) {
    int low = puzzle->cell[0].x[axis], high = low;
    for (int c = 0; c < puzzle->cells; c++) {
        if (puzzle->cell[c].x[axis] < low) low = puzzle->cell[c].x[axis];
        if (puzzle->cell[c].x[axis] > high) high = puzzle->cell[c].x[axis];
    }
    return high - low + 1;
}

/* x, y, xy, or moebius or klein, perhaps with the axis along which they turn over. */
static Periods periods_of_word(const Puzzle *puzzle, const char *word) {
    Periods found = {0, -1, {{0}}};
    const bool klein = *word == 'k', turned = klein || *word == 'm';
    const int along = turned && word[strlen(word) - 1] == 'y';
    for (int axis = 0; axis < 2; axis++) {
        if (turned && axis == along) found.glide = found.size;
        if (turned ? klein || axis == along : strchr(word, "xy"[axis]) != NULL) found.step[found.size++][axis] = length_along(puzzle, axis);
    }
    return found;
}

static Periods periods_of_list(const Json *list) {
    Periods found = {list->size, -1, {{0}}};
    for (int i = 0; i < list->size; i++) {
        const Json *period = &list->value[i];
        for (int axis = 0; axis < 2; axis++) found.step[i][axis] = period->value[axis].number;
        if (period->size == 2) continue;
        if (found.glide >= 0) refuse("puzzle.json: \"wrap\" has two glides");
        found.glide = i;
    }
    return found;
}

/* Periods are in the form (a, b), (0, d), or there is only one. */
static void keep(Puzzle *puzzle, Periods periods) {
    Integer(*step)[2] = periods.step;
    const Point *lattice = puzzle->grid.lattice;
    while (periods.size == 2 && step[1][0]) { /* Euclid's algorithm */
        Integer times = step[0][0] / step[1][0];
        for (int axis = 0; axis < 2; axis++) {
            Integer rest = step[0][axis] - times * step[1][axis];
            step[0][axis] = step[1][axis], step[1][axis] = rest;
        }
    }
    if (periods.size == 2) step[0][1] %= step[1][1];
    for (int i = 0; i < periods.size; i++) {
        if (llabs(step[i][0]) > 1 << 24 || llabs(step[i][1]) > 1 << 24) unsupported("periods as long as these");
        for (int x = 0; x < 3; x++) puzzle->period[i].x[x] = (int)(step[i][0] * lattice[0].x[x] + step[i][1] * lattice[1].x[x]);
    }
    puzzle->periods = periods.size;
}

/* Glides */

/* Whether an element of the point group, without turning the plane over in space, maps a step to so many times itself. */
static bool maps(const Grid *grid, int g, const Integer *step, int times) {
    const int(*m)[3] = grid->group[g];
    return m[2][2] == 1 && m[0][0] * step[0] + m[0][1] * step[1] == times * step[0] && m[1][0] * step[0] + m[1][1] * step[1] == times * step[1];
}

/* The reflection that maps a step to itself. */
static int reflection_along(const Grid *grid, const Integer *step) {
    int g = 0;
    while (g < grid->order && !(maps(grid, g, step, 1) && grid->group[g][0][0] * grid->group[g][1][1] < grid->group[g][0][1] * grid->group[g][1][0])) g++;
    if (g == grid->order) refuse("puzzle.json: \"wrap\" has a glide in whose direction the grid has no reflection");
    return g;
}

/* The shortest step that a reflection maps to its negative. */
static void turned_over(const Grid *grid, int g, int *step) {
    const int(*m)[3] = grid->group[g];
    int column = m[0][0] == 1 && !m[1][0], a = !column - m[0][column], b = column - m[1][column], common = abs(a);
    for (int rest = abs(b), next; rest; rest = next) next = common % rest, common = rest;
    step[0] = a / common, step[1] = b / common;
}

/* The corner of a cell that is farthest to one side of a way. */
static Point farthest(const Grid *grid, Point way, Point cell, int side) {
    Point corner[MOST_CORNERS];
    int best = 0;
    for (int k = corners_of(grid, cell, corner); k--;)
        if (side * sign_on(grid->tiling, distance(grid->tiling, way, corner[best], corner[k])) > 0) best = k;
    return corner[best];
}

/* The narrowest strip along a way with the board: a corner on each side of it, and the cell of the second one. */
typedef struct {
    Point low, high, cell;
} Strip;

static Strip strip_along(const Puzzle *puzzle, Point way) {
    const Tiling *tiling = puzzle->grid.tiling;
    Strip strip = {{{0}}, {{0}}, {{0}}};
    for (int c = 0; c < puzzle->cells; c++) {
        const Point low = farthest(&puzzle->grid, way, puzzle->cell[c], -1), high = farthest(&puzzle->grid, way, puzzle->cell[c], 1);
        if (!c || sign_on(tiling, distance(tiling, way, strip.low, low)) < 0) strip.low = low;
        if (!c || sign_on(tiling, distance(tiling, way, strip.high, high)) > 0) strip.high = high, strip.cell = puzzle->exact[c];
    }
    return strip;
}

static void limit(const Puzzle *puzzle, const Integer *step) {
    for (int c = 0; c < puzzle->cells; c++)
        for (int x = 0; x < 2; x++)
            if (abs(puzzle->cell[c].x[x]) > MOST_STEPS || llabs(step[x]) > MOST_STEPS) unsupported("a glide by more than %d periods of a grid", MOST_STEPS);
}

/* A glide is the reflection g, followed by a translation by half of 2 step - g² + times * over, where g² is a translation
 * and g maps `over` to its negative.  It takes the farthest corner on one side of the board as far as the one on the other. */
static void find_glide(Puzzle *puzzle, const Integer *step, const Integer *other) {
    const Grid *grid = &puzzle->grid;
    const int g = puzzle->glide = reflection_along(grid, step), lattice[] = {grid->lattice[0].x[0], grid->lattice[1].x[1]}, scale = scale_of_corners(grid->name);
    if (other && !maps(grid, g, other, -1)) refuse("puzzle.json: \"wrap\" has a glide and a period that is not perpendicular to it");
    if (grid->tiling) limit(puzzle, step);
    int over[2];
    turned_over(grid, g, over);
    const Point way = {{(int)step[0] * lattice[0], (int)step[1] * lattice[1], 0}}, origin = {{0, 0, 0}}, unit = {{scale * over[0] * lattice[0], scale * over[1] * lattice[1], 0}};
    const Strip strip = strip_along(puzzle, way);
    const Point cell = image_by(grid, g, strip.cell), square = less(image_by(grid, g, cell), strip.cell);
    Number twice = distance(grid->tiling, way, farthest(grid, way, cell_of(grid, cell), -1), strip.low);
    Integer times;
    twice.a *= 2, twice.b *= 2;
    bool fits = ratio(twice, distance(grid->tiling, way, origin, unit), &times);
    for (int x = 0; fits && x < 2; x++) {
        const Integer both = 2 * step[x] - square.x[x] / lattice[x] + times * over[x];
        fits = both % 2 == 0, puzzle->shift.x[x] = (int)(both / 2 * lattice[x]);
    }
    if (!fits) refuse("puzzle.json: \"wrap\" has a glide along the middle of the board that is no isometry of the grid");
    puzzle->glides = true;
}

void read_periods(Puzzle *puzzle, const Json *wrap) {
    const char *word = wrap && wrap->type == TEXT ? spaced(wrap->text) : NULL;
    if (!wrap || (word && !*word)) return;
    if (!puzzle->grid.flat) refuse("puzzle.json: \"wrap\" is for flat grids");
    if (puzzle->frames) refuse("puzzle.json: a board that wraps round has no \"frame\"");
    Periods periods = word ? periods_of_word(puzzle, word) : periods_of_list(wrap);
    Integer(*step)[2] = periods.step;
    bool two = periods.size == 2;
    if (two ? step[0][0] * step[1][1] == step[0][1] * step[1][0] : !step[0][0] && !step[0][1]) refuse("puzzle.json: \"wrap\" needs periods in different directions");
    if (periods.glide >= 0) {
        Integer *along = step[periods.glide];
        find_glide(puzzle, along, two ? step[!periods.glide] : NULL);
        along[0] *= 2, along[1] *= 2; /* twice the glide is a translation */
    }
    keep(puzzle, periods);
}

/* Places that are equal */

static Integer modulo(Integer n, Integer m) { return (n % m + m) % m; }

Point reduced(const Puzzle *puzzle, Point place, int scale) {
    Integer at[2] = {place.x[0], place.x[1]};
    for (int i = 0; i < puzzle->periods; i++) {
        const int *period = puzzle->period[i].x, axis = period[0] ? 0 : 1;
        Integer length = (Integer)scale * period[axis], times = (at[axis] - modulo(at[axis], llabs(length))) / length;
        for (int x = 0; x < 2; x++) at[x] -= times * scale * period[x];
    }
    if (llabs(at[0]) > 1 << 29 || llabs(at[1]) > 1 << 29) unsupported("periods as long as these");
    place.x[0] = (int)at[0], place.x[1] = (int)at[1];
    return place;
}

Point glided(const Puzzle *puzzle, Point place) {
    Point to = image_by(&puzzle->grid, puzzle->glide, place);
    for (int x = 0; x < 2; x++) to.x[x] += puzzle->shift.x[x];
    return to;
}

int copies(const Puzzle *puzzle) { return puzzle->glides ? 2 : 1; }

Point copy_of(const Puzzle *puzzle, Point place, int copy) { return copy ? glided(puzzle, place) : place; }

Point wrapped(const Puzzle *puzzle, Point place) {
    const Point one = reduced(puzzle, place, 1);
    if (!puzzle->glides) return one;
    const Point other = reduced(puzzle, glided(puzzle, place), 1);
    return by_point(&one, &other) < 0 ? one : other;
}
