/* Numbers of any size, as limbs: words of 64 bits, the lowest first. */
#ifndef LIMBS_H
#define LIMBS_H

#include "kernel.h"

/* Add a number of `limbs` limbs to another; return the carry. */
INLINE u64 add_limbs(u64 *sum, const u64 *number, i64 limbs) {
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

#endif
