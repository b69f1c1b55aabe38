/* Grids: exact coordinates, translations, point groups, and the images of sets of points: docs/grids.md. */
#include "checker.h"
#include <stdlib.h>
#include <string.h>

#define OCTAHEDRAL {{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}, {{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}, {{-1, 0, 0}, {0, -1, 0}, {0, 0, -1}}}
#define SIXFOLD {{{0, -1, 0}, {1, 1, 0}, {0, 0, 1}}, {{0, 1, 0}, {1, 0, 0}, {0, 0, 1}}, {{1, 0, 0}, {0, 1, 0}, {0, 0, -1}}}
#define FOURFOLD {{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}, {{-1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{1, 0, 0}, {0, 1, 0}, {0, 0, -1}}}

static const struct {
    const char *name;
    int dimension, kinds;
    int basis[3][3], kind[24][3], generator[3][3][3];
} TABLE_OF_GRIDS[] = {
    {"square", 2, 1, {{1, 0, 0}, {0, 1, 0}}, {{0}}, FOURFOLD},
    {"hexagonal", 2, 1, {{1, 0, 0}, {0, 1, 0}}, {{0}}, SIXFOLD},
    {"triangular", 2, 2, {{1, 0, 0}, {0, 1, 0}}, {{0, 0, 0}, {0, 0, 1}}, SIXFOLD},
    {"cubic", 3, 1, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0}}, OCTAHEDRAL},
    {"fcc", 3, 1, {{1, 1, 0}, {1, -1, 0}, {1, 0, 1}}, {{0}}, OCTAHEDRAL},
    {"prisms", 3, 2, {{2, 0, 0}, {1, 1, 0}, {0, 0, 1}}, {{0, 0, 0}, {1, 0, 0}}, SIXFOLD},
    {"rhombic", 3, 24, {{5, 0, 0}, {0, 5, 0}, {0, 0, 5}},
     {{0, 1, 2}, {0, 3, 2}, {4, 1, 2}, {4, 3, 2}, {0, 2, 1}, {0, 2, 3}, {4, 2, 1}, {4, 2, 3}, {1, 0, 2}, {3, 0, 2}, {1, 4, 2}, {3, 4, 2},
      {2, 0, 1}, {2, 0, 3}, {2, 4, 1}, {2, 4, 3}, {1, 2, 0}, {3, 2, 0}, {1, 2, 4}, {3, 2, 4}, {2, 1, 0}, {2, 3, 0}, {2, 1, 4}, {2, 3, 4}},
     OCTAHEDRAL},
    {"tetra-octa", 3, 10, {{6, 0, 0}, {3, 3, 0}, {3, 0, 3}},
     {{1, 1, 1}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}, {2, 2, 2}, {4, 1, 1}, {3, 0, 0}, {5, 2, 0}, {5, 0, 2}, {3, 2, 2}}, OCTAHEDRAL},
};

static int halved(int n) { return n >= 0 ? n / 2 : -((1 - n) / 2); } /* rounded down */

Point exact(const Grid *grid, Point cell) {
    int x = cell.x[0], y = cell.x[1], z = cell.x[2];
    if (!strcmp(grid->name, "triangular")) return (Point){{3 * x + z + 1, 3 * y + z + 1, 0}};
    if (!strcmp(grid->name, "prisms")) {
        int down = (x + y) & 1;
        return (Point){{3 * halved(x - y) + down + 1, 3 * y + down + 1, z}};
    }
    if (!strcmp(grid->name, "rhombic")) return (Point){{2 * x - 4, 2 * y - 4, 2 * z - 4}};
    if (!strcmp(grid->name, "tetra-octa")) return (Point){{2 * x - 5, 2 * y - 5, 2 * z - 5}};
    return cell;
}

