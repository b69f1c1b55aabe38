import assert from "node:assert/strict";
import { test } from "node:test";
import { knownRules } from "../../../satpuzzle/studio/js/rules.js";
import { SIGNS } from "../../../satpuzzle/studio/js/signs.js";
import { KINDS } from "../../../satpuzzle/studio/js/faults.js";
import "./small.js";

const pathsOf = (word, more = {}) => SIGNS[word]({ word, form: 0, names: [], ...more });
const SAID = knownRules().filter((word) => word !== "symmetric");
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
  assert.ok(Object.keys(SIGNS).every((word) => knownRules().includes(word)));
});
