// Tiles: pieces of one cell whose sides have colours (satpuzzle/puzzle/tiles.py).  The order of the sides of a cell,
// `grid.sides.ring`, and the directions in which they face, `grid.sides.facing`, come with the tables of the grids.
import { code, minus, plus } from "./cell.js";

export const BORDERS = ["same", "same on each side", "different on each side"];

/** @type {(pieces: Piece[]) => string[]} */
export const lettersOf = (pieces) => [...new Set(pieces.flatMap(({ sides = "" }) => [...sides]))].sort();

// The cells beyond the sides of a cell, in the order of its sides.
/** @type {(cell: Vector, grid: Grid) => Vector[]} */
export const beyond = (cell, grid) => grid.sides.ring[grid.kind(cell)].map((step) => plus(cell, step));

// Return the orientations of a tile on a cell of each kind: its sides as words, each once, in sorted order.
/** @type {(sides: string, grid: Grid, rotate: boolean, turnOver: boolean) => string[][]} */
export function turned(sides, grid, rotate, turnOver) {
  const letters = [...sides];
  const home = grid.kinds[0];
  const cells = [home, ...beyond(home, grid)];
  const found = grid.kinds.map(() => new Set());
  for (const image of rotate ? grid.rotations(cells, turnOver) : [cells])
    found[grid.kind(image[0])].add(sidesOf(image, letters, grid));
  return found.map((words) => [...words].sort());
}

// Return the sides of a tile as a word, from its cell, the cells beyond its sides, and the letters of these sides.
/** @type {(cells: Vector[], letters: string[], grid: Grid) => string} */
export function sidesOf([cell, ...others], letters, grid) {
  const at = new Map(others.map((other, side) => [code(minus(other, cell)), letters[side]]));
  return grid.sides.ring[grid.kind(cell)].map((step) => at.get(code(step))).join("");
}
