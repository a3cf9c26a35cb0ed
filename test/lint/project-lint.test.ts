/** Findings in the documents of a Garden project. */
import { expect, test } from "vitest";
import { parseYamlDocuments, placesIn, varfileRoot } from "../../src/garden/variables/yaml.ts";
import { lintProject } from "../../src/lint/project-lint.ts";
import type { ProjectDocument } from "../../src/lint/rules/project/project-document.ts";
import { SourceText } from "../../src/lint/source-text.ts";

/** `FILE «TEXT» RULE: MESSAGE` for each finding. */
function found(config: string, varfiles: Readonly<Record<string, string>> = {}): string[] {
  const source = new SourceText(config);
  const documents = parseYamlDocuments(config, "garden.yml").map((root): ProjectDocument => {
    return { file: "garden.yml", root, source, value: root.value, placeOf: placesIn(config, () => root) };
  });
  const {
    findings,
    projects,
    varfiles: read,
  } = lintProject(documents, {
    readVarfile: (folder, path) => {
      const text = varfiles[folder === "" ? path : `${folder}/${path}`];
      return text === undefined ? undefined : { text, placeOf: placesIn(text, () => varfileRoot(text)) };
    },
    hasFile: () => false,
    isGitIgnored: (path) => path.includes("ignored"),
    isKnown: (name) => name === "known",
  });
  const texts: Readonly<Record<string, string>> = { "garden.yml": config, ...varfiles };
  return [
    ...[...findings].flatMap(([file, list]) =>
      list.map(({ end, message, rule, start }) => `${file} «${texts[file]!.slice(start, end)}» ${rule}: ${message}`),
    ),
    `projects: ${projects.map(({ scan }) => scan.environment).join()}; ${[...read.keys()].join()}`,
  ];
}
const project = (environments: string, variables = "{a: 1}", more = "") => `# The project
apiVersion: garden.io/v1
kind: Project
name: shop
environments: ${environments}
providers: [{name: local-kubernetes}]
variables: ${variables}
${more}`;
const run = (text: string) => `---\nkind: Run\ntype: exec\nname: r\nspec: {command: ["${text}"]}\n`;
const missing = (text: string, message: string, file = "garden.yml") =>
  `${file} «${text}» template-missing-key: ${message}`;
const error = (text: string, message: string, file = "garden.yml") => `${file} «${text}» project-error: ${message}`;
const hidden = (name: string, by: string) =>
  `garden.yml «${name}» template-hidden-level: this value of ${name} is never used: it is overridden in every environment, by ${by}`;
const unused = (name: string) =>
  `garden.yml «${name}» template-unused-variable: no template refers to the variable ${name}`;

