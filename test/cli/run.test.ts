import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { commands } from "../../src/cli/commands.ts";
import { EXIT_CODES } from "../../src/cli/frame/command.ts";
import { ClosedPipeError } from "../../src/cli/frame/errors.ts";
import { helpOf } from "../../src/cli/frame/help.ts";
import { type CommandIo, packageVersion, wantsColors } from "../../src/cli/frame/io.ts";
import { run } from "../../src/cli/run.ts";
import { RULES } from "../../src/lint/rules/rules.ts";
import { printable } from "../../src/text/printable.ts";
import { runInMemory } from "./memory-io.ts";

test("the overview lists the commands and the exit codes in two columns, within 80 columns", async () => {
  expect((await runInMemory([])).output).toBe(`usage: varexpand COMMAND [ARGUMENT...]

Expands variables in configuration: $(NAME) as Kubernetes does, \${NAME} as Flux,
Docker Compose, and envsubst do, env files, and Garden's \${...} templates.

commands:
  expand      replace $(NAME), or \${NAME} with --syntax, in files or a pipe
  pod         show what the containers in Kubernetes manifests will see
  explain     show where a container's variable gets its value and where it is
              used
  lint        find mistakes in manifests, env files, Flux, and Garden projects
  envfile     check, convert, and compare env files: KEP-3721, dotenv, docker
  template    resolve \${...} and $if, $forEach, $concat, $merge in documents
  run         run a command with the environment of a container
  stream      expand the messages of a NATS JetStream queue
  lsp         run a language server for editors: findings, fixes, hovers, names
  completion  print a completion script for bash, zsh, or fish

Run "varexpand help COMMAND" for help on a command, "varexpand help RULE" for a
rule of lint, or "varexpand version" for the version.

exit codes:
  0        success; findings are only reported
  1        findings, with lint, --strict, and so on; stream: some messages
           failed
  2        usage error, or something could not be read, parsed, or written
  125-127  run: as for docker run; otherwise the exit code of the command
`);
});

test.each([[[]], [["--help"]], [["-h"]], [["help"]]])("%j lists every command and exit code", async (args) => {
  const { code, output, messages } = await runInMemory(args);
  expect({ code, messages }).toEqual({ code: 0, messages: [] });
  for (const row of ["expand      replace", "completion  print", "0        success", "125-127  run:"])
    expect(output).toContain(`\n  ${row}`);
  const words = output.replaceAll(/\s+/g, " ");
  for (const { name, summary } of commands) expect(words).toContain(` ${name} ${summary} `);
  for (const { code, meaning } of EXIT_CODES) expect(words).toContain(` ${code} ${meaning} `);
});

test.each(["--version", "-v", "version"])("%s prints the version", async (argument) => {
  expect(await runInMemory([argument])).toMatchObject({
    code: 0,
    output: `varexpand ${packageVersion()}\n`,
    messages: [],
  });
});

test.each(["help", "--help", "-h"])("%s COMMAND is COMMAND --help", async (help) => {
  expect(await runInMemory([help, "pod"])).toEqual(await runInMemory(["pod", "--help"]));
});

test.each([
  ["help", "lost-dollar"],
  ["lint", "--explain", "lost-dollar"],
])("%s %s prints the page of a rule", async (...args) => {
  const { code, output } = await runInMemory(args);
  expect(code).toBe(0);
  expect(output).toMatch(/^lost-dollar\n\nTwo dollars become one\. Level: note\.\n\n/);
  expect(output).toContain("\n\nReported:\n\n    apiVersion: v1\n");
  expect(output).toContain("\n\n    # varexpand-ignore lost-dollar: the reason\n\n");
  expect(output).not.toMatch(/```|^#/m);
  for (const line of output.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
});

test("an unknown rule without a similar one lists five", async () => {
  const { messages } = await runInMemory(["lint", "--explain", "zzz"]);
  expect(messages).toEqual([
    expect.stringMatching(/^varexpand lint: unknown rule zzz; the closest are (?:[\w-]+, ){4}[\w-]+ \(see/),
  ]);
});

test("every rule has a page on a terminal", async () => {
  for (const { id } of RULES) {
    const { output } = await runInMemory(["help", id]);
    expect(output.startsWith(`${id}\n\n`)).toBe(true);
    expect(output).not.toMatch(/```|\n\n\n/);
  }
});

