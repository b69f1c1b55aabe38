// A problem written down once, for all workers: the cover, its symmetries, and the parts of a search for all solutions.
import { Classes, restrictions } from "./classes.js";
import { hopeless, residual, split, whole, without } from "./cover.js";
import { symmetryOf } from "./group.js";
import { coverOf } from "./placements.js";

const CANDIDATES = 6, PROBES = 48; // items that might lead, and probes to compare them
const PART_PROBES = 8, LARGE = 5e7; // options times items of a cover in which probes take too long
const isLarge = (cover) => cover.options.length * cover.items > LARGE;

// The cover, its symmetries, and the item whose options are cut, so that of each class few members are found.
export function tablesOf(puzzle, kernel) {
  const cover = coverOf(puzzle), symmetry = symmetryOf(puzzle, cover);
  const found = { cover, symmetry, leader: -1, dropped: [] };
  let least = Infinity;
  const candidates = isLarge(cover) ? 1 : CANDIDATES;
  for (const { item, dropped } of restrictions(cover, symmetry).slice(0, candidates)) {
    const part = without(whole(cover), dropped);
    if (hopeless(part) >= 0) continue;
    const { nodes } = candidates === 1 ? { nodes: 0 } : kernel.begin(residual(part)).estimate(PROBES);
    if (nodes < least) { least = nodes; found.leader = item; found.dropped = dropped; }
  }
  return found;
}

export const allOf = ({ cover, dropped }) => without(whole(cover), dropped);
export const classesOf = ({ cover, symmetry, leader }) => new Classes(cover, symmetry, leader);

// Parts of the search, the options chosen in each, with how many nodes they have, roughly.
export function partsOf(tables, many, kernel) {
  return split(allOf(tables), many).map((part) => {
    const rest = residual(part);
    const nodes = rest.options.length && !isLarge(tables.cover) ? kernel.begin(rest).estimate(PART_PROBES).nodes : 1;
    return { chosen: part.chosen, nodes: Math.max(1, nodes) };
  });
}
