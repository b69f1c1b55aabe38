// The surface of a piece as it is drawn in space: moved inwards a little, so that there is a gap between pieces, and with
// bevels along the edges where two faces meet at an angle.
import { cross, dot, mean, minus, plus, solved, times, unit } from "./cell.js";
import { around, components, grouped, nearest, sorted, sum } from "./lists.js";

const DIGITS = 1e4;
const SLIT = 1e-6; // between two faces that lie on each other, the angle is a full turn
const ACUTE = 2.2; // how much farther than the width of a bevel the corner of a face may move
/** @type {(normal: Vector) => string} */
const near = (normal) => normal.map((x) => Math.round(x * DIGITS) + 0).join();

// Return the vector d with n · d = -half for all normals n, or the nearest to it (least squares).
/** @type {(normals: Vector[], half: number) => Vector} */
export function inwards(normals, half) {
  const axes = [0, 1, 2];
  const rows = axes.map((i) => axes.map((j) => sum(normals, (n) => n[i] * n[j]) + (i === j ? 1e-9 : 0)));
  const right = axes.map((i) => -half * sum(normals, (n) => n[i]));
  return solved(rows, right);
}

// Return the normals of the faces at each vertex, each once.
/** @type {(body: Pick<Surface, "vertices" | "faces" | "normals">) => Vector[][]} */
export function meeting({ vertices, faces, normals }) {
  const found = vertices.map(() => new Map());
  faces.forEach((face, i) => face.forEach((v) => found[v].set(near(normals[i]), normals[i])));
  return found.map((each) => [...each.values()]);
}

// Return a body with a vertex in the middle of each edge that has more than two faces: the sides of such an edge may be
// joined round both its ends, and then only their middles tell them apart.  A face with middles begins with one of them,
// so that no triangle of its fan is flat.
/** @type {(body: Surface) => Surface} */
function halved(body) {
  const { vertices, faces } = body;
  /** @type {(ends: number[]) => string} */
  const name = (ends) => sorted(ends).join();
  const edges = grouped(
    faces.flatMap((face) => around(face)),
    name,
  );
  const several = [...edges.values()].filter(({ length }) => length > 2).map(([ends]) => ends);
  const middles = new Map(several.map((ends, i) => [name(ends), vertices.length + i]));
  /** @type {(face: number[]) => number[]} */
  const turned = (face) => {
    const corners = around(face).flatMap((ends) => [ends[0], middles.get(name(ends)) ?? []].flat());
    const first = Math.max(
      0,
      corners.findIndex((v) => v >= vertices.length),
    );
    return [...corners.slice(first), ...corners.slice(0, first)];
  };
  const places = several.map((ends) => mean(ends.map((v) => vertices[v])));
  return { ...body, vertices: [...vertices, ...places], faces: faces.map(turned) };
}

// Return a body whose vertices are divided where its surface touches itself: each edge has two faces, and the faces at a
// vertex hang together (satpuzzle/pictures/boundary.py).
/** @type {(body: Surface) => Surface} */
export function divided(body) {
  const { vertices, faces, normals } = halved(body);
  const edges = faces.flatMap((face, f) => around(face).map(([a, b]) => ({ f, a, b })));
  const at = grouped(edges, ({ a, b }) => `${a},${b}`);
  // The face that comes next when one turns round an edge, from a face through the solid.
  /** @type {(edge: { f: number; a: number; b: number }) => number} */
  const across = ({ f, a, b }) => {
    const along = unit(minus(vertices[b], vertices[a]));
    const inner = cross(normals[f], along);
    /** @type {(other: number) => number} */
    const angle = (other) => {
      const there = cross(along, normals[other]);
      const turned = Math.atan2(-dot(there, normals[f]), dot(there, inner));
      return turned < SLIT ? turned + 2 * Math.PI : turned;
    };
    const others = (at.get(`${b},${a}`) ?? []).map((edge) => edge.f);
    return others.length > 1 ? (nearest(others, angle) ?? others[0]) : others[0];
  };
  const joined = edges.flatMap((edge) => {
    const other = across(edge);
    return [edge.a, edge.b].map((v) => ({ one: `${edge.f}/${v}`, other: `${other}/${v}` }));
  });
  const beside = grouped(joined, ({ one }) => one);
  const corners = faces.flatMap((face, f) => face.map((v) => `${f}/${v}`));
  const fans = components(corners, (corner) => (beside.get(corner) ?? []).map(({ other }) => other));
  const number = new Map(fans.flatMap((fan, i) => fan.map((corner) => [corner, i])));
  return {
    ...body,
    vertices: fans.map(([corner]) => vertices[Number(corner.split("/")[1])]),
    faces: faces.map((face, f) => face.map((v) => number.get(`${f}/${v}`) ?? v)),
  };
}

