// Prepares a problem once for all workers: the cover, its symmetries, and the parts of a search for all solutions.
import { Classes, restrictions } from "./classes.js";
import { hopeless, split, whole, without } from "./cover.js";
import { coverIn } from "./placements.js";
import { geometryOf, symmetryIn } from "./symmetry.js";

const CANDIDATES = 12;
const PROBES = 40; // items whose options may be restricted, and probes to compare them
const LONG = 1e6;
const CLOSE = 3;
const MORE = 400; // see `fastest`: nodes of a long search, items compared again, probes for these
const PART_PROBES = 8;
const LARGE = 5e7; // probes for a part; options times items of a cover for which probes take too long
/** @type {(cover: Cover) => boolean} */
const isLarge = (cover) => cover.options.length * cover.items > LARGE;

// Return the cover, its symmetries, the item whose options are restricted so that few members of each class are found,
// and an estimate of the number of nodes of that search.
/** @type {(puzzle: Puzzle, kernel: Kernel, counting?: boolean) => Tables} */
export function tablesOf(puzzle, kernel, counting = false) {
  const geometry = geometryOf(puzzle, counting);
  const cover = coverIn(geometry, puzzle);
  const symmetry = symmetryIn(geometry, cover);
  const every = { item: -1, dropped: [] };
  const candidates = restrictions(cover, symmetry)
    .slice(0, CANDIDATES)
    .filter(({ dropped }) => hopeless(without(whole(cover), dropped)) < 0);
  const { item, dropped, nodes } = isLarge(cover)
    ? { nodes: LONG, ...(candidates[0] ?? every) }
    : fastest(cover, candidates.length ? candidates : [every], kernel);
  return { cover, symmetry, leader: item, dropped, nodes };
}

// Return the candidate with the shortest search.  The smallest of many estimates is likely too small, so for a long
// search the best candidates are compared again with more probes (satpuzzle/engines/native/plan.py).
/** @type {(cover: Cover, candidates: Restriction[], kernel: Kernel) => Restriction & { nodes: number }} */
function fastest(cover, candidates, kernel) {
  /** @type {(part: Part, probes: number) => number} */
  const nodesOf = (part, probes) => kernel.begin(part)?.estimate(probes).nodes ?? 0;
  /** @type {(some: Restriction[], probes: number) => (Restriction & { nodes: number })[]} */
  const look = (some, probes) =>
    some
      .map((each) => ({ ...each, nodes: nodesOf(without(whole(cover), each.dropped), probes) }))
      .sort((a, b) => a.nodes - b.nodes);
  const looks = look(candidates, PROBES);
  return looks.length > 1 && looks[0].nodes > LONG ? look(looks.slice(0, CLOSE), MORE)[0] : looks[0];
}

/** @type {(tables: Tables) => Part} */
export const allOf = ({ cover, dropped }) => without(whole(cover), dropped);
/** @type {(tables: Tables) => Classes} */
export const classesOf = ({ cover, symmetry, leader }) => new Classes(cover, symmetry, leader);

// Return the parts of the search: for each, the options chosen in it and an estimate of its number of nodes.
/** @type {(tables: Tables, many: number, kernel: Kernel) => { chosen: number[]; nodes: number }[]} */
export function partsOf(tables, many, kernel) {
  const probes = isLarge(tables.cover) ? 0 : PART_PROBES;
  return split(allOf(tables), many).map((part) => {
    const nodes = probes && kernel.begin(part)?.estimate(probes).nodes;
    return { chosen: part.chosen, nodes: Math.max(1, nodes ?? 1) };
  });
}
