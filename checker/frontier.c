/* Counts sets of options by the states of a frontier: docs/certificates.md, "Counts without a list". */
#include "checker.h"
#include <stdlib.h>
#include <string.h>

/* Where a state says how often an item is covered and, in higher bits, in which colour. */
typedef struct {
    int first, last; /* the steps that have its options */
    bool loose;      /* its upper bound cannot be exceeded: `most` is as good as more */
    Integer most;
    int bits, word, shift; /* bits of the number, without those of the colour */
    uint64_t mask;         /* of number and colour */
} Field;

/* What an option does at an item. */
typedef struct {
    const Field *field;
    Integer weight;
    uint64_t colour; /* 0 for an item without colours; else from 1 on, 1 for none */
} Touch;

typedef struct {
    int decision, at; /* which of its items */
} Use;

/* Fields */

/* Whether the options of an item cannot exceed its upper bound: all together, or as many as find room on items with the bound 1. */
static bool is_loose(const Counting *all, int item, const Use *use, int uses, int *met) {
    Integer sum = 0, others = 0;
    bool fits = all->high[item] > 1;
    for (int u = 0; u < uses; u++) {
        const Decision *one = &all->decision[use[u].decision];
        sum += one->weight[use[u].at];
        for (int k = 0; k < one->items; k++)
            if (k != use[u].at && all->high[one->item[k]] == 1 && met[one->item[k]] != item + 1) met[one->item[k]] = item + 1, others++;
    }
    for (int u = 0; u < uses && fits; u++) {
        const Decision *one = &all->decision[use[u].decision];
        Integer beside = 0;
        for (int k = 0; k < one->items; k++) beside += k != use[u].at && all->high[one->item[k]] == 1;
        fits = others * one->weight[use[u].at] < ((Integer)all->high[item] + 1) * beside;
    }
    return fits || !exceeds(sum, all->high[item]);
}

static int bits_of(Integer most) {
    int bits = 0;
    while (most >> bits) bits++;
    return bits;
}

/* The field of an item, but for its place. */
static Field field_of(const Counting *all, int item, const Use *use, int uses, int *met) {
    Field field = {.first = all->steps, .last = -1, .loose = is_loose(all, item, use, uses, met)};
    Integer sum = 0;
    int colours = 0;
    for (int u = 0; u < uses; u++) {
        const Decision *one = &all->decision[use[u].decision];
        if (one->step < field.first) field.first = one->step;
        if (one->step > field.last) field.last = one->step;
        if (one->colour[use[u].at] > colours) colours = one->colour[use[u].at];
        sum += one->weight[use[u].at];
    }
    field.most = field.loose ? all->low[item] : exceeds(sum, all->high[item]) ? all->high[item] : sum;
    field.bits = bits_of(field.most);
    const int bits = field.bits + bits_of(colours);
    if (bits > 63) unsupported("items that options cover so often");
    field.mask = ((uint64_t)1 << bits) - 1;
    return field;
}

static const Field *sorted; /* to sort items by their first steps */
static int by_first(const void *a, const void *b) {
    const int *i = a, *j = b;
    return sorted[*i].first != sorted[*j].first ? sorted[*i].first - sorted[*j].first : *i - *j;
}

/* Gives each field the first bits that no other needs in the same steps; returns the number of words. */
static int place_fields(Field *field, int items) {
    int words = 0, *until = NULL, *order = get((size_t)items, sizeof(int)); /* until which step each bit is needed */
    for (int i = 0; i < items; i++) order[i] = i;
    sorted = field;
    qsort(order, (size_t)items, sizeof(int), by_first);
    for (int i = 0; i < items; i++) {
        Field *one = &field[order[i]];
        int bits = bits_of((Integer)one->mask), free = 0, bit = 0;
        if (one->last < 0 || !bits) continue;
        for (; free < bits; bit++) {
            if (bit == 64 * words) {
                until = enlarged(until, 64 * (size_t)++words, sizeof(int));
                for (int b = bit; b < bit + 64; b++) until[b] = -1;
            }
            if (bit % 64 == 0) free = 0;
            free = until[bit] < one->first ? free + 1 : 0;
        }
        one->word = (bit - bits) / 64, one->shift = (bit - bits) % 64;
        for (int b = bit - bits; b < bit; b++) until[b] = one->last;
    }
    return words ? words : 1;
}

static Field *fields_of(const Counting *all, int *words) {
    Field *field = get((size_t)all->items, sizeof *field);
    int *begin = get((size_t)all->items + 2, sizeof(int)), *met = get((size_t)all->items, sizeof(int)), uses = 0;
    for (int c = 0; c < all->decisions; c++)
        for (int i = 0; i < all->decision[c].items; i++) begin[all->decision[c].item[i] + 2]++, uses++;
    for (int i = 0; i < all->items; i++) begin[i + 2] += begin[i + 1];
    Use *use = get((size_t)uses, sizeof *use);
    for (int c = 0; c < all->decisions; c++)
        for (int i = 0; i < all->decision[c].items; i++) use[begin[all->decision[c].item[i] + 1]++] = (Use){c, i};
    for (int i = 0; i < all->items; i++) field[i] = field_of(all, i, use + begin[i], begin[i + 1] - begin[i], met);
    *words = place_fields(field, all->items);
    free(begin), free(met), free(use);
    return field;
}

