// Edges between tiles, as items with colours (satpuzzle/cover/edges.py, which describes the rules of the border).
//
// A tile gives each edge of its cell a *hue*: 1 and more for the colours, in alphabetical order.  Tiles that share an
// edge must agree on its hue.  The hue 0 excludes every other tile from the item.
import { code, numbered, onceEach } from "./cell.js";
import { range, sorted } from "./lists.js";
import { beyond } from "./tiles.js";
import { homing } from "./wrapping.js";

const SAME = "same";
const SAME_EACH = "same on each side";
const DIFFERENT_EACH = "different on each side";
export const BORDERS = [SAME, SAME_EACH, DIFFERENT_EACH];

/** @type {(pieces: Piece[]) => string[]} */
export const lettersOf = (pieces) => [...new Set(pieces.flatMap(({ sides = "" }) => [...sides]))].sort();

export class Edges {
  /** @param {Puzzle} puzzle */
  constructor(puzzle) {
    const { board, grid, border, match } = puzzle;
    const home = homing(puzzle);
    const around = board.map((cell) => beyond(cell, grid).map(home));
    this.letters = lettersOf(puzzle.pieces);
    this.border = border;
    this.match = match;
    this.points = onceEach([...board, ...around.flat()]);
    const number = numbered(this.points);
    this.own = board.map((cell) => number.get(code(cell)) ?? -1);
    this.inside = new Set(this.own);
    /** @type {(others: Vector[], cell: number) => number[]} */
    const names = (others, cell) => others.map((other) => this.#code(this.own[cell], number.get(code(other)) ?? -1));
    const codes = around.map(names);
    this.codes = sorted(new Set(codes.flat()));
    this.index = new Map(this.codes.map((name, edge) => [name, edge]));
    this.numbers = codes.map((some) => some.map((name) => this.index.get(name) ?? -1));
    /** @type {number[]} */
    this.facing = [];
    this.numbers.forEach((edges, cell) =>
      edges.forEach((edge, side) => {
        this.facing[edge] = grid.sides.facing[grid.kind(board[cell])][side];
      }),
    );
    this.inner = this.codes.filter((name) => name < this.points.length ** 2).length;
    this.shown = border ? this.inner : this.codes.length; // edges that are items
    this.rules = this.#rules(); // {direction, letter}, the items after them
  }

  // The number of colours of each item, 0 for an item that only one tile may cover.
  get sizes() {
    const alone = this.border === DIFFERENT_EACH ? 0 : this.letters.length;
    return [...new Array(this.shown).fill(this.letters.length), ...this.rules.map(() => alone)];
  }

  // The number of a pair of points; those of pairs across the border are the largest.
  /** @type {(one: number, other: number) => number} */
  #code(one, other) {
    const [low, high] = this.match && one > other ? [other, one] : [one, other];
    const many = this.points.length;
    return ((this.inside.has(one) && this.inside.has(other) ? 0 : many) + low) * many + high;
  }

  #rules() {
    const found = sorted(new Set(this.facing.slice(this.inner)));
    if (this.border === SAME) return [{ direction: -1, letter: "" }];
    if (this.border === SAME_EACH) return found.map((direction) => ({ direction, letter: "" }));
    if (this.border === DIFFERENT_EACH)
      return found.flatMap((direction) => this.letters.map((letter) => ({ direction, letter })));
    return [];
  }

  // Return whether a tile with these sides obeys the rule of the border on a cell.
  /** @type {(cell: number, sides: string[]) => boolean} */
  allows(cell, sides) {
    const outer = sides.filter((_, side) => this.numbers[cell][side] >= this.inner);
    if (this.border === SAME) return new Set(outer).size < 2;
    return !this.border || BORDERS.includes(this.border) || outer.every((letter) => letter === this.border);
  }

  // Return the hue that a tile with these sides gives to each item that it covers on a cell, as a map.
  /** @type {(cell: number, sides: string[]) => Map<number, number>} */
  covered(cell, sides) {
    const found = new Map();
    sides.forEach((letter, side) => {
      const edge = this.numbers[cell][side];
      const hue = 1 + this.letters.indexOf(letter);
      if (edge < this.shown) found.set(edge, hue);
      if (edge < this.inner) return;
      this.rules.forEach((rule, i) => {
        if ((rule.direction < 0 || rule.direction === this.facing[edge]) && (!rule.letter || rule.letter === letter))
          found.set(this.shown + i, this.border === DIFFERENT_EACH ? 0 : hue);
      });
    });
    return found;
  }

  // Return the image of each item under a permutation of the points that maps the board to itself.
  /** @type {(permutation: number[]) => number[]} */
  moved(permutation) {
    const many = this.points.length;
    /** @type {(name: number) => number} */
    const image = (name) => this.#code(permutation[Math.floor(name / many) % many], permutation[name % many]);
    const edges = this.codes.map((name) => this.index.get(image(name)) ?? -1);
    const turned = new Map(edges.slice(this.inner).map((to, i) => [this.facing[this.inner + i], this.facing[to]]));
    return [
      ...edges.slice(0, this.shown),
      ...this.rules.map(({ direction, letter }) => this.#rule(turned.get(direction) ?? direction, letter)),
    ];
  }

  // Return the image of each item if colours become others; `to` has those that change.
  /** @type {(to: Map<string, string>) => number[]} */
  exchanged(to) {
    const ruled = this.rules.map(({ direction, letter }) => this.#rule(direction, to.get(letter) ?? letter));
    return [...range(this.shown), ...ruled];
  }

  /** @type {(direction: number, letter: string) => number} */
  #rule(direction, letter) {
    return this.shown + this.rules.findIndex((rule) => rule.direction === direction && rule.letter === letter);
  }
}
