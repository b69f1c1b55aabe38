// The shapes of bodies that block each other's moves, as arrays for the kernel `motion` (satpuzzle/motion/shapes.py).  A
// shape is a set of cells relative to its least one, the anchor.  A *place* is [x, y, z, shape]: an anchor and a shape.
import { ascending, code, cross, dot, minus, plus } from "./cell.js";

const LINE = 2 ** 20; // see kernels/pairs.h

export class Shapes {
  // If pieces turn, `rotations` has the images of the basis under all rotations, else under the identity only.
  /** @param {Grid} grid @param {Vector[][]} rotations */
  constructor(grid, rotations) {
    this.grid = grid;
    this.rotations = rotations;
    /** @type {Map<string, number>} */
    this.numbers = new Map();
    /** @type {Vector[][]} */
    this.cells = [];
    /** @type {number[][]} */
    this.kinds = [];
    /** @type {Spot[][]} */
    this.images = [];
    this.named = new Map(rotations.map((basis, number) => [basis.join(), number]));
  }

  // Return the place of some cells.
  /** @type {(cells: Vector[]) => Spot} */
  placed(cells) {
    const sorted = cells.toSorted(ascending);
    const anchor = sorted[0] ?? [0, 0, 0];
    const shape = sorted.map((cell) => minus(cell, anchor));
    const kinds = cells.length ? sorted.map((cell) => this.grid.kind(cell)) : [];
    const name = `${kinds[0]} ${shape.join(" ")}`;
    const number = this.numbers.get(name) ?? this.cells.length;
    this.numbers.set(name, number);
    this.cells[number] = shape;
    this.kinds[number] = kinds;
    return [...anchor, number];
  }

  // Return the image of a vector under a rotation.
  /** @type {(rotation: number, vector: Vector) => Vector} */
  rotated(rotation, vector) {
    return rotation ? this.grid.combine(vector, this.rotations[rotation]) : vector;
  }

  // Return the number of the rotation that is one rotation after another.
  /** @type {(second: number, first: number) => number} */
  after(second, first) {
    const images = this.rotations[first].map((image) => this.rotated(second, image));
    return this.rotationOf(images);
  }

  /** @type {(images: Vector[]) => number} */
  rotationOf(images) {
    return this.named.get(images.join()) ?? -1;
  }

  // Return the place of a shape, whose anchor is at the origin, after a rotation.
  /** @type {(shape: number, rotation: number) => Spot} */
  turned(shape, rotation) {
    if (!rotation) return [0, 0, 0, shape];
    if (!this.images[shape]) this.#turn(shape);
    return this.images[shape][rotation];
  }

  // Find the images of a shape under all rotations, and the images of these.
  /** @type {(shape: number) => void} */
  #turn(shape) {
    const found = this.rotations.map((_, r) => this.placed(this.cells[shape].map((cell) => this.rotated(r, cell))));
    for (const [first, [x, y, z, image]] of found.entries())
      this.images[image] ??= found.map((_, second) => {
        const [a, b, c, last] = found[this.after(second, first)];
        return [...minus([a, b, c], this.rotated(second, [x, y, z])), last];
      });
  }

  // Write all shapes and their images into memory; return the addresses by the names of the kernel's fields.  The shape
  // `still` is not turned.
  /** @type {(memory: import("./memory.js").Memory, still: number) => Record<string, number>} */
  write(memory, still) {
    const places = [];
    const turned = [];
    const sides = [];
    for (let shape = 0; shape < this.cells.length; shape++) {
      // images are added
      if (this.rotations.length > 1)
        for (const rotation of this.rotations.keys()) {
          const [x, y, z, image] = shape === still ? [0, 0, 0, 0] : this.turned(shape, rotation);
          turned.push(image, x, y, z);
        }
      for (const way of this.grid.moves)
        for (const side of [this.#front(shape, way), this.#back(shape, way)]) {
          sides.push(places.length / 2);
          places.push(...onLines(side, way.by));
          sides.push(places.length / 2);
        }
    }
    let end = 0;
    const ends = this.cells.flatMap(({ length }) => [end, (end += length)]);
    const words = { vectors: this.grid.moves.flatMap(({ by }) => by), sides, places, turned, of_shape: ends };
    const written = Object.entries(words).map(([name, numbers]) => [name, memory.put(wide(numbers))]);
    return { ...Object.fromEntries(written), cells: memory.put(Int16Array.from(this.cells.flat(2))) };
  }

  // The cells outside a shape that its first step in a direction sweeps.
  /** @type {(shape: number, way: GridTable["moves"][number]) => Vector[]} */
  #front(shape, { swept }) {
    const inside = new Set(this.cells[shape].map(code));
    const entered = this.cells[shape].flatMap((cell, i) => swept[this.kinds[shape][i]].map((step) => plus(cell, step)));
    return entered.filter((cell) => !inside.has(code(cell)));
  }

  // The cells of a shape that a body moving in a direction can hit first.
  /** @type {(shape: number, way: GridTable["moves"][number]) => Vector[]} */
  #back(shape, { by, swept }) {
    const inside = new Set(this.cells[shape].map(code));
    const hidden = swept.every(({ length }) => length === 1);
    return this.cells[shape].filter((cell) => !hidden || !inside.has(code(minus(cell, by))));
  }
}

/** @type {(numbers: (number | bigint)[]) => BigInt64Array} */
export const wide = (numbers) => BigInt64Array.from(numbers, BigInt);

// Return the numbers of lines along a direction and the positions on them, in order, each once.
/** @type {(cells: Vector[], by: Vector) => number[]} */
function onLines(cells, by) {
  const found = cells.map((cell) => {
    const [x, y, z] = cross(cell, by);
    return [(x * LINE + y) * LINE + z, dot(cell, by)];
  });
  found.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return found.filter((each, i) => i === 0 || each.some((x, k) => x !== found[i - 1][k])).flat();
}
