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

const LONG = ["first-of-the-long-choices", "second-of-the-long-choices"];

test.each([
  ["a few choices", "\\fB\\-o\\fR, \\fB\\-\\-mode\\fR \\fIone|two\\fR\nhow to try.", ["one", "two"], { short: "o" }],
  [
    "many choices",
    `\\fB\\-\\-mode\\fR \\fIVALUE\\fR\nhow to try: ${LONG.join(", ").replaceAll("-", "\\-")}.`,
    LONG,
    {},
  ],
  [
    "a named value",
    `\\fB\\-\\-mode\\fR \\fIMODE\\fR\nhow to try: ${LONG.join(", ").replaceAll("-", "\\-")}.`,
    LONG,
    { value: "MODE" },
  ],
])("the choices of an option: %s", async (_, shown, choices, more) => {
  const options = { mode: { type: "string", choices, help: "how to try", ...more } };
  const command = { usage: "x", description: "x", options, examples: ["x"] };
  const written = await manualPage([{ name: "x", summary: "s", load: async () => command as never }], "1");
  expect(/\.SS Options\n\.TP\n(.*\n.*)\n/.exec(written)![1]).toBe(shown);
});

test("choices that the help names are not listed again", async () => {
  const [first, second] = LONG;
  const options = { mode: { type: "string", choices: LONG, help: `${first}, or else ${second}` } };
  const command = { usage: "x", description: "x", options, examples: ["x"] };
  const written = await manualPage([{ name: "x", summary: "s", load: async () => command as never }], "1");
  expect(written).toContain("\nfirst\\-of\\-the\\-long\\-choices, or else second\\-of\\-the\\-long\\-choices.\n");
});

test("lists the environment variables that the source reads, and files", async () => {
  for (const name of ["NO_COLOR", "FORCE_COLOR", "COLUMNS", "NATS_USER", "JOB_COMPLETION_INDEX", "HOME"]) {
    expect(page.slice(page.indexOf(".SH ENVIRONMENT"), page.indexOf(".SH FILES"))).toContain(name);
  }
  expect(page.slice(page.indexOf(".SH FILES"))).toContain("\\fB\\&.varexpand.yaml\\fR");
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
