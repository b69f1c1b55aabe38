import assert from "node:assert/strict";
import { test } from "node:test";
import { extent } from "../../../satpuzzle/studio/js/canvas.js";
import { puzzleIn } from "./small.js";

const shown = (board) => {
  const { board: cells, grid } = puzzleIn({ grid: "half-squares", board, pieces: [] });
  const [left, far, right, near] = extent(cells, grid);
  return [right - left, near - far].map((size) => Math.round(1000 * size));
};

test("a board that would stand on a corner is shown with level sides, and no other is turned", () => {
  assert.deepEqual(
    shown("...*....\n...***..\n.*****..\n.*******\n*******.\n..*****.\n..***...\n....*..."),
    [5657, 5657],
  );
  assert.deepEqual(shown("**\n**"), [2000, 2000]);
  assert.deepEqual(shown("**\n*."), [2000, 2000]); // a side leans, two are level
});
