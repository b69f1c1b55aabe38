import assert from "node:assert/strict";
import { test } from "node:test";
import { nearest } from "../../../satpuzzle/studio/js/lists.js";

const cost = (x) => Math.abs(x);

test("the first of equally near items is taken, and none that is too far", () => {
  assert.equal(nearest([3, -1, 1, 2], cost), -1);
  assert.equal(nearest([3, 1 + 1e-9, 1], cost), 1 + 1e-9);
  assert.equal(nearest([3, 4], cost, 3), null);
  assert.equal(nearest([], cost), null);
  assert.equal(nearest([0].values(), cost), 0);
});
