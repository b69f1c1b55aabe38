/* Packings that are their own images, the rule `symmetric`: docs/rules.md, and docs/certificates.md. */
#include "checker.h"
#include <string.h>

static bool moves_none(const int *cell, int cells) {
    int c = 0;
    while (c < cells && cell[c] == c) c++;
    return c == cells;
}

/* Whether one permutation of the cells is a power of another. */
static bool is_power(const int *one, const int *of, int cells) {
    int *power = get((size_t)cells, sizeof(int));
    memcpy(power, of, (size_t)cells * sizeof(int));
    while (memcmp(power, one, (size_t)cells * sizeof(int)) && !moves_none(power, cells))
        for (int c = 0; c < cells; c++) power[c] = of[power[c]];
    return !memcmp(power, one, (size_t)cells * sizeof(int));
}

/* Refuses a kind of which the symmetries of the board make another one. */
static void stay_of_kind(const Symmetry *const *of_kind, int size, const Group *moves, int cells) {
    int *carried = get((size_t)cells, sizeof(int));
    for (int s = 0; s < size; s++)
        for (int h = 0; h < moves->size; h++) {
            const int *by = moves->each[h].cell;
            int t = 0;
            for (int c = 0; c < cells; c++) carried[by[c]] = by[of_kind[s]->cell[c]];
            while (t < size && memcmp(of_kind[t]->cell, carried, (size_t)cells * sizeof(int))) t++;
            if (t == size) refuse("puzzle.json: the rule \"symmetric\", symmetries of the board carry this one to others");
        }
}

/* A symmetry whose group is meant: one of the kind, no other one of which generates less. */
static const Symmetry *generator(const Puzzle *puzzle, const Rule *rule, const Group *moves) {
    const Symmetry **of_kind = get((size_t)moves->size, sizeof *of_kind), *meant = NULL;
    int size = 0, cells = puzzle->cells;
    for (int s = 0; s < moves->size; s++) {
        const Symmetry *one = &moves->each[s];
        if ((rule->kinds == ANY || one->kinds & rule->kinds) && !moves_none(one->cell, cells)) of_kind[size++] = one;
    }
    if (!size && rule->kinds == ANY) unsupported("the rule \"symmetric: any\" on a board without symmetries");
    if (!size) refuse("puzzle.json: the rule \"symmetric\", the board has no such symmetry");
    stay_of_kind(of_kind, size, moves, cells);
    for (int s = 0; s < size; s++) {
        bool least = true;
        for (int t = 0; t < size; t++) least &= !is_power(of_kind[t]->cell, of_kind[s]->cell, cells) || is_power(of_kind[s]->cell, of_kind[t]->cell, cells);
        if (least && meant && !is_power(of_kind[s]->cell, meant->cell, cells)) unsupported("the rule \"symmetric\" where several symmetries are meant");
        if (least) meant = of_kind[s];
    }
    return meant;
}

static bool meet(const Option *one, const Option *other) {
    for (int i = 0; i < one->size; i++)
        for (int k = 0; k < other->size; k++)
            if (one->cell[i] == other->cell[k]) return true;
    return false;
}

/* The least number of the images of a placement, and 1; 0 if one has no image, or overlaps another. */
static int orbit_of(const Move *move, const int *piece, int first) {
    enum { LONGEST = 24 };
    const Option *list = move->placed->list;
    int least = first, at = first, size = 0;
    do {
        const Option *one = &list[at];
        at = piece[one->piece] < 0 || size++ == LONGEST ? -1 : moved(move, one, piece[one->piece]);
        if (at < 0 || (at != first && meet(&list[at], &list[first]))) return 0;
        if (at < least) least = at;
    } while (at != first);
    return least + 1;
}

Quotient quotient_of(const Puzzle *puzzle, const Rule *rule, Placements *placed, const Group *moves) {
    const Symmetry *symmetry = generator(puzzle, rule, moves);
    const Move move = {puzzle, placed, symmetry->cell, NULL, NULL};
    Quotient quotient = {symmetry->cell, get((size_t)placed->size, sizeof(int))};
    for (int i = 0; i < placed->size; i++) {
        quotient.orbit[i] = orbit_of(&move, symmetry->piece, i);
        if (!quotient.orbit[i]) placed->list[i].out = true;
    }
    return quotient;
}
