import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CommandIo } from "../../../src/cli/frame/io.ts";
import { type Progress, startProgress } from "../../../src/cli/frame/progress.ts";

let shown: string[];
let now: number;
const io = { showProgress: (line: string) => void shown.push(line) } as Partial<CommandIo> as CommandIo;
const MEBIBYTE = 1 << 20;

beforeEach(() => {
  shown = [];
  now = 5000;
  vi.spyOn(performance, "now").mockImplementation(() => now);
});
afterEach(() => vi.restoreAllMocks());

/** Bytes that are dealt with, milliseconds after the beginning. */
function at(milliseconds: number, progress: Progress, bytes: number): void {
  now = 5000 + milliseconds;
  progress.advance(bytes);
}

test("is shown after a second, then five times a second, and taken away", () => {
  const progress = startProgress(io, "f", 10 * MEBIBYTE);
  at(999, progress, MEBIBYTE);
  at(1000, progress, MEBIBYTE);
  at(1199, progress, MEBIBYTE);
  at(1200, progress, MEBIBYTE);
  progress.end();
  expect(shown).toEqual(["f: 2 MiB of 10 MiB", "f: 4 MiB of 10 MiB", ""]);
});

test("is not shown for short work, and omits an unknown size", () => {
  const short = startProgress(io, "f", undefined);
  at(10, short, MEBIBYTE);
  short.end();
  expect(shown).toEqual([]);
  const long = startProgress(io, "g", undefined);
  at(2000, long, 3 * MEBIBYTE);
  expect(shown).toEqual(["g: 3 MiB"]);
});

test("nothing is shown if standard error is not a terminal", () => {
  const progress = startProgress({} as CommandIo, "f", undefined);
  at(5000, progress, MEBIBYTE);
  expect(() => progress.end()).not.toThrow();
});
