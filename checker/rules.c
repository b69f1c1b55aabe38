/* Reads rules, which are rows, and their texts: docs/rules.md, and docs/certificates.md. */
#include "checker.h"
#include <string.h>

enum { MOST_NUMBER = 1000000, MOST_LENGTH = 100, CONNECTED = 4 }; /* where so many cells meet, no two parts of the board do */

static _Noreturn void wrong(const char *title, const char *key, const char *allowed) { refuse("puzzle.json: \"%s\" of the rule \"%s\" is not %s", key, title, allowed); }

/* Words */

/* The next word of a rule.  Names are quoted as for a shell. */
static char *word_of(const char **at, const char *text) {
    *at += strspn(*at, " \t\r\n");
    if (!**at) return NULL;
    char *word = get(strlen(*at) + 1, 1), *to = word, quote = 0;
    for (; **at && (quote || !strchr(" \t\r\n", **at)); ++*at) {
        char c = **at, next = (*at)[1];
        if (c == '\\' && (!quote || (quote == '"' && (next == '"' || next == '\\')))) {
            if (!next) refuse("puzzle.json: the rule \"%s\" ends in a name", text);
            *to++ = *++*at;
        } else if (quote ? c == quote : c == '"' || c == '\'') quote = quote ? 0 : c;
        else *to++ = c;
    }
    if (quote) refuse("puzzle.json: the rule \"%s\" ends in a name", text);
    return word;
}

typedef struct {
    int size;
    char **word;
} Words;

static Words words_of(const char *at, const char *text) {
    Words words = {0, get(strlen(at) + 1, sizeof(char *))};
    while ((words.word[words.size] = word_of(&at, text))) words.size++;
    return words;
}

/* The words of the key `text`, which are none's names. */
static Words split(const char *text) {
    Words words = {0, get(strlen(text) + 1, sizeof(char *))};
    for (char *at = strcpy(get(strlen(text) + 1, 1), text); at && *at; words.size++) {
        words.word[words.size] = at;
        if ((at = strchr(at, ' '))) *at++ = 0;
    }
    return words;
}

static bool is_number(const char *text, int *number) {
    if (!*text || text[strspn(text, "0123456789")]) return false;
    for (*number = 0; *text; text++)
        if ((*number = 10 * *number + *text - '0') > MOST_NUMBER) return false;
    return true;
}

/* Rows */

/* Which of some words a key has, the first if it has none. */
static int chosen(const char *title, const Json *table, const char *key, const char *const *words, const char *allowed) {
    const Json *value = find(table, key);
    int i = 0;
    while (value && words[i] && !is_text(value, words[i])) i++;
    if (!words[i]) wrong(title, key, allowed);
    return i;
}

/* A range; `number` is what NUMBER stands for, -1 if there is none. */
static Range range_of(const char *title, const Json *table, const char *key, int number, Range otherwise) {
    static const char *const ways[] = {"at least ", "at most ", "exactly "};
    const Json *value = find(table, key);
    if (!value) return otherwise;
    for (int w = 0, at; w < 3; w++) {
        size_t length = strlen(ways[w]);
        if (value->type != TEXT || strncmp(value->text, ways[w], length)) continue;
        const char *rest = value->text + length;
        if (!strcmp(rest, "NUMBER") && number >= 0) at = number;
        else if (!is_number(rest, &at)) break;
        return (Range){w == 1 ? 0 : at, w ? at : MANY, false};
    }
    wrong(title, key, "a text such as \"at least 1\", \"at most 1\", \"exactly 1\"");
}

/* The regions of a row, if there is a puzzle, as cells of its board. */
static void read_regions(const char *title, const Json *list, const Puzzle *puzzle, Row *row) {
    row->regions = list->size, row->region = get((size_t)list->size, sizeof *row->region);
    for (int r = 0; puzzle && r < list->size; r++) {
        const Point *point = points_of(&list->value[r], &row->region[r].size);
        row->region[r].cell = get((size_t)row->region[r].size, sizeof(int));
        for (int i = 0; i < row->region[r].size; i++) {
            bool flat = puzzle->grid.flat && (point[i].x[2] < 0 || point[i].x[2] >= puzzle->grid.kinds);
            int cell = flat ? -1 : cell_at(puzzle, exact(&puzzle->grid, point[i]));
            if (cell < 0) refuse("puzzle.json: the rule \"%s\" has regions with (%d, %d, %d), which is no cell of the board", title, point[i].x[0], point[i].x[1], point[i].x[2]);
            row->region[r].cell[i] = cell;
        }
    }
}

