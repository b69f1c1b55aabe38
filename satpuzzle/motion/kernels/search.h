/* The search for the shortest ways in which a part of a packing falls into two: the search of search.py, compiled.
 *
 * A state is the position of all bodies.  From the first state the states are searched breadth first, layer by layer;
 * each layer needs one move more.  The search ends with the first layer in which bodies can leave for good.
 *
 *     states    0 | 1 2 3 | 4 5 6 7 8 .        the states after the last bar are the layer that is being made
 *                       ^ the current state
 *
 * In a state, the sets that can move in a direction are the unions of closures (graphs.h).  Each union moves step by
 * step until it meets another body; each step leads to a state, known or new.  Then come quarter turns, which lead to one
 * state each (turns.h).  Four in five states are known, so states are looked up by a hash that is linear in the
 * coordinates: each step in a direction adds the same number to it.  A new state shares most of its graphs with the state
 * from which it was reached.
 *
 * The search returns to Python when it has found a state from which bodies can leave, before each layer, and when an
 * array is full; Python then makes the array larger and calls again.  It also returns when its work is done: the places
 * compared for new pairs, and the cells swept by turns.  The rest takes less than a millisecond for each group or step.
 *
 * After Bill Cutler, A Computer Analysis of All 6-Piece Burrs, 1994, and Andreas Roever's BurrTools; see search.py.
 */
#ifndef SEARCH_H
#define SEARCH_H

#include "turns.h"

enum { GO_ON = -1 };

INLINE i16 *position_of(const Motion *s, i64 state) { return s->position + 4 * s->bodies * state; }

/* The next slot in a hash table of states or of groups. */
INLINE u64 slot_after(u64 slot, i64 mask) { return (slot + 1) & (u64)mask; }

static void enter_state(Motion *s, i64 state) {
    u64 slot = mixed(s->hash[state]) & (u64)s->state_mask;
    while (s->state_slots[slot]) slot = slot_after(slot, s->state_mask);
    s->state_slots[slot] = (i32)state + 1;
}

static void use_state_slots(Motion *s, i64 slots) {
    s->state_mask = slots - 1;
    for (i64 slot = 0; slot < slots; slot++) s->state_slots[slot] = 0;
    for (i64 state = 0; state < s->states; state++) enter_state(s, state);
}

/* Tell whether the position `here` is a known state. */
static int known(const Motion *s) {
    const Words *const here = (const Words *)s->here;
    u64 slot = mixed(s->here_hash) & (u64)s->state_mask;
    for (; s->state_slots[slot]; slot = slot_after(slot, s->state_mask)) {
        const i64 state = s->state_slots[slot] - 1;
        if (s->hash[state] != s->here_hash) continue;
        const Words *const other = (const Words *)position_of(s, state);
        u64 different = 0;
        for (i64 w = 0; w < s->bodies; w++) different |= here[w] ^ other[w];
        if (!different) return 1;
    }
    return 0;
}

static void add_state(Motion *s, Arrival arrival) {
    const i64 state = s->states++;
    Words *const position = (Words *)position_of(s, state);
    for (i64 w = 0; w < s->bodies; w++) position[w] = ((const Words *)s->here)[w];
    s->hash[state] = s->here_hash;
    s->arrival[state] = arrival;
    enter_state(s, state);
    if (2 * s->states > s->state_mask) use_state_slots(s, 2 * (s->state_mask + 1));
}

static void enter_group(Motion *s, i64 number) {
    u64 slot = mixed(s->group[number]) & (u64)s->group_mask;
    while (s->group_slots[slot]) slot = slot_after(slot, s->group_mask);
    s->group_slots[slot] = (i32)number + 1;
}

static void use_group_slots(Motion *s, i64 slots) {
    s->group_mask = slots - 1;
    for (i64 slot = 0; slot < slots; slot++) s->group_slots[slot] = 0;
    for (i64 number = 0; number < s->groups; number++) enter_group(s, number);
}

