// What the rules of a puzzle see of it: which cells of the board meet in sides and corners, which are on its border, and
// the straight lines through it (satpuzzle/puzzle/rules/_base.py, fault_free.py).
import { code, dot, minus, numbered, plus, unit } from "./cell.js";
import { grouped, once, sorted } from "./lists.js";
import { homing } from "./wrapping.js";

const CLOSE = 1e-3; // the tables have six digits
/** @type {(x: number) => number} */
const rounded = (x) => Math.round(x / CLOSE);

export class Ground {
  /** @param {Puzzle} puzzle */
  constructor(puzzle) {
    const { board, grid, optional, pieces } = puzzle;
    const home = homing(puzzle);
    const number = numbered(board);
    this.board = board;
    this.grid = grid;
    this.optional = optional;
    this.pieces = pieces;
    /** @type {(cell: Vector) => number} */
    this.place = (cell) => number.get(code(home(cell))) ?? -1;
  }

  // The cells beside each cell, -1 for those that are not on the board.
  get beside() {
    return this.board.map((cell) => this.grid.beside(cell).map(this.place));
  }

  // The pairs of different cells with a side in common.
  get sides() {
    return once(this.beside.flatMap((others, cell) => others.filter((other) => other > cell).map((o) => [cell, o])));
  }

  // For each cell, whether one of its sides is on the border.
  get border() {
    return this.beside.map((others) => others.includes(-1));
  }

  // The cells at each corner of cells of a flat board, each set of cells once.
  get corners() {
    const around = this.grid.aroundCorners();
    const all = this.board.flatMap((cell) =>
      around[this.grid.kind(cell)].map((steps) => steps.map((step) => this.place(plus(cell, step)))),
    );
    return once(all.map((cells) => sorted(new Set(cells)).filter((cell) => cell >= 0)));
  }

  // The cells on one side of each straight line along sides of cells, in space of each plane: the side of the first cell.
  get lines() {
    const { board, grid, sides } = this;
    const kinds = board.map((cell) => grid.kind(cell));
    const centres = board.map((cell, i) => grid.centre(cell, kinds[i]));
    /** @type {(pair: number[]) => Vector} */
    const towards = ([one, other]) => unit(minus(centres[other], centres[one]));
    const bodies = grid.bodies.map(({ faces = [] }) => faces.flatMap(({ corners }) => corners));
    const found = [];
    for (const pairs of grouped(sides, (pair) => towards(pair).map(rounded).join()).values()) {
      const normal = towards(pairs[0]);
      const reach = bodies.map((corners) => corners.map((corner) => dot(corner, normal)));
      const along = centres.map((centre) => dot(centre, normal));
      const [low, high] = [Math.min, Math.max].map((end) => along.map((at, i) => at + end(...reach[kinds[i]])));
      for (const place of new Set(pairs.map(([one]) => rounded(high[one])))) {
        const at = place * CLOSE;
        if (along.every((_, i) => high[i] < at + CLOSE || low[i] > at - CLOSE))
          found.push([...along.keys()].filter((i) => along[i] > at === along[0] > at));
      }
    }
    return once(found);
  }
}
