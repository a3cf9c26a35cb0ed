/** The rules about what Kustomizations of Flux apply: place, level, message, and fix of each finding. */
import { describe, expect, test } from "vitest";
import { FindingCollector } from "../../../src/lint/collector.ts";
import { FluxFacts } from "../../../src/lint/flux-facts.ts";
import { sourceTextOf } from "../../../src/lint/pod-place.ts";
import { RenderedLint } from "../../../src/lint/rendered-lint.ts";
import { RuleSeverities } from "../../../src/lint/rules/rules.ts";
import { fluxPaths, kustomization, object, substitute, substituteFrom } from "../../kubernetes/flux/repository.ts";

type Files = Readonly<Record<string, string>>;

/** Each finding: rule, level, place, the text there, the message, and the text after the fix. */
function findings(files: Files, known: readonly string[] = []): string[] {
  const rendered = new RenderedLint({
    isReported: () => true,
    isSubstituted: () => false,
    isUnused: () => false,
    pathInSearch: (path) => path,
  });
  const paths = fluxPaths(files);
  const facts = new FluxFacts(paths, {
    isKnown: (name) => known.includes(name),
    isInput: (path) => path.startsWith("/clusters/"),
    isClosed: false,
  });
  for (const path of paths) {
    const set = { kind: "flux", label: path.kustomization.title, rendering: path.rendering } as const;
    rendered.addUser(set);
    rendered.addSet(facts.seen(path), set);
  }
  return rendered.paths.flatMap((path) => {
    const { file, findings, list } = rendered.of(path)!;
    const collector = new FindingCollector({ severities: new RuleSeverities(), isIgnored: () => false });
    const found = { findings, suppressions: { list, wrong: [] } };
    return collector.add(path.slice(1), sourceTextOf(file), found).map(({ finding, raw }) => {
      const { column, end, endColumn, endLine, fix, line, message, rule, severity, start } = finding;
      const fixed = fix?.edits.map((edit) => `${edit.line}:${edit.column}-${edit.endColumn} ${edit.text}`).join();
      const place = `${finding.file}:${line}:${column}-${endLine === line ? "" : `${endLine}:`}${endColumn}`;
      const about = raw.path === undefined ? raw.object : `${raw.object} ${raw.path.join(".")}`;
      const text = file.text.slice(start, end);
      return `${rule} ${severity} ${place} «${text}» ${about}: ${message}${fixed === undefined ? "" : ` [${fixed}]`}`;
    });
  });
}

const apps = (spec: string) => ({ "clusters/apps.yaml": kustomization("apps", "./apps", spec) });
const settings = (data: string, metadata?: string) => object("ConfigMap", "settings", data, metadata);

/** The findings in a ConfigMap, whose first line of data is line 6. */
function inSettings(data: string, spec = substitute("A: a"), others: Files = {}): string[] {
  return findings({ ...apps(spec), "apps/settings.yaml": settings(data), ...others });
}

const unsetMessage = (name: string) => `Flux 2.9 rejects \${${name}}, which is not set; set it in postBuild, or write`;
const orKeep = (name: string) => `${unsetMessage(name)} $\${${name}} to keep the text`;
const orDefault = (name: string) => `${unsetMessage(name)} \${${name}:=default}`;

