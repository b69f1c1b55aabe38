/* The loops over lists of rows (lists.h).
 *
 * Rows of one to SHORT_ROWS words have specialised code: the first argument of its functions is a constant, so that the
 * compiler unrolls all loops over words.  Longer rows have common code, which keeps in memory (`scratch`) what the
 * other code keeps in registers.  Most time is spent in `survivors`: all options of an item are tried side by side, and
 * nothing is written.
 */
#include "lists.h"

INLINE Mask free_long_rows(i64 words, List list, i64 k, const u64 *block) {
    Rows shared = {0};
    for (i64 w = 0; w < words; w++) shared |= load(list.at + w * list.room + k) & block[w];
    return apart(shared, shared);
}

INLINE void unite_lanes(i64 words, List list, const u64 *block, u64 *totals) {
    for (i64 w = 0; w < words; w++) store(totals + w * LANES, (Rows){0});
    for (i64 k = 0; k < list.size; k += LANES) {
        Mask free = free_long_rows(words, list, k, block);
        for (i64 w = 0; w < words; w++) {
            Rows row = load(list.at + w * list.room + k);
            store(totals + w * LANES, or_where(load(totals + w * LANES), free, row));
        }
    }
}

void unite(i64 words, List list, const u64 *block, u64 *result, u64 *scratch) {
    switch (words) {
    case 1: unite_short(1, list, block, result); return;
    case 2: unite_short(2, list, block, result); return;
    case 3: unite_short(3, list, block, result); return;
    case 4: unite_short(4, list, block, result); return;
    }
    unite_lanes(words, list, block, scratch);
    for (i64 w = 0; w < words; w++) result[w] = any_lane(load(scratch + w * LANES));
}

i64 pack(i64 words, List list, const u64 *block, u64 *target, i64 room) {
    switch (words) {
    case 1: return pack_short(1, list, block, target, room);
    case 2: return pack_short(2, list, block, target, room);
    case 3: return pack_short(3, list, block, target, room);
    case 4: return pack_short(4, list, block, target, room);
    }
    i64 done = 0;
    for (i64 k = 0; k < list.size; k += LANES) {
        Mask free = free_long_rows(words, list, k, block);
        for (i64 w = 0; w < words; w++) {
            Rows row = load(list.at + w * list.room + k);
            store_packed(1, &row, free, target + w * room + done, 0);
        }
        done += lanes_in(free);
    }
    for (i64 w = 0; w < words; w++) store(target + w * room + done, splat(padding((int)w, (int)words)));
    return done;
}

INLINE i64 survivors_with(i64 words, List list, const u64 *ruled, const u64 *pairs, const u64 *need, u64 *queue,
                          i64 tries, u64 *scratch) {
    switch (words) {
    case 1: return survivors_short(1, list, ruled, pairs, need, queue, tries);
    case 2: return survivors_short(2, list, ruled, pairs, need, queue, tries);
    case 3: return survivors_short(3, list, ruled, pairs, need, queue, tries);
    case 4: return survivors_short(4, list, ruled, pairs, need, queue, tries);
    }
    u64 *block = scratch + words * LANES;
    i64 kept = 0;
    for (i64 k = 0; k < tries; k++) {
        const u64 *row = list.at + queue[k];
        u64 lost = 0;
        for (i64 w = 0; w < words; w++) block[w] = ruled_out(row[w * list.room], ruled, pairs, w);
        block[words - 1] |= (u64)1 << MARK;
        unite_lanes(words, list, block, scratch);
        for (i64 w = 0; w < words; w++) lost |= need[w] & ~(row[w * list.room] | any_lane(load(scratch + w * LANES)));
        queue[kept] = queue[k];
        kept += lost == 0;
    }
    return kept;
}

/* A separate function, so that a search without colours can use more registers. */
static NOINLINE i64 survivors_in_colours(i64 words, List list, const u64 *ruled, const u64 *pairs, const u64 *need,
                                         u64 *queue, i64 tries, u64 *scratch) {
    return survivors_with(words, list, ruled, pairs, need, queue, tries, scratch);
}

i64 survivors(i64 words, List list, const u64 *ruled, const u64 *pairs, const u64 *need, u64 *queue, i64 tries,
              u64 *scratch) {
    if (pairs) return survivors_in_colours(words, list, ruled, pairs, need, queue, tries, scratch);
    return survivors_with(words, list, ruled, 0, need, queue, tries, scratch);
}

i64 keep(i64 words, List list, const u64 *places, i64 many) {
    for (i64 w = 0; w < words; w++) {
        u64 *const at = list.at + w * list.room;
        for (i64 k = 0; k < many; k++) at[k] = at[places[k]];
        store(at + many, splat(padding((int)w, (int)words)));
    }
    return many;
}
