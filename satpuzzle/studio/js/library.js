// The data in the page: grids, bundled puzzles and piece sets, colours, and the kernels.
import { ascending, code } from "./cell.js";
import { sum } from "./lists.js";
import { rankOf } from "./player.js";
import { puzzleOf, readGrids } from "./puzzle.js";
import { nameOf, namesOf } from "./way.js";
import { say } from "./saying.js";
import { Complaint, words } from "./words.js";

// Piece sets that can also be used on grids other than the one in their file.
/** @type {Record<string, string[]>} */
const ALSO_ON = { pentominoes: ["cubic"], "iq-pyramid": ["square", "fcc"] };

// How the labels of a calendar may be written, the usual ones first.
/** @type {Intl.DateTimeFormatOptions[]} */
const DATES = [{ month: "short" }, { day: "numeric" }, { weekday: "short" }, { weekday: "long" }, { month: "long" }];

const MOST_PLACED = 1000;

export class Library {
  /** @param {PageData} data */
  constructor(data) {
    this.data = data;
    this.grids = readGrids(data.grids);
    this.sets = new Map(Object.entries(data.sets));
    this.keys = data.keys;
    this.puzzles = data.puzzles;
  }

  // Return a bundled puzzle by its name; for a family, its member for today's date.
  /** @type {(name: string, date?: Date) => Puzzle} */
  load(name, date = new Date()) {
    const content = Object.hasOwn(this.puzzles, name) ? this.puzzles[name] : null;
    if (!content) throw new Complaint(say(words.noSuchPuzzle, { name }));
    return content.family ? this.member(name, this.today(content.family, date)) : { ...this.read(content), name };
  }

  /** @type {(content: Content) => Puzzle} */
  read(content) {
    return puzzleOf(content, this);
  }

  // Return the puzzle of a link, an earlier visit or a diary: the member of a calendar, or what its content says.
  /** @type {(said: any) => Puzzle} */
  of({ puzzle, day }) {
    if (Array.isArray(day)) return this.member(String(day[0]), day[1]);
    const read = this.read(puzzle);
    const known = Object.entries(this.puzzles).find(([, each]) => each.title === read.title && !each.family);
    return known ? { ...read, name: known[0] } : read;
  }

  // The title of a bundled puzzle in the language that is spoken (puzzles/titles/), and those in all languages.
  /** @type {(name: string) => string} */
  titleNamed(name) {
    return this.data.titles[words.lang]?.[name] ?? this.puzzles[name].title;
  }
  /** @type {(name: string) => string[]} */
  titlesOf(name) {
    return [this.puzzles[name].title, ...Object.values(this.data.titles).map((each) => each[name] ?? "")];
  }

  // The title of a piece set in the language that is spoken.
  /** @type {(name: string) => string} */
  titleOfSet(name) {
    return this.data.titles[words.lang]?.sets[name] ?? this.sets.get(name).title ?? name;
  }

  // The title of a puzzle: a bundled one has that of the language, unless the user has given it another.
  /** @type {(puzzle: Puzzle) => string} */
  titleOf({ name, family, title }) {
    const after = family ? `: ${family.labels.join(" ")}` : "";
    return name && title === this.puzzles[name].title + after ? this.titleNamed(name) + after : title;
  }

  // Return the solution of a bundled puzzle that is in the page, null if there is none.
  /** @type {(puzzle: Puzzle) => Placed[] | null} */
  solutionOf({ name, family, board }) {
    const letters = name && !family && Object.hasOwn(this.data.pictures, name) ? this.data.pictures[name] : null;
    if (!letters) return null;
    return letters.map(([piece, ...rest]) => ({
      piece,
      cells: rest.filter(Number.isInteger).map((cell) => board[cell]),
      way: rest.find((each) => typeof each === "string"),
    }));
  }

  // The effort of a careful player for each piece of a bundled puzzle (satpuzzle/studio/efforts.py), Infinity if none is known.
  /** @type {(name: string, puzzle: Puzzle) => number} */
  effort(name, { pieces }) {
    const { efforts, pictures } = this.data;
    const placed = pictures[name]?.length ?? sum(pieces, ({ max }) => max);
    return Object.hasOwn(efforts, name) ? efforts[name] / placed : Infinity;
  }

