/* How the cells of a board may move, as a whole and in parts: docs/certificates.md, "Symmetries". */
#include "checker.h"
#include <stdlib.h>
#include <string.h>

enum { MOST = 20000 }; /* symmetries */

/* Adds the permutations of the cells that isometries make; two isometries that move the cells alike are one. */
void add_permutation(Group *group, int *cell, int places, bool rotation, int kinds, bool flat) {
    for (int s = 0; s < group->size; s++)
        if (!memcmp(group->each[s].cell, cell, (size_t)places * sizeof(int))) {
            Symmetry *one = &group->each[s];
            one->rotation |= rotation, one->kinds |= kinds;
            if (!flat && one->kinds & TURNS) one->kinds &= TURNS;
            return;
        }
    group->each = enlarged(group->each, (size_t)group->size + 1, sizeof(Symmetry));
    group->each[group->size++] = (Symmetry){.cell = cell, .rotation = rotation, .kinds = kinds};
}

static bool alike(const Puzzle *puzzle, int c, int d) {
    int r = 0;
    while (r < puzzle->regions && puzzle->region[r][c] == puzzle->region[r][d]) r++;
    return r == puzzle->regions && puzzle->optional[c] == puzzle->optional[d] && puzzle->colour[c] == puzzle->colour[d];
}

/* Whether it is the same, up to periods, to glide after an isometry and before; it takes the first cell to one of the board. */
static bool keeps_glide(const Puzzle *puzzle, const Image *image, int first) {
    const Point start = puzzle->exact[first], way = image->point[puzzle->cells + puzzle->outsiders + puzzle->frames + puzzle->periods + puzzle->falls];
    return is_origin(reduced(puzzle, less(plus(start, way), glided(puzzle, start)), 1));
}

/* Adds the permutations by isometries whose images of the board and the frame are given. */
static void permute(const Puzzle *puzzle, Group *group, const Image *image, int turned, bool rotations) {
    int places = puzzle->cells + puzzle->outsiders, points = places + puzzle->frames;
    for (int i = 0; i < turned; i++) {
        const Point *vector = image[i].point + points; /* the periods, and what is up, follow the cells and the frame */
        bool keeps = !puzzle->glides || commute(&puzzle->grid, image[i].element, puzzle->glide);
        for (int k = 0; k < puzzle->periods; k++) keeps &= is_origin(reduced(puzzle, vector[k], 1));
        if (puzzle->falls) keeps &= !by_point(&vector[puzzle->periods], &puzzle->up);
        for (int first = 0; keeps && first < puzzle->cells; first++) {
            if (!translates(&puzzle->grid, less(puzzle->exact[first], image[i].landing))) continue;
            if (puzzle->glides && !keeps_glide(puzzle, &image[i], first)) continue;
            int *cell = get((size_t)places, sizeof(int)), at = 0;
            for (; at < points; at++) {
                const Point to = plus(puzzle->exact[first], image[i].point[at]);
                if (at < places) {
                    cell[at] = place_at(puzzle, to);
                    if (cell[at] < 0 || (at < puzzle->cells) != (cell[at] < puzzle->cells)) break;
                    if (at < puzzle->cells && !alike(puzzle, at, cell[at])) break;
                } else if (!bsearch(&to, puzzle->frame, (size_t)puzzle->frames, sizeof to, by_point)) break;
            }
            if (at == points) add_permutation(group, cell, places, rotations && !image[i].reflected, image[i].kind, puzzle->grid.flat);
        }
    }
}

void permute_cells(const Puzzle *puzzle, Group *group) {
    int places = puzzle->cells + puzzle->outsiders, points = places + puzzle->frames + puzzle->periods + puzzle->falls + puzzle->glides, turned;
    bool limited = !puzzle->grid.balls; /* whether the motions that every piece may make are in the point group */
    uint64_t common = ~(uint64_t)0;
    for (int p = 0; p < puzzle->pieces; p++)
        if (puzzle->piece[p].motions) common &= puzzle->piece[p].motions, limited = true;
    Point *all = get((size_t)points, sizeof *all);
    memcpy(all, puzzle->exact, (size_t)puzzle->cells * sizeof *all);
    if (puzzle->outsiders) memcpy(all + puzzle->cells, puzzle->outside, (size_t)puzzle->outsiders * sizeof *all);
    if (puzzle->frames) memcpy(all + places, puzzle->frame, (size_t)puzzle->frames * sizeof *all);
    for (int k = 0; k < puzzle->periods + puzzle->falls; k++) all[places + puzzle->frames + k] = plus(all[0], k < puzzle->periods ? puzzle->period[k] : puzzle->up);
    if (puzzle->glides) all[points - 1] = glided(puzzle, all[0]), common |= before_in(&puzzle->grid, puzzle->glide, common);
    Image *image = images(&puzzle->grid, all, points, puzzle->grid.balls ? 0 : common, true, &turned);
    permute(puzzle, group, image, turned, !puzzle->grid.balls || !limited);
    if (!puzzle->grid.balls || !limited) return;
    image = images(&puzzle->grid, all, points, common, false, &turned);
    permute(puzzle, group, image, turned, true);
}

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
                cell[k] = cell_at(puzzle, plus(start, image[i].point[k]));
                if (cell[k] < 0 || !inside[cell[k]] || !alike(puzzle, from->cell[k], cell[k])) break;
            }
            if (k == from->size) add_permutation(&moves, cell, from->size, !image[i].reflected, 0, true);
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
        all->each = enlarged(all->each, (size_t)all->size + 1, sizeof(Symmetry));
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

/* Refuses a piece that can lie in two parts at once, also where a rule leaves it out. */
static void stay_in_parts(const Puzzle *puzzle, const Placements *placed, const Part *part, int parts) {
    int *home = get((size_t)puzzle->cells, sizeof(int));
    for (int p = 0; p < parts; p++)
        for (int i = 0; i < part[p].size; i++) home[part[p].cell[i]] = p;
    for (int o = 0; o < placed->size; o++)
        for (int i = 1; i < placed->list[o].size; i++)
            if (home[placed->list[o].cell[i]] != home[placed->list[o].cell[0]])
                refuse("puzzle.json: with \"parts\", piece \"%s\" can lie in two parts at once", puzzle->piece[placed->list[o].piece].name);
}

/* All permutations of the cells that move parts; false if the board has one part only. */
bool permute_parts(const Puzzle *puzzle, const Placements *placed, Group *group) {
    Part *part = get((size_t)puzzle->cells, sizeof *part);
    int parts = parts_of(puzzle, part);
    uint64_t common = ~(uint64_t)0;
    if (parts < 2) return false;
    stay_in_parts(puzzle, placed, part, parts);
    for (int p = 0; p < puzzle->pieces; p++) common &= puzzle->piece[p].motions;
    Choice choice = {parts, part, get((size_t)(parts * parts), sizeof(Group)), get((size_t)parts, sizeof(bool)), {0}, group};
    choice.now.cell = get((size_t)puzzle->cells, sizeof(int)), choice.now.mirrored = get((size_t)puzzle->cells, sizeof(bool));
    for (int p = 0; p < parts; p++)
        for (int q = 0; q < parts; q++) choice.moves[p * parts + q] = moves_of(puzzle, &part[p], &part[q], common);
    choose(puzzle, &choice, 0);
    return true;
}
