// Watching the search: the board with the pieces that it has placed, and beside it the tree as far as it is known now.
import { cellPath } from "./canvas.js";
import { code } from "./cell.js";
import { button, h, icon, select, tool } from "./dom.js";
import { coverOf } from "./placements.js";
import { copied, placedBy } from "./way.js";
import { ORDERS, Walk } from "./walk.js";
import { atLeast, say } from "./saying.js";
import { words } from "./words.js";

const SPEEDS = [1, 3, 10, 50]; // steps a second
const MOST_DOTS = 24;
const MOST_STEPS = 100_000; // of a search that is compared with others
const SLICE = 40; // milliseconds

export class Watching {
  // `changed` is called when there is something new to show.
  /** @param {App} app @param {() => void} changed */
  constructor(app, changed) {
    this.app = app;
    this.changed = changed;
    /** @type {number | undefined} */
    this.timer = undefined;
  }

  get state() {
    return this.app.session.views.solve;
  }
  get puzzle() {
    return this.app.puzzle;
  }
  /** @returns {Walk} */
  get walk() {
    return /** @type {Walk} */ (this.state.walk);
  }

  begin(order = "fewest") {
    this.app.trying(() => {
      this.#start(order);
      this.play();
    });
  }
  end() {
    this.pause();
    Object.assign(this.state, { walk: null, walks: {} });
    this.changed();
  }

