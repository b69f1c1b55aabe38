// Where the pieces of a puzzle can be put in play: the placements of its cover, by the shape of a piece as it lies.
import { code, has, mean, minus, numbered } from "./cell.js";
import { grouped, nearest, sorted } from "./lists.js";
import { coverOf } from "./placements.js";
import { nameOf, placedBy } from "./way.js";

const NEAR = 1.3; // the largest distance at which the pointer moves a piece to a place
const COVERED = 0.3; // how much nearer a place counts that covers the pointer's cell

export class Places {
  // Raises a Complaint if there are too many placements.
  /** @param {Puzzle} puzzle */
  constructor(puzzle) {
    const { board, grid, pieces } = puzzle;
    this.grid = grid;
    this.cover = coverOf(puzzle);
    this.number = numbered(board);
    this.every = this.cover.options.slice(0, this.cover.placing).map((_, option) => {
      const { piece, cells, way } = placedBy(this.cover, option, board);
      const shape = this.cover.shapes?.[option] ?? cells; // before the board wraps round
      const home = this.cover.homes ? [...this.cover.homes[option]].map((cell) => board[cell]) : cells;
      return { option, piece, cells: home, shape, way, name: nameOf(shape, way, grid) };
    });
    this.known = new Map(this.every.map((place) => [this.#key(place), place]));
    const ofPiece = grouped(this.every, ({ piece }) => piece);
    this.shapes = pieces.map((_, p) => grouped(ofPiece.get(p) ?? [], ({ name }) => name));
  }

  /** @type {(placed: Placed) => string} */
  #key({ piece, cells, way = null }) {
    return `${piece}:${sorted(cells.map((cell) => this.number.get(code(cell)) ?? -1))}/${way}`;
  }

  // Return the place of each placed piece, undefined for one that is not among them.
  /** @type {(placed: Placed[]) => (Place | undefined)[]} */
  of(placed) {
    return placed.map((each) => this.known.get(this.#key(each)));
  }

  // Return the places of a piece with this shape where no piece lies yet.
  /** @type {(piece: number, shape: string, placed: Placed[]) => Place[]} */
  free(piece, shape, placed) {
    const taken = new Set(placed.flatMap(({ cells }) => cells.map(code)));
    const found = this.shapes[piece].get(shape) ?? [];
    return found.filter(({ cells }) => cells.every((cell) => !taken.has(code(cell))));
  }

  // Return the one of these places that the pointer is nearest to, or null; it holds a piece by its cell number `grab`.
  /** @type {(places: Place[], cell: Vector, grab: number) => Place | null} */
  aimed(places, cell, grab) {
    /** @type {(place: Place) => number} */
    const away = ({ cells }) => {
      const at = this.grid.centre(cells[Math.min(grab, cells.length - 1)]);
      return Math.hypot(...minus(at, this.grid.centre(cell))) - (has(cells, cell) ? COVERED : 0);
    };
    return nearest(places, away, NEAR);
  }

  // Return the one of these places whose middle is nearest to that of some cells, or null.
  /** @type {(places: Place[], cells: Vector[]) => Place | null} */
  nearestTo(places, cells) {
    const to = this.middle(cells);
    return nearest(places, (place) => Math.hypot(...minus(this.middle(place.cells), to)));
  }

  /** @type {(cells: Vector[]) => Vector} */
  middle(cells) {
    return mean(cells.map((cell) => this.grid.centre(cell)));
  }

  // Return the number of the cell by which the pointer holds a piece: the cell nearest to the piece's middle.
  /** @type {(cells: Vector[]) => number} */
  central(cells) {
    const middle = this.middle(cells);
    return nearest(cells.keys(), (i) => Math.hypot(...minus(this.grid.centre(cells[i]), middle))) ?? 0;
  }
}
