/* A reader of JSON: of numbers only integers have a value, keys of a table differ, texts are UTF-8. */
#include "checker.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *here; /* the name of what is read, for messages */
static char *at;
static int depth;
enum { DEEPEST = 50, MOST_KEYS = 10000 };

static _Noreturn void wrong(const char *what) {
    size_t size = 0;
    while (size < 20 && at[size]) size++;
    while (size && (at[size] & 0xC0) == 0x80) size--; /* no half of a character */
    at[size] = 0;
    refuse("%s: %s at \"%s\"", here, what, at);
}

static void blanks(void) { at += strspn(at, " \t\r\n"); }

static bool next(char c) {
    blanks();
    if (*at != c) return false;
    at++;
    return true;
}

static unsigned hex(const char *at) {
    unsigned value = 0;
    for (int i = 0; i < 4; i++) {
        const char *digits = "0123456789abcdefABCDEF", *digit = *at ? strchr(digits, *at) : NULL;
        if (!digit) wrong("no hexadecimal digit");
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

static char *string(void) {
    if (!next('"')) wrong("no text");
    char *text = get(strcspn(at, "\n") + 1, 1), *to = text;
    while (*at != '"') {
        if ((unsigned char)*at < ' ') wrong("a text without an end");
        if (*at != '\\') {
            *to++ = *at++;
            continue;
        }
        at++;
        const char *plain = "\"\"\\\\//b\bf\fn\nr\rt\t";
        while (*plain && *plain != *at) plain += 2;
        if (*at && *plain) *to++ = plain[1], at++;
        else if (*at == 'u') {
            unsigned code = hex(at + 1), low = 0;
            at += 5;
            if (code >> 10 == 0x36 && at[0] == '\\' && at[1] == 'u') low = hex(at + 2);
            if (low >> 10 == 0x37) at += 6, code = 0x10000 + ((code & 0x3FF) << 10) + (low & 0x3FF);
            to = utf8(to, code);
        } else wrong("an unknown escape");
    }
    at++;
    return text;
}

static Json value(void);

static void members(Json *all, char end) {
    int room = 0;
    if (next(end)) return;
    do {
        if (all->size == room) {
            room = room ? 2 * room : 8;
            all->value = enlarged(all->value, (size_t)room, sizeof(Json));
            if (all->type == TABLE) all->key = enlarged(all->key, (size_t)room, sizeof(char *));
        }
        if (all->type == TABLE) {
            char *key = string();
            if (all->size == MOST_KEYS) unsupported("%s: a table of more than %d keys", here, MOST_KEYS);
            if (find(all, key)) refuse("%s: \"%s\" twice", here, key);
            if (!next(':')) wrong("no colon");
            all->key[all->size] = key;
        }
        Json one = value();
        all->value[all->size++] = one;
    } while (next(','));
    if (!next(end)) wrong("no end of a list or table");
}

static size_t digits(void) {
    size_t found = strspn(at, "0123456789");
    at += found;
    return found;
}

/* Reads a number, of which there is a value only if it is an integer that has 64 bits. */
static void number(Json *one) {
    char *start = at;
    const char *const others[] = {"NaN", "Infinity", "-Infinity"};
    one->type = REAL;
    for (int i = 0; i < 3; i++)
        if (!strncmp(at, others[i], strlen(others[i]))) {
            at += strlen(others[i]);
            return;
        }
    at += *at == '-';
    bool zero = *at == '0', whole = true;
    size_t size = digits();
    if (!size || (zero && size > 1)) wrong("no value");
    if (*at == '.') {
        at++, whole = false;
        if (!digits()) wrong("no digit");
    }
    if (*at == 'e' || *at == 'E') {
        at++, whole = false;
        at += *at == '-' || *at == '+';
        if (!digits()) wrong("no digit");
    }
    errno = 0;
    Integer found = whole ? strtoll(start, NULL, 10) : 0;
    if (whole && !errno) one->type = NUMBER, one->number = found;
}

static Json value(void) {
    Json all = {0};
    if (++depth > DEEPEST) unsupported("%s: lists in lists, more than %d", here, DEEPEST);
    blanks();
    if (next('{')) all.type = TABLE, members(&all, '}');
    else if (next('[')) all.type = LIST, members(&all, ']');
    else if (*at == '"') all.type = TEXT, all.text = string();
    else if (!strncmp(at, "true", 4)) all.type = BOOLEAN, all.number = 1, at += 4;
    else if (!strncmp(at, "false", 5)) all.type = BOOLEAN, at += 5;
    else if (!strncmp(at, "null", 4)) at += 4;
    else number(&all);
    depth--;
    return all;
}

Json parse(char *text, const char *name) {
    here = name, at = text, depth = 0;
    Json all = value();
    blanks();
    if (*at) wrong("more text");
    return all;
}

const Json *find(const Json *table, const char *key) {
    for (int i = 0; i < table->size; i++)
        if (!strcmp(table->key[i], key)) return &table->value[i];
    return NULL;
}

const Json *need(const Json *table, const char *key, int type) {
    static const char *const names[] = {"null", "true or false", "an integer", "a text", "a list", "a table", "a number"};
    const Json *found = table->type == TABLE ? find(table, key) : NULL;
    if (!found || (int)found->type != type) refuse("%s: \"%s\" is missing or not %s", here, key, names[type]);
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
