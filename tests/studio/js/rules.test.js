import assert from "node:assert/strict";
import { test } from "node:test";
import { mistake } from "../../../satpuzzle/studio/js/puzzle.js";
import { rulesIn, sentenceIn, textOf, writtenOf } from "../../../satpuzzle/studio/js/rules.js";
import { signOf } from "../../../satpuzzle/studio/js/signs.js";
import { Session } from "../../../satpuzzle/studio/js/session.js";
import { puzzle } from "./small.js";

function session(...texts) {
  const heard = { changes: [], refusals: [] };
  const made = new Session(
    puzzle(),
    (other) => heard.changes.push(other),
    (reason) => heard.refusals.push(reason),
  );
  made.change({ rules: rulesIn(texts, made.puzzle.pieces) });
  return { heard, session: made, texts: () => made.puzzle.rules.map(textOf) };
}

test("a rule names a piece anew whose name changes", () => {
  const { session: one, texts } = session("together: I O at least 1", "at border: I", "at border: all");
  one.changePiece(0, { name: "long bar" });
  assert.deepEqual(texts(), ["at border: 'long bar'", "at border: all", "together: 'long bar' O at least 1"]);
  one.changePiece(0, { max: 3 });
  assert.equal(texts()[0], "at border: 'long bar'");
});

test("a rule forgets a piece that is gone, and is gone with its last one", () => {
  const { session: one, texts } = session("apart: I", "together: I O at most 2", "at border: none");
  one.change({ pieces: one.puzzle.pieces.slice(1) });
  assert.deepEqual(texts(), ["at border: none", "together: O at most 2"]);
  one.undo();
  assert.deepEqual(texts(), ["apart: I", "at border: none", "together: I O at most 2"]);
});

test("a rule of the puzzle's own has its table, names and sentence, whatever its title is", () => {
  const row = { place: "side", bounds: "at most NUMBER" };
  const table = { title: "constructor", text: "NAMES x NUMBER", sentence: "{names}: {number}", items: [row] };
  const { session: one } = session({ ...table, said: "O I x 02" }, "apart: I");
  const [, own] = one.puzzle.rules;
  assert.deepEqual(writtenOf(own), { ...table, said: "I O x 2" });
  assert.equal(sentenceIn(own), "I, O: 2.");
  assert.equal(signOf(own), null);
  assert.equal(mistake(one.puzzle), null);
  one.changePiece(0, { name: "long bar" });
  assert.equal(textOf(one.puzzle.rules[1]), "constructor: 'long bar' O x 2");
});

test("what is drawn may break a rule, which is said, but not be of a kind that cannot have it", () => {
  const { session: one, heard } = session("fault-free");
  assert.equal(mistake(one.puzzle), null);
  one.change({ pieces: [{ ...one.puzzle.pieces[1], min: 1, max: 1 }] });
  one.draw([{ cell: [0, 0, 0], hue: 0, free: false }]);
  assert.match(mistake(one.puzzle), /“fault-free”: no straight line/);
  assert.deepEqual(heard.refusals, []);
  one.change({ parts: "separate" });
  assert.equal(heard.refusals.length, 1);
  assert.equal(one.puzzle.parts, "together");
});
