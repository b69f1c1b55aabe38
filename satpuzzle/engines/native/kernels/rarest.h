/* Which item is covered by the fewest rows?  All items are counted at once.
 *
 * Counters are bit-sliced: plane p has bit p of the counts of all items of a word.  A row is added to all counts by a
 * few logical operations, as one adds by hand: a bit that is 1 in the plane and in the row is carried to the next
 * plane.
 *
 *     plane 1    0 1 0 0        counts 1 2 0 1
 *     plane 0    1 0 0 1
 *     a row      1 1 0 0        carry from plane 0: 1 0 0 0
 *     plane 1    1 1 0 0        counts 2 3 0 1
 *     plane 0    0 1 0 1
 *
 * Four rows are added together by three full adders, so that only one carry reaches plane 2 instead of four (Robert
 * Harley and David Seal; Henry S. Warren, Hacker's Delight, 2nd edition (2012), section 5-1).  Each lane of a register
 * counts its own rows; in the end the counters of the lanes are added, two words at a time:
 *
 *     word a     a0 a1 a2 a3     lower halves  a0 a1 b0 b1
 *     word b     b0 b1 b2 b3   + upper halves  a2 a3 b2 b3   until lane 0 has the sum of a, and the middle that of b
 *
 * The last plane is sticky: counts from MANY on are wrong (too small), so that such items are counted bit by bit, which
 * takes longer.  In a short list no lane counts more than three rows, so that two planes suffice.  The smallest count is
 * found from the top plane down, for all items at once:
 *
 *     needed    1 1 0 1 1        the items that must still be covered
 *     plane 2   0 1 0 0 1        needed items with a 0 here have the smaller count: keep 1 . . 1 .
 *     plane 1   1 0 0 1 0        none of them has a 0 here: keep them all
 *     plane 0   1 1 0 0 1        keep . . . 1 .
 */
#ifndef RAREST_H
#define RAREST_H

#include "lists.h"

enum { PLANES = 6, DOUBLINGS = LANES == 8 ? 3 : LANES == 4 ? 2 : 1, MANY = 1 << (PLANES - 1) };

typedef struct {
    i64 item, rows; /* the first item with the fewest rows, and their number */
} Rarest;

INLINE void carry_on(Rows *planes, const int from, Rows carry) {
    UNROLL for (int p = from; p < PLANES - 1; p++) {
        Rows plane = planes[p];
        planes[p] = plane ^ carry;
        carry &= plane;
    }
    planes[PLANES - 1] |= carry;
}

INLINE void count_all(Rows *planes, const u64 *at, i64 size) {
    UNROLL for (int p = 0; p < PLANES; p++) planes[p] = (Rows){0};
    i64 k = 0, fours = size & -(i64)(4 * LANES);
    for (; k < fours; k += 4 * LANES) {
        Rows a = load(at + k), b = load(at + k + LANES), c = load(at + k + 2 * LANES), d = load(at + k + 3 * LANES);
        Rows twos = most(planes[0], a, b), ones = odd(planes[0], a, b), more = most(ones, c, d);
        Rows fours_too = most(planes[1], twos, more);
        planes[0] = odd(ones, c, d);
        planes[1] = odd(planes[1], twos, more);
        carry_on(planes, 2, fours_too);
    }
    for (; k < size; k += LANES) carry_on(planes, 0, load(at + k));
}

/* Add counters of n planes to others.  The sum has one plane more, but not more than PLANES, of which the last is
 * sticky. */
INLINE void add(const int n, Rows *planes, const Rows *others) {
    Rows carry = planes[0] & others[0];
    planes[0] ^= others[0];
    UNROLL for (int p = 1; p < (n < PLANES ? n : PLANES - 1); p++) {
        Rows next = most(planes[p], others[p], carry);
        planes[p] = odd(planes[p], others[p], carry);
        carry = next;
    }
    if (n < PLANES) planes[n] = carry;
    else planes[n - 1] |= others[n - 1] | carry;
}

