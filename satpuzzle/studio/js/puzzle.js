// Puzzles: reads and writes the content of puzzle files (puzzles/README.md); an error is one sentence.
import { FAR, code, minus, onceEach, plus } from "./cell.js";
import { OWN, stretched, wordOf } from "./chains.js";
import { wrapFault } from "./faults.js";
import { Grid } from "./grid.js";
import { product, range, sum } from "./lists.js";
import { volumes } from "./volumes.js";
import { apartOf, broken, never, rulesFor, rulesIn, writtenOf, wrong } from "./rules.js";
import { cage, stick, sticks } from "./sticks.js";
import { BORDERS, lettersOf, turned } from "./tiles.js";
import { between, say } from "./saying.js";
import { Complaint, words } from "./words.js";

const MOST_CELLS = 20_000;
const MOST_PIECES = 500;
const MOST_COPIES = 1_000_000;
const LONGEST = 300;
const MOST_COLOURS = 63;
const MOST_EXCHANGES = 120;

// Return a puzzle from the content of a file; `library` has the grids and the piece sets.
/** @type {(content: Content, library: Shelf) => Puzzle} */
export function puzzleOf(content, library) {
  if (!content || typeof content !== "object" || Array.isArray(content)) throw new Complaint(words.notAPuzzle);
  if ("family" in content) throw new Complaint(words.isAFamily);
  checkKeys(content, library.keys.puzzle);
  content = moving(content);
  const grid = library.grids.get(gridKey(content.grid ?? "cubic"));
  if (!grid)
    throw new Complaint(
      say(words.unknownGrid, {
        found: JSON.stringify(content.grid?.title ?? content.grid),
        known: library.grids.names.map(([, name]) => name),
      }),
    );
  const whole = boardOf(content, grid);
  const usual = truth(content.mirror, true, "mirror");
  const tiled = content.tiles !== undefined;
  const pieces = (tiled ? tilesOf : piecesOf)(content, grid, usual, library, whole.board.length);
  const level = tiled || whole.colours || !grid.leans(whole.board);
  return settled({
    title: line(content.title ?? content.name ?? "", "title"),
    grid: level ? grid : grid.turnedByAnEighth, // to be shown with level sides
    ...whole,
    pieces,
    counts: content.counts ?? null,
    source: line(content.source ?? "", "source"),
    ...rulesOf(tiled ? content : { ...content, rotate: undefined }, pieces, grid), // each piece says how it may be turned
  });
}

// Return the pieces that a file lists, or those of the set that it names.
/** @type {Listing} */
function piecesOf({ pieces, rotate }, grid, usual, { sets, keys }, room) {
  const named = isText(pieces) ? (sets.get(pieces)?.pieces ?? pieces) : pieces;
  const list = isText(named) ? sticks(named) : named;
  if (!Array.isArray(list)) throw new Complaint(words.noPieces);
  if (list.length > MOST_PIECES)
    throw new Complaint(say(words.tooMany, { what: "pieces", found: list.length, most: MOST_PIECES }));
  return list.map((piece, number) => {
    checkKeys(piece, piece?.chain === undefined ? keys.piece : OWN);
    return pieceOf({ rotate, ...moving(stick(piece ?? {})) }, number, grid, usual, room);
  });
}

/** @type {(table: any, known: string[]) => void} */
function checkKeys(table, known) {
  if (!table || typeof table !== "object") return; // which is refused elsewhere
  const unknown = Object.keys(table).find((key) => !known.includes(key));
  if (unknown !== undefined) throw new Complaint(say(words.unknownKey, { key: unknown, known }));
}

/** @type {(found: any) => boolean} */
const isColour = (found) => Number.isInteger(found) && found >= 0 && found <= MOST_COLOURS;
/** @type {(pair: any) => boolean} */
const isPeriod = (by) =>
  Array.isArray(by) &&
  by.slice(0, 2).filter(Number.isInteger).length === 2 &&
  [undefined, "flip"].includes(by[2]) &&
  by.length < 4;
