// The state of the page: a puzzle, the pieces placed on it, and what is shown.  Undo is a list of states.
import { ascending, code } from "./cell.js";
import { Complaint, words } from "./words.js";
import { settled } from "./puzzle.js";

const MOST_STEPS = 200;

// What is known of the pieces on the board when they have just changed.
export const unasked = { solution: null, ways: null, wrong: null, pointed: null };

// What the modes show of a puzzle, as it is at first.
/** @type {() => Views} */
const fresh = () => ({
  solve: {
    given: null,
    number: 0,
    chosen: false,
    taken: new Map(),
    all: false,
    only: true,
    sort: "level",
    walk: null,
    walks: {},
    pace: 3,
    fill: null,
    explode: 0,
    layers: true, // whether they are shown beside the view in space
    parting: true, // whether the slider takes pieces apart, if it is known how, or moves all apart
    playing: null, // the solution that is to be taken apart before one's eyes
    hidden: new Set(),
    solid: false,
  },
  play: {
    held: null,
    hinted: null,
    asked: null,
    answer: null,
    next: null,
    ...unasked,
    hinting: false,
    level: null,
    series: { open: false, wanted: { many: 6, from: "starter", to: "master" }, status: "new", levels: [] },
    solvedAt: null,
    shown: null,
    times: 1,
    streak: 0,
    all: null,
    sheet: null,
    unfolded: false,
    hints: 0,
    spent: 0,
    since: null,
  },
});

export class Session {
  /** @param {Puzzle} puzzle @param {(other: boolean) => void} changed @param {(why: string) => void} refused */
  constructor(puzzle, changed, refused) {
    this.puzzle = puzzle;
    /** @type {Placed[]} */
    this.placed = []; // {piece, cells}, in play
    this.mode = "solve"; // draw, solve or play
    this.editing = -1; // the piece that is being edited, -1 for the board
    this.tool = "paint";
    /** @type {number | null} */
    this.hue = null; // the colour that is painted: null for none in particular, 0 for no colour
    this.layer = 0;
    this.byCopy = false; // whether copies of one piece have different colours
    this.hints = "both"; // what a hint tells: the piece, its place, or both
    this.plain = false; // whether there is only what a player needs, who was sent a puzzle
    this.tell = true; // whether it is told, in play, that the puzzle can still be finished
    this.views = fresh();
    /** @type {Step[]} */
    this.past = [];
    /** @type {Step[]} */
    this.future = [];
    this.changed = changed;
    this.refused = refused; // called with the reason if a change would make a puzzle that makes no sense
  }

  // Change the puzzle or the placed pieces; undo restores the previous state.
  /** @type {(state: { puzzle?: Puzzle; placed?: Placed[] }) => void} */
  set({ puzzle = this.puzzle, placed = puzzle === this.puzzle ? this.placed : [] }) {
    this.past.push(this.#step());
    if (this.past.length > MOST_STEPS) this.past.shift();
    this.future = [];
    this.#take({ puzzle, placed });
  }

  // The same, for a change of some properties of the puzzle.
  /** @type {(parts: Partial<Puzzle>) => void} */
  change(parts) {
    try {
      this.set({ puzzle: settled({ ...this.puzzle, counts: null, family: null, name: null, ...parts }) });
    } catch (error) {
      if (!(error instanceof Complaint)) throw error;
      this.refused(error.message);
    }
  }

  undo() {
    this.#back(this.past, this.future);
  }
  redo() {
    this.#back(this.future, this.past);
  }

  /** @type {(from: Step[], to: Step[]) => void} */
  #back(from, to) {
    const step = from.pop();
    if (!step) return;
    to.push(this.#step());
    this.#take(step);
  }

  #step() {
    return { puzzle: this.puzzle, placed: this.placed, editing: this.editing };
  }

  /** @type {(step: { puzzle: Puzzle; placed: Placed[]; editing?: number }) => void} */
  #take({ puzzle, placed, editing = this.editing }) {
    const other = puzzle !== this.puzzle;
    this.puzzle = puzzle;
    this.placed = placed;
    this.editing = Math.min(editing, puzzle.pieces.length - 1);
    if (other) this.views = fresh();
    this.changed(other);
  }

  // The piece that is being edited; undefined if it is the board.
  get piece() {
    return this.puzzle.pieces[this.editing];
  }

  // Return the cells of the board or the piece that is being edited.
  get cells() {
    return this.piece?.cells ?? this.puzzle.board;
  }

  // Replace some properties of a piece; rules that name it name it anew.
  /** @type {(number: number, parts: Partial<Piece>) => void} */
  changePiece(number, parts) {
    const { pieces, rules } = this.puzzle;
    const { name } = pieces[number];
    /** @type {(old: string) => string} */
    const anew = (old) => (old === name ? (parts.name ?? name) : old);
    this.change({
      pieces: pieces.map((piece, i) => (i === number ? { ...piece, ...parts } : piece)),
      rules: rules.map((rule) => ({ ...rule, names: rule.names.map(anew) })),
    });
  }

  // The cells that are drawn, by their names, with their colours and whether they may stay empty.
  get drawing() {
    const { colours } = this.piece ?? this.puzzle;
    const free = this.piece ? [] : this.puzzle.optional;
    /** @type {(cell: Vector, i: number) => [number, Drawn]} */
    const drawn = (cell, i) => [code(cell), { cell, hue: colours?.[i] ?? 0, free: free[i] ?? false }];
    return new Map(this.cells.map(drawn));
  }

  // Replace what is drawn: the board or the piece that is being edited.
  /** @type {(drawing: Iterable<Drawn>) => void} */
  draw(drawing) {
    if (this.piece?.chain !== undefined) return this.refused(words.chainByWord);
    const sorted = [...drawing].sort((a, b) => ascending(a.cell, b.cell));
    const cells = sorted.map(({ cell }) => cell);
    const hues = sorted.map(({ hue }) => hue);
    const colours = hues.some(Boolean) ? hues : null;
    if (this.piece) return this.changePiece(this.editing, { cells, colours });
    const there = new Set(cells.map(code));
    const frame = this.puzzle.frame.filter((cell) => !there.has(code(cell)));
    this.change({ board: cells, optional: sorted.map(({ free }) => free), frame, colours });
  }
}
