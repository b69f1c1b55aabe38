// The search for all solutions, one step after another, so that one can watch it: it chooses an item, by default the one
// with the fewest options, tries them one by one, and goes back where an item has none (Donald E. Knuth, Dancing links,
// 2000).
import { available, coverage, given, whole, without } from "./cover.js";

// How the next item is chosen: all orders find the same solutions, from trees of different sizes.  Each gets the items
// that must be covered, in the order cells, pieces, rules, and how many options each has left.
/** @type {Record<string, (open: number[], left: ArrayLike<number>, cover: Cover) => number>} */
export const ORDERS = {
  fewest: (open, left) => open.reduce((best, item) => (left[item] < left[best] ? item : best)),
  cells: ([first]) => first,
  pieces: (open, _, { cells }) => open.find((item) => item >= cells) ?? open[0],
};

export class Walk {
  /** @param {Cover} cover */
  constructor(cover, order = "fewest") {
    this.cover = cover;
    this.order = order;
    /** @type {WalkNode[]} */
    this.path = [];
    const part = given(whole(cover), []);
    if (part) this.path.push(this.#node(part));
    /** @type {WalkEvent} */
    this.event = { kind: "begin" };
    this.steps = this.tried = this.dead = this.found = 0;
  }

  get done() {
    return !this.path.length;
  }

  // The options that are chosen now.
  get chosen() {
    return this.path.at(-1)?.part.chosen ?? [];
  }

  step() {
    const node = this.path.at(-1);
    if (!node) return;
    this.steps++;
    this.event = node.item === null ? this.#choose(node) : this.#go(node);
  }

  /** @type {(part: Part) => WalkNode} */
  #node(part) {
    return { part, left: part, item: null, options: [], tried: 0 };
  }

  // Choose an item among those that must be covered.
  /** @type {(node: WalkNode) => WalkEvent} */
  #choose(node) {
    const { lower } = this.cover;
    const spent = coverage(this.cover, node.part.chosen);
    const open = [...lower.keys()].filter((item) => lower[item] > spent[item]);
    if (!open.length) {
      node.item = -1;
      this.found++;
      return { kind: "found" };
    }
    const item = ORDERS[this.order](open, available(node.part), this.cover);
    node.item = item;
    const { live } = node.part;
    node.options = [...live.keys()].filter((option) => live[option] && this.cover.options[option].includes(item));
    if (!node.options.length) this.dead++;
    return { kind: node.options.length ? "chosen" : "dead", item, many: node.options.length };
  }

  // Try the next option, or go back if there is none.
  /** @type {(node: WalkNode) => WalkEvent} */
  #go(node) {
    const option = node.options[node.tried];
    if (option === undefined) {
      this.path.pop();
      return { kind: this.done ? "end" : "back" };
    }
    const part = /** @type {Part} */ (given(node.left, [option]));
    node.tried++;
    node.left = without(node.left, [option]); // so that no solution is found twice
    this.tried++;
    this.path.push(this.#node(part));
    return { kind: "tried", item: node.item ?? -1, option, which: node.tried, many: node.options.length };
  }
}
