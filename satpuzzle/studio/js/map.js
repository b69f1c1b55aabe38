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
import { nearest } from "./lists.js";

const GAP = 0.6;
const CAPTION = 0.35; // between layers, and for the number below one
const NEAR = 0.75; // the largest distance from a cell's centre at which a pointer outside all cells selects it

export class BoardMap {
  // `aspect` is the aspect ratio (width to height) of the space for the map.
  /** @param {Puzzle} puzzle @param {number} aspect */
  constructor(puzzle, aspect = 1) {
    const { grid, board, frame } = puzzle;
    this.grid = grid;
    this.board = board;
    this.frame = frame;
    const all = [...board, ...frame, ...openCells(puzzle).map(({ cell }) => cell)];
    const layers = layersOf(board, grid);
    const [left, far, right, near] = extent(all, grid);
    const [wide, high] = [right - left + GAP, near - far + GAP + (grid.flat ? 0 : CAPTION)];
    /** @type {(columns: number) => number} */
    const scale = (columns) => Math.min(aspect / (columns * wide), 1 / (Math.ceil(layers.length / columns) * high));
    const numbers = layers.map((_, i) => i + 1);
    const across = nearest(numbers, (columns) => -scale(columns)) ?? 1;
    this.layers = layers.map((z, i) => ({
      z,
      shift: [(i % across) * wide, Math.floor(i / across) * high],
      cells: inLayer(board, grid, z),
    }));
    const rows = Math.ceil(layers.length / across);
    const used = Math.min(across, layers.length);
    this.box = [left, far, left + used * wide - GAP, far + rows * high - GAP];
  }

  // Draw the board's cells, on which pieces are placed.
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
      const caption = { x: (this.box[0] + 0.1) * UNITS, y: (extent(cells, grid)[3] + 0.3) * UNITS };
      return this.#shifted(shift, [
        cellsPath(cells, grid, { class: "ground" }),
        cells.filter(hueOf).map(spot),
        inLayer(this.frame, grid, z).map((cell) => cellPath(cell, grid, { class: "cell frame" })),
        s("path", { class: "border", ...around }),
        !grid.flat && s("text", { class: "caption", ...caption }, `${i + 1}`),
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
