// The page as a whole: it fills the parts of the page and holds the state that they share.
import { labelsOf } from "./calendar.js";
import { code } from "./cell.js";
import { extent, hatch, inLayer, layersOf } from "./canvas.js";
import { byId, h, refill } from "./dom.js";
import { Draw } from "./draw.js";
import { lettersOf } from "./tiles.js";
import { sorted, sum } from "./lists.js";
import { BoardMap } from "./map.js";
import { hueOf, inkOn, looks, paintAround, patchesOf } from "./paint.js";
import { Play } from "./play.js";
import { contentOf, symbolsOf } from "./puzzle.js";
import { rulesOf } from "./sentences.js";
import { Session } from "./session.js";
import { scenes, sketches } from "./sketch.js";
import { Solve } from "./solve.js";
import { Space } from "./space.js";
import { keptSteps } from "./steps.js";
import { keep } from "./store.js";
import { renderTop } from "./top.js";
import { copied, laid, wayOf } from "./way.js";
import { Visits } from "./visits.js";
import { say } from "./saying.js";
import { Complaint, speak, words } from "./words.js";

const SAVED_AFTER = 400; // milliseconds
const DARK = "#5d6573"; // of cells that no piece can cover

export class App {
  /** @param {import("./library.js").Library} library @param {Workers} workers @param {Puzzle} puzzle */
  constructor(library, workers, puzzle) {
    this.library = library;
    this.workers = workers;
    /** @type {{ mode: Mode; key: any[] | null } | null} */
    this.drawn = null; // {mode, key} of what the stage shows
    /** @type {string | null} */
    this.looked = null; // what the camera was put in front of
    /** @type {(other: boolean) => void} */
    const changed = (other) => {
      if (other) this.#another();
      this.render();
      this.#save();
    };
    /** @type {(why: string) => void} */
    const refused = (text) => {
      this.say(text);
      this.render();
    };
    this.session = new Session(puzzle, changed, refused);
    this.session.layer = this.firstLayer();
    /** @type {Puzzle | null} */
    this.named = null; // the puzzle whose pieces have these symbols
    /** @type {string[][]} */
    this.marks = [];
    /** @type {any[] | null} */
    this.cause = null; // the state about which something is said
    /** @type {import("./space.js").Space | null} */
    this.space = null;
    this.flatOnly = this.warned = false;
    this.wishes = 0; // how often something was opened, or asked for
    this.visits = new Visits();
    /** @type {Promise<void> | null} */
    this.ready = null; // when the view in space that is shown is there
    this.modes = { draw: new Draw(this), solve: new Solve(this), play: new Play(this) };
  }

  get puzzle() {
    return this.session.puzzle;
  }
  get mode() {
    return /** @type {Record<string, Mode>} */ (this.modes)[this.session.mode];
  }

  // What a puzzle is called where it is shown.
  titleOf(puzzle = this.puzzle) {
    return this.library.titleOf(puzzle) || words.untitled;
  }

  /** @type {(mode: string) => void} */
  show(mode) {
    if (mode === this.session.mode) return this.#go(mode);
    this.visits.leave(this.kept);
    this.#go(mode);
    this.visits.enter(this.kept);
  }

