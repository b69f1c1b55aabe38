// The start of the page: it reads its data, restores the state of the last visit, and creates its parts.
import { App } from "./app.js";
import { Library } from "./library.js";
import { Workers } from "./solver.js";
import { dataOf } from "./data.js";
import { byId, h } from "./dom.js";
import { checkBy } from "./geometry.js";
import { unpacked } from "./link.js";
import { openFile } from "./files.js";
import { putForPrint } from "./printing.js";
import { lineOf } from "./puzzle.js";
import { rulesBy } from "./rules.js";
import { revived } from "./steps.js";
import { recall } from "./store.js";
import { speak, words, wordsBy } from "./words.js";

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
  for (const file of [byId("file"), byId("photo")])
    file.addEventListener("change", () => {
      const [chosen] = file.files;
      if (chosen) openFile(app, chosen);
      file.value = "";
    });
  addEventListener("paste", ({ clipboardData }) => {
    const [pasted] = clipboardData?.files ?? [];
    if (pasted) openFile(app, pasted);
  });
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    const dropped = event.dataTransfer?.files[0];
    if (dropped) openFile(app, dropped);
  });
  addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "p") {
      event.preventDefault();
      return app.mode.print(); // which finds first what the sheet lacks; from the browser's menu it is as it is
    }
    const typing = /** @type {Element} */ (event.target).closest?.(TYPING);
    if (typing || !(event.ctrlKey || event.metaKey ? undone(app, event) : !event.altKey && app.mode.key(event))) return;
    event.preventDefault();
  });
  addEventListener("beforeprint", () => putForPrint(app.mode.paper()));
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
    if (wanted()) restore(app, { ...said, plain: true }, "play");
    history.replaceState(history.state, "", location.pathname + location.search); // the link does not contain later changes
    return true;
  });

// Show what an entry of the history had; a puzzle that is there already keeps the pieces that lie on it now.
/** @type {(app: App, kept: any) => Promise<void>} */
async function goBack(app, kept) {
  const same = JSON.stringify(kept.puzzle) === JSON.stringify(app.document().puzzle);
  app.visits.open = false;
  await app.trying(() => {
    app.session.plain = kept.plain;
    if (same) app.show(kept.mode);
    else restore(app, kept, kept.mode);
  });
  app.visits.open = true;
}

// Show the content of a link or of an earlier visit: a puzzle and pieces placed on it, or the name of a bundled puzzle.
/** @type {(app: App, said: any, mode: string) => void} */
function restore(app, said, mode) {
  if (typeof said.name === "string") return app.open(app.library.load(said.name), { mode });
  const puzzle = app.library.of(said);
  const placed = app.library.placedOf(said.placed, puzzle);
  app.open(puzzle, { mode, placed, plain: said.plain === true && mode === "play" });
  app.modes.play.resume(said);
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

// Show what the page begins with, or what it had before it was loaded again; return the steps that can be undone.
/** @type {(app: App, wanted: any, session: any) => Promise<KeptSteps | undefined>} */
async function resume(app, wanted, session) {
  const still = app.wish();
  const sent = wanted && { ...wanted, plain: wanted.mode === "play" };
  const said = (wanted?.given ? sent : (app.visits.here ?? sent)) ?? session;
  const mode = Object.hasOwn(app.modes, said?.mode) ? said.mode : "solve";
  if (said && still()) await app.trying(() => restore(app, said, mode));
  return said?.steps;
}

/** @type {(why: string) => void} */
const fail = (why) => document.body.append(h("p", { class: "problem fatal" }, why));

// Compile the kernels and the checker; return whether the browser can.
/** @type {(data: PageData) => boolean} */
function compile(data) {
  try {
    data.module = new WebAssembly.Module(data.kernels);
    data.geometry = new WebAssembly.Module(data.checker);
    return true;
  } catch {
    return false;
  }
}

async function begin() {
  const [compressed, { begin: wanted, base, old }] = ["data", "begin"].map((id) => JSON.parse(byId(id).textContent));
  const unpacks = typeof DecompressionStream !== "undefined";
  const stored = ["language", "base", "session"].map(recall);
  const data = unpacks ? await dataOf(compressed) : null;
  const compiled = data && compile(data);
  const [language, ownBase, session] = await Promise.all(stored);
  wordsBy(data?.languages ?? old, (lang) => data?.[`words ${lang}`] ?? old[lang]);
  speak([language, ...navigator.languages].filter(Boolean));
  if (!unpacks) return fail(words.noDecompression);
  if (!compiled) return fail(typeof WebAssembly === "undefined" ? words.noWebAssembly : words.noSimd);
  data.base = base ?? ownBase ?? null;
  if (wanted?.grid) data.grids += `\n${lineOf(wanted.grid)}`; // one that is not bundled
  checkBy(data.geometry);
  rulesBy(data.rules);
  const library = new Library(data);
  const workers = new Workers(data);
  const app = new App(library, workers, library.load(FIRST));
  listen(app);
  const linked = await fromLink(app, location.hash);
  Object.assign(app.session, revived(app, linked ? undefined : await resume(app, wanted, session)));
  app.visits.open = true;
  app.visits.leave(app.kept);
  app.render();
  await app.ready;
  document.body.dataset.ready = "true";
  setTimeout(() => workers.warm(), WARM_AFTER);
}

begin();
