/** Signals that arrive while a temporary file is written. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Interruption } from "../../../src/cli/files/interruption.ts";

const signals = ["SIGHUP", "SIGINT", "SIGTERM"] as const;
const listeners = () => signals.map((signal) => process.listenerCount(signal));
/** Calls only the listener that delays signals, because the test runner has listeners of its own. */
const send = (signal: NodeJS.Signals) => process.listeners(signal).at(-1)!(signal);

const ends: string[] = [];

beforeEach(() => {
  ends.length = 0;
  vi.spyOn(process, "kill").mockImplementation((id, signal) => {
    ends.push(`${id === process.pid ? "kill" : "kill another process"} ${signal}`);
    return true;
  });
  vi.spyOn(process, "exit").mockImplementation((code) => {
    ends.push(`exit ${code}`);
    return undefined as never;
  });
});
afterEach(() => vi.restoreAllMocks());

test.each([
  ["SIGHUP", 129],
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("%s stops the steps, and ends the process afterwards", async (signal, code) => {
  const before = listeners();
  const interruption = new Interruption();
  expect(listeners()).toEqual(before.map((count) => count + 1));
  const done: number[] = [];
  await interruption.during(
    (function* () {
      for (let step = 1; step < 5; step++) {
        done.push(step);
        // Only the first signal counts.
        if (step === 2) for (const each of [signal, ...signals]) send(each);
        yield;
      }
    })(),
  );
  expect([done, interruption.isPending, ends]).toEqual([[1, 2], true, []]);
  await interruption.end();
  expect([listeners(), ends]).toEqual([before, [`kill ${signal}`, `exit ${code}`]]);
});

test("a signal during a step is handled before the next one", async () => {
  const interruption = new Interruption();
  const done: number[] = [];
  await interruption.during(
    (function* () {
      for (let step = 1; step < 5; step++) {
        done.push(step);
        if (step === 3) setImmediate(() => send("SIGTERM"));
        yield;
      }
    })(),
  );
  await interruption.end();
  expect([done, ends]).toEqual([
    [1, 2, 3],
    ["kill SIGTERM", "exit 143"],
  ]);
});

test("without a signal, all steps run, and the process continues", async () => {
  const before = listeners();
  const interruption = new Interruption();
  const done: number[] = [];
  await interruption.during([1, 2, 3].map((step) => done.push(step)));
  expect(interruption.isPending).toBe(false);
  await interruption.end();
  expect([done, listeners(), ends]).toEqual([[1, 2, 3], before, []]);
});
