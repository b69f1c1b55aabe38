// The state of the page: a puzzle, the pieces placed on it, and what is shown.  Undo is a list of states.
import { code } from "./cell.js";
import { Complaint } from "./complaint.js";
import { settled } from "./puzzle.js";

const MOST_STEPS = 200;

export class Session {
  constructor(puzzle, changed, refused) {
    this.puzzle = puzzle;
    this.placed = []; // {piece, cells}, in play
    this.mode = "solve"; // draw, solve or play
    this.editing = -1; // the piece that is being edited, -1 for the board
    this.tool = "paint";
    this.hue = null; // the colour that is painted: null for none in particular, 0 for no colour
    this.layer = 0;
    this.past = [];
    this.future = [];
    this.changed = changed;
    this.refused = refused; // called with the reason if a change would make a puzzle that makes no sense
  }

  // Change the puzzle or the placed pieces; undo restores the previous state.
  set({ puzzle = this.puzzle, placed = puzzle === this.puzzle ? this.placed : [] }) {
    this.past.push(this.#step());
    if (this.past.length > MOST_STEPS) this.past.shift();
    this.future = [];
    this.#take({ puzzle, placed });
  }

  // The same, for a change of some properties of the puzzle.
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

  #back(from, to) {
    if (!from.length) return;
    to.push(this.#step());
    this.#take(from.pop());
  }

  #step() {
    return { puzzle: this.puzzle, placed: this.placed, editing: this.editing };
  }

  #take({ puzzle, placed, editing = this.editing }) {
    const other = puzzle !== this.puzzle;
    this.puzzle = puzzle;
    this.placed = placed;
    this.editing = Math.min(editing, puzzle.pieces.length - 1);
    this.changed(other);
  }

  // Return the cells of the board or the piece that is being edited.
  get cells() {
    return this.editing < 0 ? this.puzzle.board : this.puzzle.pieces[this.editing].cells;
  }

  // Replace the cells of the board or the piece that is being edited; cells of the board may be optional.
  // `hues` has the colours of cells by their names; without it, cells keep their colours.
  draw(cells, free = null, hues = null) {
    const sorted = [...cells].sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
    const colours = hues ? anyOf(sorted.map((cell) => hues.get(code(cell)) ?? 0)) : this.#coloursOn(sorted);
    if (this.editing >= 0) {
      this.change({
        pieces: this.puzzle.pieces.map((piece, i) =>
          i === this.editing ? { ...piece, cells: sorted, colours } : piece,
        ),
      });
      return;
    }
    const before = free ?? new Set(this.puzzle.board.filter((_, i) => this.puzzle.optional[i]).map(code));
    const there = new Set(sorted.map(code));
    this.change({
      board: sorted,
      optional: sorted.map((cell) => before.has(code(cell))),
      colours,
      frame: this.puzzle.frame.filter((cell) => !there.has(code(cell))),
    });
  }

  // Return the colours of cells, as they are now; null if they have none.
  #coloursOn(cells) {
    const { colours } = this.editing < 0 ? this.puzzle : this.puzzle.pieces[this.editing];
    if (!colours) return null;
    const known = new Map(this.cells.map((cell, i) => [code(cell), colours[i]]));
    return anyOf(cells.map((cell) => known.get(code(cell)) ?? 0));
  }
}

const anyOf = (colours) => (colours.some(Boolean) ? colours : null);
