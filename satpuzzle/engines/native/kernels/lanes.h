/* Lanes: the same word of several rows, side by side in a register.
 *
 *     rows      a  b  c  d  e  f  g  h        eight rows with AVX-512, four with AVX2, NEON and WebAssembly, else two
 *     mask      1  0  1  1  0  0  0  1        the selected rows
 *     packed    a  c  d  h  .  .  .  .        the selected rows, moved together
 *
 * Only this file has code for particular processors; all other files have one version.  The types are the vector types
 * of GCC and Clang, for which + & == and other operators work lane by lane.  If an instruction set has an instruction
 * that compilers do not use by themselves, there is a function for it here, beside a version for all other processors.
 *
 * There are two lanes with SSE2, because GCC splits wider vectors badly (three times as slow), and Clang spills them.
 */
#ifndef LANES_H
#define LANES_H

#include "words.h"

#if defined(__AVX512F__)
#define LANES 8
#elif defined(__SSE2__) && !defined(__AVX2__)
#define LANES 2
#else
#define LANES 4 /* two registers of NEON or WebAssembly: faster by a fifth than one */
#endif

#if defined(__AVX2__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h> /* a tenth of the time to compile */
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

typedef u64 Rows __attribute__((vector_size(8 * LANES)));
typedef i64 Signed __attribute__((vector_size(8 * LANES)));
typedef u64 Unaligned __attribute__((vector_size(8 * LANES), aligned(8), may_alias));

INLINE Rows load(const u64 *at) { return *(const Unaligned *)at; }
INLINE void store(u64 *at, Rows rows) { *(Unaligned *)at = rows; }
INLINE Rows splat(u64 word) { return (Rows){0} + word; }

#if LANES == 8
#define CHOOSE(a, b, i, j, k, l, m, n, o, p) __builtin_shufflevector(a, b, i, j, k, l, m, n, o, p)
INLINE Rows numbers(void) { return (Rows){0, 1, 2, 3, 4, 5, 6, 7}; }
INLINE Rows lower_halves(Rows a, Rows b) { return CHOOSE(a, b, 0, 1, 2, 3, 8, 9, 10, 11); }
INLINE Rows upper_halves(Rows a, Rows b) { return CHOOSE(a, b, 4, 5, 6, 7, 12, 13, 14, 15); }
INLINE Rows upper_quarters(Rows a) { return CHOOSE(a, a, 2, 3, 2, 3, 6, 7, 6, 7); } /* of each half */
INLINE Rows neighbours(Rows a) { return CHOOSE(a, a, 1, 1, 3, 3, 5, 5, 7, 7); }
#elif LANES == 4
INLINE Rows numbers(void) { return (Rows){0, 1, 2, 3}; }
INLINE Rows lower_halves(Rows a, Rows b) { return __builtin_shufflevector(a, b, 0, 1, 4, 5); }
INLINE Rows upper_halves(Rows a, Rows b) { return __builtin_shufflevector(a, b, 2, 3, 6, 7); }
INLINE Rows neighbours(Rows a) { return __builtin_shufflevector(a, a, 1, 1, 3, 3); }
#else
INLINE Rows numbers(void) { return (Rows){0, 1}; }
INLINE Rows lower_halves(Rows a, Rows b) { return __builtin_shufflevector(a, b, 0, 2); }
INLINE Rows upper_halves(Rows a, Rows b) { return __builtin_shufflevector(a, b, 1, 3); }
#endif

/* A mask selects lanes: with AVX-512 it is a mask register with one bit per lane, else each lane is all ones or
 * zeros. */
#if defined(__AVX512F__)
typedef __mmask8 Mask;

INLINE Mask apart(Rows a, Rows b) { return _mm512_testn_epi64_mask((__m512i)a, (__m512i)b); } /* no common bit */
INLINE Mask apart_too(Mask mask, Rows a, Rows b) { return _mm512_mask_testn_epi64_mask(mask, (__m512i)a, (__m512i)b); }
INLINE Mask meeting(Rows a, Rows b) { return _mm512_test_epi64_mask((__m512i)a, (__m512i)b); }
INLINE Mask both(Mask a, Mask b) { return a & b; }
INLINE Mask first_lanes(i64 many) { return many < LANES ? (Mask)((1 << many) - 1) : (Mask)-1; }
INLINE i64 lanes_in(Mask mask) { return __builtin_popcount(mask); }
INLINE Rows or_where(Rows total, Mask mask, Rows rows) {
    return (Rows)_mm512_mask_or_epi64((__m512i)total, mask, (__m512i)total, (__m512i)rows);
}
INLINE u64 any_lane(Rows rows) { return (u64)_mm512_reduce_or_epi64((__m512i)rows); }
INLINE Rows odd(Rows a, Rows b, Rows c) {
    return (Rows)_mm512_ternarylogic_epi64((__m512i)a, (__m512i)b, (__m512i)c, 0x96);
}
INLINE Rows most(Rows a, Rows b, Rows c) {
    return (Rows)_mm512_ternarylogic_epi64((__m512i)a, (__m512i)b, (__m512i)c, 0xe8);
}

#else
typedef Rows Mask;

