/* One step of a frontier: from the states at a cell to those at the next, merged in a hash table.
 *
 * A state is a window of filled cells, of which the first is the cell to be decided, and how many copies of each piece
 * are used; with it goes how many partial packings lead there, a number of as many limbs as it needs
 * (frontier/count.py).
 *
 *     window    1 . . . 1 1 0 1 0       filled already: only move on
 *               0 . . . 1 0 0 1 0       one of the options that begin here, or none if the cell may stay empty
 *
 * Colours lie in the window too, two bits a digit, behind the last cell at which an option that has the item begins: an
 * option must not meet them, and leaves behind what it excludes (cover/colours.py).
 *
 * The table has a power of two of places, and a state lies at the first free one from the value of its hash on.
 */
#include "kernel.h"

enum { DONE, FULL, OVERFLOW };

typedef struct {
    POINTER(u64, windows); /* (states) */
    POINTER(u64, used);
    POINTER(u64, counts);  /* (states, limbs) */
    POINTER(u64, cells);   /* (many): of each option, and its colours, as a window */
    POINTER(u64, filled);  /* the same with the colours that it excludes instead */
    POINTER(u64, shift);   /* the number of copies of the option's piece is in the bits from here on, */
    POINTER(u64, limit);   /* at most so many in all, or any number if this is 0; */
    POINTER(u64, more);    /* the option uses so many */
    POINTER(u64, keys);    /* (last + 1): the table: windows, */
    POINTER(u64, copies);  /* used copies, */
    POINTER(u64, sums);    /* (last + 1, limbs): counts, */
    POINTER(uint8_t, taken); /* and which places are taken */
    i64 decided;             /* so many bits of a window: the cell, and colours that no later option has */
    i64 states, limbs, many, optional, last, found; /* how many places are taken: changed when it comes back */
} Frontier;

/* Return the place of a state in the table, where it may be new, or -1 if the table is half full. */
INLINE i64 place_of(Frontier *s, u64 window, u64 used) {
    u64 mixed = (window ^ (used * 0x9E3779B97F4A7C15)) * 0xBF58476D1CE4E5B9;
    u64 place = (mixed ^ (mixed >> 32)) & (u64)s->last;
    while (s->taken[place] && (s->keys[place] != window || s->copies[place] != used))
        place = (place + 1) & (u64)s->last;
    if (s->taken[place]) return (i64)place;
    if (2 * s->found > s->last) return -1;
    s->taken[place] = 1;
    s->keys[place] = window, s->copies[place] = used;
    s->found++;
    return (i64)place;
}

/* Add a number of so many limbs to another; return what is carried out of the last. */
INLINE u64 add(u64 *sum, const u64 *number, i64 limbs) {
    u64 carry = 0;
    for (i64 limb = 0; limb < limbs; limb++) {
        u64 total = sum[limb] + number[limb];
        u64 over = total < number[limb];
        total += carry;
        over += total < carry;
        sum[limb] = total;
        carry = over;
    }
    return carry;
}

INLINE int is_allowed(const Frontier *s, i64 option, u64 window, u64 used) {
    if (window & s->cells[option]) return 0;
    const u64 limit = s->limit[option];
    if (!limit) return 1;
    const u64 field = ~(u64)0 >> __builtin_clzll(limit); /* as many bits as the limit has */
    return ((used >> s->shift[option]) & field) + s->more[option] <= limit;
}

/* Fill the table; return DONE, FULL if it must be larger, or OVERFLOW if counts need more limbs. */
KERNEL(frontier)(Frontier *s) {
    for (i64 state = 0; state < s->states; state++) {
        const u64 window = s->windows[state], used = s->used[state], *count = s->counts + state * s->limbs;
        if (window & 1 || s->optional) {
            const i64 place = place_of(s, window >> s->decided, used);
            if (place < 0) return FULL;
            if (add(s->sums + place * s->limbs, count, s->limbs)) return OVERFLOW;
        }
        for (i64 option = 0; option < s->many && !(window & 1); option++) {
            if (!is_allowed(s, option, window, used)) continue;
            const u64 then = s->limit[option] ? used + (s->more[option] << s->shift[option]) : used;
            const i64 place = place_of(s, (window | s->filled[option]) >> s->decided, then);
            if (place < 0) return FULL;
            if (add(s->sums + place * s->limbs, count, s->limbs)) return OVERFLOW;
        }
    }
    return DONE;
}
