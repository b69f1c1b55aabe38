/* Walks the tree and counts classes: docs/certificates.md, "The tree", "Restrictions" and "Counting". */
#include "checker.h"
#include <lzma.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_MEMORY = 1 << 28 }; /* to unpack the tree, in bytes */

/* The numbers of the tree, unpacked piece by piece. */
static struct {
    lzma_stream stream;
    uint8_t buffer[1 << 16], *at, *end;
    int width;
    bool finished;
} in = {.stream = LZMA_STREAM_INIT};

static int byte(void) {
    while (in.at == in.end) {
        if (in.finished) return -1;
        in.stream.next_out = in.buffer, in.stream.avail_out = sizeof in.buffer;
        lzma_ret result = lzma_code(&in.stream, LZMA_FINISH);
        if (result != LZMA_OK && result != LZMA_STREAM_END) refuse("tree.xz: damaged");
        in.finished = result == LZMA_STREAM_END;
        if (in.finished && in.stream.avail_in) refuse("tree.xz: more bytes than the tree");
        in.at = in.buffer, in.end = in.stream.next_out;
    }
    return *in.at++;
}

static Integer number(void) {
    Integer value = 0;
    for (int i = 0; i < in.width; i++) {
        int one = byte();
        if (one < 0) refuse("tree.xz: ends too early");
        value |= (Integer)one << 8 * i;
    }
    return value;
}

/* A set of options as a list in ascending order, and the number of symmetries that make it of a solution. */
static Proof *proof;
static const Cover *cover;
static const Relation *relation;
static uint64_t *mark; /* the options of one image */

typedef struct {
    Integer kept, fixed, turns, kept_by_isometries, fixed_by_isometries; /* g, s, r, g', s' */
    Integer rotations;                                                   /* solutions up to rotations in the class */
} Numbers;
typedef struct {
    Integer met, images; /* n and k */
    Numbers of;
} Kind;
static Kind kind[4096];
static int kinds;

typedef struct {
    int size, *option;
    bool met;
} Class;
static Class *table; /* of the listed classes, open addressing */
static size_t room, listed, seen;

static bool is_within(const int *chosen, int size) {
    static Integer *sum;
    if (!sum) sum = get((size_t)cover->items, sizeof(Integer));
    memset(sum, 0, (size_t)cover->items * sizeof(Integer));
    for (int i = 0; i < size; i++)
        for (int j = 0; j < cover->option[chosen[i]].items; j++) sum[cover->option[chosen[i]].item[j]] += cover->option[chosen[i]].weight[j];
    for (int i = 0; i < cover->items; i++)
        if (sum[i] < cover->low[i] || exceeds(sum[i], cover->high[i])) return false;
    for (int i = 0; i < size; i++)
        for (int j = 0; j < i; j++)
            if (has(relation->excludes[chosen[i]], chosen[j])) return false;
    return true;
}

static bool is_met(const int *image, int size) { /* whether no restriction leaves this solution out */
    bool met = true;
    for (int i = 0; i < size; i++) add(mark, image[i]);
    for (int r = 0; met && r < proof->restrictions; r++) {
        const Restriction *one = &proof->restriction[r];
        bool reached = true;
        for (int i = 0; reached && i < one->length; i++) reached = has(mark, one->path[i]);
        for (int i = 0; reached && met && i < size; i++) met = !has(one->dead, image[i]);
    }
    for (int i = 0; i < size; i++) mark[image[i] / 64] = 0;
    return met;
}

/* All images of a solution that are solutions, one after another and in no order; equal ones are there several times. */
static int all_images(const int *chosen, int size, int **images, Numbers *of) {
    int found = 0;
    *images = get((size_t)proof->group->size * (size_t)size + 1, sizeof(int));
    *of = (Numbers){0};
    for (int s = 0; s < proof->group->size; s++) {
        const Symmetry *symmetry = &proof->group->each[s];
        int *image = *images + (size_t)found * (size_t)size, i = 0;
        while (i < size && (image[i] = symmetry->option[chosen[i]]) >= 0) i++;
        if (i < size || (!symmetry->total && !is_within(image, size))) continue;
        qsort(image, (size_t)size, sizeof(int), by_number);
        bool same = !memcmp(image, chosen, (size_t)size * sizeof(int));
        of->kept++, of->fixed += same, of->turns += same && symmetry->rotation;
        of->kept_by_isometries += symmetry->isometry, of->fixed_by_isometries += same && symmetry->isometry, found++;
    }
    return found;
}

