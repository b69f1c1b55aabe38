/* Tricks: a scan of a small board that tests options one by one, with the tricks of the contest of c't 7/2003.
 *
 * The board has at most 64 cells, so the filled cells are one word.  The next cell is the first empty one, or the
 * *hotspot*: in the lowest layer with an empty cell, the cell with the fewest empty neighbours.  A layer of a few cells
 * has a table with the hotspot of each pattern of filled cells:
 *
 *     filled     # # .     the cell on the right has one empty neighbour,
 *                . . .     as has that on the left: the first of them in the order of the scan is next
 *
 * The options of a cell are in groups, by the neighbours that they cover.  Those to be tried, whose neighbours are all
 * empty, are one section of the cell's list, since groups are repeated where needed (the "plus index"):
 *
 *     list       .. b a c ..     group a covers no neighbour, b the one below, c the one on the right
 *     sections      [ ]          only the neighbour below is empty: b, a
 *                     [ ]        only that on the right is empty: a, c
 *
 * Items may be covered before all cells, in the outermost loops (the "X-trick"); then the lists can be filtered, so
 * that the options that clash with these are dropped.  After each option, tests may show that the rest cannot be packed.
 *
 * Ralf Kleberhoff's entry to that contest: H is the hotspot, + the plus index, X what goes first, F the filter, o and 8
 * are the tests for holes and pairs, E is the table of endings (endings.c).  He gave up the tests of colours, gaps and
 * lines, and hotspots that also see the layer above.
 */
#include "endings.h"

enum { HOTSPOT = 1, HOLES = 2, PAIRS = 4, LINES = 8, COLOURS = 16, GAPS = 32, FILTER = 64 }; /* as in tricks.py */

/* The tests, in their order; counted by depth in `cuts`. */
enum { BY_HOLES, BY_PAIRS, BY_LINES, BY_COLOURS, BY_GAPS, BY_ENDINGS, TESTS };

enum { NODE = 64, MIDDLE = 32 }; /* the work of a node beside its list, in words; the bit of `balances` for 0 */

typedef struct {
    i64 next, stop, chosen; /* in the arrays of options: the next option, the end of the section, the chosen one */
} Level;

typedef struct {
    /* Options, list by list.  The key positions of cell c are keys[c * many_keys], ...; the section for a pattern is
     * between two of them.  After those of the cells come those of the items that go first, with two keys each. */
    POINTER(u64, body); /* the cells of each option */
    POINTER(u64, rest); /* its other items */
    POINTER(i64, number); /* its number in the whole cover */
    POINTER(i64, keys);
    POINTER(i64, from); /* (patterns): the number of the first key of a section, */
    POINTER(i64, to);   /* (patterns): and that of the last one */
    POINTER(i64, near); /* (cells, nears): the neighbours whose emptiness makes the pattern; 64 for none */
    /* The same lists without the options that clash with those chosen first. */
    POINTER(u64, fewer_body);
    POINTER(u64, fewer_rest);
    POINTER(i64, fewer_number);
    POINTER(i64, fewer_keys);
    POINTER(i64, layer);  /* (cells): the first cell of each cell's layer */
    POINTER(i64, height); /* (cells): the number of cells of its layer */
    POINTER(u64, around); /* (cells): the cells that a hotspot looks at */
    POINTER(i64, spots);  /* (cells): where the table of its layer begins in `spot`, or -1 if it has none */
    POINTER(uint8_t, spot);
    POINTER(i64, shifts);   /* distances of cells to neighbours (fits.h) */
    POINTER(u64, inland);   /* (many_shifts) */
    POINTER(i64, steps);    /* distances to later neighbours, */
    POINTER(u64, beyond);   /* (many_steps): and the cells that have no such neighbour */
    POINTER(i64, run);      /* (items of `rest`): the longest straight line in each placement of a piece */
    POINTER(i64, lines);    /* (longest + 2): the lines of r cells are line[lines[r]], ... */
    POINTER(u64, line);
    POINTER(u64, balances); /* (sets of pieces): the balances of black and white that the pieces left can have */
    POINTER(i64, covering); /* (cells + 1): the options that cover a cell are those of option[covering[c]], ... */
    POINTER(i64, option);   /* places in `body` */
    POINTER(u64, table);    /* the table of endings */
    POINTER(i64, head);     /* depth (-1 at first), nodes, options tested, look-ups in the table */
    POINTER(Dice, dice);
    POINTER(double, weight);
    POINTER(Level, levels);
    POINTER(u64, filled); /* (depths) */
    POINTER(u64, used);   /* (depths): the items in `rest` that cannot be covered again */
    POINTER(u64, path);   /* (early + depths): the cells of the options chosen so far, and */
    POINTER(u64, pieces); /* (early + depths): their other items */
    POINTER(i64, cuts);   /* (TESTS, depths) */
    POINTER(i64, found);  /* (found_rows, found_width) */
    u64 needed, black, shift; /* the items in `rest` that must be covered; the black cells; see endings.c */
    i64 tricks, cells, many_keys, nears, firsts, early, others, longest, many_shifts, ups, many_steps, endings, length;
    i64 depths, weights, found_rows, found_width, budget;
    i64 work; /* about how many words may be read; on return, how many are left, perhaps below 0 */
    i64 solutions;
} Tricks;

