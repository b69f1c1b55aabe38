// The mode Play: the user takes pieces from the tray, turns them, and puts them on the board; the page can tell whether
// the puzzle can still be finished.
import { ahead, ARROWS } from "./arrows.js";
import { Asker } from "./asker.js";
import { turnsAbout } from "./about.js";
import { code } from "./cell.js";
import { filled } from "./cover.js";
import { showDiary } from "./diary.js";
import { dated, enter, streakOf } from "./finds.js";
import { burst, burstInSpace } from "./burst.js";
import { dayPicker, labelsOf } from "./calendar.js";
import { button, byId, check, h, icon, s, select, tool, wide } from "./dom.js";
import { inAnyOrder, sorted, sum } from "./lists.js";
import { BoardMap } from "./map.js";
import { Mode } from "./mode.js";
import { contentOf, mistake } from "./puzzle.js";
import { Places } from "./places.js";
import { KINDS } from "./player.js";
import { sharePicture } from "./postcard.js";
import { Series, keptSeries, levelName, revivedSeries } from "./series.js";
import { sketch, sketches } from "./sketch.js";
import { copied, laid, nameOf, placedBy, turnedPiece, wayOf } from "./way.js";
import { say } from "./saying.js";
import { words } from "./words.js";
import { unasked } from "./session.js";
import { wrong } from "./checker.js";

const MOST_TURNS = 12; // of a piece until it lies as before
const AXES = "xyz";
const MOST_SEEN = 14; // pieces that a phone shows at once
const DRAGGED = 24; // points by which the picture of a piece is dragged for a turn
const SHIELD = 600; // milliseconds for which what closes still catches the second click of two
// A phone, upright or on its side.
const small = matchMedia("(max-width: 560px), (max-height: 480px) and (max-width: 960px)");
const upright = matchMedia("(orientation: portrait)");

// Minutes and seconds, and hours if there are any.
/** @type {(milliseconds: number) => string} */
function clockOf(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [first, ...others] = parts[0] ? parts : parts.slice(1);
  return [first, ...others.map((part) => `${part}`.padStart(2, "0"))].join(":");
}

// How often a puzzle was solved here, 0 if the page itself has solved it, and how many solutions there are.
/** @type {(times: number, all: number | null) => string} */
const solvedText = (times, all) =>
  !times
    ? words.solvedByPage
    : all !== null && times <= all
      ? say(words.solvedOf, { times, all })
      : times > 1
        ? say(words.solvedWays, { times })
        : words.solved;

// The letter of a piece and its name, with how many copies are left; of a name that is long for the room, one of them.
/** @type {(symbols: string[], name: string, left: number) => string} */
function tagOf(symbols, name, left) {
  const lettered = symbols.length === 1 && symbols[0] !== name;
  const short = name.length < (small.matches ? 4 : 8);
  const shown = !lettered ? name : short ? `${symbols[0]} ${name}` : small.matches ? symbols[0] : name;
  return left ? `${shown} ×${left}` : shown;
}

