// The memory of an instance of the kernels' WebAssembly module.  Arrays lie one behind the other.  A kernel is called with
// the address of a structure, whose fields are words of 64 bits: numbers, and addresses of arrays.
const PAGE = 65536;
const LARGEST = 2 ** 31; // bytes

/** @type {(address: number) => number} */
const aligned = (address) => Math.ceil(address / 64) * 64;

export class Memory {
  /** @param {WebAssembly.Module} module */
  constructor(module) {
    /** @type {any} */
    this.kernels = new WebAssembly.Instance(module, {}).exports;
    this.end = 0;
    this.clear();
  }

  clear() {
    this.end = aligned(this.kernels.__heap_base.value);
  }

  // Return the address of a new array of zeros.  Raises RangeError if there is no room.
  /** @type {(bytes: number) => number} */
  take(bytes) {
    const { memory } = this.kernels;
    const at = this.end;
    this.end = aligned(at + bytes);
    if (this.end >= LARGEST) throw new RangeError("out of memory");
    const missing = this.end - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
    this.view(Uint8Array, at, bytes).fill(0);
    return at;
  }

  // Return the address of a new array with this content.
  /** @type {(content: any) => number} */
  put(content) {
    const at = this.take(content.byteLength);
    this.view(content.constructor, at, content.length).set(content);
    return at;
  }

  // Return the address of a larger copy of an array.
  /** @type {(at: number, bytes: number, wanted: number) => number} */
  larger(at, bytes, wanted) {
    const copy = this.take(wanted);
    this.view(Uint8Array).copyWithin(copy, at, at + bytes);
    return copy;
  }

  // Return a part of the memory as an array, which is lost when the memory grows.
  /** @type {(Type: any, at?: number, length?: number) => any} */
  view(Type, at = 0, length = undefined) {
    return new Type(this.kernels.memory.buffer, at, length);
  }
}

// A kernel with its structure; all fields are 0 at first.
export class Call {
  /** @param {Memory} memory @param {string} kernel @param {string[]} fields */
  constructor(memory, kernel, fields) {
    this.memory = memory;
    this.run = () => Number(memory.kernels[`${kernel}_wasm`](this.at));
    this.at = memory.take(8 * fields.length);
    this.place = new Map(fields.map((name, i) => [name, this.at / 8 + i]));
  }

  /** @type {(name: string) => number} */
  get(name) {
    return Number(this.memory.view(BigInt64Array)[this.place.get(name) ?? -1]);
  }

  /** @type {(values: Record<string, number | bigint>) => void} */
  set(values) {
    const words = this.memory.view(BigInt64Array);
    for (const [name, value] of Object.entries(values)) words[this.place.get(name) ?? -1] = BigInt(value);
  }
}
