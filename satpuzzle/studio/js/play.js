// The mode Play: the user takes pieces from the tray, turns them, and puts them on the board; the page can tell whether
// the puzzle can still be finished.
import { Asker } from "./asker.js";
import { code, dot, minus } from "./cell.js";
import { dayPicker, labelsOf } from "./calendar.js";
import { button, byId, check, h, icon, tool, wide } from "./dom.js";
import { BoardMap } from "./map.js";
import { nearest } from "./nearest.js";
import { coverOf } from "./placements.js";
import { contentOf, mistake } from "./puzzle.js";
import { paintAround } from "./paint.js";
import { sketch, sketches } from "./sketch.js";
import { recall } from "./store.js";
import { cellsOf, nameOf, turnedPiece, wayOf, wayOfOption } from "./way.js";
import { homing } from "./wrapping.js";
import { words } from "./words.js";
import { wrong } from "./checker.js";

const NEAR = 1.3; // the largest distance at which the pointer moves a piece to a place
const COVERED = 0.3; // how much nearer a place counts that covers the pointer's cell

export class Play {
  constructor() {
    this.tell = true;
  }

  forget() {
    this.asker?.end();
    Object.assign(this, {
      asker: null,
      cover: null,
      held: null,
      answer: null,
      asked: null,
      problem: null,
      hinting: false,
    });
  }

  leave() {
    Object.assign(this, { held: null, hinting: false });
  }

  // Compute the cover, and the placements of each piece, grouped by their shapes.
  #prepare(app) {
    if (this.cover || this.problem) return;
    const { puzzle } = app;
    this.problem = mistake(puzzle);
    if (this.problem) return;
    try {
      this.cover = coverOf(puzzle);
    } catch (error) {
      this.problem = error.message;
      return;
    }
    const { cover } = this;
    const { shapes } = cover;
    const home = homing(puzzle);
    this.optionCells = cover.options.map(
      (_, option) => shapes?.[option].map(home) ?? cellsOf(cover, option, puzzle.board),
    );
    this.shapes = shapes ?? this.optionCells;
    this.ways = cover.options.map((_, option) => wayOfOption(cover, option));
    this.names = cover.options.map((_, option) => nameOf(this.shapes[option], this.ways[option], puzzle.grid));
    this.groups = puzzle.pieces.map(() => new Map()); // options by the names of their shapes
    cover.options.forEach((_, option) => {
      const group = this.groups[cover.pieceOf[option]];
      const name = this.names[option];
      if (!group.has(name)) group.set(name, []);
      group.get(name).push(option);
    });
    this.numbers = new Map(
      cover.options.map((items, option) => [
        `${items.filter((item) => item < cover.plain)}/${this.ways[option]}`,
        option,
      ]),
    );
    this.cellNumber = new Map(puzzle.board.map((cell, i) => [code(cell), i]));
    this.asker = new Asker(app.workers, contentOf(puzzle), (answer) => this.#heard(app, answer));
  }

