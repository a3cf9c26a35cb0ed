/** References that the host evaluates: long ones, far from each other, with long values and many names. */
import { expect, test } from "vitest";
import { SubstitutionError } from "../../src/expansion/dialects/evaluation.ts";
import { Substitution } from "../../src/expansion/dialects/substitution.ts";
import { ChunkExpander } from "../../src/expansion/streams/chunk-expander.ts";
import { aligned, bytes, ensure, scratchStart, words } from "../../src/wasm/arena.ts";
import { UNRESOLVED } from "../../src/wasm/capacities.ts";
import {
  DONE,
  INPUT_NEEDED,
  OUTPUT_FULL,
  RECORDS_FULL,
  UNRESOLVED_DOLLAR,
  UNRESOLVED_LENGTH,
  UNRESOLVED_NAME,
  UNRESOLVED_WORDS,
} from "../../src/wasm/codes.ts";
import { byteText } from "../../src/wasm/host-references.ts";
import { wasmInstance } from "../../src/wasm/instance.ts";
import { Stopped } from "../../src/wasm/stopped.ts";

const LONG = "v".repeat(50_000);
const substitution = new Substitution("compose", { A: "value", LONG });

/** The output, and the variables that are not set with the offsets of their `$`, or the error and its offset. */
interface Result {
  output: string;
  unset: string[];
}

const WAYS: Record<string, (input: Uint8Array) => Result> = {
  expandBytes(input) {
    const unset: string[] = [];
    const output = substitution.expandBytes(input, ({ name, offset }) => unset.push(`${name}@${offset}`));
    return { output: Buffer.from(output).toString(), unset };
  },
  expandInto(input) {
    const output = new Uint8Array(200_000);
    const unset: string[] = [];
    const { read, written } = substitution.expandInto(input, output, ({ name, offset }) =>
      unset.push(`${name}@${offset}`),
    );
    expect(read).toBe(input.length);
    return { output: Buffer.from(output.subarray(0, written)).toString(), unset };
  },
  "a stream of two pieces"(input) {
    const pieces: Uint8Array[] = [];
    const unset: string[] = [];
    const stream = new ChunkExpander(substitution, {
      output: (bytes) => void pieces.push(bytes.slice()),
      unresolved: (name, offset) => void unset.push(`${Buffer.from(name)}@${offset}`),
    });
    stream.push(input.subarray(0, input.length - 3));
    stream.push(input.subarray(input.length - 3));
    stream.end();
    return { output: Buffer.concat(pieces).toString(), unset };
  },
};

/** Lengths around those that the host receives at first, then, and after that. */
const LENGTHS = [0, 1, 20, 4083, 4090, 4096, 4097, 8187, 8193, 20_000];

test.each(Object.entries(WAYS))("%s: references at every distance, of every length", (_, expand) => {
  for (const length of LENGTHS) {
    const text = "é".repeat(length / 2).padEnd(length - Math.floor(length / 2), "-");
    expect(Buffer.from(text).length).toBe(length);
    const input = `\${B-1}${text}\${A:+${text}}|\${C:-${text}\${D}}${text}\${E:-$A}${text}\${LONG:-}$A`;
    expect(expand(Buffer.from(input))).toEqual({
      output: `1${text}${text}|${text}${text}value${text}${LONG}value`,
      unset: [`D@${Buffer.from(input.split("${D}")[0]!).length}`],
    });
  }
});

test.each(Object.entries(WAYS))("%s: a reference with more names than there is room for", (_, expand) => {
  for (const count of [1, 2, 3, UNRESOLVED - 1, UNRESOLVED, UNRESOLVED + 1, 2 * UNRESOLVED + 1]) {
    const names = Array.from({ length: count }, (_, i) => `N${i}`);
    let at = 3 + "${A+".length;
    const unset = ["X@0"];
    for (const name of names) {
      unset.push(`${name}@${at}`);
      at += name.length + 3;
    }
    const input = `$X-\${A+${names.map((name) => `\${${name}}`).join("")}.}\${Y}${"-".repeat(10)}`;
    unset.push(`Y@${at + 2}`);
    expect(expand(Buffer.from(input))).toEqual({ output: `-.${"-".repeat(10)}`, unset });
  }
});

test.each(Object.entries(WAYS))("%s: references that are replaced with nothing, and then others", (_, expand) => {
  expect(expand(Buffer.from("$U"))).toEqual({ output: "", unset: ["U@0"] });
  expect(expand(Buffer.from("${U}$V"))).toEqual({ output: "", unset: ["U@0", "V@4"] });
  expect(expand(Buffer.from("$A$U"))).toEqual({ output: "value", unset: ["U@2"] });
});

