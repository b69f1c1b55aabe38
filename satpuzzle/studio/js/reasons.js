// Why there is no solution, where that can be seen without a search: a cell or a piece that has no place, or a colouring
// (Solomon W. Golomb, Checker boards and polyominoes, 1954): whichever way pieces lie, they cover too many cells of one
// colour, or too few.
import { hopeless, whole } from "./cover.js";
import { words } from "./words.js";

// A sentence, or null.
export function reasonOf(puzzle, cover) {
  const item = hopeless(whole(cover));
  if (item >= cover.cells) return words.noPlace(puzzle.pieces[item - cover.cells].name);
  if (item >= 0) return words.notCovered(puzzle.board[item].join(", "), item);
  if (puzzle.optional.some(Boolean)) return null;
  for (const { name, colour } of colourings(puzzle)) {
    const colours = puzzle.board.map(colour), dark = colours.reduce((sum, x) => sum + x, 0);
    const reachable = covered(puzzle, cover, colours);
    if (reachable && !reachable.has(dark))
      return words.colouring(name, dark, puzzle.board.length - dark, [...reachable].sort((a, b) => a - b));
  }
  return null;
}

function colourings({ grid }) {
  if (grid.kinds.length > 1 || !grid.basis.every((vector, i) => vector.every((x, j) => x === (i === j ? 1 : 0))))
    return [{ name: "kinds", colour: (cell) => (grid.kind(cell) === 0 ? 1 : 0) }];
  const stripes = ["columns", "rows", "layers"].slice(0, grid.basis.length);
  return [
    { name: "chequers", colour: (cell) => (cell[0] + cell[1] + cell[2]) & 1 },
    ...stripes.map((name, axis) => ({ name, colour: (cell) => cell[axis] & 1 })),
  ];
}

// How many dark cells all pieces together can cover; null if there are too many ways to say.
function covered(puzzle, cover, colours) {
  const ways = puzzle.pieces.map(() => new Set());
  cover.options.forEach((items, option) => {
    let dark = 0;
    for (let i = 0; i < items.length - 1; i++) dark += colours[items[i]];
    ways[cover.pieceOf[option]].add(dark);
  });
  let found = new Set(["0,0"]); // cells and dark cells
  for (const [p, piece] of puzzle.pieces.entries()) {
    let some = found;
    const after = new Set(piece.min === 0 ? found : []);
    for (let copy = 1; copy <= Math.min(piece.max, Math.floor(cover.cells / piece.cells.length)); copy++) {
      const next = new Set();
      for (const entry of some) {
        const [cells, dark] = entry.split(",").map(Number);
        if (cells + piece.cells.length <= cover.cells) for (const way of ways[p]) next.add(`${cells + piece.cells.length},${dark + way}`);
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
