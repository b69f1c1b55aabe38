// A chain that is folded, step by step: each step lays one of its straight parts.  The controls are those of taking apart.
import { Apart } from "./apart.js";
import { partsOf } from "./chains.js";
import { range } from "./lists.js";
import { whereTo } from "./motion.js";
import { inkOn } from "./paint.js";
import { say } from "./saying.js";
import { words } from "./words.js";

const [FIRST, LAST] = [0.62, -0.35]; // how far the first cell is lighter, and the last one darker

export class Folding extends Apart {
  /** @param {() => void} changed */
  constructor(changed) {
    super(changed);
    this.ends = [0]; // how many cells are laid after each step
    /** @type {string[]} */
    this.texts = [];
  }

  // Begin with chains, each the list of its cells in order, which are folded one after the other; at first all are.
  /** @type {(chains: Vector[][], grid: Grid) => void} */
  fold(chains, grid) {
    let before = 0;
    this.ends = [0];
    this.texts = [];
    for (const cells of chains) {
      for (const { last, by, far } of partsOf(cells, grid)) {
        this.ends.push(before + last + 1);
        this.texts.push(say(words.moved, { where: whereTo(by), far }));
      }
      before += cells.length;
    }
    this.ends[0] = Math.min(1, before);
    this.playing = null;
    this.done = this.last;
  }

  get last() {
    return (this.texts ?? []).length;
  }
  get title() {
    return words.fold;
  }

  // How many cells are laid.
  get laid() {
    const now = Math.floor(this.done);
    const { [now]: some, [now + 1]: more = some } = this.ends;
    return some + Math.floor((more - some) * (this.done - now));
  }

  get state() {
    return { motions: [], done: 0 };
  }

  said() {
    const now = Math.ceil(this.done);
    const number = say(words.folded, { now, last: this.last });
    return now > 0 ? say(words.step, { number, what: this.texts[now - 1] }) : number;
  }
}

// The cells of a chain as they are drawn: from light to dark, each with its number.
/** @type {(cells: Vector[], colour: string) => { cells: Vector[]; colour: string; ink: string; letter: string }[]} */
export function beads(cells, colour) {
  return range(cells.length).map((i) => {
    const shade = shaded(colour, FIRST + ((LAST - FIRST) * i) / Math.max(1, cells.length - 1));
    return { cells: [cells[i]], colour: shade, ink: inkOn(shade), letter: String(i + 1) };
  });
}

// A colour nearer to white, or to black if the share is negative.
/** @type {(colour: string, share: number) => string} */
function shaded(colour, share) {
  const to = share < 0 ? 0 : 255;
  const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  const mixed = parts.map((part) => Math.round(part + (to - part) * Math.abs(share)));
  return `#${mixed.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}
