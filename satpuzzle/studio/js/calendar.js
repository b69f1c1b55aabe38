// Calendars: puzzles of a family in which some labelled cells, such as a day and a month, stay open.
import { UNITS } from "./canvas.js";
import { code } from "./cell.js";
import { button, h, s, select } from "./dom.js";
import { words } from "./words.js";

const SIDE = 0.92; // of the square around an open cell
const FIELDS = ["month", "day", "weekday"]; // groups of labels whose names are said in the language of the page

// Return the cells that stay open, with their labels.
/** @type {(puzzle: Puzzle) => { cell: Vector; label: string }[]} */
export function openCells({ family }) {
  return family
    ? Object.values(family.groups).map((group, i) => ({ cell: group[family.labels[i]], label: family.labels[i] }))
    : [];
}

// Return the labels of all cells, as drawn.
/** @type {(puzzle: Puzzle) => SVGElement[]} */
export function labelsOf(puzzle) {
  const { grid, family } = puzzle;
  const open = openCells(puzzle);
  const all = Object.values(family?.groups ?? {}).flatMap((group) => Object.entries(group));
  const closed = all.filter(([, cell]) => !open.some((each) => code(each.cell) === code(cell)));
  /** @type {(cell: Vector, label: string, properties?: Properties) => SVGElement} */
  const written = (cell, label, properties = {}) => {
    const [x, y] = grid.centre(cell).map((along) => along * UNITS);
    return s("text", { x, y, ...properties }, label);
  };
  /** @type {(open: { cell: Vector; label: string }) => SVGElement} */
  const framed = ({ cell, label }) => {
    const [x, y] = grid.centre(cell).map((along) => (along - SIDE / 2) * UNITS);
    const size = SIDE * UNITS;
    return s("g", { class: "open" }, s("rect", { x, y, width: size, height: size, rx: 10 }), written(cell, label));
  };
  return [...closed.map(([label, cell]) => written(cell, label, { class: "day" })), ...open.map(framed)];
}

/** @type {(group: string) => string} */
const named = (group) =>
  FIELDS.includes(group) ? (new Intl.DisplayNames(words.lang, { type: "dateTimeField" }).of(group) ?? group) : group;

// Return lists in which the user chooses the labels; null unless the puzzle is a calendar.
/** @type {(app: App) => HTMLElement | null} */
export function dayPicker(app) {
  const { family } = app.puzzle;
  if (!family) return null;
  const lists = Object.entries(family.groups).map(([group, labels], i) => {
    /** @type {(label: string) => void} */
    const go = (label) => app.open(app.library.member(family.name, family.labels.with(i, label)));
    const choices = Object.keys(labels).map((label) => [label, label]);
    return select(family.labels[i], choices, go, { "aria-label": named(group), "data-key": `day${i}` });
  });
  const today = button(words.today, () => app.open(app.library.load(family.name)), { "data-key": "today" });
  return h("div", { class: "row days" }, lists, today);
}
