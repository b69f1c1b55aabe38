// Takes a packing apart: splits it into two parts, splits these again, and so on, until all pieces that must come apart
// are separate (satpuzzle/motion/apart.py).
//
// The first way found decides whether it comes apart, for fewer pieces block less.  Its *level* is the number of moves
// of the first separation, then those of the part that stays, then those of the part that has left; a part whose
// separations all take one move is left out.  Ways with equally short first separations are compared, and the one with
// the lowest level is kept; only a limited number of ways is compared, as in Python.
import { Groups } from "./groups.js";
import { MOST_BODIES, SplitSearch, Undecided, normal } from "./splits.js";

const MOST_PARTS = 400;
const LEAST_POSITIONS = 2000; // for the comparison: parts, and positions if the first way took fewer

// Return {verdict, steps, core, together, level, levels, cut}: whether a packing comes apart ("yes", "no" or "unknown"),
// the steps as far as it does, the pieces that are stuck, and the parts that stay together.  If it comes apart, `level`
// is a text, `levels` has the moves of every separation, and `cut` tells whether not all ways were compared, so that the
// least level may be lower.  `pieces` has the cells of each placed copy, the number of its piece, and the weight and groups of this
// piece.  The search gives up after `most` positions, or when `late` returns true.  With `turns`, on the grid of cubes,
// steps may be quarter turns.
export function takeApart(kernels, grid, pieces, frame, { most, late = () => false, turns = false }) {
  if (pieces.length > MOST_BODIES) return { verdict: "tooMany", steps: [], core: [], together: [] };
  const search = new SplitSearch(kernels, grid, pieces, frame, { most, late, turns });
  return new Apart(search, new Groups(pieces), frame.length > 0).run();
}

class Apart {
  constructor(search, groups, held) {
    this.search = search;
    this.groups = groups;
    this.held = held;
    this.together = [];
    this.splits = new Map();
    this.known = new Map();
    this.above = new Map();
    this.parts = 0;
    this.cut = false;
  }

  run() {
    const { search } = this;
    const { start } = search;
    const whole = start.map((_, i) => i);
    let disassembly = [];
    const answer = (verdict, core = []) => ({ verdict, steps: stepsOf(disassembly), core, together: this.together });
    try {
      const core = this.#first(whole, start, this.held, disassembly);
      if (core.length) return answer("no", core);
    } catch (error) {
      if (!(error instanceof Undecided)) throw error;
      return answer("unknown");
    }
    const found = numbersOf(levelsOf(disassembly));
    if (found.slice(1).some((moves) => moves > 1)) {
      search.most = search.states + Math.max(LEAST_POSITIONS, search.states);
      const least = this.#least(whole, start, this.held, [], found);
      if (least) ({ disassembly, together: this.together } = least);
    }
    const levels = levelsOf(disassembly);
    return { ...answer("yes"), level: textOf(levels), levels: numbersOf(levels), cut: this.cut || search.ended };
  }

