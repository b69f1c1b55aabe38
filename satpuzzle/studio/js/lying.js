// Where pieces may lie on a board, whatever the rules of a puzzle say.
import { code, minus, numbered, plus } from "./cell.js";
import { orientations } from "./shape.js";
import { homing } from "./wrapping.js";

// Call `found` for each placement of a piece: its number, the ascending numbers of its cells, their colours if it has
// any, and on a board that wraps round the cells in the order of the piece, as they are before.
/** @type {(puzzle: Puzzle, found: Found) => void} */
export function piecesOn(puzzle, found) {
  const { grid, board, pieces, wrap } = puzzle;
  const home = homing(puzzle);
  const number = numbered(board);
  const kinds = board.map((cell) => grid.kind(cell));
  /** @type {(turn: { cells: Vector[] }) => number} */
  const first = ({ cells }) => grid.kind(cells[0]);
  /** @type {Map<string, ReturnType<typeof orientations>>} */
  const known = new Map(); // of equal shapes
  pieces.forEach((piece, p) => {
    if (piece.cells.length > board.length) return;
    const shape = { ...piece, colours: puzzle.coloured ? piece.colours : null };
    const name = `${shape.mirror}:${shape.rotate}:${shape.cells.map(code)}:${shape.colours}`;
    const every = known.get(name) ?? orientations(shape, grid);
    known.set(name, every);
    const seen = new Set();
    /** @type {(ahead: Vector[], colours: number[] | null, at: number) => void} */
    const lay = (ahead, colours, at) => {
      /** @type {number[]} */
      const covered = [];
      for (const step of ahead) {
        const item = number.get(code(home(plus(board[at], step))));
        if (item === undefined || !goes(puzzle, colours?.[covered.length], item)) return;
        covered.push(item);
      }
      const order = [...covered.keys()].sort((a, b) => covered[a] - covered[b]);
      const items = order.map((i) => covered[i]);
      const hues = colours && order.map((i) => colours[i]);
      if (wrap) {
        // a piece may overlap itself, and several of its orientations may cover the same cells
        const once = `${items}:${hues}`;
        if (seen.has(once) || items.some((item, i) => item === items[i + 1])) return;
        seen.add(once);
      }
      found(p, items, hues, wrap ? ahead.map((step) => plus(board[at], step)) : null);
    };
    const turns = wrap ? every : every.toSorted((a, b) => first(a) - first(b));
    for (const { cells, colours } of turns) {
      const kind = grid.kind(cells[0]);
      const ahead = cells.map((cell) => minus(cell, cells[0]));
      kinds.forEach((here, at) => here === kind && lay(ahead, colours, at));
    }
  });
}

// Whether a cell of this colour may lie on a cell of the board.
/** @type {(puzzle: Puzzle, colour: number | undefined, cell: number) => boolean} */
function goes({ colours, pairs }, colour, cell) {
  return (
    !colour ||
    !colours?.[cell] ||
    (pairs === "equal" ? colour === colours[cell] : pairs.has(`${colour},${colours[cell]}`))
  );
}
