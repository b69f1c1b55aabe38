// The dialog in which the user chooses a bundled puzzle, by its picture or by one of its names.
import { button, byId, h, icon, refill, tool } from "./dom.js";
import { emptyOn } from "./puzzle.js";
import { looks } from "./paint.js";
import { sketch } from "./sketch.js";
import { words } from "./words.js";

// Show all puzzles in a dialog; `open` is called with the one that is chosen.
export function choose(app, open) {
  const dialog = byId("dialog");
  const found = h("ul", { class: "gallery", "data-fresh": true });
  const search = h("input", {
    type: "search",
    "data-fresh": true,
    placeholder: words.searchPuzzles,
    "aria-label": words.searchPuzzles,
    oninput: () => show(),
  });
  const entries = Object.keys(app.library.puzzles).map((name) => ({ name, puzzle: app.library.load(name) }));
  const show = () => {
    const wanted = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const shown = entries.filter(({ name, puzzle }) => {
      const text =
        `${name} ${puzzle.title} ${words.grids[puzzle.grid.name]} ${also(app, name).join(" ")}`.toLowerCase();
      return wanted.every((word) => text.includes(word));
    });
    refill(
      found,
      wanted.length ? null : own(app),
      shown.map((entry) => card(app, entry, open)),
      shown.length ? null : h("li", { class: "note" }, words.nothingFound),
    );
  };
  refill(
    dialog,
    h("div", { class: "head" }, [
      h("h2", {}, words.choosePuzzle),
      search,
      tool("close", words.close, () => dialog.close()),
    ]),
    found,
  );
  show();
  dialog.className = "large";
  dialog.showModal();
  search.focus();
}

const also = (app, name) => app.library.puzzles[name].also ?? [];

// The way to an empty puzzle.
function own(app) {
  const content = [icon("plus"), h("strong", {}, words.newPuzzle), h("span", { class: "note" }, words.drawOwn)];
  const draw = () => {
    byId("dialog").close();
    app.open(emptyOn(app.library.grids.get("square")), { mode: "draw" });
  };
  return h("li", {}, button(content, draw, { class: "card own", "data-key": "own" }));
}

function card(app, { name, puzzle }, open) {
  const count = puzzle.counts?.isometries ?? puzzle.counts?.rotations ?? null;
  const content = [
    picture(app, name, puzzle),
    h("strong", {}, puzzle.family ? app.library.puzzles[name].title : puzzle.title),
    h("span", { class: "note" }, also(app, name).join(", ") || words.summary(puzzle, count)),
  ];
  const choose = () => {
    byId("dialog").close();
    app.trying(() => open(app.library.load(name)));
  };
  return h("li", {}, button(content, choose, { class: "card", "data-key": null, "data-name": name }));
}

// A picture of a puzzle: a solution if the page contains one, otherwise the board.
function picture(app, name, puzzle) {
  const letters = app.library.data.pictures[name];
  const single = new Set(letters?.map(([piece]) => piece)).size < 2;
  if (!letters || puzzle.family) return sketch([{ cells: puzzle.board }], puzzle.grid, { class: "sketch plain" });
  return sketch(
    letters.map(([piece, ...rest], i) => {
      const cells = rest.filter(Number.isInteger);
      const way = rest.find((each) => typeof each === "string");
      return {
        cells: cells.map((cell) => puzzle.board[cell]),
        colour: app.library.colour(single ? i : piece),
        ...looks(puzzle, way, (number) => app.library.colour(number)),
      };
    }),
    puzzle.grid,
  );
}
