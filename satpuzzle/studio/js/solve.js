// Solve: start, pause, go on; how many solutions there are; and the solutions themselves, to flip through.
import { button, byId, h, icon, refill, tool } from "./dom.js";
import { contentOf, mistake } from "./puzzle.js";
import { Solver } from "./solver.js";
import { keep, recall } from "./store.js";
import { sketches } from "./sketch.js";
import { words } from "./words.js";

const KEPT_EVERY = 2000, SHOWN_EVERY = 80; // milliseconds

export class Solve {
  constructor() {
    this.number = 0;
    this.explode = 0;
  }

  forget() {
    this.solver?.end();
    this.solver = null;
    this.number = 0;
    this.explode = 0;
    this.recalled = false;
    this.shown = null;
  }

  #nameOf(app) { return `search ${JSON.stringify({ ...contentOf(app.puzzle), title: "", source: "", counts: null })}`; }

  // What an earlier visit had found of this puzzle.
  async #recall(app) {
    if (this.recalled || this.solver) return;
    this.recalled = true;
    const { puzzle } = app, kept = await recall(this.#nameOf(app));
    if (!kept || this.solver || puzzle !== app.puzzle) return;
    this.#make(app, kept);
    this.solver.tables = kept.tables;
    if (app.session.mode === "solve") app.render();
  }

  #make(app, kept = null) {
    let waiting = null;
    this.solver = new Solver(app.workers, contentOf(app.puzzle), () => {
      if (this.solver !== solver) return;
      waiting ??= setTimeout(() => { waiting = null; if (this.solver === solver) this.#news(app); }, solver.status === "complete" ? 0 : SHOWN_EVERY);
    }, kept);
    const { solver } = this;
  }

  #news(app) {
    const { solver } = this, ended = ["complete", "impossible", "failed"].includes(solver.status);
    if (solver.tables && solver.parts.length && (ended || performance.now() - (this.keptAt ?? 0) > KEPT_EVERY)) {
      this.keptAt = performance.now();
      this.#keep(app);
    }
    if (app.session.mode === "solve") this.render(app);
  }

  #keep(app) {
    const { solver } = this;
    if (solver.elapsed > 500) keep(this.#nameOf(app), { ...solver.kept, tables: { cover: solver.tables.cover } });
  }

  start(app) {
    const problem = mistake(app.puzzle);
    if (problem) { app.say(problem); return; }
    if (!this.solver || this.solver.status === "failed") this.#make(app);
    this.solver.go();
  }

  // The pieces of a solution, each {piece, cells}.
  placed(app, number) {
    const { cover } = this.solver.tables, { board } = app.puzzle;
    return [...this.solver.solution(number)].map((option) => ({
      piece: cover.pieceOf[option], cells: cover.options[option].slice(0, -1).map((cell) => board[cell]), option,
    }));
  }

  render(app) {
    this.#recall(app);
    const { puzzle } = app, { solver } = this, many = solver?.offsets.length ?? 0;
    const picture = `${many ? this.number : -1}:${many ? "" : puzzle.pieces.length}:${app.looked}`;
    if (this.shown !== picture || !byId("views").querySelector(".picture, canvas")) {
      this.#picture(app, many);
      this.shown = `${many ? this.number : -1}:${many ? "" : puzzle.pieces.length}:${app.looked}`;
    }
    refill(byId("tools"));
    refill(byId("bar"), this.#bar(app, many));
    refill(byId("panel"), this.#panel(app));
  }

  #picture(app, many) {
    const { puzzle } = app, placed = many ? this.placed(app, this.number) : [];
    if (puzzle.grid.flat) {
      app.stage({ sheet: puzzle.board.length ? app.flatPicture(placed, { label: many ? words.solutionLabel(this.number + 1) : words.boardLabel }) : null });
      return;
    }
    const copies = puzzle.pieces.map(() => 0);
    const figures = many ? placed.map(({ piece, cells }) => ({ cells, ...app.figure(piece, copies[piece]++) })) : [{ cells: puzzle.board, colour: "#8a94a6", letter: "", ghost: false }];
    app.stage({ figures });
    app.space?.arrange(this.explode);
  }

  #bar(app, many) {
    if (!many) return null;
    const go = (to) => { this.number = (to + many) % many; this.render(app); };
    const space = app.space && !app.puzzle.grid.flat;
    return [
      h("div", { class: "flip" },
        tool("left", words.previous, () => go(this.number - 1), { disabled: many < 2 }),
        h("output", { class: "number" }, words.numberOf(this.number + 1, many, this.solver.status === "complete" && !this.solver.full)),
        tool("right", words.next, () => go(this.number + 1), { disabled: many < 2 })),
      many > 2 && h("input", { type: "range", min: 0, max: many - 1, value: this.number, "aria-label": words.whichSolution, "data-key": "which", oninput: (event) => go(Number(event.target.value)) }),
      space && h("label", { class: "slider" }, words.moveApart,
        h("input", { type: "range", min: 0, max: 1, step: 0.01, value: this.explode, "data-key": "apart", oninput: (event) => { this.explode = Number(event.target.value); app.space.arrange(this.explode); } })),
    ];
  }

