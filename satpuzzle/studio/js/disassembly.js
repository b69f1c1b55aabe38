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
/** @type {(kernels: Kernel, grid: Grid, pieces: Copy[], frame: Vector[], limits: Limits) => Taken} */
export function takeApart(kernels, grid, pieces, frame, { most, late = () => false, turns = false }) {
  if (pieces.length > MOST_BODIES) return { verdict: "tooMany", steps: [], core: [], together: [] };
  const search = new SplitSearch(kernels, grid, pieces, frame, { most, late, turns });
  return new Apart(search, new Groups(pieces)).run();
}

class Apart {
  /** @param {SplitSearch} search @param {Groups} groups */
  constructor(search, groups) {
    this.search = search;
    this.groups = groups;
    /** @type {number[][]} */
    this.together = [];
    /** @type {Map<string, Splits>} */
    this.splits = new Map();
    /** @type {Map<string, Way>} */
    this.known = new Map();
    /** @type {Map<string, number[]>} */
    this.above = new Map();
    this.parts = 0;
    this.cut = false;
  }

  run() {
    const { search } = this;
    const whole = search.start;
    /** @type {Disassembly} */
    let disassembly = [];
    /** @type {(verdict: string, core?: number[]) => Taken} */
    const answer = (verdict, core = []) => ({ verdict, steps: stepsOf(disassembly), core, together: this.together });
    try {
      const core = this.#first(whole, disassembly);
      if (core.length) return answer("no", core);
    } catch (error) {
      if (!(error instanceof Undecided)) throw error;
      return answer("unknown");
    }
    const found = numbersOf(levelsOf(disassembly));
    if (found.slice(1).some((moves) => moves > 1)) {
      search.most = search.states + Math.max(LEAST_POSITIONS, search.states);
      const least = this.#least(whole, [], found);
      if (least) ({ disassembly, together: this.together } = least);
    }
    const levels = levelsOf(disassembly);
    return { ...answer("yes"), level: textOf(levels), levels: numbersOf(levels), cut: this.cut || search.ended };
  }

  // Take a side apart by the first splits found, append them to `disassembly`, and return the pieces that are stuck.
  /** @type {(side: Side, disassembly: Disassembly) => number[]} */
  #first(side, disassembly) {
    while (most(side) > 0) {
      if (this.#mayStay(side, this.together)) {
        this.together = [...this.together, side.part];
        break;
      }
      const { value: split } = this.#ways(side).within(null).next();
      if (!split) return side.part;
      /** @type {Disassembly} */
      const below = [];
      disassembly.push([split, below]);
      const stuck = this.#first(split.removed, below);
      if (stuck.length) return stuck;
      side = split.left;
    }
    return [];
  }

  // Return the disassembly of a side with the smallest numbers of moves, as {disassembly, together, numbers}; null if
  // none is found, or if its numbers are larger than `bound`.  `together` has the parts that stay together elsewhere.
  /** @type {(side: Side, together: number[][], bound: number[] | null) => Way | null} */
  #least(side, together, bound) {
    if (most(side) <= 0) return { disassembly: [], together, numbers: [] };
    if (this.#mayStay(side, together)) return { disassembly: [], together: [...together, side.part], numbers: [] };
    const key = JSON.stringify([this.search.keyOf(side), together]);
    const known = this.known.get(key);
    if (known) return !bound || compared(known.numbers, bound) <= 0 ? known : null;
    this.parts++;
    if (this.parts > MOST_PARTS) {
      this.cut = true;
      return null;
    }
    if (bound && compared(bound, this.above.get(key) ?? []) <= 0) return null;
    const least = this.#best(side, together, bound);
    if (least) this.known.set(key, least);
    else if (bound) this.above.set(key, bound);
    return least;
  }

  // The same, for a side that comes apart and is not known; if positions run out, the best way so far.
  /** @type {(side: Side, together: number[][], bound: number[] | null) => Way | null} */
  #best(side, together, bound) {
    /** @type {Way | null} */
    let least = null;
    let wanted = bound;
    try {
      for (const split of this.#ways(side).within(wanted?.length ? wanted[0] : null)) {
        const found = this.#followed(split, together, wanted);
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

  // Return the best disassembly that begins with a split, or null; see `#least`.
  /** @type {(split: Split, together: number[][], bound: number[] | null) => Way | null} */
  #followed(split, together, bound) {
    const moves = split.moves.length;
    const left = this.#least(split.left, together, rest([moves], bound)?.slice(0, most(split.left)) ?? null);
    const below = left && this.#least(split.removed, left.together, rest([moves, ...left.numbers], bound));
    if (!below) return null;
    return {
      disassembly: [[split, below.disassembly], ...left.disassembly],
      together: below.together,
      numbers: [moves, ...left.numbers, ...below.numbers],
    };
  }

  /** @type {(side: Side, together: number[][]) => boolean} */
  #mayStay({ part, held }, together) {
    return !held && this.groups.allow([...together, part]);
  }

  /** @type {(side: Side) => Splits} */
  #ways(side) {
    const key = JSON.stringify(this.search.keyOf(side));
    const ways = this.splits.get(key) ?? new Splits(this.search.splits(side));
    this.splits.set(key, ways);
    return ways;
  }
}

