// The symmetry group of a puzzle: the permutations of options by the isometries of the board
// (satpuzzle/cover/group.py).
//
// A *rotation* is an isometry of the board that every piece may make; it maps placements to placements.  A reflection
// maps the placements of a piece to those of its mirror image, which is the piece itself, another piece, or none.  It
// is *total* if every piece has a mirror image with the same bounds, and every placement and item of a rule has an image.
// Otherwise it is *partial*: it maps some solutions to solutions, those whose images keep all bounds and rules.  It
// classifies them, but does not restrict a search.  Rules play no part in finding mirror images: pieces are matched by their
// possible placements, before rules take some away (docs/counting.md).
import { carried } from "./carried.js";
import { code, minus, numbered, onceEach, plus } from "./cell.js";
import { Edges } from "./edges.js";
import { grouped, range, sorted } from "./lists.js";
import { matched, turningOf } from "./mates.js";
import { Ruled } from "./ruled.js";
import { connected } from "./shape.js";
import { Wrapping } from "./wrapping.js";
import { Complaint, words } from "./words.js";

const MOST_IMAGES = 40_000_000; // of options, under all elements

// Return the group: its `elements`, each with the images of items and options, and whether it is an isometry, that is,
// exchanges no colours.  The identity comes first, then the other rotations, then all other total elements.
//
// The other isometries are cosets of the rotations: one coset of reflections if all pieces may be turned in every way.
/** @type {(puzzle: Puzzle, cover: Cover) => Symmetry} */
export function symmetryOf(puzzle, cover) {
  if (puzzle.parts === "separate" && !connected(puzzle.board, puzzle.grid)) throw new Complaint(words.separateParts);
  const { turnOver, rotate } = turningOf(puzzle.pieces);
  const edges = puzzle.tiled ? new Edges(puzzle) : null;
  /** @type {(images: (cells: Vector[]) => Vector[][]) => Map<string, Int32Array>} */
  const moves = (images) => (puzzle.rotate ? permutations(puzzle, cover, edges, images) : new Map());
  const rotations = moves((cells) => puzzle.grid.rotations(cells, turnOver, rotate));
  const isometries = moves((cells) => puzzle.grid.isometries(cells));
  const action = new Action(cover, new Ruled(puzzle));
  const group = elementsOf(rotations, action);
  const leaders = leadersOf(group, isometries, cover);
  const orders = edges ? ordersOf(puzzle.interchangeable) : [];
  if (group.length * (1 + leaders.length) * (1 + orders.length) * cover.options.length > MOST_IMAGES)
    throw new Complaint(words.tooManySymmetries);
  const pieces = action.matched(leaders);
  const shared = pieces.map((images) => action.shared(images));
  const some = shared.some((bounds) => bounds.every(({ lower, upper }) => lower <= upper)); // or no solution has an image
  const cosets = (some ? leaders : []).map((still, i) => {
    const moved = action.of(still, pieces[i]);
    const partial = shared[i].length > 0 || moved.items.includes(-1, cover.further) || moved.options.includes(-1);
    return { elements: group.map((element) => after(moved, element)), partial };
  });
  const exchanges = edges ? orders.map((to) => exchanged(puzzle, edges, action, group[0], to)) : [];
  /** @type {Symmetry["elements"]} */
  const elements = [];
  /** @type {(some: Images[]) => void} */
  const add = (some) => {
    const leader = elements.length; // the element that tells whether these, if they are partial, map a solution to one
    for (const element of some) elements.push({ ...element, isometry: true, leader });
    for (const exchange of exchanges)
      for (const element of some) elements.push({ ...after(exchange, element), isometry: false, leader });
  };
  add([...group, ...cosets.flatMap((coset) => (coset.partial ? [] : coset.elements))]);
  const total = elements.length;
  for (const coset of cosets) if (coset.partial) add(coset.elements);
  const all = group.length * (1 + cosets.length);
  return { elements, rotations: group.length, isometries: all, total, normal: cosets.length < 2 };
}

// Return the rotations as elements, the identity first.  Finding the image of each option takes long, so most of them are
// products of others.
/** @type {(rotations: Map<string, Int32Array>, action: Action) => Images[]} */
function elementsOf(rotations, action) {
  const { cover } = action;
  const start = { items: Int32Array.from(range(cover.items)), options: Int32Array.from(cover.options.keys()) };
  const found = new Map([[nameOf(start.items, cover), /** @type {Images} */ (start)]]);
  for (const [name, still] of rotations) {
    if (found.has(name)) continue;
    if (found.size * cover.options.length > MOST_IMAGES) throw new Complaint(words.tooManySymmetries);
    const next = action.of(still, range(cover.further - cover.cells));
    for (const product of [...found.values()].map((one) => after(next, one)))
      found.set(nameOf(product.items, cover), product);
  }
  return [...found.values()];
}

// Return one isometry of each coset of a group, but for those in the group.
/** @type {(group: Images[], isometries: Map<string, Int32Array>, cover: Cover) => Int32Array[]} */
function leadersOf(group, isometries, cover) {
  const known = new Set(group.map(({ items }) => nameOf(items, cover)));
  return [...isometries].flatMap(([name, still]) => {
    if (known.has(name)) return [];
    for (const { items } of group) known.add(nameOf(follow(still, items), cover));
    return [still];
  });
}

