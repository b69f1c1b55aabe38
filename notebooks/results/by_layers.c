/* Counts the fillings of boxes by tetracubes, any number of each, by a program that shares nothing with satpuzzle.
 *
 *     cc -O3 -o by_layers by_layers.c && ./by_layers A B N
 *
 * prints for n = 1..N how many fillings the box A x B x n has, and the most states after a cell until then.
 *
 * Layers are filled one after the other, each line by line, B cells a line.  A state is which cells are covered, from
 * the next one on: bit 0 is that cell.
 *
 *     ...ccc|ccbbbbbb|bbaaaaaa|aa      a: what is left of this layer, b: the next one, c: the one above
 *
 * States after a layer that a symmetry of the layer carries to each other can be completed in equally many ways, since
 * the pieces are carried to each other.  So they are one state, the smallest number.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = 4, FIXED = 86, MOST = 16, PENDING = 64 }; /* FIXED: positions of tetracubes, A001931 of the OEIS */

typedef struct { int8_t z, y, x; } cell;
typedef struct { cell cells[CELLS]; } polycube;        /* in the order of z, y, x; the smallest of each is 0 */
typedef struct { uint64_t state, low, high; } entry;   /* a count of 128 bits, 0 if the entry is not in use */

static polycube found[FIXED];
static int lines, line, area, many;
static uint64_t starting[MOST][FIXED], images[8][6][256];
static int starts[MOST], symmetries;
static entry *table, pending[PENDING];
static uint64_t last, used;
static int waiting;

static void *room(uint64_t entries) {
    void *got = calloc(entries, sizeof(entry));
    if (!got) { fprintf(stderr, "no memory for %" PRIu64 " entries\n", entries); exit(1); }
    return got;
}

static int order(const void *one, const void *other) { return memcmp(one, other, sizeof(cell)); }

static void grow(polycube it, int size) {
    if (size < CELLS) {
        for (int at = 0; at < 6 * size; at++) {
            cell next = it.cells[at / 6];
            int8_t *axis = at % 3 == 0 ? &next.z : at % 3 == 1 ? &next.y : &next.x;
            *axis += at % 6 < 3 ? 1 : -1;
            int there = 0;
            for (int k = 0; k < size; k++) there |= !order(&it.cells[k], &next);
            if (there) continue;
            it.cells[size] = next;
            grow(it, size + 1);
        }
        return;
    }
    cell least = it.cells[0];
    for (int k = 1; k < CELLS; k++) {
        const cell one = it.cells[k];
        least = (cell){one.z < least.z ? one.z : least.z, one.y < least.y ? one.y : least.y,
                       one.x < least.x ? one.x : least.x};
    }
    for (int k = 0; k < CELLS; k++) {
        it.cells[k].z -= least.z; it.cells[k].y -= least.y; it.cells[k].x -= least.x;
    }
    qsort(it.cells, CELLS, sizeof(cell), order);
    for (int k = 0; k < many; k++)
        if (!memcmp(&found[k], &it, sizeof it)) return;
    if (many == FIXED) exit(2);
    found[many++] = it;
}

/* Each copy whose first cell is a cell of the layer, as bits from this cell on. */
static void place(void) {
    for (int at = 0; at < area; at++)
        for (int k = 0; k < FIXED; k++) {
            const cell *cells = found[k].cells;
            uint64_t bits = 0;
            for (int c = 0; c < CELLS; c++) {
                const int y = at / line + cells[c].y - cells[0].y, x = at % line + cells[c].x - cells[0].x;
                if (y < 0 || y >= lines || x < 0 || x >= line) { bits = 0; break; }
                bits |= UINT64_C(1) << (cells[c].z * area + y * line + x - at);
            }
            if (bits) starting[at][starts[at]++] = bits;
        }
}

/* The images of each byte of a state after a layer; bits of more than three layers are never set. */
static void turn(void) {
    symmetries = lines == line ? 8 : 4;
    for (int s = 0; s < symmetries; s++)
        for (int bit = 0; bit < 3 * area; bit++) {
            int y = bit % area / line, x = bit % line;
            if (s & 1) y = lines - 1 - y;
            if (s & 2) x = line - 1 - x;
            const int to = bit / area * area + (s & 4 ? x * line + y : y * line + x);
            for (int byte = 0; byte < 256; byte++)
                if (byte >> bit % 8 & 1) images[s][bit / 8][byte] |= UINT64_C(1) << to;
        }
}