static int width_of_image;
static int lexically(const void *a, const void *b) {
    const int *p = a, *q = b;
    for (int i = 0; i < width_of_image; i++)
        if (p[i] != q[i]) return p[i] < q[i] ? -1 : 1;
    return 0;
}

static Class *place_of(const int *option, int size) {
    size_t code = 1469598103934665603u;
    for (int i = 0; i < size; i++) code = (code ^ (size_t)option[i]) * 1099511628211u;
    code ^= code >> 29;
    while (table[code % room].option && (table[code % room].size != size || memcmp(table[code % room].option, option, (size_t)size * sizeof(int)))) code++;
    return &table[code % room];
}

static void enlarge(void) {
    Class *old = table;
    size_t before = room;
    room = room ? 2 * room : 1024;
    table = get(room, sizeof *table);
    for (size_t i = 0; i < before; i++)
        if (old[i].option) *place_of(old[i].option, old[i].size) = old[i];
    free(old);
}

void list_solution(Proof *given, int *chosen, int size) {
    proof = given, cover = given->cover, relation = given->relation;
    qsort(chosen, (size_t)size, sizeof(int), by_number);
    if (!is_within(chosen, size)) refuse("solutions.ndjson: line %lld is no solution", (Integer)listed + 1);
    int *images;
    Numbers of;
    int found = all_images(chosen, size, &images, &of);
    width_of_image = size;
    qsort(images, (size_t)found, (size_t)size * sizeof(int), lexically);
    if (2 * listed >= room) enlarge();
    Class *class = place_of(images, size);
    if (class->option) refuse("solutions.ndjson: line %lld is an image of another", (Integer)listed + 1);
    *class = (Class){size, get((size_t)size + 1, sizeof(int)), false};
    memcpy(class->option, images, (size_t)size * sizeof(int));
    free(images);
    listed++;
}

/* How many classes up to rotations the images make, which are in order: each has as many images as R / r. */
static Integer orbits(const int *images, int found, int size) {
    Integer fixing = 0;
    for (int i = 0; i < found; i++) {
        const int *image = images + (size_t)i * (size_t)size;
        int *again;
        Numbers of;
        if (i && !memcmp(image - size, image, (size_t)size * sizeof(int))) continue;
        all_images(image, size, &again, &of);
        free(again);
        fixing += of.turns;
    }
    if (fixing % proof->group->rotations) refuse("a class has no whole number of solutions up to rotations");
    return fixing / proof->group->rotations;
}

static void meet(const int *path, int size) {
    int chosen[size + 1], *images, different = 0;
    Numbers of;
    memcpy(chosen, path, (size_t)size * sizeof(int));
    qsort(chosen, (size_t)size, sizeof(int), by_number);
    int found = all_images(chosen, size, &images, &of);
    width_of_image = size;
    if (size) qsort(images, (size_t)found, (size_t)size * sizeof(int), lexically);
    for (int i = 0; i < found; i++) {
        const int *image = images + (size_t)i * (size_t)size;
        if ((!i || (size && lexically(image - size, image))) && is_met(image, size)) different++;
    }
    of.rotations = of.kept / of.fixed / (proof->group->rotations / of.turns);
    if (of.fixed > 1 && proof->group->uneven) of.rotations = orbits(images, found, size);
    of.turns = 0; /* it need not be the same for all solutions of a class */
    int k = 0;
    while (k < kinds && (kind[k].images != different || memcmp(&kind[k].of, &of, sizeof of))) k++;
    if (k == 4096) refuse("too many kinds of solutions");
    if (k == kinds) kind[kinds++] = (Kind){0, different, of};
    kind[k].met++;
    if (proof->listed) {
        Class *class = room ? place_of(images, size) : NULL;
        if (!class || !class->option) refuse("a solution of the tree is not listed");
        seen += !class->met, class->met = true;
    }
    free(images);
}

