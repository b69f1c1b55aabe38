// The symmetry group of a puzzle: the permutations of options by the isometries of the board
// (satpuzzle/cover/group.py).
//
// A *rotation* is an isometry of the board that every piece may make; it maps placements to placements.  A reflection
// maps the placements of a piece to those of its mirror image, which is the piece itself, another piece, or none.  It
// is *total* if every piece has a mirror image with the same bounds.  Otherwise it is *partial*: it maps a solution to
// a solution only if the numbers of copies are within the bounds that mirror images have in common (`shared`).
import { ascending, code, minus } from "./cell.js";

// Return the group: for each element the images of items and options; the identity comes first.
export function symmetryOf(puzzle, cover) {
  const { pieces } = puzzle, turnOver = pieces.every(({ mirror }) => mirror);
  const rotations = permutations(puzzle, (cells) => puzzle.grid.rotations(cells, turnOver));
  const isometries = permutations(puzzle, (cells) => puzzle.grid.isometries(cells));
  const action = new Action(cover), same = pieces.map((_, p) => p);
  const start = { items: Int32Array.from({ length: cover.items }, (_, i) => i), options: Int32Array.from(cover.options, (_, i) => i) };
  let group = [start];
  const keys = new Set([nameOf(start.items, cover.cells)]), generators = [];
  for (const [name, cells] of rotations) {
    if (keys.has(name)) continue;
    generators.push(action.of(cells, same));
    // A new element is added together with its products with all elements of the group so far (Dimino's algorithm).
    const old = group, leaders = [generators.at(-1)];
    group = [...group];
    while (leaders.length) {
      const next = leaders.pop();
      if (keys.has(nameOf(next.items, cover.cells))) continue;
      for (const element of old) {
        const product = after(next, element);
        group.push(product);
        keys.add(nameOf(product.items, cover.cells));
      }
      for (const more of generators) leaders.push(after(more, next));
    }
  }
  const symmetry = { elements: group, rotations: group.length, total: group.length, shared: null };
  const reflection = [...isometries].find(([name]) => !rotations.has(name));
  if (!reflection) return symmetry;
  const mirrored = action.mirrored(reflection[1]), shared = action.shared(mirrored);
  if (shared.some(({ lower, upper }) => lower > upper)) return symmetry;
  const moved = action.of(reflection[1], mirrored);
  return {
    elements: [...group, ...group.map((element) => after(moved, element))],
    rotations: group.length,
    total: shared.length ? group.length : 2 * group.length,
    shared: shared.length ? shared : null,
  };
}

const nameOf = (items, cells) => items.subarray(0, cells).join();

// One element after another.
function after(second, first) {
  const follow = (to, from) => from.map((x) => (x < 0 ? -1 : to[x]));
  return { items: follow(second.items, first.items), options: follow(second.options, first.options) };
}

// Return, for each isometry that maps the board and its frame to themselves, the images of the board's cells, by name.
function permutations({ grid, board, optional, frame }, images) {
  const points = [...board.map((cell, number) => ({ cell, number })), ...frame.map((cell) => ({ cell, number: -1 }))]
    .sort((a, b) => ascending(a.cell, b.cell));
  const place = new Map(points.map(({ cell, number }) => [code(cell), number])), found = new Map();
  for (const image of images(points.map(({ cell }) => cell))) {
    const first = image.reduce((least, cell) => (ascending(cell, least) < 0 ? cell : least));
    const back = minus(points[0].cell, first);
    if (!grid.translates(back)) continue;
    const cells = new Int32Array(board.length);
    const same = image.every((cell, i) => {
      const to = place.get(code(minus(cell, minus([0, 0, 0], back)))), from = points[i].number;
      if (to === undefined || to < 0 !== from < 0) return false;
      if (from < 0) return true;
      cells[from] = to;
      return optional[from] === optional[to];
    });
    if (same) found.set(cells.join(), cells);
  }
  return found;
}

// Extends permutations of cells to pieces and options; the image of an option is found by a hash of its items.
class Action {
  constructor(cover) {
    this.cover = cover;
    this.pieces = cover.items - cover.cells;
    const random = generator(12345);
    this.high = Int32Array.from({ length: cover.items }, () => random() & 0x1fffff);
    this.low = Int32Array.from({ length: cover.items }, random);
    this.number = new Map(cover.options.map((items, option) => [this.#name(items), option]));
  }

  #name(items, move = (item) => item) {
    let high = 0, low = 0;
    for (const item of items) {
      const at = move(item);
      high ^= this.high[at];
      low ^= this.low[at];
    }
    return high * 2 ** 32 + (low >>> 0);
  }

  // Return the images of items and options under a permutation of cells; `mirrored` has the image of each piece, or -1.
  of(cells, mirrored) {
    const { cover } = this;
    const items = Int32Array.from({ length: cover.items }, (_, item) => {
      if (item < cover.cells) return cells[item];
      const piece = mirrored[item - cover.cells];
      return piece < 0 ? -1 : cover.cells + piece;
    });
    const options = Int32Array.from(cover.options, (option, number) => {
      if (mirrored[cover.pieceOf[number]] < 0) return -1;
      const found = this.number.get(this.#name(option, (item) => items[item]));
      if (found === undefined || !option.every((item) => cover.options[found].includes(items[item])))
        throw new Error("a placement that does not move");
      return found;
    });
    return { items, options };
  }

  // Return the mirror image of each piece, -1 for none: the piece itself if possible, then a piece with equal bounds,
  // then a piece whose bounds have a number in common.
  mirrored(cells) {
    const { cover, pieces } = this;
    const shapes = (move) => {
      const found = Array.from({ length: pieces }, () => []);
      cover.options.forEach((items, option) => found[cover.pieceOf[option]].push(this.#name(items.slice(0, -1), move)));
      return found.map((names) => names.sort((a, b) => a - b).join());
    };
    const own = shapes((item) => item), other = shapes((item) => cells[item]);
    const bounds = own.map((_, p) => [cover.lower[cover.cells + p], cover.upper[cover.cells + p]]);
    const to = own.map((shape, p) => (shape === other[p] ? p : -1));
    const equal = (a, b) => a[0] === b[0] && a[1] === b[1];
    const meeting = (a, b) => Math.max(a[0], b[0]) <= Math.min(a[1], b[1]);
    for (const match of [equal, meeting])
      other.forEach((shape, p) => {
        if (to[p] >= 0) return;
        const free = own.findIndex((each, q) => each === shape && to[q] < 0 && match(bounds[p], bounds[q]));
        if (free >= 0) { to[p] = free; to[free] = p; }
      });
    return to;
  }

  // Return the bounds that a piece has in common with its mirror image, for each piece whose own bounds are wider.
  shared(mirrored) {
    const { cover } = this, bound = (list, p) => (p < 0 ? 0 : list[cover.cells + p]);
    return mirrored.flatMap((other, piece) => {
      const lower = Math.max(bound(cover.lower, piece), bound(cover.lower, other));
      const upper = Math.min(bound(cover.upper, piece), bound(cover.upper, other));
      const narrowed = lower > bound(cover.lower, piece) || upper < bound(cover.upper, piece);
      return narrowed ? [{ piece, lower, upper }] : [];
    });
  }
}

// Random numbers of 32 bits (George Marsaglia, Xorshift RNGs, 2003).
function generator(seed) {
  let x = seed;
  return () => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return x;
  };
}
