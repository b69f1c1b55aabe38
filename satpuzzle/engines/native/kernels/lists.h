/* Lists of rows, and what is done with them; the loops over them are in lists.c.
 *
 * A row is an option: one bit for each item, in one or more words.  A list of n rows is stored in one array of words,
 * all first words side by side, then all second words, so that a register holds the same word of several rows:
 *
 *     at            r0 r1 r2 r3 r4 r5 r6 .. .. ..      word 0 of rows 0 to 6, and padding
 *     at + room     r0 r1 r2 r3 r4 r5 r6 .. .. ..      word 1
 *
 *     last word     M A n n n n . . . i i i i i i      M: padding, or an option that was tried    (MARK)
 *                                                      A: "any option", set in every row           (ROW)
 *                                                      n: the option's number          i: items, as in other words
 *
 * After the items come pairs of bits, the colours of items (cover/colours.py).  Pairs begin at even bits.
 *
 * Choosing a row rules out all rows that share a bit with its *block*: the row's own items, and the bits of its pairs
 * exchanged, since a row rules out those with the other bit of a pair.  `room` is a multiple of eight, and the rows
 * from n up to the next multiple of LANES are padding, in which only M is set.  Every block has M, so padding never
 * counts as free.
 */
#ifndef LISTS_H
#define LISTS_H

#include "kernel.h"
#include "lanes.h"

enum { MARK = 63, ROW = 62, SHORT_ROWS = 4 };

typedef struct {
    u64 *at;
    i64 room, size;
} List;

/* Return a word with the two bits of each pair exchanged. */
INLINE u64 swapped(u64 word) {
    const u64 left = 0x5555555555555555;
    return (word & left) << 1 | (word >> 1 & left);
}

/* Return the bits that a word of a row rules out; `pairs` is 0 if no item has colours. */
INLINE u64 ruled_out(u64 word, const u64 *ruled, const u64 *pairs, i64 w) {
    return pairs ? (word & ruled[w]) | swapped(word & pairs[w]) : word & ruled[w];
}

INLINE u64 padding(int word, int words) { return word == words - 1 ? (u64)1 << MARK : 0; }

/* Return which rows of a register have no bit of the block. */
INLINE Mask free_rows(const int words, const Rows *rows, const Rows *block) {
#if defined(__AVX512F__)
    Mask free = apart(rows[0], block[0]);
    UNROLL for (int w = 1; w < words; w++) free = apart_too(free, rows[w], block[w]);
    return free;
#else
    Rows shared = rows[0] & block[0];
    UNROLL for (int w = 1; w < words; w++) shared |= rows[w] & block[w];
    return apart(shared, shared);
#endif
}

INLINE void unite_short(const int words, List list, const u64 *block, u64 *result) {
    Rows blocks[SHORT_ROWS], totals[SHORT_ROWS], rows[SHORT_ROWS];
    UNROLL for (int w = 0; w < words; w++) blocks[w] = splat(block[w]), totals[w] = (Rows){0};
    for (i64 k = 0; k < list.size; k += LANES) {
        UNROLL for (int w = 0; w < words; w++) rows[w] = load(list.at + w * list.room + k);
        Mask free = free_rows(words, rows, blocks);
        UNROLL for (int w = 0; w < words; w++) totals[w] = or_where(totals[w], free, rows[w]);
    }
    UNROLL for (int w = 0; w < words; w++) result[w] = any_lane(totals[w]);
}

INLINE i64 pack_short(const int words, List list, const u64 *block, u64 *target, i64 room) {
    Rows blocks[SHORT_ROWS], rows[SHORT_ROWS];
    UNROLL for (int w = 0; w < words; w++) blocks[w] = splat(block[w]);
    i64 done = 0;
    for (i64 k = 0; k < list.size; k += LANES) {
        UNROLL for (int w = 0; w < words; w++) rows[w] = load(list.at + w * list.room + k);
        done += store_packed(words, rows, free_rows(words, rows, blocks), target + done, room);
    }
    UNROLL for (int w = 0; w < words; w++) store(target + w * room + done, splat(padding(w, words)));
    return done;
}

/* Find which of a few rows of a queue survive; `abreast` of them are tested together, so that the list is loaded once
 * for all of them. */
INLINE i64 survivors_abreast(const int words, const int abreast, List list, const u64 *ruled, const u64 *pairs,
                             const u64 *need, const u64 *tried, u64 *kept) {
    Rows blocks[4][SHORT_ROWS], totals[4][SHORT_ROWS], others[SHORT_ROWS];
    u64 rows[4][SHORT_ROWS], places[4];
    UNROLL for (int i = 0; i < abreast; i++) {
        places[i] = tried[i];
        UNROLL for (int w = 0; w < words; w++) {
            rows[i][w] = list.at[w * list.room + (i64)places[i]];
            blocks[i][w] = splat(ruled_out(rows[i][w], ruled, pairs, w) | padding(w, words));
            totals[i][w] = (Rows){0};
        }
    }
    for (i64 k = 0; k < list.size; k += LANES) {
        UNROLL for (int w = 0; w < words; w++) others[w] = load(list.at + w * list.room + k);
        UNROLL for (int i = 0; i < abreast; i++) {
            Mask free = free_rows(words, others, blocks[i]);
            UNROLL for (int w = 0; w < words; w++) totals[i][w] = or_where(totals[i][w], free, others[w]);
        }
    }
    i64 many = 0;
    UNROLL for (int i = 0; i < abreast; i++) {
        u64 lost = 0;
        UNROLL for (int w = 0; w < words; w++) lost |= need[w] & ~(rows[i][w] | any_lane(totals[i][w]));
        kept[many] = places[i];
        many += lost == 0;
    }
    return many;
}

