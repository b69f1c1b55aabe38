/* Symmetries: docs/certificates.md, "Symmetries". */
#include "checker.h"
#include <stdlib.h>
#include <string.h>

/* What moves options: cells (and places outside) go to others, colours of tiles become others, NULL for none. */
typedef struct {
    const Puzzle *puzzle;
    const Cover *cover;
    const int *to, *tint;
    const bool *only; /* NULL, or the cells on which alone placements count */
} Move;

enum { NO_PLACEMENT = -1, LEFT_OUT = -2 };

/* The option to which a placement is moved if its piece becomes another; LEFT_OUT if rules leave this one out. */
static int moved(const Move *move, const Option *one, int piece) {
    int cell[one->size], colour[one->colours];
    Option wanted = {.piece = piece, .size = one->size, .colours = one->colours, .cell = cell, .colour = colour};
    for (int i = 0; i < one->size; i++) cell[i] = move->to[one->cell[i]];
    if (move->puzzle->sides && one->piece != move->cover->empties) {
        if (!tile_moved(move->puzzle, one->cell[0], one->colour, move->to, move->tint, colour)) return NO_PLACEMENT;
    } else memcpy(colour, one->colour, (size_t)one->colours * sizeof(int));
    int option = option_of(move->cover, &wanted);
    return option >= 0 ? option : is_placed(move->cover, &wanted) ? LEFT_OUT : NO_PLACEMENT;
}

/* Whether the placements of `other` are the images of those of `piece`, before rules leave some out. */
static bool becomes(const Move *move, int piece, int other) {
    int here = 0, there = 0;
    const Options *placed = &move->cover->placed;
    for (int i = 0; i < placed->size; i++) {
        const Option *one = &placed->list[i];
        if (move->only && !move->only[one->cell[0]]) continue;
        here += one->piece == piece, there += one->piece == other;
        if (one->piece == piece && moved(move, one, other) == NO_PLACEMENT) return false;
    }
    return here == there;
}

static bool overlap(const Cover *cover, int p, int q, bool equal) {
    const int *low = cover->low + cover->cells, *high = cover->high + cover->cells;
    return equal ? low[p] == low[q] && high[p] == high[q] : low[p] <= high[q] && low[q] <= high[p];
}

/* Matches the pieces that are not their own images in pairs. */
static void pair(const Move *move, int *image) {
    const Cover *cover = move->cover;
    for (int p = 0; p < cover->pieces; p++) image[p] = becomes(move, p, p) ? p : -1;
    for (int equal = 1; equal >= 0; equal--)
        for (int p = 0; p < cover->pieces; p++)
            for (int q = p + 1; image[p] < 0 && q < cover->pieces; q++)
                if (image[q] < 0 && overlap(cover, p, q, equal) && becomes(move, p, q) && becomes(move, q, p)) image[p] = q, image[q] = p;
}

/* Pieces with `rotate`: `group[p]` is the first of the pieces that are mates of each other. */
static int *mates(const Move *still, const Group *all) {
    const Cover *cover = still->cover;
    int *group = get((size_t)cover->pieces, sizeof(int));
    for (int p = 0; p < cover->pieces; p++) group[p] = p;
    for (int equal = 1; equal >= 0; equal--)
        for (int p = 0; p < cover->pieces; p++)
            for (int q = 0; q < cover->pieces; q++) {
                bool fits = q != p && p != cover->empties && q != cover->empties && overlap(cover, p, q, equal), made = false;
                for (int r = 0; fits && r < cover->pieces; r++)
                    fits = (r == q || group[r] != group[q]) && !(group[r] == group[p] && becomes(still, r, q));
                for (int s = 0; fits && !made && s < all->size; s++) {
                    Move move = {still->puzzle, cover, all->each[s].cell, NULL, NULL};
                    made = !all->each[s].rotation && becomes(&move, p, q);
                }
                if (fits && made) group[q] = group[p];
            }
    return group;
}