  // Take a part apart by the first splits found, append them to `disassembly`, and return the pieces that are stuck.
  #first(part, position, held, disassembly) {
    while (part.length > (held ? 0 : 1)) {
      if (this.#mayStay(part, held, this.together)) {
        this.together = [...this.together, part];
        break;
      }
      const { value: split } = this.#ways(part, position, held).within(null).next();
      if (!split) return part;
      disassembly.push([split, []]);
      const removed = split.moves.at(-1).pieces;
      const stuck = this.#first(removed, split.removed, false, disassembly.at(-1)[1]);
      if (stuck.length) return stuck;
      part = without(part, removed);
      position = split.left;
    }
    return [];
  }

  // Return the disassembly of a part with the smallest numbers of moves, as {disassembly, together, numbers}; null if
  // none is found, or if its numbers are larger than `bound`.  `together` has the parts that stay together elsewhere.
  #least(part, position, held, together, bound) {
    if (part.length <= (held ? 0 : 1)) return { disassembly: [], together, numbers: [] };
    if (this.#mayStay(part, held, together)) return { disassembly: [], together: [...together, part], numbers: [] };
    const key = JSON.stringify([part, this.search.keyOf(position, held), held, together]);
    const known = this.known.get(key);
    if (known) return !bound || compared(known.numbers, bound) <= 0 ? known : null;
    this.parts++;
    if (this.parts > MOST_PARTS) {
      this.cut = true;
      return null;
    }
    if (bound && compared(bound, this.above.get(key) ?? []) <= 0) return null;
    const least = this.#best(part, position, held, together, bound);
    if (least) this.known.set(key, least);
    else if (bound) this.above.set(key, bound);
    return least;
  }

  // The same, for a part that comes apart and is not known; if positions run out, the best way so far.
  #best(part, position, held, together, bound) {
    /** @type {any} */
    let least = null;
    let wanted = bound;
    try {
      for (const split of this.#ways(part, position, held).within(wanted?.length ? wanted[0] : null)) {
        const found = this.#followed(part, split, held, together, wanted);
        if (!found || (least && compared(found.numbers, least.numbers) >= 0)) continue;
        least = found;
        wanted = found.numbers;
        if (wanted.slice(1).every((moves) => moves === 1)) break;
      }
    } catch (error) {
      if (!(error instanceof Undecided)) throw error;
      this.cut = true;
    }
    return least;
  }

  // Return the best disassembly of a part whose first separation is `split`, or null; see `#least`.
  #followed(part, split, held, together, bound) {
    const removed = split.moves.at(-1).pieces;
    const moves = split.moves.length;
    const staying = without(part, removed);
    const after = rest([moves], bound)?.slice(0, staying.length - (held ? 0 : 1)) ?? null;
    const left = this.#least(staying, split.left, held, together, after);
    const below =
      left && this.#least(removed, split.removed, false, left.together, rest([moves, ...left.numbers], bound));
    if (!below) return null;
    return {
      disassembly: [[split, below.disassembly], ...left.disassembly],
      together: below.together,
      numbers: [moves, ...left.numbers, ...below.numbers],
    };
  }

  #mayStay(part, held, together) {
    return !held && this.groups.allow([...together, part]);
  }

  #ways(part, position, held) {
    const key = JSON.stringify([part, this.search.keyOf(position, held), held]);
    if (!this.splits.has(key)) this.splits.set(key, new Splits(this.search.splits(part, position, held), held));
    return this.splits.get(key);
  }
}

// The shortest ways to split one part from one position: a list that is extended when more are needed.
class Splits {
  constructor(found, held) {
    this.found = found;
    this.held = held;
    this.known = [];
    this.different = new Set();
    this.passed = 0;
  }

  // Yield the splits with at most `most` moves; null means any number of moves.
  *within(most) {
    if (most !== null && this.known.length && most <= this.passed) return;
    yield* this.known;
    while (this.known.length || most === null || this.passed < most) {
      const { done, value: split } = this.found.next();
      if (done) return;
      if (!split) {
        this.passed++;
        continue;
      }
      const key = JSON.stringify([
        split.moves.at(-1).pieces,
        normal(split.left, this.held),
        normal(split.removed, false),
      ]);
      if (this.different.has(key)) continue;
      this.different.add(key);
      this.known.push(split);
      yield split;
    }
  }
}

// The moves in order: a part that has left is taken apart before the part that stays.
const stepsOf = (disassembly) => disassembly.flatMap(([split, below]) => [...split.moves, ...stepsOf(below)]);

// For each separation the number of its moves and the levels of the part that has left (satpuzzle/motion/levels.py).
const levelsOf = (disassembly) => disassembly.map(([split, below]) => [split.moves.length, levelsOf(below)]);

// The numbers of moves of all separations: the first, those of the part that stays, those of the part that has left.
const numbersOf = (levels) => levels.reduceRight((found, [moves, below]) => [moves, ...found, ...numbersOf(below)], []);

const several = (numbers) => (numbers.some((moves) => moves > 1) ? numbers : []);
const told = (levels) =>
  levels.reduceRight((found, [moves, below]) => [moves, ...several(found), ...several(told(below))], []);
const textOf = (levels) => told(levels).join(".") || "0";

const without = (part, removed) => part.filter((piece) => !removed.includes(piece));

// Compare lists of numbers one by one; a list is larger than its beginnings.
function compared(one, other) {
  const at = one.findIndex((number, i) => number !== other[i]);
  return at < 0 ? one.length - other.length : one[at] - (other[at] ?? -Infinity);
}

// Return the bound for the numbers after those in `found`; null if any numbers may follow.
const rest = (found, bound) =>
  !bound || compared(found, bound.slice(0, found.length)) < 0 ? null : bound.slice(found.length);
