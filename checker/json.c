/* A reader of JSON: of numbers only integers have a value, keys of a table differ, texts are UTF-8. */
#include "checker.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 50, MOST_KEYS = 10000 };
typedef struct {
    const char *name; /* of what is read, for messages */
    char *at;
    int depth;
} Reader;

static _Noreturn void wrong(Reader *in, const char *what) {
    size_t size = 0;
    while (size < 20 && in->at[size]) size++;
    while (size && (in->at[size] & 0xC0) == 0x80) size--; /* no half of a character */
    in->at[size] = 0;
    refuse("%s: %s at \"%s\"", in->name, what, in->at);
}

static void blanks(Reader *in) { in->at += strspn(in->at, " \t\r\n"); }

static bool next(Reader *in, char c) {
    blanks(in);
    if (*in->at != c) return false;
    in->at++;
    return true;
}

static unsigned hex(Reader *in, const char *at) {
    unsigned value = 0;
    for (int i = 0; i < 4; i++) {
        const char *digits = "0123456789abcdefABCDEF", *digit = *at ? strchr(digits, *at) : NULL;
        if (!digit) wrong(in, "no hexadecimal digit");
        value = 16 * value + (unsigned)(digit - digits < 16 ? digit - digits : digit - digits - 6), at++;
    }
    return value;
}

/* The byte 0 is told by two, which no text has: one by itself would end the text. */
static char *utf8(char *to, unsigned code) {
    int more = !code ? 1 : code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const unsigned first[] = {0, 0xC0, 0xE0, 0xF0};
    *to++ = (char)(first[more] | code >> 6 * more);
    while (more--) *to++ = (char)(0x80 | (code >> 6 * more & 0x3F));
    return to;
}

static char *string(Reader *in) {
    if (!next(in, '"')) wrong(in, "no text");
    char *text = get(strcspn(in->at, "\n") + 1, 1), *to = text;
    while (*in->at != '"') {
        if ((unsigned char)*in->at < ' ') wrong(in, "a text without an end");
        if (*in->at != '\\') {
            *to++ = *in->at++;
            continue;
        }
        char *at = ++in->at;
        const char *plain = "\"\"\\\\//b\bf\fn\nr\rt\t";
        while (*plain && *plain != *at) plain += 2;
        if (*at && *plain) *to++ = plain[1], in->at++;
        else if (*at == 'u') {
            unsigned code = hex(in, at + 1), low = 0;
            in->at += 5;
            if (code >> 10 == 0x36 && at[5] == '\\' && at[6] == 'u') low = hex(in, at + 7);
            if (low >> 10 == 0x37) in->at += 6, code = 0x10000 + ((code & 0x3FF) << 10) + (low & 0x3FF);
            to = utf8(to, code);
        } else wrong(in, "an unknown escape");
    }
    in->at++;
    return text;
}

static Json value(Reader *in);

static void members(Reader *in, Json *all, char end) {
    int room = 0;
    if (next(in, end)) return;
    do {
        if (all->size == room) {
            room = room ? 2 * room : 8;
            all->value = enlarged(all->value, (size_t)room, sizeof(Json));
            if (all->type == TABLE) all->key = enlarged(all->key, (size_t)room, sizeof(char *));
        }
        if (all->type == TABLE) {
            char *key = string(in);
            if (all->size == MOST_KEYS) unsupported("%s: a table of more than %d keys", in->name, MOST_KEYS);
            if (find(all, key)) refuse("%s: \"%s\" twice", in->name, key);
            if (!next(in, ':')) wrong(in, "no colon");
            all->key[all->size] = key;
        }
        Json one = value(in);
        all->value[all->size++] = one;
    } while (next(in, ','));
    if (!next(in, end)) wrong(in, "no end of a list or table");
}

static size_t digits(Reader *in) {
    size_t found = strspn(in->at, "0123456789");
    in->at += found;
    return found;
}

/* Whether a word comes, which is read then. */
static bool comes(Reader *in, const char *word) {
    bool found = !strncmp(in->at, word, strlen(word));
    if (found) in->at += strlen(word);
    return found;
}

