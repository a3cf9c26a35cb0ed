/** `parseEnvFile` and `readEnvFileKey` in both profiles, of text and of bytes, read the same as the reference. */
import assert from "node:assert/strict";
import { EnvFileError, type Profile, parseEnvFile, readEnvFileKey } from "../../../src/index.ts";
import { makeWellFormed } from "../../../src/yaml/write/string.ts";
import { type ReferenceScan, referenceEnvFile } from "../../reference/envfile.ts";
import { bytesOf, decoded, encoded, type FuzzInput, type FuzzTarget, seedOf } from "../input.ts";
import { isSame } from "./expand.ts";

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");
const ofLatin1 = (text: string) => decoded(Buffer.from(text, "latin1"));

function run({ text, values }: FuzzInput): void {
  const bytes = bytesOf(text);
  const file = latin1(bytes);
  const string = decoded(bytes);
  const keys = new Set([...values.filter((value) => value !== null), "A", "__proto__"].map(makeWellFormed));
  for (const profile of ["design", "kubelet"] as const) {
    const scan = referenceEnvFile(file, profile);
    const sources: [string | Uint8Array, (offset: number) => number][] = [[bytes, (offset) => offset]];
    if (isSame(encoded(string), bytes)) sources.push([string, (offset) => ofLatin1(file.slice(0, offset)).length]);
    for (const [source, unitAt] of sources) {
      assert.deepEqual(outcomeOf(source, profile), expectedOf(scan, unitAt));
      for (const key of keys) assert.deepEqual(keyOf(source, key, profile), expectedKey(scan, key, profile));
    }
  }
}

function expectedOf({ error, assignments }: ReferenceScan, unitAt: (offset: number) => number): unknown {
  if (error !== undefined) return { code: error.code, offset: unitAt(error.offset) };
  return assignments.map(({ name, value, offset, valueStart, valueEnd }) => ({
    name: ofLatin1(name),
    value: ofLatin1(value),
    offsets: [offset, valueStart, valueEnd].map(unitAt),
  }));
}

function outcomeOf(source: string | Uint8Array, profile: Profile): unknown {
  return refusedOr(
    () =>
      parseEnvFile(source, { profile }).assignments.map(({ name, value, offset, valueStart, valueEnd }) => ({
        name,
        value,
        offsets: [offset, valueStart, valueEnd],
      })),
    ({ code, offset }) => ({ code, offset }),
  );
}

function expectedKey({ error, assignments }: ReferenceScan, key: string, profile: Profile): unknown {
  const wanted = latin1(encoded(key));
  const found = assignments.filter(({ name }) => name === wanted).at(profile === "kubelet" ? 0 : -1);
  if (error !== undefined && (profile === "design" || found === undefined)) return error;
  return found && { value: ofLatin1(found.value) };
}

function keyOf(source: string | Uint8Array, key: string, profile: Profile): unknown {
  return refusedOr(
    () => {
      const value = readEnvFileKey(source, key, { profile });
      return value === undefined ? undefined : { value };
    },
    ({ code, line, offset }) => ({ code, line, offset: typeof source === "string" ? byteAt(source, offset) : offset }),
  );
}

function byteAt(text: string, offset: number): number {
  return encoded(text.slice(0, offset)).length;
}

function refusedOr(action: () => unknown, refused: (error: EnvFileError) => unknown): unknown {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof EnvFileError)) throw error;
    return refused(error);
  }
}

export const envFileTarget: FuzzTarget = {
  name: "envfile",
  tokens: [
    ...["A", "B", "=", "='", "'", "'\n", "'\r\n", "\n", "\r", "\r\n", " ", "\t", "#", "# it's", "A='1'\n", "B='2'\n"],
    ...["A='two\nlines'\n", "A='two\r\nlines'\r\n", "\\", '"', "\0", "\x7f", "é", "\udcff", "\ufeff"],
    ...["__proto__='x'\n"],
    ...["NAME_THAT_IS_LONGER_THAN_A_BLOCK", "value of some length, longer than two blocks", "x".repeat(128)],
  ],
  seeds: [
    seedOf("A='1'\n# c\nB='two\r\nlines' # d\r\n", ["A", "B"]),
    seedOf("A= b\n B ='x'\n", ["B"]),
    seedOf("A=x\n='y'"),
  ],
  run,
};
