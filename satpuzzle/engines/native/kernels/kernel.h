/* What all kernels share: how they are named, why they come back, and dice.
 *
 * Every file is compiled once for each level, a set of instructions of which the library's user may have more or fewer;
 * so `mrv` becomes `mrv_avx2`, and who calls it chooses.  Kernels get pointers and numbers, all in words of 64
 * bits.  They keep nothing, take no memory and call nobody; all that a search knows lies in arrays of the caller's.
 */
#ifndef KERNEL_H
#define KERNEL_H

#include "lanes.h"

#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif
#define PASTED(name, level) name##_##level
#define NAMED(name, level) PASTED(name, level)
#define KERNEL(name) EXPORT i64 NAMED(name, LEVEL)

/* A pointer in a structure that Python fills in, which takes eight bytes where pointers have four as well. */
#define POINTER(type, name) \
    union { \
        type *name; \
        u64 name##_bits; \
    }

/* Why a search comes back. */
enum { BUDGET_SPENT, EXHAUSTED, STACK_FULL, FOUND_FULL };

/* Dice for random probes: with a seed that is not 0, a search goes on to one child only, chosen at random, and so often
 * from the root again as there are probes (probe.py). */
typedef struct {
    u64 seed, probes;
} Dice;

/* Return a random number below `sides` (George Marsaglia, Xorshift RNGs, Journal of Statistical Software 8 (2003)). */
INLINE i64 roll(Dice *dice, i64 sides) {
    u64 x = dice->seed;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    dice->seed = x;
    return (i64)(x >> 2) % sides;
}

INLINE i64 smaller(i64 a, i64 b) { return a < b ? a : b; }
INLINE i64 larger(i64 a, i64 b) { return a > b ? a : b; }

#endif
