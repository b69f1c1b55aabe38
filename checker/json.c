/* A reader of JSON: numbers are integers, keys of a table differ. */
#include "checker.h"
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *here; /* the name of what is read, for messages */
static char *at;

char *read_file(const char *folder, const char *name, bool needed) {
    char path[4096];
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path) refuse("%s: a long name", folder);
    FILE *file = fopen(path, "rb");
    if (!file) {
        if (needed) refuse("%s: %s", path, strerror(errno));
        return NULL;
    }
    size_t size = 0, room = 1 << 16;
    char *text = get(room + 1, 1);
    for (size_t more; (more = fread(text + size, 1, room - size, file)) > 0;)
        if ((size += more) == room && !(text = realloc(text, (room *= 2) + 1))) refuse("no memory");
    fclose(file);
    text[size] = 0;
    if (strlen(text) != size) refuse("%s: a byte 0", path);
    return text;
}

static _Noreturn void wrong(const char *what) { refuse("%s: %s at \"%.20s\"", here, what, at); }

static void blanks(void) { at += strspn(at, " \t\r\n"); }

static bool next(char c) {
    blanks();
    if (*at != c) return false;
    at++;
    return true;
}

static unsigned hex(void) {
    unsigned value = 0;
    for (int i = 0; i < 4; i++) {
        const char *digits = "0123456789abcdef", *digit = *at ? strchr(digits, *at | 32) : NULL;
        if (!digit) wrong("no hexadecimal digit");
        value = 16 * value + (unsigned)(digit - digits);
        at++;
    }
    return value;
}

static char *utf8(char *to, unsigned code) {
    int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
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
            at++;
            unsigned code = hex();
            if (code >> 10 == 0x36 && at[0] == '\\' && at[1] == 'u') at += 2, code = 0x10000 + ((code & 0x3FF) << 10) + (hex() & 0x3FF);
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
            all->value = realloc(all->value, (size_t)room * sizeof(Json));
            if (all->type == TABLE) all->key = realloc(all->key, (size_t)room * sizeof(char *));
            if (!all->value || (all->type == TABLE && !all->key)) refuse("no memory");
        }
        if (all->type == TABLE) {
            char *key = string();
            if (find(all, key)) refuse("%s: \"%s\" twice", here, key);
            if (!next(':')) wrong("no colon");
            all->key[all->size] = key;
        }
        Json one = value();
        all->value[all->size++] = one;
    } while (next(','));
    if (!next(end)) wrong("no end of a list or table");
}

static Json value(void) {
    static int depth;
    Json all = {0};
    if (++depth > 50) wrong("too deep");
    blanks();
    if (next('{')) all.type = TABLE, members(&all, '}');
    else if (next('[')) all.type = LIST, members(&all, ']');
    else if (*at == '"') all.type = TEXT, all.text = string();
    else if (!strncmp(at, "true", 4)) all.type = BOOLEAN, all.number = 1, at += 4;
    else if (!strncmp(at, "false", 5)) all.type = BOOLEAN, at += 5;
    else if (!strncmp(at, "null", 4)) at += 4;
    else {
        char *end;
        all.type = NUMBER, errno = 0, all.number = strtol(at, &end, 10);
        if (end == at || errno || *at == '+' || strchr(".eE", *end ? *end : ' ')) wrong("no value, or no integer,");
        at = end;
    }
    depth--;
    return all;
}

Json parse(char *text, const char *name) {
    here = name, at = text;
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
    static const char *const names[] = {"null", "true or false", "a number", "a text", "a list", "a table"};
    const Json *found = table->type == TABLE ? find(table, key) : NULL;
    if (!found || (int)found->type != type) refuse("%s: \"%s\" is missing or not %s", here, key, names[type]);
    return found;
}

bool is_text(const Json *value, const char *text) { return value && value->type == TEXT && !strcmp(value->text, text); }

void only(const Json *table, const char *keys, const char *where) {
    for (int i = 0; i < table->size; i++) {
        size_t length = strlen(table->key[i]);
        const char *word = keys;
        while ((word = strstr(word, table->key[i])) && !((word == keys || word[-1] == ' ') && strchr(" ", word[length]))) word++;
        if (!word || !length) refuse("%s: unknown key \"%s\"", where, table->key[i]);
    }
}
