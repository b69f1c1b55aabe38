/* What pieces and tiles have in common: whether they are mirrored, numbers of copies, colours of cells. */
#include "checker.h"

int whole(const Json *table, const char *key, int otherwise) {
    const Json *found = find(table, key);
    return found ? (int)found->number : otherwise;
}

bool truth(const Json *table, const char *key, bool otherwise) { return whole(table, key, otherwise); }

/* Whether pieces may be mirrored, by a table of a puzzle or of a piece. */
bool mirrors(const Json *table, bool otherwise) {
    if (!find(table, "motions")) return truth(table, "mirror", otherwise);
    if (find(table, "mirror") || find(table, "rotate")) refuse("puzzle.json: \"motions\" beside \"mirror\" or \"rotate\"");
    return false;
}

void read_copies(const Puzzle *puzzle, Piece *piece, const Json *table) {
    int count = whole(table, "count", 1);
    if (find(table, "max") && find(table, "count")) refuse("puzzle.json: piece \"%s\" has both \"count\" and \"max\"", piece->name);
    piece->low = whole(table, "min", find(table, "max") ? 0 : count);
    piece->high = is_text(find(table, "max"), "any") ? puzzle->cells / piece->size : whole(table, "max", count);
    if (piece->low > piece->high && !is_text(find(table, "max"), "any")) refuse("puzzle.json: piece \"%s\" has a \"min\" above the %d that there may be", piece->name, piece->high);
}

bool goes(const Puzzle *puzzle, int colour, int cell) {
    int below = puzzle->colour[cell];
    if (!colour || !below) return true;
    if (!puzzle->pairs) return colour == below;
    for (int i = 0; i < puzzle->pairs->size; i++)
        if (puzzle->pairs->value[i].value[0].number == colour && puzzle->pairs->value[i].value[1].number == below) return true;
    return false;
}
