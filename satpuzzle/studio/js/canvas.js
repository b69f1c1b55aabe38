// The sheet: cells of a flat board, or of one layer of a board in space, drawn from above as SVG.
import { outline } from "./body.js";
import { boxOf, mean } from "./cell.js";
import { inkOn, paintAbove } from "./paint.js";
import { s } from "./dom.js";
import { around, nearest, sorted } from "./lists.js";

export const UNITS = 100; // of the picture, for a length of 1
const LETTER = 0.34; // the largest size of letters
const ROOM = 2; // the largest size of a letter, in distances of its place from the sides of its cell

/** @type {(points: number[][], close?: boolean) => string} */
export const path = (points, close = true) =>
  `M${points.map(([x, y]) => `${(x * UNITS).toFixed(1)} ${(y * UNITS).toFixed(1)}`).join("L")}${close ? "z" : ""}`;
/** @type {(ends: number[][][]) => string} */
export const lines = (ends) => ends.map((each) => path(each, false)).join("");

// Return the bounding box [left, far, right, near] of cells.
/** @type {(cells: Vector[], grid: Grid) => number[]} */
export const extent = (cells, grid) => boxOf(cells.flatMap((cell) => boxOf(grid.section(cell)))).flat();

/** @type {(box: number[], margin?: number) => string} */
export const viewBox = ([left, far, right, near], margin = 0.15) =>
  [left - margin, far - margin, right - left + 2 * margin, near - far + 2 * margin]
    .map((x) => (x * UNITS).toFixed(1))
    .join(" ");

// One cell as a path; several cells as one path.
/** @type {(cell: Vector, grid: Grid, properties?: Properties) => any} */
export const cellPath = (cell, grid, properties) => s("path", { d: path(grid.section(cell)), ...properties });
/** @type {(cells: Vector[], grid: Grid, properties?: Properties) => any} */
export const cellsPath = (cells, grid, properties) =>
  s("path", { d: cells.map((cell) => path(grid.section(cell))).join(""), ...properties });

/** @type {(a: number[], b: number[]) => number} */
const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

// The distance of a point from the line through two others.
/** @type {(point: number[], ends: number[][]) => number} */
const fromLine = ([x, y], [a, b]) => Math.abs((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) / distance(a, b);

// A letter at a place, small enough for the sides around it.
/** @type {(letter: string, place: number[], sides: number[][][], fill: string) => any} */
function written(letter, place, sides, fill) {
  const size = Math.min(LETTER, ...sides.map((side) => ROOM * fromLine(place, side)));
  const style = { fill, "font-size": `${(size * UNITS).toFixed(1)}px` };
  return s("text", { x: place[0] * UNITS, y: place[1] * UNITS, style }, letter);
}

// Whether a letter has room at a point of a piece: the point is in one of its cells, and no side of its outline, `ends`, is near.
/** @type {(point: number[], cells: Vector[], ends: number[][][], grid: Grid) => boolean} */
const roomy = (point, cells, ends, grid) =>
  ends.every((side) => toSide(point, side) > LETTER) && cellAt(point, cells, grid) !== null;

/** @type {(point: number[], side: number[][]) => number} */
function toSide(point, [a, b]) {
  const [x, y] = [b[0] - a[0], b[1] - a[1]];
  const part = Math.min(1, Math.max(0, ((point[0] - a[0]) * x + (point[1] - a[1]) * y) / (x * x + y * y)));
  return distance(point, [a[0] + part * x, a[1] + part * y]);
}

// A piece as one shape: its cells filled, and the outline around them.  Its letter stands in its middle, or where there is no
// room, in the cell that is nearest to it.
/** @type {(cells: Vector[], grid: Grid, style: Style) => any} */
export function pieceShape(cells, grid, { colour, hues, spots, ink = "", letter = "", patches = null, ...properties }) {
  const painted = patches ?? paintAbove(cells, grid, { hues, spots });
  const middle = mean(cells.map((cell) => grid.centre(cell)));
  const ends = outline(cells, grid);
  const home = nearest(cells, (cell) => distance(grid.centre(cell), middle)) ?? cells[0];
  const within = letter && !painted.length && roomy(middle, cells, ends, grid);
  const corners = grid.section(home);
  const [place, sides] = within ? [middle, []] : [mean(corners), around(corners)];
  const below = painted.find((patch) => distance(mean(patch.corners), grid.centre(home)) < 0.1);
  const fill = below ? inkOn(below.fill) : ink;
  return s("g", { class: "piece", ...properties }, [
    cellsPath(cells, grid, { class: "fill", style: { fill: colour, stroke: colour } }),
    painted.map((patch) => s("path", { d: path(patch.corners), style: { fill: patch.fill } })),
    s("path", { class: "outline", d: lines(ends) }),
    letter && written(letter, place, sides, fill),
  ]);
}

// A pattern of the picture, `url(#hatch)`: hatching.
export const hatch = () =>
  s("pattern", { id: "hatch", width: 16, height: 16, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, [
    s("path", { d: "M4 0V16", style: { stroke: "var(--soft)", "stroke-width": "5" } }),
  ]);

// Return the position of a pointer in the picture, in units of the grid.
/** @type {(svg: SVGSVGElement, event: MouseEvent) => number[]} */
export function pointAt(svg, event) {
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM()?.inverse());
  return [at.x / UNITS, at.y / UNITS];
}

// Return the one of these cells whose section contains a point, or null.
/** @type {(point: number[], cells: Vector[], grid: Grid) => Vector | null} */
export function cellAt([x, y], cells, grid) {
  /** @type {(side: number[][]) => boolean} */
  const crossed = ([[ax, ay], [bx, by]]) => ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax;
  return cells.find((cell) => around(grid.section(cell)).filter(crossed).length % 2) ?? null;
}

// The layers that cells lie in, the lowest first; a flat board has one.
/** @type {(cells: Vector[], grid: Grid) => number[]} */
export const layersOf = (cells, grid) => (grid.flat ? [0] : sorted(new Set(cells.map((cell) => cell[2]))));
/** @type {(cells: Vector[], grid: Grid, z: number) => Vector[]} */
export const inLayer = (cells, grid, z) => (grid.flat ? cells : cells.filter((cell) => cell[2] === z));
