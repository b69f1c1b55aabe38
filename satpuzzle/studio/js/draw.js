// The mode Draw: the user paints the board and the pieces on a sheet, layer by layer if the grid is in space.
import { ahead, ARROWS } from "./arrows.js";
import { boxOf, code, has, mean, minus, onceEach, plus } from "./cell.js";
import { cellAt, cellPath, extent, inLayer, pointAt, viewBox } from "./canvas.js";
import { dayPicker } from "./calendar.js";
import { Counting } from "./counting.js";
import { button, byId, check, h, icon, s, select, slider, tool } from "./dom.js";
import { product, range } from "./lists.js";
import { Mode } from "./mode.js";
import { photoOf } from "./photo.js";
import { volumes } from "./volumes.js";
import { gridKey, isSides, mistake, unfinished } from "./puzzle.js";
import { byWord, never, rulesIn, textOf } from "./rules.js";
import { sentenceOf } from "./sentences.js";
import { signOf } from "./signs.js";
import { connected } from "./shape.js";
import { sketch } from "./sketch.js";
import { hueOf } from "./paint.js";
import { Stroke } from "./stroke.js";
import { between, say } from "./saying.js";
import { gridName, words } from "./words.js";

const OFFERED = ["at border: all", "fault-free", "no crossroads"];
const AROUND = 2.2; // free margin around the drawn cells
const LEAST = [5.2, 4.2]; // the smallest size of the sheet, from its middle
const MOST_HUES = 6; // the colours that can be chosen
const MOST_DRAWN = 8000;
const MOST_SHEET = 4000;
const STEP = 0.3; // between points of a stroke that are looked at
const MOST_LONG = 40; // steps along a side of a new board
const MOST_COPIES = 9999;

/** @type {(number: number) => string} */
const hueName = (number) => (number ? say(words.hueNamed, { number }) : words.noHue);

// How many cells the pieces have and how many the board.
/** @type {(numbers: Record<string, number>) => string} */
const sums = ({ least, most, required, cells }) =>
  least === most && required === cells
    ? say(words.sumsEqual, { cells })
    : say(words.sums, { pieces: between(least, most), board: between(required, cells) });

export class Draw extends Mode {
  /** @param {App} app */
  constructor(app) {
    super(app);
    /** @type {any} */
    this.room = null; // {name, at, fits}: the part of the plane that the sheet shows, so that it does not move with each stroke
    /** @type {number[] | null} */
    this.sizes = null; // of a new board, as they were typed
    /** @type {Vector | null} */
    this.cursor = null; // the cell of the keyboard's cursor
    this.painting = false;
    this.counting = new Counting(app, () => app.update(this, "panel"));
    this.hues = false; // whether the colours are offered that are a rule
    /** @type {import("./photo.js").Photo | null} */
    this.photo = null; // to draw over
  }

  forget() {
    if (!this.painting) this.room = this.sizes = null;
  }
  enter() {
    this.counting.look();
  }
  leave() {
    this.counting.rest();
    this.room = null;
  }

  view() {
    const { cells, editing } = this.session;
    const { flat } = this.grid;
    const room = cells.length ? cells : null;
    const draw = () => ({
      sheet: this.#sheet(),
      figures: flat ? null : this.#figures(),
      room,
      aim: editing,
      pick: this.#pick,
    });
    return {
      picture: { draw },
      tools: () => this.#tools(),
      bar: () => (flat ? null : this.#layers()),
      panel: () => this.#panel(),
    };
  }

  // The sheet

  get #room() {
    const { grid } = this;
    const { cells, editing } = this.session;
    const name = `${grid.name} ${editing}`;
    const drawn = cells.length ? extent(cells, grid) : [-0.5, -0.5, 0.5, 0.5];
    const [x, y] = mean([drawn.slice(0, 2), drawn.slice(2)]);
    const wanted = [
      Math.min(drawn[0] - AROUND, x - LEAST[0]),
      Math.min(drawn[1] - AROUND, y - LEAST[1]),
      Math.max(drawn[2] + AROUND, x + LEAST[0]),
      Math.max(drawn[3] + AROUND, y + LEAST[1]),
    ];
    /** @type {(drawn: number[]) => boolean} */
    const fits = ([a, b, c, d]) => a > wanted[0] + 1 && b > wanted[1] + 1 && c < wanted[2] - 1 && d < wanted[3] - 1;
    if (this.room?.name !== name || !this.room.fits(drawn)) this.room = { name, at: wanted, fits };
    return this.room.at;
  }

