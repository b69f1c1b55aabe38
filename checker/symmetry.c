/* Symmetries: docs/certificates.md, "Symmetries". */
#include "checker.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_IMAGES = 40000000 };

/* The images of the pieces that have cells among these: their own where nothing is mirrored; -1 where both are met. */
static const int *images_at(const Cover *cover, const Symmetry *symmetry, const int *cell, int size) {
    int mirrored = 0, *image = get((size_t)cover->pieces, sizeof(int));
    if (!symmetry->mirrored) return symmetry->piece;
    for (int i = 0; i < size; i++) mirrored += symmetry->mirrored[cell ? cell[i] : i];
    for (int p = 0; p < cover->pieces; p++)
        image[p] = mirrored == 0 || symmetry->piece[p] == p ? p : mirrored == size ? symmetry->piece[p] : -1;
    return image;
}

static void extend(const Cover *cover, const Move *move, Symmetry *symmetry) {
    const int *everywhere = images_at(cover, symmetry, NULL, cover->cells);
    int rules = cover->cells + cover->pieces;
    symmetry->item = get((size_t)cover->items, sizeof(int)), symmetry->option = get((size_t)cover->options, sizeof(int));
    symmetry->total = true;
    for (int i = 0; i < cover->items; i++) {
        int to, piece = i - cover->cells;
        if (piece < 0) to = symmetry->cell[i];
        else if (i < rules) to = everywhere[piece] < 0 ? -1 : cover->cells + everywhere[piece];
        else if (move->puzzle->sides) to = image_of_edge(move->puzzle, i - rules, symmetry->cell, move->tint);
        else {
            const Cells cells = cells_of(&cover->about[i - rules].place);
            to = image_of_item(move->puzzle, cover, i - rules, symmetry->cell, cells.size ? images_at(cover, symmetry, cells.cell, cells.size) : everywhere);
        }
        if (i >= rules && to >= 0) to += rules;
        symmetry->item[i] = to;
        symmetry->total &= to >= 0 && cover->low[i] == cover->low[to] && cover->high[i] == cover->high[to];
    }
    for (int o = 0; o < cover->options; o++) {
        const Option *option = &cover->option[o];
        bool turned = symmetry->mirrored && !symmetry->mirrored[option->cell[0]];
        int piece = turned ? option->piece : symmetry->piece[option->piece];
        int place = piece < 0 ? -1 : moved(move, option, piece);
        if (piece >= 0 && place < 0) refuse("a symmetry does not map placements to placements");
        symmetry->option[o] = place < 0 ? -1 : cover->placed.list[place].number;
        symmetry->total &= symmetry->option[o] >= 0;
    }
}

/* The tiles that an exchange of colours makes of all; of several equal ones, the first of the first. */
static int *exchanged(const Move *move) {
    const Placements *placed = move->placed;
    int *image = get((size_t)placed->pieces, sizeof(int));
    bool *taken = get((size_t)placed->pieces, sizeof(bool));
    for (int p = 0; p < placed->pieces; p++) {
        int q = 0;
        while (q < placed->pieces && (taken[q] || !overlap(placed, p, q, true) || !becomes(move, p, q))) q++;
        if (q == placed->pieces) refuse("puzzle.json: \"interchangeable\" makes the tile \"%s\" into none", move->puzzle->piece[p].name);
        taken[image[p] = q] = true;
    }
    return image;
}

Group group_of(const Puzzle *puzzle, const Cover *cover) {
    int size, places = puzzle->cells + puzzle->outsiders, *same = get((size_t)places, sizeof(int));
    for (int c = 0; c < places; c++) same[c] = c;
    const Group moves = isometries_of(puzzle, &cover->placed);
    Group group = {.uneven = moves.size && moves.each[0].mirrored};
    int **tints = exchanges(puzzle, &size);
    if ((Integer)moves.size * size * cover->options > MOST_IMAGES) unsupported("more than %d images of placements under symmetries", MOST_IMAGES);
    for (int p = 0; p < puzzle->pieces; p++) group.uneven |= puzzle->piece[p].rotate != ANY;
    group.each = get((size_t)(moves.size * size), sizeof *group.each);
    for (int e = 0; e < size; e++) {
        Move exchange = {puzzle, &cover->placed, same, tints[e], NULL};
        int *becoming = e ? exchanged(&exchange) : NULL;
        for (int s = 0; s < moves.size; s++) {
            Symmetry one = moves.each[s];
            if (!one.rotation && !moves.kept) continue;
            Move move = {puzzle, &cover->placed, one.cell, tints[e], NULL};
            if (e) {
                int *after = get((size_t)cover->pieces, sizeof(int));
                for (int p = 0; p < cover->pieces; p++) after[p] = one.piece[p] < 0 ? -1 : becoming[one.piece[p]];
                one.piece = after, one.rotation = false;
            }
            one.isometry = !e;
            extend(cover, &move, &one);
            group.rotations += one.rotation, group.isometries += one.isometry, group.each[group.size++] = one;
        }
    }
    return group;
}
