// The surface of a set of cells in space: faces that no two cells share, and lines where two faces meet at an angle.
import { code, minus, plus } from "./cell.js";

const DIGITS = 1e4;
const near = (place) => place.map((x) => Math.round(x * DIGITS)).join();

// As bodies.js wants it: vertices, faces and lines, or balls and bonds; relative to the first cell's centre.
export function bodyOf(cells, grid) {
  const origin = grid.centre(cells[0]), there = new Set(cells.map(code));
  const centres = cells.map((cell) => minus(grid.centre(cell), origin));
  if (grid.bodies[0].radius) {
    const index = new Map(cells.map((cell, i) => [code(cell), i])), bonds = [];
    cells.forEach((cell, i) => grid.beside(cell).forEach((other) => { if (index.get(code(other)) > i) bonds.push([i, index.get(code(other))]); }));
    return { vertices: [], faces: [], lines: [], letters: [], balls: centres, bonds, cellOf: [] };
  }
  const vertices = [], numbers = new Map(), faces = [], cellOf = [], normals = [], edges = new Map();
  cells.forEach((cell, i) => {
    for (const { corners, behind, normal } of grid.bodies[grid.kind(cell)].faces) {
      if (behind && there.has(code(plus(cell, behind)))) continue;
      const face = corners.map((corner) => {
        const place = plus(centres[i], corner), name = near(place);
        if (!numbers.has(name)) numbers.set(name, vertices.push(place) - 1);
        return numbers.get(name);
      });
      faces.push(face);
      normals.push(normal);
      cellOf.push(i);
      face.forEach((a, k) => {
        const b = face[(k + 1) % face.length], name = Math.min(a, b) * 1e6 + Math.max(a, b);
        if (!edges.has(name)) edges.set(name, { ends: [a, b], normals: [] });
        edges.get(name).normals.push(normal);
      });
    }
  });
  const flat = ([one, other]) => other && near(one) === near(other);
  const lines = [...edges.values()].filter((edge) => edge.normals.length !== 2 || !flat(edge.normals)).map(({ ends }) => ends);
  return { vertices, faces, lines, letters: [], balls: [], bonds: [], cellOf, normals };
}

// The edges of flat cells, or of a layer's sections, that no two of them share: the outline, as pairs of points.
export function outline(cells, grid) {
  const edges = new Map();
  for (const cell of cells) {
    const corners = sectionOf(cell, grid);
    corners.forEach((a, i) => {
      const b = corners[(i + 1) % corners.length], name = near([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
      if (edges.has(name)) edges.set(name, null);
      else edges.set(name, [a, b]);
    });
  }
  return [...edges.values()].filter(Boolean);
}

// The corners of a cell's section with its layer, as points [right, near].
export function sectionOf(cell, grid) {
  const kind = grid.kind(cell), [x, y] = grid.centre(cell, kind), { section, radius } = grid.bodies[kind];
  if (radius) return Array.from({ length: 24 }, (_, i) => [x + radius * Math.cos(i * Math.PI / 12), y + radius * Math.sin(i * Math.PI / 12)]);
  return section.map(([dx, dy]) => [x + dx, y + dy]);
}
