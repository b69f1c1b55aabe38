// Reasons why there is no solution that are found without a search: a cell or a piece without a placement, or a
// colouring of the board, by two to four colours, for which the pieces cover other numbers of cells of the colours, however
// they lie (Solomon W. Golomb, Checker boards and polyominoes, 1954).
import { hopeless, whole } from "./cover.js";
import { range, sorted } from "./lists.js";
import { reachable } from "./puzzle.js";
import { textOf } from "./rules.js";
import { say } from "./saying.js";
import { words } from "./words.js";

const MOST_SUMS = 20_000; // of the pieces together, by two colours; a tenth of it by more
const MOST_WAYS = 4; // of a piece, by more than two colours
const MOST_SAID = 4; // numbers that are said

/** @typedef {{ name: string; many: number; colour: (cell: Vector) => number }} Colouring */

// Return the reason as a sentence, `text`, with the dark cells of a colouring, `dark`, and for each piece how many dark
// cells it may cover, `shares`, or the colour of each cell, `hues`, if there are more than two; null if none is found.
/** @type {(puzzle: Puzzle, cover: Cover) => { text: string; dark?: Vector[]; shares?: number[][]; hues?: number[] } | null} */
export function reasonOf(puzzle, cover) {
  const item = hopeless(whole(cover));
  const rule = cover.rules[item - cover.further];
  if (rule) return { text: say(words.noRuleKept, { rule: textOf(rule) }) };
  if (item >= cover.cells) return { text: say(words.noPlace, { piece: puzzle.pieces[item - cover.cells].name }) };
  if (item >= 0)
    return { text: say(words.notCovered, { cell: puzzle.board[item].join(", ") }), dark: [puzzle.board[item]] };
  if (puzzle.optional.some(Boolean)) return null;
  for (const { name, many, colour } of colourings(puzzle)) {
    const hues = puzzle.board.map(colour);
    const board = range(many).map((hue) => hues.filter((each) => each === hue).length);
    const shares = sharesOf(puzzle, cover, hues, many);
    const covered = wholly(together(puzzle, cover, shares, many), cover);
    if (!covered || covered.has(board.slice(1).join())) continue;
    if (many > 2)
      return {
        text: say(words.colouringBy, { colours: many, board: board.join(", "), covered: said(covered, cover) }),
        hues,
      };
    const dark = puzzle.board.filter((_, i) => hues[i]);
    const ways = shares.map((each) => sorted(each.map(Number)));
    const found = sorted([...covered].map(Number));
    return { text: colouringText(name, board[1], board[0], found), dark, shares: ways };
  }
  return null;
}

// Return why no packing of a puzzle that was freed leaves fewer than `number` cells empty, as far as that is found without
// a search: cells that no piece can cover, and the sizes of the pieces or else a colouring by two colours.
/** @type {(puzzle: Puzzle, cover: Cover, number: number) => GapReason[]} */
export function gapReasons(puzzle, cover, number) {
  const options = cover.options.slice(0, cover.placing);
  const near = new Set(options.flat());
  const never = puzzle.board.filter((_, i) => !near.has(i));
  /** @type {GapReason[]} */
  const found = never.length ? [{ why: "never", never, many: never.length, all: never.length === number }] : [];
  if (never.length === number) return found;
  const placed = new Set(cover.pieceOf.slice(0, cover.placing));
  const usable = puzzle.pieces.filter((_, p) => placed.has(p));
  const room = cover.cells - never.length;
  const most = cover.cells - number;
  if (reachable(usable, room).lastIndexOf(1) === most) return [...found, { why: "sizes", most, cells: room }];
  for (const { name, many, colour } of colourings(puzzle)) {
    if (many > 2) continue;
    const hues = puzzle.board.map(colour);
    const dark = hues.filter(Boolean).length;
    const light = cover.cells - dark;
    const sums = together(puzzle, cover, sharesOf(puzzle, { ...cover, options }, hues, many), many);
    const fitting = [...(sums ?? [])].map((entry) => entry.split(",").map(Number));
    const fit = fitting.filter(([all, under]) => under <= dark && all - under <= light).map(([all]) => all);
    if (sums && Math.max(...fit) === most) return [...found, { why: "colouring", how: name, dark, light, most }];
  }
  return found;
}

