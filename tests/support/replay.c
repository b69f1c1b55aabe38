/* Runs calls of kernels that were recorded elsewhere (recording.py), and says what each has made of what it got.
 *
 *     replay CALLS RESULTS
 *
 * A call in the file is the number of the kernel below, how many fields its structure has, and the fields: a size and
 * so many bytes of an array, NUMBER and a number, or SHARED and the number of the field with the same array, all in words
 * of 64 bits, bytes filled up to words.  What comes out
 * is what the kernel returned, and the fields again.
 */
#include <stdio.h>
#include <stdlib.h>

#include "kernel.h"

#define EACH_KERNEL(DO) \
    DO(mrv) DO(record) DO(scan) DO(tricks) DO(endings) DO(walk) DO(foldings) DO(frontier) DO(checker) DO(tree) DO(canon) \
    DO(motion) DO(holes) DO(layout) DO(memo) DO(rehash) DO(apart) DO(replay) DO(edges) DO(choices) DO(sweep)
#define DECLARED(name) i64 NAMED(name, LEVEL)(void *);
#define LISTED(name) NAMED(name, LEVEL),

EACH_KERNEL(DECLARED)
static i64 (*const KERNELS[])(void *) = {EACH_KERNEL(LISTED)};

enum { NUMBER = -1, SHARED = -2, FIELDS = 100 };

static i64 size[FIELDS], field[FIELDS]; /* of the call's structure */

static void take(FILE *from, void *to, i64 words) {
    if (fread(to, 8, (size_t)words, from) != (size_t)words) exit(2);
}

static void *room(i64 words) {
    void *at = aligned_alloc(64, (size_t)(words + 15) / 8 * 64);
    if (!at) exit(3);
    return at;
}

static void read_field(FILE *from, i64 i) {
    const i64 words = (take(from, size + i, 1), (size[i] + 7) / 8);
    if (size[i] < 0) {
        take(from, field + i, 1);
        if (size[i] == SHARED) field[i] = field[field[i]];
    } else {
        field[i] = (i64)(intptr_t)room(words);
        take(from, (void *)(intptr_t)field[i], words);
    }
}

static void write_field(FILE *to, i64 i) {
    if (size[i] == NUMBER) fwrite(field + i, 8, 1, to);
    if (size[i] < 0) return;
    fwrite((void *)(intptr_t)field[i], 8, (size_t)(size[i] + 7) / 8, to);
    free((void *)(intptr_t)field[i]);
}

int main(int arguments, char **argument) {
    FILE *const calls = arguments == 3 ? fopen(argument[1], "rb") : NULL;
    FILE *const results = calls ? fopen(argument[2], "wb") : NULL;
    i64 head[2];
    if (!results) return 1;
    while (fread(head, 8, 2, calls) == 2) {
        for (i64 i = 0; i < head[1]; i++) read_field(calls, i);
        const i64 outcome = KERNELS[head[0]](field);
        fwrite(&outcome, 8, 1, results);
        for (i64 i = 0; i < head[1]; i++) write_field(results, i);
    }
    return fclose(results);
}
