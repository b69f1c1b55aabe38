// The symmetry group of a puzzle: how the board's isometries move options (satpuzzle/cover/group.py).
//
// An isometry of the board that every piece may make carries placements to placements: a *rotation*.  A reflection
// carries the placements of a piece to those of its mirror image, which is the piece itself, another piece, or none.  It
// is total if every piece has a mirror image with the same bounds.  Otherwise it is partial: it carries those solutions
// to solutions that keep within the bounds which mirror images have in common (`shared`).
import { ascending, code, minus } from "./cell.js";

// The group: for each element where it carries items and options, the identity first.
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
    // With an element comes its product with each element of the group so far (Otto Dimino).
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

// Where the images that are the board and its frame again carry each cell of the board, by name.
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

// Carries permutations of cells over to pieces and options; an option is found again by random numbers of its items.
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

  // Where items and options go with the cells; `mirrored` tells which piece each piece becomes, -1 for none.
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

  // The piece that is the mirror image of each piece, -1 for none: itself if it can be, then one of equal bounds, then one
  // whose bounds have numbers in common.
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

  // The bounds that mirror images have in common, of each piece that has wider ones.
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