/* The value of a key, unless it is none. */
static const Json *given(const Json *table, const char *key) {
    const Json *value = find(table, key);
    return value && value->type != NOTHING ? value : NULL;
}

/* What cells of each colour weigh, NULL if an option weighs 1. */
static int *values_of(const Json *weight) {
    int *value = weight ? get(MOST_COLOUR + 1, sizeof(int)) : NULL;
    for (int h = 0; weight && h <= MOST_COLOUR; h++)
        value[h] = weight->type == LIST ? (h < weight->size ? (int)weight->value[h].number : 0) : is_text(weight, "colours") ? h : 1;
    return value;
}

static Row read_row(const char *title, const Json *table, const Puzzle *puzzle, bool names, int number) {
    static const char *const kinds[] = {"cell", "side", "corner", "crossing", "line", "border", "board", "row", "region", "beneath", "underside", NULL};
    static const char *const whose[] = {"all", "empty", "all and empty", "named", NULL}, *const parts[] = {"some", "every", NULL};
    const Range any = {0, MANY, false}, some = {1, MANY, false};
    const Json *length = find(table, "length"), *regions = find(table, "regions"), *filled = given(table, "filled"), *bounds = find(table, "bounds");
    const Json *weight = given(table, "weight"), *colours = given(table, "colours");
    if (!find(table, "place")) wrong(title, "place", "there");
    Row row = {.kind = chosen(title, table, "place", kinds, "a kind of places"), .filled = filled ? (int)filled->number : ANY};
    int owner = find(table, "pieces") || !names ? chosen(title, table, "pieces", whose, "all, empty, all and empty, or named") : 3;
    if (owner == 3 && !names) wrong(title, "pieces", "named, as its text has no names");
    row.owners = (int[]){OF_ALL, OF_EMPTY, OF_ALL | OF_EMPTY, OF_NAMED}[owner];
    if (!length != (row.kind != ROW)) wrong(title, "length", "there just for the place row");
    if (!regions != (row.kind != REGION)) wrong(title, "regions", "there just for the place region");
    if (colours ? bounds || weight : !bounds) wrong(title, "bounds", "there, or colours in place of bounds and weight");
    row.value = values_of(weight), row.colours = !colours ? 0 : is_text(colours, "equal") ? EQUAL : DIFFERENT;
    row.every = chosen(title, table, "parts", parts, "some or every");
    row.size = range_of(title, table, "size", number, any);
    if (row.kind == UNDERSIDE && bounds && is_text(bounds, "at most SIZE")) row.bounds = (Range){0, MANY, true};
    else row.bounds = range_of(title, table, "bounds", number, any);
    if (row.colours == DIFFERENT) row.bounds.high = 1;
    if (is_text(find(table, "covers"), "all")) row.covers.all = true;
    else row.covers = range_of(title, table, "covers", number, some);
    bool of_none = !row.covers.all && !row.covers.low;
    if (row.colours == EQUAL && (row.owners == OF_NAMED || of_none)) wrong(title, "colours", "for pieces that are named, or for no cells");
    if (row.owners & OF_EMPTY && row.bounds.high < (row.value ? row.value[0] : 1)) wrong(title, "bounds", "wide enough for a cell that stays empty");
    if (is_below(row.kind) && (find(table, "covers") || find(table, "parts") || weight || colours)) wrong(title, "place", "one of a row with covers, parts, weight or colours");
    if (length) row.length = (int)length->number;
    if (regions) read_regions(title, regions, puzzle, &row);
    return row;
}

/* Forms */

typedef struct {
    Words words;
    int names; /* which word stands for names, -1 if there is none */
    bool number;
    const Json *items;
} Pattern;

static Pattern pattern_of(const char *title, const Json *form) {
    const Json *text = find(form, "text");
    Pattern pattern = {.words = split(text ? text->text : ""), .names = -1, .items = find(form, "items")};
    for (int i = 0; i < pattern.words.size; i++) {
        bool names = !strcmp(pattern.words.word[i], "NAMES"), number = !strcmp(pattern.words.word[i], "NUMBER");
        if ((names && pattern.names >= 0) || (number && i < pattern.words.size - 1)) wrong(title, "text", "words with NAMES once and NUMBER at the end");
        if (names) pattern.names = i;
        pattern.number |= number;
    }
    return pattern;
}

