/* Grids that are files or tables: docs/grids.md.  A number is a + b√m, a point a complex number; both are exact. */
#include "checker.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_KINDS = 200, MOST_NUMBER = 20000 };

Point less(Point a, Point b) { return (Point){{a.x[0] - b.x[0], a.x[1] - b.x[1], a.x[2] - b.x[2]}}; }

Point plus(Point a, Point b) { return (Point){{a.x[0] + b.x[0], a.x[1] + b.x[1], a.x[2] + b.x[2]}}; }

bool is_origin(Point p) { return !p.x[0] && !p.x[1] && !p.x[2]; }

int by_point(const void *a, const void *b) {
    const Point *p = a, *q = b;
    for (int i = 0; i < 3; i++)
        if (p->x[i] != q->x[i]) return p->x[i] < q->x[i] ? -1 : 1;
    return 0;
}

/* Numbers and points */

typedef struct {
    Number x, y; /* x + y u, where u² is -1, or u - 1 if the second axis is at 60 degrees */
} Vector;
typedef struct {
    Integer root; /* m */
    bool slanted;
} Ring; /* in which numbers and vectors are multiplied */

static Number sum(Number p, Number q) { return (Number){p.a + q.a, p.b + q.b}; }
static Number negative(Number p) { return (Number){-p.a, -p.b}; }
static Number product(Ring in, Number p, Number q) { return (Number){p.a * q.a + in.root * p.b * q.b, p.a * q.b + p.b * q.a}; }
static bool is_zero(Number p) { return !p.a && !p.b; }
static bool equal(Number p, Number q) { return p.a == q.a && p.b == q.b; }

static int sign(Ring in, Number p) {
    int a = (p.a > 0) - (p.a < 0), b = (p.b > 0) - (p.b < 0);
    if (a * b >= 0) return a ? a : b;
    return p.a * p.a > in.root * p.b * p.b ? a : b;
}

static Vector added(Vector v, Vector w) { return (Vector){sum(v.x, w.x), sum(v.y, w.y)}; }
static Vector minus(Vector v, Vector w) { return (Vector){sum(v.x, negative(w.x)), sum(v.y, negative(w.y))}; }
static Vector scaled(Ring in, Number n, Vector v) { return (Vector){product(in, n, v.x), product(in, n, v.y)}; }
static Vector conjugate(Ring in, Vector v) { return (Vector){in.slanted ? sum(v.x, v.y) : v.x, negative(v.y)}; }
static Number cross(Ring in, Vector v, Vector w) { return sum(product(in, v.x, w.y), negative(product(in, v.y, w.x))); }

static Vector times(Ring in, Vector v, Vector w) {
    Number high = product(in, v.y, w.y), mixed = sum(product(in, v.x, w.y), product(in, v.y, w.x));
    return (Vector){sum(product(in, v.x, w.x), negative(high)), in.slanted ? sum(mixed, high) : mixed};
}

static Number square(Ring in, Vector v) { return times(in, v, conjugate(in, v)).x; }

bool ratio(Number n, Number d, Integer *found) { /* whether it is an integer */
    *found = d.a ? n.a / d.a : n.b / d.b;
    return n.a == *found * d.a && n.b == *found * d.b;
}

/* The file */

struct Drawn {
    Ring ring;
    Vector period[2];
    int kinds, *corners;
    Vector (*corner)[MOST_CORNERS];
    Vector *known; /* where the corners of its unit are */
};

static Number number_of(Ring in, const Json *value) {
    Number n = {0, 0};
    const Json *part = value->type == LIST ? value->value : value;
    n.a = part[0].number, n.b = value->type == LIST ? part[1].number : 0;
    if (value->type == LIST && !in.root) refuse("puzzle.json: a number a + b√m in a grid whose frame has no root");
    if (llabs(n.a) > MOST_NUMBER || llabs(n.b) > MOST_NUMBER) unsupported("a grid with numbers above %d", MOST_NUMBER);
    return n;
}

static Vector vector_of(Ring in, const Json *pair) { return (Vector){number_of(in, &pair->value[0]), number_of(in, &pair->value[1])}; }

static void read_cell(Drawn *drawn, int k, const Json *list) {
    drawn->corners[k] = list->size;
    if (list->size > MOST_CORNERS) unsupported("a grid whose cells have more than %d corners", MOST_CORNERS);
    for (int i = 0; i < list->size; i++) drawn->corner[k][i] = vector_of(drawn->ring, &list->value[i]);
}

static Vector moved_by(const Drawn *drawn, int x, int y) { /* so many periods */
    return added(scaled(drawn->ring, (Number){x, 0}, drawn->period[0]), scaled(drawn->ring, (Number){y, 0}, drawn->period[1]));
}

static Number area(const Drawn *drawn, int k) { /* twice, in parallelograms of the axes */
    Number whole = {0, 0};
    for (int i = 0, n = drawn->corners[k]; i < n; i++) whole = sum(whole, cross(drawn->ring, drawn->corner[k][i], drawn->corner[k][(i + 1) % n]));
    return whole;
}

