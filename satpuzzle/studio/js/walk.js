// The search for all solutions, one step after another, so that one can watch it: it chooses the item with the fewest
// options, tries them one by one, and goes back where an item has none (Donald E. Knuth, Dancing links, 2000).
import { available, coverage, given, whole, without } from "./cover.js";

export class Walk {
  // Begin with some options that are given.
  /** @param {Cover} cover @param {number[]} options */
  constructor(cover, options = []) {
    this.cover = cover;
    /** @type {WalkNode[]} */
    this.path = [];
    const part = given(whole(cover), options);
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

  // Choose the item with the fewest options among those that must be covered.
  /** @type {(node: WalkNode) => WalkEvent} */
  #choose(node) {
    const { lower } = this.cover;
    const spent = coverage(this.cover, node.part.chosen);
    const left = available(node.part);
    let item = -1;
    for (let each = 0; each < lower.length; each++)
      if (lower[each] > spent[each] && (item < 0 || left[each] < left[item])) item = each;
    node.item = item;
    if (item < 0) {
      this.found++;
      return { kind: "found" };
    }
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
