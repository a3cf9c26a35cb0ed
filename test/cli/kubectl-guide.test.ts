import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { shop } from "./kubectl/shop.ts";
import { StandIn } from "./kubectl/stand-in.ts";
import { FolderPerTest } from "./temporary.ts";

const guide = readFileSync(new URL("../../docs/guides/kubectl.md", import.meta.url), "utf8");
const blocks = [...guide.matchAll(/^```console\n\$ (.*)\n([\s\S]*?)^```$/gm)];
const folder = new FolderPerTest();

describe("docs/guides/kubectl.md: each command prints what the guide shows", () => {
  test.each(blocks.map(([, command, output]) => [command!, output!]))("%s", (command, output) => {
    const { environment } = new StandIn(folder.path, shop());
    const { stdout } = spawnSync("bash", ["-c", `( ${command} ) 2>&1`], {
      cwd: folder.path,
      encoding: "utf8",
      env: environment,
      stdio: ["ignore", "pipe", "pipe"],
    });
    expect(stdout).toBe(output);
  });

  test("there are some", () => {
    expect(blocks.length).toBe(4);
  });
});