  #sheet() {
    const { app, grid, puzzle, session } = this;
    const { piece } = session;
    const room = this.#room;
    const all = grid.inside(room, session.layer).slice(0, MOST_SHEET);
    const below = grid.flat ? [] : inLayer(session.cells, grid, session.layer - 1);
    const frame = new Set(piece ? [] : puzzle.frame.map(code));
    const paths = new Map(all.map((cell) => [code(cell), cellPath(cell, grid)]));
    /** @type {(name: number, stroke: Stroke) => void} */
    const dress = (name, stroke) => {
      const path = paths.get(name);
      const kind = stroke.classOf(name);
      const fill = hueOf(puzzle, stroke.drawing.get(name)?.hue ?? 0, app.colour);
      path.setAttribute("class", kind === "cell" && frame.has(name) ? "cell frame" : kind);
      path.classList.toggle("hued", Boolean(fill));
      if (fill) path.style.setProperty("fill", fill);
      else path.style.removeProperty("fill");
    };
    const before = new Stroke(session);
    for (const name of paths.keys()) dress(name, before);
    this.cursorPath = s("path", { class: "cursor" });
    const lower = below.map((cell) => cellPath(cell, grid, { class: "below" }));
    const svg = s(
      "svg",
      {
        class: `picture editor ${piece ? "one" : ""} ${this.photo ? "traced" : ""} ${this.#moved ? "moved" : ""}`,
        viewBox: viewBox(room, 0),
        role: "application",
        tabindex: 0,
        style: piece ? { "--piece": app.figure(session.editing).colour } : {},
        "data-fresh": true,
        "aria-label": say(words.sheetLabel, { name: piece?.name ?? words.board, cells: session.cells.length }),
      },
      [this.photo?.image, ...paths.values(), lower, this.cursorPath],
    );
    if (this.#moved) this.#moved.listen(svg);
    else this.#listen(svg, all, dress);
    return svg;
  }

  /** @type {(svg: SVGSVGElement, all: Vector[], dress: (name: number, stroke: Stroke) => void) => void} */
  #listen(svg, all, dress) {
    const { app, grid, session } = this;
    const isTile = session.piece && this.puzzle.tiled;
    /** @type {any} */
    let stroke = null;
    let last = [0, 0]; // the position of the pointer
    /** @type {(cell: Vector, erase: boolean) => void} */
    const begin = (cell, erase) => {
      stroke = new Stroke(session, cell, erase);
      dress(code(cell), stroke);
    };
    const end = () => {
      this.#paint(stroke);
      stroke = null;
    };
    /** @type {(point: number[]) => void} */
    const through = (point) => {
      const cell = cellAt(point, all, grid);
      if (!cell) return;
      stroke.apply(cell);
      dress(code(cell), stroke);
    };
    svg.addEventListener("pointerdown", (event) => {
      last = pointAt(svg, event);
      const cell = cellAt(last, all, grid);
      if (!cell || event.button === 1) return;
      if (isTile) return app.say(words.tileAsWord);
      svg.setPointerCapture(event.pointerId);
      begin(cell, event.button === 2);
      event.preventDefault();
      svg.focus({ preventScroll: true });
    });
    svg.addEventListener("pointermove", (event) => {
      if (!stroke) return;
      const [x, y] = last;
      last = pointAt(svg, event);
      const [right, near] = [last[0] - x, last[1] - y];
      const steps = Math.max(1, Math.ceil(Math.hypot(right, near) / STEP));
      for (let i = 1; i <= steps; i++) through([x + (right * i) / steps, y + (near * i) / steps]);
    });
    svg.addEventListener("pointerup", () => stroke && end());
    svg.addEventListener("pointercancel", () => {
      if (stroke) app.render();
      stroke = null;
    });
    svg.addEventListener("contextmenu", (event) => event.preventDefault());
    svg.addEventListener("keydown", (event) => {
      const { key } = event;
      const to = ARROWS[key];
      if (to?.[2]) this.#toLayer(session.layer + to[2]);
      else if (to) this.#move(to, all);
      else if (key !== " " && key !== "Enter") return;
      else if (isTile) app.say(words.tileAsWord);
      else {
        begin(this.#cursorOn(all) ?? this.#move([0, 0, 0], all), false);
        end();
        byId("sheet").querySelector("svg")?.focus();
      }
      event.preventDefault();
    });
    svg.addEventListener("focus", () => this.#showCursor(all));
    this.#showCursor(all);
  }

  // The photo, if it is what one moves.
  get #moved() {
    return this.session.tool === "picture" ? this.photo : null;
  }

