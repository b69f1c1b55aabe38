// Boards that wrap round: cells that differ by a period, or by a sum of several, are one cell (satpuzzle/puzzle/wrapping.py).
import { boxOf, code, plus, times } from "./cell.js";

export class Wrapping {
  /** @param {Pick<Puzzle, "grid" | "board" | "wrap">} puzzle */
  constructor({ grid, board, wrap }) {
    this.grid = grid;
    // translations that map each cell to itself
    this.periods = typeof wrap === "string" ? along(grid, board, wrap) : wrap.map(([x, y]) => [x, y, 0]);
    this.lattice = echelon(this.periods.map((period) => grid.coordinates(period).map(Math.round)));
    this.board = new Map(board.map((cell) => [code(this.#reduced(cell)), cell]));
  }

  // Whether the periods are translations of the grid in different directions.
  get sound() {
    return this.periods.every((by) => this.grid.translates(by)) && this.lattice.length === this.periods.length;
  }

  // Return the cell of the board that is the same as this cell; if there is none, one cell for all that are the same.
  /** @type {(cell: Vector) => Vector} */
  home(cell) {
    const reduced = this.#reduced(cell);
    return this.board.get(code(reduced)) ?? reduced;
  }

  // Whether a translation of the grid maps each cell to itself.
  /** @type {(vector: Vector) => boolean} */
  vanishes(vector) {
    return this.#within(this.grid.coordinates(vector).map(Math.round)).every((step) => step === 0);
  }

  /** @type {(cell: Vector) => Vector} */
  #reduced(cell) {
    const steps = this.grid.steps(cell);
    return plus(cell, this.grid.combine(steps.map((step, i) => this.#within(steps)[i] - step)));
  }

  // Return the steps that are left of some after as many periods as fit.
  /** @type {(steps: number[]) => number[]} */
  #within(steps) {
    return this.lattice.reduce(
      (left, { axis, vector }) => left.map((step, i) => step - Math.floor(left[axis] / vector[axis]) * vector[i]),
      steps,
    );
  }
}

// The periods of a board that is joined along axes: it is as long as they are.
/** @type {(grid: Grid, board: Vector[], axes: string) => Vector[]} */
function along(grid, board, axes) {
  const [first, last] = boxOf(board.map((cell) => grid.steps(cell)));
  return [...axes].map((axis) => "xy".indexOf(axis)).map((i) => times(grid.basis[i], last[i] - first[i] + 1));
}

// A basis of the lattice that some vectors generate; the second vector is 0 on the axis of the first (Euclid's algorithm).
/** @type {(vectors: number[][]) => { axis: number; vector: number[] }[]} */
function echelon(vectors) {
  const found = [];
  let left = vectors;
  for (const axis of [0, 1]) {
    for (;;) {
      const some = left.filter((vector) => vector[axis]);
      if (some.length < 2) break;
      const least = some.reduce((a, b) => (Math.abs(b[axis]) < Math.abs(a[axis]) ? b : a));
      left = left.map((each) =>
        each === least ? each : each.map((x, i) => x - Math.floor(each[axis] / least[axis]) * least[i]),
      );
    }
    found.push(...left.filter((vector) => vector[axis]).map((vector) => ({ axis, vector })));
    left = left.filter((vector) => !vector[axis]);
  }
  return found;
}

// Return a function from cells to the cells that stand for them on the board of a puzzle.
/** @type {(puzzle: Puzzle) => (cell: Vector) => Vector} */
export function homing(puzzle) {
  if (!puzzle.wrap) return (cell) => cell;
  const wrapping = new Wrapping(puzzle);
  return (cell) => wrapping.home(cell);
}
