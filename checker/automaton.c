/* The states of a strip: docs/certificates.md, "Strips". */
#include "checker.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 20000000, MOST_AT_ONCE = 4000000 };
static const uint64_t MOST_TIMES = (uint64_t)1 << 38; /* 2^64 times that: sums of all steps have two limbs */

static const uint64_t ONE = 1;

/* Adds what a partly filled column can become when its next cell is filled. */
static void fill(const Copies *copies, int cell, const Table *from, Table *to) {
    const size_t words = (size_t)copies->words;
    uint64_t set[words];
    clear(to);
    for (size_t i = 0; i < from->size; i++) {
        const uint64_t *before = from->state + i * words;
        const uint64_t *times = from->number + i * (size_t)from->limbs;
        if (has(before, cell)) {
            add_to_state(to, before, times, from->limbs);
            continue;
        }
        for (int c = copies->begin[cell]; c < copies->begin[cell + 1]; c++) {
            size_t w = 0;
            while (w < words && !(before[w] & copies->list[c].set[w])) w++;
            if (w < words) continue;
            for (w = 0; w < words; w++) set[w] = before[w] | copies->list[c].set[w];
            add_to_state(to, set, times, from->limbs);
        }
        if (to->size > MOST_AT_ONCE) unsupported("strips of more than %d states while a column is filled", MOST_AT_ONCE);
    }
}

/* Moves a set back by so many cells, which leave it. */
static void shift(uint64_t *set, int words, int cells) {
    const int whole = cells / 64, part = cells % 64;
    for (int w = 0; w < words; w++) {
        const uint64_t low = w + whole < words ? set[w + whole] : 0, high = w + whole + 1 < words ? set[w + whole + 1] : 0;
        set[w] = part ? low >> part | high << (64 - part) : low;
    }
}

/* The states that steps reach from the empty one, which is the first; refuses more than `most`. */
Automaton automaton_of(const Copies *copies, Integer most, const char *file) {
    const size_t words = (size_t)copies->words;
    Table all = table_of(copies->words, 1, 1024), part[2] = {table_of(copies->words, 1, 64), table_of(copies->words, 1, 64)};
    Automaton automaton = {0};
    int room = 0;
    add_to_state(&all, get(words, sizeof(uint64_t)), &ONE, 1);
    for (size_t state = 0; state < all.size; state++) {
        clear(&part[0]);
        add_to_state(&part[0], all.state + state * words, &ONE, 1);
        for (int cell = 0; cell < copies->column; cell++) fill(copies, cell, &part[cell % 2], &part[(cell + 1) % 2]);
        const Table *full = &part[copies->column % 2];
        automaton.begin = enlarged(automaton.begin, state + 2, sizeof(int));
        automaton.begin[state] = automaton.steps;
        if (full->size > (size_t)(MOST_STEPS - automaton.steps)) unsupported("%s: more than %d steps", file, MOST_STEPS);
        for (size_t i = 0; i < full->size; i++) {
            const uint64_t *times = full->number + i * (size_t)full->limbs, high = full->limbs > 1 ? times[1] : 0;
            if (full->limbs > 2 || high > MOST_TIMES) unsupported("%s: steps that are possible in so many ways", file);
            shift(full->state + i * words, copies->words, copies->column);
            if (automaton.steps == room) automaton.step = enlarged(automaton.step, (size_t)(room = 2 * room + 64), sizeof(Step));
            automaton.step[automaton.steps++] = (Step){(int)number_of_state(&all, full->state + i * words), {times[0], high}};
        }
        automaton.begin[state + 1] = automaton.steps;
        if ((Integer)all.size > most) refuse("%s: there are more states than it says", file);
    }
    automaton.states = (int)all.size;
    forget(&all), forget(&part[0]), forget(&part[1]);
    return automaton;
}