/* Whether words have a form: how many of them are names, and the number, -1 if there is none. */
static bool fits(const Pattern *pattern, const Words *said, int *names, int *number) {
    int more = said->size - pattern->words.size;
    *names = pattern->names < 0 ? 0 : more + 1, *number = -1;
    if (pattern->names < 0 ? more != 0 : more < 0) return false;
    for (int i = 0; i < pattern->words.size; i++) {
        const char *word = said->word[pattern->names >= 0 && i > pattern->names ? i + more : i];
        bool last = pattern->number && i == pattern->words.size - 1;
        if (i != pattern->names && !(last ? is_number(word, number) : !strcmp(word, pattern->words.word[i]))) return false;
    }
    return true;
}

/* The list of forms of a rule: one, if it has no such key. */
static const Json *forms_of(const Json *table, int *size) {
    const Json *list = find(table, "form");
    *size = list ? list->size : 1;
    return list ? list->value : table;
}

static Rule read_form(const Puzzle *puzzle, const char *title, const Json *table, const Words *said, const char *text) {
    Rule rule = {.word = title, .pieces = get((size_t)puzzle->pieces + 1, sizeof(bool))};
    int size, names = 0;
    const Json *form = forms_of(table, &size);
    Pattern pattern = {0};
    while (rule.form < size && (pattern = pattern_of(title, &form[rule.form]), !fits(&pattern, said, &names, &rule.number))) rule.form++;
    if (rule.form == size) refuse("puzzle.json: the rule \"%s\" has another form", text);
    for (int i = 0; i < names; i++) {
        int p = 0;
        const char *name = said->word[pattern.names + i];
        while (p < puzzle->pieces && strcmp(puzzle->piece[p].name, name)) p++;
        if (p == puzzle->pieces) refuse("puzzle.json: the rule \"%s\", there is no piece \"%s\"", text, name);
        rule.pieces[p] = true;
    }
    rule.rows = pattern.items->size, rule.row = get((size_t)rule.rows, sizeof *rule.row);
    for (int i = 0; i < rule.rows; i++) {
        Row *row = &rule.row[i];
        *row = read_row(title, &pattern.items->value[i], puzzle, names, rule.number);
        while (rule.row[row->order].kind != row->kind) row->order++;
    }
    return rule;
}

/* Texts of rules */

static const char *const FILTERS[] = {"anti-slide", "colours", "connected", "touch", NULL};
static const struct {
    const char *name;
    int kinds;
} SYMMETRIES[] = {{"half turn", HALF_TURN}, {"third turn", THIRD_TURN}, {"quarter turn", QUARTER_TURN}, {"sixth turn", SIXTH_TURN}, {"horizontal", HORIZONTAL}, {"vertical", VERTICAL}, {"upright", HORIZONTAL | VERTICAL}, {"diagonal", DIAGONAL}, {"mirror", HORIZONTAL | VERTICAL | DIAGONAL | MIRROR}, {"point", POINT}, {"any", ANY}};
enum { KINDS = sizeof SYMMETRIES / sizeof *SYMMETRIES };

static bool is_filter(const char *word) {
    int i = 0;
    while (FILTERS[i] && strcmp(FILTERS[i], word)) i++;
    return FILTERS[i];
}

static bool ends(const char *text, const char *ending) {
    size_t size = strlen(text), rest = strlen(ending);
    return size >= rest && !strcmp(text + size - rest, ending);
}

/* symmetric: KIND; the items are about orbits of cells. */
static Rule read_symmetric(const Puzzle *puzzle, const Words *said, const char *text) {
    Rule rule = {.word = "symmetric", .pieces = get((size_t)puzzle->pieces + 1, sizeof(bool)), .rows = 1, .row = get(1, sizeof(Row))};
    rule.row[0] = (Row){.kind = ORBIT, .owners = OF_ALL | OF_EMPTY, .covers = {1, MANY, false}, .bounds = {0, MANY, false}};
    for (int i = 0; i < KINDS; i++) {
        const Words name = split(SYMMETRIES[i].name);
        int k = 0;
        while (k < said->size && k < name.size && !strcmp(said->word[k], name.word[k])) k++;
        if (k == said->size && k == name.size) rule.kinds = SYMMETRIES[i].kinds;
    }
    if (!rule.kinds) refuse("puzzle.json: the rule \"%s\" has another form", text);
    return rule;
}

