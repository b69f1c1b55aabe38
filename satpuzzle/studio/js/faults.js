// Why a board cannot have a rule, as the checker says: it is asked for the board with pieces of one cell.
import { Geometry } from "./geometry.js";
import { words } from "./words.js";

export const KINDS = [
  ...["half turn", "third turn", "quarter turn", "sixth turn", "horizontal", "vertical", "upright", "diagonal"],
  ...["mirror", "point", "any"],
];
const [UPRIGHT, MIRROR] = [48, 240]; // horizontal and vertical; these, diagonal and planes
const BITS = [1, 2, 4, 8, 16, 32, UPRIGHT, 64, MIRROR, 256, 0]; // of the kinds, in `Geometry.kinds`

/** @type {(puzzle: Puzzle, rules: string[]) => Geometry} */
const asked = ({ grid, board, optional, frame, colours, coloured }, rules) =>
  new Geometry({
    grid: grid.said,
    board: coloured && colours ? board : board.filter((_, i) => !optional[i]),
    ...(optional.some(Boolean) && { optional: board.filter((_, i) => optional[i]) }),
    ...(coloured && colours && { colours }),
    ...(frame.length && { frame }),
    pieces: [{ name: "cell", cells: board.slice(0, 1), max: "any" }],
    rules,
  });

// What the page says in place of a line of the checker.
/** @type {[string, (puzzle: Puzzle) => string][]} */
const SAID = [
  ["no such symmetry", (puzzle) => words.noSymmetry(kindsOf(puzzle))],
  ["carry this one to others", () => words.symmetriesMove],
  ["several symmetries", () => words.judges],
  ["without symmetries", () => words.judges],
  ["no line", () => words.noLine],
];

// Return why the board of a puzzle breaks a rule, null if it does not.
/** @type {(puzzle: Puzzle, rule: string) => string | null} */
export function faultOf(puzzle, rule) {
  if (!puzzle.board.length) return null;
  try {
    asked(puzzle, [rule]);
    return null;
  } catch (error) {
    const line = /** @type {Error} */ (error).message;
    const found = SAID.find(([part]) => line.includes(part));
    if (!found) throw error;
    return found[1](puzzle);
  }
}

// Return the kinds of the symmetries of a board.
/** @type {(puzzle: Puzzle) => string[]} */
function kindsOf(puzzle) {
  const { kinds } = asked(puzzle, []);
  return KINDS.filter((_, i) => kinds & BITS[i]);
}
