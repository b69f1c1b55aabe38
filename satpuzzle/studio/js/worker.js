// A worker: it prepares tables, searches parts and answers questions, one message after another.  Between slices it
// reads messages, so that it can be paused; to end it, the page terminates it.
import { completion, misplaced, nextOption, waysFrom } from "./asking.js";
import { Best } from "./best.js";
import { Classes } from "./classes.js";
import { Complaint, words } from "./words.js";
import { takeApart } from "./disassembly.js";
import { Finder } from "./finder.js";
import { checkBy } from "./geometry.js";
import { Kernel } from "./kernel.js";
import { coverOf } from "./placements.js";
import { mistake, puzzleOf, readGrids } from "./puzzle.js";
import { levelOf, seriesOf } from "./level.js";
import { KINDS } from "./player.js";
import { geometryOf, symmetryIn } from "./symmetry.js";
import { partsOf, tablesOf } from "./tables.js";
import { reasonOf } from "./reasons.js";
import { rulesBy } from "./rules.js";

const SLICE = 40;
const LOOK = 50;
const AT_ONCE = 500;
const ANSWER = 5000; // milliseconds
const MOST_POSITIONS = 100_000; // of pieces that are taken apart, as on the command line
const CUBES = "cubic"; // the grid on which pieces may turn
const SHORT = 4e6; // nodes of a search that takes only a moment

/** @type {Kernel} */
let kernel;
/** @type {any} */
let tables;
/** @type {Shelf} */
let library;
/** @type {(() => boolean) | null} */
let step = null; // of the search that goes on; returns whether it is done
let paused = false;
/** @type {any} */
let latest = null; // {name, puzzle, tables} of the puzzle that was prepared last

/** @type {Record<string, (message: any) => void>} */
const handlers = {
  // The library of grids and sets, the kernels' module, and the texts in the language that is spoken.
  begin({ grids, sets, keys, rules, kernels, geometry, fields, words: texts }) {
    Object.assign(words, texts);
    checkBy(geometry);
    rulesBy(rules);
    library = { grids: readGrids(grids), sets: new Map(Object.entries(sets)), keys };
    kernel = new Kernel(kernels, fields);
  },

  // Prepare a puzzle that the user will probably solve.
  foresee({ content }) {
    try {
      prepared(content);
    } catch {
      // Whoever wants the puzzle will be told.
    }
  },

  // Prepare a puzzle; search it at once if that takes only a moment, otherwise return the parts of the search.
  prepare({ content, parts, only }) {
    const { puzzle, tables: made } = prepared(content);
    const { cover, symmetry } = made;
    tables = made;
    post("prepared", { tables, orders: { rotations: symmetry.rotations, isometries: symmetry.isometries } });
    if (only) return;
    const why = reasonOf(puzzle, cover);
    if (why) return post("impossible", why);
    const quick = tables.nodes < SHORT ? new Finder(tables, kernel) : null;
    const found = quick ? [quick.slice(LOOK)] : [];
    if (quick && quick.fraction > LOOK / AT_ONCE) found.push(quick.slice(AT_ONCE)); // about as long as to make parts of it
    if (quick?.done) {
      post("parts", { parts: [{ chosen: [], nodes: 1, taken: true }] }); // it is searched already
      for (const each of found) report(0, quick, each);
      post("finished", { part: 0 });
    } else {
      post("parts", { parts: partsOf(tables, parts, kernel) });
    }
  },

  // Prepare only the cover: questions need no more, and a puzzle whose symmetries the page cannot find can be played.
  cover({ content }) {
    tables = latest?.name === nameOf(content) ? latest.tables : { cover: coverOf(puzzleOf(content, library)) };
    post("prepared");
  },

  tables(message) {
    tables = message.tables;
  },

  search({ part, chosen }) {
    const finder = new Finder(tables, kernel, chosen);
    begin(() => {
      report(part, finder, finder.slice(SLICE));
      if (finder.done) post("finished", { part });
      return finder.done;
    });
  },

  // Find a packing that leaves the fewest cells empty, in a puzzle that was freed; tell again and again what is known.
  best({ content }) {
    const puzzle = puzzleOf(content, library);
    const found = new Best(puzzle, kernel);
    begin(() => {
      found.slice(SLICE);
      post("best", found.known);
      return found.done;
    });
  },

  // Return whether and how a packing comes apart: by straight moves, or else, if it has cubes, with quarter turns if these are wanted.
  apart({ grid, pieces, frame, turns, seconds }) {
    const end = performance.now() + 1000 * seconds;
    const late = () => performance.now() > end;
    /** @type {(turns: boolean) => any} */
    const take = (turns) =>
      takeApart(kernel, /** @type {Grid} */ (library.grids.get(grid)), pieces, frame, {
        most: MOST_POSITIONS,
        late,
        turns,
      });
    const straight = take(false);
    const turned = turns && straight.verdict === "no" && grid === CUBES ? take(true) : null;
    post("apart", turned?.verdict === "yes" ? turned : { ...straight, turned: turned?.verdict });
  },

  pause() {
    paused = true;
  },
  go() {
    if (paused) {
      paused = false;
      work();
    }
  },

  // Tell whether the placed pieces can be completed to a solution, and which piece may come next; if that is asked too, in
  // how many ways, which pieces are wrong, or for a new level.
  ask({ id, placed, more }) {
    const { cover } = tables;
    const found = completion(cover, placed, kernel, ANSWER);
    const next = found.possible ? nextOption(cover, placed, found.solution ?? []) : null;
    const ways = more === "ways" || more === "all" ? waysFrom(cover, placed, kernel, ANSWER) : null;
    const wrong = more === "wrong" ? misplaced(cover, placed, kernel, ANSWER) : null;
    const level = Object.hasOwn(KINDS, more) ? levelOf(cover, KINDS[more], kernel, ANSWER) : null;
    post("answer", { id, ...found, next, more, ways, wrong, level });
  },

  // Make levels, and tell of each; at the end, that there are no more.  Two that a symmetry maps to one another are the same.
  series({ content, wanted }) {
    const classes = classesIn(content);
    /** @type {(level: Level) => string} */
    const named = ({ options, solution }) => classes?.nameOf(options, solution) ?? options.join();
    const made = seriesOf(tables.cover, wanted, named, kernel, ANSWER);
    begin(() => {
      const { done = false, value } = made.next();
      if (value) post("level", { level: value });
      if (done) post("made");
      return done;
    });
  },
};

