/* Walk: a search over fixed lists, in which a rule names the item to cover next.
 *
 * A rule gets a node and returns an item that must still be covered, ANY to leave the choice to the search, or
 * GIVE_UP if it knows that the node has no solution.  The options of that item are then tried one after the other;
 * each is tested against the items that are covered already.  Lists do not shrink, as in the programs of the
 * articles.
 *
 * Rules of users are Python functions, compiled or not (walk.py), which this kernel calls.  Each rule below has a
 * module in strategies/, which names its source.
 *
 * Items of several copies are handled as in Knuth's Algorithm M (TAOCP 7.2.2.1): an option is excluded after it was
 * tried.
 */
#include "kernel.h"

enum {
    ANY = -1,
    GIVE_UP = -2,
    WRONG = 4,
    POCKET = 3, /* cells of a pocket, at most */
    NODE = 64,  /* the work of a node beside its lists, in words */
    OPTION = 8, /* the work of an option or neighbour beside its row: it is anywhere in memory */
};

/* A depth: the item branched on, the next place in its list and the end of the list, and the chosen option. */
typedef struct {
    i64 item, next, stop, chosen;
} Level;

typedef struct {
    i64 depth, nodes;
    i64 wanted; /* how many items must still be covered */
    i64 choice; /* the result of the rule, if it was invalid */
} Head;

/* A user's rule gets the address of the structure below as four arguments.  For compiled rules, their types differ, so
 * that each word can be read as a number or as a pointer to bytes, words or integers (rules.py). */
typedef i64 Rule(const void *numbers, const void *truths, const void *words, const void *ints);

/* Cells have lower numbers than pieces.  Rules never return items with colours.  A rule sees the fields up to `words`
 * (rules.py). */
typedef struct {
    POINTER(uint8_t, needed);      /* (items): whether the item must still be covered, once or more */
    POINTER(i64, cells);           /* the numbers of the cells, in the order of a scan */
    POINTER(i64, pieces);          /* the numbers of the pieces */
    POINTER(i64, items);           /* both */
    POINTER(i64, points);          /* (points, 3): the coordinates of the cells */
    POINTER(i64, layer);           /* (points): the number of each cell's layer */
    POINTER(i64, start);           /* (items + 2): the first option of each item; the last range has all options */
    POINTER(i64, options);
    POINTER(i64, neighbour_start); /* (cells + 1): the first neighbour of each cell */
    POINTER(i64, neighbours);
    POINTER(u64, rows);            /* (options, words): items, followed by colours */
    POINTER(u64, full);            /* (words): the items that cannot be covered again, and the excluded colours */
    POINTER(i64, out);             /* (options): above 0 if the option is excluded because it was tried before */
    i64 many_items, many_cells, many_pieces, many_points, many_options, words;
    POINTER(i64, line);            /* (cells): the cells, line by line along the longest side of the board */
    POINTER(i64, line_start);      /* (lines + 1): the first cell of each line */
    POINTER(i64, lower);           /* (items, and the bits of colours) */
    POINTER(i64, upper);           /* entry `items` is for "any option"; the bit of a colour is full once excluded */
    POINTER(i64, copies);          /* copies so far */
    POINTER(i64, part);            /* (options + 1): the first entry of `parts` of each option: items, excluded bits */
    POINTER(i64, parts);
    POINTER(Head, head);
    POINTER(Dice, dice);
    POINTER(double, weight);
    POINTER(Level, levels);
    POINTER(i64, found); /* (found_rows, found_width) */
    POINTER(Rule, rule); /* a user's rule */
    i64 rule_number; /* USERS, or one of the rules below */
    i64 asking; /* the work of a call of a user's rule */
    i64 many_lines, weights, found_rows, found_width, budget;
    i64 work; /* about how many words may be read; on return, how many are left, perhaps below 0 */
    i64 solutions;
} Walk;

INLINE int fits(const Walk *s, i64 option) {
    const u64 *row = s->rows + option * s->words;
    for (i64 w = 0; w < s->words; w++)
        if (row[w] & s->full[w]) return 0;
    return s->out[option] == 0;
}

INLINE i64 options_left(Walk *s, i64 item) {
    i64 number = 0;
    s->work -= (s->start[item + 1] - s->start[item]) * (s->words + OPTION);
    for (i64 place = s->start[item]; place < s->start[item + 1]; place++) number += fits(s, s->options[place]);
    return number;
}

