/* Definitions for all kernels: their names, the reasons why they return, and dice.
 *
 * Every file is compiled once for each level, that is, for each supported instruction set.  So `mrv` becomes
 * `mrv_avx2`, and the caller chooses the level.  Kernels get pointers and numbers, all in words of 64 bits.  They
 * have no static variables, allocate no memory and call nothing but functions that kernels share (lists.c, rarest.c);
 * the state of a search is in arrays of the caller.
 */
#ifndef KERNEL_H
#define KERNEL_H

#include "words.h"

#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif
#define PASTED(name, level) name##_##level
#define NAMED(name, level) PASTED(name, level)
#define KERNEL(name) EXPORT i64 NAMED(name, LEVEL)

/* A pointer in a structure that Python fills in.  It takes eight bytes, also if pointers have four. */
#define POINTER(type, name) \
    union { \
        type *name; \
        u64 name##_bits; \
    }

/* The reasons why a search returns. */
enum { BUDGET_SPENT, EXHAUSTED, STACK_FULL, FOUND_FULL };

/* Dice for random probes: if the seed is not 0, a search visits only one random child of each node, and begins at the
 * root again until `probes` probes are made (probe.py). */
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

/* Tell whether another probe begins after one has ended; a complete search has no other. */
INLINE int is_thrown_again(Dice *dice) {
    if (dice->probes <= 1) return 0;
    dice->probes--;
    return 1;
}

INLINE i64 smaller(i64 a, i64 b) { return a < b ? a : b; }
INLINE i64 larger(i64 a, i64 b) { return a > b ? a : b; }

#endif
