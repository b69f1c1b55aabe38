/* The structure of the kernels in memo.c: a search with its table, in arrays that Python makes (engines/memo/compiled.py). */
#ifndef MEMO_H
#define MEMO_H

#include "kernel.h"
#include "lists.h"

enum { TABLE_FULL = FOUND_FULL + 1, OVERFLOW };

/* A depth of the search: the start of its list in the stack, its number of rows and its room; the number of options in
 * its queue, the index of the next one, the place of the chosen option; whether options exclude those before them, and
 * the sum that they add to then; the number of nodes before this one. */
typedef struct {
    i64 base, size, room, tries, next, chosen, in_turn, branch, entered;
} Level;

/* The weight that an option with this bit adds to a sum. */
typedef struct {
    i64 sum, bit, weight;
} Column;

/* A sum: its bounds, its columns and the largest weight among them, from where on more makes no difference (`clip`),
 * and where its amount and its floor are in a state.  After all sums, an entry has the place of the floor of further
 * options. */
typedef struct {
    i64 lower, upper, first, until, heaviest, clip, word, shift, floor_word, floor_shift;
} Bounds;

/* Where a search is: its depth (-1 at first) and nodes, the step at this depth (memo.c), how many options of the queue
 * were tried and kept in this step, and how many states were met again. */
typedef struct {
    i64 depth, nodes, step, tried, kept, met;
} Head;

typedef struct {
    POINTER(u64, single);     /* (words): the items of one copy, and MARK */
    POINTER(u64, pairs);      /* (words): the bits of colours, see lists.h */
    POINTER(u64, keyed);      /* (words): the bits that belong to a state: those of both */
    POINTER(Column, columns); /* (column_count) */
    POINTER(Bounds, bounds);  /* (sums + 1) */
    POINTER(Head, head);
    POINTER(Level, levels);
    POINTER(u64, need);   /* (depths, words): items of one copy that must still be covered */
    POINTER(i64, used);   /* (depths, sums): how much each sum has */
    POINTER(i64, floors); /* (depths, sums + 1): the least numbers of options that may be chosen */
    POINTER(u64, keys);   /* (depths, key_words): the states */
    POINTER(u64, totals); /* (depths, limbs): solutions below each node so far */
    POINTER(u64, stack);  /* for each depth its list: rows, then the queue */
    POINTER(u64, scratch);
    POINTER(i64, start);  /* (starts): the places of the options that the root tries, if they are given */
    POINTER(i64, factor); /* (options): how often the solutions with each of them count */
    POINTER(u64, table);  /* (last + 1, 1 + key_words + limbs) */
    POINTER(u64, before); /* the table before it grew, whose entries from `first` to `until` are stored again */
    i64 words, key_words, limbs, column_count, sums, starts, general, coloured;
    i64 shift; /* the lowest bit of an option's number in the last word */
    i64 stack_size, last, stored, growing, first, until;
    u64 mixer; /* the factor of hashes */
    i64 budget;
    i64 work; /* about how many words may be read; on return, how many are left, perhaps below 0 */
} Memo;

#endif
