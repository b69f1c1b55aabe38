// Reasons why there is no solution that are found without a search: a cell or a piece without a placement, or a
// colouring of the board for which the pieces cover too many or too few cells of one colour, however they lie (Solomon
// W. Golomb, Checker boards and polyominoes, 1954).
import { hopeless, whole } from "./cover.js";
import { sorted, sum } from "./lists.js";
import { textOf } from "./rules.js";
import { words } from "./words.js";

// Return the reason as a sentence, `text`, with the dark cells of a colouring, `dark`, and for each piece how many dark
// cells it may cover, `shares`; null if none is found.
/** @type {(puzzle: Puzzle, cover: Cover) => { text: string; dark?: Vector[]; shares?: number[][] } | null} */
export function reasonOf(puzzle, cover) {
  const item = hopeless(whole(cover));
  const rule = cover.rules[item - cover.further];
  if (rule) return { text: words.noRuleKept(textOf(rule)) };
  if (item >= cover.cells) return { text: words.noPlace(puzzle.pieces[item - cover.cells].name) };
  if (item >= 0) return { text: words.notCovered(puzzle.board[item].join(", ")), dark: [puzzle.board[item]] };
  if (puzzle.optional.some(Boolean)) return null;
  for (const { name, colour } of colourings(puzzle)) {
    const colours = puzzle.board.map(colour);
    const dark = puzzle.board.filter((_, i) => colours[i]);
    const shares = sharesOf(puzzle, cover, colours);
    const reachable = covered(puzzle, cover, shares);
    const light = puzzle.board.length - dark.length;
    if (reachable && !reachable.has(dark.length))
      return { text: words.colouring(name, dark.length, light, sorted(reachable)), dark, shares };
  }
  return null;
}

/** @type {(puzzle: Puzzle) => { name: string; colour: (cell: Vector) => number }[]} */
function colourings({ grid }) {
  if (grid.kinds.length > 1 || !grid.basis.every((vector, i) => vector.every((x, j) => x === (i === j ? 1 : 0))))
    return [{ name: "kinds", colour: (cell) => (grid.kind(cell) === 0 ? 1 : 0) }];
  const stripes = ["columns", "rows", "layers"].slice(0, grid.basis.length);
  return [
    { name: "chequers", colour: (cell) => (cell[0] + cell[1] + cell[2]) & 1 },
    ...stripes.map((name, axis) => ({ name, colour: (/** @type {Vector} */ cell) => cell[axis] & 1 })),
  ];
}

// Return the possible numbers of dark cells under each piece.
/** @type {(puzzle: Puzzle, cover: Cover, colours: number[]) => number[][]} */
function sharesOf(puzzle, cover, colours) {
  const ways = puzzle.pieces.map(() => new Set());
  cover.options.forEach((items, option) => {
    ways[cover.pieceOf[option]].add(sum(items, (item) => (item < cover.cells ? colours[item] : 0)));
  });
  return ways.map((each) => sorted(each));
}

// Return the possible numbers of dark cells under all pieces together; null if there are too many combinations.
/** @type {(puzzle: Puzzle, cover: Cover, ways: number[][]) => Set<number> | null} */
function covered(puzzle, cover, ways) {
  let found = new Set(["0,0"]); // pairs of a number of cells and a number of dark cells
  for (const [p, piece] of puzzle.pieces.entries()) {
    let some = found;
    const after = new Set(piece.min === 0 ? found : []);
    for (let copy = 1; copy <= Math.min(piece.max, Math.floor(cover.cells / piece.cells.length)); copy++) {
      const next = new Set();
      for (const entry of some) {
        const [before, dark] = entry.split(",").map(Number);
        const cells = before + piece.cells.length;
        if (cells <= cover.cells) ways[p].forEach((way) => next.add(`${cells},${dark + way}`));
      }
      if (next.size > 20_000) return null;
      some = next;
      if (copy >= piece.min) for (const entry of some) after.add(entry);
    }
    found = after;
  }
  const full = [...found].map((entry) => entry.split(",").map(Number)).filter(([cells]) => cells === cover.cells);
  return new Set(full.map(([, dark]) => dark));
}