/* Add a group to the table; return 0 if it was in the table already. */
static int add_group(Motion *s, u64 group) {
    u64 slot = mixed(group) & (u64)s->group_mask;
    for (; s->group_slots[slot]; slot = slot_after(slot, s->group_mask))
        if (s->group[s->group_slots[slot] - 1] == group) return 0;
    s->group[s->groups++] = group;
    enter_group(s, s->groups - 1);
    if (2 * s->groups > s->group_mask) use_group_slots(s, 2 * (s->group_mask + 1));
    return 1;
}

/* Return the bodies that change their places when a group moves: if the fixed body is in it, the rest moves in the
 * opposite direction. */
INLINE u64 displaced(const Motion *s) {
    const i64 fixed = s->held ? s->count : 0;
    return s->moving >> fixed & 1 ? all_of(s->bodies) & ~s->moving : s->moving;
}

/* Find what can leave from the last state, whose position is `here`; this may take several calls. */
static i64 settle(Motion *s) {
    u64 ever[AXES][MOST];
    s->unsettled = 1;
    if (!room_for_pairs(s)) return PAIRS_FULL;
    if (s->states > 1) {
        if (!find_later(s, s->here, displaced(s), s->direction >= s->directions, ever)) return BUDGET_SPENT;
    } else {
        if (!find_graphs(s, s->here)) return BUDGET_SPENT;
        for (i64 axis = 0; axis < s->directions / 2; axis++)
            for (i64 i = 0; i < s->bodies; i++) ever[axis][i] = s->ever[axis * MOST + i];
    }
    s->unsettled = 0;
    find_removals(s, ever);
    s->found |= s->removals > 0;
    return s->removals ? REMOVALS : GO_ON;
}

/* Begin a search: the position that Python wrote into `here` becomes the first state. */
static i64 begin(Motion *s) {
    s->here_hash = 0;
    for (i64 i = 0; i < 4 * s->bodies; i++) s->here_hash += (u64)(i64)s->here[i] * s->weights[i];
    use_state_slots(s, 64);
    add_state(s, (Arrival){0, -1, 0, 0, 0, 0, 0, 0});
    s->looked_at = -1, s->layer_end = 0;
    s->direction = s->directions, s->next = s->closures = s->unite = s->united = 0;
    s->step = s->distance = 0;
    s->axis = AXES_DONE, s->aimed = s->count;
    s->found = !s->far;
    return settle(s);
}

/* Proceed to the next state of the layer, or to the next layer. */
static i64 next_state(Motion *s) {
    if (s->looked_at + 1 == s->layer_end) {
        if (s->found || s->layer_end == s->states) return EXHAUSTED;
        s->layer_end = s->states;
        return LAYER_DONE;
    }
    if (!find_graphs(s, position_of(s, s->looked_at + 1))) return BUDGET_SPENT;
    s->looked_at++;
    s->direction = -1;
    s->axis = s->turns ? NO_AXIS : AXES_DONE;
    s->next = s->closures = 0;
    return GO_ON;
}

/* Sort the closures that can move, each once: the smallest first. */
static void sort_closures(Motion *s, const u64 *closure) {
    s->next = s->closures = 0;
    for (i64 body = 0; body < s->count; body++) {
        const u64 group = closure[body];
        const i64 size = population(group);
        i64 place = s->closures;
        if (group & ~all_of(s->count)) continue; /* the frame or box would have to move */
        for (; place; place--) {
            const u64 other = s->smallest[place - 1];
            if (population(other) < size || (population(other) == size && other <= group)) break;
        }
        if (place && s->smallest[place - 1] == group) continue;
        for (i64 i = s->closures++; i > place; i--) s->smallest[i] = s->smallest[i - 1];
        s->smallest[place] = group;
    }
}

/* Proceed to the next direction.  If nothing holds the part, the first of two opposite directions is enough: a set that
 * moves backwards is the same as the rest moving forwards. */
static void next_direction(Motion *s) {
    s->direction += s->held || s->direction < 0 ? 1 : 2;
    if (s->direction >= s->directions) return;
    if (s->direction % 2 == 0) {
        const u64 *const arrows = s->at_once + s->direction / 2 * MOST;
        if (!closures(arrows, s->bodies, s->closure, s->closure + MOST)) {
            s->direction += s->held; /* nothing can move in the opposite direction either */
            return;
        }
    }
    s->group[0] = 0, s->groups = 1;
    use_group_slots(s, 64);
    sort_closures(s, s->closure + (s->direction & 1) * MOST);
}

