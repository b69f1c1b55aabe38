/* Boards whose parts are moved each by itself: docs/certificates.md, "Symmetries". */
#include "checker.h"
#include <stdlib.h>
#include <string.h>

enum { MOST = 20000 }; /* symmetries */

typedef struct {
    int size, *cell;
} Part;

static int parts_of(const Puzzle *puzzle, Part *part) {
    int size = 0;
    bool *seen = get((size_t)puzzle->cells, sizeof(bool));
    for (int first = 0; first < puzzle->cells; first++) {
        if (seen[first]) continue;
        Part one = {1, get((size_t)puzzle->cells, sizeof(int))};
        one.cell[0] = first, seen[first] = true;
        for (int i = 0; i < one.size; i++) {
            int beside[32];
            Point vector[32];
            for (int n = neighbours(puzzle, one.cell[i], beside, vector); n--;)
                if (beside[n] >= 0 && !seen[beside[n]]) seen[beside[n]] = true, one.cell[one.size++] = beside[n];
        }
        part[size++] = one;
    }
    return size;
}

/* The ways to move one part onto another: the images of its cells, each once, and whether it is a rotation. */
static Group moves_of(const Puzzle *puzzle, const Part *from, const Part *to, uint64_t common) {
    Group moves = {0};
    Point *points = get((size_t)from->size, sizeof *points);
    bool *inside = get((size_t)puzzle->cells, sizeof(bool));
    int turned;
    for (int i = 0; i < from->size; i++) points[i] = puzzle->exact[from->cell[i]];
    for (int i = 0; i < to->size; i++) inside[to->cell[i]] = true;
    Image *image = images(&puzzle->grid, points, from->size, puzzle->grid.balls ? 0 : common, true, &turned);
    for (int i = 0; from->size == to->size && i < turned; i++)
        for (int first = 0; first < to->size; first++) {
            Point start = puzzle->exact[to->cell[first]];
            int *cell = get((size_t)from->size, sizeof(int)), k = 0;
            if (!translates(&puzzle->grid, less(start, image[i].landing))) continue;
            for (; k < from->size; k++) {
                Point at = start;
                for (int x = 0; x < 3; x++) at.x[x] += image[i].point[k].x[x];
                cell[k] = cell_at(puzzle, at);
                if (cell[k] < 0 || !inside[cell[k]] || !alike(puzzle, from->cell[k], cell[k])) break;
            }
            if (k == from->size) add_permutation(&moves, cell, from->size, !image[i].reflected);
        }
    return moves;
}

typedef struct {
    int parts;
    const Part *part;
    Group *moves; /* parts x parts */
    bool *taken;
    Symmetry now;
    Group *all;
} Choice;

/* Chooses where a part goes, and how, after those before it. */
static void choose(const Puzzle *puzzle, Choice *choice, int p) {
    size_t bytes = (size_t)puzzle->cells;
    if (p == choice->parts) {
        if (choice->all->size == MOST) unsupported("more than %d symmetries", MOST);
        Group *all = choice->all;
        if (!(all->each = realloc(all->each, (size_t)(all->size + 1) * sizeof(Symmetry)))) refuse("no memory");
        Symmetry one = {.rotation = true, .cell = get(bytes, sizeof(int)), .mirrored = get(bytes, sizeof(bool))};
        memcpy(one.cell, choice->now.cell, bytes * sizeof(int)), memcpy(one.mirrored, choice->now.mirrored, bytes * sizeof(bool));
        for (int c = 0; c < puzzle->cells; c++) one.rotation &= !one.mirrored[c];
        all->each[all->size++] = one;
        return;
    }
    for (int q = 0; q < choice->parts; q++) {
        const Group *moves = &choice->moves[p * choice->parts + q];
        if (choice->taken[q]) continue;
        choice->taken[q] = true;
        for (int m = 0; m < moves->size; m++) {
            for (int k = 0; k < choice->part[p].size; k++) {
                int c = choice->part[p].cell[k];
                choice->now.cell[c] = moves->each[m].cell[k], choice->now.mirrored[c] = !moves->each[m].rotation;
            }
            choose(puzzle, choice, p + 1);
        }
        choice->taken[q] = false;
    }
}

/* All permutations of the cells that move parts; false if the board has one part only. */
bool permute_parts(const Puzzle *puzzle, Group *group) {
    Part *part = get((size_t)puzzle->cells, sizeof *part);
    int parts = parts_of(puzzle, part);
    uint64_t common = ~(uint64_t)0;
    if (parts < 2) return false;
    for (int p = 0; p < puzzle->pieces; p++) common &= puzzle->piece[p].motions;
    Choice choice = {parts, part, get((size_t)(parts * parts), sizeof(Group)), get((size_t)parts, sizeof(bool)), {0}, group};
    choice.now.cell = get((size_t)puzzle->cells, sizeof(int)), choice.now.mirrored = get((size_t)puzzle->cells, sizeof(bool));
    for (int p = 0; p < parts; p++)
        for (int q = 0; q < parts; q++) choice.moves[p * parts + q] = moves_of(puzzle, &part[p], &part[q], common);
    choose(puzzle, &choice, 0);
    return true;
}