Point cell_of(const Grid *grid, Point exact) {
    int x = exact.x[0], y = exact.x[1], up = (x % 3 + 3) % 3 == 1;
    if (strcmp(grid->name, "triangular")) return exact;
    return (Point){{(x - 2 + up) / 3, (y - 2 + up) / 3, !up}};
}

static Point turned(const int m[3][3], Point p) {
    Point q;
    for (int i = 0; i < 3; i++) q.x[i] = m[i][0] * p.x[0] + m[i][1] * p.x[1] + m[i][2] * p.x[2];
    return q;
}

Point image_by(const Grid *grid, int g, Point p) {
    if (!grid->tiling) return turned(grid->group[g], p);
    const Point sent = grid->tiling->sent[g / 2][p.x[2]];
    p.x[2] = 0;
    return plus(turned(grid->group[g], p), sent);
}

static Integer determinant(const Point *a) {
    const int *p = a[0].x, *q = a[1].x, *r = a[2].x;
    const Integer minor[] = {(Integer)q[1] * r[2] - (Integer)q[2] * r[1], (Integer)q[2] * r[0] - (Integer)q[0] * r[2], (Integer)q[0] * r[1] - (Integer)q[1] * r[0]};
    return p[0] * minor[0] + p[1] * minor[1] + p[2] * minor[2];
}

static Integer turn(int m[3][3]) { return determinant((Point *)m); } /* 1 for a rotation, -1 for a reflection */

static void product(int to[3][3], int a[3][3], int b[3][3]) {
    int c[3][3];
    for (int i = 0; i < 9; i++) c[i / 3][i % 3] = a[i / 3][0] * b[0][i % 3] + a[i / 3][1] * b[1][i % 3] + a[i / 3][2] * b[2][i % 3];
    memcpy(to, c, sizeof c);
}

static int member(Grid *grid, int m[3][3]) {
    int i = 0;
    while (i < grid->order && memcmp(grid->group[i], m, sizeof grid->group[i])) i++;
    return i;
}

/* The number of a product of two elements of the point group. */
static int composed(const Grid *grid, int g, int h) {
    Grid copy = *grid;
    int m[3][3];
    product(m, copy.group[g], copy.group[h]);
    return member(&copy, m);
}

/* The elements whose product with one of them is in a set. */
uint64_t before_in(const Grid *grid, int g, uint64_t set) {
    uint64_t found = 0;
    for (int h = 0; h < grid->order; h++)
        if (has(&set, composed(grid, g, h))) found |= (uint64_t)1 << h;
    return found;
}

bool commute(const Grid *grid, int g, int h) { return composed(grid, g, h) == composed(grid, h, g); }

static Grid grid_in_table(size_t g) {
    Grid grid = {.name = TABLE_OF_GRIDS[g].name, .order = 1, .group = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};
    grid.flat = TABLE_OF_GRIDS[g].dimension == 2;
    grid.balls = !strcmp(grid.name, "fcc");
    grid.kinds = TABLE_OF_GRIDS[g].kinds;
    memcpy(grid.basis, TABLE_OF_GRIDS[g].basis, sizeof grid.basis);
    grid.kind = get((size_t)grid.kinds, sizeof(Point));
    memcpy(grid.kind, TABLE_OF_GRIDS[g].kind, (size_t)grid.kinds * sizeof(Point));
    for (int i = 0; i < 3; i++) grid.lattice[i] = less(exact(&grid, grid.basis[i]), exact(&grid, (Point){{0, 0, 0}}));
    if (grid.flat) grid.lattice[2] = (Point){{0, 0, 1}};
    for (int done = 0; done < grid.order; done++) /* the group that the generators generate */
        for (int i = 0; i < 3; i++) {
            int m[3][3], generator[3][3];
            memcpy(generator, TABLE_OF_GRIDS[g].generator[i], sizeof generator);
            product(m, generator, grid.group[done]);
            int known = member(&grid, m);
            if (known == 48) refuse("a group of more than 48 elements");
            if (known == grid.order) memcpy(grid.group[grid.order++], m, sizeof m);
        }
    return grid;
}