#if defined(__SSE2__) && !defined(__SSE4_1__) && !defined(__clang__)
/* SSE2 compares only 32 bits at a time; GCC would move each word of 64 bits out of the register to compare it. */
typedef uint32_t Halves __attribute__((vector_size(8 * LANES)));
INLINE Mask zero(Rows rows) {
    Halves none = (Halves)((Halves)rows == (Halves){0});
    return (Mask)(none & __builtin_shufflevector(none, none, 1, 0, 3, 2));
}
#else
INLINE Mask zero(Rows rows) { return (Mask)(rows == (Rows){0}); }
#endif
INLINE Mask apart(Rows a, Rows b) { return zero(a & b); }
INLINE Mask meeting(Rows a, Rows b) { return ~zero(a & b); }
INLINE Mask both(Mask a, Mask b) { return a & b; }
#if LANES == 2
INLINE Mask first_lanes(i64 many) { return (Mask){-(u64)(many > 0), -(u64)(many > 1)}; }
INLINE u64 any_lane(Rows rows) { return rows[0] | rows[1]; }
#else
typedef u64 Pair __attribute__((vector_size(16)));
INLINE Mask first_lanes(i64 many) { return (Mask)((Signed)numbers() < (Signed)splat((u64)many)); }
INLINE u64 any_lane(Rows rows) {
    Pair pair = __builtin_shufflevector(rows, rows, 0, 1) | __builtin_shufflevector(rows, rows, 2, 3);
    return pair[0] | pair[1];
}
#endif
INLINE Rows or_where(Rows total, Mask mask, Rows rows) { return total | (rows & mask); }
INLINE Rows odd(Rows a, Rows b, Rows c) { return a ^ b ^ c; }
INLINE Rows most(Rows a, Rows b, Rows c) { return (a & b) | ((a ^ b) & c); }

#if defined(__AVX2__)
INLINE i64 lanes_in(Mask mask) { return __builtin_popcount((unsigned)_mm256_movemask_pd((__m256d)mask)); }
#elif defined(__SSE2__)
INLINE i64 lanes_in(Mask mask) {
    unsigned bits = (unsigned)_mm_movemask_pd((__m128d)mask);
    return (bits & 1) + (bits >> 1);
}
#else
INLINE i64 lanes_in(Mask mask) {
    i64 total = 0;
    UNROLL for (int i = 0; i < LANES; i++) total -= (i64)mask[i];
    return total;
}
#endif
#endif

/* Store the selected rows, one after the other; word w is stored from at[w * room] on.  Return how many there are.
 *
 * LANES words are written in any case.  AVX-512 has an instruction for this.  Its target register is the row itself:
 * Zen 4 waits for the old value of the target even if it is zeroed, which took a fifth of a search when GCC used one
 * register for all rows.  AVX2 has an instruction that permutes lanes; the permutation is looked up in a table for the
 * sixteen masks of four lanes.  Other processors store every lane, and advance if the lane is selected.
 */
#if defined(__AVX512F__)
INLINE i64 store_packed(const int words, const Rows *rows, Mask mask, u64 *at, i64 room) {
    UNROLL for (int w = 0; w < words; w++)
        store(at + w * room, (Rows)_mm512_mask_compress_epi64((__m512i)rows[w], mask, (__m512i)rows[w]));
    return lanes_in(mask);
}
#elif defined(__AVX2__)
#define HALVES(a, b, c, d) {2 * a, 2 * a + 1, 2 * b, 2 * b + 1, 2 * c, 2 * c + 1, 2 * d, 2 * d + 1}
static const uint32_t ORDERS[16][8] __attribute__((aligned(32))) = {
    HALVES(0, 1, 2, 3), HALVES(0, 1, 2, 3), HALVES(1, 0, 2, 3), HALVES(0, 1, 2, 3), /* selected: none, 0, 1, 0 and 1 */
    HALVES(2, 0, 1, 3), HALVES(0, 2, 1, 3), HALVES(1, 2, 0, 3), HALVES(0, 1, 2, 3), /* 2 and these */
    HALVES(3, 0, 1, 2), HALVES(0, 3, 1, 2), HALVES(1, 3, 0, 2), HALVES(0, 1, 3, 2), /* 3 and these */
    HALVES(2, 3, 0, 1), HALVES(0, 2, 3, 1), HALVES(1, 2, 3, 0), HALVES(0, 1, 2, 3), /* 2, 3 and these */
};
INLINE i64 store_packed(const int words, const Rows *rows, Mask mask, u64 *at, i64 room) {
    unsigned choice = (unsigned)_mm256_movemask_pd((__m256d)mask);
    __m256i order = _mm256_load_si256((const __m256i *)ORDERS[choice]);
    UNROLL for (int w = 0; w < words; w++)
        store(at + w * room, (Rows)_mm256_permutevar8x32_epi32((__m256i)rows[w], order));
    return __builtin_popcount(choice);
}
#else
INLINE i64 store_packed(const int words, const Rows *rows, Mask mask, u64 *at, i64 room) {
    i64 done = 0;
    UNROLL for (int i = 0; i < LANES; i++) {
        UNROLL for (int w = 0; w < words; w++) at[w * room + done] = rows[w][i];
        done -= (i64)mask[i];
    }
    return done;
}
#endif

/* Which of AT_ONCE words have a bit, as bits: sixteen lanes become sixteen bytes, whose signs are taken together. */
#if defined(__wasm_simd128__)
#define AT_ONCE 16
INLINE v128_t signs_of_four(const u64 *at, v128_t wanted) {
    v128_t a = wasm_v128_and(wasm_v128_load(at), wanted), b = wasm_v128_and(wasm_v128_load(at + 2), wanted);
    return wasm_i32x4_shuffle(wasm_i64x2_eq(a, wanted), wasm_i64x2_eq(b, wanted), 1, 3, 5, 7);
}
INLINE u64 with_bit(const u64 *at, int bit) {
    v128_t wanted = wasm_i64x2_splat((i64)((u64)1 << bit));
    v128_t low = wasm_i16x8_narrow_i32x4(signs_of_four(at, wanted), signs_of_four(at + 4, wanted));
    v128_t high = wasm_i16x8_narrow_i32x4(signs_of_four(at + 8, wanted), signs_of_four(at + 12, wanted));
    return wasm_i8x16_bitmask(wasm_i8x16_narrow_i16x8(low, high));
}
#endif

#endif
