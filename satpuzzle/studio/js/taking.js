// Takes a packing apart: finds the steps, or the pieces that are stuck (satpuzzle/motion/search.py and apart.py).
//
// A move carries some pieces of a part, as one body, some steps in one direction.  In the graph of a direction a piece
// has an arrow to another piece if it cannot make even one step unless the other comes along.  So the sets that can
// move are those that no arrow leaves: unions of closures.  A set that never meets a piece outside can leave, and the
// part falls into two.  Positions are searched breadth first until one is found in which the part falls into two.  With
// fewer pieces there are fewer obstacles, so the first way found is enough to tell whether a packing comes apart.
//
// After Bill Cutler, A Computer Analysis of All 6-Piece Burrs, 1994, and Andreas Röver's BurrTools.
import { dot, minus, plus, times } from "./cell.js";

const EVER = 1e9; // the number of steps of a piece that meets nothing
const ORIGIN = [0, 0, 0];

class Undecided extends Error {}

// Return {verdict, steps, core}: whether a packing comes apart ("yes", "no" or "unknown"), the steps as far as it does,
// and the pieces that are stuck.  `pieces` has the cells and the weight of each piece; `enough` gets the number of
// positions so far and returns whether to give up.
export function takeApart(grid, pieces, frame, enough) {
  const search = new Taking(grid, pieces, frame, enough), held = frame.length > 0, steps = [];
  const fall = (part, position, inside) => {
    while (part.length > (inside ? 0 : 1)) {
      const split = search.split(part, position, inside);
      if (!split) return part;
      steps.push(...split.steps);
      const leaves = new Set(split.steps.at(-1).pieces), among = (gone) => part.map((piece, i) => ({ piece, place: split.position[i] })).filter(({ piece }) => leaves.has(piece) === gone);
      const out = among(true), core = fall(out.map(({ piece }) => piece), out.map(({ place }) => place), false);
      if (core.length) return core;
      const left = among(false);
      part = left.map(({ piece }) => piece);
      position = left.map(({ place }) => place);
    }
    return [];
  };
  try {
    const core = fall(pieces.map((_, i) => i), pieces.map(() => ORIGIN), held);
    return { verdict: core.length ? "no" : "yes", steps, core };
  } catch (error) {
    if (!(error instanceof Undecided)) throw error;
    return { verdict: "unknown", steps, core: [] };
  }
}

class Taking {
  constructor(grid, pieces, frame, enough) {
    Object.assign(this, { grid, enough, ways: grid.moves.map(({ by }) => by), weights: pieces.map(({ weight = 1 }) => weight) });
    this.bodies = [...pieces.map(({ cells }) => cells), frame];
    this.met = new Map();
    this.states = 0;
  }

  // Return a shortest way in which a part falls into two, as steps, and the position of its pieces then; null if none.
  split(part, start, held) {
    const first = normal(start, held), before = new Map([[nameOf(first), null]]);
    for (let layer = [first], at = 0; layer.length; at = 1) {
      const following = [];
      for (const position of layer) {
        const graphs = this.#graphs(part, position, held);
        if (!at) {
          const removal = this.#removal(part, graphs, held);
          if (removal) return this.#split(part, position, before, removal, held);
        }
        for (const { group, way, distance } of this.#moves(part, graphs, held))
          for (let step = 1; step <= distance; step++) {
            const reached = normal(position.map((place, i) => (has(group, i) ? plus(place, times(this.ways[way], step)) : place)), held), name = nameOf(reached);
            if (before.has(name)) continue;
            this.#count();
            before.set(name, { position, group, way, step });
            const removal = this.#removal(part, this.#graphs(part, reached, held), held);
            if (removal) return this.#split(part, reached, before, removal, held);
            following.push(reached);
          }
      }
      layer = following;
    }
    return null;
  }

  #count() { if (this.enough(++this.states)) throw new Undecided(); }

  // Return the smallest set that can leave.  If no frame holds the part, sets of more than half of its pieces are left
  // out: such a set leaving is the same as the rest leaving in the opposite direction.
  #removal(part, { ever }, held) {
    const most = held ? part.length : part.length >> 1;
    let best = null;
    ever.forEach((arrows, way) => {
      for (const group of closures(arrows)) {
        const size = sizeOf(group);
        if (size <= most && !has(group, part.length) && (!best || size < best.size)) best = { group, way, size };
      }
    });
    return best;
  }

