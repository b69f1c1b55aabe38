// Levels that rise from one difficulty to another, in Play: a worker makes them, and one plays through the list.
import { printBooklet } from "./booklet.js";
import { button, h, icon, select, tool, wide } from "./dom.js";
import { share } from "./files.js";
import { range } from "./lists.js";
import { LEVELS } from "./player.js";
import { contentOf } from "./puzzle.js";
import { say } from "./saying.js";
import { laid } from "./way.js";
import { words } from "./words.js";

const MOST = 30;

// Those that are known to be easier first.
/** @type {(one: MadeLevel, other: MadeLevel) => number} */
const rising = (one, other) => Number(other.ranked) - Number(one.ranked) || one.load - other.load;

// How hard a level is, by name.
/** @type {(level: { rank: number; ranked: boolean }) => string} */
export function levelName({ rank, ranked }) {
  const name = words.levelNames[LEVELS[rank]];
  return ranked || rank === LEVELS.length - 1 ? name : say(words.orHarder, { level: name });
}

// The levels as the browser keeps them, and those that it has kept.
/** @type {(state: SeriesState) => any} */
export const keptSeries = ({ levels }) =>
  levels.map(({ given, solution, ...level }) => ({ ...level, given: laid(given), solution: laid(solution) }));

/** @type {(app: App, kept: any) => Partial<SeriesState>} */
export function revivedSeries({ library, puzzle }, kept) {
  /** @type {any[]} */
  const all = Array.isArray(kept) ? kept.slice(0, MOST) : [];
  const levels = all
    .map((each) => each ?? {})
    .map(({ given, solution, load, rank, ranked, solved }) => ({
      given: library.placedOf(given, puzzle),
      solution: library.placedOf(solution, puzzle),
      ...{ load: Number(load), rank: Number(rank), ranked: ranked === true, solved: solved === true },
    }));
  const right = levels.filter(({ given, solution, rank }) => given.length < solution.length && rank in LEVELS);
  return right.length ? { open: true, levels: right } : {};
}

export class Series {
  // `laidBy` returns the pieces that options place; `changed` is called when there is something new to show.
  /** @param {App} app @param {(options: number[]) => Placed[]} laidBy @param {() => void} changed */
  constructor(app, laidBy, changed) {
    this.app = app;
    this.laidBy = laidBy;
    this.changed = changed;
    /** @type {Worker | null} */
    this.worker = null;
  }

  get state() {
    return this.app.session.views.play.series;
  }

  // End the worker that makes levels.
  end() {
    this.worker?.terminate();
    this.worker = null;
  }

  /** @type {(status: string) => void} */
  #end(status) {
    this.end();
    this.state.status = status;
    this.changed();
  }

  #make() {
    const { app, state } = this;
    const content = contentOf(app.puzzle);
    this.end();
    Object.assign(state, { status: "making", levels: [] });
    /** @type {(message: any) => void} */
    const heard = (message) => this.worker === worker && this.#heard(message);
    const died = () => this.worker === worker && this.#end("failed");
    const worker = app.workers.start(heard, died, content);
    this.worker = worker;
    worker.postMessage({ kind: "cover", content });
    worker.postMessage({ kind: "series", content, wanted: state.wanted });
    this.changed();
  }

  /** @type {(message: any) => void} */
  #heard({ kind, level }) {
    const { state } = this;
    if (kind === "failed") this.#end("failed");
    if (kind === "made") this.#end(state.levels.length < state.wanted.many ? "few" : "done");
    if (kind !== "level") return;
    const { options, solution, ...graded } = level;
    const given = this.laidBy(options).map((each) => ({ ...each, fixed: true }));
    state.levels = [...state.levels, { ...graded, given, solution: this.laidBy(solution), solved: false }].sort(rising);
    this.changed();
  }

  // A button that shows the list, and the list; `play` begins one of its levels.
  opener() {
    const { state } = this;
    const open = () => {
      state.open = !state.open;
      this.changed();
      document.querySelector(".series")?.scrollIntoView({ block: "nearest" });
    };
    return button(words.severalLevels, open, { "data-key": "series", "aria-expanded": state.open });
  }

  /** @type {(current: MadeLevel | null, play: (level: MadeLevel) => void) => HTMLElement | null} */
  shown(current, play) {
    const { app, state } = this;
    if (!state.open) return null;
    /** @type {(level: MadeLevel, i: number) => HTMLElement} */
    const one = (level, i) => {
      const text = say(words.levelListed, { number: i + 1, level: levelName(level), given: level.given.length });
      const content = [h("span", {}, text), level.solved ? icon("check") : null];
      return h("li", {}, [
        button(content, () => play(level), { "data-key": `level${i}`, "aria-pressed": level === current }),
        tool("link", words.link, () => share(app, level.given), { "data-key": `link${i}` }),
      ]);
    };
    /** @type {(level: MadeLevel, i: number) => any} */
    const card = (level, i) => ({ ...level, heading: `${i + 1} – ${levelName(level)}` });
    const cards = () => printBooklet(app, state.levels.map(card));
    return h("div", { class: "series" }, [
      this.#wanted(),
      h("p", { id: "made", class: "note", role: "status" }, this.#told),
      h("ol", {}, state.levels.map(one)),
      state.levels.length > 0 && state.status !== "making"
        ? wide("print", words.printCards, "cards", cards, { class: "button" })
        : null,
    ]);
  }

  #wanted() {
    const { state } = this;
    const { many, from, to } = state.wanted;
    const making = state.status === "making";
    /** @type {(which: "from" | "to", name: string) => void} */
    const choose = (which, name) => {
      const rank = LEVELS.indexOf(name);
      const ends = { ...state.wanted, [which]: name };
      if (LEVELS.indexOf(ends.from) > LEVELS.indexOf(ends.to)) ends.from = ends.to = LEVELS[rank];
      state.wanted = ends;
      this.changed();
    };
    const names = LEVELS.map((name) => [name, words.levelNames[name]]);
    /** @type {(which: "from" | "to", value: string) => HTMLElement} */
    const end = (which, value) =>
      h("label", { class: "field most" }, [
        words.levelEnds[which],
        select(value, names, (name) => choose(which, name), { "data-key": which, disabled: making }),
      ]);
    const numbers = range(MOST).map((i) => [i + 1, `${i + 1}`]);
    return h("div", { class: "row" }, [
      h("label", { class: "field" }, [
        words.howMany,
        select(many, numbers, (value) => (state.wanted.many = Number(value)), { "data-key": "many", disabled: making }),
      ]),
      end("from", from),
      end("to", to),
      making
        ? button(words.stopMaking, () => this.#end("stopped"), { "data-key": "stopMaking" })
        : button(words.makeLevels, () => this.#make(), { class: "button primary", "data-key": "make" }),
    ]);
  }

  get #told() {
    const { status, levels, wanted } = this.state;
    const made = { made: levels.length, all: wanted.many };
    /** @type {Record<string, string>} */
    const said = {
      making: say(words.makingLevel, { number: Math.min(made.made + 1, made.all), all: made.all }),
      stopped: say(words.levelsSoFar, made),
      few: say(words.noMoreLevels, made),
      failed: say(words.levelsSoFar, made),
    };
    return said[status] ?? "";
  }
}
