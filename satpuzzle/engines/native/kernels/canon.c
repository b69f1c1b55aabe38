/* Which solutions are canonical, the smallest of their images?  (search/classifier.py)
 *
 * A symmetry maps a solution to an image.  Options have ranks, and images are compared by their smallest rank first,
 * then by the next one.  The ranks of an option's images under all elements of the group are stored side by side, so
 * that a register holds several elements, which are compared at once:
 *
 *     element          0  1  2  3  4  5  6  7      0 is the identity
 *     option 12       12 40 31  8 12 77 50  9
 *     option 31       31 12 90 55 40 60 12 77
 *     option 77       77 20 12 13 31  9 40 12
 *     smallest        12 12 12  8 12  9 12  9      3, 5 and 7 are smaller, so the solution is not canonical;
 *     next            31 20 31  .  31 .  40  .      without them, 1 would be smaller, and 6 larger.
 *
 * Elements whose images are equal in all ranks fix the solution.
 *
 * Each rank takes a pass over the solution.  Nearly all images differ from it in the first few ranks; those that do not
 * after FEW ranks are sorted, since a symmetric solution of ten thousand options would take as many passes.  So a call
 * takes about the time to read all images, whose number the caller bounds (search/tally.py).
 */
#include "kernel.h"
#include "lanes.h"

typedef struct {
    POINTER(int32_t, ranks); /* (options + 1, elements): the ranks of each option's images, the identity's first; the
                                last row is for padding: its ranks are larger than those of options */
    POINTER(i64, batch);     /* (solutions, width): numbers of options, padded with -1 */
    POINTER(i64, canonical); /* (solutions): result: whether the solution is canonical */
    POINTER(i64, fixed);     /* (solutions): result: the number of elements that fix a canonical solution */
    POINTER(i64, fixed_by_rotations); /* (solutions): result: how many of them are rotations */
    POINTER(i64, at);        /* (width), working memory: the index of the first rank of each option of a solution */
    POINTER(int32_t, own);   /* (width), working memory: the solution's own ranks, in ascending order */
    POINTER(int32_t, image); /* (width), working memory: the ranks of an image */
    i64 elements;            /* the length of a row of `ranks`: rotations, then the others, each padded with LARGEST */
    i64 compared, rotations; /* how many entries of a row are compared, and how many are rotations, with padding */
    i64 options, solutions, width;
} Canon;

enum { LARGEST = INT32_MAX, ABREAST = 2 * LANES, FEW = 64 };

typedef int32_t Ranks __attribute__((vector_size(8 * LANES)));
typedef int32_t UnalignedRanks __attribute__((vector_size(8 * LANES), aligned(4), may_alias));

INLINE Ranks chosen(Ranks mask, Ranks yes, Ranks no) { return (yes & mask) | (no & ~mask); }

INLINE Ranks lesser(Ranks a, Ranks b) {
#if defined(__AVX512F__)
    return (Ranks)_mm512_min_epi32((__m512i)a, (__m512i)b);
#elif defined(__AVX2__)
    return (Ranks)_mm256_min_epi32((__m256i)a, (__m256i)b);
#else
    return chosen(a < b, a, b);
#endif
}

/* Return the smallest ranks of a solution's images that are larger than `last`, in a register of elements. */
INLINE Ranks next_ranks(const Canon *s, const int32_t *ranks, int32_t last) {
    const Ranks all = (Ranks){0} + LARGEST;
    Ranks best = all;
    for (i64 place = 0; place < s->width; place++) {
        const Ranks here = *(const UnalignedRanks *)(ranks + s->at[place]);
        best = lesser(best, chosen(here > last, here, all));
    }
    return best;
}

/* Let a number sink to its place in a heap whose largest number is the first. */
static void sift(int32_t *heap, i64 place, i64 size) {
    const int32_t number = heap[place];
    for (i64 below; (below = 2 * place + 1) < size; place = below) {
        if (below + 1 < size && heap[below + 1] > heap[below]) below++;
        if (heap[below] <= number) break;
        heap[place] = heap[below];
    }
    heap[place] = number;
}

