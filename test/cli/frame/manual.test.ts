import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { commands } from "../../../src/cli/commands.ts";
import { manualPage } from "../../../src/cli/frame/manual.ts";
import { hasTool } from "../../tools.ts";

const page = await manualPage(commands, "1.2.3");

test("has every command with all its options, and the exit codes", async () => {
  expect(page).toMatch(/^\.TH VAREXPAND 1 "" "varexpand 1\.2\.3"/);
  for (const { name, load } of commands) {
    expect(page).toContain(`\n.SH ${name.toUpperCase()}\n`);
    for (const option of Object.keys((await load()).options)) {
      expect(page).toContain(`\\fB\\-\\-${option.replaceAll("-", "\\-")}\\fR`);
    }
  }
  expect(page).toContain("\n.TP\n\\fB125\\-127\\fR\n");
});

test("text is escaped, so that it contains no requests", async () => {
  const command = { usage: "x", description: "'a\\b\n\n.c", options: {}, examples: ["echo '`^~\" - é"] };
  const written = await manualPage([{ name: "x", summary: "s", load: async () => command as never }], "1");
  expect(written).toContain("\n.PP\n\\&\\(aqa\\eb\n.PP\n\\&.c\n");
  expect(written).toContain("\necho \\(aq\\(ga\\(ha\\(ti\\(dq \\- \\[u00E9]\n");
});

test.each([
  ["-o", "\\fB\\-o\\fR, \\fB\\-\\-mode\\fR \\fIWORD\\fR", { short: "o" }],
  ["a value", "\\fB\\-\\-mode\\fR \\fIMODE\\fR", { value: "MODE" }],
  ["a value without a name", "\\fB\\-\\-mode\\fR \\fIWORD\\fR", {}],
])("the words of an option are listed unless its help names all of them: %s", async (_, head, more) => {
  const shown = async (help: string) => {
    const options = { mode: { type: "string", choices: ["one", "two"], help, ...more } };
    const command = { usage: "x", description: "x", options, examples: ["x"] };
    const written = await manualPage([{ name: "x", summary: "s", load: async () => command as never }], "1");
    return /\.SS Options\n\.TP\n(.*\n.*)\n/.exec(written)![1];
  };
  expect(await shown("how to try")).toBe(`${head}\nhow to try: one, two.`);
  expect(await shown("how to try; default: one")).toBe(`${head}\nhow to try; default: one: one, two.`);
  expect(await shown("one by one, or two at once")).toBe(`${head}\none by one, or two at once.`);
});

test("a summary and a help text end with one period; a value without choices is a VALUE", async () => {
  const options = { name: { type: "string", help: "set the name." }, all: { type: "boolean", help: "set all" } };
  const command = { usage: "x", description: "x", options, examples: ["x", "y"] };
  const written = await manualPage([{ name: "x", summary: "do it.", load: async () => command as never }], "1");
  expect(written).toContain("\n.TP\n\\fBx\\fR\ndo it.\n.SH X\n");
  expect(written).toContain(
    "\n.SS Options\n.TP\n\\fB\\-\\-name\\fR \\fIVALUE\\fR\nset the name.\n.TP\n\\fB\\-\\-all\\fR\nset all.\n.SS Examples\n.EX\nx\ny\n.EE\n",
  );
});

describe.runIf(hasTool("groff", "--version"))("groff", () => {
  const groff = (...args: string[]) => spawnSync("groff", ["-man", ...args], { input: page, encoding: "utf8" });

  test("has nothing to complain about", () => {
    expect(groff("-Tutf8", "-wall", "-z").stderr).toBe("");
  });

  test("shows options and examples as they are typed", () => {
    const shown = groff("-Tascii", "-P-cbou").stdout;
    expect(shown).toContain("--envfile FILE");
    expect(shown).toContain(`echo 'http://$(HOST):$(PORT)' | varexpand expand -e HOST=db -e PORT=80`);
  });
});