test.each<[title: string, config: string, findings: string[], varfiles?: Record<string, string>]>([
  ["no project", run("${var.b}"), ["projects: ; "]],
  [
    "environments by name",
    project("[dev, {name: prod}]") + run("${var.a}${environment.name}"),
    ["projects: dev,prod; "],
  ],
  [
    "no environments",
    project("[]") + run("${var.a}"),
    [error("apiVersion: garden.io/v1", "the project has no environments"), "projects: ; "],
  ],
  [
    "environments of another type",
    project("5") + run("${var.a}"),
    [error("5", "environments: this must be a list, not a number"), "projects: ; "],
  ],
  [
    "a key that is missing in one of two environments",
    project("[{name: dev}, {name: prod, variables: {b: 1}}]") + run("${var.b}${var.known}${var.a}"),
    [missing("b", 'spec.command.0: no such key: "b" under var (known: a)'), "projects: dev,prod; "],
  ],
  [
    "a key that is known, but not of variables",
    project("[dev]") + run("${var.a}${project.known}"),
    [missing("known", 'spec.command.0: no such key: "known" under project (known: name)'), "projects: dev; "],
  ],
  [
    "a computed key",
    project("[dev]") + run("${var[environment.name]}"),
    [missing("environment", 'spec.command.0: no such key: "dev" under var (known: a)'), "projects: dev; "],
  ],
  ["a known key in brackets", project("[dev]") + run("${var.a}${var['known']}"), ["projects: dev; "]],
  ...[
    ["['a b']", "a b"],
    ['[\\"a b\\"]', "a b"],
    ["[ 'b' ]", "b"],
    ["['']", ""],
  ].map(([written, key = ""]): [string, string, string[]] => [
    `a key in brackets: ${written}`,
    project("[dev]") + run(`\${var.a}\${var${written}}`),
    [missing(key, `spec.command.0: no such key: "${key}" under var (known: a)`), "projects: dev; "],
  ]),
  [
    "a key of a variable, named like a known variable",
    project("[dev]", "{a: 1, m: {b: x}}") + run("${var.a}${var.m.known}"),
    [missing("known", 'spec.command.0: no such key: "known" under var.m (known: b)'), "projects: dev; "],
  ],
  [
    "a computed key that is known",
    project("[{name: known}]") + run("${var.a}${var[environment.name]}"),
    ["projects: known; "],
  ],
  [
    "several errors",
    `${project("[dev]") + run("${var.a} ${lowr(var.a)}")}---\nkind: Run\ntype: exec\nname: s\nspec: {command: ['\${uppr(1)}']}  # why\n`,
    [
      error('lowr(var.a)}"]}', "spec.command.0: no such helper function: lowr (did you mean lower?)"),
      error("uppr(1)}']}  # why", "spec.command.0: no such helper function: uppr (did you mean upper?)"),
      "projects: dev; ",
    ],
  ],
  [
    "an action that is missing",
    project("[dev]") + run("${var.a} ${actions.build.other.version}"),
    [missing("other", 'spec.command.0: no such key: "other" under actions.build (it has no keys)'), "projects: dev; "],
  ],
  [
    "an action that can be in another source",
    project("[dev]", "{a: 1}", "sources: [{name: o, repositoryUrl: 'https://example.com/o.git#v1'}]\n") +
      run("${var.a} ${actions.build.other.version}"),
    [
      'garden.yml «other.version}"]}» project-incomplete: spec.command.0: no such key: "other" under actions.build (it has no keys); it may be in one of the project\'s `sources`, which are not fetched',
      "projects: dev; ",
    ],
  ],
  // Varfiles.
  [
    "a varfile that is missing",
    project("[{name: dev, varfile: none.env}]") + run("${var.a}${var.x}"),
    [
      error(
        "none.env}]",
        "environments.0.varfile: no such varfile: none.env; if it is optional, write { path, optional: true }",
      ),
      "projects: ; ",
    ],
  ],
  [
    "a varfile that is missing, and that Git ignores: its variables are unknown",
    project("[{name: dev, varfile: ignored.env}]") + run("${var.a}${var.x}"),
    [
      "garden.yml «ignored.env}]» project-incomplete: environments.0.varfile: missing varfile ignored.env, which .gitignore covers: without it, the variables that it sets are unknown",
      "projects: dev; ",
    ],
  ],
  [
    "a varfile that is not valid",
    project("[{name: dev, varfile: x.yaml}]") + run("${var.a}"),
    [error("b c", "invalid YAML: a key without ':', or wrong indentation", "x.yaml"), "projects: ; x.yaml"],
    { "x.yaml": "a: 1\nb c\nd: 2\n" },
  ],
  [
    "a missing key in a varfile",
    project("[{name: dev, varfile: x.yaml}]") + run("${var.a}${var.y}"),
    [missing("none", 'y: no such key: "none" under var (known: a, y)', "x.yaml"), "projects: dev; x.yaml"],
    { "x.yaml": "y: ${var.none}   # why\n" },
  ],
  // Values that are overridden.
  [
    "a value that is overridden in every environment",
    project("[{name: dev, variables: {a: 2}}, {name: prod, varfile: x.yaml}]", "{a: 1, b: 2, $merge: {}}") +
      run("${var.a}${var.b}"),
    [hidden("a", "the environment's variables, x.yaml"), "projects: dev,prod; x.yaml"],
    { "x.yaml": "a: 3\n" },
  ],
  [
    "a value that is overridden in one environment",
    project("[{name: dev, variables: {a: 2}}, prod]") + run("${var.a}"),
    ["projects: dev,prod; "],
  ],
  [
    "an overridden value that another variable uses",
    project("[{name: dev, variables: {a: 2}}]", "{a: 1, b: '${var.a}'}") + run("${var.a}${var.b}"),
    ["projects: dev; "],
  ],
  [
    "a value that is overridden by one that is not known",
    project("[{name: dev, variables: {a: '${local.env.X}'}}]") + run("${var.a}"),
    [hidden("a", "the environment's variables"), "projects: dev; "],
  ],
  // Variables that are not used.
  [
    "variables of the project, of an environment, and of an action",
    `${project("[{name: dev, variables: {c: 2, $x: 1}}, prod]", "{a: 1, b: {d: 1}}")}---\nkind: Run\ntype: exec\nname: r\nvariables: {e: 1, f: 2}\nspec: {command: ['\${var.e}']}\n`,
    [...["a", "b", "c", "f"].map(unused), "projects: dev,prod; "],
  ],
  [
    "variables as a list",
    `${project("[dev]", "[a]")}`,
    [error("[a]", "variables: this must be a map, not a list"), "projects: ; "],
  ],
  // The suffix of optional expressions.
  [
    "apiVersion garden.io/v2",
    project("[dev]").replace("garden.io/v1", "garden.io/v2") + run("${var.a}?"),
    [
      "garden.yml «${var.a}?» template-optional-suffix: the ? after the expression is text in projects of apiVersion garden.io/v2; write a default with ||",
      "projects: dev; ",
    ],
  ],
  ["apiVersion garden.io/v1", project("[dev]") + run("${var.a}?"), ["projects: dev; "]],
])("%s", (_, config, findings, varfiles) => {
  expect(found(config, varfiles)).toEqual(findings);
});