/* The restrictions.  `dead` are the options of the item that a symmetry, which fixes path and item, makes smaller. */
void restrict_by(Proof *given, const Json *list) {
    const Cover *all = given->cover;
    given->restrictions = list->size, given->restriction = get((size_t)list->size, sizeof(Restriction));
    for (int r = 0; r < list->size; r++) {
        const Json *pair = &list->value[r], *path = pair->value;
        Restriction *one = &given->restriction[r];
        if (pair->type != LIST || pair->size != 2 || path->type != LIST || pair->value[1].type != NUMBER) refuse("manifest.json: a restriction is [path, item]");
        one->length = path->size, one->path = get((size_t)path->size, sizeof(int)), one->item = (int)pair->value[1].number;
        if (one->item != pair->value[1].number || one->item < 0 || one->item >= all->items || all->low[one->item] != 1 || all->high[one->item] != 1)
            refuse("manifest.json: a restriction of an item without the bounds (1, 1)");
        for (int i = 0; i < path->size; i++) {
            Integer o = path->value[i].number;
            if (path->value[i].type != NUMBER || o < 0 || o >= all->options) refuse("manifest.json: a restriction whose path has no options");
            one->path[i] = (int)o;
        }
        one->dead = get((size_t)given->relation->words, sizeof(uint64_t));
        for (int s = 0; s < given->group->size; s++) {
            const Symmetry *h = &given->group->each[s];
            bool fixes = h->total && h->item[one->item] == one->item;
            for (int i = 0; fixes && i < one->length; i++) fixes = h->option[one->path[i]] == one->path[i];
            for (int o = 0; fixes && o < all->options; o++)
                if (has(given->relation->covers[one->item], o) && h->option[o] < o) add(one->dead, o);
        }
    }
}

static Restriction *restriction_at(const int *path, int length) {
    for (int r = 0; r < proof->restrictions; r++)
        if (proof->restriction[r].length == length && !memcmp(proof->restriction[r].path, path, (size_t)length * sizeof(int))) return &proof->restriction[r];
    return NULL;
}

static void check_restrictions(void) {
    for (int r = 0; r < proof->restrictions; r++) {
        const Restriction *one = &proof->restriction[r];
        if (!one->used) refuse("tree.xz: a restriction does not stand at its node");
        const Restriction *parent = one->length ? restriction_at(one->path, one->length - 1) : one;
        if (!parent || (one->length && !parent->branched)) refuse("manifest.json: a restriction extends none that branches");
    }
}

static Integer nodes;
static int *path;
static Integer *count; /* how often each item is covered by the options of the path */

static Integer live_covering(const uint64_t *live, int item) {
    Integer sum = 0;
    for (int i = 0; i < relation->weights[item]; i++) sum += has(live, relation->option[item][i]) ? relation->weight[item][i] : 0;
    for (int w = 0; w < relation->words && !relation->weights[item]; w++) sum += __builtin_popcountll(live[w] & relation->covers[item][w]);
    return sum;
}

/* Options of an item that would cover it too often stop being live. */
static void limit(uint64_t *live, int item) {
    for (int i = 0; i < relation->weights[item]; i++) {
        int o = relation->option[item][i];
        if (exceeds(count[item] + relation->weight[item][i], cover->high[item])) live[o / 64] &= ~((uint64_t)1 << o % 64);
    }
    if (relation->weights[item] || cover->high[item] == 1 || !exceeds(count[item] + 1, cover->high[item])) return;
    for (int w = 0; w < relation->words; w++) live[w] &= ~relation->covers[item][w];
}

static void node(int depth, uint64_t *live);

