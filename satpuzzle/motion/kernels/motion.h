/* The arrays and counters of a search for ways in which a part falls into two; compiled.py makes the arrays. */
#ifndef MOTION_H
#define MOTION_H

#include "kernel.h"

typedef int32_t i32;
typedef int16_t i16;
typedef uint32_t u32;
typedef uint8_t u8;
typedef u64 Words __attribute__((may_alias));

enum { MOST = 64, AXES = 16, EVER = 0x7fff }; /* most bodies; most pairs of opposite directions; steps of a free body */
enum { ROTATIONS = 24 };

/* The outcomes of a call, besides BUDGET_SPENT and EXHAUSTED. */
enum { REMOVALS = 2, LAYER_DONE, TOO_MANY, STATES_FULL, PAIRS_FULL, GROUPS_FULL, GRID_FULL, STEPS_FULL };

/* A place on a line that runs along a direction: the number of the line, and the place's position along it. */
typedef struct {
    i64 line, along;
} Place;

/* The ranges in `places` of a shape and a direction: the places in front of it, and those where it can be hit first. */
typedef struct {
    i64 front, front_end, back, back_end;
} Sides;

/* Two shapes and the offset of their anchors, packed; the directions, as bits, in which the first shape meets the
 * second before its first step, and those in which it ever meets it. */
typedef struct {
    u64 shapes, offset;
    u32 at_once, ever;
} Meeting;

/* The move by which a state was reached: the bodies that moved, the state before, the steps and the direction; for a turn
 * also the place of its line. */
typedef struct {
    u64 group;
    i32 from;
    i16 steps, direction, a, b, unused, too;
} Arrival;

/* The image of a shape with its anchor at the origin under a rotation: a shape, and the place of its anchor. */
typedef struct {
    i64 shape, at[3];
} Turned;

/* A cell of a shape, from its anchor; and a square that is swept, in half cells from the line. */
typedef struct {
    i16 at[3];
} Cell;

typedef struct {
    i16 u, v;
} Square;

/* A set of bodies that can leave for good. */
typedef struct {
    u64 group;
    i64 direction;
} Removal;

/* A move of some pieces of a packing; if the distance is 0, they leave the others for good. */
typedef struct {
    u64 group;
    i64 direction, distance;
} Step;

/* How a packing comes apart. */
typedef struct {
    i64 verdict;         /* one of those below */
    i64 states;          /* the number of positions that were searched */
    i64 separations;     /* so far, if it does not come apart */
    i64 first;           /* the moves of the first separation */
    i64 later, single;   /* whether a later one takes several moves; whether each is one move of a single piece */
    i64 begin, end;      /* its moves in `steps` */
} Taken;

enum { FALLS, STAYS, UNDECIDED, OTHERWISE };

typedef struct {
    /* Tables of the whole problem, shared by all packings. */
    POINTER(i64, vectors);    /* (directions, 3); 2 k and 2 k + 1 are opposite */
    POINTER(Sides, sides);    /* (shapes, directions) */
    POINTER(Place, places);   /* of all shapes, sorted by line and position along it */
    POINTER(Meeting, pairs);     /* (pair_room) */
    POINTER(i16, distances);  /* (pair_room, directions): how many steps the first makes before it meets the second */
    POINTER(i32, pair_slots); /* hash table: the number of a pair plus 1, 0 in an empty slot */
    POINTER(i64, known);      /* the number of pairs, and the last slot in use */
    /* Arrays for turns. */
    POINTER(Turned, turned); /* (shapes, ROTATIONS) */
    POINTER(Cell, cells);    /* the cells of all shapes */
    POINTER(i64, of_shape);  /* (shapes, 2): where the cells of each shape begin and end */
    POINTER(i64, quarter);   /* (6): the rotations by a quarter about x, the opposite one, about y, ... */
    POINTER(Square, swept);  /* what squares sweep, one after the other */
    POINTER(i64, sweeps);    /* (2 reach + 1, 2 reach + 1, 2): where the squares begin and end that each one sweeps */
    /* Arrays of one search. */
    POINTER(u64, weights);  /* (MOST, 4): the factors of coordinates and shapes in the hash of a position */
    POINTER(i16, position); /* (state_room, bodies, 4): of the pieces of the part, then of the frame or box, the coordinates
                               of the anchor, minus those of the fixed body, and the shape */
    POINTER(u64, hash);     /* (state_room): the hashes of the positions */
    POINTER(Arrival, arrival);
    POINTER(i32, state_slots); /* as pair_slots, with four or more slots per state */
    POINTER(u64, group);       /* (group_room): the sets that can move in the current direction; the first is empty */
    POINTER(i32, group_slots);
    POINTER(Removal, removal); /* (directions * MOST): the sets that can leave from the last new state */
    POINTER(u64, at_once);     /* (AXES, MOST): the graphs of the current state */
    POINTER(u64, ever);
    POINTER(i32, pair_of); /* (MOST, MOST): the number of each pair, from a lower body to a higher one */
    POINTER(u64, closure); /* (2, MOST): in a direction, and in the opposite one; the arrows of a turn */
    POINTER(u64, smallest); /* (MOST): the closures that can move, the smallest first */
    POINTER(i16, here);    /* (bodies, 4): the position that is being tried */
    POINTER(u8, owner);    /* (grid_room): for each cell of the box the number of its body plus 1, 0 for none */
    POINTER(i64, box);     /* (6): the least coordinates of all cells, and the number of cells along each axis */
    i64 directions, count, bodies, held, far, exits, turns, most;
    i64 pair_room, state_room, group_room, grid_room, reach, budget;
    i64 work; /* about how many words may be read; on return, how many are left, perhaps below 0 */
    i64 counted, states, removals; /* states of the packing so far, states of this search, sets in `removal` */
    /* The progress of the search: the slots in use, the current state and the end of its layer; the current direction,
     * the next closure and the number of closures, the next group that is united with the closure and the end of these
     * groups; the set that moves, its steps so far and the steps that it can make.  For turns the axis, the place of the
     * line in half cells, whether it is the opposite turn, and of how many pieces the arrows are known.  Whether the
     * last state still lacks pairs. */
    i64 state_mask, group_mask, looked_at, layer_end, found;
    i64 direction, next, closures, unite, united, groups;
    u64 moving, here_hash;
    i64 step, distance;
    i64 axis, a, b, opposite, aimed;
    i64 unsettled;
    /* For whole packings: their number, the most pieces of one, the current one; how many other first separations may be
     * tried, how many of its first separations are passed over, and how many were; its parts, the moves of all packings;
     * whether the last part is being searched, and how many layers were; whether something holds the packing, and the
     * frame's shape. */
    POINTER(i16, packings); /* (packings, width, 4): the anchor and the shape of each piece; a shape of -1 for padding */
    POINTER(i64, weight);   /* (packings, width): of each piece */
    POINTER(Taken, taken);  /* (packings): the results */
    POINTER(Step, steps);   /* (step_room) */
    POINTER(u64, parts);    /* (MOST + 1): the parts that must still come apart, the next one last */
    POINTER(i16, at);       /* (MOST, 4): the anchor and the shape of each piece now, relative to its part */
    i64 packing_count, width, packing, others, skip, passed, part_count, step_count, step_room, searching, layers, holding, frame;
} Motion;

INLINE u64 mixed(u64 x) { /* the finaliser of MurmurHash3 with the constants of Stafford's variant 13 */
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

INLINE u64 all_of(i64 bodies) { return bodies == 64 ? ~(u64)0 : ((u64)1 << bodies) - 1; }
INLINE u64 bit(i64 number) { return (u64)1 << number; }

#endif
