/* Sets of cells, at corners, beside lines and in orbits, and the items of rules about them: docs/rules.md, docs/certificates.md. */
#include "checker.h"
#include <stdlib.h>
#include <string.h>

int by_number(const void *a, const void *b) { return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b); }

static int by_cells(const void *a, const void *b) { /* lexicographically: a beginning comes before what goes on */
    const About *p = a, *q = b;
    for (int i = 0; i < p->size && i < q->size; i++)
        if (p->cell[i] != q->cell[i]) return p->cell[i] < q->cell[i] ? -1 : 1;
    return (p->size > q->size) - (p->size < q->size);
}

/* Sets of cells, each once and in order. */
typedef struct {
    About *set;
    int size;
} Sets;

static void put_set(Sets *sets, const int *cell, int size) {
    About one = {.size = size, .cell = get((size_t)size + 1, sizeof(int))};
    if (size) memcpy(one.cell, cell, (size_t)size * sizeof(int));
    sets->set = enlarged(sets->set, (size_t)sets->size + 1, sizeof one);
    sets->set[sets->size++] = one;
}

static void in_order(Sets *sets) {
    int kept = 0;
    if (sets->size) qsort(sets->set, (size_t)sets->size, sizeof *sets->set, by_cells);
    for (int i = 0; i < sets->size; i++)
        if (!i || by_cells(&sets->set[kept - 1], &sets->set[i])) sets->set[kept++] = sets->set[i];
    sets->size = kept;
}

static Sets pairs_with_a_face(const Puzzle *puzzle) {
    Sets sets = {0};
    for (int c = 0; c < puzzle->cells; c++) {
        int beside[32];
        Point vector[32];
        for (int n = neighbours(puzzle, c, beside, vector); n--;)
            if (beside[n] > c) put_set(&sets, (int[]){c, beside[n]}, 2);
    }
    in_order(&sets);
    return sets;
}

typedef struct {
    Point at;
    int cell;
} Corner;

static int by_corner(const void *a, const void *b) {
    int order = by_point(a, b);
    return order ? order : by_number(&((const Corner *)a)->cell, &((const Corner *)b)->cell);
}

static int corners_here(const Puzzle *puzzle, int c, Point *corner) {
    const Tiling *tiling = puzzle->grid.tiling;
    Point cell = puzzle->cell[c];
    if (!tiling) return corners_of(puzzle, c, corner);
    for (int k = 0; k < tiling->corners[cell.x[2]]; k++) {
        corner[k] = tiling->corner[cell.x[2]][k];
        for (int x = 0; x < 2; x++) corner[k].x[x] += cell.x[x];
    }
    return tiling->corners[cell.x[2]];
}

/* For each corner of cells of a flat grid the cells of the board at it, if there are at least so many. */
static Sets at_corners(const Puzzle *puzzle, int least) {
    int scale = scale_of_corners(puzzle->grid.name), corners = 0;
    Corner *corner = get((size_t)puzzle->cells * 32, sizeof *corner);
    for (int c = 0; c < puzzle->cells; c++) {
        Point at[32];
        for (int k = corners_here(puzzle, c, at); k--;) corner[corners++] = (Corner){wrapped(puzzle, at[k], scale), c};
    }
    qsort(corner, (size_t)corners, sizeof *corner, by_corner);
    Sets sets = {0};
    for (int i = 0, next; i < corners; i = next) {
        int cell[64], size = 0;
        for (next = i; next < corners && !by_point(&corner[i], &corner[next]); next++)
            if (next == i || corner[next].cell != corner[next - 1].cell) cell[size++] = corner[next].cell;
        if (size >= least) put_set(&sets, cell, size);
    }
    in_order(&sets);
    return sets;
}

/* Around each corner of sticks four of these, as two pairs that cross; pairs, and what is in one, are in order. */

static void order_pairs(int *cell) {
    qsort(cell, 2, sizeof(int), by_number), qsort(cell + 2, 2, sizeof(int), by_number);
    if (cell[0] < cell[2] || (cell[0] == cell[2] && cell[1] <= cell[3])) return;
    for (int i = 0; i < 2; i++) {
        int other = cell[i];
        cell[i] = cell[i + 2], cell[i + 2] = other;
    }
}

static void put_crossings(Sets *sets, const int *round, int size) {
    for (int a = 0; a < size; a++)
        for (int b = a + 1; b < size; b++)
            for (int c = b + 1; c < size; c++)
                for (int d = c + 1; d < size; d++) {
                    int pairs[] = {round[a], round[c], round[b], round[d]};
                    order_pairs(pairs), put_set(sets, pairs, 4);
                }
}

static Sets crossings(const Puzzle *puzzle) {
    const Tiling *tiling = puzzle->grid.tiling;
    Sets sets = {0};
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
            put_crossings(&sets, round, size);
        }
    in_order(&sets);
    return sets;
}

