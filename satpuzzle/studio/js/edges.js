// Edges between tiles, as items with colours (satpuzzle/cover/edges.py, which describes the rules of the border).
//
// A tile gives each edge of its cell a *hue*: 1 and more for the colours, in alphabetical order.  Tiles that share an
// edge must agree on its hue.  The hue 0 excludes every other tile from the item.
import { ascending, code } from "./cell.js";
import { around } from "./tiles.js";
import { homing } from "./wrapping.js";

const SAME = "same";
const SAME_EACH = "same on each side";
const DIFFERENT_EACH = "different on each side";
export const RULES = [SAME, SAME_EACH, DIFFERENT_EACH];

export const lettersOf = (pieces) => [...new Set(pieces.flatMap(({ sides = "" }) => [...sides]))].sort();

export class Edges {
  constructor(puzzle) {
    const { board, grid, border, match } = puzzle;
    const home = homing(puzzle);
    const beyond = board.map((cell) => around(cell, grid).map(home));
    this.letters = lettersOf(puzzle.pieces);
    this.border = border;
    this.match = match;
    this.points = [...new Map([...board, ...beyond.flat()].map((cell) => [code(cell), cell])).values()].sort(ascending);
    const number = new Map(this.points.map((cell, i) => [code(cell), i]));
    this.own = board.map((cell) => number.get(code(cell)));
    this.outside = new Uint8Array(this.points.length).fill(1);
    for (const point of this.own) this.outside[point] = 0;
    const codes = beyond.map((others, cell) =>
      others.map((other) => this.#code(this.own[cell], number.get(code(other)))),
    );
    this.codes = [...new Set(codes.flat())].sort((a, b) => a - b);
    this.index = new Map(this.codes.map((name, edge) => [name, edge]));
    this.numbers = codes.map((names) => names.map((name) => this.index.get(name)));
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

  get many() {
    return this.shown + this.rules.length;
  }

  // The number of colours of each item, 0 for an item that only one tile may cover.
  get sizes() {
    return Array.from({ length: this.many }, (_, item) =>
      item >= this.shown && this.border === DIFFERENT_EACH ? 0 : this.letters.length,
    );
  }

  // The number of a pair of points; those of pairs across the border are the largest.
  #code(one, other) {
    const [low, high] = this.match && one > other ? [other, one] : [one, other];
    const many = this.points.length;
    return ((this.outside[one] || this.outside[other] ? many : 0) + low) * many + high;
  }

  #rules() {
    const found = [...new Set(this.facing.slice(this.inner))].sort((a, b) => a - b);
    if (this.border === SAME) return [{ direction: -1, letter: "" }];
    if (this.border === SAME_EACH) return found.map((direction) => ({ direction, letter: "" }));
    if (this.border === DIFFERENT_EACH)
      return found.flatMap((direction) => this.letters.map((letter) => ({ direction, letter })));
    return [];
  }

  // Return whether a tile with these sides obeys the rule of the border on a cell.
  allows(cell, sides) {
    const outer = sides.filter((_, side) => this.numbers[cell][side] >= this.inner);
    if (this.border === SAME) return new Set(outer).size < 2;
    return !this.border || RULES.includes(this.border) || outer.every((letter) => letter === this.border);
  }

  // Return the hue that a tile with these sides gives to each item that it covers on a cell, as a map.
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
  moved(permutation) {
    const many = this.points.length;
    const edges = this.codes.map((name) =>
      this.index.get(this.#code(permutation[Math.floor(name / many) % many], permutation[name % many])),
    );
    const turned = new Map(edges.slice(this.inner).map((to, i) => [this.facing[this.inner + i], this.facing[to]]));
    return [
      ...edges.slice(0, this.shown),
      ...this.rules.map(({ direction, letter }) => this.#rule(turned.get(direction) ?? direction, letter)),
    ];
  }

  // Return the image of each item if colours become others; `to` has those that change.
  exchanged(to) {
    return Array.from({ length: this.many }, (_, item) => {
      if (item < this.shown) return item;
      const { direction, letter } = this.rules[item - this.shown];
      return this.#rule(direction, to.get(letter) ?? letter);
    });
  }

  #rule(direction, letter) {
    return this.shown + this.rules.findIndex((rule) => rule.direction === direction && rule.letter === letter);
  }
}