/* Options */

/* What is left of a decision: bits that must not be there and are set, then what else it does. */
typedef struct {
    uint64_t *forbidden; /* one bit for each item that has no colours and may be covered once */
    int touches;
    Touch *touch;
    bool possible, once; /* `once`: whether no state that has it can have it again */
} Deciding;

static Deciding deciding(const Counting *all, const Decision *decision, const Field *field, int words) {
    Deciding how = {.forbidden = get((size_t)words, sizeof(uint64_t)), .touch = get((size_t)decision->items, sizeof(Touch)), .possible = true};
    for (int i = 0; i < decision->items; i++) {
        const Field *at = &field[decision->item[i]];
        const bool strict = !at->loose && all->high[decision->item[i]] == 1;
        how.possible &= at->loose || decision->weight[i] <= at->most;
        how.once |= strict;
        if (strict && !decision->colour[i]) how.forbidden[at->word] |= (uint64_t)1 << at->shift;
        else if (at->mask) how.touch[how.touches++] = (Touch){at, decision->weight[i], (uint64_t)decision->colour[i]};
    }
    return how;
}

/* Whether a state can have an option; then it is that with the option. */
static bool chosen(const Deciding *how, uint64_t *state, int words) {
    for (int w = 0; w < words; w++) {
        if (state[w] & how->forbidden[w]) return false;
        state[w] |= how->forbidden[w];
    }
    for (int t = 0; t < how->touches; t++) {
        const Touch *touch = &how->touch[t];
        const Field *field = touch->field;
        const uint64_t value = state[field->word] >> field->shift & field->mask, colour = value >> field->bits;
        Integer sum = (Integer)(value & (((uint64_t)1 << field->bits) - 1)) + touch->weight;
        if (colour && (colour != touch->colour || colour == 1)) return false;
        if (sum > field->most && !field->loose) return false;
        if (sum > field->most) sum = field->most;
        state[field->word] ^= (value ^ ((uint64_t)sum | touch->colour << field->bits)) << field->shift;
    }
    return true;
}

static void decide(Table *table, const Deciding *how) {
    const size_t size = table->size, words = (size_t)table->words;
    const int limbs = table->limbs;
    uint64_t state[words], number[2 * (size_t)limbs + 2], *before = NULL;
    if (!how->possible) return;
    if (!how->once) before = memcpy(get(size * (size_t)limbs, sizeof *before), table->number, size * (size_t)limbs * sizeof *before);
    for (size_t i = 0; i < size; i++) {
        memcpy(state, table->state + i * words, words * sizeof *state);
        if (!chosen(how, state, table->words)) continue;
        const int now = before ? limbs : table->limbs; /* numbers may have become longer */
        memcpy(number, (before ? before : table->number) + i * (size_t)now, (size_t)now * sizeof *number);
        add_to_state(table, state, number, now);
    }
    free(before);
}

/* Drops states in which one of these items is covered too seldom; the others forget them. */
static void close_items(Table *table, const Field *field, const int *low, const int *item, int items) {
    Table next = table_of(table->words, table->limbs, table->room);
    const size_t words = (size_t)table->words, limbs = (size_t)table->limbs;
    for (size_t i = 0; i < table->size; i++) {
        uint64_t *state = table->state + i * words;
        bool kept = true;
        for (int k = 0; k < items && kept; k++) {
            const Field *at = &field[item[k]];
            const uint64_t value = state[at->word] >> at->shift & at->mask;
            kept = (Integer)(value & (((uint64_t)1 << at->bits) - 1)) >= low[item[k]];
            state[at->word] &= ~(at->mask << at->shift);
        }
        if (kept) add_to_state(&next, state, table->number + i * limbs, (int)limbs);
    }
    forget(table);
    *table = next;
}

Natural count_states(const Counting *all, Size *size) {
    int words, *closing = get((size_t)all->items, sizeof(int));
    Field *field = fields_of(all, &words);
    Table table = table_of(words, 1, 64);
    bool possible = true;
    add_to_state(&table, get((size_t)words, sizeof(uint64_t)), (uint64_t[]){1}, 1);
    size->states++;
    if (!size->widest) size->widest = 1;
    for (int i = 0; i < all->items; i++) possible &= field[i].last >= 0 || !all->low[i];
    for (int step = 0, next = 0; possible && step < all->steps; step++) {
        int items = 0;
        for (; next < all->decisions && all->decision[next].step == step; next++) {
            Deciding how = deciding(all, &all->decision[next], field, words);
            decide(&table, &how);
            free(how.forbidden), free(how.touch);
        }
        for (int i = 0; i < all->items; i++)
            if (field[i].last == step) closing[items++] = i;
        if (items) close_items(&table, field, all->low, closing, items);
        size->states += (Integer)table.size;
        if ((Integer)table.size > size->widest) size->widest = (Integer)table.size;
        if (size->states > size->most_states || size->widest > size->most_widest) refuse("manifest.json: there are more states than it says");
    }
    const Natural number = of_limbs(table.number, possible && table.size ? table.limbs : 0);
    forget(&table), free(field), free(closing);
    return number;
}
