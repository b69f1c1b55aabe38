// Small pictures: shapes and puzzles as SVG, flat ones from above, others from a corner.
import { bodyOf } from "./body.js";
import { extent, lines, path, pieceShape, UNITS, viewBox } from "./canvas.js";
import { boxOf, dot, minus, plus, times, unit } from "./cell.js";
import { s } from "./dom.js";
import { beads } from "./folding.js";
import { nearest } from "./lists.js";
import { looks, paintAround } from "./paint.js";

const EMPTY = "#b4bac3"; // the colour of an empty board
const MARGIN = 0.075;
const LEAST = 2.75; // the side of the smallest picture, so that small pieces do not look large
const EYE = unit([0.62, 0.9, 0.72]);
const LIGHT = unit([-0.3, 0.55, 0.9]);
const ACROSS = unit([EYE[1], -EYE[0], 0]);
export const AXES = [0, 1, 2].map((i) => [0, 0, 0].with(i, 1));
const READABLE = 0.3; // how far a side with a letter must face the viewer
const LONG = 2.5; // a piece; an arrow at a smaller one is smaller
const ARROW = [0.18, 0.42]; // width of an arrow's line, and of its head
const UPWARD = unit([-EYE[2] * EYE[0], -EYE[2] * EYE[1], 1 - EYE[2] ** 2]);

/** @type {(colour: string, at: number, light: number) => number} */
const part = (colour, at, light) => Math.round(Math.min(255, parseInt(colour.slice(at, at + 2), 16) * light));
/** @type {(colour: string, light: number) => string} */
const shaded = (colour, light) => `rgb(${[1, 3, 5].map((at) => part(colour, at, light))})`;

// Return a picture of figures, each {cells, colour}; a figure without a colour has that of an empty board.
/** @type {(figures: Figure[], grid: Grid, properties?: Properties) => any} */
export const sketch = (figures, grid, properties = {}) => framed(drawn(figures, grid), properties);

