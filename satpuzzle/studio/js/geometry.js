// The geometry of a puzzle, by the checker of certificates in C as a WebAssembly module (checker/module.c): its cells, the
// exact cover, and its symmetries.  The numbers of items and options are those of docs/certificates.md.
import { contentOf } from "./puzzle.js";
import { never, textOf, wrong } from "./rules.js";
import { lettersOf } from "./tiles.js";
import { Complaint, words } from "./words.js";

const COVER = [
  ...["counts", "cells", "optional", "colours", "low", "high", "piece", "begin", "item", "tint", "sides"],
  ...["outPiece", "outBegin", "outCell", "outTint", "before", "rule"],
];
const GROUP = ["flags", "cell", "piece", "item", "option"];
const WORDS = 3; // of an array: its address, its size, and the room that it has
const LETTERS = [..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"]; // that colours of tiles may have

const SILENT = { title: "", source: "", counts: {}, apart: [] }; // `apart` stands among the rules

/** @type {WebAssembly.Module} */
let checker;
/** @type {(module: WebAssembly.Module) => void} */
export const checkBy = (module) => (checker = module);

export class Geometry {
  // With `counting`, the number of cells that stay empty is counted if there can be any.
  // Raises Error, with one line, if the content is no puzzle, or one that the checker does not know.
  /** @param {WebAssembly.Module} module @param {Content} content @param {boolean} counting */
  constructor(module, content, counting = false) {
    /** @type {any} */
    this.exports = new WebAssembly.Instance(module, {}).exports;
    const text = new TextEncoder().encode(JSON.stringify(content));
    const at = this.exports.room(text.length);
    new Uint8Array(this.exports.memory.buffer, at, text.length).set(text);
    this.#run(() => this.exports.look(counting));
    this.arrays = this.#read(COVER, this.#run(this.exports.arrays));
    const [cells, pieces, items, options, empties, sides] = this.arrays.counts;
    this.sizes = { cells, pieces, items, options, empties, sides };
    /** @type {Rule[]} */
    this.rules = []; // those that the content has
  }

  // The symmetries: of each one whether it is a rotation (1), an isometry (2) and total (4), in `flags`, and where it takes
  // cells, pieces, items and options, -1 if nowhere; one after another.
  get group() {
    return this.#read(GROUP, this.#run(this.exports.symmetries));
  }

  /** @type {(call: () => number) => number} */
  #run(call) {
    try {
      return call();
    } catch (error) {
      throw new Error(this.#said() || `${error}`, { cause: error });
    }
  }

  #said() {
    const bytes = new Uint8Array(this.exports.memory.buffer, this.exports.said());
    return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
  }

  /** @type {(names: string[], address: number) => Record<string, Int32Array>} */
  #read(names, address) {
    const { buffer } = this.exports.memory;
    const words = new Int32Array(buffer, address, WORDS * names.length);
    return Object.fromEntries(
      names.map((name, i) => [name, new Int32Array(buffer, words[WORDS * i], words[WORDS * i + 1]).slice()]),
    );
  }
}

// What the page says instead of a line of the checker.
/** @type {[RegExp, (found: string[]) => string][]} */
const SAID = [
  [/more than (\d+) placements/, ([, many]) => words.tooManyPlacements(Number(many))],
  [/symmetries/, () => words.tooManySymmetries],
  [/makes the tile "(.*)" into none/, ([, name]) => words.noExchange(name)],
];

/** @type {(error: any) => Error} */
function complaint(error) {
  for (const [line, said] of SAID) {
    const found = line.exec(error.message);
    if (found) return new Complaint(said(found));
  }
  return error;
}

// Return what the checker makes of a puzzle; of its rules, those that it can have.  Raises a Complaint.
/** @type {(puzzle: Puzzle, counting?: boolean) => Geometry} */
export function geometryOf(puzzle, counting = false) {
  const rules = puzzle.rules.filter((rule) => !never(puzzle, rule) && !wrong(puzzle, rule));
  const tiles = puzzle.tiled ? lettered(puzzle) : {};
  try {
    const content = { ...contentOf(puzzle), ...SILENT, ...tiles, rules: rules.map(textOf) };
    const made = new Geometry(checker, content, counting);
    made.rules = rules;
    return made;
  } catch (error) {
    throw complaint(error);
  }
}

// Return the symmetries: the identity first, then the other rotations, then the others that are total, and last those that
// map only some solutions to solutions.
/** @type {(geometry: Geometry, cover: Cover) => Symmetry} */
export function symmetryIn(geometry, { order, items, options, numbers }) {
  const { flags, item, option } = groupIn(geometry);
  const place = new Int32Array(items);
  order.forEach((each, i) => (place[each] = i));
  const many = options.length;
  const optionAt = new Int32Array(many);
  numbers.forEach((each, i) => (optionAt[each] = i));
  /** @type {(list: Int32Array, i: number) => number} */
  const at = (list, i) => (i < 0 ? -1 : list[i]);
  /** @type {(s: number) => boolean} */
  const isStill = (s) => item.subarray(items * s, items * (s + 1)).every((to, each) => to === each);
  /** @type {(s: number) => number} */
  const rank = (s) => (flags[s] & 1 ? (isStill(s) ? 0 : 1) : flags[s] & 4 ? 2 : 3);
  const elements = [...flags.keys()]
    .sort((a, b) => rank(a) - rank(b) || a - b)
    .map((s, leader) => {
      const to = item.subarray(items * s, items * (s + 1));
      return {
        items: Int32Array.from(order, (each) => at(place, to[each])),
        options: Int32Array.from(numbers, (each) => at(optionAt, option[many * s + each])),
        isometry: (flags[s] & 2) > 0,
        leader,
      };
    });
  /** @type {(flag: number) => number} */
  const count = (flag) => flags.filter((each) => each & flag).length;
  const [rotations, isometries, total] = [1, 2, 4].map(count);
  return { elements, rotations, isometries, total, normal: isometries <= 2 * rotations };
}

/** @type {(geometry: Geometry) => Geometry["group"]} */
function groupIn(geometry) {
  try {
    return geometry.group;
  } catch (error) {
    throw complaint(error);
  }
}

// Tiles may have other letters than the checker knows: these become others, in the same order.
/** @type {(puzzle: Puzzle) => Map<string, string>} */
export const lettersBehind = ({ pieces }) => new Map(lettersOf(pieces).map((letter, i) => [LETTERS[i], letter]));

/** @type {(puzzle: Puzzle) => Content} */
function lettered(puzzle) {
  const { pieces, border, interchangeable } = puzzle;
  const behind = new Map([...lettersBehind(puzzle)].map(([known, letter]) => [letter, known]));
  /** @type {(text: string) => string} */
  const spelt = (text) => [...text].map((letter) => behind.get(letter) ?? letter).join("");
  const tiles = contentOf(puzzle).tiles.map((/** @type {any} */ tile, /** @type {number} */ i) => ({
    ...tile,
    name: pieces[i].name,
    sides: spelt(tile.sides),
  }));
  return {
    tiles,
    ...([...border].length === 1 && { border: spelt(border) }),
    ...(interchangeable.length && { interchangeable: interchangeable.map(spelt).join(" ") }),
  };
}
