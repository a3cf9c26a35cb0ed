import { mkdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { commands } from "../../src/cli/commands.ts";
import { Spool } from "../../src/cli/files/spool.ts";
import { type CommandIo, visibleIo } from "../../src/cli/frame/io.ts";
import { printable, visibleText } from "../../src/text/printable.ts";
import { type Outcome, runInMemory } from "./memory-io.ts";
import { TemporaryFolder } from "./temporary.ts";

const folder = new TemporaryFolder();

/** Colours, a line of its own, C1's way to say ESC [, right-to-left override and isolate, other ends of lines. */
const HOSTILE = "x\u001b[31m\nFORGED\r\u009b2J\u202e\u2066\u2028\u0085FORGED\u007f\u200b";
const HIDDEN = /[^\P{C}\n]|[\p{Zl}\p{Zp}]/u;
/** In double quotes, with an escape for each character that YAML does not allow in its text, or takes for a line end. */
const quoted = (text: string) =>
  JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
const YAML = quoted(HOSTILE);

/** What people read of an outcome has nothing in it that does not show, and no line that it has not from us. */
function expectVisible({ messages, output }: Pick<Outcome, "messages"> & { output?: string }): void {
  const lines = [...messages, ...(output ?? "").split("\n")];
  for (const line of lines) {
    expect(line).not.toMatch(HIDDEN);
    expect(line).not.toContain("\n");
    expect(line).not.toMatch(/^\s*FORGED/);
  }
  expect(lines.join("\n")).toMatch(/\\u001b|\\x1b/);
}

describe("visibleText", () => {
  test.each([
    ["a\nb\tc\r", "a\\nb\\tc\\r"],
    ["\u0000\u001b\u007f\u0080\u009b\u009f", "\\u0000\\u001b\\u007f\\u0080\\u009b\\u009f"],
    ["\u200e\u200f\u202a\u202b\u202c\u202d\u202e", "\\u200e\\u200f\\u202a\\u202b\\u202c\\u202d\\u202e"],
    ["\u2066\u2067\u2068\u2069\u061c", "\\u2066\\u2067\\u2068\\u2069\\u061c"],
    ["\u2028\u2029\ufeff\u00ad\u200b", "\\u2028\\u2029\\ufeff\\u00ad\\u200b"],
    ["\u{e0041}", "\\udb40\\udc41"],
    ["a\ud800b\udc00", "a\\ud800b\\udc00"],
    ["é\u00a0ש日😀\ufffd\\n $(A)", "é\u00a0ש日😀\ufffd\\n $(A)"],
  ])("%j", (text, expected) => {
    expect(visibleText(text)).toBe(expected);
    expect(visibleText(expected)).toBe(expected);
  });
});

test("printable does not cut text within a character", () => {
  expect(printable("😀😀", 2)).toBe("😀...");
  expect(printable("😀😀", 3)).toBe("😀...");
  expect(printable("😀😀", 4)).toBe("😀😀");
  expect(printable("\n\n\n", 2)).toBe("\\n\\n...");
});

test("visibleIo escapes what commands report or show", () => {
  const reported: string[] = [];
  const io: Partial<CommandIo> = {
    report: (line) => void reported.push(line),
    showProgress: (line) => void reported.push(line),
  };
  const { report, showProgress } = visibleIo(io as CommandIo);
  report("a\u001b\n");
  showProgress!("b\u001b\n");
  expect(reported).toEqual(["a\\u001b\\n", "b\\u001b\\n"]);
  expect(visibleIo({} as CommandIo).showProgress).toBeUndefined();
});

test("a line that waits in a spool stays one", () => {
  const spool = new Spool();
  spool.writeLine("a\nb\u001b");
  spool.writeLine("c");
  expect([...spool.lines()]).toEqual(["a\\nb\\u001b", "c"]);
});

describe("arguments", () => {
  test.each([[[HOSTILE]], [[`--${HOSTILE}`]], ...commands.map(({ name }) => [[name, `--${HOSTILE}`]])])(
    "%j",
    async (args) => {
      expectVisible(await runInMemory(args));
    },
  );

  test.each([
    ["expand", HOSTILE],
    ["pod", HOSTILE],
    ["pod", "-f", HOSTILE],
    ["pod", "-f", "-", "-o", HOSTILE],
    ["pod", "-f", "-", "--events", `none/${HOSTILE}`],
    ["pod", "-f", "-", "--profile", HOSTILE],
    ["pod", "-f", "-", "--node", HOSTILE],
    ["pod", "-f", "-", "--pod-ip", HOSTILE],
    ["pod", "-f", "-", "--volume", HOSTILE],
    ["pod", "-f", "-", "--volume", `v=${HOSTILE}`],
    ["envfile", HOSTILE],
    ["envfile", HOSTILE, "b"],
    ["envfile", "--key", HOSTILE],
    ["envfile", "--volume", HOSTILE],
    ["envfile", "--path", `/${HOSTILE}`],
    ["envfile", "--compare", "-o", HOSTILE],
    ["template", HOSTILE],
    ["template", "-f", HOSTILE],
    ["template", "--context", HOSTILE],
    ["template", "--project", HOSTILE],
    ["template", "--project", folder.path, "--env", HOSTILE],
    ["template", "--project", folder.path, "--secrets", HOSTILE],
    ["template", "--project", folder.path, "--secret-env", HOSTILE],
    ["template", "--project", folder.path, "--outputs", HOSTILE],
    ["completion", HOSTILE],
  ])("%s %j %j %j %j %j", async (...args) => {
    folder.file("garden.yml", "kind: Project\nname: p\nenvironments: [{name: dev}]\n");
    const outcome = await runInMemory(args, {
      stdin: args[0] === "envfile" ? "A='1'" : "kind: Pod\nspec: {containers: [{name: a}]}\n",
    });
    expect(outcome.code).toBeGreaterThan(0);
    // A command that does not say which argument is wrong says nothing hostile.
    if (args[0] !== "completion") expectVisible(outcome);
  });
});

describe("names of files that are there", () => {
  const pod = 'kind: Pod\nspec: {containers: [{name: a, env: [{name: A, value: "1"}], args: ["$(X)"]}]}\n';

  test.each([
    ["expand", "a $(B)", ["expand", "--strict"]],
    ["not UTF-8", Uint8Array.of(0xff), ["template", "-f"]],
    ["pod", pod, ["pod", "-o", "table", "-f"]],
    ["not YAML", "a: [", ["pod", "-f"]],
    ["no pod", "", ["pod", "-f"]],
    ["an invalid pod", "kind: Pod\nspec: {containers: [{name: a, env: [{name: A, value: 1}]}]}\n", ["pod", "-f"]],
    ["no object", "1", ["pod", "-f"]],
    ["envfile", "A=1\n", ["envfile"]],
    ["envfile --key", "A='1'\n", ["envfile", "--key", "B"]],
    ["envfile -o env", "A='1'\n", ["envfile", "--dialect", "dotenv", "-o", "shell"]],
    ["template", 'a: "${b}"\n', ["template", "-f"]],
    ["context", "a: [", ["template", "--context"]],
    ["secrets", "a: [", ["template", "--project", "x", "--secrets"]],
  ])("%s", async (name, content, args) => {
    const path = folder.file(`${HOSTILE}.yaml`, name === "envfile -o env" ? "A-B='1'\n" : content);
    expectVisible(await runInMemory([...args, path]));
  });

  test("a folder", async () => {
    mkdirSync(folder.at(HOSTILE));
    expectVisible(await runInMemory(["expand", folder.at(HOSTILE)]));
    expectVisible(await runInMemory(["template", "--project", folder.at(HOSTILE)]));
  });
});

describe("what inputs contain", () => {
  test.each([
    ["expand", ["expand", "--strict"], `$(${HOSTILE})`],
    ["expand --yaml --strict", ["expand", "--yaml", "--strict"], `a: ${quoted(`$(${HOSTILE})`)}`],
    [
      "a pod's reference",
      ["pod", "-f", "-"],
      `kind: Pod\nspec: {containers: [{name: a, args: [${quoted(`$(${HOSTILE})`)}]}]}`,
    ],
    [
      "a pod's name",
      ["pod", "-f", "-"],
      `kind: Pod\nmetadata: {name: ${YAML}, namespace: ${YAML}}\nspec: {containers: [{name: a, args: ["$(A)"]}]}`,
    ],
    [
      "an invalid pod's name",
      ["pod", "-f", "-"],
      `kind: Pod\nmetadata: {name: ${YAML}}\nspec: {containers: [{name: a, env: [{name: "="}]}]}`,
    ],
    ["a container's name", ["pod", "-f", "-"], `kind: Pod\nspec: {containers: [{name: ${YAML}, args: ["$(A)"]}]}`],
    [
      "what is not known",
      ["pod", "-f", "-"],
      `kind: Pod\nmetadata: {name: ${YAML}}\nspec: {containers: [{name: a, env: [{name: A, valueFrom: {configMapKeyRef: {name: ${YAML}, key: k}}}]}]}`,
    ],
    [
      "a kind",
      ["pod", "-f", "-"],
      `kind: Pod\nspec: {volumes: [{name: a, ${YAML}: 1}], containers: [{name: a, command: [$(A)]}], ${YAML}: 2}\n---\nkind: ${YAML}\n---\nkind: Pod\nmetadata: {name: ${YAML}}\nspec: 1`,
    ],
    ["a template", ["template"], `a: ${quoted(`\${${HOSTILE}}`)}`],
    ["a template's key", ["template"], `${YAML}: "\${a}"`],
    ["a name in an env file", ["envfile", "--dialect", "dotenv", "--compare"], `A='${HOSTILE}'\nA2=${HOSTILE}\n`],
  ])("%s", async (name, args, stdin) => {
    const { messages, output } = await runInMemory(args, { stdin });
    expectVisible(name.startsWith("a name in an env file") ? { messages, output } : { messages });
  });

  test.each(["table"])("-o %s", async (format) => {
    const stdin = `kind: Pod
metadata: {name: ${YAML}, namespace: ${YAML}}
spec:
  volumes: [{name: ${YAML}, emptyDir: {}}]
  containers:
    - name: ${YAML}
      command: [${YAML}]
      env: [{name: ${YAML}, value: ${YAML}}, {name: B, valueFrom: {secretKeyRef: {name: ${YAML}, key: ${YAML}}}}]
      volumeMounts: [{name: ${YAML}, mountPath: ${YAML}, subPathExpr: ${YAML}}]
`;
    expectVisible(await runInMemory(["pod", "-f", "-", "-o", format, "--profile", "kubelet"], { stdin }));
  });

  test("--explain", async () => {
    folder.file("p/garden.yml", `kind: Project\nname: p\nenvironments: [{name: dev}]\nvariables: {a: ${YAML}}\n`);
    const { messages, output } = await runInMemory(["template", "--project", folder.at("p"), "--explain", "a"]);
    expectVisible({ messages, output });
  });
});
