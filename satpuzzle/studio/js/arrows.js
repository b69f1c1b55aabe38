// The directions of keys, and what lies in a direction.
import { dot, minus } from "./cell.js";
import { nearest } from "./lists.js";

/** @type {Record<string, Vector>} */
export const ARROWS = {
  ArrowLeft: [-1, 0, 0],
  ArrowRight: [1, 0, 0],
  ArrowUp: [0, -1, 0],
  ArrowDown: [0, 1, 0],
  PageUp: [0, 0, 1],
  PageDown: [0, 0, -1],
};

// Return the item that is nearest to a point in a direction, or null; what lies aside counts twice.
/** @type {<T>(items: T[], placeOf: (item: T) => Vector, from: Vector, direction: Vector) => T | null} */
export function ahead(items, placeOf, from, direction) {
  /** @type {(item: any) => number} */
  const cost = (item) => {
    const to = minus(placeOf(item), from);
    const along = dot(to, direction);
    return along > 0.1 ? along + 2 * Math.sqrt(Math.max(0, dot(to, to) - along * along)) : Infinity;
  };
  return nearest(items, cost);
}
