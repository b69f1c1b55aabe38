import assert from "node:assert/strict";
import { test } from "node:test";
import { RULES } from "../../../satpuzzle/studio/js/rules.js";
import { SIGNS } from "../../../satpuzzle/studio/js/signs.js";
import { KINDS } from "../../../satpuzzle/studio/js/faults.js";
import { words } from "../../../satpuzzle/studio/js/words.js";

const pathsOf = (word, more = {}) => SIGNS[word]({ word, names: [], ...more });
const SAID = Object.keys(RULES).filter((word) => Object.hasOwn(words.rules, word) && word !== "symmetric");
const ALL = [
  ...SAID.map((word) => [word, pathsOf(word)]),
  ...KINDS.map((way) => [way, pathsOf("symmetric", { way })]),
  ...["at most", "at least"].map((way) => [way, pathsOf("together", { way })]),
  ["none", pathsOf("at border", { way: "none" })],
];

test("each kind of rule that has a sentence has a sign of its own", () => {
  assert.ok(SAID.length > 5);
  for (const [name, paths] of ALL) assert.ok(paths?.length, name);
  assert.equal(new Set(ALL.map(([, paths]) => JSON.stringify(paths))).size, ALL.length);
  assert.ok(Object.keys(SIGNS).every((word) => word in RULES));
});
