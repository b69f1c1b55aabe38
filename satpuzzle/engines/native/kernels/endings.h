/* The hash of an ending: the empty cells at the end of a board, and the pieces that are left (endings.c). */
#ifndef ENDINGS_H
#define ENDINGS_H

#include "kernel.h"

/* Return a hash of 64 bits; its upper bits are the best mixed (Fibonacci hashing, Knuth, TAOCP 6.4). */
INLINE u64 mix(u64 cells, u64 pieces) {
    u64 mixed = (cells * 0x9E3779B97F4A7C15) ^ (pieces * 0xC2B2AE3D27D4EB4F);
    mixed ^= mixed >> 29;
    return mixed * 0x9E3779B97F4A7C15;
}

#endif
