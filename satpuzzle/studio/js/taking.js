// The search for the shortest ways in which a part of a packing falls into two (satpuzzle/motion/search.py).
//
// A move carries some pieces of a part, as one body, some steps in one direction.  In the graph of a direction a piece
// has an arrow to another piece if it cannot make even one step unless the other comes along.  So the sets that can
// move are those that no arrow leaves: unions of closures.  A set that never meets a piece outside can leave, and the
// part falls into two.  Positions are searched breadth first until one is found in which the part falls into two; then
// all ways with the same number of moves are yielded, in the same order as in Python.
//
// After Bill Cutler, A Computer Analysis of All 6-Piece Burrs, 1994, and Andreas Röver's BurrTools.
import { minus, plus, times } from "./cell.js";

const EVER = 1e9; // the number of steps of a piece that meets nothing
const MOST_SMALL = 30; // pieces whose sets, and the frame, fit into the bits of a number; larger sets are slower BigInts
export const ORIGIN = [0, 0, 0];

export class Undecided extends Error {}

export class Taking {
  // `pieces` has the cells and the weight of each piece; the search gives up after `most` positions, or when `late`
  // returns true: then `ended` is true.
  constructor(grid, pieces, frame, most, late) {
    Object.assign(this, {
      grid,
      most,
      late,
      ended: false,
      along: grid.moves.map(({ by }) => by),
      weights: pieces.map(({ weight = 1 }) => weight),
    });
    this.bit = pieces.length > MOST_SMALL ? (i) => 1n << BigInt(i) : (i) => 1 << i;
    this.bodies = [...pieces.map(({ cells }) => cells), frame];
    this.met = new Map();
    this.states = 0;
  }

  // Yield the shortest ways in which a part falls into two, each {moves, left, removed} with the positions of the pieces
  // that stay and of those that leave, and null for each number of moves by which there is none.
  *splits(part, start, held) {
    const { bit } = this;
    const first = normal(start, held);
    const before = new Map([[nameOf(first), null]]);
    const now = this.#removals(part, this.#graphs(part, first, held), held);
    for (const removal of now) yield this.#split(part, first, before, removal, held);
    for (let found = now.length > 0, layer = [first]; layer.length && !found;) {
      yield null;
      const following = [];
      for (const position of layer)
        for (const { group, way, distance } of this.#moves(part, this.#graphs(part, position, held), held))
          for (let step = 1; step <= distance; step++) {
            const reached = normal(
              position.map((place, i) => (group & bit(i) ? plus(place, times(this.along[way], step)) : place)),
              held,
            );
            const name = nameOf(reached);
            if (before.has(name)) continue;
            if (++this.states > this.most) throw new Undecided();
            before.set(name, { position, group, way, step });
            const removals = this.#removals(part, this.#graphs(part, reached, held), held);
            for (const removal of removals) yield this.#split(part, reached, before, removal, held);
            found ||= removals.length > 0;
            following.push(reached);
          }
      layer = following;
    }
  }

  #look() {
    if (this.late()) {
      this.ended = true;
      throw new Undecided();
    }
  }

