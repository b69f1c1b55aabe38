// The items that rules add to the exact cover of a puzzle, and their images under symmetries (satpuzzle/cover/ruled.py).
// An item has the sets of cells that it is about, and perhaps pieces; its image is the item about the images of these.
// The last items have colours, which the placements that cover one must agree on.
import { Ground } from "./ground.js";
import { sorted } from "./lists.js";
import { RULES } from "./rules.js";
import { Complaint, words } from "./words.js";

const MOST_ITEMS = 200_000;

// The numbers of the pieces that a rule means, null for all.
/** @type {(rule: Rule, pieces: Piece[]) => Set<number> | null} */
const meant = ({ names }, pieces) =>
  names.length ? new Set([...pieces.keys()].filter((piece) => names.includes(pieces[piece].name))) : null;
/** @type {(pieces: Set<number> | null, piece: number) => boolean} */
const has = (pieces, piece) => pieces?.has(piece) ?? true;

export class Ruled {
  /** @param {Puzzle} puzzle */
  constructor(puzzle) {
    const ground = new Ground(puzzle);
    this.rules = puzzle.rules.map((rule) => ({ ...RULES[rule.word], rule, pieces: meant(rule, puzzle.pieces) }));
    this.tests = this.rules.map(({ rule, pieces, allows }) => ({ pieces, allowed: allows?.(ground, rule) }));
    const items = this.rules.flatMap(({ rule, pieces, items: of }) =>
      (of?.(ground, rule) ?? []).map((item) => ({ ...item, rule, pieces })),
    );
    this.items = [...items.filter(({ colour }) => !colour), ...items.filter(({ colour }) => colour)];
    this.plain = items.filter(({ colour }) => !colour).length;
    /** @type {Map<string, number>[]} */
    this.hues = this.items.slice(this.plain).map(() => new Map()); // of each item with colours, by their names
    this.empties = puzzle.optional.includes(true) && this.plain < items.length; // whether empty cells cover items
    if (this.items.length > MOST_ITEMS)
      throw new Complaint(words.tooMany("items of rules", this.items.length, MOST_ITEMS));
    /** @type {[number, number][][]} */
    this.at = puzzle.board.map(() => []); // for each cell the items whose first set, or any with a weight, has it
    this.everywhere = [...this.items.keys()].filter((item) => !this.items[item].about.length);
    this.items.forEach(({ about, weights = [1] }, item) =>
      weights.forEach((weight, set) => (about[set] ?? []).forEach((cell) => this.at[cell].push([item, weight]))),
    );
    const names = this.items.map((_, item) => this.#name(item));
    this.index = new Map(names.map((name, item) => [name, item]));
  }

  // Whether the rules allow a placement.
  /** @type {(piece: number, cells: number[], colours?: number[] | null) => boolean} */
  allows(piece, cells, colours = null) {
    return this.tests.every(({ pieces, allowed }) => !has(pieces, piece) || (allowed?.(cells, piece, colours) ?? true));
  }

  // Return how many colours each item with colours has.
  get sizes() {
    return this.hues.map(({ size }) => size);
  }

  // Return the items that a placement covers, each with its hue, 0 if it has no colours; see `Edges.covered`.  The piece -1
  // is an empty cell, which covers items with colours only.
  /** @type {(piece: number, cells: number[], colours?: number[] | null) => [number, number][]} */
  covered(piece, cells, colours = null) {
    const many = new Map(this.everywhere.map((item) => [item, 0])); // for each item how many cells its sets have
    for (const cell of cells)
      for (const [item, weight] of this.at[cell]) many.set(item, (many.get(item) ?? 0) + weight);
    /** @type {(item: number) => boolean} */
    const takes = (item) =>
      has(this.items[item].pieces, piece) && this.items[item].takes(many.get(item) ?? 0, cells.length);
    return sorted([...many.keys()].filter((item) => (piece >= 0 || item >= this.plain) && takes(item))).map((item) => [
      item,
      this.#hue(item, piece, cells, colours),
    ]);
  }

  /** @type {(item: number, piece: number, cells: number[], colours: number[] | null) => number} */
  #hue(item, piece, cells, colours) {
    const hues = this.hues[item - this.plain];
    const name = this.items[item].colour?.(piece, cells, colours);
    if (name === undefined) return 0;
    if (!hues.has(name)) hues.set(name, 1 + hues.size);
    return hues.get(name) ?? 0;
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
    const { rule, low, high, about, pieces } = this.items[item];
    const sets = about.map((set) => sorted(set.map((cell) => cells?.[cell] ?? cell)).join()).sort();
    const owners = pieces && sorted([...pieces].map((piece) => mirrored?.[piece] ?? piece));
    return [rule.word, rule.way, low, high, ...sets, owners?.join()].join(";");
  }
}
