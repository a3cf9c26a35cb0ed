/** Completion inside the templates of a project. */
import { expect, test } from "vitest";
import { NOT_KNOWN_YET } from "../../../src/garden/template/context/unresolved.ts";
import { functionNames } from "../../../src/garden/template/functions/index.ts";
import type { TemplateContext } from "../../../src/garden/template/internal.ts";
import type { ProjectSnapshot } from "../../../src/lsp/projects/project-snapshot.ts";
import { templateCompletion } from "../../../src/lsp/projects/template-completion.ts";
import { GARDEN } from "../../../src/yaml/dialect.ts";
import type { Path } from "../../../src/yaml/node.ts";
import { parseManifest } from "../../../src/yaml/parse.ts";
import { marked } from "../marked.ts";

const CONTEXT = {
  var: {
    host: "db",
    list: [{ x: 1 }, { y: 2 }],
    map: { cpu: { max: 2 }, "a.b": { c: 3 }, 'd"e': { f: 4 }, "it's": { g: 5 }, größe: { h: 6 }, 0: { i: 7 } },
    none: null,
    late: NOT_KNOWN_YET,
    "has-dash": true,
    "x y": undefined,
  },
  $x: { z: 8 },
  "not a name": { z: 9 },
} as TemplateContext;

/** What is offered at `‸` in a template, where each environment has one of the contexts. */
function completed(written: string, contexts: readonly TemplateContext[] = [CONTEXT]) {
  const { at, text } = marked(written);
  const root = parseManifest("a: x", GARDEN)[0]!;
  const scans = contexts.map((context) => ({
    contextsAt: (where: string, path: Path) => (where === "a" && path.join() === "a" ? [{ context }] : []),
  }));
  const snapshot = { textOf: () => "a: x", scans } as unknown as ProjectSnapshot;
  return templateCompletion(text, at, snapshot, { file: "a", root, where: "a" }, 3);
}

const ROOT = "var, $x, functions";
const VAR = "host, list, map, none, late, has-dash, x y";
const MAP = "0, cpu, a.b, d\"e, it's, größe";

test.each<[written: string, covered: string, names: string]>([
  // At the root: the keys that need no brackets, and the functions.
  ["${‸", "", ROOT],
  ["${‸}", "", ROOT],
  ["x ${ho‸", "ho", ROOT],
  ["${v‸ar.host}", "var", ROOT],
  ["${é‸_1-$é b}", "é_1-$é", ROOT],
  ["${1‸", "1", ROOT],
  ["${a || b‸", "b", ROOT],
  ["${if ‸", "", ROOT],
  ["${var[‸", "", ROOT],
  ["${'it\"s' + ‸", "", ROOT],
  ['${"it\'s" + ‸', "", ROOT],
  // The keys of a map, by name or in brackets.
  ["${var.‸", "", VAR],
  ["${var.‸ + 1}", "", VAR],
  ["${var.ho‸", "ho", VAR],
  ["${var.ho‸st + 1}", "host", VAR],
  ["${var.has-‸dash}", "has-dash", VAR],
  ["${var.0‸", "0", VAR],
  ["${$x.‸", "", "z"],
  ["${var.map.‸", "", MAP],
  ["${var.map.cpu‸", "cpu", MAP],
  ["${var.map.cpu.‸", "", "max"],
  ["${var.map.cpu.m‸ax.x}", "max", "max"],
  ["${var.map.größe.‸", "", "h"],
  ["${var['map'].‸", "", MAP],
  ["${var[\"map\"]['a.b'].‸", "", "c"],
  ['${var.map["a.b"].c‸', "c", "c"],
  ["${var.map['d\"e'].‸", "", "f"],
  ['${var.map["it\'s"].‸', "", "g"],
  ["${var.map[0].‸", "", "i"],
  ["${var.map.0.‸", "", "i"],
  ["${var.list[0].‸", "", "x"],
  ["${var.list[1].‸", "", "y"],
  ["${var.list.1.‸", "", "y"],
  // In any part of an expression.
  ["${if var.map.‸}x", "", MAP],
  ["${  if   var.map.‸}x", "", MAP],
  ["${iffy.‸", "", ""],
  ["${var.host + var.map.‸}", "", MAP],
  ["${upper(var.map.‸)}", "", MAP],
  ["${x ? var.map.‸ : 1}", "", MAP],
  ["${x[var.map.‸]}", "", MAP],
  ["${'x}' + var.map.‸}", "", MAP],
  ["${var.host} ${var.map.‸}", "", MAP],
  // Values without keys, and keys that do not exist.
  ["${var.host.‸", "", ""],
  ["${var.none.‸", "", ""],
  ["${var.late.‸", "", ""],
  ["${var.list.‸", "", ""],
  ["${var.list[2].‸", "", ""],
  ["${var.nothing.‸", "", ""],
  ["${nothing.‸", "", ""],
  ['${var[""].‸', "", ""],
  ["${var[''].‸", "", ""],
])("%j replaces %j with one of: %s", (written, covered, names) => {
  const { end, names: found, start } = completed(written)!;
  const functions = found.filter(({ detail }) => detail === "function");
  const own = found.filter((each) => !functions.includes(each)).map(({ label }) => label);
  expect(functions.map(({ text }) => text)).toEqual(names === ROOT ? functionNames().map((name) => `${name}(`) : []);
  expect({ covered: marked(written).text.slice(start, end), names: own.join(", ") }).toEqual({
    covered,
    names: names.replace(", functions", ""),
  });
});

test.each([
  "‸",
  "x‸${var.host}",
  "‸${var.host}",
  "$‸{var.host}",
  "${var.host} $‸{var.host}",
  "$ {‸",
  "${var.host}‸",
  "${var.host} var.‸",
  "${var\n.‸",
  "${var\r.‸",
  "${'var.‸",
  '${"var.‸',
  "${'it\"s ‸",
  "$${var.‸",
  "${.‸",
  "${'a'.‸",
  "${var['host']‸",
  "${var[x].‸",
  "${var[].‸",
  "${var['a$b'].‸",
  '${var["a\\"].‸',
])("nothing is offered in %j", (written) => {
  expect(completed(written)).toBeUndefined();
});

test("a name has its value in the first environment that sets it; in brackets, it replaces the dot", () => {
  const other = { var: { host: "other", more: [] } } as TemplateContext;
  expect(completed("a: ${var.‸", [CONTEXT, other])).toEqual({
    start: 9,
    end: 9,
    names: [
      { label: "host", detail: '"db"', text: "host", takesDot: false },
      { label: "list", detail: "list", text: "list", takesDot: false },
      { label: "map", detail: "map", text: "map", takesDot: false },
      { label: "none", detail: "null", text: "none", takesDot: false },
      { label: "late", detail: "(not known yet)", text: "late", takesDot: false },
      { label: "has-dash", detail: "true", text: "has-dash", takesDot: false },
      { label: "x y", detail: "", text: '["x y"]', takesDot: true },
      { label: "more", detail: "list", text: "more", takesDot: false },
    ],
  });
});

test("nothing is offered outside of documents", () => {
  expect(templateCompletion("${", 2, { scans: [] } as unknown as ProjectSnapshot, undefined, 2)).toBeUndefined();
});
