/* Ways to end: what is wrong, what is not known, no memory.  What ends is told by who is in charge (`at_end`). */
#include "checker.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void (*at_end)(int status, const char *line);

/* One line: what would begin another, or is no character, is a blank. */
static _Noreturn void end(int status, const char *word, const char *what, va_list list) {
    char line[1100];
    int size = snprintf(line, sizeof line, "%s: ", word);
    vsnprintf(line + size, sizeof line - (size_t)size, what, list);
    for (char *at = line; *at; at++)
        if ((unsigned char)*at < ' ' || *at == 127) *at = ' ';
    at_end(status, line);
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
