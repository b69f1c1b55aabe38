// What the page brings along: grids, bundled puzzles and sets, colours, and the kernels.
import { Complaint } from "./complaint.js";
import { puzzleOf, readGrids } from "./puzzle.js";
import { words } from "./words.js";

// Sets that make sense on other grids than the one that they name.
const ALSO_ON = { pentominoes: ["cubic"], "iq-pyramid": ["square", "fcc"] };

export class Library {
  constructor(data) {
    this.data = data;
    this.grids = readGrids(data.grids);
    this.sets = new Map(Object.entries(data.sets));
    this.puzzles = data.puzzles;
  }

  // A bundled puzzle by its name; a family's member of today.
  load(name, date = new Date()) {
    const content = this.puzzles[name];
    if (!content) throw new Complaint(words.noSuchPuzzle(name));
    return content.family ? this.member(name, this.today(content.family, date)) : { ...this.read(content), name };
  }

  read(content) {
    return puzzleOf(content, this);
  }

  // A member of a family of boards: the cells with these labels, one of each group, stay open.
  member(name, labels) {
    const { family, ...content } = this.puzzles[name], whole = puzzleOf(content, this);
    const groups = Object.values(family.groups), right = Array.isArray(labels) && labels.length === groups.length;
    if (!right || !groups.every((group, i) => Object.hasOwn(group, labels[i]))) throw new Complaint(words.notAPuzzle);
    const open = new Set(groups.map((group, i) => group[labels[i]].join()));
    const kept = whole.board.map((cell) => !open.has(cell.join()));
    const keep = (_, i) => kept[i];
    return {
      ...whole, name, title: `${whole.title}: ${labels.join(" ")}`, board: whole.board.filter(keep), optional: whole.optional.filter(keep),
      family: { name, labels, groups: family.groups },
    };
  }

  // The labels of a date: the month and the day, and the day of the week if there is one.
  today({ groups }, date) {
    const said = (options) => date.toLocaleDateString("en-US", options);
    const names = [said({ month: "short" }), said({ day: "numeric" }), said({ weekday: "short" }), said({ weekday: "long" }), said({ month: "long" })];
    return Object.values(groups).map((group) => names.find((name) => Object.hasOwn(group, name)) ?? Object.keys(group)[0]);
  }

  setsFor(grid) {
    return [...this.sets.keys()].filter((name) => this.sets.get(name).lattice === grid.name || ALSO_ON[name]?.includes(grid.name));
  }

  // The pieces of a set, as a puzzle's file would have them.
  piecesOf(name, grid) {
    const { mirror = true } = this.sets.get(name);
    return this.read({ lattice: grid.name, box: grid.basis.map(() => 1), pieces: name, mirror }).pieces;
  }

  colour(number) {
    return this.data.colours[number % this.data.colours.length];
  }
}

// Black or white, whichever is easier to read on a colour (WCAG 2).
export function inkOn(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255).map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? "#000000" : "#ffffff";
}
