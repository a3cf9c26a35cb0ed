import { expect, test } from "vitest";
import { runInMemory } from "../../memory-io.ts";

const values = ["-e", "A=plain", "-e", 'B="quoted"\\'];

test("expands strings in JSON and escapes values", async () => {
  const stdin = '{"$(A)": ["$(B)", 1]}\n{"text": "\\u0024(A) $$(A)"}\n';
  const expected = '{"plain": ["\\"quoted\\"\\\\", 1]}\n{"text": "plain $(A)"}\n';
  for (let readsOf = 1; readsOf <= stdin.length; readsOf++) {
    const { code, output, messages } = await runInMemory(["expand", "--json", ...values], { stdin, readsOf });
    expect({ code, output, messages }).toEqual({ code: 0, output: expected, messages: [] });
  }
});

test("--strict reports the position of every reference, for any chunk size", async () => {
  const stdin = '{"a": "$(X)"}\n{"é": "$(Y)", "c": "\\u0024(Z) and more"}';
  for (const readsOf of [1, 2, 3, 5, 7, 20, 1000]) {
    const { code, output, messages } = await runInMemory(["expand", "--json", "--strict", ...values], {
      stdin,
      readsOf,
    });
    expect(code).toBe(1);
    expect(output).toBe(stdin.replace("\\u0024", "$"));
    expect(messages).toEqual([
      "<stdin>:1:8: $(X) is not expanded: the variable is not defined",
      "<stdin>:2:8: $(Y) is not expanded: the variable is not defined",
      "<stdin>:2:21: $(Z) is not expanded: the variable is not defined",
    ]);
  }
});

test("a line that is longer than a chunk", async () => {
  const stdin = `{"a": "${"x".repeat(3_000_000)}$(A)"}\n{"b": "$(A)"}`;
  const { code, output } = await runInMemory(["expand", "--json", ...values], { stdin });
  expect(code).toBe(0);
  expect(output === stdin.replaceAll("$(A)", "plain")).toBe(true);
});

test.each([1000, 65_536, 700_001])(
  "reports positions after a reference that is never closed, %i bytes at a time",
  async (readsOf) => {
    const stdin = `{"a": "$(${"x".repeat(1_500_000)}"}\n{"é": "$(Z)", "c": "$(A)"}\n`;
    const { output, messages } = await runInMemory(["expand", "--json", "--strict", ...values], { stdin, readsOf });
    expect(output === stdin.replace("$(A)", "plain")).toBe(true);
    expect(messages).toEqual(["<stdin>:2:8: $(Z) is not expanded: the variable is not defined"]);
  },
);

test.each([1 << 20, (1 << 20) - 1, 333_333])("lines that end where a read does, or do not: %i", async (readsOf) => {
  const line = `{"a": "$(A)${"y".repeat(99_980)}"}\n`;
  const stdin = `${line.repeat(30)}${"z".repeat(1 << 20)}\n${line.repeat(12)}"$(A)"`;
  const { output } = await runInMemory(["expand", "--json", ...values], { stdin, readsOf });
  expect(output === stdin.replaceAll("$(A)", "plain")).toBe(true);
});
