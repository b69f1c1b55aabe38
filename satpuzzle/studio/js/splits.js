// The search for the shortest ways in which a part of a packing falls into two: the kernel `motion`, which Python uses too
// (satpuzzle/motion/compiled.py).  A part is a list of the numbers of pieces, its position the list of their places.
import { minus, plus, times } from "./cell.js";
import { WORK } from "./kernel.js";
import { Call, Memory } from "./memory.js";
import { sweeps } from "./quarter.js";
import { Shapes, wide } from "./shapes.js";

export const MOST_BODIES = 63;
const [EXHAUSTED, REMOVALS, LAYER_DONE, TOO_MANY, STATES_FULL, PAIRS_FULL, GROUPS_FULL, GRID_FULL] = [
  1, 2, 3, 4, 5, 6, 7, 8,
];
const [PAIRS, STATES, GROUPS, REACH] = [4096, 64, 128, 16]; // room at first, and half cells
const BUDGET = 500; // groups and steps between two looks at the clock
const SEED = 0x9e3779b97f4a7c15n;
const BYTES = { at_once: 8192, ever: 8192, pair_of: 16384, closure: 1024, smallest: 512, here: 512, box: 48 }; // of arrays
const ARRIVAL = 24;

export class Undecided extends Error {}

export class SplitSearch {
  // `pieces` has the cells and the weight of each piece.  The search gives up after `most` positions, or when `late`
  // returns true: then `ended` is true.  With `turns`, on the grid of cubes, pieces may make quarter turns too.
  /** @param {Kernel} kernels @param {Grid} grid @param {Copy[]} pieces @param {Vector[]} frame @param {Limits} limits */
  constructor(kernels, grid, pieces, frame, { most, late, turns }) {
    const rotations = grid.turns.filter(({ rotation }) => rotation).map(({ basis }) => basis);
    this.grid = grid;
    this.most = most;
    this.late = late;
    this.turns = turns;
    this.fields = kernels.fields.motion;
    this.states = 0;
    this.ended = false;
    /** @type {Room[]} */
    this.free = [];
    this.weights = pieces.map(({ weight = 1 }) => weight);
    this.along = grid.moves.map(({ by }) => by);
    this.shapes = new Shapes(grid, turns ? rotations : rotations.slice(0, 1));
    const position = pieces.map(({ cells }) => this.shapes.placed(cells));
    /** @type {Side} */
    this.start = { part: [...pieces.keys()], position, held: frame.length > 0 };
    this.frame = this.shapes.placed(frame);
    this.memory = new Memory(kernels.module);
    /** @type {Record<string, number>} */
    this.tables = { ...this.shapes.write(this.memory, this.frame[3]), ...this.#constants() };
    this.pairs = 0;
    this.#morePairs();
  }

  // Return a key of a side.  Without turns it does not matter where a part is, unless a frame holds it.
  /** @type {(side: Side) => Side} */
  keyOf(side) {
    return this.turns ? side : normal(side);
  }

  // Yield the shortest ways in which a side falls into two, and null for each number of moves by which there is none.
  /** @type {(side: Side) => Generator<Split | null, void>} */
  *splits(side) {
    const room = this.free.pop() ?? this.#room();
    const origin = (side.held ? this.frame : side.position[0]).slice(0, 3);
    this.#begin(room, side, origin);
    for (let outcome = 0; outcome !== EXHAUSTED;) {
      if (this.late()) this.ended = true;
      if (this.ended) throw new Undecided();
      outcome = this.#run(room.call);
      if (outcome === REMOVALS) yield* this.#found(room.call, side, origin);
      else if (outcome === LAYER_DONE) yield null;
      else if (outcome === TOO_MANY) throw new Undecided();
      else if (outcome === STATES_FULL) this.#grow(room, ["position", "hash", "arrival", "state_slots"], "state_room");
      else if (outcome === GROUPS_FULL) this.#grow(room, ["group", "group_slots"], "group_room");
      else if (outcome === PAIRS_FULL) this.#morePairs();
      else if (outcome === GRID_FULL) this.#moreGrid(room.call);
    }
    this.free.push(room);
  }

  // The kernel's arrays

  #constants() {
    let seed = SEED;
    const random = () => (seed = BigInt.asUintN(64, seed * SEED + 1n)) | 1n;
    const quarters = [0, 1, 2].flatMap((axis) => [0, 1].map((opposite) => this.#quarter(axis, opposite, [0, 0]).turn));
    return {
      weights: this.memory.put(BigUint64Array.from({ length: 4 * (MOST_BODIES + 1) }, random)), // of the hash; any odd ones
      quarter: this.memory.put(wide(this.turns ? quarters : [0])),
      known: this.memory.put(wide([0, 4 * PAIRS - 1])),
    };
  }

  // All rooms share the table of pairs.
  #morePairs() {
    const room = 2 * this.pairs || PAIRS;
    const sizes = { pairs: 24, distances: 2 * this.along.length, pair_slots: 16 };
    for (const [name, bytes] of Object.entries(sizes))
      this.tables[name] = this.memory.larger(this.tables[name] ?? 0, this.pairs * bytes, room * bytes);
    this.pairs = room;
  }

  /** @type {() => Room} */
  #room() {
    const { memory, along } = this;
    const call = new Call(memory, "motion", this.fields);
    const bodies = this.weights.length + 1;
    const state = { position: 8 * bodies, hash: 8, arrival: ARRIVAL, state_slots: 16 };
    const states = Object.fromEntries(Object.entries(state).map(([name, size]) => [name, size * STATES]));
    const groups = { group: 8 * GROUPS, group_slots: 16 * GROUPS, removal: 16 * (MOST_BODIES + 1) * along.length };
    const bytes = { ...BYTES, ...states, ...groups };
    call.set(Object.fromEntries(Object.entries(bytes).map(([name, size]) => [name, memory.take(size)])));
    call.set({ directions: along.length, far: 1, exits: 2n ** BigInt(along.length) - 1n, turns: this.turns ? 3 : 0 });
    call.set({ state_room: STATES, group_room: GROUPS });
    return { call, bytes };
  }