describe("flux-unset-variable", () => {
  const unset = (place: string, text: string, key: string, message: string) =>
    `flux-unset-variable error apps/settings.yaml:${place} «${text}» ConfigMap/settings data.${key}: ${message}`;

  test.each([
    ["a reference", "A: é ${HOST} ${A}", ["6:8-15", "${HOST}", "A", orDefault("HOST")]],
    ["a length", "A: ${#HOST}${A}", ["6:6-14", "${#HOST}", "A", orDefault("HOST")]],
    ["an operator without a default", "A: ${HOST/a/b}${A}", ["6:6-17", "${HOST/a/b}", "A", orKeep("HOST")]],
    ["a default of another one", "A: ${A:-${HOST}}", ["6:11-18", "${HOST}", "A", orDefault("HOST")]],
    ["a quoted string", "A: 'it''s ${HOST} ${A}'", ["6:13-20", "${HOST}", "A", orDefault("HOST")]],
    ["a block", "A: |\n  ${A}\n  x ${HOST}", ["8:7-14", "${HOST}", "A", orKeep("HOST")]],
    [
      "a similar name",
      "A: ${A} ${DOMIAN}",
      ["6:11-20", "${DOMIAN}", "A", "Flux 2.9 rejects ${DOMIAN}, which is not set; did you mean DOMAIN?"],
    ],
  ])("%s", (_, data, expected) => {
    expect(inSettings(data, substitute("A: a, DOMAIN: b")).filter((line) => !line.includes("unused"))).toEqual([
      unset(...(expected as Parameters<typeof unset>)),
    ]);
  });

  test.each([
    ["a default", "A: ${HOST:-x}${HOST:=x}${HOST=x}${A}"],
    ["an empty default", "A: ${HOST:=}${A}"],
    ["an escaped reference", "A: $${HOST} ${A}"],
    ["a reference without braces", "A: $HOST ${A}"],
  ])("not: %s", (_, data) => expect(inSettings(data)).toEqual([]));

  test("not: a name that the configuration knows", () => {
    const files = { ...apps(substitute("A: a")), "apps/settings.yaml": settings("A: ${HOST}${A}") };
    expect(findings(files, ["HOST"])).toEqual([]);
    expect(findings(files, ["OTHER"])).toHaveLength(1);
  });

  const vars = (name: string, data = "B: b") => object("ConfigMap", name, data);
  const sops = `${object("Secret", "vars", "B: ENC[x]")}sops: {version: "3"}\n`;
  test.each([
    ["a ConfigMap", substituteFrom("ConfigMap vars"), vars("vars"), 1],
    ["an optional ConfigMap", substituteFrom("ConfigMap vars?"), vars("vars"), 1],
    ["a Secret that SOPS has encrypted", substituteFrom("Secret vars"), sops, 1],
    ["a ConfigMap that is unknown", substituteFrom("ConfigMap other"), vars("vars"), 0],
    ["one that is known and one that is unknown", substituteFrom("ConfigMap vars", "Secret other"), vars("vars"), 0],
    ["an optional Secret that is unknown", substituteFrom("Secret vars?"), vars("vars"), 0],
    ["a source whose name is a variable", substituteFrom("ConfigMap ${X}"), vars("vars"), 0],
    ["another kind of source", "postBuild:\n  substituteFrom: [{kind: Other, name: vars}]\n", vars("vars"), 0],
  ])("variables of %s", (_, spec, sources, count) => {
    const found = inSettings("A: ${B} ${HOST}", `${spec}`, { "clusters/vars.yaml": sources });
    expect(found.filter((line) => line.includes("${HOST}"))).toHaveLength(count);
    expect(found).toHaveLength(count);
  });

  test("a Kustomization without a path, and one whose path does not exist, apply nothing", () => {
    const data = settings("A: ${HOST}");
    for (const path of ["./missing", "'${FOLDER}'"]) {
      const text = kustomization("apps", path, substitute("A: a"));
      expect(findings({ "clusters/apps.yaml": text, "apps/settings.yaml": data })).toEqual([]);
    }
  });

  test("two Kustomizations of one path have one finding; two with different variables have their own", () => {
    const two = (first: string, second: string) => ({
      "clusters/apps.yaml": kustomization("one", "./apps", first) + kustomization("two", "./apps", second),
      "apps/settings.yaml": settings("A: ${A:-x}${HOST}"),
    });
    expect(findings(two(substitute("A: a"), substitute("A: b")))).toEqual([
      unset("6:13-20", "${HOST}", "A", orDefault("HOST")),
    ]);
    expect(findings(two(substitute("A: a"), substitute("A: a, HOST: b")))).toHaveLength(1);
    expect(findings(two(substitute("A: a, HOST: c"), substitute("A: a, HOST: b")))).toEqual([]);
  });

  describe("a variable that another Kustomization sets", () => {
    const files = (...texts: string[]) => ({
      "clusters/apps.yaml": kustomization("one", "./apps", substitute("A: a")),
      "clusters/web.yaml": kustomization("two", "./web", substitute("HOST: b")),
      "web/settings.yaml": settings("A: ${HOST}"),
      ...Object.fromEntries(texts.map((text, i) => [`apps/${i}.yaml`, object("ConfigMap", `c${i}`, `A: ${text}`)])),
    });
    const missing = (users: string) =>
      `flux-unset-variable error clusters/apps.yaml:5:9-12 «one» Kustomization/one metadata.name: the Kustomization does not set \${HOST}, which ${users}; other Kustomizations set it`;

    test("is missing in the Kustomization", () => {
      expect(findings(files("${A}${HOST}"))).toEqual([missing("ConfigMap/c0 in its path uses")]);
      expect(findings(files("${A}${HOST}", "${HOST}${HOST}"))).toEqual([
        missing("ConfigMap/c0 and 1 other object in its path use"),
      ]);
      expect(findings(files("${HOST}", "${HOST}${A}", "${HOST}"))).toEqual([
        missing("ConfigMap/c0 and 2 other objects in its path use"),
      ]);
    });

    test("is reported at its uses if the Kustomization is not part of the input", () => {
      const { "clusters/apps.yaml": apps, ...others } = files("${A}${HOST}");
      expect(findings({ ...others, "other/apps.yaml": apps! })).toEqual([
        `flux-unset-variable error apps/0.yaml:6:10-17 «\${HOST}» ConfigMap/c0 data.A: ${orDefault("HOST")}`,
      ]);
    });
  });

  test("a nested Kustomization has its own variables and those that its parent writes into it", () => {
    const files = (child: string) => ({
      "clusters/cluster.yaml": kustomization("cluster", "./apps", substitute("NAME: HOST")),
      "apps/web.yaml": kustomization("web", "./web", child),
      "web/settings.yaml": settings("A: ${HOST}"),
    });
    expect(findings(files(substitute("'${NAME}': a")))).toEqual([]);
    expect(findings(files(substitute("OTHER: '${NAME}'"))).filter((line) => line.includes("unset"))).toEqual([
      unset("6:6-13", "${HOST}", "A", orDefault("HOST")).replace("apps/", "web/"),
    ]);
  });
});

