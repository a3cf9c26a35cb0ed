/** `varexpand expand --syntax`. */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runInMemory } from "../../memory-io.ts";

const run = (args: readonly string[], stdin: string) => runInMemory(["expand", "-e", "A=1", ...args], { stdin });

test.each([
  ["envsubst", "$A ${A} $$A ${X} ${A\n", "1 1 $1  ${A\n"],
  ["compose", "$A ${A} $$A ${B:-x}\n", "1 1 $A x\n"],
  ["flux", "$A ${A} $${A} ${B:=x} ${A/1/2}\n", "$A 1 ${A} x 2\n"],
])("--syntax %s", async (syntax, stdin, output) => {
  expect(await run(["--syntax", syntax], stdin)).toMatchObject({ code: 0, output, messages: [] });
});

test("--syntax otel needs --yaml, and gives plain scalars their type", async () => {
  expect((await run(["--syntax", "otel"], "")).messages[0]).toContain("--yaml");
  const { code, output } = await run(["--syntax", "otel", "--yaml"], 'a: ${A}\nb: "${A}"\n${A}: ${env:X:-word}\n');
  expect({ code, output }).toEqual({ code: 0, output: 'a: 1\nb: "1"\n${A}: word\n' });
});

test("an unset variable in strict mode: 1, and nothing is written", async () => {
  const place = "<stdin>:2:3: X: the variable is not set; set it with -e";
  for (const args of [
    ["--syntax", "flux"],
    ["--syntax", "envsubst", "--strict"],
    ["--syntax", "compose", "--strict"],
  ]) {
    for (const format of [[], ["--yaml"], ["--json"]]) {
      const stdin =
        format[0] === "--json" ? '["${A}",\n "${X}"]' : format.length === 1 ? "- ${A}\n- ${X}\n" : "${A}\n  ${X}\n";
      const { code, output, messages } = await run([...args, ...format], stdin);
      expect({ code, output, messages }).toEqual({
        code: 1,
        output: "",
        messages: [place, expect.stringContaining("nothing is written")],
      });
    }
  }
});

test("--no-strict, and Compose's warning", async () => {
  expect(await run(["--syntax", "flux", "--no-strict"], "<${X}>")).toMatchObject({
    code: 0,
    output: "<>",
    messages: [],
  });
  const { code, output, messages } = await run(["--syntax", "compose"], "<${X}>");
  expect({ code, output }).toEqual({ code: 0, output: "<>" });
  expect(messages).toEqual(["<stdin>:1:2: X: the variable is not set; set it with -e"]);
});

test.each([
  ["compose", "a: 1\nb: é ${X:?is needed}\n", "<stdin>:2:6: X: the variable is required: is needed; set it"],
  ["compose", "a: 1\nb: é ${-}\n", "<stdin>:2:6: ${-}: expected a variable name after ${; write $$ for a dollar sign"],
  ["flux", "a: 1\nb: ${arr[@]}\n", "<stdin>:2:4: ${arr[@]}: expected } after the name; write $$ for a dollar sign"],
])("--syntax %s of malformed text: 2, and nothing is written", async (syntax, stdin, message) => {
  for (const format of [[], ["--yaml"]]) {
    const { code, output, messages } = await run(["--syntax", syntax, ...format], stdin);
    expect({ code, output, messages }).toEqual({ code: 2, output: "", messages: [message] });
  }
});

test("--yaml with text that is not YAML: 2, and nothing is written", async () => {
  const { code, output, messages } = await run(["--syntax", "compose", "--yaml"], "é: 1\na: ] ${A}\n");
  const problem = "expected the node content, but found ']'";
  expect({ code, output, messages }).toEqual({ code: 2, output: "", messages: [`<stdin>:2:4: not YAML: ${problem}`] });
});

test("-i and -o write nothing after an error", async () => {
  const folder = mkdtempSync(join(tmpdir(), "syntax-"));
  const [good, bad] = [join(folder, "good"), join(folder, "bad")];
  writeFileSync(good, "${A}");
  writeFileSync(bad, "${A} ${");
  expect((await run(["--syntax", "flux", "-i", good, bad], "")).code).toBe(2);
  expect([readFileSync(good, "utf8"), readFileSync(bad, "utf8")]).toEqual(["${A}", "${A} ${"]);
  expect((await run(["--syntax", "flux", "-i", good], "")).code).toBe(0);
  expect(readFileSync(good, "utf8")).toBe("1");
});

