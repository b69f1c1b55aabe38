// The texts of the page, in the language that is spoken: in `words/` is a file for each.
import { de } from "./words/de.js";
import { en } from "./words/en.js";
import { ru } from "./words/ru.js";
import { zh } from "./words/zh.js";

const LANGUAGES = [en, de, ru, zh];

// The language that is spoken: all its texts.
export const words = { ...en };

// The languages, each as [code, its own name].
export const languages = LANGUAGES.map(({ lang }) => [
  lang,
  new Intl.DisplayNames(lang, { type: "language" }).of(lang),
]);

// Speak the first of these languages that there is, such as "de-AT", or else English.
/** @type {(wanted: readonly string[]) => void} */
export function speak(wanted) {
  const known = wanted.flatMap((name) => LANGUAGES.filter(({ lang }) => lang === name.split("-")[0]));
  Object.assign(words, known[0] ?? en);
}

// An error in a puzzle that the user drew, opened or received by a link: one sentence for the user.
export class Complaint extends Error {}

// The name of a grid for people.
/** @type {(name: string) => string} */
export const gridName = (name) => /** @type {Record<string, string>} */ (words.grids)[name] ?? name;
