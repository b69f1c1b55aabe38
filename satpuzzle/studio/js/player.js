// A careful player without memory, whose effort tells how hard a level is (satpuzzle/questions/rate.py).
//
// The player takes the item with the fewest options to spare, and looks one step ahead: an option that would leave another
// item too few options is not tried.  Of the others one is chosen at random.  If there is none, this try has failed, and
// the player begins again.  The effort is the mean number of moves until a try succeeds.
import { coverage, given, residual, weightOf, whole } from "./cover.js";
import { range } from "./lists.js";

export const TRIES = 20;
// The names of levels, and the efforts for each piece to place up to which a puzzle is of all but the last.
export const LEVELS = ["starter", "junior", "expert", "master", "wizard"];
export const RAMP = [1.5, 4, 12, 40];
export const MIDDLES = [1.2, 2.5, 7, 22, 60]; // what a level of each name should have
// Levels by one word, and the effort for each piece that they should have; a hard one has as few given pieces as possible.
/** @type {Record<string, number>} */
export const KINDS = { easy: MIDDLES[0], medium: MIDDLES[2], hard: 1e9 };

// The number of the level of a puzzle with this effort for each piece to place.
/** @type {(load: number) => number} */
export const rankOf = (load) => RAMP.filter((bound) => load > bound).length;

// Return the effort to solve a cover in which some options are chosen; one that is not `ranked` is a lower bound, since no
// try succeeded.
/** @type {(cover: Cover, options: number[], random?: () => number, tries?: number) => { effort: number; ranked: boolean }} */
export function effortOf(cover, options, random = Math.random, tries = TRIES) {
  const board = new Board(residual(/** @type {Part} */ (given(whole(cover), options))));
  let moves = 0;
  let solved = 0;
  for (let i = 0; i < tries; i++) {
    board.clear();
    let survivors = board.survivors();
    for (; survivors?.length; survivors = board.survivors()) {
      board.put(survivors[Math.floor(random() * survivors.length)]);
      moves++;
    }
    if (!survivors) solved++;
  }
  return { effort: moves / (solved || tries / (tries + 1)), ranked: solved > 0 };
}

// A cover with some options chosen: what the player sees during a try.
class Board {
  /** @param {Rest} cover */
  constructor(cover) {
    this.cover = cover;
    /** @type {{ option: number; weight: number; hue: number }[][]} */
    this.covering = range(cover.items).map(() => []); // the options of each item
    cover.options.forEach((items, option) =>
      items.forEach((item, i) =>
        this.covering[item].push({ option, weight: weightOf(cover, option, i), hue: cover.hues?.[option][i] ?? 0 }),
      ),
    );
    this.available = coverage(cover, cover.options.keys());
    this.live = new Uint8Array(cover.options.length);
    this.left = new Int32Array(cover.items); // how often live options together cover each item
    this.need = new Int32Array(cover.items);
    this.room = new Int32Array(cover.items);
    this.lost = new Int32Array(cover.items); // 0 between two looks
    this.clear();
  }

  clear() {
    this.live.fill(1);
    this.left.set(this.available);
    this.need.set(this.cover.lower);
    this.room.set(this.cover.upper);
  }

  // Return the options that cover the most constrained item and leave enough options for all others; null if no item has to
  // be covered any more.
  /** @returns {number[] | null} */
  survivors() {
    const { left, need, live } = this;
    let item = -1;
    for (let each = 0; each < need.length; each++)
      if (need[each] > 0 && (item < 0 || left[each] - need[each] < left[item] - need[item])) item = each;
    if (item < 0) return null;
    if (left[item] < need[item]) return [];
    const open = this.covering[item].filter(({ option }) => live[option]);
    return open.map(({ option }) => option).filter((option) => this.#leavesEnough(option));
  }

  // Return the live options that can no longer be chosen after this one, and itself.
  /** @type {(option: number) => number[]} */
  #leaving(option) {
    const { cover, covering, live, room } = this;
    const gone = [option];
    live[option] = 0;
    cover.options[option].forEach((item, i) => {
      const rest = room[item] - weightOf(cover, option, i);
      const own = cover.hues?.[option][i] ?? 0;
      for (const { option: other, weight, hue } of covering[item]) {
        const fits = item < cover.plain ? weight <= rest : own > 0 && hue === own;
        if (fits || !live[other]) continue;
        live[other] = 0; // so that it is found once
        gone.push(other);
      }
    });
    for (const each of gone) live[each] = 1;
    return gone;
  }

  /** @type {(option: number) => boolean} */
  #leavesEnough(option) {
    const { cover, left, need, lost } = this;
    const gone = this.#leaving(option);
    this.#add(lost, gone, 1);
    cover.options[option].forEach((item, i) => (lost[item] -= weightOf(cover, option, i))); // which it covers itself
    const enough = gone.every((each) => cover.options[each].every((item) => left[item] - lost[item] >= need[item]));
    for (const each of gone) for (const item of cover.options[each]) lost[item] = 0;
    return enough;
  }

  // Add to a number of each item, `sign` times, how often some options cover it.
  /** @type {(numbers: Int32Array, options: number[], sign: number) => void} */
  #add(numbers, options, sign) {
    for (const option of options)
      this.cover.options[option].forEach((item, i) => (numbers[item] += sign * weightOf(this.cover, option, i)));
  }

  /** @type {(option: number) => void} */
  put(option) {
    const gone = this.#leaving(option);
    for (const each of gone) this.live[each] = 0;
    this.#add(this.left, gone, -1);
    this.#add(this.need, [option], -1);
    this.#add(this.room, [option], -1);
  }
}
