// What the rules of a puzzle see of it: its cells, and the straight lines through the board
// (satpuzzle/puzzle/rules/_base.py, fault_free.py).
import { code, dot, numbered, plus } from "./cell.js";
import { once } from "./lists.js";
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
    this.puzzle = puzzle;
    this.board = board;
    this.grid = grid;
    this.optional = optional;
    this.pieces = pieces;
    /** @type {(cell: Vector) => number} */
    this.place = (cell) => number.get(code(home(cell))) ?? -1;
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
