/* One step of a frontier: computes the states at the next cell from those at this cell, and merges equal ones in a hash
 * table.
 *
 * A state is a window of filled cells, whose first cell is the next one to decide, and what pieces and rules remember:
 * numbers of used copies, or of how often an item of a rule is covered, and *flags* of items that need no number
 * (frontier/counters.py).  It is a number of one word or of two, the lowest first; the window is above the rest, which
 * is all in the lowest word.  Each state has the number of partial packings that lead to it, in one or more limbs
 * (frontier/table.py).
 *
 *     window    1 . . . 1 1 0 1 0       already filled: only move on
 *               0 . . . 1 0 0 1 0       choose one of the options that begin here, or none if the cell may stay empty
 *
 * An option has three rows of bits: those that must not be set, a number that is added, and those that are set then.
 * A number begins so that one too many reaches its *guard*, the bit above it; a piece of a single copy is one bit, as a
 * cell is.  The window also has colours, two bits for each digit, after the last cell at which an option
 * that covers the item begins (cover/colours.py).
 *
 * An entry of a table is a state and its count; bit 63 of the state's last word tells that it is in use.  A state is stored in
 * the first free entry from its hash on; if the table has an entry for each possible state, from the state itself on.
 * Most states are in no cache, so they are reached in batches: while a batch is made, memory fetches their entries.
 *
 * A table that was read is empty again, and is the next one to be filled.  So a step may stop after any state, for a
 * larger table or one more limb, and goes on there.  To move states to a larger table is a step in which all of them
 * move on and drop nothing.
 */
#include "limbs.h"

enum { DONE, FULL, WIDE };
enum { CHUNK = 32, BATCH = 256 };

static const u64 IN_USE = (u64)1 << 63;

typedef struct {
    u64 state[2];
    const u64 *from; /* the entry that leads to the state */
    i64 place;       /* where it may be in the next table */
} Reached;

typedef struct {
    POINTER(u64, before);  /* (entries, words + limbs): the table of states at this cell; those that were read are free */
    POINTER(u64, after);   /* (last + 1, words + limbs): the table of states at the next cell */
    POINTER(u64, options); /* (many, 3, words): for each option the bits that block it, what it adds, what it sets */
    POINTER(u64, guards);  /* (words): the guards of numbers of copies */
    POINTER(u64, ends);    /* (4, words): what is added after this cell, what must be there, what goes, and what comes */
    POINTER(Reached, batch); /* (BATCH + CHUNK * (many + 1)): states that are not yet in the next table */
    u64 high;              /* from here on the highest limb of a count needs another one above it */
    i64 words, limbs, many, optional;
    i64 below;       /* the number of bits below the window */
    i64 decided;     /* the number of bits to drop: the cell, and colours that no later option depends on */
    i64 first, until; /* the entries to read; the first is updated on return */
    i64 last, most;  /* the number of the last entry of the next table, and how many may be in use */
    i64 direct;      /* whether the next table has an entry for each possible state */
    i64 found;       /* the number of entries of the next table that are in use, updated on return */
} Frontier;

/* Return a word whose first bits are 1: all of them, some, or none. */
INLINE u64 ones(i64 bits) { return bits >= 64 ? ~(u64)0 : bits > 0 ? ((u64)1 << bits) - 1 : 0; }

INLINE u64 word_of(const u64 *state, u64 word, u64 words) { return word < words ? state[word] : 0; }

/* Drop the first bits of the window; the bits `rest` are below it and stay. */
INLINE void drop(const Frontier *s, u64 *state, const u64 *rest, u64 words) {
    const u64 whole = (u64)s->decided >> 6, part = (u64)s->decided & 63;
    for (u64 word = 0; word < words; word++) {
        const u64 low = word_of(state, word + whole, words), high = word_of(state, word + whole + 1, words);
        const u64 window = low >> part | high << 1 << (63 - part);
        state[word] = (state[word] & rest[word]) | (window & ~rest[word]);
    }
}

/* End the numbers and flags that end at this cell, begin others, and drop the first bits of a state; return whether it
 * keeps the lower bounds of those that end. */
INLINE int moved(const Frontier *s, u64 *state, const u64 *rest, i64 words) {
    u64 missing = 0;
    for (i64 word = 0; word < words; word++) {
        const u64 now = state[word] + s->ends[word];
        missing |= s->ends[words + word] & ~now;
        state[word] = (now & ~s->ends[2 * words + word]) | s->ends[3 * words + word];
    }
    drop(s, state, rest, (u64)words);
    state[words - 1] |= IN_USE;
    return !missing;
}

INLINE i64 hashed(const Frontier *s, const u64 *state, i64 words) {
    if (s->direct) return (i64)(state[0] & (u64)s->last);
    u64 mixed = state[0] * 0x9E3779B97F4A7C15;
    if (words > 1) mixed = (mixed ^ (mixed >> 32) ^ state[1]) * 0xBF58476D1CE4E5B9;
    return (i64)((mixed ^ (mixed >> 32)) & (u64)s->last);
}

