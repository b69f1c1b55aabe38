/* Which keys a table of a puzzle file may have, and the form of their values: puzzles/README.md. */
#include "checker.h"
#include <string.h>

enum { MOST = 1000000 };

/* Characters */

static unsigned character(const char **at) { /* of a text that is UTF-8 */
    unsigned first = (unsigned char)*(*at)++, more = first < 0xC0 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
    for (first &= 0xFFu >> (more ? more + 2 : 0); more; more--) first = first << 6 | (*(*at)++ & 0x3F);
    return first;
}

static bool in(unsigned c, const unsigned (*ranges)[2]) {
    while ((*ranges)[1] && !((*ranges)[0] <= c && c <= (*ranges)[1])) ranges++;
    return (*ranges)[1];
}

static bool is_space(unsigned c) {
    static const unsigned ranges[][2] = {{9, 13}, {28, 32}, {0x85, 0x85}, {0xA0, 0xA0}, {0x1680, 0x1680}, {0x2000, 0x200A}, {0x2028, 0x2029}, {0x202F, 0x202F}, {0x205F, 0x205F}, {0x3000, 0x3000}, {0, 0}};
    return in(c, ranges);
}

static bool ends_line(unsigned c) { return (10 <= c && c <= 13) || (28 <= c && c <= 30) || c == 0x85 || c == 0x2028 || c == 0x2029; }

/* Characters that cannot be seen and are no spaces: of control, of format, private ones, halves of pairs. */
static bool is_control(unsigned c) {
    static const unsigned ranges[][2] = {{0, 31}, {127, 159}, {0xAD, 0xAD}, {0x600, 0x605}, {0x61C, 0x61C}, {0x6DD, 0x6DD}, {0x70F, 0x70F}, {0x180E, 0x180E}, {0x200B, 0x200F}, {0x202A, 0x202E}, {0x2060, 0x206F}, {0xD800, 0xF8FF}, {0xFEFF, 0xFEFF}, {0xFFF0, 0xFFFB}, {0xFFFE, 0xFFFF}, {0xE0000, 0xE00FF}, {0xF0000, 0x1FFFFF}, {0, 0}};
    return in(c, ranges) && !is_space(c);
}

char *spaced(const char *text) { /* with one blank in place of each space, and none at the ends */
    char *new = get(strlen(text) + 2, 1), *to = new;
    while (*text) {
        const char *from = text;
        if (!is_space(character(&text))) memcpy(to, from, (size_t)(text - from)), to += text - from;
        else if (to > new && to[-1] != ' ') *to++ = ' ';
    }
    if (to > new && to[-1] == ' ') to--;
    *to = 0;
    return new;
}

char *trimmed(const char *text) { /* without spaces at the ends */
    const char *first = NULL, *last = text;
    for (const char *at = text, *from = text; *at; from = at)
        if (!is_space(character(&at))) first = first ? first : from, last = at;
    size_t size = first ? (size_t)(last - first) : 0;
    char *new = get(size + 1, 1);
    if (size) memcpy(new, first, size);
    return new;
}

/* Values */

static bool any(const Json *v) { return v; }
static bool truth_value(const Json *v) { return v->type == BOOLEAN; }
static bool meeting(const Json *v) { return v->type == BOOLEAN || v->type == TEXT; }
static bool table(const Json *v) { return v->type == TABLE; }
static bool between(const Json *v, Integer low, Integer high) { return v->type == NUMBER && low <= v->number && v->number <= high; }
static bool from_0(const Json *v) { return between(v, 0, MOST); }
static bool from_1(const Json *v) { return between(v, 1, MOST); }
static bool signed_number(const Json *v) { return between(v, -MOST, MOST); }
static bool maximum(const Json *v) { return from_1(v) || is_text(v, "any"); }
static bool count(const Json *v) { return (v->digits && *v->digits != '-') || (v->type == NUMBER && v->number >= 0); }
static bool number_from_0(const Json *v) { return v->type == NUMBER && v->number >= 0; }
static bool colour(const Json *v) { return between(v, 0, MOST_COLOUR); }
static bool turns(const Json *v) { return v->type == BOOLEAN || (v->type == NUMBER && v->number >= 1); }

