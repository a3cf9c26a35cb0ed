/**
 * What people see on a terminal: `test/fixtures/terminal/80-columns.txt` and its neighbours are screens of tmux. After
 * a change that is meant, `npx vitest run test/cli/terminal.test.ts -u` writes them anew: look at the difference.
 */
import { execFileSync } from "node:child_process";
import { closeSync, openSync, writeSync } from "node:fs";
import { setTimeout as after } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { commands } from "../../src/cli/commands.ts";
import { displayWidth } from "../../src/cli/frame/text-width.ts";
import { WAITING } from "../waiting.ts";
import { runInMemory } from "./memory-io.ts";
import { main } from "./processes.ts";
import { FolderPerTest } from "./temporary.ts";
import { hasTmux, Terminal } from "./terminal.ts";

const fixtures = fileURLToPath(new URL("../fixtures/terminal", import.meta.url));
const SESSION = [
  "varexpand pod tea.yaml -o table",
  "varexpand lint tea.yaml",
  "varexpand explain tea.yaml -c app GREETING",
  "varexpand explain tea.yaml LOG_LEVEL",
  "varexpand envfile --compare tea.env",
];
const END = "[end]";

describe.skipIf(!hasTmux)("on a terminal", WAITING, () => {
  const folder = new FolderPerTest();

  /** A terminal in which a shell runs lines, in which `varexpand` is the built command. */
  function terminal(lines: readonly string[], given: { columns?: number; rows?: number; variables?: object } = {}) {
    const { columns = 80, rows = 150, variables = {} } = given;
    const script = ['varexpand() { "$NODE" "$MAIN" "$@"; }', ...lines, `echo '${END}'`, "read -r line"].join("\n");
    const environment = { NODE: process.execPath, MAIN: main, HOME: folder.path, ...variables };
    const options = { columns, rows, environment, folder: fixtures };
    return new Terminal(folder.at("tmux"), ["/bin/sh", "-c", script], options);
  }

  const isEnd = (screen: string) => screen.endsWith(`${END}\n`);
  const shown = async (lines: readonly string[], given?: Parameters<typeof terminal>[1]) =>
    (await terminal(lines, given).until(isEnd)).slice(0, -END.length - 1);
  const asTyped = (line: string) => `echo '$ ${line}'; ${line}; echo`;

  test.each([80, 60])("a table, findings and explanations in %i columns: no line is broken", async (columns) => {
    const screen = await shown(SESSION.map(asTyped), { columns });
    await expect(screen).toMatchFileSnapshot(`${fixtures}/${columns}-columns.txt`);
    expect(screen.split("\n").filter((line) => displayWidth(line) > columns)).toEqual([]);
  });

  test("help: no line is broken", async () => {
    const all = [[], ...commands.map(({ name }) => ["help", name])];
    const printed = await Promise.all(all.map(async (args) => (await runInMemory(args)).output));
    const screen = await shown([`cat '${folder.file("help", printed.join(""))}'`], { rows: 900 });
    expect(screen).toBe(printed.join(""));
    expect(screen.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });

  test("titles have colors", async () => {
    const coloured = terminal(["varexpand pod tea.yaml -o table"]);
    await coloured.until(isEnd);
    expect(coloured.screen("-e").split("\n")[0]).toMatch(/^\x1b\[1mDeployment\/shop\/tea-house, container app /);
  });

  test("NO_COLOR disables colors, and COLUMNS overrides the width of the terminal", async () => {
    const plain = terminal(SESSION.slice(0, 3), { variables: { NO_COLOR: "1", COLUMNS: "60" } });
    const screen = await plain.until(isEnd);
    expect(plain.screen("-e")).toBe(screen);
    expect(Math.max(...screen.split("\n").map(displayWidth))).toBe(60);
  });

  test("progress while it reads, and in its place the summary", async () => {
    const pipe = folder.at("pipe");
    execFileSync("mkfifo", [pipe]);
    const reading = terminal([`varexpand pod '${pipe}' -o table`]);
    const descriptor = openSync(pipe, "w");
    writeSync(descriptor, `#${"-".repeat(1023)}\n`.repeat(3 << 10));
    let isRead = false;
    const writing = (async () => {
      for (; !isRead; await after(50)) writeSync(descriptor, "# more\n");
      writeSync(descriptor, 'kind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: app, args: ["$(NONE)"]}]}\n');
      closeSync(descriptor);
    })();
    try {
      expect(await reading.until((screen) => screen.includes("MiB"))).toBe("varexpand pod: 3 MiB\n");
    } finally {
      isRead = true;
      await writing;
    }
    expect((await reading.until(isEnd)).split("\n").at(-3)).toBe(
      "1 pod, 1 container: 1 finding; --wide shows everything in full",
    );
    expect(reading.screen()).not.toContain("MiB");
  });
});