test("--only leaves everything else, for a later expansion", async () => {
  const only = (syntax: string, stdin: string, value = "a$b") =>
    runInMemory(["expand", "--syntax", syntax, "--only", "A", "-e", `A=${value}`, "-e", "B=2"], { stdin });
  expect((await only("envsubst", "$A $B ${B} $$A $C")).output).toBe("a$b $B ${B} $a$b $C");
  expect((await only("compose", "$A $B ${B:-x} $$A ${X:-$A} ${A:-${B}}")).output).toBe(
    "a$$b $B ${B:-x} $$A ${X:-$A} a$$b",
  );
  expect((await only("flux", "${A} ${B} $${A} ${A:-${B}} ${A^^}")).output).toBe("a$$b ${B} $${A} ${A:-${B}} A$$B");
  expect((await only("otel", "")).code).toBe(2);
});

test("--list-variables lists names, defaults, and what is required", async () => {
  const stdin = "x: ${A} $B\ny: ${B:-de\tf} ${C:?needed} ${D:+${E}} ${A}\n";
  const text = await runInMemory(["expand", "--syntax", "compose", "--list-variables"], { stdin });
  expect(text.output).toBe(
    [
      "A\t2\t<stdin>:1:4",
      "B\t2\t<stdin>:1:9\tdefault: de\\tf",
      "C\t1\t<stdin>:2:15\trequired",
      "D\t1\t<stdin>:2:28",
      "E\t1\t<stdin>:2:33",
      "",
    ].join("\n"),
  );
  const json = await runInMemory(
    ["expand", "--syntax", "compose", "--list-variables", "--variables-format", "json", "--yaml"],
    { stdin },
  );
  expect(JSON.parse(json.output)[1]).toEqual({
    name: "B",
    references: 2,
    required: false,
    default: "de\tf",
    first: { file: "-", line: 1, column: 9 },
  });
  expect((await runInMemory(["expand", "--variables-format", "json"], { stdin })).code).toBe(2);
  const kubernetes = await runInMemory(["expand", "--list-variables", "--variables-format", "json"], { stdin: "$(A)" });
  expect(JSON.parse(kubernetes.output)).toMatchObject([{ name: "A", references: 1, required: false }]);
});

test("--list-variables lists a reference before those in its word", async () => {
  const stdin = "é ${A:+${E}-} ${B/$x/${Q}}\n";
  expect((await runInMemory(["expand", "--syntax", "flux", "--list-variables"], { stdin })).output).toBe(
    "A\t1\t<stdin>:1:3\tdefault: ${E}-\nE\t1\t<stdin>:1:8\nB\t1\t<stdin>:1:15\nQ\t1\t<stdin>:1:22\n",
  );
  const { messages } = await runInMemory(["expand", "--syntax", "flux"], { stdin });
  expect(messages.map((message) => message.split(": ")[0])).toEqual([
    "<stdin>:1:8",
    "<stdin>:1:15",
    "<stdin>:1:22",
    expect.anything(),
  ]);
});

test("shards write what one process writes", async () => {
  const folder = mkdtempSync(join(tmpdir(), "syntax-"));
  const file = join(folder, "input");
  writeFileSync(file, "line ${A} $A ${X:-x}\n".repeat(500));
  const args = ["expand", "--syntax", "compose", "-e", "A=1"];
  for (let i = 0; i < 3; i++) await runInMemory([...args, "--shard", `${i}/3`, "-o", join(folder, "parts"), file], {});
  const parts = [0, 1, 2].map((i) => readFileSync(join(folder, "parts", `part-0000${i}-of-00003`), "utf8"));
  expect(parts.join("")).toBe("line 1 1 x\n".repeat(500));
  const flux = (format: string) =>
    runInMemory(["expand", "--syntax", "flux", format, "--shard", "0/2", "-o", join(folder, format), file], {});
  expect((await flux("--no-strict")).code).toBe(2);
  const { code, messages } = await flux("--yaml");
  expect({ code, messages }).toEqual({ code: 1, messages: [expect.stringMatching(/as --syntax flux is strict$/)] });
});
