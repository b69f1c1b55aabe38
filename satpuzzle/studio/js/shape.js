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

// Return the distinct images of a piece, each {cells, colours} and normalised, in ascending order as in Python; `colours` is
// null if the piece has none.
/** @type {(piece: Shape, grid: Grid) => { cells: Vector[]; colours: number[] | null }[]} */
export function orientations({ cells, colours, mirror, rotate }, grid) {
  const images = grid.rotations(cells, mirror, rotate).map((image) => {
    const order = [...image.keys()].sort((i, j) => ascending(image[i], image[j]));
    return { cells: normalised(image, grid), colours: colours ? order.map((i) => colours[i]) : null };
  });
  const found = new Map(images.map((image) => [`${image.cells.map(code)}:${image.colours}`, image]));
  return [...found.values()].sort((a, b) => {
    const i = a.cells.findIndex((cell, k) => ascending(cell, b.cells[k]) || a.colours?.[k] !== b.colours?.[k]);
    return ascending(a.cells[i], b.cells[i]) || (a.colours?.[i] ?? 0) - (b.colours?.[i] ?? 0);
  });
}

// Whether every cell can be reached from the first through neighbours.
/** @type {(cells: Vector[], grid: Grid) => boolean} */
export function connected(cells, grid) {
  const known = byCode(cells);
  return components([...known.keys()], (name) => grid.beside(known.get(name) ?? []).map(code)).length === 1;
}
