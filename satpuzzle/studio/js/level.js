// Levels: some pieces of a solution, given so that no other solution contains them (satpuzzle/design/challenge.py).
import { completion, waysFrom } from "./asking.js";
import { given, whole } from "./cover.js";
import { Walk } from "./walk.js";

// How many of the pieces that a level can do without are taken away.
/** @type {Record<string, number>} */
const SHARES = { easy: 0.4, medium: 0.7, hard: 1 };
export const LEVELS = Object.keys(SHARES);
const FREE = 3; // pieces that are chosen at random, before a solution with them is searched
const MOST_STEPS = 2000; // of a player who is watched to tell how hard a level is

// Return a level {options, solution, tries}: the options that are given, those of its solution, and how many pieces are
// tried from there on; null if it took too long, or there is no solution.
/** @type {(cover: Cover, kind: string, kernel: Kernel, milliseconds: number, random?: () => number) => Level | null} */
export function levelOf(cover, kind, kernel, milliseconds, random = Math.random) {
  const end = performance.now() + milliseconds;
  const left = () => Math.max(0, end - performance.now());
  const solution = anySolution(cover, kernel, left, random)?.filter((option) => option < cover.placing);
  if (!solution) return null;
  let options = solution;
  const spare = [];
  for (const option of shuffled(solution, random)) {
    const fewer = options.filter((each) => each !== option);
    const { many, complete } = waysFrom(cover, fewer, kernel, left(), 2);
    if (many > 1) continue;
    if (!complete) return null;
    options = fewer;
    spare.push(option);
  }
  const kept = spare.slice(Math.round(SHARES[kind] * spare.length));
  const shown = solution.filter((option) => options.includes(option) || kept.includes(option));
  return { options: shown, solution, tries: triesOf(cover, shown) };
}

// Return a random solution: some random placements that can be completed, and what completes them.
/** @type {(cover: Cover, kernel: Kernel, left: () => number, random: () => number) => number[] | null} */
function anySolution(cover, kernel, left, random) {
  let chosen = completion(cover, [], kernel, left()).solution;
  /** @type {number[]} */
  const begun = [];
  for (let tries = 0; chosen && begun.length < FREE && tries < 10 * FREE && left() > 0; tries++) {
    const { live = [] } = given(whole(cover), begun) ?? {};
    const open = [...live.keys()].filter((option) => live[option] && option < cover.placing);
    if (!open.length) break;
    const option = open[Math.floor(random() * open.length)];
    const { solution } = completion(cover, [...begun, option], kernel, left() / 4);
    if (!solution) continue;
    begun.push(option);
    chosen = solution;
  }
  return chosen ?? null;
}

/** @type {(some: number[], random: () => number) => number[]} */
const shuffled = (some, random) =>
  some
    .map((each) => ({ each, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ each }) => each);

// How many pieces are tried before the level is solved, by who always looks where there are the fewest ways.
/** @type {(cover: Cover, options: number[]) => number} */
function triesOf(cover, options) {
  const walk = new Walk(cover, options);
  while (!walk.found && !walk.done && walk.steps < MOST_STEPS) walk.step();
  return walk.tried;
}
