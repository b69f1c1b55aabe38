// A problem written down once, for all workers: the cover, its symmetries, and the parts of a search for all solutions.
import { Classes, restrictions } from "./classes.js";
import { hopeless, residual, split, whole, without } from "./cover.js";
import { symmetryOf } from "./group.js";
import { coverOf } from "./placements.js";

const CANDIDATES = 12, PROBES = 40; // items that might lead, and probes to compare them
const LONG = 1e6, CLOSE = 3, MORE = 400; // nodes of a search that is worth a closer look at some of them
const PART_PROBES = 8, LARGE = 5e7; // options times items of a cover in which probes take too long
const isLarge = (cover) => cover.options.length * cover.items > LARGE;

// The cover, its symmetries, and the item whose options are cut, so that of each class few members are found; and how
// many nodes that search has, roughly.
export function tablesOf(puzzle, kernel) {
  const cover = coverOf(puzzle), symmetry = symmetryOf(puzzle, cover), every = { item: -1, dropped: [] };
  const candidates = restrictions(cover, symmetry).slice(0, CANDIDATES).filter(({ dropped }) => hopeless(without(whole(cover), dropped)) < 0);
  const { item, dropped, nodes = LONG } = isLarge(cover) ? candidates[0] ?? every : fastest(cover, candidates.length ? candidates : [every], kernel);
  return { cover, symmetry, leader: item, dropped, nodes };
}

// The candidate whose search is the shortest.  Among many the smallest estimate is likely too small, so those that look
// good are looked at again if the search is long (satpuzzle/engines/native/plan.py).
function fastest(cover, candidates, kernel) {
  const look = (some, probes) => some.map((each) => {
    const part = without(whole(cover), each.dropped);
    return { ...each, nodes: hopeless(part) < 0 ? kernel.begin(residual(part)).estimate(probes).nodes : 0 };
  }).sort((a, b) => a.nodes - b.nodes);
  const looks = look(candidates, PROBES);
  return looks.length > 1 && looks[0].nodes > LONG ? look(looks.slice(0, CLOSE), MORE)[0] : looks[0];
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
