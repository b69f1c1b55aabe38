// The start of the page: it reads its data, restores the state of the last visit, and creates its parts.
import { App } from "./app.js";
import { Library } from "./library.js";
import { Workers } from "./solver.js";
import { byId, h } from "./dom.js";
import { checkBy } from "./geometry.js";
import { inflated, parsed, unpacked } from "./link.js";
import { openFile } from "./files.js";
import { rulesBy } from "./rules.js";
import { recall } from "./store.js";
import { speak, words } from "./words.js";

const FIRST = "soma"; // the puzzle that a new visitor sees
const WARM_AFTER = 100; // milliseconds

const TYPING = "input:not([type=checkbox]):not([type=range]), select, textarea, dialog";

// Undo or redo if these keys say so; return whether they do.
/** @type {(app: App, event: KeyboardEvent) => boolean} */
function undone({ session }, { key, shiftKey }) {
  if (!/^[zy]$/i.test(key)) return false;
  if (key.toLowerCase() === "y" || shiftKey) session.redo();
  else session.undo();
  return true;
}

/** @type {(app: App) => void} */
function listen(app) {
  const title = byId("title");
  title.addEventListener("change", () => app.session.set({ puzzle: { ...app.puzzle, title: title.value.trim() } }));
  title.addEventListener("keydown", (/** @type {KeyboardEvent} */ { key }) => key === "Enter" && title.blur());
  const file = byId("file");
  file.addEventListener("change", () => {
    const [chosen] = file.files;
    if (chosen) openFile(app, chosen);
    file.value = "";
  });
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    const dropped = event.dataTransfer?.files[0];
    if (dropped) openFile(app, dropped);
  });
  addEventListener("keydown", (event) => {
    const typing = /** @type {Element} */ (event.target).closest?.(TYPING);
    if (typing || !(event.ctrlKey || event.metaKey ? undone(app, event) : !event.altKey && app.mode.key(event))) return;
    event.preventDefault();
  });
  addEventListener("hashchange", () => fromLink(app, location.hash));
  addEventListener("popstate", ({ state }) => state && goBack(app, state));
}

// Open the content of a link; return whether there is one.
/** @type {(app: App, fragment: string) => Promise<boolean>} */
const fromLink = (app, fragment) =>
  app.trying(async () => {
    const wanted = app.wish();
    const said = await unpacked(fragment);
    if (!said) return false;
    if (wanted()) restore(app, said, "play");
    history.replaceState(history.state, "", location.pathname + location.search); // the link does not contain later changes
    return true;
  });

// Show what an entry of the history had; a puzzle that is there already keeps the pieces that lie on it now.
/** @type {(app: App, kept: any) => Promise<void>} */
async function goBack(app, kept) {
  const same = JSON.stringify(kept.puzzle) === JSON.stringify(app.kept.puzzle);
  app.visits.open = false;
  await app.trying(() => (same ? app.show(kept.mode) : restore(app, kept, kept.mode)));
  app.visits.open = true;
}

// Show the content of a link or of an earlier visit: a puzzle and pieces placed on it, or the name of a bundled puzzle.
/** @type {(app: App, said: any, mode: string) => void} */
function restore(app, said, mode) {
  if (typeof said.name === "string") return app.open(app.library.load(said.name), { mode });
  const puzzle = app.library.of(said);
  const placed = app.library.placedOf(said.placed, puzzle);
  app.open(puzzle, { mode, placed });
  if (said.given) showGiven(app, said.given);
}

// Solutions that came with the page (satpuzzle/studio/view.py).
/** @type {(app: App, given: any) => void} */
function showGiven(app, { solutions, colourBy, paint, ...others }) {
  app.session.byCopy = colourBy === "copy" && app.puzzle.pieces.length > 1;
  /** @type {(n: number) => (placed: [number, Vector[], string | null], i: number) => Placed} */
  const read =
    (n) =>
    ([piece, cells, way = null], i) => ({ piece, cells, way, paint: paint?.[n][i] });
  app.modes.solve.show({
    ...others,
    solutions: solutions.map((/** @type {any[]} */ placed, /** @type {number} */ n) => placed.map(read(n))),
  });
}

/** @type {(why: string) => void} */
const fail = (why) => document.body.append(h("p", { class: "problem fatal" }, why));

async function begin() {
  const [compressed, { begin: wanted, base }] = ["data", "begin"].map((id) => JSON.parse(byId(id).textContent));
  const unpacks = typeof DecompressionStream !== "undefined";
  const [language, content] = await Promise.all([recall("language"), unpacks && parsed(compressed)]);
  speak([language, ...navigator.languages].filter(Boolean));
  if (!unpacks) return fail(words.noDecompression);
  const data = { ...content, base };
  if (wanted?.grid) data.grids.push(wanted.grid); // one that is not bundled
  try {
    data.module = new WebAssembly.Module(await inflated(data.kernels));
    data.geometry = new WebAssembly.Module(await inflated(data.checker));
  } catch {
    return fail(typeof WebAssembly === "undefined" ? words.noWebAssembly : words.noSimd);
  }
  checkBy(data.geometry);
  rulesBy(data.rules);
  const library = new Library(data);
  const workers = new Workers(data);
  const app = new App(library, workers, library.load(FIRST));
  listen(app);
  if (!(await fromLink(app, location.hash))) {
    const still = app.wish();
    const said = wanted ?? app.visits.here ?? (await recall("session"));
    const mode = Object.hasOwn(app.modes, said?.mode) ? said.mode : "solve";
    if (said && still()) await app.trying(() => restore(app, said, mode));
  }
  app.session.past = [];
  app.visits.open = true;
  app.visits.leave(app.kept);
  app.render();
  await app.ready;
  document.body.dataset.ready = "true";
  setTimeout(() => workers.warm(), WARM_AFTER);
}

begin();
