// The data of the page (satpuzzle/studio/page.py): parts one after another, behind a line that has the size of each.
import { inflated } from "./link.js";

const TEXTS = ["grids", "worker", "three"];
const BYTES = ["kernels", "checker"]; // all others are JSON

// Return an object whose properties are the parts; each is read when it is needed first.
/** @type {(base64: string) => Promise<any>} */
export async function dataOf(base64) {
  const all = new Uint8Array(await inflated(base64));
  /** @type {(from: number, to: number) => string} */
  const text = (from, to) => new TextDecoder().decode(all.subarray(from, to));
  let from = all.indexOf("\n".charCodeAt(0));
  /** @type {Record<string, number>} */
  const sizes = JSON.parse(text(0, from++));
  const data = {};
  for (const [name, size] of Object.entries(sizes)) {
    const [begin, end] = [from, (from += size)];
    const read = () =>
      BYTES.includes(name)
        ? all.subarray(begin, end)
        : TEXTS.includes(name)
          ? text(begin, end)
          : JSON.parse(text(begin, end));
    Object.defineProperty(data, name, { configurable: true, get: () => kept(data, name, read()) });
  }
  return data;
}

/** @type {(data: object, name: string, value: any) => any} */
function kept(data, name, value) {
  Object.defineProperty(data, name, { value, writable: true });
  return value;
}
