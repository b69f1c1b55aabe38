// Boards that wrap round: cells that differ by a period are one cell (satpuzzle/puzzle/wrapping.py).
import { boxOf, plus, times } from "./cell.js";

export class Wrapping {
  /** @param {Pick<Puzzle, "grid" | "board" | "wrap">} puzzle */
  constructor({ grid, board, wrap }) {
    const steps = board.map((cell) => grid.steps(cell));
    this.grid = grid;
    this.along = [...wrap].map((axis) => "xyz".indexOf(axis));
    const [first, last] = boxOf(steps);
    this.first = first;
    this.sizes = last.map((step, i) => step - first[i] + 1);
  }

  // The shortest translations that map each cell to itself.
  get periods() {
    return this.along.map((i) => times(this.grid.basis[i], this.sizes[i]));
  }

  // Return the cell of the board's box that is the same as this cell.
  /** @type {(cell: Vector) => Vector} */
  home(cell) {
    const steps = this.grid.steps(cell);
    /** @type {(i: number) => number} */
    const back = (i) => -this.sizes[i] * Math.floor((steps[i] - this.first[i]) / this.sizes[i]);
    return this.along.reduce((found, i) => plus(found, times(this.grid.basis[i], back(i))), cell);
  }

  // Whether a translation of the grid maps each cell to itself.
  /** @type {(vector: Vector) => boolean} */
  vanishes(vector) {
    return this.grid
      .coordinates(vector)
      .map(Math.round)
      .every((step, i) => (this.along.includes(i) ? step % this.sizes[i] === 0 : step === 0));
  }
}

// Return a function from cells to the cells that stand for them on the board of a puzzle.
/** @type {(puzzle: Puzzle) => (cell: Vector) => Vector} */
export function homing(puzzle) {
  if (!puzzle.wrap) return (cell) => cell;
  const wrapping = new Wrapping(puzzle);
  return (cell) => wrapping.home(cell);
}
