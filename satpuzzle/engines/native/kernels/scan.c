/* Scan: always cover the first empty cell.
 *
 * The cells have a fixed order, along the short side of the board, and the first empty cell is covered next.  For each
 * cell, the options that begin there are listed before the search: a few dozen, which are tested a register at a time
 * (fits.h).
 *
 * All cells before the first empty one are filled, and no option reaches far beyond it.  So the filled cells are a
 * *window* of 64 cells that moves along the board: its lowest bit is the first empty cell, and cells after the end of
 * the board count as filled.  A board may have any length if every option lies within 64 cells.
 *
 *     cells      0 1 2 3 4 5 6 7 8 ...        0 1 2 3 4 5 6 7 8 ...
 *     filled     1 1 0 0 1 0 0 0 0       ->   1 1 1 1 1 0 1 0 0      cells 2, 3 and 6 were covered
 *     window         0 0 1 0 0 0 0 ...                  0 1 0 0 ...
 *
 * Colours of items are in a second window, which also moves along: two bits for each digit (cover/colours.py).  The
 * bits of an item follow after the last cell at which an option that covers the item begins, so they leave the window
 * when they are not needed any more.  An option must not have a colour that is excluded, and it excludes other
 * colours.  At each cell some of these bits choose the list of options, so that on a board of tiles nearly all
 * options of a list fit.
 *
 *     colours    x x y y z z . .     item x is not needed after cell 0, y and z not after cell 1
 *     begin      0   2       6       the first bit of the window at cells 0, 1 and 2
 *
 * An item may be covered before all cells: its options form the outermost loop (the "X-trick" of the c't contest: the
 * piece that is hardest to place), and the cells that they fill ahead enter the window as it moves.  There may be a
 * table of the packings of the last cells (endings.c).  Other tricks are in tricks.c.
 *
 * Harald Bögeholz, Zusammengewürfelt, c't 7/2003, and Ralf Kleberhoff's entry to that contest; John G. Fletcher, A
 * program to solve the pentomino problem by the recursive use of macros, CACM 8 (1965), scans in this way.
 */
#include "endings.h"
#include "fits.h"

enum {
    WINDOW = 64,
    NODE = 64, /* the work of a node beside its list, in words */
};

typedef struct {
    i64 fitting, tried, chosen; /* the numbers of options that fit and that were tried, and the chosen option */
} Level;

typedef struct {
    POINTER(i64, start); /* (groups + 1): the first option of each cell and pattern of colours, then of the first item */
    POINTER(u64, body);
    POINTER(u64, rest);
    POINTER(i64, number); /* the numbers of the options in the whole cover */
    /* Options chosen ahead; there is a row for each option of the first item, or only one row. */
    POINTER(u64, ahead);  /* (rows, cells): the cells that they fill, as bits that enter the window at each cell */
    POINTER(u64, later);  /* (rows, cells): the same, only of options that lie completely ahead of the window */
    POINTER(u64, spare);  /* (rows, cells): the bits in `rest` of options that lie completely ahead of the window */
    POINTER(i64, counted); /* (copied): the bits in `rest` of the items of several copies */
    POINTER(i64, lower);   /* (copied): their smallest numbers of copies */
    POINTER(i64, upper);   /* (copied): their largest numbers of copies */
    POINTER(i64, shifts);
    POINTER(u64, inland); /* (cells, many_shifts) */
    POINTER(u64, due);    /* (cells + 1): unlimited items that no later option covers, if each cell is the first empty one */
    POINTER(u64, table);  /* the table of endings */
    POINTER(i64, head);   /* depth (-1 at first), nodes, and the row of `ahead` in use */
    POINTER(Dice, dice);
    POINTER(double, weight);
    POINTER(i64, cell);   /* (depths): the first empty cell */
    POINTER(u64, filled); /* (depths): the window at that cell */
    POINTER(u64, used);   /* (depths): the items in `rest` that cannot be covered again */
    POINTER(i64, copies); /* (depths, copied): copies so far */
    POINTER(Level, levels);
    POINTER(u64, fit);   /* (depths, 3, room): of each option that fits: next window, number, next empty cell; */
                         /* with colours (depths, 4, room), the next window of colours comes last */
    POINTER(i64, begin); /* (cells + 1): the first bit of the window of colours at each cell */
    POINTER(u64, hues);     /* (options): their colours, as bits of the window at their first cell */
    POINTER(u64, excluded); /* (options): the colours that they exclude, in the same way */
    POINTER(u64, hues_ahead); /* (rows, cells): colours that options chosen ahead exclude, as they enter the window */
    POINTER(i64, asked);    /* (cells, nears): bits of the window that choose the list */
    POINTER(u64, painted);  /* (depths): the window of colours */
    POINTER(i64, found); /* (found_rows, found_width) */
    /* In `rest`: items of one copy, those that options may cover any number of times, those of one copy that must be
     * covered; see endings.c for the last. */
    u64 once, unlimited, needed, shift;
    i64 nears, groups, rows, cells, copied, many_shifts, ups, coloured;
    i64 endings, base; /* the first cell for which endings are known, and the first of the last 64 cells */
    i64 room, weights, found_rows, found_width, budget;
    i64 work; /* about how many words may be read; on return, how many are left, perhaps below 0 */
    i64 solutions;
} Scan;