  // Yield the sets that can move, with their directions and the numbers of steps that they can make.
  *#moves(part, { atOnce, steps }, held) {
    const everything = (1n << BigInt(part.length)) - 1n;
    for (const [way, arrows] of atOnce.entries()) {
      if (!held && way % 2) continue; // a set that moves backwards is the same as the rest moving forwards
      const groups = new Set([0n]);
      for (const closure of [...new Set(closures(arrows))].sort((a, b) => sizeOf(a) - sizeOf(b))) {
        if (has(closure, part.length)) continue;
        for (const some of [...groups]) {
          const group = some | closure;
          if (groups.has(group)) continue;
          groups.add(group);
          if (group === everything && !held) continue;
          this.#count();
          let distance = EVER;
          steps.forEach((row, i) => { if (has(group, i)) row.forEach((met, j) => { if (!has(group, j)) distance = Math.min(distance, met[way]); }); });
          yield { group, way, distance };
        }
      }
    }
  }

  // Return the graphs of a position: the pieces that each piece meets before its first step, and ever, as bits; the
  // frame has the number after the last piece.
  #graphs(part, position, held) {
    const empty = () => this.ways.map(() => part.map(() => 0n)), found = { steps: [], atOnce: empty(), ever: empty() };
    part.forEach((piece, i) => {
      const row = [];
      for (let j = 0; j < part.length + (held ? 1 : 0); j++) {
        const there = j < part.length ? position[j] : ORIGIN, met = i === j ? null : this.#between(piece, j < part.length ? part[j] : this.bodies.length - 1, minus(there, position[i]));
        row.push(met ?? this.ways.map(() => EVER));
        met?.forEach((steps, way) => {
          if (steps < 1) found.atOnce[way][i] |= 1n << BigInt(j);
          if (steps < EVER) found.ever[way][i] |= 1n << BigInt(j);
        });
      }
      found.steps.push(row);
    });
    return found;
  }

  // Return the number of steps that a piece can make in each direction before it meets another, displaced by `apart`.
  #between(piece, other, apart) {
    const name = `${piece},${other},${apart}`;
    if (!this.met.has(name)) this.met.set(name, freeSteps(this.grid, this.bodies[piece], this.bodies[other], apart));
    return this.met.get(name);
  }

  // Return the steps that led to a position, followed by the step in which pieces leave.
  #split(part, position, before, { group, way }, held) {
    const everything = (1n << BigInt(part.length)) - 1n, steps = [];
    const add = (some, along, distance, surplus) => {
      const rest = this.#stays(part, some, surplus, held), moved = rest ? some ^ everything : some;
      steps.unshift({ pieces: part.filter((_, i) => has(moved, i)), direction: this.ways[rest ? along ^ 1 : along], distance });
    };
    add(group, way, "out", 0);
    for (let at = before.get(nameOf(position)); at; at = before.get(nameOf(at.position))) add(at.group, at.way, at.step, 2 * sizeOf(at.group) - part.length);
    return { steps, position };
  }

  // Return whether the rest should move instead of a group: the side with the heaviest piece stays, or else the larger
  // side; a frame always stays.
  #stays(part, group, surplus, held) {
    if (held) return false;
    const [rest, own] = [false, true].map((side) => Math.max(...part.map((piece, i) => (has(group, i) === side ? this.weights[piece] : 0))));
    return own > rest || (own === rest && surplus > 0);
  }
}

// Return the number of steps that cells can make in each direction before they meet others: a cell at p meets a cell at
// q after n steps if q - p minus n steps is one of the vectors that a step sweeps.
export function freeSteps(grid, cells, others, apart = ORIGIN) {
  const kinds = cells.map((cell) => grid.kind(cell)), far = others.map((cell) => plus(cell, apart));
  return grid.moves.map(({ by, swept }) => {
    const length = dot(by, by);
    let least = EVER;
    cells.forEach((p, i) => {
      for (const q of far)
        for (const s of swept[kinds[i]]) {
          const [x, y, z] = [q[0] - p[0] - s[0], q[1] - p[1] - s[1], q[2] - p[2] - s[2]], steps = (x * by[0] + y * by[1] + z * by[2]) / length;
          if (steps >= 0 && steps < least && Number.isInteger(steps) && x === steps * by[0] && y === steps * by[1] && z === steps * by[2]) least = steps;
        }
    });
    return least;
  });
}

const has = (group, i) => (group >> BigInt(i)) & 1n ? true : false;

function sizeOf(group) {
  let size = 0;
  for (let left = group; left; left &= left - 1n) size++;
  return size;
}

// Return for each node, as bits, the node itself and all nodes that arrows lead to from it.
function closures(arrows) {
  const closed = arrows.map((mask, i) => mask | (1n << BigInt(i)));
  closed.forEach((_, k) => {
    const through = closed[k];
    closed.forEach((mask, i) => { if (has(mask, k)) closed[i] = mask | through; });
  });
  return closed;
}

const nameOf = (position) => position.join();

// Return a position relative to its first piece; a position in a frame is returned unchanged.
const normal = (position, held) => (held || !position.length ? position : position.map((place) => minus(place, position[0])));
