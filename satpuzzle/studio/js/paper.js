// Sheets of paper: for a solution the pieces, the solution layer by layer, and the steps to it
// (satpuzzle/pictures/instructions.py); for a puzzle its rules, the board, and the pieces.
import { mean, minus, plus, times } from "./cell.js";
import { h } from "./dom.js";
import { grouped } from "./lists.js";
import { between, say } from "./saying.js";
import { AXES, scenes, sketch, sketches } from "./sketch.js";
import { copied } from "./way.js";
import { words } from "./words.js";

const APART = 1.6; // how far figures are moved, in multiples of their distance from the middle
const MOST_LETTERS = 8; // of copies, that are listed

// The sheet: `placed` are the pieces of the solution, `parts` what is drawn of it, `steps` those of putting it together, if they are shown, or a
// sentence why not; `code` is the QR code of a link to the puzzle, if there is one.
/** @type {(app: App, placed: Placed[], parts: Copied[], steps: Building[] | string | null, code: SVGElement | null) => HTMLElement} */
export function sheetOf(app, placed, parts, steps, code) {
  return h("article", { class: "paper" }, [
    header(app, code),
    h("section", {}, h("h2", {}, words.piecesLabel), pieces(app, placed)),
    section(words.solutionHead, solution(app, parts)),
    steps?.length ? h("section", { class: "steps" }, h("h2", {}, words.stepsHead), stepsOf(app, steps)) : null,
  ]);
}

// The sheet of a puzzle with pieces on its board.
/** @type {(app: App, placed: Placed[], code: SVGElement | null) => HTMLElement} */
export function taskOf(app, placed, code) {
  const { board, pieces } = app.puzzle;
  const pictures = app.pictures();
  const left = pieces.map(({ min, max, name }, p) => {
    const there = placed.filter(({ piece }) => piece === p).length;
    const [least, most] = [Math.max(0, min - there), max - there];
    return most > 0
      ? figure(pictures[p], least === 1 && most === 1 ? name : `${name} × ${between(least, most)}`)
      : null;
  });
  return h("article", { class: "paper" }, [
    header(app, code, app.rules()),
    board.length ? section(words.board, solution(app, copied(placed))) : null,
    left.some(Boolean) ? section(words.piecesLabel, left, "small") : null,
  ]);
}

/** @type {(app: App, code: SVGElement | null, more?: HTMLElement[]) => HTMLElement} */
function header(app, code, more = []) {
  const { source } = app.puzzle;
  const said = source && h("p", { class: "source" }, source);
  return h("header", {}, [h("div", {}, h("h1", {}, app.titleOf()), said, more), code]);
}

/** @type {(head: string, pictures: (HTMLElement | null)[], size?: string) => HTMLElement} */
const section = (head, pictures, size = "") =>
  h("section", {}, h("h2", {}, head), h("div", { class: `pictures ${size}` }, pictures));

// The pieces that are used, each with its name and the letters of its copies.
/** @type {(app: App, placed: Placed[]) => HTMLElement} */
function pieces(app, placed) {
  const { puzzle, symbols } = app;
  const used = [...grouped(copied(placed), ({ piece }) => piece)].sort(([a], [b]) => a - b);
  const pictures = sketches(
    used.map(([piece]) => ({ ...app.listed(piece), letter: app.symbols[piece][0], lettered: "once" })),
    puzzle.grid,
  );
  const entries = used.map(([piece, copies], i) => {
    const { name } = puzzle.pieces[piece];
    const letters = copies.map(({ copy }) => symbols[piece][copy]);
    const listed = new Set([...(letters.length <= MOST_LETTERS ? letters : []), name]);
    const many = copies.length > 1 ? ` × ${copies.length}` : "";
    return figure(pictures[i], [...listed].join(" ") + many);
  });
  return h("div", { class: "pictures small" }, entries);
}

// The whole from a corner, and its layers from above; or a flat board.
/** @type {(app: App, parts: Copied[]) => HTMLElement[]} */
function solution(app, parts) {
  const { board, grid } = app.puzzle;
  if (grid.flat) return [h("figure", { class: "whole" }, app.flatPicture(parts, words.solutionHead))];
  const figures = parts.map(({ piece, copy, ...lying }) => ({ ...app.solid(piece, copy, lying), lettered: true }));
  const whole = figure(sketch(figures.length ? figures : [{ cells: board }], grid), "");
  if (grid.interlaced && !figures.length) return [whole];
  const pictures = grid.interlaced ? app.slabPictures(parts) : app.layerPictures(parts);
  const layers = pictures.map((each, i) => figure(each, layerName(i, pictures.length)));
  if (!grid.interlaced) return [whole, ...layers];
  const moved = figure(sketch(apart(figures, grid), grid), words.apartCaption, "double");
  return [...(layers.length > 1 ? layers : [whole]), moved]; // the last one is the whole
}

// Figures moved apart, away from their middle.
/** @type {(figures: Figure[], grid: Grid) => Figure[]} */
function apart(figures, grid) {
  const centres = figures.map(({ cells }) => mean(cells.map((cell) => grid.centre(cell))));
  const middle = mean(centres);
  return figures.map((figure, i) => {
    const place = plus(grid.centre(figure.cells[0]), times(minus(centres[i], middle), APART));
    return { ...figure, pose: { place, axes: AXES, aside: false } };
  });
}

/** @type {(i: number, many: number) => string} */
const layerName = (i, many) =>
  i === 0 ? words.bottomLayer : say(i === many - 1 ? words.topLayer : words.layerCaption, { number: i + 1 });

/** @type {(app: App, steps: Building[] | string) => HTMLElement} */
function stepsOf(app, steps) {
  if (typeof steps === "string") return h("p", { role: "status" }, steps);
  const pictures = scenes(steps, app.puzzle.grid);
  const entries = steps.map(({ text }, i) => figure(pictures[i], `${i + 1}: ${text}`));
  return h("div", { class: "pictures" }, entries);
}

/** @type {(picture: any, caption: string, name?: string) => HTMLElement} */
const figure = (picture, caption, name) =>
  h("figure", { class: name }, picture, caption && h("figcaption", {}, caption));
