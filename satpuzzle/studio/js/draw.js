// The mode Draw: the user paints the board and the pieces on a sheet, layer by layer if the grid is in space.
import { ascending, code, minus, plus } from "./cell.js";
import { cellAt, cellPath, extent, inLayer, pointAt, viewBox } from "./canvas.js";
import { dayPicker } from "./calendar.js";
import { button, byId, check, h, icon, s, select, tool } from "./dom.js";
import { emptyOn, isSides, missing, mistake, volumes } from "./puzzle.js";
import { nearest } from "./nearest.js";
import { connected } from "./shape.js";
import { sketch, sketches } from "./sketch.js";
import { cellHues } from "./paint.js";
import { Stroke } from "./stroke.js";
import { wayOf } from "./way.js";
import { words } from "./words.js";

const AROUND = 2.2; // free margin around the drawn cells
const LEAST = [5.2, 4.2]; // the smallest size of the sheet, from its middle
const MOST_HUES = 6; // the colours that can be chosen
const MOST_DRAWN = 8000;
const MOST_SHEET = 4000;
const STEP = 0.3; // between points of a stroke that are looked at
const MOST_LONG = 40; // steps along a side of a new board

export class Draw {
  forget() {
    if (!this.painting) {
      this.room = null;
      this.sizes = null;
    }
  }
  leave() {
    this.room = null;
  }

  view(app) {
    const { cells, editing } = app.session;
    const { flat } = app.puzzle.grid;
    const draw = () => ({
      sheet: this.#sheet(app),
      figures: flat ? null : this.#figures(app),
      room: cells.length ? cells : null,
      aim: editing,
    });
    return {
      picture: { draw },
      tools: () => this.#tools(app),
      bar: () => (flat ? null : this.#layers(app)),
      panel: () => this.#panel(app),
    };
  }

  // The sheet

  #room(app) {
    const { grid } = app.puzzle;
    const { cells, editing } = app.session;
    const name = `${grid.name} ${editing}`;
    const drawn = cells.length ? extent(cells, grid) : [-0.5, -0.5, 0.5, 0.5];
    const middle = [(drawn[0] + drawn[2]) / 2, (drawn[1] + drawn[3]) / 2];
    const wanted = [
      Math.min(drawn[0] - AROUND, middle[0] - LEAST[0]),
      Math.min(drawn[1] - AROUND, middle[1] - LEAST[1]),
      Math.max(drawn[2] + AROUND, middle[0] + LEAST[0]),
      Math.max(drawn[3] + AROUND, middle[1] + LEAST[1]),
    ];
    if (this.room?.name === name && !this.room.fits(drawn)) this.room = null;
    if (this.room?.name !== name)
      this.room = {
        name,
        at: wanted,
        fits: ([a, b, c, d]) => a > wanted[0] + 1 && b > wanted[1] + 1 && c < wanted[2] - 1 && d < wanted[3] - 1,
      };
    return this.room.at;
  }

