/* Where pieces can lie, and the piece that stands for an empty cell: docs/certificates.md, "Items and options". */
#include "checker.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_PLACEMENTS = 400000 };

static int by_place(const void *a, const void *b) { /* two options: by piece, cells, colours */
    const Option *p = a, *q = b;
    if (p->piece != q->piece) return p->piece < q->piece ? -1 : 1;
    for (int i = 0; i < p->size && i < q->size; i++)
        if (p->cell[i] != q->cell[i]) return p->cell[i] < q->cell[i] ? -1 : 1;
    for (int i = 0; i < p->colours && i < q->colours; i++)
        if (p->colour[i] != q->colour[i]) return p->colour[i] < q->colour[i] ? -1 : 1;
    return (p->size > q->size) - (p->size < q->size);
}

/* Of several that cover the same cells of a board that wraps round: the one whose shape, before it does, comes first. */
static int by_shape(const void *a, const void *b) {
    const Option *p = a, *q = b;
    int order = by_place(p, q);
    for (int i = 0; !order && p->before && i < p->size; i++) {
        Point one = less(p->before[i], p->before[0]), other = less(q->before[i], q->before[0]);
        order = i ? by_point(&one, &other) : p->before[0].x[2] - q->before[0].x[2];
    }
    return order || !p->before ? order : by_point(p->before, q->before);
}

/* Brings the cells before the board wraps round into order, with the first one on the board that periods lead there. */
static void settle(const Puzzle *puzzle, Option *one) {
    const Grid *grid = &puzzle->grid;
    Point by;
    bool found = false;
    for (int k = 0; k < one->size; k++) one->before[k] = cell_of(grid, one->before[k]);
    qsort(one->before, (size_t)one->size, sizeof(Point), by_point);
    for (int k = 0; k < one->size && !found; k++) {
        const Point at = exact(grid, one->before[k]);
        const int home = cell_at(puzzle, at);
        by = less(puzzle->cell[home], one->before[k]), found = is_origin(reduced(puzzle, less(puzzle->exact[home], at), 1));
    }
    if (!found) { /* a glide leads all of them there */
        for (int k = 0; k < one->size; k++) one->before[k] = glided(puzzle, exact(grid, one->before[k]));
        settle(puzzle, one);
        return;
    }
    for (int k = 0; k < one->size; k++) one->before[k] = plus(one->before[k], by);
}

static void sort_cells(int size, int *cell, int *colour) { /* by Shell's way, with the steps 9, 4 and 1 */
    for (int step = size > 9 ? 9 : 1; step; step = 4 * step / 9)
        for (int i = step; i < size; i++) {
            const int a = cell[i], b = colour[i];
            int j = i;
            for (; j >= step && a < cell[j - step]; j -= step) cell[j] = cell[j - step], colour[j] = colour[j - step];
            cell[j] = a, colour[j] = b;
        }
}

int placement_of(const Placements *placed, Option *wanted) {
    if (wanted->size > 1) sort_cells(wanted->size, wanted->cell, wanted->colour);
    if (placed->either_end[wanted->piece]) from_either_end(wanted->size, wanted->colour);
    const int *begin = placed->begin + wanted->piece, size = begin[1] - begin[0];
    const Option *found = size ? bsearch(wanted, placed->list + *begin, (size_t)size, sizeof *wanted, by_place) : NULL;
    return found ? (int)(found - placed->list) : -1;
}

static void put(Placements *all, Option one) {
    if (all->size == all->room) all->list = enlarged(all->list, (size_t)(all->room = 2 * all->room + 64), sizeof one);
    if (all->size == MOST_PLACEMENTS) unsupported("more than %d placements", MOST_PLACEMENTS);
    all->list[all->size++] = one;
}

/* What is below a placement, and whether that is the floor. */
static void look_below(const Puzzle *puzzle, Option *one) {
    one->under.cell = get((size_t)one->size, sizeof(int));
    for (int k = 0; k < one->size; k++) {
        int d = below(puzzle, one->cell[k]);
        if (d < 0) one->rests = true;
        else if (!bsearch(&d, one->cell, (size_t)one->size, sizeof(int), by_number)) one->under.cell[one->under.size++] = d;
    }
    if (one->under.size) qsort(one->under.cell, (size_t)one->under.size, sizeof(int), by_number);
}

