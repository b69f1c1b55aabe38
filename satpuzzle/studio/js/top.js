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
      "data-key": name,
    });
  /** @type {(puzzle: Puzzle) => void} */
  const open = (puzzle) => app.open(puzzle, { mode: session.mode === "draw" ? "solve" : session.mode });
  refill(byId("modes"), Object.keys(app.modes).map(tab));
  refill(
    byId("actions"),
    tool("undo", words.undo, () => session.undo(), { disabled: !session.past.length }),
    tool("redo", words.redo, () => session.redo(), { disabled: !session.future.length }),
    h("span", { class: "gap" }),
    wide("grid", words.puzzles, "choose", () => choose(app, open), { title: words.choosePuzzle }),
    tool("open", words.open, () => byId("file").click()),
    tool("save", words.save, () => saveMenu(app)),
    tool("link", words.link, () => share(app)),
    h("label", { class: "tool language", title: words.language }, [
      icon("globe"),
      select(words.lang, languages, (lang) => app.speak(lang), {
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
  ["modes", words.modesLabel],
  ["stage", words.board],
  ["tools", words.toolsLabel],
];