  #sheet(app) {
    const { puzzle, session } = app;
    const { grid } = puzzle;
    const room = this.#room(app);
    const all = grid.inside(room, session.layer).slice(0, MOST_SHEET);
    const piece = puzzle.pieces[session.editing];
    const below = grid.flat ? [] : inLayer(session.cells, grid, session.layer - 1);
    const frame = new Set(piece ? [] : puzzle.frame.map(code));
    const hues = cellHues(puzzle, (number) => app.library.colour(number));
    const paths = new Map(all.map((cell) => [code(cell), cellPath(cell, grid)]));
    const dress = (name, { colours }, kind) => {
      const number = colours.get(name);
      const fill = hues.get(number) ?? (number ? app.library.colour(number - 1) : null);
      paths.get(name).setAttribute("class", kind === "cell" && frame.has(name) ? "cell frame" : kind);
      if (fill) paths.get(name).style.setProperty("fill", fill);
      else paths.get(name).style.removeProperty("fill");
    };
    const before = new Stroke(session);
    for (const [name, path] of paths) {
      dress(name, before, before.classOf(name));
      if (piece) path.style.setProperty("--piece", app.figure(session.editing).colour);
    }
    const properties = {
      class: `picture editor ${piece ? "one" : ""}`,
      viewBox: viewBox(room, 0),
      role: "application",
      tabindex: 0,
      "data-fresh": true,
      "aria-label": words.sheetLabel(piece?.name ?? words.board, session.cells.length),
    };
    this.cursorPath = s("path", { class: "cursor" });
    const lower = below.map((cell) => cellPath(cell, grid, { class: "below" }));
    const svg = s("svg", properties, [...paths.values()], lower, this.cursorPath);
    this.#listen(app, svg, all, dress);
    return svg;
  }

  #listen(app, svg, all, dress) {
    const { grid } = app.puzzle;
    const { session } = app;
    let stroke = null;
    let last = null; // the position of the pointer
    const shown = (cell) => dress(code(cell), stroke, stroke.classOf(code(cell)));
    const begin = (cell, erase) => {
      stroke = new Stroke(session, cell, erase);
      shown(cell);
    };
    const end = () => {
      this.#paint(app, stroke);
      stroke = null;
    };
    const through = (point) => {
      const cell = cellAt(point, all, grid);
      if (!cell) return;
      stroke.apply(cell);
      shown(cell);
    };
    svg.addEventListener("pointerdown", (event) => {
      last = pointAt(svg, event);
      const cell = cellAt(last, all, grid);
      if (!cell || event.button === 1) return;
      if (isTile(app)) {
        app.say(words.tileAsWord);
        return;
      }
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
      const to = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
      const layers = { PageUp: 1, PageDown: -1 }[key];
      if (to) this.#move(app, to, all, grid);
      else if (layers) this.#toLayer(app, session.layer + layers);
      else if (key !== " " && key !== "Enter") return;
      else if (isTile(app)) app.say(words.tileAsWord);
      else {
        if (!all.some((cell) => this.cursor && code(cell) === code(this.cursor))) this.#move(app, [0, 0], all, grid);
        begin(this.cursor, false);
        end();
        byId("sheet").querySelector("svg")?.focus();
      }
      event.preventDefault();
    });
    svg.addEventListener("focus", () => this.#showCursor(grid, all));
    this.#showCursor(grid, all);
  }

  // Give the board or the piece the cells of a stroke.
  #paint(app, { painted, free, colours }) {
    const { session } = app;
    if (painted.size > MOST_DRAWN) {
      app.say(words.tooMany("cells", painted.size, MOST_DRAWN));
      app.render();
      return;
    }
    this.painting = true;
    session.draw([...painted.values()], session.editing < 0 ? free : null, colours);
    this.painting = false;
  }

  // Move the keyboard's cursor to the nearest cell in a direction.
  #move(app, [x, y], all, grid) {
    const here = this.cursor && all.some((cell) => code(cell) === code(this.cursor)) ? this.cursor : null;
    if (!here) this.cursor = inLayer(app.session.cells, grid, app.session.layer)[0] ?? all[Math.floor(all.length / 2)];
    else {
      const from = grid.centre(here);
      const cost = (cell) => {
        const to = minus(grid.centre(cell), from);
        const along = to[0] * x + to[1] * y;
        return along > 0.1 ? along + 2 * (Math.abs(to[0] * y) + Math.abs(to[1] * x)) : Infinity;
      };
      this.cursor = nearest(all, cost) ?? here;
    }
    this.#showCursor(grid, all);
    app.tell(
      words.cellNamed(
        this.cursor,
        app.session.cells.some((cell) => code(cell) === code(this.cursor)),
      ),
    );
  }

  #showCursor(grid, among) {
    if (!this.cursor || !among.some((cell) => code(cell) === code(this.cursor))) return; // the cursor is on another sheet
    this.cursorPath.setAttribute("d", cellPath(this.cursor, grid).getAttribute("d"));
  }

  #figures(app) {
    const { puzzle, session } = app;
    const { grid } = puzzle;
    const board = session.editing < 0;
    const { colour, ink } = board ? { colour: "#8a94a6", ink: "#000" } : app.figure(session.editing);
    const layer = inLayer(session.cells, grid, session.layer);
    const rest = session.cells.filter((cell) => cell[2] !== session.layer);
    return [
      { cells: rest, colour: board ? "#aab2c0" : colour, ink },
      { cells: layer, colour: board ? "#5b74e8" : colour, ink },
    ];
  }

  #layers(app) {
    const { session } = app;
    return h("div", { class: "flip" }, [
      tool("down", words.layerDown, () => this.#toLayer(app, session.layer - 1)),
      h("output", { class: "number" }, words.layer(session.layer)),
      tool("up", words.layerUp, () => this.#toLayer(app, session.layer + 1)),
    ]);
  }

  #toLayer(app, z) {
    if (app.puzzle.grid.flat) return;
    app.session.layer = z;
    app.render();
    app.tell(words.layer(z));
  }

  #tools(app) {
    const { session } = app;
    const use = (name, hue = session.hue) => {
      Object.assign(session, { tool: name, hue });
      app.render();
    };
    const choose = (name, label) => tool(name, label, () => use(name), { "aria-pressed": session.tool === name });
    const hues = [["", words.anyHue], ...Array.from({ length: MOST_HUES + 1 }, (_, hue) => [hue, words.hueNamed(hue)])];
    const paint = (hue) => use("paint", hue === "" ? null : Number(hue));
    const properties = { class: "button hue", "aria-label": words.hue, "data-key": "hue" };
    return [
      h("div", { class: "group" }, [
        choose("paint", words.paint),
        choose("erase", words.erase),
        session.editing < 0 && choose("maybe", words.maybe),
        !app.puzzle.tiled && select(session.hue ?? "", hues, paint, properties),
      ]),
      h("div", { class: "group" }, [
        tool("turn", words.turnDrawing, () => this.#turn(app, false)),
        tool("mirror", words.mirrorDrawing, () => this.#turn(app, true)),
        !app.puzzle.grid.flat && tool("copy", words.copyLayer, () => this.#copyLayer(app)),
        tool("trash", words.clear, () => session.draw([])),
      ]),
      h("span", { class: "what" }, this.#drawnName(app)),
    ];
  }

  #drawnName({ puzzle, session: { editing, cells } }) {
    if (editing < 0) return cells.length ? words.board : words.emptyBoard;
    return cells.length ? words.pieceNamed(puzzle.pieces[editing].name) : words.drawIt(puzzle.pieces[editing].name);
  }

  // Turn the drawn cells by the smallest rotation in the plane, or reflect them.
  #turn(app, mirror) {
    const { puzzle, session } = app;
    const { grid } = puzzle;
    if (!session.cells.length) return;
    const turn = grid.turns[mirror ? grid.flip : grid.spin];
    const image = grid.turned(turn, session.cells);
    const free = new Set(session.editing < 0 ? puzzle.board.flatMap((_, i) => (puzzle.optional[i] ? [i] : [])) : []);
    const back = grid.combine(grid.coordinates(minus(firstOf(session.cells), firstOf(image))).map(Math.round));
    const moved = image.map((cell) => plus(cell, back));
    session.draw(moved, session.editing < 0 ? new Set([...free].map((i) => code(moved[i]))) : null);
  }

  #copyLayer(app) {
    const { session, puzzle } = app;
    const up = puzzle.grid.basis.at(-1);
    const z = session.layer;
    const copied = inLayer(session.cells, puzzle.grid, z).map((cell) => plus(cell, up));
    session.layer = z + up[2];
    session.draw([...new Map([...session.cells, ...copied].map((cell) => [code(cell), cell])).values()]);
  }

  // The panel

  #panel(app) {
    const { puzzle } = app;
    const { least, most, cells, required } = volumes(puzzle);
    const problem = mistake(puzzle);
    const pictures = sketches(
      puzzle.pieces.map((piece, i) => ({ cells: piece.cells, ...app.look(i, 0, wayOf(piece, puzzle)) })),
      puzzle.grid,
    );
    const { grids, sets } = app.library;
    const kinds = [...grids.keys()].map((name) => [name, words.grids[name] ?? name]);
    const more = app.library.setsFor(puzzle.grid).map((name) => [name, sets.get(name).title ?? name]);
    const newGrid = (name) => this.#newGrid(app, name);
    const addSet = (name) => this.#addSet(app, name);
    return [
      h("div", { class: "row" }, [
        h("label", { class: "field" }, [
          words.grid,
          select(puzzle.grid.name, kinds, newGrid, { class: null, "data-key": "grid" }),
        ]),
        button(words.newPuzzle, () => newGrid(puzzle.grid.name)),
        this.#box(app),
      ]),
      h("p", { id: "sums", class: missing(puzzle) ? "note" : problem ? "problem" : "fine", role: "status" }, [
        problem ?? words.sums(least, most, required, cells),
      ]),
      h("div", { class: "row" }, [
        button([icon("plus"), words.addPiece], () => this.#add(app), { "data-key": "add" }),
        select("", [["", words.addSet], ...more], addSet, { "aria-label": words.addSet, "data-key": "set" }),
      ]),
      h("ul", { class: "shapes" }, [
        this.#boardCard(app),
        puzzle.pieces.map((piece, i) => this.#pieceCard(app, piece, i, pictures[i])),
      ]),
      app.rules(),
      dayPicker(app),
    ];
  }

  #box(app) {
    const { grid } = app.puzzle;
    const sizes = this.sizes?.length === grid.basis.length ? this.sizes : sizesOf(app.puzzle);
    this.sizes = sizes;
    const part = (i) =>
      h("input", {
        type: "number",
        min: 1,
        max: MOST_LONG,
        value: sizes[i],
        "aria-label": words.sizes[i],
        "data-key": `size${i}`,
        onchange: ({ target }) => {
          sizes[i] = target.value = Math.min(MOST_LONG, Math.max(1, Math.round(Number(target.value)) || 1));
        },
      });
    return h("div", { class: "field" }, [
      words.newBoard,
      h("span", { class: "sizes" }, [
        sizes.map((_, i) => [i ? "×" : null, part(i)]),
        button(words.fill, () => this.#fill(app, sizes)),
      ]),
    ]);
  }

  // Make a box the board.
  #fill(app, sizes) {
    const { session } = app;
    const { grid } = app.puzzle;
    const many = sizes.reduce((product, n) => product * n, grid.kinds.length);
    if (many > MOST_DRAWN) {
      app.say(words.tooMany("cells", many, MOST_DRAWN));
      return;
    }
    Object.assign(session, { editing: -1, layer: 0 });
    this.room = null;
    const board = grid.box(sizes);
    session.change({ board, optional: board.map(() => false), colours: null, frame: [] });
  }

  #card(app, number, picture, name, more) {
    const { session } = app;
    const current = session.editing === number;
    const edit = () => {
      session.editing = number;
      session.layer = app.firstLayer();
      this.room = null;
      app.render();
      toSheet();
    };
    return h("li", { class: `shape ${current ? "current" : ""}` }, [
      button(picture, edit, {
        class: "thumb",
        "aria-label": words.drawThis(name),
        "aria-pressed": current,
        "data-key": `shape${number}`,
      }),
      more,
    ]);
  }

  #boardCard(app) {
    const { puzzle } = app;
    return this.#card(
      app,
      -1,
      sketch([{ cells: puzzle.board.length > 1500 ? [] : puzzle.board }], puzzle.grid, { class: "sketch plain" }),
      words.board,
      h("div", { class: "about" }, [
        h("strong", {}, words.board),
        h("span", { class: "note" }, words.cellsOf(puzzle.board.length, puzzle.optional.filter(Boolean).length)),
      ]),
    );
  }

  #pieceCard(app, piece, i, picture) {
    const { puzzle, session } = app;
    const change = (parts) =>
      session.change({ pieces: puzzle.pieces.map((each, k) => (k === i ? { ...each, ...parts } : each)) });
    const rename = (event) => {
      const name = event.target.value.replace(/\s+/g, " ").trim();
      if (!name || puzzle.pieces.some((other, k) => k !== i && other.name === name)) {
        event.target.value = piece.name;
        app.say(name ? words.nameTaken(name) : words.nameEmpty);
        return;
      }
      change({ name });
    };
    const copies = (by) => {
      const max = Math.max(1, piece.max + by);
      change({ max, min: piece.min === piece.max ? max : Math.min(piece.min, max) });
    };
    const step = (label, key, by, sign) =>
      button(sign, () => copies(by), {
        class: null,
        "aria-label": label,
        "data-key": `${key}${i}`,
        disabled: piece.max + by < 1,
      });
    const remove = () => {
      session.editing = -1;
      session.change({ pieces: puzzle.pieces.filter((_, k) => k !== i) });
    };
    const { name, cells, min, max, mirror, sides } = piece;
    const apart = cells.length > 1 && !connected(cells, puzzle.grid);
    const over = (yes) => change({ mirror: yes });
    const about = h("div", { class: "about" }, [
      h("div", { class: "line" }, [
        this.#field(`name${i}`, name, rename, { "aria-label": words.nameOf(name), maxlength: 60 }),
        h("span", { class: "stepper" }, [
          step(words.fewer(name), "fewer", -1, "−"),
          h("output", { "aria-label": words.copies }, `${min === max ? max : `${min}–${max}`}×`),
          step(words.more(name), "more", 1, "+"),
        ]),
        tool("copy", words.duplicate(name), () => this.#duplicate(app, piece)),
        tool("trash", words.remove(name), remove),
      ]),
      sides &&
        h("label", { class: "line small" }, [
          words.sides,
          this.#field(`sides${i}`, sides, (event) => this.#changeSides(app, piece, i, event, change), {
            maxlength: 20,
          }),
        ]),
      h("div", { class: "line small" }, [
        check(words.upTo, min < max, `free${i}`, (free) => change({ min: free ? 0 : max })),
        puzzle.grid.flat && puzzle.rotate && check(words.turnOver, mirror, `mirror${i}`, over),
      ]),
      apart && h("span", { class: "note" }, words.notConnected),
    ]);
    return this.#card(app, i, picture, name, about);
  }

  #field(key, value, onchange, properties) {
    const plain = { class: "name", autocomplete: "off", spellcheck: "false" };
    return h("input", { ...plain, value, "data-key": key, onchange, ...properties });
  }

  // Give a tile the sides that were written, and their name if it had it.
  #changeSides(app, piece, i, { target }, change) {
    const sides = target.value.trim();
    const { puzzle } = app;
    const many = puzzle.grid.sides.ring[0].length;
    if (!isSides(sides, many)) {
      target.value = piece.sides;
      app.say(words.badSides(i + 1, many));
      return;
    }
    const named = piece.name === piece.sides && !puzzle.pieces.some(({ name }) => name === sides);
    change({ sides, ...(named && { name: sides }) });
  }

  #newGrid(app, name) {
    this.sizes = null;
    app.open(emptyOn(app.library.grids.get(name)));
  }

  #freeName(app) {
    const taken = new Set(app.puzzle.pieces.map(({ name }) => name));
    for (let i = 0; ; i++) {
      const name = String.fromCharCode(65 + (i % 26)) + (i >= 26 ? Math.floor(i / 26) : "");
      if (!taken.has(name)) return name;
    }
  }

  #add(app) {
    const { puzzle, session } = app;
    const name = this.#freeName(app);
    const { tiled, grid } = puzzle;
    const tile = tiled && { cells: [grid.kinds[0]], sides: puzzle.pieces[0].sides, mirror: puzzle.pieces[0].mirror };
    const piece = { name, cells: [], min: 1, max: 1, mirror: true, ...tile };
    session.change({ pieces: [...puzzle.pieces, piece] });
    session.editing = puzzle.pieces.length;
    session.layer = 0;
    session.tool = "paint";
    this.room = null;
    app.render();
    toSheet();
    app.tell(words.drawIt(piece.name));
  }

  #duplicate(app, piece) {
    app.session.change({ pieces: [...app.puzzle.pieces, { ...piece, name: this.#freeName(app) }] });
  }

  #addSet(app, name) {
    if (!name) return;
    const { puzzle, session, library } = app;
    const taken = new Set(puzzle.pieces.map((piece) => piece.name));
    const pieces = library.piecesOf(name, puzzle.grid);
    session.change({
      pieces: [
        ...puzzle.pieces,
        ...pieces.map((piece) => ({ ...piece, name: taken.has(piece.name) ? `${piece.name} (${name})` : piece.name })),
      ],
    });
  }
}

// The sizes of the box around a board, or of a small one if there is none.
function sizesOf({ grid, board }) {
  const steps = board.map((cell) => grid.steps(cell));
  return grid.basis.map((_, i) =>
    board.length
      ? Math.min(40, Math.max(...steps.map((each) => each[i])) - Math.min(...steps.map((each) => each[i])) + 1)
      : i === 2
        ? 3
        : 4,
  );
}

// On a narrow screen the list of pieces lies below the sheet: show the sheet again.
const toSheet = () => byId("stage").scrollIntoView({ block: "nearest" });

const isTile = ({ puzzle, session }) => session.editing >= 0 && puzzle.tiled;

const firstOf = (cells) => [...cells].sort(ascending)[0];