static void among_mates(const Move *move, const int *group, int *image) {
    const Cover *cover = move->cover;
    for (int p = 0; p < cover->pieces; p++) {
        image[p] = becomes(move, p, p) ? p : -1;
        for (int q = 0; q < cover->pieces && image[p] < 0; q++)
            if (group[q] == group[p] && becomes(move, p, q)) image[p] = q;
    }
}

/* Whether each piece has a number of copies that is within its bounds and those of its image. */
static bool can_be(const Cover *cover, const int *image) {
    for (int p = 0; p < cover->pieces; p++)
        if (image[p] < 0 ? cover->low[cover->cells + p] > 0 : !overlap(cover, p, image[p], false)) return false;
    return true;
}

/* The images of the pieces that have cells among these: their own where nothing is mirrored; -1 where both are met. */
static const int *images_at(const Move *move, const Symmetry *symmetry, const int *cell, int size) {
    int mirrored = 0, *image = get((size_t)move->cover->pieces, sizeof(int));
    if (!symmetry->mirrored) return symmetry->piece;
    for (int i = 0; i < size; i++) mirrored += symmetry->mirrored[cell ? cell[i] : i];
    for (int p = 0; p < move->cover->pieces; p++)
        image[p] = mirrored == 0 || symmetry->piece[p] == p ? p : mirrored == size ? symmetry->piece[p] : -1;
    return image;
}

static void extend(const Move *move, Symmetry *symmetry) {
    const Cover *cover = move->cover;
    const int *everywhere = images_at(move, symmetry, NULL, cover->cells);
    symmetry->item = get((size_t)cover->items, sizeof(int)), symmetry->option = get((size_t)cover->options, sizeof(int));
    symmetry->total = true;
    for (int i = 0; i < cover->items; i++) {
        int to, piece = i - cover->cells;
        const About *about = piece < cover->pieces ? NULL : &cover->about[piece - cover->pieces];
        if (piece < 0) to = symmetry->cell[i];
        else if (!about) to = everywhere[piece] < 0 ? -1 : cover->cells + everywhere[piece];
        else if (move->puzzle->sides) to = image_of_edge(move->puzzle, cover, i, symmetry->cell, move->tint);
        else to = image_of_item(cover, i, symmetry->cell, about->size ? images_at(move, symmetry, about->cell, about->size) : everywhere);
        symmetry->item[i] = to;
        symmetry->total &= to >= 0 && cover->low[i] == cover->low[to] && cover->high[i] == cover->high[to];
    }
    for (int o = 0; o < cover->options; o++) {
        const Option *option = &cover->option[o];
        bool turned = symmetry->mirrored && !symmetry->mirrored[option->cell[0]];
        int piece = turned ? option->piece : symmetry->piece[option->piece];
        symmetry->option[o] = piece < 0 ? NO_PLACEMENT : moved(move, option, piece);
        if (piece >= 0 && symmetry->option[o] == NO_PLACEMENT) refuse("a symmetry does not map placements to placements");
        symmetry->total &= symmetry->option[o] >= 0;
    }
}

/* The tiles that an exchange of colours makes of all; of several equal ones, the first of the first. */
static int *exchanged(const Move *move) {
    const Cover *cover = move->cover;
    int *image = get((size_t)cover->pieces, sizeof(int));
    bool *taken = get((size_t)cover->pieces, sizeof(bool));
    for (int p = 0; p < cover->pieces; p++) {
        int q = 0;
        while (q < cover->pieces && (taken[q] || !overlap(cover, p, q, true) || !becomes(move, p, q))) q++;
        if (q == cover->pieces) refuse("puzzle.json: \"interchangeable\" makes a tile into none");
        taken[image[p] = q] = true;
    }
    return image;
}