describe("flux-malformed", () => {
  const message = "Flux cannot parse this: expected } after the name; write $$ for a dollar sign";
  const malformed = (place: string, text: string, key: string, fix?: string) =>
    `flux-malformed error apps/settings.yaml:${place} «${text}» ConfigMap/settings data.${key}: ${message}${fix === undefined ? "" : ` [${fix}]`}`;

  test.each([
    ["an array", "A: ${A} ${L[@]}", malformed("6:11-18", "${L[@]}", "A", "6:11-11 $")],
    ["an operator of a shell", 'A: "\\t${A-x}"', malformed("6:9-15", "${A-x}", "A", "6:9-9 $")],
    ["a comment in a script", "A: |\n  # ${A+x}\n", malformed("7:7-13", "${A+x}", "A", "7:7-7 $")],
    ["an unclosed brace", "A: '${A'", malformed("6:7-10", "${A", "A", "6:7-7 $")],
    ["after a dollar sign", "A: $$${A-x}", malformed("6:8-14", "${A-x}", "A")],
    ["a string with an escape in it", 'A: "${A\\x2dx}"', malformed("6:6-17", '"${A\\x2dx}"', "A")],
  ])("%s", (_, data, expected) => expect(inSettings(data)).toEqual([expected]));

  test("a key does not have a fix", () => {
    expect(inSettings('"${A-x}": b')).toEqual([malformed("6:4-10", "${A-x}", "${A-x}")]);
  });

  test.each([
    ["an escaped text", "A: $${A-x} ${A}"],
    ["a dollar sign alone", "A: $ $A $(A) ${A}"],
  ])("not: %s", (_, data) => expect(inSettings(data)).toEqual([]));

  test.each([
    ["a label", ", labels: {kustomize.toolkit.fluxcd.io/substitute: disabled}"],
    ["an annotation", ", annotations: {kustomize.toolkit.fluxcd.io/substitute: disabled}"],
    ["a label about applying", ", labels: {kustomize.toolkit.fluxcd.io/reconcile: disabled}"],
    ["an annotation about applying", ", annotations: {kustomize.toolkit.fluxcd.io/reconcile: disabled}"],
  ])("not: an object that %s excludes", (_, metadata) => {
    const data = settings("A: ${A-x} ${HOST} ${A:+b}", metadata);
    const other = object("ConfigMap", "other", "A: ${A}");
    expect(findings({ ...apps(substitute("A: a")), "apps/settings.yaml": data + other })).toEqual([]);
    const no = data.replace("disabled", "enabled");
    expect(findings({ ...apps(substitute("A: a")), "apps/settings.yaml": no + other })).toHaveLength(3);
  });

  test("a text that another Kustomization applies unchanged does not have a fix", () => {
    const files = (other: string) => ({
      "clusters/apps.yaml": kustomization("one", "./apps", substitute("A: a")) + kustomization("two", "./apps", other),
      "apps/settings.yaml": settings("A: ${A-x}"),
    });
    expect(findings(files(""))).toEqual([malformed("6:6-12", "${A-x}", "A")]);
    expect(findings(files(substitute("A: a")))).toEqual([malformed("6:6-12", "${A-x}", "A", "6:6-6 $")]);
  });

  test("the name of a variable, where it is set", () => {
    const spec = `${substitute('A: a, "my-host": b')}  substituteFrom: [{kind: ConfigMap, name: vars}]\n`;
    const text = (name: string) => `Flux rejects the variable ${name}: a name has only letters, digits, and _`;
    const others = { "clusters/vars.yaml": object("ConfigMap", "vars", "1ST: x\n_2: y") };
    expect(inSettings("A: ${A}", spec, others)).toEqual([
      `flux-malformed error clusters/vars.yaml:6:3-6 «1ST» ConfigMap/vars: ${text("1ST")}`,
      `flux-malformed error clusters/apps.yaml:10:25-32 «my-host» Kustomization/apps: ${text("my-host")}`,
      expect.stringContaining("flux-unused-variable note clusters/apps.yaml:10:25-32"),
    ]);
  });
});

