import { expect, test } from "vitest";
import { runInMemory } from "./memory-io.ts";

const values = ["-e", "PORT=80", "-e", "TEXT=one\ntwo"];

test("strings of YAML stay strings, and comments stay", async () => {
  const stdin = "port: $(PORT) # $(PORT)\n---\n$(PORT): |\n  $(TEXT)\n";
  const expected = 'port: "80" # $(PORT)\n---\n"80": |\n  one\n  two\n';
  for (let readsOf = 1; readsOf <= stdin.length; readsOf++) {
    const { code, output, messages } = await runInMemory(["expand", "--yaml", ...values], { stdin, readsOf });
    expect({ code, output, messages }).toEqual({ code: 0, output: expected, messages: [] });
  }
});

test("--strict gives the place of every reference, whatever is read at once", async () => {
  const stdin = "é: $(X)\n---\nb: |\n  x\n  $(Y)\n";
  for (const readsOf of [1, 3, 1000]) {
    const { code, output, messages } = await runInMemory(["expand", "--yaml", "--strict", ...values], {
      stdin,
      readsOf,
    });
    expect({ code, output }).toEqual({ code: 1, output: stdin });
    expect(messages).toEqual([
      "<stdin>:1:4: $(X) cannot be expanded: the variable is not defined",
      "<stdin>:5:3: $(Y) cannot be expanded: the variable is not defined",
    ]);
  }
});

test("documents up to the first that is refused come out; every refusal is listed", async () => {
  const stdin = "a: $(PORT)\n---\nb: 'x\n  $(TEXT)\n---\nc: ]$(PORT)\n";
  const { code, output, messages } = await runInMemory(["expand", "--yaml", ...values], { stdin });
  expect({ code, output }).toEqual({ code: 2, output: 'a: "80"\n' });
  expect(messages).toHaveLength(2);
  expect(messages[0]).toMatch(/^<stdin>:4:3: \$\(TEXT\) cannot be expanded: this is not YAML/);
  expect(messages[1]).toMatch(/^<stdin>:6:5: \$\(PORT\) cannot be expanded/);
});

test("--yaml is not for --json", async () => {
  const { code, output, messages } = await runInMemory(["expand", "--yaml", "--json"], { stdin: "a: 1\n" });
  expect({ code, output }).toEqual({ code: 2, output: "" });
  expect(messages[0]).toContain("--yaml");
});
