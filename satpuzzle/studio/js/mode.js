// A mode of the page: it shows its `view()` of the state, which app.js puts on the page (see `App.update`).
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

  // Do what a key says; return whether it says anything.
  /** @type {(event: KeyboardEvent) => boolean} */
  key() {
    return false;
  }
}
