// Cells and vectors: three integers, [x, y, z], or a point in space or in the plane.
/** @type {(a: Vector, b: Vector) => Vector} */
export const plus = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
/** @type {(a: Vector, b: Vector) => Vector} */
export const minus = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
/** @type {(a: Vector, n: number) => Vector} */
export const times = (a, n) => a.map((x) => x * n);
/** @type {(a: Vector, b: Vector) => number} */
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
/** @type {(a: Vector, b: Vector) => Vector} */
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
/** @type {(rows: Vector[]) => number} */
export const volume = (rows) => dot(rows[0], cross(rows[1], rows[2]));
/** @type {(a: Vector) => Vector} */
export const unit = (a) => times(a, 1 / Math.hypot(...a));
/** @type {(a: Vector, b: Vector) => number} */
export const ascending = (a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];

// The name of a cell as a key of maps; coordinates lie between -FAR and FAR.
export const FAR = 2 ** 15;
/** @type {(cell: Vector) => number} */
export const code = (cell) => ((cell[0] + FAR) * 2 * FAR + (cell[1] + FAR)) * 2 * FAR + (cell[2] + FAR);

// Cells by their names, cells in order and each once, the numbers of cells in a list by their names, and whether a list has a cell.
/** @type {(cells: Vector[]) => Map<number, Vector>} */
export const byCode = (cells) => new Map(cells.map((cell) => [code(cell), cell]));
/** @type {(cells: Vector[]) => Vector[]} */
export const onceEach = (cells) => [...byCode(cells).values()].sort(ascending);
/** @type {(cells: Vector[]) => Map<number, number>} */
export const numbered = (cells) => new Map(cells.map((cell, i) => [code(cell), i]));
/** @type {(cells: Vector[], cell: Vector) => boolean} */
export const has = (cells, cell) => cells.some((each) => code(each) === code(cell));

// The mean of points, and the box around them, as its lowest and its highest corner.
/** @type {(points: Vector[]) => Vector} */
export const mean = (points) =>
  points[0].map((_, i) => points.reduce((total, point) => total + point[i], 0) / points.length);
/** @type {(points: Vector[]) => Vector[]} */
export const boxOf = (points) =>
  [Math.min, Math.max].map((most) => points.reduce((corner, point) => corner.map((x, i) => most(x, point[i]))));

// The solution of up to three linear equations (Gabriel Cramer's rule).
/** @type {(rows: Vector[], right: Vector) => Vector} */
export function solved(rows, right) {
  /** @type {(m: Vector[]) => number} */
  const det = (m) => (m.length === 1 ? m[0][0] : m.length === 2 ? m[0][0] * m[1][1] - m[0][1] * m[1][0] : volume(m));
  const all = det(rows);
  return rows.map((_, i) => det(rows.map((row, j) => row.with(i, right[j]))) / all);
}
