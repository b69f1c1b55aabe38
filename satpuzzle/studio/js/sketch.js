// Small pictures: shapes and puzzles as SVG, flat ones from above, others from a corner.
import { bodyOf } from "./body.js";
import { extent, lines, path, pieceShape, UNITS, viewBox } from "./canvas.js";
import { boxOf, dot, minus, plus, unit } from "./cell.js";
import { s } from "./dom.js";
import { looks, paintAround } from "./paint.js";

const EMPTY = "#b4bac3"; // the colour of an empty board
const MARGIN = 0.075;
const LEAST = 2.75; // the side of the smallest picture, so that small pieces do not look large
const EYE = unit([0.62, 0.9, 0.72]);
const LIGHT = unit([-0.3, 0.55, 0.9]);
const ACROSS = unit([EYE[1], -EYE[0], 0]);
const UPWARD = unit([-EYE[2] * EYE[0], -EYE[2] * EYE[1], 1 - EYE[2] ** 2]);

/** @type {(colour: string, at: number, light: number) => number} */
const part = (colour, at, light) => Math.round(Math.min(255, parseInt(colour.slice(at, at + 2), 16) * light));
/** @type {(colour: string, light: number) => string} */
const shaded = (colour, light) => `rgb(${[1, 3, 5].map((at) => part(colour, at, light))})`;

// Return a picture of figures, each {cells, colour}; a figure without a colour has that of an empty board.
/** @type {(figures: Figure[], grid: Grid, properties?: Properties) => any} */
export const sketch = (figures, grid, properties = {}) => framed(drawn(figures, grid), properties);

// A picture of placed pieces.
/** @type {(puzzle: Puzzle, placed: Placed[], palette: Palette) => SVGElement} */
export function pictureOf(puzzle, placed, palette) {
  const single = new Set(placed.map(({ piece }) => piece)).size < 2;
  const figures = placed.map(({ piece, cells, way }, i) => ({
    cells,
    colour: puzzle.pieces[piece].paint ?? palette(single ? i : piece),
    ...looks(puzzle, way, palette),
  }));
  return sketch(figures, puzzle.grid);
}

// Pictures of several shapes, each {cells, colour}, on one scale.
/** @type {(shapes: Figure[], grid: Grid, properties?: Properties) => any[]} */
export function sketches(shapes, grid, properties = {}) {
  const made = shapes.map((shape) => drawn([shape], grid));
  const sides = made.flatMap(({ box: [left, top, right, bottom] }) => [right - left, bottom - top]);
  const half = Math.max(shapes.every(({ cells }) => cells.length < 2) ? 0 : LEAST, ...sides) / 2;
  return made.map(({ box: [left, top, right, bottom], parts }) => {
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    return framed({ box: [x - half, y - half, x + half, y + half], parts }, properties);
  });
}

/** @type {(picture: Sketch, properties: Properties) => any} */
const framed = ({ box, parts }, properties) =>
  s("svg", { class: "sketch", viewBox: viewBox(box, MARGIN), "aria-hidden": "true", ...properties }, parts);

/** @type {(figures: Figure[], grid: Grid) => Sketch} */
function drawn(figures, grid) {
  const some = figures.filter(({ cells }) => cells.length).map((figure) => ({ colour: EMPTY, ...figure }));
  if (!some.length) return { box: [0, 0, 1, 1], parts: [] };
  if (!grid.flat) return solid(some, grid);
  const all = some.flatMap(({ cells }) => cells);
  /** @type {(figure: Figure) => Look} */
  const look = ({ colour, hues, spots }) => ({ colour, hues, spots });
  return { box: extent(all, grid), parts: some.map((figure) => pieceShape(figure.cells, grid, look(figure))) };
}

// Whether what is painted lies on a face, whose corners and normal are given.
/** @type {(corners: Vector[], face: Vector[], normal: Vector) => boolean} */
function on(corners, face, normal) {
  const [low, high] = boxOf(face);
  /** @type {(corner: Vector) => boolean} */
  const inside = (corner) => corner.every((x, i) => x > low[i] - 0.01 && x < high[i] + 0.01);
  return Math.abs(dot(minus(corners[0], face[0]), normal)) < 0.01 && corners.every(inside);
}

// Return the faces that are turned towards the viewer, the farthest first, and the box around them.
/** @type {(figures: (Figure & { colour: string })[], grid: Grid) => Sketch} */
function solid(figures, grid) {
  const found = []; // {depth, part}
  const seen = []; // points
  for (const { cells, colour, hues, spots } of figures) {
    const body = bodyOf(cells, grid);
    const paint = paintAround(cells, grid, { hues, spots }).polygons;
    const origin = grid.centre(cells[0]);
    /** @type {(place: Vector) => number} */
    const depthOf = (place) => dot(plus(place, origin), EYE);
    /** @type {(place: Vector) => number[]} */
    const flatten = (place) => [dot(plus(place, origin), ACROSS), -dot(plus(place, origin), UPWARD)];
    for (const ball of body.balls) {
      const [x, y] = flatten(ball);
      const r = grid.bodies[0].radius ?? 0;
      const circle = { cx: x * UNITS, cy: y * UNITS, r: r * UNITS };
      seen.push([x - r, y - r], [x + r, y + r]);
      found.push({
        depth: depthOf(ball),
        part: s("circle", { class: "face ball", ...circle, style: { fill: colour } }),
      });
    }
    body.faces.forEach((face, i) => {
      const normal = body.normals[i];
      if (dot(normal, EYE) < 1e-3) return;
      const corners = face.map((v) => body.vertices[v]);
      const depth = dot(grid.centre(cells[body.cellOf[i]]), EYE);
      const light = 0.72 + 0.28 * dot(normal, LIGHT);
      /** @type {(above: number, d: string, properties: Properties) => void} */
      const add = (above, d, properties) => found.push({ depth: depth + above, part: s("path", { d, ...properties }) });
      const shade = shaded(colour, light);
      const sharp = body.lines.filter(([a, b]) => face.includes(a) && face.includes(b));
      const edges = sharp.map((ends) => ends.map((v) => flatten(body.vertices[v])));
      seen.push(...corners.map(flatten));
      add(0, path(corners.map(flatten)), { class: "face", style: { fill: shade, stroke: shade } });
      for (const [hue, patch] of paint)
        if (on(patch, corners, normal)) add(5e-4, path(patch.map(flatten)), { style: { fill: shaded(hue, light) } });
      add(1e-3, lines(edges), { class: "edge" });
    });
  }
  return { box: boxOf(seen).flat(), parts: found.sort((a, b) => a.depth - b.depth).map((each) => each.part) };
}
