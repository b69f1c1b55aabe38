/* Numbers of walks as the quotient of two polynomials: docs/certificates.md, "Strips". */
#include "checker.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
    int size;
    Natural *coefficient; /* without their signs */
    bool *negative;
} Polynomial;

static Polynomial read_polynomial(const Json *list, const char *file) {
    Polynomial all = {list->size, get((size_t)list->size, sizeof(Natural)), get((size_t)list->size, sizeof(bool))};
    for (int i = 0; i < all.size; i++) {
        const Json *one = &list->value[i];
        const bool small = one->type == NUMBER;
        if (!small && !one->digits) refuse("%s: a polynomial is a list of integers", file);
        all.negative[i] = small ? one->number < 0 : *one->digits == '-';
        all.coefficient[i] = small ? natural((uint64_t)llabs(one->number)) : read_natural(one->digits + all.negative[i]);
    }
    if (!all.size || !all.coefficient[all.size - 1].size) refuse("%s: a polynomial whose last coefficient is 0", file);
    return all;
}

/* Whether they have no common factor, modulo a prime */

typedef unsigned __int128 Double;

static uint64_t times(uint64_t a, uint64_t b, uint64_t prime) { return (uint64_t)((Double)a * b % prime); }

static uint64_t inverse(uint64_t a, uint64_t prime) { /* by Fermat's theorem */
    uint64_t found = 1;
    for (uint64_t power = prime - 2; power; power >>= 1, a = times(a, a, prime))
        if (power & 1) found = times(found, a, prime);
    return found;
}

static uint64_t *modulo(const Polynomial *all, uint64_t prime) {
    uint64_t *rest = get((size_t)all->size, sizeof *rest);
    for (int i = 0; i < all->size; i++) {
        Natural copy = of_limbs(all->coefficient[i].limb, all->coefficient[i].size);
        rest[i] = divide(&copy, prime);
        if (all->negative[i] && rest[i]) rest[i] = prime - rest[i];
    }
    return rest;
}

static bool are_coprime(const Polynomial *one, const Polynomial *other, uint64_t prime) {
    uint64_t *p = modulo(one, prime), *q = modulo(other, prime);
    int n = one->size, m = other->size;
    if (!p[n - 1] || !q[m - 1]) return false;
    while (m > 1) { /* Euclid: q is not 0 */
        const uint64_t lead = inverse(q[m - 1], prime);
        for (; n >= m; n--) {
            const uint64_t factor = prime - times(p[n - 1], lead, prime);
            for (int i = 0; i < m; i++) p[n - m + i] = (uint64_t)(((Double)p[n - m + i] + times(factor % prime, q[i], prime)) % prime);
        }
        while (n && !p[n - 1]) n--;
        uint64_t *rest = p;
        const int size = n;
        p = q, n = m, q = rest, m = size;
    }
    return m == 1;
}

/* Classes of states that lead equally often into each class */

typedef struct {
    int state, size;
    Step *step; /* into classes, in order */
} Signature;

static const int *class_of; /* to sort states */

static int by_class(const void *a, const void *b) { return ((const Step *)a)->to - ((const Step *)b)->to; }

static int by_steps(const Signature *one, const Signature *other) {
    if (class_of[one->state] != class_of[other->state]) return class_of[one->state] - class_of[other->state];
    if (one->size != other->size) return one->size - other->size;
    for (int i = 0; i < one->size; i++) {
        const Step *p = &one->step[i], *q = &other->step[i];
        const int k = p->times[1] == q->times[1] ? 0 : 1;
        if (p->to != q->to) return p->to - q->to;
        if (p->times[k] != q->times[k]) return p->times[k] < q->times[k] ? -1 : 1;
    }
    return 0;
}

static int by_signature(const void *a, const void *b) { return by_steps(a, b); }

/* The steps of a state into classes. */
static Signature signature_of(const Automaton *automaton, int state, Step *room) {
    Signature found = {state, 0, room};
    const int begin = automaton->begin[state], size = automaton->begin[state + 1] - begin;
    for (int i = 0; i < size; i++) room[i] = automaton->step[begin + i], room[i].to = class_of[room[i].to];
    if (size) qsort(room, (size_t)size, sizeof *room, by_class);
    for (int i = 0; i < size; i++) {
        if (found.size && room[found.size - 1].to == room[i].to) add_limbs(room[found.size - 1].times, 2, room[i].times, 2);
        else room[found.size++] = room[i];
    }
    return found;
}

