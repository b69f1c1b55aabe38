// The sheet: cells of a flat board, or of one layer of a board in space, drawn from above as SVG.
import { outline, sectionOf } from "./body.js";
import { inkOn, paintAbove } from "./paint.js";
import { s } from "./dom.js";
import { nearest } from "./nearest.js";

export const UNITS = 100; // of the picture, for a length of 1

export const path = (points, close = true) =>
  `M${points.map(([x, y]) => `${(x * UNITS).toFixed(1)} ${(y * UNITS).toFixed(1)}`).join("L")}${close ? "z" : ""}`;

// Return the bounding box [left, far, right, near] of cells.
export function extent(cells, grid) {
  const points = cells.flatMap((cell) => sectionOf(cell, grid));
  return [
    Math.min(...points.map(([x]) => x)),
    Math.min(...points.map(([, y]) => y)),
    Math.max(...points.map(([x]) => x)),
    Math.max(...points.map(([, y]) => y)),
  ];
}

/** @type {(box: number[], margin?: number) => string} */
export const viewBox = ([left, far, right, near], margin = 0.15) =>
  [left - margin, far - margin, right - left + 2 * margin, near - far + 2 * margin]
    .map((x) => (x * UNITS).toFixed(1))
    .join(" ");

// One cell as a path.
export const cellPath = (cell, grid, properties) => s("path", { d: path(sectionOf(cell, grid)), ...properties });

// A piece as one shape: its cells filled, and the outline around them.  A flat piece's letter stands in a cell of it.
export function pieceShape(
  cells,
  grid,
  {
    colour,
    ink,
    letter,
    hues,
    spots,
    patches = paintAbove(cells, grid, { hues, spots }).map(({ fill, corners }) => [fill, inkOn(fill), corners]),
    ...properties
  },
) {
  const middle = [0, 1].map((i) => cells.reduce((sum, cell) => sum + grid.centre(cell)[i], 0) / cells.length);
  const away = (cell) =>
    Math.hypot(
      ...grid
        .centre(cell)
        .slice(0, 2)
        .map((x, i) => x - middle[i]),
    );
  const home = grid.centre(nearest(cells, away));
  const below = patches.find(([, , corners]) =>
    [0, 1].every((i) => Math.abs(corners.reduce((sum, corner) => sum + corner[i], 0) / corners.length - home[i]) < 0.1),
  );
  return s("g", { class: "piece", ...properties }, [
    s("path", {
      class: "fill",
      d: cells.map((cell) => path(sectionOf(cell, grid))).join(""),
      style: { fill: colour, stroke: colour },
    }),
    patches.map(([fill, , corners]) => s("path", { d: path(corners), style: { fill } })),
    s("path", {
      class: "outline",
      d: outline(cells, grid)
        .map((ends) => path(ends, false))
        .join(""),
    }),
    letter && s("text", { x: home[0] * UNITS, y: home[1] * UNITS, style: { fill: below?.[1] ?? ink } }, letter),
  ]);
}

// Return the position of a pointer in the picture, in units of the grid.
export function pointAt(svg, event) {
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  return [at.x / UNITS, at.y / UNITS];
}

// Return the one of these cells whose section contains a point, or null.
export function cellAt(point, cells, grid) {
  return cells.find((cell) => inPolygon(point, sectionOf(cell, grid))) ?? null;
}

function inPolygon([x, y], corners) {
  let inside = false;
  corners.forEach(([ax, ay], i) => {
    const [bx, by] = corners[(i + 1) % corners.length];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  });
  return inside;
}

// The layers that cells lie in, the lowest first; a flat board has one.
export const layersOf = (cells, grid) =>
  grid.flat ? [0] : [...new Set(cells.map((cell) => cell[2]))].sort((a, b) => a - b);
export const inLayer = (cells, grid, z) => (grid.flat ? cells : cells.filter((cell) => cell[2] === z));
