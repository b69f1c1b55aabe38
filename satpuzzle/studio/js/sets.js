// The sets of pieces that fill the board, where pieces are optional: each with a picture, its number of solutions, and a
// button that makes it the puzzle.  Those with exactly one solution come first.
import { button, h, icon } from "./dom.js";
import { grouped, sorted } from "./lists.js";
import { pictureOf } from "./sketch.js";
import { say } from "./saying.js";
import { placedBy } from "./way.js";
import { words } from "./words.js";

const SHOWN = 40;

/** @typedef {{ used: Map<number, number>; many: number; first: number }} PieceSet */

/** @type {WeakMap<Solver, PieceSet[]>} */
const known = new WeakMap();

// Return how symmetries exchange pieces with others, such as a piece with its mirror image: lists of numbers of pieces;
// null if that is not known for all solutions.
/** @type {(tables: any) => number[][] | null} */
export function exchangesOf({ cover, symmetry, exchanges = null }) {
  if (!symmetry) return exchanges; // of an earlier visit
  if (symmetry.elements.length > symmetry.total) return null; // some hold for some solutions only
  /** @type {number[]} */
  const pieces = cover.pieceOf.slice(0, cover.placing);
  const placing = grouped(pieces.keys(), (option) => pieces[option]);
  /** @type {Symmetry["elements"]} */
  const elements = symmetry.elements;
  const all = elements.map(({ options }) => {
    const image = Array.from({ length: cover.further - cover.cells }, (_, piece) => piece);
    for (const [piece, some] of placing) {
      const option = some.find((each) => options[each] >= 0);
      if (option !== undefined) image[piece] = cover.pieceOf[options[option]];
    }
    return image;
  });
  return [...grouped(all, String).values()].map(([one]) => one);
}

// Return the sets of pieces of the solutions that a search has found; those that a symmetry exchanges are one set.
/** @type {(solver: Solver, exchanges: number[][]) => PieceSet[]} */
export function setsOf(solver, exchanges) {
  const before = known.get(solver);
  if (before) return before;
  const { cover } = solver.tables;
  /** @type {(number: number) => number[]} */
  const used = (number) =>
    sorted([...solver.solution(number)].filter((each) => each < cover.placing).map((each) => cover.pieceOf[each]));
  /** @type {(pieces: number[]) => string} */
  const nameOf = (pieces) => exchanges.map((image) => sorted(pieces.map((piece) => image[piece])).join()).sort()[0];
  const sets = [...grouped(solver.offsets.keys(), (number) => nameOf(used(number))).values()].map((numbers) => ({
    used: new Map([...grouped(used(numbers[0]), (piece) => piece)].map(([piece, copies]) => [piece, copies.length])),
    many: numbers.length,
    first: numbers[0],
  }));
  sets.sort((one, other) => one.many - other.many || one.used.size - other.used.size);
  known.set(solver, sets);
  return sets;
}

// The list of these sets, null if no piece is optional, or the search has not ended; `see` shows a solution.
/** @type {(app: App, solver: Solver, see?: (number: number) => void) => HTMLElement | null} */
export function setsShown(app, solver, see) {
  const { puzzle, session } = app;
  const { tables, offsets } = solver;
  const final = solver.status === "complete" && !solver.full && offsets.length > 0;
  if (!final || puzzle.pieces.every(({ min, max }) => min === max)) return null;
  const exchanges = exchangesOf(tables);
  if (!exchanges) return null;
  const sets = setsOf(solver, exchanges);
  /** @type {(used: Map<number, number>) => void} */
  const take = (used) => {
    session.editing = -1;
    session.change({
      pieces: puzzle.pieces.flatMap((piece, p) => {
        const many = used.get(p) ?? 0;
        return many ? [{ ...piece, min: many, max: many }] : [];
      }),
    });
  };
  /** @type {(set: PieceSet, i: number) => HTMLElement} */
  const one = ({ used, many, first }, i) => {
    const named = [...used].map(([piece, copies]) => puzzle.pieces[piece].name + (copies > 1 ? `×${copies}` : ""));
    const options = [...solver.solution(first)].filter((option) => option < tables.cover.placing);
    const placed = options.map((option) => placedBy(tables.cover, option, puzzle.board));
    const picture = pictureOf(puzzle, placed, app.colour);
    const thumb = { class: "thumb", "aria-label": say(words.showSet, { names: named }), "data-key": `set${i}` };
    return h("li", { class: "shape" }, [
      see ? button(picture, () => see(first), thumb) : h("span", { class: "thumb" }, picture),
      h("div", { class: "about" }, [
        h("strong", {}, named.join(" ")),
        h("span", { class: "note" }, say(words.found, { number: many })),
      ]),
      button([icon("check"), words.takeSet], () => take(used), { "data-key": `take${i}` }),
    ]);
  };
  const unique = sets.filter(({ many }) => many === 1).length;
  return h("section", { class: "sets" }, [
    h("p", { id: "sets" }, say(words.setsFound, { sets: sets.length, unique })),
    h("ul", { class: "shapes" }, sets.slice(0, SHOWN).map(one)),
    sets.length > SHOWN && h("p", { class: "note" }, say(words.setsMore, { more: sets.length - SHOWN })),
  ]);
}
