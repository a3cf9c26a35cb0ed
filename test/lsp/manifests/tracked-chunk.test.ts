/** The fixes of findings, in each form in which a manifest is read. */
import { expect, test } from "vitest";
import { Workspace } from "../../../src/lsp/workspace.ts";

const pod = (argument: string) => `kind: Pod
metadata: {name: p}
spec:
  containers:
  - {name: c, image: i, args: ["${argument}"], env: [{name: A, value: a}]}
`;
const json = (argument: string) => {
  const container = { name: "c", image: "i", args: [argument], env: [{ name: "A", value: "a" }] };
  return `${JSON.stringify({ kind: "Pod", metadata: { name: "p" }, spec: { containers: [container] } })}\n`;
};
const item = (argument: string) => `- ${pod(argument).trimEnd().replaceAll("\n", "\n  ")}\n`;

test.each<[form: string, text: (argument: string) => string]>([
  ["a file", pod],
  ["documents", (argument) => `${pod("a")}---\n${pod(argument)}---\n${pod("b")}`],
  ["items of a List", (argument) => `kind: List\nitems:\n${item("a")}${item(argument)}metadata: {}\n`],
  ["JSON", json],
  ["objects of JSON", (argument) => json("a") + json(argument)],
])("%s", (_, text) => {
  const workspace = new Workspace();
  workspace.set("a.yaml", text("http://${A}/"));
  const view = workspace.view("a.yaml")!;
  expect(view.findings.map(({ finding }) => finding.rule)).toEqual(["shell-syntax"]);
  const fixed = view.fixOf!(view.findings[0]!)!.edits.reduceRight((changed, edit) => {
    return changed.slice(0, edit.start) + edit.text + changed.slice(edit.end);
  }, text("http://${A}/"));
  expect(fixed).toBe(text("http://$(A)/"));
});