/* Find the sets that can make the current turn; this may take several calls. */
static i64 aim(Motion *s) {
    u64 *const arrows = s->closure + MOST;
    if (!find_arrows(s, position_of(s, s->looked_at), arrows)) return BUDGET_SPENT;
    if (s->held ? all_lead_to(arrows, s->bodies, s->count) : strongly_connected(arrows, s->bodies)) return GO_ON;
    close(arrows, s->bodies, s->closure);
    s->group[0] = 0, s->groups = 1;
    use_group_slots(s, 64);
    sort_closures(s, s->closure);
    return GO_ON;
}

/* Go on to the next turn. */
static i64 next_turn(Motion *s) {
    if (s->axis == NO_AXIS && !begin_lines(s)) return GRID_FULL;
    if (!next_line(s)) return GO_ON;
    s->direction = s->directions + 2 * s->axis + s->opposite;
    s->aimed = 0;
    return aim(s);
}

/* Unite the current closure with the next group, and let the union move. */
static i64 next_group(Motion *s) {
    if (s->groups == s->group_room) return GROUPS_FULL;
    const u64 group = s->group[s->unite++] | s->smallest[s->next - 1];
    if (!add_group(s, group) || (group == all_of(s->count) && !s->held)) return GO_ON;
    if (s->groups > s->most) return TOO_MANY;
    s->moving = group;
    s->step = 0, s->distance = s->direction < s->directions ? distance_of(s, group, s->direction) : 1;
    const Words *const from = (const Words *)position_of(s, s->looked_at);
    for (i64 w = 0; w < s->bodies; w++) ((Words *)s->here)[w] = from[w];
    s->here_hash = s->hash[s->looked_at];
    return GO_ON;
}

static void shift(i16 *place, const i64 *vector) {
    for (i64 axis = 0; axis < 3; axis++) place[axis] = (i16)(place[axis] + vector[axis]);
}

/* Let the group make its next step. */
static i64 next_step(Motion *s) {
    if (s->states == s->state_room) return STATES_FULL;
    if (!room_for_pairs(s)) return PAIRS_FULL;
    const u64 moved = displaced(s);
    const int other = moved != s->moving;
    const int turned = s->direction >= s->directions;
    u64 change = 0;
    for (u64 left = moved; left; left &= left - 1) {
        i16 *const place = s->here + 4 * lowest(left);
        const i16 before[4] = {place[0], place[1], place[2], place[3]};
        if (turned) turn(s, place, (int)s->opposite ^ other);
        else shift(place, s->vectors + 3 * (s->direction ^ other));
        for (i64 i = 0; i < 4; i++) change += (u64)(i64)(place[i] - before[i]) * s->weights[4 * lowest(left) + i];
    }
    s->here_hash += change;
    s->step++;
    if (known(s)) return GO_ON;
    if (++s->counted > s->most) return TOO_MANY;
    add_state(s, (Arrival){s->moving, (i32)s->looked_at, (i16)s->step, (i16)s->direction, (i16)s->a, (i16)s->b, 0, 0});
    return settle(s);
}

/* Search until bodies can leave, a layer begins, an array is full, or the budget or the work is done; return which of
 * these. */
static i64 advance(Motion *s) {
    s->removals = 0;
    for (; s->budget > 0 && s->work > 0; s->budget--) {
        i64 outcome = GO_ON;
        if (s->states && s->unsettled) outcome = settle(s);
        else if (s->states && s->aimed < s->count) outcome = aim(s);
        else if (s->step < s->distance) outcome = next_step(s);
        else if (s->unite < s->united) outcome = next_group(s);
        else if (s->states && s->next < s->closures) s->next++, s->unite = 0, s->united = s->groups;
        else if (s->states && s->direction + 1 < s->directions) next_direction(s);
        else if (s->states && s->axis < AXES_DONE) outcome = next_turn(s);
        else if (!room_for_pairs(s)) outcome = PAIRS_FULL;
        else outcome = s->states ? next_state(s) : begin(s);
        if (outcome != GO_ON) return outcome;
    }
    return BUDGET_SPENT;
}

#endif
