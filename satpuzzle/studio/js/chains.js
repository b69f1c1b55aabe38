// Chains: pieces that are folded, such as snake cubes, given by a word (satpuzzle/puzzle/chains.py).
//
// A chain of n cells has a letter for each of its n - 2 inner cells: S where it goes straight on, B where it bends, ? where it
// may do either.  Options do not tell in which order a chain runs through its cells; those on the same cells have the order of
// docs/certificates.md: by the numbers of the cells along the chain, in the order of the cells.
import { code, minus, numbered, plus } from "./cell.js";
import { range } from "./lists.js";
import { say } from "./saying.js";
import { Complaint, words } from "./words.js";

export const GRIDS = ["square", "hexagonal", "cubic", "fcc"];
const MOST = 1000;
export const OWN = ["name", "chain", "count", "min", "max", "value", "paint"]; // keys that stand beside `chain`

// Return the word of a chain that is given by its word, or by the lengths of its straight parts.  Raises a Complaint.
/** @type {(chain: any, name: string, grid: Grid) => string} */
export function wordOf(chain, name, grid) {
  const parts =
    Array.isArray(chain) &&
    chain.length > 0 &&
    chain.every((/** @type {any} */ part) => Number.isInteger(part) && part > 1);
  const word = parts
    ? chain.map((/** @type {number} */ part) => "S".repeat(Math.min(part, MOST) - 2)).join("B")
    : chain;
  if (typeof word !== "string" || !/^[SB?]*$/.test(word) || word.length + 2 > MOST)
    throw new Complaint(say(words.badChain, { name, most: MOST }));
  if (!GRIDS.includes(grid.name)) throw new Complaint(say(words.noChains, { grid: grid.name, known: GRIDS }));
  return word;
}

// The cells by which a chain is drawn where it is not folded, in its order: each bend goes the other one of two ways.
/** @type {(word: string, grid: Grid) => Vector[]} */
export function stretched(word, grid) {
  let way = 0;
  const cells = [grid.kinds[0], plus(grid.kinds[0], grid.basis[0])];
  for (const letter of word) {
    way = letter === "B" ? 1 - way : way;
    cells.push(plus(cells[cells.length - 1], grid.basis[way]));
  }
  return cells;
}

// Return all foldings of a chain that cover exactly these cells, which are in the order of the board's: lists of cells in the
// order of the chain, in the order of the options.
/** @type {(word: string, cells: Vector[], grid: Grid) => Vector[][]} */
export function foldings(word, cells, grid) {
  const paths = [...walks(word, cells, grid)].map((path) => ({ path, numbers: numbersOf(path) }));
  const palindrome = word === [...word].reverse().join("");
  const each = palindrome
    ? paths.filter(({ path, numbers }) => ordered(numbers, numbersOf([...path].reverse())) <= 0)
    : paths;
  each.sort((one, other) => ordered(one.numbers, other.numbers));
  return each.map(({ path }) => path.map((cell) => cells[cell]));
}

// For each cell its number along a path.
/** @type {(path: number[]) => number[]} */
function numbersOf(path) {
  /** @type {number[]} */
  const numbers = [];
  path.forEach((cell, number) => (numbers[cell] = number));
  return numbers;
}

/** @type {(one: number[], other: number[]) => number} */
function ordered(one, other) {
  const at = one.findIndex((number, i) => number !== other[i]);
  return at < 0 ? 0 : one[at] - other[at];
}

// Yield the paths through all cells that obey a word.  A free cell needs a neighbour that is free or the end of the path,
// and but for one, where the path ends, two (engines/native/kernels/foldings.c).
/** @type {(word: string, cells: Vector[], grid: Grid) => Generator<number[]>} */
function* walks(word, cells, grid) {
  const place = numbered(cells);
  const ahead = cells.map((cell) => grid.beside(cell).map((other) => place.get(code(other)) ?? -1));
  const beside = ahead.map((there) => there.filter((cell) => cell >= 0));
  const near = beside.map((there) => there.length);
  const taken = cells.map(() => false);
  const letters = ["?", ...word, "?"];
  /** @type {number[]} */
  const path = [];
  const alive = () => {
    let ends = 0;
    for (let cell = 0; cell < cells.length; cell++)
      if (!taken[cell] && near[cell] < 2 && (!near[cell] || ++ends > 1)) return false;
    return true;
  };
  /** @type {(cell: number, way: number) => Generator<number[]>} */
  function* go(cell, way) {
    const last = path.at(-1);
    path.push(cell);
    taken[cell] = true;
    if (last !== undefined) for (const other of beside[last]) near[other]--;
    if (path.length === cells.length) yield [...path];
    else if (alive())
      for (const [step, to] of ahead[cell].entries()) {
        const goes =
          path.length === 1 ||
          letters[path.length - 1] === "?" ||
          (letters[path.length - 1] === "S") === (step === way);
        if (to >= 0 && !taken[to] && goes) yield* go(to, step);
      }
    if (last !== undefined) for (const other of beside[last]) near[other]++;
    taken[cell] = false;
    path.pop();
  }
  for (const cell of range(cells.length)) yield* go(cell, -1);
}

// Return the cells of an option of a chain in the order of the chain.
/** @type {(cover: Cover, option: number, puzzle: Puzzle) => Vector[]} */
export function alongChain(cover, option, { board, grid, pieces }) {
  /** @type {(option: number) => number[]} */
  const cellsOf = (option) => cover.options[option].filter((item) => item < cover.cells);
  const own = cellsOf(option);
  const name = own.join();
  let before = 0;
  for (let each = 0; each < option; each++)
    if (cover.pieceOf[each] === cover.pieceOf[option] && cellsOf(each).join() === name) before++;
  const cells = own.map((cell) => board[cell]);
  return foldings(pieces[cover.pieceOf[option]].chain ?? "", cells, grid)[before] ?? cells;
}

// The straight parts of a chain as it lies: each the number of its last cell, its direction and how many steps it has.
/** @type {(cells: Vector[], grid: Grid) => { last: number; by: Vector; far: number }[]} */
export function partsOf(cells, grid) {
  /** @type {{ last: number; by: Vector; far: number }[]} */
  const parts = [];
  for (const i of range(cells.length - 1)) {
    const by = grid.vector(minus(cells[i + 1], cells[i]));
    const part = parts.at(-1);
    if (part && String(part.by) === String(by)) Object.assign(part, { last: i + 1, far: part.far + 1 });
    else parts.push({ last: i + 1, by, far: 1 });
  }
  return parts;
}
