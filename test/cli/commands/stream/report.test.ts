import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { StreamReport } from "../../../../src/cli/commands/stream/report.ts";
import { visibleIo } from "../../../../src/cli/frame/io.ts";

const shown: string[] = [];
const reported: string[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  shown.length = 0;
  reported.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

function reportOn(isTerminal: boolean): StreamReport {
  return new StreamReport(
    visibleIo({
      read: () => 0,
      write: () => {},
      report: (line) => reported.push(line),
      showProgress: isTerminal ? (line) => shown.push(line) : undefined,
      environment: {},
      colors: false,
    }),
  );
}

const TOTALS = { done: 0, putAside: 0, failed: 0, redelivered: 0, usedUp: 0 };

test("a terminal shows the progress, which reported lines replace", () => {
  const report = reportOn(true);
  let done = 0;
  report.watch(() => ({ ...TOTALS, done, redelivered: 1, inFlight: 7, pending: 100 }));
  done = 1000;
  vi.advanceTimersByTime(500);
  report.line("x\u001b[2J");
  done = 1100;
  vi.advanceTimersByTime(500);
  report.summary({ ...TOTALS, done }, { stream: "IN", deadLetter: undefined });
  expect(shown).toEqual([
    "varexpand stream: 100 pending, 7 in flight, 1000 done, 2000/s, 1 redelivered",
    "",
    "varexpand stream: 100 pending, 7 in flight, 1100 done, 200/s, 1 redelivered",
    "",
  ]);
  expect(reported).toEqual(["varexpand stream: x\\u001b[2J", "varexpand stream: 1100 done, 0 failed"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("without a terminal, only lines are reported", () => {
  const report = reportOn(false);
  report.watch(() => ({ ...TOTALS, inFlight: 0, pending: 0 }));
  expect(vi.getTimerCount()).toBe(0);
  report.summary({ ...TOTALS, done: 5, putAside: 2, redelivered: 3 }, { stream: "IN", deadLetter: "bad" });
  expect([shown, reported]).toEqual([[], ["varexpand stream: 5 done, 2 to bad, 0 failed, 3 redelivered"]]);
});

test("a finding replaces the progress on a terminal", () => {
  const report = reportOn(true);
  report.finding("finding 1");
  report.watch(() => ({ ...TOTALS, inFlight: 0, pending: 0 }));
  report.finding("finding 2");
  report.summary(TOTALS, { stream: "IN", deadLetter: undefined });
  expect(shown).toEqual(["", ""]);
  expect(reported).toEqual(["finding 1", "finding 2", "varexpand stream: 0 done, 0 failed"]);
});

test.each<[usedUp: number, lines: string[]]>([
  [2, []],
  [
    3,
    [
      "varexpand stream: stream I\\u001bN: 3 not done after the last delivery; those that are not listed here failed in another worker or earlier",
    ],
  ],
])("%i messages without further deliveries, of which 2 are listed", (usedUp, lines) => {
  const report = reportOn(false);
  report.summary({ ...TOTALS, failed: 2, usedUp, putAside: 1 }, { stream: "I\u001bN", deadLetter: "b\u001bd" });
  expect(reported).toEqual([...lines, "varexpand stream: 0 done, 1 to b\\u001bd, 2 failed"]);
});

test("the first hundred findings in messages are reported, and the others are counted", () => {
  const report = reportOn(false);
  for (let i = 0; i < 103; i++) report.finding(`finding ${i}`);
  report.summary(TOTALS, { stream: "IN", deadLetter: undefined });
  expect(reported.slice(99)).toEqual([
    "finding 99",
    "varexpand stream: 3 more findings",
    "varexpand stream: 0 done, 0 failed",
  ]);
});

test("a hundred findings are all", () => {
  const report = reportOn(false);
  for (let i = 0; i < 100; i++) report.finding(`finding ${i}`);
  report.summary(TOTALS, { stream: "IN", deadLetter: undefined });
  expect(reported.slice(99)).toEqual(["finding 99", "varexpand stream: 0 done, 0 failed"]);
});
