// A page like this one that begins with another puzzle: the page writes itself.
const BEGIN = /(<script type="application\/json" id="begin">)[^<]*(<\/script>)/;

// The page as it came, before anything was added to it.
const came = document.documentElement.cloneNode(true);
const source = () => /** @type {Element} */ (came).outerHTML;

// Whether the page is complete: the views of a notebook have their scripts in another view.
export const complete = () => BEGIN.test(source()) && source().includes(' id="data"');

// Return the text of the page that begins with this content, and whose links begin with this address.
/** @type {(begin: object, base: string | null) => string} */
export function copyWith(begin, base) {
  const said = JSON.stringify({ begin, base }).replaceAll("<", "\\u003c"); // so it contains no end tag
  return `<!DOCTYPE html>\n${source().replace(BEGIN, (_, start, end) => start + said + end)}\n`;
}
