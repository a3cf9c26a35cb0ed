import { expect, test } from "vitest";
import type { Row } from "../../bench/question.ts";
import { verify } from "../../bench/verify.ts";

const rows = (...rows: Row[]) => ({ title: "T", rows });

test("rows are compared with what is expected, or else with the first", async () => {
  const good: Row = { name: "good", run: () => ({ a: 1 }) };
  const bad: Row = { name: "bad", run: () => ({ a: 2 }) };
  await expect(verify(rows(good, bad))).rejects.toThrow('"T": "bad": gives a wrong answer');
  await expect(verify({ ...rows(bad), expected: { a: 1 } })).rejects.toThrow('"bad"');
  expect((await verify(rows(good, { ...good, name: "too" }))).leftOut).toEqual([]);
});

test("bytes are equal by their content, whatever holds them", async () => {
  const run = () => Uint8Array.of(1, 2);
  await expect(verify({ ...rows({ name: "r", run }), expected: Buffer.of(1, 2) })).resolves.toBeDefined();
  await expect(verify({ ...rows({ name: "r", run }), expected: Buffer.of(1, 3) })).rejects.toThrow("wrong");
});

test("an answer may be asked for in another way, and may take its time", async () => {
  const row: Row = { name: "r", run: async () => 1, answer: async (result) => `${result}` };
  const { rows: verified } = await verify({ ...rows(row), expected: "1" });
  expect(verified.map(({ isAsync }) => isAsync)).toEqual([true]);
});

test("a limit gives no answer", async () => {
  await expect(verify({ ...rows({ name: "r", role: "limit", run: () => 0 }), expected: 1 })).resolves.toBeDefined();
});

test("a row that may be wrong is left out, and the others stay", async () => {
  const fail = () => {
    throw new Error("out of luck");
  };
  const { rows: verified, leftOut } = await verify({
    ...rows(
      { name: "right", run: () => 1 },
      { name: "wrong", mayBeWrong: true, run: () => 2 },
      { name: "broken", mayBeWrong: true, run: fail },
    ),
    expected: 1,
  });
  expect(verified.map(({ name }) => name)).toEqual(["right"]);
  expect(leftOut).toEqual([
    { name: "wrong", reason: "gives a wrong answer" },
    { name: "broken", reason: "out of luck" },
  ]);
});
