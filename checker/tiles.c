/* Tiles, the edges at which their colours meet, and exchanges of colours: docs/certificates.md, "Colours". */
#include "checker.h"
#include <stdlib.h>
#include <string.h>

static const char LETTERS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/* The ways from a cell to its neighbours, clockwise from 12 o'clock, then up and down. */
static int ways(const Puzzle *puzzle, Point cell, Point *way) {
    static const int square[][3] = {{0, -1, 0}, {1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, 0, 1}, {0, 0, -1}};
    static const int hexagon[][3] = {{1, -1, 0}, {1, 0, 0}, {0, 1, 0}, {-1, 1, 0}, {-1, 0, 0}, {0, -1, 0}};
    static const int triangle[2][5][3] = {{{1, 1, 0}, {1, -2, 0}, {-2, 1, 0}, {0, 0, 1}, {0, 0, -1}}, {{-1, 2, 0}, {2, -1, 0}, {-1, -1, 0}, {0, 0, 1}, {0, 0, -1}}};
    const char *name = puzzle->grid.name;
    const int(*from)[3] = square;
    int size = 6;
    if (!strcmp(name, "square")) size = 4;
    else if (!strcmp(name, "hexagonal")) from = hexagon;
    else if (!strcmp(name, "triangular")) from = triangle[cell.x[2]], size = 3;
    else if (!strcmp(name, "prisms")) from = triangle[(cell.x[0] + cell.x[1]) & 1], size = 5;
    else if (strcmp(name, "cubic")) refuse("puzzle.json: no tiles on the grid %s", name);
    for (int i = 0; i < size; i++) way[i] = (Point){{from[i][0], from[i][1], from[i][2]}};
    return size;
}

/* The neighbours of each cell; those that are not on the board get numbers after the cells. */
static void read_sides(Puzzle *puzzle) {
    int n = puzzle->cells;
    Point *outside = get((size_t)n * 6, sizeof *outside);
    puzzle->side = get((size_t)n, sizeof *puzzle->side), puzzle->way = get((size_t)n, sizeof *puzzle->way);
    int outsiders = 0;
    for (int c = 0; c < n; c++) {
        puzzle->sides = ways(puzzle, puzzle->cell[c], puzzle->way[c]);
        for (int i = 0; i < puzzle->sides; i++) {
            Point to = wrapped(puzzle, plus(puzzle->exact[c], puzzle->way[c][i]));
            int at = cell_at(puzzle, to), k = 0;
            if (at < 0) {
                while (k < outsiders && by_point(&outside[k], &to)) k++;
                if (k == outsiders) outside[outsiders++] = to;
                at = n + k;
            }
            puzzle->side[c][i] = at;
        }
    }
    puzzle->outsiders = outsiders, puzzle->outside = outside;
    for (int c = 0; c < n; c++)
        for (int i = 0; i < puzzle->sides; i++)
            for (int j = -1; j < i; j++)
                if (puzzle->side[c][i] == (j < 0 ? c : puzzle->side[c][j])) refuse("puzzle.json: tiles need three cells all round");
    index_places(puzzle);
}

/* A text of colours: letters and digits. */
static const char *colours_in(const char *text, const char *where) {
    for (const unsigned char *at = (const unsigned char *)text; *at; at++)
        if (*at >= 0x80) unsupported("colours of tiles that are no letters from A to Z");
    if (text[strspn(text, LETTERS)]) refuse("puzzle.json: \"%s\" is %s, colours are letters and digits", where, text);
    return text;
}

static Piece read_tile(const Puzzle *puzzle, const Json *file, const Json *table, const Point *way) {
    Point cell = {{0, 0, 0}};
    Piece piece = {.size = 1, .rotate = ANY, .colour = get(1, sizeof(int)), .cell = get(7, sizeof(Point))};
    piece.sides = need(table, "sides", TEXT, "puzzle.json")->text, piece.name = find(table, "name") ? trimmed(find(table, "name")->text) : piece.sides;
    colours_in(piece.sides, "sides");
    if ((int)strlen(piece.sides) != puzzle->sides) refuse("puzzle.json: tile \"%s\" does not have %d sides", piece.name, puzzle->sides);
    piece.cell[0] = exact(&puzzle->grid, cell);
    for (int i = 0; i < puzzle->sides; i++) piece.cell[i + 1] = plus(piece.cell[0], way[i]);
    read_copies(puzzle, &piece, table);
    piece.motions = puzzle->fixed ? 1 : motions(&puzzle->grid, truth(table, "mirror", mirrors(file, true)), ANY);
    return piece;
}

