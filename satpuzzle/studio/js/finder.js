// The search of one part, in which some options are chosen and others are left out.  It runs in slices, and every
// solution is checked and classified.
import { wrong } from "./checker.js";
import { given } from "./cover.js";
import { sorted } from "./lists.js";
import { allOf, classesOf } from "./tables.js";

const FIRST_BUDGET = 1000;
const MOST_BUDGET = 4_000_000;

export class Finder {
  /** @param {Tables} tables @param {Kernel} kernel @param {number[]} chosen */
  constructor(tables, kernel, chosen = []) {
    this.tables = tables;
    this.classes = classesOf(tables);
    this.chosen = chosen;
    /** @type {any} */
    this.search = kernel.begin(given(allOf(tables), chosen));
    this.done = !this.search;
    this.budget = FIRST_BUDGET;
  }

  get nodes() {
    return this.search ? this.search.nodes : 0;
  }
  get fraction() {
    return this.done ? 1 : this.search.fraction;
  }

  // Search for about this many milliseconds; return one solution of each class found, and the counts of these classes.
  /** @type {(milliseconds: number, now?: () => number) => { solutions: number[][]; counts: Counts }} */
  slice(milliseconds, now = () => performance.now()) {
    const found = { solutions: [], counts: this.classes.none };
    const end = now() + milliseconds;
    while (!this.done && now() < end) {
      const start = now();
      const before = this.search.nodes;
      const { done, solutions } = this.search.advance(this.budget);
      for (const solution of solutions) this.#take(sorted([...this.chosen, ...solution]), found);
      this.done = done;
      const took = now() - start;
      if (this.search.nodes - before >= this.budget / 2) {
        // a slice that ended early is no measure of speed
        if (took < milliseconds / 8) this.budget = Math.min(MOST_BUDGET, this.budget * 4);
        else if (took > milliseconds) this.budget = Math.max(FIRST_BUDGET, this.budget >> 1);
      }
    }
    return found;
  }

  /** @type {(solution: number[], found: { solutions: number[][]; counts: any }) => void} */
  #take(solution, { solutions, counts }) {
    const problem = wrong(this.tables.cover, solution);
    if (problem) throw new Error(problem);
    const fixed = this.classes.fixed(solution);
    if (!fixed) return;
    /** @type {any} */
    const more = this.classes.counts(fixed);
    for (const key in counts) counts[key] += more[key];
    solutions.push(solution);
  }
}
