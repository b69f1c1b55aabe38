/* A table of endings for scans: which sets of empty cells at the end of the board can be packed?
 *
 * The packings of the last cells are computed before the search begins, from the last cell backwards.  When the scan
 * has reached those cells, the empty cells and the pieces that are left must be one of these packings; otherwise the
 * search backtracks:
 *
 *     filled by the search    #######....     can the pieces that are left pack the empty cells?
 *                             ######.....     no: backtrack now, not five pieces later
 *
 * Packings of the same cells by the same pieces count once.  A packing is dropped if it leaves a cell empty that no
 * option of an earlier cell reaches.  So there are far fewer packings than ways to pack.  Each is stored as a bit,
 * whose index is a hash of its cells and pieces: if the bit is not set, the empty cells cannot be packed; if it is
 * set, they nearly always can.
 *
 * Ralf Kleberhoff's trick "E" in his entry to the contest of c't 7/2003.  The table is a Bloom filter with one hash
 * function (Burton H. Bloom, Space/time trade-offs in hash coding with allowable errors, Communications of the ACM 13,
 * 1970).
 *
 * The kernel may return before each packing that is to grow.
 */
#include "endings.h"
#include "fits.h"

typedef struct {
    u64 cells, pieces;
} Packing;

typedef struct {
    POINTER(u64, table);     /* the bits of the filter */
    POINTER(i64, start);     /* the options of cell c are those of group c */
    POINTER(u64, body);      /* (options): their cells; bit 0 is the first of the last cells */
    POINTER(u64, rest);      /* (options): their pieces */
    POINTER(u64, reach);     /* (cells): for cell c, the last cells that options of cells before c cover */
    POINTER(i64, shifts);    /* see fits.h */
    POINTER(u64, inland);
    POINTER(Packing, packings); /* (most): the first one fills the cells beyond the last ones, all others are zero */
    POINTER(int32_t, growing);  /* (most): the numbers of the packings to which options can be added */
    POINTER(int32_t, known);    /* (mask + 1, a power of two): a hash table of packings' numbers, zeros at first */
    POINTER(u64, fit);          /* (2 * room) */
    u64 shift, pieces;          /* a hash shifted right by `shift` is the index of a bit; all pieces */
    i64 most, cells, many_shifts, ups, mask, room;
    i64 work; /* about how many words may be read; on return, how many are left, perhaps below 0 */
    /* The progress: from this cell on the table is complete; which of the parents is next, those that grow by an option
     * of the cell before; how many packings there are, and how many of them grow. */
    i64 cell, number, parents, written, alive;
} Endings;

enum { CHILD = 128 }; /* the work of a packing: it is looked up and written anywhere in memory */

/* Tell whether no equal packing is known, and add it to the known ones. */
INLINE int is_new(Endings *s, Packing packing, u64 key, i64 number) {
    i64 place = (i64)(key >> 40) & s->mask;
    for (int32_t same; (same = s->known[place]); place = (place + 1) & s->mask)
        if (s->packings[same].cells == packing.cells && s->packings[same].pieces == packing.pieces) return 0;
    if (number < s->most) s->known[place] = (int32_t)number;
    return 1;
}

/* Add each option of a cell to a packing that leaves the cell empty; return 0 if there is no space for the result.
 * `late` has the cells that must be full then, since no option of an earlier cell covers them. */
static int extend(Endings *s, Packing parent, u64 late) {
    const Options options = {s->body, s->rest, 0, s->shifts, s->many_shifts, s->ups};
    const i64 *const list = s->start + (s->cell - 1);
    const i64 many = fits(options, list[0], list[1], parent.cells, parent.pieces | (u64)1 << MARK, 0, s->inland, s->fit,
                          s->fit + s->room);
    s->work -= 2 * (list[1] - list[0]) + many * (s->many_shifts + CHILD);
    for (i64 k = 0; k < many; k++) {
        const Packing child = {parent.cells | s->fit[k], parent.pieces | s->rest[s->fit[s->room + k]]};
        if (late & ~child.cells) continue;
        const u64 key = mix(~(u64)0 >> (64 - s->cells) & child.cells, s->pieces & ~child.pieces);
        if (!is_new(s, child, key, s->written)) continue;
        if (s->written == s->most) return 0;
        s->table[key >> s->shift >> 6] |= (u64)1 << (key >> s->shift & 63);
        s->packings[s->written] = child;
        s->growing[s->alive++] = (int32_t)s->written++;
    }
    return 1;
}

/* Set the bits of about `most` packings in the table; on the return EXHAUSTED, it is complete from cell `cell` on. */
KERNEL(endings)(Endings *s) {
    for (; s->cell > 0; s->cell--, s->number = 0) {
        const u64 here = (u64)1 << (s->cell - 1);
        const u64 late = ~(u64)0 >> (64 - s->cells) & ~s->reach[s->cell - 1] & ~(here - 1);
        if (!s->number) s->parents = s->alive;
        for (; s->number < s->parents; s->number++, s->work--) {
            const Packing parent = s->packings[s->growing[s->number]];
            if (s->work <= 0) return BUDGET_SPENT;
            if (!(parent.cells & here) && !extend(s, parent, late)) return EXHAUSTED;
        }
        i64 kept = 0; /* packings with an empty cell that no option reaches any more can never be completed */
        for (i64 number = 0; number < s->alive; number++)
            if (!(late & ~s->packings[s->growing[number]].cells)) s->growing[kept++] = s->growing[number];
        s->alive = kept;
    }
    return EXHAUSTED;
}
