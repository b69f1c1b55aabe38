// The rules of a puzzle in words: those of colours, of the border, of boards that wrap round.
import { RULES } from "./edges.js";
import { words } from "./words.js";

// Return a sentence for each rule.
/** @type {(puzzle: any) => string[]} */
export function rulesOf({ tiled, match, rotate, border, coloured, colours, pairs, ...others }) {
  const { wrap, apart, empty, interchangeable } = others;
  /** @type {any} */
  const said = words.rules;
  return [
    tiled && match && said.match,
    tiled && border && (RULES.includes(border) ? said.border[border] : said.borderColour),
    tiled && !rotate && said.noTurn,
    coloured && colours && (pairs === "equal" ? said.coloured : said.pairs),
    wrap && said.wrap[wrap],
    ...apart.map((/** @type {string[]} */ group) => said.apart(group)),
    empty !== null && said.empty(empty),
    ...interchangeable.map((/** @type {string} */ letters) => said.exchanged([...letters])),
  ].filter(Boolean);
}
