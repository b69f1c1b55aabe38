// Bodies with letters, outlines and balls, as meshes of three.js.
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

// Returns functions that build meshes of bodies; `sharpness` is the anisotropy of the letters' textures.
/** @type {(radii: { ball: number; bond: number }, sharpness: number) => any} */
export function workshop({ ball: radius, bond: thickness }, sharpness) {
  const LETTER = 0.42;
  const plane = new THREE.PlaneGeometry(LETTER, LETTER);
  const ball = new THREE.SphereGeometry(radius, 40, 24);
  const bond = new THREE.CylinderGeometry(thickness, thickness, 1, 24);
  const shared = new Set([plane, ball, bond]);

  /** @type {(letter: string, colour: string) => any} */
  function ink(letter, colour) {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 128;
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    context.font = "bold 112px sans-serif";
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillStyle = colour;
    context.fillText(letter, 64, 70);
    const map = new THREE.CanvasTexture(canvas);
    map.colorSpace = THREE.SRGBColorSpace;
    map.anisotropy = sharpness;
    return new THREE.MeshBasicMaterial({ map, transparent: true, depthWrite: false });
  }

  // Returns a mesh of polygons in one colour, behind lines in their planes.
  /** @type {(polygons: Vector[][], colour: string | undefined) => any} */
  function filled(polygons, colour) {
    const points = [];
    for (const corners of polygons)
      for (let i = 1; i + 1 < corners.length; i++)
        for (const corner of [corners[0], corners[i], corners[i + 1]]) points.push(...vector(corner));
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.Float32BufferAttribute(points, 3));
    geometry.computeVertexNormals();
    const look = { color: colour, side: THREE.DoubleSide, flatShading: true, ...behind(1, 1) };
    const mesh = new THREE.Mesh(geometry, new THREE.MeshLambertMaterial(look));
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

  /** @type {(body: Surface, style: Inked, group: any, inks: Paint["inks"]) => void} */
  function inscription({ letters }, style, group, inks = []) {
    const materials = new Map();
    for (const { place, normal, upward } of letters) {
      const colour = inks.find(([there]) => Math.hypot(...there.map((x, i) => x - place[i])) < 0.01)?.[1] ?? style.ink;
      if (!materials.has(colour)) materials.set(colour, ink(style.letter, colour));
      const [outwards, up] = [normal, upward].map(vector);
      const letter = new THREE.Mesh(plane, materials.get(colour));
      letter.quaternion.setFromRotationMatrix(new THREE.Matrix4().makeBasis(up.clone().cross(outwards), up, outwards));
      letter.position.copy(vector(place)).addScaledVector(outwards, 0.004);
      letter.userData.outwards = outwards;
      group.add(letter);
    }
  }

  /** @type {(body: Surface, style: Inked, group: any) => void} */
  function cluster({ balls, bonds }, style, group) {
    const material = new THREE.MeshLambertMaterial({ color: style.colour });
    const letters = ink(style.letter, style.ink);
    for (const place of balls.map(vector)) {
      const mesh = new THREE.Mesh(ball, material);
      mesh.position.copy(place);
      const letter = new THREE.Mesh(plane, letters);
      letter.userData.home = place;
      group.add(mesh, letter);
    }
    for (const [a, b] of bonds) {
      const axis = vector(balls[b]).sub(vector(balls[a]));
      const cylinder = new THREE.Mesh(bond, material);
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
      inscription(body, style, group, inks);
      cluster(body, style, group);
      return group;
    },

    // Shows the letters on sides that face the camera, or all; puts the letter of each ball on the side that faces it,
    // perpendicular to the line of sight.  `least` is the cosine of the largest angle at which letters are shown.
    /** @type {(group: any, camera: any, least: number) => void} */
    face(group, camera, least) {
      for (const letter of group.children)
        if (letter.userData.outwards) {
          const eye = group.worldToLocal(camera.position.clone()).sub(letter.position).normalize();
          letter.visible = eye.dot(letter.userData.outwards) > least;
        } else if (letter.userData.home) {
          const home = letter.userData.home.clone();
          const eye = group.worldToLocal(camera.position.clone()).sub(home).normalize();
          letter.position.copy(home).addScaledVector(eye, radius + 0.01);
          letter.up.set(0, 1, 0).applyQuaternion(camera.quaternion);
          letter.lookAt(camera.position);
        }
    },

    // Frees the GPU memory of a group.
    /** @type {(group: any) => void} */
    release(group) {
      group.traverse((/** @type {any} */ { geometry, material }) => {
        if (geometry && !shared.has(geometry)) geometry.dispose();
        if (material) {
          if (material.map) material.map.dispose();
          material.dispose();
        }
      });
    },
  };
}