/* Return the empty cell that is covered next. */
INLINE i64 next_cell(const Tricks *s, u64 filled) {
    const i64 first = lowest(~filled);
    if (!(s->tricks & HOTSPOT)) return first;
    const i64 begin = s->layer[first], height = s->height[first];
    if (first < s->endings && s->endings < 64) filled |= ~(u64)0 << s->endings; /* those cells are for the table */
    if (s->spots[first] >= 0) {
        const u64 pattern = filled >> begin & (((u64)1 << height) - 1);
        return begin + s->spot[s->spots[first] + (i64)pattern];
    }
    i64 best = first, fewest = 64;
    for (i64 cell = first; cell < begin + height; cell++) {
        if (filled >> cell & 1) continue;
        const i64 free = population(s->around[cell] & ~filled);
        if (free < fewest) best = cell, fewest = free;
    }
    return best;
}

/* Set the section of options to be tried at a node. */
static void list(Tricks *s, Level *level, i64 depth) {
    const i64 *const keys = s->tricks & FILTER && depth >= s->firsts ? s->fewer_keys : s->keys;
    level->chosen = -1;
    if (depth < s->firsts) {
        const i64 *const own = keys + s->cells * s->many_keys + 2 * depth;
        level->next = own[0], level->stop = own[1];
        return;
    }
    const u64 filled = s->filled[depth];
    const i64 cell = next_cell(s, filled);
    i64 pattern = 0;
    for (i64 n = 0; n < s->nears; n++) {
        const i64 other = s->near[cell * s->nears + n];
        pattern = 2 * pattern | (other < 64 && !(filled >> other & 1));
    }
    level->next = keys[cell * s->many_keys + s->from[pattern]];
    level->stop = keys[cell * s->many_keys + s->to[pattern]];
}

/* Write the lists without the options that clash with what is filled and used. */
static void filter(Tricks *s, u64 filled, u64 used) {
    const i64 many = s->cells * s->many_keys;
    i64 kept = 0, place = 0;
    for (i64 key = 0; key < many; key++) {
        for (; place < s->keys[key]; place++) {
            if ((s->body[place] & filled) | (s->rest[place] & used)) continue;
            s->fewer_body[kept] = s->body[place], s->fewer_rest[kept] = s->rest[place];
            s->fewer_number[kept++] = s->number[place];
        }
        s->fewer_keys[key] = kept;
    }
    s->work -= 3 * place;
}

INLINE int has_hole(const Tricks *s, u64 filled) {
    u64 hole = ~filled;
    i64 each = 0;
    for (; each < s->ups; each++) hole &= filled >> s->shifts[each] | s->inland[each];
    for (; each < s->many_shifts; each++) hole &= filled << s->shifts[each] | s->inland[each];
    return hole != 0;
}

