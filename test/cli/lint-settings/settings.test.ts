/** The settings of lint: what they match, what is wrong with them, and which of them are unused. */
import { describe, expect, test } from "vitest";
import type { CommandIo } from "../../../src/cli/frame/io.ts";
import { readLintConfig } from "../../../src/cli/lint-settings/config.ts";
import {
  type LintOptions,
  lintOptions,
  OPTION_SETTINGS,
  withConfigured,
} from "../../../src/cli/lint-settings/options.ts";
import {
  ConfiguredSuppressions,
  type LintSettings,
  pathFromSettings,
  ruleSetting,
} from "../../../src/cli/lint-settings/settings.ts";
import type { Finding } from "../../../src/lint/finding.ts";
import { RuleSeverities } from "../../../src/lint/rules/rules.ts";
import { FolderPerTest } from "../temporary.ts";

const folder = new FolderPerTest();
const read = (text: string): LintSettings => readLintConfig(folder.file(".varexpand.yaml", text), {} as CommandIo);

test("the levels of rules, including off as YAML reads it", () => {
  const { rules } = read(
    "rules: {lost-dollar: off, self-reference: 'off', shell-syntax: note, never-expanded: warning, probe-value: error}\n",
  );
  expect(Object.fromEntries(rules)).toEqual({
    "lost-dollar": "off",
    "self-reference": "off",
    "shell-syntax": "note",
    "never-expanded": "warning",
    "probe-value": "error",
  });
});

test("patterns of names, templates, and env files with their dialects", () => {
  const settings = read(`known: [AWS_*, HOME]
templates: [{kind: Site, path: spec.pod}, {kind: Shop, path: spec}]
envFiles: [a/*.conf, {path: "*.conf", dialect: compose}, {path: b/, dialect: kubectl}, "!c.conf"]
`);
  expect(["AWS_", "AWS_A", "AWS", "HOME", "HOMES"].map(settings.isKnown)).toEqual([true, true, false, true, false]);
  expect(settings.templates).toEqual([
    { kind: "Site", location: "spec.pod" },
    { kind: "Shop", location: "spec" },
  ]);
  const files = ["a/x.conf", "x.conf", "b/x.conf", "b/x", "c.conf", "x"];
  expect(files.map((file) => [file, settings.envFiles!(file), settings.dialectOf(file)])).toEqual([
    ["a/x.conf", true, "compose"],
    ["x.conf", true, "compose"],
    // The last entry wins.
    ["b/x.conf", true, "kubectl"],
    ["b/x", true, "kubectl"],
    ["c.conf", false, "compose"],
    ["x", false, undefined],
  ]);
  expect(read("envFiles: []\n").envFiles).toBeUndefined();
});

test("the options of the command, with a baseline beside the file", () => {
  const text = `failOn: note\noutput: json\nall: true\nbaseline: known.json\nfix: false\ndiff: true\ncomplete: true\nprofile: kubelet\n`;
  expect(read(text).options).toEqual({
    "fail-on": "note",
    output: "json",
    all: true,
    baseline: folder.at("known.json"),
    fix: false,
    diff: true,
    complete: true,
    profile: "kubelet",
  });
});

test("every option of the command is a setting, except for inputs, what writes a baseline, and help", () => {
  const others = Object.keys(lintOptions).filter(
    (name) => ![...OPTION_SETTINGS.values()].some((each) => each === name),
  );
  const inputs = ["file", "recursive", "kustomize", "load-restrictor", "envfile"];
  expect(others).toEqual([...inputs, "rule", "config", "write-baseline", "skip-unchecked", "color", "explain"]);
});

test("the command line precedes the configuration", () => {
  const none = { file: [], recursive: false, kustomize: [], envfile: [], rule: [] };
  const flags = {
    all: false,
    fix: false,
    diff: false,
    complete: false,
    "write-baseline": false,
    "skip-unchecked": false,
  };
  const unset = {
    "load-restrictor": undefined,
    output: undefined,
    config: undefined,
    baseline: undefined,
    profile: undefined,
    explain: undefined,
    color: undefined,
  };
  const options: LintOptions = { ...none, ...flags, ...unset, "fail-on": "error" };
  const result = { ...options, all: true, "fail-on": "error" };
  expect(withConfigured(options, { all: true, fix: false, "fail-on": "note" })).toEqual(result);
});