// Return the other orders into which letters may be brought, as maps from letters to letters; `sets` has those that may be
// exchanged.
/** @type {(sets: string[]) => Map<string, string>[]} */
function ordersOf(sets) {
  /** @type {string[][]} */
  let found = [[]];
  for (const letters of sets)
    found = found.flatMap((some) => orderings([...letters]).map((order) => [...some, ...order]));
  const before = sets.flatMap((letters) => [...letters]);
  return found.slice(1).map((order) => new Map(order.map((letter, i) => [before[i], letter])));
}

/** @type {(list: string[]) => string[][]} */
const orderings = (list) =>
  list.length ? list.flatMap((one, i) => orderings(list.toSpliced(i, 1)).map((rest) => [one, ...rest])) : [[]];

// Return an exchange of colours; `to` has those that change.
/** @type {(puzzle: Puzzle, edges: Edges, action: Action, start: Images, to: Map<string, string>) => Images} */
function exchanged({ pieces }, edges, action, { items }, to) {
  const { plain } = action.cover;
  const hues = [0, ...edges.letters.map((letter) => 1 + edges.letters.indexOf(to.get(letter) ?? letter))];
  const still = items.slice();
  still.set(
    edges.exchanged(to).map((item) => plain + item),
    plain,
  );
  const images = action.exchanged(still, hues);
  if (images.includes(-1)) throw new Complaint(words.noExchange(pieces[images.indexOf(-1)].name));
  return action.of(still, images, hues);
}

// The name of an element: the images of the cells and of the edges of tiles; those of all other items follow.
/** @type {(items: Int32Array, cover: Cover) => string} */
const nameOf = (items, { cells, plain, sides }) =>
  `${items.subarray(0, cells).join()};${sides ? items.subarray(plain).join() : ""}`;

// One element, or the images of one, after another.
/** @type {(second: Images, first: Images) => Images} */
const after = (second, first) => ({
  items: follow(second.items, first.items),
  options: follow(second.options, first.options),
});
/** @type {(second: Int32Array, first: Int32Array) => Int32Array} */
const follow = (second, first) => first.map((x) => (x < 0 ? -1 : second[x]));

// Return, for each isometry that maps the board and its frame to themselves, the images of the cells and edges, by name.
// Cells keep their colours, and may stay empty if the cells that they are mapped to may.
/** @type {(puzzle: Puzzle, cover: Cover, edges: Edges | null, images: (cells: Vector[]) => Vector[][]) => Map<string, Int32Array>} */
function permutations(puzzle, cover, edges, images) {
  const { board, frame, optional, colours, coloured } = puzzle;
  const found = new Map();
  const number = numbered(board);
  const solid = new Set(frame.map(code));
  const points = onceEach([...(edges?.points ?? board), ...frame]);
  const looks = points.map((cell) => {
    const at = number.get(code(cell));
    if (at === undefined) return solid.has(code(cell)) ? "#" : "";
    return `*${optional[at]}${coloured && colours ? colours[at] : ""}`;
  });
  const names = points.map(code);
  for (const to of (puzzle.wrap ? carriedRound : carried)(puzzle, points, images)) {
    if (to.some((there, from) => looks[there] !== looks[from])) continue;
    const items = Int32Array.from(range(cover.items));
    const image = new Map(to.map((there, from) => [names[from], names[there]]));
    /** @type {(cells: Vector[], numbers: Map<number, number>) => number[]} */
    const moved = (cells, numbers) => cells.map((cell) => numbers.get(image.get(code(cell)) ?? -1) ?? -1);
    items.set(moved(board, number));
    if (edges)
      items.set(
        edges.moved(moved(edges.points, numbered(edges.points))).map((item) => cover.plain + item),
        cover.plain,
      );
    found.set(nameOf(items, cover), items);
  }
  return found;
}

// The same as `carried` for a board that wraps round, which also has translations.
/** @type {(puzzle: Puzzle, points: Vector[], images: (cells: Vector[]) => Vector[][]) => Generator<number[]>} */
function* carriedRound(puzzle, points, images) {
  const { grid } = puzzle;
  const wrapping = new Wrapping(puzzle);
  const place = numbered(points);
  for (const image of images([...points, ...wrapping.periods.map((period) => plus(points[0], period))])) {
    const cells = image.slice(0, points.length);
    const kind = grid.kind(cells[0]);
    if (!image.slice(points.length).every((cell) => wrapping.vanishes(minus(cell, cells[0])))) continue;
    for (const there of points) {
      if (grid.kind(there) !== kind) continue;
      const by = minus(there, cells[0]);
      const to = cells.map((cell) => place.get(code(wrapping.home(plus(cell, by)))) ?? -1);
      if (!to.includes(-1)) yield to;
    }
  }
}

/** @type {(item: number) => number} */
const unmoved = (item) => item;

