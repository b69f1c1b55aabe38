// The rules that a puzzle may have beside its grid, board and pieces (docs/rules.md).  Most are rows in files: here are only
// their forms, which tell what stands behind the colon of a rule; what rows mean, and which puzzles can have them, is the
// checker's to say.  A rule is its word and the form that it has: names of pieces, the other words, and a number.
import { KINDS, faultOf } from "./faults.js";
import { say } from "./saying.js";
import { Complaint, words } from "./words.js";

const MOST_NUMBER = 1_000_000;
const [NAMES, NUMBER] = ["NAMES", "NUMBER"];

// Rules that are no rows: those that judge whole packings, which the page reads and writes, but does not solve.
const FILTERS = ["anti-slide", "colours", "connected", "touch"];
const SYMMETRIC = { form: KINDS.map((text) => ({ text })) };

/** @type {Record<string, RuleTable>} */
let files = {};

// Know the rules that are files, by their words.
/** @type {(tables: Record<string, RuleTable>) => void} */
export const rulesBy = (tables) => {
  files = { ...tables, symmetric: SYMMETRIC };
};
/** @type {() => string[]} */
export const knownRules = () => [...FILTERS, ...Object.keys(files)].sort();

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

// Forms

/** @type {(rule: { word: string; table?: RuleTable }) => RuleForm[]} */
const formsOf = ({ word, table = files[word] }) => table?.form ?? (table ? [table] : []);
/** @type {(form: RuleForm) => string[]} */
const wordsOf = ({ text = "" }) => text.split(" ").filter(Boolean);

// Return what stands for the parts of a form, null if these words do not have it.
/** @type {(form: RuleForm, said: string[]) => Pick<Rule, "names" | "way" | "number"> | null} */
function fitted(form, said) {
  const parts = wordsOf(form);
  const at = parts.indexOf(NAMES);
  const more = said.length - parts.length;
  if (at < 0 ? more !== 0 : more < 0) return null;
  const names = at < 0 ? [] : said.slice(at, at + more + 1);
  const [others, rest] = [parts, at < 0 ? said : said.toSpliced(at, more + 1, NAMES)];
  const last = rest[rest.length - 1];
  const number = parts.includes(NUMBER) ? Number(/^\d+$/.test(last) ? last : Infinity) : undefined;
  if (number !== undefined && number > MOST_NUMBER) return null;
  if (!others.every((part, i) => part === rest[i] || part === NUMBER)) return null;
  const way = others.filter((part) => part !== NAMES && part !== NUMBER).join(" ");
  return { names: [...new Set(names)].sort(), way, ...(number !== undefined && { number }) };
}

// Return the text of the rule by which pieces must not touch.
/** @type {(names: string[]) => string} */
export const apartOf = (names) => joined("apart", listed(names));

// Return the rules that texts and tables say, each once, ordered by their words.  Raises a Complaint for one that cannot be
// read, or names a piece that there is not.
/** @type {(said: (string | RuleTable)[], pieces: Piece[]) => Rule[]} */
export function rulesIn(said, pieces) {
  const rules = said.map(ruleOf);
  for (const rule of rules) {
    const lacking = rule.names.find((name) => !pieces.some((piece) => piece.name === name));
    if (lacking !== undefined)
      throw new Complaint(
        say(words.wrongRule, { said: textOf(rule), why: say(words.noPieceNamed, { name: lacking }) }),
      );
  }
  return byWord([...new Map(rules.map((rule) => [JSON.stringify(writtenOf(rule)), rule])).values()]);
}

/** @type {(said: string | RuleTable) => Rule} */
function ruleOf(said) {
  if (typeof said !== "string") return ruleIn(said);
  const [word, text = ""] = said.split(/:(.*)/s).map((part) => part.trim());
  if (FILTERS.includes(word)) return { word, names: [], way: text, form: -1 };
  if (!Object.hasOwn(files, word)) throw new Complaint(say(words.unknownRule, { said, known: knownRules() }));
  return formed({ word }, text, said);
}

