// What one has found in Play, as data: a list of pages, one for each puzzle, the one that was solved last at the end, with
// its solutions in the order in which they were found.  The browser keeps it, and a file may have it: {diary: [page, ...]}.
import { inAnyOrder, sum } from "./lists.js";
import { recall } from "./store.js";
import { say } from "./saying.js";
import { Complaint, words } from "./words.js";

const NAME = "diary";
const MOST = 600_000; // characters, so that a file with it, in UTF-8, is one that can be opened again
const DATE = /^\d{4}-\d\d-\d\d$/;

/** @type {() => Promise<DiaryPage[]>} */
export const pagesKept = async () => (await recall(NAME)) ?? [];

// A day, today if no other is given, as the user's clock has it.
export const dated = (day = new Date()) =>
  [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => `${part}`.padStart(2, "0")).join("-");

// On how many days in a row, up to today, a calendar's puzzle of the day was solved; 0 for one of another day.
/** @type {(app: App) => Promise<number>} */
export async function streakOf({ library, puzzle: { family } }) {
  /** @type {(labels: any, day: Date) => boolean} */
  const isOf = (labels, day) => `${family && library.today(family, day)}` === `${labels}`;
  if (!family || !isOf(family.labels, new Date())) return 0;
  const pages = (await pagesKept()).filter(({ day }) => day?.[0] === family.name);
  const solved = new Set(
    pages.flatMap(({ day, found }) =>
      found.map(({ on }) => on).filter((on) => isOf(day?.[1], new Date(`${on}T12:00`))),
    ),
  );
  let many = 0;
  for (const day = new Date(); solved.has(dated(day)); day.setDate(day.getDate() - 1)) many++;
  return many;
}

// Enter a page with some solutions, and let the browser keep the diary; return the page with all that were found.
/** @type {(app: App, page: DiaryPage) => Promise<DiaryPage>} */
export async function enter(app, page) {
  const { after } = await change(app, (before) => added(before, page));
  return after[after.length - 1];
}

// Let the browser keep what `made` makes of the pages that it has; return what there was before and after.
/** @type {(app: App, made: (before: DiaryPage[]) => DiaryPage[]) => Promise<{ before: DiaryPage[]; after: DiaryPage[] }>} */
async function change(app, made) {
  /** @type {DiaryPage[]} */
  let before = [];
  await app.keep(NAME, (/** @type {DiaryPage[] | undefined} */ kept) => {
    before = kept ?? [];
    return bounded(made(before));
  });
  return { before, after: made(before) };
}

// Take the pages of a file, whose content was read; return how many solutions are new.  Raises a Complaint if one is
// damaged, and then takes none.
/** @type {(app: App, said: any) => Promise<number>} */
export async function takeFile(app, said) {
  if (!Array.isArray(said)) throw new Complaint(words.badDiary);
  const read = said.map((page, i) => checked(app, page, i + 1));
  const { before, after } = await change(app, (pages) => read.reduce(added, pages));
  return many(after) - many(before);
}

/** @type {(pages: DiaryPage[]) => number} */
const many = (pages) => sum(pages, ({ found }) => found.length);

// Return the pages with another one, behind which the page of its puzzle is found then.
/** @type {(pages: DiaryPage[], page: DiaryPage) => DiaryPage[]} */
function added(pages, page) {
  const old = pages.find((each) => JSON.stringify(each.puzzle) === JSON.stringify(page.puzzle));
  const known = new Set(old?.found.map(solutionOf));
  const found = [...(old?.found ?? []), ...page.found.filter((each) => !known.has(solutionOf(each)))];
  return [...pages.filter((each) => each !== old), { ...page, all: page.all ?? old?.all ?? null, found }];
}

/** @type {(found: Find) => string} */
const solutionOf = ({ placed }) => inAnyOrder(placed);

// Return the pages without the oldest solutions, of which there are too many.
/** @type {(pages: DiaryPage[]) => DiaryPage[]} */
function bounded(pages) {
  let over = JSON.stringify(pages).length - MOST;
  const kept = pages.map((page) => ({ ...page, found: [...page.found] }));
  while (over > 0) {
    over -= JSON.stringify(kept[0].found.shift()).length + 1;
    if (!kept[0].found.length) over -= JSON.stringify(kept.shift()).length + 1;
  }
  return kept;
}

// Return a page of a file, in which only what belongs there is left.
/** @type {(app: App, page: any, number: number) => DiaryPage} */
function checked({ library }, page, number) {
  const { puzzle, day, all = null, found } = page ?? {};
  const right = Array.isArray(found) && found.length && (all === null || Number.isSafeInteger(all));
  if (!right || (day !== undefined && !Array.isArray(day))) throw new Complaint(say(words.badPage, { page: number }));
  const opened = library.of({ puzzle, day });
  for (const { on, placed } of found.map((each) => each ?? {}))
    if (!DATE.test(on) || !placed?.length || library.placedOf(placed, opened).length !== placed.length)
      throw new Complaint(say(words.badPage, { page: number }));
  return { puzzle, ...(day && { day }), all, found: found.map(({ on, placed }) => ({ on, placed })) };
}
