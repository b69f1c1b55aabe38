// Shapes: the orientations of a piece are its images under the rotations that it may make, up to translation.
import { ascending, byCode, code, minus } from "./cell.js";
import { components } from "./lists.js";

// Return the cells in order, translated so that the first lies in the fundamental cell, see Grid.home.
/** @type {(cells: Vector[], grid: Grid) => Vector[]} */
export function normalised(cells, grid) {
  const ordered = [...cells].sort(ascending);
  const back = minus(ordered[0], grid.home(ordered[0]));
  return ordered.map((cell) => minus(cell, back));
}

/** @type {(one: Vector[], other: Vector[]) => number} */
const compare = (one, other) => {
  for (let i = 0; i < one.length; i++) {
    const order = ascending(one[i], other[i]);
    if (order) return order;
  }
  return 0;
};

// The distinct images, each normalised, in ascending order as in Python.
/** @type {(images: Vector[][], grid: Grid) => Vector[][]} */
function distinct(images, grid) {
  const found = new Map();
  for (const image of images) {
    const shape = normalised(image, grid);
    found.set(shape.map(code).join(), shape);
  }
  return [...found.values()].sort(compare);
}

/** @type {(cells: Vector[], grid: Grid, turnOver?: boolean, rotate?: boolean | number) => Vector[][]} */
export const orientations = (cells, grid, turnOver = true, rotate = true) =>
  distinct(grid.rotations(cells, turnOver, rotate), grid);

// Return the distinct images of a piece whose cells have colours, each {cells, colours}, in ascending order as in Python.
/** @type {(piece: Piece, grid: Grid) => { cells: Vector[]; colours: number[] }[]} */
export function colouredOrientations({ cells, colours, mirror, rotate }, grid) {
  /** @type {Map<string, { cells: Vector[]; colours: number[] }>} */
  const found = new Map();
  for (const image of grid.rotations(cells, mirror, rotate)) {
    const ordered = image
      .map((cell, i) => ({ cell, colour: colours?.[i] ?? 0 }))
      .sort((a, b) => ascending(a.cell, b.cell));
    const turn = { cells: normalised(image, grid), colours: ordered.map(({ colour }) => colour) };
    found.set(`${turn.cells.map(code)}:${turn.colours}`, turn);
  }
  return [...found.values()].sort((a, b) => {
    const i = a.cells.findIndex((cell, k) => ascending(cell, b.cells[k]) || a.colours[k] !== b.colours[k]);
    return i < 0 ? 0 : ascending(a.cells[i], b.cells[i]) || a.colours[i] - b.colours[i];
  });
}

// Whether every cell can be reached from the first through neighbours.
/** @type {(cells: Vector[], grid: Grid) => boolean} */
export function connected(cells, grid) {
  const known = byCode(cells);
  return components([...known.keys()], (name) => grid.beside(known.get(name) ?? []).map(code)).length === 1;
}
