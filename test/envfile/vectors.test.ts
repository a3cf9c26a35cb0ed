import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { EnvFileError, parseEnvFile, readEnvFileKey } from "../../src/index.ts";

interface Vector {
  input?: string;
  inputBase64?: string;
  key: string | null;
  result?: Record<string, string> | null;
  resultBase64?: [string, string][];
  error: string | null;
  assignments?: [string, string][];
  assignmentsBase64?: [string, string][];
}

const vectors: Vector[] = readFileSync(new URL("../vectors/kubernetes/envfile-public.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

const kubelet = { profile: "kubelet", path: "test.env" } as const;

const text = (base64: string) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(Buffer.from(base64, "base64"));
const pairs = (plain: [string, string][], base64: [string, string][] | undefined): [string, string][] =>
  base64?.map(([name, value]) => [text(name), text(value)]) ?? plain;

/** The forms in which a file can be given: as text only where it is valid UTF-8. */
function sourcesOf(vector: Vector): (string | Uint8Array)[] {
  if (vector.input !== undefined) return [vector.input, new TextEncoder().encode(vector.input)];
  return [new Uint8Array(Buffer.from(vector.inputBase64!, "base64"))];
}

function outcomeOf(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    expect(error).toBeInstanceOf(EnvFileError);
    return { error: (error as EnvFileError).message };
  }
}

test("there are 1500, on text and on bytes", () => {
  expect(vectors).toHaveLength(1500);
  expect(vectors.some((vector) => vector.inputBase64 !== undefined)).toBe(true);
});

describe("the kubelet reads", () => {
  test("one key", () => {
    for (const vector of vectors) {
      if (vector.key === null) continue;
      const result = new Map(pairs(Object.entries(vector.result ?? {}), vector.resultBase64));
      for (const source of sourcesOf(vector)) {
        const expected = vector.error === null ? result.get(vector.key) : { error: vector.error };
        expect(
          outcomeOf(() => readEnvFileKey(source, vector.key!, kubelet)),
          JSON.stringify(vector),
        ).toEqual(expected);
      }
    }
  });

  test("a whole file", () => {
    for (const vector of vectors) {
      if (vector.key !== null) continue;
      const expected = {
        object: Object.fromEntries(pairs(Object.entries(vector.result ?? {}), vector.resultBase64)),
        assignments: pairs(vector.assignments ?? [], vector.assignmentsBase64),
      };
      for (const source of sourcesOf(vector)) {
        const outcome = outcomeOf(() => {
          const file = parseEnvFile(source, kubelet);
          for (const [name, value] of Object.entries(expected.object)) {
            if (!name.includes("\ufffd")) expect(file.get(name), JSON.stringify(vector)).toBe(value);
          }
          return {
            object: file.toObject(),
            assignments: file.assignments.map(({ name, value }) => [name, value]),
          };
        });
        expect(outcome, JSON.stringify(vector)).toEqual(vector.error === null ? expected : { error: vector.error });
      }
    }
  });
});
