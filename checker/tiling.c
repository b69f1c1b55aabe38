/* Grids that are files or tables: docs/grids.md.  A number is a + b√m, a point a complex number; both are exact. */
#include "checker.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_KINDS = 200, MOST_CORNERS = 30, MOST_NUMBER = 20000 };

Point less(Point a, Point b) { return (Point){{a.x[0] - b.x[0], a.x[1] - b.x[1], a.x[2] - b.x[2]}}; }

int by_point(const void *a, const void *b) {
    const Point *p = a, *q = b;
    for (int i = 0; i < 3; i++)
        if (p->x[i] != q->x[i]) return p->x[i] < q->x[i] ? -1 : 1;
    return 0;
}

/* Numbers and points */

typedef struct {
    Integer a, b;
} Number;
typedef struct {
    Number x, y; /* x + y u, where u² is -1, or u - 1 if the second axis is at 60 degrees */
} Vector;
static Integer root; /* m */
static bool slanted;

static Number sum(Number p, Number q) { return (Number){p.a + q.a, p.b + q.b}; }
static Number negative(Number p) { return (Number){-p.a, -p.b}; }
static Number product(Number p, Number q) { return (Number){p.a * q.a + root * p.b * q.b, p.a * q.b + p.b * q.a}; }
static bool is_zero(Number p) { return !p.a && !p.b; }
static bool equal(Number p, Number q) { return p.a == q.a && p.b == q.b; }

static int sign(Number p) {
    int a = (p.a > 0) - (p.a < 0), b = (p.b > 0) - (p.b < 0);
    if (a * b >= 0) return a ? a : b;
    return p.a * p.a > root * p.b * p.b ? a : b;
}

static Vector added(Vector v, Vector w) { return (Vector){sum(v.x, w.x), sum(v.y, w.y)}; }
static Vector minus(Vector v, Vector w) { return (Vector){sum(v.x, negative(w.x)), sum(v.y, negative(w.y))}; }
static Vector scaled(Number n, Vector v) { return (Vector){product(n, v.x), product(n, v.y)}; }
static Vector conjugate(Vector v) { return (Vector){slanted ? sum(v.x, v.y) : v.x, negative(v.y)}; }
static Number cross(Vector v, Vector w) { return sum(product(v.x, w.y), negative(product(v.y, w.x))); }

static Vector times(Vector v, Vector w) {
    Number high = product(v.y, w.y), mixed = sum(product(v.x, w.y), product(v.y, w.x));
    return (Vector){sum(product(v.x, w.x), negative(high)), slanted ? sum(mixed, high) : mixed};
}

static Number square(Vector v) { return times(v, conjugate(v)).x; }

static bool ratio(Number n, Number d, int *found) { /* whether it is an integer */
    Integer part = d.a ? n.a / d.a : n.b / d.b;
    *found = (int)part;
    return llabs(part) < MOST_NUMBER && n.a == part * d.a && n.b == part * d.b;
}

/* The file */

typedef struct {
    Vector period[2];
    int kinds, *corners;
    Vector (*corner)[MOST_CORNERS];
} Drawn;

static Number number_of(const Json *value) {
    Number n = {0, 0};
    const Json *part = value->type == LIST ? value->value : value;
    n.a = part[0].number, n.b = value->type == LIST ? part[1].number : 0;
    if (value->type == LIST && !root) refuse("puzzle.json: a number a + b√m in a grid whose frame has no root");
    if (llabs(n.a) > MOST_NUMBER || llabs(n.b) > MOST_NUMBER) unsupported("a grid with numbers above %d", MOST_NUMBER);
    return n;
}

static Vector vector_of(const Json *pair) { return (Vector){number_of(&pair->value[0]), number_of(&pair->value[1])}; }

