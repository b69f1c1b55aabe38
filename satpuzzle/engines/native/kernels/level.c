/* Which instruction set (level) does this processor have, and does the system support it?
 *
 * CPUID tells which instructions the processor has.  XGETBV tells which registers the system saves when it switches
 * between programs; other registers cannot be used:
 *
 *     XCR0    bit 7 6 5 4 3 2 1 0
 *                 | | |     | |
 *                 | | |     | 128 bits of XMM
 *                 | | |     256 bits of YMM            AVX2 needs 0x06
 *                 masks and 512 bits of ZMM            AVX-512 needs 0xe6
 *
 * The levels are v3 and v4 of the x86-64 psABI.  Compilers have __builtin_cpu_supports for this, but without the
 * run-time library of GCC, as with Zig, it returns 0 for everything.
 */
#include "kernel.h"

#if defined(__x86_64__)
#include <cpuid.h>

static int has(unsigned bits, unsigned wanted) { return (bits & wanted) == wanted; }

static i64 read_level(void) {
    const unsigned v3 = bit_OSXSAVE | bit_AVX | bit_POPCNT | bit_FMA | bit_MOVBE | bit_F16C;
    const unsigned v3_too = bit_AVX2 | bit_BMI | bit_BMI2;
    const unsigned v4 = bit_AVX512F | bit_AVX512VL | bit_AVX512BW | bit_AVX512DQ | bit_AVX512CD;
    unsigned a, b, c, d, saved, high;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !has(c, v3)) return 0;
    __asm__("xgetbv" : "=a"(saved), "=d"(high) : "c"(0));
    if (!__get_cpuid(0x80000001, &a, &b, &c, &d) || !has(c, bit_LZCNT)) return 0;
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || !has(b, v3_too) || !has(saved, 0x06)) return 0;
    return has(b, v4) && has(saved, 0xe6) ? 2 : 1;
}
#else
static i64 read_level(void) { return 0; }
#endif

/* Return the number of levels above the first that the processor supports. */
EXPORT i64 satpuzzle_level(void) { return read_level(); }

#if defined(__clang__)
EXPORT const char *satpuzzle_compiler(void) { return __VERSION__; }
#else
EXPORT const char *satpuzzle_compiler(void) { return "GCC " __VERSION__; }
#endif