/* Return the group of options that are tried at a cell. */
INLINE i64 group_of(const Scan *s, i64 depth, i64 cell, const int coloured) {
    if (depth == 0) return s->groups - 1;
    i64 group = cell << s->nears;
    if (coloured) {
        const i64 *const asked = s->asked + cell * s->nears;
        for (i64 n = 0; n < s->nears; n++) group |= (i64)(s->painted[depth] >> asked[n] & 1) << n;
        return group;
    }
    return group;
}

INLINE i64 row_of(const Scan *s, i64 place) { return smaller(place - s->start[s->groups - 1], s->rows - 1); }

/* List the options that fit on the first empty cell and leave a board that may be packed, each with the next window and
 * the next empty cell; return how many there are.  `fitting` gets the number before the test of endings. */
INLINE i64 list_fitting(Scan *s, i64 depth, i64 *row, i64 *fitting, const int coloured) {
    const Options options = {s->body, s->rest, coloured ? s->hues : 0, s->shifts, s->many_shifts, s->ups};
    const i64 cell = s->cell[depth], group = group_of(s, depth, cell, coloured), behind = s->cells;
    u64 *const windows = s->fit + (3 + coloured) * s->room * depth, *const places = windows + s->room;
    u64 *const cells = places + s->room, *const hues = cells + s->room;
    const u64 filled = s->filled[depth], used = s->used[depth], painted = coloured ? s->painted[depth] : 0;
    const u64 *const inland = s->inland + cell * s->many_shifts;
    const i64 many = fits(options, s->start[group], s->start[group + 1], filled, used & ~s->unlimited, painted, inland,
                          windows, places);
    i64 kept = 0;
    for (i64 k = 0; k < many; k++) { /* one loop for all options, so that loads from the table overlap */
        const i64 place = (i64)places[k];
        i64 then = cell;
        u64 now = filled | windows[k];
        if (depth == 0) { /* a single row if no item goes first */
            *row = row_of(s, place);
            now |= s->ahead[*row * behind + cell];
        }
        const u64 *const ahead = s->ahead + *row * behind;
        while (now == ~(u64)0 && then + WINDOW < behind) then += WINDOW, now = ahead[then];
        if (now == ~(u64)0) {
            then = behind;
            if (s->due[then] & ~(used | s->rest[place])) continue;
        } else {
            const int step = lowest(~now);
            then += step;
            now = now >> step | ahead[then];
            if (s->due[then] & ~(used | s->rest[place])) continue;
            if (then >= s->endings) {
                const u64 empty = (~now | s->later[*row * behind + then]) << (then - s->base);
                const u64 taken = (used | s->rest[place]) & ~((u64)1 << MARK | s->unlimited | s->spare[*row * behind + then]);
                const u64 key = mix(empty, taken) >> s->shift;
                if (!(s->table[key >> 6] >> (key & 63) & 1)) continue;
            }
        }
        if (coloured) {
            const i64 step = s->begin[then] - s->begin[cell];
            u64 excluded = painted | s->excluded[place];
            if (depth == 0) excluded |= s->hues_ahead[*row * behind + cell];
            hues[kept] = step < WINDOW ? excluded >> step : 0;
            if (then < behind) hues[kept] |= s->hues_ahead[*row * behind + then];
        }
        windows[kept] = now, places[kept] = (u64)place, cells[kept] = (u64)then;
        kept++;
    }
    *fitting = many;
    return kept;
}

