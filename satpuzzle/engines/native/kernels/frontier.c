/* One step of a frontier: computes the states at the next cell from those at this cell, and merges equal ones in a hash
 * table.
 *
 * A state is a window of filled cells, whose first cell is the next one to decide, and the numbers of used copies of
 * pieces, with a *flag* for each item of a rule that must be covered: whether it is.  When the last option that could
 * cover such an item has been passed, states without its flag are dropped, and the flag is taken away, so that its bit
 * can serve another item.  Each state has the number of partial packings that lead to it, in one or more limbs
 * (frontier/count.py).
 *
 *     window    1 . . . 1 1 0 1 0       already filled: only move on
 *               0 . . . 1 0 0 1 0       choose one of the options that begin here, or none if the cell may stay empty
 *
 * The window also has colours, two bits for each digit, after the last cell at which an option that covers the item
 * begins.  The bits of a chosen option must not be set, and the bits that it excludes are set (cover/colours.py).
 *
 * The number of entries of the table is a power of two.  A state is stored in the first free entry from its hash on.
 */
#include "limbs.h"

enum { DONE, FULL, OVERFLOW };

typedef struct {
    POINTER(u64, windows); /* (states) */
    POINTER(u64, used);
    POINTER(u64, counts);  /* (states, limbs) */
    POINTER(u64, cells);   /* (many): the cells and colours of each option, as a window */
    POINTER(u64, filled);  /* (many): the same, with the colours that it excludes instead */
    POINTER(u64, shift);   /* (many): the first bit of the field that counts the copies of the option's piece */
    POINTER(u64, limit);   /* (many): the largest number of copies, 0 for no limit */
    POINTER(u64, more);    /* (many): the number of copies that the option uses */
    POINTER(u64, flags);   /* (many): the flags that the option sets, beside the numbers of copies */
    POINTER(u64, keys);    /* (last + 1): the table: windows, */
    POINTER(u64, copies);  /* (last + 1): used copies, */
    POINTER(u64, sums);    /* (last + 1, limbs): counts, */
    POINTER(uint8_t, taken); /* (last + 1): whether an entry is in use */
    u64 closing;             /* the flags that a state must have after this cell, which are then taken away */
    i64 decided;             /* the number of bits to drop: the cell, and colours that no later option depends on */
    i64 states, limbs, many, optional, last, found; /* found: the number of entries in use, updated on return */
} Frontier;

/* Return the entry of a state in the table, which may be new, or -1 if the table is half full. */
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

INLINE int is_allowed(const Frontier *s, i64 option, u64 window, u64 used) {
    if (window & s->cells[option]) return 0;
    const u64 limit = s->limit[option];
    if (!limit) return 1;
    const u64 field = ~(u64)0 >> __builtin_clzll(limit); /* a mask with as many bits as the limit */
    return ((used >> s->shift[option]) & field) + s->more[option] <= limit;
}

/* Add what leads to a state to the table; return DONE, FULL or OVERFLOW. */
INLINE int reach(Frontier *s, u64 window, u64 used, const u64 *count) {
    if ((used & s->closing) != s->closing) return DONE;
    const i64 place = place_of(s, window >> s->decided, used & ~s->closing);
    if (place < 0) return FULL;
    return add_limbs(s->sums + place * s->limbs, count, s->limbs) ? OVERFLOW : DONE;
}

/* Fill the table; return DONE, FULL if it must be larger, or OVERFLOW if counts need more limbs. */
KERNEL(frontier)(Frontier *s) {
    for (i64 state = 0; state < s->states; state++) {
        const u64 window = s->windows[state], used = s->used[state], *count = s->counts + state * s->limbs;
        int outcome = window & 1 || s->optional ? reach(s, window, used, count) : DONE;
        if (outcome != DONE) return outcome;
        for (i64 option = 0; option < s->many && !(window & 1); option++) {
            if (!is_allowed(s, option, window, used)) continue;
            const u64 then = s->limit[option] ? used + (s->more[option] << s->shift[option]) : used;
            outcome = reach(s, window | s->filled[option], then | s->flags[option], count);
            if (outcome != DONE) return outcome;
        }
    }
    return DONE;
}