static bool has_colour(const Puzzle *puzzle, char colour) {
    for (int t = 0; t < puzzle->pieces; t++)
        if (strchr(puzzle->piece[t].sides, colour)) return true;
    return false;
}

static void read_border(Puzzle *puzzle, const char *text) {
    static const char *const rules[] = {"same", "same on each side", "different on each side"};
    for (int r = 0; r < 3; r++)
        if (!strcmp(text, rules[r])) puzzle->border = SAME + r;
    if (puzzle->border > SAME && puzzle->glides) refuse("puzzle.json: \"border\" is %s, but once round a glide of \"wrap\" a side is another", text);
    if (!*text || puzzle->border) return;
    if (strlen(colours_in(text, "border")) != 1 || !has_colour(puzzle, *text)) refuse("puzzle.json: \"border\" is no colour of a tile and no rule");
    puzzle->border = *text;
}

static void read_interchangeable(Puzzle *puzzle, const char *text) {
    const char *at = text;
    for (; *at; at++)
        if (*at != ' ' && (*at == puzzle->border || strchr(at + 1, *at) || !has_colour(puzzle, *at)))
            refuse("puzzle.json: \"interchangeable\" has colours of tiles that the border does not have, each once");
    if (*text) puzzle->interchangeable = (char *)text;
}

/* Which colours meet: the opposite of each. */
static int *read_opposites(const char *text) {
    int *opposite = get(128, sizeof(int));
    const bool cases = !strcmp(text, "opposite");
    for (int c = 0; c < 128; c++) opposite[c] = cases && c >= 'A' && strchr(LETTERS, c) ? c ^ 32 : c;
    for (const char *at = text; !cases && (*at || at == text); at += at[2] ? 3 : 2) {
        if (strspn(at, LETTERS) != 2 || (at[2] && at[2] != ' ') || at[0] == at[1] || opposite[(int)at[0]] != at[0] || opposite[(int)at[1]] != at[1])
            refuse("puzzle.json: \"match\" is %s, not true, false, opposite, or pairs of two letters or digits, each in one pair", text);
        opposite[(int)at[0]] = at[1], opposite[(int)at[1]] = at[0];
    }
    return opposite;
}

static int way_to(const Puzzle *puzzle, int cell, int beside) {
    int i = 0;
    while (i < puzzle->sides && puzzle->side[cell][i] != beside) i++;
    return i;
}

/* The edge, or what the border has in its place; -1 if there is none. */
static int find_edge(const Puzzle *puzzle, int cell, int beside, int colour) {
    bool inner = beside < puzzle->cells;
    int first = inner && !puzzle->own_edges && beside < cell ? beside : cell, second = first == cell ? beside : cell;
    for (int i = 0; i < puzzle->edges; i++) {
        const Edge *one = &puzzle->edge[i];
        if (inner || !puzzle->border) {
            if (!one->border && one->cell[0] == first && one->cell[1] == second) return i;
        } else if (one->border) {
            const Point *facing = &puzzle->way[one->cell[0]][way_to(puzzle, one->cell[0], one->cell[1])];
            bool here = puzzle->border == SAME || !by_point(facing, &puzzle->way[cell][way_to(puzzle, cell, beside)]);
            if (here && (puzzle->border != DIFFERENT_EACH || one->tint == colour)) return i;
        }
    }
    return -1;
}

static void put_edge(Puzzle *puzzle, bool border, int cell, int beside, int colour) {
    if (find_edge(puzzle, cell, beside, colour) >= 0) return;
    const Edge one = {border, {cell, beside}, border && colour ? 1 : MANY, colour};
    puzzle->edge = enlarged(puzzle->edge, (size_t)puzzle->edges + 1, sizeof one);
    puzzle->edge[puzzle->edges++] = one;
}

