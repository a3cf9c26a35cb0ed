import { expect, test } from "vitest";
import { EnvFileError, parseEnvFile, readEnvFileKey } from "../../src/index.ts";
import { type ReferenceScan, referenceEnvFile } from "../reference/envfile.ts";
import { fuzzCases, Random } from "../reference/random.ts";

/** Small pieces of files, good and bad, as bytes of one character each. */
const PIECES = [
  "A",
  "B",
  "A",
  "NAME_THAT_IS_LONGER_THAN_A_BLOCK",
  "=",
  "='",
  "='",
  "'",
  "'\n",
  "'\n",
  "'\r\n",
  "\n",
  "\n",
  "\r",
  "\r\n",
  " ",
  "\t",
  "#",
  "# it's",
  "A='1'\n",
  "B='2'\n",
  "A='two\nlines'\n",
  "A='two\r\nlines'\r\n",
  "value of some length, longer than two blocks",
  "\\",
  '"',
  "\0",
  "\x7f",
  "\xc3\xa9",
  "\xf0\x9f\x8c\x8d",
  "\xef\xbb\xbf",
  "__proto__",
  "x".repeat(130),
];
const INVALID = ["\xff", "\xc3", "\x80", "\xed\xa0\x80", "\xf0\x9f"];
const KEYS = ["A", "B", "C", "", "__proto__", "NAME_THAT_IS_LONGER_THAN_A_BLOCK", "\xc3\xa9", "\xef\xbf\xbd"];

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const bytesOf = (latin1: string) => new Uint8Array(Buffer.from(latin1, "latin1"));
const decoded = (latin1: string) => decoder.decode(bytesOf(latin1));

interface Outcome {
  assignments?: unknown[];
  error?: unknown;
}

/** What the reference says, in the form of `outcomeOf`; offsets stay bytes, or become units. */
function expectedOf(scan: ReferenceScan, unitAt: (offset: number) => number): Outcome {
  if (scan.error !== undefined) {
    const { code, offset } = scan.error;
    return { error: { code, offset: unitAt(offset) } };
  }
  return {
    assignments: scan.assignments.map(({ name, value, offset, valueStart, valueEnd }) => ({
      name: decoded(name),
      value: decoded(value),
      offset: unitAt(offset),
      valueStart: unitAt(valueStart),
      valueEnd: unitAt(valueEnd),
    })),
  };
}

function outcomeOf(source: string | Uint8Array, profile: "design" | "kubelet"): Outcome {
  try {
    const { assignments } = parseEnvFile(source, { profile });
    return {
      assignments: assignments.map(({ name, value, offset, valueStart, valueEnd }) => ({
        name,
        value,
        offset,
        valueStart,
        valueEnd,
      })),
    };
  } catch (error) {
    if (!(error instanceof EnvFileError)) throw error;
    return { error: { code: error.code, offset: error.offset } };
  }
}

/** What looking `key` up must come to, from the assignments before the first error. */
function expectedKey(scan: ReferenceScan, key: string, profile: "design" | "kubelet"): unknown {
  const found = scan.assignments.filter(({ name }) => name === key).at(profile === "kubelet" ? 0 : -1);
  if (scan.error !== undefined && (profile === "design" || found === undefined)) return scan.error.code;
  return found && { value: decoded(found.value) };
}

function keyOutcome(source: string | Uint8Array, key: string, profile: "design" | "kubelet"): unknown {
  try {
    const value = readEnvFileKey(source, key, { profile });
    return value === undefined ? undefined : { value };
  } catch (error) {
    if (!(error instanceof EnvFileError)) throw error;
    return error.code;
  }
}

test.each(["design", "kubelet"] as const)("%s: text and bytes, whole and by key, as the reference", (profile) => {
  const seed = 3721;
  const random = new Random(seed);
  for (let i = fuzzCases(4000); i > 0; i--) {
    const pieces = random.below(8) === 0 ? [...PIECES, ...INVALID] : PIECES;
    let file = "";
    for (let count = random.below(14); count > 0; count--) file += random.pick(pieces);
    const context = `seed ${seed}, ${i} cases left, ${profile}: ${JSON.stringify(file)}`;
    const scan = referenceEnvFile(file, profile);
    const bytes = bytesOf(file);
    expect(outcomeOf(bytes, profile), context).toEqual(expectedOf(scan, (offset) => offset));
    const key = random.pick(KEYS);
    expect(keyOutcome(bytes, decoded(key), profile), `${context}, key ${key}`).toEqual(expectedKey(scan, key, profile));

    const text = decoded(file);
    if (Buffer.compare(Buffer.from(text), bytes) !== 0) continue;
    expect(outcomeOf(text, profile), context).toEqual(
      expectedOf(scan, (offset) => decoded(file.slice(0, offset)).length),
    );
    expect(keyOutcome(text, decoded(key), profile), `${context}, key ${key}`).toEqual(expectedKey(scan, key, profile));
  }
});
