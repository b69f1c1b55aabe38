/* Stages of a search: rows become shorter when fewer items are left.
 *
 * Covered items need no bits any more.  When the bits of the others fit into fewer words, the bits of a list are moved
 * together:
 *
 *     items that are left    . 1 . 1 1 . . 1 1        bits that are kept
 *     a row                  a b c d e f g h i   ->   b d e h i
 *
 * From then on, an option's number is its place in the list before the move, which takes few bits.  Nearly all nodes
 * of a search for 12 pieces in 60 cells have rows of one word.
 *
 * The bits of a word move together in six steps, by 1, 2, 4 ... 32 places (Henry S. Warren, Hacker's Delight, 2nd
 * edition (2012), section 7-4).
 */
#ifndef STAGE_H
#define STAGE_H

#include "mrv.h"

enum { STEPS = 6 };

/* Compute which bits must move by 1, 2, 4 ... 32 places so that the bits of `keep` become adjacent. */
static void plan_moves(u64 keep, u64 *moves) {
    u64 mask = keep, gaps = ~mask << 1;
    for (int i = 0; i < STEPS; i++) {
        u64 odd_gaps = gaps; /* bits with an odd number of gaps to their right */
        for (int j = 0; j < STEPS; j++) odd_gaps ^= odd_gaps << (1 << j);
        moves[i] = odd_gaps & mask;
        mask = (mask ^ moves[i]) | (moves[i] >> (1 << i));
        gaps &= ~odd_gaps;
    }
}

static u64 moved(u64 word, const u64 *moves) {
    for (int i = 0; i < STEPS; i++) {
        u64 bits = word & moves[i];
        word = (word ^ bits) | (bits >> (1 << i));
    }
    return word;
}

/* Move the bits of `keep` together in a column of words, shift the result to the left and then to the right, and OR
 * it to another column. */
static void gather(const u64 *column, i64 size, u64 keep, const u64 *moves, int left, int right, u64 *target) {
    for (i64 k = 0; k < size; k += LANES) {
        Rows words = load(column + k) & keep;
        UNROLL for (int i = 0; i < STEPS; i++) {
            Rows bits = words & moves[i];
            words = (words ^ bits) | (bits >> (1 << i));
        }
        store(target + k, load(target + k) | ((words << left) >> right));
    }
}

/* Write the last words of rows, without items: each row's place as its option number, ROW, and MARK if the old word has
 * it. */
static void renumber(const u64 *column, i64 size, i64 digits, u64 *target) {
    const int shift = ROW - (int)digits;
    Rows mark = splat((u64)1 << MARK), number = numbers() + ((u64)1 << digits);
    for (i64 k = 0; k < size; k += LANES, number += LANES)
        store(target + k, (number << shift) | (load(column + k) & mark));
}

/* Clear the bits of `alive` in pairs on which all rows agree; keep a further bit if pairs would begin at an odd one.
 *
 *     items and pairs     a b c d e   00 11 22 33        e fills up, so that pairs begin at an even bit
 *     bits of some row    1 . 1 1 .   11 .1 11 1.
 *     kept                1 . 1 1 1   11 .. 11 ..        all rows with pair 1 or 3 have the same bit there
 */
static void drop_colours(i64 words, const u64 *pairs, u64 *alive) {
    u64 items = 0, dead = 0;
    i64 place = -1, any = 0;
    for (i64 w = 0; w < words; w++) {
        const u64 plain = any ? 0 : pairs[w] ? (pairs[w] & -pairs[w]) - 1 : ~(u64)0;
        any |= pairs[w] != 0;
        if (place < 0 && (dead = plain & ~alive[w])) place = 64 * w + lowest(dead);
        items += (u64)population(alive[w] & plain);
        alive[w] &= ~pairs[w] | swapped(alive[w]);
    }
    if (any && items & 1) alive[place >> 6] |= (u64)1 << (place & 63);
}

/* Begin a later stage at a depth if the items of its list, the `items` bits of `alive`, fit into fewer words. */
static NOINLINE void narrow(const Mrv *s, i64 depth, const u64 *alive, i64 items, u64 *wanted) {
    Level *level = s->levels + depth;
    const i64 old = level->stage, words = s->stages[old].words, rows = (level->size + 7) / 8 * 8, room = level->room;
    i64 digits = 0, new = old;
    while (level->size >> digits) digits++;
    while (new + 1 < s->stage_count && items + digits + 64 - ROW <= 64 * s->stages[new + 1].words) new++;
    if (new == old) return;
    const i64 fewer = s->stages[new].words;
    const u64 *column = s->stack + level->base, *all_single = s->single + old * s->widest;
    u64 *target = s->stack + level->base + words * room, *last = target + (fewer - 1) * room;
    const u64 *all_pairs = s->pairs + old * s->widest;
    u64 *need = s->need + depth * s->widest, *single = s->single + new * s->widest;
    u64 *pairs = s->pairs + new * s->widest;
    const i64 *before = s->counted + old * s->copied;
    i64 *counted = s->counted + new * s->copied;

    s->stages[new] = (Stage){fewer, ROW - digits, s->stages[new].enough, old, level->base + (words - 1) * room};
    level->base += words * room;
    level->stage = new;
    for (u64 *word = target; word < last; word++) *word = 0;
    renumber(target - room, rows, digits, last);
    for (i64 w = 0; w < words; w++) wanted[w] = need[w], need[w] = single[w] = pairs[w] = 0;
    for (i64 c = 0; c < s->copied; c++) counted[c] = -1;
    i64 at = 0;
    for (i64 w = 0; w < words; w++, column += room) {
        const u64 keep = alive[w];
        u64 moves[STEPS];
        plan_moves(keep, moves);
        const u64 wanted_here = moved(wanted[w] & keep, moves), single_here = moved(all_single[w] & keep, moves);
        const u64 pairs_here = moved(all_pairs[w] & keep, moves);
        const i64 into = at >> 6, among = population(keep);
        const int left = (int)(at & 63);
        gather(column, rows, keep, moves, left, 0, target + into * room);
        need[into] |= wanted_here << left;
        single[into] |= single_here << left;
        pairs[into] |= pairs_here << left;
        if (left + among > 64) {
            gather(column, rows, keep, moves, 0, 64 - left, target + (into + 1) * room);
            need[into + 1] |= wanted_here >> (64 - left);
            single[into + 1] |= single_here >> (64 - left);
            pairs[into + 1] |= pairs_here >> (64 - left);
        }
        for (i64 c = 0; c < s->copied; c++) {
            u64 bit = (u64)1 << (before[c] & 63);
            if (before[c] >> 6 == w && keep & bit) counted[c] = at + population(keep & (bit - 1));
        }
        at += among;
    }
    single[fewer - 1] |= (u64)1 << MARK;
}

/* Return the number in the last word of a row. */
INLINE i64 number_of(u64 row, i64 shift) { return (i64)((row & (((u64)1 << ROW) - 1)) >> shift); }

/* Return the number in the whole cover of the option chosen at a depth. */
INLINE i64 original_number(const Mrv *s, const Level *level) {
    i64 number = level->chosen;
    for (i64 stage = level->stage; stage;) {
        u64 row = s->stack[s->stages[stage].origin + number];
        stage = s->stages[stage].wider;
        number = number_of(row, s->stages[stage].shift);
    }
    return number;
}

#endif