// Return the polygons of the surface of a body, moved inwards by `gap`, with bevels of this width; null if it has edges
// that are too acute for them.
/** @type {(body: Surface, gap: number, width: number) => Vector[][] | null} */
export function bevelled(body, gap, width) {
  const parted = divided(body);
  const { vertices, faces, normals } = parted;
  const at = meeting(parted);
  const moved = vertices.map((vertex, v) => plus(vertex, inwards(at[v], gap)));
  /** @type {(v: number, normal: Vector) => string} */
  const name = (v, normal) => `${v}/${near(normal)}`;
  // For each vertex and plane, the directions in the plane away from the sharp edges there.
  /** @type {Map<string, Vector[]>} */
  const away = new Map();
  const sharp = sharpEdges(parted);
  for (const { ends, sides } of sharp)
    for (const { face, inner } of sides)
      for (const v of ends) {
        const key = name(v, normals[face]);
        const known = away.get(key) ?? [];
        if (!known.some((each) => dot(each, inner) > 0.999)) away.set(key, [...known, inner]);
      }
  const inset = new Map([...away].map(([key, directions]) => [key, inwards(directions, -width)]));
  if ([...inset.values()].some((by) => Math.hypot(...by) > ACUTE * width)) return null;
  /** @type {(v: number, face: number) => Vector} */
  const corner = (v, face) => plus(moved[v], inset.get(name(v, normals[face])) ?? [0, 0, 0]);
  const flat = faces.map((face, f) => face.map((v) => corner(v, f)));
  const strips = sharp.map(({ ends: [a, b], sides: [one, other] }) => [
    corner(a, one.face),
    corner(b, one.face),
    corner(b, other.face),
    corner(a, other.face),
  ]);
  return [...flat, ...strips, ...caps(sharp, corner)];
}

// The convex edges between two faces that meet at an angle, each with the directions in its faces away from it.
/** @type {(body: Surface) => { ends: number[]; sides: { face: number; inner: Vector }[] }[]} */
function sharpEdges({ vertices, faces, normals }) {
  const edges = faces.flatMap((face, f) => around(face).map((ends) => ({ ends, face: f })));
  return [...grouped(edges, ({ ends }) => sorted(ends).join()).values()].flatMap((both) => {
    if (both.length !== 2) return [];
    const [a, b] = both[0].ends.map((v) => vertices[v]);
    const sides = both.map(({ face }) => {
      const side = unit(cross(minus(b, a), normals[face]));
      const middle = mean(faces[face].map((v) => vertices[v]));
      return { face, inner: dot(side, minus(middle, a)) > 0 ? side : times(side, -1) };
    });
    const convex = dot(normals[sides[0].face], sides[1].inner) < -0.001;
    return convex ? [{ ends: both[0].ends, sides }] : [];
  });
}

// The small faces that close the surface where sharp edges meet.
/** @type {(sharp: ReturnType<typeof sharpEdges>, corner: (v: number, face: number) => Vector) => Vector[][]} */
function caps(sharp, corner) {
  const ends = sharp.flatMap(({ ends, sides }) => ends.map((v) => ({ v, sides })));
  return [...grouped(ends, ({ v }) => v).entries()]
    .map(([v, edges]) => ordered(edges.flatMap(({ sides }) => sides.map(({ face }) => corner(v, face)))))
    .filter(({ length }) => length > 2);
}

// Return the different ones of some points, in their order around the middle, as seen from outside.
/** @type {(points: Vector[]) => Vector[]} */
function ordered(points) {
  const once = [...new Map(points.map((point) => [near(point), point])).values()];
  const middle = mean(once);
  const across = unit(minus(once[0], middle));
  const normal = once.slice(1).reduce(
    (so, point) => {
      const turn = cross(across, minus(point, middle));
      return Math.hypot(...turn) > Math.hypot(...so) ? turn : so;
    },
    [0, 0, 0],
  );
  const along = cross(unit(Math.hypot(...normal) ? normal : [0, 0, 1]), across);
  /** @type {(point: Vector) => number} */
  const angle = (point) => Math.atan2(dot(minus(point, middle), along), dot(minus(point, middle), across));
  return once.sort((a, b) => angle(a) - angle(b));
}
