/* Corners and lines, and the rules that are made of them: docs/rules.md, and docs/certificates.md. */
#include "checker.h"
#include <stdlib.h>
#include <string.h>

/* The next word of a rule.  Names are quoted as for a shell; other spaces were made blanks. */
static char *word_of(const char **at, const char *rule) {
    *at += strspn(*at, " ");
    if (!**at) return NULL;
    char *word = get(strlen(*at) + 1, 1), *to = word, quote = 0;
    for (; **at && (quote || **at != ' '); ++*at) {
        char c = **at, next = (*at)[1];
        if (c == '\\' && (!quote || (quote == '"' && (next == '"' || next == '\\')))) {
            if (!next) refuse("puzzle.json: the rule \"%s\" ends in a name", rule);
            *to++ = *++*at;
        } else if (quote ? c == quote : c == '"' || c == '\'') quote = quote ? 0 : c;
        else *to++ = c;
    }
    if (quote) refuse("puzzle.json: the rule \"%s\" ends in a name", rule);
    return word;
}

static void name_piece(const Puzzle *puzzle, const char *name, Rule *rule, const char *text) {
    int p = 0;
    while (p < puzzle->pieces && strcmp(puzzle->piece[p].name, name)) p++;
    if (p == puzzle->pieces) refuse("puzzle.json: the rule \"%s\", there is no piece \"%s\"", text, name);
    rule->pieces[p] = true;
}

static const char *const KNOWN[] = {"apart", "apart at corners", "at border", "fault-free", "no crossing", "no crossroads", "together"}; /* in order */
static const char *const OTHERS[] = {"anti-slide", "colours", "connected", "symmetric", "touch"};
enum { APART, AT_CORNERS, AT_BORDER, FAULT_FREE, CROSSING, CROSSROADS, TOGETHER, WORDS };

static bool begins(const char *text, const char *word, size_t length) { return strlen(word) == length && !strncmp(word, text, length); }

static int rule_of(const Puzzle *puzzle, const char *text, size_t length) {
    const char *grid = puzzle->grid.name;
    int word = 0;
    while (word < WORDS && !begins(text, KNOWN[word], length)) word++;
    for (int i = 0; i < 5; i++)
        if (begins(text, OTHERS[i], length)) unsupported("the rule \"%s\"", text);
    if (word == WORDS || (word == CROSSING && !(puzzle->grid.tiling && puzzle->grid.tiling->sticks))) refuse("puzzle.json: the rule \"%s\", there is none on the grid %s", text, grid);
    if (puzzle->sides) refuse("puzzle.json: the rule \"%s\" is for pieces, not for tiles", text);
    if ((word == AT_CORNERS || word == CROSSROADS) && !puzzle->grid.flat) refuse("puzzle.json: the rule \"%s\" is for flat grids", text);
    if (word == CROSSROADS && (!strcmp(grid, "hexagonal") || (puzzle->grid.tiling && puzzle->grid.tiling->most_at_corner < 4)))
        refuse("puzzle.json: the rule \"%s\", only three cells meet in a point", text);
    if (word == FAULT_FREE && (puzzle->periods || puzzle->separate)) refuse("puzzle.json: the rule \"%s\" is for a whole board that does not wrap round", text);
    return word;
}

/* together: NAMES at most | at least | exactly NUMBER; returns how many words are names. */
static int read_number(char **word, int size, Rule *rule) {
    const char *number = size > 1 ? word[size - 1] : "", *most = size > 1 ? word[size - 2] : "";
    bool exactly = !strcmp(most, "exactly");
    int names = size - (exactly ? 2 : 3), copies = 0;
    if (names < 1 || !*number || number[strspn(number, "0123456789")]) return 0;
    if (!exactly && (strcmp(word[names], "at") || (strcmp(most, "most") && strcmp(most, "least")))) return 0;
    for (; *number; number++)
        if ((copies = 10 * copies + *number - '0') > 1000000) return 0;
    if (strcmp(most, "most")) rule->low = copies;
    if (strcmp(most, "least")) rule->high = copies;
    return names;
}