static void read_cell(Drawn *drawn, int k, const Json *list) {
    drawn->corners[k] = list->size;
    if (list->size > MOST_CORNERS) unsupported("a grid whose cells have more than %d corners", MOST_CORNERS);
    for (int i = 0; i < list->size; i++) drawn->corner[k][i] = vector_of(&list->value[i]);
}

static Number area(const Drawn *drawn, int k) { /* twice, in parallelograms of the axes */
    Number whole = {0, 0};
    for (int i = 0, n = drawn->corners[k]; i < n; i++) whole = sum(whole, cross(drawn->corner[k][i], drawn->corner[k][(i + 1) % n]));
    return whole;
}

static void turn_round(Drawn *drawn, int k) { /* so that all cells have their corners in one direction */
    bool backwards = sign(area(drawn, k)) < 0;
    for (int i = 0, j = drawn->corners[k] - 1; backwards && i < j; i++, j--) {
        Vector corner = drawn->corner[k][i];
        drawn->corner[k][i] = drawn->corner[k][j], drawn->corner[k][j] = corner;
    }
}

static Drawn read_drawn(const Json *table) {
    static const char *const frames[] = {"square", "hexagonal", "root 2", "root 3"};
    const Json *frame = find(table, "frame"), *periods = find(table, "periods"), *cells = find(table, "cells");
    int f = 0;
    while (frame && f < 4 && strcmp(frame->text, frames[f])) f++;
    if (f == 4) refuse("puzzle.json: the grid has the frame \"%s\"", frame->text);
    if (!periods || !cells) refuse("puzzle.json: the grid has no \"periods\" or no \"cells\"");
    root = f < 2 ? 0 : f, slanted = f == 1;
    Drawn drawn = {.kinds = cells->size};
    if (drawn.kinds > MOST_KINDS) unsupported("a grid of more than %d cells a unit", MOST_KINDS);
    drawn.corners = get((size_t)drawn.kinds, sizeof(int)), drawn.corner = get((size_t)drawn.kinds, sizeof *drawn.corner);
    for (int i = 0; i < 2; i++) drawn.period[i] = vector_of(&periods->value[i]);
    if (is_zero(cross(drawn.period[0], drawn.period[1]))) refuse("puzzle.json: the periods of the grid have one direction");
    for (int k = 0; k < drawn.kinds; k++) {
        check_form(&cells->value[k], OF_A_CELL, "a cell of the grid");
        const Json *corners = find(&cells->value[k], "corners");
        if (!corners) refuse("puzzle.json: a cell of the grid has no corners");
        if (find(table, "drawing") && !find(&cells->value[k], "at")) refuse("puzzle.json: a cell of a grid with \"drawing\" has no place \"at\"");
        read_cell(&drawn, k, corners);
        turn_round(&drawn, k);
    }
    return drawn;
}

/* Whether the vector is so many times a sum of periods; of how many. */
static bool in_periods(const Drawn *drawn, Vector v, Number scale, int *steps) {
    Number whole = product(scale, cross(drawn->period[0], drawn->period[1]));
    return ratio(cross(v, drawn->period[1]), whole, &steps[0]) && ratio(cross(drawn->period[0], v), whole, &steps[1]);
}

/* Corners, and cells beside each other */

static Drawn the;     /* drawing of the one grid that a puzzle has */
static Vector *known; /* where the corners of its unit are */

static void number_corners(const Drawn *drawn, Tiling *tiling) {
    int size = 0, *met = get((size_t)drawn->kinds * MOST_CORNERS, sizeof *met);
    known = get((size_t)drawn->kinds * MOST_CORNERS, sizeof *known);
    for (int k = 0; k < drawn->kinds; k++)
        for (int i = 0; i < drawn->corners[k]; i++) {
            int steps[2] = {0, 0}, c = 0;
            while (c < size && !in_periods(drawn, minus(drawn->corner[k][i], known[c]), (Number){1, 0}, steps)) c++;
            if (c == size) known[size++] = drawn->corner[k][i], steps[0] = steps[1] = 0;
            tiling->corner[k][i] = (Point){{steps[0], steps[1], c}};
            if (++met[c] > tiling->most_at_corner) tiling->most_at_corner = met[c];
            for (int j = 0; j < i; j++)
                if (!by_point(&tiling->corner[k][i], &tiling->corner[k][j])) refuse("puzzle.json: a cell of the grid has a corner twice");
        }
}

