// The mode Solve: start, pause and continue the search; show the counts; browse the solutions and take them apart.
import { Apart } from "./apart.js";
import { dayPicker } from "./calendar.js";
import { cellPath } from "./canvas.js";
import { code } from "./cell.js";
import { button, check, h, icon, slider, tool, wide } from "./dom.js";
import { contentOf, missing, mistake } from "./puzzle.js";
import { Solver } from "./solver.js";
import { recall } from "./store.js";
import { sketches } from "./sketch.js";
import { cellsOf, wayOf, wayOfOption } from "./way.js";
import { words } from "./words.js";

const KEPT_EVERY = 2000;
const SHOWN_AT_FIRST = 80;
const SHOWN_EVERY = 250;
const SLOW = 20_000; // milliseconds
const KEPT = "search, classes 2"; // results of an earlier definition of classes are not restored
const UNDECIDED = { verdict: "unknown", steps: [], core: [], together: [] };

export class Solve {
  constructor() {
    this.apart = new Apart(() => this.app?.update(this, "pose", "bar"));
    this.forget();
  }

  forget() {
    this.solver?.end();
    this.taken = new Map(); // what is known of how each solution comes apart
    Object.assign(this, {
      solver: null,
      given: null,
      number: 0,
      explode: 0,
      recalled: false,
      solid: false,
      hidden: new Set(),
    });
    this.taker?.terminate();
    this.taker = null;
    this.apart.begin(null);
  }

  // Show solutions that came with the page: each is a list of {piece, cells}, with the steps that take it apart, or
  // null, and a note on the pieces that are stuck; the solution `first` is shown first.
  show(app, given) {
    this.given = given;
    this.number = given.first;
    this.#begin(app);
    app.render();
  }

  get many() {
    return this.given ? this.given.solutions.length : (this.solver?.offsets.length ?? 0);
  }

