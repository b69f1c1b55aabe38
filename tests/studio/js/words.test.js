import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { atLeast, day, roughly, say, time } from "../../../satpuzzle/studio/js/saying.js";
import { languages, speak, words, wordsBy } from "../../../satpuzzle/studio/js/words.js";

const STUDIO = new URL("../../../satpuzzle/studio/", import.meta.url);
const LANGUAGES = ["en", "de", "ru", "zh"];
const textsOf = (lang) => JSON.parse(readFileSync(new URL(`words/${lang}.json`, STUDIO), "utf8"));
wordsBy(Object.fromEntries(LANGUAGES.map((lang) => [lang, textsOf(lang).ownName])), textsOf);
const ALIKE = ["puzzleLabel", "puzzles", "link", "problem", "levelNames.junior"]; // words that are the same in another language

// A text without what stands in parentheses, at any depth.
const outside = (text) => {
  const shorter = text.replace(/\([^()]*\)/g, "");
  return shorter === text ? text : outside(shorter);
};

// All texts by their paths, such as "rules.wrap.x".
function leaves(texts, path = "") {
  return Object.entries(texts).flatMap(([name, each]) =>
    typeof each === "object" ? leaves(each, `${path}${name}.`) : [[path + name, each]],
  );
}

// The arguments of a text with the forms that each has: [["cells", "plural", ["one", "other"]], ["name", undefined, []]].
function argumentsIn(text) {
  const found = [];
  for (let at = text.indexOf("{"); at >= 0; at = text.indexOf("{", at)) {
    let depth = 0;
    const begin = at;
    do depth += { "{": 1, "}": -1 }[text[at]] ?? 0;
    while (at++ < text.length && depth);
    assert.equal(depth, 0, text);
    const [, name, kind, rest] = /^(\w+)(?:, (\w+)(?:, (.*))?)?$/s.exec(text.slice(begin + 1, at - 1)) ?? [];
    assert.ok(name, text);
    const forms = [];
    let last = 0;
    for (let i = 0, inner = 0; i < (rest?.length ?? 0); i++) {
      if (rest[i] === "{" && inner++ === 0) {
        forms.push(rest.slice(last, i).trim());
        last = i + 1;
      } else if (rest[i] === "}" && --inner === 0) {
        found.push(...argumentsIn(rest.slice(last, i)));
        last = i + 1;
      }
    }
    found.push([name, kind, forms]);
  }
  return found;
}
const namesIn = (text) => [...new Set(argumentsIn(text).map(([name]) => name))].sort();

const english = Object.fromEntries(leaves(textsOf("en")));
for (const lang of LANGUAGES) {
  const own = Object.fromEntries(leaves(textsOf(lang)));

  test(`${lang} has every text, of the same arguments, and no other`, () => {
    assert.deepEqual(Object.keys(own), Object.keys(english));
    for (const [name, each] of Object.entries(own)) {
      assert.ok(each || name === "space", name);
      assert.deepEqual(namesIn(each), namesIn(english[name]), name);
    }
  });

  test(`${lang} has no text in English`, { skip: lang === "en" }, () => {
    const alike = Object.keys(own).filter(
      (name) => own[name] === english[name] && /\p{L}/u.test(own[name].replace(/\{\w+\}/g, "")),
    );
    assert.deepEqual(
      alike.filter((name) => !ALIKE.includes(name)),
      [],
    );
  });

  test(`${lang} says what depends on a number in all its forms`, () => {
    const { pluralCategories } = new Intl.PluralRules(lang).resolvedOptions();
    for (const [name, text] of Object.entries(own))
      for (const [, kind, forms] of argumentsIn(text)) {
        if (kind !== "plural" && kind !== "select") continue;
        assert.ok(forms.includes("other"), `${name}: ${text}`);
        const named = forms.filter((form) => kind === "plural" && !form.startsWith("=")).sort();
        if (named.length > 1) assert.deepEqual(named, [...pluralCategories].sort(), `${name}: ${text}`);
      }
  });
}

test("a text is said with all its arguments", () => {
  const folder = new URL("js/", STUDIO);
  let said = 0;
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".js"))) {
    const source = readFileSync(new URL(file, folder), "utf8");
    for (const [all, name, given] of source.matchAll(/(?<!\.)\bsay\(\s*words\.([\w.]+),\s*\{([^{}]*)\}/g)) {
      if (given.includes("...") || !(name in english)) continue;
      const named = [...outside(given).matchAll(/(?:^|,)\s*(\w+)/g)].map(([, each]) => each).sort();
      assert.deepEqual(named, namesIn(english[name]), `${file}: ${all}`);
      said++;
    }
  }
  assert.ok(said > 100, said);
});

test("the first language that there is is spoken, and else English", () => {
  assert.deepEqual(
    languages(),
    LANGUAGES.map((lang) => [lang, new Intl.DisplayNames(lang, { type: "language" }).of(lang)]),
  );
  for (const [wanted, lang] of [
    [["de-AT", "en"], "de"],
    [["xx", "ru-RU", "de"], "ru"],
    [["zh-Hans-CN"], "zh"],
    [["xx"], "en"],
    [[], "en"],
  ]) {
    speak(wanted);
    assert.equal(words.lang, lang);
  }
});

test("numbers, lists and dates are said as a language says them", () => {
  const plain = (text) => text.replaceAll("\u00a0", " ");
  const inLanguage = (lang) => {
    speak([lang]);
    return [1, 2, 5, 21, 11520].map((number) => plain(say(words.found, { number })));
  };
  assert.deepEqual(inLanguage("en"), ["1 solution", "2 solutions", "5 solutions", "21 solutions", "11,520 solutions"]);
  assert.deepEqual(inLanguage("de"), ["1 Lösung", "2 Lösungen", "5 Lösungen", "21 Lösungen", "11.520 Lösungen"]);
  assert.deepEqual(inLanguage("ru"), ["1 решение", "2 решения", "5 решений", "21 решение", "11 520 решений"]);
  assert.deepEqual(inLanguage("zh"), ["1 个解", "2 个解", "5 个解", "21 个解", "11,520 个解"]);
  speak(["de"]);
  assert.equal(
    say("{some} / {some, and} / {some, or}", { some: ["a", "b", 1000] }),
    "a, b, 1.000 / a, b und 1.000 / a, b oder 1.000",
  );
  assert.equal(
    say("{yes, select, true {ja} other {nein}}{no, select, true {ja} other {nein}}", { yes: true }),
    "janein",
  );
  assert.deepEqual(
    [atLeast(1000, true), atLeast(1000, false), roughly(2.34e6), roughly(2340)],
    ["1.000", "≥ 1.000", "2,3 Millionen", "2.000"],
  );
  assert.deepEqual([time(80), time(100), day("2026-11-26")], ["80 Sekunden", "2 Minuten", "26.11.2026"]);
});