/** @type {(table: RuleTable) => Rule} */
function ruleIn(table) {
  const { said = "", ...own } = table ?? {};
  const forms = [own.form ?? own].flat();
  /** @type {(form: any) => boolean} */
  const isForm = (form) => typeof (form?.text ?? "") === "string" && typeof form?.sentence === "string";
  if (typeof own.title !== "string" || typeof said !== "string" || !forms.every(isForm))
    throw new Complaint(say(words.badRule, { key: "rules" }));
  return formed({ word: own.title, table: own }, said, `${own.title}: ${said}`);
}

/** @type {(of: { word: string; table?: RuleTable }, text: string, said: string) => Rule} */
function formed(of, text, said) {
  const [forms, found] = [formsOf(of), namesIn(text)];
  const fits = forms.map((form) => (found.length || !text ? fitted(form, found) : null));
  const form = fits.findIndex(Boolean);
  const allowed = forms.map((each) => wordsOf(each).join(" ")).join(" | ");
  if (form < 0) throw new Complaint(say(words.badRuleText, { said, form: joined(of.word, allowed) }));
  return { ...of, form, names: [], ...fits[form] };
}

/** @type {(rules: Rule[]) => Rule[]} */
export const byWord = (rules) => rules.toSorted((a, b) => (a.word < b.word ? -1 : Number(a.word > b.word)));

/** @type {(...parts: (string | undefined)[]) => string} */
const joined = (...parts) => parts.filter(Boolean).join(": ");

/** @type {(rule: Rule) => string} */
const saidIn = (rule) =>
  FILTERS.includes(rule.word)
    ? (rule.way ?? "")
    : wordsOf(formsOf(rule)[rule.form])
        .map((part) => (part === NAMES ? listed(rule.names) : part === NUMBER ? rule.number : listed([part])))
        .join(" ");

// Return a rule as a text, and as `rulesIn` reads it.
/** @type {(rule: Rule) => string} */
export const textOf = (rule) => joined(rule.word, saidIn(rule));
/** @type {(rule: Rule) => string | RuleTable} */
export const writtenOf = (rule) =>
  rule.table ? { ...rule.table, ...(saidIn(rule) && { said: saidIn(rule) }) } : textOf(rule);

// Return the sentence of a rule that has one in its file, in the language that is spoken or else in English; or null.
/** @type {(rule: Rule) => string | null} */
export function sentenceIn(rule) {
  const form = formsOf(rule)[rule.form];
  const said = form?.sentences?.[words.lang] ?? form?.sentence;
  if (!said) return null;
  const whole = say(said, { ...rule });
  return say(words.sentence, { text: whole[0].toLocaleUpperCase(words.lang) + whole.slice(1) });
}

// Return the rules with the pieces that there are; a rule of none of them is left out.
/** @type {(rules: Rule[], pieces: Piece[]) => Rule[]} */
export const rulesFor = (rules, pieces) =>
  rules.flatMap((rule) => {
    const names = rule.names.filter((name) => pieces.some((piece) => piece.name === name));
    return rule.names.length && !names.length ? [] : [{ ...rule, names }];
  });

// Return why a puzzle cannot have a rule, and why it breaks one as it is drawn so far; null if neither.
/** @type {(puzzle: Puzzle, rule: Rule) => string | null} */
export const never = (puzzle, rule) =>
  puzzle.tiled ? words.notForTiles : rule.form < 0 ? null : faultOf(puzzle, writtenOf(rule), false);
/** @type {(puzzle: Puzzle, rule: Rule) => string | null} */
export const wrong = (puzzle, rule) => (rule.form < 0 ? words.judges : faultOf(puzzle, writtenOf(rule), true));

// Return the first rule for which there is such a reason, as a sentence, or null.
/** @type {(puzzle: Puzzle, reasonOf: (puzzle: Puzzle, rule: Rule) => string | null) => string | null} */
export function broken(puzzle, reasonOf) {
  for (const rule of puzzle.rules) {
    const reason = reasonOf(puzzle, rule);
    if (reason) return say(words.wrongRule, { said: textOf(rule), why: reason });
  }
  return null;
}
