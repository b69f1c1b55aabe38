import assert from "node:assert/strict";
import { test } from "node:test";
import { Solver } from "../../../satpuzzle/studio/js/solver.js";
import { Crew, content } from "./small.js";

const PARTS = [
  { chosen: [0], nodes: 30 },
  { chosen: [1], nodes: 10 },
];
const COUNTS = { raw: 4, rotations: 2, isometries: 1 };
Object.defineProperty(globalThis, "navigator", { value: { hardwareConcurrency: 2 }, configurable: true });

function solver(kept = null) {
  const crew = new Crew();
  const made = new Solver(crew, content, () => {}, kept);
  return { crew, solver: made };
}

// A search that has been divided into two parts.
function divided() {
  const { crew, solver: one } = solver();
  one.go();
  crew.last.heard({ kind: "prepared", tables: "tables", orders: { rotations: 2, isometries: 4 } });
  crew.last.heard({ kind: "parts", parts: structuredClone(PARTS) });
  return { crew, solver: one };
}

const found = (part, ...solutions) => ({
  kind: "found",
  part,
  nodes: 5,
  fraction: 0.5,
  counts: COUNTS,
  solutions: Int32Array.from(solutions),
});

test("a quick search is over when its only part is", () => {
  const { crew, solver: one } = solver();
  one.go();
  assert.equal(one.status, "preparing");
  crew.last.heard({ kind: "prepared", tables: "tables", orders: {} });
  crew.last.heard({ kind: "parts", parts: [{ chosen: [], nodes: 1, taken: true }] });
  crew.last.heard(found(0, 2, 5, 6, 1, 9));
  crew.last.heard({ kind: "finished", part: 0 });
  assert.equal(one.status, "complete");
  assert.deepEqual([...one.solution(0)], [5, 6]);
  assert.deepEqual([...one.solution(1)], [9]);
  assert.deepEqual(one.counts, COUNTS);
  assert.ok(crew.hired.every(({ ended }) => ended));
});

test("a small search that was not over at once is done though it cannot be divided", () => {
  const { crew, solver: one } = solver();
  one.go();
  crew.last.heard({ kind: "prepared", tables: "tables", orders: {} });
  crew.last.heard({ kind: "parts", parts: [{ chosen: [], nodes: 1 }] });
  assert.equal(one.status, "searching");
  assert.deepEqual(crew.last.sent.at(-1), { kind: "search", part: 0, chosen: [] });
  crew.last.heard({ kind: "finished", part: 0 });
  assert.equal(one.status, "complete");
});

test("each worker gets a part, and the next one when it is done", () => {
  const { crew, solver: one } = divided();
  const [first, second] = crew.hired;
  assert.equal(one.status, "searching");
  assert.deepEqual(first.sent.at(-1), { kind: "search", part: 0, chosen: [0] });
  assert.deepEqual(
    second.sent.map(({ kind }) => kind),
    ["tables", "search"],
  );
  first.heard(found(0, 1, 3));
  assert.equal(one.fraction, (30 * 0.5) / 40);
  assert.equal(one.nodes, 5);
  second.heard({ kind: "finished", part: 1 });
  first.heard({ kind: "finished", part: 0 });
  assert.equal(one.status, "complete");
  assert.equal(one.fraction, 1);
});

test("a search can be paused and goes on, with the workers or from what was kept", () => {
  const { crew, solver: one } = divided();
  const [first, second] = crew.hired;
  second.heard(found(1, 1, 8));
  second.heard({ kind: "finished", part: 1 });
  first.heard(found(0, 1, 3));
  one.pause();
  assert.equal(first.sent.at(-1).kind, "pause");
  one.go();
  assert.equal(first.sent.at(-1).kind, "go");
  one.pause();
  const again = solver(one.kept);
  assert.equal(again.solver.status, "paused");
  const two = { raw: 8, rotations: 4, isometries: 2 };
  assert.equal(again.solver.offsets.length, 2); // what a part found that is not done can be looked at
  assert.deepEqual(again.solver.counts, two);
  assert.deepEqual(solver(again.solver.kept).solver.counts, two); // also if the page is closed before it goes on
  again.solver.go();
  again.crew.last.heard({ kind: "prepared", tables: "tables", orders: {} });
  assert.deepEqual(again.crew.last.sent.at(-1), { kind: "search", part: 0, chosen: [0] });
  again.crew.last.heard(found(0, 1, 3)); // it is found again, and counts once
  assert.deepEqual([again.solver.counts, again.solver.offsets.length], [two, 2]);
  again.crew.last.heard(found(0, 1, 4));
  assert.deepEqual([again.solver.counts.isometries, again.solver.offsets.length], [3, 3]);
  again.crew.last.heard({ kind: "finished", part: 0 });
  assert.deepEqual([again.solver.status, again.solver.counts.raw], ["complete", 12]);
  assert.deepEqual([...again.solver.solution(2)], [4]);
  one.end();
  again.solver.end();
});

test("a puzzle without solutions is told with the reason", () => {
  const { crew, solver: one } = solver();
  one.go();
  crew.last.heard({ kind: "impossible", text: "no place", dark: [] });
  assert.deepEqual([one.status, one.why()], ["impossible", "no place"]);
});

test("no part at all is a complete search", () => {
  const { crew, solver: one } = solver();
  one.go();
  crew.last.heard({ kind: "parts", parts: [] });
  assert.equal(one.status, "complete");
});

test("a search fails when a worker dies, says so, or sends nothing for long", (context) => {
  const { crew, solver: one } = divided();
  crew.last.died();
  assert.equal(one.status, "failed");
  const memory = divided();
  memory.crew.last.heard({ kind: "failed", text: null, memory: true });
  assert.match(memory.solver.why(), /no more memory/);
  context.mock.timers.enable({ apis: ["setInterval"] });
  const silent = divided();
  context.mock.timers.tick(32_000);
  assert.equal(silent.solver.status, "failed");
  const heard = divided();
  context.mock.timers.tick(20_000);
  for (const worker of heard.crew.hired) worker.heard(found(0));
  context.mock.timers.tick(20_000);
  assert.equal(heard.solver.status, "searching");
  heard.solver.end();
});

test("pausing before there are parts ends the search", () => {
  const { crew, solver: one } = solver();
  one.go();
  one.pause();
  assert.equal(one.status, "new");
  assert.ok(crew.last.ended);
  crew.last.heard({ kind: "parts", parts: PARTS }); // too late
  assert.equal(one.status, "new");
});
