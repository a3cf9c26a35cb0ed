/** The assignments of files with more of them than one batch has, in the units of each kind of source. */
import { describe, expect, test } from "vitest";
import { type AssignmentScan, scanDotenv, scanEnvFile } from "../../src/wasm/assignments.ts";
import { ASSIGNMENTS } from "../../src/wasm/capacities.ts";
import { DONE, FILE_TOO_LARGE, HAS_CARRIAGE_RETURN, MAX_FILE, MISSING_EQUALS_SIGN } from "../../src/wasm/codes.ts";

const SCANS: Record<string, (source: string | Uint8Array, key?: string, stopAtKey?: boolean) => AssignmentScan> = {
  scanDotenv: (source, key) => scanDotenv(source, key),
  scanEnvFile: (source, key, stopAtKey) => scanEnvFile(source, false, key, stopAtKey),
};

/** The names and values of a scan, by its offsets. */
function read({ assignments }: AssignmentScan, source: string | Buffer): string[] {
  const pairs: string[] = [];
  const part = (start: number, end: number) =>
    typeof source === "string" ? source.slice(start, end) : source.toString("utf8", start, end);
  for (const each = assignments.rewind(); each.next(); ) {
    pairs.push(`${part(each.name, each.nameEnd)}=${part(each.value, each.valueEnd)}`);
  }
  expect(assignments.count).toBe(pairs.length);
  return pairs;
}

const CONTENTS = ["a", "é", "日😀", "é\ud800"];
const COUNTS = [0, 1, ASSIGNMENTS - 1, ASSIGNMENTS, ASSIGNMENTS + 1, 2 * ASSIGNMENTS + 1];

describe.each(Object.entries(SCANS))("%s", (name, scan) => {
  test.each(CONTENTS)("batches of assignments with values of %j", (content) => {
    for (const count of COUNTS) {
      const pairs = Array.from({ length: count }, (_, i) => `N${i}=${content}${i % 7 ? "" : "x"}`);
      const text = `${pairs.map((pair) => `${pair.replace("=", "='")}'\n`).join("")}# ${content}\n`;
      const bytes = Buffer.from(text);
      const expected = pairs.join();
      for (const source of [text, bytes]) {
        const { assignments, ...rest } = scan(source);
        const found = read({ assignments, ...rest }, source).join();
        expect(found === (source === text ? expected : Buffer.from(expected).toString()), `${count}`).toBe(true);
        const maybeAscii = source === bytes && content === "a";
        expect(rest).toEqual({ status: DONE, offset: source.length, maybeAscii });
      }
    }
  });

  test("one key: its last assignment, or the first one", () => {
    const text = `${"A='é'\nB='1'\n".repeat(ASSIGNMENTS + 1)}A='last'\n`;
    for (const source of [text, Buffer.from(text)]) {
      expect(read(scan(source, "A"), source)).toEqual(["A=last"]);
      expect(read(scan(source, "B"), source)).toEqual(["B=1"]);
      expect(read(scan(source, "C"), source)).toEqual([]);
      const first = scan(source, "A", true);
      expect(read(first, source)).toEqual([`A=${name === "scanEnvFile" ? "é" : "last"}`]);
      expect(first.maybeAscii).toBe(false);
    }
    expect(scan(Buffer.from("A='1'\n"), "A").maybeAscii).toBe(false);
  });
});

test.each(CONTENTS)("the offset of an error after several batches, with values of %j", (content) => {
  for (const count of COUNTS) {
    const before = `A='${content}'\n`.repeat(count);
    const text = `${before}# ${content}\nWRONG\nB='2'\n`;
    const line = `${before}# ${content}\n`;
    for (const [source, offset] of [
      [text, line.length],
      [Buffer.from(text), Buffer.from(line).length],
    ] as const) {
      const found = scanEnvFile(source, false);
      expect([found.status, found.offset, found.assignments.count]).toEqual([MISSING_EQUALS_SIGN, offset, count]);
    }
  }
});

test.each([
  ["ASCII", "x", 0],
  ["ASCII, one byte more", "x", 1],
  ["ASCII, much more", "x", MAX_FILE],
  ["characters of three bytes", "日", 0],
  ["characters of three bytes, one byte more", "日", 1],
])("the limit of a file, with comments of %s", (_, character, more) => {
  const comment = `# ${character.repeat(30)}\n`;
  const length = MAX_FILE + more - "#\nA='1'\n".length;
  const size = Buffer.from(comment).length;
  const text = `#${"x".repeat(length % size)}${comment.repeat(length / size)}\nA='1'\n`;
  expect(Buffer.from(text).length).toBe(MAX_FILE + more);
  for (const source of [text, Buffer.from(text)]) {
    const isTooLarge = more > 0;
    const strict = scanEnvFile(source, true);
    expect(strict.status).toBe(isTooLarge ? FILE_TOO_LARGE : DONE);
    expect(read(strict, source as Buffer)).toEqual(isTooLarge ? [] : ["A=1"]);
    for (const scan of Object.values(SCANS)) expect(read(scan(source), source as Buffer)).toEqual(["A=1"]);
  }
});

test.each<[string, string | Uint8Array, boolean]>([
  ["ASCII text", "A='1'", false],
  ["text", "A='é'", false],
  ["no bytes", new Uint8Array(), true],
  ["ASCII", Buffer.from("A='1'"), true],
  ["a character of two bytes", Buffer.from("A='é'"), false],
  ["a character of four bytes", Buffer.from("A='😀'"), false],
  ["a character after the assignments", Buffer.from("A='1'\n# é"), false],
])("maybeAscii: %s", (_, source, expected) => {
  for (const scan of Object.values(SCANS)) expect(scan(source).maybeAscii).toBe(expected);
});

test("the cursor goes to any assignment, and begins again", () => {
  const source = "A='1'\nB='2\r\n'\nC='3'\n";
  const { assignments } = scanEnvFile(source, false);
  const seen = [2, 0, 1].map((i) => {
    const each = assignments.moveTo(i);
    return [source.slice(each.name, each.nameEnd), source.slice(each.value, each.valueEnd), each.marks];
  });
  expect(seen).toEqual([
    ["C", "3", 0],
    ["A", "1", 0],
    ["B", "2\r\n", HAS_CARRIAGE_RETURN],
  ]);
  assignments.rewind();
  expect([assignments.next(), assignments.next(), assignments.next(), assignments.next()]).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

test("assignments are copied to another text", () => {
  const source = "A='1'\n\nLONG='value'\n";
  const { assignments } = scanEnvFile(source, false);
  let text = "";
  const copied = assignments.copiedTo((start, end) => {
    text += source.slice(start, end);
    return text.length;
  });
  expect(text).toBe("A1LONGvalue");
  const places: number[][] = [];
  for (copied.rewind(); copied.next(); ) {
    places.push([copied.name, copied.nameEnd, copied.value, copied.valueEnd, copied.marks]);
  }
  expect(places).toEqual([
    [0, 1, 1, 2, 0],
    [2, 6, 6, 11, 0],
  ]);
});
