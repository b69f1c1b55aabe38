/* Reads the files of a folder: bytes, and texts in UTF-8. */
#include "checker.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static const Integer MOST_BYTES = (Integer)1 << 28; /* of a file */

/* The first byte of a text that is not UTF-8, NULL if there is none. */
static const unsigned char *not_utf8(const unsigned char *at) {
    while (*at) {
        int more = *at < 0x80 ? 0 : *at < 0xC2 ? -1 : *at < 0xE0 ? 1 : *at < 0xF0 ? 2 : *at < 0xF5 ? 3 : -1;
        unsigned code = *at & (0x3Fu >> (more < 0 ? 0 : more));
        for (int i = 1; i <= more; i++) {
            if (at[i] >> 6 != 2) return at;
            code = code << 6 | (at[i] & 0x3F);
        }
        if (more < 0 || (more == 2 && (code < 0x800 || code >> 11 == 0x1B)) || (more == 3 && (code < 0x10000 || code > 0x10FFFF))) return at;
        at += more + 1;
    }
    return NULL;
}

/* All bytes of a file, with a 0 behind them; NULL if there is none. */
uint8_t *read_bytes(const char *folder, const char *name, size_t *size) {
    char path[4096];
    struct stat what;
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path) refuse("%s: a long name", folder);
    if (stat(path, &what)) return NULL;
    if (!S_ISREG(what.st_mode)) refuse("%s: is not a file", name); /* to read a pipe, or a device, might never end */
    if (what.st_size > MOST_BYTES) unsupported("%s: more than %lld bytes", name, MOST_BYTES);
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = get((size_t)what.st_size + 1, 1);
    if (!file) refuse("%s: %s", name, strerror(errno));
    *size = fread(bytes, 1, (size_t)what.st_size, file);
    fclose(file);
    return bytes;
}

char *read_file(const char *folder, const char *name, bool needed) {
    size_t size;
    char *text = (char *)read_bytes(folder, name, &size);
    if (!text && needed) refuse("%s: the file is missing", name);
    if (!text) return NULL;
    if (strlen(text) != size) refuse("%s: a byte 0", name);
    const unsigned char *odd = not_utf8((unsigned char *)text);
    if (odd) refuse("%s: byte %lld is not UTF-8", name, (Integer)(odd - (unsigned char *)text));
    return text + 3 * !strncmp(text, "\xEF\xBB\xBF", 3); /* without a mark of the order of bytes */
}
