// Taking a solution apart, step by step: a slider, and buttons that play the steps.  The steps come with the page, or a
// worker finds them.
import { h, select, slider, tool } from "./dom.js";
import { motionsOf } from "./motion.js";
import { say } from "./saying.js";
import { words } from "./words.js";

const STEP = 900; // milliseconds, at speed 1
const SPEEDS = [0.5, 1, 2, 4];

export class Apart {
  // `changed` is called when the pieces must be drawn in new positions; its argument is true if the texts change too.
  /** @param {(texts?: boolean) => void} changed */
  constructor(changed) {
    this.changed = changed;
    this.speed = 1;
    this.done = 0; // steps
    /** @type {Motion[]} */
    this.motions = [];
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
    this.begin(null);
  }

  // Begin with steps, or null if none are known.
  /** @type {(steps: any[] | null, solution?: Placed[], puzzle?: any) => void} */
  begin(steps, solution = [], puzzle = null) {
    /** @type {{ then: number } | null} */
    this.playing = null;
    this.done = 0;
    this.motions = steps ? motionsOf(steps, solution, puzzle) : [];
  }

  get state() {
    return { motions: this.motions, done: this.done };
  }
  get title() {
    return words.takeApart;
  }
  get last() {
    return this.motions.length;
  }

  // The last step in words; `letters` has the letters of the pieces.
  /** @type {(letters: string[]) => string} */
  said(letters) {
    const now = Math.ceil(this.done);
    const motion = this.motions[now - 1];
    const number = say(words.stepped, { now, last: this.last });
    if (!motion) return number;
    const pieces = motion.pieces.map((piece) => letters[piece]);
    const way = motion.text();
    const what = motion.axis
      ? say(words.turnPieces, { pieces, way })
      : say(words.goes, { letters: pieces, where: way });
    return say(words.step, { number, what });
  }

  /** @type {(done: number) => void} */
  #to(done) {
    this.done = Math.max(0, Math.min(this.last, done));
    this.changed();
  }

  pause() {
    this.playing = null;
    this.changed();
  }

  // Move forwards or back to a step at the chosen speed; in whole steps if the user prefers reduced motion.
  /** @type {(target: number) => void} */
  #play(target) {
    const turn = (this.playing = { then: performance.now() });
    /** @type {(now: number) => void} */
    const frame = (now) => {
      if (turn !== this.playing) return;
      const part = (Math.max(0, now - turn.then) / STEP) * this.speed;
      const left = target - this.done;
      if (this.still.matches ? part >= 1 : part > 0) {
        const step = this.still.matches ? 1 : part;
        turn.then = now;
        if (Math.abs(left) <= step) this.playing = null;
        this.#to(this.playing ? this.done + Math.sign(left) * step : target);
      }
      if (this.playing) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    this.changed();
  }

  /** @type {(target: number) => void} */
  #go(target) {
    this.playing = null;
    const end = Math.max(0, Math.min(this.last, target));
    if (this.still.matches) this.#to(end);
    else this.#play(end);
  }

  forth() {
    this.#go(Math.floor(this.done) + 1);
  }
  back() {
    this.#go(Math.ceil(this.done) - 1);
  }
  reset(done = 0) {
    this.playing = null;
    this.#to(done);
  }

  // Begin: play, unless the user prefers reduced motion.
  open() {
    this.reset();
    if (this.last && !this.still.matches) this.#play(this.last);
  }

  toggle() {
    if (this.playing || !this.last) return this.pause();
    if (this.done === this.last) this.#to(0);
    this.#play(this.last);
  }

  // Do what a key says; return whether it says anything.
  /** @type {(key: string) => boolean} */
  key(key) {
    /** @type {Record<string, () => void>} */
    const acts = {
      " ": () => this.toggle(),
      ",": () => this.back(),
      ".": () => this.forth(),
      Home: () => this.reset(),
    };
    if (!acts[key] || !this.last) return false;
    acts[key]();
    return true;
  }

  // The controls; their name is shown if they are `named`.
  /** @type {(letters: string[], named?: boolean) => HTMLElement} */
  bar(letters, named = false) {
    const text = this.said(letters);
    const slides = slider(this.done, this.last, "step", (done) => this.reset(done), {
      id: "step",
      step: 0.01,
      "aria-label": this.title,
      "aria-valuetext": text,
    });
    const speeds = SPEEDS.map((speed) => [speed, `${speed === 0.5 ? "½" : speed}×`]);
    return h("div", { class: "apart", role: "group", "aria-label": this.title }, [
      named ? h("label", { class: "slider" }, [this.title, slides]) : slides,
      h("div", { class: "flip" }, [
        tool("undo", words.toStart, () => this.reset()),
        tool("left", words.stepBack, () => this.back(), { disabled: !this.done }),
        tool(this.playing ? "pause" : "play", this.playing ? words.pause : words.playSteps, () => this.toggle(), {
          "data-key": "play",
          id: "play",
        }),
        tool("right", words.stepForth, () => this.forth(), { disabled: this.done === this.last }),
        select(this.speed, speeds, (speed) => (this.speed = Number(speed)), {
          "aria-label": words.speed,
          "data-key": "speed",
        }),
      ]),
      h("output", { id: "stepping", class: "note" }, text),
    ]);
  }
}