  // Lay a file under the sheet, to draw over.
  /** @type {(file: File) => Promise<void>} */
  async takePhoto(file) {
    const { app, session } = this;
    const photo = await photoOf(file, this.#room);
    if (!photo) return app.say(say(words.noPhoto, { name: file.name }));
    this.#putPhoto(photo);
    if (session.mode !== "draw") app.show("draw");
    app.say(words.photoStays);
  }

  /** @type {(photo: import("./photo.js").Photo | null) => void} */
  #putPhoto(photo) {
    this.photo?.forget();
    this.photo = photo;
    Object.assign(this.session, { tool: photo ? "picture" : "paint", hue: null });
    this.app.update(this, "picture", "tools");
  }

  // Put a cell on the side of another one that was clicked in space, or take that one away; the first one lies on the layer.
  /** @type {(side: Facet | null, erase: boolean) => void} */
  #pick = (side, erase) => {
    const { app, grid, puzzle, session } = this;
    const { drawing, editing, layer, piece, tool } = session;
    if (piece && puzzle.tiled) return app.say(words.tileAsWord);
    const there = erase || tool === "erase" || (tool === "maybe" && editing < 0);
    const first = drawing.size || there ? null : (grid.inside([-0.5, -0.5, 0.5, 0.5], layer)[0] ?? grid.kinds[0]);
    const cell = (there ? side?.cell : side?.beyond) ?? first;
    if (!cell || drawing.has(code(cell)) !== there) return;
    session.layer = cell[2];
    this.#paint(new Stroke(session, cell, erase));
  };

  // Give the board or the piece the cells of a stroke.
  /** @type {(stroke: Stroke) => void} */
  #paint({ drawing }) {
    const { app } = this;
    if (drawing.size > MOST_DRAWN) {
      app.say(say(words.tooMany, { what: "cells", found: drawing.size, most: MOST_DRAWN }));
      return app.render();
    }
    this.painting = true;
    this.session.draw(drawing.values());
    this.painting = false;
  }

  // The cell of the keyboard's cursor, null if it is not among these: it may be on another sheet.
  /** @type {(all: Vector[]) => Vector | null} */
  #cursorOn(all) {
    return this.cursor && has(all, this.cursor) ? this.cursor : null;
  }

  // Move the keyboard's cursor to the nearest cell in a direction, or first to a cell of the drawing; return its cell.
  /** @type {(direction: Vector, all: Vector[]) => Vector} */
  #move(direction, all) {
    const { grid, session } = this;
    /** @type {(cell: Vector) => Vector} */
    const placeOf = (cell) => [...grid.centre(cell).slice(0, 2), 0];
    const at = this.#cursorOn(all);
    const first = inLayer(session.cells, grid, session.layer)[0] ?? all[Math.floor(all.length / 2)];
    const cursor = at ? (ahead(all, placeOf, placeOf(at), direction) ?? at) : first;
    this.cursor = cursor;
    this.#showCursor(all);
    this.app.tell(say(words.cellNamed, { cell: cursor.join(", "), on: has(session.cells, cursor) }));
    return cursor;
  }

  /** @type {(all: Vector[]) => void} */
  #showCursor(all) {
    const at = this.#cursorOn(all);
    if (at) this.cursorPath.setAttribute("d", cellPath(at, this.grid).getAttribute("d"));
  }

  #figures() {
    const { cells, layer, piece, editing } = this.session;
    const [above, below] = piece ? [{}, {}] : [{ colour: "#5b74e8" }, { colour: "#aab2c0" }];
    const look = piece && this.app.figure(editing);
    /** @type {(some: Vector[], more: Look) => Figure} */
    const figure = (some, more) => ({ cells: some, colour: look?.colour, ink: look?.ink, lined: true, ...more });
    const rest = cells.filter((cell) => cell[2] !== layer);
    return [figure(rest, below), figure(inLayer(cells, this.grid, layer), above)];
  }

  #layers() {
    const { layer } = this.session;
    return h("div", { class: "flip" }, [
      tool("down", words.layerDown, () => this.#toLayer(layer - 1)),
      h("output", { class: "number" }, say(words.layer, { number: layer + 1 })),
      tool("up", words.layerUp, () => this.#toLayer(layer + 1)),
    ]);
  }

  /** @type {(z: number) => void} */
  #toLayer(z) {
    if (this.grid.flat) return;
    this.session.layer = z;
    this.app.render();
    this.app.tell(say(words.layer, { number: z + 1 }));
  }

  #tools() {
    const { app, grid, photo, puzzle, session } = this;
    /** @type {(name: string, hue: number | null) => void} */
    const use = (name, hue) => {
      Object.assign(session, { tool: name, hue });
      app.render();
    };
    /** @type {(name: string, label: string) => HTMLElement} */
    const choose = (name, label) =>
      tool(name, label, () => use(name, null), { "aria-pressed": session.tool === name && session.hue === null });
    /** @type {(hue: number) => HTMLElement} */
    const swatch = (hue) =>
      button(null, () => use("paint", hue), {
        class: "swatch",
        style: hue ? { background: hueOf(puzzle, hue, app.colour) } : {},
        title: hueName(hue),
        "aria-label": hueName(hue),
        "aria-pressed": session.tool === "paint" && session.hue === hue,
        "data-key": `hue${hue}`,
      });
    const offered = this.hues || session.hue !== null;
    const offer = () => {
      this.hues = !offered;
      if (offered) session.hue = null;
      app.update(this, "tools");
    };
    return [
      h("div", { class: "group" }, [
        choose("paint", words.paint),
        choose("erase", words.erase),
        !session.piece && choose("maybe", words.maybe),
      ]),
      !puzzle.tiled &&
        h("div", { class: "group hues", role: "group", "aria-label": words.hue, title: words.hueRule }, [
          tool("palette", words.hueRule, offer, { "aria-expanded": offered, "data-key": "hues" }),
          offered && range(MOST_HUES + 1).map(swatch),
        ]),
      h("div", { class: "group" }, [
        tool("turn", words.turnDrawing, () => this.#turn(false)),
        tool("mirror", words.mirrorDrawing, () => this.#turn(true)),
        !grid.flat && tool("copy", words.copyLayer, () => this.#copyLayer()),
        tool("trash", words.clear, () => session.draw([])),
      ]),
      h("div", { class: "group tracing" }, [
        photo ? choose("picture", words.movePhoto) : tool("picture", words.photo, () => byId("photo").click()),
        photo &&
          slider(100 * photo.faint, 100, "faint", (to) => photo.fade(to / 100), {
            "aria-label": words.photoStrength,
            title: words.photoStrength,
          }),
        photo && tool("close", words.removePhoto, () => this.#putPhoto(null)),
      ]),
      h("span", { class: "what" }, drawnName(session)),
    ];
  }

  // Turn the drawn cells by the smallest rotation in the plane, or reflect them.
  /** @type {(mirror: boolean) => void} */
  #turn(mirror) {
    const { grid, session } = this;
    const { cells, drawing } = session;
    if (!cells.length) return;
    const image = grid.turned(grid.turns[mirror ? grid.flip : grid.spin], cells);
    const back = grid.combine(grid.coordinates(minus(onceEach(cells)[0], onceEach(image)[0])).map(Math.round));
    session.draw([...drawing.values()].map((drawn, i) => ({ ...drawn, cell: plus(image[i], back) })));
  }

  #copyLayer() {
    const { grid, session } = this;
    const [, , up] = grid.basis;
    const { drawing } = session;
    for (const { cell, hue } of session.drawing.values()) {
      const above = plus(cell, up);
      const free = drawing.get(code(above))?.free ?? false;
      if (cell[2] === session.layer) drawing.set(code(above), { cell: above, hue, free });
    }
    session.layer += up[2];
    session.draw(drawing.values());
  }

  // The panel

  #panel() {
    const { app, grid, puzzle } = this;
    const { library } = app;
    const problem = mistake(puzzle);
    const pictures = app.pictures();
    const kinds = library.grids.names.map(([key, name]) => [key, gridName(name)]);
    const key = gridKey(grid.said);
    const more = library.setsFor(grid).map((name) => [name, library.titleOfSet(name)]);
    /** @type {(name: string) => void} */
    const newGrid = (key) => app.open(library.empty(key));
    /** @type {(name: string) => void} */
    const addSet = (name) => this.#addSet(name);
    return [
      h("div", { class: "row" }, [
        h("label", { class: "field most" }, [
          words.grid,
          select(key, kinds, newGrid, { class: null, "data-key": "grid" }),
        ]),
        button(words.newPuzzle, () => newGrid(key)),
      ]),
      this.#box(),
      h("p", { id: "sums", class: unfinished(puzzle) ? "note" : problem ? "problem" : "fine", role: "status" }, [
        problem ?? sums(volumes(puzzle)),
      ]),
      this.counting.said(),
      h("div", { class: "row" }, [
        button([icon("plus"), words.addPiece], () => this.#add(), { "data-key": "add" }),
        select("", [["", words.addSet], ...more], addSet, {
          class: "button most",
          "aria-label": words.addSet,
          "data-key": "set",
        }),
      ]),
      h("ul", { class: "shapes" }, [
        this.#boardCard(),
        puzzle.pieces.map((piece, i) => this.#pieceCard(piece, i, pictures[i])),
      ]),
      this.#rules(),
      this.counting.sets(),
      dayPicker(app),
    ];
  }

  // The rules of the puzzle, and those without names that it might have, each with a switch.
  #rules() {
    const { puzzle, session } = this;
    const { rules } = puzzle;
    const has = new Set(rules.map(textOf));
    const offered = rulesIn(OFFERED, []).filter((rule) => !has.has(textOf(rule)) && !never(puzzle, rule));
    /** @type {(rule: Rule) => HTMLElement} */
    const one = (rule) => {
      const others = rules.filter((other) => other !== rule);
      /** @type {(yes: boolean) => void} */
      const use = (yes) => session.change({ rules: yes ? [...rules, rule] : others });
      return h("li", {}, check([signOf(rule), sentenceOf(rule)], rules.includes(rule), textOf(rule), use));
    };
    return [
      this.app.rules({ ...puzzle, rules: [] }),
      h("ul", { class: "rules" }, byWord([...rules, ...offered]).map(one)),
    ];
  }

  #box() {
    const sizes = (this.sizes ??= sizesOf(this.puzzle));
    /** @type {(i: number) => HTMLElement} */
    const part = (i) =>
      h("input", {
        type: "number",
        min: 1,
        max: MOST_LONG,
        value: sizes[i],
        "aria-label": words.sizes[i],
        "data-key": `size${i}`,
        onchange: (/** @type {any} */ { target }) => {
          sizes[i] = target.value = Math.min(MOST_LONG, Math.max(1, Math.round(Number(target.value)) || 1));
        },
      });
    return h("div", { class: "field" }, [
      words.newBoard,
      h("span", { class: "sizes" }, [
        sizes.map((_, i) => [i ? "×" : null, part(i)]),
        button(words.fill, () => this.#fill(sizes)),
      ]),
    ]);
  }

  // Make a box the board.
  /** @type {(sizes: number[]) => void} */
  #fill(sizes) {
    const { app, grid, session } = this;
    const many = product([...sizes, grid.kinds.length]);
    if (many > MOST_DRAWN) return app.say(say(words.tooMany, { what: "cells", found: many, most: MOST_DRAWN }));
    Object.assign(session, { editing: -1, layer: 0 });
    this.room = null;
    const board = grid.box(sizes);
    session.change({ board, optional: board.map(() => false), colours: null, frame: [] });
  }

  /** @type {(number: number, picture: any, name: string, more: any) => HTMLElement} */
  #card(number, picture, name, more) {
    const { app, session } = this;
    const current = session.editing === number;
    const edit = () => {
      session.editing = number;
      this.#edit(app.firstLayer());
    };
    const properties = { class: "thumb", "aria-label": say(words.drawThis, { name }), "aria-pressed": current };
    return h("li", { class: `shape ${current ? "current" : ""}` }, [
      button(picture, edit, { ...properties, "data-key": `shape${number}` }),
      more,
    ]);
  }

  // Show a layer of another shape.  On a narrow screen the list of pieces lies below the sheet: show the sheet again.
  /** @type {(layer: number) => void} */
  #edit(layer) {
    this.session.layer = layer;
    this.room = null;
    this.app.render();
    byId("stage").scrollIntoView({ block: "nearest" });
  }

  #boardCard() {
    const { board, optional, grid } = this.puzzle;
    const picture = sketch([{ cells: board.length > 1500 ? [] : board }], grid, { class: "sketch plain" });
    const about = h("div", { class: "about" }, [
      h("strong", {}, words.board),
      h(
        "span",
        { class: "note" },
        say(words.cellsOf, { cells: board.length, optional: optional.filter(Boolean).length }),
      ),
    ]);
    return this.#card(-1, picture, words.board, about);
  }

  /** @type {(piece: Piece, i: number, picture: any) => HTMLElement} */
  #pieceCard(piece, i, picture) {
    const { app, puzzle, session } = this;
    const { name, cells, min, max, mirror, sides } = piece;
    /** @type {(parts: Partial<Piece>) => void} */
    const change = (parts) => session.changePiece(i, parts);
    /** @type {(many: number) => void} */
    const copies = (many) => change({ max: many, min: min === max ? many : Math.min(min, many) });
    /** @type {(label: string, key: string, by: number, sign: string) => HTMLElement} */
    const step = (label, key, by, sign) =>
      button(sign, () => copies(max + by), {
        class: null,
        "aria-label": label,
        "data-key": `${key}${i}`,
        disabled: max + by < 1,
      });
    const remove = () => {
      session.editing = -1;
      session.change({ pieces: puzzle.pieces.filter((_, k) => k !== i) });
    };
    const apart = cells.length > 1 && !connected(cells, puzzle.grid);
    const about = h("div", { class: "about" }, [
      h("div", { class: "line" }, [
        field(`name${i}`, name, (target) => this.#rename(i, target), {
          "aria-label": say(words.nameOf, { name }),
          maxlength: 60,
        }),
        !puzzle.tiled &&
          h("input", {
            type: "color",
            class: "swatch",
            value: piece.paint ?? app.figure(i).colour,
            title: say(words.paintOf, { name }),
            "aria-label": say(words.paintOf, { name }),
            "data-key": `paint${i}`,
            onchange: (/** @type {any} */ { target }) => change({ paint: target.value }),
          }),
        tool("copy", say(words.duplicate, { name }), () => this.#duplicate(piece)),
        tool("trash", say(words.remove, { name }), remove),
      ]),
      sides &&
        h("label", { class: "line small" }, [
          words.sides,
          field(`sides${i}`, sides, (target) => this.#changeSides(i, target), { maxlength: 20 }),
        ]),
      h("div", { class: "line small" }, [
        h("span", { class: "stepper" }, [
          step(say(words.fewer, { name }), "fewer", -1, "−"),
          min > 0 && min < max && h("span", {}, `${min}–`),
          h("input", {
            type: "number",
            min: 1,
            max: MOST_COPIES,
            value: max,
            "aria-label": say(words.copiesOf, { name }),
            "data-key": `copies${i}`,
            onchange: (/** @type {any} */ { target }) => {
              target.value = Math.min(MOST_COPIES, Math.max(1, Math.round(Number(target.value)) || 1));
              copies(Number(target.value));
            },
          }),
          step(say(words.more, { name }), "more", 1, "+"),
        ]),
        check(words.upTo, min < max, `free${i}`, (free) => change({ min: free ? 0 : max })),
        puzzle.grid.flat &&
          puzzle.rotate &&
          check(words.turnOver, mirror, `mirror${i}`, (yes) => change({ mirror: yes })),
      ]),
      apart && h("span", { class: "note" }, words.notConnected),
    ]);
    return this.#card(i, picture, name, about);
  }

  /** @type {(name: string, i?: number) => boolean} */
  #isTaken(name, i = -1) {
    return this.puzzle.pieces.some((other, k) => k !== i && other.name === name);
  }

  /** @type {(i: number, target: HTMLInputElement) => void} */
  #rename(i, target) {
    const name = target.value.replace(/\s+/g, " ").trim();
    if (name && !this.#isTaken(name, i)) return this.session.changePiece(i, { name });
    target.value = this.puzzle.pieces[i].name;
    this.app.say(name ? say(words.nameTaken, { name }) : words.nameEmpty);
  }

  // Give a tile the sides that were written, and their name if it had it.
  /** @type {(i: number, target: HTMLInputElement) => void} */
  #changeSides(i, target) {
    const { pieces, grid } = this.puzzle;
    const sides = target.value.trim();
    const many = grid.sides.ring[0].length;
    if (!isSides(sides, many)) {
      target.value = pieces[i].sides ?? "";
      return this.app.say(say(words.badSides, { number: i + 1, sides: many }));
    }
    const named = pieces[i].name === pieces[i].sides && !this.#isTaken(sides);
    this.session.changePiece(i, { sides, ...(named && { name: sides }) });
  }

  #freeName() {
    for (let i = 0; ; i++) {
      const name = String.fromCharCode(65 + (i % 26)) + (i >= 26 ? Math.floor(i / 26) : "");
      if (!this.#isTaken(name)) return name;
    }
  }

  /** @type {(pieces: Piece[]) => void} */
  #append(pieces) {
    this.session.change({ pieces: [...this.puzzle.pieces, ...pieces] });
  }

  #add() {
    const { tiled, grid, pieces } = this.puzzle;
    const tile = tiled && { cells: [grid.kinds[0]], sides: pieces[0].sides, mirror: pieces[0].mirror };
    const name = this.#freeName();
    this.#append([{ name, cells: [], min: 1, max: 1, mirror: true, ...tile }]);
    Object.assign(this.session, { editing: pieces.length, tool: "paint" });
    this.#edit(0);
    this.app.tell(say(words.drawIt, { name }));
  }

  // Add a piece of the same shape, and show it, so that it can be mirrored or changed.
  /** @type {(piece: Piece) => void} */
  #duplicate(piece) {
    const { pieces } = this.puzzle;
    const name = this.#freeName();
    this.#append([{ ...piece, name }]);
    this.session.editing = pieces.length;
    this.#edit(this.app.firstLayer());
    this.app.tell(say(words.pieceNamed, { name }));
  }

  /** @type {(set: string) => void} */
  #addSet(set) {
    if (!set) return;
    /** @type {(name: string) => string} */
    const named = (name) => (this.#isTaken(name) ? `${name} (${set})` : name);
    this.#append(this.app.library.piecesOf(set, this.grid).map((piece) => ({ ...piece, name: named(piece.name) })));
  }
}

/** @type {(key: string, value: string, change: (target: HTMLInputElement) => void, properties: Properties) => HTMLElement} */
const field = (key, value, change, properties) =>
  h("input", {
    class: "name",
    autocomplete: "off",
    spellcheck: "false",
    value,
    "data-key": key,
    onchange: (/** @type {any} */ { target }) => change(target),
    ...properties,
  });

/** @type {(session: { piece?: Piece; cells: Vector[] }) => string} */
function drawnName({ piece, cells }) {
  if (!piece) return cells.length ? words.board : words.emptyBoard;
  return cells.length ? say(words.pieceNamed, { name: piece.name }) : say(words.drawIt, { name: piece.name });
}

// The sizes of the box around a board, or of a small one if there is none.
/** @type {(puzzle: Puzzle) => number[]} */
function sizesOf({ grid, board }) {
  if (!board.length) return grid.basis.map((_, i) => (i === 2 ? 3 : 4));
  const [low, high] = boxOf(board.map((cell) => grid.steps(cell)));
  return low.map((step, i) => Math.min(MOST_LONG, high[i] - step + 1));
}
