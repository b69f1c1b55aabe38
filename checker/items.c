/* Corners, lines and orbits of cells, and the items of rules about them: docs/rules.md, and docs/certificates.md. */
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

/* For each corner of cells of a flat grid the cells of the board at it, if there are at least so many. */
static Sets at_corners(const Puzzle *puzzle, int least) {
    const Tiling *tiling = puzzle->grid.tiling;
    static const int offset[4][6][2] = {{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}},
                                        {{1, 1}, {-1, 2}, {-2, 1}, {-1, -1}, {1, -2}, {2, -1}},
                                        {{-1, -1}, {2, -1}, {-1, 2}},
                                        {{1, 1}, {-2, 1}, {1, -2}}};
    int scale = !strcmp(puzzle->grid.name, "square") ? 2 : !strcmp(puzzle->grid.name, "hexagonal") ? 3 : 1, corners = 0;
    Corner *corner = get((size_t)puzzle->cells * 32, sizeof *corner);
    for (int c = 0; c < puzzle->cells; c++) {
        for (int k = 0, kind = puzzle->cell[c].x[2]; tiling && k < tiling->corners[kind]; k++) {
            Point at = tiling->corner[kind][k];
            for (int x = 0; x < 2; x++) at.x[x] += puzzle->cell[c].x[x];
            corner[corners++] = (Corner){wrapped(puzzle, at, 1), c};
        }
        if (tiling) continue;
        int form = scale == 2 ? 0 : scale == 3 ? 1 : puzzle->cell[c].x[2] ? 3 : 2;
        for (int k = 0; k < (form == 0 ? 4 : form == 1 ? 6 : 3); k++) {
            Point at = {{scale * puzzle->exact[c].x[0] + offset[form][k][0], scale * puzzle->exact[c].x[1] + offset[form][k][1], 0}};
            corner[corners++] = (Corner){wrapped(puzzle, at, scale), c};
        }
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

/* The same on a grid that is a file: a line is known from a side of a cell. */
static Sets along_sides(const Puzzle *puzzle) {
    const Tiling *tiling = puzzle->grid.tiling;
    Sets sets = {0}, faces = pairs_with_a_face(puzzle);
    int *side = get((size_t)puzzle->cells, sizeof(int)), *half = get((size_t)puzzle->cells, sizeof(int));
    for (int c = 0; !tiling->sticks && c < puzzle->cells; c++)
        for (int i = 0, kind = puzzle->cell[c].x[2], n = tiling->corners[kind]; i < n; i++) {
            Point line[] = {tiling->corner[kind][i], tiling->corner[kind][(i + 1) % n]};
            for (int x = 0; x < 4; x++) line[x / 2].x[x % 2] += puzzle->cell[c].x[x % 2];
            bool cuts = false, apart = false;
            for (int d = 0; d < puzzle->cells && !cuts; d++) cuts = !(half[d] = side_of_line(tiling, line, puzzle->cell[d]));
            for (int f = 0; f < faces.size && !cuts; f++) apart |= half[faces.set[f].cell[0]] != half[faces.set[f].cell[1]];
            int size = 0;
            for (int d = 0; apart && d < puzzle->cells; d++)
                if (half[d] == half[0]) side[size++] = d;
            if (apart) put_set(&sets, side, size);
        }
    return sets;
}

/* For each line or plane along faces between cells of the board that cuts no cell, the side with the first cell.  Cells
 * have even places across it (on hexagons any), so that a line is at the next number. */
static Sets by_lines(const Puzzle *puzzle) {
    Sets sets = puzzle->grid.tiling ? along_sides(puzzle) : (Sets){0}, faces = pairs_with_a_face(puzzle);
    const char *name = puzzle->grid.name;
    bool known = !strcmp(name, "hexagonal") || !strcmp(name, "triangular") || !strcmp(name, "square") || !strcmp(name, "cubic");
    int *place = get((size_t)puzzle->cells, sizeof(int)), *side = get((size_t)puzzle->cells, sizeof(int));
    if (!known && !puzzle->grid.tiling) unsupported("fault-free on the grid %s", name);
    for (int direction = 0; known && direction < 3; direction++) {
        for (int c = 0; c < puzzle->cells; c++) {
            const int *x = puzzle->exact[c].x, sum = direction == 2 ? x[0] + x[1] : x[direction];
            if (!strcmp(name, "hexagonal")) place[c] = direction == 2 ? x[1] - x[0] : x[0] + x[1] + x[direction];
            else place[c] = strcmp(name, "triangular") ? 2 * x[direction] : (sum + 300000) / 3 * 2;
        }
        for (int before = 0; before < puzzle->cells; before++) {
            int line = place[before] + 1, size = 0, apart = 0;
            bool cuts = false;
            for (int c = 0; c < puzzle->cells; c++) {
                cuts |= place[c] == line;
                if ((place[c] < line) == (place[0] < line)) side[size++] = c;
            }
            for (int f = 0; f < faces.size; f++) apart += (place[faces.set[f].cell[0]] < line) != (place[faces.set[f].cell[1]] < line);
            if (apart && !cuts) put_set(&sets, side, size);
        }
    }
    if (!sets.size) refuse("puzzle.json: the rule \"fault-free\", no line goes along sides through the board");
    in_order(&sets);
    return sets;
}

static bool on(const Option *option, int cell) { return bsearch(&cell, option->cell, (size_t)option->size, sizeof(int), by_number); }

static bool covers(const About *about, const Option *option) {
    int inside = 0;
    const int *pair = about->cell;
    if (!about->pieces[option->piece]) return false;
    if (about->word == CROSSING) return (on(option, pair[0]) && on(option, pair[1])) || (on(option, pair[2]) && on(option, pair[3]));
    for (int i = 0; i < option->size; i++) inside += bsearch(&option->cell[i], about->cell, (size_t)about->size, sizeof(int), by_number) != NULL;
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

/* What the items of the rules are about, and which options cover them. */
void items_of_rules(const Puzzle *puzzle, const Quotient *quotient, Cover *cover) {
    for (int r = 0; r < puzzle->rules; r++) {
        const Rule *rule = &puzzle->rule[r];
        Sets sets = sets_of(puzzle, rule, &quotient[r]);
        cover->about = enlarged(cover->about, (size_t)(cover->abouts + sets.size + 1), sizeof(About));
        for (int i = 0; i < sets.size; i++) {
            About one = sets.set[i];
            bool named = rule->word == APART || rule->word == AT_CORNERS || rule->word == TOGETHER;
            one.word = rule->word, one.halves = rule->word == FAULT_FREE, one.orbit = quotient[r].orbit;
            one.pieces = get((size_t)cover->pieces, sizeof(bool));
            for (int p = 0; p < cover->pieces; p++) one.pieces[p] = p < puzzle->pieces ? !named || rule->pieces[p] : rule->word == SYMMETRIC;
            bound(puzzle, rule, &one);
            cover->about[cover->abouts++] = one;
        }
    }
    for (int o = 0; o < cover->options; o++)
        for (int i = 0; i < cover->abouts; i++) {
            Option *option = &cover->option[o];
            const About *one = &cover->about[i];
            if (covers(one, option)) cover_item(option, cover->cells + cover->pieces + i, one->orbit ? one->orbit[option->place] : 0);
        }
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
