import { expect, test } from "vitest";
import { Environment, expand, mappingFuncFor, parseEnvFile, type VariableContext } from "../../src/index.ts";

const TEXT = "$(A)$(B)$(get)$(toString)";

/** The types are what these tests are about, too: no value is converted on the way. */
test.each<[string, VariableContext, string]>([
  ["an object", { A: "a", B: "b" }, "ab$(get)$(toString)"],
  ["an object with names of methods", { A: "a", get: "g", entries: "e" }, "a$(B)g$(toString)"],
  ["an object with undefined members", { A: undefined, B: "b" } as NodeJS.ProcessEnv, "$(A)b$(get)$(toString)"],
  ["a Map", new Map([["A", "a"]]), "a$(B)$(get)$(toString)"],
  ["a read-only Map", new Map([["get", "g"]]) as ReadonlyMap<string, string>, "$(A)$(B)g$(toString)"],
  ["an env file", parseEnvFile("A='1'\nA='a'\nget='g'\n"), "a$(B)g$(toString)"],
  ["an env file of the kubelet", parseEnvFile("A='1'\nA='a'\n", { profile: "kubelet" }), "1$(B)$(get)$(toString)"],
  ["an Environment", new Environment({ B: "b" }), "$(A)b$(get)$(toString)"],
])("%s", (_, context, expanded) => {
  expect(expand(TEXT, mappingFuncFor(null, context))).toBe(expanded);
  expect(new Environment(context).expand(TEXT)).toBe(expanded);
  expect(new Environment({}, context).expand(TEXT)).toBe(expanded);
});

test("process.env", () => {
  process.env.VAREXPAND_TEST = "t";
  try {
    expect(new Environment(process.env).expand("$(VAREXPAND_TEST)")).toBe("t");
    expect(expand("$(VAREXPAND_TEST)", mappingFuncFor(null, process.env))).toBe("t");
  } finally {
    delete process.env.VAREXPAND_TEST;
  }
});

test("an undefined member leaves the name to the next context", () => {
  const contexts: VariableContext[] = [{ A: undefined }, { A: "a" }];
  expect(expand("$(A)", mappingFuncFor(null, ...contexts))).toBe("a");
  expect(new Environment(...contexts).get("A")).toBe("a");
});
