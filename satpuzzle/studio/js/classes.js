// Symmetry classes of solutions.  Before the search, the options of one item are restricted; after it, one solution of
// each class is kept, and the three counts follow from the number of elements that fix this solution
// (satpuzzle/cover/classes.py, canon.py).
import { wrong } from "./checker.js";
import { range, sorted } from "./lists.js";

// Return the items whose options can be restricted, with the options to drop: all but the smallest of each orbit under
// the elements that fix the item.  Items with the smallest share of remaining options come first.
/** @type {(cover: Cover, symmetry: Symmetry) => { item: number; kept: number; share: number; dropped: number[] }[]} */
export function restrictions(cover, symmetry) {
  const { elements, total } = symmetry;
  const single = range(cover.items).filter((item) => cover.lower[item] === 1 && cover.upper[item] === 1);
  /** @type {number[][]} */
  const covering = range(cover.items).map(() => []);
  cover.options.forEach((items, option) => items.forEach((item) => covering[item].push(option)));
  const found = single.flatMap((item) => {
    const fixing = elements.slice(1, total).filter(({ items }) => items[item] === item);
    const dropped = covering[item].filter((option) => fixing.some(({ options }) => options[option] < option));
    const all = covering[item].length;
    const kept = all - dropped.length;
    return kept < all ? [{ item, kept, share: kept / all, dropped }] : [];
  });
  return found.sort((a, b) => a.share - b.share || a.kept - b.kept || a.item - b.item);
}

/** @type {(options: Int32Array, some: number[]) => number[]} */
const image = (options, some) => sorted(some.map((option) => options[option]));

// The least of the images of some options, as text.
/** @type {(elements: Symmetry["elements"], some: number[]) => string} */
const leastImage = (elements, some) =>
  elements.map(({ options }) => image(options, some).join()).reduce((a, b) => (a < b ? a : b));

// Classifies the solutions of a search in which the options of the item `leader` were restricted; -1 means none was.
export class Classes {
  /** @param {Cover} cover @param {Symmetry} symmetry @param {number} leader */
  constructor(cover, symmetry, leader) {
    this.cover = cover;
    this.symmetry = symmetry;
    // Solutions are compared by the leader's option first, then by all options in ascending order.
    const count = cover.options.length;
    this.exchanges = symmetry.elements.some(({ isometry }) => !isometry);
    this.rank = Int32Array.from(cover.options, (items, option) =>
      leader >= 0 && items.includes(leader) ? option - count : option,
    );
  }

  // Return the elements that map this solution to a solution.  Of partial elements, all do that have the same leader if
  // it does, since they are its products with total elements.
  /** @type {(solution: number[]) => Symmetry["elements"]} */
  #carrying(solution) {
    const { elements, total } = this.symmetry;
    if (total === elements.length) return elements;
    /** @type {Map<number, boolean>} */
    const known = new Map();
    /** @type {(leader: number) => boolean} */
    const carries = (leader) => {
      const image = solution.map((option) => elements[leader].options[option]);
      return !image.includes(-1) && wrong(this.cover, image) === null;
    };
    return elements.filter(({ leader }, e) => {
      if (e < total) return true;
      if (!known.has(leader)) known.set(leader, carries(leader));
      return known.get(leader);
    });
  }

  // Return the numbers of elements, of isometries and of rotations that fix a solution, the numbers of elements and
  // isometries that map it to a solution, and how many classes up to rotations its class has, if it is the smallest of
  // its class; null otherwise.
  /** @type {(solution: number[]) => Fixed | null} */
  fixed(solution) {
    const { rotations, normal } = this.symmetry;
    const { rank } = this;
    const size = solution.length;
    const elements = this.#carrying(solution);
    const many = elements.length;
    const isometries = elements.filter(({ isometry }) => isometry).length;
    const found = { all: 1, isometries: 1, rotations: 1, carrying: many, own: isometries, turned: 0 };
    if (many === 1) return { ...found, turned: 1 };
    /** @type {Int32Array | null} */
    let own = null;
    let least = Infinity;
    for (const option of solution) if (rank[option] < least) least = rank[option];
    for (let e = 1; e < many; e++) {
      const { options } = elements[e];
      let first = Infinity;
      for (const option of solution) {
        const there = rank[options[option]];
        if (there < first) first = there;
      }
      if (first > least) continue;
      if (first < least) return null;
      own ??= Int32Array.from(solution, (option) => rank[option]).sort();
      const image = Int32Array.from(solution, (option) => rank[options[option]]).sort();
      let i = 0;
      while (i < size && image[i] === own[i]) i++;
      if (i < size && image[i] < own[i]) return null;
      if (i === size) {
        found.all++;
        if (elements[e].isometry) found.isometries++;
        if (e < rotations) found.rotations++;
      }
    }
    found.turned =
      normal || found.all === 1 ? (many / found.all / rotations) * found.rotations : this.#turned(solution, elements);
    return found;
  }

  // Return a name of some options of a solution, which their images have too where the solution's image is a solution.
  /** @type {(some: number[], solution: number[]) => string} */
  nameOf(some, solution) {
    return leastImage(this.#carrying(solution), some);
  }

  // Return how many classes up to rotations the images of a solution have, where these may differ in size.
  /** @type {(solution: number[], elements: Symmetry["elements"]) => number} */
  #turned(solution, elements) {
    const turns = this.symmetry.elements.slice(0, this.symmetry.rotations);
    return new Set(elements.map(({ options }) => leastImage(turns, image(options, solution)))).size;
  }

  // The counts of no solution.
  /** @returns {Counts} */
  get none() {
    return { raw: 0, rotations: 0, isometries: 0, ...(this.exchanges && { patterns: 0 }) };
  }

  // Return the counts of the class of a solution, see `fixed`.  The size of the class is the number of elements that map
  // the solution to a solution, divided by the number of those that fix it (the orbit-stabiliser theorem).
  /** @type {(fixed: Fixed) => Counts} */
  counts({ all, isometries, carrying, own, turned }) {
    const raw = carrying / all;
    const found = { raw, rotations: turned, isometries: 1 };
    return this.exchanges ? { ...found, isometries: raw / (own / isometries), patterns: 1 } : found;
  }
}
