// The surface of a set of cells in space: faces that no two cells share, and lines where two faces meet at an angle.
import { code, dot, minus, plus } from "./cell.js";
import { nearest } from "./nearest.js";

const DIGITS = 1e4;
const near = (place) => place.map((x) => Math.round(x * DIGITS)).join();

// Return a body in the form that meshes.js needs: vertices, faces and lines, or balls and bonds, relative to the first
// cell's centre.
/** @returns {any} */
export function bodyOf(cells, grid, lettered = false) {
  const origin = grid.centre(cells[0]);
  const there = new Set(cells.map(code));
  const centres = cells.map((cell) => minus(grid.centre(cell), origin));
  if (grid.bodies[0].radius) {
    const index = new Map(cells.map((cell, i) => [code(cell), i]));
    const bonds = [];
    cells.forEach((cell, i) =>
      grid.beside(cell).forEach((other) => {
        if (index.get(code(other)) > i) bonds.push([i, index.get(code(other))]);
      }),
    );
    return { vertices: [], faces: [], lines: [], letters: [], balls: centres, bonds, cellOf: [] };
  }
  const vertices = [];
  const numbers = new Map();
  const faces = [];
  const cellOf = [];
  const normals = [];
  const edges = new Map();
  cells.forEach((cell, i) => {
    for (const { corners, behind, normal } of grid.bodies[grid.kind(cell)].faces) {
      if (behind && there.has(code(plus(cell, behind)))) continue;
      const face = corners.map((corner) => {
        const place = plus(centres[i], corner);
        const name = near(place);
        if (!numbers.has(name)) numbers.set(name, vertices.push(place) - 1);
        return numbers.get(name);
      });
      faces.push(face);
      normals.push(normal);
      cellOf.push(i);
      face.forEach((a, k) => {
        const b = face[(k + 1) % face.length];
        const name = Math.min(a, b) * 1e6 + Math.max(a, b);
        if (!edges.has(name)) edges.set(name, { ends: [a, b], normals: [] });
        edges.get(name).normals.push(normal);
      });
    }
  });
  const flat = ([one, other]) => other && near(one) === near(other);
  const lines = [...edges.values()]
    .filter((edge) => edge.normals.length !== 2 || !flat(edge.normals))
    .map(({ ends }) => ends);
  const body = { vertices, faces, lines, balls: [], bonds: [], cellOf, normals };
  return { ...body, letters: lettered ? lettersOf(body, (normal) => !grid.flat || upright(normal)) : [] };
}

const upright = (normal) => Math.abs(normal[2]) > 0.9; // of a top or a bottom

// Return the positions of letters: the middle of each connected set of faces with one normal that is `lettered`.
function lettersOf({ vertices, faces, normals }, lettered) {
  const sides = new Map();
  normals.forEach((normal, face) => {
    if (!lettered(normal)) return;
    const name = near(normal);
    if (!sides.has(name)) sides.set(name, []);
    sides.get(name).push(face);
  });
  return [...sides.values()].flatMap((side) =>
    clusters(side, faces).map((cluster) => {
      const middles = cluster.map((face) => mean(faces[face].map((v) => vertices[v])));
      const centre = mean(middles);
      const away = (place) => dot(minus(place, centre), minus(place, centre));
      const place = nearest(middles, away);
      return { place, normal: normals[side[0]], upward: upwardOf(normals[side[0]]) };
    }),
  );
}

// Return the connected components of some faces; faces that share an edge are connected.
function clusters(some, faces) {
  const along = new Map();
  const edgesOf = (face) =>
    faces[face].map((a, k) => [a, faces[face][(k + 1) % faces[face].length]].sort((x, y) => x - y).join());
  for (const face of some) for (const edge of edgesOf(face)) along.set(edge, [...(along.get(edge) ?? []), face]);
  const left = new Set(some);
  const found = [];
  for (const first of some) {
    if (!left.delete(first)) continue;
    const cluster = [first];
    for (const face of cluster) {
      const beside = edgesOf(face).flatMap((edge) => along.get(edge));
      cluster.push(...beside.filter((other) => left.delete(other)));
    }
    found.push(cluster);
  }
  return found;
}

const mean = (places) => places.reduce(plus).map((x) => x / places.length);

// The upward direction of letters on a side: up in space; on a top away from the viewer, on a bottom towards.
function upwardOf(normal) {
  const towards = upright(normal) ? [0, -Math.sign(normal[2]), 0] : [0, 0, 1];
  const along = minus(
    towards,
    normal.map((x) => x * dot(towards, normal)),
  );
  const length = Math.hypot(...along);
  return along.map((x) => x / length);
}

// The edges of flat cells, or of a layer's sections, that no two of them share: the outline, as pairs of points.
export function outline(cells, grid) {
  const edges = new Map();
  for (const cell of cells) {
    const corners = sectionOf(cell, grid);
    corners.forEach((a, i) => {
      const b = corners[(i + 1) % corners.length];
      const name = near([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
      if (edges.has(name)) edges.set(name, null);
      else edges.set(name, [a, b]);
    });
  }
  return [...edges.values()].filter(Boolean);
}

// The corners of a cell's section with its layer, as points [right, near].
export function sectionOf(cell, grid) {
  const kind = grid.kind(cell);
  const [x, y] = grid.centre(cell, kind);
  const { section, radius } = grid.bodies[kind];
  if (radius)
    return Array.from({ length: 24 }, (_, i) => [
      x + radius * Math.cos((i * Math.PI) / 12),
      y + radius * Math.sin((i * Math.PI) / 12),
    ]);
  return section.map(([dx, dy]) => [x + dx, y + dy]);
}
