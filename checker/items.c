/* Items of rules, each about a place of a row, and which options cover them: docs/rules.md, docs/certificates.md. */
#include "checker.h"
#include <stdlib.h>
#include <string.h>

/* Places of rules */

static int by_about(const void *a, const void *b) { /* of one rule: by kind, place and row */
    const About *p = a, *q = b;
    if (p->row->order != q->row->order) return p->row->order - q->row->order;
    int order = by_parts(&p->place, &q->place);
    if (!order) order = (p->row > q->row) - (p->row < q->row);
    return order ? order : p->colour - q->colour;
}

/* The pieces whose options count; among them may be the one that stands for cells that stay empty. */
static bool *owners_of(const Placements *placed, const Rule *rule, const Row *row) {
    bool *owner = get((size_t)placed->pieces, sizeof(bool));
    for (int p = 0; p < placed->pieces; p++)
        owner[p] = p == placed->empties ? row->owners & OF_EMPTY : row->owners & OF_ALL || (row->owners & OF_NAMED && rule->pieces[p]);
    return owner;
}

typedef struct {
    About *list;
    int size;
} Abouts;

static bool has_colour(const Puzzle *puzzle, int colour) { /* some cell of some piece */
    bool found = false;
    for (int p = 0; p < puzzle->pieces; p++)
        for (int k = 0; k < puzzle->piece[p].size; k++) found |= puzzle->piece[p].colour[k] == colour;
    return found;
}

/* How often options may cover it. */
int most_of(const About *about) { return about->row->bounds.all ? about->place.part[0].size : about->row->bounds.high; }

/* The places of the rows that are items, or (`out`) those which one option alone may break. */
static Abouts abouts_of(const Puzzle *puzzle, const Placements *placed, const Rule *rule, bool out, const int *orbit) {
    Abouts all = {0};
    for (int i = 0; i < rule->rows; i++) {
        const Row *row = &rule->row[i];
        bool *owner = owners_of(placed, rule, row), apart = row->colours == DIFFERENT;
        if (out ? row->bounds.high && !row->bounds.all && !row->value && !row->colours : !row->bounds.high) continue;
        for (int colour = 0; colour <= (apart ? MOST_COLOUR : 0); colour++) {
            if (apart && !has_colour(puzzle, colour)) continue;
            all.list = enlarged(all.list, (size_t)(all.size + row->places.size), sizeof *all.list);
            for (int k = 0; k < row->places.size; k++) {
                const About about = {rule, row, row->places.list[k], colour, owner, orbit};
                if (out || most_of(&about)) all.list[all.size++] = about;
            }
        }
    }
    if (all.size) qsort(all.list, (size_t)all.size, sizeof *all.list, by_about);
    return all;
}

/* Which of them an option covers */

static bool stays_empty(const Option *option) { return option->under.cell == option->cell; }

static bool covers(const About *about, const Option *option, const int *inside) { /* so many of its cells, or of those under it, are in each part */
    const bool lies = about->row->kind == UNDERSIDE && !stays_empty(option); /* then the place is what is under it, if it is anything */
    int had = 0;
    if (lies && (option->rests || inside[0] < option->under.size || inside[0] < about->place.part[0].size)) return false;
    for (int p = 0; p < about->place.parts; p++) had += lies || within(about->row->covers, inside[p], about->place.part[p].size);
    return about->pieces[option->piece] && (about->row->every ? had == about->place.parts : had > 0);
}

static bool is_in(const Place *place, int cell) {
    bool found = false;
    for (int p = 0; p < place->parts; p++) found |= place->part[p].size && bsearch(&cell, place->part[p].cell, (size_t)place->part[p].size, sizeof(int), by_number);
    return found;
}

