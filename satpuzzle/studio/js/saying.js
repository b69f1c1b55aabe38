// What a language says: its texts with their arguments, numbers, dates and times.
import { words } from "./words.js";

/** @type {[string, number, number][]} */
const UNITS = [
  ["second", 1, 90],
  ["minute", 60, 5400],
  ["hour", 3600, 172_800],
  ["day", 86_400, Infinity],
]; // each with its seconds, and from how many of them on a larger one is taken
const MILLION = 1e6;
/** @type {Record<string, string>} */
const LISTED = { en: "en-GB" }; // no comma before "and"
/** @type {Record<string, Intl.ListFormatOptions["type"]>} */
const LISTS = { and: "conjunction", or: "disjunction" };

// A small natural number is the same in all languages of the page; the browser's own tables take 20 ms to load.
/** @type {(number: number, digits?: number) => string} */
export const numeral = (number, digits) =>
  Number.isInteger(number) && number >= 0 && number < 1000 && !digits
    ? `${number}`
    : number.toLocaleString(words.lang, { minimumFractionDigits: digits, maximumFractionDigits: digits });
/** @type {(number: number, complete: boolean) => string} */
export const atLeast = (number, complete) => (complete ? "" : "≥ ") + numeral(number);
/** @type {(low: number, high: number) => string} */
export const between = (low, high) => (low === high ? numeral(low) : say(words.between, { low, high }));

// A large number that is known roughly.
/** @type {(number: number) => string} */
export const roughly = (number) =>
  number > MILLION
    ? number.toLocaleString(words.lang, { notation: "compact", compactDisplay: "long", maximumFractionDigits: 1 })
    : numeral(Math.round(number / 1000) * 1000);

/** @type {(seconds: number) => string} */
export function time(seconds) {
  const [unit, long] = UNITS.find(([, , most]) => seconds < most) ?? UNITS[0];
  const many = Math.max(1, Math.round(seconds / long));
  return many.toLocaleString(words.lang, { style: "unit", unit, unitDisplay: "long" });
}

// A day such as "2026-11-26".
/** @type {(on: string) => string} */
export const day = (on) =>
  new Intl.DateTimeFormat(words.lang, { dateStyle: "medium", timeZone: "UTC" }).format(new Date(on));

// Those of some sentences that there are, one after another.
/** @type {(sentences: (string | false | null | undefined)[]) => string} */
export const inTurn = (sentences) => sentences.filter(Boolean).join(words.space);

// Split a text at its outermost braces: what stands outside, inside, outside of them, and so on.
/** @type {(text: string) => string[]} */
function parted(text) {
  const parts = [""];
  let depth = 0;
  for (const mark of text)
    if ((mark === "{" && depth++ === 0) || (mark === "}" && --depth === 0)) parts.push("");
    else parts[parts.length - 1] += mark;
  return parts;
}

// Return a text with its arguments, which are named in braces, in the form of ICU messages: {name}, {name, plural, one
// {# piece} other {# pieces}}, {name, select, true {yes} other {no}}. A list is counted by its length; {name, or} and
// {name, and} join one.
/** @type {(text: string, named?: Record<string, any>, number?: number | null) => string} */
export function say(text, named = {}, number = null) {
  /** @type {(part: string) => string} */
  const filled = (part) => {
    const [, name, kind, rest] = /^(\w+)(?:, (\w+)(?:, (.*))?)?$/s.exec(part) ?? [];
    const value = named[name];
    if (rest === undefined) return plain(value, kind);
    const many = kind !== "plural" ? null : Array.isArray(value) ? value.length : value;
    const parts = parted(rest);
    /** @type {(form: string) => string | undefined} */
    const formOf = (form) => parts[parts.findIndex((each, i) => i % 2 === 0 && each.trim() === form) + 1 || -1];
    const form = many === null ? `${value}` : new Intl.PluralRules(words.lang).select(many);
    return say(formOf(`=${many}`) ?? formOf(form) ?? formOf("other") ?? "", named, many);
  };
  const outside = (/** @type {string} */ part) => (number === null ? part : part.replaceAll("#", numeral(number)));
  return parted(text)
    .map((part, i) => (i % 2 ? filled(part) : outside(part)))
    .join("");
}

/** @type {(value: any, kind?: string) => string} */
function plain(value, kind) {
  if (typeof value === "number") return numeral(value);
  if (!Array.isArray(value)) return `${value}`;
  const each = value.map((one) => plain(one));
  return kind
    ? new Intl.ListFormat(LISTED[words.lang] ?? words.lang, { type: LISTS[kind] }).format(each)
    : each.join(words.comma);
}
