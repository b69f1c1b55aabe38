// Why a puzzle cannot have a rule, or wrap round, as the checker says: it is asked for the board alone.
import { Geometry } from "./geometry.js";
import { between, say } from "./saying.js";
import { words } from "./words.js";

export const KINDS = [
  ...["half turn", "third turn", "quarter turn", "sixth turn", "horizontal", "vertical", "upright", "diagonal"],
  ...["mirror", "point", "any"],
];
const LEAST_ROUND = 3; // cells of tiles, so that two have one side in common
const [UPRIGHT, MIRROR] = [48, 240]; // horizontal and vertical; these, diagonal and planes
const BITS = [1, 2, 4, 8, 16, 32, UPRIGHT, 64, MIRROR, 256, 0]; // of the kinds, in `Geometry.kinds`

const KEPT = 20;
/** @type {Map<string, { line: string; kinds: number }>} */
const answers = new Map(); // to the last questions, which are asked again and again

// Ask for a board of these cells, on which no piece lies; rules are about names and numbers of copies.  Return the line in
// which the checker refuses it, or "", and the kinds of its symmetries.
/** @type {(puzzle: Puzzle, board: Vector[], rules: (string | RuleTable)[], tiled?: boolean) => { line: string; kinds: number }} */
function asked({ grid, optional, frame, colours, coloured, pieces, wrap, parts }, board, rules, tiled = false) {
  const whole = board.length === optional.length;
  const free = board.filter((_, i) => whole && optional[i]);
  const painted = whole && coloured && colours;
  const copies = pieces.length ? pieces : [{ name: "cell", min: 0, max: 1 }];
  const content = {
    grid: grid.said,
    board: painted ? board : board.filter((_, i) => !whole || !optional[i]),
    ...(free.length && { optional: free }),
    ...(painted && { colours }),
    ...(whole && frame.length && { frame }),
    ...(wrap.length && { wrap }),
    parts,
    ...(tiled
      ? { tiles: [{ sides: "A".repeat(grid.sides.ring[0].length) }] }
      : { pieces: copies.map(({ name, min, max }) => ({ name, min, max, cells: board.slice(0, 1) })) }),
    rules,
  };
  const question = JSON.stringify(content);
  const answer = answers.get(question) ?? answered(content);
  answers.delete(question);
  answers.set(question, answer);
  if (answers.size > KEPT) answers.delete(answers.keys().next().value ?? "");
  return answer;
}

/** @type {(content: Content) => { line: string; kinds: number }} */
function answered(content) {
  try {
    return { line: "", kinds: new Geometry(content, false, true).kinds };
  } catch (error) {
    return { line: /** @type {Error} */ (error).message, kinds: 0 };
  }
}

// What the page says in place of a line of the checker: first why no board of the grid can have a rule.
/** @type {[RegExp, (found: string[], puzzle: Puzzle) => string][]} */
const NEVER = [
  [/for flat grids/, () => words.needsFlat],
  [/so many cells do not meet/, () => words.needsCorners],
  [/grids of sticks/, () => words.needsSticks],
  [/straight rows/, () => words.needsRows],
  [/for a whole board/, () => words.needsWhole],
];
/** @type {[RegExp, (found: string[], puzzle: Puzzle) => string][]} */
const WRONG = [
  [
    /no such symmetry/,
    (_, puzzle) => say(words.noSymmetry, { kinds: kindsOf(puzzle).length ? kindsOf(puzzle) : words.noKinds }),
  ],
  [/carry this one to others/, () => words.symmetriesMove],
  [/several symmetries|without symmetries/, () => words.judges],
  [/no line/, () => words.noLine],
  [
    /there are (\d+) to (\d+)/,
    ([, least, most]) => say(words.copiesAre, { range: between(Number(least), Number(most)) }),
  ],
  [/no cell of the board/, () => words.regionsOutside],
];

/** @type {[RegExp, () => string][]} */
const WRAP = [
  [/is for flat grids/, () => words.flatWrap],
  [/no "frame"/, () => words.frameInBoard],
  [/two cells of the board/, () => words.sameCell],
  [/three cells all round/, () => say(words.smallWrap, { least: LEAST_ROUND })],
];

// Return why the board of a puzzle cannot wrap round as it should, "" if it can.
/** @type {(puzzle: Puzzle, tiled: boolean) => string} */
export function wrapFault(puzzle, tiled) {
  const { line } = asked(puzzle, puzzle.board, [], tiled);
  const flips = /flip|moebius|klein/.test(String(puzzle.wrap));
  return line && (WRAP.find(([part]) => part.test(line))?.[1]() ?? (flips ? words.badGlide : words.badPeriods));
}

// Return why a puzzle cannot have a rule, null if it can: because of its grid, or of what is `drawn` on its board.
/** @type {(puzzle: Puzzle, rule: string | RuleTable, drawn: boolean) => string | null} */
export function faultOf(puzzle, rule, drawn) {
  const board = drawn ? puzzle.board : puzzle.grid.kinds.slice(0, 1);
  if (!board.length) return null;
  const { line } = asked(puzzle, board, [rule]);
  for (const [part, said] of [...NEVER, ...WRONG]) {
    const found = part.exec(line);
    if (found) return drawn || NEVER.some(([each]) => each === part) ? said(found, puzzle) : null;
  }
  return line.replace("REFUSED: puzzle.json: ", "") || null;
}

// Return the kinds of the symmetries of a board.
/** @type {(puzzle: Puzzle) => string[]} */
function kindsOf(puzzle) {
  const { kinds } = asked(puzzle, puzzle.board, []);
  return KINDS.filter((_, i) => kinds & BITS[i]);
}