/* J. W. J. Williams, Algorithm 232: Heapsort, CACM 7 (1964). */
static void sort_many(int32_t *numbers, i64 size) {
    for (i64 place = size / 2; place-- > 0;) sift(numbers, place, size);
    for (i64 end = size; end-- > 1;) {
        const int32_t largest = numbers[0];
        numbers[0] = numbers[end], numbers[end] = largest;
        sift(numbers, 0, end);
    }
}

static void sort(int32_t *numbers, i64 size) {
    if (size > FEW) {
        sort_many(numbers, size);
        return;
    }
    for (i64 done = 1; done < size; done++) {
        const int32_t number = numbers[done];
        i64 place = done;
        for (; place && numbers[place - 1] > number; place--) numbers[place] = numbers[place - 1];
        numbers[place] = number;
    }
}

/* Compare a solution with one image, whose ranks it sorts: return below 0, 0 or above 0 as the image is smaller, equal
 * or larger. */
static int order_of(const Canon *s, const int32_t *ranks) {
    for (i64 place = 0; place < s->width; place++) s->image[place] = ranks[s->at[place]];
    sort(s->image, s->width);
    for (i64 place = 0; place < s->width; place++) {
        if (place && s->own[place] == s->own[place - 1]) break; /* padding */
        if (s->image[place] != s->own[place]) return s->image[place] < s->own[place] ? -1 : 1;
    }
    return 0;
}

/* Compare a solution, whose own ranks are sorted, with its images under the elements of a register for which `tied` is
 * set: their smallest rank is that of the solution.  Return how many of them fix it, or -1 if an image is smaller. */
static i64 fixing(const Canon *s, const int32_t *ranks, Ranks tied) {
    const i64 few = smaller(s->width, FEW);
    for (i64 place = 1; place < few && any_lane((Rows)tied); place++) {
        if (s->own[place] == s->own[place - 1]) break; /* padding */
        const Ranks next = next_ranks(s, ranks, s->own[place - 1]);
        if (any_lane((Rows)(tied & (next < s->own[place])))) return -1;
        tied &= next == s->own[place];
    }
    i64 many = 0;
    for (int lane = 0; lane < ABREAST; lane++) {
        const int order = !tied[lane] ? 1 : s->width > few ? order_of(s, ranks + lane) : 0;
        if (order < 0) return -1;
        many += order == 0;
    }
    return many;
}

INLINE void classify(const Canon *s, i64 number) {
    const i64 *const row = s->batch + number * s->width;
    i64 fixed = 1, fixed_by_rotations = 1, sorted = 0;
    int32_t least = LARGEST;
    for (i64 place = 0; place < s->width; place++) {
        s->at[place] = (row[place] < 0 ? s->options : row[place]) * s->elements;
        s->own[place] = s->ranks[s->at[place]];
        least = s->own[place] < least ? s->own[place] : least;
    }
    s->canonical[number] = 0;
    for (i64 first = 0; first < s->compared; first += ABREAST) {
        const int32_t *const ranks = s->ranks + first;
        const Ranks smallest = next_ranks(s, ranks, -1);
        if (any_lane((Rows)(smallest < least))) return;
        Ranks tied = smallest == least;
        if (first == 0) tied[0] = 0; /* the identity */
        if (!any_lane((Rows)tied)) continue;
        if (!sorted) sort(s->own, s->width), sorted = 1;
        const i64 more = fixing(s, ranks, tied);
        if (more < 0) return;
        fixed += more;
        fixed_by_rotations += first < s->rotations ? more : 0;
    }
    s->canonical[number] = 1, s->fixed[number] = fixed, s->fixed_by_rotations[number] = fixed_by_rotations;
}

KERNEL(canon)(Canon *s) {
    for (i64 number = 0; number < s->solutions; number++) classify(s, number);
    return 0;
}
