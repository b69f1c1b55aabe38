// The start of the page: it reads its data, restores the state of the last visit, and creates its parts.
import { App } from "./app.js";
import { BoardMap } from "./map.js";
import { Complaint } from "./complaint.js";
import { Draw } from "./draw.js";
import { Library } from "./library.js";
import { Play } from "./play.js";
import { Solve } from "./solve.js";
import { UNITS } from "./canvas.js";
import { Workers } from "./solver.js";
import { byId, h, icon, refill, s, tool } from "./dom.js";
import { choose } from "./chooser.js";
import { contentOf } from "./puzzle.js";
import { inflated, unpacked } from "./link.js";
import { openFile, saveMenu, share } from "./files.js";
import { recall } from "./store.js";
import { words } from "./words.js";

const FIRST = "soma"; // the puzzle that a new visitor sees
const WARM_AFTER = 100; // milliseconds

function prepare(app) {
  app.contentOf = contentOf;
  app.ground = () => [new BoardMap(app.puzzle).ground(app.boardLook()), app.labels()];
  app.labels = () => [
    ...app.dayCells().map(({ cell, label }) => {
      const [x, y] = app.puzzle.grid.centre(cell);
      return s("text", { class: "day", x: x * UNITS, y: y * UNITS }, label);
    }),
    ...app.openCells().map(({ cell, label }) => {
      const [x, y] = app.puzzle.grid.centre(cell);
      return s("g", { class: "open" }, [
        s("rect", { x: (x - 0.46) * UNITS, y: (y - 0.46) * UNITS, width: 92, height: 92, rx: 10 }),
        s("text", { x: x * UNITS, y: y * UNITS }, label),
      ]);
    }),
  ];
  app.dayPicker = () => {
    const { family } = app.puzzle;
    if (!family) return null;
    const go = (labels) => app.open(app.library.member(family.name, labels));
    return h("div", { class: "row days" }, [
      Object.entries(family.groups).map(([group, labels], i) =>
        h(
          "select",
          {
            "aria-label": group,
            "data-key": `day${i}`,
            class: "button",
            value: family.labels[i],
            onchange: (event) => go(family.labels.with(i, event.target.value)),
          },
          [Object.keys(labels).map((label) => h("option", { value: label }, label))],
        ),
      ),
      h(
        "button",
        {
          type: "button",
          class: "button",
          "data-key": "today",
          onclick: () => app.open(app.library.load(family.name)),
        },
        [words.today],
      ),
    ]);
  };
  app.renderTop = () => {
    const { session } = app;
    refill(
      byId("modes"),
      Object.keys(app.modes).map((name) =>
        h(
          "button",
          {
            type: "button",
            role: "tab",
            "aria-selected": name === session.mode,
            "data-key": name,
            onclick: () => app.show(name),
          },
          [words.modes[name]],
        ),
      ),
    );
    refill(
      byId("actions"),
      tool("undo", words.undo, () => session.undo(), { disabled: !session.past.length }),
      tool("redo", words.redo, () => session.redo(), { disabled: !session.future.length }),
      h("span", { class: "gap" }),
      h(
        "button",
        {
          type: "button",
          class: "tool wide",
          "data-key": "choose",
          title: words.choosePuzzle,
          onclick: () =>
            choose(app, (puzzle) => app.open(puzzle, { mode: session.mode === "draw" ? "solve" : session.mode })),
        },
        [icon("grid"), h("span", {}, words.puzzles)],
      ),
      tool("open", words.open, () => byId("file").click()),
      tool("save", words.save, () => saveMenu(app)),
      tool("link", words.link, () => share(app)),
    );
  };
}

function listen(app) {
  byId("title").addEventListener("change", (event) =>
    app.session.set({ puzzle: { ...app.puzzle, title: event.target.value.trim() } }),
  );
  byId("title").addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.target.blur();
  });
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
    const typing = event.target.closest?.("input:not([type=checkbox]):not([type=range]), select, textarea, dialog");
    if ((event.ctrlKey || event.metaKey) && !typing && /^[zy]$/i.test(event.key)) {
      if (event.key.toLowerCase() === "y" || event.shiftKey) app.session.redo();
      else app.session.undo();
    } else if (!event.ctrlKey && !event.metaKey && !event.altKey && !typing && app.mode.key?.(app, event)) {
      /* done */
    } else return;
    event.preventDefault();
  });
  addEventListener("hashchange", () => fromLink(app, location.hash));
}

// Open the content of a link.
async function fromLink(app, fragment) {
  try {
    const said = await unpacked(fragment);
    if (!said) return false;
    restore(app, said, "play");
    history.replaceState(null, "", location.pathname + location.search); // the link does not contain later changes
    return true;
  } catch (error) {
    if (!(error instanceof Complaint)) throw error;
    app.say(error.message);
    return false;
  }
}

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
  prepare(app);
  listen(app);
  if (!(await fromLink(app, location.hash))) {
    const said = wanted ?? (await recall("session"));
    try {
      if (said) restore(app, said, Object.hasOwn(app.modes, said.mode) ? said.mode : "solve");
    } catch (error) {
      if (!(error instanceof Complaint)) throw error;
      app.say(error.message);
    }
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
