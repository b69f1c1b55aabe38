// What is drawn of figures: all their faces in one mesh, the faces of faint ones in another, and their letters in a third,
// so that a frame takes few calls, however many figures there are.
import { lit } from "./lit.js";
import { sum } from "./lists.js";

const LETTER = 0.42; // the side of a letter
const CORNERS = [
  [-0.5, -0.5],
  [0.5, -0.5],
  [0.5, 0.5],
  [-0.5, 0.5],
];
const TRIANGLES = [0, 1, 2, 0, 2, 3];
const PIXELS = 128; // of a letter in the picture of all letters
const MOST_PIXELS = 4096; // of that picture

export class Merged {
  // `sharpness` is the anisotropy of the letters' picture.
  /** @param {any} scene @param {number} sharpness */
  constructor(scene, sharpness) {
    this.faces = new THREE.Mesh(new THREE.BufferGeometry(), lit());
    this.faint = new THREE.Mesh(new THREE.BufferGeometry(), lit({ transparent: true, depthWrite: false }));
    this.sharpness = sharpness;
    const look = { transparent: true, depthWrite: false };
    this.letters = new THREE.Mesh(new THREE.BufferGeometry(), new THREE.MeshBasicMaterial(look));
    this.letters.renderOrder = 1; // over the faint
    /** @type {Map<string, number>} */
    this.places = new Map(); // of each letter in a colour, in the picture of all letters
    /** @type {{ group: any; number: number; at: any; normal?: any; up?: any; radius?: number }[]} */
    this.spots = []; // of letters
    this.across = 1; // letters in a row of the picture
    for (const mesh of [this.faces, this.faint, this.letters]) {
      mesh.frustumCulled = false;
      scene.add(mesh);
    }
  }

  // Draw the letters of these figures in one picture, unless they are there.
  /** @type {(figures: any[]) => void} */
  spell(figures) {
    const keys = new Set(
      figures.flatMap(({ group }) => group.userData.letters.map((/** @type {any} */ each) => each.key)),
    );
    if ([...keys].every((key) => this.places.has(key))) return;
    this.places = new Map([...keys].map((key, i) => [key, i]));
    this.across = Math.ceil(Math.sqrt(keys.size));
    const size = Math.min(PIXELS, Math.floor(MOST_PIXELS / this.across));
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = size * this.across;
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    context.scale(size / PIXELS, size / PIXELS);
    context.font = "bold 112px sans-serif";
    context.textAlign = "center";
    context.textBaseline = "middle";
    for (const [key, i] of this.places) {
      const [letter, colour] = JSON.parse(key);
      context.fillStyle = colour;
      context.fillText(letter, PIXELS * ((i % this.across) + 0.5), PIXELS * Math.floor(i / this.across) + 70);
    }
    const map = new THREE.CanvasTexture(canvas);
    map.colorSpace = THREE.SRGBColorSpace;
    map.anisotropy = this.sharpness;
    this.letters.material.map?.dispose();
    this.letters.material.map = map;
    this.letters.material.needsUpdate = true;
  }

  // Put the faces and letters of the figures that can be seen where these are.
  /** @type {(figures: any[]) => void} */
  arrange(figures) {
    const seen = figures.filter(({ group }) => group.visible);
    for (const { group } of seen) group.updateMatrixWorld(true);
    for (const mesh of [this.faces, this.faint]) {
      const some = seen.filter(({ faint }) => Boolean(faint) === (mesh === this.faint));
      const parts = some.flatMap(({ group, faint }) =>
        group.children
          .filter((/** @type {any} */ { userData }) => userData.colour)
          .map((/** @type {any} */ part) => ({ part, opacity: faint || 1 })),
      );
      mesh.geometry.dispose();
      mesh.geometry = joined(parts);
      mesh.visible = parts.length > 0;
    }
    this.#write(seen);
  }