/* Each isometry of the plane is one of space that keeps its sides, and one that exchanges them. */
static Grid grid_of_tiling(const Json *table) {
    const Tiling *tiling = tiling_of(table);
    const Point far = {{0, 0, 1 << 24}}; /* no translation leads from one kind of cells to another */
    Grid grid = {.name = "of the puzzle", .flat = true, .kinds = tiling->kinds, .order = 2 * tiling->order, .tiling = tiling, .rules = find(table, "rules")};
    grid.kind = get((size_t)grid.kinds, sizeof(Point));
    for (int k = 0; k < grid.kinds; k++) grid.kind[k].x[2] = k;
    for (int i = 0; i < 2; i++) grid.basis[i].x[i] = grid.lattice[i].x[i] = 1;
    grid.lattice[2] = far;
    for (int g = 0; g < grid.order; g++) {
        for (int i = 0; i < 4; i++) grid.group[g][i / 2][i % 2] = tiling->matrix[g / 2][i / 2][i % 2];
        grid.group[g][2][2] = g % 2 ? -1 : 1;
    }
    return grid;
}

/* A grid by its name, or by a table with the keys of a file. */
Grid grid_of(const Json *value) {
    size_t grids = sizeof TABLE_OF_GRIDS / sizeof *TABLE_OF_GRIDS, g = 0;
    Json *table = get(1, sizeof *table); /* the grid keeps its rules */
    *table = *value;
    if (value->type == TEXT) {
        while (g < grids && strcmp(TABLE_OF_GRIDS[g].name, value->text)) g++;
        if (g < grids) return grid_in_table(g);
        if (!bundled(GRIDS, value->text, table)) unsupported("the grid \"%s\"", value->text);
    } else check_form(value, OF_A_GRID, "the grid");
    const Json *base = find(table, "grid"), *rules = find(table, "rules");
    if (!base) return grid_of_tiling(table);
    only(table, "title,grid,forms,rules,source", "puzzle.json: the grid");
    if (base->type != TEXT || (value->type == TABLE && !find(table, "forms"))) refuse("puzzle.json: the grid has no \"forms\", or is not one by name");
    Grid grid = grid_of(base);
    if (rules) grid.rules = rules;
    return grid;
}

/* Whether the vector is an integer combination of the lattice, and which, by Cramer's rule. */
bool steps_of(const Grid *grid, Point vector, Integer *steps) {
    Integer whole = determinant(grid->lattice);
    for (int i = 0; i < 3; i++) {
        Point changed[3] = {grid->lattice[0], grid->lattice[1], grid->lattice[2]};
        changed[i] = vector;
        const Integer times = determinant(changed);
        if (times % whole) return false;
        steps[i] = times / whole;
    }
    return true;
}

bool translates(const Grid *grid, Point vector) {
    Integer steps[3];
    return steps_of(grid, vector, steps);
}

bool is_cell(const Grid *grid, Point place) {
    for (int kind = 0; kind < grid->kinds; kind++)
        if (translates(grid, less(place, exact(grid, grid->kind[kind])))) return true;
    return false;
}

static bool is_tetrahedron(const Grid *grid, Point place) {
    return translates(grid, less(place, exact(grid, grid->kind[0]))) || translates(grid, less(place, exact(grid, grid->kind[5])));
}

/* Whether a vector in exact coordinates leads through a face: to one of the nearest cells. */
static bool through_face(const Grid *grid, Point place, Point v) {
    int x = v.x[0], y = v.x[1], z = v.x[2], square = x * x + y * y + z * z, slanted = x * x + x * y + y * y;
    if (grid->flat && z) return false;
    if (!strcmp(grid->name, "hexagonal")) return slanted == 1;
    if (!strcmp(grid->name, "triangular")) return slanted == 3;
    if (!strcmp(grid->name, "prisms")) return (slanted == 3 && !z) || (!slanted && square == 1);
    if (!strcmp(grid->name, "rhombic")) return square > 0 && square <= 8;
    if (!strcmp(grid->name, "tetra-octa")) return square == (is_tetrahedron(grid, place) || is_tetrahedron(grid, plus(place, v)) ? 12 : 4);
    return square == (grid->balls ? 2 : 1);
}

