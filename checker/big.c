/* Natural numbers of any size. */
#include "checker.h"
#include <string.h>

typedef unsigned __int128 Double;

static void trim(Natural *number) {
    while (number->size && !number->limb[number->size - 1]) number->size--;
}

Natural of_limbs(const uint64_t *limb, int size) {
    Natural number = {size, size, get((size_t)size, sizeof *limb)};
    if (size) memcpy(number.limb, limb, (size_t)size * sizeof *limb);
    trim(&number);
    return number;
}

Natural natural(uint64_t value) { return of_limbs(&value, 1); }

/* Adds a number to one that is not shorter; returns what is carried. */
uint64_t add_limbs(uint64_t *to, int size, const uint64_t *limb, int limbs) {
    uint64_t carried = 0;
    for (int i = 0; i < size && (i < limbs || carried); i++) {
        const Double sum = (Double)to[i] + (i < limbs ? limb[i] : 0) + carried;
        to[i] = (uint64_t)sum, carried = (uint64_t)(sum >> 64);
    }
    return carried;
}

/* Adds a product. */
void add_product(Natural *to, Natural one, Natural other) {
    const int size = (one.size + other.size > to->size ? one.size + other.size : to->size) + 1;
    if (!one.size || !other.size) return;
    if (size > to->room) to->limb = enlarged(to->limb, (size_t)(to->room = size + size / 2), sizeof *to->limb);
    memset(to->limb + to->size, 0, (size_t)(size - to->size) * sizeof *to->limb);
    for (int i = 0; i < one.size; i++) {
        uint64_t carried = 0;
        for (int k = 0; i + k < size && (k < other.size || carried); k++) {
            const Double sum = (Double)one.limb[i] * (k < other.size ? other.limb[k] : 0) + to->limb[i + k] + carried;
            to->limb[i + k] = (uint64_t)sum, carried = (uint64_t)(sum >> 64);
        }
    }
    to->size = size;
    trim(to);
}

/* Takes away a number that is not larger. */
void take(Natural *from, Natural number) {
    uint64_t borrowed = 0;
    for (int i = 0; i < from->size; i++) {
        const Double rest = (Double)from->limb[i] - (i < number.size ? number.limb[i] : 0) - borrowed;
        from->limb[i] = (uint64_t)rest, borrowed = rest >> 64 != 0;
    }
    trim(from);
}

/* Divides, and returns the remainder. */
uint64_t divide(Natural *number, uint64_t by) {
    Double rest = 0;
    for (int i = number->size; i--;) {
        rest = rest << 64 | number->limb[i];
        number->limb[i] = (uint64_t)(rest / by), rest %= by;
    }
    trim(number);
    return (uint64_t)rest;
}

bool as_large(Natural one, Natural other) { return one.size == other.size && (!one.size || !memcmp(one.limb, other.limb, (size_t)one.size * sizeof *one.limb)); }

/* The number that digits say. */
Natural read_natural(const char *digits) {
    const Natural ten = natural(10);
    Natural number = {0};
    for (; *digits; digits++) {
        Natural next = natural((uint64_t)(*digits - '0'));
        add_product(&next, number, ten);
        number = next;
    }
    return number;
}

char *written(Natural number) {
    Natural rest = of_limbs(number.limb, number.size);
    const size_t most = (size_t)number.size * 20 + 2;
    char *text = get(most, 1), *at = text + most - 1;
    do *--at = (char)('0' + divide(&rest, 10));
    while (rest.size);
    return at;
}