static void put_border(Puzzle *puzzle, int cell, int beside) {
    if (puzzle->border && puzzle->border < SAME) return; /* it has a colour, and no edges */
    if (!puzzle->border) put_edge(puzzle, false, cell, beside, 0);
    else if (puzzle->border != DIFFERENT_EACH) put_edge(puzzle, true, cell, beside, 0);
    else
        for (int letter = 1; letter < 128; letter++)
            if (has_colour(puzzle, (char)letter) || (puzzle->opposite && has_colour(puzzle, (char)puzzle->opposite[letter]))) put_edge(puzzle, true, cell, beside, letter);
}

static void find_edges(Puzzle *puzzle) {
    for (int outer = 0; outer < 2; outer++)
        for (int c = 0; c < puzzle->cells; c++)
            for (int i = 0; i < puzzle->sides; i++) {
                int beside = puzzle->side[c][i];
                if ((beside >= puzzle->cells) != outer) continue;
                if (outer) put_border(puzzle, c, beside);
                else put_edge(puzzle, false, c, beside, 0);
            }
    puzzle->edge_at = get((size_t)puzzle->cells, sizeof *puzzle->edge_at);
    for (int c = 0; c < puzzle->cells; c++)
        for (int i = 0; i < puzzle->sides; i++) puzzle->edge_at[c][i] = find_edge(puzzle, c, puzzle->side[c][i], 0);
}

static int edge_of(const Puzzle *puzzle, int cell, int i, int colour) {
    if (puzzle->side[cell][i] < puzzle->cells || puzzle->border != DIFFERENT_EACH) return puzzle->edge_at[cell][i];
    return find_edge(puzzle, cell, puzzle->side[cell][i], colour);
}

/* The edges that a tile on a cell covers, and in which colour: how many there are. */
int edges_at(const Puzzle *puzzle, int cell, const int *colour, int *edge, int *tint) {
    int size = 0;
    for (int i = 0; i < puzzle->sides; i++) {
        int at = edge_of(puzzle, cell, i, colour[i]), k = 0;
        while (k < size && edge[k] != at) k++;
        if (at < 0 || k < size) continue; /* none, or one of the border again */
        edge[size] = at, tint[size++] = puzzle->edge[at].tint ? 0 : colour[i];
    }
    for (int i = 0; puzzle->opposite && i < puzzle->sides; i++) {
        int beside = puzzle->side[cell][i];
        if (beside >= puzzle->cells) continue;
        edge[size] = puzzle->edge_at[beside][way_to(puzzle, beside, cell)], tint[size++] = puzzle->opposite[colour[i]];
    }
    return size;
}

int image_of_edge(const Puzzle *puzzle, int edge, const int *to, const int *tint) {
    const Edge *one = &puzzle->edge[edge];
    int cell = to[one->cell[0]], i = way_to(puzzle, cell, to[one->cell[1]]);
    return i == puzzle->sides ? -1 : edge_of(puzzle, cell, i, tint && one->tint ? tint[one->tint] : one->tint);
}

void read_tiles(Puzzle *puzzle, const Json *file) {
    const Json *tiles = find(file, "tiles"), *border = find(file, "border"), *exchange = find(file, "interchangeable"), *match = find(file, "match");
    if (tiles->type == TEXT) unsupported("tiles that are words (satpuzzle convert makes tables of them)");
    if (find(file, "rotate") && find(file, "rotate")->type != BOOLEAN) refuse("puzzle.json: \"rotate\" of tiles is true or false");
    read_sides(puzzle);
    puzzle->fixed = find(file, "motions") || !truth(file, "rotate", true), puzzle->own_edges = match && !match->number;
    if (puzzle->fixed && puzzle->grid.kinds > 1) refuse("puzzle.json: tiles of the grid %s fit all cells only if they may be rotated", puzzle->grid.name);
    if (match && match->type == TEXT) puzzle->opposite = read_opposites(spaced(match->text));
    Point cell = {{0, 0, 0}}, way[6];
    ways(puzzle, cell, way);
    puzzle->pieces = tiles->size, puzzle->piece = get((size_t)tiles->size, sizeof *puzzle->piece);
    for (int t = 0; t < tiles->size; t++) {
        if (tiles->value[t].type == TEXT) unsupported("tiles that are words (satpuzzle convert makes tables of them)");
        check_form(&tiles->value[t], OF_A_TILE, said_with("tile", t + 1));
        puzzle->piece[t] = read_tile(puzzle, file, &tiles->value[t], way);
        for (int s = 0; s < t; s++)
            if (!strcmp(puzzle->piece[s].name, puzzle->piece[t].name)) refuse("puzzle.json: two tiles \"%s\"", puzzle->piece[t].name);
    }
    if (border) read_border(puzzle, spaced(border->text));
    if (exchange) read_interchangeable(puzzle, spaced(exchange->text));
    find_edges(puzzle);
}