  // Prepare the letters of these figures; a frame chooses among them.
  /** @type {(seen: any[]) => void} */
  #write(seen) {
    this.spots = seen.flatMap(({ group }) =>
      group.userData.letters.map((/** @type {any} */ { key, place, outwards, upward, radius }) => ({
        group,
        number: this.places.get(key) ?? 0,
        at: place.clone().applyMatrix4(group.matrixWorld),
        normal: outwards?.clone().applyQuaternion(group.quaternion),
        up: upward?.clone().applyQuaternion(group.quaternion),
        radius,
      })),
    );
    const many = this.spots.length;
    const { letters, across } = this;
    letters.geometry.dispose();
    letters.geometry = new THREE.BufferGeometry();
    const pictures = this.spots.flatMap(({ number }) =>
      CORNERS.flatMap(([x, y]) => [
        ((number % across) + 0.5 + x) / across,
        1 - (Math.floor(number / across) + 0.5 - y) / across,
      ]),
    );
    letters.geometry.setAttribute("position", new THREE.Float32BufferAttribute(new Float32Array(12 * many), 3));
    letters.geometry.setAttribute("uv", new THREE.Float32BufferAttribute(pictures, 2));
    letters.geometry.setIndex(new Array(6 * many).fill(4 * many - 1)); // the largest number tells how wide they are
    this.spots.forEach(({ at, normal, up }, i) => normal && this.#put(i, at, up, normal));
  }

  // Put a letter in a place.
  /** @type {(i: number, at: any, up: any, normal: any) => void} */
  #put(i, at, up, normal) {
    const { position } = this.letters.geometry.attributes;
    const right = up.clone().cross(normal);
    CORNERS.forEach(([x, y], corner) => {
      const { array } = position;
      const from = 12 * i + 3 * corner;
      array[from] = at.x + LETTER * (x * right.x + y * up.x);
      array[from + 1] = at.y + LETTER * (x * right.y + y * up.y);
      array[from + 2] = at.z + LETTER * (x * right.z + y * up.z);
    });
    position.needsUpdate = true;
  }

  // Draw the letters on sides that face the camera, or all of the figure `hovered`, and those of balls on the sides that
  // face it, perpendicular to the line of sight; return how many there are on sides.  `least` is the cosine of the largest
  // angle at which letters are shown.
  /** @type {(camera: any, least: number, hovered: any) => number} */
  face(camera, least, hovered) {
    const { geometry } = this.letters;
    const { array } = geometry.index;
    const eye = new THREE.Vector3();
    let [shown, onSides] = [0, 0];
    this.spots.forEach(({ group, at, normal, radius }, i) => {
      eye.copy(camera.position).sub(at).normalize();
      if (normal) {
        if (normal.dot(eye) <= (group === hovered ? 0 : least)) return;
        onSides++;
      } else this.#put(i, at.clone().addScaledVector(eye, radius), upwards(camera, eye), eye);
      for (const corner of TRIANGLES) array[shown++] = 4 * i + corner;
    });
    geometry.setDrawRange(0, shown);
    geometry.index.needsUpdate = true;
    this.letters.visible = shown > 0;
    return onSides;
  }
}

// The camera's upward direction, made perpendicular to the line of sight.
/** @type {(camera: any, eye: any) => any} */
function upwards(camera, eye) {
  const up = new THREE.Vector3(0, 1, 0).applyQuaternion(camera.quaternion);
  return up.addScaledVector(eye, -up.dot(eye)).normalize();
}

// Return a geometry of all parts, each a mesh and its opacity, with a colour for each vertex.
/** @type {(parts: { part: any; opacity: number }[]) => any} */
function joined(parts) {
  const many = sum(parts, ({ part }) => part.geometry.attributes.position.count);
  const [places, normals, colours] = [3, 3, 4].map((size) => new Float32Array(many * size));
  /** @type {number[]} */
  const order = [];
  const [place, normal] = [new THREE.Vector3(), new THREE.Vector3()];
  let from = 0;
  for (const { part, opacity } of parts) {
    const { index, attributes } = part.geometry;
    const { count } = attributes.position;
    const { r, g, b } = new THREE.Color(part.userData.colour);
    const colour = [r, g, b, opacity];
    for (let i = 0; i < count; i++) {
      place
        .fromBufferAttribute(attributes.position, i)
        .applyMatrix4(part.matrixWorld)
        .toArray(places, 3 * (from + i));
      normal.fromBufferAttribute(attributes.normal, i).transformDirection(part.matrixWorld);
      normal.toArray(normals, 3 * (from + i));
      colours.set(colour, 4 * (from + i));
    }
    const corners = index ? index.count : count;
    for (let i = 0; i < corners; i++) order.push(from + (index ? index.array[i] : i));
    from += count;
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.Float32BufferAttribute(places, 3));
  geometry.setAttribute("normal", new THREE.Float32BufferAttribute(normals, 3));
  geometry.setAttribute("color", new THREE.Float32BufferAttribute(colours, 4));
  geometry.setIndex(order);
  return geometry;
}