INLINE int is_empty(const Walk *s, i64 cell) { return !(s->full[cell >> 6] >> (cell & 63) & 1); }

INLINE i64 free_neighbours(Walk *s, i64 cell) {
    i64 number = 0;
    s->work -= (s->neighbour_start[cell + 1] - s->neighbour_start[cell]) * OPTION;
    for (i64 place = s->neighbour_start[cell]; place < s->neighbour_start[cell + 1]; place++)
        number += is_empty(s, s->neighbours[place]);
    return number;
}

INLINE i64 first_needed(const Walk *s, const i64 *items, i64 many) {
    for (i64 i = 0; i < many; i++)
        if (s->needed[items[i]]) return items[i];
    return ANY;
}

INLINE i64 fewest_options(Walk *s, const i64 *items, i64 many) {
    i64 best = ANY, fewest = s->many_options + 1;
    for (i64 i = 0; i < many; i++) {
        if (!s->needed[items[i]]) continue;
        const i64 number = options_left(s, items[i]);
        if (number < fewest) best = items[i], fewest = number;
    }
    return best;
}

static int some_cell_is_isolated(Walk *s) {
    for (i64 i = 0; i < s->many_cells; i++)
        if (s->needed[s->cells[i]] && free_neighbours(s, s->cells[i]) == 0) return 1;
    return 0;
}

/* Whether at most POCKET empty cells can be reached from a cell, step by step from neighbour to neighbour. */
static int is_in_pocket(Walk *s, i64 cell) {
    i64 reached[POCKET] = {cell}, many = 1;
    for (i64 i = 0; i < many; i++) {
        const i64 last = s->neighbour_start[reached[i] + 1];
        s->work -= (last - s->neighbour_start[reached[i]]) * OPTION;
        for (i64 place = s->neighbour_start[reached[i]]; place < last; place++) {
            const i64 other = s->neighbours[place];
            int is_new = is_empty(s, other);
            for (i64 k = 0; k < many; k++) is_new &= reached[k] != other;
            if (is_new && many == POCKET) return 0;
            if (is_new) reached[many++] = other;
        }
    }
    return 1;
}

static int has_option(Walk *s, i64 item) {
    i64 place = s->start[item];
    while (place < s->start[item + 1] && !fits(s, s->options[place])) place++;
    s->work -= (place - s->start[item]) * (s->words + OPTION);
    return place < s->start[item + 1];
}

/* If pieces are connected, those that cover a cell of a pocket and fit lie in the pocket.  For others the test holds,
 * too, since it asks for options of the cell alone. */
static int some_pocket_is_too_small(Walk *s) {
    for (i64 i = 0; i < s->many_cells; i++)
        if (s->needed[s->cells[i]] && is_in_pocket(s, s->cells[i]) && !has_option(s, s->cells[i])) return 1;
    return 0;
}

/* Of the first empty cells of all lines, the one with the fewest options. */
static i64 rows(Walk *s) {
    i64 best = ANY, fewest = s->many_options + 1;
    for (i64 i = 0; i < s->many_lines; i++) {
        const i64 cell = first_needed(s, s->line + s->line_start[i], s->line_start[i + 1] - s->line_start[i]);
        const i64 number = cell == ANY ? fewest : options_left(s, cell);
        if (number < fewest) best = cell, fewest = number;
    }
    return best;
}

/* In the order of _RULES in walk.py. */
enum { USERS, CELL, ITEM, PIECES, PIECES_ISOLATED, PIECES_POCKETS, ROWS };

static i64 asked(Walk *s) {
    s->work -= s->many_items;
    switch (s->rule_number) {
    case CELL: return fewest_options(s, s->cells, s->many_cells);
    case ITEM: return fewest_options(s, s->items, s->many_items);
    case PIECES: return first_needed(s, s->pieces, s->many_pieces);
    case PIECES_ISOLATED: return some_cell_is_isolated(s) ? GIVE_UP : first_needed(s, s->pieces, s->many_pieces);
    case PIECES_POCKETS: return some_pocket_is_too_small(s) ? GIVE_UP : first_needed(s, s->pieces, s->many_pieces);
    case ROWS: return rows(s);
    }
    s->work -= s->asking;
    return s->rule(s, s, s, s);
}

/* Return the item to branch on, many_items for "any option" after a solution, GIVE_UP, or an invalid result of a
 * rule. */
