/** After any edits, the answers are those of a text that has just been opened. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { TextView } from "../../src/lsp/view.ts";
import { Workspace } from "../../src/lsp/workspace.ts";
import { TEXT } from "../cli/every-verdict.ts";
import { fuzzCases } from "../reference/random.ts";

const MANIFEST = `${TEXT}---
apiVersion: v1
kind: ConfigMap
metadata: {name: settings, namespace: shop}
data:
  A: from-settings
---
kind: Pod
apiVersion: v1
metadata: {name: y, namespace: shop}
spec:
  containers:
  - name: app
    image: app
    args: [$(A), $(B), $(FOO)]
    envFrom: [{configMapRef: {name: settings}}]
    env:
    - {name: B, value: $(FOO)}
    - {name: FOO, value: x}
`;
const OTHER =
  "apiVersion: v1\nkind: Secret\nmetadata: {name: login, namespace: shop}\nstringData: {password: x}\n" +
  "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: web, namespace: shop}\ndata: {A: from-web}\n";

/** What people type, paste and delete. */
const inserted = fc.constantFrom(
  "",
  "x",
  "$",
  "$(A)",
  "$(",
  "${A}",
  '"',
  "[",
  "\n",
  "\r\n",
  "  ",
  "- ",
  ": ",
  "# varexpand-ignore undefined-reference\n",
  "---\n",
  "\n---\n",
  "é😀",
  OTHER,
  "    - {name: NONE, value: y}\n",
);
/** In the manifest, or in the objects beside it. */
const file = fc.constantFrom("x.yaml" as const, "x.yaml" as const, "other.yaml" as const);
const edit = fc.record({ file, at: fc.double({ min: 0, max: 1, noNaN: true }), length: fc.nat(12), inserted });

/** The answers of a view, without those that are from an earlier version of the text. */
function answersOf(view: TextView, text: string) {
  const uses = view.uses.filter(({ isFormer }) => !isFormer);
  return {
    findings: view.findings.map(({ end, finding, fix, start }) => ({ start, end, finding, fix })),
    problems: view.problems,
    uses: uses.map(({ declaration, definitions, end, name, start, use, value, verdict }) => {
      return { start, end, name, verdict, reason: use.reason, value, declaration, definitions };
    }),
    places: [0, 0.2, 0.4, 0.6, 0.8].map((part) => {
      const { name, references } = view.symbolAt(Math.floor(part * text.length)) ?? {};
      return { name, references: references?.() };
    }),
  };
}

function freshView(other: string, text: string): TextView {
  const fresh = new Workspace();
  fresh.set("other.yaml", other);
  fresh.set("x.yaml", text);
  return fresh.view("x.yaml")!;
}

test("after any edits", () => {
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 12 }), (edits) => {
      const workspace = new Workspace();
      workspace.set("other.yaml", OTHER);
      workspace.set("x.yaml", MANIFEST);
      const texts = { "x.yaml": MANIFEST, "other.yaml": OTHER };
      for (const { at, file, inserted, length } of edits) {
        const from = Math.floor(at * texts[file].length);
        texts[file] = texts[file].slice(0, from) + inserted + texts[file].slice(from + length);
        workspace.set(file, texts[file]);
        // A broken text keeps what it had: it has a past, and a new one has none.
        if (workspace.view(file)!.problems.length > 0) {
          expect(() => workspace.view("x.yaml")!.uses.map(({ definitions }) => definitions)).not.toThrow();
          texts[file] = file === "x.yaml" ? MANIFEST : OTHER;
          workspace.set(file, texts[file]);
        }
        const text = texts["x.yaml"];
        const [before, now] = [workspace.view("x.yaml")!, freshView(texts["other.yaml"], text)];
        if (before.uses.some(({ isFormer }) => isFormer)) {
          expect(answersOf(before, text).findings).toEqual(answersOf(now, text).findings);
        } else expect(answersOf(before, text)).toEqual(answersOf(now, text));
      }
    }),
    { numRuns: fuzzCases(240), seed: 20_261_125 },
  );
});

const LIST = `apiVersion: v1
kind: List
items:....
${MANIFEST.replace("name: y", "name: web")
  .split(/^---\n/m)
  .map((document) => `- ${document.trimEnd().replaceAll("\n", "\n  ")}\n`)
  .join("")}metadata: {}
`;

test("an edited List, which is read item by item, has the answers of one that is read at once", () => {
  const asItems = (text: string) => text.replace("items:....", "items:    ");
  // A comment after "items:" is the only difference.
  const atOnce = (text: string) => text.replace("items:....", "items: #x ");
  // A finding also has offsets into the part of the text that was linted.
  const placedAnswers = (view: TextView) => {
    const { findings, ...rest } = answersOf(view, LIST);
    return {
      ...rest,
      findings: findings.map((each) => ({ ...each, finding: { ...each.finding, start: 0, end: 0, fix: undefined } })),
    };
  };
  let compared = 0;
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 6 }), (edits) => {
      const workspace = new Workspace();
      workspace.set("other.yaml", OTHER);
      workspace.set("x.yaml", asItems(LIST));
      let text = LIST;
      for (const { at, inserted, length } of edits) {
        const from = Math.floor(at * text.length);
        const edited = text.slice(0, from) + inserted + text.slice(from + length);
        const expected = freshView(OTHER, atOnce(edited));
        workspace.set("x.yaml", asItems(edited));
        const view = workspace.view("x.yaml")!;
        expect(() => view.uses.map(({ definitions }) => definitions)).not.toThrow();
        expect(view.problems.length > 0).toBe(expected.problems.length > 0);
        if (expected.problems.length > 0) continue;
        text = edited;
        // In a List that is read at once, an invalid object keeps the others from being read.
        const isInvalid = expected.findings.some(({ finding: { rule } }) => rule === "invalid-manifest");
        if (isInvalid || view.uses.some(({ isFormer }) => isFormer)) continue;
        compared++;
        expect(placedAnswers(view)).toEqual(placedAnswers(expected));
        expect(view.outline!()).toEqual(expected.outline!());
      }
    }),
    { numRuns: fuzzCases(100), seed: 20_261_126 },
  );
  expect(compared).toBeGreaterThan(fuzzCases(100) * 0.6);
});

test("a name that is offered at a place is expanded there, or unknown", () => {
  const places = [...MANIFEST.matchAll(/(?<=args: \[|value: |value: ")(?=[^\s])/g)].map(({ index }) => index);
  expect(places.length).toBeGreaterThan(5);
  for (const at of places) {
    const workspace = new Workspace();
    workspace.set("x.yaml", MANIFEST);
    const names = workspace.view("x.yaml")!.visibleAt!(at).map(({ name }) => name);
    for (const name of names) {
      const inserted = MANIFEST[at - 1] === "[" ? `$(${name}), ` : `$(${name})`;
      workspace.set("x.yaml", MANIFEST.slice(0, at) + inserted + MANIFEST.slice(at));
      const use = workspace.view("x.yaml")!.uses.find(({ start }) => start === at);
      expect(["expanded", "unknown"], `${name} at ${at}`).toContain(use?.verdict);
    }
  }
});
