// A mode of the page: it shows its `view()` of the state, which app.js puts on the page (see `App.update`).
import { linkOf } from "./link.js";
import { taskOf } from "./paper.js";
import { printOut } from "./printing.js";
import { qrOf } from "./qr.js";
import { words } from "./words.js";

export class Mode {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
  }

  get session() {
    return this.app.session;
  }
  get puzzle() {
    return this.app.puzzle;
  }
  get grid() {
    return this.app.puzzle.grid;
  }

  /** @returns {View} */
  view() {
    throw new Error("a mode has a view");
  }

  // Called before the mode is shown, before another one is, when there is another puzzle, and when another language is spoken.
  enter() {}
  leave() {}
  forget() {}
  reword() {}

  // The pieces that lie on the board where it is printed.
  /** @returns {Placed[]} */
  get laid() {
    return [];
  }

  // Print a sheet of paper in place of the page, with the code of a link if the page has an address.
  /** @type {() => Promise<void> | void} */
  async print() {
    const { app, laid, puzzle } = this;
    const { base, text } = await linkOf(app, { short: !laid.length, placed: laid });
    if (puzzle === app.puzzle) printOut(taskOf(app, laid, base === null ? null : qrOf(text, words.playOn)));
  }
  // What is printed if the browser is told to.
  paper() {
    return taskOf(this.app, this.laid, null);
  }

  // Do what a key says; return whether it says anything.
  /** @type {(event: KeyboardEvent) => boolean} */
  key() {
    return false;
  }
}