/* Reads a number, of which there is a value only if it is an integer that has 64 bits. */
static void number(Reader *in, Json *one) {
    char *start = in->at;
    one->type = REAL;
    if (comes(in, "NaN") || comes(in, "Infinity") || comes(in, "-Infinity")) return;
    in->at += *in->at == '-';
    bool zero = *in->at == '0', whole = true;
    size_t size = digits(in);
    if (!size || (zero && size > 1)) wrong(in, "no value");
    if (*in->at == '.') {
        in->at++, whole = false;
        if (!digits(in)) wrong(in, "no digit");
    }
    if (*in->at == 'e' || *in->at == 'E') {
        in->at++, whole = false;
        in->at += *in->at == '-' || *in->at == '+';
        if (!digits(in)) wrong(in, "no digit");
    }
    errno = 0;
    Integer found = whole ? strtoll(start, NULL, 10) : 0;
    if (whole && !errno) one->type = NUMBER, one->number = found;
    if (!whole || !errno) return;
    size = (size_t)(in->at - start);
    memcpy(one->digits = get(size + 1, 1), start, size);
}

static Json value(Reader *in) {
    Json all = {0};
    if (++in->depth > DEEPEST) unsupported("%s: lists in lists, more than %d", in->name, DEEPEST);
    blanks(in);
    if (next(in, '{')) all.type = TABLE, members(in, &all, '}');
    else if (next(in, '[')) all.type = LIST, members(in, &all, ']');
    else if (*in->at == '"') all.type = TEXT, all.text = string(in);
    else if (comes(in, "true")) all.type = BOOLEAN, all.number = 1;
    else if (comes(in, "false")) all.type = BOOLEAN;
    else if (!comes(in, "null")) number(in, &all);
    in->depth--;
    return all;
}

Json parse(char *text, const char *name) {
    Reader in = {name, text, 0};
    Json all = value(&in);
    blanks(&in);
    if (*in.at) wrong(&in, "more text");
    return all;
}

const Json *find(const Json *table, const char *key) {
    for (int i = 0; i < table->size; i++)
        if (!strcmp(table->key[i], key)) return &table->value[i];
    return NULL;
}

const Json *need(const Json *table, const char *key, int type, const char *where) {
    static const char *const names[] = {"null", "true or false", "an integer", "a text", "a list", "a table", "a number"};
    const Json *found = table->type == TABLE ? find(table, key) : NULL;
    if (!found || (int)found->type != type) refuse("%s: \"%s\" is missing or not %s", where, key, names[type]);
    return found;
}

bool is_text(const Json *value, const char *text) { return value && value->type == TEXT && !strcmp(value->text, text); }

void only(const Json *table, const char *keys, const char *where) {
    for (int i = 0; i < table->size; i++) {
        size_t length = strlen(table->key[i]), size = 0;
        const char *word = keys;
        while (*word && !(length == (size = strcspn(word, ",")) && !strncmp(word, table->key[i], length))) word += size, word += *word == ',';
        if (!*word) refuse("%s: unknown key \"%s\"", where, table->key[i]);
    }
}

static bool same_value(const Json *one, const Json *other) { return one->type == other->type && one->number == other->number && (one->type == TEXT ? !strcmp(one->text, other->text) : same(one, other, "")); }

/* The next member that does not have this key, from one on; all of a list. */
static int next_but(const Json *all, int i, const char *but) {
    while (all->type == TABLE && i < all->size && !strcmp(all->key[i], but)) i++;
    return i;
}

bool same(const Json *one, const Json *other, const char *but) {
    int i = next_but(one, 0, but), k = next_but(other, 0, but);
    for (; i < one->size && k < other->size; i = next_but(one, i + 1, but), k = next_but(other, k + 1, but))
        if ((one->type == TABLE && strcmp(one->key[i], other->key[k])) || !same_value(&one->value[i], &other->value[k])) return false;
    return i == one->size && k == other->size;
}

bool bundled(const char *const list[][2], const char *name, Json *table) {
    int i = 0;
    while (list[i][0] && strcmp(list[i][0], name)) i++;
    if (!list[i][0]) return false;
    *table = parse(strcpy(get(strlen(list[i][1]) + 1, 1), list[i][1]), "puzzle.json");
    return true;
}
