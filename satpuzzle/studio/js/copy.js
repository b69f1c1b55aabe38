// A page like this one that begins with another puzzle: the page writes itself.
import { byId } from "./dom.js";

const BEGIN = /(<script type="application\/json" id="begin">)[^<]*(<\/script>)/;

// The page as it came, before anything was added to it.
const source = document.documentElement.outerHTML;

// Whether the page is complete: the views of a notebook have their scripts in another view.
export const complete = () => BEGIN.test(source) && source.includes(' id="data"');

// Return the text of the page that begins with this content.
/** @type {(begin: object) => string} */
export function copyWith(begin) {
  const { base } = JSON.parse(byId("begin").textContent);
  const said = JSON.stringify({ begin, base }).replaceAll("<", "\\u003c"); // so it contains no end tag
  return `<!DOCTYPE html>\n${source.replace(BEGIN, (_, start, end) => start + said + end)}\n`;
}