const LEVELS = "a rule is set to off, note, warning, error";

test.each([
  ["fix: 1", "1:6: expected true or false"],
  ["fix: off-", "1:6: expected true or false"],
  ["failOn: errors", "1:9: expected error, warning, note, unknown"],
  ["output: [json]", "1:9: expected a string"],
  ["fail-on: error", '1:1: unknown key "fail-on"; did you mean failOn?'],
  ["rules: [lost-dollar]", "1:8: expected a mapping"],
  ["rules: {lost-dollar: }", `1:20: ${LEVELS}`],
  ["rules: {lost-dollar: true}", `1:22: ${LEVELS}`],
  ["rules: {lost-dollar: [error]}", `1:22: ${LEVELS}`],
  ["known: {A: b}", "1:8: expected a list"],
  ["known: [A, '']", "1:12: expected a string"],
  ["known: [1]", "1:9: expected a string"],
  ["ignore: [{rule: lost-dollar}]", "1:10: an entry of ignore needs path"],
  ["ignore: [{path: a}]", "1:10: an entry of ignore needs rule"],
  ["ignore: [{path: a, rule: }]", "1:10: an entry of ignore needs rule"],
  ["ignore: [{path: a, rule: lost-dollar, name: 1}]", "1:45: expected a string"],
  ["ignore: [a]", "1:10: expected a mapping"],
  ["templates: [{kind: A, path: [a]}]", "1:29: expected a string"],
  ["templates: [{path: a}]", "1:13: an entry of templates needs kind and path"],
  ["envFiles: [{dialect: compose}]", "1:12: an entry of envFiles needs path"],
  ["envFiles: [{path: a, dialects: compose}]", '1:22: unknown key "dialects"; did you mean dialect?'],
  ["envFiles: [{path: 1, dialect: compose}]", "1:19: expected a string"],
  [
    "envFiles: [{path: a, dialect: yaml}]",
    "1:12: dialect is one of kep, dotenv, dotenv-expand, dotenv-expand-1000, node, bun, deno, shell, docker, compose, kubectl",
  ],
  [
    "envFiles: [{path: a}]",
    "1:12: dialect is one of kep, dotenv, dotenv-expand, dotenv-expand-1000, node, bun, deno, shell, docker, compose, kubectl",
  ],
  ["envFiles: ['']", "1:12: expected a string"],
  ["envFiles: [2]", "1:12: expected a mapping"],
])("%j is an error", (text, message) => {
  expect(() => read(`${text}\n`)).toThrow(`.varexpand.yaml:${message}`);
});

test("--rule", () => {
  const message = (option: string) => {
    try {
      return ruleSetting(option);
    } catch (error) {
      return (error as Error).message;
    }
  };
  const how = "--rule lost-dollar: write --rule lost-dollar=LEVEL, where LEVEL is off, note, warning, error";
  expect(
    ["lost-dollar=off", "lost-dollar=error=x", "lost-dollar", "lost-dollar=", "lost-dollar=Off"].map(message),
  ).toEqual([["lost-dollar", "off"], ["lost-dollar", "error"], how, how, how]);
  expect(message("=off")).toMatch(/^--rule: unknown rule ;/);
});

test("paths are relative to the folder of the settings", () => {
  const settings = read("");
  const paths = ["a.yaml", "b/c.yaml", "..a", "", "..", "../a.yaml"].map((path) => folder.at(path));
  expect(paths.map((path) => pathFromSettings(settings, path))).toEqual([
    "a.yaml",
    "b/c.yaml",
    "..a",
    undefined,
    undefined,
    undefined,
  ]);
});

