// The mode Solve: start, pause and continue the search; show the counts; browse the solutions and take them apart.
import { Apart } from "./apart.js";
import { building, lifted } from "./building.js";
import { alongChain } from "./chains.js";
import { dayPicker } from "./calendar.js";
import { cellPath } from "./canvas.js";
import { code } from "./cell.js";
import { sum } from "./lists.js";
import { Filling } from "./filling.js";
import { Folding, beads } from "./folding.js";
import { button, byId, check, h, icon, refill, showDialog, slider, tool, wide } from "./dom.js";
import { linkOf } from "./link.js";
import { contentOf, freed, gridKey, missing, mistake } from "./puzzle.js";
import { numberOf } from "./map.js";
import { Mode } from "./mode.js";
import { Packings } from "./packings.js";
import { sheetOf } from "./paper.js";
import { printOut } from "./printing.js";
import { qrOf } from "./qr.js";
import { Solver } from "./solver.js";
import { recall } from "./store.js";
import { exchangesOf, setsShown } from "./sets.js";
import { sketches } from "./sketch.js";
import { Watching } from "./watching.js";
import { copied, placedBy } from "./way.js";
import { atLeast, inTurn, numeral, roughly, say, time } from "./saying.js";
import { words } from "./words.js";

const KEPT_EVERY = 2000;
const SHOWN_AT_FIRST = 80;
const SHOWN_EVERY = 250;
const SLOW = 20_000; // milliseconds
const KEPT = "search, classes 2"; // results of an earlier definition of classes are not restored
const WORKING = ["preparing", "searching"];
const NEARLY = 0.995; // of a search
const HUES = ["#dfe2e7", "#5d6573", "#e3a857", "#4d96bb"]; // of a colouring by more than two colours

export class Solve extends Mode {
  /** @param {App} app */
  constructor(app) {
    super(app);
    this.taking = new Apart(() => app.update(this, "pose", "bar"));
    this.folding = new Folding(() =>
      this.#inSpace ? app.update(this, "pose", "bar") : app.update(this, "picture", "bar"),
    );
    /** @type {Shown | null} */
    this.found = null; // the solution that is shown
    /** @type {Solver | null} */
    this.search = null;
    this.watching = new Watching(app, () => app.update(this));
    this.filling = new Filling(app, () => app.update(this));
    this.packings = new Packings(app, {
      many: () => this.many,
      task: (number) => this.#task(number),
      pieces: (number) => this.#placedIn(number).length,
      news: (number) => this.#took(number),
    });
    this.recalled = false;
    this.keptAt = 0;
    /** @type {HTMLElement | null} */
    this.sheet = null; // in the dialog
    this.printing = false; // whether it is printed when it is complete
    /** @type {{ puzzle: Puzzle; code: SVGElement | null } | null} */
    this.coded = null;
  }

  get state() {
    return this.session.views.solve;
  }

