// The top of the page: the modes, and what can be done with a puzzle.
import { choose } from "./chooser.js";
import { button, byId, h, icon, refill, select, tool, wide } from "./dom.js";
import { saveMenu, share } from "./files.js";
import { languages, words } from "./words.js";

/** @type {(app: App) => void} */
export function renderTop(app) {
  const { session } = app;
  document.documentElement.lang = words.lang;
  for (const [id, label] of labels()) byId(id).setAttribute("aria-label", label);
  /** @type {(name: string) => HTMLElement} */
  const tab = (name) =>
    button(words.modes[name], () => app.show(name), {
      class: null,
      role: "tab",
      "aria-selected": name === session.mode,
      "aria-controls": "main",
      tabindex: name === session.mode ? 0 : -1,
      "data-key": name,
    });
  /** @type {(puzzle: Puzzle) => void} */
  const open = (puzzle) => app.open(puzzle, { mode: session.mode === "draw" ? "solve" : session.mode });
  const modes = Object.keys(app.modes);
  refill(byId("modes"), modes.map(tab));
  byId("modes").onkeydown = (/** @type {KeyboardEvent} */ event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.stopPropagation();
    const next = (modes.indexOf(session.mode) + by + modes.length) % modes.length;
    app.show(modes[next]);
    byId("modes").children[next].focus();
  };
  refill(
    byId("actions"),
    tool("undo", words.undo, () => session.undo(), { disabled: !session.past.length }),
    tool("redo", words.redo, () => session.redo(), { disabled: !session.future.length }),
    h("span", { class: "gap" }),
    !session.plain && [
      wide("grid", words.puzzles, "choose", () => choose(app, open), { title: words.choosePuzzle }),
      wide("open", words.open, "open", () => byId("file").click(), { title: words.open }),
      wide("save", words.save, "Save", () => saveMenu(app), { title: words.save }),
    ],
    wide("link", words.link, "Link", () => share(app), { title: words.link }),
    h("label", { class: "tool language", title: words.language }, [
      icon("globe"),
      select(words.lang, languages(), (lang) => app.speak(lang), {
        class: null,
        "aria-label": words.language,
        "data-key": "language",
      }),
    ]),
  );
}

// The parts of the page that screen readers name.
const labels = () => [
  ["title", words.nameLabel],
  ["actions", words.puzzleLabel],
  ["places", words.modesLabel],
  ["modes", words.modesLabel],
  ["stage", words.board],
  ["tools", words.toolsLabel],
];