  #panel(app) {
    const { solver } = this, status = solver?.status ?? "new", { puzzle } = app, problem = mistake(puzzle);
    const working = status === "preparing" || status === "searching";
    const act = working ? [words.pause, "pause", () => solver.pause()] : status === "paused" ? [words.goOn, "play", () => this.start(app)] : [words.solve, "play", () => this.start(app)];
    const over = ["complete", "impossible"].includes(status);
    return [
      app.dayPicker(),
      !over && h("button", { type: "button", class: "button primary", onclick: act[2], "data-key": "solve", id: "solve", disabled: Boolean(problem) }, icon(act[1]), act[0]),
      problem && h("p", { class: "problem", role: "alert" }, problem),
      h("div", { id: "status", class: `status ${status}`, role: "status" }, this.#sentence(app, status)),
      working || status === "paused" ? this.#progress(solver, working) : null,
      solver && ["searching", "paused", "complete"].includes(status) && solver.counts.raw ? this.#counts(solver, status === "complete") : null,
      solver?.full && h("p", { class: "note" }, words.notAllKept(solver.offsets.length)),
      status === "complete" && h("p", { class: "note" }, words.checked),
      working && solver.elapsed > 20_000 && h("p", { class: "note" }, words.fasterThere, h("code", {}, `satpuzzle count ${puzzle.name ?? "FILE"}`)),
      status === "failed" && button(words.again, () => { this.forget(); this.start(app); }),
      this.#pieces(app),
    ];
  }

  // The pieces, as a legend.
  #pieces(app) {
    const { pieces, grid } = app.puzzle, pictures = sketches(pieces.map(({ cells }, p) => ({ cells, colour: app.figure(p).colour })), grid);
    return pieces.length > 0 && h("ul", { class: "legend", "aria-label": words.piecesLabel },
      pieces.map(({ name, min, max }, p) => h("li", {}, pictures[p], h("span", { class: "tag" }, max === 1 && min === 1 ? name : `${name} ×${min === max ? max : `${min}–${max}`}`))));
  }

  #sentence(app, status) {
    const { solver } = this, { counts } = solver ?? {};
    if (status === "new") return h("p", {}, words.about(app.puzzle));
    if (status === "preparing") return h("p", {}, words.preparing);
    if (status === "impossible") return [h("strong", {}, words.none), h("p", {}, solver.why)];
    if (status === "failed") return h("p", { class: "problem" }, solver.why);
    const complete = status === "complete";
    if (complete && !counts.raw) return [h("strong", {}, words.none), h("p", {}, words.searchedAll)];
    return [h("strong", { id: "found" }, words.found(counts.isometries)), h("p", {}, complete ? (counts.isometries === 1 ? words.unique : words.complete) : words.soFar)];
  }

  #progress(solver, working) {
    const { fraction } = solver, seconds = solver.elapsed / 1000;
    const left = fraction > 0.005 && seconds > 1 ? (seconds / fraction) * (1 - fraction) : null;
    return [
      h("progress", { max: 1, value: fraction, "aria-label": words.progress }),
      h("p", { class: "note" }, words.progressNote(fraction, solver.nodes / Math.max(0.1, seconds), working ? left : null)),
    ];
  }

  #counts({ counts, orders }, complete) {
    const row = (name, number, what) => h("tr", {}, h("th", { scope: "row" }, name), h("td", { "data-count": what }, words.atLeast(number, complete)));
    return [
      h("table", { class: "counts" },
        h("tbody", {},
          row(words.isometries, counts.isometries, "isometries"),
          row(words.rotations, counts.rotations, "rotations"),
          row(words.raw, counts.raw, "raw"))),
      h("p", { class: "note" }, words.ordersNote(orders)),
    ];
  }
}