export class Play extends Mode {
  /** @param {App} app */
  constructor(app) {
    super(app);
    /** @type {Places | null} */
    this.known = null; // the places of the pieces, once they were asked for
    /** @type {Asker | null} */
    this.hired = null;
    this.series = new Series(
      app,
      (options) => this.#laid(options),
      () => this.#news(),
    );
    this.problem = null;
    /** @type {Record<string, any>} */
    this.stage = {}; // its svg, the map of the board, and the ghost, the held piece where it would lie
    /** @type {any} */
    this.float = null; // the picture of a piece that follows the pointer
    const fit = () => {
      document.body.classList.toggle("phone", small.matches);
      app.drawn = null;
      if (app.modes && app.mode === this) app.render();
    };
    fit();
    for (const query of [small, upright]) query.addEventListener("change", fit);
    document.addEventListener("visibilitychange", () => document.hidden && this.#stand());
  }

  get state() {
    return this.session.views.play;
  }
  get placed() {
    return this.session.placed;
  }
  get laid() {
    return this.placed;
  }
  get places() {
    return (this.known ??= new Places(this.puzzle));
  }
  get asker() {
    return (this.hired ??= new Asker(this.app.workers, contentOf(this.puzzle), (answer) => this.#heard(answer)));
  }

  forget() {
    this.hired?.end();
    this.series.end();
    this.hired = this.known = this.problem = null;
  }

  reword() {
    this.problem = null;
  }

  leave() {
    this.#stand();
    Object.assign(this.state, { held: null, hinting: false, unfolded: false, sheet: null });
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
    if (level !== undefined && Object.hasOwn(KINDS, more)) return this.#begin(level);
    Object.assign(this.state, { answer: possible ?? "unknown", next, solution, ways, wrong });
    if (more === "wrong") this.app.update(this, "picture");
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
    this.#play({ ...level, given: this.#laid(level.options).map((each) => ({ ...each, fixed: true })) });
  }

  /** @type {(level: GivenLevel) => void} */
  #play({ given, rank, ranked }) {
    this.#close();
    Object.assign(this.state, { level: { given, rank, ranked }, held: null });
    this.session.set({ placed: given });
  }

  // Whether the pieces that are fixed are those of a level.
  /** @type {(level: { given: Placed[] }) => boolean} */
  #isGiven = ({ given }) => inAnyOrder(laid(given)) === inAnyOrder(laid(this.placed.filter(({ fixed }) => fixed)));

  // The level of the list that is played.
  get #listed() {
    return this.state.series.levels.find(this.#isGiven) ?? null;
  }

  // What makes a new level.
  #levels() {
    const { state } = this;
    const { level } = state;
    /** @type {(kind: string) => HTMLElement} */
    const make = (kind) => {
      const ask = () => {
        Object.assign(state, { answer: null, asked: null });
        this.asker.ask([], kind);
        this.#close();
        this.#news();
      };
      return button(words.levels[kind], ask, { "data-key": kind });
    };
    if (this.session.plain) return null;
    return [
      h("div", { class: "row further levels", role: "group", "aria-label": words.newLevel }, [
        h("span", { class: "note" }, words.newLevel),
        Object.keys(KINDS).map(make),
      ]),
      level &&
        !this.#solved &&
        this.#isGiven(level) &&
        h(
          "p",
          { id: "level", class: "note", role: "status" },
          say(words.levelIs, { given: level.given.length, level: levelName(level) }),
        ),
      h("div", { class: "row further" }, [
        this.series.opener(),
        button(words.diary, () => showDiary(this.app), { "data-key": "diary" }),
      ]),
      this.series.shown(this.#listed, (listed) => this.#play(listed)),
    ];
  }

  // Put all pieces of a solution on the board.
  #finish() {
    const { solution } = this.state;
    const there = new Set(this.#options);
    const more = (solution ?? []).filter((option) => option < this.places.cover.placing && !there.has(option));
    this.state.shown = sorted([...there, ...more]).join();
    this.#close();
    this.session.set({ placed: [...this.placed, ...this.#laid(more)] });
  }

  // Fix the pieces on the board, or let them be taken up again.
  #fix() {
    const fixed = !this.placed.some((each) => each.fixed);
    this.session.set({ placed: this.placed.map((each) => ({ ...each, fixed })) });
  }

  enter() {
    this.#prepare();
    if (this.problem && this.session.plain) {
      this.session.plain = false; // there is nothing to play
      return this.app.render();
    }
    if (this.problem) return;
    if (!this.state.held && this.placed.every(({ fixed }) => fixed))
      Object.assign(this.state, { spent: 0, since: null, hints: 0 });
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
    byId("views").classList.toggle("unfolded", Boolean(this.state.unfolded));
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
      "aria-label": say(words.playLabel, { placed: placed.length, all: pieces.length }),
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
    const inSpace = !grid.flat && !(this.phone && app.flatOnly); // a phone has no room to say that it cannot be shown
    return { sheet: svg, figures: inSpace ? this.#figures() : null };
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
    const { phone } = this;
    const clear = () => {
      this.state.held = null;
      this.session.set({ placed: this.placed.filter(({ fixed }) => fixed) });
    };
    return [
      h("div", { class: "group" }, this.grid.flat ? this.#turnsFlat(held) : this.#turnsInSpace(held)),
      h("div", { class: "group" }, [
        wide("bulb", words.hint, "hint", () => this.#hint(), { title: words.hint }),
        !phone && this.#hintKinds(),
        wide("trash", words.clearBoard, "clear", clear, { title: words.clearBoard, disabled: !this.placed.length }),
        !phone && this.#fixing(),
        phone && this.#folding(),
        phone &&
          tool("further", words.further, () => this.#open("open"), {
            "data-key": "further",
            "aria-haspopup": "dialog",
          }),
      ]),
    ];
  }

  /** @type {(held: Held | null) => any[]} */
  #turnsFlat(held) {
    const over = held && this.puzzle.pieces[held.piece].mirror;
    return [
      tool("turn", words.turnPiece, () => this.#turn(), { disabled: !held }),
      tool("mirror", words.flipPiece, () => this.#turn("flip"), { disabled: !over }),
    ];
  }

  // The held piece, which is turned by dragging its picture, and a button for each axis.
  /** @type {(held: Held | null) => any[]} */
  #turnsInSpace(held) {
    const picture = held && sketch([this.#drawn(held.piece)], this.grid);
    const onpointerdown = (/** @type {PointerEvent} */ event) => this.#spin(event);
    const abouts = turnsAbout(this.grid).map((turns, axis) => {
      const name = AXES[axis];
      return turns && tool(`turn-${name}`, words.turnAbout[name], () => this.#turn(name), { disabled: !held });
    });
    return [h("div", { class: "hand", title: words.dragToTurn, onpointerdown }, picture), abouts];
  }

  #hintKinds() {
    const hints = ["both", "piece", "place"].map((kind) => [kind, words.hints[kind]]);
    return select(this.session.hints, hints, (kind) => (this.session.hints = kind), {
      "data-key": "hints",
      "aria-label": words.hintsLabel,
    });
  }

  // Who was sent a level does not let go of its pieces.
  #fixing() {
    if (this.session.plain) return null;
    const fixed = this.placed.some((each) => each.fixed);
    const label = fixed ? words.unfix : words.fix;
    return wide("lock", label, "fix", () => this.#fix(), {
      title: label,
      disabled: !this.placed.length,
      "aria-pressed": fixed,
    });
  }

  // On a phone the view in space is a small picture, which opens over the layers.
  #folding() {
    if (this.grid.flat || this.app.flatOnly) return null;
    const { unfolded } = this.state;
    return tool("cube", words.inSpace, () => this.#unfold(!unfolded), {
      "data-key": "unfold",
      "aria-pressed": unfolded,
    });
  }

  /** @type {(unfolded: boolean) => void} */
  #unfold(unfolded) {
    this.state.unfolded = unfolded;
    this.app.update(this, "tools", "panel");
  }

  // The time that the user has played, in milliseconds: from the first piece until the puzzle is solved, while the page is seen.
  get spent() {
    const { spent, since } = this.state;
    return spent + (since === null ? 0 : performance.now() - since);
  }

  // What a later visit needs to go on.
  get kept() {
    const { series, hints } = this.state;
    return { spent: this.spent, hints, levels: keptSeries(series) };
  }

  // Go on where an earlier visit has ended.
  /** @type {(kept: any) => void} */
  resume({ spent, hints, levels }) {
    Object.assign(this.state, { spent: Number(spent) || 0, hints: Number(hints) || 0 });
    Object.assign(this.state.series, revivedSeries(this.app, levels));
    this.#news();
  }

  #stand() {
    Object.assign(this.state, { spent: this.spent, since: null });
  }

  get phone() {
    return small.matches;
  }

  #panel() {
    const { app, grid, placed, phone } = this;
    const { pieces } = this.puzzle;
    const { held } = this.state;
    const more = pieces.map(({ max }, p) => max - placed.filter(({ piece }) => piece === p).length);
    const left = sum(more);
    const pictures = sketches(
      pieces.map((_, p) => this.#drawn(p)),
      grid,
    );
    const listed = {
      class: `tray ${pieces.length > MOST_SEEN ? "many" : ""}`,
      "data-key": "tray",
      style: { "--columns": Math.ceil(pieces.length / 2) },
    };
    const tray = h("ul", listed, [
      pieces.map(({ name, max }, p) => {
        const tag = tagOf(app.symbols[p], name, max > 1 ? more[p] : 0);
        /** @type {(event: UIEvent) => void} */
        const byKeys = ({ detail }) => detail === 0 && this.#take(p, true);
        const take = button([pictures[p], h("span", { class: "tag" }, tag)], byKeys, {
          class: `thumb ${held?.piece === p ? "held" : ""} ${this.state.pointed?.piece === p ? "pointed" : ""}`,
          disabled: !more[p],
          "data-key": `take${p}`,
          "data-piece": name,
          "aria-pressed": held?.piece === p,
          "aria-label": say(words.take, { name: tag.includes(name) ? tag : `${tag} ${name}` }),
          onpointerdown: (/** @type {PointerEvent} */ event) => this.#grab(p, event),
        });
        return h("li", { class: more[p] ? "" : "gone" }, take);
      }),
    ]);
    if (phone) return [this.#line(left), this.#won() ?? tray, this.state.sheet && this.#sheet()];
    return [
      dayPicker(app),
      this.#status(),
      h("h2", {}, left ? say(words.tray, { left }) : words.trayEmpty),
      this.#won() ?? tray,
      this.#levels(),
      app.rules(),
      this.#help(held),
      this.#everything(),
    ];
  }

  /** @type {(held: Held | null) => HTMLElement} */
  #help(held) {
    const text = !held
      ? words.playHelp
      : this.#touched
        ? words.heldByTouch
        : this.grid.flat
          ? words.heldHelp
          : words.heldInSpace;
    return h("p", { class: "note" }, text);
  }

  // The way from a puzzle that one was sent to all that the page has.
  #everything() {
    if (!this.session.plain) return null;
    const all = () => {
      this.session.plain = false;
      this.#close();
      this.app.render();
    };
    return h(
      "div",
      { class: "row" },
      button(words.everything, all, { class: "button small", "data-key": "everything" }),
    );
  }

  // What a phone has behind "…": all that is not needed for each move, over the lower part of the page.
  #sheet() {
    const { app, session, state } = this;
    /** @type {(event: Event) => void} */
    const outside = ({ target, currentTarget }) => target === currentTarget && this.#close();
    const head = [h("h2", {}, words.further), tool("close", words.close, () => this.#close(), { "data-key": "close" })];
    /** @type {(yes: boolean) => void} */
    const tell = (yes) => {
      session.tell = yes;
      this.#news();
    };
    return h("div", { id: "over", class: state.sheet, onclick: outside }, [
      h("section", { role: "dialog", "aria-label": words.further, "data-key": "sheet" }, [
        h("div", { class: "head" }, head),
        dayPicker(app),
        check(words.tellMe, session.tell, "tell", tell),
        session.tell && h("div", { class: "asking" }, this.#further()),
        h("div", { class: "row" }, [this.#hintKinds(), this.#fixing()]),
        this.#levels(),
        app.rules(),
        this.#help(state.held),
        this.#everything(),
      ]),
    ]);
  }

  /** @type {(sheet: "open" | "closing" | null) => void} */
  #open(sheet) {
    this.state.sheet = sheet;
    this.#news();
    if (sheet === "open") /** @type {any} */ (document.querySelector("#over .tool"))?.focus();
  }

  // It is still there for a moment, so that the second click of two does not fall on what is below.
  #close() {
    const { state } = this;
    if (state.sheet !== "open") return;
    this.#open("closing");
    /** @type {any} */ (document.querySelector("#tools [data-key=further]"))?.focus();
    setTimeout(() => {
      if (state.sheet === "closing") state.sheet = null;
      if (state === this.state) this.#news();
    }, SHIELD);
  }

  // Whether the visitor has a touchscreen alone.
  get #touched() {
    return matchMedia("(hover: none)").matches;
  }

  // What is known of the pieces on the board: whether they are a solution, or can be finished.
  #told() {
    const { answer, times, all } = this.state;
    if (this.#solved) return h("p", { class: "state good", id: "finish" }, icon("check"), solvedText(times, all));
    if (!this.session.tell) return null;
    const [text, kind] = /** @type {Record<string, string[]>} */ ({
      true: [words.canFinish, "good"],
      false: [this.placed.length ? words.cannotFinish : words.none, "bad"],
      null: [words.thinking, ""],
      unknown: [words.tooLong, ""],
      failed: [words.unanswered, "bad"],
    })[`${answer}`];
    return h("p", { class: `state ${kind}`, id: "finish", role: "status" }, text);
  }

  #status() {
    const { session } = this;
    /** @type {(yes: boolean) => void} */
    const tell = (yes) => {
      session.tell = yes;
      this.#news();
    };
    return h("div", { class: "state-row" }, [
      check(words.tellMe, session.tell, "tell", tell),
      this.#told(),
      session.tell && h("div", { class: "asking" }, this.#further()),
    ]);
  }

  // The same in one line, on a phone: also the answer to what was asked further, or else how many pieces are left.
  /** @type {(left: number) => HTMLElement} */
  #line(left) {
    const { ways, wrong } = this.state;
    const more = wrong ? this.#takeBack(wrong) : ways ? say(words.ways, ways) : say(words.tray, { left });
    const shown = this.#solved ? null : h("p", { class: "note", id: "more", role: "status" }, more);
    return h("div", { class: "state-row" }, [this.#told(), shown]);
  }

  // Which of the pieces on the board are wrong: none of them if the puzzle has no solution.
  /** @type {(wrong: number[]) => string} */
  #takeBack(wrong) {
    const names = wrong.map((i) => this.puzzle.pieces[this.placed[i].piece].name);
    return names.length ? say(words.wrongPieces, { names }) : words.none;
  }

  // After the victory, in place of the tray: the time, a picture to share, and the next day of a calendar.
  #won() {
    const { app, state } = this;
    const { family } = this.puzzle;
    if (!this.#solved) return null;
    const tomorrow = new Date();
    tomorrow.setDate(tomorrow.getDate() + 1);
    const own = state.times
      ? [
          state.spent && say(words.yourTime, { clock: clockOf(state.spent) }),
          say(words.withHints, { hints: state.hints }),
          state.streak > 1 && say(words.inARow, { days: state.streak }),
        ]
      : [];
    const told = own.filter(Boolean).join(" · ");
    const share = () => sharePicture(app, this.stage.svg, [solvedText(state.times, state.all), told].filter(Boolean));
    const { levels } = state.series;
    const listed = this.#listed;
    const next = listed && levels[levels.indexOf(listed) + 1];
    return h("div", { class: "won", "data-key": "won" }, [
      told && h("p", { id: "clock" }, told),
      h("div", { class: "row further" }, [
        next && button(words.nextLevel, () => this.#play(next), { class: "button primary", "data-key": "next" }),
        wide("picture", words.sharePicture, "share", share, { class: `button ${next ? "" : "primary"}` }),
        family &&
          button(words.tomorrow, () => app.open(app.library.load(family.name, tomorrow)), { "data-key": "tomorrow" }),
      ]),
    ]);
  }

  // What one can ask further about the pieces on the board, and the answers: in two places that are as large as the
  // largest of what may stand there, so that nothing below them moves.
  #further() {
    const { ways, wrong } = this.state;
    const answer = this.#solved || this.#options.includes(-1) ? null : this.state.answer;
    /** @type {(more: string) => void} */
    const ask = (more) => {
      this.asker.ask(this.#options, more);
      this.#close(); // on a phone, the answer stands above the board
    };
    /** @type {(id: string, text: string) => HTMLElement} */
    const told = (id, text) => h("p", { id, class: "note", role: "status" }, text);
    /** @type {(labels: string[], shown: HTMLElement | null) => HTMLElement} */
    const place = (labels, shown) =>
      h("div", { class: "place" }, [
        labels.map((label) => h("span", { class: "button kept", "aria-hidden": true }, label)),
        shown,
      ]);
    if (answer === false && wrong) return told("wrong", this.#takeBack(wrong));
    const first = /** @type {Record<string, () => HTMLElement | null>} */ ({
      true: () =>
        ways
          ? told("ways", say(words.ways, ways))
          : button(words.howManyWays, () => ask("ways"), { "data-key": "ways" }),
      false: () =>
        this.placed.length ? button(words.whichIsWrong, () => ask("wrong"), { "data-key": "wrong" }) : null,
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
        on: dated(),
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
    if (solution) this.#stand();
    if (!solution || known) return;
    const own = state.shown !== solution;
    if (own && this.#listed) this.#listed.solved = true;
    state.times = own ? (await this.#note()).found.length : 0;
    state.streak = own ? await streakOf(app) : 0;
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
    this.state.since ??= performance.now();
    return (this.state.held = held);
  }

  /** @type {(piece: number, byKeys?: boolean) => void} */
  #take(piece, byKeys = false) {
    const { app, grid, puzzle, state } = this;
    const { pieces } = puzzle;
    state.unfolded = false;
    const shapes = [...this.places.shapes[piece].keys()];
    if (!shapes.length) return app.say(say(words.fitsNowhere, { name: pieces[piece].name }));
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
    this.app.tell(say(words.put, { name: this.puzzle.pieces[place.piece].name }));
  }

  /** @type {(placed: Placed) => void} */
  #add(place) {
    this.state.since ??= performance.now();
    this.session.set({ placed: [...this.placed, this.#placing(place)] });
  }

  /** @type {(placed: Placed) => Placed} */
  #placing = ({ piece, cells, way }) => ({ piece, cells, ...(way && { way }) });

  // Return the name of the next shape of a held piece that has a place, or undefined: turned about an axis, by the turn of a flat
  // board or turned over; in space by "all", the next one of all its shapes.
  /** @type {(held: Held, how: string, back: boolean) => string | undefined} */
  #turned(held, how, back) {
    const { grid, tiled } = this.puzzle;
    const shapes = [...this.places.shapes[held.piece].keys()];
    if (how === "all") return shapes.at((shapes.indexOf(held.shape) + (back ? -1 : 1)) % shapes.length);
    const turns = grid.flat ? null : turnsAbout(grid)[AXES.indexOf(how)];
    const turn = turns ? turns[Number(back)] : grid.turns[how === "flip" ? grid.flip : grid.spin];
    let image = this.#lying(held);
    const names = [];
    for (let many = how === "flip" ? 1 : MOST_TURNS; many > 0; many--) {
      image = turnedPiece(image, turn, grid, tiled);
      names.push(nameOf(image.cells, image.way, grid));
      if (names[names.length - 1] === held.shape) break;
    }
    if (back && !turns) names.reverse();
    return names.find((name) => shapes.includes(name) && name !== held.shape);
  }

  /** @type {(how?: string, back?: boolean) => void} */
  #turn(how = this.grid.flat ? "spin" : "all", back = false) {
    const { held } = this.state;
    const shape = held && this.#turned(held, how, back);
    if (!shape) return;
    const after = this.#hold(held.piece, shape);
    if (held.place) after.place = this.places.nearestTo(this.#free(after), held.place.cells);
    this.app.update(this);
    this.#tellGhost();
  }

  // Turn the held piece as its picture is dragged: to the sides about the upright axis, up and down about the one to the right.
  /** @type {(event: PointerEvent) => void} */
  #spin(event) {
    if (event.button || !this.state.held) return;
    event.preventDefault();
    let [x, y] = [event.clientX, event.clientY];
    const listening = new AbortController();
    const { signal } = listening;
    /** @type {(next: PointerEvent) => void} */
    const move = ({ clientX, clientY }) => {
      const [across, down] = [clientX - x, clientY - y];
      if (Math.max(Math.abs(across), Math.abs(down)) < DRAGGED) return;
      [x, y] = [clientX, clientY];
      if (Math.abs(across) > Math.abs(down)) this.#turn("z", across > 0);
      else this.#turn("x", down > 0);
    };
    addEventListener("pointermove", move, { signal });
    for (const type of ["pointerup", "pointercancel"]) addEventListener(type, () => listening.abort(), { signal });
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
    if (held)
      this.app.tell(
        held.place
          ? say(words.ghostAt, { cells: held.place.cells.map((cell) => cell.join(" ")).join("; ") })
          : words.noRoom,
      );
  }

  /** @type {(number: number, cell: Vector | null) => void} */
  #lift(number, cell) {
    const { piece, cells, fixed } = this.placed[number];
    if (fixed) return this.app.say(say(words.isFixed, { name: this.puzzle.pieces[piece].name }));
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
      state.hints++;
      if (this.session.hints !== "both") return this.#point(place);
      state.hinted = this.placed.length;
      this.#add(place);
      if (!this.#solved) app.say(say(words.hinted, { name: this.puzzle.pieces[place.piece].name }));
      return;
    }
    const never = this.placed.length ? words.noHint : words.none;
    /** @type {Record<string, string>} */
    const said = { true: words.noMore, false: never, unknown: words.tooLong, null: words.thinking };
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
    app.say(which ? say(words.hintPiece, { name: this.puzzle.pieces[piece].name }) : words.hintPlace);
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
      this.#turn();
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
  key({ key, shiftKey }) {
    const { held, sheet } = this.state;
    const how = key.toLowerCase();
    if (key === "Escape" && sheet) this.#close();
    else if (!held) return false;
    else if (how === "r") this.#turn(undefined, shiftKey);
    else if (!this.grid.flat && AXES.includes(how)) this.#turn(how, shiftKey);
    else if (how === "f" && this.grid.flat && this.puzzle.pieces[held.piece].mirror) this.#turn("flip");
    else if (key === "Escape") {
      this.state.held = null;
      this.app.render();
    } else return false;
    return true;
  }
}
