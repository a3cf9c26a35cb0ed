/** Memory does not grow with the number of references and findings: a crash in a small heap would fail these tests. */
import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { main } from "./processes.ts";
import { TemporaryFolder } from "./temporary.ts";

const folder = new TemporaryFolder();
const SIZE = 12_000_000;
const podWith = (member: string, open: string, piece: string, close: string) =>
  `kind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n  - name: a\n    image: a\n    ${member}: ${open}${piece.repeat(SIZE / piece.length)}${close}\n`;

const SHAPES = {
  "references without a value": podWith("args", '["', "$(U) ", '"]'),
  "escaped dollars": podWith("env", '[{name: A, value: "', "$$ ", '"}]'),
  "variables of a shell": podWith("command", '["', "$A ", '"]'),
};

describe.each(Object.entries(SHAPES))("%s", (what, text) => {
  const file = folder.file(`${what}.yaml`, text);
  const message = "the pod has more than 131072 references";

  test.each([
    ["lint", ["lint", "--fail-on", "unknown", file], 1],
    ["explain", ["explain", file, "U"], 2],
  ])("%s", { timeout: 120_000 }, (_, args, status) => {
    const run = spawnSync(process.execPath, ["--max-old-space-size=160", main, ...args], { encoding: "utf8" });
    expect(run).toMatchObject({ status, stderr: expect.stringContaining(message) });
  });
});
