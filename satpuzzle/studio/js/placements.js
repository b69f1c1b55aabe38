// Enumerates all placements of the pieces on the board, and makes the exact cover.
//
// Items are the board's cells, then the pieces, then the items of rules, or the edges of tiles; placements must agree on
// the colours of edges, and of the last items of rules.  An option is a placement.  Options have the order that they have in Python: by piece, by the kind of
// the first cell, by orientation, by place.  If the number of empty cells is counted, there is one more piece: its
// placements, the last ones, are the cells that may stay empty.
import { UNBOUNDED } from "./cover.js";
import { piecesOn } from "./lying.js";
import { sum } from "./lists.js";
import { Edges } from "./edges.js";
import { Ruled } from "./ruled.js";
import { turned } from "./tiles.js";
import { Complaint, words } from "./words.js";

const MOST_OPTIONS = 400_000;
const FEW = 8; // as many times as many cells must be optional, in excess of those to fill, if empty ones are to be counted

// Return the cover of a puzzle: its options, each an ascending list of items, and the bounds of its items.
//
// `further` is the number of cells and pieces, `plain` that of items without colours.  The others are in `sizes`, with
// their numbers of colours.  If there are colours, `hues` has for each option the hue of each of its items.  On a cell it
// is the colour of the piece, 0 for none; on an item with colours, see edges.js.  With `counting`, the number of empty cells
// is counted if there can be any.
/** @type {(puzzle: Puzzle, counting?: boolean) => Cover} */
export function coverOf(puzzle, counting = false) {
  const { board, optional, pieces } = puzzle;
  const edges = puzzle.tiled ? new Edges(puzzle) : null;
  const ruled = new Ruled(puzzle);
  const empties = emptiesOf(puzzle, counting || ruled.empties);
  const counted = empties?.max ? [...pieces, empties] : pieces;
  const further = board.length + counted.length;
  const plain = further + ruled.plain;
  const bounds = [
    ...optional.map((free) => [free && !empties ? 0 : 1, 1]),
    ...counted.map(({ min, max }) => [min, max]),
    ...ruled.items.map(({ low, high }) => [low, high]),
    ...(edges?.sizes ?? []).map(() => [0, UNBOUNDED]),
  ];
  /** @type {Cover} */
  const cover = {
    cells: board.length,
    further,
    plain,
    items: bounds.length,
    sizes: edges?.sizes ?? [],
    lower: bounds.map(([low]) => low),
    upper: bounds.map(([, high]) => high),
    placing: 0, // the number of options that place pieces; by the others, cells stay empty
    options: [],
    hues: plain < bounds.length || puzzle.coloured ? [] : null,
    sides: edges ? [] : null, // of each tile, as it lies
    shapes: puzzle.wrap && !edges ? [] : null, // the cells of each placement, before the board wraps round
    pieceOf: [],
    barred: [], // the placements that rules take away
  };
  /** @type {(piece: number, cells: number[], colours: number[] | null, more: [number, number][]) => void} */
  const add = (piece, cells, colours, more) => {
    if (cover.options.length === MOST_OPTIONS) throw new Complaint(words.tooManyPlacements(MOST_OPTIONS));
    cover.options.push([...cells, board.length + piece, ...more.map(([item]) => further + item)]);
    cover.hues?.push([...(colours ?? cells.map(() => 0)), 0, ...more.map(([, hue]) => hue)]);
    cover.pieceOf.push(piece);
  };
  if (edges)
    tilesOn(puzzle, edges, (piece, cell, way) => {
      const inOrder = [...edges.covered(cell, way)].sort(([a], [b]) => a - b);
      add(piece, [cell], null, inOrder);
      cover.sides?.push(way.join(""));
    });
  else
    piecesOn(puzzle, (piece, cells, colours, shape) => {
      if (!ruled.allows(piece, cells, colours)) {
        const hues = [...(colours ?? cells.map(() => 0)), 0];
        cover.barred.push({ items: [...cells, board.length + piece], hues, piece });
        return;
      }
      add(piece, cells, colours, ruled.covered(piece, cells, colours));
      if (shape) cover.shapes?.push(shape);
    });
  cover.placing = cover.options.length;
  if (counted !== pieces)
    optional.forEach((free, cell) => free && add(pieces.length, [cell], null, ruled.covered(-1, [cell])));
  if (!edges) cover.sizes = ruled.sizes; // as many colours as there were
  return cover;
}

// Return volumes: the smallest and the largest number of cells of all pieces, the number of cells of the board, and the
// number of its cells that must be covered.
/** @type {(puzzle: Puzzle) => { cells: number; required: number; least: number; most: number }} */
export function volumes({ board, optional, pieces, empty }) {
  /** @type {(key: "min" | "max") => number} */
  const all = (key) => sum(pieces, (piece) => piece.cells.length * piece[key]);
  const free = optional.filter(Boolean).length;
  const required = board.length - Math.min(free, empty ?? free);
  return { cells: board.length, required, least: all("min"), most: all("max") };
}

// Return the smallest and the largest number of empty cells if a cover counts them, otherwise null (Puzzle.empties in
// Python): it does if there could be more than allowed, if a rule has items for them, and if there can be few on a board
// of mostly optional cells.
/** @type {(puzzle: Puzzle, asked: boolean) => { min: number; max: number } | null} */
function emptiesOf(puzzle, asked) {
  const { cells, required, least, most } = volumes(puzzle);
  const free = puzzle.optional.filter(Boolean).length;
  const max = Math.min(cells - required, cells - least);
  const limited = max < Math.min(cells - least, free);
  const few = max >= 0 && FEW * max <= Math.max(0, 2 * free - cells);
  return free && (limited || few || (max >= 0 && asked))
    ? { min: Math.min(max, Math.max(0, cells - most)), max }
    : null;
}

// Call `found` for each placement of a tile: its number, the cell, and its sides as it lies.
/** @type {(puzzle: Puzzle, edges: Edges, found: (piece: number, cell: number, way: string[]) => void) => void} */
function tilesOn({ grid, board, pieces, rotate }, edges, found) {
  const kinds = board.map((cell) => grid.kind(cell));
  pieces.forEach(({ sides = "", mirror }, piece) =>
    turned(sides, grid, rotate, mirror).forEach((ways, kind) => {
      for (const way of ways.map((word) => [...word]))
        kinds.forEach((here, cell) => {
          if (here === kind && edges.allows(cell, way)) found(piece, cell, way);
        });
    }),
  );
}
