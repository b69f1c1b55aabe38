// The dialog in which the user chooses a bundled puzzle, by its picture, by one of its names, by its kind, its size or by how
// hard it is.
import { button, closing, h, icon, refill, select, showDialog } from "./dom.js";
import { product, range, sorted, sum } from "./lists.js";
import { pictureOf, sketch } from "./sketch.js";
import { LEVELS } from "./player.js";
import { say } from "./saying.js";
import { gridName, words } from "./words.js";

const HARDEST = LEVELS.length;

/** @type {(puzzle: Puzzle) => number} */
const most = ({ pieces }) => sum(pieces.map(({ max }) => max));

// What one may ask for: for each question its answers, and which puzzles each has.
/** @type {Record<string, Record<string, (puzzle: Puzzle) => boolean>>} */
const FILTERS = {
  kind: {
    flat: ({ grid }) => grid.flat,
    solid: ({ grid }) => !grid.flat,
    coloured: ({ tiled, coloured }) => Boolean(tiled || coloured),
    days: ({ family }) => Boolean(family),
  },
  size: {
    few: (puzzle) => most(puzzle) <= 7,
    some: (puzzle) => most(puzzle) > 7 && most(puzzle) <= 12,
    many: (puzzle) => most(puzzle) > 12,
  },
};

// Orders of the puzzles, which are in that of their titles before.
/** @type {Record<string, (one: Entry, other: Entry) => number>} */
const SORTS = {
  name: () => 0,
  easy: (one, other) => one.effort - other.effort || 0,
  hard: (one, other) => Number(other.hardness > 0) - Number(one.hardness > 0) || other.effort - one.effort || 0,
  few: (one, other) => most(one.puzzle) - most(other.puzzle),
};

// Show all puzzles in a dialog; `open` is called with the one that is chosen.
/** @type {(app: App, open: (puzzle: Puzzle) => void) => void} */
export function choose(app, open) {
  const { library } = app;
  const { compare } = new Intl.Collator(words.lang, { numeric: true, ignorePunctuation: true });
  const entries = Object.keys(library.puzzles)
    .map((name) => {
      const puzzle = library.load(name);
      const title = library.titleNamed(name);
      return { name, title, puzzle, effort: library.effort(name, puzzle), hardness: library.hardness(name, puzzle) };
    })
    .sort((one, other) => compare(one.title, other.title));
  let order = "name";
  /** @type {(entry: Entry) => string} */
  const textOf = ({ name, puzzle, hardness }) => {
    const names = [name, puzzle.title, ...also(app, name)].join(" ").toLowerCase();
    const plain = Object.keys(words.alsoCalled).filter((word) => names.includes(word));
    return [
      ...[names, ...library.titlesOf(name), gridName(puzzle.grid.name), ...sizes(puzzle)],
      ...plain.map((word) => words.alsoCalled[word]),
      ...[hardness === 1 ? words.easy : "", puzzle.family ? words.today : ""],
    ]
      .join(" ")
      .toLowerCase();
  };
  const found = h("ul", { class: "gallery", "data-fresh": true });
  const show = () => {
    /** @type {string[]} */
    const wanted = search.value.toLowerCase().replaceAll("×", "x").split(/\s+/).filter(Boolean);
    const shown = entries.filter(
      (entry) =>
        wanted.every((word) => textOf(entry).includes(word)) &&
        Object.entries(asked).every(([question, answer]) => !answer || FILTERS[question][answer](entry.puzzle)),
    );
    const none = shown.length ? null : h("li", { class: "note" }, words.nothingFound);
    const cards = shown.sort(SORTS[order]).map((entry) => card(app, entry, open, found));
    refill(found, none, wanted.length && shown.length ? null : own(app), cards);
  };
  /** @type {Record<string, string>} */
  const asked = {};
  const filters = Object.keys(FILTERS).map((question) => {
    const answers = ["", ...Object.keys(FILTERS[question])].map((answer) => [answer, words.filters[question][answer]]);
    /** @type {(answer: string) => void} */
    const ask = (answer) => {
      asked[question] = answer;
      show();
    };
    return select("", answers, ask, { "aria-label": words.filterLabels[question], "data-key": question });
  });
  /** @type {(wanted: string) => void} */
  const sort = (wanted) => {
    order = wanted;
    show();
  };
  const orders = Object.keys(SORTS).map((each) => [each, words.sortsOfPuzzles[each]]);
  filters.push(select(order, orders, sort, { "aria-label": words.sortBy, "data-key": "order" }));
  const search = h("input", {
    type: "search",
    "data-fresh": true,
    placeholder: words.searchPuzzles,
    "aria-label": words.searchPuzzles,
    oninput: show,
  });
  show();
  showDialog(
    "large",
    words.choosePuzzle,
    search,
    h("div", { class: "row filters", "data-fresh": true }, filters),
    found,
  );
  const touched = matchMedia("(hover: none)").matches; // then the keyboard on the screen would cover the puzzles
  (touched ? found.querySelector("button") : search)?.focus();
}

