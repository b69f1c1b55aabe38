/* A module for web pages: the text of a puzzle in JSON in, arrays out.  An instance of it reads one puzzle.
 *
 * The page writes the text at room(size) and calls look(counting, bare), where cells that stay empty are counted if there can be
 * any and this is asked for; or no piece is placed, to know what rules ask of a board.  Where it ends (by a trap), said() is why.  Then arrays() and
 * symmetries() are where pairs lie of an address and a length: an array of integers each, in the order of the numbers below.
 * Lists of different lengths lie one after another, with their beginnings, and the end of the last, in an array before. */
#include "checker.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
    const int *at;
    int size, room;
} Array;
enum { COUNTS, CELLS, OPTIONAL, COLOURS, LOW, HIGH, PIECE, BEGIN, ITEM, TINT, SIDES, OUT_PIECE, OUT_BEGIN, OUT_CELL, OUT_TINT, BEFORE, RULE, WEIGHT, HOME, ARRAYS };
enum { FLAGS, CELL_IMAGE, PIECE_IMAGE, ITEM_IMAGE, OPTION_IMAGE, IMAGES };

static char *text, line_said[1200];
static Puzzle puzzle;
static Cover cover;
static Array made[ARRAYS], images_made[IMAGES];

static void stop(int status, const char *line) {
    (void)status;
    strncpy(line_said, line, sizeof line_said - 1);
    abort();
}

static void put(Array *array, int value) {
    if (array->size == array->room) array->at = enlarged((int *)array->at, (size_t)(array->room = 2 * array->room + 64), sizeof(int));
    ((int *)array->at)[array->size++] = value;
}

static void put_all(Array *array, const int *value, int size) {
    for (int i = 0; i < size; i++) put(array, value[i]);
}

char *room(int size) { return text = get((size_t)size + 1, 1); }

const char *said(void) { return line_said; }

void look(bool counting, bool bare) {
    at_end = stop;
    const Json file = parse(text, "puzzle.json");
    puzzle = read_puzzle(&file), puzzle.counting = counting, puzzle.bare = bare, cover = cover_of(&puzzle);
}

static void put_out(const Option *one) {
    put(&made[OUT_PIECE], one->piece);
    put_all(&made[OUT_CELL], one->cell, one->size);
    for (int i = 0; i < one->size; i++) put(&made[OUT_TINT], puzzle.sides ? 0 : colour_of(one, i));
    put(&made[OUT_BEGIN], made[OUT_CELL].size);
}

static int kinds_of_board(void) { /* of the isometries that move cells */
    int kinds = 0;
    const Group moves = puzzle.separate ? (Group){0} : isometries_of(&puzzle, &cover.placed);
    for (int s = 0; s < moves.size; s++)
        for (int c = 0; c < cover.cells; c++) kinds |= moves.each[s].cell[c] != c ? moves.each[s].kinds : 0;
    return kinds;
}

const Array *arrays(void) {
    put_all(&made[COUNTS], (int[]){cover.cells, cover.pieces, cover.items, cover.options, cover.placed.empties, puzzle.sides, kinds_of_board()}, 7);
    put(&made[BEGIN], 0), put(&made[OUT_BEGIN], 0);
    for (int c = 0; c < cover.cells; c++) {
        put_all(&made[CELLS], puzzle.cell[c].x, 3);
        put(&made[OPTIONAL], puzzle.optional[c]), put(&made[COLOURS], puzzle.colour[c]);
    }
    put_all(&made[LOW], cover.low, cover.items), put_all(&made[HIGH], cover.high, cover.items);
    for (int o = 0; o < cover.options; o++) {
        const Option *one = &cover.option[o];
        put(&made[PIECE], one->piece);
        put_all(&made[ITEM], one->item, one->items), put_all(&made[TINT], one->tint, one->items);
        for (int k = 0; k < one->items; k++) put(&made[WEIGHT], one->weight[k] < MANY ? (int)one->weight[k] : MANY);
        put(&made[BEGIN], made[ITEM].size);
        for (int k = 0; one->before && k < one->size; k++) {
            put_all(&made[BEFORE], one->before[k].x, 3);
            put(&made[HOME], cell_at(&puzzle, exact(&puzzle.grid, one->before[k])));
        }
        if (puzzle.sides && one->piece != cover.placed.empties) put_all(&made[SIDES], one->colour, puzzle.sides);
    }
    for (int i = 0; i < cover.abouts && !puzzle.sides; i++) put(&made[RULE], cover.about[i].rule->said);
    for (int i = 0; i < cover.placed.size; i++)
        if (cover.placed.list[i].out) put_out(&cover.placed.list[i]);
    return made;
}

/* Of each symmetry: whether it is a rotation (1), an isometry (2), total (4); and the images of cells and so on. */
const Array *symmetries(void) {
    Group group = group_of(&puzzle, &cover);
    for (int s = 0; s < group.size; s++) {
        const Symmetry *one = &group.each[s];
        put(&images_made[FLAGS], one->rotation | one->isometry << 1 | one->total << 2);
        put_all(&images_made[CELL_IMAGE], one->cell, cover.cells), put_all(&images_made[PIECE_IMAGE], one->piece, cover.pieces);
        put_all(&images_made[ITEM_IMAGE], one->item, cover.items), put_all(&images_made[OPTION_IMAGE], one->option, cover.options);
    }
    return images_made;
}
