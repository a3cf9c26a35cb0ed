/** Views of manifests take linear time, whatever is in them. */
import { expect, test } from "vitest";
import { Workspace } from "../../../src/lsp/workspace.ts";
import { growthExponent, LINEAR } from "../../reference/linearity.ts";

test("the problems of a text that is not YAML", () => {
  const run = (size: number) => {
    const workspace = new Workspace();
    workspace.set("k/pod.yaml", `i${"\n\v".repeat(size)}`);
    expect(workspace.view("k/pod.yaml")!.problems.length).toBeGreaterThanOrEqual(0);
  };
  run(1000);
  expect(growthExponent(run, 1000)).toBeLessThan(LINEAR);
});