/* Search about `budget` nodes, or until the work is done or `found` is full; return the reason for the stop. */
INLINE i64 search(Scan *s, const int coloured) {
    i64 depth = s->head[0], nodes = s->head[1], row = s->head[2], solutions = 0, work = s->work;
    i64 outcome = BUDGET_SPENT;
    const i64 last = nodes + s->budget;
    int arrived = depth < 0;
    if (depth < 0) depth = 0;
    for (;;) {
        Level *const level = s->levels + depth;
        if (arrived) {
            arrived = 0;
            i64 many;
            const i64 kept = list_fitting(s, depth, &row, &many, coloured);
            const i64 group = group_of(s, depth, s->cell[depth], coloured);
            nodes += s->dice->seed ? 1 : many; /* a probe continues with one of them */
            work -= 2 * (s->start[group + 1] - s->start[group]) + many * s->many_shifts + NODE;
            level->fitting = kept, level->tried = 0;
            if (s->dice->seed) {
                double *const weight = s->weight + depth, *const sums = s->weight + s->weights - 3;
                weight[1] = (double)kept * weight[0];
                sums[2] += (double)many * weight[0];
                sums[1] += (double)many * weight[0] * (double)(s->start[group + 1] - s->start[group]);
                if (kept > 1) level->tried = roll(s->dice, kept), level->fitting = level->tried + 1;
            }
        }
        if (work <= 0 || nodes >= last) break;
        if (solutions == s->found_rows) {
            outcome = FOUND_FULL;
            break;
        }
        if (level->tried == level->fitting) { /* backtrack */
            if (--depth >= 0) continue;
            if (!is_thrown_again(s->dice)) {
                outcome = EXHAUSTED;
                break;
            }
            depth = 0, arrived = 1;
            continue;
        }
        const u64 *const next = s->fit + (3 + coloured) * s->room * depth + level->tried++;
        const i64 place = (i64)next[s->room], then = (i64)next[2 * s->room], child = depth + 1;
        level->chosen = place;
        if (depth == 0) row = row_of(s, place);
        u64 used = s->used[depth] | (s->rest[place] & (s->once | s->unlimited));
        const i64 *const copies = s->copies + depth * s->copied;
        i64 *const copies_then = s->copies + child * s->copied;
        int enough = 1;
        work -= s->copied;
        for (i64 c = 0; c < s->copied; c++) {
            copies_then[c] = copies[c] + (i64)(s->rest[place] >> s->counted[c] & 1);
            if (copies_then[c] != copies[c] && copies_then[c] == s->upper[c]) used |= (u64)1 << s->counted[c];
            enough &= copies_then[c] >= s->lower[c];
        }
        if (then < s->cells) {
            depth = child, arrived = 1;
            s->cell[child] = then, s->used[child] = used, s->filled[child] = *next;
            if (coloured) s->painted[child] = next[3 * s->room];
        } else if (enough && (used & s->needed) == s->needed) {
            if (s->dice->seed) {
                s->weight[s->weights - 3] += s->weight[child];
                continue;
            }
            work -= s->found_width;
            i64 *const found = s->found + solutions++ * s->found_width;
            for (i64 d = 0; d < s->found_width; d++) found[d] = d < child ? s->number[s->levels[d].chosen] : -1;
        }
    }
    s->head[0] = depth, s->head[1] = nodes, s->head[2] = row;
    s->solutions = solutions, s->work = work;
    return outcome;
}

static NOINLINE i64 search_in_colours(Scan *s) { return search(s, 1); }

KERNEL(scan)(Scan *s) { return s->coloured ? search_in_colours(s) : search(s, 0); }
