// Questions about pieces that lie on the board: can the rest be filled, and which piece might come next?
import { wrong } from "./checker.js";
import { nearest } from "./lists.js";
import { available, coverage, given, whole } from "./cover.js";

const BUDGET = 20_000;

// Return {possible, solution}: whether a solution contains these options, null if the search took too long; and such a
// solution.
/** @type {(cover: Cover, placed: number[], kernel: Kernel, milliseconds: number) => Completion} */
export function completion(cover, placed, kernel, milliseconds) {
  const search = kernel.begin(given(whole(cover), placed));
  if (!search) return { possible: false };
  const end = performance.now() + milliseconds;
  for (;;) {
    const { done, solutions } = search.advance(BUDGET);
    if (solutions.length) {
      const solution = [...placed, ...solutions[0]];
      const problem = wrong(cover, solution);
      if (problem) throw new Error(problem);
      return { possible: true, solution };
    }
    if (done) return { possible: false };
    if (performance.now() > end) return { possible: null };
  }
}

// Return which of the placed options must be taken back so that the rest can be filled, by their places in the list: one
// if one suffices, otherwise those that cannot stay with the ones before them; none if the empty board cannot be filled
// either; null if that took too long.
/** @type {(cover: Cover, placed: number[], kernel: Kernel, milliseconds: number) => number[] | null} */
export function misplaced(cover, placed, kernel, milliseconds) {
  const end = performance.now() + milliseconds;
  let known = true;
  /** @type {(some: number[]) => boolean} */
  const fits = (some) => {
    const { possible } = completion(cover, some, kernel, Math.max(0, end - performance.now()));
    known &&= possible !== null;
    return possible === true;
  };
  for (const i of [...placed.keys()].reverse()) {
    if (fits(placed.toSpliced(i, 1))) return [i];
    if (!known) return null;
  }
  /** @type {number[]} */
  const kept = [];
  const wrong = placed.flatMap((option, i) => (fits([...kept, option]) ? (kept.push(option), []) : [i]));
  const never = wrong.length === placed.length && !fits([]);
  return !known ? null : never ? [] : wrong;
}

// Count the solutions that contain the placed options, at least up to `most`: {many, complete}, where `complete` tells
// whether these are all.
/** @type {(cover: Cover, placed: number[], kernel: Kernel, milliseconds: number, most?: number) => Ways} */
export function waysFrom(cover, placed, kernel, milliseconds, most = Infinity) {
  const search = kernel.begin(given(whole(cover), placed));
  const end = performance.now() + milliseconds;
  let many = 0;
  while (search) {
    const { done, solutions } = search.advance(BUDGET);
    many += solutions.length;
    if (done) break;
    if (many >= most || performance.now() > end) return { many, complete: false };
  }
  return { many, complete: true };
}

// Return the option of a solution that is easiest to find among those not placed yet: the one that covers the item with
// the fewest remaining options.
/** @type {(cover: Cover, placed: number[], solution: number[]) => number | null} */
export function nextOption(cover, placed, solution) {
  const left = available(given(whole(cover), placed) ?? whole(cover));
  const spent = coverage(cover, placed);
  const open = solution.filter((option) => option < cover.placing && !placed.includes(option));
  /** @type {(option: number) => number} */
  const ease = (option) =>
    Math.min(...cover.options[option].map((item) => (cover.lower[item] > spent[item] ? left[item] : Infinity)));
  return nearest(open, ease) ?? open[0] ?? null;
}
