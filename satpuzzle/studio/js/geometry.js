// The geometry of a puzzle, by the checker of certificates in C as a WebAssembly module (checker/module.c): its cells, the
// exact cover, and its symmetries.  The numbers of items and options are those of docs/certificates.md.
const COVER = [
  ...["counts", "cells", "optional", "colours", "low", "high", "piece", "begin", "item", "tint", "sides"],
  ...["outPiece", "outBegin", "outCell", "outTint", "before", "rule", "weight", "home"],
];
const GROUP = ["flags", "cell", "piece", "item", "option"];
const WORDS = 3; // of an array: its address, its size, and the room that it has

/** @type {WebAssembly.Module} */
let checker;
/** @type {(module: WebAssembly.Module) => void} */
export const checkBy = (module) => (checker = module);

export class Geometry {
  // With `counting`, the number of cells that stay empty is counted if there can be any; as `bare`, no piece is placed.
  // Raises Error, with one line, if the content is no puzzle, or one that the checker does not know.
  /** @param {Content} content @param {boolean} counting @param {boolean} bare */
  constructor(content, counting = false, bare = false) {
    /** @type {any} */
    this.exports = new WebAssembly.Instance(checker, {}).exports;
    const text = new TextEncoder().encode(JSON.stringify(content));
    const at = this.exports.room(text.length);
    new Uint8Array(this.exports.memory.buffer, at, text.length).set(text);
    this.#run(() => this.exports.look(counting, bare));
    this.arrays = this.#read(COVER, this.#run(this.exports.arrays));
    const [cells, pieces, items, options, empties, sides, kinds] = this.arrays.counts;
    this.sizes = { cells, pieces, items, options, empties, sides };
    this.kinds = kinds; // of the isometries of the board that move cells, a bit for each
    /** @type {Rule[]} */
    this.rules = []; // those that the content has
  }

  // The symmetries: of each one whether it is a rotation (1), an isometry (2) and total (4), in `flags`, and where it takes
  // cells, pieces, items and options, -1 if nowhere; one after another.
  get group() {
    return this.#read(GROUP, this.#run(this.exports.symmetries));
  }

  /** @type {(call: () => number) => number} */
  #run(call) {
    try {
      return call();
    } catch (error) {
      throw new Error(this.#said() || `${error}`, { cause: error });
    }
  }

  #said() {
    const bytes = new Uint8Array(this.exports.memory.buffer, this.exports.said());
    return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
  }

  /** @type {(names: string[], address: number) => Record<string, Int32Array>} */
  #read(names, address) {
    const { buffer } = this.exports.memory;
    const words = new Int32Array(buffer, address, WORDS * names.length);
    return Object.fromEntries(
      names.map((name, i) => [name, new Int32Array(buffer, words[WORDS * i], words[WORDS * i + 1]).slice()]),
    );
  }
}
