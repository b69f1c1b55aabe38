import assert from "node:assert/strict";
import { test } from "node:test";
import { Asker } from "../../../satpuzzle/studio/js/asker.js";
import { Crew, content } from "./small.js";

function asker() {
  const crew = new Crew();
  const answers = [];
  return { crew, answers, asker: new Asker(crew, content, (answer) => answers.push(answer)) };
}

test("a question waits until the worker is ready", () => {
  const { asker: one, crew, answers } = asker();
  one.ask([1]);
  one.ask([1, 2]);
  assert.deepEqual(crew.last.sent, [{ kind: "cover", content }]);
  crew.last.heard({ kind: "prepared" });
  assert.deepEqual(crew.last.sent.slice(1), [{ kind: "ask", id: 2, placed: [1, 2], more: "" }]);
  crew.last.heard({ kind: "answer", id: 2, possible: true, next: 7 });
  assert.deepEqual(answers, [{ possible: true, next: 7 }]);
  one.end();
});

test("only the latest question is answered", () => {
  const { asker: one, crew, answers } = asker();
  one.ask([1]);
  crew.last.heard({ kind: "prepared" });
  one.ask([2]);
  crew.last.heard({ kind: "answer", id: 1, possible: true, next: 7 });
  assert.deepEqual(answers, []);
  crew.last.heard({ kind: "answer", id: 2, possible: false, next: null });
  assert.deepEqual(answers, [{ possible: false, next: null }]);
  one.end();
});

test("a worker that died is replaced at the next question", () => {
  const { asker: one, crew, answers } = asker();
  one.ask([1]);
  const [first] = crew.hired;
  first.died();
  assert.deepEqual(answers, [{ possible: "failed", next: null }]);
  assert.ok(first.ended);
  one.ask([1]);
  assert.equal(crew.hired.length, 2);
  first.heard({ kind: "prepared" }); // too late
  assert.equal(crew.last.sent.length, 1);
  one.end();
});

test("no answer is an answer after a while", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { asker: one, crew, answers } = asker();
  one.ask([1]);
  crew.last.heard({ kind: "prepared" });
  context.mock.timers.tick(20_000);
  assert.deepEqual(answers, [{ possible: "failed", next: null }]);
  one.ask([1]);
  crew.last.heard({ kind: "failed" });
  assert.equal(answers.length, 2);
});
