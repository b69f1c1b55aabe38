// Contacts: pieces of a group that must not have a side in common (satpuzzle/cover/contacts.py).  For each group and each
// side between two cells there is an item, which one placement that covers one of the two cells may cover.
import { code, numbered } from "./cell.js";
import { sorted } from "./lists.js";
import { homing } from "./wrapping.js";

export class Contacts {
  /** @param {Puzzle} puzzle */
  constructor(puzzle) {
    const { board, grid, pieces, apart } = puzzle;
    const home = homing(puzzle);
    const number = numbered(board);
    const names = board.flatMap((cell, i) =>
      grid.beside(cell).flatMap((other) => {
        const j = number.get(code(home(other)));
        return j === undefined || j === i ? [] : [Math.min(i, j) * board.length + Math.max(i, j)];
      }),
    );
    this.cells = board.length;
    this.codes = sorted(new Set(names));
    this.index = new Map(this.codes.map((name, side) => [name, side]));
    this.groups = apart.map((group) => new Set(group.map((name) => pieces.findIndex((piece) => piece.name === name))));
  }

  get sizes() {
    return new Array(this.groups.length * this.codes.length).fill(0);
  }

  // Return the items that a placement covers; see `Edges.covered`.
  /** @type {(piece: number, cells: number[]) => Map<number, number>} */
  covered(piece, cells) {
    const inside = new Set(cells);
    const found = new Map();
    const crossed = this.codes.flatMap((name, side) =>
      inside.has(Math.floor(name / this.cells)) !== inside.has(name % this.cells) ? [side] : [],
    );
    this.groups.forEach((group, i) => {
      if (group.has(piece)) for (const side of crossed) found.set(i * this.codes.length + side, 0);
    });
    return found;
  }

  // Return the group of the mirror images of each group's pieces, -1 for none; equal groups are matched in order.
  // `mirrored` has the mirror image of each piece, -1 for none.
  /** @type {(mirrored: number[]) => number[]} */
  mirrored(mirrored) {
    const taken = new Set();
    /** @type {(one: Set<number>, other: Set<number>) => boolean} */
    const same = (one, other) => one.size === other.size && [...one].every((piece) => other.has(piece));
    return this.groups.map((group) => {
      const image = new Set([...group].map((piece) => mirrored[piece]));
      const found = this.groups.findIndex((other, i) => !taken.has(i) && same(image, other));
      taken.add(found);
      return found;
    });
  }

  // Return the image of each item under a permutation of the cells and one of the groups, -1 for none.
  /** @type {(cells: ArrayLike<number>, groups: number[]) => number[]} */
  moved(cells, groups) {
    const to = this.codes.map((name) => {
      const [one, other] = [cells[Math.floor(name / this.cells)], cells[name % this.cells]];
      return this.index.get(Math.min(one, other) * this.cells + Math.max(one, other)) ?? -1;
    });
    return groups.flatMap((group) => to.map((side) => (group < 0 ? -1 : group * this.codes.length + side)));
  }
}