test.each(Object.entries(WAYS))("%s: the offset of an error", (_, expand) => {
  for (const length of LENGTHS) {
    const text = "-".repeat(length);
    for (const before of [text, `\${A:-}${text}`, `\${A:-}${text}\${B:-${text}}`]) {
      const input = `${before}\${NONE:?message}${text}\${B:-}`;
      expect(() => expand(Buffer.from(input))).toThrow(
        expect.objectContaining({ reason: "required", variable: "NONE", offset: before.length }),
      );
    }
  }
  expect(expand(Buffer.from("${A:-}")).output).toBe("value");
});

test.each([0, 1, 1000, 2000, 5000, 70_000])(
  "expandInto: a name of %i characters, in braces and without them",
  (length) => {
    const name = `N${"n".repeat(length)}`;
    const long = new Substitution("compose", { [name]: "value" });
    for (const before of ["", "$$", "-".repeat(3000)]) {
      for (const reference of [`$${name}`, `\${${name}}`, `\${${name}:-x}`, `\${${name}:+value}`]) {
        const output = new Uint8Array(before.length + 10);
        const { read, written } = long.expandInto(Buffer.from(`${before}${reference}.`), output);
        expect(read).toBe(before.length + reference.length + 1);
        expect(Buffer.from(output.subarray(0, written)).toString()).toBe(`${before.replace("$$", "$")}value.`);
      }
    }
  },
);

test("where the scanner of a dialect stops: before a value, its room and the rest's are asked for together", () => {
  const scan = substitution.scanner();
  substitution.compiledBytes().select();
  const { scanners } = wasmInstance();
  const records = scratchStart();
  const recordsEnd = records + 4 * UNRESOLVED_WORDS;
  const text = aligned(recordsEnd);
  /** The status, and where the scan stopped, as offsets. Names are texts and the offsets of their `$`. */
  const run = (input: string, room: number, isLast = true) => {
    const end = text + input.length;
    const output = aligned(end);
    ensure(output + room);
    bytes().set(Buffer.from(input), text);
    const status = scan(text, end, output, output + room, records, recordsEnd, isLast, text);
    const stopped = new Stopped(scanners);
    const names: string[] = [];
    for (let at = records >>> 2; at < stopped.records >>> 2; at += UNRESOLVED_WORDS) {
      const numbers = words();
      const start = numbers[at + UNRESOLVED_NAME]! >>> 0;
      const name = bytes().slice(start, start + numbers[at + UNRESOLVED_LENGTH]!);
      names.push(`${Buffer.from(name)}@${(numbers[at + UNRESOLVED_DOLLAR]! >>> 0) - text}`);
    }
    const written = Buffer.from(bytes().slice(output, stopped.output)).toString();
    const searched = stopped.searched === 0 ? 0 : stopped.searched - text;
    return { status, read: stopped.input - text, written, names, room: stopped.room, searched };
  };
  const nothing = { names: [], room: 0, searched: 0 };
  const rest = "-".repeat(500);
  // The value is that of ${B:-…}, of 12 bytes, and what follows is all of the input from the reference.
  const input = `x\${B:-twelve bytes}${rest}`;
  const needed = 12 + (scanners.outputRoom(input.length - 1) >>> 0);
  expect(run(input, needed)).toEqual({ ...nothing, status: OUTPUT_FULL, read: 1, written: "x", room: needed });
  expect(run(input, needed + 1)).toEqual({
    ...nothing,
    status: DONE,
    read: input.length,
    written: `xtwelve bytes${rest}`,
  });
  // One record fits.
  expect(run("${B:-${C}.}${D:-}", 1000)).toEqual({ ...nothing, status: DONE, read: 17, written: ".", names: ["C@5"] });
  expect(run("${B:-${C}${D}}", 1000)).toEqual({
    ...nothing,
    status: RECORDS_FULL,
    read: 0,
    written: "",
    names: ["C@5"],
  });
  expect(run("${B:-${C}${D}}", 1000)).toEqual({ ...nothing, status: DONE, read: 14, written: "", names: ["D@9"] });
  const open = "x${B:-twelve";
  expect(run(open, 1000, false)).toEqual({
    ...nothing,
    status: INPUT_NEEDED,
    read: 1,
    written: "x",
    searched: open.length,
  });
});

test("bytes become a text with one character for each", () => {
  for (const length of [0, 1, 256, 8191, 8192, 8193, 20_000]) {
    const input = Uint8Array.from({ length }, (_, i) => i);
    expect(byteText(input) === Buffer.from(input).toString("latin1")).toBe(true);
  }
});

test("an error that is not about the text is passed to the caller unchanged", () => {
  const error = new Error("stop");
  const list = () => {
    throw error;
  };
  const failing = new Substitution("compose", {}, { list });
  for (const text of ["--- ${A:-}", "é ${A:-}"]) expect(() => failing.expand(text)).toThrow(error);
  expect(error).not.toHaveProperty("offset");
  expect(error).not.toBeInstanceOf(SubstitutionError);
});
