/** The settings of a text without a configuration. */
import { expect, test } from "vitest";
import { defaultSettings } from "../../src/lsp/settings.ts";
import { Workspace } from "../../src/lsp/workspace.ts";

test("without a configuration, the name decides how a file is read, and nothing is known or ignored", () => {
  const { isIgnored, isKnown, role, severities: _, ...rest } = defaultSettings("k/a.yaml");
  expect(rest).toEqual({ file: "k/a.yaml", kind: undefined, profile: "design", world: "open", extraKinds: [] });
  const workspace = new Workspace();
  workspace.set("k/a.yaml", "kind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, args: [$(A)]}]}\n");
  const [{ finding } = { finding: undefined }] = workspace.view("k/a.yaml")!.findings;
  expect(finding).toMatchObject({ file: "k/a.yaml", line: 3, rule: "undefined-reference", severity: "warning" });
  expect({ isKnown: isKnown("A"), isIgnored: isIgnored(finding!), role }).toEqual({
    isKnown: false,
    isIgnored: false,
    role: { isPatched: false, isExpected: false, isInSuite: false },
  });
});
