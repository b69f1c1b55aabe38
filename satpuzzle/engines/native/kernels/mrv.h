/* The structure of the kernels in mrv.c: the state of a search, in arrays that Python makes (mrv.py, record.py). */
#ifndef MRV_H
#define MRV_H

#include "kernel.h"
#include "lists.h"

/* A depth of the search: the start of its list in the stack, the list's number of rows, its room and its stage; the
 * number of options in its queue, the index of the next one, the chosen option, and whether an option excludes
 * earlier ones. */
typedef struct {
    i64 base, size, room, stage, tries, next, chosen, in_turn;
} Level;

/* A stage: rows become shorter from stage to stage.  The number of words of a row, the lowest bit of an option's
 * number, and the number of items from which on the next stage may be possible.  Option numbers are places in an
 * earlier list: its stage (`wider`), and the start of its last words in the stack (`origin`). */
typedef struct {
    i64 words, shift, enough, wider, origin;
} Stage;

/* Where a search is: its depth (-1 at first) and nodes, the step at this depth (mrv.c), how many options of the queue
 * were tried and kept in this step, and how far the stack was written so far. */
typedef struct {
    i64 depth, nodes, step, tried, kept, reached;
} Head;

typedef struct {
    POINTER(Stage, stages);
    POINTER(u64, single);  /* (stages, widest): the items of one copy, and MARK */
    POINTER(u64, pairs);   /* (stages, widest): the bits of colours, see lists.h */
    POINTER(i64, counted); /* (stages, copied): the other items, each with the steps of its weights; -1 if finished */
    POINTER(i64, lower);   /* (copied): their smallest numbers of copies, 0 for steps */
    POINTER(i64, upper);   /* (copied): their largest numbers of copies */
    POINTER(i64, least);   /* (copied): 1 for an item, and for a step the weight from which on rows have its bit */
    POINTER(i64, more);    /* (copied): by how much that is more than the least of the one before; 1 for an item */
    POINTER(Head, head);
    POINTER(Dice, dice);
    POINTER(double, weight); /* weights of the nodes on a probe's path, then sums of solutions, rows and nodes */
    POINTER(double, shaving); /* (depths): estimated number of words that shaving reads at this depth, by probes */
    POINTER(Level, levels);
    POINTER(u64, need);   /* (depths, widest): items of one copy that must still be covered */
    POINTER(i64, used);   /* (depths, copied): copies so far */
    POINTER(u64, stack);  /* for each depth its list: rows, then the queue */
    POINTER(i64, path);   /* (depths): the chosen options, as numbers in the whole cover */
    POINTER(u64, scratch); /* (20 * widest + 8) */
    POINTER(i64, found);  /* (found_rows, found_width): solutions, padded with -1 */
    POINTER(void, codes); /* (code_room): the numbers that a recording search writes, of `code_bytes` bytes each */
    i64 stage_count, widest, copied, coloured, weighted, items, weights, stack_size;
    i64 shaved; /* the last depth at which lists are shaved, -1 for none */
    i64 weeded_from, weeded_to; /* the numbers of rows of lists that are weeded (weed.c); the last is -1 for none */
    i64 found_rows, found_width, code_room, code_bytes, budget;
    i64 work; /* about how many words may be read; on return, how many are left, perhaps below 0 */
    i64 solutions, written; /* the numbers of solutions and codes, set on return */
} Mrv;

#endif
