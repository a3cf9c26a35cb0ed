/** What is renamed with a variable, and what cannot be renamed. */
import { expect, test } from "vitest";
import { Workspace } from "../../../src/lsp/workspace.ts";
import { marked } from "../marked.ts";

/** The text after the variable at `‸` is renamed to NEW, or why it cannot be renamed. */
function renamed(source: string, newName = "NEW"): string {
  const { at, text } = marked(source);
  const workspace = new Workspace();
  workspace.set("k/pod.yaml", text);
  const renaming = workspace.view("k/pod.yaml")!.renamingAt!(at);
  if (renaming === undefined) return "not a variable";
  if (typeof renaming === "string") return renaming;
  const problem = renaming.problemOf(newName);
  if (problem !== undefined) return problem;
  return renaming.ranges.reduceRight((changed, { end, start }) => {
    return changed.slice(0, start) + newName + changed.slice(end);
  }, text);
}

const pod = (...containers: string[]) =>
  `kind: Pod\nmetadata: {name: x}\nspec:\n  containers:\n${containers.map((each) => `  - ${each}\n`).join("")}`;

test("entries and references of the container", () => {
  const text = pod(
    `{name: a, image: x, args: ["$(A) $$(A) \${A} $(B)"], env: [{name: "‸A", value: x}, {name: A, value: $(A)}]}`,
    `{name: b, image: x, args: [$(A)], env: [{name: A, value: z}]}`,
  );
  expect(renamed(text)).toBe(
    pod(
      `{name: a, image: x, args: ["$(NEW) $$(A) \${NEW} $(B)"], env: [{name: "NEW", value: x}, {name: NEW, value: $(NEW)}]}`,
      `{name: b, image: x, args: [$(A)], env: [{name: A, value: z}]}`,
    ),
  );
});

test("a container that shares the text through an anchor", () => {
  const text = pod(
    `{name: a, image: x, args: [$(A‸)], env: &e [{name: A, value: x}]}`,
    `{name: b, image: x, args: [$(A)], env: *e}`,
    `{name: c, image: x, args: [$(A)], env: [{name: A, value: x}]}`,
  );
  expect(renamed(text)).toBe(
    pod(
      `{name: a, image: x, args: [$(NEW)], env: &e [{name: NEW, value: x}]}`,
      `{name: b, image: x, args: [$(NEW)], env: *e}`,
      `{name: c, image: x, args: [$(A)], env: [{name: A, value: x}]}`,
    ),
  );
});

test.each([
  [
    "a variable that something else sets, too",
    `envFrom: [{configMapRef: {name: c}}]`,
    "NEW",
    "A is also set by envFrom",
  ],
  ["a name that the container uses", `command: [$(NEW)]`, "NEW", "the container already uses the name NEW"],
  ["a name that is not valid", `command: [a]`, "a b", "a b is not a valid name of a variable"],
  [
    "a name that YAML reads otherwise",
    `command: [a]`,
    "yes",
    "YAML does not read yes as a string; choose another name",
  ],
])("refuses %s", (_, member, newName, reason) => {
  const text = pod(`{name: a, image: x, ${member}, args: [$(A‸)], env: [{name: A, value: x}]}`);
  const object = `---\nkind: ConfigMap\nmetadata: {name: c}\ndata: {A: x}\n`;
  expect(renamed(text + object, newName)).toBe(reason);
});

test("a document with an error is not changed", () => {
  const text = pod(`{name: a, image: x, args: [$(A‸)], env: [{name: A, value: x}]}`);
  const { at, text: good } = marked(text);
  const workspace = new Workspace();
  workspace.set("k/pod.yaml", good);
  workspace.view("k/pod.yaml")!.findings;
  workspace.set("k/pod.yaml", `${good}  - {`);
  expect(workspace.view("k/pod.yaml")!.renamingAt!(at)).toBe("correct the errors in this document first");
});
