// Subproblems of an exact cover: some options are chosen, and of the others some are live, that is, may still be
// chosen. All subproblems use the same option numbers.  An option covers an item once, or as often as its weight says.
// (satpuzzle/cover/exact_cover.py, weights.py and split.py)
import { nearest, sorted, sum } from "./lists.js";

/** @type {(cover: Cover) => Part} */
export const whole = (cover) => ({ cover, chosen: [], live: new Uint8Array(cover.options.length).fill(1) });

// Return these options, and those by which all other cells stay empty.
/** @type {(cover: Cover, options: number[]) => number[]} */
export function filled(cover, options) {
  const many = coverage(cover, options);
  const empty = [...cover.options.keys()].slice(cover.placing);
  return [...options, ...empty.filter((option) => !many[cover.options[option][0]])];
}

// Return how often these options cover each item.
/** @type {(cover: Weighed & { items: number }, options: Iterable<number>) => Int32Array} */
export function coverage(cover, options) {
  const many = new Int32Array(cover.items);
  for (const option of options)
    for (const [i, item] of cover.options[option].entries()) many[item] += weightOf(cover, option, i);
  return many;
}

// Return how often an option covers its item number `i`.
/** @type {(cover: Weighed, option: number, i: number) => number} */
export const weightOf = ({ weights }, option, i) => weights?.[option][i] ?? 1;

// Return the subproblem in which these options are also chosen, or null if they exclude each other.
/** @type {(part: Part, options: number[]) => Part | null} */
export function given(part, options) {
  const { cover } = part;
  const chosen = sorted([...part.chosen, ...options]);
  const spent = coverage(cover, chosen);
  const agreed = agreement(cover, chosen);
  if (!agreed || options.some((option) => !part.live[option]) || spent.some((many, item) => many > cover.upper[item]))
    return null;
  /** @type {(option: number) => boolean} */
  const open = (option) =>
    cover.options[option].every((item, i) =>
      item < cover.plain
        ? spent[item] + weightOf(cover, option, i) <= cover.upper[item]
        : !spent[item] || (agreed[item] && agreed[item] === cover.hues?.[option][i]),
    );
  const live = part.live.map((alive, option) => (alive && open(option) ? 1 : 0));
  for (const option of chosen) live[option] = 0;
  return { cover, chosen, live };
}

// Return the hue that options give to each item with colours, or null if they disagree on one.
/** @type {(cover: Cover, options: number[]) => Int32Array | null} */
function agreement(cover, options) {
  const hue = new Int32Array(cover.items);
  const covered = new Uint8Array(cover.items);
  for (const option of options) {
    const items = cover.options[option];
    for (let i = items.length - 1; i >= 0 && items[i] >= cover.plain; i--) {
      const item = items[i];
      const here = cover.hues?.[option][i] ?? 0;
      if (covered[item] && !(here && here === hue[item])) return null;
      covered[item] = 1;
      hue[item] = here;
    }
  }
  return hue;
}

/** @type {(part: Part, dropped: number[]) => Part} */
export function without(part, dropped) {
  const live = part.live.slice();
  for (const option of dropped) live[option] = 0;
  return { ...part, live };
}

/** @type {(part: Part) => number[]} */
const living = ({ live }) => [...live.keys()].filter((option) => live[option]);

// Return how often the live options cover each item.
/** @type {(part: Part) => Int32Array} */
export const available = (part) => coverage(part.cover, living(part));

// Return an item that the live options cannot cover often enough, or -1.
/** @type {(part: Part) => number} */
export function hopeless(part) {
  const spent = coverage(part.cover, part.chosen);
  const left = available(part);
  return part.cover.lower.findIndex((least, item) => least - spent[item] > left[item]);
}

// Return the rest of the problem as a new cover, and for each of its options the number in this cover.
/** @type {(part: Part) => Rest} */
export function residual(part) {
  const { cover } = part;
  const { hues, weights } = cover;
  const spent = coverage(cover, part.chosen);
  const upper = cover.upper.map((most, item) => most - spent[item]);
  /** @type {(option: number) => boolean} */
  const fits = (option) => cover.options[option].every((item, i) => weightOf(cover, option, i) <= upper[item]);
  const numbers = weights ? living(part).filter(fits) : living(part);
  return {
    numbers,
    cells: cover.cells,
    further: cover.further,
    plain: cover.plain,
    items: cover.items,
    sizes: cover.sizes,
    lower: cover.lower.map((least, item) => Math.max(0, least - spent[item])),
    upper,
    options: numbers.map((option) => cover.options[option]),
    hues: hues && numbers.map((option) => hues[option]),
    weights: weights && numbers.map((option) => weights[option]),
  };
}

// Split a subproblem into about `many` subproblems that together have the same solutions, the largest first;
// subproblems that obviously have no solution are left out.
/** @type {(part: Part, many: number) => Part[]} */
export function split(part, many) {
  /** @type {(one: Part) => { one: Part; size: number }} */
  const sized = (one) => ({ one, size: sum(one.live) });
  const open = hopeless(part) < 0 ? [sized(part)] : [];
  const done = []; // subproblems in which no item with bounds (1, 1) is left
  while (open.length && open.length + done.length < many) {
    open.sort((a, b) => a.size - b.size);
    const largest = open.pop() ?? sized(part);
    const { cover, chosen } = largest.one;
    const spent = coverage(cover, chosen);
    const left = available(largest.one);
    /** @type {(item: number) => boolean} */
    const single = (item) => cover.lower[item] - spent[item] === 1 && cover.upper[item] - spent[item] === 1;
    const branch = nearest([...cover.lower.keys()].filter(single), (item) => left[item]);
    if (branch === null) {
      done.push(largest);
      continue;
    }
    const children = living(largest.one).filter((option) => cover.options[option].includes(branch));
    const parts = children.flatMap((option) => given(largest.one, [option]) ?? []);
    open.push(...parts.filter((child) => hopeless(child) < 0).map(sized));
  }
  return [...open, ...done].sort((a, b) => b.size - a.size).map(({ one }) => one);
}
