// Numbers, dates and times as a language says them.
const FORMS = ["zero", "one", "two", "few", "many", "other"]; // of words beside numbers; each language has some of them
/** @type {[string, number, number][]} */
const UNITS = [
  ["second", 1, 90],
  ["minute", 60, 5400],
  ["hour", 3600, 172_800],
  ["day", 86_400, Infinity],
]; // each with its seconds, and from how many of them on a larger one is taken

/** @type {(lang: string) => Saying} */
export function sayingIn(lang) {
  const plural = new Intl.PluralRules(lang);
  const { pluralCategories } = plural.resolvedOptions();
  const forms = FORMS.filter((form) => pluralCategories.includes(/** @type {any} */ (form)));
  const date = new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeZone: "UTC" });
  /** @type {Saying["say"]} */
  const say = (number, digits) =>
    number.toLocaleString(lang, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return {
    say,
    some: (number, ...named) => `${say(number)} ${named[forms.indexOf(plural.select(number))]}`,
    time: (seconds) => {
      const [unit, long] = UNITS.find(([, , most]) => seconds < most) ?? UNITS[0];
      const many = Math.max(1, Math.round(seconds / long));
      return many.toLocaleString(lang, { style: "unit", unit, unitDisplay: "long" });
    },
    day: (on) => date.format(new Date(on)),
  };
}