static void turn_round(Drawn *drawn, int k) { /* so that all cells have their corners in one direction */
    bool backwards = sign(drawn->ring, area(drawn, k)) < 0;
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
    Drawn drawn = {.ring = {f < 2 ? 0 : f, f == 1}, .kinds = cells->size};
    if (drawn.kinds > MOST_KINDS) unsupported("a grid of more than %d cells a unit", MOST_KINDS);
    drawn.corners = get((size_t)drawn.kinds, sizeof(int)), drawn.corner = get((size_t)drawn.kinds, sizeof *drawn.corner);
    for (int i = 0; i < 2; i++) drawn.period[i] = vector_of(drawn.ring, &periods->value[i]);
    if (is_zero(cross(drawn.ring, drawn.period[0], drawn.period[1]))) refuse("puzzle.json: the periods of the grid have one direction");
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
    Ring in = drawn->ring;
    Number whole = product(in, scale, cross(in, drawn->period[0], drawn->period[1]));
    const Number along[] = {cross(in, v, drawn->period[1]), cross(in, drawn->period[0], v)};
    for (int i = 0; i < 2; i++) {
        Integer found;
        if (!ratio(along[i], whole, &found) || llabs(found) >= MOST_NUMBER) return false;
        steps[i] = (int)found;
    }
    return true;
}

/* Corners, and cells beside each other */