INLINE int one_more(int planes) { return planes < PLANES ? planes + 1 : PLANES; }

/* Add up the lanes of two words' counters of n planes.  The sums have DOUBLINGS planes more, but at most PLANES. */
INLINE void merge(const int n, const Rows *a, const Rows *b, u64 *sum_a, u64 *sum_b) {
    Rows low[PLANES + 1], high[PLANES + 1];
    UNROLL for (int p = 0; p < n; p++) low[p] = lower_halves(a[p], b[p]), high[p] = upper_halves(a[p], b[p]);
    add(n, low, high);
    const int n2 = one_more(n);
#if LANES == 8
    UNROLL for (int p = 0; p < n2; p++) high[p] = upper_quarters(low[p]);
    add(n2, low, high);
    const int n3 = one_more(n2);
#else
    const int n3 = n2;
#endif
#if LANES >= 4
    UNROLL for (int p = 0; p < n3; p++) high[p] = neighbours(low[p]);
    add(n3, low, high);
    const int n4 = one_more(n3);
#else
    const int n4 = n3;
#endif
    UNROLL for (int p = 0; p < n4; p++) sum_a[p] = low[p][0], sum_b[p] = low[p][LANES / 2];
}

INLINE Rarest smallest(const int words, const int planes, u64 (*sums)[PLANES], const u64 *need) {
    u64 left[SHORT_ROWS], fewer[SHORT_ROWS], least = 0;
    UNROLL for (int w = 0; w < words; w++) left[w] = need[w];
    UNROLL for (int p = planes - 1; p >= 0; p--) {
        u64 some = 0;
        UNROLL for (int w = 0; w < words; w++) some |= fewer[w] = left[w] & ~sums[w][p];
        UNROLL for (int w = 0; w < words; w++) left[w] = some ? fewer[w] : left[w];
        least |= some ? 0 : (u64)1 << p;
    }
    i64 item = 0;
    UNROLL for (int w = words - 1; w >= 0; w--) item = left[w] ? 64 * w + lowest(left[w]) : item;
    return (Rarest){item, (i64)least};
}

INLINE Rarest rarest_counted(const int words, const int n, Rows (*planes)[PLANES], const u64 *need) {
    u64 sums[SHORT_ROWS + 1][PLANES];
    UNROLL for (int w = 0; w < words; w += 2)
        merge(n, planes[w], planes[w + 1 < words ? w + 1 : w], sums[w], sums[w + 1]);
    return smallest(words, n + DOUBLINGS < PLANES ? n + DOUBLINGS : PLANES, sums, need);
}

INLINE Rarest rarest_short(const int words, List list, const u64 *need) {
    Rows planes[SHORT_ROWS][PLANES];
    UNROLL for (int w = 0; w < words; w++) count_all(planes[w], list.at + w * list.room, list.size);
    if (words <= 2 && list.size <= 3 * LANES) return rarest_counted(words, 2, planes, need);
    return rarest_counted(words, PLANES, planes, need);
}

#define rarest NAMED(rarest, LEVEL)
#define rarest_with NAMED(rarest_with, LEVEL)
#define rarest_of_many NAMED(rarest_of_many, LEVEL)

/* Return the item of `need`, which must not be empty, that the fewest rows cover. */
Rarest rarest(i64 words, List list, const u64 *need, u64 *scratch);

/* The same; counts from MANY on are wrong.  Write the bits of all counts, for each word its planes, to `sums`. */
Rarest rarest_with(i64 words, List list, const u64 *need, u64 *sums, u64 *scratch);

/* The same, counting bit by bit. */
Rarest rarest_of_many(i64 words, List list, const u64 *need);

INLINE Rarest rarest_in(const int here, i64 words, List list, const u64 *need, u64 *scratch) {
    if (!here || words > 2) return rarest(words, list, need, scratch);
    const Rarest found = words == 1 ? rarest_short(1, list, need) : rarest_short(2, list, need);
    return found.rows < MANY ? found : rarest_of_many(words, list, need);
}

#endif
