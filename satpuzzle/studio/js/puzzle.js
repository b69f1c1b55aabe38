// Puzzles: reads and writes the content of puzzle files (puzzles/README.md); an error is one sentence.
import { FAR, ascending, code } from "./cell.js";
import { Grid } from "./grid.js";
import { Complaint } from "./complaint.js";
import { words } from "./words.js";

const MOST_CELLS = 20_000, MOST_PIECES = 500, MOST_COPIES = 1_000_000, LONGEST = 200;

// Return a puzzle from the content of a file; `library` has the grids and the piece sets.
export function puzzleOf(content, library) {
  if (!content || typeof content !== "object" || Array.isArray(content)) throw new Complaint(words.notAPuzzle);
  if ("family" in content) throw new Complaint(words.isAFamily);
  const table = library.grids.get(content.lattice ?? "cubic");
  if (!table) throw new Complaint(words.unknownGrid(content.lattice, [...library.grids.keys()]));
  const grid = table, { cells, optional, frame } = boardOf(content, grid);
  const usual = truth(content.mirror, true, "mirror");
  const list = "tiles" in content ? tilesOf(content.tiles, grid) : typeof content.pieces === "string" ? library.sets.get(content.pieces)?.pieces : content.pieces;
  if (!Array.isArray(list)) throw new Complaint(words.noPieces);
  if (list.length > MOST_PIECES) throw new Complaint(words.tooMany("pieces", list.length, MOST_PIECES));
  const pieces = list.map((piece, number) => pieceOf(piece, number, grid, usual));
  return { title: line(content.title ?? content.name ?? "", "title"), grid, board: cells, optional, frame, pieces,
    counts: content.counts ?? null, source: line(content.source ?? "", "source"), ...beyondOf(content, list) };
}

// If the page can show a puzzle but not solve it: a sentence about the reason, and the content of its file.
function beyondOf(content, pieces) {
  const painted = content.pairs !== "all" && pieces.some(({ cells, colours }) => /[1-9]/.test(typeof cells === "string" ? cells : (colours ?? []).join("")));
  const rules = { tiles: words.hasTiles, holes: words.hasHoles, wrap: words.hasWrap, apart: words.hasApart };
  const beyond = painted ? words.hasColours : rules[Object.keys(rules).find((key) => Object.hasOwn(content, key))];
  return beyond ? { beyond, said: content } : {};
}

// Return tiles as pieces of one cell.
function tilesOf(said, grid) {
  const entries = typeof said === "string" ? said.trim().split(/\s+/) : said;
  if (!Array.isArray(entries)) throw new Complaint(words.noPieces);
  return entries.map((entry) => {
    const [sides, many] = typeof entry === "string" ? entry.split("*") : [entry?.sides];
    return { name: sides, ...(typeof entry === "string" ? { count: Number(many ?? 1) } : entry), sides, cells: [grid.kinds[0]] };
  });
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

// Return the cells of each mark, from a drawing or a list of triples.
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
    [...row.slice(margin)].forEach((mark, x) => { if (mark !== " ") found.push({ mark: mark.replace(/[1-9]/, "*"), position: [x, y, z] }); }))); // digits are colours
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
  return { name, cells, min, max, mirror: truth(table.mirror, usual, name), 
    ...(typeof table.sides === "string" && { sides: table.sides.slice(0, LONGEST) }), ...motionOf(table) };
}

// Return the properties that matter when pieces are taken apart.
function motionOf({ weight, groups }) {
  const grouped = groups && typeof groups === "object" && Object.entries(groups).length <= MOST_PIECES && Object.values(groups).every(Number.isInteger);
  return { ...(Number.isInteger(weight) && { weight }), ...(grouped && { groups: { ...groups } }) };
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

// Return a puzzle as the content of a file.
export function contentOf(puzzle) {
  if (puzzle.said) return puzzle.said;
  const { title, source, grid, board, optional, frame, pieces, counts } = puzzle;
  const usual = pieces.some(({ mirror }) => mirror) || !pieces.length;
  const found = {
    ...(title && { title }), lattice: grid.name, ...(!usual && { mirror: false }),
    board: board.filter((_, i) => !optional[i]),
    ...(optional.some(Boolean) && { optional: board.filter((_, i) => optional[i]) }),
    ...(frame.length && { frame }), ...(source && { source }), ...(counts && { counts }),
    pieces: pieces.map(({ name, cells, min, max, mirror, weight, groups }) => ({
      name, ...(weight !== undefined && { weight }), ...(groups && { groups }),
      ...(min !== max ? { min, max } : max !== 1 && { count: max }),
      ...(mirror !== usual && { mirror }),
      cells,
    })),
  };
  if (!found.board.length && found.optional) delete found.board;
  return found;
}

export const readGrids = (tables) => new Map(tables.map((table) => [table.name, new Grid(table)]));

// Return for each piece the characters that stand for its copies.  A piece with one copy whose name is one character
// keeps this character, unless drawings use it for something else (Puzzle.symbols in satpuzzle/puzzle/model.py).
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

// Return volumes: the smallest and the largest number of cells of all pieces, the number of cells of the board, and the
// number of its cells that must be covered.
export function volumes({ board, optional, pieces }) {
  const sum = (key) => pieces.reduce((total, piece) => total + piece.cells.length * piece[key], 0);
  return { cells: board.length, required: optional.filter((free) => !free).length, least: sum("min"), most: sum("max") };
}

// Return an error in a puzzle that is found without a search, as a sentence, or null.
export function mistake(puzzle) {
  if (puzzle.beyond) return puzzle.beyond;
  if (!puzzle.board.length) return words.emptyBoard;
  if (!puzzle.pieces.length) return words.noPieceYet;
  const empty = puzzle.pieces.find(({ cells }) => !cells.length);
  if (empty) return words.emptyPiece(empty.name);
  const { cells, required, least, most } = volumes(puzzle);
  if (least > cells) return words.tooMuch(least, cells, least === most);
  if (most < required) return words.tooLittle(most, required, least === most, required < cells);
  let reachable = new Uint8Array(cells + 1); // for each number of cells, whether some choice of copies has it
  reachable[least] = 1;
  for (const piece of puzzle.pieces)
    for (let copy = 0; copy < Math.min(piece.max - piece.min, Math.floor(cells / piece.cells.length)); copy++)
      for (let total = cells; total >= piece.cells.length; total--)
        if (reachable[total - piece.cells.length]) reachable[total] = 1;
  return reachable.subarray(required).some(Boolean) ? null : words.noChoice(required, cells);
}
