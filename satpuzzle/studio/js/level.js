// Levels: some pieces of a solution, given so that no other solution contains them, and graded by the effort of a careful
// player for each piece to place (satpuzzle/questions/challenge.py).
import { completion, waysFrom } from "./asking.js";
import { given, whole } from "./cover.js";
import { nearest } from "./lists.js";
import { LEVELS, MIDDLES, effortOf, rankOf } from "./player.js";

const LEAST = 1e-9; // in place of an effort of 0
const FREE = 3; // pieces that are chosen at random, before a solution with them is searched
const FAILURES = 60; // random solutions in a row without a new level, after which there are no more

// Return a level whose effort for each piece to place is about `aim`; null if it took too long, or there is none.
/** @type {(cover: Cover, aim: number, kernel: Kernel, milliseconds: number, random?: () => number) => Level | null} */
export function levelOf(cover, aim, kernel, milliseconds, random = Math.random) {
  const end = performance.now() + milliseconds;
  const left = () => Math.max(0, end - performance.now());
  const solution = anySolution(cover, kernel, left, random)?.filter((option) => option < cover.placing);
  if (!solution) return null;
  let least = solution;
  /** @type {number[]} */
  const spare = [];
  for (const option of shuffled(solution, random)) {
    const fewer = least.filter((each) => each !== option);
    const { many, complete } = waysFrom(cover, fewer, kernel, left(), 2);
    if (many > 1) continue;
    if (!complete) return null;
    least = fewer;
    spare.push(option);
  }
  /** @type {Level[]} */
  const known = [];
  /** @type {(more: number) => Level} */
  const level = (more) => (known[more] ??= graded(cover, solution, [...least, ...spare.slice(0, more)], random));
  let [low, high] = [0, spare.length]; // the fewest further pieces with which the effort is no more
  while (low < high) {
    const middle = (low + high) >> 1;
    if (level(middle).load > aim) low = middle + 1;
    else high = middle;
  }
  const near = [low - 1, low].filter((more) => more >= 0 && more < spare.length); // one piece is left to be placed
  return nearest(near.map(level), ({ load }) => Math.abs(Math.log(Math.max(load, LEAST) / aim)));
}

/** @type {(cover: Cover, solution: number[], shown: number[], random: () => number) => Level} */
function graded(cover, solution, shown, random) {
  const { effort, ranked } = effortOf(cover, shown, random);
  const load = effort / (solution.length - shown.length);
  return { options: solution.filter((option) => shown.includes(option)), solution, load, ranked, rank: rankOf(load) };
}

// Make levels that rise evenly from the level of one name to that of another, each time with another solution: yields a
// level, or null if this solution has none, until there are so many, or no more are found.  Two levels of one name are the same.
/** @type {(cover: Cover, wanted: Wanted, named: (level: Level) => string, kernel: Kernel, milliseconds: number, random?: () => number) => Generator<Level | null, void>} */
export function* seriesOf(cover, { many, from, to }, named, kernel, milliseconds, random = Math.random) {
  const ranks = [from, to].map((name) => LEVELS.indexOf(name));
  const [low, high] = ranks.map((rank) => MIDDLES[rank]);
  const seen = new Set();
  for (let failures = 0; seen.size < many && failures < FAILURES; failures++) {
    const aim = low * (high / low) ** (seen.size / Math.max(1, many - 1));
    const level = levelOf(cover, aim, kernel, milliseconds, random);
    const right = level && isBetween(level, ranks) && !seen.has(named(level));
    if (right) {
      seen.add(named(level));
      failures = -1;
    }
    yield right ? level : null;
  }
}

// Whether a level is known to be between two.
/** @type {(level: Level, ranks: number[]) => boolean} */
const isBetween = ({ rank, ranked }, [least, most]) =>
  least <= rank && rank <= most && (ranked || most === LEVELS.length - 1);

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