/* The undersides that may have no cell of a piece, of placements that do not rest on the floor. */
Places undersides_of(const Puzzle *puzzle, const Placements *placed) {
    Cells *list = get((size_t)placed->size, sizeof *list);
    int size = 0;
    for (int i = 0; i < placed->size; i++) {
        const Option *one = &placed->list[i];
        bool free = one->piece != placed->empties && !one->rests;
        for (int k = 0; k < one->under.size; k++) free &= puzzle->optional[one->under.cell[k]];
        if (free) list[size++] = one->under;
    }
    return of_sets(list, size);
}

/* Whether a tile can lie there, carried to its cell of the board; and the colours of its sides. */
static bool tile_lies(const Puzzle *puzzle, const Piece *tile, const Image *image, Point start, Option *one) {
    Point way[6];
    const Point home = puzzle->exact[one->cell[0]];
    const bool here = !by_point(&start, &home);
    for (int i = 0; i < puzzle->sides; i++) way[i] = here ? image->point[i + 1] : less(glided(puzzle, plus(start, image->point[i + 1])), glided(puzzle, start));
    return tile_on(puzzle, tile, way, one->cell[0], one->colour);
}

/* Puts the image of a piece whose first cell lies at a place, if it can lie there. */
static void put_image(const Puzzle *puzzle, int p, const Image *image, Point start, Placements *all) {
    const Piece *piece = &puzzle->piece[p];
    const int sides = puzzle->sides, colours = sides ? sides : piece->size;
    Option one = {.piece = p, .size = piece->size, .colours = colours, .cell = get((size_t)piece->size, sizeof(int)), .colour = get((size_t)colours, sizeof(int))};
    bool lies = true;
    if (puzzle->periods) one.before = get((size_t)piece->size, sizeof(Point));
    for (int k = 0; lies && k < piece->size; k++) {
        const Point to = plus(start, image->point[k]);
        one.cell[k] = cell_at(puzzle, to);
        if (one.before) one.before[k] = to;
        if (!sides) one.colour[k] = piece->colour[k];
        lies = one.cell[k] >= 0 && goes(puzzle, piece->colour[k], one.cell[k]);
    }
    if (lies && sides) lies = tile_lies(puzzle, piece, image, start, &one);
    if (!sides && lies) sort_cells(one.size, one.cell, one.colour);
    for (int k = 1; lies && k < piece->size; k++) lies = one.cell[k] != one.cell[k - 1]; /* it does not lie on itself */
    if (lies && one.before) settle(puzzle, &one);
    if (lies && puzzle->falls) look_below(puzzle, &one);
    if (lies) put(all, one);
}

typedef struct {
    const Puzzle *puzzle;
    int piece;
    Placements *all;
} Chain;

/* Puts a folding of a chain; of a palindrome, when it is read from the right end. */
static void put_folding(void *to, const Point *at) {
    const Chain *chain = to;
    const Puzzle *puzzle = chain->puzzle;
    const size_t size = (size_t)puzzle->piece[chain->piece].size;
    int cell[LONGEST_CHAIN], number[LONGEST_CHAIN];
    for (size_t k = 0; k < size; k++) cell[k] = cell_at(puzzle, at[k]), number[k] = FIRST_NUMBER + (int)k;
    sort_cells((int)size, cell, number);
    if (puzzle->piece[chain->piece].either_end && from_either_end((int)size, number)) return;
    Option one = {.piece = chain->piece, .size = (int)size, .colours = (int)size, .cell = get(size, sizeof(int)), .colour = get(size, sizeof(int))};
    memcpy(one.cell, cell, size * sizeof(int)), memcpy(one.colour, number, size * sizeof(int));
    if (puzzle->periods) one.before = memcpy(get(size, sizeof(Point)), at, size * sizeof(Point)), settle(puzzle, &one);
    if (puzzle->falls) look_below(puzzle, &one);
    put(chain->all, one);
}

