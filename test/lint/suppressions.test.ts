/** What says that a finding is meant: comments and annotations, for every rule of manifests. */
import { describe, expect, test } from "vitest";
import { RULES } from "../../src/lint/rules/rules.ts";
import { SourceText } from "../../src/lint/source-text.ts";
import {
  annotationSuppressions,
  commentSuppressions,
  ignoringFix,
  unignored,
  unsuppressed,
} from "../../src/lint/suppressions.ts";
import { parseManifest } from "../../src/yaml/parse.ts";
import { runInMemory } from "../cli/memory-io.ts";
import { FolderPerTest } from "../cli/temporary.ts";
import { jsonPod, looked, pod } from "./looked.ts";

const folder = new FolderPerTest();

/** The findings and then the remarks about a text, without the summary. */
async function reported(text: string): Promise<string[]> {
  const { messages } = await runInMemory(["lint", "-"], { stdin: text });
  return [...(await looked(text)), ...messages.slice(0, -1)];
}

const URL = (comment: string, before = "") =>
  pod(`env:\n- name: URL\n${before}  value: http://$(HOST)${comment}\n- name: HOST\n  value: db`);
const USED = "«$(HOST)» use-before-declaration: $(HOST) is not expanded: the variable is declared later";

describe("a comment", () => {
  test("at the end of the line", async () => {
    expect(await reported(URL(" # varexpand-ignore use-before-declaration: set by hand"))).toEqual([]);
  });

  test("on the line before", async () => {
    expect(await reported(URL("", "  # varexpand-ignore use-before-declaration: set by hand\n"))).toEqual([]);
  });

  test("with other comments and an empty line between", async () => {
    expect(await reported(URL("", "  # varexpand-ignore use-before-declaration\n  # why\n#\n  #\n\n  \n"))).toEqual([]);
  });

  test("several rules", async () => {
    expect(await reported(URL(" # varexpand-ignore lost-dollar, use-before-declaration"))).toEqual([
      "<stdin>:11:29: unused suppression: lost-dollar reports nothing here",
    ]);
  });

  test("before a key covers the whole value", async () => {
    const text = pod("# varexpand-ignore undefined-reference: a template\nargs:\n- $(A)\n- |\n  $(B)\ncommand: [$(C)]");
    expect(await reported(text)).toEqual([
      "14:15-19 «$(C)» undefined-reference: $(C) is not expanded: the variable is not defined",
    ]);
  });

  test("before an item covers the item", async () => {
    const text = pod(
      "env:\n# varexpand-ignore use-before-declaration: x\n- name: URL\n  value: $(H)\n- name: U\n  value: $(H)\n- {name: H, value: a}",
    );
    expect(await reported(text)).toEqual([
      "14:14-18 «$(H)» use-before-declaration: $(H) is not expanded: the variable is declared later at line 15",
    ]);
  });

  test("after the indicator of a block scalar, it covers the scalar", async () => {
    expect(await reported(pod("args:\n- > # varexpand-ignore undefined-reference: x\n  a\n  $(A)"))).toEqual([]);
  });

  test("does not cover other lines, nor other rules", async () => {
    expect(await reported(URL("", "  # varexpand-ignore lost-dollar: x\n"))).toEqual([
      `12:21-28 ${USED} at line 13`,
      "<stdin>:11:7: unused suppression: lost-dollar reports nothing here",
    ]);
  });

  test("in a scalar is not a suppression", async () => {
    const text = pod("args:\n- |\n  # varexpand-ignore undefined-reference: x\n  $(A)");
    expect(await reported(text)).toEqual([
      "12:7-11 «$(A)» undefined-reference: $(A) is not expanded: the variable is not defined",
    ]);
  });

  test("right after a block scalar", async () => {
    const text = pod(
      "env:\n- name: A\n  value: |\n    x\n# varexpand-ignore undefined-reference\n- {name: B, value: $(C)}",
    );
    expect(await reported(text)).toEqual([]);
  });

  test("without a rule, or with an unknown one", async () => {
    expect(await reported(URL(" # varexpand-ignore", "  # varexpand-ignore lost-dolar: x\n"))).toEqual([
      `12:21-28 ${USED} at line 13`,
      "<stdin>:11:7: varexpand-ignore: unknown rule lost-dolar; did you mean lost-dollar?",
      "<stdin>:12:29: varexpand-ignore must name a rule: # varexpand-ignore RULE: reason",
    ]);
  });

  test("in a file with CR LF", async () => {
    expect(await reported(URL(" # varexpand-ignore use-before-declaration: x").replaceAll("\n", "\r\n"))).toEqual([]);
  });
});