/* The automaton of classes, in which the empty state is class 0, alone. */
static Automaton merged(const Automaton *automaton) {
    const int states = automaton->states;
    int *class = get((size_t)states, sizeof(int)), classes = 0;
    Step *room = get((size_t)automaton->steps, sizeof *room);
    Signature *list = get((size_t)states, sizeof *list);
    for (int s = 1; s < states; s++) class[s] = 1;
    for (int before = -1; before != classes;) {
        before = classes, class_of = class;
        for (int s = 0; s < states; s++) list[s] = signature_of(automaton, s, room + automaton->begin[s]);
        qsort(list, (size_t)states, sizeof *list, by_signature);
        int *next = get((size_t)states, sizeof(int));
        classes = 0;
        for (int i = 0; i < states; i++) next[list[i].state] = i && by_steps(&list[i - 1], &list[i]) ? ++classes : classes;
        memcpy(class, next, (size_t)states * sizeof(int));
        free(next);
    }
    Automaton found = {.states = classes + 1, .begin = get((size_t)classes + 2, sizeof(int)), .step = get((size_t)automaton->steps, sizeof(Step))};
    for (int i = 0, c = 0; i < states; i++) { /* one state of each class, in order */
        if (class[list[i].state] != c) continue;
        const Signature one = signature_of(automaton, list[i].state, room);
        memcpy(found.step + found.steps, one.step, (size_t)one.size * sizeof(Step));
        found.steps += one.size, found.begin[++c] = found.steps;
    }
    free(class), free(room), free(list);
    return found;
}

/* Numbers of walks of 0, 1, ... steps from class 0 to itself. */
static Natural *walks_of(const Automaton *automaton, int lengths) {
    const size_t states = (size_t)automaton->states;
    Natural *walks = get((size_t)lengths, sizeof *walks), *now = get(states, sizeof *now), *next = get(states, sizeof *next);
    add_product(&now[0], natural(1), natural(1));
    for (int n = 0; n < lengths; n++) {
        walks[n] = of_limbs(now[0].limb, now[0].size);
        for (size_t s = 0; s < states; s++) {
            next[s].size = 0;
            for (int i = automaton->begin[s]; i < automaton->begin[s + 1]; i++) {
                Step *step = &automaton->step[i];
                add_product(&next[s], now[step->to], (Natural){.size = step->times[1] ? 2 : 1, .limb = step->times});
            }
        }
        Natural *before = now;
        now = next, next = before;
    }
    return walks;
}

/* Checks that the numbers of walks from the empty state to itself are the coefficients of the quotient, in lowest terms. */
void check_series(const Automaton *automaton, const Json *numerator, const Json *denominator, const char *file) {
    static const uint64_t primes[] = {2305843009213693951u, 2147483647u, 1000000009u, 1000000007u, 998244353u};
    const Polynomial n = read_polynomial(numerator, file), d = read_polynomial(denominator, file);
    if (d.negative[0] || !as_large(d.coefficient[0], natural(1))) refuse("%s: the first coefficient of \"denominator\" is not 1", file);
    bool coprime = false;
    for (int p = 0; p < 5; p++) coprime = coprime || are_coprime(&n, &d, primes[p]);
    if (!coprime) refuse("%s: \"numerator\" and \"denominator\" have a common factor", file);
    const Automaton classes = merged(automaton);
    if (d.size - 1 > classes.states || n.size > classes.states) refuse("%s: polynomials of a larger degree than the states allow", file);
    const int lengths = (d.size - 1 + classes.states - 1 > n.size - 1 + classes.states ? d.size - 1 + classes.states - 1 : n.size - 1 + classes.states) + 1;
    const Natural *walks = walks_of(&classes, lengths);
    for (int k = 0; k < lengths; k++) {
        Natural side[2] = {{0}, {0}}; /* what is added, and what is taken away */
        for (int i = 0; i < d.size && i <= k; i++) add_product(&side[d.negative[i]], d.coefficient[i], walks[k - i]);
        if (k < n.size) add_product(&side[!n.negative[k]], n.coefficient[k], natural(1));
        if (!as_large(side[0], side[1])) refuse("%s: the number of tilings of length %d is another one", file, k);
    }
}