INLINE i64 survivors_short(const int words, List list, const u64 *ruled, const u64 *pairs, const u64 *need, u64 *queue,
                           i64 tries) {
    const int most = words > 4 ? 1 : 4 / words;
    const u64 *next = queue, *end = queue + tries;
    u64 *kept = queue;
    for (; next + most <= end; next += most)
        kept += survivors_abreast(words, most, list, ruled, pairs, need, next, kept);
    if (most > 1 && end - next == 1) kept += survivors_abreast(words, 1, list, ruled, pairs, need, next, kept);
    if (most > 2 && end - next == 2) kept += survivors_abreast(words, 2, list, ruled, pairs, need, next, kept);
    if (most > 3 && end - next == 3) kept += survivors_abreast(words, 3, list, ruled, pairs, need, next, kept);
    return kept - queue;
}

/* Functions that several kernels share; each level has its own. */
#define unite NAMED(unite, LEVEL)
#define pack NAMED(pack, LEVEL)
#define keep NAMED(keep, LEVEL)
#define survivors NAMED(survivors, LEVEL)

/* OR together the rows that have no bit of a block. */
void unite(i64 words, List list, const u64 *block, u64 *result, u64 *scratch);

/* Copy the rows that have no bit of a block to `target`, which may be the list itself, and pad them; return how many. */
i64 pack(i64 words, List list, const u64 *block, u64 *target, i64 room);

/* Keep only the rows of a list at these places, which are in ascending order; return how many there are. */
i64 keep(i64 words, List list, const u64 *places, i64 many);

/* Keep the rows of a queue whose choice leaves a row for every other item of `need`; return how many there are.
 *
 * The queue has the places of rows in the list; the kept ones move to its front.  Choosing a row rules out all rows
 * that share with it a bit of `ruled`, or have the other bit of one of its pairs. */
i64 survivors(i64 words, List list, const u64 *ruled, const u64 *pairs, const u64 *need, u64 *queue, i64 tries,
              u64 *scratch);

/* The functions that kernels call: `here` tells whether rows of one and two words are done in the kernel itself, where
 * its registers are shared, or in lists.c, which has all of this once for all kernels. */
INLINE void unite_in(const int here, i64 words, List list, const u64 *block, u64 *result, u64 *scratch) {
    if (here && words == 1) unite_short(1, list, block, result);
    else if (here && words == 2) unite_short(2, list, block, result);
    else unite(words, list, block, result, scratch);
}

INLINE i64 pack_in(const int here, i64 words, List list, const u64 *block, u64 *target, i64 room) {
    if (here && words == 1) return pack_short(1, list, block, target, room);
    if (here && words == 2) return pack_short(2, list, block, target, room);
    return pack(words, list, block, target, room);
}

INLINE i64 survivors_in(const int here, i64 words, List list, const u64 *ruled, const u64 *pairs, const u64 *need,
                        u64 *queue, i64 tries, u64 *scratch) {
    if (here && words == 1) return survivors_short(1, list, ruled, pairs, need, queue, tries);
    if (here && words == 2) return survivors_short(2, list, ruled, pairs, need, queue, tries);
    return survivors(words, list, ruled, pairs, need, queue, tries, scratch);
}

/* Count the rows that have a bit in the words from `at` on; padding has only MARK. */
INLINE i64 count(const u64 *at, i64 size, int bit) {
    Rows wanted = splat((u64)1 << bit);
    i64 total = 0;
    for (i64 k = 0; k < size; k += LANES) total += lanes_in(meeting(load(at + k), wanted));
    return total;
}

/* Write the places of the rows that have a bit in the words from `at` on to `places`.  They are few; without an
 * instruction that packs lanes they are taken one by one from a mask of the rows, for up to 64 rows at a time, since each
 * end of that loop is a branch that the processor cannot foresee. */
#if defined(AT_ONCE)
INLINE void covering(const u64 *at, i64 size, int bit, u64 *places) {
    for (i64 k = 0; k < size; k += 64) {
        const i64 many = size - k < 64 ? size - k : 64;
        u64 here = 0;
        for (i64 i = 0; i < many; i += AT_ONCE) here |= with_bit(at + k + i, bit) << i;
        here &= ~(u64)0 >> (64 - many); /* a list's room is larger than what is read beyond it */
        for (; here; here &= here - 1) *places++ = (u64)(k + lowest(here));
    }
}
#else
INLINE void covering(const u64 *at, i64 size, int bit, u64 *places) {
    Rows wanted = splat((u64)1 << bit), here = numbers();
    for (i64 k = 0; k < size; k += LANES, here += LANES)
        places += store_packed(1, &here, meeting(load(at + k), wanted), places, 0);
}
#endif

#endif