static void put_beside(Tiling *tiling, int k, Point cell) {
    const Point itself = {{0, 0, k}};
    bool known = !by_point(&cell, &itself);
    for (int i = 0; i < tiling->faces[k]; i++) known |= !by_point(&cell, &tiling->face[k][i]);
    if (known) return;
    if (tiling->faces[k] == MOST_BESIDE) unsupported("a grid with more than %d cells beside one", MOST_BESIDE);
    tiling->face[k][tiling->faces[k]++] = cell;
}

/* The cells behind a side, or for sticks at an end: how many there are. */
static int put_behind(Tiling *tiling, int k, int i) {
    int found = 0, n = tiling->corners[k];
    Point from = tiling->corner[k][i], to = tiling->corner[k][(i + 1) % n];
    for (int other = 0; other < tiling->kinds; other++)
        for (int j = 0, m = tiling->corners[other]; j < m; j++) {
            Point step = less(from, tiling->corner[other][(j + 1) % m]), back = less(to, tiling->corner[other][j]);
            if (step.x[2] || (!tiling->sticks && by_point(&step, &back))) continue;
            put_beside(tiling, k, (Point){{step.x[0], step.x[1], other}}), found++;
        }
    return found;
}

static int side_of(Vector a, Vector b, Vector c) { return sign(cross(minus(b, a), minus(c, a))); }

static bool crosses_itself(const Drawn *drawn, int k) {
    const Vector *c = drawn->corner[k];
    for (int i = 0, n = drawn->corners[k]; i < n; i++)
        for (int j = i + 2; j < n; j++) {
            int a = i + 1, b = (j + 1) % n;
            if (b != i && side_of(c[i], c[a], c[j]) * side_of(c[i], c[a], c[b]) <= 0 && side_of(c[j], c[b], c[i]) * side_of(c[j], c[b], c[a]) <= 0) return true;
        }
    return false;
}

/* Whether two sticks have another point in common than an end of both. */
static bool meet(const Vector *c, const Vector *d) {
    int ends = side_of(c[0], c[1], d[0]) * side_of(c[0], c[1], d[1]), others = side_of(d[0], d[1], c[0]) * side_of(d[0], d[1], c[1]);
    if (side_of(c[0], c[1], d[0]) || side_of(c[0], c[1], d[1])) return ends <= 0 && others <= 0 && (ends || others);
    Vector along = minus(c[1], c[0]); /* they are on one line: where along c does d begin and end? */
    Number first = times(minus(d[0], c[0]), conjugate(along)).x, last = times(minus(d[1], c[0]), conjugate(along)).x;
    bool turned = sign(sum(last, negative(first))) < 0;
    return sign(turned ? first : last) > 0 && sign(sum(square(along), negative(turned ? last : first))) > 0;
}

static void meet_at_ends(const Drawn *drawn, int k) {
    enum { FAR = 4 }; /* units */
    for (int other = 0; other <= k; other++)
        for (int x = -FAR; x <= FAR; x++)
            for (int y = -FAR; y <= FAR; y++) {
                Vector step = added(scaled((Number){x, 0}, drawn->period[0]), scaled((Number){y, 0}, drawn->period[1]));
                Vector there[] = {added(drawn->corner[other][0], step), added(drawn->corner[other][1], step)};
                if ((other != k || x || y) && meet(drawn->corner[k], there)) refuse("puzzle.json: two sticks of the grid meet elsewhere than at their ends");
            }
}

