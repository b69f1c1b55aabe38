// A grid, from a table that Python writes (satpuzzle/puzzle/grids/tables.py): its cells, their rotations, and their
// positions in space.  A cell is three integers, [x, y, z].
import { FAR, ascending, boxOf, code, minus, numbered, plus, times } from "./cell.js";
import { embeddings } from "./balls.js";
import { range } from "./lists.js";

const CLOSE = 1e-6;

/** @type {(place: Vector) => Vector} */
const tilted = ([x, y, ...up]) => [Math.SQRT1_2 * (x - y), Math.SQRT1_2 * (x + y), ...up];

export class Grid {
  /** @param {GridTable} table */
  constructor(table) {
    Object.assign(this, table);
    this.kindOf = numbered(this.kinds.map((cell) => this.home(cell)));
  }

  // What a file says of the grid: its name, or for one that is not bundled its keys.
  get said() {
    return this.written ?? this.name;
  }

  // Return the coordinates of a vector in the basis; they are integers if it is a translation of the grid.
  /** @type {(vector: Vector) => Vector} */
  coordinates(vector) {
    const [x, y, z] = this.inverse;
    return this.basis.map((_, i) => vector[0] * x[i] + vector[1] * y[i] + vector[2] * z[i]);
  }

  /** @type {(steps: Vector, basis?: Vector[]) => Vector} */
  combine(steps, basis = this.basis) {
    return steps.reduce((sum, step, i) => plus(sum, times(basis[i], step)), [0, 0, 0]);
  }

  // Return the point of the fundamental cell that a translation maps to this point.
  /** @type {(point: Vector) => Vector} */
  home(point) {
    return minus(point, this.combine(this.coordinates(point).map((step) => Math.floor(step + CLOSE))));
  }

  // The number of a cell's kind, or -1 if there is no such cell.
  /** @type {(cell: Vector) => number} */
  kind(cell) {
    if (!cell.every((x) => Number.isInteger(x) && Math.abs(x) < FAR)) return -1;
    return this.kindOf.get(code(this.home(cell))) ?? -1;
  }

  /** @type {(cell: Vector, kind?: number) => Vector} */
  steps(cell, kind = this.kind(cell)) {
    return this.coordinates(minus(cell, this.kinds[kind])).map(Math.round);
  }

  // Return the cells of a box with this number of steps along each vector of the basis, as in puzzle files.
  /** @type {(sizes: number[]) => Vector[]} */
  box(sizes) {
    /** @type {number[][]} */
    const empty = [[]];
    const steps = sizes.reduce((found, size) => found.flatMap((some) => range(size).map((n) => [...some, n])), empty);
    return steps.flatMap((some) => this.kinds.map((cell) => plus(cell, this.combine(some)))).sort(ascending);
  }

  // Rotations: the images of cells, up to a translation of the grid.

  /** @type {(turn: Isometry, cells: Vector[]) => Vector[]} */
  turned(turn, cells) {
    return cells.map((cell) => {
      const kind = this.kind(cell);
      return plus(turn.kinds[kind], this.combine(this.steps(cell, kind), turn.basis));
    });
  }

  // Those that a piece may make, by its properties `mirror` and `rotate`.
  /** @type {(cells: Vector[], turnOver?: boolean, rotate?: boolean | number) => Vector[][]} */
  rotations(cells, turnOver = true, rotate = true) {
    if (this.balls && rotate === true) return embeddings(this, cells);
    /** @type {(part: number) => boolean} */
    const may = (part) => rotate === true || (part > 0 && (Number(rotate) || 1) % part === 0);
    return this.turns
      .filter(({ rotation, over, part }) => rotation && (turnOver || !over) && may(part))
      .map((turn) => this.turned(turn, cells));
  }

  // Space: right, near, up.  The shortest translation has length 1.

  /** @type {(translation: Vector) => Vector} */
  vector(translation) {
    return this.combine(this.coordinates(translation), this.axes);
  }

  /** @type {(cell: Vector, kind?: number) => Vector} */
  centre(cell, kind = this.kind(cell)) {
    return plus(this.origins[kind], this.combine(this.steps(cell, kind), this.axes));
  }