  // Return the sets that can leave with their directions, the smallest first.  If no frame holds the part, sets of more
  // than half of its pieces are left out: such a set leaving is the same as the rest leaving in the opposite direction.
  #removals(part, { ever }, held) {
    const most = held ? part.length : part.length >> 1;
    const outside = this.bit(part.length);
    const found = ever.flatMap((arrows, way) =>
      [...new Set(this.#closures(arrows))].map((group) => ({ group, way, size: sizeOf(group) })),
    );
    return found
      .filter(({ group, size }) => size <= most && !(group & outside))
      .sort((a, b) => a.size - b.size || a.way - b.way || order(a.group, b.group));
  }

  // Yield the sets that can move, with their directions and the numbers of steps that they can make.
  *#moves(part, { atOnce, steps }, held) {
    const { bit } = this;
    const everything = this.#all(part);
    const outside = bit(part.length);
    const bits = part.map((_, i) => bit(i));
    for (const [way, arrows] of atOnce.entries()) {
      if (!held && way % 2) continue; // a set that moves backwards is the same as the rest moving forwards
      const groups = new Set([bit(0) ^ bit(0)]);
      for (const closure of [...new Set(this.#closures(arrows))].sort((a, b) => sizeOf(a) - sizeOf(b) || order(a, b))) {
        if (closure & outside) continue;
        for (const some of [...groups]) {
          const group = some | closure;
          if (groups.has(group)) continue;
          groups.add(group);
          if (group === everything && !held) continue;
          if (groups.size > this.most) throw new Undecided();
          this.#look();
          let distance = EVER;
          steps.forEach((row, i) => {
            if (group & bits[i])
              row.forEach((met, j) => {
                if (!(group & (bits[j] ?? outside)) && met[way] < distance) distance = met[way];
              });
          });
          yield { group, way, distance };
        }
      }
    }
  }

  // Return the graphs of a position: the pieces that each piece meets before its first step, and ever, as bits; the
  // frame has the number after the last piece.
  #graphs(part, position, held) {
    const { bit } = this;
    const nothing = bit(0) ^ bit(0);
    const empty = () => this.along.map(() => part.map(() => nothing));
    const far = this.along.map(() => EVER);
    const found = { steps: [], atOnce: empty(), ever: empty() };
    this.#look();
    part.forEach((piece, i) => {
      const row = [];
      for (let j = 0; j < part.length + (held ? 1 : 0); j++) {
        const there = j < part.length ? position[j] : ORIGIN;
        const met =
          i === j
            ? null
            : this.#between(piece, j < part.length ? part[j] : this.bodies.length - 1, minus(there, position[i]));
        row.push(met ?? far);
        met?.forEach((steps, way) => {
          if (steps < 1) found.atOnce[way][i] |= bit(j);
          if (steps < EVER) found.ever[way][i] |= bit(j);
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

  // Return the steps that led to a position, followed by the step in which pieces leave, and the positions then.
  #split(part, position, before, { group, way }, held) {
    const everything = this.#all(part);
    const moves = [];
    const add = (some, towards, distance, surplus) => {
      const rest = this.#stays(part, some, surplus, held);
      const moved = rest ? some ^ everything : some;
      moves.unshift({
        pieces: part.filter((_, i) => moved & this.bit(i)),
        direction: this.along[rest ? towards ^ 1 : towards],
        distance,
      });
    };
    add(group, way, "out", 0);
    const leaves = new Set(moves[0].pieces);
    const among = (gone) => position.filter((_, i) => leaves.has(part[i]) === gone);
    for (let at = before.get(nameOf(position)); at; at = before.get(nameOf(at.position)))
      add(at.group, at.way, at.step, 2 * sizeOf(at.group) - part.length);
    return { moves, left: among(false), removed: among(true) };
  }

  // Return whether the rest should move instead of a group: the side with the heaviest piece stays, or else the larger
  // side; a frame always stays.
  #stays(part, group, surplus, held) {
    if (held) return false;
    const [rest, own] = [false, true].map((side) =>
      Math.max(...part.filter((_, i) => Boolean(group & this.bit(i)) === side).map((piece) => this.weights[piece])),
    );
    return own > rest || (own === rest && surplus > 0);
  }

  #all(part) {
    return part.map((_, i) => this.bit(i)).reduce((sum, bit) => sum | bit);
  }

  // Return for each node, as bits, the node itself and all nodes that arrows lead to from it.
  #closures(arrows) {
    const closed = arrows.map((mask, i) => mask | this.bit(i));
    closed.forEach((_, k) => {
      const through = closed[k];
      const bit = this.bit(k);
      closed.forEach((mask, i) => {
        if (mask & bit) closed[i] = mask | through;
      });
    });
    return closed;
  }
}

// Return the number of steps that cells can make in each direction before they meet others: a cell at p meets a cell at
// q after n steps if q - p minus n steps is one of the vectors that a step sweeps.
export function freeSteps(grid, cells, others, apart = ORIGIN) {
  const kinds = cells.map((cell) => grid.kind(cell));
  const far = others.map((cell) => plus(cell, apart));
  return grid.moves.map(({ by, swept }) => {
    const along = by.findIndex(Boolean);
    const [one, two] = [0, 1, 2].filter((axis) => axis !== along);
    let least = EVER;
    cells.forEach((p, i) => {
      for (const q of far)
        for (const s of swept[kinds[i]]) {
          const steps = (q[along] - p[along] - s[along]) / by[along];
          if (
            steps >= 0 &&
            steps < least &&
            Number.isInteger(steps) &&
            q[one] - p[one] - s[one] === steps * by[one] &&
            q[two] - p[two] - s[two] === steps * by[two]
          )
            least = steps;
        }
    });
    return least;
  });
}

function sizeOf(group) {
  const one = typeof group === "bigint" ? 1n : 1;
  let size = 0;
  for (let left = group; left; left &= left - one) size++;
  return size;
}

const order = (a, b) => (a < b ? -1 : Number(a > b));

const nameOf = (position) => position.join();

// Return a position relative to its first piece; a position in a frame is returned unchanged.
export const normal = (position, held) =>
  held || !position.length ? position : position.map((place) => minus(place, position[0]));
