// A stroke of the brush on the sheet: what is drawn after it.
import { code } from "./cell.js";

export class Stroke {
  // Begin on a cell, with the tool and the colour of the session, or to `erase`; without a cell nothing changes.
  /** @param {Pick<Session, "drawing" | "editing" | "tool" | "hue">} session @param {Vector | null} cell */
  constructor({ drawing, editing, tool, hue }, cell = null, erase = false) {
    const before = cell && drawing.get(code(cell));
    this.drawing = drawing;
    this.hue = hue;
    this.maybe = editing < 0 && tool === "maybe";
    this.on = tool === "maybe" || (!erase && tool !== "erase" && (hue !== null || !before));
    this.freeing = !before?.free;
    if (cell) this.apply(cell);
  }

  /** @type {(cell: Vector) => void} */
  apply(cell) {
    const name = code(cell);
    const before = this.drawing.get(name);
    const { hue = 0, free = false } = before ?? {};
    if (this.maybe) {
      if (before) this.drawing.set(name, { cell, hue, free: this.freeing });
    } else if (this.on) this.drawing.set(name, { cell, hue: this.hue ?? hue, free });
    else this.drawing.delete(name);
  }

  // The classes of a cell in the style sheet.
  /** @type {(name: number) => string} */
  classOf(name) {
    const drawn = this.drawing.get(name);
    return drawn ? `cell on ${drawn.free ? "maybe" : ""}` : "cell";
  }
}
