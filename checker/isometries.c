/* Isometries of the board, and what they make of the pieces: docs/certificates.md, "Symmetries". */
#include "checker.h"
#include <stdlib.h>
#include <string.h>

int moved(const Move *move, const Option *one, int piece) {
    int cell[one->size], colour[one->colours];
    Option wanted = {.piece = piece, .size = one->size, .colours = one->colours, .cell = cell, .colour = colour};
    for (int i = 0; i < one->size; i++) cell[i] = move->to[one->cell[i]];
    if (move->puzzle->sides && one->piece != move->placed->empties) {
        if (!tile_moved(move->puzzle, one->cell[0], one->colour, move->to, move->tint, colour)) return -1;
    } else memcpy(colour, one->colour, (size_t)one->colours * sizeof(int));
    return placement_of(move->placed, &wanted);
}

static bool counts(const Move *move, const Option *one) { return !move->only || move->only[one->cell[0]]; }

static int counted(const Move *move, int piece) {
    int size = 0;
    for (int i = move->placed->begin[piece]; i < move->placed->begin[piece + 1]; i++) size += counts(move, &move->placed->list[i]);
    return size;
}

/* Whether the placements of `other` are the images of those of `piece`, before rules leave some out. */
bool becomes(const Move *move, int piece, int other) {
    if (counted(move, piece) != counted(move, other)) return false;
    const Placements *placed = move->placed;
    for (int i = placed->begin[piece]; i < placed->begin[piece + 1]; i++)
        if (counts(move, &placed->list[i]) && moved(move, &placed->list[i], other) < 0) return false;
    return true;
}

bool overlap(const Placements *placed, int p, int q, bool equal) {
    const int *low = placed->low, *high = placed->high;
    return equal ? low[p] == low[q] && high[p] == high[q] : low[p] <= high[q] && low[q] <= high[p];
}

/* Matches the pieces that are not their own images in pairs. */
static void pair(const Move *move, int *image) {
    const Placements *placed = move->placed;
    for (int p = 0; p < placed->pieces; p++) image[p] = becomes(move, p, p) ? p : -1;
    for (int equal = 1; equal >= 0; equal--)
        for (int p = 0; p < placed->pieces; p++)
            for (int q = p + 1; image[p] < 0 && q < placed->pieces; q++)
                if (image[q] < 0 && overlap(placed, p, q, equal) && becomes(move, p, q) && becomes(move, q, p)) image[p] = q, image[q] = p;
}

/* Pieces with `rotate`: `group[p]` is the first of the pieces that are mates of each other. */
static int *mates(const Move *still, const Group *all) {
    const Placements *placed = still->placed;
    int *group = get((size_t)placed->pieces, sizeof(int));
    for (int p = 0; p < placed->pieces; p++) group[p] = p;
    for (int equal = 1; equal >= 0; equal--)
        for (int p = 0; p < placed->pieces; p++)
            for (int q = 0; q < placed->pieces; q++) {
                bool fits = q != p && p != placed->empties && q != placed->empties && overlap(placed, p, q, equal), made = false;
                for (int r = 0; fits && r < placed->pieces; r++)
                    fits = (r == q || group[r] != group[q]) && !(group[r] == group[p] && becomes(still, r, q));
                for (int s = 0; fits && !made && s < all->size; s++) {
                    Move move = {still->puzzle, placed, all->each[s].cell, NULL, NULL};
                    made = !all->each[s].rotation && becomes(&move, p, q);
                }
                if (fits && made) group[q] = group[p];
            }
    return group;
}

static void among_mates(const Move *move, const int *group, int *image) {
    const Placements *placed = move->placed;
    for (int p = 0; p < placed->pieces; p++) {
        image[p] = becomes(move, p, p) ? p : -1;
        for (int q = 0; q < placed->pieces && image[p] < 0; q++)
            if (group[q] == group[p] && becomes(move, p, q)) image[p] = q;
    }
}

/* Whether each piece has a number of copies that is within its bounds and those of its image. */
static bool can_be(const Placements *placed, const int *image) {
    for (int p = 0; p < placed->pieces; p++)
        if (image[p] < 0 ? placed->low[p] > 0 : !overlap(placed, p, image[p], false)) return false;
    return true;
}

/* Isometries that move the cells and all edges that are items alike are one, too. */
static void join(const Puzzle *puzzle, Group *all) {
    int size = 0;
    for (int s = 0; s < all->size; s++) {
        int earlier = 0;
        for (; earlier < size; earlier++) {
            const int *a = all->each[earlier].cell, *b = all->each[s].cell;
            bool alike = !memcmp(a, b, (size_t)puzzle->cells * sizeof(int));
            for (int i = 0; alike && i < puzzle->edges; i++) alike = image_of_edge(puzzle, i, a, NULL) == image_of_edge(puzzle, i, b, NULL);
            if (alike) break;
        }
        if (earlier == size) all->each[size++] = all->each[s];
        else all->each[earlier].rotation |= all->each[s].rotation;
    }
    all->size = size;
}

/* The symmetry that mirrors most cells. */
static const Symmetry *most_mirrored(const Puzzle *puzzle, const Group *all) {
    int most = 0, best = 0;
    for (int s = 0; s < all->size; s++) {
        int mirrored = 0;
        for (int c = 0; c < puzzle->cells; c++) mirrored += all->each[s].mirrored[c];
        if (mirrored > most) most = mirrored, best = s;
    }
    return &all->each[best];
}

/* The isometries of the board, with the images of the pieces. */
Group isometries_of(const Puzzle *puzzle, const Placements *placed) {
    Group all = {0};
    int places = puzzle->cells + puzzle->outsiders, *here = get((size_t)places, sizeof(int));
    for (int c = 0; c < places; c++) here[c] = c;
    const Move still = {puzzle, placed, here, NULL, NULL};
    size_t pieces = (size_t)placed->pieces;
    if (puzzle->fixed) add_permutation(&all, here, places, true, 0, true);
    else if (!puzzle->separate || !permute_parts(puzzle, placed, &all)) permute_cells(puzzle, &all);
    if (puzzle->sides) join(puzzle, &all);
    int *same = get(pieces, sizeof(int)), *paired = NULL, *mate = NULL;
    for (int p = 0; p < placed->pieces; p++) same[p] = p;
    for (int p = 0; p < puzzle->pieces; p++)
        if (puzzle->piece[p].rotate != ANY && !mate) mate = mates(&still, &all);
    if (all.size && all.each[0].mirrored) { /* parts are moved separately */
        const Symmetry *most = most_mirrored(puzzle, &all);
        Move move = {puzzle, placed, most->cell, NULL, most->mirrored};
        pair(&move, paired = get(pieces, sizeof(int)));
        all.kept = true;
    }
    for (int s = 0; s < all.size; s++) {
        Symmetry *one = &all.each[s];
        Move move = {puzzle, placed, one->cell, NULL, one->mirrored};
        one->piece = one->rotation ? same : mate || !paired ? get(pieces, sizeof(int)) : paired;
        if (one->rotation) continue;
        if (mate) among_mates(&move, mate, one->piece);
        else if (!paired) pair(&move, paired = one->piece);
        all.kept |= can_be(placed, one->piece);
    }
    return all;
}