const WRAPS = [
  "",
  "x",
  "y",
  "xy",
  ...["moebius", "klein"].flatMap((surface) => ["", " x", " y"].map((axis) => surface + axis)),
];
/** @type {(pair: any) => boolean} */
const isPair = (pair) => Array.isArray(pair) && pair.length === 2 && pair.every(isColour);
/** @type {(found: any) => found is string} */
const isText = (found) => typeof found === "string";
/** @type {(found: any) => boolean} */
const isTable = (found) => found && typeof found === "object" && !Array.isArray(found);
/** @type {(found: any) => boolean} */
const isHue = (found) => isText(found) && /^#[0-9a-f]{6}$/i.test(found);
/** @type {(found: any, each: (found: any) => boolean) => boolean} */
const isList = (found, each) => Array.isArray(found) && found.every(each);
/** @type {(names: any) => boolean} */
const isGroup = (names) => isList(names, isText) && names.length > 0;
// What colours are opposite: those of capital and small letters, or pairs with spaces between them.
/** @type {(found: unknown) => boolean} */
const isMatch = (found) =>
  found === "opposite" ||
  (isText(found) &&
    /^[\p{L}\p{N}]{2}( [\p{L}\p{N}]{2})*$/u.test(found) &&
    isOnce([...found.replaceAll(" ", "")].join("")));
/** @type {(found: any) => boolean} */
const isBoolean = (found) => typeof found === "boolean";
/** @type {(found: any) => boolean} */
const isVector = (found) =>
  isList(found, (n) => Number.isInteger(n) && Math.abs(n) <= FARTHEST_UP) && found.length === 3;
const FARTHEST_UP = 1000;
const SIDES = ["x", "-x", "y", "-y", "z", "-z"];
/** @type {(letters: string) => boolean} */
const isOnce = (letters) => new Set(letters).size === letters.length;

/** @type {(value: any) => any} */
const same = (value) => value;

// The rules that a puzzle file may have: for each key the usual value, which others are allowed, and how they are kept in
// a puzzle and written again.
/** @type {Record<string, RuleKey>} */
const RULES_OF = {
  pairs: {
    usual: "equal",
    allowed: (pairs) => pairs === "equal" || pairs === "all" || isList(pairs, isPair),
    kept: (pairs) => (isText(pairs) ? pairs : new Set(pairs.map(String))),
    written: (pairs) => (isText(pairs) ? pairs : [...pairs].map((pair) => pair.split(",").map(Number))),
  },
  hues: { usual: [], allowed: (hues) => isList(hues, isHue) },
  empty: { usual: null, allowed: (most) => Number.isInteger(most) && most >= 0 },
  wrap: {
    usual: "",
    allowed: (wrap) => WRAPS.includes(wrap) || (isList(wrap, isPeriod) && [1, 2].includes(wrap.length)),
    kept: (wrap) => (isText(wrap) ? wrap.replace(/ x$/, "") : wrap), // which is meant without an axis
  },
  up: { usual: "", allowed: (up) => SIDES.includes(up) || (isVector(up) && up.some(Boolean)) },
  parts: { usual: "together", allowed: (parts) => parts === "together" || parts === "separate" },
  border: { usual: "", allowed: (border) => isText(border) && border.length < 30 },
  rotate: { usual: true, allowed: isBoolean },
  match: { usual: true, allowed: (match) => isBoolean(match) || isMatch(match) },
  interchangeable: {
    usual: [],
    allowed: (letters) => isText(letters) && isOnce(letters.replaceAll(" ", "")),
    kept: (letters) => letters.split(/\s+/).filter(Boolean),
    written: (sets) => sets.join(" "),
  },
};
const NO_RULES = { ...Object.fromEntries(Object.entries(RULES_OF).map(([key, { usual }]) => [key, usual])), rules: [] };