/* The sets of cells that a permutation makes of one, if they have more than this. */
static Sets orbits(const Puzzle *puzzle, const int *to) {
    Sets sets = {0};
    int *orbit = get((size_t)puzzle->cells, sizeof(int));
    for (int first = 0; first < puzzle->cells; first++) {
        int size = 0, c = first;
        do orbit[size++] = c, c = to[c];
        while (c != first);
        qsort(orbit, (size_t)size, sizeof(int), by_number);
        if (size > 1) put_set(&sets, orbit, size);
    }
    in_order(&sets);
    return sets;
}

/* Puts the first cell's side of a line that cuts no cell, and on which two cells share a face. */
static void put_side(Sets *sets, const int *half, int cells, const Sets *faces) {
    int size = 0, *side = get((size_t)cells, sizeof(int));
    bool apart = false;
    for (int c = 0; c < cells; c++)
        if (!half[c]) return;
    for (int f = 0; f < faces->size && !apart; f++) apart = half[faces->set[f].cell[0]] != half[faces->set[f].cell[1]];
    for (int c = 0; c < cells; c++)
        if (half[c] == half[0]) side[size++] = c;
    if (apart) put_set(sets, side, size);
}

/* On a grid that is a file a line is known from a side of a cell. */
static void along_sides(const Puzzle *puzzle, Sets *sets, const Sets *faces) {
    const Tiling *tiling = puzzle->grid.tiling;
    int *half = get((size_t)puzzle->cells, sizeof(int));
    for (int c = 0; !tiling->sticks && c < puzzle->cells; c++) {
        Point at[32];
        for (int i = 0, n = corners_here(puzzle, c, at); i < n; i++) {
            const Point line[] = {at[i], at[(i + 1) % n]};
            int d = 0;
            while (d < puzzle->cells && (half[d] = side_of_line(tiling, line, puzzle->cell[d]))) d++;
            if (d == puzzle->cells) put_side(sets, half, puzzle->cells, faces);
        }
    }
}

static void along_planes(const Puzzle *puzzle, Sets *sets, const Sets *faces) {
    int planes, *half = get((size_t)puzzle->cells, sizeof(int));
    const Plane *plane = planes_of(puzzle, &planes);
    for (int p = 0; p < planes; p++) {
        for (int c = 0; c < puzzle->cells; c++) half[c] = side_of_plane(puzzle, &plane[p], c);
        put_side(sets, half, puzzle->cells, faces);
    }
}

static Sets by_lines(const Puzzle *puzzle) {
    Sets sets = {0}, faces = pairs_with_a_face(puzzle);
    if (puzzle->grid.tiling) along_sides(puzzle, &sets, &faces);
    else along_planes(puzzle, &sets, &faces);
    if (!sets.size) refuse("puzzle.json: the rule \"fault-free\", no line goes along sides through the board");
    in_order(&sets);
    return sets;
}

static bool on(const Option *option, int cell) { return bsearch(&cell, option->cell, (size_t)option->size, sizeof(int), by_number); }

/* Whether an option covers an item; so many of its cells are among those that the item is about. */
static bool covers(const About *about, const Option *option, int inside) {
    const int *pair = about->cell;
    if (!about->pieces[option->piece]) return false;
    if (about->word == CROSSING) return (on(option, pair[0]) && on(option, pair[1])) || (on(option, pair[2]) && on(option, pair[3]));
    switch (about->word) {
    case APART: return inside == 1;
    case AT_CORNERS:
    case SYMMETRIC: return inside > 0;
    case FAULT_FREE: return inside && inside < option->size;
    case CROSSROADS: return inside >= (about->low ? 2 : 1);
    default: return true; /* together */
    }
}

static Sets sets_of(const Puzzle *puzzle, const Rule *rule, const Quotient *quotient) {
    Sets one = {0};
    switch (rule->word) {
    case APART: return pairs_with_a_face(puzzle);
    case AT_CORNERS: return at_corners(puzzle, 2);
    case FAULT_FREE: return by_lines(puzzle);
    case CROSSING: return crossings(puzzle);
    case CROSSROADS: return at_corners(puzzle, 4);
    case SYMMETRIC: return orbits(puzzle, quotient->cell);
    case TOGETHER: if (rule->high) put_set(&one, NULL, 0);
    }
    return one;
}

static void bound(const Puzzle *puzzle, const Rule *rule, About *one) {
    one->low = rule->low, one->high = rule->high;
    if (rule->word == APART || rule->word == AT_CORNERS || rule->word == CROSSING) one->high = 1;
    if (rule->word == FAULT_FREE) one->low = 1;
    if (rule->word == CROSSROADS) {
        bool filled = one->size == 4;
        for (int k = 0; k < one->size; k++) filled &= !puzzle->optional[one->cell[k]];
        one->low = filled, one->high = filled ? MANY : 3;
    }
}

