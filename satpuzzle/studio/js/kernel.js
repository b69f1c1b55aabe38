// The search itself: the kernel `mrv` of the WebAssembly module, which Python uses too (engines/native/kernels/mrv.c).
// Only this module depends on the layout of its arrays (mrv.h; engines/native/mrv.py makes the same).  The names of the
// fields of the kernels' structures come with the page.
import { coverage, hopeless, residual, weightOf } from "./cover.js";
import { range, sorted } from "./lists.js";
import { Call, Memory } from "./memory.js";

const BUDGET_SPENT = 0;
const EXHAUSTED = 1;
const STACK_FULL = 2;
const MARK = 63;
const ROW = 62;
const UNROLLED = 8;
const SHORT = 4;
const FOUND = 256; // the number of solutions that are returned at a time
const FIRST_STACK = 4_000_000; // words
const LEVEL_WORDS = 8;
const TRIES = 4;
const NEXT = 5;
export const WORK = 2 ** 27; // the words that are read at most before the kernel returns, some tenths of a second
const SEED = 0x9e3779b97f4a7c15n;

// A memory that is used by one search after another.
export class Kernel {
  /** @param {WebAssembly.Module} module @param {Record<string, string[]>} fields */
  constructor(module, fields) {
    this.module = module;
    this.fields = fields;
    this.memory = new Memory(module);
  }

  // Begin a search of a subproblem; return null if it obviously has no solution.
  /** @type {(part: Part | null) => Search | null} */
  begin(part) {
    return part && hopeless(part) < 0 ? new Search(this, residual(part)) : null;
  }
}