static Rule read_text(const Puzzle *puzzle, const char *text) {
    size_t length = strcspn(text, ":"), size = length;
    while (size && text[size - 1] == ' ') size--;
    char *word = memcpy(get(size + 1, 1), text, size);
    Json *table = get(1, sizeof *table);
    if (is_filter(word)) unsupported("the rule \"%s\"", text);
    if (ends(word, ".toml")) unsupported("a rule in a file (satpuzzle convert writes its keys)");
    const Words said = words_of(text + length + (text[length] == ':'), text);
    if (!strcmp(word, "symmetric")) return read_symmetric(puzzle, &said, text);
    if (!bundled(RULES, word, table)) refuse("puzzle.json: the rule \"%s\", there is none on the grid %s", text, puzzle->grid.name);
    return read_form(puzzle, word, table, &said, text);
}

/* Tables of rules */

/* Whether a sentence has no other braces than those of what is said. */
static bool has_braces(const char *text, const Pattern *pattern) {
    for (size_t length; *(text += strcspn(text, "{}")); text += length) {
        const char *known[] = {"{names}", "{number}"};
        const bool there[] = {pattern->names >= 0, pattern->number};
        int i = 0;
        while (i < 2 && !(there[i] && !strncmp(text, known[i], strlen(known[i])))) i++;
        if (i == 2) return false;
        length = strlen(known[i]);
    }
    return true;
}

static void check_table(const char *title, const Json *table) {
    Json other;
    int size;
    const Json *form = forms_of(table, &size), *sentence;
    if (strchr(title, ':') || ends(title, ".toml") || strcmp(spaced(title), title)) wrong(title, "title", "words without a colon, and not the name of a file");
    if (is_filter(title) || !strcmp(title, "symmetric") || bundled(RULES, title, &other)) refuse("puzzle.json: the title \"%s\" is that of a bundled rule", title);
    for (int f = 0; f < size; f++) {
        const bool own = find(table, "form");
        if (own) check_form(&form[f], OF_A_FORM, said_with("form", f + 1));
        if (own && (find(table, "text") || find(table, "items") || find(table, "sentence"))) wrong(title, "form", "alone: with forms, each has its own text, sentence and items");
        if (!find(&form[f], "items") || !(sentence = find(&form[f], "sentence"))) wrong(title, "items", "there, with a sentence");
        const Pattern pattern = pattern_of(title, &form[f]);
        if (!has_braces(sentence->text, &pattern)) wrong(title, "sentence", "without braces but those of what its text has: {names}, {number}");
        for (int i = 0; i < pattern.items->size; i++) {
            check_form(&pattern.items->value[i], OF_A_ROW, said_with("row", i + 1));
            read_row(title, &pattern.items->value[i], NULL, pattern.names >= 0, pattern.number ? 1 : -1);
        }
    }
}

static Rule read_table(const Puzzle *puzzle, const Json *table) {
    check_form(table, OF_A_RULE, "a rule");
    const Json *said = find(table, "said");
    const char *title = need(table, "title", TEXT, "puzzle.json")->text, *text = said ? said->text : "";
    check_table(title, table);
    const Words words = words_of(text, text);
    Rule rule = read_form(puzzle, title, table, &words, title);
    rule.table = table;
    return rule;
}

/* Which rules a puzzle can have */

static bool is_range(Range range, int low, int high) { return !range.all && range.low == low && range.high == high; }

/* A row that counts pieces, as `together` does, asks for a number that there may be. */
static void check_number(const Puzzle *puzzle, const Rule *rule, const Row *row, const char *text) {
    Integer low = 0, high = 0;
    for (int p = 0; p < puzzle->pieces; p++)
        if (row->owners & OF_ALL || rule->pieces[p]) low += puzzle->piece[p].low, high += puzzle->piece[p].high;
    bool counts = row->kind == BOARD && !row->value && !row->colours && !(row->owners & OF_EMPTY) && row->filled == ANY && is_range(row->size, 0, MANY) && is_range(row->covers, 1, MANY);
    if (counts && (low > row->bounds.high || high < row->bounds.low)) refuse("puzzle.json: the rule \"%s\", there are %lld to %lld", text, low, high);
}