/** @type {(content: Content) => string} */
const nameOf = (content) => JSON.stringify(content);

/** @type {(content: Content) => { name: string; puzzle: Puzzle; tables: Tables }} */
function prepared(content) {
  const name = nameOf(content);
  if (latest?.name !== name) {
    const puzzle = puzzleOf(content, library);
    const reason = mistake(puzzle);
    if (reason) throw new Complaint(reason);
    latest = { name, puzzle, tables: tablesOf(puzzle, kernel) };
  }
  return latest;
}

// Return the classes of solutions, null if the page cannot find the symmetries.
/** @type {(content: Content) => Classes | null} */
function classesIn(content) {
  const { cover, symmetry } = tables;
  try {
    return new Classes(cover, symmetry ?? symmetryIn(geometryOf(puzzleOf(content, library)), cover), -1);
  } catch {
    return null;
  }
}

/** @type {(kind: string, content?: object) => void} */
const post = (kind, content) => self.postMessage({ kind, ...content });

/** @type {(first: () => boolean) => void} */
function begin(first) {
  step = first;
  paused = false;
  work();
}

function work() {
  const now = step;
  if (paused || !now) return;
  guarded(() => {
    if (now()) step = null;
    else channel.port2.postMessage(null);
  });
}

/** @type {(part: number, finder: Finder, found: { solutions: number[][]; counts: Counts }) => void} */
function report(part, { nodes, fraction }, { solutions, counts }) {
  const flat = Int32Array.from(solutions.flatMap((options) => [options.length, ...options]));
  post("found", { part, nodes, fraction, counts, solutions: flat });
}

/** @type {(act: () => void) => void} */
function guarded(act) {
  try {
    act();
  } catch (/** @type {any} */ error) {
    const memory = error instanceof RangeError || /memory/i.test(error.message);
    post("failed", { text: error instanceof Complaint ? error.message : null, memory, detail: String(error.message) });
  }
}

const channel = new MessageChannel(); // a timer would wait some milliseconds; a message does not
channel.port1.onmessage = work;
self.onmessage = ({ data }) => guarded(() => handlers[data.kind](data));
