// Lists of any things.
const EQUAL = 1e-6; // costs that differ by less are equal

/** @type {(many: number) => number[]} */
export const range = (many) => Array.from({ length: many }, (_, i) => i);
/** @type {(items: any, of?: (item: any) => number) => number} */
export const sum = (items, of = (item) => item) =>
  items.reduce((/** @type {number} */ total, /** @type {any} */ item) => total + of(item), 0);
/** @type {(numbers: number[]) => number} */
export const product = (numbers) => numbers.reduce((so, number) => so * number, 1);
/** @type {(numbers: Iterable<number>) => number[]} */
export const sorted = (numbers) => [...numbers].sort((a, b) => a - b);

// Return lists of numbers below 20,000, each once, in lexicographic order: as texts, which sort so.
/** @type {(lists: number[][]) => number[][]} */
export const once = (lists) =>
  [...new Set(lists.map((list) => String.fromCharCode(...list)))]
    .sort()
    .map((text) => [...text].map((letter) => letter.charCodeAt(0)));

// Each item with the next one, the last with the first.
/** @type {<T>(items: T[]) => [T, T][]} */
export const around = (items) => items.map((item, i) => [item, items[(i + 1) % items.length]]);

// Return the lists of items that have the same name, by that name.
/** @type {<T, K>(items: Iterable<T>, nameOf: (item: T) => K) => Map<K, T[]>} */
export function grouped(items, nameOf) {
  const found = new Map();
  for (const item of items) {
    const name = nameOf(item);
    if (!found.has(name)) found.set(name, []);
    found.get(name)?.push(item);
  }
  return found;
}

// Return the connected components of some items; `beside` returns the neighbours of one, among which may be others.
/** @type {<T>(items: T[], beside: (item: T) => T[]) => T[][]} */
export function components(items, beside) {
  const left = new Set(items);
  const found = [];
  for (const first of items) {
    if (!left.delete(first)) continue;
    const component = [first];
    for (const item of component) component.push(...beside(item).filter((other) => left.delete(other)));
    found.push(component);
  }
  return found;
}

// Return the item with the smallest cost below a limit, the first of equal ones; null if there is none.
/** @type {<T>(items: Iterable<T>, costOf: (item: T) => number, limit?: number) => T | null} */
export function nearest(items, costOf, limit = Infinity) {
  /** @type {any} */
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

// A text that is the same for the same members in any order.
/** @type {(some: any[]) => string} */
export const inAnyOrder = (some) => JSON.stringify(some.map((each) => JSON.stringify(each)).sort());
