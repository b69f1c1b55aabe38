// The number of solutions of a small puzzle that is drawn: it is counted again after each change, for a short while.
import { h } from "./dom.js";
import { contentOf, mistake } from "./puzzle.js";
import { setsShown } from "./sets.js";
import { inTurn, say } from "./saying.js";
import { Solver } from "./solver.js";
import { words } from "./words.js";

const WAIT = 500; // milliseconds after a change
const LONGEST = 2500; // milliseconds of a search
const MOST_CELLS = 64;
const ENDED = ["complete", "impossible", "failed"];

export class Counting {
  // `changed` is called when there is something new to show.
  /** @param {App} app @param {() => void} changed */
  constructor(app, changed) {
    this.app = app;
    this.changed = changed;
    /** @type {Puzzle | null} */
    this.puzzle = null;
    /** @type {Solver | null} */
    this.solver = null;
    this.late = false;
  }

  // Count the solutions of the puzzle, unless they are known, or it is counted already.
  look() {
    const { puzzle } = this.app;
    if (puzzle === this.puzzle) return;
    this.#end();
    this.puzzle = puzzle;
    const optional = puzzle.pieces.some(({ min, max }) => min !== max);
    const small = puzzle.board.length <= MOST_CELLS && (optional || this.#published === null);
    if (small && !mistake(puzzle)) this.timer = setTimeout(() => this.#begin(), WAIT);
  }

  // End a search that goes on; what is known in full is kept.
  rest() {
    if (!this.solver || !ENDED.includes(this.solver.status)) this.#end();
  }

  #end() {
    clearTimeout(this.timer);
    this.solver?.end();
    this.solver = this.puzzle = null;
  }

  get #published() {
    return this.app.puzzle.counts?.isometries ?? null;
  }

  #begin() {
    this.late = false;
    const solver = new Solver(this.app.workers, contentOf(this.app.puzzle), () => {
      if (this.solver !== solver || !ENDED.includes(solver.status)) return;
      clearTimeout(this.timer);
      this.changed();
    });
    this.solver = solver;
    solver.go();
    this.timer = setTimeout(() => {
      this.late = true;
      solver.end();
      this.changed();
    }, LONGEST);
    this.changed();
  }

  // What is said of the number of solutions; nothing is moved if there is nothing to say.
  /** @returns {HTMLElement} */
  said() {
    return h("p", { id: "live", class: "note", role: "status" }, this.#text);
  }

  get #text() {
    const { solver } = this;
    if (!solver) return this.#published === null ? "" : say(words.found, { number: this.#published });
    const { status, counts } = solver;
    const number = counts.patterns ?? counts.isometries;
    if (status === "impossible") return inTurn([say(words.sentence, { text: words.none }), solver.why()]);
    if (status === "complete") return counts.raw ? say(words.found, { number }) : words.none;
    if (status === "failed") return "";
    return this.late ? say(words.foundSoFar, { number }) : words.counting;
  }

  // The sets of pieces, if pieces are optional.
  sets() {
    return this.solver && setsShown(this.app, this.solver);
  }
}
