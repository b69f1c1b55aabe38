// Runs a kernel of the WebAssembly module from a state that Python has written down, to its end:
// node kernels.js MODULE < STATE, where the state is {kernel, fields: [[name, number or base64], ...]} as JSON.
import fs from "node:fs";

const { kernel, fields } = JSON.parse(fs.readFileSync(0, "utf8"));
const instance = new WebAssembly.Instance(new WebAssembly.Module(fs.readFileSync(process.argv[2])), {});
const { memory, __heap_base } = instance.exports;
let end = (__heap_base.value + 63) & ~63;

function allocate(size) {
  const at = end;
  end = (end + size + 63) & ~63;
  const missing = end - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / 65536));
  return at;
}

const structure = allocate(8 * fields.length);
const place = Object.fromEntries(fields.map(([name], number) => [name, structure + 8 * number]));
const get = (name) => Number(new DataView(memory.buffer).getBigInt64(place[name], true));
const set = (name, value) => new DataView(memory.buffer).setBigInt64(place[name], BigInt(value), true);

for (const [name, value] of fields) {
  if (typeof value === "number") {
    set(name, value);
    continue;
  }
  const bytes = Buffer.from(value.content, "base64");
  const at = allocate(bytes.length);
  new Uint8Array(memory.buffer).set(bytes, at);
  set(name, at);
}

const [EXHAUSTED, STACK_FULL] = [1, 2];
const stops = [];
const solutions = [];
const work = get("work");
for (;;) {
  set("work", work);
  const outcome = Number(instance.exports[kernel](structure));
  const width = get("found_width");
  const found = new BigInt64Array(memory.buffer, get("found"), get("solutions") * width);
  for (let row = 0; row < get("solutions"); row++)
    solutions.push(Array.from(found.slice(row * width, (row + 1) * width), Number));
  if (outcome === STACK_FULL) {
    const size = get("stack_size");
    const old = get("stack");
    const at = allocate(16 * size);
    new Uint8Array(memory.buffer).copyWithin(at, old, old + 8 * size);
    set("stack", at);
    set("stack_size", 2 * size);
    continue;
  }
  stops.push(Number(new DataView(memory.buffer).getBigInt64(get("head") + 8, true)));
  if (outcome === EXHAUSTED) break;
}
console.log(JSON.stringify({ stops, solutions }));
