/* Which options fit on the first empty cell and leave no hole?  A register of options is tested at a time.
 *
 *     filled    111100     the option that covers cells 4 and 5 leaves no hole; the one that
 *               110.10     covers 4 and 10 (the cell below) would isolate cell 5
 *
 * An option fits if it shares no bit with the filled cells, the used pieces and the excluded colours.  A hole is an
 * empty cell whose neighbours are all filled (holes.py).  Most cells have their neighbours at the same distances, so
 * the holes among all cells are found by a few shifts of the filled cells.
 *
 *     filled                  1 1 1 0 1 1    cell 3 is empty, and so is no other
 *     shifted by distance 1   1 1 0 1 1      its neighbour on the right is filled,
 *     and by distance -1        1 1 1 0 1 1  that on the left is filled: cell 3 is a hole
 */
#ifndef FITS_H
#define FITS_H

#include "kernel.h"
#include "lanes.h"

enum { MARK = 63 }; /* the bit of `rest` that is set in padding, and in every `used` */

/* Options in groups.  The options of a group are contiguous, padded with MARK to the next multiple of eight. */
typedef struct {
    const u64 *body, *rest; /* the cells of each option, from its first cell on, and its other items */
    const u64 *hues;        /* its colours as bits of the window at its first cell (scan.c); 0 if no item has colours */
    const i64 *shifts;      /* distances to neighbours: first `ups` to later cells, then those to earlier cells */
    i64 many_shifts, ups;
} Options;

/* Write the cells of the options from `start` to `stop` that fit to `cells`, and their numbers to `places`; return how
 * many there are.  `inland` has, for each shift, the cells without a neighbour at this distance. */
INLINE i64 fits(Options all, i64 start, i64 stop, u64 filled, u64 used, u64 excluded, const u64 *inland, u64 *cells,
                u64 *places) {
    const Rows filled_rows = splat(filled), used_rows = splat(used), excluded_rows = splat(excluded);
    const i64 room = places - cells;
    i64 many = 0, whole = 0;
    Rows here[2] = {{0}, numbers() + (u64)start};
    for (i64 k = start; k < stop; k += LANES, here[1] += LANES) {
        here[0] = load(all.body + k);
        Mask apart_here = both(apart(here[0], filled_rows), apart(load(all.rest + k), used_rows));
        if (all.hues) apart_here = both(apart_here, apart(load(all.hues + k), excluded_rows));
        many += store_packed(2, here, apart_here, cells + many, room);
    }
    for (i64 k = 0; k < many; k += LANES) {
        Rows option[2] = {load(cells + k), load(places + k)};
        const Rows now = option[0] | filled_rows;
        Rows hole = ~now;
        i64 each = 0;
        for (; each < all.ups; each++) hole &= (now >> (u64)all.shifts[each]) | inland[each];
        for (; each < all.many_shifts; each++) hole &= (now << (u64)all.shifts[each]) | inland[each];
        whole += store_packed(2, option, both(apart(hole, hole), first_lanes(many - k)), cells + whole, room);
    }
    return whole;
}

#endif