describe("an annotation", () => {
  const annotated = (rules: string) =>
    jsonPod({ args: ["$(A)"] }).replace(
      '"name": "web"',
      `"name": "web", "annotations": {"varexpand.dev/ignore": "${rules}"}`,
    );

  test("of an object in JSON", async () => {
    expect(await reported(annotated("undefined-reference"))).toEqual([]);
  });

  test("that is unused", async () => {
    expect(await reported(annotated("undefined-reference,lost-dollar"))).toEqual([
      "<stdin>:1:105: unused suppression: lost-dollar reports nothing here",
    ]);
  });

  test("of a pod template covers its pods", async () => {
    const text = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {}
  template:
    metadata: {annotations: {varexpand.dev/ignore: undefined-reference}}
    spec: {containers: [{name: a, image: a, args: [$(A)]}]}
---
${pod("args: [$(A)]")}`;
    expect(await reported(text)).toEqual([
      "18:12-16 «$(A)» undefined-reference: $(A) is not expanded: the variable is not defined",
    ]);
  });
});

test("a disabled rule does not report findings, and its suppressions are not unused", async () => {
  const text = URL(" # varexpand-ignore lost-dollar: x");
  const { messages, output } = await runInMemory(
    ["lint", "--rule", "lost-dollar=off", "--rule", "use-before-declaration=note", "-"],
    { stdin: text },
  );
  expect({ messages, output }).toEqual({
    messages: ["checked 1 file, 1 pod: 1 note; 1 can be fixed with --fix"],
    output:
      "<stdin>:11:21: note: $(HOST) is not expanded: the variable is declared later at line 12 [use-before-declaration]\n",
  });
});

/** Every rule: a comment in each line that a finding begins in takes the finding. */
test.each(RULES)("$id can be suppressed by a comment", async ({ id, triggers }) => {
  const files = triggers.map(({ name, text }) => folder.file(name, text));
  const run = async () => {
    const { output } = await runInMemory(["lint", "-o", "json", "--rule", `${id}=error`, ...files]);
    return (JSON.parse(output).findings as { rule: string; line: number }[]).filter(({ rule }) => rule === id);
  };
  const lines = new Set((await run()).map(({ line }) => line));
  expect(lines.size).toBeGreaterThan(0);
  for (const { name, text } of triggers) {
    const numbered = text.split("\n").flatMap((line, i) => {
      const indent = /^ */.exec(line)![0];
      return lines.has(i + 1) ? [`${indent}# varexpand-ignore ${id}: meant`, line] : [line];
    });
    folder.file(name, numbered.join("\n"));
  }
  expect(await run()).toEqual([]);
});

test.each([
  ["A='b#varexpand-ignore'\n", 0],
  ["A='b' #varexpand-ignore\n", 1],
])("a comment in an env file needs white space before it: %j", async (text, count) => {
  const { messages } = await runInMemory(["lint", "--envfile", folder.file("a.env", text)]);
  expect(messages.filter((line) => line.includes("must name a rule"))).toHaveLength(count);
});

test("a comment at the end of the text, and one before it", async () => {
  const unused = (place: string) => `<stdin>:${place}: unused suppression: lost-dollar reports nothing here`;
  const text = pod("args: [a]");
  for (const [end, line] of [
    ["    # varexpand-ignore lost-dollar", 10],
    ["    # varexpand-ignore lost-dollar\n\n  \n", 10],
    ["\n# varexpand-ignore lost-dollar\n# why", 11],
  ] as const) {
    expect(await reported(text + end)).toEqual([unused(`${line}:${end.startsWith("\n") ? 1 : 5}`)]);
  }
});

test("the range of a suppression includes both ends", () => {
  const left = (start: number) => {
    const suppression = { rule: "a", start: 3, end: 5, at: 0, isUsed: false };
    const { length } = unsuppressed([{ rule: "a", start }], [suppression]);
    return [length, suppression.isUsed];
  };
  expect([2, 3, 5, 6].map(left)).toEqual([
    [1, false],
    [0, true],
    [0, true],
    [1, false],
  ]);
});

/** The text with the comment that suppresses a rule at `‸`. */
function ignored(source: string): string | undefined {
  const offset = source.indexOf("‸");
  const text = source.replace("‸", "");
  const fix = ignoringFix(text, parseManifest(text), "shell-syntax", offset);
  if (fix === undefined) return undefined;
  const [{ start, text: line }] = fix.edits as [(typeof fix.edits)[number]];
  return text.slice(0, start) + line + text.slice(start);
}

