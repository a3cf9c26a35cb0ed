/** References that the host evaluates: long ones, far from each other, with long values and many names. */
import { expect, test } from "vitest";
import { SubstitutionError } from "../../src/expansion/dialects/evaluation.ts";
import { Substitution } from "../../src/expansion/dialects/substitution.ts";
import { ExpansionStream } from "../../src/expansion/streams/expansion-stream.ts";
import { UNRESOLVED } from "../../src/wasm/capacities.ts";

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
    const output = substitution.expandBytes(input, ({ variable, offset }) => unset.push(`${variable}@${offset}`));
    return { output: Buffer.from(output).toString(), unset };
  },
  expandInto(input) {
    const output = new Uint8Array(200_000);
    const unset: string[] = [];
    const { read, written } = substitution.expandInto(input, output, ({ variable, offset }) =>
      unset.push(`${variable}@${offset}`),
    );
    expect(read).toBe(input.length);
    return { output: Buffer.from(output.subarray(0, written)).toString(), unset };
  },
  "a stream of two pieces"(input) {
    const pieces: Uint8Array[] = [];
    const unset: string[] = [];
    const stream = new ExpansionStream(substitution, {
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
        expect.objectContaining({ kind: "required", variable: "NONE", offset: before.length }),
      );
    }
  }
  expect(expand(Buffer.from("${A:-}")).output).toBe("value");
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
