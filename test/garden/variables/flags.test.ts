import { describe, expect, test } from "vitest";
import { VariablesError } from "../../../src/garden/variables/error.ts";
import { parseVarFlags } from "../../../src/garden/variables/flags.ts";
import { differences } from "./differences.ts";
import { vectors } from "./vectors.ts";

describe("recorded flags", () => {
  const cases = vectors<string | string[]>("cli-vars");

  test("are all there", () => expect(cases.length).toBe(31));

  test.each(cases.filter(({ id }) => !(id in differences)))("$id: $input", ({ input, output }) => {
    expect(parseVarFlags([input].flat())).toEqual(output);
  });

  test.each(cases.filter(({ id }) => id in differences))("$id: $input is refused", ({ id, input }) => {
    expect(differences[id]!.error).toBeDefined();
    expect(() => parseVarFlags([input].flat())).toThrow(VariablesError);
    expect(() => parseVarFlags([input].flat())).toThrow(differences[id]!.error);
  });
});

test("the guide's example", () => {
  expect(parseVarFlags(["my-run-arg=foo,some-numeric-var=123,my-nested-vars.var1=bar"])).toEqual({
    "my-run-arg": "foo",
    "some-numeric-var": "123",
    "my-nested-vars.var1": "bar",
  });
});

test.each([
  [[], {}],
  [["", " ", ",,", "# nothing"], {}],
  [["a=1,# nothing,b=2"], { a: "1", b: "2" }],
  [["a=,b="], { a: "", b: "" }],
  [['a="x, y", b = "z"'], { a: "x, y", b: "z" }],
  [['a="1",b=",",c="2"'], { a: "1", b: ",", c: "2" }],
  [["a=`x,y`"], { a: "x\ny" }],
  [["a='x,b=y'"], { a: "x\nb=y" }],
  [["a='x,'"], { a: "x\n" }],
  [["a='x,',b=1"], { a: "x\n", b: "1" }],
  [["a=1\nb=2"], { a: "1", b: "2" }],
  [["__proto__=1,constructor.x=2"], JSON.parse('{"__proto__": "1", "constructor.x": "2"}')],
  [["a=1", "a=2,b=3", "b=4"], { a: "2", b: "4" }],
])("%j gives %j", (flags, variables) => {
  const result = parseVarFlags(flags);
  expect(result).toEqual(variables);
  expect(Object.keys(result)).toEqual(Object.keys(variables));
  expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
});

test.each([
  [["hunter2"], "--var number 1, part 1"],
  [["a=1", "password=correct,hunter2"], "--var number 2, part 2"],
  [["a=hunter1,hunter2,c=3"], "--var number 1, part 2"],
  [["hunter2,=b"], "--var number 1, part 1"],
  [['a=,"hunter2"'], "--var number 1, part 1"],
  [["hunter2:,b=1"], "--var number 1, part 1"],
  [["=hunter2"], "--var number 1, part 1"],
  [["hunter 2=1"], "--var number 1, part 1"],
  [["a=1\nhunter2"], "--var number 1, part 2"],
  [["ä=hunter2"], "--var number 1, part 1"],
])("%j is refused, without a word of it", (flags, message) => {
  expect(() => parseVarFlags(flags)).toThrow(VariablesError);
  expect(() => parseVarFlags(flags)).toThrow(message);
  expect(() => parseVarFlags(flags)).not.toThrow("hunter");
});

test("the whole message", () => {
  expect(() => parseVarFlags(["a=1", "b=2,hunter2"])).toThrow(
    expect.objectContaining({
      code: "var-flag",
      message: '--var number 2, part 2: not key=value; put a value with a comma in double quotes: key="a,b"',
    }),
  );
});

test("a flag of a megabyte takes no time", () => {
  const commas = parseVarFlags(["a=1,".repeat(250_000)]);
  expect(commas).toEqual({ a: "1" });
  expect(() => parseVarFlags(['",'.repeat(250_000)])).toThrow(VariablesError);
});
