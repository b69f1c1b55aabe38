/* A certificate of strips: docs/certificates.md, "Strips". */
#include "checker.h"
#include <stdlib.h>
#include <string.h>

enum { WIDEST = 64, MOST_STATES = 200000, LONGEST = 100000 };

/* Checks what a file claims. */
void check_strips(char *text, const char *file) {
    const Json claims = parse(text, file);
    const Json *version = need(&claims, "satpuzzle strips", NUMBER, file), *wide = need(&claims, "width", LIST, file);
    if (version->number != 1) unsupported("%s: version %lld of strips, only 1", file, version->number);
    only(&claims, "satpuzzle strips,grid,pieces,width,states,numerator,denominator", file);
    const Grid grid = grid_of(need(&claims, "grid", TEXT, file));
    const Integer states = need(&claims, "states", NUMBER, file)->number;
    int width[2] = {1, 1};
    if (grid.tiling && grid.tiling->sticks) refuse("%s: a grid of sticks", file);
    if (wide->size != (grid.flat ? 1 : 2)) refuse("%s: \"width\" has %d numbers", file, wide->size);
    for (int i = 0; i < wide->size; i++) {
        const Json *one = &wide->value[i];
        if (one->type != NUMBER || one->number < 1 || one->number > WIDEST) refuse("%s: \"width\" has numbers from 1 to %d", file, WIDEST);
        width[i] = (int)one->number;
    }
    if (states < 1 || states > MOST_STATES) refuse("%s: \"states\" is from 1 to %d", file, MOST_STATES);
    const Json *numerator = need(&claims, "numerator", LIST, file), *denominator = need(&claims, "denominator", LIST, file);
    if (numerator->size > LONGEST || denominator->size > LONGEST) refuse("%s: a polynomial of more than %d numbers", file, LONGEST);
    const Copies copies = copies_of(&grid, need(&claims, "pieces", LIST, file), width, file);
    const Automaton automaton = automaton_of(&copies, states, file);
    if (automaton.states != states) refuse("%s: \"states\" is not %d", file, automaton.states);
    check_series(&automaton, numerator, denominator, file);
}
