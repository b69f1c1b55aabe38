// A puzzle as the checker is asked for it, and the symmetries that it returns.
import { Geometry } from "./geometry.js";
import { contentOf } from "./puzzle.js";
import { never, writtenOf, wrong } from "./rules.js";
import { lettersOf } from "./tiles.js";
import { say } from "./saying.js";
import { Complaint, words } from "./words.js";

const LETTERS = [..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"]; // that colours of tiles may have

const SILENT = { title: "", source: "", counts: {}, apart: [] }; // `apart` stands among the rules

// What the page says instead of a line of the checker.
/** @type {[RegExp, (found: string[]) => string][]} */
const SAID = [
  [/more than (\d+) placements/, ([, many]) => say(words.tooManyPlacements, { most: Number(many) })],
  [/symmetries/, () => words.tooManySymmetries],
  [/chain/, () => words.chainRule],
  [/"up"/, () => say(words.badRule, { key: "up" })],
  [/makes the tile "(.*)" into none/, ([, name]) => say(words.noExchange, { tile: name })],
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
    const content = { ...contentOf(puzzle), ...SILENT, ...tiles, rules: rules.map(writtenOf) };
    const made = new Geometry(content, counting);
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
export function lettersBehind({ pieces, match }) {
  const own = lettersOf(pieces);
  return new Map([...new Set([...own, ...opposites(match, own).join("")])].map((letter, i) => [LETTERS[i], letter]));
}

// Return pairs of opposite letters; others are their own opposites.
/** @type {(match: boolean | string, letters: string[]) => string[]} */
function opposites(match, letters) {
  if (match !== "opposite") return match && match !== true ? match.split(" ") : [];
  const small = letters.filter((letter) => /[A-Za-z]/.test(letter)).map((letter) => letter.toLowerCase());
  return [...new Set(small)].map((letter) => letter.toUpperCase() + letter);
}

/** @type {(puzzle: Puzzle) => Content} */
function lettered(puzzle) {
  const { pieces, border, interchangeable, match } = puzzle;
  const behind = new Map([...lettersBehind(puzzle)].map(([known, letter]) => [letter, known]));
  /** @type {(text: string) => string} */
  const spelt = (text) => [...text].map((letter) => behind.get(letter) ?? letter).join("");
  const tiles = contentOf(puzzle).tiles.map((/** @type {any} */ tile, /** @type {number} */ i) => ({
    ...tile,
    name: pieces[i].name,
    sides: spelt(tile.sides),
  }));
  const pairs = opposites(match, lettersOf(pieces)).map(spelt);
  const matching = pairs.join(" ") || LETTERS.slice(-2).join(""); // which no tile has
  return {
    tiles,
    ...([...border].length === 1 && { border: spelt(border) }),
    ...(match && match !== true && { match: matching }),
    ...(interchangeable.length && { interchangeable: interchangeable.map(spelt).join(" ") }),
  };
}