// Return a puzzle with the rules that it lacks, and with what follows from its pieces and rules: whether its pieces are
// tiles, and whether colours of cells restrict where pieces lie.
// Cells have the same colour as the cells below, those in one of the `pairs` (colour of a piece, colour of the board), or
// any colours if `pairs` is "all".
/** @type {(puzzle: Unsettled) => Puzzle} */
export function settled(puzzle) {
  const whole = /** @type {Puzzle} */ ({ ...NO_RULES, ...puzzle });
  const { grid, pieces, board } = whole;
  const painted = [whole, ...pieces].some(({ colours }) => colours?.some(Boolean));
  const tiled = pieces.length > 0 && pieces.every(({ sides }) => sides);
  if (whole.wrap && pieces.some(({ chain }) => chain !== undefined)) throw new Complaint(words.chainOnRing);
  const ring = whole.wrap && board.length ? wrapFault(whole, tiled) : null;
  if (ring) throw new Complaint(ring);
  whole.rules = rulesFor(whole.rules, pieces);
  const letters = lettersOf(pieces);
  if (tiled && whole.border && ![...BORDERS, ...letters].includes(whole.border))
    throw new Complaint(say(words.badBorder, { found: whole.border, letters }));
  if (!whole.rotate && grid.kinds.length > 1) throw new Complaint(say(words.badRotate, { grid: grid.name }));
  const unfit = broken({ ...whole, tiled }, never);
  if (unfit) throw new Complaint(unfit);
  return { ...whole, tiled, coloured: painted && whole.pairs !== "all" };
}

// Read the rules of a puzzle file.
/** @type {(content: Content, pieces: Piece[], grid: Grid) => any} */
function rulesOf(content, pieces, grid) {
  /** @type {Record<string, any>} */
  const rules = { ...NO_RULES };
  for (const [key, { allowed, kept = same }] of Object.entries(RULES_OF)) {
    if (content[key] === undefined) continue;
    if (!allowed(content[key])) throw new Complaint(say(words.badRule, { key }));
    rules[key] = kept(content[key]);
  }
  /** @type {string[]} */
  const sets = rules.interchangeable;
  const orders = product(sets.flatMap((letters) => [...letters].map((_, i) => i + 1)));
  if (orders > MOST_EXCHANGES) throw new Complaint(words.tooManySymmetries);
  const { apart = [], rules: said = grid.rules } = content;
  if (!isList(apart, isGroup)) throw new Complaint(say(words.badRule, { key: "apart" }));
  if (!isList(said, (rule) => isText(rule) || isTable(rule))) throw new Complaint(say(words.badRule, { key: "rules" }));
  return { ...rules, rules: rulesIn([...apart.map(apartOf), ...said], pieces) };
}

// Return the rules of a puzzle as keys of a file.
/** @type {(puzzle: Puzzle) => object} */
function writtenRules(puzzle) {
  /** @type {Record<string, any>} */
  const values = puzzle;
  const unusual = Object.entries(RULES_OF).filter(([key, { usual }]) =>
    Array.isArray(usual) ? values[key].length : values[key] !== usual,
  );
  const [apart, others] = [true, false].map((is) => puzzle.rules.filter(({ word }) => (word === "apart") === is));
  return {
    ...Object.fromEntries(unusual.map(([key, { written = same }]) => [key, written(values[key])])),
    ...(apart.length && { apart: apart.map(({ names }) => names) }),
    ...(others.map(writtenOf).join() !== puzzle.grid.rules.join() && { rules: others.map(writtenOf) }),
  };
}

