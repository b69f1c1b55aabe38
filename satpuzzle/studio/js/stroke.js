// A stroke of the brush on the sheet: which cells are painted, which of them may stay empty, and their colours.
import { byCode, code } from "./cell.js";

export class Stroke {
  // Begin on a cell, with the tool and the colour of the session, or to `erase`; without a cell nothing changes.
  /** @param {Drawing} session @param {Vector | null} cell */
  constructor(session, cell = null, erase = false) {
    const { puzzle, editing, tool, hue, cells } = session;
    const board = editing < 0;
    const { colours } = board ? puzzle : puzzle.pieces[editing];
    this.painted = byCode(cells);
    this.free = new Set(board ? puzzle.board.filter((_, i) => puzzle.optional[i]).map(code) : []);
    this.colours = new Map(cells.map((each, i) => [code(each), colours?.[i] ?? 0]));
    this.hue = hue;
    this.maybe = board && tool === "maybe";
    const painting = !erase && tool !== "erase" && (hue !== null || !this.painted.has(cell ? code(cell) : -1));
    this.on = tool === "maybe" || painting;
    this.freeing = !this.free.has(cell ? code(cell) : -1);
    if (cell) this.apply(cell);
  }

  /** @type {(cell: Vector) => void} */
  apply(cell) {
    const { painted, free, colours } = this;
    const name = code(cell);
    if (this.maybe) {
      if (painted.has(name)) free[this.freeing ? "add" : "delete"](name);
    } else if (this.on) {
      painted.set(name, cell);
      if (this.hue !== null) colours.set(name, this.hue);
    } else for (const each of [painted, free, colours]) each.delete(name);
  }

  // The classes of a cell in the style sheet.
  /** @type {(name: number) => string} */
  classOf(name) {
    return this.painted.has(name) ? `cell on ${this.free.has(name) ? "maybe" : ""}` : "cell";
  }
}
