/* Which item is covered by the fewest rows?  The count of rows of any length, see rarest.h. */
#include "rarest.h"

Rarest rarest_with(i64 words, List list, const u64 *need, u64 *sums, u64 *left) {
    u64 least = 0;
    for (i64 w = 0; w < words; w += 2) {
        Rows planes[2][PLANES];
        u64 twice[PLANES];
        const int two = w + 1 < words;
        for (int i = 0; i <= two; i++) count_all(planes[i], list.at + (w + i) * list.room, list.size);
        merge(PLANES, planes[0], planes[two], sums + w * PLANES, two ? sums + (w + 1) * PLANES : twice);
    }
    for (i64 w = 0; w < words; w++) left[w] = need[w];
    for (int p = PLANES - 1; p >= 0; p--) {
        u64 some = 0;
        for (i64 w = 0; w < words; w++) some |= left[w] & ~sums[w * PLANES + p];
        for (i64 w = 0; w < words && some; w++) left[w] &= ~sums[w * PLANES + p];
        least |= some ? 0 : (u64)1 << p;
    }
    i64 w = 0;
    while (!left[w]) w++;
    return (Rarest){64 * w + lowest(left[w]), (i64)least};
}

static Rarest rarest_long(i64 words, List list, const u64 *need, u64 *scratch) {
    return rarest_with(words, list, need, scratch, scratch + words * PLANES);
}

Rarest rarest_of_many(i64 words, List list, const u64 *need) {
    Rarest best = {0, list.size + 1};
    for (i64 w = 0; w < words; w++) {
        const u64 *const at = list.at + w * list.room;
        i64 counts[64] = {0};
        for (i64 k = 0; k < list.size; k++)
            for (u64 left = at[k] & need[w]; left; left &= left - 1) counts[lowest(left)]++;
        for (u64 left = need[w]; left; left &= left - 1)
            if (counts[lowest(left)] < best.rows) best = (Rarest){64 * w + lowest(left), counts[lowest(left)]};
    }
    return best;
}

INLINE Rarest rarest_sliced(i64 words, List list, const u64 *need, u64 *scratch) {
    switch (words) {
    case 1: return rarest_short(1, list, need);
    case 2: return rarest_short(2, list, need);
    case 3: return rarest_short(3, list, need);
    case 4: return rarest_short(4, list, need);
    }
    return rarest_long(words, list, need, scratch);
}

Rarest rarest(i64 words, List list, const u64 *need, u64 *scratch) {
    const Rarest found = rarest_sliced(words, list, need, scratch);
    return found.rows < MANY ? found : rarest_of_many(words, list, need);
}
