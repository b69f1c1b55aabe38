// A puzzle: what puzzle files say (puzzles/README.md), read with one-sentence complaints, and written again.
import { FAR, ascending, code } from "./cell.js";
import { Grid } from "./grid.js";
import { Complaint } from "./complaint.js";
import { words } from "./words.js";

const BEYOND = ["tiles", "wrap", "colours", "apart"]; // keys with rules that the page does not know
const MOST_CELLS = 20_000, MOST_PIECES = 500, MOST_COPIES = 1_000_000, LONGEST = 200;

// A puzzle from what a file says; `library` has the grids and the sets of pieces.
export function puzzleOf(content, library) {
  if (!content || typeof content !== "object" || Array.isArray(content)) throw new Complaint(words.notAPuzzle);
  if ("family" in content) throw new Complaint(words.isAFamily);
  for (const key of BEYOND) if (key in content) throw new Complaint(words.beyond(key));
  const table = library.grids.get(content.lattice ?? "cubic");
  if (!table) throw new Complaint(words.unknownGrid(content.lattice, [...library.grids.keys()]));
  const grid = table, { cells, optional, frame } = boardOf(content, grid);
  const usual = truth(content.mirror, true, "mirror");
  const list = typeof content.pieces === "string" ? library.sets.get(content.pieces)?.pieces : content.pieces;
  if (!Array.isArray(list)) throw new Complaint(words.noPieces);
  if (list.length > MOST_PIECES) throw new Complaint(words.tooMany("pieces", list.length, MOST_PIECES));
  const pieces = list.map((piece, number) => pieceOf(piece, number, grid, usual));
  return { title: line(content.title ?? content.name ?? "", "title"), grid, board: cells, optional, frame, pieces,
    counts: content.counts ?? null, source: line(content.source ?? "", "source") };
}

function boardOf(content, grid) {
  const read = (key, marks) => (key in content ? cellsOf(content[key], grid, key, marks) : {});
  const whole = "box" in content ? { "*": boxOf(content.box, grid) } : read("board", "*?#");
  const free = [...(whole["?"] ?? []), ...(read("optional", "*")["*"] ?? [])];
  const frame = onceEach([...(whole["#"] ?? []), ...(read("frame", "*")["*"] ?? [])]);
  const cells = onceEach([...(whole["*"] ?? []), ...free]), may = new Set(free.map(code));
  if (cells.length > MOST_CELLS) throw new Complaint(words.tooMany("cells", cells.length, MOST_CELLS));
  const inside = new Set(cells.map(code));
  if (frame.some((cell) => inside.has(code(cell)))) throw new Complaint(words.frameInBoard);
  return { cells, optional: cells.map((cell) => may.has(code(cell))), frame };
}

function boxOf(sizes, grid) {
  const right = Array.isArray(sizes) && sizes.length === grid.basis.length && sizes.every((n) => Number.isInteger(n) && n > 0);
  if (!right) throw new Complaint(words.badBox(grid.basis.length));
  const total = sizes.reduce((product, n) => product * n, grid.kinds.length);
  if (total > MOST_CELLS) throw new Complaint(words.tooMany("cells", total, MOST_CELLS));
  return grid.box(sizes);
}

// Cells by their marks, from a drawing or a list of triples.
function cellsOf(found, grid, key, marks) {
  if (typeof found === "string") return drawn(found, grid, key, marks);
  if (!Array.isArray(found)) throw new Complaint(words.badCells(key));
  if (found.length > MOST_CELLS) throw new Complaint(words.tooMany("cells", found.length, MOST_CELLS));
  for (const cell of found) {
    const right = Array.isArray(cell) && cell.length === 3 && cell.every((x) => Number.isInteger(x) && Math.abs(x) < FAR / 2);
    if (!right || grid.kind(cell) < 0) throw new Complaint(words.badCell(key, JSON.stringify(cell).slice(0, 40), grid.name));
  }
  if (new Set(found.map(code)).size < found.length) throw new Complaint(words.twice(key));
  return { "*": found.map((cell) => [...cell]) };
}

// Cells of a drawing (satpuzzle/puzzle/drawing.py): rows of characters, layers separated by blank lines.
function drawn(text, grid, key, marks) {
  if (text.length > 200_000) throw new Complaint(words.badCells(key));
  const layers = [[]];
  for (const row of text.replaceAll("\t", "        ").split(/\r?\n/))
    if (row.trim()) layers.at(-1).push(row.trimEnd());
    else if (layers.at(-1).length) layers.push([]);
  const rows = layers.flat(), margin = Math.min(...rows.map((row) => row.length - row.trimStart().length));
  const found = [];
  layers.filter((layer) => layer.length).forEach((layer, z) => layer.forEach((row, y) =>
    [...row.slice(margin)].forEach((mark, x) => { if (mark !== " ") found.push({ mark, position: [x, y, z] }); })));
  if (grid.flat && found.some(({ position }) => position[2])) throw new Complaint(words.flatLayers);
  const strange = found.find(({ mark }) => mark !== "." && !marks.includes(mark));
  if (strange) throw new Complaint(words.badMark(key, strange.mark));
  for (const shift of shifts(found.map(({ position }) => position), grid)) {
    const cells = found.map(({ position }) => grid.cellAt(position.map((x, i) => x + shift[i])));
    if (cells.includes(null)) continue;
    const result = {};
    found.forEach(({ mark }, i) => { if (mark !== ".") (result[mark] ??= []).push(cells[i]); });
    if (Object.keys(result).length) return result;
    break;
  }
  throw new Complaint(words.badDrawing(key, grid.name));
}

