// The subset of TOML that puzzle files use: keys with text, numbers, truth values, lists and tables.
// (Tom Preston-Werner, Pradyun Gedam et al., TOML v1.0.0, 2021; dates have no place in puzzles.)
import { Complaint } from "./complaint.js";
import { words } from "./words.js";

const ESCAPED = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", '"': '"', "\\": "\\", "/": "/" };
const DEEPEST = 20;

export function readToml(text) {
  return new Reader(text).table();
}

class Reader {
  constructor(text) {
    this.text = text.replaceAll("\r\n", "\n");
    this.at = 0;
  }

  table() {
    const root = Object.create(null);
    let into = root;
    for (;;) {
      this.#blank();
      if (this.at >= this.text.length) return root;
      if (this.#take("[[")) {
        const names = this.#keys();
        const last = names.pop();
        const parent = this.#within(root, names);
        const list = (parent[last] ??= []);
        this.#need("]]");
        if (!Array.isArray(list)) this.#fail();
        list.push((into = Object.create(null)));
      } else if (this.#take("[")) {
        into = this.#within(root, this.#keys());
        this.#need("]");
      } else {
        this.#pair(into, 0);
      }
      this.#space();
      if (this.text[this.at] === "#") this.at = this.#lineEnd();
      if (this.at < this.text.length && this.text[this.at] !== "\n") this.#fail();
    }
  }

  #within(table, names) {
    for (const name of names) {
      table = table[name] ??= Object.create(null);
      if (Array.isArray(table)) table = table.at(-1);
      if (typeof table !== "object") this.#fail();
    }
    return table;
  }

  // Read a key and its value into a table.
  #pair(into, depth) {
    const names = this.#keys();
    const last = names.pop();
    const parent = this.#within(into, names);
    this.#need("=");
    if (last in parent) this.#fail();
    parent[last] = this.#value(depth);
  }

  #keys() {
    const found = [];
    do {
      this.#space();
      const mark = this.text[this.at];
      if (mark === '"' || mark === "'") found.push(this.#string());
      else {
        const [name] = /^[\w-]*/.exec(this.text.slice(this.at, this.at + 200));
        if (!name) this.#fail();
        this.at += name.length;
        found.push(name);
      }
      this.#space();
    } while (this.#take("."));
    return found;
  }

  #value(depth) {
    this.#space();
    const mark = this.text[this.at];
    if (mark === '"' || mark === "'") return this.#string();
    if (mark === "[") {
      if (depth > DEEPEST) this.#fail();
      const list = [];
      for (this.at++; ;) {
        this.#blank();
        if (this.#take("]")) return list;
        list.push(this.#value(depth + 1));
        this.#blank();
        if (!this.#take(",") && this.text[this.at] !== "]") this.#fail();
      }
    }
    if (mark === "{") {
      if (depth > DEEPEST) this.#fail();
      const table = Object.create(null);
      this.at++;
      this.#space();
      while (!this.#take("}")) {
        this.#pair(table, depth + 1);
        this.#space();
        if (this.text[this.at] !== "}") this.#need(",");
        this.#space();
      }
      return table;
    }
    const [word] = /^[\w.+-]*/.exec(this.text.slice(this.at, this.at + 50));
    this.at += word.length;
    if (word === "true" || word === "false") return word === "true";
    if (!/^[+-]?\d[\d_]*(\.\d+)?$/.test(word)) this.#fail();
    return Number(word.replaceAll("_", ""));
  }

  #string() {
    const mark = this.text[this.at];
    const long = this.text.startsWith(mark.repeat(3), this.at);
    const end = long ? mark.repeat(3) : mark;
    this.at += end.length;
    if (long && this.text[this.at] === "\n") this.at++;
    let found = "";
    for (;;) {
      if (this.text.startsWith(end, this.at)) {
        this.at += end.length;
        return found;
      }
      const letter = this.text[this.at++];
      if (letter === undefined || (letter === "\n" && !long)) this.#fail();
      if (letter !== "\\" || mark === "'") {
        found += letter;
        continue;
      }
      const next = this.text[this.at++];
      if (next === "u" || next === "U") {
        const size = next === "u" ? 4 : 8;
        const point = parseInt(this.text.slice(this.at, this.at + size), 16);
        if (!(point <= 0x10ffff)) this.#fail();
        found += String.fromCodePoint(point);
        this.at += size;
      } else if (next === "\n" && long) while (/\s/.test(this.text[this.at] ?? "")) this.at++;
      else if (next in ESCAPED) found += ESCAPED[next];
      else this.#fail();
    }
  }

  #space() {
    while (this.text[this.at] === " " || this.text[this.at] === "\t") this.at++;
  }

  #blank() {
    for (;;) {
      while (/\s/.test(this.text[this.at] ?? "")) this.at++;
      if (this.text[this.at] !== "#") return;
      this.at = this.#lineEnd();
    }
  }

  #lineEnd() {
    const end = this.text.indexOf("\n", this.at);
    return end < 0 ? this.text.length : end;
  }

  #take(mark) {
    const there = this.text.startsWith(mark, this.at);
    if (there) this.at += mark.length;
    return there;
  }

  #need(mark) {
    this.#space();
    if (!this.#take(mark)) this.#fail();
  }

  #fail() {
    throw new Complaint(words.badToml(this.text.slice(0, this.at).split("\n").length));
  }
}

// Return an object as TOML; values come first, then lists of tables.
export function writeToml(content) {
  const isTable = (value) => value && typeof value === "object" && !Array.isArray(value);
  const written = (value) =>
    isTable(value)
      ? `{ ${Object.entries(value)
          .map(([name, each]) => `${JSON.stringify(name)} = ${written(each)}`)
          .join(", ")} }`
      : JSON.stringify(value);
  const pairs = (table) => Object.entries(table).map(([name, each]) => `${name} = ${written(each)}`);
  const lines = [];
  const tables = [];
  for (const [key, value] of Object.entries(content)) {
    if (isTable(value)) tables.push("", `[${key}]`, ...pairs(value));
    else if (Array.isArray(value) && isTable(value[0]))
      for (const table of value) tables.push("", `[[${key}]]`, ...pairs(table));
    else lines.push(`${key} = ${JSON.stringify(value)}`);
  }
  return `${[...lines, ...tables].join("\n")}\n`;
}
