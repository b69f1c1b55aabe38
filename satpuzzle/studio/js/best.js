// The packing that leaves the fewest cells empty, if any cell may stay empty and any piece be left out; the other rules
// stay (satpuzzle/questions/best.py: minimise="empty", partial=True).
//
// Two searches take turns.  The first asks whether a packing leaves at most as many cells empty as the sizes of the pieces
// require, then one more, and so on: each "no" is a proof that more cells stay empty.  The second looks for a packing with
// fewer empty cells than the best one so far.  Whichever is the first to meet the other has the answer.
import { wrong } from "./checker.js";
import { given } from "./cover.js";
import { Kernel } from "./kernel.js";
import { range } from "./lists.js";
import { reachable } from "./puzzle.js";
import { gapReasons } from "./reasons.js";
import { allOf, tablesOf } from "./tables.js";
import { placedBy } from "./way.js";

const BUDGET = 4000; // nodes of a search until it is the other's turn

export class Best {
  // The puzzle is one that was freed.
  /** @param {Puzzle} puzzle @param {Kernel} kernel */
  constructor(puzzle, kernel) {
    this.puzzle = puzzle;
    this.tables = tablesOf(puzzle, kernel, true);
    /** @type {number[] | null} */
    this.solution = null; // the best one so far
    /** @type {number | null} */
    this.number = null; // of the cells that it leaves empty
    this.levels = levelsOf(puzzle, this.tables.cover); // the numbers that are possible, in ascending order
    this.upward = this.#at(this.levels[0], kernel);
    this.downward = this.#at(this.levels[this.levels.length - 1], new Kernel(kernel.module, kernel.fields));
  }

  // No packing leaves fewer cells empty; null if there is no packing at all.
  get bound() {
    return this.levels[0] ?? null;
  }
  get done() {
    return this.bound === this.number || this.bound === null;
  }

  // What is known so far, with the pieces of the best packing, and in the end why fewer cells cannot stay empty.
  get known() {
    const { solution, number, bound, done } = this;
    const { cover } = this.tables;
    const options = solution?.filter((option) => option < cover.placing);
    return {
      number,
      bound,
      done,
      placed: options?.map((option) => placedBy(cover, option, this.puzzle.board)) ?? null,
      reasons: done && number ? gapReasons(this.puzzle, cover, number) : [],
    };
  }

  // Search for about this many milliseconds.
  /** @type {(milliseconds: number, now?: () => number) => void} */
  slice(milliseconds, now = () => performance.now()) {
    const end = now() + milliseconds;
    do {
      this.#raise();
      if (!this.done) this.#improve();
    } while (!this.done && now() < end);
  }

  // Ask whether a packing leaves as few cells empty as possible, as far as is known.
  #raise() {
    if (!this.#advance(this.upward) || this.done) return;
    this.levels = this.levels.filter((level) => level > this.upward.level && level <= (this.number ?? Infinity));
    if (!this.done) this.upward = this.#at(this.levels[0], this.upward.kernel);
  }

  // Look for a packing that is better than the best one so far.
  #improve() {
    const before = this.number;
    const exhausted = this.#advance(this.downward);
    if (this.number !== before) {
      const better = this.levels.filter((level) => level < (this.number ?? Infinity));
      if (better.length) this.downward = this.#at(better[better.length - 1], this.downward.kernel);
    } else if (exhausted) this.levels = this.levels.filter((level) => level === this.number);
  }

  // The search for packings that leave at most so many cells empty.
  /** @type {(level: number, kernel: Kernel) => Seeking} */
  #at(level, kernel) {
    const { tables, puzzle } = this;
    const { cover } = tables;
    const empties = puzzle.board.length + puzzle.pieces.length; // the item that counts them
    const limited = { ...cover, upper: cover.upper.map((most, item) => (item === empties ? level : most)) };
    return { level, kernel, cover: limited, search: kernel.begin(given(allOf({ ...tables, cover: limited }), [])) };
  }

  // Let a search go on, and keep the best packing that it finds; return whether there are no more.
  /** @type {(seeking: Seeking) => boolean} */
  #advance({ cover, search }) {
    if (!search) return true;
    const { done, solutions } = search.advance(BUDGET);
    for (const solution of solutions) {
      const number = solution.filter((option) => option >= cover.placing).length;
      if (this.number !== null && number >= this.number) continue;
      const problem = wrong(cover, solution);
      if (problem) throw new Error(problem);
      Object.assign(this, { solution, number });
    }
    return done;
  }
}

// Return how many cells may stay empty, by the sizes of the pieces that have room somewhere, and by the cells that some
// piece can cover.
/** @type {(puzzle: Puzzle, cover: Cover) => number[]} */
function levelsOf({ board, pieces }, cover) {
  const placed = cover.options.slice(0, cover.placing);
  const usable = new Set(cover.pieceOf.slice(0, cover.placing));
  const covered = new Set(placed.flatMap((items) => items.filter((item) => item < cover.cells)));
  const sums = reachable(
    pieces.filter((_, p) => usable.has(p)),
    board.length,
  );
  return range(board.length + 1).filter((empty) => sums[board.length - empty] && empty >= board.length - covered.size);
}