static void branch(int depth, uint64_t *live, const uint64_t *among) {
    uint64_t *child = live + relation->words;
    for (int o = 0; o < cover->options; o++) {
        if (!(live[o / 64] >> o % 64)) {
            o |= 63;
            continue;
        }
        if (!has(live, o) || (among && !has(among, o))) continue;
        const Option *option = &cover->option[o];
        live[o / 64] &= ~((uint64_t)1 << o % 64); /* later siblings do without it */
        for (int w = 0; w < relation->words; w++) child[w] = live[w] & ~relation->excludes[o][w];
        for (int i = 0; i < option->items; i++) {
            count[option->item[i]] += option->weight[i];
            limit(child, option->item[i]);
        }
        path[depth] = o;
        node(depth + 1, child);
        for (int i = 0; i < option->items; i++) count[option->item[i]] -= option->weight[i];
    }
}

static void node(int depth, uint64_t *live) {
    Integer what = number(), items = cover->items;
    nodes++;
    Restriction *here = NULL;
    if (what == items + 2) {
        here = restriction_at(path, depth);
        if (!here || here->used) refuse("tree.xz: a restriction at node %lld that the manifest does not have", nodes);
        here->used = true;
        for (int w = 0; w < relation->words; w++) live[w] &= ~here->dead[w];
        what = number();
    }
    if (what < items) {
        if (count[what] >= cover->low[what]) refuse("tree.xz: node %lld branches on an item that is covered", nodes);
        if (here) here->branched = what == here->item;
        branch(depth, live, relation->covers[what]);
    } else if (what == items) {
        for (int i = 0; i < items; i++)
            if (count[i] < cover->low[i]) refuse("tree.xz: node %lld is no solution", nodes);
        meet(path, depth);
        branch(depth, live, NULL);
    } else if (what == items + 1) {
        for (int i = 0; i < items; i++)
            if (count[i] < cover->low[i] && live_covering(live, i) < cover->low[i] - count[i]) return;
        refuse("tree.xz: node %lld is no dead end", nodes);
    } else refuse("tree.xz: node %lld has the number %lld", nodes, what);
}

static Counts counts_of_kinds(void) {
    Counts counts = {0};
    for (int k = 0; k < kinds; k++) {
        const Numbers *of = &kind[k].of;
        if (!kind[k].images || kind[k].met % kind[k].images || of->kept % of->fixed || of->kept_by_isometries % of->fixed_by_isometries)
            refuse("the solutions of a class are not met equally often");
        Integer classes = kind[k].met / kind[k].images, fixed_board = of->kept / of->fixed;
        Integer moved = of->kept_by_isometries / of->fixed_by_isometries;
        if (fixed_board % moved) refuse("a class has no whole number of solutions up to isometries");
        counts.patterns += classes, counts.isometries += classes * (fixed_board / moved);
        counts.raw += classes * fixed_board, counts.rotations += classes * of->rotations;
    }
    return counts;
}

Counts walk(Proof *given, const uint8_t *packed, size_t bytes) {
    proof = given, cover = given->cover, relation = given->relation;
    in.width = cover->items <= 253 ? 1 : cover->items <= 65533 ? 2 : 4;
    if (lzma_stream_decoder(&in.stream, MOST_MEMORY, 0) != LZMA_OK) refuse("tree.xz: no memory");
    in.stream.next_in = packed, in.stream.avail_in = bytes;
    in.at = in.end = in.buffer;
    Integer deepest = 1; /* no more options can be chosen than cells and further items can be covered */
    for (int i = 0; i < cover->items; i++) deepest += cover->high[i] < cover->options ? cover->high[i] : cover->options;
    if (deepest > cover->options + 1) deepest = cover->options + 1;
    uint64_t *live = get((size_t)(deepest + 1) * (size_t)relation->words + 1, sizeof *live);
    path = get((size_t)deepest + 1, sizeof(int)), count = get((size_t)cover->items, sizeof(Integer));
    mark = get((size_t)relation->words + 1, sizeof(uint64_t));
    for (int o = 0; o < cover->options; o++) add(live, o);
    for (int i = 0; i < cover->items; i++) limit(live, i);
    node(0, live);
    if (byte() >= 0) refuse("tree.xz: goes on after the last node");
    check_restrictions();
    if (nodes != proof->nodes) refuse("manifest.json: %lld nodes, the tree has %lld", proof->nodes, nodes);
    if (proof->listed && seen != listed) refuse("solutions.ndjson: %lld solutions are not met", (Integer)(listed - seen));
    return counts_of_kinds();
}
