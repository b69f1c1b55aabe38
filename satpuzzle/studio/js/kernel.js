// The search itself: the kernel `mrv` of the WebAssembly module, which Python uses too (engines/native/kernels/mrv.c).
// Only this module depends on the layout of its arrays (mrv.h; engines/native/mrv.py makes the same).  The names of the
// fields of the kernels' structures come with the page.
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
  constructor(module, fields) {
    this.module = module;
    this.fields = fields;
    this.memory = new Memory(module);
  }

  // Begin a search of the rest of a cover (see `residual`), which must have enough options for each item.
  begin(rest) {
    return new Search(this, rest);
  }
}

class Search {
  constructor(kernel, rest) {
    const { numbers, plain, lower, upper, options } = rest;
    const { columns, rows } = laidOut(rest);
    const { memory } = kernel;
    memory.clear();
    this.memory = memory;
    this.numbers = numbers;
    this.longest = Math.max(1, longest(rest));
    const shift = ROW - bits(options.length);
    const words = Math.ceil((columns + 64 - shift) / 64);
    const stages = widths(words);
    const single = upper.slice(0, plain).map((most) => most === 1);
    const reached = new Uint8Array(rest.items);
    for (const option of options) for (const item of option) reached[item] = 1;
    const counted = single.flatMap((yes, item) => (!yes && reached[item] ? [item] : []));
    const depths = this.longest + 1;
    const room = ((options.length + 7) & ~7) + 8;
    const copied = counted.length;
    this.call = new Call(memory, "mrv", kernel.fields.mrv);
    this.at = {};
    const sizes = {
      stages: 5 * stages.length,
      single: stages.length * words,
      pairs: stages.length * words,
      counted: stages.length * copied,
      lower: copied,
      upper: copied,
      head: 6,
      dice: 2,
      weight: depths + 4,
      shaving: depths,
      levels: LEVEL_WORDS * depths,
      need: depths * words,
      used: depths * copied,
      path: depths,
      scratch: 13 * words + 8,
      found: FOUND * this.longest,
      stack: Math.max((2 * words + 4) * room, Math.min(16 * words * room, FIRST_STACK)), // the last array: it can grow
    };
    for (const [name, size] of Object.entries(sizes)) this.at[name] = memory.take(8 * size);
    this.call.set({
      ...this.at,
      codes: this.at.head,
      stage_count: stages.length,
      widest: words,
      copied,
      items: rest.items,
      weights: depths + 4,
      coloured: columns > plain + (plain & 1) ? 1 : 0,
      stack_size: sizes.stack,
      shaved: -1,
      found_rows: FOUND,
      found_width: this.longest,
    });
    const { at, words: memoryWords } = this;
    const put = (name, index, value) => {
      memoryWords[at[name] / 8 + index] = BigInt(value);
    };
    const bit = (name, index) => {
      memoryWords[at[name] / 8 + (index >> 6)] |= 1n << BigInt(index & 63);
    };
    stages.forEach((many, i) => {
      put("stages", 5 * i, many);
      put("stages", 5 * i + 1, shift);
      put("stages", 5 * i + 2, 64 * (stages[i + 1] ?? 0) + ROW - 64);
    });
    single.forEach((yes, item) => {
      if (yes) bit("single", item);
    });
    bit("single", 64 * (words - 1) + MARK);
    for (let column = plain + (plain & 1); column < columns; column++) bit("pairs", column);
    for (let i = 0; i < stages.length * copied; i++) put("counted", i, -1);
    counted.forEach((item, i) => {
      put("counted", i, item);
      put("lower", i, lower[item]);
      put("upper", i, upper[item]);
    });
    single.forEach((yes, item) => {
      if (yes && lower[item] === 1) bit("need", item);
    });
    put("head", 0, -1);
    put("levels", 1, options.length);
    put("levels", 2, room);
    // Rows by words, in halves of 32 bits.
    const halves = memory.view(Uint32Array, at.stack, 2 * words * room);
    rows.forEach((each, row) => {
      for (const column of each) halves[2 * ((column >> 6) * room + row) + ((column >> 5) & 1)] |= 1 << (column & 31);
    });
    // The last word of each row has, in its upper half, ROW and the row's number, or MARK.
    for (let row = 0, last = 2 * (words - 1) * room + 1; row < room; row++)
      halves[last + 2 * row] |= row < options.length ? (1 << (ROW - 32)) | (row << (shift - 32)) : 1 << (MARK - 32);
  }

