// A solved puzzle bursts and comes together again, once; nothing moves for those who prefer that.
const TIME = 1300; // milliseconds
const FAR = 0.35; // of the distance from the middle
const TILT = 7; // degrees

export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Burst the pieces of a picture, all elements with `data-placed`.
/** @type {(svg: SVGSVGElement) => void} */
export function burst(svg) {
  if (still()) return;
  const { left, top, width, height } = svg.getBoundingClientRect();
  const scale = svg.getScreenCTM()?.a || 1;
  for (const piece of svg.querySelectorAll("[data-placed]")) {
    const box = piece.getBoundingClientRect();
    const x = (FAR * (box.left + box.width / 2 - left - width / 2)) / scale;
    const y = (FAR * (box.top + box.height / 2 - top - height / 2)) / scale;
    const away = { transform: `translate(${x}px, ${y}px) rotate(${Math.sign(x) * TILT}deg)`, offset: 0.4 };
    const frames = [{ transform: "none" }, away, { transform: "none" }];
    /** @type {HTMLElement} */ (piece).style.setProperty("transform-box", "fill-box");
    /** @type {HTMLElement} */ (piece).style.setProperty("transform-origin", "center");
    piece.animate(frames, { duration: TIME, easing: "cubic-bezier(0.3, 0, 0.2, 1)" });
  }
}

// The same in space.
/** @type {(space: import("./space.js").Space | null) => void} */
export function burstInSpace(space) {
  if (still() || !space) return;
  const begun = performance.now();
  const { figures } = space;
  /** @type {(now: number) => void} */
  const frame = (now) => {
    if (space.figures !== figures) return; // something else is shown
    const part = Math.min(1, Math.max(0, (now - begun) / TIME));
    space.arrange({ explode: 0.6 * Math.sin(Math.PI * part) ** 2 });
    if (part < 1) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}
