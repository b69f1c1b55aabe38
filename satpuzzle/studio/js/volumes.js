// How many cells pieces have together, and a board has room for.
import { sum } from "./lists.js";

// Return volumes: the smallest and the largest number of cells of all pieces, the number of cells of the board, and the
// number of its cells that must be covered.
/** @type {(puzzle: Puzzle) => { cells: number; required: number; least: number; most: number }} */
export function volumes({ board, optional, pieces, empty }) {
  /** @type {(key: "min" | "max") => number} */
  const all = (key) => sum(pieces, (piece) => piece.cells.length * piece[key]);
  const free = optional.filter(Boolean).length;
  const required = board.length - Math.min(free, empty ?? free);
  return { cells: board.length, required, least: all("min"), most: all("max") };
}