/* Tell whether two empty neighbours have no other empty neighbour. */
static int has_pair(const Tricks *s, u64 filled) {
    const u64 empty = ~filled;
    u64 some = 0, several = 0;
    for (i64 n = 0; n < s->many_steps; n++) {
        const u64 joined = empty & empty >> s->steps[n] & ~s->beyond[n]; /* the earlier cells of empty neighbours */
        several |= some & joined, some |= joined;
        several |= some & joined << s->steps[n], some |= joined << s->steps[n];
    }
    const u64 one = empty & some & ~several;
    for (i64 n = 0; n < s->many_steps; n++)
        if (one & one >> s->steps[n] & ~s->beyond[n]) return 1;
    return 0;
}

/* Tell whether a piece that is left has a longer straight line than the empty cells. */
static int lacks_line(Tricks *s, u64 filled, u64 used) {
    i64 longest = 0;
    for (i64 item = 0; item < s->others; item++)
        if (s->needed & ~used & (u64)1 << item) longest = larger(longest, s->run[item]);
    for (i64 each = s->lines[longest]; each < s->lines[longest + 1]; each++)
        if (!(s->line[each] & filled)) return 0;
    s->work -= s->lines[longest + 1] - s->lines[longest];
    return longest > 1;
}

/* Tell whether the pieces that are left cannot have as many black and white cells as are empty. */
INLINE int is_unbalanced(const Tricks *s, u64 filled, u64 used) {
    const i64 balance = population(~filled & s->black) - population(~filled & ~s->black);
    return balance < -MIDDLE || balance >= MIDDLE ||
           !(s->balances[used & (((u64)1 << s->others) - 1)] >> (balance + MIDDLE) & 1);
}

/* Tell whether an empty cell has no option that fits. */
static int has_gap(Tricks *s, u64 filled, u64 used) {
    for (u64 empty = ~filled; empty; empty &= empty - 1) {
        const i64 cell = lowest(empty);
        i64 each = s->covering[cell];
        for (; each < s->covering[cell + 1]; each++) {
            const i64 place = s->option[each];
            if (!((s->body[place] & filled) | (s->rest[place] & used))) break;
        }
        s->work -= each - s->covering[cell];
        if (each == s->covering[cell + 1]) return 1;
    }
    return 0;
}

/* Tell whether the table of endings has no packing of the empty cells. */
static int has_no_ending(Tricks *s, u64 filled, u64 used, i64 chosen) {
    const i64 first = lowest(~filled);
    u64 empty = ~filled, taken = used & ~((u64)1 << 63);
    for (i64 each = 0; each < chosen; each++) { /* what lies completely ahead counts as not placed (endgame.py) */
        if (lowest(s->path[each]) < first) continue;
        empty |= s->path[each], taken &= ~s->pieces[each];
    }
    const u64 key = mix(empty, taken) >> s->shift;
    s->head[3]++;
    return !(s->table[key >> 6] >> (key & 63) & 1);
}

INLINE int cut(Tricks *s, i64 test, i64 depth) {
    s->cuts[test * s->depths + depth]++;
    return 1;
}

/* Tell whether a test shows that the empty cells cannot be packed; that of endings does not come here. */
INLINE int is_hopeless(Tricks *s, u64 filled, u64 used, i64 depth) {
    if (s->tricks & HOLES && has_hole(s, filled)) return cut(s, BY_HOLES, depth);
    if (s->tricks & PAIRS && has_pair(s, filled)) return cut(s, BY_PAIRS, depth);
    if (s->tricks & LINES && lacks_line(s, filled, used)) return cut(s, BY_LINES, depth);
    if (s->tricks & COLOURS && is_unbalanced(s, filled, used)) return cut(s, BY_COLOURS, depth);
    if (s->tricks & GAPS && has_gap(s, filled, used)) return cut(s, BY_GAPS, depth);
    return 0;
}

