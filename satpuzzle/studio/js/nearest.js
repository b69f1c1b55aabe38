const EQUAL = 1e-6; // costs that differ by less are equal

// Return the item with the smallest cost below a limit, the first of equal ones; null if there is none.
export function nearest(items, costOf, limit = Infinity) {
  let best = null;
  let least = limit;
  for (const item of items) {
    const cost = costOf(item);
    if (cost >= least - (best === null ? 0 : EQUAL)) continue;
    least = cost;
    best = item;
  }
  return best;
}