export class Search {
  /** @param {Kernel} kernel @param {Rest} rest */
  constructor(kernel, rest) {
    const { numbers, plain, lower, upper, options } = rest;
    const { steps, pairs, columns, rows } = laidOut(rest);
    const { memory } = kernel;
    memory.clear();
    this.memory = memory;
    this.numbers = numbers;
    this.longest = Math.max(1, longest(rest));
    const shift = ROW - bits(options.length);
    const words = Math.ceil((columns + 64 - shift) / 64);
    const stages = widths(words);
    const single = range(plain).filter((item) => upper[item] === 1);
    const many = coverage(rest, options.keys());
    // Items that one option covers well enough and all together do not cover too often are not counted.
    /** @type {(item: number) => boolean} */
    const isCounted = (item) => upper[item] !== 1 && many[item] > 0 && (lower[item] > 1 || upper[item] < many[item]);
    const counted = steps.filter(({ item }) => isCounted(item));
    const depths = this.longest + 1;
    const room = ((options.length + 7) & ~7) + 8;
    const sizes = {
      stages: 5 * stages.length,
      single: stages.length * words,
      pairs: stages.length * words,
      counted: stages.length * counted.length,
      lower: counted.length,
      upper: counted.length,
      least: counted.length,
      more: counted.length,
      head: 6,
      dice: 2,
      weight: depths + 4,
      shaving: depths,
      levels: LEVEL_WORDS * depths,
      need: depths * words,
      used: depths * counted.length,
      path: depths,
      scratch: 20 * words + 8,
      found: FOUND * this.longest,
      stack: Math.max((2 * words + 4) * room, Math.min(16 * words * room, FIRST_STACK)), // the last array: it can grow
    };
    this.call = new Call(memory, "mrv", kernel.fields.mrv);
    this.at = Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, memory.take(8 * size)]));
    this.call.set({
      ...this.at,
      codes: this.at.head,
      stage_count: stages.length,
      widest: words,
      copied: counted.length,
      items: rest.items,
      weights: depths + 4,
      coloured: Number(columns > pairs),
      weighted: Number(counted.some(({ least }) => least > 1)),
      stack_size: sizes.stack,
      shaved: -1,
      weeded_to: -1,
      found_rows: FOUND,
      found_width: this.longest,
    });
    /** @type {(bounds: number[]) => number[]} */
    const of = (bounds) => counted.map(({ item, least }) => (least === 1 ? bounds[item] : 0));
    /** @type {(many: number, i: number) => number[]} */
    const stage = (many, i) => [many, shift, 64 * (stages[i + 1] ?? 0) + ROW - 64, 0, 0];
    this.#put("stages", stages.flatMap(stage));
    this.#put("counted", new Array(sizes.counted).fill(-1));
    this.#put(
      "counted",
      counted.map(({ column }) => column),
    );
    this.#put(
      "least",
      counted.map(({ least }) => least),
    );
    this.#put(
      "more",
      counted.map(({ more }) => more),
    );
    this.#put("lower", of(lower));
    this.#put("upper", of(upper));
    this.#put("head", [-1]);
    this.#put("levels", [0, options.length, room]);
    this.#mark("single", [...single, 64 * (words - 1) + MARK]);
    this.#mark("pairs", range(columns).slice(pairs)); // see `laidOut`
    const needed = range(plain).filter((item) => lower[item] === 1 && !isCounted(item));
    this.#mark("need", needed);
    // Rows by words, in halves of 32 bits.
    const halves = memory.view(Uint32Array, this.at.stack, 2 * words * room);
    for (let row = 0; row < rows.length; row++)
      for (const column of rows[row])
        halves[2 * ((column >> 6) * room + row) + ((column >> 5) & 1)] |= 1 << (column & 31);
    // The last word of each row has, in its upper half, ROW and the row's number, or MARK.
    for (let row = 0, last = 2 * (words - 1) * room + 1; row < room; row++)
      halves[last + 2 * row] |= row < options.length ? (1 << (ROW - 32)) | (row << (shift - 32)) : 1 << (MARK - 32);
  }

  // Set the first words of an array, or some bits of it.
  /** @type {(name: string, values: (number | bigint)[]) => void} */
  #put(name, values) {
    this.words.set(values.map(BigInt), this.at[name] / 8);
  }

  /** @type {(name: string, places: number[]) => void} */
  #mark(name, places) {
    const { words } = this;
    for (const place of places) words[this.at[name] / 8 + (place >> 6)] |= 1n << BigInt(place & 63);
  }

  // Search about this many nodes; return {done, solutions}, where each solution is a list of option numbers.
  /** @type {(budget: number) => { done: boolean; solutions: number[][] }} */
  advance(budget) {
    const outcome = this.#run(budget);
    const { words, longest, numbers } = this;
    const solutions = range(this.call.get("solutions")).map((row) => {
      const first = this.at.found / 8 + row * longest;
      const options = [];
      for (let at = first; at < first + longest && words[at] >= 0; at++) options.push(numbers[Number(words[at])]);
      return options;
    });
    if (outcome === STACK_FULL) this.#grow();
    return { done: outcome === EXHAUSTED, solutions };
  }

  /** @returns {BigInt64Array} */
  get words() {
    return this.memory.view(BigInt64Array);
  }

  get nodes() {
    return Number(this.words[this.at.head / 8 + 1]);
  }

  // Return the share of the tree that was searched, assuming that siblings have subtrees of the same size.
  get fraction() {
    let part = 1;
    let done = 0;
    for (let depth = 0; depth <= Number(this.words[this.at.head / 8]); depth++) {
      const level = this.at.levels / 8 + LEVEL_WORDS * depth;
      const tries = Math.max(1, Number(this.words[level + TRIES]));
      const next = Number(this.words[level + NEXT]);
      done += (part * Math.max(0, next - 1)) / tries;
      part /= tries;
    }
    return done;
  }

  // Estimate the number of nodes by random probes (Donald E. Knuth 1975); afterwards the search starts from the
  // beginning.
  /** @type {(probes: number, seed?: number) => { nodes: number; solutions: number }} */
  estimate(probes, seed = 1) {
    const weight = this.at.weight / 8;
    const count = this.longest + 1 + 4;
    const doubles = () => this.memory.view(Float64Array);
    for (;;) {
      this.#put("dice", [BigInt.asIntN(64, SEED * BigInt(seed)), probes]);
      this.#put("head", [-1]);
      doubles().fill(0, weight, weight + count);
      doubles()[weight] = 1;
      let outcome;
      do {
        outcome = this.#run(4096);
      } while (outcome === BUDGET_SPENT);
      if (outcome === EXHAUSTED) break;
      this.#grow();
    }
    const nodes = doubles()[weight + count - 1] / probes;
    const solutions = doubles()[weight + count - 3] / probes;
    this.#put("dice", [0, 0]);
    this.#put("head", [-1, 0]);
    return { nodes, solutions };
  }

  /** @type {(budget: number) => number} */
  #run(budget) {
    this.call.set({ budget, work: WORK });
    return this.call.run();
  }

  // Make the stack, the last array, twice as long.
  #grow() {
    const size = this.call.get("stack_size");
    this.memory.take(8 * size);
    this.call.set({ stack_size: 2 * size });
  }
}

/** @type {(number: number) => number} */
const bits = (number) => (number ? 32 - Math.clz32(number) : 0);

// Return the possible lengths of rows in words: the first length, and its repeated halves, rounded up.
/** @type {(width: number) => number[]} */
function widths(width) {
  const found = [width];
  for (let last = width; last > 1; found.push(last)) {
    const half = (last + 1) >> 1;
    last = width > UNROLLED && last > SHORT ? Math.max(half, SHORT) : half;
  }
  return found;
}