static uint64_t smallest(uint64_t state) {
    uint64_t least = state;
    for (int s = 1; s < symmetries; s++) {
        uint64_t image = 0;
        for (int k = 0; k < 6; k++) image |= images[s][k][state >> 8 * k & 255];
        if (image < least) least = image;
    }
    return least;
}

static uint64_t hash(uint64_t state) {
    return (state * UINT64_C(0x9E3779B97F4A7C15) ^ state >> 29) * UINT64_C(0xBF58476D1CE4E5B9) >> 20 & last;
}

static entry *entry_of(uint64_t state) {
    uint64_t at = hash(state);
    while ((table[at].low | table[at].high) && table[at].state != state) at = (at + 1) & last;
    return &table[at];
}

static void larger(void) {
    entry *old = table;
    const uint64_t entries = last + 1;
    last = 2 * last + 1;
    table = room(last + 1);
    for (uint64_t k = 0; k < entries; k++)
        if (old[k].low | old[k].high) *entry_of(old[k].state) = old[k];
    free(old);
}

static void add_pending(void) {
    for (int k = 0; k < waiting; k++) {
        entry *one = entry_of(pending[k].state);
        used += !(one->low | one->high);
        const unsigned __int128 had = (unsigned __int128)one->high << 64 | one->low;
        const unsigned __int128 sum = had + ((unsigned __int128)pending[k].high << 64 | pending[k].low);
        if (sum < had) { fprintf(stderr, "a number has more than 128 bits\n"); exit(1); }
        *one = (entry){pending[k].state, (uint64_t)sum, (uint64_t)(sum >> 64)};
        if (8 * used > 5 * last) larger();
    }
    waiting = 0;
}

/* Entries are far apart in memory, so they are asked for some time before they are needed. */
static void add(uint64_t state, const entry *from) {
    __builtin_prefetch(&table[hash(state)], 1);
    pending[waiting++] = (entry){state, from->low, from->high};
    if (waiting == PENDING) add_pending();
}

static void print(const entry *one, int n, uint64_t most) {
    unsigned __int128 number = (unsigned __int128)one->high << 64 | one->low;
    char text[48], *at = text + sizeof text - 1;
    *at = 0;
    do *--at = (char)('0' + (int)(number % 10));
    while (number /= 10);
    printf("%d %s %" PRIu64 "\n", n, at, most);
    fflush(stdout);
}

int main(int words, char **word) {
    if (words != 4) { fprintf(stderr, "usage: by_layers A B N\n"); return 2; }
    lines = atoi(word[1]); line = atoi(word[2]); area = lines * line;
    if (lines < 1 || line < 1 || area > MOST) { fprintf(stderr, "A x B has 1 to %d cells\n", MOST); return 2; }
    grow((polycube){0}, 1);
    if (many != FIXED) return 2;
    place();
    turn();
    entry *states = room(1);
    states[0].low = 1;
    uint64_t before = 1, most = 1;
    for (int n = 1; n <= atoi(word[3]); n++) {
        for (int at = 0; at < area; at++) {
            used = 0;
            for (last = 1023; last < 2 * before;) last = 2 * last + 1;
            table = room(last + 1);
            for (uint64_t k = 0; k < before; k++) {
                const entry *one = &states[k];
                const int end = at == area - 1;
                if (one->state & 1) {
                    add(end ? smallest(one->state >> 1) : one->state >> 1, one);
                    continue;
                }
                for (int c = 0; c < starts[at]; c++)
                    if (!(one->state & starting[at][c])) {
                        const uint64_t state = (one->state | starting[at][c]) >> 1;
                        add(end ? smallest(state) : state, one);
                    }
            }
            add_pending();
            free(states);
            before = 0;
            for (uint64_t k = 0; k <= last; k++)
                if (table[k].low | table[k].high) table[before++] = table[k];
            states = realloc(table, (before + 1) * sizeof(entry));
            states[before] = (entry){0};
            if (before > most) most = before;
        }
        uint64_t k = 0;
        while (k < before && states[k].state) k++;
        print(&states[k], n, most);
    }
    free(states);
    return 0;
}
