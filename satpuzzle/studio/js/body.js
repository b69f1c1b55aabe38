// The surface of a set of cells in space: faces that no two cells share, and lines where two faces meet at an angle.
import { code, dot, mean, minus, numbered, plus, times, unit } from "./cell.js";
import { around, components, grouped, nearest, sorted } from "./lists.js";

const DIGITS = 1e4;
/** @type {(place: number[]) => string} */
const near = (place) => place.map((x) => Math.round(x * DIGITS)).join();

// Return a body in the form that meshes.js needs: vertices, faces and lines, or balls and bonds, relative to the first
// cell's centre.  A body that is `lined` has lines between all its cells.
/** @type {(cells: Vector[], grid: Grid, lettered?: boolean, lined?: boolean) => Surface} */
export function bodyOf(cells, grid, lettered = false, lined = false) {
  const origin = grid.centre(cells[0]);
  const number = numbered(cells);
  const centres = cells.map((cell) => minus(grid.centre(cell), origin));
  /** @type {Surface} */
  const body = {
    vertices: [],
    faces: [],
    normals: [],
    cellOf: [],
    beyond: [],
    lines: [],
    letters: [],
    balls: [],
    bonds: [],
  };
  if (grid.bodies[0].radius) {
    /** @type {(cell: Vector) => number[]} */
    const beside = (cell) => grid.beside(cell).map((other) => number.get(code(other)) ?? -1);
    const bonds = cells.flatMap((cell, i) => beside(cell).flatMap((other) => (other > i ? [[i, other]] : [])));
    return { ...body, balls: centres, bonds };
  }
  const { vertices, faces, normals, cellOf, beyond } = body;
  const known = new Map();
  cells.forEach((cell, i) => {
    for (const { corners, behind, normal } of grid.bodies[grid.kind(cell)].faces ?? []) {
      if (behind && number.has(code(plus(cell, behind)))) continue;
      const places = corners.map((corner) => plus(centres[i], corner));
      for (const place of places) if (!known.has(near(place))) known.set(near(place), vertices.push(place) - 1);
      faces.push(places.map((place) => known.get(near(place))));
      normals.push(normal);
      cellOf.push(i);
      beyond.push(behind ? plus(cell, behind) : null);
    }
  });
  const edges = faces.flatMap((face, f) => around(face).map((ends) => ({ ends, normal: near(normals[f]) })));
  body.lines = [...grouped(edges, ({ ends }) => sorted(ends).join()).values()]
    .filter(([one, other, more]) => lined || !other || more || one.normal !== other.normal)
    .map(([{ ends }]) => ends);
  if (lettered) body.letters = lettersOf(body, (normal) => !grid.flat || upright(normal));
  return body;
}

/** @type {(normal: Vector) => boolean} */
const upright = (normal) => Math.abs(normal[2]) > 0.9; // of a top or a bottom

// Return the positions of letters: the middle of each connected set of faces with one normal that is `lettered`.
/** @type {(body: Surface, lettered: (normal: Vector) => boolean) => Surface["letters"]} */
function lettersOf({ vertices, faces, normals }, lettered) {
  const some = [...faces.keys()].filter((face) => lettered(normals[face]));
  return [...grouped(some, (face) => near(normals[face])).values()].flatMap((side) => {
    /** @type {(face: number) => string[]} */
    const edgesOf = (face) => around(faces[face]).map((ends) => sorted(ends).join());
    const along = grouped(
      side.flatMap((face) => edgesOf(face).map((edge) => ({ edge, face }))),
      ({ edge }) => edge,
    );
    /** @type {(face: number) => number[]} */
    const beside = (face) => edgesOf(face).flatMap((edge) => (along.get(edge) ?? []).map((other) => other.face));
    return components(side, beside).map((cluster) => {
      const middles = cluster.map((face) => mean(faces[face].map((v) => vertices[v])));
      const centre = mean(middles);
      const place = nearest(middles, (middle) => Math.hypot(...minus(middle, centre))) ?? centre;
      return { place, normal: normals[side[0]], upward: upwardOf(normals[side[0]]) };
    });
  });
}

// The upward direction of letters on a side: up in space; on a top away from the viewer, on a bottom towards.
/** @type {(normal: Vector) => Vector} */
function upwardOf(normal) {
  const towards = upright(normal) ? [0, -Math.sign(normal[2]), 0] : [0, 0, 1];
  return unit(minus(towards, times(normal, dot(towards, normal))));
}

// The edges of flat cells, or of a layer's sections, that no two of them share: the outline, as pairs of points.
/** @type {(cells: Vector[], grid: Grid) => number[][][]} */
export function outline(cells, grid) {
  const edges = cells.flatMap((cell) => around(grid.section(cell)));
  return [...grouped(edges, (ends) => near(mean(ends))).values()].filter((same) => same.length === 1).flat();
}