/* The vectors in exact coordinates from a cell to those that share a face with it. */
int beside(const Grid *grid, Point place, Point *vector) {
    int found = 0, k = place.x[2];
    if (grid->tiling) {
        const Point unit = {{0, 0, k}};
        for (; found < grid->tiling->faces[k]; found++) vector[found] = less(grid->tiling->face[k][found], unit);
        return found;
    }
    for (int n = 0; n < 125; n++) {
        Point v = {{n / 25 - 2, n / 5 % 5 - 2, n % 5 - 2}};
        if (is_cell(grid, plus(place, v)) && through_face(grid, place, v)) vector[found++] = v;
    }
    return found;
}

static bool is_upright(const int m[3][3]) { return !m[2][0] && !m[2][1] && !m[0][2] && !m[1][2] && m[2][2] == 1; }

/* Whether a rotation about z is one by that part of a full turn: its first power that is the identity is this one. */
bool has_turns(const Grid *grid, int turns) {
    Grid copy = *grid;
    for (int g = 0; g < grid->order; g++) {
        int power[3][3], first = 1;
        if (!is_upright(copy.group[g]) || turn(copy.group[g]) < 0) continue;
        memcpy(power, copy.group[g], sizeof power);
        for (; memcmp(power, copy.group[0], sizeof power); first++) product(power, power, copy.group[g]);
        if (first == turns) return true;
    }
    return false;
}

/* Whether an element maps what goes from left to right on paper to itself, or (-1) to its negative, and what goes up too. */
static bool lies(const Grid *grid, int g, int sign) {
    if (grid->tiling) return g / 2 == (sign < 0 ? grid->tiling->over : grid->tiling->across);
    const Point first = grid->lattice[0], to = turned(grid->group[g], first);
    return to.x[0] == sign * first.x[0] && to.x[1] == sign * first.x[1];
}

