// Turns of a piece by hand: about the three axes of space, x to the right, y to the viewer and z upwards, there and back.
import { dot, plus, solved, times, unit } from "./cell.js";
import { range } from "./lists.js";

const NEAR = 0.7; // the least cosine of the angle between an axis of a grid and the one that it stands for
const CLOSE = 1e-6;
const AXES = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** @type {WeakMap<Grid, (Isometry[] | null)[]>} */
const known = new WeakMap();

// Return for each axis the smallest turn about it, or about one nearby, and its inverse; null where the grid has none.
/** @type {(grid: Grid) => (Isometry[] | null)[]} */
export function turnsAbout(grid) {
  if (!known.has(grid)) known.set(grid, found(grid));
  return known.get(grid) ?? [];
}

/** @type {(grid: Grid) => (Isometry[] | null)[]} */
function found(grid) {
  const rotations = grid.turns.filter(({ rotation }) => rotation).flatMap((turn) => axisOf(turn, grid) ?? []);
  /** @type {Vector[]} */
  const taken = [];
  return AXES.map((wanted) => {
    /** @type {(axis: Vector) => boolean} */
    const free = (axis) => !taken.some((other) => Math.abs(dot(axis, other)) > 1 - CLOSE);
    // about an axis that points the other way, the angle is the opposite one
    const near = rotations
      .map((each) => (dot(each.axis, wanted) < 0 ? { ...each, axis: times(each.axis, -1), angle: -each.angle } : each))
      .filter(({ axis }) => dot(axis, wanted) > NEAR && free(axis))
      .map((each) => ({ ...each, rank: Math.abs(each.angle) - dot(each.axis, wanted) / 100 }))
      .sort((a, b) => a.rank - b.rank);
    if (!near.length) return null;
    const [{ axis, rank }] = near;
    taken.push(axis);
    const smallest = near.filter((each) => each.rank < rank + CLOSE && dot(each.axis, axis) > 1 - CLOSE);
    const turns = smallest.sort((a, b) => b.angle - a.angle).map(({ turn }) => turn);
    return [turns[0], turns[turns.length - 1]];
  });
}

// The axis and the angle, from -pi to pi, of a rotation; null if it is the identity.
/** @type {(turn: Isometry, grid: Grid) => { turn: Isometry; axis: Vector; angle: number } | null} */
function axisOf(turn, grid) {
  const across = range(3).map((i) => grid.axes.map((axis) => axis[i]));
  const images = turn.basis.map((vector) => grid.vector(vector));
  const columns = AXES.map((point) =>
    solved(across, point).reduce((sum, step, i) => plus(sum, times(images[i], step)), [0, 0, 0]),
  );
  const cosine = (columns[0][0] + columns[1][1] + columns[2][2] - 1) / 2;
  if (cosine > 1 - CLOSE) return null;
  const angle = Math.acos(Math.max(-1, cosine));
  const [[, xy, xz], [yx, , yz], [zx, zy]] = columns;
  const sense = [yz - zy, zx - xz, xy - yx];
  if (cosine > CLOSE - 1) return { turn, axis: unit(sense), angle };
  // half a turn: a vector and its image are symmetrical about the axis
  const halves = AXES.map((point, i) => plus(point, columns[i])).sort((a, b) => dot(b, b) - dot(a, a));
  return { turn, axis: unit(halves[0]), angle };
}
