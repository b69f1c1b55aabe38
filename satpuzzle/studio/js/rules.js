// The rules of a puzzle in words: those of colours, of the border, of boards that wrap round.
import { RULES } from "./edges.js";
import { words } from "./words.js";

// Return a sentence for each rule.
export function rulesOf({ tiled, match, rotate, border, coloured, colours, pairs, ...others }) {
  const { wrap, apart, empty, interchangeable } = others;
  const said = words.rules;
  return [
    tiled && match && said.match,
    tiled && border && (RULES.includes(border) ? said.border[border] : said.borderColour),
    tiled && !rotate && said.noTurn,
    coloured && colours && (pairs === "equal" ? said.coloured : said.pairs),
    wrap && said.wrap[wrap],
    ...apart.map((group) => said.apart(group)),
    empty !== null && said.empty(empty),
    ...interchangeable.map((letters) => said.exchanged([...letters])),
  ].filter(Boolean);
}