  /** @type {(room: Room, names: string[], size: string) => void} */
  #grow({ call, bytes }, names, room) {
    for (const name of names) {
      call.set({ [name]: this.memory.larger(call.get(name), bytes[name], 4 * bytes[name]) });
      bytes[name] *= 4;
    }
    call.set({ [room]: 4 * call.get(room) });
  }

  /** @type {(call: Call) => void} */
  #moreGrid(call) {
    const size = [...this.memory.view(BigInt64Array, call.get("box"), 6)].slice(3).map(Number);
    const room = 2 * size.reduce((volume, length) => volume * length);
    let reach = Math.max(REACH, call.get("reach"));
    while (reach < 2 * Math.max(...size)) reach *= 2;
    if (reach > (this.swept?.reach ?? 0)) {
      const { squares, bounds } = sweeps(reach);
      this.swept = { reach, swept: this.memory.put(squares), sweeps: this.memory.put(wide(bounds)) };
    }
    call.set({ owner: this.memory.take(room), grid_room: room, ...this.swept });
  }

  /** @type {(room: Room, side: Side, origin: Vector) => void} */
  #begin({ call }, { position, held }, origin) {
    const bodies = [...position, ...(held ? [this.frame] : [])];
    const here = bodies.flatMap(([x, y, z, shape]) => [...minus([x, y, z], origin), shape]);
    this.memory.view(Int16Array, call.get("here"), here.length).set(here);
    call.set({ count: position.length, bodies: bodies.length, held: Number(held) });
    call.set({ states: 0, unite: 0, united: 0, step: 0, distance: 0 });
  }

  /** @type {(call: Call) => number} */
  #run(call) {
    call.set({
      ...this.tables,
      pair_room: this.pairs,
      counted: this.states,
      most: this.most,
      work: WORK,
      budget: BUDGET,
    });
    const outcome = call.run();
    this.states = call.get("counted");
    return outcome;
  }

  // What the kernel found

  // Yield the splits that begin with the moves to the last state.
  /** @type {(call: Call, side: Side, origin: Vector) => Generator<Split, void>} */
  *#found(call, side, origin) {
    const last = call.get("states") - 1;
    const many = 4 * side.part.length;
    const places = this.memory.view(Int16Array, call.get("position") + 8 * call.get("bodies") * last, many);
    const position = side.part.map((_, i) => [...places.subarray(4 * i, 4 * i + 4)]);
    const removals = this.memory.view(BigInt64Array, call.get("removal"), 2 * call.get("removals")).slice();
    const moves = this.#movesTo(call, last);
    for (let i = 0; i < removals.length; i += 2)
      yield this.#split({ ...side, position }, moves, { group: removals[i], way: Number(removals[i + 1]) }, origin);
  }

  // Return the moves that lead to a state.
  /** @type {(call: Call, last: number) => KernelMove[]} */
  #movesTo(call, last) {
    const data = new DataView(this.memory.kernels.memory.buffer, call.get("arrival"));
    const moves = [];
    for (let state = last; state; state = data.getInt32(ARRIVAL * state + 8, true)) {
      const at = ARRIVAL * state;
      const [steps, way, ...line] = [12, 14, 16, 18].map((offset) => data.getInt16(at + offset, true));
      moves.unshift({ group: data.getBigUint64(at, true), way, steps, line });
    }
    return moves;
  }

  // Return a split, its moves as they are seen in space, where the side with the heaviest piece stays.  The search keeps
  // its first piece, or the frame, in place; `seen` maps what it sees to space (satpuzzle/motion/telling.py).
  /** @type {(side: Side, moves: KernelMove[], removal: { group: bigint; way: number }, origin: Vector) => Split} */
  #split({ part, position, held }, moves, removal, origin) {
    const all = (1n << BigInt(part.length)) - 1n;
    let seen = { turn: 0, by: origin };
    const told = moves.map(({ group, way, steps, line }) => {
      const rest = this.#stays(part, group, held, 2 * members(part, group).length - part.length);
      const fixed = !held && Boolean(group & 1n);
      const motion = this.#motion(way, steps, line);
      const pieces = members(part, rest ? group ^ all : group);
      const move = { pieces, ...this.#seen(way ^ Number(rest), steps, line, seen) };
      if (fixed !== rest) seen = this.#then(fixed ? motion : this.#inverse(motion), seen);
      return move;
    });
    const rest = this.#stays(part, removal.group, held, 0);
    const group = rest ? removal.group ^ all : removal.group;
    const direction = this.shapes.rotated(seen.turn, this.along[removal.way ^ Number(rest)]);
    /** @type {(i: number) => boolean} */
    const leaves = (i) => Boolean((group >> BigInt(i)) & 1n);
    const placed = position.map(([x, y, z, shape]) => {
      const [a, b, c, image] = this.shapes.turned(shape, seen.turn);
      return [...plus(plus(this.shapes.rotated(seen.turn, [x, y, z]), seen.by), [a, b, c]), image];
    });
    return {
      moves: [...told, { pieces: members(part, group), direction, distance: "out" }],
      left: { part: members(part, group ^ all), position: placed.filter((_, i) => !leaves(i)), held },
      removed: { part: members(part, group), position: placed.filter((_, i) => leaves(i)), held: false },
    };
  }

  // Return whether the rest should move instead of a group: the side with the heaviest piece stays, or else the larger
  // side; a frame always stays.
  /** @type {(part: number[], group: bigint, held: boolean, surplus: number) => boolean} */
  #stays(part, group, held, surplus) {
    if (held) return false;
    const inside = new Set(members(part, group));
    /** @type {(own: boolean) => number[]} */
    const side = (own) => part.filter((piece) => inside.has(piece) === own);
    /** @type {(own: boolean) => number} */
    const heaviest = (own) => Math.max(...side(own).map((piece) => this.weights[piece]));
    const [rest, own] = [heaviest(false), heaviest(true)];
    return own > rest || (own === rest && surplus > 0);
  }

  // Motions: a rotation by its number, and then a translation.

  /** @type {(way: number, steps: number, line: number[]) => Rigid} */
  #motion(way, steps, line) {
    if (way < this.along.length) return { turn: 0, by: times(this.along[way], steps) };
    return this.#quarter((way - this.along.length) >> 1, way & 1, line);
  }

  // A quarter turn about a line parallel to an axis (satpuzzle/motion/rigid.py).
  /** @type {(axis: number, opposite: number, line: number[]) => Rigid} */
  #quarter(axis, opposite, [a, b]) {
    const sense = opposite ? -1 : 1;
    const [i, j] = [(axis + 1) % 3, (axis + 2) % 3];
    const images = [0, 1, 2].map((each) => [0, 1, 2].map((to) => Number(each === axis && to === axis)));
    images[i][j] = sense;
    images[j][i] = -sense;
    const by = [0, 0, 0];
    by[i] = (a + sense * b) / 2;
    by[j] = (b - sense * a) / 2;
    return { turn: this.shapes.rotationOf(images), by };
  }

  /** @type {(first: Rigid, second: Rigid) => Rigid} */
  #then(first, second) {
    const by = plus(this.shapes.rotated(second.turn, first.by), second.by);
    return { turn: this.shapes.after(second.turn, first.turn), by };
  }

  /** @type {(motion: Rigid) => Rigid} */
  #inverse({ turn, by }) {
    const back = this.shapes.rotations.findIndex((_, each) => this.shapes.after(each, turn) === 0);
    return { turn: back, by: times(this.shapes.rotated(back, by), -1) };
  }

  // Return a move of the search as it is seen in space.
  /** @type {(way: number, steps: number, line: number[], seen: Rigid) => Omit<Move, "pieces">} */
  #seen(way, steps, line, seen) {
    const { shapes, along } = this;
    if (way < along.length) return { direction: shapes.rotated(seen.turn, along[way]), distance: steps };
    const axis = (way - along.length) >> 1;
    const towards = [0, 0, 0];
    const point = [0, 0, 0];
    towards[axis] = way & 1 ? -1 : 1;
    [point[(axis + 1) % 3], point[(axis + 2) % 3]] = line;
    const direction = shapes.rotated(seen.turn, towards);
    const through = plus(shapes.rotated(seen.turn, point), times(seen.by, 2)).map((x, i) => (direction[i] ? 0 : x / 2));
    return { turn: { axis: direction, through } };
  }
}

/** @type {(part: number[], group: bigint) => number[]} */
const members = (part, group) => part.filter((_, i) => (group >> BigInt(i)) & 1n);

// Return a side with positions relative to its first piece; one in a frame is returned unchanged.
/** @type {(side: Side) => Side} */
export function normal(side) {
  const { part, position, held } = side;
  if (held || !position.length) return side;
  const [[x, y, z]] = position;
  return { part, position: position.map(([a, b, c, shape]) => [a - x, b - y, c - z, shape]), held };
}
