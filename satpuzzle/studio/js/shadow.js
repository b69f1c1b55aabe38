// The soft shadow of figures on the ground: each cell darkens the ground below it, less the higher it is.
import { vector } from "./meshes.js";

const SIZE = 256; // pixels of the picture
const WIDE = 0.85;
const WIDER = 0.25; // the radius of a cell's shadow, and how much it grows with the height
const FADES = 1.1;
const DARK = 0.34;

export class Shadow {
  constructor() {
    this.canvas = document.createElement("canvas");
    this.canvas.width = this.canvas.height = SIZE;
    this.context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
    this.texture = new THREE.CanvasTexture(this.canvas);
    const look = { color: 0x000000, alphaMap: this.texture, transparent: true, opacity: DARK, depthWrite: false };
    this.mesh = new THREE.Mesh(new THREE.PlaneGeometry(1, 1), new THREE.MeshBasicMaterial(look));
    this.mesh.rotation.x = -Math.PI / 2;
    this.mesh.renderOrder = -1;
  }

  // Draw the shadows of cells, by their centres, on the ground; `middle` and `radius` tell where they are.
  /** @type {(cells: Vector[], ground: number, middle: Vector, radius: number) => void} */
  cast(cells, ground, middle, radius) {
    const { context, mesh } = this;
    const reach = radius + 2;
    const scale = SIZE / (2 * reach);
    context.globalCompositeOperation = "source-over";
    context.fillStyle = "#000";
    context.fillRect(0, 0, SIZE, SIZE);
    context.globalCompositeOperation = "lighten";
    for (const [x, y, z] of cells) {
      const high = Math.max(0, z - ground - 0.5);
      const wide = (WIDE + WIDER * high) * scale;
      const [left, top] = [(x - middle[0] + reach) * scale, (y - middle[1] + reach) * scale];
      const blot = context.createRadialGradient(left, top, 0, left, top, wide);
      const grey = Math.round(255 / (1 + FADES * high));
      blot.addColorStop(0, `rgb(${grey},${grey},${grey})`);
      blot.addColorStop(0.45, `rgb(${0.8 * grey},${0.8 * grey},${0.8 * grey})`);
      blot.addColorStop(1, "rgb(0,0,0)");
      context.fillStyle = blot;
      context.fillRect(left - wide, top - wide, 2 * wide, 2 * wide);
    }
    this.texture.needsUpdate = true;
    mesh.scale.setScalar(2 * reach);
    mesh.position.copy(vector([middle[0], middle[1], ground - 0.01]));
  }
}