describe("ignored findings", () => {
  const about = (file: string, found: Partial<Finding> = {}) =>
    ({ file: folder.at(file), rule: "lost-dollar", ...found }) as Finding;

  test.each<[string, Partial<Finding>, boolean]>([
    ["{path: k, rule: lost-dollar}", {}, true],
    ["{path: k/*.yaml, rule: lost-dollar}", {}, true],
    ["{path: b, rule: lost-dollar}", {}, false],
    ["{path: k, rule: self-reference}", {}, false],
    ["{path: k, rule: lost-dollar, name: A}", {}, false],
    ["{path: k, rule: lost-dollar, name: A}", { name: "A" }, true],
    ["{path: k, rule: lost-dollar, name: A*}", { name: "BA" }, false],
    ["{path: k, rule: lost-dollar, name: Pod/web}", { object: "Pod/web" }, true],
    ["{path: k, rule: lost-dollar, name: web}", { object: "Pod/web" }, true],
    ["{path: k, rule: lost-dollar, name: Pod}", { object: "Pod/web" }, false],
    ["{path: k, rule: lost-dollar, name: web}", { name: "A", object: "Pod/web2" }, false],
    // The path is that of a file, and not of its name elsewhere.
    ["{path: /a.yaml, rule: lost-dollar}", {}, false],
  ])("%s: %j", (entry, found, isIgnored) => {
    const suppressions = new ConfiguredSuppressions(read(`ignore: [${entry}]\n`));
    expect(suppressions.isIgnored(about("k/a.yaml", found))).toBe(isIgnored);
    expect(suppressions.isIgnored(about("../k/a.yaml", found))).toBe(false);
  });

  test("unused entries are reported if a file matches them and their rule is on", () => {
    const settings = read(`ignore:
- {path: a.yaml, rule: lost-dollar}
- {path: "*.yaml", rule: lost-dollar}
- {path: a.yaml, rule: self-reference}
- {path: a.yaml, rule: shell-syntax}
- {path: b.yaml, rule: self-reference}
- {path: a.yaml, rule: lost-dollar, name: A}
`);
    const severities = new RuleSeverities(new Map([["shell-syntax", "off"]]));
    const suppressions = new ConfiguredSuppressions(settings);
    const unused = (...files: string[]) =>
      suppressions
        .unusedLines(
          files.map((file) => folder.at(file)),
          severities,
        )
        .map((line) => line.replace(/^.*yaml:/, ""));
    expect(unused("../a.yaml")).toEqual([]);
    // Every entry that matches a finding is used.
    expect(suppressions.isIgnored(about("a.yaml"))).toBe(true);
    expect(unused("a.yaml", "c.yaml")).toEqual([
      "4:3: unused suppression: self-reference reports nothing",
      "7:3: unused suppression: lost-dollar reports nothing",
    ]);
    expect(unused("b.yaml")).toEqual(["6:3: unused suppression: self-reference reports nothing"]);
  });
});

describe("sources", () => {
  test("kind, name, namespace, and keys with their places", () => {
    const text =
      "sources: [{kind: Secret, name: a, keys: [A, B]}, {kind: ConfigMap, name: b, namespace: c, keys: [], complete: true}]";
    const [secret, configMap] = read(text).sources;
    const keys = Array.from(secret!.keys, ([key, node]) => [key, secret!.file.text.slice(node.start, node.end)]);
    expect([secret!.kind, secret!.name, secret!.namespace, keys, secret!.isComplete]).toEqual([
      "Secret",
      "a",
      undefined,
      [
        ["A", "A"],
        ["B", "B"],
      ],
      false,
    ]);
    expect(configMap).toMatchObject({
      kind: "ConfigMap",
      name: "b",
      namespace: "c",
      keys: new Map(),
      isComplete: true,
    });
  });

  test.each([
    ["{name: a, keys: []}", "an entry of sources needs kind"],
    ["{kind: Secret, keys: []}", "an entry of sources needs name"],
    ["{kind: Secret, name: a}", "an entry of sources needs keys"],
    ["{kind: Service, name: a, keys: []}", "expected ConfigMap or Secret"],
    ["{kind: Secret, name: a, keys: A}", "expected a list"],
    ["{kind: Secret, name: a, keys: [1]}", "expected a string"],
    ["{kind: Secret, name: a, keys: [], complete: sure}", "expected true or false"],
    ["{kind: Secret, name: a, key: []}", 'unknown key "key"; did you mean keys?'],
  ])("%s: %s", (entry, message) => {
    expect(() => read(`sources: [${entry}]`)).toThrow(message);
  });
});
