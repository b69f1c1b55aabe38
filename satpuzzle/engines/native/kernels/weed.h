/* Weeding a list before an item is chosen (weed.c). */
#ifndef WEED_H
#define WEED_H

#include "rarest.h"

enum { ROUNDS = 3 }; /* of weeding a list, at most */

#define weed NAMED(weed, LEVEL)

/* Clear rows of rare items whose choice leaves some other item of `need` without rows, and find the item of `need` that
 * the fewest rows cover then; return how many rows were tried.
 *
 * `need` must not be empty; `ruled` and `pairs` are those of `survivors` (lists.h).  The queue has room for twice as
 * many places as the list has rows. */
i64 weed(i64 words, List list, const u64 *ruled, const u64 *pairs, const u64 *need, u64 *queue, Rarest *found,
         u64 *scratch);

#endif
