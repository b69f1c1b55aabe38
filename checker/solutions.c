/* Reads solutions.ndjson, a solution a line: docs/certificates.md, "The folder". */
#include "checker.h"
#include <stdlib.h>
#include <string.h>

static int piece_named(const Puzzle *puzzle, const char *name) {
    int p = 0;
    while (p < puzzle->pieces && strcmp(puzzle->piece[p].name, name)) p++;
    if (p == puzzle->pieces) refuse("solutions.ndjson: no piece \"%s\"", name);
    return p;
}

static int read_placed(const Puzzle *puzzle, const Cover *cover, const Json *placed, bool *filled) {
    const Json *cells = need(placed, "cells", LIST, "solutions.ndjson"), *colours = find(placed, "colours");
    int p = piece_named(puzzle, need(placed, "piece", TEXT, "solutions.ndjson")->text), size = cells->size;
    const Piece *piece = &puzzle->piece[p];
    bool painted = false;
    only(placed, puzzle->sides ? "piece,cells,sides" : "piece,cells,colours", "solutions.ndjson");
    for (int k = 0; k < piece->size; k++) painted |= piece->colour[k] != 0;
    if (painted != (colours != NULL) || (colours && (colours->type != LIST || colours->size != size))) refuse("solutions.ndjson: colours");
    if (size != piece->size) refuse("solutions.ndjson: a piece with another number of cells");
    Option one = {.piece = p, .size = size, .colours = puzzle->sides ? puzzle->sides : size, .cell = get((size_t)size, sizeof(int)), .colour = get((size_t)size + 6, sizeof(int))};
    for (int k = 0; k < size; k++) {
        Point at = {{0, 0, 0}};
        const Json *triple = &cells->value[k];
        if (triple->type != LIST || triple->size != 3) refuse("solutions.ndjson: a cell is three integers");
        for (int x = 0; x < 3; x++) {
            if (triple->value[x].type != NUMBER || llabs(triple->value[x].number) > 1000000) refuse("solutions.ndjson: a cell is three integers");
            at.x[x] = (int)triple->value[x].number;
        }
        if (colours && colours->value[k].type != NUMBER) refuse("solutions.ndjson: colours");
        const Point *found = bsearch(&at, puzzle->cell, (size_t)puzzle->cells, sizeof at, by_point);
        if (!found) refuse("solutions.ndjson: a cell that is not on the board");
        one.cell[k] = (int)(found - puzzle->cell), one.colour[k] = colours ? (int)colours->value[k].number : piece->chain ? FIRST_NUMBER + k : 0;
        filled[one.cell[k]] = true;
    }
    if (puzzle->sides) {
        const char *sides = need(placed, "sides", TEXT, "solutions.ndjson")->text;
        if ((int)strlen(sides) != puzzle->sides) refuse("solutions.ndjson: sides");
        for (int i = 0; i < puzzle->sides; i++) one.colour[i] = (unsigned char)sides[i];
    }
    int option = option_of(cover, &one);
    if (option < 0) refuse("solutions.ndjson: a placement that \"%s\" does not have", piece->name);
    return option;
}

static void read_solution(const Puzzle *puzzle, Proof *proof, const Json *line) {
    if (line->type != LIST) refuse("solutions.ndjson: a line that is no list");
    int *chosen = get((size_t)(line->size + puzzle->cells), sizeof(int)), size = 0;
    int empties = proof->cover->placed.empties;
    bool *filled = get((size_t)puzzle->cells, sizeof(bool));
    for (int i = 0; i < line->size; i++) chosen[size++] = read_placed(puzzle, proof->cover, &line->value[i], filled);
    for (int c = 0; empties >= 0 && c < puzzle->cells; c++) {
        Option one = {.piece = empties, .size = 1, .colours = 1, .cell = (int[]){c}, .colour = (int[]){0}};
        if (!filled[c] && (chosen[size] = option_of(proof->cover, &one)) >= 0) size++;
    }
    list_solution(proof, chosen, size);
}

void read_list(const char *folder, const Puzzle *puzzle, Proof *proof) {
    char *lines = read_file(folder, "solutions.ndjson", proof->listed);
    if (lines && !proof->listed) refuse("solutions.ndjson: there should be no list");
    for (char *line = lines, *end; line && *line; line = end) {
        if (!(end = strchr(line, '\n'))) refuse("solutions.ndjson: the last line has no end");
        *end++ = 0;
        Json solution = parse(line, "solutions.ndjson");
        read_solution(puzzle, proof, &solution);
    }
}
