// What the rules of a puzzle see of it: which cells of the board meet in sides and corners, which are on its border, and
// the straight lines through it (satpuzzle/puzzle/rules/_base.py, fault_free.py).
import { code, dot, numbered, plus } from "./cell.js";
import { once, sorted } from "./lists.js";
import { homing } from "./wrapping.js";

const CLOSE = 1e-3; // the tables have six digits
/** @type {(x: number) => number} */
const rounded = (x) => Math.round(x / CLOSE);

// All choices of four of some numbers, in their order.
/** @type {(some: number[]) => number[][]} */
const fours = (some) =>
  some.flatMap((a, i) =>
    some
      .slice(i + 1)
      .flatMap((b, j) => some.slice(i + j + 2).flatMap((c, k) => some.slice(i + j + k + 3).map((d) => [a, b, c, d]))),
  );

export class Ground {
  /** @param {Puzzle} puzzle */
  constructor(puzzle) {
    const { board, grid, optional, pieces } = puzzle;
    const home = homing(puzzle);
    const number = numbered(board);
    this.puzzle = puzzle;
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

  // For each four sticks a, b, c, d around a point, clockwise, the sets {a, c} and {b, d}; each once.
  get crossings() {
    const found = [];
    for (const cell of this.board)
      for (const steps of this.grid.spokes[this.grid.kind(cell)]) {
        const around = steps.map((step) => this.place(plus(cell, step)));
        for (const [a, b, c, d] of fours(around)) {
          const [one, other] = [sorted([a, c]), sorted([b, d])];
          if (one[0] >= 0 && other[0] >= 0) found.push(one[0] < other[0] ? [...one, ...other] : [...other, ...one]);
        }
      }
    return once(found).map(([a, c, b, d]) => [
      [a, c],
      [b, d],
    ]);
  }

  // The cells on one side of each straight line along sides of cells, in space of each plane: the side of the first cell.
  get lines() {
    const { board, grid } = this;
    const kinds = board.map((cell) => grid.kind(cell));
    const centres = board.map((cell, i) => grid.centre(cell, kinds[i]));
    const bodies = grid.bodies.map(({ faces = [] }) => faces.flatMap(({ corners }) => corners));
    /** @type {Map<string, { normal: Vector; at: number }>} */
    const known = new Map();
    board.forEach((cell, i) => {
      for (const { corners, normal, behind } of grid.bodies[kinds[i]].faces ?? []) {
        if (!behind || this.place(plus(cell, behind)) < 0) continue;
        const at = dot(plus(centres[i], corners[0]), normal);
        known.set([...normal, at].map(rounded).join(), { normal, at });
      }
    });
    const found = [];
    for (const { normal, at } of known.values()) {
      const reach = bodies.map((corners) => corners.map((corner) => dot(corner, normal)));
      const along = centres.map((centre) => dot(centre, normal));
      const [low, high] = [Math.min, Math.max].map((end) => along.map((place, i) => place + end(...reach[kinds[i]])));
      if (along.every((_, i) => high[i] < at + CLOSE || low[i] > at - CLOSE))
        found.push([...along.keys()].filter((i) => along[i] > at === along[0] > at));
    }
    return once(found);
  }
}
