/* The state of a search for how a part falls into two: what its arrays are.  Python makes them (compiled.py). */
#ifndef MOTION_H
#define MOTION_H

#include "kernel.h"

typedef int32_t i32;
typedef int16_t i16;
typedef uint32_t u32;
typedef uint8_t u8;
typedef u64 Words __attribute__((may_alias));

enum { MOST = 64, AXES = 16, EVER = 0x7fff, ROTATIONS = 24 }; /* bodies; pairs of opposite directions; steps */

/* Why a search comes back, besides BUDGET_SPENT and EXHAUSTED. */
enum { REMOVALS = 2, LAYER_DONE, TOO_MANY, STATES_FULL, PAIRS_FULL, GROUPS_FULL, GRID_FULL };

/* A place on a line that runs along a direction: the number of the line, and how far along it the place lies. */
typedef struct {
    i64 line, along;
} Place;

/* Where the places of a shape and a direction begin and end: those in front of it, and those in which it can be hit. */
typedef struct {
    i64 front, front_end, back, back_end;
} Sides;

/* Two shapes and the offset of their anchors, packed; in which directions, as bits, the first meets the second before
 * its first step, and ever. */
typedef struct {
    u64 shapes, offset;
    u32 at_once, ever;
} Meeting;

/* How a state was reached: what moved, from which state, how many steps and in which direction; or by which turn, and
 * about which line. */
typedef struct {
    u64 group;
    i32 from;
    i16 steps, direction, a, b, unused, too;
} Arrival;

/* What becomes of a shape whose anchor is at the origin by a rotation: another shape, and where its anchor is. */
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

typedef struct {
    /* Of the whole problem, for all its assemblies. */
    POINTER(i64, vectors);    /* (directions, 3); 2 k and 2 k + 1 are opposite */
    POINTER(Sides, sides);    /* (shapes, directions) */
    POINTER(Place, places);   /* of all shapes, by line and along it */
    POINTER(Meeting, pairs);     /* (pair_room) */
    POINTER(i16, distances);  /* (pair_room, directions): how many steps the first makes before it meets the second */
    POINTER(i32, pair_slots); /* where pairs are looked up: numbers from 1 on, 0 where there is none */
    POINTER(i64, known);      /* how many pairs there are, and the last slot in use */
    /* For turns. */
    POINTER(Turned, turned); /* (shapes, ROTATIONS) */
    POINTER(Cell, cells);    /* of all shapes */
    POINTER(i64, of_shape);  /* (shapes, 2): where the cells of each shape begin and end */
    POINTER(i64, quarter);   /* (6): the rotations by a quarter about x, the opposite one, about y, ... */
    POINTER(Square, swept);  /* by squares at all places */
    POINTER(i64, sweeps);    /* (2 reach + 1, 2 reach + 1, 2): where the squares begin and end that each one sweeps */
    /* Of one search. */
    POINTER(u64, weights);  /* (MOST, 4): of coordinates and shapes, in the hash of a position */
    POINTER(i16, position); /* (state_room, bodies, 4): of the pieces of the part and of what holds them the coordinates
                               of the anchor, less those of the body that is fixed, and the shape */
    POINTER(u64, hash);     /* (state_room): of positions */
    POINTER(Arrival, arrival);
    POINTER(i32, state_slots); /* as pair_slots, four or more for each state there is room for */
    POINTER(u64, group);       /* (group_room): what was found to move in one direction; the first is empty */
    POINTER(i32, group_slots);
    POINTER(Removal, removal); /* (directions * MOST): what can leave from the state that was reached last */
    POINTER(u64, at_once);     /* (AXES, MOST): the graphs of the state that is looked at */
    POINTER(u64, ever);
    POINTER(i32, pair_of); /* (MOST, MOST): the number of each pair, from a lower body to a higher one */
    POINTER(u64, closure); /* (2, MOST): along a direction, and the other way */
    POINTER(u64, smallest); /* (MOST): those that can move, the smallest first */
    POINTER(i16, here);    /* (bodies, 4): the position that is tried */
    POINTER(u8, owner);    /* (grid_room): whose cell each one of the box is, a body's number from 1 on, 0 for none */
    POINTER(i64, box);     /* (6): the least coordinates of all cells, and how many cells there are along each axis */
    i64 directions, count, bodies, held, far, exits, turns, most;
    i64 pair_room, state_room, group_room, grid_room, reach, budget;
    i64 counted, states, removals; /* all states of the packing; those of this search; what can leave */
    /* How far it is: the slots in use, the state that is looked at and the end of its layer; its direction, the next
     * closure of how many, and which groups are united with it; what moves, and how many steps of how many.  Of turns,
     * the axis, the line in half cells, and whether it is the opposite turn. */
    i64 state_mask, group_mask, looked_at, layer_end, found;
    i64 direction, next, closures, unite, united, groups;
    u64 moving, here_hash;
    i64 step, distance;
    i64 axis, a, b, opposite;
} Motion;

INLINE u64 mixed(u64 x) { /* the finaliser of MurmurHash3 with the constants of Stafford's variant 13 */
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

INLINE u64 all_of(i64 bodies) { return bodies == 64 ? ~(u64)0 : ((u64)1 << bodies) - 1; }
INLINE u64 bit(i64 number) { return (u64)1 << number; }

#endif
