/* Counts the solutions of an exact cover as the class `SimdExactCover` of BurrTools does (September 2026): without links,
 * by filtering rows.
 *
 * A row is a mask of 256 bits, one for each item.  A node has the list of the rows that are left; a child's list are
 * those that share no bit with the chosen row, which one instruction tells of a row.  The numbers of rows that cover each
 * item are counted again at every node, and a node branches on the item with the fewest: none ends it, one is enough.
 *
 * Reads Knuth's notation from standard input, items of one copy only, and prints the number of solutions. */
#include <immintrin.h>

#include <cstdio>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

struct alignas(32) Mask {
    unsigned long long words[4] = {0, 0, 0, 0};
};

static std::vector<Mask> masks;
static std::vector<std::vector<int>> covered; /* the items of each row */
static std::vector<std::vector<int>> lists;   /* the rows that are left at each depth */
static long long solutions;

static __m256i word(const Mask &mask) { return _mm256_load_si256((const __m256i *)mask.words); }

/* Count the solutions below a node whose list is that of its depth; `left` has the items that are not covered. */
static void search(size_t depth, const Mask &left) {
    const std::vector<int> &rows = lists[depth];
    int many[256] = {0}, item = -1, fewest = 1 << 30;
    for (int row : rows)
        for (int each : covered[row]) many[each]++;
    for (int w = 0; w < 4 && fewest > 1; w++)
        for (unsigned long long bits = left.words[w]; bits; bits &= bits - 1) {
            const int each = 64 * w + __builtin_ctzll(bits);
            if (many[each] < fewest) fewest = many[each], item = each;
            if (fewest == 0) return;
            if (fewest == 1) break;
        }
    if (item < 0) {
        solutions++;
        return;
    }
    for (int row : rows) {
        if (!(masks[row].words[item / 64] >> item % 64 & 1)) continue;
        Mask rest;
        for (int w = 0; w < 4; w++) rest.words[w] = left.words[w] & ~masks[row].words[w];
        const __m256i chosen = word(masks[row]);
        std::vector<int> &kept = lists[depth + 1];
        kept.resize(rows.size());
        size_t last = 0;
        for (int other : rows) { /* without a branch */
            kept[last] = other;
            last += _mm256_testz_si256(chosen, word(masks[other]));
        }
        kept.resize(last);
        search(depth + 1, rest);
    }
}

int main() {
    std::string line, name;
    std::map<std::string, int> number;
    std::getline(std::cin, line);
    for (std::istringstream items(line); items >> name;) number.emplace(name, (int)number.size());
    if (number.size() > 256) return std::fputs("more than 256 items\n", stderr), 1;
    while (std::getline(std::cin, line)) {
        Mask mask;
        std::vector<int> items;
        for (std::istringstream option(line); option >> name;) items.push_back(number.at(name));
        for (int item : items) mask.words[item / 64] |= 1ull << item % 64;
        if (!items.empty()) masks.push_back(mask), covered.push_back(items);
    }
    Mask left;
    for (size_t item = 0; item < number.size(); item++) left.words[item / 64] |= 1ull << item % 64;
    lists.resize(number.size() + 2);
    for (size_t row = 0; row < masks.size(); row++) lists[0].push_back((int)row);
    search(0, left);
    std::printf("%lld\n", solutions);
}
