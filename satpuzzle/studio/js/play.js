// The mode Play: the user takes pieces from the tray, turns them, and puts them on the board; the page can tell whether
// the puzzle can still be finished.
import { ahead, ARROWS } from "./arrows.js";
import { Asker } from "./asker.js";
import { code } from "./cell.js";
import { filled } from "./cover.js";
import { showDiary } from "./diary.js";
import { enter, today } from "./finds.js";
import { BOOKLET, printBooklet } from "./booklet.js";
import { burst, burstInSpace } from "./burst.js";
import { dayPicker, labelsOf } from "./calendar.js";
import { button, byId, check, h, icon, s, select, tool, wide } from "./dom.js";
import { LEVELS } from "./level.js";
import { range, sorted, sum } from "./lists.js";
import { BoardMap } from "./map.js";
import { Mode } from "./mode.js";
import { contentOf, mistake } from "./puzzle.js";
import { Places } from "./places.js";
import { sketch, sketches } from "./sketch.js";
import { copied, nameOf, placedBy, turnedPiece, wayOf } from "./way.js";
import { words } from "./words.js";
import { unasked } from "./session.js";
import { wrong } from "./checker.js";

const MOST_TURNS = 6; // of a piece in the plane

export class Play extends Mode {
  /** @param {App} app */
  constructor(app) {
    super(app);
    /** @type {Places | null} */
    this.known = null; // the places of the pieces, once they were asked for
    /** @type {Asker | null} */
    this.hired = null;
    this.problem = null;
    /** @type {Record<string, any>} */
    this.stage = {}; // its svg, the map of the board, and the ghost, the held piece where it would lie
    /** @type {any} */
    this.float = null; // the picture of a piece that follows the pointer
  }

  get state() {
    return this.session.views.play;
  }
  get placed() {
    return this.session.placed;
  }
  get places() {
    return (this.known ??= new Places(this.puzzle));
  }
  get asker() {
    return (this.hired ??= new Asker(this.app.workers, contentOf(this.puzzle), (answer) => this.#heard(answer)));
  }

  forget() {
    this.hired?.end();
    this.hired = this.known = this.problem = null;
  }

  reword() {
    this.problem = null;
  }

  leave() {
    Object.assign(this.state, { held: null, hinting: false });
  }

  // Find the places of the pieces, or what is wrong with the puzzle.
  #prepare() {
    if (this.known || this.problem) return;
    try {
      const folds = this.puzzle.pieces.some(({ chain }) => chain !== undefined);
      this.problem = mistake(this.puzzle) ?? (folds ? words.chainByHand : null);
      if (!this.problem) this.known = new Places(this.puzzle);
    } catch (/** @type {any} */ error) {
      this.problem = error.message;
    }
  }

  // The placed pieces as options, -1 for one that is not among them.
  get #options() {
    return this.places.of(this.placed).map((place) => place?.option ?? -1);
  }

  /** @type {(answer: Answer) => void} */
  #heard({ possible, next, solution = [], more = "", ways = null, wrong = null, level }) {
    const { hinting } = this.state;
    if (more === "all") {
      Object.assign(this.state, { all: ways?.complete ? ways.many : null, asked: null });
      if (this.#solved && this.state.times) this.#note();
      this.#ask(); // it was not answered what can be said of the pieces on the board
      return this.#news();
    }
    if (level !== undefined && LEVELS.includes(more))
      return this.state.booklet ? this.#bind(this.state.booklet, more, level) : this.#begin(level);
    Object.assign(this.state, { answer: possible ?? "unknown", next, solution, ways, wrong });
    if (more === "wrong") this.app.update(this, "picture");
    if (hinting && possible !== "failed") this.#hint();
    this.state.hinting = false;
    if (possible === "failed") this.state.booklet = null;
    if (this.state.booklet) this.#nextLevel(this.state.booklet); // another question had come between
    this.#news();
  }

