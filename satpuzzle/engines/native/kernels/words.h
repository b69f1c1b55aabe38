/* Words of 64 bits, and what compilers are told.  Headers of a processor's instructions take longer to read than most
 * kernels to compile, so only those that have lanes include `lanes.h`. */
#ifndef WORDS_H
#define WORDS_H

#include <stdint.h>

typedef uint64_t u64;
typedef int64_t i64;

#define INLINE static inline __attribute__((always_inline))
#define NOINLINE __attribute__((noinline))
#define UNROLL _Pragma(UNROLLING)
#if defined(__clang__)
#define UNROLLING "clang loop unroll(full)"
#else
#define UNROLLING "GCC unroll 16"
#endif

INLINE int lowest(u64 bits) { return __builtin_ctzll(bits); } /* the number of the lowest set bit, if any */
INLINE i64 population(u64 bits) { return __builtin_popcountll(bits); }

#endif
