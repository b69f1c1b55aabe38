import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { languages, speak, words } from "../../../satpuzzle/studio/js/words.js";

// Texts that are the same in another language: an international word, or signs alone.
const ALIKE = [
  "puzzleLabel",
  "puzzles",
  "link",
  "summary",
  "found",
  "problem",
  "times",
  "timesPrinted",
  "printedLevel",
  "atLeast",
  "tagOf",
  "listed",
  "sentence",
];

// All texts by their paths, such as "rules.wrap.x".
function leaves(texts, path = "") {
  return Object.entries(texts).flatMap(([name, each]) =>
    typeof each === "object" ? leaves(each, `${path}${name}.`) : [[path + name, each]],
  );
}

const parametersOf = (each) => (typeof each === "function" ? String(each).split("=>")[0].trim() : null);
for (const [lang] of languages) {
  const own = Object.fromEntries(leaves((speak([lang]), words)));
  const english = Object.fromEntries(leaves((speak(["en"]), words)));

  test(`${lang} has every text, of the same arguments`, () => {
    assert.deepEqual(Object.keys(own), Object.keys(english));
    for (const [name, each] of Object.entries(own)) {
      assert.equal(parametersOf(each), parametersOf(english[name]), name);
      assert.notEqual(each, "", name);
    }
  });

  test(`${lang} has no text in English`, { skip: lang === "en" }, () => {
    const alike = Object.keys(own).filter((name) => String(own[name]) === String(english[name]));
    assert.deepEqual(
      alike.filter((name) => !ALIKE.includes(name)),
      [],
    );
  });

  test(`${lang} has all forms of each word that stands beside a number`, () => {
    const text = readFileSync(new URL(`../../../satpuzzle/studio/js/words/${lang}.js`, import.meta.url), "utf8");
    const forms = new Set([0, 1, 2, 3, 5, 11, 21, 1e6].map((number) => new Intl.PluralRules(lang).select(number)));
    const calls = [...text.matchAll(/\bsome\(([^"()]*(?:\([^()]*\))?[^"()]*)((?:"[^"]*",?\s*)+)\)/g)];
    assert.ok(calls.length > 5);
    for (const [call, , named] of calls) assert.equal(named.match(/"[^"]*"/g).length, forms.size, call);
  });
}

test("the first language that there is is spoken, and else English", () => {
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

test("numbers and dates are said as a language says them", () => {
  const said = (lang) => {
    speak([lang]);
    return [1, 2, 5, 21, 11520].map(words.found).map((text) => text.replaceAll("\u00a0", " "));
  };
  assert.deepEqual(said("en"), ["1 solution", "2 solutions", "5 solutions", "21 solutions", "11,520 solutions"]);
  assert.deepEqual(said("de"), ["1 Lösung", "2 Lösungen", "5 Lösungen", "21 Lösungen", "11.520 Lösungen"]);
  assert.deepEqual(said("ru"), ["1 решение", "2 решения", "5 решений", "21 решение", "11 520 решений"]);
  assert.deepEqual(said("zh"), ["1 个解", "2 个解", "5 个解", "21 个解", "11,520 个解"]);
});
