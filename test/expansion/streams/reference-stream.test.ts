import { describe, expect, test } from "vitest";
import { Environment } from "../../../src/expansion/environment.ts";
import { ReferenceStream } from "../../../src/expansion/streams/reference-stream.ts";
import { HeldInputError } from "../../../src/index.ts";

/** A stream whose scan finds one reference that stays open, and the lengths of what was scanned, with whether it was the last. */
function openReference(maxHeldBytes = 1000) {
  const scans: [number, boolean][] = [];
  const stream = new ReferenceStream(new Environment(), { output() {} }, { maxHeldBytes }, (held, isLast, _known) => {
    scans.push([held.length, isLast]);
    return isLast ? { used: held.length, known: 0 } : { used: 0, known: held.length };
  });
  const push = (text: string) => stream.push(new TextEncoder().encode(text));
  return { stream, push, scans };
}

describe("an open reference is scanned again", () => {
  test("when there is twice as much of it", () => {
    const { push, scans } = openReference();
    for (const piece of ["$(A", "b", "c", "d", "ef", "gh", "i", "j"]) push(piece);
    expect(scans).toEqual([
      [3, false],
      [6, false],
      [12, false],
    ]);
  });

  test("when a chunk contains a parenthesis anywhere", () => {
    for (const piece of [")", ")x", "x)"]) {
      const { push, scans } = openReference();
      push("$(ABCDEF");
      push("g");
      push(piece);
      expect(scans).toEqual([
        [8, false],
        [9 + piece.length, false],
      ]);
    }
  });

  test("at the end", () => {
    const { stream, push, scans } = openReference();
    push("$(AB");
    push("c");
    stream.end();
    expect(scans).toEqual([
      [4, false],
      [5, true],
    ]);
    expect(stream.consumed).toBe(5);
  });

  test("when it is longer than what may be held, which is then an error", () => {
    const { push, scans } = openReference(6);
    push("$(ABC");
    push("d");
    expect(scans).toEqual([[5, false]]);
    expect(() => push("e")).toThrow(HeldInputError);
    expect(scans).toEqual([
      [5, false],
      [7, false],
    ]);
  });

  test("not for a piece without bytes", () => {
    const { push, scans } = openReference();
    push("");
    expect(scans).toEqual([]);
    push("$(A");
    push("");
    expect(scans).toEqual([[3, false]]);
  });
});