// Return the columns of bits that each option sets, and the number of all columns: first the items without colours, then
// the steps of weights, then, from `pairs` on, pairs of columns for the digits of colours.  (satpuzzle/cover/weights.py and
// colours.py)
//
// An option that covers an item at least `least` times sets the column of this step, where that is by `more` above the step
// before; `steps` has those of each item, first its own column.  An option sets the left column of a pair if its digit is
// 0, the right one if it is 1, and both if it has the hue 0.  Pairs on which all options agree are left out.
/** @type {(rest: Rest) => { steps: WeightStep[]; pairs: number; columns: number; rows: number[][] }} */
function laidOut(rest) {
  const { plain, items, options, weights, hues } = rest;
  const steps = weights ? stepsOf(rest) : range(plain).map((item) => ({ item, column: item, least: 1, more: 1 }));
  const pairs = (steps.length + 1) & ~1; // they begin at even columns
  const columnsOf = plain === items || !hues ? null : coloured(rest, pairs);
  if (!columnsOf && !weights) return { steps, pairs, columns: plain, rows: options };
  /** @type {number[][]} */
  const further = range(plain).map(() => []); // the places of steps behind that of the item itself
  steps.forEach(({ item, least }, place) => least > 1 && further[item].push(place));
  /** @type {(option: number, i: number) => number[]} */
  const set = (option, i) => {
    const item = options[option][i];
    if (item >= plain) return columnsOf?.of(option, i) ?? [];
    const reached = further[item].filter((place) => steps[place].least <= weightOf(rest, option, i));
    return [item, ...reached.map((place) => steps[place].column)];
  };
  const rows = options.map((all, option) => all.flatMap((_, i) => set(option, i)));
  return { steps, pairs, columns: columnsOf?.columns ?? steps.length, rows };
}

// Return the items without colours, each followed by the steps of its weights, see `laidOut`.
/** @type {(rest: Rest) => WeightStep[]} */
function stepsOf(rest) {
  /** @type {Set<number>[]} */
  const found = range(rest.plain).map(() => new Set([1])); // the weights that occur
  rest.options.forEach((all, option) =>
    all.forEach((item, i) => item < rest.plain && found[item].add(weightOf(rest, option, i))),
  );
  let columns = rest.plain;
  return found.flatMap((of, item) =>
    sorted([...of]).map((least, i, all) => ({
      item,
      column: i ? columns++ : item,
      least,
      more: i ? least - all[i - 1] : 1,
    })),
  );
}

// Return the columns of pairs that an option sets for its item number `i`, which has colours, and how many columns there
// are; pairs begin at the column `first`, see `laidOut`.
/** @type {(rest: Rest, first: number) => { columns: number; of: (option: number, i: number) => number[] }} */
function coloured({ plain, sizes, options, hues }, first) {
  const digits = sizes.map((size) => range(size > 1 ? bits(size - 1) : 1));
  let pairs = 0;
  const starts = digits.map(({ length }) => (pairs += length) - length);
  const sides = new Uint8Array(pairs); // which columns of each pair are set
  /** @type {(option: number, i: number) => { pair: number; side: number }[]} */
  const set = (option, i) => {
    const item = options[option][i] - plain;
    const hue = hues?.[option][i] ?? 0;
    return digits[item].map((digit) => ({
      pair: starts[item] + digit,
      side: hue === 0 ? 3 : ((hue - 1) >> digit) & 1 ? 2 : 1,
    }));
  };
  options.forEach((all, option) =>
    all.forEach((item, i) => item >= plain && set(option, i).forEach(({ pair, side }) => (sides[pair] |= side))),
  );
  const kept = new Map([...sides.keys()].filter((pair) => sides[pair] === 3).map((pair, i) => [pair, first + 2 * i]));
  /** @type {(set: { pair: number; side: number }) => number[]} */
  const columnsOf = ({ pair, side }) =>
    [1, 2].flatMap((way) => (kept.has(pair) && side & way ? [(kept.get(pair) ?? 0) + way - 1] : []));
  return { columns: first + 2 * kept.size, of: (option, i) => set(option, i).flatMap(columnsOf) };
}

// Return an upper bound on the number of options of a solution, from the upper bounds of the items.
/** @type {(rest: Rest) => number} */
function longest({ cells, further, lower, upper, options }) {
  if (!options.length) return 0;
  // How many items there are, how many of them must be covered, and how many are cells and pieces; see `upper`.
  /** @type {(items: Iterable<number>, copies?: number[]) => number[]} */
  const tally = (items, copies) => {
    const found = [0, 0, 0, 0];
    for (const item of items) {
      const many = copies ? copies[item] : 1;
      found[0] += many;
      if (lower[item] > 0) found[1] += many;
      if (item < cells) found[2] += many;
      else if (item < further) found[3] += many;
    }
    return found;
  };
  const least = [Infinity, Infinity, Infinity, Infinity]; // of an option
  for (const option of options) tally(option).forEach((many, i) => (least[i] = Math.min(least[i], many)));
  const bounds = tally(upper.keys(), upper).map((most, i) => (least[i] ? Math.floor(most / least[i]) : Infinity));
  return Math.min(options.length, ...bounds);
}
