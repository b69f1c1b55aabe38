// A *way* is how a placed piece is painted, since its cells do not tell: the sides of a tile as it lies, or the colours of
// a piece's cells in ascending order, separated by commas; null for other pieces.
import { ascending, code } from "./cell.js";
import { beyond, sidesOf, turned } from "./tiles.js";
import { normalised, orientations } from "./shape.js";

// Return the way in which a piece is painted as it is listed.
/** @type {(piece: Piece, puzzle: Puzzle) => string | null} */
export function wayOf(piece, puzzle) {
  if (piece.sides) return piece.sides;
  return puzzle.coloured && piece.colours ? piece.colours.join() : null;
}

// Return the piece that an option places, its cells and its way.
/** @type {(cover: Cover, option: number, board: Vector[]) => Placed} */
export function placedBy(cover, option, board) {
  const cells = cover.options[option].filter((item) => item < cover.cells).map((cell) => board[cell]);
  return { piece: cover.pieceOf[option], cells, way: wayOfOption(cover, option) };
}

/** @type {(cover: Cover, option: number) => string | null} */
function wayOfOption(cover, option) {
  if (cover.sides) return cover.sides[option];
  if (!cover.hues) return null;
  const colours = cover.hues[option].filter(
    (/** @type {number} */ _, /** @type {number} */ i) => cover.options[option][i] < cover.cells,
  );
  return colours.some(Boolean) ? colours.join() : null;
}

// Pieces on the board, as a link and the browser keep them.
/** @type {(placed: Placed[]) => any[][]} */
export const laid = (placed) =>
  placed.map(({ piece, cells, way, fixed }) =>
    fixed ? [piece, cells, way ?? null, true] : [piece, cells, ...(way ? [way] : [])],
  );

// Return placed pieces with the number of each copy among those of its piece.
/** @type {(placed: Placed[]) => Copied[]} */
export function copied(placed) {
  const copies = new Map();
  return placed.map((each) => {
    const copy = copies.get(each.piece) ?? 0;
    copies.set(each.piece, copy + 1);
    return { ...each, copy };
  });
}

// The name of a shape in an orientation.
/** @type {(cells: Vector[], way: string | null | undefined, grid: Grid) => string} */
export const nameOf = (cells, way, grid) => `${normalised(cells, grid).map(code)}${way ? `/${way}` : ""}`;

// Return a placed piece, {cells, way}, after a rotation or reflection of the grid.
/** @type {(piece: Lying, turn: Isometry, grid: Grid, tiled: boolean) => Lying} */
export function turnedPiece({ cells, way }, turn, grid, tiled) {
  if (tiled) {
    const image = grid.turned(turn, [cells[0], ...beyond(cells[0], grid)]);
    return { cells: [image[0]], way: sidesOf(image, [...(way ?? "")], grid) };
  }
  const colours = way?.split(",");
  const image = grid
    .turned(turn, cells)
    .map((cell, i) => ({ cell, colour: colours?.[i] }))
    .sort((a, b) => ascending(a.cell, b.cell));
  return { cells: image.map(({ cell }) => cell), way: way && image.map(({ colour }) => colour).join() };
}

// Return the names of the orientations of a piece, with its ways.
/** @type {(piece: Piece, puzzle: Puzzle) => string[]} */
export function namesOf(piece, { grid, rotate, coloured, tiled }) {
  if (tiled)
    return turned(piece.sides ?? "", grid, rotate, piece.mirror).flatMap((ways, kind) =>
      ways.map((way) => nameOf([grid.kinds[kind]], way, grid)),
    );
  const shape = { ...piece, colours: coloured ? piece.colours : null };
  return orientations(shape, grid).map(({ cells, colours }) => nameOf(cells, colours?.join(), grid));
}