static bool list_of(const Json *v, bool (*fits)(const Json *)) {
    for (int i = 0; v->type == LIST && i < v->size; i++)
        if (!fits(&v->value[i])) return false;
    return v->type == LIST;
}

static bool text(const Json *v) {
    for (const char *at = v->type == TEXT ? v->text : ""; *at;)
        if (is_control(character(&at))) return false;
    return v->type == TEXT;
}
static bool words(const Json *v) { return text(v) && *spaced(v->text); }
static bool one_line(const Json *v) {
    for (const char *at = v->type == TEXT ? v->text : ""; *at;)
        if (ends_line(character(&at))) return false;
    return words(v);
}

static bool printed(const Json *v) { /* no other spaces than blanks */
    for (const char *at = v->type == TEXT ? v->text : ""; *at;) {
        unsigned c = character(&at);
        if (is_space(c) && c != ' ') return false;
    }
    return text(v);
}
static bool printed_words(const Json *v) { return printed(v) && *v->text; }
static bool any_text(const Json *v) { return v->type == TEXT; }

static bool texts(const Json *v) { return list_of(v, words); }
static bool groups_of_names(const Json *v) {
    for (int i = 0; v->type == LIST && i < v->size; i++)
        if (!texts(&v->value[i]) || !v->value[i].size) return false;
    return v->type == LIST;
}
static bool colours(const Json *v) { return v->type == NOTHING || list_of(v, colour); }
static bool pair_of_colours(const Json *v) { return v->size == 2 && list_of(v, colour); }
static bool pairs(const Json *v) { return is_text(v, "equal") || is_text(v, "all") || list_of(v, pair_of_colours); }
static bool parts(const Json *v) { return is_text(v, "together") || is_text(v, "separate"); }
static bool grid(const Json *v) { return v->type == TEXT || v->type == TABLE; }
static bool cells(const Json *v) { return v->type == TEXT || (v->type == LIST && v->size); }
static bool text_or_table(const Json *v) { return words(v) || table(v); }
static bool rules(const Json *v) { return list_of(v, text_or_table); }
static bool tables(const Json *v) { return 1 <= v->size && v->size <= 100 && list_of(v, table); }
static bool length(const Json *v) { return between(v, 2, 100); }
static bool truth_or_none(const Json *v) { return v->type == BOOLEAN || v->type == NOTHING; }
static bool step(const Json *v) { return between(v, -MOST_COORDINATE, MOST_COORDINATE); }
static bool triple(const Json *v) { return v->size == 3 && list_of(v, step); }
static bool region(const Json *v) { return v->size && list_of(v, triple); }
static bool weight(const Json *v) { return v->type == NOTHING || is_text(v, "cells") || is_text(v, "colours") || (v->size && v->size <= MOST_COLOUR + 1 && list_of(v, from_0)); }
static bool how_colours(const Json *v) { return v->type == NOTHING || is_text(v, "equal") || is_text(v, "different"); }
static bool regions(const Json *v) { return list_of(v, region); }
static bool board(const Json *v) { return v->type == TEXT || v->type == LIST; }
static bool pieces(const Json *v) { return words(v) || (v->type == LIST && v->size); }
static bool sizes(const Json *v) { return list_of(v, from_1); }
static bool length_of_part(const Json *v) { return between(v, 2, MOST); }
static bool chain(const Json *v) { return v->type == TEXT ? strlen(v->text) < 999 && !v->text[strspn(v->text, "SB?")] : v->size && list_of(v, length_of_part); }
static bool direction(const Json *v) { return between(v, -1000, 1000); }
static bool up(const Json *v) {
    const char *axis = v->type == TEXT ? spaced(v->text) : NULL;
    if (axis) return !axis[*axis == '-'] ? false : strchr("xyz", axis[*axis == '-']) && !axis[(*axis == '-') + 1];
    return v->size == 3 && list_of(v, direction) && (v->value[0].number || v->value[1].number || v->value[2].number);
}
static bool period(const Json *v) {
    if (v->type != LIST || (v->size != 2 && !(v->size == 3 && is_text(&v->value[2], "flip")))) return false;
    return step(&v->value[0]) && step(&v->value[1]);
}
static bool wrap(const Json *v) {
    static const char *const words[] = {"", "x", "y", "xy", "moebius", "moebius x", "moebius y", "klein", "klein x", "klein y", NULL};
    if (!text(v)) return (v->size == 1 || v->size == 2) && list_of(v, period);
    int i = 0;
    while (words[i] && strcmp(words[i], spaced(v->text))) i++;
    return words[i];
}
static bool motions_named(const Json *v) { return is_text(v, "translations"); }
static bool pair(const Json *v, int type) { return v->type == LIST && v->size >= 2 && (int)v->value[0].type == type && (int)v->value[1].type == type; }
static bool frame(const Json *v) { return v->type == TEXT; }
static bool coordinate(const Json *v) { return v->type == NUMBER || (v->size == 2 && pair(v, NUMBER)); }
static bool corner(const Json *v) { return v->size == 2 && list_of(v, coordinate); }
static bool corners(const Json *v) { return v->size >= 2 && list_of(v, corner); }
static bool periods(const Json *v) { return v->size == 2 && list_of(v, corner); }
static bool cells_of_a_unit(const Json *v) { return v->type == LIST && v->size; }
static bool place(const Json *v) { return pair(v, NUMBER) && v->size == 2; }
static bool cell_of_a_form(const Json *v) { return number_from_0(v) || words(v) || (v->size == 3 && pair(v, NUMBER) && (v->value[2].type == NUMBER || words(&v->value[2]))); }
static bool form(const Json *v) { return v->size && list_of(v, cell_of_a_form); }
static bool forms(const Json *v) { return list_of(v, form); }
static bool drawing(const Json *v) { return v->size == 2 && list_of(v, place); }
static bool places(const Json *v) { return list_of(v, place); }
static bool hue(const Json *v) { return v->type == TEXT && v->text[0] == '#' && strlen(v->text) == 7 && strspn(v->text + 1, "0123456789abcdefABCDEF") == 6; }
static bool hues(const Json *v) { return list_of(v, hue); }
static bool paint(const Json *v) { return is_text(v, "") || hue(v); }
static bool label(const Json *v) { return v->type == LIST && v->size == 2 && words(&v->value[0]); }
static bool labels(const Json *v) { return list_of(v, label); }