// What the pieces cover instead, if that is the same however they lie.
/** @type {(covered: Set<string>, cover: Cover) => string} */
function said(covered, cover) {
  if (covered.size !== 1) return words.otherNumbers;
  const others = [...covered][0].split(",").map(Number);
  return [others.reduce((left, many) => left - many, cover.cells), ...others].join(", ");
}

/** @type {(puzzle: Puzzle) => Colouring[]} */
function colourings({ grid }) {
  if (grid.kinds.length > 1 || !grid.basis.every((vector, i) => vector.every((x, j) => x === (i === j ? 1 : 0))))
    return [{ name: "kinds", many: 2, colour: (cell) => (grid.kind(cell) === 0 ? 1 : 0) }];
  const stripes = ["columns", "rows", "layers"].slice(0, grid.basis.length);
  /** @type {(many: number) => Colouring} */
  const diagonals = (many) => ({
    name: "diagonals",
    many,
    colour: ([x, y, z]) => (((x + y + z) % many) + many) % many,
  });
  return [
    { ...diagonals(2), name: "chequers" },
    ...stripes.map((name, axis) => ({ name, many: 2, colour: (/** @type {Vector} */ cell) => cell[axis] & 1 })),
    diagonals(3),
    diagonals(4),
  ];
}

// Return the possible numbers of cells of each colour but the first under each piece, as texts.
/** @type {(puzzle: Puzzle, cover: Cover, hues: number[], many: number) => string[][]} */
function sharesOf(puzzle, cover, hues, many) {
  /** @type {Set<string>[]} */
  const ways = puzzle.pieces.map(() => new Set());
  cover.options.forEach((items, option) => {
    const numbers = new Array(many).fill(0);
    for (const item of items) if (item < cover.cells) numbers[hues[item]]++;
    ways[cover.pieceOf[option]].add(numbers.slice(1).join());
  });
  return ways.map((each) => [...each]);
}

// Return the possible numbers of cells under all pieces together, in all and of each colour but the first, as texts; null if
// there are too many combinations.
/** @type {(puzzle: Puzzle, cover: Cover, ways: string[][], many: number) => Set<string> | null} */
function together(puzzle, cover, ways, many) {
  if (many > 2 && ways.some((each) => each.length > MOST_WAYS)) return null;
  const shares = ways.map((each) => each.map((share) => share.split(",").map(Number)));
  let found = new Set([new Array(many).fill(0).join()]); // numbers of cells, and of those of each colour but the first
  for (const [p, piece] of puzzle.pieces.entries()) {
    let some = found;
    const after = new Set(piece.min === 0 ? found : []);
    for (let copy = 1; copy <= Math.min(piece.max, Math.floor(cover.cells / piece.cells.length)); copy++) {
      /** @type {Set<string>} */
      const next = new Set();
      for (const entry of some) {
        const [before, ...others] = entry.split(",").map(Number);
        const cells = before + piece.cells.length;
        if (cells > cover.cells) continue;
        for (const share of shares[p]) next.add([cells, ...others.map((number, i) => number + share[i])].join());
      }
      if (next.size > MOST_SUMS / (many > 2 ? 10 : 1)) return null;
      some = next;
      if (copy >= piece.min) for (const entry of some) after.add(entry);
    }
    found = after;
  }
  return found;
}

// Those that cover the board, without the number of all cells.
/** @type {(found: Set<string> | null, cover: Cover) => Set<string> | null} */
function wholly(found, cover) {
  const full = [...(found ?? [])].filter((entry) => Number(entry.split(",", 1)[0]) === cover.cells);
  return found && new Set(full.map((entry) => entry.slice(entry.indexOf(",") + 1)));
}

// Numbers of cells of two colours, and in which numbers the pieces can cover the first one.
/** @type {(name: string, dark: number, light: number, all: number[]) => string} */
function colouringText(name, dark, light, all) {
  const how = words.colourings[name];
  const ways = all.length > MOST_SAID ? [...all.slice(0, MOST_SAID - 1), "…", all.at(-1)] : all;
  return say(all.length ? words.colouring : words.colouringOther, { how, dark, light, ways });
}
