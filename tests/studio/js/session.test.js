import assert from "node:assert/strict";
import { test } from "node:test";
import { Session } from "../../../satpuzzle/studio/js/session.js";
import { puzzle } from "./small.js";

function session() {
  const heard = { changes: [], refusals: [] };
  const made = new Session(
    puzzle(),
    (other) => heard.changes.push(other),
    (reason) => heard.refusals.push(reason),
  );
  return { heard, session: made };
}

const drawn = (cell, hue = 0, free = false) => ({ cell, hue, free });

test("undo restores the puzzle, the placed pieces and the piece that was edited", () => {
  const { session: one, heard } = session();
  const before = one.puzzle;
  one.editing = 1;
  one.set({ placed: [{ piece: 0, cells: [[0, 0, 0]] }] });
  one.editing = 0;
  one.draw([drawn([5, 0, 0])]);
  assert.deepEqual(heard.changes, [false, true]);
  assert.deepEqual(one.placed, []); // pieces of another puzzle are not on the board
  one.undo();
  assert.equal(one.placed.length, 1);
  one.undo();
  assert.equal(one.puzzle, before);
  assert.equal(one.editing, 1);
  one.undo(); // there is nothing left
  one.redo();
  one.redo();
  assert.deepEqual(one.puzzle.pieces[0].cells, [[5, 0, 0]]);
});

test("a change after undo forgets what was undone", () => {
  const { session: one } = session();
  one.draw([drawn([0, 0, 0])]);
  one.undo();
  one.draw([drawn([1, 0, 0])]);
  one.redo();
  assert.deepEqual(one.puzzle.board, [[1, 0, 0]]);
});

test("at most two hundred steps can be undone", () => {
  const { session: one } = session();
  for (let x = 0; x < 250; x++) one.draw([drawn([x, 0, 0])]);
  for (let step = 0; step < 250; step++) one.undo();
  assert.deepEqual(one.puzzle.board, [[49, 0, 0]]);
});

test("cells that are drawn on the board stay optional and keep their colours, and leave the frame", () => {
  const { session: one } = session();
  const [a, b, c] = [0, 1, 2].map((x) => [x, 0, 0]);
  one.change({ frame: [[9, 0, 0]] });
  one.draw([drawn(b, 3, true), drawn(a)]);
  assert.deepEqual(
    [one.puzzle.board, one.puzzle.optional, one.puzzle.colours],
    [
      [a, b],
      [false, true],
      [0, 3],
    ],
  );
  one.draw([...one.drawing.values(), drawn(c), drawn([9, 0, 0])]);
  assert.deepEqual(one.puzzle.optional, [false, true, false, false]);
  assert.deepEqual(one.puzzle.colours, [0, 3, 0, 0]);
  assert.deepEqual(one.puzzle.frame, []);
});

test("what makes no sense is refused with the reason, and nothing changes", () => {
  const { session: one, heard } = session();
  const before = one.puzzle;
  one.change({ wrap: "x", frame: [[9, 0, 0]] });
  assert.equal(one.puzzle, before);
  assert.equal(heard.refusals.length, 1);
  assert.equal(one.past.length, 0);
});

test("cells that are moved keep their colours, whatever their order is then", () => {
  const { session: one } = session();
  one.editing = 0;
  const cells = [[0, 0, 0], [1, 0, 0], [2, 0, 0]]; // prettier-ignore
  one.draw(cells.map((cell, i) => drawn(cell, i + 1)));
  assert.deepEqual(one.piece.colours, [1, 2, 3]);
  one.draw([...one.drawing.values()].map(({ cell: [x, y, z], hue }) => drawn([2 - x, y, z], hue)));
  assert.deepEqual(one.cells, cells);
  assert.deepEqual(one.piece.colours, [3, 2, 1]);
});