// The shifts of a drawing that are tried, in order: see `drawn` of each grid in Python.
function shifts(positions, grid) {
  if (grid.drawing.upwards) {
    const last = Math.max(...positions.map(([, y]) => y));
    const [x, y] = positions.reduce((best, at) => (at[2] - best[2] || at[1] - best[1] || at[0] - best[0]) < 0 ? at : best);
    return [[(((x + y - last) % 2) + 2) % 2, -last, 0]];
  }
  const [first, ...others] = grid.drawing.margins;
  return [...others, first];
}

function pieceOf(table, number, grid, usual) {
  if (!table || typeof table !== "object") throw new Complaint(words.badPiece(number + 1));
  if ("colours" in table) throw new Complaint(words.beyond("colours"));
  const name = line(table.name ?? "", "name");
  if (!name) throw new Complaint(words.badPiece(number + 1));
  const cells = onceEach(cellsOf(table.cells, grid, name, "*")["*"] ?? []);
  if (!cells.length) throw new Complaint(words.emptyPiece(name));
  const whole = (value, least) => {
    if (!Number.isInteger(value) || value < least || value > MOST_COPIES) throw new Complaint(words.badCopies(name));
    return value;
  };
  const max = whole(table.max ?? table.count ?? 1, 1), min = whole(table.min ?? ("max" in table ? 0 : max), 0);
  if (min > max) throw new Complaint(words.badCopies(name));
  return { name, cells, min, max, mirror: truth(table.mirror, usual, name) };
}

function truth(value, usual, key) {
  if (value === undefined) return usual;
  if (typeof value !== "boolean") throw new Complaint(words.badTruth(key));
  return value;
}

function line(value, key) {
  if (typeof value !== "string") throw new Complaint(words.badText(key));
  return value.replace(/[\s\p{C}]+/gu, " ").trim().slice(0, LONGEST);
}

const onceEach = (cells) => [...new Map(cells.map((cell) => [code(cell), cell])).values()].sort(ascending);

// What a file says of a puzzle.
export function contentOf(puzzle) {
  const { title, source, grid, board, optional, frame, pieces, counts } = puzzle;
  const usual = pieces.some(({ mirror }) => mirror) || !pieces.length;
  const found = {
    ...(title && { title }), lattice: grid.name, ...(!usual && { mirror: false }),
    board: board.filter((_, i) => !optional[i]),
    ...(optional.some(Boolean) && { optional: board.filter((_, i) => optional[i]) }),
    ...(frame.length && { frame }), ...(source && { source }), ...(counts && { counts }),
    pieces: pieces.map(({ name, cells, min, max, mirror }) => ({
      name,
      ...(min !== max ? { min, max } : max !== 1 && { count: max }),
      ...(mirror !== usual && { mirror }),
      cells,
    })),
  };
  if (!found.board.length && found.optional) delete found.board;
  return found;
}

export const readGrids = (tables) => new Map(tables.map((table) => [table.name, new Grid(table)]));

// For each piece the characters that stand for its copies.  A piece that occurs once and whose name is one character
// keeps it, unless drawings need that (Puzzle.symbols in satpuzzle/puzzle/model.py).
export function symbolsOf({ pieces, board }) {
  const single = pieces.map(({ name, max }) => (max === 1 && [...name].length === 1 && !".?#:;[{*".includes(name) ? name : null));
  const free = letters(new Set(single));
  return pieces.map(({ max }, p) => (single[p] ? [single[p]] : Array.from({ length: Math.min(max, board.length) }, () => free.next().value ?? "#")));
}

function* letters(taken) {
  for (const [first, last] of ["AZ", "az", "09", "ΑΩ", "αω", "Ая"])
    for (let at = first.codePointAt(0); at <= last.codePointAt(0); at++) {
      const letter = String.fromCodePoint(at);
      if (!taken.has(letter) && /\p{L}|\p{N}/u.test(letter)) yield letter;
    }
}

// Volumes: the numbers of cells that pieces have at least and at most, and that the board has and must have covered.
export function volumes({ board, optional, pieces }) {
  const sum = (key) => pieces.reduce((total, piece) => total + piece.cells.length * piece[key], 0);
  return { cells: board.length, required: optional.filter((free) => !free).length, least: sum("min"), most: sum("max") };
}

// What is wrong with a puzzle before anybody searches: a sentence, or null.
export function mistake(puzzle) {
  if (!puzzle.board.length) return words.emptyBoard;
  if (!puzzle.pieces.length) return words.noPieceYet;
  const empty = puzzle.pieces.find(({ cells }) => !cells.length);
  if (empty) return words.emptyPiece(empty.name);
  const { cells, required, least, most } = volumes(puzzle);
  if (least > cells) return words.tooMuch(least, cells, least === most);
  if (most < required) return words.tooLittle(most, required, least === most, required < cells);
  let reachable = new Uint8Array(cells + 1); // whether some choice of copies has so many cells
  reachable[least] = 1;
  for (const piece of puzzle.pieces)
    for (let copy = 0; copy < Math.min(piece.max - piece.min, Math.floor(cells / piece.cells.length)); copy++)
      for (let total = cells; total >= piece.cells.length; total--)
        if (reachable[total - piece.cells.length]) reachable[total] = 1;
  return reachable.subarray(required).some(Boolean) ? null : words.noChoice(required, cells);
}
