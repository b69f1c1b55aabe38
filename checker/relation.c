/* Which options cover an item, and which exclude each other: docs/certificates.md, "Colours". */
#include "checker.h"
#include <stdlib.h>

enum { MOST_WORDS = 80000000 }; /* of all sets of options together, in 64 bits each */

typedef struct {
    int item, tint, option, number;
} Covering;

static int by_tint(const void *a, const void *b) {
    const Covering *p = a, *q = b;
    if (p->item != q->item) return p->item < q->item ? -1 : 1;
    return (p->tint > q->tint) - (p->tint < q->tint);
}

/* For each item of each option, in order, the options that it excludes there: all others if one is enough; where there
 * are colours, those of other colours, and of none. */
static uint64_t **excluded(const Cover *cover, const Relation *relation, const bool *coloured) {
    int size = 0, all = 0;
    size_t words = (size_t)relation->words;
    for (int o = 0; o < cover->options; o++) all += cover->option[o].items;
    Covering *list = get((size_t)all, sizeof *list);
    uint64_t **set = get((size_t)all, sizeof *set);
    for (int o = 0, number = 0; o < cover->options; o++)
        for (int i = 0; i < cover->option[o].items; i++, number++) {
            int item = cover->option[o].item[i];
            if (cover->high[item] == 1) set[number] = relation->covers[item];
            else if (coloured[item]) list[size++] = (Covering){item, cover->option[o].tint[i], o, number};
        }
    qsort(list, (size_t)size, sizeof *list, by_tint);
    for (int first = 0, next; first < size; first = next) {
        uint64_t *others = get(words, sizeof *others);
        for (next = first; next < size && !by_tint(&list[first], &list[next]); next++) {
            if (list[next].tint) add(others, list[next].option);
            set[list[next].number] = others;
        }
        for (size_t w = 0; w < words; w++) others[w] = relation->covers[list[first].item][w] & ~others[w];
    }
    return set;
}

/* The options of items that one covers more than once. */
static void put_weights(const Cover *cover, Relation *relation) {
    size_t items = (size_t)cover->items;
    bool *often = get(items, sizeof(bool));
    relation->weights = get(items, sizeof(int)), relation->option = get(items, sizeof(int *)), relation->weight = get(items, sizeof(Integer *));
    for (int o = 0; o < cover->options; o++)
        for (int i = 0; i < cover->option[o].items; i++) often[cover->option[o].item[i]] |= cover->option[o].weight[i] > 1;
    for (int o = 0; o < cover->options; o++)
        for (int i = 0; i < cover->option[o].items; i++) {
            int item = cover->option[o].item[i], size = relation->weights[item];
            if (!often[item]) continue;
            relation->option[item] = enlarged(relation->option[item], (size_t)size + 1, sizeof(int)), relation->option[item][size] = o;
            relation->weight[item] = enlarged(relation->weight[item], (size_t)size + 1, sizeof(Integer)), relation->weight[item][size] = cover->option[o].weight[i];
            relation->weights[item]++;
        }
}

Relation relation_of(const Cover *cover) {
    Relation relation = {.words = (cover->options + 63) / 64};
    size_t words = (size_t)relation.words;
    if ((double)words * (cover->items + cover->options) > MOST_WORDS) unsupported("%d items and %d placements", cover->items, cover->options);
    relation.covers = get((size_t)cover->items, sizeof(uint64_t *)), relation.excludes = get((size_t)cover->options, sizeof(uint64_t *));
    bool *coloured = get((size_t)cover->items, sizeof(bool));
    for (int i = 0; i < cover->items; i++) relation.covers[i] = get(words, sizeof(uint64_t));
    for (int o = 0; o < cover->options; o++)
        for (int i = 0; i < cover->option[o].items; i++) {
            add(relation.covers[cover->option[o].item[i]], o);
            coloured[cover->option[o].item[i]] |= cover->option[o].tint[i] != 0;
        }
    put_weights(cover, &relation);
    uint64_t **set = excluded(cover, &relation, coloured);
    for (int o = 0; o < cover->options; o++) {
        uint64_t *row = relation.excludes[o] = get(words, sizeof(uint64_t));
        for (int i = 0; i < cover->option[o].items; i++, set++)
            for (size_t w = 0; *set && w < words; w++) row[w] |= (*set)[w];
    }
    return relation;
}
