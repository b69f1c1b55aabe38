// Pieces for a 3D printer: an STL file with all pieces side by side, in millimetres.  So that they fit, their surface is
// moved inwards by half of a gap: each vertex moves until it has this distance from the faces around it.
import { bodyOf } from "./body.js";
import { cross, dot, minus, plus } from "./cell.js";

const CELL = 10;
const GAP = 0.2; // the distance of neighbouring cells' centres, and of neighbouring pieces
const APART = 5; // pieces on the plate
const BALL = 0.49;
const BOND = 0.3;
const ROUND = 24; // in cells; corners of a circle

// Return the bytes of the file.
export function stlOf(pieces, grid) {
  const bodies = pieces.flatMap(({ cells, max }) => Array.from({ length: max }, () => trianglesOf(cells, grid)));
  return written(plate(bodies));
}

// Return the surface of a piece as triangles of points in millimetres; the y axis of a printer points away from the viewer.
export function trianglesOf(cells, grid, gap = GAP / CELL) {
  const body = bodyOf(cells, grid);
  const faces = body.balls.length ? round(body, gap) : shrunk(body, gap / 2);
  return faces
    .flatMap((corners) => corners.slice(2).map((corner, i) => [corners[0], corner, corners[i + 1]])) // mirrored by -y
    .map((triangle) => triangle.map(([x, y, z]) => [x * CELL, -y * CELL, z * CELL]));
}

// Return the faces of a body, moved inwards.
function shrunk({ vertices, faces, normals }, half) {
  const around = vertices.map(() => new Map());
  faces.forEach((face, i) =>
    face.forEach((v) => around[v].set(normals[i].map((x) => x.toFixed(4)).join(), normals[i])),
  );
  const moved = vertices.map((vertex, v) => plus(vertex, inwards([...around[v].values()], half)));
  return faces.map((face) => face.map((v) => moved[v]));
}

// Return the vector d with n · d = -half for all normals n, or the nearest to it (least squares, by Cramer's rule).
function inwards(normals, half) {
  const rows = [0, 1, 2].map((i) =>
    [0, 1, 2].map((j) => normals.reduce((sum, n) => sum + n[i] * n[j], i === j ? 1e-9 : 0)),
  );
  const right = [0, 1, 2].map((i) => normals.reduce((sum, n) => sum - half * n[i], 0));
  const det = dot(rows[0], cross(rows[1], rows[2]));
  return [0, 1, 2].map((k) => {
    const changed = rows.map((row, i) => row.map((x, j) => (j === k ? right[i] : x)));
    return dot(changed[0], cross(changed[1], changed[2])) / det;
  });
}

// Balls and their bonds, as closed surfaces that overlap.
function round({ balls, bonds }, gap) {
  const circle = (radius, z) =>
    Array.from({ length: ROUND }, (_, i) => [
      radius * Math.cos((2 * Math.PI * i) / ROUND),
      radius * Math.sin((2 * Math.PI * i) / ROUND),
      z,
    ]);
  const tube = (rings) => [
    [...rings[0]].reverse(),
    rings.at(-1),
    ...rings
      .slice(1)
      .flatMap((ring, i) =>
        ring.map((_, k) => [rings[i][k], rings[i][(k + 1) % ROUND], ring[(k + 1) % ROUND], ring[k]]),
      ),
  ];
  const angles = Array.from({ length: ROUND / 2 - 1 }, (_, i) => ((i + 1) / (ROUND / 2)) * Math.PI - Math.PI / 2);
  const radius = BALL - gap / 2;
  const ball = tube(angles.map((angle) => circle(radius * Math.cos(angle), radius * Math.sin(angle))));
  const between = (a, b) => {
    const along = minus(b, a);
    const length = Math.hypot(...along);
    const up = along.map((x) => x / length);
    const side = Math.abs(up[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0];
    const raw = cross(up, side);
    const right = raw.map((x) => x / Math.hypot(...raw));
    const far = cross(up, right);
    const place = ([x, y, z]) =>
      plus(
        a,
        [0, 1, 2].map((i) => x * right[i] + y * far[i] + z * up[i]),
      );
    return tube([circle(BOND, 0), circle(BOND, length)]).map((face) => face.map(place));
  };
  return [
    ...balls.flatMap((centre) => ball.map((face) => face.map((point) => plus(point, centre)))),
    ...bonds.flatMap(([a, b]) => between(balls[a], balls[b])),
  ];
}

// Bodies side by side on a plate, in rows that are about as long as there are many.
function plate(bodies) {
  const wide = Math.ceil(Math.sqrt(bodies.length));
  let x = 0;
  let y = 0;
  let deep = 0;
  return bodies.flatMap((triangles, number) => {
    if (number && number % wide === 0) {
      x = 0;
      y += deep + APART;
      deep = 0;
    }
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    for (const point of triangles.flat())
      point.forEach((at, i) => {
        low[i] = Math.min(low[i], at);
        high[i] = Math.max(high[i], at);
      });
    const by = minus([x, y, 0], low);
    x += high[0] - low[0] + APART;
    deep = Math.max(deep, high[1] - low[1]);
    return triangles.map((triangle) => triangle.map((point) => plus(point, by)));
  });
}

// Binary STL: 80 bytes, the number of triangles, and of each its normal and corners and two bytes.
function written(triangles) {
  const bytes = new DataView(new ArrayBuffer(84 + 50 * triangles.length));
  bytes.setUint32(80, triangles.length, true);
  triangles.forEach(([a, b, c], number) => {
    const across = cross(minus(b, a), minus(c, a));
    const length = Math.hypot(...across) || 1;
    [across.map((x) => x / length), a, b, c]
      .flat()
      .forEach((value, i) => bytes.setFloat32(84 + 50 * number + 4 * i, value, true));
  });
  return bytes.buffer;
}
