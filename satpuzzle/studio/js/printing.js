// Printing something in place of the page.
const SIZES = [1.6, 1.45, 1.3, 1.2, 1.1, 1, 0.9, 0.8, 0.7]; // of pictures on a sheet
const HIGH = (253 * 96) / 25.4; // pixels of a page of Letter, which is lower than A4, inside its margins
const BELOW = 9; // pixels between a heading and what it stays with

let busy = false;

// Let what is printed next be this, in place of the page; it is gone afterwards.
/** @type {(what: HTMLElement) => void} */
export function putForPrint(what) {
  if (busy) return;
  busy = true;
  what.classList.add("printed");
  document.body.append(what);
  if (what.matches(".paper")) fit(what);
  const done = () => {
    busy = false;
    what.remove();
  };
  addEventListener("afterprint", done, { once: true });
}

/** @type {(what: HTMLElement) => void} */
export function printOut(what) {
  putForPrint(what);
  print();
}

// Make the pictures of a sheet as large as the fewest pages allow; there may be room left for one of the sections.
/** @type {(paper: HTMLElement) => void} */
function fit(paper) {
  const sections = [...paper.querySelectorAll("section")];
  /** @type {(some: HTMLElement[], size: number) => number} */
  const pagesWith = (some, size) => {
    for (const section of some) section.style.setProperty("--size", `${size}`);
    return pagesOf(paper);
  };
  paper.classList.add("measured");
  const pages = SIZES.map((size) => pagesWith(sections, size));
  const fewest = Math.min(...pages);
  pagesWith(sections, SIZES[pages.indexOf(fewest)]);
  for (const section of sections.reverse()) SIZES.find((size) => pagesWith([section], size) <= fewest);
  paper.classList.remove("measured");
}

// How many pages a sheet takes.  What lies side by side is not parted, nor a heading and what is below it.
/** @type {(paper: HTMLElement) => number} */
function pagesOf(paper) {
  const spans = [...paper.querySelectorAll("header, h2, figure, p")].map((each) => {
    const { top, bottom } = each.getBoundingClientRect();
    return { top, bottom: bottom + (each.matches("h2") ? BELOW : 0) };
  });
  spans.sort((a, b) => a.top - b.top);
  /** @type {{ top: number; bottom: number }[]} */
  const rows = [];
  for (const span of spans) {
    const row = rows.at(-1);
    if (row && span.top < row.bottom) row.bottom = Math.max(row.bottom, span.bottom);
    else rows.push(span);
  }
  let [pages, start] = [1, rows[0].top];
  for (const { top, bottom } of rows)
    if (bottom - start > HIGH && top > start) {
      pages++;
      start = top;
    }
  return pages;
}