/* How often an option covers one, and (`tint`) in which colour; -1 if it has two. */
static Integer weight_of(const About *about, const Option *option, int *tint) {
    const Row *row = about->row;
    Integer weight = 0;
    *tint = about->orbit ? about->orbit[option->place] : 0;
    if (!row->value && !row->colours) return 1;
    for (int k = 0; k < option->size; k++) {
        const int colour = colour_of(option, k);
        if (!is_in(&about->place, option->cell[k])) continue;
        if (row->colours == EQUAL) *tint = !weight || *tint == colour + 1 ? colour + 1 : -1;
        weight += row->value ? row->value[colour] : row->colours == EQUAL || colour == about->colour;
    }
    return row->colours == EQUAL ? weight > 0 : weight;
}

typedef struct { /* finds them from the cells of options */
    Abouts all;
    int *size, **at;    /* of each cell, the parts in which it is: twice the number of a place, and 0 or 1 */
    int (*inside)[2];   /* of each place, how many cells of the option are in its parts */
    int *met;           /* places that the option may cover; first those that it may if it has no cell there */
    bool *is_met;
    int always;
} Index;

static bool without_cells(const About *about) {
    bool found = !about->row->covers.all && !about->row->covers.low;
    for (int p = 0; p < about->place.parts; p++) found |= !about->place.part[p].size;
    return found;
}

static Index index_of(Abouts all, int cells) {
    size_t many = (size_t)all.size, places = (size_t)cells;
    Index index = {.all = all, .size = get(places, sizeof(int)), .at = get(places, sizeof(int *))};
    index.inside = get(many, sizeof *index.inside), index.met = get(many, sizeof(int)), index.is_met = get(many, sizeof(bool));
    for (int fill = 0; fill < 2; fill++) {
        for (int c = 0; c < cells && fill; c++) index.at[c] = get((size_t)index.size[c], sizeof(int)), index.size[c] = 0;
        for (int i = 0; i < 2 * all.size; i++) {
            const Place *place = &all.list[i / 2].place;
            for (int k = 0; i % 2 < place->parts && k < place->part[i % 2].size; k++) {
                int c = place->part[i % 2].cell[k];
                if (fill) index.at[c][index.size[c]] = i;
                index.size[c]++;
            }
        }
    }
    for (int i = 0; i < all.size; i++)
        if ((index.is_met[i] = without_cells(&all.list[i]))) index.always++;
    return index;
}

/* How many of them the option covers; `list` has them, in order. */
static int covered(Index *index, const Option *option, int *list) {
    int size = 0, kept = 0;
    for (int i = 0; size < index->always; i++)
        if (index->is_met[i]) list[size++] = i;
    for (int k = 0; k < option->size + option->under.size; k++)
        for (int i = 0, c = k < option->size ? option->cell[k] : option->under.cell[k - option->size]; i < index->size[c]; i++) {
            int part = index->at[c][i], about = part / 2;
            if (is_below(index->all.list[about].row->kind) == (k < option->size)) continue;
            if (!index->is_met[about]) list[size++] = about;
            index->is_met[about] = true, index->inside[about][part % 2]++;
        }
    if (size) qsort(list, (size_t)size, sizeof(int), by_number);
    for (int i = 0; i < size; i++) {
        const About *about = &index->all.list[list[i]];
        int *inside = index->inside[list[i]];
        index->is_met[list[i]] = without_cells(about);
        if (covers(about, option, inside)) list[kept++] = list[i];
        inside[0] = inside[1] = 0;
    }
    return kept;
}

/* Leaves out the placements that alone break a row. */
void leave_out(const Puzzle *puzzle, Placements *placed) {
    for (int r = 0; r < puzzle->rules; r++) {
        Index index = index_of(abouts_of(puzzle, placed, &puzzle->rule[r], true, NULL), puzzle->cells);
        int *list = get((size_t)index.all.size, sizeof(int)), tint;
        for (int i = 0; i < placed->size; i++)
            for (int size = covered(&index, &placed->list[i], list); size--;) {
                const About *about = &index.all.list[list[size]];
                placed->list[i].out |= exceeds(weight_of(about, &placed->list[i], &tint), most_of(about)) || tint < 0;
            }
    }
}

/* Items */