  // Return the placed pieces as options.
  #options(app) {
    return app.session.placed.map(({ piece, cells, way = null }) =>
      this.numbers.get(
        `${[...cells.map((cell) => this.cellNumber.get(code(cell))).sort((a, b) => a - b), this.cover.cells + piece]}/${way}`,
      ),
    );
  }

  #heard(app, { possible, next }) {
    this.answer = possible ?? "unknown";
    this.next = next;
    if (this.hinting && possible !== "failed") this.#hint(app);
    this.hinting = false;
    this.#news(app);
  }

  #news(app) {
    app.update(this, "panel");
  }

  #ask(app) {
    const placed = this.#options(app);
    const name = placed.join();
    if (this.asked === name && this.answer !== "failed") return;
    this.asked = name;
    this.answer = null;
    this.next = null;
    if (placed.includes(undefined)) {
      this.answer = false;
      return;
    }
    this.asker.ask(placed);
  }

  enter(app) {
    this.#prepare(app);
    if (this.problem) return;
    this.#ask(app);
    this.#celebrate(app);
  }

  view(app) {
    if (this.problem) {
      const draw = () => ({ sheet: h("p", { class: "empty" }, this.problem) });
      const toDraw = () => app.show("draw");
      return {
        picture: { draw },
        tools: () => null,
        bar: () => null,
        panel: () => [dayPicker(app), button(words.toDraw, toDraw)],
      };
    }
    const focused = this.svg !== undefined && this.svg === document.activeElement;
    return {
      picture: { draw: () => this.#picture(app) },
      tools: () => this.#tools(app),
      bar: () => null,
      panel: () => this.#panel(app),
      after: () => focused && this.svg.focus(),
    };
  }

  #picture(app) {
    const { puzzle, session } = app;
    const { grid } = puzzle;
    const copies = puzzle.pieces.map(() => 0);
    this.map = new BoardMap(puzzle, app.aspect());
    const styled = session.placed.map((each) => ({ ...each, ...app.look(each.piece, copies[each.piece]++, each.way) }));
    this.ghost = document.createElementNS("http://www.w3.org/2000/svg", "g");
    this.svg = this.map.svg(
      {
        role: "application",
        tabindex: 0,
        "data-fresh": true,
        "aria-label": words.playLabel(session.placed.length, puzzle.pieces.length),
      },
      this.map.ground(app.boardLook()),
      labelsOf(puzzle),
      styled.map(({ cells, piece, colour, ink, letter, hues, spots }, i) =>
        this.map.piece(cells, {
          colour,
          ink,
          letter,
          hues,
          spots,
          class: `piece ${this.hinted === i ? "hinted" : ""}`,
          "data-placed": i,
          "data-piece": puzzle.pieces[piece].name,
        }),
      ),
      this.ghost,
    );
    this.#listen(app);
    this.#showGhost(app);
    return { sheet: this.svg, figures: grid.flat ? null : this.#figures(app, styled) };
  }

  #figures(app, styled) {
    const ghost =
      this.held?.option === null || !this.held
        ? []
        : [
            app.solid(this.held.piece, 0, {
              cells: this.optionCells[this.held.option],
              way: this.ways[this.held.option],
            }),
          ];
    const taken = new Set([...styled, ...ghost].flatMap(({ cells }) => cells.map(code)));
    return [
      ...styled.map((each) => ({ ...each, paint: paintAround(each.cells, app.puzzle.grid, each) })),
      ...ghost,
      { cells: app.puzzle.board.filter((cell) => !taken.has(code(cell))), colour: "#8a94a6", ghost: true },
    ];
  }

  #tools(app) {
    const turn = (name, label, mirror) => tool(name, label, () => this.#turn(app, mirror), { disabled: !this.held });
    const clear = () => {
      this.held = null;
      app.session.set({ placed: [] });
    };
    const over = this.held && (app.puzzle.grid.flat ? app.puzzle.pieces[this.held.piece].mirror : false);
    return [
      h("div", { class: "group" }, [
        turn("turn", words.turnPiece, false),
        app.puzzle.grid.flat && tool("mirror", words.flipPiece, () => this.#turn(app, true), { disabled: !over }),
      ]),
      h("div", { class: "group" }, [
        wide("bulb", words.hint, "hint", () => this.#hint(app)),
        wide("trash", words.clearBoard, "clear", clear, { disabled: !app.session.placed.length }),
      ]),
    ];
  }

  #panel(app) {
    const { puzzle, session } = app;
    const used = puzzle.pieces.map((_, p) => session.placed.filter(({ piece }) => piece === p).length);
    const left = puzzle.pieces.reduce((sum, { max }, p) => sum + max - used[p], 0);
    const pictures = sketches(
      puzzle.pieces.map((_, p) => this.#drawn(app, p)),
      puzzle.grid,
    );
    return [
      dayPicker(app),
      this.#state(app),
      h("h2", {}, left ? words.tray(left) : words.trayEmpty),
      h("ul", { class: "tray" }, [
        puzzle.pieces.map((piece, p) => {
          const more = piece.max - used[p];
          const held = this.held?.piece === p;
          const tag = words.tagOf(app.symbols[p], piece.name, piece.max > 1 ? more : 0);
          const byKeys = ({ detail }) => detail === 0 && this.#take(app, p, true);
          const take = button([pictures[p], h("span", { class: "tag" }, tag)], byKeys, {
            class: `thumb ${held ? "held" : ""}`,
            disabled: !more,
            "data-key": `take${p}`,
            "data-piece": piece.name,
            "aria-pressed": held,
            "aria-label": words.take(piece.name, more),
            onpointerdown: (event) => this.#grab(app, p, event),
          });
          return h("li", { class: more ? "" : "gone" }, take);
        }),
      ]),
      app.rules(),
      h("p", { class: "note" }, this.held ? words.heldHelp(puzzle.grid.flat) : words.playHelp),
    ];
  }

  #state(app) {
    const solved = this.#solved(app);
    if (solved) return h("p", { class: "state good", id: "finish" }, icon("check"), words.solved(this.times ?? 1));
    const said = {
      true: [words.canFinish, "good"],
      false: [words.cannotFinish, "bad"],
      null: [words.thinking, ""],
      unknown: [words.tooLong, ""],
      failed: [words.unanswered, "bad"],
    }[this.answer];
    return h("div", { class: "state-row" }, [
      check(words.tellMe, this.tell, "tell", (yes) => {
        this.tell = yes;
        this.#news(app);
      }),
      this.tell && h("p", { class: `state ${said[1]}`, id: "finish", role: "status" }, said[0]),
    ]);
  }

  #solved(app) {
    const options = this.#options(app);
    return options.length > 0 && !options.includes(undefined) && wrong(this.cover, options) === null;
  }

  async #celebrate(app) {
    if (!this.#solved(app)) {
      this.solvedAt = null;
      return;
    }
    const options = this.#options(app)
      .sort((a, b) => a - b)
      .join();
    if (this.solvedAt === options) return;
    this.solvedAt = options;
    const name = `solved ${app.puzzle.name ?? app.puzzle.title}`;
    const before = (await recall(name)) ?? [];
    const times = before.includes(options) ? before : [...before, options];
    this.times = times.length;
    app.keep(name, times.slice(-1000));
    if (app.mode !== this) return;
    byId("stage").classList.add("solved");
    setTimeout(() => byId("stage").classList.remove("solved"), 1600);
    this.#news(app);
  }

  // Holding a piece

  #heldPiece(app) {
    const { piece, shape } = this.held;
    const [option] = this.groups[piece].get(shape) ?? [];
    const listed = app.puzzle.pieces[piece];
    return option === undefined
      ? { cells: listed.cells, way: wayOf(listed, app.puzzle) }
      : { cells: this.shapes[option], way: this.ways[option] };
  }

  // A piece as it is drawn beside the board: as it is held, or as it is listed.
  #drawn(app, piece) {
    const listed = app.puzzle.pieces[piece];
    const { cells, way } =
      this.held?.piece === piece ? this.#heldPiece(app) : { cells: listed.cells, way: wayOf(listed, app.puzzle) };
    return { cells, ...app.look(piece, 0, way) };
  }

  #take(app, piece, byKeys = false, shape = null) {
    const shapes = [...this.groups[piece].keys()];
    if (!shapes.length) {
      app.say(words.fitsNowhere(app.puzzle.pieces[piece].name));
      return;
    }
    const listed = app.puzzle.pieces[piece];
    const drawn = nameOf(listed.cells, wayOf(listed, app.puzzle), app.puzzle.grid);
    this.held = { piece, shape: shape ?? (shapes.includes(drawn) ? drawn : shapes[0]), option: null };
    this.held.grab = this.#central(app);
    this.hinted = null;
    if (byKeys) this.held.option = this.#free(app)[0] ?? null;
    app.update(this);
    if (byKeys) {
      this.svg.focus();
      this.#tellGhost(app);
    }
  }

  #grab(app, piece, event) {
    if (event.button) return;
    const again = this.held?.piece === piece;
    this.#take(app, piece, false, again ? this.held.shape : null);
    if (!this.held) return;
    event.preventDefault();
    // Releasing the pointer over the board puts the piece there; otherwise a later click does.
    const move = (next) => this.#follow(app, next);
    const end = (last) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      this.float?.remove();
      this.float = null;
      if (last.type === "pointerup" && this.held?.option !== null && this.#over(last)) this.#put(app);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  #over({ clientX, clientY }) {
    const { left, top, right, bottom } = this.svg.getBoundingClientRect();
    return clientX > left && clientX < right && clientY > top && clientY < bottom;
  }

  #follow(app, event) {
    if (!this.held) return;
    if (!this.float) {
      this.float = h("div", { class: "float" }, sketch([this.#drawn(app, this.held.piece)], app.puzzle.grid));
      document.body.append(this.float);
    }
    this.float.style.setProperty("left", `${event.clientX}px`);
    this.float.style.setProperty("top", `${event.clientY}px`);
    this.#aim(app, this.#over(event) ? this.map.cellAt(this.svg, event) : null);
    this.float.classList.toggle("snapped", this.held.option !== null);
  }

  // Return the free placements of the held piece in its current orientation.
  #free(app, shape = this.held.shape) {
    const taken = new Set(app.session.placed.flatMap(({ cells }) => cells.map(code)));
    return (this.groups[this.held.piece].get(shape) ?? []).filter((option) =>
      this.optionCells[option].every((cell) => !taken.has(code(cell))),
    );
  }

  // Move the ghost so that it covers a cell, or to the nearest place where it fits.
  #aim(app, cell) {
    const { grid } = app.puzzle;
    const before = this.held.option;
    const away = (option) => {
      const cells = this.optionCells[option];
      const at = grid.centre(cells[Math.min(this.held.grab, cells.length - 1)]);
      const covered = cells.some((each) => code(each) === code(cell));
      return Math.hypot(...minus(at, grid.centre(cell))) - (covered ? COVERED : 0);
    };
    const best = cell ? nearest(this.#free(app), away, NEAR) : null;
    this.held.option = best;
    if (before !== best) this.#showGhost(app);
  }

  #showGhost(app) {
    const { held } = this;
    this.svg.classList.toggle("holding", Boolean(held));
    this.ghost.replaceChildren(
      ...(held && held.option !== null
        ? [
            this.map.piece(this.optionCells[held.option], {
              ...app.look(held.piece, 0, this.ways[held.option]),
              class: "piece ghost",
            }),
          ]
        : []),
    );
  }

  #put(app) {
    const { held } = this;
    if (!held || held.option === null) return;
    this.held = null;
    app.session.set({ placed: [...app.session.placed, this.#placing(held.option)] });
    app.tell(words.put(app.puzzle.pieces[held.piece].name));
  }

  // An option as a placed piece.
  #placing(option) {
    return {
      piece: this.cover.pieceOf[option],
      cells: this.optionCells[option],
      ...(this.ways[option] && { way: this.ways[option] }),
    };
  }

  #turn(app, mirror) {
    if (!this.held) return;
    const { grid, tiled } = app.puzzle;
    const shapes = [...this.groups[this.held.piece].keys()];
    const piece = this.#heldPiece(app);
    const turn = grid.turns[mirror ? grid.flip : grid.spin];
    let to = null;
    if (grid.flat) {
      // turn repeatedly until the piece fits the board
      for (let image = piece, i = 0; i < 6 && !to; i++) {
        image = turnedPiece(image, turn, grid, tiled);
        const name = nameOf(image.cells, image.way, grid);
        if (shapes.includes(name) && name !== this.held.shape) to = name;
        if (mirror) break;
      }
    } else to = shapes[(shapes.indexOf(this.held.shape) + 1) % shapes.length];
    if (!to) return;
    const at = this.held.option === null ? null : this.optionCells[this.held.option];
    this.held.shape = to;
    this.held.option = null;
    this.held.grab = this.#central(app);
    if (at) this.#nearest(app, at);
    app.update(this);
    this.#tellGhost(app);
  }

  // Return the number of the cell by which the pointer holds a piece: the cell nearest to the piece's middle.
  #central(app) {
    const { cells } = this.#heldPiece(app);
    const middle = this.#middle(app, cells);
    const away = (i) => Math.hypot(...minus(app.puzzle.grid.centre(cells[i]), middle));
    return nearest(cells.keys(), away);
  }

  #middle(app, cells) {
    const sum = cells.map((cell) => app.puzzle.grid.centre(cell)).reduce((a, b) => a.map((x, i) => x + b[i]));
    return sum.map((x) => x / cells.length);
  }

  #nearest(app, cells) {
    const to = this.#middle(app, cells);
    const away = (option) => Math.hypot(...minus(this.#middle(app, this.optionCells[option]), to));
    this.held.option = nearest(this.#free(app), away);
  }

  // Move the ghost in a direction, to the nearest place where it fits.
  #step(app, direction) {
    if (this.held.option === null) {
      this.held.option = this.#free(app)[0] ?? null;
      this.#showGhost(app);
      return;
    }
    const from = this.#middle(app, this.optionCells[this.held.option]);
    const cost = (option) => {
      const to = minus(this.#middle(app, this.optionCells[option]), from);
      const along = dot(to, direction);
      return along > 0.1 ? along + 2 * Math.sqrt(Math.max(0, dot(to, to) - along * along)) : Infinity;
    };
    const best = nearest(this.#free(app), cost);
    if (best === null) return;
    this.held.option = best;
    app.update(this, "picture", "tools");
    this.#tellGhost(app);
  }

  #tellGhost(app) {
    if (this.held)
      app.tell(this.held.option === null ? words.noRoom : words.ghostAt(this.optionCells[this.held.option]));
  }

  #lift(app, number, cell) {
    const { piece, cells } = app.session.placed[number];
    const shape = this.names[this.#options(app)[number]] ?? "";
    this.held = {
      piece,
      shape,
      grab: Math.max(
        0,
        cells.findIndex((each) => cell && code(each) === code(cell)),
      ),
      option: null,
    };
    app.session.set({ placed: app.session.placed.filter((_, i) => i !== number) });
  }

  #hint(app) {
    this.held = null;
    if (this.answer === "failed") this.#ask(app);
    if (this.answer === false) {
      app.say(words.noHint);
      this.tell = true;
      this.#news(app);
      return;
    }
    if (this.answer === "unknown") {
      app.say(words.tooLong);
      return;
    }
    if (this.answer !== true) {
      this.hinting = true;
      app.say(words.thinking);
      return;
    }
    if (this.next === null) {
      app.say(words.noMore);
      return;
    }
    const placing = this.#placing(this.next);
    this.hinted = app.session.placed.length;
    app.session.set({ placed: [...app.session.placed, placing] });
    if (!this.#solved(app)) app.say(words.hinted(app.puzzle.pieces[placing.piece].name));
  }

  #listen(app) {
    const { svg } = this;
    svg.addEventListener("pointermove", (event) => {
      if (this.held && !this.float) this.#aim(app, this.map.cellAt(svg, event));
    });
    svg.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      if (this.held) {
        this.#aim(app, this.map.cellAt(svg, event));
        this.#put(app);
        return;
      }
      const group = event.target.closest("[data-placed]");
      if (group) this.#lift(app, Number(group.dataset.placed), this.map.cellAt(svg, event));
    });
    svg.addEventListener(
      "wheel",
      (event) => {
        if (this.held) {
          event.preventDefault();
          this.#turn(app, false);
        }
      },
      { passive: false },
    );
    svg.addEventListener("keydown", (event) => {
      if (!this.held) return;
      const steps = {
        ArrowLeft: [-1, 0, 0],
        ArrowRight: [1, 0, 0],
        ArrowUp: [0, -1, 0],
        ArrowDown: [0, 1, 0],
        PageUp: [0, 0, 1],
        PageDown: [0, 0, -1],
      };
      if (steps[event.key]) this.#step(app, steps[event.key]);
      else if (event.key === "Enter" || event.key === " ") this.#put(app);
      else return;
      event.preventDefault();
    });
  }

  key(app, event) {
    if (!this.held) return false;
    if (event.key === "r" || event.key === "R") this.#turn(app, false);
    else if ((event.key === "f" || event.key === "F") && app.puzzle.pieces[this.held.piece].mirror)
      this.#turn(app, true);
    else if (event.key === "Escape") {
      this.held = null;
      app.render();
    } else return false;
    return true;
  }
}
