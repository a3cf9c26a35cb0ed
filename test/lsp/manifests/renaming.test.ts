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

test("a name after an anchor", () => {
  const text = (name: string) =>
    pod(`{name: a, image: x, args: [$(${name})], env: [{name: &A ${name}, value: x}, {name: "${name}", value: z}]}`);
  expect(renamed(text("A").replace("$(A", "$(A‸"))).toBe(text("NEW"));
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

test.each([
  ["a reference", `args: ["$(x‸) \\x24(x)"], env: [{name: x, value: v}]`],
  ["the renamed reference", `args: ["\\x24(x‸)"], env: [{name: x, value: v}]`],
  ["a name in a reference", `args: [$(x‸), "$(\\x78)"], env: [{name: x, value: v}]`],
  ["an entry", `args: [$(x‸)], env: [{name: "\\x78", value: v}]`],
])("refuses an escape sequence in %s", (_, members) => {
  expect(renamed(pod(`{name: a, image: x, ${members}}`))).toBe(
    "x is written with an escape sequence; write it without one first",
  );
});

test("escape sequences elsewhere in the text stay", () => {
  const text = pod(`{name: a, image: x, args: ["\\x24(B) \\x78 $(x‸)\\n"], env: [{name: "x", value: "\\x78"}]}`);
  expect(renamed(text)).toBe(text.replace("$(x‸)", "$(NEW)").replace('name: "x"', 'name: "NEW"'));
});

test("a name that only a container with the same text uses", () => {
  const text = pod(
    `{name: a, image: x, args: [$(A‸)], env: &e [{name: A, value: x}]}`,
    `{name: b, image: x, args: [$(NEW)], env: *e}`,
  );
  expect(renamed(text)).toBe("the container already uses the name NEW");
  expect(renamed(text, "OTHER")).toBe(text.replace("‸", "").replaceAll(/\bA\b/g, "OTHER"));
});

test("containers that share texts with each other", () => {
  const text = pod(
    `{name: a, image: x, args: [$(A‸)], env: &e [{name: A, value: x}]}`,
    `{name: b, image: x, args: &a [$(A)], env: *e}`,
    `{name: c, image: x, args: *a, env: [{name: A, value: z}]}`,
  );
  expect(renamed(text)).toBe(text.replace("‸", "").replaceAll(/\bA\b/g, "NEW"));
});

test.each(["NEW", "a-b.C_1", "_", "-x", ".x", "x-1"])("a variable can have the name %s", (name) => {
  const text = pod(`{name: a, image: x, args: [$(A‸)], env: [{name: A, value: x}]}`);
  expect(renamed(text, name)).toBe(text.replace("‸", "").replaceAll(/\bA\b/g, name));
});

test.each([
  ["", " is not a valid name of a variable"],
  ["1A", "1A is not a valid name of a variable"],
  ["A B", "A B is not a valid name of a variable"],
  ["A=", "A= is not a valid name of a variable"],
  ["A)", "A) is not a valid name of a variable"],
  ["é", "é is not a valid name of a variable"],
  ["A\n", "A\\n is not a valid name of a variable"],
  ["null", "YAML does not read null as a string; choose another name"],
  [".5", "YAML does not read .5 as a string; choose another name"],
  [".inf", "YAML does not read .inf as a string; choose another name"],
  ["A", "the container already uses the name A"],
  ["B", "the container already uses the name B"],
  ["C", "the container already uses the name C"],
])("a variable cannot have the name %j", (name, reason) => {
  const text = pod(
    `{name: a, image: x, args: [$(A‸), $(B)], env: [{name: A, value: x}, {name: C, value: z}]}`,
    `{name: b, image: x, args: [$(D)]}`,
  );
  expect(renamed(text, name)).toBe(reason);
});

test.each([
  ["args: [$(A‸)]", "A is not declared in env"],
  ["args: [$$‸(A)]", "not a variable"],
  ["env: [{name: A, valueFrom: {configMapKeyRef: {name: c, key: x‸}}}]", "not a variable"],
  ["args: [run‸]", "not a variable"],
  ["image: x‸", "not a variable"],
])("a place without a variable of env: %s", (member, reason) => {
  expect(renamed(pod(`{name: a, ${member}}`))).toBe(reason);
});

const MAP = "---\nkind: ConfigMap\nmetadata: {name: c}\ndata: {A: x}\n";

test.each([
  [
    "that only envFrom sets",
    pod("{name: a, args: [$(A‸)], envFrom: [{configMapRef: {name: c}}]}"),
    "A is also set by envFrom",
  ],
  [
    "that envFrom sets in a container with the same text",
    pod(
      "{name: a, args: [$(A‸)], env: &e [{name: A, value: x}]}",
      "{name: b, env: *e, envFrom: [{configMapRef: {name: c}}]}",
    ),
    "A is also set by envFrom",
  ],
  [
    "that has an escape sequence in a container with the same text",
    pod("{name: a, args: [$(A‸)], env: &e [{name: A, value: x}]}", '{name: b, args: ["\\x24(A)"], env: *e}'),
    "A is written with an escape sequence; write it without one first",
  ],
  [
    "that is not declared, with a name that is not printable",
    pod('{name: a, args: ["$(A\t‸)"]}'),
    "A\\t is not declared in env",
  ],
])("refuses a variable %s", (_, text, reason) => {
  expect(renamed(text + MAP)).toBe(reason);
});

test("what another container or object does with the name does not matter", () => {
  const text =
    pod(
      "{name: a, args: [$(A)], envFrom: [{configMapRef: {name: c}}]}",
      '{name: b, args: ["\\x24(A) $(NEW)"], env: [{name: A, value: x}]}',
      "{name: d, args: [$(A‸)], env: [{name: A, value: x}]}",
    ) + MAP;
  expect(renamed(text)).toBe(
    text.replace("{name: d, args: [$(A‸)], env: [{name: A", "{name: d, args: [$(NEW)], env: [{name: NEW"),
  );
});

test.each(["$", "(", "$(", "$$", "A(A"])("a reference to the name %s is renamed inside its parentheses", (name) => {
  const text = (shown: string) => pod(`{name: a, env: [{name: '${shown}', value: x}], args: ['$(${shown})']}`);
  expect(renamed(text(name).replace("name: '", "name: '‸"))).toBe(text("NEW"));
});

test("a reference before its entry is renamed with it", () => {
  const text = pod("{name: a, env: [{name: B, value: $(A)}, {name: A‸, value: x}, {name: C, value: $(A)$(A)}]}");
  expect(renamed(text)).toBe(text.replace("‸", "").replaceAll(/\bA\b/g, "NEW"));
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
