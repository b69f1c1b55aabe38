// TOML as puzzle files have it: smol-toml reads it, and the page writes it.
import { say } from "./saying.js";
import { Complaint, words } from "./words.js";

const DEEPEST = 20;

/** @type {(text: string) => object} */
export function readToml(text) {
  try {
    return TOML.parse(text, { maxDepth: DEEPEST });
  } catch (/** @type {any} */ error) {
    throw new Complaint(say(words.badToml, { line: error.line ?? 1 }));
  }
}

// Return an object as TOML; values come first, then lists of tables.
/** @type {(content: object) => string} */
export function writeToml(content) {
  /** @type {(value: any) => boolean} */
  const isTable = (value) => value && typeof value === "object" && !Array.isArray(value);
  /** @type {(value: any) => string} */
  const written = (value) =>
    isTable(value)
      ? `{ ${Object.entries(value)
          .map(([name, each]) => `${JSON.stringify(name)} = ${written(each)}`)
          .join(", ")} }`
      : Array.isArray(value)
        ? `[${value.map(written).join(",")}]`
        : JSON.stringify(value);
  /** @type {(table: object) => string[]} */
  const pairs = (table) => Object.entries(table).map(([name, each]) => `${name} = ${written(each)}`);
  const lines = [];
  const tables = [];
  for (const [key, value] of Object.entries(content)) {
    if (isTable(value)) tables.push("", `[${key}]`, ...pairs(value));
    else if (Array.isArray(value) && value.length && value.every(isTable))
      for (const table of value) tables.push("", `[[${key}]]`, ...pairs(table));
    else lines.push(`${key} = ${written(value)}`);
  }
  return `${[...lines, ...tables].join("\n")}\n`;
}
