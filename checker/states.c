/* Tables of states, each with a number. */
#include "checker.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_AT_ONCE = 1 << 27, FEW = 64 };

static uint64_t hash(const uint64_t *state, int words) {
    uint64_t code = 0;
    for (int w = 0; w < words; w++) code = (code ^ state[w]) * 0x9E3779B97F4A7C15u, code ^= code >> 32;
    return code;
}

Table table_of(int words, int limbs, size_t room) {
    Table table = {.words = words, .limbs = limbs, .room = room};
    table.state = get(room * (size_t)words, sizeof(uint64_t)), table.number = get(room * (size_t)limbs, sizeof(uint64_t));
    table.slot = get(2 * room, sizeof(uint32_t));
    return table;
}

void forget(Table *table) { free(table->state), free(table->number), free(table->slot); }

static uint32_t *slot_of(const Table *table, const uint64_t *state) {
    const size_t last = 2 * table->room - 1, words = (size_t)table->words;
    size_t at = hash(state, table->words) & last;
    while (table->slot[at] && memcmp(table->state + (table->slot[at] - 1) * words, state, words * sizeof *state)) at = (at + 1) & last;
    return &table->slot[at];
}

static void make_room(Table *table) {
    if (table->size == MOST_AT_ONCE) unsupported("more than %d states at once", MOST_AT_ONCE);
    table->room *= 2;
    table->state = enlarged(table->state, table->room * (size_t)table->words, sizeof(uint64_t));
    table->number = enlarged(table->number, table->room * (size_t)table->limbs, sizeof(uint64_t));
    free(table->slot);
    table->slot = get(2 * table->room, sizeof(uint32_t));
    for (size_t i = 0; i < table->size; i++) *slot_of(table, table->state + i * (size_t)table->words) = (uint32_t)i + 1;
}

/* Makes all numbers longer by a limb. */
static void widen(Table *table) {
    const size_t limbs = (size_t)table->limbs++;
    uint64_t *wider = get(table->room * (limbs + 1), sizeof *wider);
    for (size_t i = 0; i < table->size; i++) memcpy(wider + i * (limbs + 1), table->number + i * limbs, limbs * sizeof *wider);
    free(table->number);
    table->number = wider;
}

/* Where a state is in the table, to which it is added with the number 0 if it is new. */
size_t number_of_state(Table *table, const uint64_t *state) {
    uint32_t *slot = slot_of(table, state);
    if (!*slot) {
        if (table->size == table->room) make_room(table), slot = slot_of(table, state);
        memcpy(table->state + table->size * (size_t)table->words, state, (size_t)table->words * sizeof *state);
        memset(table->number + table->size * (size_t)table->limbs, 0, (size_t)table->limbs * sizeof *table->number);
        *slot = (uint32_t)++table->size;
    }
    return *slot - 1;
}

/* Adds a number to that of a state. */
void add_to_state(Table *table, const uint64_t *state, const uint64_t *number, int limbs) {
    const size_t at = number_of_state(table, state);
    if (!add_limbs(table->number + at * (size_t)table->limbs, table->limbs, number, limbs)) return;
    widen(table);
    table->number[(at + 1) * (size_t)table->limbs - 1] = 1;
}

/* Makes a table empty. */
void clear(Table *table) {
    if (table->room > FEW && table->size < table->room / 8) forget(table), *table = table_of(table->words, table->limbs, FEW);
    else memset(table->slot, 0, 2 * table->room * sizeof *table->slot);
    table->size = 0;
}