/* Return the entry of a state from a place on, which may be new: then its count is 0. */
INLINE u64 *entry_of(Frontier *s, const u64 *state, i64 place, i64 words, i64 limbs) {
    u64 *entry = s->after + place * (words + limbs);
    while (entry[words - 1] && (entry[0] != state[0] || (words > 1 && entry[1] != state[1]))) {
        place = (place + 1) & s->last;
        entry = s->after + place * (words + limbs);
    }
    s->found += !entry[words - 1];
    for (i64 word = 0; word < words; word++) entry[word] = state[word];
    return entry;
}

/* Add the first states of the batch to the next table; return whether a count is high. */
INLINE int reach(Frontier *s, i64 size, i64 words, i64 limbs) {
    const u64 rest[2] = {ones(s->below), ones(s->below - 64)};
    i64 kept = 0;
    for (i64 number = 0; number < size; number++) {
        Reached next = s->batch[number];
        const int suits = moved(s, next.state, rest, words);
        next.place = hashed(s, next.state, words);
        __builtin_prefetch(s->after + next.place * (words + limbs), 1);
        s->batch[kept] = next;
        kept += suits;
    }
    u64 highest = 0;
    for (i64 number = 0; number < kept; number++) {
        const Reached *next = s->batch + number;
        u64 *entry = entry_of(s, next->state, next->place, words, limbs);
        add_limbs(entry + words, next->from + words, limbs);
        highest |= entry[words + limbs - 1];
    }
    return highest >= s->high;
}

INLINE Reached from(const u64 *entry, i64 words) {
    if (words == 1) return (Reached){{entry[0] & ~IN_USE, 0}, entry, 0};
    return (Reached){{entry[0], entry[1] & ~IN_USE}, entry, 0};
}

/* Add a state to the batch as it is; return the batch's size. */
INLINE i64 stay(const Frontier *s, const u64 *entry, i64 size, i64 words) {
    s->batch[size] = from(entry, words);
    return size + 1;
}

/* Add the states to the batch to which options lead; return its size. */
INLINE i64 choose(const Frontier *s, const u64 *entry, i64 size, i64 words) {
    const Reached old = from(entry, words);
    const u64 *option = s->options;
    for (i64 number = 0; number < s->many; number++, option += 3 * words) {
        Reached *next = s->batch + size;
        u64 blocked = 0;
        for (i64 word = 0; word < words; word++) {
            const u64 more = old.state[word] + option[words + word];
            blocked |= (old.state[word] & option[word]) | (more & s->guards[word]);
            next->state[word] = more | option[2 * words + word];
        }
        next->from = entry;
        size += !blocked;
    }
    return size;
}

/* Add what a chunk of entries leads to to the batch; return its size. */
INLINE i64 follow(const Frontier *s, i64 until, i64 size, i64 words, i64 limbs) {
    const u64 *filled[CHUNK], *empty[CHUNK]; /* the entries in use, by the first cell; there is nothing to guess */
    const i64 cell = words > 1 ? s->below >> 6 : 0; /* the word of the first cell */
    i64 filled_count = 0, empty_count = 0;
    for (i64 at = s->first; at < until; at++) {
        const u64 *entry = s->before + at * (words + limbs);
        const i64 used = (i64)(entry[words - 1] >> 63), full = (i64)(entry[cell] >> (s->below & 63) & 1);
        filled[filled_count] = empty[empty_count] = entry;
        filled_count += used & full;
        empty_count += used & ~full;
    }
    for (i64 number = 0; number < filled_count; number++) size = stay(s, filled[number], size, words);
    for (i64 number = 0; number < empty_count; number++) {
        if (s->optional) size = stay(s, empty[number], size, words);
        size = choose(s, empty[number], size, words);
    }
    return size;
}

/* Read the states and fill the next table; `words` and `limbs` are constants where that saves time. */
INLINE int step(Frontier *s, i64 words, i64 limbs) {
    const i64 width = words + limbs, begin = s->first, more = CHUNK * (s->many + 1);
    i64 size = 0;
    int outcome = DONE;
    while (s->first < s->until && outcome == DONE) {
        if (size > BATCH || s->found + size + more > s->most) {
            outcome = reach(s, size, words, limbs) ? WIDE : s->found + more > s->most ? FULL : DONE;
            size = 0;
            continue;
        }
        const i64 until = smaller(s->first + CHUNK, s->until);
        size = follow(s, until, size, words, limbs);
        s->first = until;
    }
    if (reach(s, size, words, limbs)) outcome = WIDE;
    for (i64 word = begin * width; word < s->first * width; word++) s->before[word] = 0;
    return outcome;
}

/* Fill the next table; return DONE, FULL if it must be larger, or WIDE if counts need another limb. */
KERNEL(frontier)(Frontier *s) {
    Frontier own = *s; /* which no array can overlap, so that its fields stay in registers */
    int outcome;
    if (own.words == 1 && own.limbs == 1) outcome = step(&own, 1, 1);
    else if (own.words == 1 && own.limbs == 2) outcome = step(&own, 1, 2);
    else if (own.words == 1) outcome = step(&own, 1, own.limbs);
    else outcome = step(&own, 2, own.limbs);
    s->first = own.first;
    s->found = own.found;
    return outcome;
}
