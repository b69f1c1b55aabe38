// The mode Play: the user takes pieces from the tray, turns them, and puts them on the board; the page can tell whether
// the puzzle can still be finished.
import { ahead, ARROWS } from "./arrows.js";
import { Asker } from "./asker.js";
import { code } from "./cell.js";
import { dayPicker, labelsOf } from "./calendar.js";
import { button, byId, check, h, icon, s, tool, wide } from "./dom.js";
import { sum } from "./lists.js";
import { BoardMap } from "./map.js";
import { contentOf, mistake } from "./puzzle.js";
import { Places } from "./places.js";
import { sketch, sketches } from "./sketch.js";
import { recall } from "./store.js";
import { copied, nameOf, turnedPiece, wayOf } from "./way.js";
import { words } from "./words.js";
import { wrong } from "./checker.js";

export class Play {
  constructor(app) {
    this.app = app;
    this.asker = this.places = this.problem = null;
    this.float = null; // the picture of a piece that follows the pointer
  }

  get state() {
    return this.app.session.views.play;
  }
  get placed() {
    return this.app.session.placed;
  }

  forget() {
    this.asker?.end();
    this.asker = this.places = this.problem = null;
  }

  leave() {
    Object.assign(this.state, { held: null, hinting: false });
  }

  // Find the places of the pieces, or what is wrong with the puzzle.
  #prepare() {
    const { puzzle, workers } = this.app;
    if (this.places || this.problem) return;
    this.problem = mistake(puzzle);
    if (this.problem) return;
    try {
      this.places = new Places(puzzle);
      this.asker = new Asker(workers, contentOf(puzzle), (answer) => this.#heard(answer));
    } catch (error) {
      this.problem = error.message;
    }
  }