INLINE i64 choose(Walk *s) {
    if (s->head->wanted == 0) return s->many_items;
    const i64 item = asked(s);
    return item == ANY ? first_needed(s, s->items, s->many_items) : item;
}

INLINE int is_allowed(const Walk *s, i64 item) {
    return item == GIVE_UP || item == s->many_items || (item >= 0 && item < s->many_items && s->needed[item]);
}

static void choose_option(Walk *s, i64 option) {
    for (i64 place = s->part[option]; place < s->part[option + 1]; place++) {
        const i64 item = s->parts[place];
        if (++s->copies[item] == s->upper[item]) s->full[item >> 6] |= (u64)1 << (item & 63);
        if (s->copies[item] == s->lower[item]) s->needed[item] = 0, s->head->wanted--;
    }
}

static void take_back(Walk *s, i64 option) {
    for (i64 place = s->part[option]; place < s->part[option + 1]; place++) {
        const i64 item = s->parts[place];
        if (--s->copies[item] < s->upper[item]) s->full[item >> 6] &= ~((u64)1 << (item & 63));
        if (s->copies[item] < s->lower[item] && !s->needed[item]) s->needed[item] = 1, s->head->wanted++;
    }
}

/* Choose the only child that a probe visits, and update the weights. */
static void throw_dice(Walk *s, Level *level, i64 depth) {
    const i64 children = level->next < level->stop ? options_left(s, level->item) : 0;
    double *const weight = s->weight + depth, *const sums = s->weight + s->weights - 3;
    weight[1] = (double)children * weight[0];
    sums[2] += weight[1];
    sums[1] += weight[1] * (double)(level->stop - level->next);
    if (children <= 1) return;
    i64 place = level->next;
    for (i64 skipped = roll(s->dice, children);; place++) {
        const int here = fits(s, s->options[place]);
        if (here && skipped-- == 0) break;
    }
    level->next = place, level->stop = place + 1;
}

/* Search about `budget` nodes, or until the work is done or `found` is full; return the reason for the stop. */
KERNEL(walk)(Walk *s) {
    Head *const head = s->head;
    i64 depth = larger(head->depth, 0), solutions = 0, outcome = BUDGET_SPENT;
    const i64 last = head->nodes + s->budget;
    int arrived = head->depth < 0;
    for (;;) {
        Level *const level = s->levels + depth;
        if (arrived) {
            arrived = 0;
            const i64 item = choose(s);
            if (!is_allowed(s, item) || (item == s->many_items && head->wanted > 0)) {
                head->choice = item;
                outcome = WRONG;
                break;
            }
            if (head->wanted == 0 && s->dice->seed) {
                s->weight[s->weights - 3] += s->weight[depth];
            } else if (head->wanted == 0) {
                i64 *const found = s->found + solutions++ * s->found_width;
                for (i64 d = 0; d < s->found_width; d++) found[d] = d < depth ? s->levels[d].chosen : -1;
            }
            *level = item == GIVE_UP ? (Level){0, 0, 0, -1} : (Level){item, s->start[item], s->start[item + 1], -1};
            if (s->dice->seed) throw_dice(s, level, depth);
        }
        if (s->work <= 0 || head->nodes >= last) break;
        if (solutions == s->found_rows) {
            outcome = FOUND_FULL;
            break;
        }
        if (level->chosen >= 0) take_back(s, level->chosen);
        level->chosen = -1;
        s->work -= NODE;
        const i64 first = level->next;
        for (; level->next < level->stop && level->chosen < 0; level->next++)
            if (fits(s, s->options[level->next])) level->chosen = s->options[level->next];
        s->work -= (level->next - first) * (s->words + OPTION);
        if (level->chosen >= 0) { /* the next option */
            head->nodes++;
            if (s->upper[level->item] > 1) s->out[level->chosen] = depth + 1;
            choose_option(s, level->chosen);
            depth++;
            arrived = 1;
            continue;
        }
        if (s->upper[level->item] > 1) /* backtrack: options excluded at this depth are allowed again */
            for (i64 place = s->start[level->item]; place < s->start[level->item + 1]; place++)
                if (s->out[s->options[place]] == depth + 1) s->out[s->options[place]] = 0;
        if (--depth >= 0) continue;
        if (!is_thrown_again(s->dice)) {
            outcome = EXHAUSTED;
            break;
        }
        depth = 0, arrived = 1;
    }
    head->depth = depth;
    s->solutions = solutions;
    return outcome;
}
