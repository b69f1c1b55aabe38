// Which packings of a puzzle come apart, and in which order they are shown: workers take one of them apart, or all.
import { check, h, select } from "./dom.js";
import { Takers } from "./takers.js";
import { inTurn, say } from "./saying.js";
import { words } from "./words.js";

const KEPT = 2000; // packings whose steps are kept
const SECONDS = 10;
const PATIENT = 120; // for a packing that the user asks about, also by turns; for each of all, by straight moves

/** @type {(a: Taken, b: Taken) => number} */
const byLevel = ({ levels: a = [] }, { levels: b = [] }) => {
  const at = a.findIndex((number, i) => number !== b[i]);
  return at < 0 ? b.length - a.length : (b[at] ?? -1) - a[at];
};

export class Packings {
  // `of` tells how many packings there are, makes of one the message to a worker, and is told when there is news.
  /** @param {App} app @param {{ many: () => number; task: (number: number) => object; pieces: (number: number) => number; news: (number: number) => void }} of */
  constructor(app, of) {
    this.app = app;
    this.of = of;
    /** @type {number | null} */
    this.wanted = null; // one that is taken apart before the others
    /** @type {number | null} */
    this.one = null; // the last of these
    this.reached = 0; // all packings before it were given to workers
    /** @type {{ key: any[]; order: number[] } | null} */
    this.listed = null;
    this.takers = new Takers(app.workers, {
      next: () => this.#next(),
      task: (number) => {
        this.taken.set(number, { verdict: "asked", steps: [], core: [], together: [] });
        const one = number === this.one;
        return { ...of.task(number), turns: one, seconds: one ? SECONDS : PATIENT };
      },
      answered: (number, found) => this.#answered(number, found),
    });
  }

  get state() {
    return this.app.session.views.solve;
  }
  get taken() {
    return this.state.taken;
  }
  get busy() {
    return this.takers.crew.size > 0;
  }

  // Let workers take one packing apart, or all that there are and that will be found.
  /** @type {(number: number) => void} */
  take(number) {
    this.wanted = this.one = number;
    this.takers.go();
  }
  all() {
    this.state.all = true;
    this.takers.go();
  }

  // Go on with all packings, if all are wanted; stop; forget what was found.
  go() {
    if (this.state.all) this.takers.go();
  }
  stop() {
    this.takers.end();
    for (const [number, { verdict }] of this.taken) if (verdict === "asked") this.taken.delete(number);
    this.wanted = this.one = null;
    this.reached = 0;
  }

  #next() {
    const { wanted, taken } = this;
    this.wanted = null;
    if (wanted !== null && !taken.has(wanted)) return wanted;
    if (!this.state.all) return null;
    while (taken.has(this.reached)) this.reached++;
    return this.reached < this.of.many() ? this.reached : null;
  }

  /** @type {(number: number, found: Taken) => void} */
  #answered(number, found) {
    const known = { ...found, moves: found.steps.length };
    this.taken.set(number, this.taken.size > KEPT && this.state.all ? { ...known, steps: null } : known);
    this.of.news(number);
  }

  /** @type {(verdict: string) => number} */
  #many(verdict) {
    return [...this.taken.values()].filter((each) => each.verdict === verdict).length;
  }

  // The numbers of the packings that are shown, in order; null: all of them, as they were found.
  get order() {
    const { taken } = this;
    const { all, only, sort } = this.state;
    if (!all || (!only && sort === "found")) return null;
    const decided = taken.size - this.#many("asked");
    const key = [taken, decided, only, sort, only ? 0 : this.of.many()];
    if (this.listed?.key.every((part, i) => part === key[i])) return this.listed.order;
    const come = [...taken.keys()].filter((number) => taken.get(number)?.verdict === "yes").sort((a, b) => a - b);
    /** @type {(number: number) => any} */
    const of = (number) => taken.get(number);
    /** @type {Record<string, (a: number, b: number) => number>} */
    const ways = {
      level: (a, b) => byLevel(of(a), of(b)),
      moves: (a, b) => of(b).moves - of(a).moves,
      pieces: (a, b) => this.of.pieces(a) - this.of.pieces(b),
    };
    if (ways[sort]) come.sort((a, b) => ways[sort](a, b) || a - b);
    const among = new Set(come);
    const others = only ? [] : Array.from({ length: this.of.many() }, (_, i) => i).filter((i) => !among.has(i));
    this.listed = { key, order: [...come, ...others] };
    return this.listed.order;
  }

  // What is said of all packings: how many can be assembled, and with which level.
  /** @type {(final: boolean) => string} */
  said(final) {
    const [yes, unknown, asked] = ["yes", "unknown", "asked"].map((verdict) => this.#many(verdict));
    const decided = this.taken.size - asked;
    const levels = [...this.taken.values()].filter(({ verdict }) => verdict === "yes").sort(byLevel);
    const done = final && decided === this.of.many();
    return inTurn([
      !done && say(words.apartSoFar, { decided, many: this.of.many() }),
      yes > 0 ? say(words.assembled, { yes, ...levels[0] }) : done && words.noneAssembled,
      unknown > 0 && say(words.undecided, { number: unknown }),
    ]);
  }

  // How the packings are chosen and ordered.
  /** @type {(changed: () => void) => any} */
  controls(changed) {
    const { state } = this;
    /** @type {(parts: object) => void} */
    const set = (parts) => {
      Object.assign(state, parts);
      changed();
    };
    const several = this.app.puzzle.pieces.some(({ min, max }) => min !== max);
    const sorts = ["level", "moves", ...(several ? ["pieces"] : []), "found"].map((name) => [name, words.sorts[name]]);
    return h("div", { class: "row" }, [
      check(words.onlyAssembled, state.only, "only", (only) => set({ only }), { id: "only" }),
      select(state.sort, sorts, (sort) => set({ sort }), { "data-key": "sort", "aria-label": words.sortBy }),
    ]);
  }
}