  // Whether the puzzle has chains, whose solutions are folded, not taken apart.
  get #folds() {
    return this.puzzle.pieces.some(({ chain }) => chain !== undefined);
  }
  get apart() {
    return this.#folds ? this.folding : this.taking;
  }

  // The search of the puzzle, which may not have begun.
  get solver() {
    return this.search ?? this.#make();
  }

  forget() {
    this.search?.end();
    this.packings.stop();
    this.watching.pause();
    this.printing = false;
    this.filling.stop();
    this.search = null;
    this.recalled = false;
    this.taking.begin(null);
    this.found = null;
  }

  // Let a search that ended with a sentence of a worker be made anew.
  reword() {
    if (this.state.fill?.status === "failed") this.filling.end();
    if (this.search && ["impossible", "failed"].includes(this.search.status) && !this.search.parts.length)
      this.forget();
  }

  // Show solutions that came with the page: each is a list of {piece, cells}, with the steps that take it apart, or
  // null, and a note on the pieces that are stuck; the solution `first` is shown first.
  /** @type {(given: Given) => void} */
  show(given) {
    Object.assign(this.state, { given, number: given.first });
    this.#begin();
    this.app.render();
  }

  get many() {
    return this.state.given?.solutions.length ?? this.solver.offsets.length;
  }

  get #inSpace() {
    return !this.grid.flat || (this.state.solid && this.many > 0);
  }

  // The pieces of the solution that is shown, each {piece, copy, cells, way}.
  get placed() {
    return this.#known();
  }

  /** @type {(number: number) => Copied[]} */
  #placedIn(number) {
    const { given } = this.state;
    const { pieces, board } = this.puzzle;
    if (given) return this.#strung(given.solutions[number]);
    const { cover } = this.solver.tables;
    const options = [...this.solver.solution(number)].filter((option) => option < cover.placing);
    return copied(options.map((option) => placedBy(cover, option, board))).map((one, i) =>
      pieces[one.piece].chain === undefined ? one : { ...one, along: alongChain(cover, options[i], this.puzzle) },
    );
  }

  // The pieces of a solution that came with the page, where the cells of chains are in their order.
  /** @type {(placed: Placed[]) => Copied[]} */
  #strung(placed) {
    const { pieces } = this.puzzle;
    return copied(placed).map((one) => (pieces[one.piece].chain === undefined ? one : { ...one, along: one.cells }));
  }

  get #parts() {
    return this.#partsOf(this.#known());
  }

  // What is drawn of a solution: its pieces, and in place of a chain its cells, each with the number of its piece in
  // `placed`.  The chains are drawn last, so that those cells that are not laid yet are the last ones.
  /** @type {(placed: Copied[]) => (Copied & { of: number })[]} */
  #partsOf(placed) {
    const [chains, others] = [true, false].map((is) =>
      [...placed.keys()].filter((i) => Boolean(placed[i].along) === is),
    );
    return [
      ...others.map((i) => ({ ...placed[i], of: i })),
      ...chains.flatMap((i) => {
        const { piece, copy, along = [] } = placed[i];
        return beads(along, this.app.figure(piece, copy).colour).map((bead) => ({
          piece,
          copy,
          cells: bead.cells,
          bead,
          of: i,
        }));
      }),
    ];
  }

  // The pieces of the solution that is shown, which are found once.
  /** @returns {Copied[]} */
  #known() {
    const { given, number } = this.state;
    const from = given ?? this.solver.tables;
    const { found } = this;
    if (found?.from !== from || found?.number !== number || found?.puzzle !== this.puzzle)
      this.#look({ from, number, puzzle: this.puzzle, placed: this.#placedIn(number) });
    return /** @type {Shown} */ (this.found).placed;
  }

  // Keep the solution that is shown; its chains are folded.
  /** @type {(found: Shown) => void} */
  #look(found) {
    this.found = found;
    this.folding.fold(
      found.placed.flatMap(({ along }) => (along ? [along] : [])),
      this.grid,
    );
  }

  // How the figures stand: of chains, only the cells that are laid are seen.
  get #pose() {
    const { explode, hidden } = this.state;
    if (!this.#folds) return { explode, hidden, ...this.taking.state };
    const parts = this.#parts;
    const beads = parts.filter(({ bead }) => bead).length;
    const unseen = parts.flatMap(({ of, bead }, i) =>
      hidden.has(of) || (bead && i >= parts.length - beads + this.folding.laid) ? [i] : [],
    );
    return { explode, hidden: new Set(unseen), ...this.folding.state };
  }

  get #letters() {
    return this.placed.map(({ piece, copy }) => this.app.symbols[piece][copy]);
  }

  // Show a solution from the beginning: complete.
  #begin() {
    const { given, number, taken } = this.state;
    const steps = given?.steps[number] ?? taken.get(number)?.steps ?? null;
    this.taking.begin(steps, steps && this.placed, this.puzzle);
  }

  // What a worker gets to take a solution apart, and what is done when it has.
  /** @type {(number: number) => object} */
  #task(number) {
    const { grid, frame, pieces } = this.puzzle;
    const placed = this.#placedIn(number).map(({ piece, cells }) => {
      const { weight, groups } = pieces[piece];
      return { piece, cells, weight, groups };
    });
    return { kind: "apart", grid: gridKey(grid.said), frame, pieces: placed };
  }

  /** @type {(number: number) => void} */
  #took(number) {
    const { state, packings, app } = this;
    const before = state.number;
    const { order } = packings;
    if (order?.length && !(state.chosen && order.includes(before))) state.number = order[0];
    if (state.number !== before || number === before) this.#begin();
    if (app.mode === this && number === state.number) app.tell(this.#answered ?? "");
    if (number === state.playing) {
      Object.assign(state, { playing: null, parting: true });
      if (app.mode === this && number === state.number) this.taking.open();
    }
    app.update(this);
    this.#bringSheet();
  }

  // How it is built

  // How the solution that is shown is put together, if that can be said: from above, or else as it comes apart.  A text
  // says why there are no steps; null if there is nothing to say, since the pieces are only laid down.
  /** @returns {Building[] | string | null} */
  get #building() {
    const { puzzle, grid, placed } = this;
    const { given, number, taken } = this.state;
    if (grid.flat || puzzle.wrap || this.#folds || placed.length < 2) return null;
    const known = taken.get(number);
    const above = puzzle.frame.length ? null : lifted(placed, grid);
    const steps = above ?? given?.steps[number] ?? (known?.verdict === "yes" ? known.steps : null);
    if (!steps) return this.#answered ?? "";
    /** @type {(i: number) => Figure} */
    const solid = (i) => {
      const { piece, copy, ...lying } = placed[i];
      return { ...this.app.solid(piece, copy, lying), lettered: "once" };
    };
    const built = building(steps, placed, puzzle, this.#letters, solid);
    const around = puzzle.frame.length ? [{ cells: puzzle.frame, ghost: true }] : [];
    return built.map((step) => ({ ...step, figures: [...step.figures, ...around] }));
  }

  // Ask for what the sheet still lacks: the steps, and the code of a link to the puzzle.
  async #fetchSheet() {
    const { puzzle, state } = this;
    if (this.#building === "" && !state.taken.has(state.number)) this.#ask();
    if (this.coded?.puzzle !== puzzle) {
      const { base, text } = await linkOf(this.app, { short: true });
      if (puzzle === this.puzzle) this.coded = { puzzle, code: base === null ? null : qrOf(text, words.playOn) };
    }
    this.#bringSheet();
  }

  // The sheet as far as it is known; `otherwise` is what it says in place of steps for which nobody has asked.
  /** @type {(otherwise?: string) => HTMLElement} */
  #paper(otherwise = "") {
    const { coded, puzzle } = this;
    const code = coded?.puzzle === puzzle ? /** @type {SVGElement} */ (coded.code?.cloneNode(true)) : null;
    const steps = this.#building;
    return sheetOf(this.app, this.placed, this.#parts, steps === "" ? otherwise : steps, code ?? null);
  }

  get #waits() {
    return this.coded?.puzzle !== this.puzzle || this.state.taken.get(this.state.number)?.verdict === "asked";
  }

  // Show what is new on the sheet; print it if it is complete and that is wanted.
  #bringSheet() {
    if (!this.many) return;
    if (this.sheet?.isConnected && byId("dialog").open) refill(this.sheet, this.#paper());
    if (!this.printing || this.#waits) return;
    this.printing = false;
    printOut(this.#paper());
  }

  // Show the sheet.
  #showSheet() {
    const title = this.#inSpace ? words.build : words.print;
    const focused = { tabindex: 0, role: "region", "aria-label": title }; // so that keys scroll it
    this.sheet = h("div", { class: "sheet", "data-fresh": true, ...focused }, this.#paper());
    const act = () => this.print();
    showDialog("large build", title, wide("print", words.print, "print", act), this.sheet);
    this.#fetchSheet();
  }

  print() {
    if (!this.many || this.state.walk || this.state.fill) return super.print();
    this.printing = true;
    this.#fetchSheet().then(() => this.printing && this.app.say(words.apartAs.asked));
  }

  // Nothing can be waited for here.
  paper() {
    if (!this.many || this.state.walk || this.state.fill) return super.paper();
    const made = this.#paper(words.stepsLater);
    this.#fetchSheet();
    return made;
  }

  get laid() {
    return this.state.fill?.placed ?? [];
  }

  // Find all packings and take them all apart.
  assemble() {
    this.packings.all();
    if (this.solver.status !== "complete") this.start();
    this.app.update(this);
  }

  // A sentence about the result of taking the current solution apart, or null.
  get #answered() {
    const { given, number, taken } = this.state;
    const known = taken.get(number);
    const stuck = given?.notes[number];
    if (!known && !stuck) return this.taking.last ? words.backwards : null;
    const letters = this.#letters;
    /** @type {(pieces: number[]) => string[]} */
    const named = (pieces) => pieces.map((piece) => letters[piece]);
    if (stuck) return stuckText(stuck.tried, named(stuck.core), stuck.many);
    if (known.verdict === "no")
      return inTurn([
        stuckText(known.turned === "no" ? "quarter" : "straight", named(known.core)),
        known.turned === "unknown" && words.turnsUnknown,
      ]);
    if (known.verdict !== "yes") return words.apartAs[known.verdict];
    return inTurn([
      say(words.comesApart, known),
      ...known.together.map((/** @type {number[]} */ some) => say(words.stayTogether, { letters: named(some) })),
      known.steps.length > 0 && words.backwards,
    ]);
  }

  // The search

  get #name() {
    return `${KEPT} ${JSON.stringify({ ...contentOf(this.puzzle), title: "", source: "", counts: null })}`;
  }

  // Restore the results of an earlier visit for this puzzle.
  async #recall() {
    const { puzzle } = this;
    if (this.recalled || this.solver.status !== "new") return;
    this.recalled = true;
    const kept = await recall(this.#name);
    if (!kept || puzzle !== this.puzzle || this.solver.status !== "new") return;
    this.#make(kept).tables = kept.tables;
    if (this.app.mode === this) this.app.render();
  }

  /** @type {(kept?: any) => Solver} */
  #make(kept = null) {
    let waiting = 0;
    const show = () => {
      clearTimeout(waiting);
      waiting = 0;
      if (this.search === solver) this.#news();
    };
    const changed = () => {
      if (this.search !== solver) return;
      if (solver.status === "complete") setTimeout(show);
      else waiting ||= setTimeout(show, solver.elapsed < 1000 ? SHOWN_AT_FIRST : SHOWN_EVERY);
    };
    const solver = new Solver(this.app.workers, contentOf(this.puzzle), changed, kept);
    this.search = solver;
    return solver;
  }

  #news() {
    const { tables, parts, status } = this.solver;
    const stopped = ["complete", "impossible", "failed", "paused"].includes(status);
    this.packings.go();
    if (tables && parts.length && (stopped || performance.now() - this.keptAt > KEPT_EVERY)) this.#keep();
    this.app.update(this);
  }

  #keep() {
    const { elapsed, kept, tables } = this.solver;
    this.keptAt = performance.now();
    if (elapsed > 500)
      this.app.keep(this.#name, { ...kept, tables: { cover: tables.cover, exchanges: exchangesOf(tables) } });
  }

  // Continue a search that failed from the parts that were done.
  #again() {
    const { tables, parts, kept } = this.solver;
    this.#make(parts.length ? kept : null).tables = tables;
    this.found = null;
    Object.assign(this.state, { number: 0, taken: new Map() });
    if (this.many) this.#begin();
  }

  start() {
    const problem = mistake(this.puzzle);
    if (problem) return this.app.say(problem);
    if (this.solver.status === "failed") this.#again();
    this.state.given = null;
    this.solver.go();
  }

  #pause() {
    this.packings.stop();
    this.solver.pause();
  }

  // Restore results of this puzzle, or prepare to search it.
  enter() {
    if (this.state.given) return;
    this.#recall();
    if (this.solver.status === "new" && !mistake(this.puzzle)) this.app.workers.foresee(contentOf(this.puzzle));
  }

  // What is shown

  leave() {
    this.watching.pause();
    this.printing = false;
  }

  view() {
    if (this.state.walk) return this.watching.view();
    if (this.state.fill) return this.filling.view();
    const { many } = this;
    const { given, number, solid } = this.state;
    const shown = many ? [given ?? this.solver, number] : [null, -1];
    const laid = this.#inSpace ? null : this.folding.laid;
    const looks = [this.session.byCopy, solid, this.#layered, this.app.flatOnly];
    const key = [this.puzzle, ...shown, ...looks, this.solver.dark ?? this.solver.hues, Boolean(this.#exhibit), laid];
    return {
      picture: { key, draw: () => this.#drawn() },
      pose: many && this.#inSpace ? this.#pose : null,
      tools: () => this.#tools(),
      bar: () => this.#bar(),
      panel: () => this.#panel(),
    };
  }

  // Cells that are shaded because they prove that there is no solution.
  get #dark() {
    return this.solver.dark ?? [];
  }

  // Before a search, what is drawn of a solution that is in the page, which turns slowly; for puzzles in space.
  get #exhibit() {
    const fresh = !this.state.given && this.solver.status === "new" && !this.grid.flat;
    const placed = fresh ? this.app.library.solutionOf(this.puzzle) : null;
    return placed && this.#partsOf(this.#strung(placed));
  }

  // Whether layers are shown beside the view in space; without that view, they are the picture.
  get #layered() {
    return !this.grid.flat && ((this.state.layers && this.many > 0) || this.app.flatOnly);
  }

  /** @returns {Stage} */
  #drawn() {
    if (!this.#inSpace) return { sheet: this.#sheet() };
    const exhibit = this.#exhibit;
    const sheet = this.#layered ? this.#sheet() : null;
    if (!exhibit) return { sheet, figures: this.#figures() };
    const figures = exhibit.map(({ piece, copy, ...each }) => this.app.solid(piece, copy, each));
    return { sheet, figures, turning: true };
  }

  // The board from above, or its layers, with the pieces of the solution.
  #sheet() {
    const { app, grid } = this;
    const { board } = this.puzzle;
    const exhibit = this.#exhibit;
    if (!exhibit && grid.flat) return this.#flatSheet();
    if (!board.length) return null;
    const label = this.many ? say(words.solutionLabel, { number: this.state.number + 1 }) : words.boardLabel;
    const parts = exhibit ?? (this.many ? this.#parts : []);
    if (!grid.interlaced || !parts.length) return app.flatPicture(parts, label);
    const slabs = app.slabPictures(parts);
    const figures = slabs.map((each, i) => h("figure", {}, each, h("figcaption", {}, numberOf(i))));
    return h("div", { class: "slabs", role: "img", "aria-label": label }, figures);
  }

  #flatSheet() {
    const { app, many } = this;
    const { board, grid } = this.puzzle;
    const dark = this.#dark;
    const shaded = new Set(dark.map(code));
    if (!board.length) return null;
    const { hues } = this.solver;
    /** @type {(cell: Vector, i: number) => any} */
    const shade = (cell, i) =>
      cellPath(cell, grid, { class: hues ? `hue${hues[i]}` : shaded.has(code(cell)) ? "dark" : "light" });
    const shades = (hues || dark.length > 1 ? board : dark).map(shade);
    const label = many ? say(words.solutionLabel, { number: this.state.number + 1 }) : words.boardLabel;
    const unlaid = this.#folds && many ? this.#pose.hidden : new Set();
    const parts = many ? this.#parts.filter((_, i) => !unlaid.has(i)) : [];
    return app.flatPicture(parts, label, { more: shades });
  }

  #figures() {
    const { app, many } = this;
    const { frame } = this.puzzle;
    const around = frame.length ? [{ cells: frame, colour: "#8a94a6", ghost: true }] : []; // after the pieces, whose numbers count
    if (many) return [...this.#parts.map(({ piece, copy, ...each }) => app.solid(piece, copy, each)), ...around];
    const { hues } = this.solver;
    /** @type {(hue: number) => Vector[]} */
    const ofHue = (hue) => this.puzzle.board.filter((_, i) => hues[i] === hue);
    if (hues) return HUES.map((colour, hue) => ({ cells: ofHue(hue), colour, lined: true }));
    const dark = this.#dark;
    const shaded = new Set(dark.map(code));
    const light = this.puzzle.board.filter((cell) => !shaded.has(code(cell)));
    return [
      { cells: light, colour: "#8a94a6", lined: true },
      ...dark.map((/** @type {Vector} */ cell) => ({ cells: [cell], colour: "#3c4454" })),
    ];
  }

  #tools() {
    const { app, many, state } = this;
    if (!many) return null;
    const turn = () => {
      state.solid = !state.solid;
      app.looked = null;
      app.update(this);
    };
    const layer = () => {
      state.layers = !state.layers;
      app.update(this);
    };
    const seen = this.#inSpace && !app.flatOnly;
    return [
      this.grid.flat && wide("cube", words.inSpace, "solid", turn, { "aria-pressed": state.solid }),
      seen && !this.grid.flat && wide("layers", words.layers, "layers", layer, { "aria-pressed": state.layers }),
      seen && wide("turn", words.lookAgain, "look", () => app.space?.look()),
    ];
  }

  #bar() {
    const { app, many, apart } = this;
    if (!many) return null;
    const space = Boolean(app.space) && this.#inSpace && !app.flatOnly;
    if (this.#folds) return [this.#flipping(), space && this.#spreading(), apart.bar(this.#letters, true)];
    return [this.#flipping(), space && this.#moving()];
  }

  // A switch between moving all pieces apart and taking them apart, and the slider of the one that is chosen.
  #moving() {
    const { apart, state, puzzle } = this;
    const { number, taken } = state;
    const several = this.placed.length > (puzzle.frame.length ? 0 : 1);
    const known = taken.get(number);
    const turns = known?.verdict === "no" && !known.turned && this.grid.name === "cubic";
    const takes = !puzzle.wrap && several && (apart.last > 0 || !known?.steps || turns);
    const parted = apart.last > 0 && state.parting;
    const text = turns ? words.tryTurns : words.takeApart;
    const spread = () => {
      this.taking.reset();
      state.parting = false;
      this.app.update(this, "pose", "bar", "panel");
    };
    const part = () => {
      if (!apart.last) return this.#take();
      Object.assign(state, { explode: 0, parting: true });
      this.taking.open();
      this.app.update(this, "pose", "bar", "panel");
    };
    return [
      takes &&
        h("div", { class: "switch", role: "group" }, [
          button(words.moveApart, spread, { "data-key": "spread", "aria-pressed": !parted }),
          button(text, part, { "data-key": "part", "aria-pressed": parted }),
        ]),
      parted ? apart.bar(this.#letters) : this.#spreading(takes),
    ];
  }

  // The slider that moves all pieces apart; its name is shown unless the switch has it.
  #spreading(named = false) {
    const how = { step: 0.01, ...(named && { "aria-label": words.moveApart }) };
    const slides = slider(this.state.explode, 1, "apart", (share) => this.#explode(share), how);
    return h("label", { class: "slider" }, [named ? null : words.moveApart, slides]);
  }

  // The controls by which solutions are flipped through, those that are shown.
  #flipping() {
    const { given, number } = this.state;
    const { order, busy } = this.packings;
    const complete = given || (this.solver.status === "complete" && !this.solver.full && !busy);
    const at = order?.length ? order.indexOf(number) : number;
    const all = order?.length || this.many;
    /** @type {(to: number) => void} */
    const go = (to) => this.#go(to);
    return [
      h("div", { class: "flip" }, [
        tool("left", words.previous, () => go(at - 1), { disabled: all < 2 }),
        h(
          "output",
          { class: "number" },
          say(words.numberOf, { number: at + 1, many: `${numeral(all)}${complete ? "" : "+"}` }),
        ),
        tool("right", words.next, () => go(at + 1), { disabled: all < 2 }),
      ]),
      all > 2 && slider(at, all - 1, "which", go, { "aria-label": words.whichSolution }),
    ];
  }

  /** @type {(share: number) => void} */
  #explode(share) {
    if (this.state.parting) this.taking.reset();
    Object.assign(this.state, { explode: share, parting: false });
    this.app.update(this, "pose", "bar");
  }

  // Take the solution apart, and play that when it is known how.
  #take() {
    this.state.playing = this.state.number;
    this.#ask();
    this.app.update(this);
  }

  #ask() {
    const { number, taken } = this.state;
    taken.delete(number); // its steps may have been forgotten
    this.packings.take(number);
  }

  // Show the solution with a number among those that are shown.
  /** @type {(to: number) => void} */
  #go(to) {
    const { order } = this.packings;
    const all = order?.length || this.many;
    if (all < 2) return;
    const at = (to + all) % all;
    this.#see(order?.[at] ?? at);
  }

  /** @type {(number: number) => void} */
  #see(number) {
    Object.assign(this.state, { number, chosen: true });
    this.printing = false;
    this.#begin();
    this.app.update(this);
  }

  /** @type {(by: number) => void} */
  #step(by) {
    const { number } = this.state;
    this.#go((this.packings.order?.indexOf(number) ?? number) + by);
  }

  /** @type {(event: KeyboardEvent) => boolean} */
  key({ key, target }) {
    if (
      this.state.walk ||
      this.state.fill ||
      !this.many ||
      (/^( |Home)$/.test(key) && /** @type {Element} */ (target).closest?.("button, input, select"))
    )
      return false;
    if (key === "n" || key === "p") this.#step(key === "n" ? 1 : -1);
    else if (!this.#inSpace && !this.#folds) return false;
    else if (/^\d$/.test(key)) this.#explode(Number(key) / 9);
    else if (!this.apart.key(key)) return false;
    else if (!this.#folds && !this.state.parting) {
      Object.assign(this.state, { explode: 0, parting: true });
      this.app.update(this, "pose", "bar", "panel");
    }
    return true;
  }

  #panel() {
    const { app, many, puzzle, session, solver } = this;
    const status = this.state.given ? "given" : solver.status;
    const problem = mistake(puzzle);
    const seen = many > 0 && this.#inSpace;
    const several = puzzle.pieces.length > 1 && puzzle.pieces.some(({ max }) => max > 1);
    /** @type {(yes: boolean) => void} */
    const byCopy = (yes) => {
      session.byCopy = yes;
      app.update(this);
    };
    return [
      dayPicker(app),
      !["complete", "impossible"].includes(status) && this.#action(status, problem),
      problem && h("p", missing(puzzle) ? { class: "note" } : { class: "problem", role: "alert" }, problem),
      h("div", { id: "status", class: `status ${status}`, role: "status" }, this.#sentence(status)),
      this.#facts(),
      this.state.all && !problem && this.packings.controls(() => (this.#first(), app.update(this))),
      seen && h("p", { id: "note", class: "note", role: "status" }, this.#answered),
      app.rules(),
      !this.state.given && setsShown(app, solver, (number) => this.#see(number)),
      seen ? this.#shown() : this.#pieces(),
      several && check(words.ownColours, session.byCopy, "own", byCopy, { id: "own" }),
      seen && h("p", { class: "note keys" }, say(words.keys, { several: many > 1, steps: this.apart.last > 0 })),
      this.#more(status, problem),
    ];
  }

  // What else one can ask, in one order, at the lower edge; what cannot be asked yet is there already.
  /** @type {(status: string, problem: string | null) => HTMLElement | null} */
  #more(status, problem) {
    const { many, puzzle, state } = this;
    const solid = !puzzle.grid.flat;
    const searched = !state.given && !problem;
    /** @type {(name: string, text: string, key: string, act: () => void, can: boolean) => HTMLElement} */
    const ask = (name, text, key, act, can) =>
      button([icon(name), h("span", {}, text)], act, { "data-key": key, disabled: !can });
    const assembles = solid && searched && !puzzle.wrap && puzzle.pieces.length > 1 && !this.#folds && !state.all;
    const asked = [
      ask(solid ? "layers" : "print", solid ? words.build : words.print, "build", () => this.#showSheet(), many > 0),
      searched && ask("eye", words.watch, "watch", () => this.#watch(), !WORKING.includes(status)),
      assembles && ask("cube", words.whichAssembled, "assemble", () => this.assemble(), true),
      this.#fills(status) && ask("grid", words.fillMost, "fill", () => this.filling.begin(), true),
    ];
    return h("div", { class: "more", role: "group", "aria-label": words.moreAsked }, asked);
  }

  // Whether one may ask how much of the board can be filled: that is not known.
  /** @type {(status: string) => boolean} */
  #fills(status) {
    const { puzzle, many } = this;
    const known = many > 0 && !puzzle.optional.some(Boolean);
    const asked = ["new", "paused", "complete", "impossible"].includes(status) && !known;
    return asked && !mistake(freed(puzzle));
  }

  #watch() {
    if (this.solver.status === "searching") this.#pause();
    this.watching.begin();
  }

  // Show the first of the solutions that are shown.
  #first() {
    Object.assign(this.state, { number: this.packings.order?.[0] ?? this.state.number, chosen: false });
    this.#begin();
  }

  // What the search has found and done so far.
  #facts() {
    const { solver } = this;
    const { status, full } = solver;
    const working = !this.state.given && WORKING.includes(status);
    const slow = working && solver.elapsed > SLOW;
    const command = `satpuzzle count ${this.puzzle.name ?? "FILE"}`;
    return [
      (working || status === "paused") && this.#progress(working),
      solver.counts.raw > 0 && this.#counts(status === "complete"),
      full && h("p", { class: "note" }, say(words.notAllKept, { number: solver.offsets.length })),
      slow && h("p", { class: "note" }, words.fasterThere, h("code", {}, command)),
    ];
  }

  // The button that starts, pauses or continues the search.
  /** @type {(status: string, problem: string | null) => HTMLElement} */
  #action(status, problem) {
    const { solver } = this;
    const working = WORKING.includes(status);
    const failed = status === "failed" && !solver.parts.length;
    const again = failed ? words.again : ["paused", "failed"].includes(status) ? words.goOn : words.solve;
    const act = () => (working ? this.#pause() : this.start());
    const properties = { class: "button primary", "data-key": "solve", id: "solve", disabled: Boolean(problem) };
    return button([icon(working ? "pause" : "play"), working ? words.pause : again], act, properties);
  }

  // The pieces of the solution, each to be hidden and shown.
  #shown() {
    const { app, placed, state } = this;
    const { pieces, grid } = this.puzzle;
    const letters = this.#letters;
    const pictures = sketches(
      placed.map(({ piece, copy }) => app.listed(piece, copy)),
      grid,
    );
    /** @type {(hidden: Iterable<number>) => void} */
    const hide = (hidden) => {
      state.hidden = new Set(hidden);
      app.update(this, "pose", "bar", "panel");
    };
    /** @type {(i: number) => number[]} */
    const other = (i) => [...placed.keys()].filter((each) => state.hidden.has(each) !== (each === i));
    /** @type {(placed: Placed, i: number) => HTMLElement} */
    const one = ({ piece }, i) => {
      const named = [...new Set([letters[i], pieces[piece].name])];
      const tag = h("span", { class: "tag" }, named.join(" "));
      return button([pictures[i], tag], () => hide(other(i)), {
        class: "thumb",
        "aria-pressed": !state.hidden.has(i),
        "aria-label": say(words.showPiece, { piece: named }),
        "data-key": `show${i}`,
      });
    };
    return h("fieldset", { class: "shown" }, [
      h("legend", {}, words.piecesLabel),
      button(words.showAll, () => hide([])),
      button(words.hideAll, () => hide(placed.keys())),
      h("ul", { class: "legend" }, [placed.map((each, i) => h("li", {}, one(each, i)))]),
    ]);
  }

  // The pieces, as a legend.
  #pieces() {
    const { pieces } = this.puzzle;
    const pictures = this.app.pictures();
    /** @type {(min: number, max: number) => string} */
    const many = (min, max) => (max === 1 && min === 1 ? "" : ` ×${min === max ? max : `${min}–${max}`}`);
    const { shares } = this.solver;
    /** @type {(piece: Piece, p: number) => HTMLElement} */
    const entry = ({ name, min, max, cells }, p) =>
      h("li", {}, [
        pictures[p],
        h("span", { class: "tag" }, `${name}${many(min, max)}`),
        shares && h("span", { class: "share" }, splits(shares[p], cells.length)),
      ]);
    return [
      shares && h("p", { class: "note" }, words.sharesNote),
      pieces.length > 0 && h("ul", { class: "legend", "aria-label": words.piecesLabel }, [pieces.map(entry)]),
    ];
  }

  /** @type {(status: string) => any} */
  #sentence(status) {
    const { puzzle, solver } = this;
    /** @type {(text: string) => HTMLElement} */
    const strong = (text) => h("strong", { id: "found" }, text);
    /** @type {(why: string) => any[]} */
    const none = (why) => [h("strong", {}, words.none), h("p", {}, why)];
    if (status === "given")
      return [
        strong(say(words.givenMany, { number: this.many })),
        h("p", {}, mistake(puzzle) ? words.givenAlone : words.given),
      ];
    if (status === "new")
      return missing(puzzle)
        ? null
        : h("p", {}, say(words.about, { pieces: sum(puzzle.pieces, ({ max }) => max), cells: puzzle.board.length }));
    if (status === "preparing") return h("p", {}, words.preparing);
    if (status === "impossible") return none(solver.why());
    const complete = status === "complete";
    const { raw, patterns, isometries } = solver.counts;
    const many = patterns ?? isometries;
    if (complete && !raw) return none(words.searchedAll);
    if (this.state.all && status !== "failed")
      return [
        strong(complete ? say(words.packings, { number: many }) : `≥ ${say(words.packings, { number: many })}`),
        h("p", { id: "assembled" }, this.packings.said(complete)),
      ];
    const found = strong(complete ? say(words.found, { number: many }) : say(words.foundSoFar, { number: many }));
    if (status === "failed") return [solver.parts.length > 0 && found, h("p", { class: "problem" }, solver.why())];
    return [
      found,
      h(
        "p",
        {},
        !complete ? (status === "paused" ? words.paused : words.searching) : many === 1 ? words.unique : words.complete,
      ),
    ];
  }

  /** @type {(working: boolean) => any[]} */
  #progress(working) {
    const { fraction, elapsed, nodes } = this.solver;
    const seconds = elapsed / 1000;
    const left = working && fraction > 0.005 && seconds > 1 ? (seconds / fraction) * (1 - fraction) : null;
    return [
      h("progress", { max: 1, value: fraction, "aria-label": words.progress }),
      h("p", { class: "note" }, progressText(fraction, nodes / Math.max(0.1, seconds), left)),
    ];
  }

  /** @type {(complete: boolean) => any[]} */
  #counts(complete) {
    const { counts, orders } = this.solver;
    /** @type {(name: string, kind: keyof Counts) => HTMLElement} */
    const row = (name, kind) =>
      h("tr", {}, [
        h("th", { scope: "row" }, name),
        h("td", { "data-count": kind }, atLeast(counts[kind] ?? 0, complete)),
      ]);
    return [
      h("table", { class: "counts" }, [
        counts.patterns !== undefined && row(words.patterns, "patterns"),
        row(words.isometries, "isometries"),
        row(words.rotations, "rotations"),
        row(words.raw, "raw"),
      ]),
      h("details", { class: "note" }, [
        h("summary", {}, words.whatNumbers),
        h("p", {}, orders.isometries === 1 ? words.noSymmetries : say(words.ordersNote, orders)),
        complete && h("p", {}, words.checked),
      ]),
    ];
  }
}

// In which ways a piece of so many cells covers some of two colours, the larger number first, such as "3 + 1".
/** @type {(dark: number[], cells: number) => string} */
function splits(dark, cells) {
  const larger = new Set(dark.map((many) => Math.max(many, cells - many)));
  return [...larger].map((more) => `${more} + ${cells - more}`).join(", ");
}

// Which pieces are stuck, by which moves; `many` is how many positions were seen if that is not decided.
/** @type {(tried: string, letters: string[], many?: number) => string} */
const stuckText = (tried, letters, many = 0) =>
  tried === "positions"
    ? say(words.stuckAfter, { many, letters })
    : say(words.stuck, { moves: words.stuckBy[tried], letters });

// How much of a search is done, its steps a second, and how many seconds are left, null if that is not known.
/** @type {(fraction: number, rate: number, left: number | null) => string} */
function progressText(fraction, rate, left) {
  const percent = numeral(100 * fraction, fraction < 0.1 ? 1 : 0);
  const progress = say(fraction < NEARLY ? words.progressNote : words.nearlyDone, { percent, rate: roughly(rate) });
  return left === null ? progress : say(words.timeLeft, { progress, time: time(left) });
}