test.each(commands)("$name -h lists at most ten options, and --help all", async ({ name, load }) => {
  const { common, options } = await load();
  const { output } = await runInMemory([name, "-h"]);
  const listed = [...output.matchAll(/^ {2}(?:-\w, | {4})--([\w-]+)/gm)].map(([, option]) => option);
  expect(listed).toEqual([...(common ?? Object.keys(options)), "help"]);
  expect(listed.length).toBeLessThanOrEqual(11);
  expect(output.split("\n").length).toBeLessThanOrEqual(45);
  for (const option of common ?? []) expect(options).toHaveProperty([option]);
});

test.each(commands)("$name --help explains it, with an example that runs it", async ({ name, load }) => {
  const { code, output } = await runInMemory([name, "--help"]);
  expect(code).toBe(0);
  expect(output).toBe(helpOf(await load()));
  expect(output).toContain(`usage: varexpand ${name}`);
  expect(output.slice(output.indexOf("\nexample"))).toContain(`varexpand ${name}`);
});

test.each([
  [["pdo"], 'varexpand: unknown command "pdo"; did you mean pod? (see varexpand --help)'],
  [["help", "exapnd"], 'varexpand: unknown command or rule "exapnd"; did you mean expand? (see varexpand --help)'],
  [
    ["help", "lost-dolar"],
    'varexpand: unknown command or rule "lost-dolar"; did you mean lost-dollar? (see varexpand --help)',
  ],
  [
    ["lint", "--explain", "lost"],
    "varexpand lint: unknown rule lost; did you mean lost-dollar? (see varexpand lint --help)",
  ],
  [["verson"], 'varexpand: unknown command "verson"; did you mean version? (see varexpand --help)'],
  [["nope"], 'varexpand: unknown command "nope" (see varexpand --help)'],
  [["__proto__"], 'varexpand: unknown command "__proto__" (see varexpand --help)'],
  [["expand", "--nope"], "varexpand expand: unknown option --nope (see varexpand expand --help)"],
])("usage error %j is one line and exit code 2", async (args, message) => {
  expect(await runInMemory(args)).toMatchObject({ code: 2, output: "", messages: [message] });
});

test("docs/guides/README.md has the same exit codes", () => {
  const guides = readFileSync(new URL("../../docs/guides/README.md", import.meta.url), "utf8");
  const rows = [...guides.matchAll(/^\| `?(\d[-\d]*)`? +\| (.*?) +\|$/gm)];
  const text = (markdown: string) => markdown.replaceAll("`", "");
  expect(rows.map(([, code, meaning]) => ({ code, meaning: text(meaning!) }))).toEqual(EXIT_CODES);
});

/** The outcome where writing to standard output fails. */
async function runFailing(error: unknown) {
  const messages: string[] = [];
  const io: Partial<CommandIo> = {
    write() {
      throw error;
    },
    report: (line) => void messages.push(line),
  };
  return { code: await run(["--help"], io as CommandIo), messages };
}

test("a closed pipe does not cause a message", async () => {
  expect(await runFailing(new ClosedPipeError())).toEqual({ code: 0, messages: [] });
});

test("an internal error is one line without a stack, and asks for a report", async () => {
  const { code, messages } = await runFailing(new TypeError("a\nmistake\u001b"));
  expect({ code, lines: messages.length }).toEqual({ code: 2, lines: 1 });
  expect(messages[0]).toMatch(
    /^varexpand: internal error in version [\d.]+: TypeError: a\\nmistake\\u001b \(run\.test\.ts:\d+:\d+\); please report this line/,
  );
});

describe("wantsColors", () => {
  test.each([
    [{}, true, true],
    [{}, false, false],
    [{ NO_COLOR: "1" }, true, false],
    [{ NO_COLOR: "" }, true, true],
    [{ FORCE_COLOR: "1" }, false, true],
    [{ FORCE_COLOR: "0" }, true, false],
    [{ NO_COLOR: "1", FORCE_COLOR: "1" }, true, false],
    [{ TERM: "dumb" }, true, false],
  ])("%j, terminal: %j", (environment, isTerminal, expected) => {
    expect(wantsColors(environment, isTerminal)).toBe(expected);
  });
});

test.each([
  ["a$(B)é", "a$(B)é"],
  ["a\nb\tc", "a\\nb\\tc"],
  ["\u001b[31m\u0000", "\\u001b[31m\\u0000"],
  ["\u007f\u0085\u2028", "\\u007f\\u0085\\u2028"],
  ["x".repeat(201), `${"x".repeat(200)}...`],
])("printable %j", (text, expected) => {
  expect(printable(text)).toBe(expected);
});
