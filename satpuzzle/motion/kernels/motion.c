/* Takes packings apart: `motion` searches for the ways to split one part, `apart` takes many packings apart.
 *
 * `apart` splits a packing in the first way that the search finds (search.h), then the part that leaves, then the part
 * that stays, and so on.  This decides whether it comes apart, for moves that take a part apart also take every subset of
 * it apart.  If all separations but the first take one move, there is no lower level:
 *
 *     parts    {0 1 2 3 4 5}           3 moves, piece 4 leaves
 *              {0 1 2 3 5} {4}         1 move, pieces 0 and 1 leave
 *              {2 3 5} {0 1} ...       and so on: level 3
 *
 * If a later one takes more, the first separation is replaced by the next one of as few moves, at most `others` times, each
 * of which takes another search.  If none helps, the verdict is OTHERWISE, and all ways are compared elsewhere (apart.py).  The moves are written down, to be replayed (replay.c).
 */
#include "search.h"

/* Begin with the current packing, without those of its first separations that are to be passed over. */
static void begin_packing(Motion *s, i64 skip) {
    const i16 *const row = s->packings + 4 * s->width * s->packing;
    Taken *const taken = s->taken + s->packing;
    i64 pieces = 0;
    for (; pieces < s->width && row[4 * pieces + 3] >= 0; pieces++)
        ((Words *)s->at)[pieces] = ((const Words *)row)[pieces];
    s->step_count = s->packing ? taken[-1].end : 0;
    *taken = (Taken){.verdict = FALLS, .single = 1, .begin = s->step_count};
    s->parts[0] = all_of(pieces), s->part_count = 1;
    s->skip = skip, s->passed = s->counted = 0;
}

/* Whether something holds the last part: if so, all its pieces must leave. */
INLINE int is_held(const Motion *s) { return s->holding && s->part_count == 1; }

/* Begin to search for a way to split the last part. */
static void begin_part(Motion *s) {
    const u64 part = s->parts[s->part_count - 1];
    i16 *const here = s->here;
    s->held = is_held(s), s->count = 0;
    const i16 *const first = s->at + 4 * lowest(part);
    for (u64 left = part; left; left &= left - 1, s->count++) {
        const i16 *const place = s->at + 4 * lowest(left);
        for (i64 i = 0; i < 4; i++) here[4 * s->count + i] = (i16)(place[i] - (s->held || i == 3 ? 0 : first[i]));
    }
    for (i64 i = 0; s->held && i < 4; i++) here[4 * s->count + i] = (i16)(i == 3 ? s->frame : 0);
    s->bodies = s->count + s->held;
    s->states = s->unite = s->united = s->step = s->distance = s->layers = 0;
    s->searching = 1;
}

/* End with the current packing; return 0 if another first separation is to be tried instead. */
static int end_packing(Motion *s) {
    Taken *const taken = s->taken + s->packing;
    if (taken->verdict == FALLS && taken->later) {
        if (s->skip < s->others) return 0;
        taken->verdict = OTHERWISE;
    }
    taken->states = s->counted, taken->end = s->step_count;
    return 1;
}

/* Begin the next search, of a part of this packing or of another packing; return 0 if there is none. */
static int next_part(Motion *s) {
    for (;;) {
        while (s->part_count && population(s->parts[s->part_count - 1]) <= !is_held(s)) s->part_count--;
        if (s->part_count) {
            begin_part(s);
            return 1;
        }
        if (s->packing >= 0 && !end_packing(s)) {
            begin_packing(s, s->skip + 1);
            continue;
        }
        if (++s->packing == s->packing_count) return 0;
        begin_packing(s, 0);
    }
}

/* Return the members of a part that are marked, as pieces of the packing. */
static u64 of_packing(u64 part, u64 marked) {
    u64 found = 0;
    for (; marked; marked >>= 1, part &= part - 1)
        if (marked & 1) found |= part & -part;
    return found;
}

static i64 heaviest(const Motion *s, u64 pieces) {
    const i64 *const weight = s->weight + s->width * s->packing;
    i64 most = weight[lowest(pieces)];
    for (; pieces; pieces &= pieces - 1) most = larger(most, weight[lowest(pieces)]);
    return most;
}

/* Split the last part as the search found, and write down the moves.  The heaviest piece stays if nothing holds the part;
 * then the rest leaves the other way. */
static void split(Motion *s, Removal removal) {
    Taken *const taken = s->taken + s->packing;
    const u64 part = s->parts[s->part_count - 1];
    const i64 moves = s->layers + 1;
    u64 leaving = of_packing(part, removal.group);
    Step *step = s->steps + s->step_count + moves;
    *--step = (Step){leaving, removal.direction, 0};
    for (i64 state = s->states - 1; state; state = s->arrival[state].from) {
        const Arrival *const move = s->arrival + state;
        *--step = (Step){of_packing(part, move->group), move->direction, move->steps};
    }
    const Words *position = (const Words *)position_of(s, s->states - 1);
    for (u64 left = part; left; left &= left - 1) ((Words *)s->at)[lowest(left)] = *position++;
    s->step_count += moves;
    if (!s->held && heaviest(s, leaving) > heaviest(s, part & ~leaving)) {
        leaving = part & ~leaving;
        s->steps[s->step_count - 1].group = leaving, s->steps[s->step_count - 1].direction ^= 1;
    }
    const int alone = population(leaving) == 1 || (!s->held && population(part & ~leaving) == 1);
    taken->single &= moves == 1 && alone;
    if (taken->separations++) taken->later |= moves > 1;
    else taken->first = moves;
    s->parts[s->part_count - 1] = part & ~leaving;
    s->parts[s->part_count++] = leaving;
}

KERNEL(apart)(Motion *s) {
    while (s->searching || next_part(s)) {
        if (s->step_count + s->layers + 1 > s->step_room) return STEPS_FULL;
        const i64 outcome = advance(s);
        if (outcome == LAYER_DONE) {
            s->layers++;
        } else if (outcome == REMOVALS) {
            const i64 pass = s->taken[s->packing].separations ? 0 : smaller(s->skip - s->passed, s->removals);
            s->passed += pass;
            if (pass == s->removals) continue;
            split(s, s->removal[pass]);
            s->searching = 0;
            if (s->skip && s->taken[s->packing].later) s->part_count = 0; /* no better */
        } else if (outcome == EXHAUSTED || outcome == TOO_MANY) {
            s->taken[s->packing].verdict = s->skip ? OTHERWISE : outcome == EXHAUSTED ? STAYS : UNDECIDED;
            s->searching = s->part_count = 0;
        } else {
            return outcome;
        }
    }
    return EXHAUSTED;
}

KERNEL(motion)(Motion *s) { return advance(s); }