test.each([
  ["a value", "a:\n  b: ‸x\n", "a:\n  # varexpand-ignore shell-syntax\n  b: x\n"],
  ["an item", "a:\n- ‸x\n- y\n", "a:\n# varexpand-ignore shell-syntax\n- x\n- y\n"],
  ["a block scalar", "a: |\n  x\n  ‸y\n", "# varexpand-ignore shell-syntax\na: |\n  x\n  y\n"],
  ["a quoted scalar of several lines", 'a: "x\n  ‸y"\n', '# varexpand-ignore shell-syntax\na: "x\n  y"\n'],
  ["CRLF", "a: ‸x\r\n", "# varexpand-ignore shell-syntax\r\na: x\r\n"],
  ["a later document", "a: 1\n---\nb:\n  c: ‸x\n", "a: 1\n---\nb:\n  # varexpand-ignore shell-syntax\n  c: x\n"],
  ["a plain scalar of several lines", "a: x\n  ‸y\n", "# varexpand-ignore shell-syntax\na: x\n  y\n"],
  ["flow style", "a: [x,\n  ‸y]\n", "a: [x,\n  # varexpand-ignore shell-syntax\n  y]\n"],
  ["a text without a line break", "a: ‸x", "# varexpand-ignore shell-syntax\na: x"],
  ["a value after the start of a document", "a: 1\n--- ‸x\n", "a: 1\n# varexpand-ignore shell-syntax\n--- x\n"],
  ["an indentation with a tab", "a: [\n\t‸x]\n", "a: [\n\t# varexpand-ignore shell-syntax\n\tx]\n"],
  // There is no line for the comment.
  ["a value after a key of several lines", '{? "a\n  b" : ‸x}\n', undefined],
])("the comment that suppresses a finding in %s", (_, text, expected) => {
  expect(ignored(text)).toBe(expected);
});

const MISSING = "varexpand-ignore must name a rule: # varexpand-ignore RULE: reason";

test.each<[comment: string, rules: string[], wrong: string[]]>([
  ["# varexpand-ignore lost-dollar", ["lost-dollar"], []],
  ["#varexpand-ignore\tlost-dollar\t:", ["lost-dollar"], []],
  [
    "# \t varexpand-ignore  lost-dollar ,self-reference\t,\tlost-dollar: a, b  ",
    ["lost-dollar", "self-reference", "lost-dollar"],
    [],
  ],
  [
    "# varexpand-ignore lost-dollar, x, self-reference",
    ["lost-dollar", "self-reference"],
    ["varexpand-ignore: unknown rule x"],
  ],
  ["# varexpand-ignore", [], [MISSING]],
  ["# varexpand-ignore: lost-dollar", [], [MISSING]],
  ["# varexpand-ignore : lost-dollar", [], [MISSING]],
  ["# varexpand-ignore lost-dollar,", [], [MISSING]],
  ["# varexpand-ignore lost-dollar self-reference", [], [MISSING]],
  ["# varexpand-ignored lost-dollar", [], []],
  ["# varexpand-ignore-all lost-dollar", [], []],
  ["# see varexpand-ignore lost-dollar", [], []],
  ["x# varexpand-ignore lost-dollar", [], []],
])("%j suppresses %j", (comment, rules, wrong) => {
  for (const [before, at] of [
    ["", 0],
    ["A=1 ", 4],
    ["A=1\t", 4],
    ["A=1\r", 4],
    ["A=1\n", 4],
  ] as const) {
    const found = commentSuppressions(new SourceText(`${before}${comment}\nB=2`));
    expect(found.list.map(({ rule }) => rule)).toEqual(rules);
    expect(found.wrong.map(({ message }) => message.replace(/;.*/, ""))).toEqual(wrong);
    for (const each of [...found.list, ...found.wrong]) expect(each.at).toBe(at);
  }
});

test("findings of an object that no annotation is about, and the annotations that are used", () => {
  const suppression = (rule: string) => ({ rule, start: 0, end: 0, at: 0, isUsed: false });
  const list = [suppression("a"), suppression("b"), suppression("c"), suppression("b")];
  const findings = ["x", "b", "a", "y", "b"].map((rule) => ({ rule }));
  expect(unignored(findings, list)).toEqual([{ rule: "x" }, { rule: "y" }]);
  expect(list.map(({ isUsed }) => isUsed)).toEqual([true, true, false, true]);
});

test.each<[annotation: string, rules: string[], wrong: string[]]>([
  ["lost-dollar", ["lost-dollar"], []],
  ["' lost-dollar, self-reference: x '", ["lost-dollar", "self-reference"], []],
  ["'lost-dollar,x'", ["lost-dollar"], ["varexpand-ignore: unknown rule x"]],
  ["''", [], [MISSING]],
  ["null", [], []],
  ["5", [], []],
  ["[lost-dollar]", [], []],
])("the annotation %s suppresses %j in the object", (annotation, rules, wrong) => {
  const object = `{metadata: {annotations: {varexpand.dev/ignore: ${annotation}}}}`;
  const [document] = parseManifest(`a: 1\nb: ${object}\n`);
  const at = `a: 1\nb: ${object}`.indexOf("ignore: ") + "ignore: ".length;
  const found = annotationSuppressions(document!, ["b"]);
  expect(found.list).toEqual(rules.map((rule) => ({ rule, start: 8, end: 8 + object.length, at, isUsed: false })));
  expect(found.wrong.map(({ message }) => message.replace(/;.*/, ""))).toEqual(wrong);
  for (const each of found.wrong) expect(each.at).toBe(at);
  expect(annotationSuppressions(document!, [])).toEqual({ list: [], wrong: [] });
});