/* The rotations that a piece may make, as a set of elements of the point group. */
uint64_t motions(const Grid *grid, bool mirror, int rotate) {
    uint64_t found = 0;
    Grid copy = *grid;
    for (int g = 0; g < grid->order; g++) {
        int(*m)[3] = copy.group[g], power[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        if (turn(m) < 0) continue;
        if (rotate == ANY) {
            if (!grid->flat || mirror || m[2][2] == 1) found |= (uint64_t)1 << g;
            continue;
        }
        for (int i = 0; i < rotate; i++) product(power, power, m);
        if (is_upright(m) && !memcmp(power, copy.group[0], sizeof power)) found |= (uint64_t)1 << g;
    }
    if (rotate != ANY && grid->flat && mirror) { /* and turned over from left to right */
        uint64_t about = found;
        for (int over = 0; over < grid->order; over++) {
            int(*m)[3] = copy.group[over];
            if (turn(m) < 0 || m[2][2] != -1 || !lies(grid, over, -1)) continue;
            for (int g = 0; g < grid->order; g++)
                if (has(&about, g)) found |= (uint64_t)1 << composed(grid, over, g);
        }
    }
    return found;
}

static Integer dot(Point a, Point b) { return (Integer)a.x[0] * b.x[0] + (Integer)a.x[1] * b.x[1] + (Integer)a.x[2] * b.x[2]; }

/* Kinds of isometries, told by the trace of their matrices. */

static int kind_of_turn(Integer trace) { return trace == -1 ? HALF_TURN : trace == 0 ? THIRD_TURN : trace == 1 ? QUARTER_TURN : trace == 2 ? SIXTH_TURN : 0; }

static int kind_in_space(Integer trace, bool turns) { return turns ? kind_of_turn(trace) : trace == 1 ? MIRROR : trace == -3 ? POINT : 0; }

static int kind_of(const Grid *grid, int g) {
    Grid copy = *grid;
    int(*m)[3] = copy.group[g];
    if (!grid->flat) return kind_in_space(m[0][0] + m[1][1] + m[2][2], turn(m) > 0);
    if (m[0][0] * m[1][1] - m[0][1] * m[1][0] > 0) return kind_of_turn(m[0][0] + m[1][1] + 1);
    return lies(grid, g, -1) ? VERTICAL : lies(grid, g, 1) ? HORIZONTAL : DIAGONAL;
}

/* The isometries of space that map balls to balls: the images of up to three independent steps from the first ball are
 * vectors between balls with the same products, and the other steps follow from these. */
typedef struct {
    const Point *points;
    int size, rank;
    bool all;
    Point frame[3], target[3];
    Image *list;
    int found, room;
} Turning;

static Integer minor_sum(Integer g[3][3], int rank, Integer adjugate[3][3]) { /* the adjugate and the determinant of a Gram matrix */
    if (rank == 1) return adjugate[0][0] = 1, g[0][0];
    if (rank == 2) {
        adjugate[0][0] = g[1][1], adjugate[1][1] = g[0][0], adjugate[0][1] = adjugate[1][0] = -g[0][1];
        return g[0][0] * g[1][1] - g[0][1] * g[0][1];
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            int a = (i + 1) % 3, b = (i + 2) % 3, c = (j + 1) % 3, d = (j + 2) % 3;
            adjugate[j][i] = g[a][c] * g[b][d] - g[a][d] * g[b][c];
        }
    return g[0][0] * adjugate[0][0] + g[0][1] * adjugate[1][0] + g[0][2] * adjugate[2][0];
}

static void keep(Image **list, int *found, int *room, Image one) {
    if (*found == *room) *list = enlarged(*list, (size_t)(*room = 2 * *room + 16), sizeof **list);
    (*list)[(*found)++] = one;
}

static Point across(Point p, Point q) {
    return (Point){{p.x[1] * q.x[2] - p.x[2] * q.x[1], p.x[2] * q.x[0] - p.x[0] * q.x[2], p.x[0] * q.x[1] - p.x[1] * q.x[0]}};
}

/* Of balls that lie in a plane, or in a row, the turn is meant. */
static int kind_of_landing(const Turning *t, Integer adjugate[3][3], Integer whole) {
    Integer trace = 0;
    if (t->rank == 0) return 0;
    if (t->rank == 1) return by_point(&t->frame[0], &t->target[0]) ? HALF_TURN : 0;
    for (int i = 0; i < t->rank; i++)
        for (int j = 0; j < t->rank; j++) trace += adjugate[i][j] * dot(t->frame[j], t->target[i]);
    if (trace % whole) return 0;
    if (t->rank == 3) return kind_in_space(trace / whole, (determinant(t->frame) < 0) == (determinant(t->target) < 0));
    return kind_of_turn(trace / whole + (dot(across(t->frame[0], t->frame[1]), across(t->target[0], t->target[1])) > 0 ? 1 : -1));
}

static void land(Turning *t) {
    Integer gram[3][3], adjugate[3][3];
    bool reflected = t->rank == 3 && (determinant(t->frame) < 0) != (determinant(t->target) < 0);
    if (reflected && !t->all) return;
    for (int i = 0; i < 9; i++) gram[i / 3][i % 3] = dot(t->frame[i / 3], t->frame[i % 3]);
    Integer whole = t->rank ? minor_sum(gram, t->rank, adjugate) : 1;
    Point *to = get((size_t)t->size, sizeof *to);
    for (int p = 0; p < t->size; p++) {
        Integer sum[3] = {0};
        for (int i = 0; i < t->rank; i++)
            for (int j = 0; j < t->rank; j++)
                for (int x = 0; x < 3; x++) sum[x] += adjugate[i][j] * dot(t->frame[j], less(t->points[p], t->points[0])) * t->target[i].x[x];
        for (int x = 0; x < 3; x++) {
            if (sum[x] % whole) return;
            to[p].x[x] = (int)(sum[x] / whole);
        }
        if ((to[p].x[0] + to[p].x[1] + to[p].x[2]) & 1) return;
    }
    keep(&t->list, &t->found, &t->room, (Image){reflected, kind_of_landing(t, adjugate, whole), 0, {{0, 0, 0}}, to});
}

static const Integer FARTHEST = 2000; /* steps from ball to ball that are turned */

static Integer root(Integer square) { /* rounded down */
    Integer found = 0;
    for (Integer bit = (Integer)1 << 20; bit; bit >>= 1)
        if ((found + bit) * (found + bit) <= square) found += bit;
    return found;
}

static void aim(Turning *t, int known) {
    if (known == t->rank) {
        land(t);
        return;
    }
    Integer square = dot(t->frame[known], t->frame[known]);
    if (square > FARTHEST * FARTHEST) unsupported("balls farther apart than %lld", FARTHEST);
    int reach = (int)root(square);
    for (int x = -reach; x <= reach; x++)
        for (int y = -(int)root(square - (Integer)x * x), last = -y; y <= last; y++) {
            Integer rest = square - (Integer)x * x - (Integer)y * y, z = root(rest);
            if (z * z != rest || (x + y + z) & 1) continue;
            for (int sign = z ? -1 : 1; sign <= 1; sign += 2) {
                bool fits = true;
                t->target[known] = (Point){{x, y, (int)(sign * z)}};
                for (int i = 0; fits && i < known; i++) fits = dot(t->target[i], t->target[known]) == dot(t->frame[i], t->frame[known]);
                if (fits) aim(t, known + 1);
            }
        }
}

static bool independent(const Point *frame, int rank) {
    Integer gram[3][3], adjugate[3][3];
    for (int i = 0; i < 9; i++) gram[i / 3][i % 3] = dot(frame[i / 3], frame[i % 3]);
    return minor_sum(gram, rank, adjugate) != 0;
}

static Image *of_balls(const Point *points, int size, bool all, int *found) {
    Turning t = {.points = points, .size = size, .all = all};
    for (bool more = true; more && t.rank < 3;) { /* the shortest steps that are independent */
        more = false;
        Point best = {{0, 0, 0}};
        for (int p = 1; p < size; p++) {
            t.frame[t.rank] = less(points[p], points[0]);
            if (independent(t.frame, t.rank + 1) && (!more || dot(t.frame[t.rank], t.frame[t.rank]) < dot(best, best)))
                best = t.frame[t.rank], more = true;
        }
        if (more) t.frame[t.rank++] = best;
    }
    aim(&t, 0);
    *found = t.found;
    return t.list;
}

/* The images of points under the given rotations of the point group, or (`all`) under every isometry; each image is
 * relative to that of the first point.  An image is reflected if it is not one by the given rotations. */
Image *images(const Grid *grid, const Point *points, int size, uint64_t allowed, bool all, int *found) {
    if (grid->balls && !allowed) return of_balls(points, size, all, found);
    Image *list = NULL;
    int room = 0;
    *found = 0;
    for (int g = 0; g < grid->order; g++) {
        if (!all && !has(&allowed, g)) continue;
        Image one = {!has(&allowed, g), kind_of(grid, g), g, image_by(grid, g, points[0]), get((size_t)size, sizeof(Point))};
        for (int p = 0; p < size; p++) one.point[p] = less(image_by(grid, g, points[p]), one.landing);
        keep(&list, found, &room, one);
    }
    return list;
}
