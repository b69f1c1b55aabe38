// A grid, from a table that Python writes (satpuzzle/puzzle/grids/tables.py): its cells, their rotations, and their
// positions in space.  A cell is three integers, [x, y, z].
import { FAR, ascending, code, minus, plus, times } from "./cell.js";
import { embeddings } from "./balls.js";

const CLOSE = 1e-6;

export class Grid {
  /** @param {GridTable} table */
  constructor(table) {
    Object.assign(this, table);
    this.kindOf = new Map(this.kinds.map((cell, kind) => [code(this.home(cell)), kind]));
  }

  // Return the coordinates of a vector in the basis; they are integers if it is a translation of the grid.
  coordinates(vector) {
    return this.basis.map(
      (_, i) => vector[0] * this.inverse[0][i] + vector[1] * this.inverse[1][i] + vector[2] * this.inverse[2][i],
    );
  }

  combine(steps, basis = this.basis) {
    return steps.reduce((sum, step, i) => plus(sum, times(basis[i], step)), [0, 0, 0]);
  }

  // Return the point of the fundamental cell that a translation maps to this point.
  home(point) {
    return minus(point, this.combine(this.coordinates(point).map((step) => Math.floor(step + CLOSE))));
  }

  // The number of a cell's kind, or -1 if there is no such cell.
  kind(cell) {
    if (!cell.every((x) => Number.isInteger(x) && Math.abs(x) < FAR)) return -1;
    return this.kindOf.get(code(this.home(cell))) ?? -1;
  }

  translates(vector) {
    return this.home(vector).every((x) => x === 0);
  }

  steps(cell, kind = this.kind(cell)) {
    return this.coordinates(minus(cell, this.kinds[kind])).map(Math.round);
  }

  // Return the cells of a box with this number of steps along each vector of the basis, as in puzzle files.
  box(sizes) {
    let steps = [[]];
    for (const size of sizes) steps = steps.flatMap((some) => Array.from({ length: size }, (_, n) => [...some, n]));
    return steps.flatMap((some) => this.kinds.map((cell) => plus(cell, this.combine(some)))).sort(ascending);
  }

  // Rotations: the images of cells, up to a translation of the grid.

  turned(turn, cells) {
    return cells.map((cell) => {
      const kind = this.kind(cell);
      return plus(turn.kinds[kind], this.combine(this.steps(cell, kind), turn.basis));
    });
  }

  rotations(cells, turnOver = true) {
    if (this.balls) return embeddings(this, cells, false);
    return this.turns
      .filter(({ rotation, over }) => rotation && (turnOver || !over))
      .map((turn) => this.turned(turn, cells));
  }

  isometries(cells) {
    return this.balls ? embeddings(this, cells, true) : this.turns.map((turn) => this.turned(turn, cells));
  }

  // Space: right, near, up.  The shortest translation has length 1.

  vector(translation) {
    return this.combine(this.coordinates(translation), this.axes);
  }

  centre(cell, kind = this.kind(cell)) {
    return plus(this.origins[kind], this.combine(this.steps(cell, kind), this.axes));
  }

  // The cells whose centres lie in a rectangle [left, far, right, near] of the layer z; on a flat grid z is ignored.
  inside([left, far, right, near], z = 0) {
    const height = this.flat ? [[0, 0, 0]] : this.#layers(z);
    const starts = this.kinds.flatMap((cell) => height.map((lift) => plus(cell, lift)));
    return starts
      .filter((start) => this.flat || start[2] === z)
      .flatMap((start) => this.#translated(start, left, far, right, near))
      .sort(ascending);
  }

  // The translations of a cell in its layer whose centres lie in a rectangle.
  #translated(start, left, far, right, near) {
    const [[a, b], [c, d]] = this.axes;
    const area = a * d - b * c;
    const [x0, y0] = this.centre(start);
    const steps = [left, right].flatMap((x) =>
      [far, near].map((y) => [((x - x0) * d - (y - y0) * c) / area, ((y - y0) * a - (x - x0) * b) / area]),
    );
    const [low, high] = [Math.min, Math.max].map((most) => [0, 1].map((i) => most(...steps.map((step) => step[i]))));
    const found = [];
    for (let i = Math.ceil(low[0] - CLOSE); i <= high[0] + CLOSE; i++)
      for (let j = Math.ceil(low[1] - CLOSE); j <= high[1] + CLOSE; j++) {
        const [x, y] = [x0 + i * a + j * c, y0 + i * b + j * d];
        if (x > left - CLOSE && x < right + CLOSE && y > far - CLOSE && y < near + CLOSE)
          found.push(plus(start, this.combine([i, j])));
      }
    return found;
  }

  // Return the multiples of the third basis vector that move a cell of some kind to the layer z.
  #layers(z) {
    const third = this.basis[2];
    const around = Math.round(z / third[2]);
    return [-2, -1, 0, 1, 2].map((more) => times(third, around + more));
  }

  beside(cell) {
    return this.neighbours[this.kind(cell)].map((step) => plus(cell, step));
  }

  // Drawings

  // The cell at a column, row and layer of a drawing, or null.
  cellAt(position) {
    const { cells, steps } = this.drawing;
    const rest = position.map((x) => ((x % 2) + 2) % 2);
    const base = cells[4 * rest[0] + 2 * rest[1] + rest[2]];
    if (!base) return null;
    const cell = this.#along(
      base,
      steps,
      position.map((x, i) => (x - rest[i]) / 2),
    );
    return this.kind(cell) < 0 ? null : cell;
  }

  #along(base, steps, many) {
    return many.reduce((sum, n, i) => plus(sum, times(steps[i], n)), base);
  }
}
