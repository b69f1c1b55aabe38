// The texts of the page, in the language that is spoken: a file for each in `../words/`, which Python puts among the
// page's data.

/** @type {Record<string, string>} */
let names = {}; // of the languages, each in itself
/** @type {(lang: string) => Words} */
let textsOf;

// The language that is spoken: all its texts.
export const words = /** @type {Words} */ ({});

// Know the languages with their own names, and how to read the texts of one.
/** @type {(languages: Record<string, string>, read: (lang: string) => Words) => void} */
export const wordsBy = (languages, read) => {
  names = languages;
  textsOf = read;
};

// The languages, each as [code, its own name].
export const languages = () => Object.entries(names);

// Speak the first of these languages that there is, such as "de-AT", or else English.
/** @type {(wanted: readonly string[]) => void} */
export function speak(wanted) {
  const known = [...wanted, "en"].map((name) => name.split("-")[0]).find((lang) => Object.hasOwn(names, lang));
  Object.assign(words, textsOf(/** @type {string} */ (known)));
}

// An error in a puzzle that the user drew, opened or received by a link: one sentence for the user.
export class Complaint extends Error {}

// The name of a grid for people.
/** @type {(name: string) => string} */
export const gridName = (name) => words.grids[name] ?? name;