static Rule read_rule(const Puzzle *puzzle, const char *text) {
    size_t length = strcspn(text, ":"), word = length;
    while (word && text[word - 1] == ' ') word--;
    Rule rule = {.word = rule_of(puzzle, text, word), .pieces = get((size_t)puzzle->pieces + 1, sizeof(bool)), .high = MANY};
    const char *at = text + length + (text[length] == ':');
    char **name = get(strlen(at) + 1, sizeof *name);
    int size = 0;
    while ((name[size] = word_of(&at, text))) size++;
    bool names = rule.word != FAULT_FREE && rule.word != CROSSING && rule.word != CROSSROADS, only = rule.word == AT_BORDER && size == 1;
    if (rule.word == TOGETHER) size = read_number(name, size, &rule);
    if (names != (size > 0)) refuse("puzzle.json: the rule \"%s\" has another form", text);
    if (only && !strcmp(name[0], "none")) return rule.none = true, rule;
    if (only && !strcmp(name[0], "all")) return memset(rule.pieces, 1, (size_t)puzzle->pieces * sizeof(bool)), rule;
    for (int i = 0; i < size; i++) name_piece(puzzle, name[i], &rule, text);
    return rule;
}

static void add_rule(Puzzle *puzzle, Rule rule) { /* sorted by word; of one word, in the order of the file */
    puzzle->rule = enlarged(puzzle->rule, (size_t)puzzle->rules + 1, sizeof rule);
    int at = puzzle->rules++;
    for (; at && puzzle->rule[at - 1].word > rule.word; at--) puzzle->rule[at] = puzzle->rule[at - 1];
    puzzle->rule[at] = rule;
}

void read_rules(Puzzle *puzzle, const Json *file) {
    const Json *groups = find(file, "apart"), *rules = find(file, "rules") ? find(file, "rules") : puzzle->grid.rules;
    for (int i = 0; groups && i < groups->size; i++) {
        Rule rule = {.word = rule_of(puzzle, "apart", 5), .pieces = get((size_t)puzzle->pieces + 1, sizeof(bool)), .high = MANY};
        for (int k = 0; k < groups->value[i].size; k++) name_piece(puzzle, groups->value[i].value[k].text, &rule, "apart");
        add_rule(puzzle, rule);
    }
    for (int i = 0; rules && i < rules->size; i++) {
        const char *text = spaced(rules->value[i].text);
        Rule rule = read_rule(puzzle, text);
        int low = 0, high = 0;
        for (int p = 0; p < puzzle->pieces; p++)
            if (rule.pieces[p]) low += puzzle->piece[p].low, high += puzzle->piece[p].high;
        if (rule.word == TOGETHER && (low > rule.high || high < rule.low)) refuse("puzzle.json: the rule \"%s\", there are %d to %d", text, low, high);
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
        else if (rule->word == CROSSING) sets = crossings(puzzle);
        else if (rule->word == CROSSROADS) sets = at_corners(puzzle, 4);
        else if (rule->word == TOGETHER && rule->high) put_set(&sets, NULL, 0);
        list = enlarged(list, (size_t)(*size + sets.size + 1), sizeof *list);
        for (int i = 0; i < sets.size; i++) {
            About one = sets.set[i];
            one.word = rule->word, one.low = rule->low, one.high = rule->high, one.halves = rule->word == FAULT_FREE;
            one.pieces = get((size_t)cover->pieces, sizeof(bool));
            for (int p = 0; p < puzzle->pieces; p++) one.pieces[p] = rule->pieces[p] || rule->word == FAULT_FREE || rule->word == CROSSING || rule->word == CROSSROADS;
            if (rule->word == APART || rule->word == AT_CORNERS || rule->word == CROSSING) one.low = 0, one.high = 1;
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
        option->item = enlarged(option->item, (size_t)(option->items + *size), sizeof(int));
        option->tint = enlarged(option->tint, (size_t)(option->items + *size), sizeof(int));
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
            return cover->cells + cover->pieces + i;
    }
    return -1;
}
