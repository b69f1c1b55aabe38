/* Reads a puzzle: docs/certificates.md, "The puzzle". */
#include "checker.h"
#include <string.h>

/* Of a table of a piece, or of the puzzle. */
static int turns_of(const Puzzle *puzzle, const Json *table) {
    const Json *found = find(table, "rotate");
    if (find(table, "motions")) return 1;
    if (!found) return ANY;
    if (found->type == BOOLEAN) return found->number ? ANY : 1;
    if (found->number <= 12 && has_turns(&puzzle->grid, (int)found->number)) return (int)found->number;
    refuse("puzzle.json: \"rotate\" is %lld, on the grid %s there are no such turns", found->number, puzzle->grid.name);
}

static Piece read_piece(const Puzzle *puzzle, const Json *file, const Json *table) {
    if (find(table, "burr")) unsupported("sticks of a burr by number (satpuzzle convert lists their cells)");
    Piece piece = {.name = need(table, "name", TEXT, "puzzle.json")->text};
    const Json *cells = find(table, "cells");
    if (find(table, "chain")) {
        read_chain(puzzle, &piece, table), read_copies(puzzle, &piece, table);
        return piece;
    }
    if (!cells) refuse("puzzle.json: piece \"%s\" has no cells", piece.name);
    piece.cell = points_of(cells, &piece.size);
    differ(&puzzle->grid, piece.cell, piece.size, "cells");
    for (int i = 0; i < piece.size; i++) piece.cell[i] = exact(&puzzle->grid, piece.cell[i]);
    piece.colour = colours_of(table, piece.size);
    piece.rotate = turns_of(puzzle, find(table, "rotate") || find(table, "motions") ? table : file);
    if (puzzle->separate && piece.rotate != ANY) refuse("puzzle.json: with \"parts\" all pieces may be turned");
    read_copies(puzzle, &piece, table);
    const bool mirrored = mirrors(table, mirrors(file, true));
    /* balls may make any rotation of space, which is no set of elements of the point group */
    if (!puzzle->grid.balls || piece.rotate != ANY) piece.motions = motions(&puzzle->grid, mirrored, piece.rotate);
    return piece;
}

static void read_pieces(Puzzle *puzzle, const Json *file) {
    const Json *pieces = find(file, "pieces"), *match = find(file, "match");
    const char *const for_tiles[] = {"border", "interchangeable"};
    if (!pieces) refuse("puzzle.json: no \"pieces\" and no \"tiles\"");
    if (pieces->type == TEXT) unsupported("pieces that are named (satpuzzle convert lists them)");
    for (int i = 0; i < 2; i++)
        if (find(file, for_tiles[i]) && *spaced(find(file, for_tiles[i])->text)) refuse("puzzle.json: \"%s\" without tiles", for_tiles[i]);
    if (match && !match->number) refuse("puzzle.json: \"match\" without tiles");
    mirrors(file, true); /* refuses what contradicts itself, also if all pieces say their own */
    puzzle->pieces = pieces->size;
    puzzle->piece = get((size_t)pieces->size, sizeof *puzzle->piece);
    for (int p = 0; p < pieces->size; p++) {
        check_form(&pieces->value[p], OF_A_PIECE, said_with("piece", p + 1));
        puzzle->piece[p] = read_piece(puzzle, file, &pieces->value[p]);
        for (int q = 0; q < p; q++)
            if (!strcmp(puzzle->piece[p].name, puzzle->piece[q].name)) refuse("puzzle.json: two pieces \"%s\"", puzzle->piece[p].name);
    }
}

static void forget_colours(Puzzle *puzzle) {
    memset(puzzle->colour, 0, (size_t)puzzle->cells * sizeof(int));
    for (int p = 0; p < puzzle->pieces; p++) memset(puzzle->piece[p].colour, 0, (size_t)puzzle->piece[p].size * sizeof(int));
}

Puzzle read_puzzle(const Json *file) {
    check_form(file, OF_A_PUZZLE, "the puzzle");
    if (find(file, "counts")) check_form(find(file, "counts"), OF_COUNTS, "\"counts\"");
    const Json *grid = find(file, "grid"), *tiles = find(file, "tiles");
    const Json cubes = {.type = TEXT, .text = (char[]){"cubic"}};
    Puzzle puzzle = {.grid = grid_of(grid ? grid : &cubes)};
    read_board(&puzzle, file);
    read_periods(&puzzle, find(file, "wrap"));
    index_places(&puzzle);
    puzzle.separate = is_text(find(file, "parts"), "separate");
    if (puzzle.separate && (puzzle.frames || puzzle.periods || tiles)) refuse("puzzle.json: \"parts\" with a frame, wrap or tiles");
    puzzle.most_empty = whole(file, "empty", puzzle.cells);
    puzzle.pairs = find(file, "pairs");
    if (puzzle.pairs && puzzle.pairs->type != LIST) puzzle.pairs = NULL;
    if (tiles && find(file, "pieces")) refuse("puzzle.json: both \"pieces\" and \"tiles\"");
    if (tiles) read_tiles(&puzzle, file);
    else read_pieces(&puzzle, file);
    if (is_text(find(file, "pairs"), "all")) forget_colours(&puzzle); /* they play no part */
    if (find(file, "up")) read_up(&puzzle, find(file, "up"));
    read_rules(&puzzle, file);
    return puzzle;
}
