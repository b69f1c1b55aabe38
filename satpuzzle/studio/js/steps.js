// The steps that undo and redo take back, as the browser keeps them for a later visit: each puzzle once, then for each step the
// number of its puzzle, 0 for the present one, the pieces on its board, and the piece that was edited.
import { laid } from "./way.js";
import { Complaint } from "./words.js";

const MOST = 60; // steps of each kind
const LARGEST = 200_000; // characters of what is kept

/** @type {(app: App) => KeptSteps} */
export function keptSteps(app) {
  const { session } = app;
  let room = LARGEST;
  const numbers = new Map([[session.puzzle, 0]]);
  /** @type {object[]} */
  const puzzles = [];
  /** @type {(steps: Step[]) => any[][]} */
  const pack = (steps) => {
    /** @type {any[][]} */
    const kept = [];
    for (const { puzzle, placed, editing } of steps.slice(-MOST).reverse()) {
      const pieces = laid(placed);
      const fresh = numbers.has(puzzle) ? null : app.document(puzzle, []);
      room -= JSON.stringify([pieces, fresh]).length;
      if (room < 0) break;
      if (fresh) numbers.set(puzzle, puzzles.push(fresh));
      kept.unshift([numbers.get(puzzle), pieces, editing]);
    }
    return kept;
  };
  return { past: pack(session.past), future: pack(session.future), puzzles };
}

// Return the steps that an earlier visit kept; none if this page cannot read them.
/** @type {(app: App, kept: KeptSteps | undefined) => { past: Step[]; future: Step[] }} */
export function revived({ library, puzzle }, kept) {
  if (!kept) return { past: [], future: [] };
  try {
    const puzzles = [puzzle, ...kept.puzzles.map((said) => library.of(said))];
    /** @type {(step: any[]) => Step} */
    const read = ([number, placed, editing]) => {
      const of = puzzles[number];
      return { puzzle: of, placed: library.placedOf(placed, of), editing };
    };
    return { past: kept.past.map(read), future: kept.future.map(read) };
  } catch (error) {
    if (!(error instanceof Complaint)) throw error;
    return { past: [], future: [] };
  }
}
