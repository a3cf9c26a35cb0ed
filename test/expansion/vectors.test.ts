import { describe, expect, test } from "vitest";
import {
  Environment,
  expand,
  mappingFuncFor,
  type ObjectEventRecorder,
  UNRESOLVED_REFERENCE,
  unexpandedHandlerFor,
} from "../../src/index.ts";
import { bytesOf, VECTOR_FILES, vectorsIn } from "./kubernetes-vectors.ts";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Collects the names of unresolved references from the events' messages. */
class Unresolved implements ObjectEventRecorder {
  readonly names: string[] = [];

  event(reason: string, message: string): void {
    expect(reason).toBe(UNRESOLVED_REFERENCE);
    this.names.push(/^\$\(([\s\S]*)\) is not expanded/.exec(message)![1]!);
  }

  eventf(): void {
    throw new Error("not expected");
  }

  pastEventf(): void {
    throw new Error("not expected");
  }
}

describe.each(VECTOR_FILES)("%s", (file) => {
  const cases = vectorsIn(file);

  test("has its cases", () => {
    expect(cases.length).toBe(file === "expand-public" ? 1500 : 200);
  });

  test("strings: expand with mappingFuncFor, Environment.expand, expandAll", () => {
    const texts = cases.filter((vector) => vector.input !== undefined);
    for (const vector of texts) {
      const contexts = vector.contexts ?? [vector.vars!];
      const expected = decoder.decode(bytesOf(vector.output, vector.outputBase64));
      const unresolved = vector.unresolved;
      const mapped = new Unresolved();
      expect(expand(vector.input!, mappingFuncFor(mapped, ...contexts)), JSON.stringify(vector)).toBe(expected);
      const environment = new Environment(...contexts);
      const compiled = new Unresolved();
      expect(environment.expand(vector.input!, unexpandedHandlerFor(compiled)), JSON.stringify(vector)).toBe(expected);
      expect(environment.expand(vector.input!)).toBe(expected);
      const all = new Unresolved();
      expect(environment.expandAll([vector.input!, "", vector.input!], unexpandedHandlerFor(all))).toEqual([
        expected,
        "",
        expected,
      ]);
      if (unresolved !== undefined) {
        expect(mapped.names).toEqual(unresolved);
        expect(compiled.names).toEqual(unresolved);
        expect(all.names).toEqual([...unresolved, ...unresolved]);
      }
    }
  });

  test("bytes: expandBytes", () => {
    for (const vector of cases) {
      const environment = new Environment(...(vector.contexts ?? [vector.vars!]));
      const input = bytesOf(vector.input, vector.inputBase64);
      const expected = bytesOf(vector.output, vector.outputBase64);
      const recorder = new Unresolved();
      expect(environment.expandBytes(input, unexpandedHandlerFor(recorder)), JSON.stringify(vector)).toEqual(expected);
      expect(environment.expandBytes(input)).toEqual(expected);
      const names =
        vector.unresolved ?? vector.unresolvedBase64?.map((name) => decoder.decode(Buffer.from(name, "base64")));
      if (names !== undefined) expect(recorder.names).toEqual(names);
    }
  });
});
