// Cards to print: levels of a puzzle, six on a page, each with the pieces that are to be placed; the answers at the end.
import { h } from "./dom.js";
import { range } from "./lists.js";
import { printOut } from "./printing.js";
import { sketches } from "./sketch.js";
import { say } from "./saying.js";
import { words } from "./words.js";

const ON_A_PAGE = 6;
const ASPECT = 2; // of a picture, width to height

// Print these levels, each with a heading.
/** @type {(app: App, levels: { heading: string; given: Placed[]; solution: Placed[] }[]) => void} */
export function printBooklet(app, levels) {
  const answers = levels.map((level, i) =>
    h("div", { class: "answer" }, [
      h("h2", {}, `${i + 1}`),
      wide(app, level.solution, say(words.answerLabel, { number: i + 1 })),
    ]),
  );
  const booklet = h("div", { id: "booklet" }, [
    onPages(
      levels.map((level) => drawn(app, level)),
      ON_A_PAGE,
      app.titleOf(),
      words.bookletTask,
    ),
    onPages(answers, ON_A_PAGE, words.answers),
  ]);
  printOut(booklet);
}

/** @type {(parts: HTMLElement[], many: number, title: string, task?: string) => HTMLElement[]} */
const onPages = (parts, many, title, task) =>
  range(Math.ceil(parts.length / many)).map((page) =>
    h("section", {}, [
      h("h1", {}, title),
      task && h("p", {}, task),
      h("div", {}, parts.slice(page * many, (page + 1) * many)),
    ]),
  );

// A picture of pieces on the board, its layers side by side.
/** @type {(app: App, placed: Placed[], label: string) => SVGElement} */
const wide = (app, placed, label) => app.flatPicture(placed, label, { aspect: ASPECT });

/** @type {(app: App, level: { heading: string; given: Placed[]; solution: Placed[] }) => HTMLElement} */
function drawn(app, { heading, given, solution }) {
  const left = app.puzzle.pieces.map((_, p) => {
    /** @type {(placed: Placed[]) => number} */
    const many = (placed) => placed.filter(({ piece }) => piece === p).length;
    return many(solution) - many(given);
  });
  const pictures = sketches(
    left.map((_, p) => app.listed(p)),
    app.puzzle.grid,
  );
  return h("div", { class: "level" }, [
    h("h2", {}, heading),
    wide(app, given, heading),
    h(
      "ul",
      {},
      left.map((many, p) => many > 0 && h("li", {}, pictures[p], many > 1 ? `× ${many}` : null)),
    ),
  ]);
}
