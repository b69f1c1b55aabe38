// The items that rules add to the exact cover of a puzzle, and their images under symmetries (satpuzzle/cover/ruled.py).
// An item has the sets of cells that it is about, and perhaps pieces; its image is the item about the images of these.
import { Ground } from "./ground.js";
import { sorted } from "./lists.js";
import { RULES } from "./rules.js";
import { Complaint, words } from "./words.js";

const MOST_ITEMS = 200_000;

export class Ruled {
  /** @param {Puzzle} puzzle */
  constructor(puzzle) {
    const ground = new Ground(puzzle);
    /** @type {{ rule: Rule; item: RuleItem }[]} */
    const made = puzzle.rules.flatMap((rule) =>
      (RULES[rule.word].items?.(ground, rule) ?? []).map((item) => ({ rule, item })),
    );
    if (made.length > MOST_ITEMS) throw new Complaint(words.tooMany("items of rules", made.length, MOST_ITEMS));
    this.rules = made.map(({ rule }) => rule);
    this.items = made.map(({ item }) => item);
    this.tests = puzzle.rules.flatMap((rule) => RULES[rule.word].allows?.(ground, rule) ?? []);
    /** @type {number[][]} */
    this.at = puzzle.board.map(() => []); // for each cell the items whose first set has it
    this.everywhere = [...this.items.keys()].filter((item) => !this.items[item].about.length);
    this.items.forEach(({ about: [first = []] }, item) => first.forEach((cell) => this.at[cell].push(item)));
    const names = this.items.map((_, item) => this.#name(item));
    this.index = new Map(names.map((name, item) => [name, item]));
  }

  // Whether the rules allow a placement.
  /** @type {(piece: number, cells: number[]) => boolean} */
  allows(piece, cells) {
    return this.tests.every((test) => test(piece, cells));
  }

  // Return the items that a placement covers, without colours; see `Edges.covered`.
  /** @type {(piece: number, cells: number[]) => [number, number][]} */
  covered(piece, cells) {
    const many = new Map(this.everywhere.map((item) => [item, 0])); // for each item how many cells its first set has
    for (const cell of cells) for (const item of this.at[cell]) many.set(item, (many.get(item) ?? 0) + 1);
    /** @type {(item: number) => boolean} */
    const takes = (item) =>
      this.items[item].takes(many.get(item) ?? 0, cells.length) && (this.items[item].pieces?.has(piece) ?? true);
    return sorted([...many.keys()].filter(takes)).map((item) => [item, 0]);
  }

  // Return the image of each item under a permutation of the cells, -1 for none; `mirrored` has the mirror image of each
  // piece, -1 for none.
  /** @type {(cells: ArrayLike<number>, mirrored: number[]) => number[]} */
  moved(cells, mirrored) {
    return this.items.map((_, item) => this.index.get(this.#name(item, cells, mirrored)) ?? -1);
  }

  // The name of an item, or of its image.
  /** @type {(item: number, cells?: ArrayLike<number>, mirrored?: number[]) => string} */
  #name(item, cells, mirrored) {
    const { low, high, about, pieces } = this.items[item];
    const sets = about.map((set) => sorted(set.map((cell) => cells?.[cell] ?? cell)).join()).sort();
    const owners = pieces && sorted([...pieces].map((piece) => mirrored?.[piece] ?? piece));
    return [this.rules[item].word, low, high, ...sets, owners?.join()].join(";");
  }
}
