/* Weeding: which item has the fewest options that *survive*?
 *
 * The item with the fewest rows need not be the one with the fewest children, since many rows leave another item
 * without rows and are dropped when they are tried.  So the rows of all rare items are tried before an item is chosen,
 * in up to three rounds:
 *
 *     rows of an item      2 2 3 4 4 5 7 9 12        the fewest are 2
 *     the first round      x x x x x                 items with up to 2 more
 *     left, after it       2 1 ...                   an item with one row or none is chosen, and the rounds end
 *
 * Rows that do not survive are cleared: they become padding (lists.h), so that they are counted nowhere and no child
 * gets them.  Since the rows of a round are tried together, a try takes less than half as long as one for a child.
 *
 * The idea is strong branching, as solvers of integer programs have it; David Applegate, Robert Bixby, Vasek Chvatal
 * and William Cook, Finding cuts in the TSP, DIMACS Technical Report 95-05 (1995).
 */
#include "weed.h"

static const i64 REACH[ROUNDS] = {2, 5, 9}; /* an item is rare if it has at most so many rows more than the rarest */

/* Write which items of `need` at most `most` rows cover. */
static void rare(i64 words, const u64 *sums, const u64 *need, i64 most, u64 *items) {
    for (i64 w = 0; w < words; w++) {
        u64 fewer = 0, equal = need[w];
        for (int p = PLANES - 1; p >= 0; p--) {
            const u64 plane = sums[w * PLANES + p];
            if (most >> p & 1) fewer |= equal & ~plane, equal &= plane;
            else equal &= ~plane;
        }
        items[w] = fewer | equal;
    }
}

/* Write the places of the rows that cover an item of `some` and none of `others`; return how many they are. */
static i64 covering_some(i64 words, List list, const u64 *some, const u64 *others, u64 *places) {
    i64 many = 0;
    Rows here = numbers();
    for (i64 k = 0; k < list.size; k += LANES, here += LANES) {
        Rows in = {0}, out = {0};
        for (i64 w = 0; w < words; w++) {
            const Rows rows = load(list.at + w * list.room + k);
            in |= rows & some[w], out |= rows & others[w];
        }
        many += store_packed(1, &here, both(meeting(in, in), apart(out, out)), places + many, 0);
    }
    return many;
}

/* Clear the rows of a queue that do not survive; return how many these are. */
static i64 clear(i64 words, List list, const u64 *ruled, const u64 *pairs, const u64 *need, u64 *queue, i64 many,
                 u64 *scratch) {
    u64 *const lost = queue + list.room;
    i64 dead = 0, alive = 0;
    for (i64 i = 0; i < many; i++) lost[i] = queue[i];
    const i64 kept = survivors(words, list, ruled, pairs, need, queue, many, scratch);
    queue[kept] = (u64)list.size; /* is no place */
    for (i64 i = 0; i < many; i++) {
        const u64 place = lost[i];
        const int survives = queue[alive] == place;
        lost[dead] = place; /* without a branch that the processor cannot foresee */
        alive += survives, dead += !survives;
    }
    for (i64 w = 0; w < words; w++)
        for (i64 i = 0; i < dead; i++) list.at[w * list.room + (i64)lost[i]] = padding((int)w, (int)words);
    return dead;
}

i64 weed(i64 words, List list, const u64 *ruled, const u64 *pairs, const u64 *need, u64 *queue, Rarest *found,
         u64 *scratch) {
    u64 *const sums = scratch, *const items = sums + PLANES * words, *const seen = items + words;
    i64 tried = 0;
    for (i64 w = 0; w < words; w++) seen[w] = 0;
    *found = rarest_with(words, list, need, sums, items);
    for (int round = 0; round < ROUNDS && found->rows > 1 && found->rows + REACH[round] < MANY; round++) {
        rare(words, sums, need, found->rows + REACH[round], items);
        const i64 many = covering_some(words, list, items, seen, queue);
        for (i64 w = 0; w < words; w++) seen[w] |= items[w];
        tried += many;
        if (clear(words, list, ruled, pairs, need, queue, many, seen + words))
            *found = rarest_with(words, list, need, sums, items);
    }
    if (found->rows >= MANY) *found = rarest_of_many(words, list, need);
    return tried;
}