  #beginBooklet() {
    this.state.booklet = [];
    this.#nextLevel(this.state.booklet);
    this.#news();
  }

  /** @type {(booklet: PrintedLevel[]) => void} */
  #nextLevel(booklet) {
    this.asker.ask([], BOOKLET[booklet.length]);
  }

  // Add a level to the booklet, and print it if it is the last one.
  /** @type {(booklet: PrintedLevel[], kind: string, level: Level | null) => void} */
  #bind(booklet, kind, level) {
    if (level) booklet.push({ kind, given: this.#laid(level.options), solution: this.#laid(level.solution) });
    else this.app.say(words.noLevel);
    const done = !level || booklet.length === BOOKLET.length;
    if (done) this.state.booklet = null;
    else this.#nextLevel(booklet);
    this.#news();
    if (level && done) printBooklet(this.app, booklet);
  }

  #news() {
    this.app.update(this, "panel");
  }

  #ask() {
    const options = this.#options;
    const { asked, answer } = this.state;
    if (asked === options.join() && answer !== "failed") return;
    const possible = !options.includes(-1);
    Object.assign(this.state, { asked: options.join(), answer: possible ? null : false, next: null, ...unasked });
    if (possible) this.asker.ask(options);
  }

  // The pieces that options place.
  /** @type {(options: number[]) => Placed[]} */
  #laid(options) {
    return options.map((option) => this.#placing(placedBy(this.places.cover, option, this.puzzle.board)));
  }

  // Begin a new level, whose pieces are fixed.
  /** @type {(level: Level | null) => void} */
  #begin(level) {
    if (!level) {
      this.app.say(words.noLevel);
      return this.#ask();
    }
    const placed = this.#laid(level.options);
    this.state.level = { given: placed.length, tries: level.tries };
    this.session.set({ placed: placed.map((each) => ({ ...each, fixed: true })) });
  }

  // What makes a new level.
  #levels() {
    const { state } = this;
    /** @type {(kind: string) => HTMLElement} */
    const make = (kind) => {
      const ask = () => {
        Object.assign(state, { answer: null, asked: null });
        this.asker.ask([], kind);
        this.#news();
      };
      return button(words.levels[kind], ask, { "data-key": kind });
    };
    return [
      h("div", { class: "row further levels", role: "group", "aria-label": words.newLevel }, [
        h("span", { class: "note" }, words.newLevel),
        LEVELS.map(make),
      ]),
      h("div", { class: "row further" }, [
        button(words.booklet, () => this.#beginBooklet(), { "data-key": "booklet", disabled: state.booklet !== null }),
        button(words.diary, () => showDiary(this.app), { "data-key": "diary" }),
      ]),
      state.booklet &&
        h("p", { class: "note", role: "status" }, words.makingBooklet(state.booklet.length, BOOKLET.length)),
      this.#levelStays && h("p", { id: "level", class: "note", role: "status" }, words.levelIs(state.level)),
    ];
  }

  // Whether the pieces of the level that was made are still those that are fixed, and there is something left to do.
  get #levelStays() {
    const { level } = this.state;
    return level && !this.#solved && level.given === this.placed.filter(({ fixed }) => fixed).length;
  }

  // Put all pieces of a solution on the board.
  #finish() {
    const { solution } = this.state;
    const laid = new Set(this.#options);
    const more = (solution ?? []).filter((option) => option < this.places.cover.placing && !laid.has(option));
    this.state.shown = sorted([...laid, ...more]).join();
    this.session.set({ placed: [...this.placed, ...this.#laid(more)] });
  }

  // Fix the pieces on the board, or let them be taken up again.
  #fix() {
    const fixed = !this.placed.some((each) => each.fixed);
    this.session.set({ placed: this.placed.map((each) => ({ ...each, fixed })) });
  }

  enter() {
    this.#prepare();
    if (this.problem) return;
    this.#ask();
    this.#celebrate();
  }

  view() {
    if (this.problem) {
      const draw = () => ({ sheet: h("p", { class: "empty" }, this.problem) });
      const panel = () => [dayPicker(this.app), button(words.toDraw, () => this.app.show("draw"))];
      return { picture: { draw }, tools: () => null, bar: () => null, panel };
    }
    const focused = this.stage.svg === document.activeElement;
    return {
      picture: { draw: () => this.#picture() },
      tools: () => this.#tools(),
      bar: () => null,
      panel: () => this.#panel(),
      after: () => focused && this.stage.svg.focus(),
    };
  }

  #picture() {
    const { app, grid, placed, puzzle } = this;
    const { pieces } = puzzle;
    const map = new BoardMap(puzzle, app.aspect());
    const ghost = s("g");
    const properties = {
      role: "application",
      tabindex: 0,
      "data-fresh": true,
      "aria-label": words.playLabel(placed.length, pieces.length),
    };
    const { wrong, pointed } = this.state;
    const shown = copied(placed).map(({ piece, copy, cells, way, fixed }, i) =>
      map.piece(cells, {
        ...app.look(piece, copy, way),
        class: `piece ${this.state.hinted === i ? "hinted" : ""} ${fixed ? "fixed" : ""} ${wrong?.includes(i) ? "wrong" : ""}`,
        "data-placed": i,
        "data-piece": pieces[piece].name,
      }),
    );
    const there = pointed?.cells.length ? map.piece(pointed.cells, { class: "piece pointed" }) : null;
    const svg = map.svg(properties, map.ground(app.boardLook()), labelsOf(puzzle), shown, there, ghost);
    this.stage = { svg, map, ghost };
    this.#listen();
    this.#showGhost();
    return { sheet: svg, figures: grid.flat ? null : this.#figures() };
  }

  #figures() {
    const { app, placed } = this;
    const place = this.state.held?.place;
    const shown = [...copied(placed), ...(place ? [{ ...place, copy: 0 }] : [])];
    const taken = new Set(shown.flatMap(({ cells }) => cells.map(code)));
    return [
      ...shown.map(({ piece, copy, ...each }) => app.solid(piece, copy, each)),
      { cells: this.puzzle.board.filter((cell) => !taken.has(code(cell))), colour: "#8a94a6", ghost: true },
    ];
  }

  #tools() {
    const { held } = this.state;
    /** @type {(name: string, label: string, mirror: boolean, disabled: boolean) => HTMLElement} */
    const turn = (name, label, mirror, disabled) => tool(name, label, () => this.#turn(mirror), { disabled });
    const clear = () => {
      this.state.held = null;
      this.session.set({ placed: this.placed.filter(({ fixed }) => fixed) });
    };
    const fixed = this.placed.some((each) => each.fixed);
    const hints = ["both", "piece", "place"].map((kind) => [kind, words.hints[kind]]);
    return [
      h("div", { class: "group" }, [
        turn("turn", words.turnPiece, false, !held),
        this.grid.flat && turn("mirror", words.flipPiece, true, !held || !this.puzzle.pieces[held.piece].mirror),
      ]),
      h("div", { class: "group" }, [
        wide("bulb", words.hint, "hint", () => this.#hint(), { title: words.hint }),
        select(this.session.hints, hints, (kind) => (this.session.hints = kind), {
          "data-key": "hints",
          "aria-label": words.hintsLabel,
        }),
        wide("trash", words.clearBoard, "clear", clear, { title: words.clearBoard, disabled: !this.placed.length }),
        wide("lock", fixed ? words.unfix : words.fix, "fix", () => this.#fix(), {
          title: fixed ? words.unfix : words.fix,
          disabled: !this.placed.length,
          "aria-pressed": fixed,
        }),
      ]),
    ];
  }

  #panel() {
    const { app, grid, placed } = this;
    const { pieces } = this.puzzle;
    const { held } = this.state;
    const more = pieces.map(({ max }, p) => max - placed.filter(({ piece }) => piece === p).length);
    const left = sum(more);
    const pictures = sketches(
      pieces.map((_, p) => this.#drawn(p)),
      grid,
    );
    return [
      dayPicker(app),
      this.#status(),
      h("h2", {}, left ? words.tray(left) : words.trayEmpty),
      h("ul", { class: "tray" }, [
        pieces.map(({ name, max }, p) => {
          const tag = words.tagOf(app.symbols[p], name, max > 1 ? more[p] : 0);
          /** @type {(event: UIEvent) => void} */
          const byKeys = ({ detail }) => detail === 0 && this.#take(p, true);
          const take = button([pictures[p], h("span", { class: "tag" }, tag)], byKeys, {
            class: `thumb ${held?.piece === p ? "held" : ""} ${this.state.pointed?.piece === p ? "pointed" : ""}`,
            disabled: !more[p],
            "data-key": `take${p}`,
            "data-piece": name,
            "aria-pressed": held?.piece === p,
            "aria-label": words.take(name, more[p]),
            onpointerdown: (/** @type {PointerEvent} */ event) => this.#grab(p, event),
          });
          return h("li", { class: more[p] ? "" : "gone" }, take);
        }),
      ]),
      this.#levels(),
      app.rules(),
      h("p", { class: "note" }, !held ? words.playHelp : this.#touched ? words.heldByTouch : words.heldHelp(grid.flat)),
    ];
  }

  // Whether the visitor has a touchscreen alone.
  get #touched() {
    return matchMedia("(hover: none)").matches;
  }

  #status() {
    const { session } = this;
    const { answer, times, all } = this.state;
    const solved =
      this.#solved && h("p", { class: "state good", id: "finish" }, icon("check"), words.solved(times, all));
    const [text, kind] = /** @type {Record<string, string[]>} */ ({
      true: [words.canFinish, "good"],
      false: [words.cannotFinish, "bad"],
      null: [words.thinking, ""],
      unknown: [words.tooLong, ""],
      failed: [words.unanswered, "bad"],
    })[`${answer}`];
    /** @type {(yes: boolean) => void} */
    const tell = (yes) => {
      session.tell = yes;
      this.#news();
    };
    return h("div", { class: "state-row" }, [
      check(words.tellMe, session.tell, "tell", tell),
      solved || (session.tell && h("p", { class: `state ${kind}`, id: "finish", role: "status" }, text)),
      session.tell && h("div", { class: "asking" }, this.#further()),
    ]);
  }

  // What one can ask further about the pieces on the board, and the answers: in two places that are as large as the
  // largest of what may stand there, so that nothing below them moves.
  #further() {
    const { ways, wrong } = this.state;
    const answer = this.#solved || this.#options.includes(-1) ? null : this.state.answer;
    /** @type {(more: string) => void} */
    const ask = (more) => this.asker.ask(this.#options, more);
    /** @type {(id: string, text: string) => HTMLElement} */
    const told = (id, text) => h("p", { id, class: "note", role: "status" }, text);
    /** @type {(labels: string[], shown: HTMLElement | null) => HTMLElement} */
    const place = (labels, shown) =>
      h("div", { class: "place" }, [
        labels.map((label) => h("span", { class: "button kept", "aria-hidden": true }, label)),
        shown,
      ]);
    if (answer === false && wrong)
      return told("wrong", words.wrongPieces(wrong.map((i) => this.puzzle.pieces[this.placed[i].piece].name)));
    const first = /** @type {Record<string, () => HTMLElement>} */ ({
      true: () =>
        ways ? told("ways", words.ways(ways)) : button(words.howManyWays, () => ask("ways"), { "data-key": "ways" }),
      false: () => button(words.whichIsWrong, () => ask("wrong"), { "data-key": "wrong" }),
    })[`${answer}`];
    const finish = () => button(words.solveFromHere, () => this.#finish(), { "data-key": "finish" });
    return [
      place([words.howManyWays, words.whichIsWrong], first?.() ?? null),
      place([words.solveFromHere], answer === true ? finish() : null),
    ];
  }

  get #solved() {
    const options = this.#options;
    return (
      options.length > 0 &&
      !options.includes(-1) &&
      wrong(this.places.cover, filled(this.places.cover, options)) === null
    );
  }

  // Enter the solution on the board in the diary.
  #note() {
    const { puzzle, placed = [], day } = /** @type {any} */ (this.app.document());
    const found = [
      {
        on: today(),
        placed: placed.map((/** @type {any[]} */ [piece, cells, way]) => (way ? [piece, cells, way] : [piece, cells])),
      },
    ];
    return enter(this.app, { puzzle, ...(day && { day }), all: this.state.all, found });
  }

  async #celebrate() {
    const { app, state } = this;
    const solution = this.#solved ? sorted(this.#options).join() : null;
    const known = state.solvedAt === solution;
    state.solvedAt = solution;
    if (!solution || known) return;
    const own = state.shown !== solution;
    state.times = own ? (await this.#note()).found.length : 0;
    if (state !== this.state || state.solvedAt !== solution) return; // while it was noted, the puzzle or its pieces changed
    if (own && state.all === null) this.asker.ask([], "all");
    if (app.mode !== this) return;
    byId("stage").classList.add("solved");
    burst(this.stage.svg);
    if (!this.grid.flat) burstInSpace(app.space);
    setTimeout(() => byId("stage").classList.remove("solved"), 1600);
    this.#news();
  }

  // Holding a piece

  // A piece as it is drawn beside the board: as it is held, or as it is listed.
  /** @type {(piece: number) => Figure} */
  #drawn(piece) {
    const { held } = this.state;
    if (held?.piece !== piece) return this.app.listed(piece);
    const { cells, way } = this.#lying(held);
    return { cells, ...this.app.look(piece, 0, way) };
  }

  // The cells of a held piece, and how it is painted.
  /** @type {(held: Pick<Held, "piece" | "shape">) => Lying} */
  #lying({ piece, shape }) {
    const [place] = this.places.shapes[piece].get(shape) ?? [];
    const listed = this.puzzle.pieces[piece];
    return place ? { cells: place.shape, way: place.way } : { cells: listed.cells, way: wayOf(listed, this.puzzle) };
  }

  // The places that are free for a held piece in its current orientation.
  /** @type {(held: Pick<Held, "piece" | "shape">) => Place[]} */
  #free({ piece, shape }) {
    return this.places.free(piece, shape, this.placed);
  }

  /** @type {(piece: number, shape: string, grab?: number) => Held} */
  #hold(piece, shape, grab = -1) {
    const lying = this.#lying({ piece, shape }).cells;
    /** @type {Held} */
    const held = { piece, shape, place: null, grab: grab < 0 ? this.places.central(lying) : grab };
    return (this.state.held = held);
  }

  /** @type {(piece: number, byKeys?: boolean) => void} */
  #take(piece, byKeys = false) {
    const { app, grid, puzzle, state } = this;
    const { pieces } = puzzle;
    const shapes = [...this.places.shapes[piece].keys()];
    if (!shapes.length) return app.say(words.fitsNowhere(pieces[piece].name));
    const drawn = nameOf(pieces[piece].cells, wayOf(pieces[piece], puzzle), grid);
    const before = !byKeys && state.held?.piece === piece ? state.held.shape : null;
    const held = this.#hold(piece, before ?? (shapes.includes(drawn) ? drawn : shapes[0]));
    state.hinted = null;
    if (byKeys) held.place = this.#free(held)[0] ?? null;
    app.update(this);
    if (byKeys) {
      this.stage.svg.focus();
      this.#tellGhost();
    }
  }

  /** @type {(piece: number, event: PointerEvent) => void} */
  #grab(piece, event) {
    if (event.button) return;
    this.#take(piece);
    if (!this.state.held) return;
    event.preventDefault();
    // Releasing the pointer over the board puts the piece there; otherwise a later click does.
    const listening = new AbortController();
    const { signal } = listening;
    /** @type {(last: Event) => void} */
    const end = (last) => {
      listening.abort();
      this.float?.remove();
      this.float = null;
      if (last.type === "pointerup" && this.#over(/** @type {PointerEvent} */ (last))) this.#put();
    };
    addEventListener("pointermove", (next) => this.#follow(next), { signal });
    for (const type of ["pointerup", "pointercancel"]) addEventListener(type, end, { signal });
  }

  /** @type {(event: MouseEvent) => boolean} */
  #over({ clientX, clientY }) {
    const { left, top, right, bottom } = this.stage.svg.getBoundingClientRect();
    return clientX > left && clientX < right && clientY > top && clientY < bottom;
  }

  /** @type {(event: PointerEvent) => void} */
  #follow(event) {
    const { held } = this.state;
    if (!held) return;
    if (!this.float) {
      this.float = h("div", { class: "float" }, sketch([this.#drawn(held.piece)], this.grid));
      document.body.append(this.float);
    }
    this.float.style.setProperty("left", `${event.clientX}px`);
    this.float.style.setProperty("top", `${event.clientY}px`);
    this.#aim(held, this.#over(event) ? this.stage.map.cellAt(this.stage.svg, event) : null);
    this.float.classList.toggle("snapped", held.place !== null);
  }

  // Move the ghost so that it covers a cell, or to the nearest place where it fits.
  /** @type {(held: Held, cell: Vector | null) => void} */
  #aim(held, cell) {
    const before = held.place;
    held.place = cell && this.places.aimed(this.#free(held), cell, held.grab);
    if (held.place !== before) this.#showGhost();
  }

  #showGhost() {
    const { held } = this.state;
    /** @type {(place: Place) => any} */
    const drawn = ({ piece, cells, way }) =>
      this.stage.map.piece(cells, { ...this.app.look(piece, 0, way), class: "piece ghost" });
    this.stage.svg.classList.toggle("holding", Boolean(held));
    this.stage.ghost.replaceChildren(...(held?.place ? [drawn(held.place)] : []));
  }

  #put() {
    const place = this.state.held?.place;
    if (!place) return;
    this.state.held = null;
    this.#add(place);
    this.app.tell(words.put(this.puzzle.pieces[place.piece].name));
  }

  /** @type {(placed: Placed) => void} */
  #add(place) {
    this.session.set({ placed: [...this.placed, this.#placing(place)] });
  }

  /** @type {(placed: Placed) => Placed} */
  #placing = ({ piece, cells, way }) => ({ piece, cells, ...(way && { way }) });

  // Return the name of the next shape of a held piece, or null: on a flat board it turns until it fits.
  /** @type {(held: Held, mirror: boolean) => string | undefined} */
  #turned(held, mirror) {
    const { grid, tiled } = this.puzzle;
    const shapes = [...this.places.shapes[held.piece].keys()];
    if (!grid.flat) return shapes[(shapes.indexOf(held.shape) + 1) % shapes.length];
    let image = this.#lying(held);
    const names = range(mirror ? 1 : MOST_TURNS).map(() => {
      image = turnedPiece(image, grid.turns[mirror ? grid.flip : grid.spin], grid, tiled);
      return nameOf(image.cells, image.way, grid);
    });
    return names.find((name) => shapes.includes(name) && name !== held.shape);
  }

  /** @type {(mirror: boolean) => void} */
  #turn(mirror) {
    const { held } = this.state;
    const shape = held && this.#turned(held, mirror);
    if (!shape) return;
    const after = this.#hold(held.piece, shape);
    if (held.place) after.place = this.places.nearestTo(this.#free(after), held.place.cells);
    this.app.update(this);
    this.#tellGhost();
  }

  // Move the ghost in a direction, to the nearest place where it fits.
  /** @type {(held: Held, direction: Vector) => void} */
  #step(held, direction) {
    if (!held.place) {
      held.place = this.#free(held)[0] ?? null;
      this.#showGhost();
      return;
    }
    /** @type {(place: Place) => Vector} */
    const middle = ({ cells }) => this.places.middle(cells);
    const best = ahead(this.#free(held), middle, middle(held.place), direction);
    if (!best) return;
    held.place = best;
    this.app.update(this, "picture", "tools");
    this.#tellGhost();
  }

  #tellGhost() {
    const { held } = this.state;
    if (held) this.app.tell(held.place ? words.ghostAt(held.place.cells) : words.noRoom);
  }

  /** @type {(number: number, cell: Vector | null) => void} */
  #lift(number, cell) {
    const { piece, cells, fixed } = this.placed[number];
    if (fixed) return this.app.say(words.isFixed(this.puzzle.pieces[piece].name));
    const shape = this.places.of(this.placed)[number]?.name ?? "";
    this.#hold(piece, shape, Math.max(0, cell ? cells.map(code).indexOf(code(cell)) : 0));
    this.session.set({ placed: this.placed.filter((_, i) => i !== number) });
  }

  #hint() {
    const { app, state } = this;
    state.held = null;
    if (state.answer === "failed") this.#ask();
    const { answer, next } = state;
    if (answer === true && next !== null) {
      const place = this.places.every[next];
      if (this.session.hints !== "both") return this.#point(place);
      state.hinted = this.placed.length;
      this.#add(place);
      if (!this.#solved) app.say(words.hinted(this.puzzle.pieces[place.piece].name));
      return;
    }
    /** @type {Record<string, string>} */
    const said = { true: words.noMore, false: words.noHint, unknown: words.tooLong, null: words.thinking };
    app.say(said[`${answer}`]);
    state.hinting = answer === null;
    if (answer === false) {
      this.session.tell = true;
      this.#news();
    }
  }

  // Point at a piece in the tray, or at a place on the board.
  /** @type {(place: Place) => void} */
  #point({ piece, cells }) {
    const { app, session, state } = this;
    const which = session.hints === "piece";
    state.pointed = { piece: which ? piece : null, cells: which ? [] : cells };
    app.say(which ? words.hintPiece(this.puzzle.pieces[piece].name) : words.hintPlace);
    app.update(this);
  }

  #listen() {
    const { svg, map } = this.stage;
    /** @type {(event: MouseEvent) => Vector | null} */
    const cellAt = (event) => map.cellAt(svg, event);
    svg.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
      const { held } = this.state;
      if (held && !this.float) this.#aim(held, cellAt(event));
    });
    svg.addEventListener("pointerdown", (/** @type {any} */ event) => {
      const group = event.target.closest("[data-placed]");
      const { held } = this.state;
      if (event.button) return;
      if (held) {
        this.#aim(held, cellAt(event));
        this.#put();
      } else if (group) this.#lift(Number(group.dataset.placed), cellAt(event));
    });
    /** @type {(event: WheelEvent) => void} */
    const wheel = (event) => {
      if (!this.state.held) return;
      event.preventDefault();
      this.#turn(false);
    };
    svg.addEventListener("wheel", wheel, { passive: false });
    svg.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      const { held } = this.state;
      if (!held) return;
      if (ARROWS[event.key]) this.#step(held, ARROWS[event.key]);
      else if (event.key === "Enter" || event.key === " ") this.#put();
      else return;
      event.preventDefault();
    });
  }

  /** @type {(event: KeyboardEvent) => boolean} */
  key({ key }) {
    const { held } = this.state;
    if (!held) return false;
    if (/^r$/i.test(key)) this.#turn(false);
    else if (/^f$/i.test(key) && this.puzzle.pieces[held.piece].mirror) this.#turn(true);
    else if (key === "Escape") {
      this.state.held = null;
      this.app.render();
    } else return false;
    return true;
  }
}