static void number_corners(Drawn *drawn, Tiling *tiling) {
    int size = 0, *met = get((size_t)drawn->kinds * MOST_CORNERS, sizeof *met);
    Vector *known = drawn->known = get((size_t)drawn->kinds * MOST_CORNERS, sizeof *known);
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

static int side_of(Ring in, Vector a, Vector b, Vector c) { return sign(in, cross(in, minus(b, a), minus(c, a))); }

static bool crosses_itself(const Drawn *drawn, int k) {
    const Ring in = drawn->ring;
    const Vector *c = drawn->corner[k];
    for (int i = 0, n = drawn->corners[k]; i < n; i++)
        for (int j = i + 2; j < n; j++) {
            int a = i + 1, b = (j + 1) % n;
            if (b != i && side_of(in, c[i], c[a], c[j]) * side_of(in, c[i], c[a], c[b]) <= 0 && side_of(in, c[j], c[b], c[i]) * side_of(in, c[j], c[b], c[a]) <= 0) return true;
        }
    return false;
}

/* Whether two sticks have another point in common than an end of both. */
static bool meet(Ring in, const Vector *c, const Vector *d) {
    int ends = side_of(in, c[0], c[1], d[0]) * side_of(in, c[0], c[1], d[1]), others = side_of(in, d[0], d[1], c[0]) * side_of(in, d[0], d[1], c[1]);
    if (side_of(in, c[0], c[1], d[0]) || side_of(in, c[0], c[1], d[1])) return ends <= 0 && others <= 0 && (ends || others);
    Vector along = minus(c[1], c[0]); /* they are on one line: where along c does d begin and end? */
    Number first = times(in, minus(d[0], c[0]), conjugate(in, along)).x, last = times(in, minus(d[1], c[0]), conjugate(in, along)).x;
    bool turned = sign(in, sum(last, negative(first))) < 0;
    return sign(in, turned ? first : last) > 0 && sign(in, sum(square(in, along), negative(turned ? last : first))) > 0;
}

static void meet_at_ends(const Drawn *drawn, int k) {
    enum { FAR = 4 }; /* units */
    for (int other = 0; other <= k; other++)
        for (int x = -FAR; x <= FAR; x++)
            for (int y = -FAR; y <= FAR; y++) {
                Vector step = moved_by(drawn, x, y);
                Vector there[] = {added(drawn->corner[other][0], step), added(drawn->corner[other][1], step)};
                if ((other != k || x || y) && meet(drawn->ring, drawn->corner[k], there)) refuse("puzzle.json: two sticks of the grid meet elsewhere than at their ends");
            }
}

static void check_plane(const Drawn *drawn, Tiling *tiling) {
    Number whole = {0, 0}, unit = cross(drawn->ring, drawn->period[0], drawn->period[1]);
    for (int k = 0; k < drawn->kinds; k++) {
        if ((drawn->corners[k] == 2) != tiling->sticks) refuse("puzzle.json: the grid has sticks and other cells");
        for (int i = 0; i < drawn->corners[k]; i++)
            if (put_behind(tiling, k, i) != 1 && !tiling->sticks) refuse("puzzle.json: the grid has not one cell behind each side");
        if (tiling->sticks) meet_at_ends(drawn, k);
        else if (is_zero(area(drawn, k)) || crosses_itself(drawn, k)) refuse("puzzle.json: a cell of the grid crosses itself");
        whole = sum(whole, area(drawn, k));
    }
    if (!tiling->sticks && !equal(whole, product(drawn->ring, (Number){2 * sign(drawn->ring, unit), 0}, unit))) refuse("puzzle.json: the cells of the grid do not fill its unit");
}

static Vector place_of(const Drawn *drawn, Point corner) { return added(drawn->known[corner.x[2]], moved_by(drawn, corner.x[0], corner.x[1])); }

/* On which side of the line through two corners a cell lies: 1 or -1, 0 if the line cuts it. */
int side_of_line(const Tiling *tiling, const Point *line, Point cell) {
    const Drawn *drawn = tiling->drawn;
    Vector from = place_of(drawn, line[0]), to = place_of(drawn, line[1]);
    int side = 0;
    for (int i = 0; i < tiling->corners[cell.x[2]]; i++) {
        Point corner = tiling->corner[cell.x[2]][i];
        for (int x = 0; x < 2; x++) corner.x[x] += cell.x[x];
        int here = side_of(drawn->ring, from, to, place_of(drawn, corner));
        if (side * here < 0) return 0;
        if (here) side = here;
    }
    return side;
}

/* How far a corner lies from another, to one side of a translation: in a unit that depends on this one alone. */
Number distance(const Tiling *tiling, Point way, Point from, Point to) {
    if (!tiling) return (Number){(Integer)way.x[0] * (to.x[1] - from.x[1]) - (Integer)way.x[1] * (to.x[0] - from.x[0]), 0};
    const Drawn *drawn = tiling->drawn;
    return cross(drawn->ring, moved_by(drawn, way.x[0], way.x[1]), minus(place_of(drawn, to), place_of(drawn, from)));
}

int sign_on(const Tiling *tiling, Number n) { return sign(tiling ? tiling->drawn->ring : (Ring){0, false}, n); }

/* Sticks at a corner, in the order of their angles */

typedef struct {
    Ring in;
    Vector direction;
    Point cell;
} Stick;

static int by_angle(const void *a, const void *b) {
    const Vector v = ((const Stick *)a)->direction, w = ((const Stick *)b)->direction;
    const Ring in = ((const Stick *)a)->in;
    bool below = sign(in, v.y) < 0 || (!sign(in, v.y) && sign(in, v.x) < 0), other = sign(in, w.y) < 0 || (!sign(in, w.y) && sign(in, w.x) < 0);
    return below != other ? (below ? 1 : -1) : -sign(in, cross(in, v, w));
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
                if (at[2] == (int)c) list[size++] = (Stick){drawn->ring, minus(drawn->corner[k][!i], drawn->corner[k][i]), {{-at[0], -at[1], k}}};
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

static Vector applied(Ring in, const Isometry *g, Vector z) { /* times the scale, without `to` */
    Vector rest = minus(z, g->from);
    return times(in, g->factor, g->reflects ? conjugate(in, rest) : rest);
}

/* Where it takes a cell; false if to none. */
static bool lands(const Drawn *drawn, const Isometry *g, int k, Point *cell) {
    int n = drawn->corners[k], step = g->reflects ? n - 1 : 1;
    for (int other = 0; other < drawn->kinds; other++)
        for (int j = 0; drawn->corners[other] == n && j < n; j++) {
            int steps[2], first[2] = {0, 0}, i = 0;
            for (; i < n; i++) {
                Vector to = minus(g->to, drawn->corner[other][(j + step * i) % n]);
                if (!in_periods(drawn, added(applied(drawn->ring, g, drawn->corner[k][i]), scaled(drawn->ring, g->scale, to)), g->scale, steps)) break;
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
        if (!in_periods(drawn, applied(drawn->ring, g, added(g->from, drawn->period[i])), g->scale, steps)) return;
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
    const Ring in = drawn->ring;
    Vector from = drawn->corner[0][0], v = minus(drawn->corner[0][1], from);
    for (int k = 0; k < drawn->kinds; k++)
        for (int j = 0, n = drawn->corners[k]; n == drawn->corners[0] && j < n; j++)
            for (int reflects = 0; reflects < 2; reflects++) {
                Vector to = drawn->corner[k][j], w = minus(drawn->corner[k][(j + (reflects ? n - 1 : 1)) % n], to);
                Isometry g = {reflects, from, to, times(in, w, reflects ? v : conjugate(in, v)), square(in, v)};
                if (equal(square(in, w), g.scale)) keep(drawn, tiling, &g);
            }
}

const Tiling *tiling_of(const Json *table) {
    Drawn *drawn = get(1, sizeof *drawn);
    Tiling *tiling = get(1, sizeof *tiling);
    *drawn = read_drawn(table), tiling->drawn = drawn;
    tiling->over = tiling->across = -1;
    tiling->kinds = drawn->kinds, tiling->corners = drawn->corners, tiling->sticks = drawn->corners[0] == 2;
    size_t kinds = (size_t)drawn->kinds;
    tiling->corner = get(kinds, sizeof(Point *)), tiling->face = get(kinds, sizeof(Point *)), tiling->faces = get(kinds, sizeof(int));
    for (size_t k = 0; k < kinds; k++) tiling->corner[k] = get(MOST_CORNERS, sizeof(Point)), tiling->face[k] = get(MOST_BESIDE, sizeof(Point));
    number_corners(drawn, tiling);
    check_plane(drawn, tiling);
    go_round(drawn, tiling);
    find_isometries(drawn, tiling);
    return tiling;
}
