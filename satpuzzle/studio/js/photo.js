// A photo under the sheet of Draw, to draw over.  It stays in the page, and only until this is closed.
import { ARROWS } from "./arrows.js";
import { pointAt, UNITS } from "./canvas.js";
import { s } from "./dom.js";

const FAINT = 0.6; // at first
const STEP = 0.1; // of an arrow key
const FACTOR = 1.06; // of a key or of a step of the wheel
const SIZES = [0.5, 2000]; // of its width, in lengths of the grid

/** @type {(a: number[], b: number[]) => number} */
const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

// Return a file as a photo that fills a box [left, far, right, near], or null if the browser cannot show it.
/** @type {(file: File, box: number[]) => Promise<Photo | null>} */
export async function photoOf(file, box) {
  const address = URL.createObjectURL(file);
  const { naturalWidth: width, naturalHeight: height } = await loaded(address);
  if (width && height) return new Photo(address, width / height, box);
  URL.revokeObjectURL(address);
  return null;
}

/** @type {(address: string) => Promise<HTMLImageElement>} */
async function loaded(address) {
  const image = new Image();
  image.src = address;
  await image.decode().catch(() => {}); // then it has no size
  return image;
}

export class Photo {
  /** @param {string} address @param {number} aspect @param {number[]} box */
  constructor(address, aspect, [left, far, right, near]) {
    this.address = address;
    this.aspect = aspect;
    this.faint = FAINT;
    this.width = Math.min(right - left, (near - far) * aspect);
    this.corner = [(left + right - this.width) / 2, (far + near - this.width / aspect) / 2];
    this.image = s("image", { href: address, class: "photo" }); // one for all sheets, so that it is read once
    this.#place();
  }

  #place() {
    const [x, y] = this.corner.map((at) => at * UNITS);
    const [width, height] = [this.width * UNITS, (this.width / this.aspect) * UNITS];
    for (const [name, value] of Object.entries({ x, y, width, height, opacity: this.faint }))
      this.image.setAttribute(name, `${value}`);
  }

  /** @type {(right: number, near: number) => void} */
  #move(right, near) {
    this.corner = [this.corner[0] + right, this.corner[1] + near];
    this.#place();
  }

  // Make it larger by a factor; a point, by default its middle, stays where it is.
  /** @type {(factor: number, point?: number[]) => void} */
  #scale(factor, [x, y] = [this.corner[0] + this.width / 2, this.corner[1] + this.width / this.aspect / 2]) {
    const width = Math.min(SIZES[1], Math.max(SIZES[0], this.width * factor));
    const by = width / this.width;
    this.width = width;
    this.corner = [x + (this.corner[0] - x) * by, y + (this.corner[1] - y) * by];
    this.#place();
  }

  /** @type {(faint: number) => void} */
  fade(faint) {
    this.faint = faint;
    this.#place();
  }

  forget() {
    URL.revokeObjectURL(this.address);
  }

  // Move it on a sheet: by one finger or the mouse, or by arrow keys; two fingers, the wheel, + and - scale it.
  /** @type {(svg: SVGSVGElement) => void} */
  listen(svg) {
    /** @type {Map<number, number[]>} */
    const pressed = new Map(); // where each pointer is
    svg.addEventListener("pointerdown", (event) => {
      pressed.set(event.pointerId, pointAt(svg, event));
      svg.setPointerCapture(event.pointerId);
      event.preventDefault();
      svg.focus({ preventScroll: true });
    });
    svg.addEventListener("pointermove", (event) => {
      const before = pressed.get(event.pointerId);
      if (!before) return;
      const now = pointAt(svg, event);
      pressed.set(event.pointerId, now);
      const [other] = [...pressed].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
      if (!other) this.#move(now[0] - before[0], now[1] - before[1]);
      else if (distance(before, other) > 0) this.#scale(distance(now, other) / distance(before, other), other);
    });
    for (const end of ["pointerup", "pointercancel"])
      svg.addEventListener(end, (event) => pressed.delete(/** @type {PointerEvent} */ (event).pointerId));
    svg.addEventListener("wheel", (event) => {
      if (event.deltaY) this.#scale(event.deltaY < 0 ? FACTOR : 1 / FACTOR, pointAt(svg, event));
      event.preventDefault();
    });
    svg.addEventListener("keydown", (event) => {
      const to = ARROWS[event.key];
      const larger = { "+": FACTOR, "=": FACTOR, "-": 1 / FACTOR }[event.key];
      if (larger) this.#scale(larger);
      else if (to && !to[2]) this.#move(STEP * to[0], STEP * to[1]);
      else return;
      event.preventDefault();
    });
  }
}