static void check_plane(const Drawn *drawn, Tiling *tiling) {
    Number whole = {0, 0}, unit = cross(drawn->period[0], drawn->period[1]);
    for (int k = 0; k < drawn->kinds; k++) {
        if ((drawn->corners[k] == 2) != tiling->sticks) refuse("puzzle.json: the grid has sticks and other cells");
        for (int i = 0; i < drawn->corners[k]; i++)
            if (put_behind(tiling, k, i) != 1 && !tiling->sticks) refuse("puzzle.json: the grid has not one cell behind each side");
        if (tiling->sticks) meet_at_ends(drawn, k);
        else if (is_zero(area(drawn, k)) || crosses_itself(drawn, k)) refuse("puzzle.json: a cell of the grid crosses itself");
        whole = sum(whole, area(drawn, k));
    }
    if (!tiling->sticks && !equal(whole, scaled((Number){2 * sign(unit), 0}, (Vector){unit, unit}).x)) refuse("puzzle.json: the cells of the grid do not fill its unit");
}

static Vector place_of(Point corner) {
    Vector at = known[corner.x[2]];
    for (int i = 0; i < 2; i++) at = added(at, scaled((Number){corner.x[i], 0}, the.period[i]));
    return at;
}

/* On which side of the line through two corners a cell lies: 1 or -1, 0 if the line cuts it. */
int side_of_line(const Tiling *tiling, const Point *line, Point cell) {
    Vector from = place_of(line[0]), to = place_of(line[1]);
    int side = 0;
    for (int i = 0; i < tiling->corners[cell.x[2]]; i++) {
        Point corner = tiling->corner[cell.x[2]][i];
        for (int x = 0; x < 2; x++) corner.x[x] += cell.x[x];
        int here = side_of(from, to, place_of(corner));
        if (side * here < 0) return 0;
        if (here) side = here;
    }
    return side;
}

/* Sticks at a corner, in the order of their angles */

typedef struct {
    Vector direction;
    Point cell;
} Stick;

static int by_angle(const void *a, const void *b) {
    const Vector v = ((const Stick *)a)->direction, w = ((const Stick *)b)->direction;
    bool below = sign(v.y) < 0 || (!sign(v.y) && sign(v.x) < 0), other = sign(w.y) < 0 || (!sign(w.y) && sign(w.x) < 0);
    return below != other ? (below ? 1 : -1) : -sign(cross(v, w));
}

static void go_round(const Drawn *drawn, Tiling *tiling) {
    size_t corners = 2 * (size_t)drawn->kinds;
    tiling->sticks_at = get(corners, sizeof(int)), tiling->stick = get(corners, sizeof(Point *));
    for (size_t c = 0; tiling->sticks && c < corners; c++) {
        Stick *list = get(corners, sizeof *list);
        int size = 0;
        for (int k = 0; k < drawn->kinds; k++)
            for (int i = 0; i < 2; i++) {
                const int *at = tiling->corner[k][i].x;
                if (at[2] == (int)c) list[size++] = (Stick){minus(drawn->corner[k][!i], drawn->corner[k][i]), {{-at[0], -at[1], k}}};
            }
        qsort(list, (size_t)size, sizeof *list, by_angle);
        tiling->sticks_at[c] = size, tiling->stick[c] = get(corners, sizeof(Point));
        for (int i = 0; i < size; i++) tiling->stick[c][i] = list[i].cell;
    }
}

/* Isometries: one is known from where it takes the first two corners of the first cell, and whether it reflects. */

typedef struct {
    bool reflects;
    Vector from, to, factor; /* z goes to factor (z - from) / scale + to */
    Number scale;
} Isometry;

static Vector applied(const Isometry *g, Vector z) { /* times the scale, without `to` */
    Vector rest = minus(z, g->from);
    return times(g->factor, g->reflects ? conjugate(rest) : rest);
}