static void put_images(const Puzzle *puzzle, int p, Placements *all) {
    const Piece *piece = &puzzle->piece[p];
    int turned;
    const Image *image = images(&puzzle->grid, piece->cell, puzzle->sides ? puzzle->sides + 1 : piece->size, piece->motions, false, &turned);
    for (int i = 0; i < turned; i++)
        for (int n = 0; n < puzzle->cells * copies(puzzle); n++) {
            const Point start = copy_of(puzzle, puzzle->exact[n % puzzle->cells], n / puzzle->cells);
            if (translates(&puzzle->grid, less(start, image[i].landing))) put_image(puzzle, p, &image[i], start, all);
        }
}

static void place(const Puzzle *puzzle, int p, Placements *all) {
    const int first = all->size;
    if (puzzle->piece[p].chain) foldings(puzzle, &puzzle->piece[p], put_folding, &(Chain){puzzle, p, all});
    else put_images(puzzle, p, all);
    if (all->size > first) qsort(all->list + first, (size_t)(all->size - first), sizeof(Option), by_shape);
    int kept = first;
    for (int i = first; i < all->size; i++)
        if (i == first || by_place(&all->list[kept - 1], &all->list[i])) all->list[kept++] = all->list[i];
    all->size = kept;
}

/* Whether cells that stay empty are counted, and by how many options of one more piece. */
static bool counts_empty(const Puzzle *puzzle, int *least, int *most) {
    Integer a = 0, b = 0, n = puzzle->cells, f = 0;
    bool asked = puzzle->counting;
    for (int r = 0; r < puzzle->rules; r++)
        for (int i = 0; i < puzzle->rule[r].rows; i++) asked |= (puzzle->rule[r].row[i].owners & OF_EMPTY) != 0;
    for (int p = 0; p < puzzle->pieces; p++) a += (Integer)puzzle->piece[p].low * puzzle->piece[p].size, b += (Integer)puzzle->piece[p].high * puzzle->piece[p].size;
    for (int c = 0; c < n; c++) f += puzzle->optional[c];
    Integer k = puzzle->most_empty;
    if (f < k) k = f;
    if (n - a < k) k = n - a;
    if (f == 0 || k < 0 || !((k < f && k < n - a) || 8 * k <= 2 * f - n || k == 0 || asked)) return false;
    *most = (int)k, *least = (int)(n - b < 0 ? 0 : n - b > k ? k : n - b);
    return true;
}

static void put_empty(const Puzzle *puzzle, Placements *all) {
    all->empties = all->pieces++;
    for (int c = 0; c < puzzle->cells; c++) {
        if (!puzzle->optional[c]) continue;
        Option one = {.piece = all->empties, .size = 1, .colours = 1, .cell = get(1, sizeof(int)), .colour = get(1, sizeof(int))};
        one.cell[0] = c, one.under = (Cells){1, one.cell};
        put(all, one);
    }
}

Placements placements_of(const Puzzle *puzzle) {
    Placements all = {.pieces = puzzle->pieces, .empties = -1};
    int least = 0, most = 0;
    all.counted = counts_empty(puzzle, &least, &most);
    for (int p = 0; p < puzzle->pieces && !puzzle->bare; p++) place(puzzle, p, &all);
    if (all.counted && most) put_empty(puzzle, &all);
    all.chain = get((size_t)all.pieces, sizeof(bool)), all.either_end = get((size_t)all.pieces, sizeof(bool));
    for (int p = 0; p < puzzle->pieces; p++) all.chain[p] = puzzle->piece[p].chain, all.either_end[p] = puzzle->piece[p].either_end;
    all.begin = get((size_t)all.pieces + 1, sizeof(int));
    for (int i = 0; i < all.size; i++) all.begin[all.list[i].piece + 1] = i + 1;
    for (int p = 0; p < all.pieces; p++)
        if (!all.begin[p + 1]) all.begin[p + 1] = all.begin[p];
    all.low = get((size_t)all.pieces, sizeof(int)), all.high = get((size_t)all.pieces, sizeof(int));
    for (int p = 0; p < puzzle->pieces; p++) all.low[p] = puzzle->piece[p].low, all.high[p] = puzzle->piece[p].high;
    if (all.empties >= 0) all.low[all.empties] = least, all.high[all.empties] = most;
    return all;
}
