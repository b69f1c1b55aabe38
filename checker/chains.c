/* Chains of cells, and their foldings: puzzles/README.md, "Chains"; docs/certificates.md, "Items and options". */
#include "checker.h"
#include <string.h>

enum { MOST_STEPS = 400000000 };

/* A letter for each inner cell; a list of straight parts has a bend between any two. */
static char *word_of(const Json *chain, const char *name) {
    if (chain->type == TEXT) return chain->text;
    Integer cells = 1;
    for (int i = 0; i < chain->size; i++) cells += chain->value[i].number - 1;
    if (cells > LONGEST_CHAIN) refuse("puzzle.json: the chain \"%s\" has %lld cells, more than %d", name, cells, LONGEST_CHAIN);
    char *word = get((size_t)cells, 1), *to = word;
    for (int i = 0; i < chain->size; i++) {
        if (i) *to++ = 'B';
        memset(to, 'S', (size_t)chain->value[i].number - 2), to += chain->value[i].number - 2;
    }
    return word;
}

void read_chain(const Puzzle *puzzle, Piece *piece, const Json *table) {
    static const char *const grids[] = {"square", "hexagonal", "cubic", "fcc", NULL};
    int i = 0;
    while (grids[i] && strcmp(grids[i], puzzle->grid.name)) i++;
    if (!grids[i]) refuse("puzzle.json: the chain \"%s\", there are none on the grid %s", piece->name, puzzle->grid.name);
    only(table, "name,chain,count,min,max,value,paint", "puzzle.json: a chain");
    const char *word = piece->chain = word_of(find(table, "chain"), piece->name);
    const int inner = (int)strlen(word);
    piece->size = inner + 2, piece->colour = get((size_t)piece->size, sizeof(int)), piece->rotate = ANY;
    piece->either_end = true;
    for (int k = 0; k < inner; k++) piece->either_end &= word[k] == word[inner - 1 - k];
    if (!puzzle->grid.balls) piece->motions = motions(&puzzle->grid, true, ANY);
}

/* Numbers of cells along a chain may be read from either end: the smaller list of both is meant.  Whether they are changed. */
bool from_either_end(int size, int *number) {
    int k = 0;
    const int both = 2 * FIRST_NUMBER + size - 1;
    while (k < size && 2 * number[k] == both) k++;
    if (k == size || 2 * number[k] < both) return false;
    for (k = 0; k < size; k++) number[k] = both - number[k];
    return true;
}

typedef struct {
    const Puzzle *puzzle;
    const Piece *piece;
    int vectors;
    Point vector[MOST_BESIDE], *at;
    bool *taken;
    Integer steps;
    void (*found)(void *to, const Point *at);
    void *to;
} Bending;

/* Goes on after some cells, the last step to which is known. */
static void bend(Bending *b, int size, int last) {
    const char letter = size > 1 && size < b->piece->size ? b->piece->chain[size - 2] : '?';
    if (size == b->piece->size) b->found(b->to, b->at);
    for (int v = 0; size < b->piece->size && v < b->vectors; v++) {
        if (letter != '?' && (letter == 'S') != (v == last)) continue;
        b->at[size] = plus(b->at[size - 1], b->vector[v]);
        const int cell = cell_at(b->puzzle, b->at[size]);
        if (cell < 0 || b->taken[cell]) continue;
        if (b->steps++ == MOST_STEPS) unsupported("the chain \"%s\", whose foldings take more than %d steps", b->piece->name, MOST_STEPS);
        b->taken[cell] = true;
        bend(b, size + 1, v);
        b->taken[cell] = false;
    }
}

/* Calls for each folding, in exact coordinates; a palindrome is met from both ends. */
void foldings(const Puzzle *puzzle, const Piece *piece, void (*found)(void *to, const Point *at), void *to) {
    Bending b = {.puzzle = puzzle, .piece = piece, .at = get((size_t)piece->size, sizeof(Point)), .taken = get((size_t)puzzle->cells, sizeof(bool)), .found = found, .to = to};
    b.vectors = beside(&puzzle->grid, puzzle->exact[0], b.vector);
    for (int c = 0; c < puzzle->cells; c++) {
        b.at[0] = puzzle->exact[c], b.taken[c] = true;
        bend(&b, 1, -1);
        b.taken[c] = false;
    }
}
