/* The state of a search by fewest options: what its arrays are.  Python makes them (mrv.py, record.py). */
#ifndef MRV_H
#define MRV_H

#include "kernel.h"
#include "lists.h"

/* A depth of the search: where its list starts in the stack, how long it is, its room and its stage; how many options
 * are in its queue, which of them is the next, the option chosen from here, and whether options rule out those before
 * them. */
typedef struct {
    i64 base, size, room, stage, tries, next, chosen, in_turn;
} Level;

/* Rows become shorter from stage to stage: how many words they have, from which bit on options have their numbers, how
 * few items could make the next stage possible; and of the list whose places the numbers are, its stage and its last
 * words. */
typedef struct {
    i64 words, shift, enough, wider, origin;
} Stage;

typedef struct {
    POINTER(Stage, stages);
    POINTER(u64, single);  /* (stages, widest): the items of one copy, and MARK */
    POINTER(u64, pairs);   /* (stages, widest): the bits of colours, see lists.h */
    POINTER(i64, counted); /* (stages, copied): the other items, -1 if done with */
    POINTER(i64, lower);   /* (copied): how many copies they must have */
    POINTER(i64, upper);   /* and may */
    POINTER(i64, head);    /* depth, -1 at first, and nodes */
    POINTER(Dice, dice);
    POINTER(double, weight); /* of the nodes on a probe's way; at the end, sums of solutions, rows and nodes */
    POINTER(double, shaving); /* (depths): words that would be read on a probe's way if lists were shaved there */
    POINTER(Level, levels);
    POINTER(u64, need);   /* (depths, widest): items of one copy that must still be covered */
    POINTER(i64, used);   /* (depths, copied): copies so far */
    POINTER(u64, stack);  /* the lists, depth after depth: rows, then the queue */
    POINTER(i64, path);   /* (depths): numbers in the whole cover, of the options chosen at the first depths */
    POINTER(u64, scratch); /* (13 * widest + 8) */
    POINTER(i64, found);  /* (found_rows, found_width): solutions, padded with -1 */
    POINTER(void, codes); /* (code_room): what a recording search writes, in numbers of `code_bytes` */
    i64 stage_count, widest, copied, coloured, items, weights, stack_size;
    i64 shaved; /* the last depth at which lists are shaved; -1 if at none */
    i64 found_rows, found_width, code_room, code_bytes, budget;
    i64 solutions, written; /* how many there are when the search comes back */
} Mrv;

#endif
