// The search for all solutions, from the page's side: it gives parts to workers, one after another, and collects the
// results.
import { sum } from "./lists.js";
import { say } from "./saying.js";
import { words } from "./words.js";

const PARTS = 48;
const MOST_KEPT = 4_000_000; // parts of a search; options of all solutions that are kept
const TICK = 1000;
const MOST_SILENT = 30; // milliseconds; ticks without a message from a worker that searches

/** @type {(sum: any, more: any) => any} */
function added(sum, more) {
  for (const key in more) sum[key] = (sum[key] ?? 0) + more[key];
  return sum;
}

// What is known of a part: what it has found by now, or had found before it was begun again, if that is more.
/** @type {(part: SearchPart) => Counts | undefined} */
const countsOf = ({ done, counts, before }) =>
  done || !before || (counts && counts.raw > before.raw) ? counts : before;

// The solutions in a list, each as the list of its options.
/** @type {(solutions: Int32Array) => number[][]} */
function split(solutions) {
  const found = [];
  for (let from = 0; from < solutions.length; from += 1 + solutions[from])
    found.push([...solutions.subarray(from + 1, from + 1 + solutions[from])]);
  return found;
}

// Why a worker failed, in words.
/** @type {(message: any) => string} */
export const failure = ({ text, memory, detail }) =>
  text ?? (memory ? words.outOfMemory : say(words.broken, { detail }));

export class Workers {
  /** @param {PageData} data */
  constructor(data) {
    this.data = data;
    /** @type {Worker | null} */
    this.spare = null; // a worker that waits
    /** @type {string | null} */
    this.foreseen = null; // the name of the puzzle that it prepares
    this.warmed = false;
    /** @type {Content} */
    this.expected = null; // the puzzle to be prepared
    /** @type {string | null} */
    this.url = null; // of the workers' script
  }

  // From now on, have a worker ready for the first who asks.
  warm() {
    this.warmed = true;
    if (this.expected) this.foresee(this.expected);
    else this.spare ??= this.#begun();
  }

  // Let that worker prepare a puzzle that the user will probably solve.
  /** @type {(content: Content) => void} */
  foresee(content) {
    const name = JSON.stringify(content);
    this.expected = content;
    if (!this.warmed || this.foreseen === name) return;
    this.#drop();
    this.spare ??= this.#begun();
    this.foreseen = name;
    this.spare.postMessage({ kind: "foresee", content });
  }

  // Start a worker, whose first message will be about this puzzle, if any.
  /** @type {(heard: (message: any) => void, died: (why: string) => void, content?: Content) => Worker} */
  start(heard, died, content = null) {
    if (this.foreseen !== JSON.stringify(content)) this.#drop();
    const worker = this.spare ?? this.#begun();
    this.spare = this.foreseen = null;
    worker.onmessage = ({ data }) => heard(data);
    worker.onerror = (event) => {
      event.preventDefault();
      died(event.message);
    };
    return worker;
  }

  // Let no worker be ready that complains in another language.
  renew() {
    this.spare?.terminate();
    this.spare = this.foreseen = null;
  }

  // End a spare worker that is busy with another puzzle.
  #drop() {
    if (this.foreseen) this.renew();
  }

  #begun() {
    const { worker: script, grids, sets, keys, rules, module: kernels, geometry, fields } = this.data;
    this.url ??= URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    const worker = new Worker(this.url);
    worker.postMessage({ kind: "begin", grids, sets, keys, rules, kernels, geometry, fields, words });
    return worker;
  }
}

export class Solver {
  // `changed` is called when there is something new to show; `kept` may have the results of an earlier search.
  /** @param {Workers} workers @param {Content} content @param {() => void} changed @param {any} kept */
  constructor(workers, content, changed, kept = null) {
    this.workers = workers;
    this.content = content;
    this.changed = changed;
    /** @type {any} */
    this.tables = this.dark = this.shares = this.hues = null;
    this.why = () => ""; // it ended without a result
    this.since = this.watch = 0;
    this.status = "new"; // preparing, searching, paused, complete, impossible, failed
    /** @type {SearchPart[]} */
    this.parts = kept?.parts ?? [];
    /** @type {Chunk[]} */
    this.pool = [];
    /** @type {{ chunk: number; from: number; to: number }[]} */
    this.offsets = []; // the position of each solution in the pool
    // Solutions of parts that were not done are kept to be looked at: such a part is searched again from its beginning, and
    // until it has found more, it counts what was found before.
    /** @type {Map<number, Set<string>>} */
    this.before = new Map(); // by part, these solutions
    for (const chunk of kept?.pool ?? []) this.#restore(chunk);
    this.orders = kept?.orders ?? null;
    this.milliseconds = kept?.milliseconds ?? 0;
    /** @type {Hand[]} */
    this.crew = [];
    if (kept) this.status = this.parts.every(({ done }) => done) ? "complete" : "paused";
  }

