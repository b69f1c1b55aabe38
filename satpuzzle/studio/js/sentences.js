// The rules of a puzzle in words: those of colours, of the border, of boards that wrap round, and those in rules.js.
import { BORDERS } from "./tiles.js";
import { sentenceIn, textOf } from "./rules.js";
import { say } from "./saying.js";
import { words } from "./words.js";

/** @type {(rule: Rule) => string} */
export const sentenceOf = (rule) =>
  sentenceIn(rule) ??
  (rule.word === "symmetric"
    ? say(words.rules.symmetric, { by: words.symmetries[/** @type {string} */ (rule.way)] })
    : say(words.ruleNamed, { rule: textOf(rule) }));

// Return a sentence for each rule.
/** @type {(puzzle: any) => string[]} */
export function rulesOf({ tiled, match, rotate, border, coloured, colours, pairs, ...others }) {
  const { wrap, rules, empty, interchangeable, pieces } = others;
  const fixed = pieces.filter((/** @type {Piece} */ piece) => piece.rotate !== undefined);
  /** @type {any} */
  const said = words.rules;
  return [
    tiled && match && (match === true ? said.match : said.opposite),
    tiled && border && (BORDERS.includes(border) ? said.border[border] : said.borderColour),
    tiled && !rotate && said.noTurn,
    fixed.length > 0 && say(said.fixed, { names: fixed.map((/** @type {Piece} */ { name }) => name) }),
    coloured && colours && (pairs === "equal" ? said.coloured : said.pairs),
    wrap &&
      (said.wrap[wrap] ?? say(said.wrapBy, { periods: wrap.map((/** @type {Vector} */ by) => `(${by.join(", ")})`) })),
    ...pieces.flatMap((/** @type {Piece} */ { name, chain, cells }) =>
      chain === undefined ? [] : say(said.chain, { name, cells: cells.length }),
    ),
    ...rules.map(sentenceOf),
    empty !== null && say(said.empty, { many: empty }),
    ...interchangeable.map((/** @type {string} */ letters) => say(said.exchanged, { letters: [...letters] })),
  ].filter(Boolean);
}
