import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { dataOf } from "../../../satpuzzle/studio/js/data.js";

test("each part of the data is read when it is needed first, and once", async () => {
  const parts = { titles: '{"soma":"Кубики"}', grids: "square\t{}", kernels: "\0asm", rules: "{ no JSON" };
  const sizes = Object.entries(parts).map(([name, text]) => [name, Buffer.byteLength(text)]);
  const all = `${JSON.stringify(Object.fromEntries(sizes))}\n${Object.values(parts).join("")}`;
  const data = await dataOf(deflateRawSync(all).toString("base64"));
  assert.deepEqual(data.titles, { soma: "Кубики" });
  assert.equal(data.titles, data.titles);
  assert.equal(data.grids, "square\t{}");
  assert.deepEqual([...data.kernels], [0, 97, 115, 109]);
  assert.throws(() => data.rules, SyntaxError);
  data.grids += "\nkites\t{}"; // what is read can be changed
  assert.equal(data.grids.split("\n").length, 2);
});