  // Start or continue the search.
  go() {
    this.since = performance.now();
    if (this.status === "paused" && this.crew.length) {
      this.status = "searching";
      for (const worker of this.crew) worker.postMessage({ kind: "go" });
    } else {
      this.status = "preparing";
      this.watch = setInterval(() => this.#tick(), TICK);
      this.#hire().postMessage({ kind: "prepare", content: this.content, parts: PARTS, only: this.parts.length > 0 });
    }
    this.changed();
  }

  pause() {
    if (this.status === "preparing") {
      this.end();
      this.status = this.parts.length ? "paused" : "new";
    }
    if (this.status === "searching") {
      this.status = "paused";
      for (const worker of this.crew) worker.postMessage({ kind: "pause" });
    }
    this.#stopwatch();
    this.changed();
  }

  // End all workers.
  end() {
    for (const worker of this.crew) worker.terminate();
    this.crew = [];
    clearInterval(this.watch);
    this.#stopwatch();
  }

  get elapsed() {
    return this.milliseconds + (this.since ? performance.now() - this.since : 0);
  }

  /** @returns {Counts} */
  get counts() {
    return this.parts.reduce((sum, part) => added(sum, countsOf(part)), { raw: 0, rotations: 0, isometries: 0 });
  }

  get nodes() {
    return sum(this.parts, ({ searched }) => searched ?? 0);
  }

  get fraction() {
    const all = sum(this.parts, ({ nodes }) => nodes);
    return all && sum(this.parts, ({ nodes, done, fraction = 0 }) => nodes * (done ? 1 : fraction)) / all;
  }

  // The options of a solution.
  /** @type {(number: number) => Int32Array} */
  solution(number) {
    const at = this.offsets[number];
    return this.pool[at.chunk].solutions.subarray(at.from, at.to);
  }

  // Return the data with which another page can continue: the parts, and all solutions.
  get kept() {
    return {
      parts: this.parts.map((part) => {
        const { chosen, nodes, done, searched, counts } = part;
        if (done) return { chosen, nodes, done, searched, counts, fraction: 1 };
        const before = countsOf(part);
        return { chosen, nodes, ...(before && { before }) };
      }),
      pool: this.pool,
      orders: this.orders,
      milliseconds: this.elapsed,
    };
  }

  /** @type {(chunk: Chunk) => void} */
  #collect({ part, solutions }) {
    const chunk = this.pool.push({ part, solutions }) - 1;
    for (let from = 0; from < solutions.length; from += 1 + solutions[from])
      this.offsets.push({ chunk, from: from + 1, to: from + 1 + solutions[from] });
    this.size = (this.size ?? 0) + solutions.length;
    this.full = this.size > MOST_KEPT;
  }

  /** @type {(chunk: Chunk) => void} */
  #restore(chunk) {
    this.#collect(chunk);
    if (this.parts[chunk.part].done) return;
    const known = this.before.get(chunk.part) ?? new Set();
    for (const options of split(chunk.solutions)) known.add(options.join());
    this.before.set(chunk.part, known);
  }

  // Those of a part's solutions that were not found before the page was opened.
  /** @type {(part: number, solutions: Int32Array) => Int32Array} */
  #fresh(part, solutions) {
    const known = this.before.get(part);
    if (!known) return solutions;
    const more = split(solutions).filter((options) => !known.has(options.join()));
    return Int32Array.from(more.flatMap((options) => [options.length, ...options]));
  }

  #hire() {
    /** @type {(message: any) => void} */
    const heard = (message) => this.#heard(worker, message);
    /** @type {Hand} */
    const worker = this.workers.start(heard, () => this.#died(), this.content);
    this.crew.push(worker);
    return worker;
  }

  // A worker that was killed sends nothing, and the browser does not tell; one that searches sends messages all the time.
  #tick() {
    if (this.status !== "searching") return;
    for (const worker of this.crew) if (worker.searches) worker.silent = (worker.silent ?? 0) + 1;
    if (this.crew.some(({ silent = 0 }) => silent > MOST_SILENT)) this.#died();
  }

  #died() {
    this.#ended("failed", () => words.workerDied);
    this.changed();
  }

  /** @type {(worker: Hand, message: any) => void} */
  #heard(worker, message) {
    if (!this.crew.includes(worker)) return;
    worker.silent = 0;
    this.#on[message.kind](message, worker);
    this.changed();
  }

  /** @type {Record<string, (message: any, worker: Hand) => void>} */
  #on = {
    prepared: ({ tables, orders }) => {
      this.tables = tables;
      this.orders = orders;
      if (this.parts.length) this.#share();
    },
    impossible: ({ text, dark, shares, hues }) => {
      Object.assign(this, { dark, shares, hues });
      this.#ended("impossible", () => text);
    },
    parts: ({ parts }) => {
      this.parts = parts;
      if (!parts.length) this.#ended("complete");
      else if (parts.some((/** @type {SearchPart} */ { taken }) => !taken)) this.#share();
    },
    found: ({ part, nodes, fraction, counts, solutions }) => {
      const into = this.parts[part];
      into.searched = nodes;
      into.fraction = fraction;
      into.counts = added(into.counts ?? {}, counts);
      const fresh = this.#fresh(part, solutions);
      if (fresh.length && !this.full) this.#collect({ part, solutions: fresh });
    },
    finished: ({ part }, worker) => {
      this.parts[part].done = true;
      if (this.parts.every(({ done }) => done)) this.#ended("complete");
      else this.#next(worker);
    },
    failed: (message) => this.#ended("failed", () => failure(message)),
  };

  #share() {
    this.status = "searching";
    const left = this.parts.filter(({ done }) => !done).length;
    const many = Math.max(1, Math.min(navigator.hardwareConcurrency || 2, left));
    while (this.crew.length < many) this.#hire().postMessage({ kind: "tables", tables: this.tables });
    for (const worker of this.crew) this.#next(worker);
  }

  /** @type {(worker: Hand) => void} */
  #next(worker) {
    const part = this.parts.findIndex(({ done, taken }) => !done && !taken);
    Object.assign(worker, { searches: part >= 0, silent: 0 });
    if (part < 0) return;
    this.parts[part].taken = true;
    worker.postMessage({ kind: "search", part, chosen: this.parts[part].chosen });
    if (this.status === "paused") worker.postMessage({ kind: "pause" });
  }

  /** @type {(status: string, why?: () => string) => void} */
  #ended(status, why = () => "") {
    this.status = status;
    this.why = why;
    this.end();
  }

  #stopwatch() {
    if (this.since) this.milliseconds += performance.now() - this.since;
    this.since = 0;
  }
}