/* Options cover items of rules so often, in a colour or (0) in none. */
void cover_item(Option *option, int item, int tint, Integer weight) {
    option->item = enlarged(option->item, (size_t)option->items + 1, sizeof(int));
    option->tint = enlarged(option->tint, (size_t)option->items + 1, sizeof(int));
    option->weight = enlarged(option->weight, (size_t)option->items + 1, sizeof(Integer));
    option->weight[option->items] = weight, option->tint[option->items] = tint, option->item[option->items++] = item;
}

void items_of_rules(const Puzzle *puzzle, const Quotient *quotient, Cover *cover) {
    Abouts all = {0};
    cover->of_rule = get((size_t)puzzle->rules + 1, sizeof(int));
    for (int r = 0; r < puzzle->rules; r++) {
        const Abouts some = abouts_of(puzzle, &cover->placed, &puzzle->rule[r], false, quotient[r].orbit);
        all.list = enlarged(all.list, (size_t)(all.size + some.size), sizeof *all.list);
        if (some.size) memcpy(all.list + all.size, some.list, (size_t)some.size * sizeof *all.list);
        cover->of_rule[r + 1] = all.size += some.size;
    }
    Index index = index_of(all, cover->cells);
    int *list = get((size_t)all.size, sizeof(int)), first = cover->cells + cover->pieces;
    for (int o = 0; o < cover->options; o++) {
        Option *option = &cover->option[o];
        for (int i = 0, tint, size = covered(&index, option, list); i < size; i++) {
            Integer weight = weight_of(&all.list[list[i]], option, &tint);
            if (weight) cover_item(option, first + list[i], tint, weight);
        }
    }
    cover->about = all.list, cover->abouts = all.size;
}

/* Images of items */

static bool same_range(Range one, Range other) { return one.all == other.all && one.low == other.low && one.high == other.high; }

/* Whether rows, of the same number in rules of the same word, say the same. */
static bool alike(const Row *one, const Row *other) {
    return one->kind == other->kind && one->length == other->length && one->filled == other->filled && one->owners == other->owners && one->every == other->every && one->colours == other->colours &&
           !one->value == !other->value && (!one->value || !memcmp(one->value, other->value, (MOST_COLOUR + 1) * sizeof(int))) &&
           same_range(one->size, other->size) && same_range(one->covers, other->covers) && same_range(one->bounds, other->bounds);
}

/* The item of a rule that is about this, -1 if there is none. */
static int item_about(const Puzzle *puzzle, const Cover *cover, const About *this, int r) {
    const Rule *rule = &puzzle->rule[r];
    int row = (int)(this->row - this->rule->row), first = cover->of_rule[r], size = cover->of_rule[r + 1] - first;
    if (strcmp(rule->word, this->rule->word) || row >= rule->rows || !alike(&rule->row[row], this->row)) return -1;
    About wanted = *this;
    wanted.row = &rule->row[row];
    const About *found = size ? bsearch(&wanted, cover->about + first, (size_t)size, sizeof wanted, by_about) : NULL;
    bool owned = found && !memcmp(found->pieces, this->pieces, (size_t)cover->pieces * sizeof(bool));
    return owned ? (int)(found - cover->about) : -1;
}

/* Which of these is about the images of what one is about, -1 if there is none; all pieces stay all pieces. */
int image_of_item(const Puzzle *puzzle, const Cover *cover, int item, const int *cell, const int *piece) {
    const About *from = &cover->about[item];
    About to = *from;
    to.place = place_moved(&from->place, cell), to.pieces = get((size_t)cover->pieces, sizeof(bool));
    for (int p = 0; p < cover->pieces; p++) {
        const int image = from->row->owners & OF_ALL ? p : piece[p];
        if (from->pieces[p] && image < 0) return -1;
        if (from->pieces[p]) to.pieces[image] = true;
    }
    int found = item_about(puzzle, cover, &to, (int)(from->rule - puzzle->rule));
    for (int r = 0; found < 0 && r < puzzle->rules; r++) found = item_about(puzzle, cover, &to, r);
    return found;
}
