// Pieces for a 3D printer: an STL file with all pieces side by side, in millimetres.  So that they fit, their surface is
// moved inwards by half of a gap: each vertex moves until it has this distance from the faces around it.
import { divided, inwards, meeting } from "./bevel.js";
import { bodyOf } from "./body.js";
import { boxOf, cross, minus, plus, times, unit } from "./cell.js";
import { around, range } from "./lists.js";

const CELL = 10;
const GAP = 0.2; // the distance of neighbouring cells' centres, and of neighbouring pieces
const APART = 5; // pieces on the plate
const BALL = 0.49;
const BOND = 0.3;
const ROUND = 24; // in cells; corners of a circle

// Return the bytes of the file.
/** @type {(pieces: Piece[], grid: Grid) => ArrayBuffer} */
export function stlOf(pieces, grid) {
  const bodies = pieces.flatMap(({ cells, max }) => new Array(max).fill(trianglesOf(cells, grid)));
  return written(plate(bodies));
}

// Return the surface of a piece as triangles of points in millimetres; the y axis of a printer points away from the viewer.
/** @type {(cells: Vector[], grid: Grid, gap?: number) => Vector[][]} */
export function trianglesOf(cells, grid, gap = GAP / CELL) {
  const body = bodyOf(cells, grid);
  const faces = body.balls.length ? round(body, gap) : shrunk(divided(body), gap / 2);
  return faces
    .flatMap((corners) => corners.slice(2).map((corner, i) => [corners[0], corner, corners[i + 1]])) // mirrored by -y
    .map((triangle) => triangle.map(([x, y, z]) => [x * CELL, -y * CELL, z * CELL]));
}

// Return the faces of a body, moved inwards.
/** @type {(body: Surface, half: number) => Vector[][]} */
function shrunk(body, half) {
  const { vertices, faces } = body;
  const normals = meeting(body);
  const moved = vertices.map((vertex, v) => plus(vertex, inwards(normals[v], half)));
  return faces.map((face) => face.map((v) => moved[v]));
}

// Balls and their bonds, as closed surfaces that overlap.
/** @type {(body: Surface, gap: number) => Vector[][]} */
function round({ balls, bonds }, gap) {
  /** @type {(radius: number, z: number) => Vector[]} */
  const circle = (radius, z) =>
    range(ROUND).map((i) => {
      const angle = (2 * Math.PI * i) / ROUND;
      return [radius * Math.cos(angle), radius * Math.sin(angle), z];
    });
  /** @type {(rings: Vector[][]) => Vector[][]} */
  const tube = (rings) => [
    rings[0].toReversed(),
    rings[rings.length - 1],
    ...rings
      .slice(1)
      .flatMap((ring, i) => around([...ring.keys()]).map(([j, k]) => [rings[i][j], rings[i][k], ring[k], ring[j]])),
  ];
  const radius = BALL - gap / 2;
  const heights = range(ROUND / 2 - 1).map((i) => ((i + 1) / (ROUND / 2)) * Math.PI - Math.PI / 2);
  const ball = tube(heights.map((angle) => circle(radius * Math.cos(angle), radius * Math.sin(angle))));
  /** @type {(a: Vector, b: Vector) => Vector[][]} */
  const bond = (a, b) => {
    const along = minus(b, a);
    const up = unit(along);
    const right = unit(cross(up, Math.abs(up[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0]));
    const far = cross(up, right);
    /** @type {(point: Vector) => Vector} */
    const place = ([x, y, z]) => plus(a, plus(times(right, x), plus(times(far, y), times(up, z))));
    return tube([circle(BOND, 0), circle(BOND, Math.hypot(...along))]).map((face) => face.map(place));
  };
  return [
    ...balls.flatMap((centre) => ball.map((face) => face.map((point) => plus(point, centre)))),
    ...bonds.flatMap(([a, b]) => bond(balls[a], balls[b])),
  ];
}

// Bodies side by side on a plate, in rows that are about as long as there are many.
/** @type {(bodies: Vector[][][]) => Vector[][]} */
function plate(bodies) {
  const wide = Math.ceil(Math.sqrt(bodies.length));
  let [x, y, deep] = [0, 0, 0];
  return bodies.flatMap((triangles, number) => {
    if (number && number % wide === 0) [x, y, deep] = [0, y + deep + APART, 0];
    const [low, high] = boxOf(triangles.flat());
    const by = minus([x, y, 0], low);
    x += high[0] - low[0] + APART;
    deep = Math.max(deep, high[1] - low[1]);
    return triangles.map((triangle) => triangle.map((point) => plus(point, by)));
  });
}

// Binary STL: 80 bytes, the number of triangles, and of each its normal and corners and two bytes.
/** @type {(triangles: Vector[][]) => ArrayBuffer} */
function written(triangles) {
  const bytes = new DataView(new ArrayBuffer(84 + 50 * triangles.length));
  bytes.setUint32(80, triangles.length, true);
  triangles.forEach(([a, b, c], number) => {
    const across = cross(minus(b, a), minus(c, a));
    const normal = times(across, 1 / (Math.hypot(...across) || 1));
    [normal, a, b, c].flat().forEach((value, i) => bytes.setFloat32(84 + 50 * number + 4 * i, value, true));
  });
  return bytes.buffer;
}