  // The corners of a cell's section with its layer, as points [right, near].
  /** @type {(cell: Vector) => Vector[]} */
  section(cell) {
    const kind = this.kind(cell);
    const [x, y] = this.centre(cell, kind);
    return this.bodies[kind].section.map(([dx, dy]) => [x + dx, y + dy]);
  }

  // The cells whose centres lie in a rectangle [left, far, right, near] of the layer z; on a flat grid z is ignored.
  /** @type {(box: number[], z?: number) => Vector[]} */
  inside([left, far, right, near], z = 0) {
    // the multiples of the third basis vector that move a cell of some kind to the layer
    const around = this.flat ? 0 : Math.round(z / this.basis[2][2]);
    const lifts = this.flat ? [[0, 0, 0]] : [-2, -1, 0, 1, 2].map((more) => times(this.basis[2], around + more));
    const starts = this.kinds.flatMap((cell) => lifts.map((lift) => plus(cell, lift)));
    return starts
      .filter((start) => this.flat || start[2] === z)
      .flatMap((start) => this.#translated(start, left, far, right, near))
      .sort(ascending);
  }

  // The translations of a cell in its layer whose centres lie in a rectangle.
  /** @type {(start: Vector, left: number, far: number, right: number, near: number) => Vector[]} */
  #translated(start, left, far, right, near) {
    const [[a, b], [c, d]] = this.axes;
    const area = a * d - b * c;
    const [x0, y0] = this.centre(start);
    const steps = [left, right].flatMap((x) =>
      [far, near].map((y) => [((x - x0) * d - (y - y0) * c) / area, ((y - y0) * a - (x - x0) * b) / area]),
    );
    const [low, high] = boxOf(steps);
    const found = [];
    for (let i = Math.ceil(low[0] - CLOSE); i <= high[0] + CLOSE; i++)
      for (let j = Math.ceil(low[1] - CLOSE); j <= high[1] + CLOSE; j++) {
        const [x, y] = [x0 + i * a + j * c, y0 + i * b + j * d];
        if (x > left - CLOSE && x < right + CLOSE && y > far - CLOSE && y < near + CLOSE)
          found.push(plus(start, this.combine([i, j])));
      }
    return found;
  }

  /** @type {(cell: Vector) => Vector[]} */
  beside(cell) {
    return this.neighbours[this.kind(cell)].map((step) => plus(cell, step));
  }

  // Whether a flat board stands on a corner: all its sides lean by an eighth of a turn.
  /** @type {(board: Vector[]) => boolean} */
  leans(board) {
    const there = new Set(board.map(code));
    /** @type {(cell: Vector) => boolean} */
    const leaning = (cell) =>
      (this.bodies[this.kind(cell)].faces ?? []).every(
        ({ behind, normal: [x, y] }) =>
          !behind || there.has(code(plus(cell, behind))) || Math.abs(Math.abs(x) - Math.abs(y)) < CLOSE,
      );
    return this.flat && board.length > 0 && board.every(leaning);
  }

  // The same grid, turned by an eighth in its plane.
  get turnedByAnEighth() {
    const bodies = this.bodies.map(({ section, faces }) => ({
      section: section.map(tilted),
      faces: faces?.map((face) => ({ ...face, corners: face.corners.map(tilted), normal: tilted(face.normal) })),
    }));
    return new Grid({ ...this, axes: this.axes.map(tilted), origins: this.origins.map(tilted), bodies });
  }

  // Drawings

  // The number of a position among those of one period of a drawing.
  /** @type {(position: Vector) => number} */
  #within(position) {
    const { spans } = this.drawing;
    return position.reduce(
      (number, at, axis) => number * spans[axis] + (((at % spans[axis]) + spans[axis]) % spans[axis]),
      0,
    );
  }

  // Whether a position of a drawing may have a `+`, which is no cell.
  /** @type {(position: Vector) => boolean} */
  pointAt(position) {
    return this.drawing.points[this.#within(position)] ?? false;
  }

  // The cell at a column, row and layer of a drawing, or null.
  /** @type {(position: Vector) => Vector | null} */
  cellAt(position) {
    const { cells, spans, steps } = this.drawing;
    const first = cells[this.#within(position)];
    if (!first) return null;
    const periods = position.map((at, axis) => Math.floor(at / spans[axis]));
    const cell = plus(first, this.combine(periods, steps));
    return this.kind(cell) < 0 ? null : cell;
  }
}
