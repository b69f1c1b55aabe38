// The diary of what one has found in Play, in a dialog: a picture of each solution, the last one first.
import { button, byId, closing, h, showDialog } from "./dom.js";
import { download } from "./download.js";
import { pagesKept } from "./finds.js";
import { pictureOf } from "./sketch.js";
import { day, say } from "./saying.js";
import { Complaint, words } from "./words.js";

const SHOWN = 100; // solutions

/** @type {(app: App) => Promise<void>} */
export async function showDiary(app) {
  const pages = await pagesKept();
  const every = pages.flatMap((page) => {
    const puzzle = opened(app, page);
    return puzzle ? page.found.map((found, i) => ({ puzzle, page, found, number: i + 1 })) : [];
  });
  const shown = every.sort((a, b) => (a.found.on < b.found.on ? -1 : Number(a.found.on > b.found.on))).slice(-SHOWN);
  const save = () => download("diary.json", JSON.stringify({ diary: pages }), "application/json");
  const buttons = [
    button(words.saveDiary, save, { disabled: !every.length }),
    button(
      words.addDiary,
      closing(() => byId("file").click()),
    ),
  ];
  const none = every.length ? null : h("p", { class: "note" }, words.nothingYet);
  const more =
    every.length > SHOWN ? h("p", { class: "note" }, say(words.lastFound, { shown: SHOWN, all: every.length })) : null;
  const cards = h("ul", { class: "gallery" }, shown.map((each) => card(app, each)).reverse());
  showDialog("large", words.diary, h("div", { class: "row" }, buttons), none, more, cards);
}

// Return the puzzle of a page, or null if an earlier version of this page knew it and this one does not.
/** @type {(app: App, page: DiaryPage) => Puzzle | null} */
function opened({ library }, page) {
  try {
    return library.of(page);
  } catch (error) {
    if (!(error instanceof Complaint)) throw error;
    return null;
  }
}

/** @type {(app: App, entry: { puzzle: Puzzle; page: DiaryPage; found: Find; number: number }) => HTMLElement} */
function card(app, { puzzle, page, found, number }) {
  const placed = app.library.placedOf(found.placed, puzzle);
  const content = [
    pictureOf(puzzle, placed, app.colour),
    h("strong", {}, app.titleOf(puzzle)),
    h(
      "span",
      { class: "note" },
      say(page.all === null ? words.foundOn : words.foundOnOf, { number, all: page.all, day: day(found.on) }),
    ),
  ];
  const open = closing(() => app.open(puzzle, { mode: "play", placed }));
  return h("li", {}, button(content, open, { class: "card", "data-key": null }));
}