/* Where it takes a cell; false if to none. */
static bool lands(const Drawn *drawn, const Isometry *g, int k, Point *cell) {
    int n = drawn->corners[k], step = g->reflects ? n - 1 : 1;
    for (int other = 0; other < drawn->kinds; other++)
        for (int j = 0; drawn->corners[other] == n && j < n; j++) {
            int steps[2], first[2] = {0, 0}, i = 0;
            for (; i < n; i++) {
                Vector to = minus(g->to, drawn->corner[other][(j + step * i) % n]);
                if (!in_periods(drawn, added(applied(g, drawn->corner[k][i]), scaled(g->scale, to)), g->scale, steps)) break;
                if (!i) memcpy(first, steps, sizeof first);
                if (memcmp(first, steps, sizeof first)) break;
            }
            *cell = (Point){{first[0], first[1], other}};
            if (i == n) return true;
        }
    return false;
}

static void keep(const Drawn *drawn, Tiling *tiling, const Isometry *g) {
    int m[2][2], steps[2];
    for (int i = 0; i < 2; i++) {
        if (!in_periods(drawn, applied(g, added(g->from, drawn->period[i])), g->scale, steps)) return;
        m[0][i] = steps[0], m[1][i] = steps[1];
    }
    Point *sent = get((size_t)drawn->kinds, sizeof *sent);
    for (int k = 0; k < drawn->kinds; k++)
        if (!lands(drawn, g, k, &sent[k])) return;
    for (int i = 0; i < tiling->order; i++)
        if (!memcmp(tiling->matrix[i], m, sizeof m)) {
            for (int k = 0; k < drawn->kinds; k++)
                if (by_point(&sent[k], &tiling->sent[i][k])) refuse("puzzle.json: the periods of the grid are too long");
            return;
        }
    if (tiling->order == 12) refuse("puzzle.json: a grid with more than twelve isometries");
    bool upright = g->reflects && is_zero(g->factor.y);
    if (upright && equal(g->factor.x, negative(g->scale))) tiling->over = tiling->order;
    if (upright && equal(g->factor.x, g->scale)) tiling->across = tiling->order;
    memcpy(tiling->matrix[tiling->order], m, sizeof m), tiling->sent[tiling->order++] = sent;
}

static void find_isometries(const Drawn *drawn, Tiling *tiling) {
    Vector from = drawn->corner[0][0], v = minus(drawn->corner[0][1], from);
    for (int k = 0; k < drawn->kinds; k++)
        for (int j = 0, n = drawn->corners[k]; n == drawn->corners[0] && j < n; j++)
            for (int reflects = 0; reflects < 2; reflects++) {
                Vector to = drawn->corner[k][j], w = minus(drawn->corner[k][(j + (reflects ? n - 1 : 1)) % n], to);
                Isometry g = {reflects, from, to, times(w, reflects ? v : conjugate(v)), square(v)};
                if (equal(square(w), g.scale)) keep(drawn, tiling, &g);
            }
}

const Tiling *tiling_of(const Json *table) {
    const Drawn drawn = the = read_drawn(table);
    Tiling *tiling = get(1, sizeof *tiling);
    tiling->over = tiling->across = -1;
    tiling->kinds = drawn.kinds, tiling->corners = drawn.corners, tiling->sticks = drawn.corners[0] == 2;
    size_t kinds = (size_t)drawn.kinds;
    tiling->corner = get(kinds, sizeof(Point *)), tiling->face = get(kinds, sizeof(Point *)), tiling->faces = get(kinds, sizeof(int));
    for (size_t k = 0; k < kinds; k++) tiling->corner[k] = get(MOST_CORNERS, sizeof(Point)), tiling->face[k] = get(MOST_BESIDE, sizeof(Point));
    number_corners(&drawn, tiling);
    check_plane(&drawn, tiling);
    go_round(&drawn, tiling);
    find_isometries(&drawn, tiling);
    return tiling;
}
