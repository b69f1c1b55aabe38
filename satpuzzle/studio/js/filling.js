// Filling as much of the board as possible: the best packing so far, with its gap, and what is proved of it (best.js).
import { code } from "./cell.js";
import { button, h, icon } from "./dom.js";
import { contentOf, freed } from "./puzzle.js";
import { failure } from "./solver.js";
import { copied } from "./way.js";
import { inTurn, say } from "./saying.js";
import { words } from "./words.js";

/** @type {(reason: GapReason) => string} */
const becauseOf = (reason) =>
  say(words.emptyBecause[reason.why], {
    ...reason,
    ...(reason.why === "colouring" && { how: words.colourings[reason.how] }),
  });

const SILENT = 30_000; // milliseconds without a message from a worker that searches, which was killed then

export class Filling {
  // `changed` is called when there is something new to show.
  /** @param {App} app @param {() => void} changed */
  constructor(app, changed) {
    this.app = app;
    this.changed = changed;
    /** @type {Worker | null} */
    this.worker = null;
    /** @type {number | undefined} */
    this.late = undefined;
  }

  get state() {
    return this.app.session.views.solve;
  }
  get puzzle() {
    return this.app.puzzle;
  }
  /** @returns {Fill} */
  get fill() {
    return /** @type {Fill} */ (this.state.fill);
  }

  begin() {
    this.stop();
    this.state.fill = { status: "searching", number: null, bound: 0, done: false, placed: null, reasons: [], why: "" };
    /** @type {(message: any) => void} */
    const heard = (message) => this.worker === worker && this.#heard(message);
    const died = () => this.worker === worker && this.#failed(words.workerDied);
    const worker = this.app.workers.start(heard, died);
    this.worker = worker;
    worker.postMessage({ kind: "best", content: contentOf(freed(this.puzzle)) });
    this.changed();
  }

  pause() {
    this.#turn("paused", "pause");
  }
  go() {
    this.#turn("searching", "go");
  }

  /** @type {(status: string, kind: string) => void} */
  #turn(status, kind) {
    clearTimeout(this.late);
    this.fill.status = status;
    this.worker?.postMessage({ kind });
    this.changed();
  }

  // End the worker.
  stop() {
    clearTimeout(this.late);
    this.worker?.terminate();
    this.worker = null;
  }

  // Show the solutions again.
  end() {
    this.stop();
    this.state.fill = null;
    this.changed();
  }

  /** @type {(message: any) => void} */
  #heard({ kind, ...message }) {
    const { fill } = this;
    clearTimeout(this.late);
    if (kind === "failed") return this.#failed(failure(message));
    if (fill.status === "searching") this.late = setTimeout(() => this.#failed(words.workerDied), SILENT);
    const { number, bound, done } = message;
    if (number === fill.number && bound === fill.bound && !done) return;
    Object.assign(fill, message);
    if (done) {
      this.stop();
      fill.status = "complete";
    }
    this.changed();
  }

  /** @type {(why: string) => void} */
  #failed(why) {
    this.stop();
    Object.assign(this.fill, { status: "failed", why });
    this.changed();
  }

  // What is shown

  /** @returns {View} */
  view() {
    return {
      picture: { key: [this.puzzle, "filled", this.fill.number, this.app.session.byCopy], draw: () => this.#picture() },
      tools: () => null,
      bar: () => null,
      panel: () => this.#panel(),
    };
  }

  // The pieces that lie on the board, and the cells that they leave empty.
  get #packing() {
    const placed = copied(this.fill.placed ?? []);
    const taken = new Set(placed.flatMap(({ cells }) => cells).map(code));
    const gap = this.fill.placed ? this.puzzle.board.filter((cell) => !taken.has(code(cell))) : [];
    return { placed, gap };
  }

  // Layers show a gap inside of a body, too.
  /** @returns {Stage} */
  #picture() {
    const { app } = this;
    const { placed, gap } = this.#packing;
    const never = this.fill.reasons.flatMap((each) => (each.why === "never" && !each.all ? each.never : []));
    const label = say(words.filledLabel, { placed: placed.length, gap: gap.length });
    const sheet = app.flatPicture(placed, label, { gap, never });
    if (this.puzzle.grid.flat) return { sheet };
    const solids = placed.map(({ piece, copy, ...each }) => app.solid(piece, copy, each));
    const hole = this.fill.placed ? gap : this.puzzle.board;
    return { sheet, figures: [...solids, { cells: hole, colour: "#8a94a6", ghost: true }] };
  }

  #panel() {
    const { fill } = this;
    const { status } = fill;
    const { placed, gap } = this.#packing;
    const working = status === "searching";
    const act = () => (working ? this.pause() : status === "failed" ? this.begin() : this.go());
    const text = working ? words.pause : status === "failed" ? words.again : words.goOn;
    return [
      button([icon("close"), words.backToSolve], () => this.end(), { "data-key": "stop" }),
      status !== "complete" &&
        button([icon(working ? "pause" : "play"), text], act, { class: "button primary", "data-key": "filling" }),
      h("div", { id: "filled", class: `status ${status}`, role: "status" }, [
        h("strong", {}, this.#what()),
        h("p", status === "failed" ? { class: "problem" } : {}, this.#why(status)),
      ]),
      fill.placed && h("p", { class: "note" }, say(words.filledLabel, { placed: placed.length, gap: gap.length })),
      this.app.rules(),
      this.#leftOut(),
    ];
  }

  #what() {
    const { number, bound, done } = this.fill;
    if (number === null) return bound === null ? words.noPacking : words.noPackingYet;
    return done ? say(words.leaves, { number }) : say(words.leavesAtMost, { number, bound });
  }

  /** @type {(status: string) => string} */
  #why(status) {
    const { bound, number, why } = this.fill;
    if (status === "failed") return why;
    if (status !== "complete") return status === "paused" ? words.paused : words.searching;
    if (bound === null || !number) return bound === null ? words.neverFilled : words.noGap;
    return inTurn([words.noFewer, ...this.fill.reasons.map(becauseOf)]);
  }

  // The pieces that the puzzle asks for and that do not lie on the board.
  #leftOut() {
    const { fill, puzzle } = this;
    const many = puzzle.pieces.map(({ min }, p) => min - (fill.placed ?? []).filter(({ piece }) => piece === p).length);
    if (!fill.placed || many.every((left) => left <= 0)) return null;
    const pictures = this.app.pictures();
    /** @type {(piece: Piece, p: number) => HTMLElement | null} */
    const entry = ({ name }, p) =>
      many[p] > 0
        ? h("li", {}, [pictures[p], h("span", { class: "tag" }, `${name}${many[p] > 1 ? ` ×${many[p]}` : ""}`)])
        : null;
    return [
      h("p", { class: "note" }, words.leftOut),
      h("ul", { class: "legend", "aria-label": words.leftOut }, [puzzle.pieces.map(entry)]),
    ];
  }
}
