// A booklet to print: levels of a puzzle, two on a page, each with the pieces that are to be placed; the answers at the end.
import { h } from "./dom.js";
import { inAnyOrder, range } from "./lists.js";
import { sketches } from "./sketch.js";
import { words } from "./words.js";

const ON_A_PAGE = 2;
const ANSWERS_ON_A_PAGE = 6;

// What the levels of a booklet are like, in their order.
export const BOOKLET = ["easy", "easy", "medium", "medium", "hard", "hard"];

// Print a booklet with these levels, but for those that are there twice.
/** @type {(app: App, levels: PrintedLevel[]) => void} */
export function printBooklet(app, levels) {
  const names = levels.map(({ given }) => inAnyOrder(given));
  const different = levels.filter((_, i) => names.indexOf(names[i]) === i);
  const answers = different.map((level, i) =>
    h("div", { class: "answer" }, [h("h2", {}, `${i + 1}`), app.flatPicture(level.solution, words.answerLabel(i + 1))]),
  );
  const booklet = h("div", { id: "booklet" }, [
    onPages(
      different.map((level, i) => drawn(app, level, i + 1)),
      ON_A_PAGE,
      app.puzzle.title || words.untitled,
    ),
    onPages(answers, ANSWERS_ON_A_PAGE, words.answers),
  ]);
  document.body.append(booklet);
  document.body.classList.add("printing");
  const done = () => {
    document.body.classList.remove("printing");
    booklet.remove();
  };
  addEventListener("afterprint", done, { once: true });
  print();
}

/** @type {(parts: HTMLElement[], many: number, title: string) => HTMLElement[]} */
const onPages = (parts, many, title) =>
  range(Math.ceil(parts.length / many)).map((page) =>
    h("section", {}, [h("h1", {}, title), h("div", {}, parts.slice(page * many, (page + 1) * many))]),
  );

/** @type {(app: App, level: PrintedLevel, number: number) => HTMLElement} */
function drawn(app, { kind, given, solution }, number) {
  const left = app.puzzle.pieces.map((_, p) => {
    /** @type {(placed: Placed[]) => number} */
    const many = (placed) => placed.filter(({ piece }) => piece === p).length;
    return many(solution) - many(given);
  });
  const pictures = sketches(
    left.map((_, p) => app.listed(p)),
    app.puzzle.grid,
  );
  const name = words.printedLevel(number, words.levels[kind]);
  return h("div", { class: "level" }, [
    h("h2", {}, name),
    app.flatPicture(given, name),
    h(
      "ul",
      {},
      left.map((many, p) => many > 0 && h("li", {}, pictures[p], many > 1 ? words.timesPrinted(many) : null)),
    ),
  ]);
}
