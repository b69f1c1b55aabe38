// The map of a board: a flat board as it is, another one as its layers side by side.  Pieces are placed on it.
import { outline } from "./body.js";
import { openCells } from "./calendar.js";
import {
  cellPath,
  cellsPath,
  extent,
  inLayer,
  layersOf,
  lines,
  pieceShape,
  pointAt,
  UNITS,
  viewBox,
} from "./canvas.js";
import { s } from "./dom.js";
import { nearest, sum } from "./lists.js";
import { words } from "./words.js";

const GAP = 0.6; // between layers
const CAPTION = 0.45; // below a layer, for its number
const LETTER = 0.28; // of a caption, its width
const NEAR = 0.75; // the largest distance from a cell's centre at which a pointer outside all cells selects it

// What stands below a layer.
/** @type {(layer: number) => string} */
export const numberOf = (layer) => (layer ? `${layer + 1}` : words.lowest);

// Put rectangles of these sizes, in their order, in rows that are at most so wide, on the bottom of their row: the places of
// their corners, and the size of all.
/** @type {(sizes: number[][], most: number) => { places: number[][]; size: number[] }} */
function inRows(sizes, most) {
  /** @type {{ wide: number; high: number; sizes: number[][] }[]} */
  const rows = [];
  for (const each of sizes) {
    const [wide, high] = each;
    let row = rows.at(-1);
    if (!row || row.wide + GAP + wide > most) rows.push((row = { wide: -GAP, high: 0, sizes: [] }));
    Object.assign(row, { wide: row.wide + GAP + wide, high: Math.max(row.high, high), sizes: [...row.sizes, each] });
  }
  /** @type {number[][]} */
  const places = [];
  let bottom = -GAP;
  for (const row of rows) {
    bottom += GAP + row.high;
    let left = 0;
    for (const [wide, high] of row.sizes) {
      places.push([left, bottom - high]);
      left += wide + GAP;
    }
  }
  return { places, size: [Math.max(...rows.map(({ wide }) => wide)), bottom] };
}

// The middles of the cells of the layer below that are not straight below a cell, within the box of these cells: where balls rest.
/** @type {(cells: Vector[], lower: Vector[], grid: Grid) => Vector[]} */
function below(cells, lower, grid) {
  const own = cells.map((cell) => grid.centre(cell));
  /** @type {(point: Vector) => boolean} */
  const covered = ([x, y]) => own.some((each) => Math.hypot(each[0] - x, each[1] - y) < 0.01);
  const [left, far, right, near] = extent(cells, grid);
  /** @type {(point: Vector) => boolean} */
  const inside = ([x, y]) => x > left && x < right && y > far && y < near;
  const points = lower.map((cell) => grid.centre(cell));
  return points.some(covered) ? [] : points.filter(inside);
}

export class BoardMap {
  // `aspect` is the aspect ratio (width to height) of the space for the map; below layers there may be room for captions.
  /** @param {Puzzle} puzzle @param {number} aspect @param {boolean} captioned */
  constructor(puzzle, aspect = 1, captioned = !puzzle.grid.flat) {
    const { grid, board, frame } = puzzle;
    this.grid = grid;
    this.board = board;
    this.frame = frame;
    const all = [...board, ...frame, ...openCells(puzzle).map(({ cell }) => cell)];
    const layers = layersOf(board, grid);
    const boxes = layers.map((z) => extent(inLayer(all, grid, z), grid));
    this.captions = captioned && layers.length > 1 ? layers.map((_, i) => numberOf(i)) : null;
    const sizes = boxes.map(([left, far, right, near], i) => [
      Math.max(right - left, LETTER * (this.captions?.[i].length ?? 0)),
      near - far + (this.captions ? CAPTION : 0),
    ]);
    const shelves = sizes.map((_, i) =>
      inRows(
        sizes,
        sum(sizes.slice(0, i + 1), ([wide]) => wide + GAP),
      ),
    );
    const { size, places } = nearest(shelves, ({ size: [wide, high] }) => Math.max(wide / aspect, high)) ?? shelves[0];
    // the first layer is where its cells are
    const [left, far] = [boxes[0][0] - places[0][0], boxes[0][1] - places[0][1]];
    this.layers = layers.map((z, i) => ({
      z,
      shift: [left + places[i][0] - boxes[i][0], far + places[i][1] - boxes[i][1]],
      cells: inLayer(board, grid, z),
    }));
    this.box = [left, far, left + size[0], far + size[1]];
  }

  // Draw the board's cells, on which pieces are placed, with the numbers of its layers.
  /** @type {(look: BoardLook) => any[]} */
  ground({ spots, border }) {
    const number = new Map(this.board.map((cell, i) => [cell, i]));
    const { grid } = this;
    /** @type {(cell: Vector) => string | undefined} */
    const hueOf = (cell) => spots?.[number.get(cell) ?? -1];
    /** @type {(cell: Vector) => any} */
    const spot = (cell) => cellPath(cell, grid, { class: "spot", style: { fill: hueOf(cell) } });
    return this.layers.map(({ cells, shift, z }, i) => {
      const around = {
        style: border ? { stroke: border } : {},
        d: grid.bodies[0].radius ? "" : lines(outline(cells, grid)),
      };
      const [left, , , near] = extent(cells, grid);
      const caption = { x: (left + 0.1) * UNITS, y: (near + 0.3) * UNITS };
      return this.#shifted(shift, [
        cellsPath(cells, grid, { class: "ground" }),
        cells.filter(hueOf).map(spot),
        inLayer(this.frame, grid, z).map((cell) => cellPath(cell, grid, { class: "cell frame" })),
        s("path", { class: "border", ...around }),
        below(cells, this.layers[i - 1]?.cells ?? [], grid).map(([x, y]) =>
          s("circle", { class: "below", cx: x * UNITS, cy: y * UNITS, r: 0.08 * UNITS }),
        ),
        this.captions && s("text", { class: "caption", ...caption }, this.captions[i]),
      ]);
    });
  }

  // A piece, in each layer that it is in.
  /** @type {(cells: Vector[], style: Style) => any} */
  piece(cells, style) {
    const { spots } = style;
    const parts = this.layers.flatMap(({ z, shift }) => {
      const here = inLayer(cells, this.grid, z);
      const look = { ...style, spots: spots && here.map((cell) => spots[cells.indexOf(cell)]) };
      return here.length ? [this.#shifted(shift, [pieceShape(here, this.grid, look)])] : [];
    });
    return s("g", {}, parts);
  }

  /** @type {(shift: number[], children: any[]) => any} */
  #shifted(shift, children) {
    const [x, y] = shift;
    return s("g", { transform: `translate(${(x * UNITS).toFixed(1)} ${(y * UNITS).toFixed(1)})` }, children);
  }

  /** @type {(properties: Properties, ...children: any[]) => any} */
  svg(properties, ...children) {
    return s("svg", { class: "picture map", viewBox: viewBox(this.box), ...properties }, ...children);
  }

  // Return the cell of the board that a pointer selects, or null.
  /** @type {(svg: SVGSVGElement, event: MouseEvent) => Vector | null} */
  cellAt(svg, event) {
    const point = pointAt(svg, event);
    const shifted = this.layers.flatMap(({ cells, shift }) => cells.map((cell) => ({ cell, shift })));
    /** @type {(shifted: { cell: Vector; shift: number[] }) => number} */
    const away = ({ cell, shift }) => {
      const [x, y] = this.grid.centre(cell);
      return Math.hypot(point[0] - shift[0] - x, point[1] - shift[1] - y);
    };
    return nearest(shifted, away, NEAR)?.cell ?? null;
  }
}
