// The rules that a puzzle may have beside its grid, board and pieces: one table, with an entry for each kind of rule
// (satpuzzle/puzzle/rules/, which explains them).  A rule is its word and what stands behind the colon of its text:
// names of pieces, in `way` how many or which, and a number.
//
// An entry may have
// - `takes`: what stands behind the colon, for messages; `read`, which returns this, null if it is not allowed, and
//   `written`, the opposite;
// - `never`: why a puzzle cannot have the rule, `wrong`: why it breaks it as it is drawn so far; null if neither.
import { UNBOUNDED } from "./cover.js";
import { KINDS, faultOf } from "./faults.js";
import { sum } from "./lists.js";
import { Complaint, words } from "./words.js";

const MOST_COPIES = 1_000_000;
const CROSS = 4; // pieces make a crossroads
const WAYS = ["at most", "at least", "exactly"];

// Names are separated by blanks, and quoted if they have blanks (Python's shlex).
const NAME = /(?:[^ \t\r\n"'\\]|\\[^]|'[^']*'|"(?:[^"\\]|\\[^])*")+/g;
const PART = /\\([^])|'([^']*)'|"((?:[^"\\]|\\[^])*)"/g;
/** @type {(text: string) => string[]} */
const namesIn = (text) =>
  text.replace(NAME, "").trim()
    ? []
    : (text.match(NAME) ?? []).map((name) =>
        name.replace(PART, (_, one, quoted, twice) => one ?? quoted ?? twice.replace(/\\(["\\])/g, "$1")),
      );
/** @type {(names: string[]) => string} */
const listed = (names) =>
  names.map((name) => (/^[\w@%+=:,./-]+$/.test(name) ? name : `'${name.replaceAll("'", `'"'"'`)}'`)).join(" ");
/** @type {(names: string[]) => string[]} */
const ordered = (names) => [...new Set(names)].sort();

/** @type {(rule: Rule) => [number, number]} */
const boundsOf = ({ way, number = 0 }) => [way === "at most" ? 0 : number, way === "at least" ? UNBOUNDED : number];

// The text of a rule that has names alone.
/** @type {RuleKind} */
const NAMES = {
  takes: "NAMES",
  read: (text) => (namesIn(text).length ? { names: ordered(namesIn(text)) } : null),
  written: ({ names }) => listed(names),
};
// Rules that judge whole packings: the page reads and writes them, but does not solve a puzzle that has one.
/** @type {RuleKind} */
const FILTER = { read: (text) => ({ way: text }), written: ({ way = "" }) => way, wrong: () => words.judges };

/** @type {Record<string, RuleKind>} */
export const RULES = {
  "anti-slide": FILTER,
  apart: { ...NAMES },
  "apart at corners": {
    ...NAMES,
    never: ({ grid, parts }) => (grid.flat && parts !== "separate" ? null : words.needsFlat),
  },
  "at border": {
    takes: "all | none | NAMES",
    read: (text) => {
      const names = namesIn(text);
      if (["all", "none"].includes(names.join())) return { way: names[0] };
      return names.length ? { names } : null;
    },
    written: ({ names, way }) => way ?? listed(names),
  },
  colours: FILTER,
  connected: FILTER,
  "fault-free": {
    never: ({ grid, wrap, parts }) => (wrap || parts === "separate" || grid.bodies[0].radius ? words.needsFaces : null),
    wrong: (puzzle) => faultOf(puzzle, "fault-free"),
  },
  "no crossing": { never: ({ grid }) => (grid.spokes[0].length ? null : words.needsSticks) },
  "no crossroads": {
    never: ({ grid }) =>
      grid.flat &&
      grid
        .aroundCorners()
        .flat()
        .some(({ length }) => length >= CROSS)
        ? null
        : words.needsCorners,
  },
  symmetric: {
    takes: KINDS.join(" | "),
    read: (text) => (KINDS.includes(text) ? { way: text } : null),
    written: ({ way = "" }) => way,
    never: ({ wrap, parts }) => (wrap || parts === "separate" ? words.needsWhole : null),
    wrong: (puzzle, { way = "" }) => faultOf(puzzle, `symmetric: ${way}`),
  },
  together: {
    takes: "NAMES at most | at least | exactly NUMBER",
    read: (text) => {
      const said = namesIn(text);
      const number = said.pop() ?? "";
      const way = WAYS.find((each) => said.slice(-each.split(" ").length).join(" ") === each);
      const names = ordered(said.slice(0, -(way ?? "").split(" ").length));
      const right = way && names.length && /^\d+$/.test(number) && Number(number) <= MOST_COPIES;
      return right ? { names, way, number: Number(number) } : null;
    },
    written: ({ names, way, number }) => `${listed(names)} ${way} ${number}`,
    wrong: ({ pieces }, rule) => {
      const [low, high] = boundsOf(rule);
      const meant = pieces.filter(({ name }) => rule.names.includes(name));
      const [least, most] = [sum(meant, ({ min }) => min), sum(meant, ({ max }) => max)];
      return low > most || high < least ? words.copiesAre(least, most) : null;
    },
  },
  touch: FILTER,
};

// Return the rules that texts say, each once, ordered by their words.  Raises a Complaint for one that cannot be read, or
// names a piece that there is not.
/** @type {(texts: string[], pieces: Piece[]) => Rule[]} */
export function rulesIn(texts, pieces) {
  const rules = texts.map(ruleOf);
  for (const rule of rules) {
    const lacking = rule.names.find((name) => !pieces.some((piece) => piece.name === name));
    if (lacking !== undefined) throw new Complaint(words.wrongRule(textOf(rule), words.noPieceNamed(lacking)));
  }
  return byWord([...new Map(rules.map((rule) => [textOf(rule), rule])).values()]);
}

/** @type {(said: string) => Rule} */
function ruleOf(said) {
  const [word, text = ""] = said.split(/:(.*)/s).map((part) => part.trim());
  if (!Object.hasOwn(RULES, word)) throw new Complaint(words.unknownRule(said, Object.keys(RULES)));
  const { takes, read = () => (text ? null : {}) } = RULES[word];
  const found = read(text);
  if (!found) throw new Complaint(words.badRuleText(said, joined(word, takes)));
  return { word, names: [], ...found };
}

/** @type {(rules: Rule[]) => Rule[]} */
export const byWord = (rules) => rules.toSorted((a, b) => (a.word < b.word ? -1 : Number(a.word > b.word)));

/** @type {(...parts: (string | undefined)[]) => string} */
const joined = (...parts) => parts.filter(Boolean).join(": ");

// Return a rule as a text that `rulesIn` reads.
/** @type {(rule: Rule) => string} */
export const textOf = (rule) => joined(rule.word, RULES[rule.word].written?.(rule));

// Return the rules with the pieces that there are; a rule of none of them is left out.
/** @type {(rules: Rule[], pieces: Piece[]) => Rule[]} */
export const rulesFor = (rules, pieces) =>
  rules.flatMap((rule) => {
    const names = rule.names.filter((name) => pieces.some((piece) => piece.name === name));
    return rule.names.length && !names.length ? [] : [{ ...rule, names }];
  });

// Return why a puzzle cannot have a rule, and why it breaks one as it is drawn so far; null if neither.
/** @type {(puzzle: Puzzle, rule: Rule) => string | null} */
export const never = (puzzle, { word }) => (puzzle.tiled ? words.notForTiles : (RULES[word].never?.(puzzle) ?? null));
/** @type {(puzzle: Puzzle, rule: Rule) => string | null} */
export const wrong = (puzzle, rule) => RULES[rule.word].wrong?.(puzzle, rule) ?? null;

// Return the first rule for which there is such a reason, as a sentence, or null.
/** @type {(puzzle: Puzzle, reasonOf: (puzzle: Puzzle, rule: Rule) => string | null) => string | null} */
export function broken(puzzle, reasonOf) {
  const found = puzzle.rules.find((rule) => reasonOf(puzzle, rule));
  return found ? words.wrongRule(textOf(found), reasonOf(puzzle, found)) : null;
}
