// The sticks of six-piece burrs by number, and their cages (satpuzzle/puzzle/sticks.py, which has the drawing of the cubes).
import { say } from "./saying.js";
import { Complaint, words } from "./words.js";

const MOST = 1 << 16;
const LAYERS = ["*D9AE*\n*FBCG*", "*1234*\n*5678*"];

// Return the drawing of a cage for text such as `burr`, `burr 18` and `burr 18 10`; null for other text.
/** @type {(text: any) => string | null} */
export function cage(text) {
  const said = typeof text === "string" && /^\s*burr(?: +(6|12|18)(?: +(\d{1,3}))?)?\s*$/.exec(text);
  if (!said) return null;
  const rows = Number(said[1] ?? 6) / 6;
  const length = Number(said[2] ?? (rows === 1 ? 6 : 8));
  if (length % 2 || length <= Math.max(4, 2 * rows) || length > 40) return null;
  const line = [...Array(length).keys()].map((at) => Math.abs(at - (length - 1) / 2));
  /** @type {(x: number, y: number, z: number) => string} */
  const mark = (x, y, z) =>
    ".*??"[
      [
        [y, z],
        [z, x],
        [x, y],
      ].filter(([wide, high]) => wide < 2 && high < rows).length
    ];
  return line.map((z) => line.map((y) => line.map((x) => mark(x, y, z)).join("")).join("\n")).join("\n\n");
}

// Return a table of a piece; one with the key `burr` gets a name and cells.
/** @type {(table: any) => any} */
export function stick({ burr, ...rest }) {
  if (burr === undefined) return rest;
  if (!Number.isInteger(burr) || burr < 1 || burr > MOST || "cells" in rest)
    throw new Complaint(say(words.badRule, { key: "burr" }));
  const cells = LAYERS.join("\n\n").replace(/[1-9A-G]/g, (cube) =>
    ((burr - 1) >> (parseInt(cube, 17) - 1)) & 1 ? "." : "*",
  );
  return { name: String(burr), ...rest, cells };
}

// Return tables of pieces for text such as `burr 1 256 256 824`, with the copies of each; null for other text.
/** @type {(text: string) => { burr: number, count: number }[] | null} */
export function sticks(text) {
  if (!/^\s*burr(\s+\d+)+\s*$/.test(text)) return null;
  const numbers = text.trim().split(/\s+/).slice(1).map(Number);
  return [...new Set(numbers)].map((burr) => ({ burr, count: numbers.filter((each) => each === burr).length }));
}