  /** @type {(order: string) => void} */
  #start(order) {
    const { state } = this;
    state.walk = new Walk(coverOf(this.puzzle), order);
    state.walks[order] ??= state.walk;
  }

  // Let the search go on in each order until all ways were tried, and show how large their trees are.
  compare() {
    const { walks } = this.state;
    this.pause();
    for (const order of Object.keys(ORDERS)) walks[order] ??= new Walk(this.walk.cover, order);
    this.timer = setInterval(() => this.#race(), 0);
    this.changed();
  }

  #race() {
    if (!this.state.walk || this.app.session.mode !== "solve") return this.pause();
    const until = performance.now() + SLICE;
    const going = () => Object.values(this.state.walks).filter(({ done, steps }) => !done && steps < MOST_STEPS);
    while (going().length && performance.now() < until) for (const walk of going()) walk.step();
    if (!going().length) this.pause();
    this.changed();
  }
  step() {
    this.pause();
    this.walk.step();
    this.changed();
  }

  play() {
    this.pause();
    this.timer = setInterval(() => this.#tick(), 1000 / this.state.pace);
    this.changed();
  }
  pause() {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  #tick() {
    if (!this.state.walk || this.app.session.mode !== "solve") return this.pause();
    this.walk.step();
    if (this.walk.done || this.walk.event.kind === "found") this.pause();
    this.changed();
  }

  // What is shown

  /** @returns {View} */
  view() {
    return {
      picture: { key: [this.puzzle, this.walk, this.walk.steps], draw: () => this.#picture() },
      tools: () => null,
      bar: () => this.#bar(),
      panel: () => this.#panel(),
    };
  }

  get #placed() {
    const { cover } = this.walk;
    const options = this.walk.chosen.filter((option) => option < cover.placing);
    return copied(options.map((option) => placedBy(cover, option, this.puzzle.board)));
  }

  // The cell that is chosen, if the item is one.
  get #cell() {
    const { event, cover } = this.walk;
    return event.item !== undefined && event.item < cover.cells ? this.puzzle.board[event.item] : null;
  }

  /** @returns {Stage} */
  #picture() {
    const { app, puzzle } = this;
    const { grid, board } = puzzle;
    const cell = this.#cell;
    const placed = this.#placed;
    if (grid.flat) {
      const mark = cell && cellPath(cell, grid, { class: `chosen ${this.walk.event.kind}` });
      return { sheet: app.flatPicture(placed, say(words.watchLabel, { placed: placed.length }), { more: [mark] }) };
    }
    const taken = new Set([...placed.flatMap(({ cells }) => cells), ...(cell ? [cell] : [])].map(code));
    const marked = cell && !placed.some(({ cells }) => cells.some((each) => code(each) === code(cell)));
    return {
      figures: [
        ...placed.map(({ piece, copy, ...each }) => app.solid(piece, copy, each)),
        ...(marked ? [{ cells: [cell], colour: this.walk.event.kind === "dead" ? "#b3341f" : "#ffffff" }] : []),
        { cells: board.filter((each) => !taken.has(code(each))), colour: "#8a94a6", ghost: true },
      ],
    };
  }

  #bar() {
    const { walk, state } = this;
    const running = this.timer !== undefined;
    const speeds = SPEEDS.map((pace) => [pace, say(words.pace, { steps: pace })]);
    /** @type {(pace: string) => void} */
    const pace = (pace) => {
      state.pace = Number(pace);
      if (running) this.play();
    };
    const again = () => (walk.done ? this.begin(walk.order) : this.play());
    const toggle = () => (running ? (this.pause(), this.changed()) : again());
    return h("div", { class: "flip" }, [
      tool(running ? "pause" : "play", running ? words.pause : words.playSteps, toggle, { "data-key": "walking" }),
      tool("right", words.walkStep, () => this.step(), { "data-key": "step", disabled: walk.done }),
      select(state.pace, speeds, pace, { "aria-label": words.speed, "data-key": "pace" }),
    ]);
  }

  /** @type {(item: number) => string} */
  #named(item) {
    const { cover } = this.walk;
    if (item < cover.cells) {
      const [x, y, z] = this.puzzle.board[item].map((at) => at + 1);
      return say(this.puzzle.grid.flat ? words.cellItem : words.cellInLayer, { x, y, z });
    }
    return item < cover.further
      ? say(words.pieceItem, { name: this.puzzle.pieces[item - cover.cells].name })
      : words.ruleItem;
  }

  #panel() {
    const { walk } = this;
    const { event, tried, dead, found } = walk;
    const item = event.item === undefined ? "" : this.#named(event.item);
    const piece = event.option === undefined ? "" : this.puzzle.pieces[walk.cover.pieceOf[event.option]]?.name;
    return [
      button([icon("close"), words.stopWatching], () => this.end(), { "data-key": "stop" }),
      h(
        "p",
        { id: "walk", class: `walk ${event.kind}`, role: "status" },
        say(walked(event, walk.order), { ...event, item, piece }),
      ),
      h("p", { class: "note" }, say(words.walkCounts, { tried, dead, found })),
      h("ol", { class: "tree", "aria-label": words.tree }, this.#tree()),
      this.#orders(),
    ];
  }

  // The order in which the search chooses, and what others cost on this puzzle.
  #orders() {
    const { walk } = this;
    const { walks } = this.state;
    const { order } = walk;
    const choices = Object.keys(ORDERS).map((each) => [each, words.orders[each]]);
    /** @type {(walk: Walk) => HTMLElement} */
    const row = ({ order, tried, dead, found, done }) =>
      h("tr", { "data-order": order }, [
        h("th", { scope: "row" }, words.orders[order]),
        [tried, dead, found].map((many) => h("td", {}, atLeast(many, done))),
      ]);
    const heads = [words.orderLabel, words.triedHead, words.deadHead, words.foundHead];
    // of two searches in the order that is watched, the one that went further
    const all = { ...walks, ...(walk.tried > walks[order].tried && { [order]: walk }) };
    const shown = Object.keys(ORDERS).flatMap((each) => all[each] ?? []);
    return [
      h("div", { class: "row further" }, [
        select(order, choices, (chosen) => this.begin(chosen), { "aria-label": words.orderLabel, "data-key": "order" }),
        button(words.compare, () => this.compare(), { "data-key": "compare" }),
      ]),
      h("p", { class: "note" }, words.whyOrder[order]),
      shown.length > 1 &&
        h("table", { class: "counts" }, [
          h(
            "tr",
            {},
            heads.map((head) => h("th", { scope: "col" }, head)),
          ),
          shown.map(row),
        ]),
    ];
  }

  // The path in the tree: for each level its item, and a dot for each option, tried, being tried or open.
  #tree() {
    return this.walk.path.flatMap(({ item, options, tried }, level) => {
      if (item === null || item < 0) return [];
      const deepest = level === this.walk.path.length - 1;
      const dots = options.slice(0, MOST_DOTS).map((_, i) => {
        const kind = i < tried - 1 || (deepest && i < tried) ? "tried" : i === tried - 1 ? "now" : "open";
        return h("span", { class: `dot ${kind}` });
      });
      const label = say(words.level, { item: this.#named(item), tried, many: options.length });
      return [h("li", { "aria-label": label }, [h("span", {}, this.#named(item)), h("span", { class: "dots" }, dots)])];
    });
  }
}

// The text of what happened last.
/** @type {(event: WalkEvent, order: string) => string} */
function walked({ kind, many }, order) {
  const chosen = many === 1 ? "only" : order === "fewest" ? "fewest" : "chosen";
  return words.walked[kind === "chosen" ? chosen : kind];
}