// The largest number of separations of a side.
/** @type {(side: Side) => number} */
const most = ({ part, held }) => part.length - (held ? 0 : 1);

// The shortest ways to split one side: a list that is extended when more are needed.
class Splits {
  /** @param {Generator<Split | null, void>} found */
  constructor(found) {
    this.found = found;
    /** @type {Split[]} */
    this.known = [];
    this.different = new Set();
    this.passed = 0;
  }

  // Yield the splits with at most `most` moves; null means any number of moves.
  /** @type {(most: number | null) => Generator<Split, void>} */
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
      const key = JSON.stringify([split.left, split.removed].map(normal));
      if (this.different.has(key)) continue;
      this.different.add(key);
      this.known.push(split);
      yield split;
    }
  }
}

// The moves in order: a part that has left is taken apart before the part that stays.
/** @type {(disassembly: Disassembly) => Move[]} */
const stepsOf = (disassembly) => disassembly.flatMap(([split, below]) => [...split.moves, ...stepsOf(below)]);

// For each separation the number of its moves and the levels of the part that has left (satpuzzle/motion/levels.py).
/** @type {(disassembly: Disassembly) => Levels} */
const levelsOf = (disassembly) => disassembly.map(([split, below]) => [split.moves.length, levelsOf(below)]);

// The numbers of moves of all separations: the first, those of the part that stays, those of the part that has left.
/** @type {(levels: Levels) => number[]} */
const numbersOf = ([first, ...others]) => (first ? [first[0], ...numbersOf(others), ...numbersOf(first[1])] : []);

/** @type {(numbers: number[]) => number[]} */
const several = (numbers) => (numbers.some((moves) => moves > 1) ? numbers : []);
/** @type {(levels: Levels) => number[]} */
const told = ([first, ...others]) => (first ? [first[0], ...several(told(others)), ...several(told(first[1]))] : []);
/** @type {(levels: Levels) => string} */
const textOf = (levels) => told(levels).join(".") || "0";

// Compare lists of numbers one by one; a list is larger than its beginnings.
/** @type {(one: number[], other: number[]) => number} */
function compared(one, other) {
  const at = one.findIndex((number, i) => number !== other[i]);
  return at < 0 ? one.length - other.length : one[at] - (other[at] ?? -Infinity);
}

// Return the bound for the numbers after those in `found`; null if any numbers may follow.
/** @type {(found: number[], bound: number[] | null) => number[] | null} */
const rest = (found, bound) =>
  !bound || compared(found, bound.slice(0, found.length)) < 0 ? null : bound.slice(found.length);