// Return tiles as pieces of one cell; equal tiles that are given as words are copies (satpuzzle/puzzle/formats/tiles.py).
/** @type {Listing} */
function tilesOf({ tiles, rotate = true }, grid, usual, { keys }, room) {
  const entries = isText(tiles) ? tiles.trim().split(/\s+/) : tiles;
  if (!Array.isArray(entries)) throw new Complaint(words.noPieces);
  if (entries.length > 20 * MOST_PIECES)
    throw new Complaint(say(words.tooMany, { what: "pieces", found: entries.length, most: MOST_PIECES }));
  if (!grid.sides) throw new Complaint(say(words.noTiles, { grid: grid.name }));
  const many = grid.sides.ring[0].length;
  /** @type {Map<string, Piece>} */
  const kept = new Map();
  entries.forEach((/** @type {any} */ entry, /** @type {number} */ number) => {
    const table = isText(entry) ? tileOf(entry) : entry;
    checkKeys(table, keys.tile);
    if (!isText(table?.sides) || !isSides(table.sides, many))
      throw new Complaint(say(words.badSides, { number: number + 1, sides: many }));
    const named = { ...table, name: table.name ?? table.sides, cells: [grid.kinds[0]] };
    const tile = pieceOf(named, number, grid, usual, room);
    if (!isText(entry)) {
      kept.set(`name ${tile.name}`, tile);
      return;
    }
    const name = turned(table.sides, grid, rotate !== false, tile.mirror)[0].join();
    const same = kept.get(name);
    kept.set(name, same ? { ...same, min: same.min + tile.min, max: same.max + tile.max } : tile);
  });
  return [...kept.values()];
}

// Whether a text has a letter or a digit for each of so many sides.
/** @type {(text: string, many: number) => boolean} */
export const isSides = (text, many) => [...text].length === many && /^[\p{L}\p{N}]+$/u.test(text);

// Return a tile that is given as a word, such as ABCD*2 or ABCD?.
/** @type {(word: string) => Content} */
function tileOf(word) {
  const [, sides, times, free] = /^([^*?]*)(?:\*(\d{1,9}))?(\?)?$/.exec(word) ?? [];
  return { sides, ...(times && { count: Number(times) }), ...(free && { min: 0 }) };
}

/** @type {(content: Content, grid: Grid) => Pick<Puzzle, "board" | "optional" | "frame" | "colours">} */
function boardOf(content, grid) {
  /** @type {(key: string, marks: string) => Marked} */
  const read = (key, marks) => (key in content ? cellsOf(cage(content[key]) ?? content[key], grid, key, marks) : {});
  if ("box" in content === "board" in content) throw new Complaint(words.twoBoards);
  const whole = "box" in content ? { "*": boxOf(content.box, grid) } : read("board", "*?#");
  const more = content.optional === "all" ? whole : read("optional", "*");
  const free = [...(whole["?"] ?? []), ...(more["*"] ?? [])];
  const frame = onceEach([...(whole["#"] ?? []), ...(read("frame", "*")["*"] ?? [])]);
  const cells = onceEach([...(whole["*"] ?? []), ...free]);
  const may = new Set(free.map(code));
  if (cells.length > MOST_CELLS)
    throw new Complaint(say(words.tooMany, { what: "cells", found: cells.length, most: MOST_CELLS }));
  const inside = new Set(cells.map(code));
  if (frame.some((cell) => inside.has(code(cell)))) throw new Complaint(words.frameInBoard);
  return {
    board: cells,
    optional: cells.map((cell) => may.has(code(cell))),
    frame,
    colours: coloursOf(content, "board", cells, whole.colours),
  };
}

// Return the colours of cells, from the digits of a drawing or from the list `colours` beside a list of cells; null if
// there are none.
/** @type {(content: Content, key: string, cells: Vector[], drawn?: Map<number, number>) => number[] | null} */
function coloursOf({ colours, ...content }, key, cells, drawn) {
  if (colours === undefined && !drawn) return null;
  const listed = content[key];
  const right = Array.isArray(listed) && isList(colours, isColour) && listed.length === cells.length;
  if (colours !== undefined && !(right && colours.length === cells.length))
    throw new Complaint(say(words.badColours, { key }));
  /** @type {(cell: Vector, i: number) => [number, number]} */
  const painted = (cell, i) => [code(cell), colours[i]];
  const known = colours === undefined ? drawn : new Map(listed.map(painted));
  const found = cells.map((cell) => known?.get(code(cell)) ?? 0);
  return found.some(Boolean) ? found : null;
}

