import { expect, test } from "vitest";
import { type Counters, instrumented } from "./instrument.ts";

test.each([
  ["if (a) b(); else { c(); }", "if (a) {#0;b();} else {#1; c(); }", ["f.ts:1:8", "f.ts:1:18"]],
  ["for (;;) if (a) b();", "for (;;) {#0;if (a) {#1;b();}}", ["f.ts:1:10", "f.ts:1:17"]],
  ["const f = (x) => x ? 1 : g(2);", "const f = (x) => (#0,x ? (#1,1) : (#2,g(2)));", undefined],
  [
    "function f() { return a && (b || c) ?? d; }",
    "function f() {#0; return a && (#1,(b || (#2,c))) ?? (#3,d); }",
    undefined,
  ],
  ["switch (a) { case 1: b(); break; default: }", "switch (a) { case 1: #0;b(); break; default: }", undefined],
  ["try { a(); } catch { b(); } finally { c(); }", "try { a(); } catch {#0; b(); } finally {#1; c(); }", undefined],
  // Code outside of functions can have to be constant.
  ["const A: i32 = SMALL ? 3 : 512;", "const A: i32 = SMALL ? 3 : 512;", undefined],
  ["if (a) m &= ((<u64>1) << (<u64>(b - c))) - 1;", "if (a) {#0;m &= ((<u64>1) << (<u64>(b - c))) - 1;}", undefined],
])("%s", (source, expected, places) => {
  const counters: Counters = [];
  expect(instrumented("f.ts", source, counters, (n) => `#${n}`)).toBe(expected);
  if (places !== undefined) expect(counters).toEqual(places);
});
