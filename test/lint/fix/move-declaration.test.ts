/** The fix that moves one declaration before its first use. */
import { expect, test } from "vitest";
import { withEdits } from "../../../src/lint/fix/fix-text.ts";
import { Workspace } from "../../../src/lsp/workspace.ts";
import { foundBy } from "../looked.ts";

/** The lines of env after the fix of the first finding; undefined if there is none. */
function moved(env: string): string | undefined {
  const head = "kind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n  - name: c\n    image: i\n    env:\n";
  const text = head + env.replace(/^(?=[^\r\n])/gm, "    ");
  const workspace = new Workspace();
  workspace.set("k/pod.yaml", text);
  const view = workspace.view("k/pod.yaml")!;
  const found = view.findings.find(({ finding: { rule } }) => rule === "use-before-declaration")!;
  const fix = view.fixOf!(found);
  if (fix === undefined) return undefined;
  expect(fix.description).toBe("move the declaration of H before its use");
  return withEdits(text, fix.edits).slice(head.length).replace(/^ {4}/gm, "");
}

const U = "- {name: U, value: $(H)}\n";
const H = "- {name: H, value: h}\n";

test.each<[env: string, result: string]>([
  [U + H, H + U],
  [
    `- {name: A, value: a}\n${U}- {name: B, value: b}\n${H}- {name: C, value: c}\n`,
    `- {name: A, value: a}\n${H}${U}- {name: B, value: b}\n- {name: C, value: c}\n`,
  ],
  // With the comments right above it, before those above the use.
  [`# u\n${U}# h1\n# h2\n- {name: H, value: h} # h3\n`, `# h1\n# h2\n- {name: H, value: h} # h3\n# u\n${U}`],
  [`${U}\n# x\n\n# h\n- name: H\n  # in\n  value: h\n`, `# h\n- name: H\n  # in\n  value: h\n${U}\n# x\n\n`],
  [`${U}  # of u\n${H}`, `${H}${U}  # of u\n`],
  [
    `- name: U\n  value: $(H)\n  # of u\n# of h\n-   name: H\n    value: h\n# end\n`,
    `# of h\n-   name: H\n    value: h\n- name: U\n  value: $(H)\n  # of u\n# end\n`,
  ],
  // With the lines of a block scalar.
  [
    `${U}- name: H\n  value: |\n    x\n\n# c\n- {name: C, value: c}\n`,
    `- name: H\n  value: |\n    x\n\n${U}# c\n- {name: C, value: c}\n`,
  ],
  [`${U}${H}`.replaceAll("\n", "\r\n"), `${H}${U}`.replaceAll("\n", "\r\n")],
])("%j becomes %j", (env, result) => {
  expect(moved(env)).toBe(result);
});

test.each<[title: string, env: string]>([
  ["a last line without a line break", (U + H).trimEnd()],
  ["a dash on a line of its own", `${U}-\n  name: H\n  value: h\n`],
  ["a use with a dash on a line of its own", `-\n  name: U\n  value: $(H)\n${H}`],
  ["a block scalar with the line breaks after it", `${U}- name: H\n  value: |+\n    x\n\n- {name: C, value: c}\n`],
  ["an anchor", `${U}- &h {name: H, value: h}\n`],
  ["an alias", `- {name: U, value: &u $(H)}\n- {name: V, value: *u}\n${H}`],
  ["a merge", `${U}- {name: H, <<: {value: h}}\n`],
  ["another entry with its name", `${U}${H}${H}`],
  ["a circle", `${U}- {name: H, value: $(U)}\n`],
  ["another value that the move changes", `${U}- {name: V, value: $(H)}\n${H}`],
  ["flow style", "  [{name: U, value: $(H)}, {name: H, value: h}]\n"],
])("there is no fix with %s", (_, env) => {
  expect(moved(env)).toBeUndefined();
});

test("a variable that the Job controller appends cannot be moved", () => {
  const text = `apiVersion: batch/v1
kind: Job
metadata: {name: j}
spec:
  completionMode: Indexed
  template:
    spec:
      restartPolicy: Never
      containers:
      - name: c
        image: i
        env:
        - {name: U, value: $(JOB_COMPLETION_INDEX)}
`;
  expect(foundBy("use-before-declaration", text)).toEqual([
    "«$(JOB_COMPLETION_INDEX)» use-before-declaration: $(JOB_COMPLETION_INDEX) is not expanded: the variable is declared later by the Job controller",
  ]);
  const workspace = new Workspace();
  workspace.set("k/job.yaml", text);
  expect(workspace.view("k/job.yaml")!.findings[0]!.fix).toBeUndefined();
});