/* The number that a key of `groups` is, without zeros in front. */
static const char *digits_of(const Json *v, int i) { return v->key[i] + strspn(v->key[i], "0"); }

static bool groups(const Json *v) {
    for (int i = 0; v->type == TABLE && i < v->size; i++) {
        const char *key = digits_of(v, i);
        size_t digits = strspn(key, "0123456789");
        if (!*v->key[i] || key[digits] || digits > 7 || (digits == 7 && strcmp(key, "1000000") > 0) || !from_1(&v->value[i])) return false;
        for (int j = 0; j < i; j++)
            if (!strcmp(digits_of(v, j), key)) return false;
    }
    return v->type == TABLE;
}

#define COPIES {"count", from_1, "a number from 1 to 1000000"}, {"min", from_0, "a number from 0 to 1000000"}, {"max", maximum, "a number from 1 to 1000000, or \"any\""}
#define TRUTH "true or false"
#define TURNS {"rotate", turns, "true, false or a number of turns"}, {"motions", motions_named, "\"translations\""}
#define CELLS "a list of cells, at least one"
#define COLOURS "a list of numbers from 0 to 63"
#define TEXTS "a list of texts"

const Form OF_A_PUZZLE[] = {
    {"title", text, "a text"}, {"also", texts, TEXTS}, {"grid", grid, "a name or a table"}, {"box", sizes, "a list of sizes"}, {"board", board, "a list of cells"},
    {"optional", cells, CELLS}, {"frame", cells, CELLS}, {"wrap", wrap, "x, y, xy, moebius or klein, alone or with x or y, or one or two periods"}, {"up", up, "x, -x, y, -y, z, -z, or three numbers from -1000 to 1000 that are not all 0"}, {"pieces", pieces, "a list of pieces"},
    {"tiles", pieces, "a list of tiles"}, {"border", text, "a text"}, TURNS, {"match", meeting, "true, false, opposite or pairs of colours"},
    {"interchangeable", text, "a text"}, {"empty", from_0, "a number from 0 to 1000000"}, {"parts", parts, "together or separate"}, {"rules", rules, "a list of texts and tables"},
    {"apart", groups_of_names, "a list of lists of names"}, {"colours", colours, COLOURS}, {"pairs", pairs, "equal, all, or a list of pairs of colours"},
    {"hues", hues, "a list of texts such as #ff8000"}, {"labels", labels, "a list of pairs of a text and a cell"}, {"mirror", truth_value, TRUTH},
    {"counts", table, "a table"}, {"source", text, "a text"}, {"name", text, "a text"}, {"raw_count", any, ""}, {"count", any, ""}, {"count_group", any, ""},
    {"count_full_group", any, ""}, {"full_group_order", any, ""}, {"count_with_reflections", any, ""}, {"verified", any, ""}, {"verified_by", any, ""},
    {"notes", any, ""}, {NULL, NULL, NULL}};