/** @type {(sizes: any, grid: Grid) => Vector[]} */
function boxOf(sizes, grid) {
  const right = isList(sizes, (n) => Number.isInteger(n) && n > 0) && sizes.length === grid.basis.length;
  if (!right) throw new Complaint(say(words.badBox, { axes: grid.basis.length }));
  const total = product([...sizes, grid.kinds.length]);
  if (total > MOST_CELLS) throw new Complaint(say(words.tooMany, { what: "cells", found: total, most: MOST_CELLS }));
  return grid.box(sizes);
}

// Return the cells of each mark, from a drawing or a list of triples.
/** @type {(found: any, grid: Grid, key: string, marks: string) => Marked} */
function cellsOf(found, grid, key, marks) {
  if (isText(found)) return drawn(found, grid, key, marks);
  if (!Array.isArray(found)) throw new Complaint(say(words.badCells, { key }));
  if (found.length > MOST_CELLS)
    throw new Complaint(say(words.tooMany, { what: "cells", found: found.length, most: MOST_CELLS }));
  for (const cell of found) {
    const right = isList(cell, (x) => Number.isInteger(x) && Math.abs(x) < FAR / 2) && cell.length === 3;
    if (!right || grid.kind(cell) < 0)
      throw new Complaint(say(words.badCell, { key, cell: JSON.stringify(cell).slice(0, 40), grid: grid.name }));
  }
  if (new Set(found.map(code)).size < found.length) throw new Complaint(say(words.twice, { key }));
  return { "*": found.map((cell) => [...cell]) };
}