/* The sides of a tile whose neighbours lie so from its cell, in the order of that cell; false if the border forbids it. */
bool tile_on(const Puzzle *puzzle, const Piece *tile, const Point *way, int cell, int *colour) {
    int seen = 0;
    for (int i = 0; i < puzzle->sides; i++) {
        int j = 0;
        while (j < puzzle->sides && by_point(&puzzle->way[cell][j], &way[i])) j++;
        if (j == puzzle->sides) refuse("a tile that does not fit the grid");
        colour[j] = (unsigned char)tile->sides[i];
    }
    for (int j = 0; j < puzzle->sides; j++) {
        if (puzzle->side[cell][j] < puzzle->cells || !puzzle->border) continue;
        if (puzzle->border < SAME && colour[j] != puzzle->border) return false;
        if (puzzle->border == SAME && seen && colour[j] != seen) return false;
        seen = colour[j];
    }
    return true;
}

/* The colours of a tile in the order of the sides of another cell, to which the tile is moved. */
bool tile_moved(const Puzzle *puzzle, int cell, const int *colour, const int *to, const int *tint, int *moved) {
    for (int i = 0; i < puzzle->sides; i++) {
        int j = 0, beside = to[puzzle->side[cell][i]];
        while (j < puzzle->sides && puzzle->side[to[cell]][j] != beside) j++;
        if (j == puzzle->sides) return false;
        moved[j] = tint ? tint[colour[i]] : colour[i];
    }
    return true;
}

/* All products of permutations of the colours of a set, as tables; the first is the identity. */
static void exchange(int *tint, const char *set, int **list, int *size) {
    size_t letters = strcspn(set, " ");
    if (!*set) {
        if (*size == 121) refuse("puzzle.json: too many exchanges of colours");
        list[*size] = get(256, sizeof(int));
        memcpy(list[(*size)++], tint, 256 * sizeof(int));
        return;
    }
    if (!letters) {
        exchange(tint, set + 1, list, size);
        return;
    }
    /* images of the letters of this set, chosen one after another */
    int image[64] = {0};
    size_t at = 0;
    if (letters > 60) refuse("puzzle.json: \"interchangeable\"");
    while (true) { /* counts through all words of letters of the set in which each comes once */
        if (at == letters) {
            for (size_t k = 0; k < letters; k++) tint[(unsigned char)set[k]] = set[image[k] - 1];
            exchange(tint, set + letters, list, size);
            at--;
        }
        bool taken = true;
        while (taken && ++image[at] <= (int)letters) {
            taken = false;
            for (size_t k = 0; k < at; k++) taken |= image[k] == image[at];
        }
        if (image[at] > (int)letters) {
            image[at] = 0;
            if (at-- == 0) return;
        } else at++;
    }
}

/* Where opposites meet, they are exchanged along. */
static void exchange_opposites(const Puzzle *puzzle, int *tint) {
    int *to = get(128, sizeof(int)), border = puzzle->border < SAME ? puzzle->border : 0;
    memcpy(to, tint, 128 * sizeof(int));
    for (const unsigned char *at = (const unsigned char *)puzzle->interchangeable; *at; at++)
        if (*at != ' ') tint[puzzle->opposite[*at]] = puzzle->opposite[to[*at]];
    bool keeps = tint[border] == border;
    for (const char *at = puzzle->interchangeable; *at; at++) keeps &= tint[(int)*at] == to[(int)*at];
    if (!keeps) refuse("puzzle.json: \"interchangeable\" does not keep opposites opposite, and the border's colour");
}

int **exchanges(const Puzzle *puzzle, int *size) {
    int **list = get(121, sizeof *list), tint[256];
    for (int i = 0; i < 256; i++) tint[i] = i;
    *size = 0;
    exchange(tint, puzzle->interchangeable ? puzzle->interchangeable : "", list, size);
    for (int e = 0; puzzle->opposite && puzzle->interchangeable && e < *size; e++) exchange_opposites(puzzle, list[e]);
    return list;
}
