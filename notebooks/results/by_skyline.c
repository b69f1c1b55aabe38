/* Fills an n x n square with rectangles from below, as by_skyline.py explains, which compiles and runs this program.
 *
 * Standard input has n, then for each width and each height from 0 to n a word of 64 bits: rectangles with a common bit
 * exclude each other, and 0 is not allowed.  Standard output has the numbers of tilings and of rectangles placed.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 24 };

static int n, size[MOST + 1][MOST + 1];
static uint64_t kind[MOST + 1][MOST + 1], placed;
static int8_t heights[MOST];

/* Fill what is above the heights; return twelve times the tilings.  `largest` is the size of the rectangle in the lower
 * left corner, 0 if it is missing, and `equal` the number of corners that have a rectangle of this size.  A tiling is
 * divided by its number of such corners. */
static uint64_t fill(uint64_t used, int largest, int equal) {
    int left = 0;
    for (int x = 1; x < n; x++) left = heights[x] < heights[left] ? x : left;
    const int low = heights[left];
    if (low == n) return 12 / (uint64_t)equal;
    uint64_t ways = 0;
    int right = left;
    while (right < n && heights[right] == low) {
        right++;
        const int w = right - left, sides = (left == 0) + (right == n);
        for (int h = 1; h <= n - low; h++) {
            const uint64_t bit = kind[w][h];
            if (!bit || used & bit) continue;
            const int corners = ((low == 0) + (low + h == n)) * sides, first = !largest;
            if (first ? w < h : corners && size[w][h] > largest) continue;
            memset(heights + left, low + h, (size_t)w);
            placed++;
            const int same = first ? corners : equal + (size[w][h] == largest ? corners : 0);
            ways += fill(used | bit, first ? size[w][h] : largest, same) << (first && w > h);
        }
        memset(heights + left, low, (size_t)w);
    }
    return ways;
}

int main(void) {
    if (scanf("%d", &n) != 1 || n < 1 || n > MOST) return 2;
    for (int w = 0; w <= n; w++)
        for (int h = 0; h <= n; h++) {
            size[w][h] = w * h * 100 + (w > h ? w : h);
            if (scanf("%" SCNu64, &kind[w][h]) != 1) return 2;
        }
    const uint64_t ways = fill(0, 0, 0);
    if (ways % 3) return 1;
    printf("%" PRIu64 " %" PRIu64 "\n", ways / 3, placed);
    return 0;
}
