// Enumerates all placements of the pieces on the board, and makes the exact cover.
//
// Items are the board's cells, then the pieces; an option is a placement.  Options have the order that they have in
// Python: by piece, by the kind of the first cell, by orientation, by place.
import { code, minus, plus } from "./cell.js";
import { orientations } from "./shape.js";
import { Complaint } from "./complaint.js";
import { words } from "./words.js";

const MOST_OPTIONS = 400_000;

// The cover of a puzzle: its options, each an ascending list of items, and the bounds of its items.
export function coverOf(puzzle) {
  const { grid, board, optional, pieces } = puzzle, options = [], pieceOf = [];
  const number = new Map(board.map((cell, i) => [code(cell), i])), kindOf = board.map((cell) => grid.kind(cell));
  const known = new Map(); // orientations of equal shapes
  pieces.forEach((piece, p) => {
    if (piece.cells.length > board.length) return;
    const name = `${piece.mirror}:${piece.cells.map(code)}`;
    if (!known.has(name)) known.set(name, orientations(piece.cells, grid, piece.mirror));
    const turned = known.get(name), first = turned.map((cells) => grid.kind(cells[0]));
    for (let kind = 0; kind < grid.kinds.length; kind++)
      turned.forEach((cells, t) => {
        if (first[t] !== kind) return;
        const ahead = cells.map((cell) => minus(cell, cells[0]));
        board.forEach((place, at) => {
          if (kindOf[at] !== kind) return;
          const items = [];
          for (const step of ahead) {
            const cell = number.get(code(plus(place, step)));
            if (cell === undefined) return;
            items.push(cell);
          }
          items.sort((a, b) => a - b).push(board.length + p);
          options.push(items);
          pieceOf.push(p);
        });
        if (options.length > MOST_OPTIONS) throw new Complaint(words.tooManyPlacements(MOST_OPTIONS));
      });
  });
  return {
    cells: board.length,
    items: board.length + pieces.length,
    lower: [...optional.map((free) => (free ? 0 : 1)), ...pieces.map(({ min }) => min)],
    upper: [...board.map(() => 1), ...pieces.map(({ max }) => max)],
    options,
    pieceOf,
  };
}
