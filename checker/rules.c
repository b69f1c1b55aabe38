/* Faces, corners and lines, and the rules that are made of them: docs/certificates.md, "Rules". */
#include "checker.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whether a vector in exact coordinates leads through a face: to one of the nearest cells. */
static bool through_face(const Grid *grid, Point v) {
    int x = v.x[0], y = v.x[1], z = v.x[2], square = x * x + y * y + z * z, slanted = x * x + x * y + y * y;
    if (grid->flat && z) return false;
    if (!strcmp(grid->name, "hexagonal")) return slanted == 1;
    if (!strcmp(grid->name, "triangular")) return slanted == 3;
    if (!strcmp(grid->name, "prisms")) return (slanted == 3 && !z) || (!slanted && square == 1);
    if (!strcmp(grid->name, "rhombic")) return square > 0 && square <= 8;
    return square == (grid->balls ? 2 : 1);
}

bool is_cell(const Grid *grid, Point place) {
    for (int kind = 0; kind < grid->kinds; kind++)
        if (translates(grid, less(place, exact(grid, grid->kind[kind])))) return true;
    return false;
}

/* The cells of the board that share a face with one, -1 for others of the grid; and the vectors to them. */
int neighbours(const Puzzle *puzzle, int cell, int *beside, Point *vector) {
    int found = 0;
    if (!strcmp(puzzle->grid.name, "tetra-octa")) unsupported("faces on the grid tetra-octa");
    for (int n = 0; n < 125; n++) {
        Point v = {{n / 25 - 2, n / 5 % 5 - 2, n % 5 - 2}}, to = puzzle->exact[cell];
        for (int x = 0; x < 3; x++) to.x[x] += v.x[x];
        if (!through_face(&puzzle->grid, v) || !is_cell(&puzzle->grid, to)) continue;
        beside[found] = cell_at(puzzle, to), vector[found++] = v;
    }
    return found;
}

/* The words of a rule: names of pieces, which are in quotation marks if they have blanks. */
static char *word_of(char **at) {
    *at += strspn(*at, " ");
    if (!**at) return NULL;
    char *word = get(strlen(*at) + 1, 1), *to = word;
    if (**at == '"') {
        for (++*at; **at && **at != '"'; ++*at) {
            if (**at == '\\' && (*at)[1]) ++*at;
            *to++ = **at;
        }
        if (**at) ++*at;
    } else
        while (**at && **at != ' ') *to++ = *(*at)++;
    return word;
}

static bool name_piece(const Puzzle *puzzle, const char *name, bool *pieces) {
    for (int p = 0; p < puzzle->pieces; p++)
        if (!strcmp(puzzle->piece[p].name, name)) return pieces[p] = true;
    return false;
}

static const char *const KNOWN[] = {"apart", "apart at corners", "at border", "fault-free", "no crossroads", "together"}; /* in order */
enum { APART, AT_CORNERS, AT_BORDER, FAULT_FREE, CROSSROADS, TOGETHER, WORDS };

static Rule read_rule(const Puzzle *puzzle, char *text) {
    Rule rule = {.word = 0, .pieces = get((size_t)puzzle->pieces + 1, sizeof(bool)), .high = MANY};
    size_t length = strcspn(text, ":");
    while (rule.word < WORDS && (strlen(KNOWN[rule.word]) != length || strncmp(KNOWN[rule.word], text, length))) rule.word++;
    if (rule.word == WORDS) unsupported("the rule \"%s\"", text);
    char *at = text + length + (text[length] == ':');
    for (char *word; (word = word_of(&at));) {
        if (rule.word == AT_BORDER && !strcmp(word, "none")) rule.none = true;
        else if (name_piece(puzzle, word, rule.pieces)) continue;
        else if (rule.word == AT_BORDER && !strcmp(word, "all")) memset(rule.pieces, 1, (size_t)puzzle->pieces * sizeof(bool));
        else if (rule.word == TOGETHER) {
            char *most = !strcmp(word, "at") ? word_of(&at) : word, *number = word_of(&at), *end = NULL;
            int copies = number ? (int)strtol(number, &end, 10) : 0;
            if (!most || !number || *end || word_of(&at)) refuse("puzzle.json: the rule \"%s\"", text);
            if (strcmp(most, "most")) rule.low = copies;
            if (strcmp(most, "least")) rule.high = copies;
        } else refuse("puzzle.json: the rule \"%s\"", text);
    }
    return rule;
}

