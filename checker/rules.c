/* Reads rules, and leaves placements out at the border: docs/rules.md, and docs/certificates.md. */
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

static const char *const KNOWN[] = {"apart", "apart at corners", "at border", "fault-free", "no crossing", "no crossroads", "symmetric", "together"}; /* in order */
static const char *const FILTERS[] = {"anti-slide", "colours", "connected", "touch"};
static const struct {
    const char *name;
    int kinds;
} SYMMETRIES[] = {{"half turn", HALF_TURN}, {"third turn", THIRD_TURN}, {"quarter turn", QUARTER_TURN}, {"sixth turn", SIXTH_TURN}, {"horizontal", HORIZONTAL}, {"vertical", VERTICAL}, {"upright", HORIZONTAL | VERTICAL}, {"diagonal", DIAGONAL}, {"mirror", HORIZONTAL | VERTICAL | DIAGONAL | MIRROR}, {"point", POINT}, {"any", ANY}};
enum { KINDS = sizeof SYMMETRIES / sizeof *SYMMETRIES };

static bool begins(const char *text, const char *word, size_t length) { return strlen(word) == length && !strncmp(word, text, length); }

static int rule_of(const Puzzle *puzzle, const char *text, size_t length) {
    const char *grid = puzzle->grid.name;
    int word = 0;
    while (word < WORDS && !begins(text, KNOWN[word], length)) word++;
    for (int i = 0; i < 4; i++)
        if (begins(text, FILTERS[i], length)) unsupported("the rule \"%s\"", text);
    if (word == WORDS || (word == CROSSING && !(puzzle->grid.tiling && puzzle->grid.tiling->sticks))) refuse("puzzle.json: the rule \"%s\", there is none on the grid %s", text, grid);
    if (puzzle->sides) refuse("puzzle.json: the rule \"%s\" is for pieces, not for tiles", text);
    if ((word == AT_CORNERS || word == CROSSROADS) && !puzzle->grid.flat) refuse("puzzle.json: the rule \"%s\" is for flat grids", text);
    if (word == CROSSROADS && (!strcmp(grid, "hexagonal") || (puzzle->grid.tiling && puzzle->grid.tiling->most_at_corner < 4)))
        refuse("puzzle.json: the rule \"%s\", only three cells meet in a point", text);
    if ((word == FAULT_FREE || word == SYMMETRIC) && (puzzle->periods || puzzle->separate)) refuse("puzzle.json: the rule \"%s\" is for a whole board that does not wrap round", text);
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

/* symmetric: KIND; the kinds of isometries that are meant, 0 if it is none. */
static int read_kind(char **word, int size) {
    for (int i = 0; i < KINDS; i++) {
        const char *name = SYMMETRIES[i].name;
        int k = 0;
        for (size_t length; k < size && *name && begins(name, word[k], length = strcspn(name, " ")); k++) name += length, name += *name == ' ';
        if (k == size && !*name) return SYMMETRIES[i].kinds;
    }
    return 0;
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
    if (rule.word == SYMMETRIC && (rule.kinds = read_kind(name, size))) return rule;
    if (rule.word == SYMMETRIC) size = 0;
    if (names != (size > 0)) refuse("puzzle.json: the rule \"%s\" has another form", text);
    if (only && !strcmp(name[0], "none")) return rule.none = true, rule;
    if (only && !strcmp(name[0], "all")) return memset(rule.pieces, 1, (size_t)puzzle->pieces * sizeof(bool)), rule;
    for (int i = 0; i < size; i++) name_piece(puzzle, name[i], &rule, text);
    return rule;
}

static bool is_there(const Puzzle *puzzle, const Rule *rule) {
    for (int r = 0; r < puzzle->rules; r++) {
        const Rule *one = &puzzle->rule[r];
        bool alike = one->word == rule->word && one->low == rule->low && one->high == rule->high && one->kinds == rule->kinds && one->none == rule->none;
        if (alike && !memcmp(one->pieces, rule->pieces, (size_t)puzzle->pieces * sizeof(bool))) return true;
    }
    return false;
}

static void add_rule(Puzzle *puzzle, Rule rule) { /* sorted by word; of one word, in the order of the file */
    if (is_there(puzzle, &rule)) return;
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
