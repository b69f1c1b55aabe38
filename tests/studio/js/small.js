// What the page's classes need in tests: grids as Python writes them, a small puzzle, and workers that are told what to do.
import { readFileSync } from "node:fs";
import { checkBy } from "../../../satpuzzle/studio/js/geometry.js";
import { execFileSync } from "node:child_process";
import { puzzleOf, readGrids } from "../../../satpuzzle/studio/js/puzzle.js";
import { rulesBy } from "../../../satpuzzle/studio/js/rules.js";
import { speak, wordsBy } from "../../../satpuzzle/studio/js/words.js";

checkBy(new WebAssembly.Module(readFileSync(new URL("../../../satpuzzle/studio/checker.wasm", import.meta.url))));

const PRINTED = "import json; from satpuzzle.studio.page import page_data; print(json.dumps(page_data()))";
const { PAGE_DATA } = process.env; // a file that has them already
const printed = PAGE_DATA ? readFileSync(PAGE_DATA) : execFileSync("python3", ["-c", PRINTED], { maxBuffer: 2 ** 26 });
const data = JSON.parse(printed);
rulesBy(data.rules);
wordsBy(data.languages, (lang) => data.words[lang]);
speak([]);
const library = { grids: readGrids(data.grids), sets: new Map(), keys: data.keys };

// Four cells in a row, and two dominoes.
export const content = {
  grid: "square",
  box: [4, 1],
  pieces: [
    { name: "I", cells: "**", count: 2 },
    { name: "O", cells: "*", min: 0 },
  ],
};

export const puzzleIn = (said) => puzzleOf(said, library);
export const puzzle = () => puzzleIn(content);

// Stands for `Workers`: it keeps what was sent to each worker; a test answers by `heard`, or lets one die by `died`.
export class Crew {
  hired = [];

  start(heard, died, about = null) {
    const worker = { heard, died, about, sent: [], ended: false };
    worker.postMessage = (message) => worker.sent.push(message);
    worker.terminate = () => (worker.ended = true);
    this.hired.push(worker);
    return worker;
  }

  get last() {
    return this.hired.at(-1);
  }
}