static void add_rule(Puzzle *puzzle, Rule rule) { /* sorted by word; of one word, in the order of the file */
    puzzle->rule = realloc(puzzle->rule, (size_t)(puzzle->rules + 1) * sizeof rule);
    if (!puzzle->rule) refuse("no memory");
    int at = puzzle->rules++;
    for (; at && puzzle->rule[at - 1].word > rule.word; at--) puzzle->rule[at] = puzzle->rule[at - 1];
    puzzle->rule[at] = rule;
}

void read_rules(Puzzle *puzzle, const Json *file) {
    const Json *groups = find(file, "apart"), *rules = find(file, "rules");
    for (int i = 0; groups && i < groups->size; i++) {
        Rule rule = {.word = APART, .pieces = get((size_t)puzzle->pieces + 1, sizeof(bool)), .high = MANY};
        for (int k = 0; k < groups->value[i].size; k++)
            if (groups->value[i].value[k].type != TEXT || !name_piece(puzzle, groups->value[i].value[k].text, rule.pieces)) refuse("puzzle.json: \"apart\"");
        add_rule(puzzle, rule);
    }
    for (int i = 0; rules && i < rules->size; i++) {
        if (rules->value[i].type != TEXT) refuse("puzzle.json: \"rules\"");
        Rule rule = read_rule(puzzle, rules->value[i].text);
        int low = 0, high = 0;
        for (int p = 0; p < puzzle->pieces; p++)
            if (rule.pieces[p]) low += puzzle->piece[p].low, high += puzzle->piece[p].high;
        if (rule.word == TOGETHER && (low > rule.high || high < rule.low)) refuse("puzzle.json: \"%s\", there are %d to %d", rules->value[i].text, low, high);
        add_rule(puzzle, rule);
    }
}

/* Whether the rules that leave placements out let the piece lie on these cells. */
bool rules_allow(const Puzzle *puzzle, int piece, const int *cell, int size) {
    for (int r = 0; r < puzzle->rules; r++) {
        const Rule *rule = &puzzle->rule[r];
        if (rule->word == TOGETHER && rule->high == 0 && rule->pieces[piece]) return false;
        if (rule->word != AT_BORDER || !(rule->none || rule->pieces[piece])) continue;
        bool border = false;
        for (int i = 0; i < size; i++) {
            int beside[32];
            Point vector[32];
            for (int n = neighbours(puzzle, cell[i], beside, vector); n--;) border |= beside[n] < 0;
        }
        if (border == rule->none) return false;
    }
    return true;
}

