// The sticks of six-piece burrs by number, and their cage (satpuzzle/puzzle/sticks.py, which has the drawing of the cubes).
import { Complaint, words } from "./words.js";

const MOST = 1 << 16;
const LAYERS = ["*D9AE*\n*FBCG*", "*1234*\n*5678*"];
const END = "......\n......\n.****.\n.****.\n......\n......";
const SIDE = "..**..\n..**..\n.*??*.\n.*??*.\n..**..\n..**..";
const MIDDLE = "..**..\n**??**\n*????*\n*????*\n**??**\n..**..";

export const CAGE = [END, SIDE, MIDDLE, MIDDLE, SIDE, END].join("\n\n");

// Return a table of a piece; one with the key `burr` gets a name and cells.
/** @type {(table: any) => any} */
export function stick({ burr, ...rest }) {
  if (burr === undefined) return rest;
  if (!Number.isInteger(burr) || burr < 1 || burr > MOST || "cells" in rest) throw new Complaint(words.badRule("burr"));
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
