import assert from "node:assert/strict";
import { test } from "node:test";
import { code } from "../../../satpuzzle/studio/js/cell.js";
import { Session } from "../../../satpuzzle/studio/js/session.js";
import { Stroke } from "../../../satpuzzle/studio/js/stroke.js";
import { puzzle } from "./small.js";

const [A, B, OUT] = [
  [0, 0, 0],
  [1, 0, 0],
  [7, 0, 0],
];

const session = (parts = {}) => Object.assign(new Session(puzzle(), () => {}), parts);
const kind = (stroke, cell) => stroke.classOf(code(cell)).trim();

test("the brush erases if it begins on a painted cell, and paints if not", () => {
  const erasing = new Stroke(session(), A);
  erasing.apply(OUT);
  assert.deepEqual(
    [A, B, OUT].map((cell) => kind(erasing, cell)),
    ["cell", "cell on", "cell"],
  );
  const painting = new Stroke(session(), OUT);
  painting.apply(A);
  assert.deepEqual(painting.drawing.size, 5);
});

test("a colour is painted on cells that are painted already", () => {
  const stroke = new Stroke(session({ hue: 3 }), A);
  assert.deepEqual([kind(stroke, A), ...[A, B].map((cell) => stroke.drawing.get(code(cell)).hue)], ["cell on", 3, 0]);
});

test("the rubber, or the other button, erases with every colour", () => {
  for (const stroke of [new Stroke(session({ tool: "erase", hue: 3 }), A), new Stroke(session({ hue: 3 }), A, true)])
    assert.equal(kind(stroke, A), "cell");
});

test("cells of the board are made optional and back, others are left alone", () => {
  const one = session({ tool: "maybe" });
  const freeing = new Stroke(one, A);
  freeing.apply(OUT);
  assert.deepEqual(
    [A, B, OUT].map((cell) => kind(freeing, cell)),
    ["cell on maybe", "cell on", "cell"],
  );
  one.draw(freeing.drawing.values());
  assert.equal(kind(new Stroke(one, A), A), "cell on");
});

test("no cell changes nothing", () => {
  const stroke = new Stroke(session());
  assert.deepEqual([kind(stroke, A), kind(stroke, OUT)], ["cell on", "cell"]);
});