  // Search about this many nodes; return {done, solutions}, where each solution is a list of option numbers.
  advance(budget) {
    const outcome = this.#run(budget);
    const { words } = this;
    const width = this.longest;
    const first = this.at.found / 8;
    const solutions = [];
    for (let row = 0; row < this.call.get("solutions"); row++) {
      const options = [];
      for (let i = 0; i < width; i++) {
        const number = Number(words[first + row * width + i]);
        if (number < 0) break;
        options.push(this.numbers[number]);
      }
      solutions.push(options);
    }
    if (outcome === STACK_FULL) this.#grow();
    return { done: outcome === EXHAUSTED, solutions };
  }

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
  estimate(probes, seed = 1) {
    const weight = this.at.weight / 8;
    const count = this.longest + 1 + 4;
    const doubles = () => this.memory.view(Float64Array);
    for (;;) {
      this.words[this.at.dice / 8] = BigInt.asIntN(64, SEED * BigInt(seed));
      this.words[this.at.dice / 8 + 1] = BigInt(probes);
      this.words[this.at.head / 8] = -1n;
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
    this.words[this.at.dice / 8] = 0n;
    this.words[this.at.dice / 8 + 1] = 0n;
    this.words[this.at.head / 8] = -1n;
    this.words[this.at.head / 8 + 1] = 0n;
    return { nodes, solutions };
  }

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

const bits = (number) => (number ? 32 - Math.clz32(number) : 0);

// Return the possible lengths of rows in words: the first length, and its repeated halves, rounded up.
function widths(width) {
  const found = [width];
  for (let last = width; last > 1; found.push(last)) {
    const half = (last + 1) >> 1;
    last = width > UNROLLED && last > SHORT ? Math.max(half, SHORT) : half;
  }
  return found;
}

// Return the columns of bits that each option sets, and the number of all columns: first the items without colours, then
// pairs of columns for the digits of colours.  An option sets the left column of a pair if its digit is 0, the right one
// if it is 1, and both if it has the hue 0.  Pairs on which all options agree are left out.  (satpuzzle/cover/colours.py)
function laidOut({ plain, items, sizes, options, hues }) {
  if (plain === items || !hues) return { columns: plain, rows: options };
  const digits = sizes.map((size) => Math.max(1, bits(size - 1)));
  const starts = [];
  digits.reduce((start, many, i) => {
    starts[i] = start;
    return start + many;
  }, 0);
  const sides = new Uint8Array(digits.reduce((sum, many) => sum + many, 0)); // which columns of each pair are set
  const set = options.map((option, row) =>
    option.flatMap((item, i) => {
      if (item < plain) return [];
      const hue = hues[row][i];
      return Array.from({ length: digits[item - plain] }, (_, digit) => {
        const side = hue === 0 ? 3 : ((hue - 1) >> digit) & 1 ? 2 : 1;
        sides[starts[item - plain] + digit] |= side;
        return { pair: starts[item - plain] + digit, side };
      });
    }),
  );
  const place = new Int32Array(sides.length).fill(-1);
  let columns = plain + (plain & 1); // pairs begin at even columns
  sides.forEach((both, pair) => {
    if (both === 3) {
      place[pair] = columns;
      columns += 2;
    }
  });
  const rows = options.map((option, row) => [
    ...option.filter((item) => item < plain),
    ...set[row].flatMap(({ pair, side }) =>
      place[pair] < 0 ? [] : [1, 2].filter((way) => side & way).map((way) => place[pair] + way - 1),
    ),
  ]);
  return { columns, rows };
}

// Return an upper bound on the number of options of a solution, from the upper bounds of the items.
function longest({ cells, plain, lower, upper, options }) {
  if (!options.length) return 0;
  const families = [
    () => true,
    (item) => lower[item] > 0,
    (item) => item < cells,
    (item) => item >= cells && item < plain,
  ];
  const bounds = families.map((among) => {
    const least = Math.min(...[...new Set(options.map((option) => option.filter(among).length))]);
    return least ? Math.floor(upper.reduce((sum, most, item) => sum + (among(item) ? most : 0), 0) / least) : Infinity;
  });
  return Math.min(options.length, ...bounds);
}
