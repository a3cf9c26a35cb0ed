import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { runInMemory } from "../../memory-io.ts";
import { TemporaryFolder } from "../../temporary.ts";

const folder = new TemporaryFolder();

describe("variables", () => {
  test.each([
    [["-e", "A=1", "-e", "B=2=3"], "$(A) $(B)", "1 2=3"],
    [["--env", "A=1", "--env=A=2"], "$(A)", "2"],
    [["-eA="], "<$(A)>", "<>"],
    [["-e", "=empty name"], "$()", "empty name"],
    [["-e", "__proto__=p"], "$(__proto__)$(constructor)", "p$(constructor)"],
    [["--from-env"], "$(HOME)$(A)", "/homefrom env"],
    [["--from-env", "-e", "A=-e"], "$(A)", "-e"],
    [["-e", "A=-e", "--from-env"], "$(A)", "-e"],
    [[], "$(A)$(__proto__)$$", "$(A)$(__proto__)$"],
  ])("%j: %s", async (args, stdin, output) => {
    const environment = { HOME: "/home", A: "from env", GONE: undefined };
    expect(await runInMemory(["expand", ...args], { stdin, environment })).toMatchObject({
      code: 0,
      output,
      messages: [],
    });
  });

  test("-e without = names the argument", async () => {
    expect(await runInMemory(["expand", "-e", "A"], { stdin: "x" })).toMatchObject({
      code: 2,
      output: "",
      messages: ['varexpand expand: -e number 1: missing "="; write -e NAME=VALUE (see varexpand expand --help)'],
    });
  });
});

describe("files", () => {
  test("are expanded in order, including standard input, and a reference does not span two files", async () => {
    const a = folder.file("a", "$(A)$(");
    const b = folder.file("b", "A)$(A)");
    expect(await runInMemory(["expand", "-e", "A=1", a, "-", b], { stdin: "[$(A)]" })).toMatchObject({
      code: 0,
      output: "1$([1]A)1",
    });
  });

  test("does not write anything if one of them cannot be read", async () => {
    const missing = folder.at("missing");
    expect(await runInMemory(["expand", folder.file("a", "text"), missing])).toMatchObject({
      code: 2,
      output: "",
      messages: [`varexpand: ${missing}: no such file or directory`],
    });
  });

  test("standard input twice", async () => {
    expect(await runInMemory(["expand", "-", "-"], { stdin: "x" })).toMatchObject({ code: 2, output: "" });
  });
});

describe("--strict", () => {
  test("lists unresolved references with file, line, and column, and exits with 1", async () => {
    const a = folder.file("a", "$(A) $(B)\n  é𝄞$(C)$(\nD)\r\n$(E");
    expect(await runInMemory(["expand", "--strict", "-e", "A=1", a, "-"], { stdin: "$()" })).toEqual({
      code: 1,
      output: "1 $(B)\n  é𝄞$(C)$(\nD)\r\n$(E$()",
      bytes: expect.anything(),
      messages: [
        `${a}:1:6: $(B) is not expanded: the variable is not defined`,
        `${a}:2:5: $(C) is not expanded: the variable is not defined`,
        `${a}:2:9: $(\\nD) is not expanded: the variable is not defined`,
        "<stdin>:1:1: $() is not expanded: the variable is not defined",
      ],
    });
  });

  test("exits with 0 when everything is resolved", async () => {
    expect(await runInMemory(["expand", "--strict", "-e", "A=1"], { stdin: "$(A)$$(B)$(" })).toMatchObject({
      code: 0,
      messages: [],
    });
  });

  test("reports the same positions for any chunk size", async () => {
    const stdin = "a$(B)\n\n$(C\nlong name)é$(D)$$(E)$$$(F)\r$(G)\n$(H";
    const whole = await runInMemory(["expand", "--strict"], { stdin });
    expect(whole.messages.map((line) => /:(\d+:\d+): /.exec(line)![1])).toEqual(["1:2", "3:1", "4:12", "4:23", "4:28"]);
    for (let readsOf = 1; readsOf < stdin.length; readsOf++) {
      expect(await runInMemory(["expand", "--strict"], { stdin, readsOf }), `pieces of ${readsOf}`).toEqual(whole);
    }
  });
});

describe.each(["expand-public", "expand-chain-extra", "expand-legacy-diff-extra"])("%s", (name) => {
  const cases = readFileSync(new URL(`../../../vectors/kubernetes/${name}.jsonl`, import.meta.url), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const bytesOf = (text?: string, base64?: string) =>
    new Uint8Array(Buffer.from(base64 ?? text!, base64 ? "base64" : "utf8"));

  test(`${cases.length} cases through the command`, async () => {
    for (const vector of cases) {
      // The first context that has a name wins, and so does the last -e: an environment, which holds any name.
      const environment = Object.fromEntries(
        [...(vector.contexts ?? [vector.vars])].reverse().flatMap((context) => Object.entries<string>(context)),
      );
      const stdin = bytesOf(vector.input, vector.inputBase64);
      const { code, bytes, messages } = await runInMemory(["expand", "--from-env", "--strict"], { stdin, environment });
      expect(bytes, JSON.stringify(vector)).toEqual(bytesOf(vector.output, vector.outputBase64));
      const unresolved = vector.unresolved ?? vector.unresolvedBase64;
      if (unresolved === undefined) continue;
      const findings = messages.filter((line) => !line.includes("nothing was expanded: the input has ${"));
      expect(findings.length, JSON.stringify(vector)).toBe(unresolved.length);
      expect(code).toBe(unresolved.length > 0 ? 1 : 0);
    }
  });
});