// Extends permutations of cells and edges to pieces, items of rules, and options; the image of an option is found by its
// items other than those of rules, which follow from the cells and the piece.  Placements that rules take away come after
// the options.
class Action {
  /** @param {Cover} cover @param {Ruled} ruled */
  constructor(cover, ruled) {
    this.cover = cover;
    this.ruled = ruled;
    const { barred } = cover;
    const options = ruled.items.length
      ? cover.options.map((items) => items.filter((item) => item < cover.further))
      : cover.options;
    this.options = options.concat(barred.map(({ items }) => items));
    this.hues = cover.hues?.concat(barred.map(({ hues }) => hues));
    this.pieceOf = cover.pieceOf.concat(barred.map(({ piece }) => piece));
    this.number = new Map(this.options.map((_, option) => [this.#name(option), option]));
  }

  // The name of the image of an option: its items with their hues.
  /** @type {(option: number, move?: (item: number) => number, hueOf?: number[] | null) => string} */
  #name(option, move = unmoved, hueOf = null) {
    const hues = this.hues?.[option];
    /** @type {(i: number) => number} */
    const hue = (i) => (hueOf ? hueOf[hues?.[i] ?? 0] : (hues?.[i] ?? 0));
    return sorted(this.options[option].map((item, i) => move(item) + this.cover.items * hue(i))).join();
  }

  // Return the images of items and options under a permutation of cells and edges; `mirrored` has the image of each
  // piece, or -1, and `hueOf` that of each hue.
  /** @type {(still: Int32Array, mirrored: number[], hueOf?: number[] | null) => Images} */
  of(still, mirrored, hueOf = null) {
    const { cover } = this;
    const items = Int32Array.from(range(cover.items), (item) => {
      if (item < cover.cells || item >= cover.further) return still[item];
      const piece = mirrored[item - cover.cells];
      return piece < 0 ? -1 : cover.cells + piece;
    });
    this.ruled.moved(still, mirrored).forEach((item, i) => {
      items[cover.further + i] = item < 0 ? -1 : cover.further + item;
    });
    const options = Int32Array.from(cover.options, (_, option) => {
      if (mirrored[cover.pieceOf[option]] < 0) return -1;
      const found = this.number.get(this.#name(option, (item) => items[item], hueOf));
      if (found === undefined) throw new Error("a placement that does not move");
      return found < cover.options.length ? found : -1;
    });
    return { items, options };
  }

  // Return a name for each piece: that of its placements under a permutation.
  /** @type {(move: (item: number) => number, hueOf?: number[] | null) => string[]} */
  #shapes(move, hueOf = null) {
    const { cells, further } = this.cover;
    /** @type {(item: number) => number} */
    const anyPiece = (item) => (item < cells || item >= further ? move(item) : cells);
    const placements = grouped(this.options.keys(), (option) => this.pieceOf[option]);
    /** @type {(options: number[]) => string[]} */
    const names = (options) => options.map((option) => this.#name(option, anyPiece, hueOf));
    return range(further - cells).map((piece) =>
      names(placements.get(piece) ?? [])
        .sort()
        .join(";"),
    );
  }

  /** @type {(piece: number) => number[]} */
  #bounds(piece) {
    return [this.cover.lower[this.cover.cells + piece], this.cover.upper[this.cover.cells + piece]];
  }

  // Return the piece that each piece becomes under each of some isometries, one of each coset of the rotations, -1 for
  // none.
  /** @type {(isometries: Int32Array[]) => number[][]} */
  matched(isometries) {
    const own = this.#shapes(unmoved);
    const shapes = isometries.map((still) => this.#shapes((item) => still[item]));
    return matched(
      own,
      shapes,
      own.map((_, p) => this.#bounds(p)),
    );
  }

  // Return the piece that each piece becomes if colours are exchanged, -1 for none.  Of pieces that are alike and have
  // the same bounds, the first becomes the first.
  /** @type {(still: Int32Array, hueOf: number[]) => number[]} */
  exchanged(still, hueOf) {
    /** @type {(shapes: string[]) => string[]} */
    const ranked = (shapes) => {
      const times = new Map();
      return shapes.map((shape, p) => {
        const name = `${this.#bounds(p)}:${shape}`;
        times.set(name, (times.get(name) ?? 0) + 1);
        return `${times.get(name)}:${name}`;
      });
    };
    const own = ranked(this.#shapes(unmoved));
    return ranked(this.#shapes((item) => still[item], hueOf)).map((name) => own.indexOf(name));
  }

  // Return the bounds that a piece has in common with its mirror image, for each piece whose own bounds are wider.
  /** @type {(mirrored: number[]) => { piece: number; lower: number; upper: number }[]} */
  shared(mirrored) {
    const { cover } = this;
    /** @type {(list: number[], p: number) => number} */
    const bound = (list, p) => (p < 0 ? 0 : list[cover.cells + p]);
    return mirrored.flatMap((other, piece) => {
      const lower = Math.max(bound(cover.lower, piece), bound(cover.lower, other));
      const upper = Math.min(bound(cover.upper, piece), bound(cover.upper, other));
      const narrowed = lower > bound(cover.lower, piece) || upper < bound(cover.upper, piece);
      return narrowed ? [{ piece, lower, upper }] : [];
    });
  }
}
