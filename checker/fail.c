/* Ways to end: what is wrong, what is not known, no memory.  What ends is told by who is in charge (`at_end`). */
#include "checker.h"
#include <stdarg.h>
#include <stdlib.h>

enum { MOST_SAID = 1000 };

_Thread_local void (*at_end)(int status, const char *line);

typedef struct {
    char text[MOST_SAID + 1];
    int size;
} Line;

/* What would begin another line, or is no character, is a blank. */
static void put(Line *line, const char *text) {
    for (; *text && line->size < MOST_SAID; text++) line->text[line->size++] = (unsigned char)*text < ' ' || *text == 127 ? ' ' : *text;
}

static void put_number(Line *line, Integer number) {
    char digits[24], *at = digits + sizeof digits - 1;
    Integer rest = number;
    *at = 0;
    do *--at = (char)('0' + (rest < 0 ? -(rest % 10) : rest % 10));
    while (rest /= 10);
    if (number < 0) *--at = '-';
    put(line, at);
}

/* As `vsnprintf` of the formats %s, %d and %lld, which would bring all others into the module. */
static void put_form(Line *line, const char *form, va_list list) {
    for (; *form; form++) {
        if (*form != '%') put(line, (char[]){*form, 0});
        else if (*++form == 's') put(line, va_arg(list, const char *));
        else if (*form == 'd') put_number(line, va_arg(list, int));
        else form += 2, put_number(line, va_arg(list, Integer));
    }
}

static _Noreturn void end(int status, const char *word, const char *what, va_list list) {
    Line line = {.size = 0};
    put(&line, word), put(&line, ": "), put_form(&line, what, list);
    at_end(status, line.text);
    abort(); /* not reached */
}

_Noreturn void refuse(const char *why, ...) {
    va_list list;
    va_start(list, why);
    end(1, "REFUSED", why, list);
}

_Noreturn void unsupported(const char *what, ...) {
    va_list list;
    va_start(list, what);
    end(2, "not supported", what, list);
}

char *said_with(const char *word, int number) {
    Line line = {.size = 0};
    put(&line, word), put(&line, " "), put_number(&line, number);
    char *text = get((size_t)line.size + 1, 1);
    for (int i = 0; i < line.size; i++) text[i] = line.text[i];
    return text;
}

void *get(size_t count, size_t size) {
    void *memory = calloc(count ? count : 1, size);
    if (!memory) unsupported("what takes more memory than there is");
    return memory;
}

void *enlarged(void *memory, size_t count, size_t size) {
    void *larger = realloc(memory, (count ? count : 1) * size);
    if (!larger) unsupported("what takes more memory than there is");
    return larger;
}