/* Try the options of a level from the next one on until one may be chosen; return whether there is one. */
INLINE int advances(Tricks *s, Level *level, i64 depth, i64 *tried) {
    const int fewer = s->tricks & FILTER && depth >= s->firsts;
    const u64 *const body = fewer ? s->fewer_body : s->body, *const rest = fewer ? s->fewer_rest : s->rest;
    const u64 filled = s->filled[depth], used = s->used[depth];
    i64 place = level->next;
    level->chosen = -1;
    for (; place < level->stop; place++) {
        if ((body[place] & filled) | (rest[place] & used)) continue;
        const u64 now = filled | body[place], taken = used | rest[place];
        s->work -= NODE;
        if (is_hopeless(s, now, taken, depth)) continue;
        ++*tried;
        s->path[s->early + depth] = body[place], s->pieces[s->early + depth] = rest[place];
        if (now != ~(u64)0 && lowest(~now) >= s->endings && has_no_ending(s, now, taken, s->early + depth + 1)) {
            cut(s, BY_ENDINGS, depth);
            continue;
        }
        level->chosen = place++;
        break;
    }
    s->head[2] += place - level->next, s->work -= place - level->next;
    level->next = place;
    return level->chosen >= 0;
}

/* Choose the only child that a probe visits, and update the weights. */
static void throw_dice(Tricks *s, Level *level, i64 depth) {
    const Level whole = *level;
    i64 children = 0, tried = 0;
    while (advances(s, level, depth, &tried)) children++;
    double *const weight = s->weight + depth, *const sums = s->weight + s->weights - 3;
    weight[1] = (double)children * weight[0];
    sums[2] += (double)tried * weight[0];
    sums[1] += (double)tried * weight[0] * (double)(whole.stop - whole.next);
    *level = whole;
    if (children < 2) return;
    for (i64 skipped = roll(s->dice, children); skipped >= 0; skipped--) advances(s, level, depth, &tried);
    level->next = level->chosen, level->stop = level->chosen + 1, level->chosen = -1;
}

/* Search about `budget` nodes, or until the work is done or `found` is full; return the reason for the stop. */
KERNEL(tricks)(Tricks *s) {
    i64 depth = s->head[0], solutions = 0, outcome = BUDGET_SPENT;
    i64 nodes = s->head[1];
    const i64 last = nodes + s->budget;
    int arrived = depth < 0;
    if (depth < 0) depth = 0;
    for (;;) {
        Level *const level = s->levels + depth;
        if (arrived) {
            arrived = 0;
            if (depth == s->firsts && s->tricks & FILTER) filter(s, s->filled[depth], s->used[depth]);
            list(s, level, depth);
            if (s->dice->seed) throw_dice(s, level, depth), nodes++;
        }
        if (s->work <= 0 || nodes >= last) break;
        if (solutions == s->found_rows) {
            outcome = FOUND_FULL;
            break;
        }
        i64 tried = 0;
        const int chosen = advances(s, level, depth, &tried);
        if (!s->dice->seed) nodes += tried;
        if (!chosen) { /* backtrack */
            if (--depth >= 0) continue;
            if (!is_thrown_again(s->dice)) {
                outcome = EXHAUSTED;
                break;
            }
            depth = 0, arrived = 1;
            continue;
        }
        const i64 child = depth + 1;
        s->filled[child] = s->filled[depth] | s->path[s->early + depth];
        s->used[child] = s->used[depth] | s->pieces[s->early + depth];
        if (s->filled[child] != ~(u64)0) {
            depth = child, arrived = 1;
        } else if ((s->used[child] & s->needed) == s->needed) {
            if (s->dice->seed) {
                s->weight[s->weights - 3] += s->weight[child];
                continue;
            }
            i64 *const found = s->found + solutions++ * s->found_width;
            for (i64 d = 0; d < s->found_width; d++) {
                if (d >= child) {
                    found[d] = -1;
                    continue;
                }
                const int fewer = s->tricks & FILTER && d >= s->firsts;
                found[d] = (fewer ? s->fewer_number : s->number)[s->levels[d].chosen];
            }
        }
    }
    s->head[0] = depth, s->head[1] = nodes;
    s->solutions = solutions;
    return outcome;
}