describe("flux-operator", () => {
  const operator = (place: string, text: string, message: string) =>
    `flux-operator warning apps/settings.yaml:${place} «${text}» ConfigMap/settings data.A: ${message}`;

  test.each([
    [
      "A: ${A:+b}",
      operator("6:6-13", "${A:+b}", "${A:+…}: Flux uses the word if A is not set; a shell uses the word if A is set"),
    ],
    [
      "A: x ${A:?b}",
      operator("6:8-15", "${A:?b}", "${A:?…}: Flux uses the word if A is not set; in a shell, it is an error"),
    ],
  ])("%s", (data, expected) => expect(inSettings(data)).toEqual([expected]));

  test.each(["A: ${A:-b}", "A: ${A:=b}", "A: ${A=b}", "A: ${A:0}", "A: ${A#b}", "A: ${A^}", "A: $${A:+b} ${A}"])(
    "not: %s",
    (data) => {
      expect(inSettings(data)).toEqual([]);
    },
  );
});

describe("flux-changed-type", () => {
  const changed = (place: string, text: string, type: string, at: string) =>
    `flux-changed-type error apps/${place} «${text}» ${at}: the value is ${type} after substitution, but this field must be a string`;
  const VALUES = substitute("N: '80', T: 'true', X: 'null', J: '{}', S: s, Q: '\"'");

  test.each([
    ['A: "${N}"', "6:6-12", '"${N}"', "a number"],
    ["A: ${N}", "6:6-10", "${N}", "a number"],
    ["A: '${N}.${N}'", "6:6-17", "'${N}.${N}'", "a number"],
    ["A: ${T}", "6:6-10", "${T}", "a boolean"],
    ["A: ${J}", "6:6-10", "${J}", "a mapping"],
    ["A: ${HOST:=1}", "6:6-16", "${HOST:=1}", "a number"],
  ])("%s", (data, place, text, type) => {
    expect(inSettings(data, VALUES).filter((line) => !line.includes("unused"))).toEqual([
      changed(`settings.yaml:${place}`, text, type, "ConfigMap/settings data.A"),
    ]);
  });

  test.each([
    "A: ${S}",
    "A: ${X}",
    "A: x${N}",
    "A: ${Q}${N}${Q}",
    "A: 'a: ${N}'",
    "A: |\n  ${N}",
    "A: $${N}",
    "'${N}': a",
  ])("not: %s", (data) => {
    expect(inSettings(data, VALUES).filter((line) => !line.includes("unused"))).toEqual([]);
  });

  test("only where the API server accepts only a string", () => {
    const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, labels: {a: "\${N}"}, annotations: {b: "\${N}"}}
spec:
  replicas: \${N}
  paused: "\${T}"
  template:
    metadata: {labels: {c: "\${N}"}}
    spec:
      containers: [{name: a, image: i, env: [{name: B, value: "\${N}"}], ports: [{containerPort: "\${N}"}]}]
      initContainers: [{name: b, image: i, env: [{name: B, value: "\${N}"}]}]
`;
    const other = deployment.replace("apps/v1", "example.com/v1");
    const all = (text: string) =>
      findings({ ...apps(substitute("N: '80', T: 'true'")), "apps/web.yaml": text }).map((line) =>
        line.replace(/^\S+ \S+ (\S+) .*Deployment\/web (\S+):.*$/, "$1 $2"),
      );
    expect(all(deployment)).toEqual([
      "apps/web.yaml:3:35-41 metadata.labels.a",
      "apps/web.yaml:3:61-67 metadata.annotations.b",
      "apps/web.yaml:8:28-34 spec.template.metadata.labels.c",
      "apps/web.yaml:10:63-69 spec.template.spec.containers.0.env.0.value",
      "apps/web.yaml:11:67-73 spec.template.spec.initContainers.0.env.0.value",
    ]);
    expect(all(other)).toHaveLength(2);
    const secret = `${object("Secret", "s", 'A: "${N}"')}stringData:\n  B: "\${N}"\n${settings("x: y")}binaryData: {C: "\${T}"}\n`;
    expect(all(secret).map((line) => line.split(" ")[5])).toEqual(["stringData.B:"]);
  });
});

describe("flux-not-substituted", () => {
  const other = { "infra/settings.yaml": settings("A: ${DOMAIN}") };
  const files = (spec: string, data = "A: x ${DOMAIN} ${OTHER}") => ({
    "clusters/apps.yaml":
      kustomization("apps", "./apps", spec) + kustomization("infra", "./infra", substitute("DOMAIN: a")),
    "apps/settings.yaml": settings(data),
    ...other,
  });

  test("a variable of another Kustomization", () => {
    expect(findings(files(""))).toEqual([
      "flux-not-substituted note apps/settings.yaml:6:8-17 «${DOMAIN}» ConfigMap/settings data.A: ${DOMAIN} is applied unchanged: the Kustomization has no postBuild",
    ]);
  });

  test("not with postBuild, not in an object that is excluded, and not in a file that another one substitutes", () => {
    expect(findings(files("postBuild: {substitute: {}}"))).toEqual([]);
    const disabled = ", labels: {kustomize.toolkit.fluxcd.io/substitute: disabled}";
    expect(findings({ ...files(""), "apps/settings.yaml": settings("A: ${DOMAIN}", disabled) })).toEqual([]);
    const both = files("")["clusters/apps.yaml"] + kustomization("more", "./apps", substitute("DOMAIN: b, OTHER: c"));
    expect(findings({ ...files(""), "clusters/apps.yaml": both })).toEqual([]);
  });
});

describe("flux-unused-variable", () => {
  const unused = (place: string, name: string) =>
    `flux-unused-variable note clusters/apps.yaml:${place} «${name}» Kustomization/apps: nothing in the path of the Kustomization refers to ${name}`;

  test("each name that nothing refers to", () => {
    expect(inSettings("A: ${A}", substitute("A: a, B: b, 'C': c"))).toEqual([
      unused("10:24-25", "B"),
      unused("10:31-32", "C"),
    ]);
  });

  test("in a block, with values of one character", () => {
    const spec = "postBuild:\n  substitute:\n    A: a\n    BB: b\n    C: ''\n    D: &D d\n";
    expect(inSettings("A: ${A}", spec)).toEqual([unused("12:7-9", "BB"), unused("13:7-8", "C"), unused("14:7-8", "D")]);
  });

  test("not: an alias, which a template of a Kustomization has", () => {
    const spec = "postBuild:\n  substitute: {A: a, B: &b b, C: *b}\n";
    expect(inSettings("A: ${A}", spec)).toEqual([unused("10:24-25", "B")]);
  });

  test("not: the kustomization replaces the text that refers to it, in one of several files", () => {
    const patch = "{apiVersion: v1, kind: ConfigMap, metadata: {name: settings}, data: {B: b}}";
    const others = {
      "apps/kustomization.yaml": `resources: [settings.yaml, other.yaml]\npatches: [{patch: '${patch}'}]\n`,
      "apps/other.yaml": object("ConfigMap", "other", "A: ${A}"),
    };
    expect(inSettings("B: ${B}", substitute("A: a, B: b"), others)).toEqual([]);
  });

  test.each([
    ["a default refers to it", "A: ${X:-${B}}${A}"],
    ["an operator follows", "A: ${B/a/b}${A}"],
    ["an unparsed text can refer to it", "A: ${A}${x-y}"],
    ["an encrypted value can refer to it", "A: ${A}\nB: ENC[AES256_GCM,data:x]"],
    ["a key refers to it", "'${B}': ${A}"],
  ])("not: %s", (_, data) => {
    expect(inSettings(data, substitute("A: a, B: b")).filter((line) => line.includes("unused"))).toEqual([]);
  });

  test("not: a part of the path is not available, or a variable is not declared inline", () => {
    const remote = { "apps/kustomization.yaml": "resources: [settings.yaml, https://example.com/x]\n" };
    expect(inSettings("A: ${A}", substitute("A: a, B: b"), remote)).toEqual([]);
    const vars = { "clusters/vars.yaml": object("ConfigMap", "vars", "A: a\nB: b") };
    expect(inSettings("A: ${A}", substituteFrom("ConfigMap vars"), vars)).toEqual([]);
  });

  test.each([
    ["a name that ends with it", "AB: a, B: b", "10:25-26", "B"],
    ["a value that contains it", "C: B, B: b", "10:24-25", "B"],
    ["the name of a member of the object", "A: s, s: b", "10:24-25", "s"],
    ["another one, with its name as value", "A: a, B: B", "10:24-25", "B"],
  ])("a name after %s", (_, variables, place, name) => {
    expect(inSettings("A: ${A}${AB}${C}", substitute(variables)).filter((line) => line.includes("unused"))).toEqual([
      unused(place, name),
    ]);
  });

  test("not: another file sets the variable", () => {
    const patch = `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: apps}
spec: {postBuild: {substitute: {B: b}}}
`;
    const files = {
      ...apps(substitute("A: a")),
      "clusters/kustomization.yaml": "resources: [apps.yaml]\npatches: [{path: patch.yaml}]\n",
      "clusters/patch.yaml": patch,
    };
    for (const text of ["A: ${A}", "A: ${A}${B}"]) {
      expect(findings({ ...files, "apps/settings.yaml": settings(text) })).toEqual([]);
    }
  });

  test("an excluded object does not use it", () => {
    const disabled = ", labels: {kustomize.toolkit.fluxcd.io/substitute: disabled}";
    const files = { ...apps(substitute("B: b")), "apps/settings.yaml": settings("A: $B", disabled) };
    expect(findings(files)).toEqual([unused("10:18-19", "B")]);
  });
});