/* Options cover items of rules, in a colour or (0) in none. */
void cover_item(Option *option, int item, int tint) {
    option->item = enlarged(option->item, (size_t)option->items + 1, sizeof(int));
    option->tint = enlarged(option->tint, (size_t)option->items + 1, sizeof(int));
    option->tint[option->items] = tint, option->item[option->items++] = item;
}

/* For each cell the items that are about it; after the last cell, those that are about none. */
static int **items_at(const Cover *cover, int *size) {
    int **at = get((size_t)cover->cells + 1, sizeof *at);
    for (int fill = 0; fill < 2; fill++) {
        for (int c = 0; c <= cover->cells && fill; c++) at[c] = get((size_t)size[c], sizeof(int)), size[c] = 0;
        for (int i = 0; i < cover->abouts; i++) {
            const About *one = &cover->about[i];
            for (int k = 0; k < one->size || k == 0; k++) {
                int c = one->size ? one->cell[k] : cover->cells;
                if (fill) at[c][size[c]] = i;
                size[c]++;
            }
        }
    }
    return at;
}

/* Lets options cover the items, which are found from their cells. */
static void cover_items(Cover *cover) {
    int *sizes = get((size_t)cover->cells + 1, sizeof(int)), **at = items_at(cover, sizes), touched = 0;
    int *inside = get((size_t)cover->abouts, sizeof(int)), *touch = get((size_t)cover->abouts, sizeof(int));
    for (int o = 0; o < cover->options; o++) {
        Option *option = &cover->option[o];
        for (int k = 0; k <= option->size; k++) {
            int c = k < option->size ? option->cell[k] : cover->cells;
            for (int i = 0; i < sizes[c]; i++)
                if (!inside[at[c][i]]++) touch[touched++] = at[c][i];
        }
        qsort(touch, (size_t)touched, sizeof(int), by_number);
        for (int i = 0; i < touched; i++) {
            const About *one = &cover->about[touch[i]];
            if (covers(one, option, inside[touch[i]])) cover_item(option, cover->cells + cover->pieces + touch[i], one->orbit ? one->orbit[option->place] : 0);
            inside[touch[i]] = 0;
        }
        touched = 0;
    }
}

/* What the items of the rules are about, and which options cover them. */
void items_of_rules(const Puzzle *puzzle, const Quotient *quotient, Cover *cover) {
    for (int r = 0; r < puzzle->rules; r++) {
        const Rule *rule = &puzzle->rule[r];
        Sets sets = sets_of(puzzle, rule, &quotient[r]);
        cover->about = enlarged(cover->about, (size_t)(cover->abouts + sets.size + 1), sizeof(About));
        for (int i = 0; i < sets.size; i++) {
            About one = sets.set[i];
            bool named = rule->word == APART || rule->word == AT_CORNERS || rule->word == TOGETHER;
            one.word = rule->word, one.halves = rule->word == FAULT_FREE, one.orbit = quotient[r].orbit, one.rule = r;
            one.pieces = get((size_t)cover->pieces, sizeof(bool));
            for (int p = 0; p < cover->pieces; p++) one.pieces[p] = p < puzzle->pieces ? !named || rule->pieces[p] : rule->word == SYMMETRIC;
            bound(puzzle, rule, &one);
            cover->about[cover->abouts++] = one;
        }
    }
    cover_items(cover);
}

/* Which of these is about the images of what one is about, -1 if there is none. */
int image_of_item(const Cover *cover, int item, const int *cell, const int *piece) {
    const About *from = &cover->about[item];
    About to = *from;
    to.cell = get((size_t)from->size + 1, sizeof(int)), to.pieces = get((size_t)cover->pieces, sizeof(bool));
    for (int i = 0; i < from->size; i++) to.cell[i] = cell[from->cell[i]];
    for (int p = 0; p < cover->pieces; p++) {
        if (from->pieces[p] && piece[p] < 0) return -1;
        if (from->pieces[p]) to.pieces[piece[p]] = true;
    }
    if (to.word == CROSSING) order_pairs(to.cell);
    else qsort(to.cell, (size_t)to.size, sizeof(int), by_number);
    if (to.halves && to.cell[0] != 0) { /* the other side has the first cell */
        int *other = get((size_t)cover->cells, sizeof(int)), size = 0;
        for (int c = 0; c < cover->cells; c++)
            if (!bsearch(&c, to.cell, (size_t)to.size, sizeof(int), by_number)) other[size++] = c;
        to.cell = other, to.size = size;
    }
    for (int i = 0; i < cover->abouts; i++) {
        const About *one = &cover->about[i];
        if (one->word == to.word && one->low == to.low && one->high == to.high && !by_cells(one, &to) &&
            !memcmp(one->pieces, to.pieces, (size_t)cover->pieces * sizeof(bool)))
            return i;
    }
    return -1;
}
