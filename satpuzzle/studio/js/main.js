// The start of the page: it reads its data, restores the state of the last visit, and creates its parts.
import { App } from "./app.js";
import { Draw } from "./draw.js";
import { Library } from "./library.js";
import { Play } from "./play.js";
import { Solve } from "./solve.js";
import { Workers } from "./solver.js";
import { byId, h, s } from "./dom.js";
import { inflated, unpacked } from "./link.js";
import { openFile } from "./files.js";
import { recall } from "./store.js";
import { words } from "./words.js";

const FIRST = "soma"; // the puzzle that a new visitor sees
const WARM_AFTER = 100; // milliseconds

const TYPING = "input:not([type=checkbox]):not([type=range]), select, textarea, dialog";

// Undo or redo if these keys say so; return whether they do.
function undone({ session }, { key, shiftKey }) {
  if (!/^[zy]$/i.test(key)) return false;
  if (key.toLowerCase() === "y" || shiftKey) session.redo();
  else session.undo();
  return true;
}

function listen(app) {
  const title = byId("title");
  title.addEventListener("change", () => app.session.set({ puzzle: { ...app.puzzle, title: title.value.trim() } }));
  title.addEventListener("keydown", ({ key }) => key === "Enter" && title.blur());
  const file = h("input", {
    type: "file",
    id: "file",
    accept: ".toml,.json,.xmpuzzle",
    hidden: true,
    onchange: async () => {
      if (file.files[0]) await openFile(app, file.files[0]);
      file.value = "";
    },
  });
  document.body.append(file);
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    if (event.dataTransfer.files[0]) openFile(app, event.dataTransfer.files[0]);
  });
  addEventListener("keydown", (event) => {
    const typing = /** @type {Element} */ (event.target).closest?.(TYPING);
    if (typing || !(event.ctrlKey || event.metaKey ? undone(app, event) : !event.altKey && app.mode.key?.(app, event)))
      return;
    event.preventDefault();
  });
  addEventListener("hashchange", () => fromLink(app, location.hash));
}

// Open the content of a link; return whether there is one.
const fromLink = (app, fragment) =>
  app.trying(async () => {
    const said = await unpacked(fragment);
    if (!said) return false;
    restore(app, said, "play");
    history.replaceState(null, "", location.pathname + location.search); // the link does not contain later changes
    return true;
  });

// Show the content of a link or of an earlier visit: a puzzle and pieces placed on it, or the name of a bundled puzzle.
function restore(app, said, mode) {
  if (typeof said.name === "string") {
    app.open(app.library.load(said.name), { mode });
    return;
  }
  const day = Array.isArray(said.day) ? said.day : null;
  const puzzle = day ? app.library.member(String(day[0]), day[1]) : app.library.read(said.puzzle);
  const known = Object.entries(app.library.puzzles).find(([, each]) => each.title === puzzle.title && !each.family);
  if (known && !day) puzzle.name = known[0];
  const placed = app.library.placedOf(said.placed, puzzle);
  app.open(puzzle, { mode, placed });
  if (said.given) showGiven(app, said.given);
}

// Solutions that came with the page (satpuzzle/studio/view.py).
function showGiven(app, { solutions, colourBy, paint, ...others }) {
  app.byCopy = colourBy === "copy" && app.puzzle.pieces.length > 1;
  app.modes.solve.show(app, {
    ...others,
    solutions: solutions.map((placed, n) =>
      placed.map(([piece, cells, sides], i) => ({
        piece,
        cells,
        way: sides ?? null,
        paint: paint?.[n][i] ?? undefined,
      })),
    ),
  });
}

async function begin() {
  const [data, worker, { begin: wanted, base }] = ["data", "worker", "begin"].map((id) =>
    JSON.parse(byId(id).textContent),
  );
  data.base = base;
  if (typeof WebAssembly === "undefined") {
    document.body.append(h("p", { class: "problem fatal" }, words.noWebAssembly));
    return;
  }
  try {
    data.module = new WebAssembly.Module(await inflated(data.kernels));
  } catch {
    document.body.append(h("p", { class: "problem fatal" }, words.noSimd));
    return;
  }
  const library = new Library(data);
  const workers = new Workers(data, worker);
  const app = new App(library, workers, library.load(FIRST), {
    draw: new Draw(),
    solve: new Solve(),
    play: new Play(),
  });
  listen(app);
  if (!(await fromLink(app, location.hash))) {
    const said = wanted ?? (await recall("session"));
    const mode = Object.hasOwn(app.modes, said?.mode) ? said.mode : "solve";
    if (said) await app.trying(() => restore(app, said, mode));
  }
  app.session.past = [];
  app.render();
  byId("brand").append(mark());
  document.body.dataset.ready = "true";
  setTimeout(() => workers.warm(), WARM_AFTER);
}

const mark = () =>
  s("svg", { viewBox: "0 0 32 32" }, [
    s("path", { class: "a", d: "M4 4h16v8h-8v8H4z" }),
    s("path", { class: "b", d: "M14 14h6v-6" + "h8v20H14z" }),
  ]);

begin();
