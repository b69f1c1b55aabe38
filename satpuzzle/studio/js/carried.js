// What isometries make of points that they map to themselves.
import { ascending, code, minus, numbered, plus } from "./cell.js";

// Return the permutations of points by those isometries that map them to themselves.
/** @type {(puzzle: { grid: Grid }, points: Vector[], images: (cells: Vector[]) => Vector[][]) => number[][]} */
export function carried({ grid }, points, images) {
  const place = numbered(points);
  return images(points).flatMap((image) => {
    const first = image.reduce((least, cell) => (ascending(cell, least) < 0 ? cell : least));
    const back = minus(points[0], first);
    if (!grid.translates(back)) return [];
    const to = image.map((cell) => place.get(code(plus(cell, back))) ?? -1);
    return to.includes(-1) ? [] : [to];
  });
}
