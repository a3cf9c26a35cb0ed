/** Which program runs, and which exit code reports that none does. */
import { chmodSync, mkdirSync } from "node:fs";
import { delimiter } from "node:path";
import { expect, test } from "vitest";
import { runInMemory } from "../../memory-io.ts";
import { TemporaryFolder } from "../../temporary.ts";
import { inFolder } from "../../typed.ts";

const folder = new TemporaryFolder();
/** Programs that exit with different codes. */
for (const [name, code] of [
  ["one/tool", 11],
  ["two/tool", 12],
  ["tool", 13],
] as const) {
  chmodSync(folder.file(name, `#!/bin/sh\nexit ${code}\n`), 0o755);
}
chmodSync(folder.file("plain/tool", "#!/bin/sh\nexit 14\n"), 0o644);
mkdirSync(folder.at("folder/tool"), { recursive: true });

const pathOf = (...names: string[]) => names.map((name) => (name === "" ? "" : folder.at(name))).join(delimiter);
const denied = "varexpand run: tool: permission denied\n";
const missing = "varexpand run: tool: command not found\n";

test.each<[path: string, code: number, stderr: string]>([
  [pathOf("one", "two"), 11, ""],
  [pathOf("two", "one"), 12, ""],
  [pathOf("none", "two"), 12, ""],
  [pathOf("plain", "one"), 11, ""],
  [pathOf("folder", "two"), 12, ""],
  [pathOf("", "one"), 13, ""],
  [pathOf("one", ""), 11, ""],
  [pathOf("none", ""), 13, ""],
  ["", 13, ""],
  [pathOf("plain"), 126, denied],
  [pathOf("none", "plain"), 126, denied],
  [pathOf("folder"), 126, denied],
  [pathOf("none"), 127, missing],
  ["tool", 127, missing],
])("the first executable file in PATH=%j exits with %i", async (path, status, stderr) => {
  expect(await inFolder(folder.path, ["run", "-e", `PATH=${path}`, "--", "tool"])).toEqual({
    status,
    stdout: "",
    stderr,
  });
});

test("without PATH, the system's programs are found", async () => {
  const run = (command: string) => runInMemory(["run", "-e", "A=1", "--", command], { environment: {} });
  expect(await run("false")).toMatchObject({ code: 1, messages: [] });
  expect(await run("tool")).toMatchObject({ code: 127, messages: ["varexpand run: tool: command not found"] });
});