  /** @type {(mode: string) => void} */
  #go(mode) {
    byId("dialog").close();
    this.mode.leave();
    if (mode !== this.session.mode) this.#clear();
    this.session.mode = mode;
    this.session.layer = this.firstLayer();
    this.looked = null;
    this.render();
    this.#save();
  }

  // Open another puzzle; undo restores the previous one.
  /** @type {(puzzle: Puzzle, how?: { mode?: string; placed?: Placed[]; plain?: boolean }) => void} */
  open(puzzle, { mode = this.session.mode, placed = [], plain = this.session.plain } = {}) {
    this.wishes++;
    this.visits.leave(this.kept);
    this.session.plain = plain;
    this.session.set({ puzzle, placed });
    this.session.editing = -1;
    this.#go(mode);
    this.visits.enter(this.kept);
  }

  // Called by who reads something to be opened, which takes a while: returns whether it is still wanted, since nothing else
  // was opened or asked for meanwhile.
  /** @type {() => () => boolean} */
  wish() {
    const number = ++this.wishes;
    return () => number === this.wishes;
  }

  // Go on in another language.
  /** @type {(lang: string) => void} */
  speak(lang) {
    speak([lang]);
    this.workers.renew();
    for (const mode of Object.values(this.modes)) mode.reword();
    this.drawn = null;
    this.#hush();
    this.render();
    this.keep("language", lang);
  }

  firstLayer() {
    const layers = this.session.cells.map((cell) => cell[2]);
    return this.puzzle.grid.flat || !layers.length ? 0 : Math.min(...layers);
  }

  #another() {
    for (const mode of Object.values(this.modes)) mode.forget();
    this.looked = null;
  }

  #save() {
    clearTimeout(this.saving);
    this.saving = setTimeout(() => {
      this.visits.leave(this.kept);
      this.keep("session", this.kept);
    }, SAVED_AFTER);
  }

  // What another visit needs to go on here.
  get kept() {
    const { mode, plain } = this.session;
    return { ...this.document(), mode, plain, steps: keptSteps(this), ...this.modes.play.kept };
  }

  // Let the browser store a value, or what a function makes of the one that it has; say so if it does not, once until it
  // does again.
  /** @type {(name: string, value: any) => Promise<void>} */
  async keep(name, value) {
    const fine = await keep(name, value);
    if (!fine && !this.warned) this.say(words.notKept, { lasting: true });
    this.warned = !fine;
  }

  // The colours and the letter of a copy of a piece: copies of one piece have one colour, unless there is only one
  // piece or the user wants a colour for each copy.
  /** @type {(piece: number, copy?: number) => Inked & { colour: string }} */
  figure(piece, copy = 0) {
    const { byCopy } = this.session;
    const before = byCopy ? sum(this.symbols.slice(0, piece), ({ length }) => length) : 0;
    const own = byCopy ? null : this.puzzle.pieces[piece].paint;
    const colour = own ?? this.colour(byCopy || this.puzzle.pieces.length < 2 ? before + copy : piece);
    return { colour, ink: inkOn(colour), letter: this.symbols[piece][copy] ?? "" };
  }

  /** @type {Palette} */
  colour = (number) => this.library.colour(number);

  // The colours of a copy of a piece that is painted in this way (paint.js).
  /** @type {(piece: number, copy: number, way?: string | null) => Look} */
  look(piece, copy, way) {
    return { ...this.figure(piece, copy), ...looks(this.puzzle, way, this.colour) };
  }

  // The same as a figure in space.
  /** @type {(piece: number, copy: number, lying: Lying) => Figure} */
  solid(piece, copy, { cells, way, paint, bead }) {
    const look = bead ?? this.look(piece, copy, way);
    return { cells, ...look, paint: paint ?? paintAround(cells, this.puzzle.grid, look) };
  }

  // A piece as it is listed, as a figure; and pictures of all pieces.
  /** @type {(number: number, copy?: number) => Figure} */
  listed(number, copy = 0) {
    const piece = this.puzzle.pieces[number];
    return { cells: piece.cells, ...this.look(number, copy, wayOf(piece, this.puzzle)) };
  }
  pictures() {
    const figures = this.puzzle.pieces.map((_, p) => this.listed(p));
    return sketches(figures, this.puzzle.grid);
  }

  // The characters that stand for the copies of each piece.
  /** @returns {string[][]} */
  get symbols() {
    if (this.named !== this.puzzle) this.marks = symbolsOf(this.puzzle);
    this.named = this.puzzle;
    return this.marks;
  }

  render() {
    const { puzzle } = this;
    const title = byId("title");
    if (document.activeElement !== title) title.value = this.titleOf();
    document.title = `${this.titleOf()} – satpuzzle studio`;
    document.body.dataset.mode = this.session.mode;
    document.body.dataset.flat = String(puzzle.grid.flat);
    document.body.dataset.plain = String(this.session.plain);
    if (this.cause?.some((part, i) => part !== this.#state[i])) this.#hush();
    renderTop(this);
    this.mode.enter();
    this.update(this.mode);
  }

  // Show the view of a mode, or only some `parts` of it: "picture", "pose", "tools", "bar" and "panel".  Only the current
  // mode is shown.  A view has a function for the content of each part around the stage; for the stage {key, draw}, where
  // `key` is a list of values that determine the picture, if it has one; and perhaps a `pose` of the figures in space.
  /** @type {(mode: Mode, ...parts: string[]) => void} */
  update(mode, ...parts) {
    if (mode !== this.mode) return;
    const { picture, pose, after, ...around } = mode.view();
    /** @type {(part: string) => boolean} */
    const wanted = (part) => !parts.length || parts.includes(part);
    const fresh = wanted("picture") && this.#draw(picture);
    if (pose && (fresh || parts.includes("pose"))) this.#arrange(pose);
    for (const [id, content] of Object.entries(around)) if (wanted(id)) refill(byId(id), content() ?? []);
    if (fresh) after?.();
  }

  // Draw a picture unless it is there; return whether it was not.  The sheet and the `figures` in space change together.
  // `room` has the cells that must fit into the view in space, by default those of the board; the camera is put in front
  // of it when `aim` changes.
  /** @type {(picture: Picture) => boolean} */
  #draw({ key = null, draw }) {
    if (key && this.drawn?.mode === this.mode && this.drawn.key?.every((value, i) => value === key[i])) return false;
    const { sheet = null, figures = null, room = null, aim = "", turning = false, pick } = draw();
    this.drawn = { mode: this.mode, key };
    byId("sheet").hidden = !sheet;
    refill(byId("sheet"), sheet ?? []);
    const seen = figures && !(sheet && this.flatOnly); // without WebGL, layers are the picture
    byId("space").hidden = !seen;
    if (seen) this.#inSpace(figures, room, aim, pick);
    if (seen && turning) this.space?.turn();
    return true;
  }

  /** @type {(pose: Arrangement) => void} */
  #arrange(pose) {
    if (!this.space) return;
    this.space.arrange(pose);
    const label = say(words.seen, { title: this.titleOf(), ...this.space.told });
    this.space.canvas.setAttribute("aria-label", label);
  }

  // Empty the stage and all around it.
  #clear() {
    this.drawn = null;
    for (const id of ["tools", "sheet", "bar", "panel"]) refill(byId(id));
    byId("space").hidden = true;
    byId("stage").classList.remove("solved");
  }

  /** @type {(figures: Figure[], room: Vector[] | null, aim: string | number, pick?: Picking) => void} */
  #inSpace(figures, room, aim, pick) {
    const host = byId("space");
    if (this.flatOnly) return refill(host, h("p", { class: "note" }, words.noWebGL));
    if (!this.space) {
      this.ready = this.#openSpace(host);
      return;
    }
    const board = this.puzzle.board.length ? this.puzzle.board : [this.puzzle.grid.kinds[0]];
    this.space.show(figures, this.puzzle.grid, room ?? board);
    this.space.picking(pick ?? null);
    this.space.canvas.setAttribute("aria-label", words.spaceLabel);
    const name = `${this.puzzle.grid.name}${board.length}${code(board[0])}${this.session.mode}${aim}`;
    if (this.looked !== name) {
      this.looked = name;
      this.space.look();
    }
  }

  // Make the view in space, and draw again what is to be seen there.
  /** @type {(host: HTMLElement) => Promise<void>} */
  async #openSpace(host) {
    await null;
    if (this.space || this.flatOnly) return;
    try {
      this.space = new Space(host, words.spaceLabel, this.library.data.three);
    } catch {
      this.flatOnly = true;
    }
    this.drawn = null;
    this.update(this.mode, "picture", "tools", "bar"); // the panel is the same as without it
  }

  // The rules of the puzzle, as paragraphs.
  rules(puzzle = this.puzzle) {
    return rulesOf(puzzle).map((text) => h("p", { class: "note rule" }, text));
  }

  // The colours of the board as it is drawn: of its cells, and of its border if that has one for tiles.
  /** @type {() => BoardLook} */
  boardLook() {
    const { coloured, colours, pieces, border, tiled } = this.puzzle;
    const letter = lettersOf(pieces).indexOf(border);
    return {
      spots: coloured && colours ? colours.map((number) => hueOf(this.puzzle, number, this.colour)) : null,
      border: tiled && letter >= 0 ? this.colour(letter) : null,
    };
  }

  // The board seen from above, layer by layer, with pieces on it.
  /** @type {(placed: Placed[], label: string, besides?: Besides & { aspect?: number }) => SVGElement} */
  flatPicture(placed, label, { aspect = this.aspect(), ...besides } = {}) {
    return this.#mapped(new BoardMap(this.puzzle, aspect), placed, label, besides);
  }

  // A picture of each layer on one scale, the lowest first, each with pieces on it.
  /** @type {(placed: Placed[]) => SVGElement[]} */
  layerPictures(placed) {
    const { puzzle } = this;
    const whole = extent([...puzzle.board, ...puzzle.frame], puzzle.grid);
    return layersOf(puzzle.board, puzzle.grid).map((z, i) => {
      const board = inLayer(puzzle.board, puzzle.grid, z);
      const frame = inLayer(puzzle.frame, puzzle.grid, z);
      const map = new BoardMap({ ...puzzle, board, frame }, 1, false);
      map.box = whole;
      return this.#mapped(map, placed, say(words.layerCaption, { number: i + 1 }));
    });
  }

  // Where cells reach below others, pictures of what is built when each slab is complete, the lowest first: a slab is as
  // high as the grid's period, such as a cube.
  /** @type {(placed: Copied[]) => SVGElement[]} */
  slabPictures(placed) {
    const { grid, board } = this.puzzle;
    /** @type {(cell: Vector) => number} */
    const slab = (cell) => Math.floor(cell[2] / grid.basis[2][2]);
    /** @type {(top: number) => Figure[]} */
    const upTo = (top) =>
      placed.map(({ piece, copy, cells, ...lying }) => {
        const some = cells.filter((cell) => slab(cell) <= top);
        return { ...this.solid(piece, copy, { ...lying, cells: some }), lettered: true };
      });
    const stages = sorted(new Set(board.map(slab))).map(upTo);
    const there = stages.map((figures) => figures.filter(({ cells }) => cells.length));
    return scenes(
      there.map((figures) => ({ text: "", figures, coming: figures, arrow: null })),
      grid,
    );
  }

  /** @type {(map: BoardMap, placed: Placed[], label: string, besides?: Besides) => SVGElement} */
  #mapped(map, placed, label, { more = [], gap = [], never = [] } = {}) {
    const shown = copied(placed).map(({ piece, copy, cells, way, paint, bead }) => {
      const patches = paint && !way ? patchesOf(paint, this.puzzle.grid.centre(cells[0])) : null;
      return map.piece(cells, { ...(bead ?? this.look(piece, copy, way)), patches });
    });
    const properties = { class: "picture", role: "img", "aria-label": label };
    const dark = new Set(never.map(code));
    const hatched = gap.map((cell) =>
      map.piece([cell], { class: "gap", colour: dark.has(code(cell)) ? DARK : "url(#hatch)" }),
    );
    return map.svg(
      properties,
      map.ground(this.boardLook()),
      labelsOf(this.puzzle),
      shown,
      gap.length && [hatch(), hatched],
      more,
    );
  }

  // The aspect ratio (width to height) of the space for the sheet; a puzzle in space shares this space with the 3D
  // view.
  aspect() {
    const { clientWidth, clientHeight } = byId("views");
    const narrow = matchMedia("(max-width: 860px)").matches;
    const whole = this.puzzle.grid.flat || this.flatOnly || (this.mode === this.modes.play && this.modes.play.phone);
    const [wide, high] = whole ? [1, 1] : narrow ? [1, 0.6] : [0.5, 1];
    return (clientWidth * wide) / Math.max(1, clientHeight * high) || 1;
  }

  // A puzzle and the pieces on its board, as in a link.
  document(puzzle = this.puzzle, placed = this.session.placed) {
    return {
      puzzle: contentOf(puzzle),
      ...(placed.length && { placed: laid(placed) }),
      ...(puzzle.family && { day: [puzzle.family.name, puzzle.family.labels] }),
    };
  }

  // Do something and return its result; if it raises a complaint, say it and return false.
  /** @type {<T>(act: () => T | Promise<T>, before?: string) => Promise<T | false>} */
  async trying(act, before = "") {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof Complaint)) throw error;
      this.say(before + error.message);
      return false;
    }
  }

  // Announce a text to screen readers.
  /** @type {(text: string) => void} */
  tell(text) {
    byId("told").textContent = text;
  }

  // Say something for some seconds, or until its cause is gone: the mode, the puzzle or the pieces on the board changed.
  // What is `lasting` has another cause.
  /** @type {(text: string, how?: { lasting?: boolean }) => void} */
  say(text, { lasting = false } = {}) {
    this.cause = lasting ? null : this.#state;
    byId("toast").textContent = text;
    byId("toast").classList.add("shown");
    clearTimeout(this.saying);
    this.saying = setTimeout(() => this.#hush(), 4000 + 40 * text.length);
  }

  get #state() {
    return [this.session.mode, this.session.puzzle, this.session.placed];
  }

  #hush() {
    this.cause = null;
    byId("toast").classList.remove("shown");
  }
}
