/* A table of the packings of a board's last cells, for scans: which rests of the board can be packed?
 *
 * The packings of the last cells are written down before the search begins, from the last cell backwards.  When the
 * scan has reached those cells, what is still empty and which pieces are left must be one of them, or the search turns
 * back:
 *
 *     filled by the search    #######....     is ....####### packed by the pieces that are left?
 *                             ######.....     no: turn back now, not five pieces later
 *
 * Packings of the same cells by the same pieces are one, and one that leaves a cell which no earlier option reaches is
 * dropped, so that there are far fewer of them than ways to pack.  They are kept as bits at the value of a hash: a rest
 * whose bit is not set cannot be packed, one whose bit is set nearly always can.
 *
 * Ralf Kleberhoff's trick "E" in his entry to the contest of c't 7/2003.  The table is a filter of Burton H. Bloom's,
 * Space/time trade-offs in hash coding with allowable errors, Communications of the ACM 13 (1970), with one hash.
 */
#include "endings.h"
#include "fits.h"

typedef struct {
    u64 cells, pieces;
} Packing;

typedef struct {
    POINTER(u64, table);     /* bits, at the upper bits of a hash */
    POINTER(i64, start);     /* the options of cell c are those of group c * lists */
    POINTER(u64, body);      /* of options, their cells, the first of the last cells being bit 0 */
    POINTER(u64, rest);      /* and their pieces */
    POINTER(u64, reach);     /* (cells): which of the last cells options of earlier cells than c cover */
    POINTER(i64, shifts);    /* see fits.h */
    POINTER(u64, inland);
    POINTER(Packing, packings); /* (most): zeros, but the first, which fills the other cells */
    POINTER(int32_t, growing);  /* (most): the numbers of those that may grow */
    POINTER(int32_t, known);    /* (mask + 1, a power of two, zeros): the numbers of packings by their hash */
    POINTER(u64, fit);          /* (2 * room) */
    u64 shift, pieces;          /* how far to the right a hash goes to be the number of a bit; all pieces */
    i64 most, cells, lists, many_shifts, ups, mask, room;
} Endings;

/* Is it the first packing of its kind?  Then it gets a place among the known ones. */
INLINE int is_new(Endings *s, Packing packing, u64 key, i64 number) {
    i64 place = (i64)(key >> 40) & s->mask;
    for (int32_t same; (same = s->known[place]); place = (place + 1) & s->mask)
        if (s->packings[same].cells == packing.cells && s->packings[same].pieces == packing.pieces) return 0;
    if (number < s->most) s->known[place] = (int32_t)number;
    return 1;
}

/* Set the bits of about `most` packings in the table, and return the first of the cells they are of. */
KERNEL(endings)(Endings *s) {
    const Options options = {s->body, s->rest, 0, s->shifts, s->many_shifts, s->ups};
    const u64 everything = ~(u64)0 >> (64 - s->cells);
    i64 written = 1, alive = 1;
    for (i64 cell = s->cells - 1; cell >= 0; cell--) {
        const i64 group = cell * s->lists;
        /* No option of earlier cells covers these. */
        const u64 late = everything & ~s->reach[cell] & ~(((u64)1 << cell) - 1);
        const i64 parents = alive;
        for (i64 number = 0; number < parents; number++) {
            const Packing parent = s->packings[s->growing[number]];
            if (parent.cells >> cell & 1) continue;
            const i64 many = fits(options, s->start[group], s->start[group + 1], parent.cells,
                                  parent.pieces | (u64)1 << MARK, 0, s->inland, s->fit, s->fit + s->room);
            for (i64 k = 0; k < many; k++) {
                const Packing child = {parent.cells | s->fit[k], parent.pieces | s->rest[s->fit[s->room + k]]};
                if (late & ~child.cells) continue;
                const u64 key = mix(everything & child.cells, s->pieces & ~child.pieces);
                if (!is_new(s, child, key, written)) continue;
                if (written == s->most) return cell + 1;
                s->table[key >> s->shift >> 6] |= (u64)1 << (key >> s->shift & 63);
                s->packings[written] = child;
                s->growing[alive++] = (int32_t)written++;
            }
        }
        i64 kept = 0; /* those that leave a cell out of reach now will never be whole */
        for (i64 number = 0; number < alive; number++)
            if (!(late & ~s->packings[s->growing[number]].cells)) s->growing[kept++] = s->growing[number];
        alive = kept;
    }
    return 0;
}
