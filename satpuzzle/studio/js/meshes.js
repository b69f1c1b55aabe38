// Bodies with letters, outlines and balls, as meshes of three.js; `merged.js` draws their faces and letters.
// Positions in the data are [right, near, up]; in three.js the second coordinate is up.
import { bevelled } from "./bevel.js";

const GAP = 0.008;
const BEVEL = 0.03; // of a piece from its cells' sides; the width of its bevels
const MOST_FACES = 2000; // of a body with bevels

/** @type {(place: Vector) => any} */
export const vector = ([right, near, up]) => new THREE.Vector3(right, up, near);

// Properties of a material that lies behind what has the same depth.
/** @type {(factor: number, units: number) => object} */
const behind = (factor, units) => ({ polygonOffset: true, polygonOffsetFactor: factor, polygonOffsetUnits: units });

export const HIDDEN = 1; // the layer of meshes that are not drawn, but may be below the pointer

// Returns functions that build meshes of bodies.
/** @type {(radii: { ball: number; bond: number }) => any} */
export function workshop({ ball: radius, bond: thickness }) {
  const both = new THREE.MeshBasicMaterial({ side: THREE.DoubleSide });
  const ball = new THREE.SphereGeometry(radius, 40, 24);
  const bond = new THREE.CylinderGeometry(thickness, thickness, 1, 24);
  const shared = new Set([ball, bond]);

  // Returns a mesh in one colour, for others to draw.
  /** @type {(geometry: any, colour: string | undefined) => any} */
  function part(geometry, colour) {
    const mesh = new THREE.Mesh(geometry, both);
    mesh.layers.set(HIDDEN);
    mesh.userData.colour = colour;
    return mesh;
  }

  // Returns a mesh of polygons in one colour.
  /** @type {(polygons: Vector[][], colour: string | undefined) => any} */
  function filled(polygons, colour) {
    const points = [];
    for (const corners of polygons)
      for (let i = 1; i + 1 < corners.length; i++)
        for (const corner of [corners[0], corners[i], corners[i + 1]]) points.push(...vector(corner));
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.Float32BufferAttribute(points, 3));
    geometry.computeVertexNormals();
    const mesh = part(geometry, colour);
    mesh.userData.solid = true;
    return mesh;
  }

  /** @type {(body: Surface, style: Inked & { plain?: boolean }, group: any) => void} */
  function surface(body, style, group) {
    const { vertices, faces, lines } = body;
    if (!faces.length) return;
    const bevels = style.plain || faces.length > MOST_FACES ? null : bevelled(body, GAP, BEVEL);
    if (bevels) return group.add(filled(bevels, style.colour));
    const ends = lines.flatMap(([a, b]) => [...vector(vertices[a]), ...vector(vertices[b])]);
    const along = new THREE.LineSegmentsGeometry().setPositions(ends);
    /** @type {(properties: object) => any} */
    const line = (properties) => new THREE.LineSegments2(along, new THREE.LineMaterial(properties));
    const outline = line({ color: 0x1a1a1a, linewidth: 1.5 });
    // A wider, light line behind the body: on a dark background it is visible as a rim around the silhouette.
    const rim = line({ color: 0xc9d1d9, linewidth: 5, ...behind(4, 4000) });
    rim.userData.rim = true;
    const polygons = faces.map((corners) => corners.map((corner) => vertices[corner]));
    group.add(rim, filled(polygons, style.colour), outline);
  }

  // Returns the letters on a body: {key, place, outwards, upward}, or {key, place, radius} on balls.
  /** @type {(body: Surface, style: Inked, inks: Paint["inks"]) => object[]} */
  function inscription({ letters, balls }, style, inks) {
    /** @type {(ink: string | undefined) => string} */
    const key = (ink) => JSON.stringify([style.letter, ink]);
    if (style.letter && balls.length)
      return balls.map((place) => ({ key: key(style.ink), place: vector(place), radius: radius + 0.01 }));
    return letters.map(({ place, normal, upward }) => {
      const ink = inks.find(([there]) => Math.hypot(...there.map((x, i) => x - place[i])) < 0.01)?.[1] ?? style.ink;
      const outwards = vector(normal);
      const above = vector(place).addScaledVector(outwards, 0.004);
      return { key: key(ink), place: above, outwards, upward: vector(upward) };
    });
  }

  /** @type {(body: Surface, style: Inked, group: any) => void} */
  function cluster({ balls, bonds }, style, group) {
    balls.forEach((place, i) => {
      const mesh = part(ball, style.colour);
      mesh.userData.ball = i;
      mesh.position.copy(vector(place));
      group.add(mesh);
    });
    for (const [a, b] of bonds) {
      const axis = vector(balls[b]).sub(vector(balls[a]));
      const cylinder = part(bond, style.colour);
      cylinder.position.copy(vector(balls[a])).addScaledVector(axis, 0.5);
      cylinder.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), axis.normalize());
      group.add(cylinder);
    }
  }

  return {
    // Returns a body as a group of meshes; `style` has its letter, its colour, and the colour of the letter, `ink`.
    // What is painted on it, `paint`, is the colours of letters by their places, and polygons with their colours.
    /** @type {(body: Surface, style: Inked & { plain?: boolean }, paint?: Partial<Paint>) => any} */
    build(body, style, { inks = [], polygons = [] } = {}) {
      const group = new THREE.Group();
      surface(body, style, group);
      for (const [colour, corners] of polygons) group.add(filled([corners], colour));
      cluster(body, style, group);
      group.userData.letters = inscription(body, style, inks);
      return group;
    },

    // Frees the GPU memory of a group.
    /** @type {(group: any) => void} */
    release(group) {
      group.traverse((/** @type {any} */ { geometry, material }) => {
        if (geometry && !shared.has(geometry)) geometry.dispose();
        if (material && material !== both) material.dispose();
      });
    },
  };
}
