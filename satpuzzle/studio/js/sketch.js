// Small pictures: shapes and puzzles as SVG, flat ones from above, others from a corner.
import { bodyOf, outline, sectionOf } from "./body.js";
import { dot, minus, plus } from "./cell.js";
import { paintAbove, paintAround } from "./paint.js";
import { s } from "./dom.js";

const EMPTY = "#b4bac3"; // the colour of an empty board
const UNIT = 40; // of the picture, for a length of 1
const EYE = unit([0.62, 0.9, 0.72]);
const LIGHT = unit([-0.3, 0.55, 0.9]);
const ACROSS = unit([EYE[1], -EYE[0], 0]);
const UPWARD = unit([-EYE[2] * EYE[0], -EYE[2] * EYE[1], 1 - EYE[2] ** 2]);

function unit(vector) {
  const length = Math.sqrt(dot(vector, vector));
  return vector.map((x) => x / length);
}

const text = (points) => points.map(([x, y]) => `${(x * UNIT).toFixed(1)},${(y * UNIT).toFixed(1)}`).join(" ");

const shaded = (colour, light) =>
  `#${[1, 3, 5]
    .map((at) =>
      Math.round(Math.min(255, parseInt(colour.slice(at, at + 2), 16) * light))
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;

// Return a picture of figures, each {cells, colour}; a figure without a colour has that of an empty board.
export function sketch(figures, grid, properties = {}) {
  const some = figures.filter(({ cells }) => cells.length);
  const parts = [];
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  const seen = (points) =>
    points.forEach(([x, y]) => {
      box[0] = Math.min(box[0], x);
      box[1] = Math.min(box[1], y);
      box[2] = Math.max(box[2], x);
      box[3] = Math.max(box[3], y);
    });
  if (grid.flat) {
    for (const { cells, colour = EMPTY, hues, spots } of some) {
      const shapes = cells.map((cell) => sectionOf(cell, grid));
      shapes.forEach(seen);
      parts.push(
        s("path", {
          class: "face",
          d: shapes.map((points) => `M${text(points)}z`).join(""),
          style: { fill: colour, stroke: colour },
        }),
      );
      parts.push(
        ...paintAbove(cells, grid, { hues, spots }).map(({ fill, corners }) =>
          s("path", { d: `M${text(corners)}z`, style: { fill } }),
        ),
      );
      parts.push(
        s("path", {
          class: "edge",
          d: outline(cells, grid)
            .map((ends) => `M${text(ends)}`)
            .join(""),
        }),
      );
    }
  } else {
    parts.push(...solid(some, grid, seen));
  }
  if (!some.length)
    seen([
      [0, 0],
      [1, 1],
    ]);
  const [left, top, right, bottom] = box.map((x) => x * UNIT);
  const pad = 3;
  return s(
    "svg",
    {
      class: "sketch",
      viewBox: `${left - pad} ${top - pad} ${right - left + 2 * pad} ${bottom - top + 2 * pad}`,
      "aria-hidden": "true",
      ...properties,
    },
    [parts],
  );
}

// Pictures of several shapes, each {cells, colour}, on one scale.
export function sketches(shapes, grid, properties = {}) {
  const made = shapes.map((shape) => sketch([shape], grid, properties));
  const boxes = made.map((svg) => svg.getAttribute("viewBox").split(" ").map(Number));
  const size = Math.max(...boxes.map((box) => Math.max(box[2], box[3])));
  const least = shapes.every(({ cells }) => cells.length < 2) ? 0 : 2.6 * UNIT; // so that small pieces do not look large
  const side = Math.max(size, least);
  made.forEach((svg, i) => {
    const [left, top, wide, high] = boxes[i];
    svg.setAttribute("viewBox", `${left - (side - wide) / 2} ${top - (side - high) / 2} ${side} ${side}`);
  });
  return made;
}

// Whether what is painted lies on a face, whose corners and normal are given.
function on(corners, face, normal) {
  const among = minus(corners[0], face[0]);
  const low = [0, 1, 2].map((i) => Math.min(...face.map((corner) => corner[i])) - 0.01);
  const high = [0, 1, 2].map((i) => Math.max(...face.map((corner) => corner[i])) + 0.01);
  return (
    Math.abs(dot(among, normal)) < 0.01 && corners.every((corner) => corner.every((x, i) => x > low[i] && x < high[i]))
  );
}

// Return the faces that are turned towards the viewer, the farthest first.
function solid(figures, grid, seen) {
  const flatten = (place) => [dot(place, ACROSS), -dot(place, UPWARD)];
  const drawn = [];
  for (const { cells, colour = EMPTY, hues, spots } of figures) {
    const body = bodyOf(cells, grid);
    const origin = grid.centre(cells[0]);
    const paint = paintAround(cells, grid, { hues, spots }).polygons;
    body.balls.forEach((ball) => {
      const place = plus(ball, origin);
      const [x, y] = flatten(place);
      const r = grid.bodies[0].radius;
      seen([
        [x - r, y - r],
        [x + r, y + r],
      ]);
      drawn.push({
        depth: dot(place, EYE),
        part: s("circle", { class: "face ball", cx: x * UNIT, cy: y * UNIT, r: r * UNIT, style: { fill: colour } }),
      });
    });
    body.faces.forEach((face, i) => {
      if (dot(body.normals[i], EYE) < 1e-3) return;
      const places = face.map((v) => plus(body.vertices[v], origin));
      const points = places.map(flatten);
      seen(points);
      const shade = shaded(colour, 0.72 + 0.28 * dot(body.normals[i], LIGHT));
      const centre = grid.centre(cells[body.cellOf[i]]);
      drawn.push({
        depth: dot(centre, EYE),
        part: s("polygon", { class: "face", points: text(points), style: { fill: shade, stroke: shade } }),
      });
      for (const [hue, corners] of paint.filter(([, corners]) =>
        on(
          corners,
          face.map((v) => body.vertices[v]),
          body.normals[i],
        ),
      )) {
        const fill = shaded(hue, 0.72 + 0.28 * dot(body.normals[i], LIGHT));
        drawn.push({
          depth: dot(centre, EYE) + 5e-4,
          part: s("polygon", { points: text(corners.map((corner) => flatten(plus(corner, origin)))), style: { fill } }),
        });
      }
      const sharp = body.lines.filter(([a, b]) => face.includes(a) && face.includes(b));
      drawn.push({
        depth: dot(centre, EYE) + 1e-3,
        part: s("path", {
          class: "edge",
          d: sharp.map((ends) => `M${text(ends.map((v) => flatten(plus(body.vertices[v], origin))))}`).join(""),
        }),
      });
    });
  }
  return drawn.sort((a, b) => a.depth - b.depth).map(({ part }) => part);
}