static int by_number(const void *a, const void *b) { return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b); }

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
    if (!(sets->set = realloc(sets->set, (size_t)(sets->size + 1) * sizeof one))) refuse("no memory");
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
    static const int offset[4][6][2] = {{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}},
                                        {{1, 1}, {-1, 2}, {-2, 1}, {-1, -1}, {1, -2}, {2, -1}},
                                        {{-1, -1}, {2, -1}, {-1, 2}},
                                        {{1, 1}, {-2, 1}, {1, -2}}};
    int scale = !strcmp(puzzle->grid.name, "square") ? 2 : !strcmp(puzzle->grid.name, "hexagonal") ? 3 : 1, corners = 0;
    Corner *corner = get((size_t)puzzle->cells * 6, sizeof *corner);
    for (int c = 0; c < puzzle->cells; c++) {
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

/* For each line or plane along faces between cells of the board that cuts no cell, the side with the first cell.  Cells
 * have even places across it (on hexagons any), so that a line is at the next number. */
static Sets by_lines(const Puzzle *puzzle) {
    Sets sets = {0}, faces = pairs_with_a_face(puzzle);
    const char *name = puzzle->grid.name;
    int *place = get((size_t)puzzle->cells, sizeof(int)), *side = get((size_t)puzzle->cells, sizeof(int));
    if (strcmp(name, "hexagonal") && strcmp(name, "triangular") && strcmp(name, "square") && strcmp(name, "cubic")) unsupported("fault-free on the grid %s", name);
    for (int direction = 0; direction < 3; direction++) {
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
    in_order(&sets);
    return sets;
}

static bool covers(const About *about, const Option *option) {
    int inside = 0;
    if (!about->pieces[option->piece]) return false;
    for (int i = 0; i < option->size; i++) inside += bsearch(&option->cell[i], about->cell, (size_t)about->size, sizeof(int), by_number) != NULL;
    switch (about->word) {
    case APART: return inside == 1;
    case AT_CORNERS: return inside > 0;
    case FAULT_FREE: return inside && inside < option->size;
    case CROSSROADS: return inside >= (about->low ? 2 : 1);
    default: return true; /* together */
    }
}

/* What the items of the rules are about, and which options cover them. */
About *items_of_rules(const Puzzle *puzzle, const Cover *cover, int *size) {
    About *list = NULL;
    *size = 0;
    for (int r = 0; r < puzzle->rules; r++) {
        const Rule *rule = &puzzle->rule[r];
        Sets sets = {0};
        if (rule->word == APART) sets = pairs_with_a_face(puzzle);
        else if (rule->word == AT_CORNERS) sets = at_corners(puzzle, 2);
        else if (rule->word == FAULT_FREE) sets = by_lines(puzzle);
        else if (rule->word == CROSSROADS) sets = at_corners(puzzle, 4);
        else if (rule->word == TOGETHER && rule->high) put_set(&sets, NULL, 0);
        if (!(list = realloc(list, (size_t)(*size + sets.size + 1) * sizeof *list))) refuse("no memory");
        for (int i = 0; i < sets.size; i++) {
            About one = sets.set[i];
            one.word = rule->word, one.low = rule->low, one.high = rule->high, one.halves = rule->word == FAULT_FREE;
            one.pieces = get((size_t)cover->pieces, sizeof(bool));
            for (int p = 0; p < puzzle->pieces; p++) one.pieces[p] = rule->pieces[p] || rule->word == FAULT_FREE || rule->word == CROSSROADS;
            if (rule->word == APART || rule->word == AT_CORNERS) one.low = 0, one.high = 1;
            if (rule->word == FAULT_FREE) one.low = 1, one.high = MANY;
            if (rule->word == CROSSROADS) {
                bool filled = one.size == 4;
                for (int k = 0; k < one.size; k++) filled &= !puzzle->optional[one.cell[k]];
                one.low = filled, one.high = filled ? MANY : 3;
            }
            list[(*size)++] = one;
        }
    }
    for (int o = 0; o < cover->options; o++) {
        Option *option = &cover->option[o];
        option->item = realloc(option->item, (size_t)(option->items + *size) * sizeof(int));
        option->tint = realloc(option->tint, (size_t)(option->items + *size) * sizeof(int));
        if (!option->item || !option->tint) refuse("no memory");
        for (int i = 0; i < *size; i++)
            if (covers(&list[i], option)) option->tint[option->items] = 0, option->item[option->items++] = cover->cells + cover->pieces + i;
    }
    return list;
}

/* The item that is about the images of what one is about, -1 if there is none. */
int image_of_item(const Cover *cover, int item, const int *cell, const int *piece) {
    const About *from = &cover->about[item - cover->cells - cover->pieces];
    About to = *from;
    to.cell = get((size_t)from->size + 1, sizeof(int)), to.pieces = get((size_t)cover->pieces, sizeof(bool));
    for (int i = 0; i < from->size; i++) to.cell[i] = cell[from->cell[i]];
    for (int p = 0; p < cover->pieces; p++) {
        if (from->pieces[p] && piece[p] < 0) return -1;
        if (from->pieces[p]) to.pieces[piece[p]] = true;
    }
    qsort(to.cell, (size_t)to.size, sizeof(int), by_number);
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
            return cover->cells + cover->pieces + i;
    }
    return -1;
}