/** @type {(app: App, name: string) => string[]} */
const also = (app, name) => app.library.puzzles[name].also ?? [];

// The size of a board that is a box, as people write it, such as "4x4x4": the shortest side first.
/** @type {(puzzle: Puzzle) => string[]} */
function sizes({ board }) {
  const extents = range(3).map((axis) => 1 + Math.max(...board.map((cell) => cell[axis])));
  return product(extents) === board.length ? [sorted(extents.filter((extent) => extent > 1)).join("x")] : [];
}

// The way to an empty puzzle.
/** @type {(app: App) => HTMLElement} */
function own(app) {
  const content = [icon("plus"), h("strong", {}, words.newPuzzle), h("span", { class: "note" }, words.drawOwn)];
  const draw = closing(() => app.open(app.library.empty("square"), { mode: "draw" }));
  return h("li", {}, button(content, draw, { class: "card own", "data-key": "own" }));
}

/** @type {(puzzle: Puzzle) => string} */
function summary({ pieces, board, counts }) {
  const count = counts?.isometries ?? counts?.rotations ?? null;
  const sizes = say(words.summary, { pieces: sum(pieces, ({ max }) => max), cells: board.length });
  return count === null ? sizes : say(words.summaryCounted, { summary: sizes, count });
}

/** @type {(app: App, entry: Entry, open: (puzzle: Puzzle) => void, gallery: HTMLElement) => HTMLElement} */
function card(app, { name, title, puzzle, hardness }, open, gallery) {
  const content = [
    later(() => picture(app, puzzle), gallery),
    h("strong", {}, title),
    h("span", { class: "note" }, also(app, name).join(", ")),
    h("span", { class: "note" }, summary(puzzle)),
    hardness > 0 && stars(hardness),
  ];
  const choose = closing(() => app.trying(() => open(app.library.load(name))));
  return h("li", {}, button(content, choose, { class: "card", "data-key": null, "data-name": name }));
}

// Return what gives way to a picture, which is drawn when it is almost in view: most of the time of the dialog was theirs.
/** @type {(draw: () => SVGElement, root: HTMLElement) => HTMLElement} */
function later(draw, root) {
  const place = h("span", { class: "sketch", "data-fresh": true });
  /** @type {IntersectionObserverCallback} */
  const seen = (entries, observer) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    place.replaceWith(draw());
  };
  new IntersectionObserver(seen, { root, rootMargin: "200px" }).observe(place);
  return place;
}

// How hard a puzzle is, as stars.
/** @type {(hardness: number) => HTMLElement} */
function stars(hardness) {
  const label = say(words.hardness, { hardness, hardest: HARDEST });
  const text = "★".repeat(hardness) + "☆".repeat(HARDEST - hardness);
  return h("span", { class: "stars", role: "img", title: label, "aria-label": label }, text);
}

// A picture of a puzzle: a solution if the page contains one, otherwise the board.
/** @type {(app: App, puzzle: Puzzle) => SVGElement} */
function picture(app, puzzle) {
  const placed = app.library.solutionOf(puzzle);
  if (!placed) return sketch([{ cells: puzzle.board }], puzzle.grid, { class: "sketch plain" });
  return pictureOf(puzzle, placed, app.colour);
}