// A picture of placed pieces; the cells of a chain are in its order.
/** @type {(puzzle: Puzzle, placed: Placed[], palette: Palette) => SVGElement} */
export function pictureOf(puzzle, placed, palette) {
  const single = new Set(placed.map(({ piece }) => piece)).size < 2;
  /** @type {(one: Placed, i: number) => Figure[]} */
  const figuresOf = ({ piece, cells, way }, i) => {
    const { chain, paint } = puzzle.pieces[piece];
    const colour = paint ?? palette(single ? i : piece);
    return chain === undefined ? [{ cells, colour, ...looks(puzzle, way, palette) }] : beads(cells, colour);
  };
  return sketch(placed.flatMap(figuresOf), puzzle.grid);
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

// Return the faces that are turned towards the viewer, the farthest first, and the box around them.  A figure may have a
// `pose`, its letter is written if it is `lettered`, and of one that is `ghost` there are only the lines.
/** @type {(figures: (Figure & { colour: string })[], grid: Grid) => Sketch} */
function solid(figures, grid) {
  const found = []; // {depth, part}
  const seen = []; // points
  for (const { cells, colour, hues, spots, pose, lettered, letter, ink, ghost } of figures) {
    const body = bodyOf(cells, grid, Boolean(lettered));
    const paint = paintAround(cells, grid, { hues, spots });
    const { place: origin, axes } = pose ?? { place: grid.centre(cells[0]), axes: AXES };
    /** @type {(vector: Vector) => Vector} */
    const turned = (vector) => vector.reduce((sum, x, i) => plus(sum, times(axes[i], x)), [0, 0, 0]);
    /** @type {(place: Vector) => Vector} */
    const lying = (place) => plus(turned(place), origin);
    /** @type {(place: Vector) => number} */
    const depthOf = (place) => dot(lying(place), EYE);
    /** @type {(place: Vector) => number[]} */
    const flatten = (place) => flat(lying(place));
    /** @type {(cell: number) => Vector} */
    const centre = (cell) => minus(grid.centre(cells[cell]), grid.centre(cells[0]));
    if (ghost) {
      const edges = body.lines.map((ends) => ends.map((v) => flatten(body.vertices[v])));
      seen.push(...edges.flat());
      found.push({ depth: -Infinity, part: s("path", { d: lines(edges), class: "edge glass" }) });
      continue;
    }
    /** @type {(place: Vector, fill?: string) => any} */
    const written = (place, fill = ink) => {
      const [x, y] = flatten(place).map((along) => along * UNITS);
      return s("text", { x, y, style: { fill } }, letter);
    };
    for (const ball of body.balls) {
      const [x, y] = flatten(ball);
      const r = grid.bodies[0].radius ?? 0;
      const circle = { cx: x * UNITS, cy: y * UNITS, r: r * UNITS };
      seen.push([x - r, y - r], [x + r, y + r]);
      found.push({
        depth: depthOf(ball),
        part: s("circle", { class: "face ball", ...circle, style: { fill: colour } }),
      });
      if (lettered && letter) found.push({ depth: depthOf(ball) + 1e-3, part: written(ball) });
    }
    body.faces.forEach((face, i) => {
      const normal = turned(body.normals[i]);
      if (dot(normal, EYE) < 1e-3) return;
      const corners = face.map((v) => body.vertices[v]);
      const depth = depthOf(centre(body.cellOf[i]));
      const light = 0.72 + 0.28 * dot(normal, LIGHT);
      /** @type {(above: number, d: string, properties: Properties) => void} */
      const add = (above, d, properties) => found.push({ depth: depth + above, part: s("path", { d, ...properties }) });
      const shade = shaded(colour, light);
      const sharp = body.lines.filter(([a, b]) => face.includes(a) && face.includes(b));
      const edges = sharp.map((ends) => ends.map((v) => flatten(body.vertices[v])));
      seen.push(...corners.map(flatten));
      add(0, path(corners.map(flatten)), { class: "face", style: { fill: shade, stroke: shade } });
      for (const [hue, patch] of paint.polygons)
        if (on(patch, corners, body.normals[i]))
          add(5e-4, path(patch.map(flatten)), { style: { fill: shaded(hue, light) } });
      add(1e-3, lines(edges), { class: "edge" });
    });
    if (!lettered || !letter) continue;
    /** @type {(place: Vector) => string | undefined} */
    const inkAt = (place) => paint.inks.find(([at]) => Math.hypot(...minus(at, place)) < 0.01)?.[1];
    const readable = body.letters.filter(({ normal }) => dot(turned(normal), EYE) > READABLE);
    const above = nearest(readable, ({ place, normal }) => -4 * turned(normal)[2] - depthOf(place));
    for (const { place } of lettered === "once" ? [above ?? []].flat() : readable)
      found.push({ depth: depthOf(cellBelow(place, cells, grid)) + 2e-3, part: written(place, inkAt(place)) });
  }
  return { box: boxOf(seen).flat(), parts: found.sort((a, b) => a.depth - b.depth).map((each) => each.part) };
}

// The centre of the cell that is nearest to a place on the surface of a piece, both relative to the first cell's.
/** @type {(place: Vector, cells: Vector[], grid: Grid) => Vector} */
function cellBelow(place, cells, grid) {
  const centres = cells.map((cell) => minus(grid.centre(cell), grid.centre(cells[0])));
  return nearest(centres, (centre) => Math.hypot(...minus(centre, place))) ?? place;
}

/** @type {(place: Vector) => number[]} */
const flat = (place) => [dot(place, ACROSS), -dot(place, UPWARD)];

// Pictures of several scenes on one scale, each with an arrow from one place in space to another, if it has one.
/** @type {(scenes: Building[], grid: Grid) => any[]} */
export function scenes(all, grid) {
  /** @type {(figures: Figure[]) => Sketch} */
  const drawnIn = (figures) => solid(/** @type {(Figure & { colour: string })[]} */ (figures), grid);
  const made = all.map(({ figures, coming, arrow }) => {
    const { box, parts } = drawnIn(figures);
    const [left, top, right, bottom] = drawnIn(coming).box;
    const size = Math.min(1, Math.max(right - left, bottom - top) / LONG);
    const line = arrow && arrowOf(flat(arrow[0]), flat(arrow[1]), size);
    return { box, parts: [...parts, line] };
  });
  const sizes = made.map(({ box: [left, top, right, bottom] }) => [right - left, bottom - top]);
  const [wide, high] = [0, 1].map((axis) => Math.max(...sizes.map((size) => size[axis])));
  return made.map(({ box: [left, , right, bottom], parts }) => {
    const x = (left + right) / 2;
    return framed({ box: [x - wide / 2, bottom - high, x + wide / 2, bottom], parts }, {});
  });
}

// An arrow that can be seen on every colour: black on white; nothing if it points to the viewer or away.
/** @type {(from: number[], to: number[], size: number) => any} */
function arrowOf(from, to, size) {
  const way = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(...way);
  if (length < 1e-6) return null;
  const [x, y] = way.map((along) => along / length);
  const [line, head] = ARROW.map((wide) => size * wide);
  const long = Math.max(length, 3.5 * head);
  /** @type {(along: number, aside: number) => number[]} */
  const at = (along, aside) => [to[0] - along * x - aside * y, to[1] - along * y + aside * x];
  const outline = [
    at(long, line / 2),
    at(2 * head, line / 2),
    at(2 * head, head),
    at(0, 0),
    at(2 * head, -head),
    at(2 * head, -line / 2),
    at(long, -line / 2),
  ];
  return s("path", { class: "arrow", d: path(outline) });
}
