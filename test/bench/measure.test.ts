import { expect, test } from "vitest";
import { ENGINES } from "../../bench/engines.ts";
import { measure } from "../../bench/measure.ts";
import { page } from "../../bench/report/page.ts";
import { runSuite } from "../../bench/suite.ts";

/** As little as there is: these tests are about what is run, not about how long it takes. */
const LEAST = { turns: 3, milliseconds: 0, isQuick: true };

test("a run that is a promise is one sample, run once to be verified and once for each turn", async () => {
  const runs: string[] = [];
  const row = (name: string) => ({ name, run: async () => void runs.push(name) });
  const result = await measure({ title: "T", rows: [row("a"), row("b")] }, LEAST);
  expect(runs.splice(0, 2)).toEqual(["a", "b"]);
  expect(runs).toEqual(["a", "b", "b", "a", "a", "b"]);
  expect(result.rows.map(({ name }) => name)).toEqual(["a", "b"]);
});

test("a question may say how many turns it takes", async () => {
  let runs = 0;
  await measure({ title: "T", turns: 1, rows: [{ name: "a", run: async () => void runs++ }] }, LEAST);
  expect(runs).toBe(2);
});

test("a program that measures itself is asked once for each turn", async () => {
  const asked: number[] = [];
  const turn = async (milliseconds: number) => asked.push(milliseconds) * 10;
  const result = await measure(
    { title: "T", rows: [{ name: "a", run: () => 1, turn }] },
    { ...LEAST, milliseconds: 7 },
  );
  expect(asked).toEqual([7, 7, 7]);
  expect(result.rows[0]).toMatchObject({ turns: [10, 20, 30], time: { median: 20 } });
});

test("a question is measured again while its turns differ, and the steadiest measurement counts", async () => {
  const times = [10, 50, 10, 50, 10, 11, 10, 11];
  const turn = async () => times.shift()!;
  const rows = [
    { name: "js", run: () => 1, turn: async () => 10 },
    { name: "us", role: "subject", run: () => 1, turn },
  ] as const;
  const result = await measure({ title: "T", rows }, { ...LEAST, turns: 4, attempts: 3 });
  expect(result.rows[1]!.turns).toEqual([10, 11, 10, 11]);
  expect(times).toEqual([]);
});

test("a run that is too short for the clock is repeated in each sample", async () => {
  let runs = 0;
  await measure({ title: "T", rows: [{ name: "a", run: () => void runs++ }] }, LEAST);
  expect(runs).toBeGreaterThan(100 * LEAST.turns);
});

test("a question that is skipped has a result", async () => {
  expect(await measure({ title: "T", rows: [], skipped: "no tool" }, LEAST)).toMatchObject({ skipped: "no tool" });
});

test("a suite reports each question when it is measured, and omits a wrong guest", async () => {
  const guest = {
    engine: { name: "guest", prepare: () => ({ expandString: () => "wrong" }) },
    role: "guest",
    mayBeWrong: true,
  } as const;
  const reported: string[] = [];
  const report = await runSuite(
    ["strings"],
    { effort: LEAST, competitors: [...ENGINES, guest] },
    {
      start: ({ node }) => reported.push(node),
      question: ({ title, leftOut }) => reported.push(`${title}: ${leftOut.map(({ name }) => name).join()}`),
      group: ({ name }) => reported.push(name),
    },
  );
  expect(reported).toEqual([
    process.version,
    "five short strings, one by one, compiled environment: guest",
    "five short strings, one by one, arbitrary callback: ",
    "five short strings, no references, one by one, compiled environment: guest",
    "10,000 short strings, one by one, arbitrary callback: ",
    "a string of 64 KiB, dense references, one by one, compiled environment: guest",
    "a string of 64 KiB, dense references, one by one, arbitrary callback: ",
    "a string of 64 KiB, sparse references, one by one, compiled environment: guest",
    "a string of 64 KiB, sparse references, one by one, arbitrary callback: ",
    "10,000 short strings at once: guest, one by one",
    "10,000 short strings, one of 100 with references at once: guest, one by one",
    "10,000 short strings, no references at once: guest, one by one",
    "strings",
  ]);
  expect(report.groups.map(({ name }) => name)).toEqual(["strings"]);
  expect(page([report])).toContain("left out  guest: gives a wrong answer");
});