const Form OF_A_PIECE[] = {
    {"name", one_line, "a text on one line"}, {"cells", cells, CELLS}, {"burr", from_1, "a number from 1 to 65536"}, COPIES, {"mirror", truth_value, TRUTH},
    {"chain", chain, "a text of up to 998 letters S, B and ?, or a list of lengths from 2 on"}, TURNS, {"groups", groups, "a table of numbers, each once"}, {"weight", signed_number, "a number from -1000000 to 1000000"},
    {"value", signed_number, "a number from -1000000 to 1000000"}, {"paint", paint, "a text such as #ff8000"}, {"colours", colours, COLOURS}, {NULL, NULL, NULL}};
const Form OF_A_TILE[] = {
    {"sides", words, "a text of letters and digits"}, {"name", words, "a text"}, COPIES, {"mirror", truth_value, TRUTH},
    {"value", signed_number, "a number from -1000000 to 1000000"}, {NULL, NULL, NULL}};
const Form OF_A_GRID[] = {
    {"title", text, "a text"}, {"frame", frame, "a text"}, {"periods", periods, "two translations"}, {"cells", cells_of_a_unit, "a list of cells"},
    {"drawing", drawing, "two periods of a drawing"}, {"points", places, "a list of places"}, {"forms", forms, "a list of lists of cells"}, {"grid", grid, "a name or a table"}, {"rules", texts, TEXTS}, {"source", text, "a text"},
    {NULL, NULL, NULL}};
const Form OF_A_CELL[] = {{"name", words, "a text"}, {"at", place, "a column and a row"}, {"corners", corners, "a list of corners, at least two"}, {NULL, NULL, NULL}};
const Form OF_COUNTS[] = {
    {"raw", count, "a number from 0"}, {"rotations", count, "a number from 0"}, {"isometries", count, "a number from 0"},
    {"patterns", count, "a number from 0"}, {NULL, NULL, NULL}};

#define ROWS {"text", printed, "a text in one line"}, {"sentence", printed_words, "a text in one line"}, {"items", tables, "a list of 1 to 100 tables"}
const Form OF_A_RULE[] = {{"title", printed_words, "a text in one line"}, ROWS, {"form", tables, "a list of 1 to 100 tables"}, {"source", printed, "a text in one line"}, {"said", any_text, "a text"}, {NULL, NULL, NULL}};
const Form OF_A_FORM[] = {ROWS, {NULL, NULL, NULL}};
const Form OF_A_ROW[] = {
    {"place", any_text, "a text"}, {"size", any_text, "a text"}, {"filled", truth_or_none, TRUTH}, {"covers", any_text, "a text"}, {"parts", any_text, "a text"},
    {"bounds", any_text, "a text"}, {"pieces", any_text, "a text"}, {"length", length, "a number from 2 to 100"}, {"regions", regions, "a list of lists of cells"},
    {"weight", weight, "cells, colours, or a list of 1 to 64 numbers from 0 to 1000000"}, {"colours", how_colours, "equal or different"}, {NULL, NULL, NULL}};

/* Refuses other keys, and values of another form. */
void check_form(const Json *table, const Form *forms, const char *where) {
    if (table->type != TABLE) refuse("puzzle.json: %s is no table", where);
    for (int i = 0; i < table->size; i++) {
        const Form *form = forms;
        while (form->key && strcmp(form->key, table->key[i])) form++;
        if (!form->key) refuse("puzzle.json: %s has the unknown key \"%s\"", where, table->key[i]);
        if (!form->fits(&table->value[i])) refuse("puzzle.json: \"%s\" of %s is not %s", form->key, where, form->allowed);
    }
}