  // How hard that is, from 1 to 5; 0 if it is not known.
  /** @type {(name: string, puzzle: Puzzle) => number} */
  hardness(name, puzzle) {
    const effort = this.effort(name, puzzle);
    return effort === Infinity ? 0 : 1 + rankOf(effort);
  }

  // Return a puzzle on a grid with a small board, no pieces and no title.
  /** @type {(grid: string) => Puzzle} */
  empty(grid) {
    const box = this.grids.get(grid)?.basis.map((_, i) => (i === 2 ? 2 : 4));
    return this.read({ grid, box, pieces: [] });
  }

  // Return a member of a family of boards: the cells with these labels, one of each group, stay uncovered.
  /** @type {(name: string, labels: string[]) => Puzzle} */
  member(name, labels) {
    if (!Object.hasOwn(this.puzzles, name) || !this.puzzles[name].family)
      throw new Complaint(say(words.noSuchPuzzle, { name }));
    const { family, ...content } = this.puzzles[name];
    const whole = puzzleOf(content, this);
    const groups = Object.values(family.groups);
    const right = Array.isArray(labels) && labels.length === groups.length;
    if (!right || !groups.every((group, i) => Object.hasOwn(group, labels[i]))) throw new Complaint(words.notAPuzzle);
    const open = new Set(groups.map((group, i) => group[labels[i]].join()));
    const kept = whole.board.map((/** @type {Vector} */ cell) => !open.has(cell.join()));
    /** @type {(_: any, i: number) => boolean} */
    const keep = (_, i) => kept[i];
    return {
      ...whole,
      name,
      title: `${whole.title}: ${labels.join(" ")}`,
      board: whole.board.filter(keep),
      optional: whole.optional.filter(keep),
      colours: whole.colours?.filter(keep) ?? null,
      family: { name, labels, groups: family.groups },
    };
  }

  // The labels of a date: the month and the day, and the day of the week if there is one.
  /** @type {(family: Pick<Family, "groups">, date: Date) => string[]} */
  today({ groups }, date) {
    const names = DATES.map((form) => date.toLocaleDateString("en-US", form));
    /** @type {(group: object) => string} */
    const named = (group) => names.find((name) => Object.hasOwn(group, name)) ?? Object.keys(group)[0];
    return Object.values(groups).map(named);
  }

  // Return those pieces of a link or an earlier visit that can lie on the board together.
  /** @type {(said: any, puzzle: Puzzle) => Placed[]} */
  placedOf(said, puzzle) {
    const { grid, board, pieces } = puzzle;
    const free = new Set(board.map(code));
    const left = pieces.map(({ max }) => max);
    return (Array.isArray(said) ? said : []).slice(0, MOST_PLACED).flatMap((each) => {
      const [number, cells, way = null, fixed = false] = Array.isArray(each) ? each : [];
      const piece = pieces[number];
      const fits =
        piece &&
        left[number] > 0 &&
        Array.isArray(cells) &&
        cells.length === piece.cells.length &&
        cells.every((cell) => Array.isArray(cell) && cell.length === 3 && grid.kind(cell) >= 0 && free.has(code(cell)));
      if (!fits || !(puzzle.wrap || namesOf(piece, puzzle).includes(nameOf(cells, way, grid)))) return [];
      left[number]--;
      for (const cell of cells) free.delete(code(cell));
      return [
        { piece: number, cells: [...cells].sort(ascending), ...(way && { way }), ...(fixed === true && { fixed }) },
      ];
    });
  }

  /** @type {(grid: Grid) => string[]} */
  setsFor(grid) {
    return [...this.sets.keys()].filter(
      (name) => this.sets.get(name).grid === grid.said || ALSO_ON[name]?.includes(grid.said),
    );
  }

  // Return the pieces of a set in the form of a puzzle file.
  /** @type {(name: string, grid: Grid) => Piece[]} */
  piecesOf(name, grid) {
    const { mirror = true } = this.sets.get(name);
    return this.read({ grid: grid.said, box: grid.basis.map(() => 1), pieces: name, mirror }).pieces;
  }

  /** @type {Palette} */
  colour(number) {
    return this.data.colours[number % this.data.colours.length];
  }
}