/* Finds the places of a rule. */
static void check_rule(const Puzzle *puzzle, Rule *rule, const char *text) {
    const char *lack = NULL;
    int possible = 0;
    if (puzzle->sides) refuse("puzzle.json: the rule \"%s\" is for pieces, not for tiles", text);
    for (int i = 0; i < rule->rows; i++) {
        Row *row = &rule->row[i];
        bool line = row->kind == LINE, whole = line || row->kind == ORBIT, across = row->kind == ROW || (row->kind == CORNER && row->size.low < CONNECTED);
        if ((whole && puzzle->periods) || ((whole || across) && puzzle->separate)) refuse("puzzle.json: the rule \"%s\" is for a whole board%s", text, whole ? " that does not wrap round" : "");
        for (int p = 0; p < puzzle->pieces; p++)
            if (puzzle->piece[p].chain && (row->kind == ORBIT || row->kind == UNDERSIDE)) refuse("puzzle.json: the rule \"%s\" is for rigid pieces, not for chains", text);
        check_number(puzzle, rule, row, text);
        if (row->kind == ORBIT) return;
        const char *here = lack_of_places(puzzle, row);
        const Places all = places_of(puzzle, row);
        row->places = those_of(puzzle, row, all);
        if (!here && line && !all.size) here = "no line goes along sides through the board";
        if (here) lack = here;
        else possible++;
    }
    if (!possible) refuse("puzzle.json: the rule \"%s\", %s", text, lack);
}

static bool is_there(const Puzzle *puzzle, const Rule *rule) {
    for (int r = 0; r < puzzle->rules; r++) {
        const Rule *one = &puzzle->rule[r];
        bool alike = !strcmp(one->word, rule->word) && one->form == rule->form && one->number == rule->number && one->kinds == rule->kinds;
        if (alike && one->table && rule->table) alike = same(one->table, rule->table, "said");
        if (alike && !memcmp(one->pieces, rule->pieces, (size_t)puzzle->pieces * sizeof(bool))) return true;
    }
    return false;
}

/* Cells of the same regions have the same mark. */
static void mark_regions(Puzzle *puzzle, const Row *row) {
    for (int r = 0; r < row->regions; r++) {
        bool *inside = get((size_t)puzzle->cells, sizeof(bool));
        for (int i = 0; i < row->region[r].size; i++) inside[row->region[r].cell[i]] = true;
        puzzle->region = enlarged(puzzle->region, (size_t)puzzle->regions + 1, sizeof *puzzle->region);
        puzzle->region[puzzle->regions++] = inside;
    }
}

static void add_rule(Puzzle *puzzle, Rule rule, const char *text, int number) { /* sorted by word; of one word, in the order of the file */
    const Json up = {.type = TEXT, .text = puzzle->grid.flat ? (char[]){"-y"} : (char[]){"z"}};
    for (int i = 0; i < rule.rows && !puzzle->falls; i++)
        if (is_below(rule.row[i].kind)) read_up(puzzle, &up);
    check_rule(puzzle, &rule, text);
    rule.said = number;
    if (is_there(puzzle, &rule)) return;
    for (int i = 0; i < rule.rows; i++) mark_regions(puzzle, &rule.row[i]);
    puzzle->rule = enlarged(puzzle->rule, (size_t)puzzle->rules + 1, sizeof rule);
    int at = puzzle->rules++;
    for (; at && strcmp(puzzle->rule[at - 1].word, rule.word) > 0; at--) puzzle->rule[at] = puzzle->rule[at - 1];
    puzzle->rule[at] = rule;
}

void read_rules(Puzzle *puzzle, const Json *file) {
    const Json *groups = find(file, "apart"), *rules = find(file, "rules") ? find(file, "rules") : puzzle->grid.rules;
    Json *apart = get(1, sizeof *apart);
    for (int i = 0; groups && i < groups->size; i++) {
        Words said = {groups->value[i].size, get((size_t)groups->value[i].size, sizeof(char *))};
        for (int k = 0; k < said.size; k++) said.word[k] = groups->value[i].value[k].text;
        bundled(RULES, "apart", apart);
        add_rule(puzzle, read_form(puzzle, "apart", apart, &said, "apart"), "apart", -1);
    }
    for (int i = 0; rules && i < rules->size; i++) {
        const Json *one = &rules->value[i];
        const char *text = one->type == TEXT ? spaced(one->text) : NULL;
        Rule rule = text ? read_text(puzzle, text) : read_table(puzzle, one);
        add_rule(puzzle, rule, text ? text : rule.word, i);
    }
}