// Cells of a drawing (satpuzzle/puzzle/drawing.py): rows of characters, layers separated by blank lines.
/** @type {(text: string, grid: Grid, key: string, marks: string) => Marked} */
function drawn(text, grid, key, marks) {
  if (text.length > 200_000) throw new Complaint(say(words.badCells, { key }));
  /** @type {string[][]} */
  const layers = [[]];
  for (const row of text.replaceAll("\t", "        ").split(/\r?\n/))
    if (row.trim()) layers[layers.length - 1].push(row.trimEnd());
    else layers.push([]);
  const rows = layers.flat();
  const margin = Math.min(...rows.map((row) => row.length - row.trimStart().length));
  // digits are colours; an x is a cell, and so is # where there is no frame
  const cell = marks.includes("#") ? /[1-9x]/ : /[1-9x#]/;
  /** @type {(mark: string, position: Vector) => { mark: string; colour: number; position: Vector }[]} */
  const read = (mark, position) =>
    mark === " " ? [] : [{ mark: mark.replace(cell, "*"), colour: Number(mark) || 0, position }];
  /** @type {(row: string, y: number, z: number) => ReturnType<typeof read>} */
  const readRow = (row, y, z) => [...row.slice(margin)].flatMap((mark, x) => read(mark, [x, y, z]));
  const every = layers
    .filter((layer) => layer.length)
    .flatMap((layer, z) => layer.flatMap((row, y) => readRow(row, y, z)));
  const points = every.filter(({ mark }) => mark === "+"); // these are no cells
  const found = every.filter(({ mark }) => mark !== "+" && (mark !== "." || grid.drawing.dots));
  if (!found.length) return {};
  if (grid.flat && found.some(({ position }) => position[2])) throw new Complaint(words.flatLayers);
  const strange = found.find(({ mark }) => mark !== "." && !marks.includes(mark));
  if (strange) throw new Complaint(say(words.badMark, { key, mark: strange.mark }));
  const positions = found.map(({ position }) => position);
  /** @type {(shift: Vector) => (Vector | null)[]} */
  const moved = (shift) => positions.map((position) => grid.cellAt(plus(position, shift)));
  const [cells, ...others] = /** @type {Vector[][]} */ (
    shifts(positions, grid)
      .filter((shift) => points.every(({ position }) => grid.pointAt(plus(position, shift))))
      .map(moved)
      .filter((some) => !some.includes(null))
  );
  if (!cells || found.every(({ mark }) => mark === "."))
    throw new Complaint(say(words.badDrawing, { key, grid: grid.name }));
  const asDrawn = moved([0, 0, 0]).every((cell, i) => cell && code(cell) === code(cells[i]));
  if (!grid.drawing.dots && !asDrawn && others.some((other) => turnedAlike(other, grid) !== turnedAlike(cells, grid)))
    throw new Complaint(say(words.manyShapes, { key, grid: grid.name }));
  /** @type {(mark: string) => Vector[]} */
  const of = (mark) => cells.filter((_, i) => found[i].mark === mark);
  const colours = new Map(found.map(({ colour }, i) => [code(cells[i]), colour]));
  return { "*": of("*"), "?": of("?"), "#": of("#"), ...(found.some(({ colour }) => colour) && { colours }) };
}

// A text that is the same for cells that translations and turns in the plane carry to each other, one by one.
/** @type {(cells: Vector[], grid: Grid) => string} */
function turnedAlike(cells, grid) {
  const images = grid.rotations(cells, false).map((image) => {
    const back = minus(image[0], grid.home(image[0]));
    return image.map((cell) => code(minus(cell, back))).join();
  });
  return images.sort()[0];
}

// The shifts of a drawing that are tried, in order: see `drawn` of each grid in Python.
/** @type {(positions: Vector[], grid: Grid) => Vector[]} */
function shifts(positions, grid) {
  if (grid.drawing.upwards) {
    const last = Math.max(...positions.map(([, y]) => y));
    const [x, y] = positions.reduce((best, at) =>
      (at[2] - best[2] || at[1] - best[1] || at[0] - best[0]) < 0 ? at : best,
    );
    return [[(((x + y - last) % 2) + 2) % 2, -last, 0]];
  }
  return grid.drawing.shifts;
}

// Return a piece on a board with room for so many cells.
/** @type {(table: Content, number: number, grid: Grid, usual: boolean, room: number) => Piece} */
function pieceOf(table, number, grid, usual, room) {
  if (!table || typeof table !== "object") throw new Complaint(say(words.badPiece, { number: number + 1 }));
  const name = line(table.name ?? "", "name");
  if (!name) throw new Complaint(say(words.badPiece, { number: number + 1 }));
  const chain = table.chain === undefined ? null : wordOf(table.chain, name, grid);
  const said = chain === null ? cellsOf(table.cells, grid, name, "*") : { "*": stretched(chain, grid) };
  const cells = onceEach(said["*"] ?? []);
  const colours = coloursOf(table, "cells", cells, said.colours);
  if (!cells.length) throw new Complaint(say(words.emptyPiece, { name }));
  /** @type {(value: any, least: number) => number} */
  const whole = (value, least) => {
    if (!Number.isInteger(value) || value < least || value > MOST_COPIES)
      throw new Complaint(say(words.badCopies, { name }));
    return value;
  };
  const most = table.max === "any" ? Math.max(1, Math.floor(room / cells.length)) : table.max;
  const max = whole(most ?? table.count ?? 1, 1);
  const min = whole(table.min ?? ("max" in table ? 0 : max), 0);
  if (min > max) throw new Complaint(say(words.badCopies, { name }));
  return {
    name,
    cells,
    min,
    max,
    mirror: truth(table.mirror, usual, name),
    ...turning(chain === null ? table.rotate : true),
    ...(chain !== null && { chain }),
    ...(colours && { colours }),
    ...(isText(table.sides) && { sides: table.sides }),
    ...motionOf(table),
  };
}

// Return the properties that matter when pieces are taken apart, the value, which the page keeps, and the colour for show.
/** @type {(table: Content) => Pick<Piece, "weight" | "groups" | "value" | "paint">} */
function motionOf({ weight, groups, value, paint }) {
  if (paint !== undefined && !isHue(paint)) throw new Complaint(say(words.badPaint, { paint: JSON.stringify(paint) }));
  const numbers = groups && typeof groups === "object" ? Object.values(groups) : null;
  const grouped = numbers && numbers.length <= MOST_PIECES && numbers.every(Number.isInteger);
  return {
    ...(Number.isInteger(weight) && { weight }),
    ...(grouped && { groups: { ...groups } }),
    ...(Number.isInteger(value) && { value }),
    ...(paint && { paint }),
  };
}

// Return a table in which `mirror` and `rotate` stand for `motions`, if it has that.
/** @type {(table: Content) => Content} */
function moving({ motions, ...rest }) {
  if (motions === undefined) return rest;
  if (motions !== "translations" || "mirror" in rest || "rotate" in rest)
    throw new Complaint(say(words.badRule, { key: "motions" }));
  return { ...rest, mirror: false, rotate: false };
}

// Return how a piece may be turned, if it is not in every way: `false`, or the number of turns about the third axis.
/** @type {(rotate: any) => Pick<Piece, "rotate">} */
function turning(rotate = true) {
  if (!isBoolean(rotate) && !(Number.isInteger(rotate) && rotate > 0))
    throw new Complaint(say(words.badRule, { key: "rotate" }));
  return rotate === true ? {} : { rotate };
}

/** @type {(value: any, usual: boolean, key: string) => boolean} */
function truth(value, usual, key) {
  if (value === undefined) return usual;
  if (!isBoolean(value)) throw new Complaint(say(words.badTruth, { key }));
  return value;
}

/** @type {(value: any, key: string) => string} */
function line(value, key) {
  if (!isText(value)) throw new Complaint(say(words.badText, { key }));
  const plain = value.replace(/[\s\p{C}]+/gu, " ").trim();
  return plain.slice(0, LONGEST);
}

// Return a puzzle as the content of a file.
/** @type {(puzzle: Puzzle) => Content} */
export function contentOf(puzzle) {
  const { title, source, grid, board, optional, frame, pieces, counts, colours, tiled } = puzzle;
  const usual = pieces.some(({ mirror }) => mirror) || !pieces.length;
  return {
    ...(title && { title }),
    grid: grid.said,
    ...(!usual && { mirror: false }),
    board: colours || optional.every(Boolean) ? board : board.filter((_, i) => !optional[i]),
    ...(optional.some(Boolean) && { optional: board.filter((_, i) => optional[i]) }),
    ...(colours && { colours }),
    ...(frame.length && { frame }),
    ...(source && { source }),
    ...(counts && { counts }),
    ...writtenRules(puzzle),
    [tiled ? "tiles" : "pieces"]: pieces.map((piece) => pieceContent(piece, tiled, usual)),
  };
}

/** @type {(piece: Piece, tiled: boolean, usual: boolean) => object} */
function pieceContent(
  { name, cells, chain, min, max, mirror, rotate, weight, value, paint, groups, sides, colours },
  tiled,
  usual,
) {
  const copies = min !== max ? { min, max } : max !== 1 && { count: max };
  if (chain !== undefined)
    return { name, chain, ...(value !== undefined && { value }), ...(paint && { paint }), ...copies };
  return {
    ...(name !== sides && { name }),
    ...(weight !== undefined && { weight }),
    ...(value !== undefined && { value }),
    ...(paint && { paint }),
    ...(groups && { groups }),
    ...copies,
    ...(mirror !== usual && { mirror }),
    ...(rotate !== undefined && { rotate }),
    ...(tiled ? { sides } : { cells, ...(colours && { colours }) }),
  };
}

// Return the grids of a text with a line for each: what stands for it, a tab, and its table.  Each is read when it is
// needed first.
/** @type {(lines: string) => Shelf["grids"]} */
export function readGrids(lines) {
  const tables = new Map(lines.split("\n").map((line) => /** @type {[string, string]} */ (line.split("\t"))));
  /** @type {Map<string, Grid>} */
  const read = new Map();
  /** @type {(key: string) => Grid | undefined} */
  const get = (key) => {
    const table = tables.get(key);
    if (table && !read.has(key)) read.set(key, new Grid(JSON.parse(table)));
    return read.get(key);
  };
  return { get, names: [...tables.keys()].map((key) => [key, isOwn(key) ? (get(key)?.name ?? "") : key]) };
}

/** @type {(table: GridTable) => string} */
export const lineOf = (table) => `${gridKey(table.written ?? table.name)}\t${JSON.stringify(table)}`;

// What stands for a grid in `library.grids`, from what a file says of it: a name, or the keys of a grid of one's own.
/** @type {(said: any) => string} */
export const gridKey = (said) => (isText(said) ? said : JSON.stringify(said));
/** @type {(key: string) => boolean} */
const isOwn = (key) => key.startsWith("{");

// Return for each piece the characters that stand for its copies.  A piece with one copy whose name is one character
// keeps this character, unless drawings use it for something else (Puzzle.symbols in satpuzzle/puzzle/model.py).
/** @type {(puzzle: Pick<Puzzle, "pieces" | "board">) => string[][]} */
export function symbolsOf({ pieces, board }) {
  const single = pieces.map(({ name, max }) =>
    max === 1 && [...name].length === 1 && !".?#:;[{*".includes(name) ? name : null,
  );
  const free = letters(new Set(single));
  /** @type {(many: number) => string[]} */
  const some = (many) => range(Math.min(many, board.length)).map(() => free.next().value ?? "#");
  return pieces.map(({ max }, p) => (single[p] ? [single[p]] : some(max)));
}

/** @type {(taken: Set<string | null>) => Generator<string, void>} */
function* letters(taken) {
  for (const ends of ["AZ", "az", "09", "ΑΩ", "αω", "Ая"])
    for (let at = ends.charCodeAt(0); at <= ends.charCodeAt(1); at++) {
      const letter = String.fromCharCode(at);
      if (!taken.has(letter) && /\p{L}|\p{N}/u.test(letter)) yield letter;
    }
}

// Return what is still missing in a puzzle that somebody draws, as a sentence, or null.
/** @type {(puzzle: Puzzle) => string | null} */
export function missing({ board, pieces }) {
  if (!board.length) return words.emptyBoard;
  if (!pieces.length) return words.noPieceYet;
  const empty = pieces.find(({ cells }) => !cells.length);
  return empty ? say(words.emptyPiece, { name: empty.name }) : null;
}

// Return what is missing or an error in a puzzle that is found without a search, as a sentence, or null.
/** @type {(puzzle: Puzzle) => string | null} */
export const mistake = (puzzle) => unfinished(puzzle) ?? broken(puzzle, wrong);

// The same, but only what is still missing, and why the pieces cannot have as many cells as the board.
/** @type {(puzzle: Puzzle) => string | null} */
export function unfinished(puzzle) {
  const lacking = missing(puzzle);
  if (lacking) return lacking;
  const { cells, required, least, most } = volumes(puzzle);
  if (least > cells) return say(words.tooMuch, { least, cells, exact: least === most });
  if (most < required) return say(words.tooLittle, { most, required, exact: least === most, free: required < cells });
  const sums = reachable(puzzle.pieces, cells);
  return sums.subarray(required).some(Boolean) ? null : say(words.noChoice, { range: between(required, cells) });
}

// Return the puzzle in which each cell may stay empty and each piece be left out.
/** @type {(puzzle: Puzzle) => Puzzle} */
export const freed = (puzzle) => ({
  ...puzzle,
  optional: puzzle.optional.map(() => true),
  empty: null,
  pieces: puzzle.pieces.map((piece) => ({ ...piece, min: 0 })),
});

// Return for each number of cells, up to so many, whether some choice of copies of the pieces has it.
/** @type {(pieces: Piece[], cells: number) => Uint8Array} */
export function reachable(pieces, cells) {
  const found = new Uint8Array(cells + 1);
  const least = sum(pieces, ({ min, cells: each }) => min * each.length);
  if (least <= cells) found[least] = 1;
  for (const piece of pieces)
    for (let copy = 0; copy < Math.min(piece.max - piece.min, Math.floor(cells / piece.cells.length)); copy++)
      for (let total = cells; total >= piece.cells.length; total--)
        if (found[total - piece.cells.length]) found[total] = 1;
  return found;
}