  #inSpace(app) {
    return !app.puzzle.grid.flat || (this.solid && this.many > 0);
  }

  // Show a solution from the beginning: complete.
  #begin(app) {
    const steps = this.given?.steps[this.number] ?? this.taken.get(this.number)?.steps;
    this.apart.begin(steps ?? null, steps ? this.placed(app, this.number) : [], app.puzzle);
  }

  // Let a worker take the current solution apart.
  #take(app) {
    const { number } = this;
    const { puzzle } = app;
    const done = (answer) => {
      this.taken.set(number, answer);
      this.taker?.terminate();
      this.taker = null;
      if (number === this.number) this.#begin(app);
      if (app.mode === this && number === this.number) app.tell(this.#answered(app) ?? "");
      app.update(this);
    };
    this.taken.set(number, { verdict: "asked" });
    this.taker = app.workers.start(
      ({ kind, ...answer }) => done(kind === "apart" ? answer : UNDECIDED),
      () => done(UNDECIDED),
    );
    this.taker.postMessage({
      kind: "apart",
      grid: puzzle.grid.name,
      frame: puzzle.frame,
      pieces: this.placed(app, number).map(({ piece, cells }) => ({
        piece,
        cells,
        weight: puzzle.pieces[piece].weight,
        groups: puzzle.pieces[piece].groups,
      })),
    });
    app.update(this);
  }

  // Return a sentence about the result of taking the current solution apart, or null.
  #answered(app) {
    const known = this.taken.get(this.number);
    if (this.given?.notes[this.number]) return this.given.notes[this.number];
    if (!known) return this.apart.last ? words.backwards : null;
    const letters = this.#letters(app);
    const named = (pieces) => pieces.map((piece) => letters[piece]);
    if (known.verdict === "no") return words.stuck(named(known.core), known.turned);
    return known.verdict === "yes" ? words.comesApart(known, known.together.map(named)) : words.apartAs[known.verdict];
  }

  #letters(app) {
    const copies = app.puzzle.pieces.map(() => 0);
    return this.placed(app, this.number).map(({ piece }) => app.symbols[piece][copies[piece]++]);
  }

  #nameOf(app) {
    return `${KEPT} ${JSON.stringify({ ...contentOf(app.puzzle), title: "", source: "", counts: null })}`;
  }

  // Restore the results of an earlier visit for this puzzle.
  async #recall(app) {
    if (this.recalled || this.solver) return;
    this.recalled = true;
    const { puzzle } = app;
    const kept = await recall(this.#nameOf(app));
    if (!kept || this.solver || puzzle !== app.puzzle) return;
    this.#make(app, kept);
    this.solver.tables = kept.tables;
    if (app.mode === this) app.render();
  }

  #make(app, kept = null) {
    let waiting = null;
    const show = () => {
      clearTimeout(waiting);
      waiting = null;
      if (this.solver === solver) this.#news(app);
    };
    this.solver = new Solver(
      app.workers,
      contentOf(app.puzzle),
      () => {
        if (this.solver !== solver) return;
        if (solver.status === "complete") setTimeout(show);
        else waiting ??= setTimeout(show, solver.elapsed < 1000 ? SHOWN_AT_FIRST : SHOWN_EVERY);
      },
      kept,
    );
    const { solver } = this;
  }

  #news(app) {
    const { solver } = this;
    const ended = ["complete", "impossible", "failed"].includes(solver.status);
    if (
      solver.tables &&
      solver.parts.length &&
      (ended || solver.status === "paused" || performance.now() - (this.keptAt ?? 0) > KEPT_EVERY)
    ) {
      this.keptAt = performance.now();
      this.#keep(app);
    }
    app.update(this);
  }

  #keep(app) {
    const { solver } = this;
    if (solver.elapsed > 500) app.keep(this.#nameOf(app), { ...solver.kept, tables: { cover: solver.tables.cover } });
  }

  // Continue a search that failed from the parts that were done.
  #again(app) {
    const { tables, parts, kept } = this.solver;
    this.#make(app, parts.length ? kept : null);
    this.solver.tables = tables;
    Object.assign(this, { number: 0, taken: new Map() });
    if (this.many) this.#begin(app);
  }

  start(app) {
    const problem = mistake(app.puzzle);
    if (problem) {
      app.say(problem);
      return;
    }
    if (!this.solver) this.#make(app);
    else if (this.solver.status === "failed") this.#again(app);
    this.given = null;
    this.solver.go();
  }

  // The pieces of a solution, each {piece, cells}.
  placed(app, number) {
    if (this.given) return this.given.solutions[number];
    const { cover } = this.solver.tables;
    const { board } = app.puzzle;
    return [...this.solver.solution(number)].map((option) => ({
      piece: cover.pieceOf[option],
      cells: cellsOf(cover, option, board),
      way: wayOfOption(cover, option),
      option,
    }));
  }

  // Restore results of this puzzle, or prepare to search it.
  enter(app) {
    this.app = app;
    if (this.given) return;
    this.#recall(app);
    if (!this.solver && !mistake(app.puzzle)) app.workers.foresee(contentOf(app.puzzle));
  }

  view(app) {
    const { many, number, solid, explode, hidden, apart } = this;
    const shown = many ? [this.given ?? this.solver, number] : [null, -1];
    const key = [app.puzzle, ...shown, app.byCopy, solid, this.solver?.dark];
    return {
      picture: { key, draw: () => this.#picture(app, many) },
      pose: many && this.#inSpace(app) ? { explode, hidden, ...apart.state } : null,
      tools: () => this.#tools(app, many),
      bar: () => this.#bar(app, many),
      panel: () => this.#panel(app),
    };
  }

  #picture(app, many) {
    const { puzzle } = app;
    const placed = many ? this.placed(app, this.number) : [];
    const dark = this.solver?.dark ?? [];
    const shaded = new Set(dark.map(code));
    if (!this.#inSpace(app)) {
      return {
        sheet: puzzle.board.length
          ? app.flatPicture(
              placed,
              many ? words.solutionLabel(this.number + 1) : words.boardLabel,
              (dark.length > 1 ? puzzle.board : dark).map((cell) =>
                cellPath(cell, puzzle.grid, { class: shaded.has(code(cell)) ? "dark" : "light" }),
              ),
            )
          : null,
      };
    }
    const copies = puzzle.pieces.map(() => 0);
    const figures = many
      ? placed.map(({ piece, ...each }) => app.solid(piece, copies[piece]++, each))
      : [
          {
            cells: puzzle.board.filter((cell) => !shaded.has(code(cell))),
            colour: "#8a94a6",
            letter: "",
            ghost: false,
          },
          ...dark.map((cell) => ({ cells: [cell], colour: "#3c4454", letter: "" })),
        ];
    return { figures };
  }

  #tools(app, many) {
    const flat = app.puzzle.grid.flat && many > 0;
    const solid = this.#inSpace(app) && many > 0;
    if (!flat && !solid) return null;
    const turn = () => {
      this.solid = !this.solid;
      app.looked = null;
      app.update(this);
    };
    return [
      flat && wide("cube", words.inSpace, "solid", turn, { "aria-pressed": this.solid }),
      solid && wide("turn", words.lookAgain, "look", () => app.space?.look()),
    ];
  }

  #bar(app, many) {
    if (!many) return null;
    const go = (to) => this.#go(app, to);
    const explode = (share) => {
      this.explode = share;
      app.update(this, "pose", "bar");
    };
    const space = app.space && this.#inSpace(app);
    const complete = this.given || (this.solver.status === "complete" && !this.solver.full);
    return [
      h("div", { class: "flip" }, [
        tool("left", words.previous, () => go(this.number - 1), { disabled: many < 2 }),
        h("output", { class: "number" }, words.numberOf(this.number + 1, many, complete)),
        tool("right", words.next, () => go(this.number + 1), { disabled: many < 2 }),
      ]),
      many > 2 && slider(this.number, many - 1, "which", go, { "aria-label": words.whichSolution }),
      space &&
        h("label", { class: "slider" }, words.moveApart, slider(this.explode, 1, "apart", explode, { step: 0.01 })),
      space && this.apart.last > 0 && this.apart.bar(this.#letters(app)),
      space &&
        !app.puzzle.wrap &&
        !this.apart.last &&
        !this.taken.has(this.number) &&
        many > 0 &&
        this.placed(app, this.number).length > (app.puzzle.frame.length ? 0 : 1) &&
        button(words.takeApart, () => this.#take(app), { disabled: Boolean(this.taker) }),
    ];
  }

  #go(app, to) {
    if (this.many < 2) return;
    this.number = (to + this.many) % this.many;
    this.#begin(app);
    app.update(this);
  }

  key(app, { key, target }) {
    if (!this.many || (/^( |Home)$/.test(key) && target.closest?.("button, input, select"))) return false;
    const space = this.#inSpace(app);
    if (key === "n" || key === "p") this.#go(app, this.number + (key === "n" ? 1 : -1));
    else if (!space) return false;
    else if (/^\d$/.test(key)) {
      this.explode = Number(key) / 9;
      app.update(this, "pose", "bar");
    } else return this.apart.key(key);
    return true;
  }

  #panel(app) {
    const status = this.given ? "given" : (this.solver?.status ?? "new");
    const { puzzle } = app;
    const problem = mistake(puzzle);
    const seen = this.many > 0 && this.#inSpace(app);
    const several = puzzle.pieces.length > 1 && puzzle.pieces.some(({ max }) => max > 1);
    const byCopy = (yes) => {
      app.byCopy = yes;
      app.update(this);
    };
    return [
      dayPicker(app),
      !["complete", "impossible"].includes(status) && this.#action(app, status, problem),
      problem && h("p", missing(puzzle) ? { class: "note" } : { class: "problem", role: "alert" }, problem),
      h("div", { id: "status", class: `status ${status}`, role: "status" }, this.#sentence(app, status)),
      this.solver && this.#facts(puzzle),
      seen && h("p", { id: "note", class: "note", role: "status" }, this.#answered(app)),
      app.rules(),
      seen ? this.#shown(app) : this.#pieces(app),
      several && check(words.ownColours, app.byCopy, "own", byCopy, { id: "own" }),
      seen && h("p", { class: "note keys" }, words.keys(this.many > 1, this.apart.last > 0)),
    ];
  }

  // What the search has found and done so far.
  #facts(puzzle) {
    const { solver } = this;
    const { status } = solver;
    const working = !this.given && ["preparing", "searching"].includes(status);
    const slow = working && solver.elapsed > SLOW;
    const command = `satpuzzle count ${puzzle.name ?? "FILE"}`;
    return [
      working || status === "paused" ? this.#progress(solver, working) : null,
      solver.counts.raw ? this.#counts(solver, status === "complete") : null,
      solver.full && h("p", { class: "note" }, words.notAllKept(solver.offsets.length)),
      status === "complete" && h("p", { class: "note" }, words.checked),
      slow && h("p", { class: "note" }, words.fasterThere, h("code", {}, command)),
    ];
  }

  // The button that starts, pauses or continues the search.
  #action(app, status, problem) {
    const { solver } = this;
    const start = () => this.start(app);
    const [text, name, act] = {
      preparing: [words.pause, "pause", () => solver.pause()],
      searching: [words.pause, "pause", () => solver.pause()],
      paused: [words.goOn, "play", start],
      failed: [solver?.parts.length ? words.goOn : words.again, "play", start],
    }[status] ?? [words.solve, "play", start];
    const properties = { class: "button primary", "data-key": "solve", id: "solve", disabled: Boolean(problem) };
    return button([icon(name), text], act, properties);
  }

  // The pieces of the solution, each to be hidden and shown.
  #shown(app) {
    const { puzzle } = app;
    const placed = this.placed(app, this.number);
    const letters = this.#letters(app);
    const copies = puzzle.pieces.map(() => 0);
    const pictures = sketches(
      placed.map(({ piece }) => ({
        cells: puzzle.pieces[piece].cells,
        ...app.look(piece, copies[piece]++, wayOf(puzzle.pieces[piece], puzzle)),
      })),
      puzzle.grid,
    );
    const show = () => app.update(this, "pose", "bar", "panel");
    const all = (hidden) =>
      button(hidden ? words.hideAll : words.showAll, () => {
        this.hidden = new Set(hidden ? placed.keys() : []);
        show();
      });
    const tag = (i, piece) => [...new Set([letters[i], puzzle.pieces[piece].name])].join(" ");
    const hide = (i) => {
      if (!this.hidden.delete(i)) this.hidden.add(i);
      show();
    };
    return h("fieldset", { class: "shown" }, [
      h("legend", {}, words.piecesLabel),
      all(false),
      all(true),
      h("ul", { class: "legend" }, [
        placed.map(({ piece }, i) =>
          h("li", {}, [
            button([pictures[i], h("span", { class: "tag" }, tag(i, piece))], () => hide(i), {
              class: "thumb",
              "aria-pressed": !this.hidden.has(i),
              "aria-label": words.showPiece(letters[i], puzzle.pieces[piece].name),
              "data-key": `show${i}`,
            }),
          ]),
        ),
      ]),
    ]);
  }

  // The pieces, as a legend.
  #pieces(app) {
    const { pieces, grid } = app.puzzle;
    const pictures = sketches(
      pieces.map((piece, p) => ({ cells: piece.cells, ...app.look(p, 0, wayOf(piece, app.puzzle)) })),
      grid,
    );
    return (
      pieces.length > 0 &&
      h("ul", { class: "legend", "aria-label": words.piecesLabel }, [
        pieces.map(({ name, min, max }, p) =>
          h("li", {}, [
            pictures[p],
            h("span", { class: "tag" }, [
              max === 1 && min === 1 ? name : `${name} ×${min === max ? max : `${min}–${max}`}`,
            ]),
          ]),
        ),
      ])
    );
  }

  #sentence(app, status) {
    const { solver } = this;
    const { counts } = solver ?? {};
    if (status === "given")
      return [
        h("strong", { id: "found" }, words.givenMany(this.many)),
        h("p", {}, mistake(app.puzzle) ? words.givenAlone : words.given),
      ];
    if (status === "new") return missing(app.puzzle) ? null : h("p", {}, words.about(app.puzzle));
    if (status === "preparing") return h("p", {}, words.preparing);
    if (status === "impossible") return [h("strong", {}, words.none), h("p", {}, solver.why)];
    const complete = status === "complete";
    const many = counts.patterns ?? counts.isometries;
    if (complete && !counts.raw) return [h("strong", {}, words.none), h("p", {}, words.searchedAll)];
    const found = h("strong", { id: "found" }, complete ? words.found(many) : words.foundSoFar(many));
    if (status === "failed") return [solver.parts.length > 0 && found, h("p", { class: "problem" }, solver.why)];
    return [found, h("p", {}, !complete ? words.goesOn[status] : many === 1 ? words.unique : words.complete)];
  }

  #progress(solver, working) {
    const { fraction } = solver;
    const seconds = solver.elapsed / 1000;
    const left = fraction > 0.005 && seconds > 1 ? (seconds / fraction) * (1 - fraction) : null;
    return [
      h("progress", { max: 1, value: fraction, "aria-label": words.progress }),
      h("p", { class: "note" }, [
        words.progressNote(fraction, solver.nodes / Math.max(0.1, seconds), working ? left : null),
      ]),
    ];
  }

  #counts({ counts, orders }, complete) {
    const row = (name, number, what) =>
      h("tr", {}, h("th", { scope: "row" }, name), h("td", { "data-count": what }, words.atLeast(number, complete)));
    return [
      h("table", { class: "counts" }, [
        h("tbody", {}, [
          counts.patterns !== undefined && row(words.patterns, counts.patterns, "patterns"),
          row(words.isometries, counts.isometries, "isometries"),
          row(words.rotations, counts.rotations, "rotations"),
          row(words.raw, counts.raw, "raw"),
        ]),
      ]),
      h("p", { class: "note" }, words.ordersNote(orders)),
    ];
  }
}