  // The placed pieces as options, undefined for one that is not among them.
  get #options() {
    return this.places.of(this.placed).map((place) => place?.option);
  }

  #heard({ possible, next }) {
    const { hinting } = this.state;
    Object.assign(this.state, { answer: possible ?? "unknown", next });
    if (hinting && possible !== "failed") this.#hint();
    this.state.hinting = false;
    this.#news();
  }

  #news() {
    this.app.update(this, "panel");
  }

  #ask() {
    const options = this.#options;
    const { asked, answer } = this.state;
    if (asked === options.join() && answer !== "failed") return;
    const possible = !options.includes(undefined);
    Object.assign(this.state, { asked: options.join(), answer: possible ? null : false, next: null });
    if (possible) this.asker.ask(options);
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
    const focused = this.svg !== undefined && this.svg === document.activeElement;
    return {
      picture: { draw: () => this.#picture() },
      tools: () => this.#tools(),
      bar: () => null,
      panel: () => this.#panel(),
      after: () => focused && this.svg.focus(),
    };
  }

  #picture() {
    const { app, placed } = this;
    const { puzzle } = app;
    const { pieces, grid } = puzzle;
    this.map = new BoardMap(puzzle, app.aspect());
    this.ghost = s("g");
    const properties = {
      role: "application",
      tabindex: 0,
      "data-fresh": true,
      "aria-label": words.playLabel(placed.length, pieces.length),
    };
    const shown = copied(placed).map(({ piece, copy, cells, way }, i) =>
      this.map.piece(cells, {
        ...app.look(piece, copy, way),
        class: `piece ${this.state.hinted === i ? "hinted" : ""}`,
        "data-placed": i,
        "data-piece": pieces[piece].name,
      }),
    );
    this.svg = this.map.svg(properties, this.map.ground(app.boardLook()), labelsOf(puzzle), shown, this.ghost);
    this.#listen();
    this.#showGhost();
    return { sheet: this.svg, figures: grid.flat ? null : this.#figures() };
  }

  #figures() {
    const { app, placed } = this;
    const place = this.state.held?.place;
    const shown = [...copied(placed), ...(place ? [{ ...place, copy: 0 }] : [])];
    const taken = new Set(shown.flatMap(({ cells }) => cells.map(code)));
    return [
      ...shown.map(({ piece, copy, ...each }) => app.solid(piece, copy, each)),
      { cells: app.puzzle.board.filter((cell) => !taken.has(code(cell))), colour: "#8a94a6", ghost: true },
    ];
  }

  #tools() {
    const { app } = this;
    const { held } = this.state;
    const { flat } = app.puzzle.grid;
    const turn = (name, label, mirror, disabled) => tool(name, label, () => this.#turn(mirror), { disabled });
    const clear = () => {
      this.state.held = null;
      app.session.set({ placed: [] });
    };
    return [
      h("div", { class: "group" }, [
        turn("turn", words.turnPiece, false, !held),
        flat && turn("mirror", words.flipPiece, true, !held || !app.puzzle.pieces[held.piece].mirror),
      ]),
      h("div", { class: "group" }, [
        wide("bulb", words.hint, "hint", () => this.#hint()),
        wide("trash", words.clearBoard, "clear", clear, { disabled: !this.placed.length }),
      ]),
    ];
  }

  #panel() {
    const { app, placed } = this;
    const { pieces, grid } = app.puzzle;
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
          const byKeys = ({ detail }) => detail === 0 && this.#take(p, true);
          const take = button([pictures[p], h("span", { class: "tag" }, tag)], byKeys, {
            class: `thumb ${held?.piece === p ? "held" : ""}`,
            disabled: !more[p],
            "data-key": `take${p}`,
            "data-piece": name,
            "aria-pressed": held?.piece === p,
            "aria-label": words.take(name, more[p]),
            onpointerdown: (event) => this.#grab(p, event),
          });
          return h("li", { class: more[p] ? "" : "gone" }, take);
        }),
      ]),
      app.rules(),
      h("p", { class: "note" }, held ? words.heldHelp(grid.flat) : words.playHelp),
    ];
  }

  #status() {
    const { session } = this.app;
    const { answer, times } = this.state;
    if (this.#solved) return h("p", { class: "state good", id: "finish" }, icon("check"), words.solved(times));
    const [text, kind] = {
      true: [words.canFinish, "good"],
      false: [words.cannotFinish, "bad"],
      null: [words.thinking, ""],
      unknown: [words.tooLong, ""],
      failed: [words.unanswered, "bad"],
    }[answer];
    const tell = (yes) => {
      session.tell = yes;
      this.#news();
    };
    return h("div", { class: "state-row" }, [
      check(words.tellMe, session.tell, "tell", tell),
      session.tell && h("p", { class: `state ${kind}`, id: "finish", role: "status" }, text),
    ]);
  }

  get #solved() {
    const options = this.#options;
    return options.length > 0 && !options.includes(undefined) && wrong(this.places.cover, options) === null;
  }

  async #celebrate() {
    const { app, state } = this;
    const solution = this.#solved ? this.#options.sort((a, b) => a - b).join() : null;
    const known = state.solvedAt === solution;
    state.solvedAt = solution;
    if (!solution || known) return;
    const name = `solved ${app.puzzle.name ?? app.puzzle.title}`;
    const before = (await recall(name)) ?? [];
    const times = before.includes(solution) ? before : [...before, solution];
    state.times = times.length;
    app.keep(name, times.slice(-1000));
    if (app.mode !== this) return;
    byId("stage").classList.add("solved");
    setTimeout(() => byId("stage").classList.remove("solved"), 1600);
    this.#news();
  }

  // Holding a piece

  // A piece as it is drawn beside the board: as it is held, or as it is listed.
  #drawn(piece) {
    if (this.state.held?.piece !== piece) return this.app.listed(piece);
    const { cells, way } = this.#heldPiece;
    return { cells, ...this.app.look(piece, 0, way) };
  }

  get #heldPiece() {
    const { piece, shape } = this.state.held;
    const [place] = this.places.shapes[piece].get(shape) ?? [];
    const listed = this.app.puzzle.pieces[piece];
    return place
      ? { cells: place.shape, way: place.way }
      : { cells: listed.cells, way: wayOf(listed, this.app.puzzle) };
  }

  // The places that are free for the held piece in its current orientation.
  get #free() {
    const { piece, shape } = this.state.held;
    return this.places.free(piece, shape, this.placed);
  }

  #hold(piece, shape, grab = null) {
    const held = { piece, shape, place: null, grab };
    this.state.held = held;
    held.grab ??= this.places.central(this.#heldPiece.cells);
    return held;
  }

  #take(piece, byKeys = false) {
    const { app, state } = this;
    const { pieces, grid } = app.puzzle;
    const shapes = [...this.places.shapes[piece].keys()];
    if (!shapes.length) {
      app.say(words.fitsNowhere(pieces[piece].name));
      return;
    }
    const drawn = nameOf(pieces[piece].cells, wayOf(pieces[piece], app.puzzle), grid);
    const before = !byKeys && state.held?.piece === piece ? state.held.shape : null;
    const held = this.#hold(piece, before ?? (shapes.includes(drawn) ? drawn : shapes[0]));
    state.hinted = null;
    if (byKeys) held.place = this.#free[0] ?? null;
    app.update(this);
    if (byKeys) {
      this.svg.focus();
      this.#tellGhost();
    }
  }

  #grab(piece, event) {
    if (event.button) return;
    this.#take(piece);
    if (!this.state.held) return;
    event.preventDefault();
    // Releasing the pointer over the board puts the piece there; otherwise a later click does.
    const listening = new AbortController();
    const { signal } = listening;
    const end = (last) => {
      listening.abort();
      this.float?.remove();
      this.float = null;
      if (last.type === "pointerup" && this.#over(last)) this.#put();
    };
    addEventListener("pointermove", (next) => this.#follow(next), { signal });
    for (const type of ["pointerup", "pointercancel"]) addEventListener(type, end, { signal });
  }

  #over({ clientX, clientY }) {
    const { left, top, right, bottom } = this.svg.getBoundingClientRect();
    return clientX > left && clientX < right && clientY > top && clientY < bottom;
  }

  #follow(event) {
    const { held } = this.state;
    if (!held) return;
    if (!this.float) {
      this.float = h("div", { class: "float" }, sketch([this.#drawn(held.piece)], this.app.puzzle.grid));
      document.body.append(this.float);
    }
    this.float.style.setProperty("left", `${event.clientX}px`);
    this.float.style.setProperty("top", `${event.clientY}px`);
    this.#aim(this.#over(event) ? this.map.cellAt(this.svg, event) : null);
    this.float.classList.toggle("snapped", held.place !== null);
  }

  // Move the ghost so that it covers a cell, or to the nearest place where it fits.
  #aim(cell) {
    const { held } = this.state;
    const before = held.place;
    held.place = this.places.aimed(this.#free, cell, held.grab);
    if (held.place !== before) this.#showGhost();
  }

  #showGhost() {
    const { held } = this.state;
    const { piece, cells, way } = held?.place ?? {};
    const look = () => ({ ...this.app.look(piece, 0, way), class: "piece ghost" });
    this.svg.classList.toggle("holding", Boolean(held));
    this.ghost.replaceChildren(...(cells ? [this.map.piece(cells, look())] : []));
  }

  #put() {
    const place = this.state.held?.place;
    if (!place) return;
    this.state.held = null;
    this.#add(place);
    this.app.tell(words.put(this.app.puzzle.pieces[place.piece].name));
  }

  #add({ piece, cells, way }) {
    this.app.session.set({ placed: [...this.placed, { piece, cells, ...(way && { way }) }] });
  }

  #turn(mirror) {
    const { app } = this;
    const { held } = this.state;
    if (!held) return;
    const { grid, tiled } = app.puzzle;
    const shapes = [...this.places.shapes[held.piece].keys()];
    let to = null;
    if (grid.flat) {
      // turn repeatedly until the piece fits the board
      for (let image = this.#heldPiece, i = 0; i < (mirror ? 1 : 6) && !to; i++) {
        image = turnedPiece(image, grid.turns[mirror ? grid.flip : grid.spin], grid, tiled);
        const name = nameOf(image.cells, image.way, grid);
        if (shapes.includes(name) && name !== held.shape) to = name;
      }
    } else to = shapes[(shapes.indexOf(held.shape) + 1) % shapes.length];
    if (!to) return;
    const after = this.#hold(held.piece, to);
    if (held.place) after.place = this.places.nearestTo(this.#free, held.place.cells);
    app.update(this);
    this.#tellGhost();
  }

  // Move the ghost in a direction, to the nearest place where it fits.
  #step(direction) {
    const { held } = this.state;
    if (!held.place) {
      held.place = this.#free[0] ?? null;
      this.#showGhost();
      return;
    }
    const middle = ({ cells }) => this.places.middle(cells);
    const best = ahead(this.#free, middle, middle(held.place), direction);
    if (!best) return;
    held.place = best;
    this.app.update(this, "picture", "tools");
    this.#tellGhost();
  }

  #tellGhost() {
    const { held } = this.state;
    if (held) this.app.tell(held.place ? words.ghostAt(held.place.cells) : words.noRoom);
  }

  #lift(number, cell) {
    const { piece, cells } = this.placed[number];
    const shape = this.places.of(this.placed)[number]?.name ?? "";
    this.#hold(piece, shape, Math.max(0, cell ? cells.map(code).indexOf(code(cell)) : 0));
    this.app.session.set({ placed: this.placed.filter((_, i) => i !== number) });
  }

  #hint() {
    const { app, state } = this;
    state.held = null;
    if (state.answer === "failed") this.#ask();
    const { answer, next } = state;
    if (answer === true && next !== null) {
      const place = this.places.every[next];
      state.hinted = this.placed.length;
      this.#add(place);
      if (!this.#solved) app.say(words.hinted(app.puzzle.pieces[place.piece].name));
      return;
    }
    app.say({ true: words.noMore, false: words.noHint, unknown: words.tooLong, null: words.thinking }[answer]);
    state.hinting = answer === null;
    if (answer === false) {
      app.session.tell = true;
      this.#news();
    }
  }

  #listen() {
    const { svg } = this;
    const cellAt = (event) => this.map.cellAt(svg, event);
    svg.addEventListener("pointermove", (event) => {
      if (this.state.held && !this.float) this.#aim(cellAt(event));
    });
    svg.addEventListener("pointerdown", (event) => {
      const group = event.target.closest("[data-placed]");
      if (event.button) return;
      if (this.state.held) {
        this.#aim(cellAt(event));
        this.#put();
      } else if (group) this.#lift(Number(group.dataset.placed), cellAt(event));
    });
    const wheel = (event) => {
      if (!this.state.held) return;
      event.preventDefault();
      this.#turn(false);
    };
    svg.addEventListener("wheel", wheel, { passive: false });
    svg.addEventListener("keydown", (event) => {
      if (!this.state.held) return;
      if (ARROWS[event.key]) this.#step(ARROWS[event.key]);
      else if (event.key === "Enter" || event.key === " ") this.#put();
      else return;
      event.preventDefault();
    });
  }

  key({ key }) {
    const { held } = this.state;
    if (!held) return false;
    if (/^r$/i.test(key)) this.#turn(false);
    else if (/^f$/i.test(key) && this.app.puzzle.pieces[held.piece].mirror) this.#turn(true);
    else if (key === "Escape") {
      this.state.held = null;
      this.app.render();
    } else return false;
    return true;
  }
}