/* Isometries that move the cells and all edges that are items alike are one, too. */
static void join(const Move *still, Group *all) {
    const Cover *cover = still->cover;
    int size = 0, first = cover->cells + cover->pieces;
    for (int s = 0; s < all->size; s++) {
        int earlier = 0;
        for (; earlier < size; earlier++) {
            const int *a = all->each[earlier].cell, *b = all->each[s].cell;
            bool alike = !memcmp(a, b, (size_t)cover->cells * sizeof(int));
            for (int i = first; alike && i < cover->items; i++)
                alike = image_of_edge(still->puzzle, cover, i, a, NULL) == image_of_edge(still->puzzle, cover, i, b, NULL);
            if (alike) break;
        }
        if (earlier == size) all->each[size++] = all->each[s];
        else all->each[earlier].rotation |= all->each[s].rotation;
    }
    all->size = size;
}

/* The isometries of the board that are symmetries, with the images of the pieces. */
static Group isometries(const Move *still) {
    Group all = {0};
    const Cover *cover = still->cover;
    const Puzzle *puzzle = still->puzzle;
    size_t pieces = (size_t)cover->pieces;
    if (puzzle->fixed) add_permutation(&all, (int *)still->to, puzzle->cells + puzzle->outsiders, true);
    else if (!puzzle->separate || !permute_parts(puzzle, cover, &all)) permute_cells(puzzle, &all);
    if (puzzle->sides) join(still, &all);
    int *same = get(pieces, sizeof(int)), *paired = NULL, *mate = NULL, kept = 0;
    for (int p = 0; p < cover->pieces; p++) same[p] = p;
    for (int p = 0; p < puzzle->pieces; p++)
        if (puzzle->piece[p].rotate != ANY && !mate) mate = mates(still, &all);
    if (all.size && all.each[0].mirrored) { /* the images are those of a symmetry that mirrors most cells */
        int most = 0, best = 0;
        for (int s = 0; s < all.size; s++) {
            int mirrored = 0;
            for (int c = 0; c < cover->cells; c++) mirrored += all.each[s].mirrored[c];
            if (mirrored > most) most = mirrored, best = s;
        }
        Move move = {puzzle, cover, all.each[best].cell, NULL, all.each[best].mirrored};
        pair(&move, paired = get(pieces, sizeof(int)));
        kept = true;
    }
    for (int s = 0; s < all.size; s++) {
        Symmetry *one = &all.each[s];
        Move move = {puzzle, cover, one->cell, NULL, one->mirrored};
        one->piece = one->rotation ? same : mate || !paired ? get(pieces, sizeof(int)) : paired;
        if (one->rotation) continue;
        if (mate) among_mates(&move, mate, one->piece);
        else if (!paired) pair(&move, paired = one->piece);
        kept |= can_be(cover, one->piece);
    }
    int size = 0;
    for (int s = 0; s < all.size; s++)
        if (all.each[s].rotation || kept) all.each[size++] = all.each[s];
    all.size = size;
    return all;
}

Group group_of(const Puzzle *puzzle, const Cover *cover) {
    int size, places = puzzle->cells + puzzle->outsiders, *same = get((size_t)places, sizeof(int));
    for (int c = 0; c < places; c++) same[c] = c;
    Move still = {puzzle, cover, same, NULL, NULL};
    Group moves = isometries(&still), group = {0};
    int **tints = exchanges(puzzle, &size);
    group.uneven = moves.size && moves.each[0].mirrored;
    for (int p = 0; p < puzzle->pieces; p++) group.uneven |= puzzle->piece[p].rotate != ANY;
    group.each = get((size_t)(moves.size * size), sizeof *group.each);
    for (int e = 0; e < size; e++) {
        Move exchange = {puzzle, cover, same, tints[e], NULL};
        int *becoming = e ? exchanged(&exchange) : NULL;
        for (int s = 0; s < moves.size; s++) {
            Symmetry one = moves.each[s];
            Move move = {puzzle, cover, one.cell, tints[e], NULL};
            if (e) {
                int *after = get((size_t)cover->pieces, sizeof(int));
                for (int p = 0; p < cover->pieces; p++) after[p] = one.piece[p] < 0 ? -1 : becoming[one.piece[p]];
                one.piece = after, one.rotation = false;
            }
            one.isometry = !e;
            extend(&move, &one);
            group.rotations += one.rotation, group.isometries += one.isometry, group.each[group.size++] = one;
        }
    }
    return group;
}
