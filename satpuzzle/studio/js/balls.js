// Balls are symmetric under all rotations, so a piece of balls may be turned by any isometry that maps its balls to
// balls again (satpuzzle/puzzle/grids/fcc.py explains this).  A few independent balls are mapped to points with the
// same distances from each other, that is, with the same Gram matrix; then the images of the other balls are tested.
import { cross, dot, minus, solved, volume } from "./cell.js";
import { sum } from "./lists.js";

const FARTHEST = 60; // the largest distance between two balls of a shape
const vectorsOf = new Map(); // the vectors of each squared length

// Return the images of cells under the rotations that map balls to balls; the first cell of each image is [0, 0, 0].
/** @type {(grid: Grid, cells: Vector[]) => Vector[][]} */
export function embeddings(grid, cells) {
  const steps = cells.map((cell) => minus(cell, cells[0]));
  const frame = independent(steps);
  if (!frame.length) return [steps];
  const gram = frame.map((a) => frame.map((b) => dot(a, b)));
  /** @type {Vector[][]} */
  let targets = [[]];
  frame.forEach((_, i) => {
    const ways = vectors(grid, gram[i][i]);
    targets = targets.flatMap((some) =>
      ways.filter((way) => some.every((other, j) => dot(other, way) === gram[i][j])).map((way) => [...some, way]),
    );
  });
  if (frame.length === 3) targets = targets.filter((some) => volume(some) * volume(frame) > 0);
  const along = steps.map((step) => frame.map((other) => dot(step, other)));
  const weights = along.map((shares) => solved(gram, shares));
  /** @type {(some: Vector[], weight: Vector) => Vector} */
  const combined = (some, weight) => [0, 1, 2].map((x) => Math.round(sum(some.map((at, i) => weight[i] * at[x]))) + 0);
  return targets
    .map((some) => weights.map((weight) => combined(some, weight)))
    .filter((image) => image.every((a, i) => image.every((b, j) => j > i || dot(a, b) === dot(steps[i], steps[j]))))
    .filter((image) => image.every((cell) => grid.kind(cell) >= 0));
}

/** @type {(steps: Vector[]) => Vector[]} */
function independent(steps) {
  /** @type {Vector[]} */
  const frame = [];
  for (const step of [...steps].sort((a, b) => dot(a, a) - dot(b, b))) {
    const free = [
      () => dot(step, step) > 0,
      () => cross(frame[0], step).some((x) => x),
      () => volume([...frame, step]) !== 0,
    ];
    if (free[frame.length]()) frame.push(step);
    if (frame.length === 3) break;
  }
  return frame;
}

/** @type {(grid: Grid, square: number) => Vector[]} */
function vectors(grid, square) {
  if (vectorsOf.has(square)) return vectorsOf.get(square);
  const reach = Math.floor(Math.sqrt(square));
  const found = [];
  if (reach > FARTHEST) throw new Error(`balls ${reach} apart`);
  for (let x = -reach; x <= reach; x++)
    for (let y = -reach; y <= reach; y++) {
      const rest = square - x * x - y * y;
      const z = Math.round(Math.sqrt(Math.max(0, rest)));
      if (z * z !== rest) continue;
      for (const height of z ? [-z, z] : [0]) if (grid.kind([x, y, height]) >= 0) found.push([x, y, height]);
    }
  vectorsOf.set(square, found);
  return found;
}
