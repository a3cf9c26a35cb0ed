/** The Kustomizations of a repository: what applies, which variables they have, and whether they replace text. */
import { expect, test } from "vitest";
import { appliedObject, type FluxPath, usesIn, variablesByFile } from "../../../src/kubernetes/flux/index.ts";
import { parseManifest } from "../../../src/yaml/parse.ts";
import { fluxPaths, kustomization, object, substitute, substituteFrom } from "./repository.ts";

type Files = Readonly<Record<string, string>>;

const settings = (data: string, metadata?: string) => object("ConfigMap", "settings", data, metadata);
const apps = (spec: string) => kustomization("apps", "./apps", spec);

/** `A=a B=? …` if another source can set variables, and what is unknown about the replacement. */
function shown({ isSubstituted, variables }: FluxPath): string {
  const all = Array.from(variables.all.values(), ({ name, value = "?" }) => `${name}=${value}`);
  const more = [...(variables.isComplete ? [] : ["…"]), ...(isSubstituted === true ? [] : [`(${isSubstituted})`])];
  return [...all, ...more].join(" ");
}

function variables(spec: string, sources = "", files: Files = {}): string[] {
  const own = {
    "clusters/apps.yaml": apps(spec),
    "clusters/vars.yaml": sources,
    "apps/settings.yaml": settings("A: b"),
  };
  return fluxPaths({ ...own, ...files }).map(shown);
}

const CONFIG = object("ConfigMap", "one", "A: a\nB: b") + object("ConfigMap", "two", "B: c\nC: d");
const SECRET = object("Secret", "hidden", "S: c2VjcmV0");

test.each([
  ["a later source overrides an earlier one", substituteFrom("ConfigMap one", "ConfigMap two"), ["A=a B=c C=d"]],
  ["in the order of the list", substituteFrom("ConfigMap two", "ConfigMap one"), ["B=b C=d A=a"]],
  [
    "inline variables override sources",
    `${substitute("A: x")}  substituteFrom: [{kind: ConfigMap, name: one}]`,
    ["A=x B=b"],
  ],
  ["the values of a Secret are unknown", substituteFrom("Secret hidden"), ["S=?"]],
  ["a source that is not in the repository", substituteFrom("ConfigMap no"), ["…"]],
  ["it can override those before it", substituteFrom("ConfigMap one", "ConfigMap no"), ["A=? B=? …"]],
  ["and not those after it", substituteFrom("ConfigMap no", "ConfigMap one"), ["A=a B=b …"]],
  ["an optional source that is not in the repository", substituteFrom("ConfigMap no?"), ["… (undefined)"]],
  ["the kind counts", substituteFrom("Secret one"), ["…"]],
  ["no postBuild", "", ["(false)"]],
  ["no variables", "postBuild: {substitute: {}}", ["(false)"]],
  ["no variables, but always", "postBuild: {substituteStrategy: Always}", [""]],
  ["another strategy", "postBuild: {substituteStrategy: WithVariables}", ["(false)"]],
  ["line breaks are removed", substitute('A: "x\\ny\\n"'), ["A=xy"]],
  ["a value with a reference is unknown", substitute("A: $B"), ["A=?"]],
  ["a value that is not a string is unknown", substitute("A: 1"), ["A=?"]],
])("variables: %s", (_, spec, expected) => {
  expect(variables(spec, CONFIG + SECRET)).toEqual(expected);
});

test("several objects with one name: a value is known if all of them have it", () => {
  const other = { "clusters/b/vars.yaml": object("ConfigMap", "one", "A: a\nB: x\nD: y") };
  expect(variables(substituteFrom("ConfigMap one"), object("ConfigMap", "one", "A: a\nB: b"), other)).toEqual([
    "A=a B=? D=?",
  ]);
});

test("generated ConfigMaps and Secrets of operators are sources", () => {
  const generator = {
    "vars/kustomization.yaml":
      "configMapGenerator: [{name: made, literals: [A=a]}]\nsecretGenerator: [{name: key, envs: [x.env]}]\n",
    "vars/x.env": "S=t\n",
    "vars/es.yaml":
      "apiVersion: external-secrets.io/v1\nkind: ExternalSecret\nmetadata: {name: es}\nspec: {target: {name: target}}\n",
  };
  expect(variables(substituteFrom("ConfigMap made"), "", generator)).toEqual(["A=a"]);
  expect(variables(substituteFrom("Secret key"), "", generator)).toEqual(["S=?"]);
  for (const name of ["es", "target"])
    expect(variables(substituteFrom(`Secret ${name}`), "", generator)).toEqual(["…"]);
});

test.each([
  ["ExternalSecret", "metadata: {name: hidden}", ["S=? …"]],
  ["ExternalSecret", "metadata: {name: other}\nspec: {target: {name: hidden}}", ["S=? …"]],
  ["ClusterExternalSecret", "spec: {externalSecretSpec: {target: {name: hidden}}}", ["S=? …"]],
  ["PushSecret", "spec: {template: {destination: {name: hidden}}}", ["S=? …"]],
  ["VaultStaticSecret", "spec: {destination: {name: hidden}}", ["S=? …"]],
  ["SealedSecret", "spec: {template: {metadata: {name: hidden}}}", ["S=? …"]],
  ["OnePasswordItem", "metadata: {name: hidden}", ["S=? …"]],
  ["OnePasswordItems", "metadata: {name: hidden}", ["S=?"]],
  ["ExternalSecret", "metadata: {name: other}", ["S=?"]],
  ["Certificate", "metadata: {name: hidden}", ["S=?"]],
])("a Secret in plain text can be replaced by that of an operator: %s with %s", (kind, members, expected) => {
  const other = { "clusters/operator.yaml": `apiVersion: example.org/v1\nkind: ${kind}\n${members}\n` };
  expect(variables(substituteFrom("Secret hidden"), SECRET, other)).toEqual(expected);
});

test.each([
  ["next to the Kustomizations", "clusters/dev", ["S=?"]],
  ["below them", "clusters/dev/more", ["S=?"]],
  ["in the path of one", "apps", ["S=?"]],
  ["in a folder with a similar name", "clusters/development", ["S=? …"]],
  ["above them", "clusters", ["S=? …"]],
])("a Secret in plain text %s has all variables, if it is applied", (_, folder, expected) => {
  const files = {
    "clusters/dev/apps.yaml": apps(substituteFrom("Secret hidden")),
    "apps/settings.yaml": settings("A: b"),
    [`${folder}/secret.yaml`]: SECRET,
  };
  expect(fluxPaths(files).map(shown)).toEqual(expected);
});

/** The titles of the Kustomizations that are evaluated, in order, with their folders. */
function evaluated(files: Files): string[] {
  return fluxPaths(files).map(({ folder, kustomization: { title } }) => `${title} ${folder}`);
}

test("what is evaluated", () => {
  const data = { "apps/settings.yaml": settings("A: b"), "web/settings.yaml": settings("A: b") };
  const web = kustomization("web", "./web");
  expect(evaluated({ ...data, "clusters/all.yaml": apps("") + web })).toEqual(["apps /apps", "web /web"]);
  expect(evaluated({ ...data, "clusters/apps.yaml": apps(""), "apps/web.yaml": web })).toEqual([
    "apps /apps",
    "web /web",
  ]);
  const only = "resources: [settings.yaml]\n";
  const unlisted = { ...data, "clusters/apps.yaml": apps(""), "apps/web.yaml": web, "apps/kustomization.yaml": only };
  expect(evaluated(unlisted)).toEqual(["apps /apps"]);
  expect(evaluated({ ...data, "a/ks.yaml": kustomization("a", "./missing") })).toEqual([]);
  const namespaced = web.replace("  name: web", "  name: web\n  namespace: flux-system");
  expect(evaluated({ ...data, "a/ks.yaml": namespaced })).toEqual(["flux-system/web /web"]);
  const others = [
    web.replace("apiVersion: k", "apiVersion: x."),
    web.replace(/ {2}sourceRef.*\n/, ""),
    web.replace("kind: K", "kind: X"),
  ];
  for (const other of others) expect(evaluated({ ...data, "a/ks.yaml": other })).toEqual([]);
  // Kustomizations that apply each other.
  const circle = { "apps/web.yaml": web, "web/apps.yaml": apps("") };
  expect(evaluated({ ...data, ...circle })).toEqual(["web /web", "apps /apps"]);
});

test.each<[what: string, files: Files, expected: string[]]>([
  [
    "a Kustomization that is in its own path applies the others in it",
    { "clusters/self.yaml": kustomization("self", "./clusters"), "clusters/apps.yaml": apps("") },
    ["self /clusters", "apps /apps"],
  ],
  [
    "Kustomizations that no other one applies are in the order of their files",
    { "clusters/self.yaml": kustomization("self", "./clusters"), "other/apps.yaml": apps("") },
    ["self /clusters", "apps /apps"],
  ],
  [
    "two Kustomizations of one file in the path of both",
    { "clusters/all.yaml": kustomization("self", "./clusters") + apps("") },
    ["self /clusters", "apps /apps"],
  ],
  [
    "a Kustomization that a patch may change is unknown",
    {
      "clusters/root.yaml": kustomization("root", "./flux", "patches: [{path: none.yaml}]"),
      "flux/apps.yaml": apps(""),
    },
    ["root /flux"],
  ],
  [
    "a copy of an applied Kustomization is not applied itself",
    { "a/root.yaml": kustomization("root", "./flux"), "flux/apps.yaml": apps(""), "copy/apps.yaml": apps("") },
    ["root /flux", "apps /apps"],
  ],
  [
    "a Kustomization with the name of an applied one, and another path, is applied",
    {
      "a/root.yaml": kustomization("root", "./flux"),
      "flux/apps.yaml": apps(""),
      "other/apps.yaml": kustomization("apps", "./other"),
    },
    ["root /flux", "apps /apps", "apps /other"],
  ],
  [
    "without a path, a Kustomization applies the whole repository",
    { "clusters/all.yaml": kustomization("all", ".").replace("  path: .\n", "") + apps("") },
    ["all /", "apps /apps"],
  ],
  [
    "what only a Component lists is not applied",
    {
      "clusters/web.yaml": kustomization("web", "./web"),
      "web/settings.yaml": settings("A: b"),
      "parts/db/kustomization.yaml": "kind: Component\nresources: [ks.yaml]\n",
      "parts/db/ks.yaml": apps(""),
    },
    ["web /web"],
  ],
  [
    "a Component that a Kustomization uses",
    {
      "clusters/web.yaml": kustomization("web", "./web", "components: [../parts/db]"),
      "web/settings.yaml": settings("A: b"),
      "parts/db/kustomization.yaml": "kind: Component\nresources: [ks.yaml]\n",
      "parts/db/ks.yaml": apps(""),
    },
    ["web /web", "apps /apps"],
  ],
  [
    "the items of a List",
    { "clusters/all.yaml": `kind: List\nitems:\n- ${apps("").slice(4).trim().replaceAll("\n", "\n  ")}\n` },
    ["apps /apps"],
  ],
])("%s", (_, files, expected) => {
  expect(evaluated({ "apps/settings.yaml": settings("A: b"), ...files })).toEqual(expected);
});

test.each([
  ["{kind: ConfigMap, name: one}, {kind: Deployment, name: two}", ["A=? B=? …"]],
  ["{kind: Deployment, name: two}, {kind: ConfigMap, name: one}", ["A=a B=b …"]],
  ["{kind: ConfigMap, name: 1}", ["…"]],
  ["{kind: ConfigMap, name: 'one-${B}'}", ["…"]],
  ["{kind: ConfigMap}", ["…"]],
  ["{kind: ConfigMap, name: no, optional: true}", ["… (undefined)"]],
  ["{kind: ConfigMap, name: no, optional: 'true'}", ["…"]],
  ["{kind: ConfigMap, name: no, optional: true}, {kind: ConfigMap, name: no}", ["…"]],
  ["{kind: ConfigMap, name: one, optional: true}", ["A=a B=b"]],
  ["null", ["…"]],
  ["", ["(false)"]],
])("variables from the sources [%s]", (sources, expected) => {
  expect(variables(`postBuild: {substituteFrom: [${sources}]}`, CONFIG)).toEqual(expected);
});

test("the uses of a path are in the order of the document, and not in what is excluded", () => {
  const uses = (spec: string, data: string) => {
    const paths = fluxPaths({ "clusters/apps.yaml": apps(spec), "apps/settings.yaml": data });
    return paths.flatMap(usesIn).map(({ reference, text }) => `${text.path.join(".")} ${reference.name}`);
  };
  const data = "'${K}': ${A}${B}\nL: x\nM: ${C:-${D}}";
  expect(uses(substitute("A: a"), settings(data))).toEqual([
    "data.${K} K",
    "data.${K} A",
    "data.${K} B",
    "data.M C",
    "data.M D",
  ]);
  expect(uses("", settings(data))).toEqual([]);
  const disabled = ", annotations: {kustomize.toolkit.fluxcd.io/substitute: disabled}";
  expect(uses(substitute("A: a"), settings(data, disabled))).toEqual([]);
  expect(uses(`${substitute("A: a")}patches: [{path: none.yaml}]`, settings(data))).toEqual([]);
});

test.each<[what: string, parent: string, own: string, expected: string[]]>([
  ["no variables", "", "A: a", ["metadata.namespace NS", "data.key C", "spec.x A", "spec.x B"]],
  ["one variable", substitute("NS: a"), "A: a", ["data.key C"]],
  ["a variable for all text of a patch", substitute("A: a, B: b"), "A: a", ["data.key C"]],
  ["variables from a source that is not in the repository", substituteFrom("Secret no"), "A: a", ["data.key C"]],
  ["variables from a source that may not exist", substituteFrom("Secret no?"), "A: a", ["data.key C"]],
])("a Kustomization that another one applies with %s replaces the rest", (_, parent, own, expected) => {
  const patch = "apiVersion: x/v1\n      kind: X\n      metadata: {name: x}\n      spec: {x: '${A} ${B}'}";
  const spec = `targetNamespace: \${NS}\npatches:\n- patch: |\n      ${patch}\n${substitute(own)}`;
  const data = "apiVersion: x/v1\nkind: X\nmetadata: {name: x}\ndata: {key: '${C}'}\n";
  const files = { "clusters/root.yaml": kustomization("root", "./flux", parent), "flux/apps.yaml": apps(spec) };
  const uses = fluxPaths({ ...files, "apps/x.yaml": data }).flatMap(usesIn);
  const found = uses.filter(({ object }) => (object as { readonly kind: string }).kind === "X");
  expect(found.map(({ reference, text }) => `${text.path.join(".")} ${reference.name}`)).toEqual(expected);
});

test("a file of several paths: a value is known if it is the same in all of them", () => {
  const common = (...specs: string[]) => {
    const files = { "clusters/all.yaml": specs.map((spec, i) => kustomization(`k${i}`, "./apps", spec)).join("") };
    const found = variablesByFile(fluxPaths({ ...files, "apps/settings.yaml": settings("A: b") }));
    const variables = found.get("/apps/settings.yaml");
    if (variables === undefined) return undefined;
    const { all, isCertain, isComplete } = variables;
    return [...Array.from(all.values(), ({ name, value = "?" }) => `${name}=${value}`), isComplete, isCertain];
  };
  expect(common(substitute("A: a, B: b"))).toEqual(["A=a", "B=b", true, true]);
  expect(common(substitute("A: a, B: b"), substitute("A: a, B: c"))).toEqual(["A=a", "B=?", true, true]);
  expect(common(substitute("A: a"), substituteFrom("ConfigMap no"))).toEqual(["A=?", false, true]);
  expect(common(substitute("A: a"), "")).toEqual(["A=?", true, false]);
  expect(common("", "")).toBeUndefined();
});

/** A document after substitution. */
function applied(text: string, spec = substitute("A: a, N: '1', T: 'true', Q: '\"', E: ''")): unknown {
  const [path] = fluxPaths({ "clusters/apps.yaml": apps(spec), "apps/settings.yaml": settings("A: b") });
  const document = parseManifest(text)[0]!;
  return appliedObject(document, path!.variables).value;
}

test.each([
  ["${A}", "a"],
  ["x ${A} ${A}", "x a a"],
  ["${N}", 1],
  ["'${N}'", 1],
  ["${T}", true],
  ["${E}", null],
  ["${Q}${N}${Q}", "1"],
  ["'a: ${N}'", "a: 1"],
  ["$${A}", "${A}"],
  ["$$", "$"],
  ["${A:=x} ${X:=y}", "a y"],
  ["${#A}", 1],
  ["${X}", "${X}"],
  ["${A} ${x-y}", "${A} ${x-y}"],
  ["$A", "$A"],
  ["[x, '${A}']", ["x", "a"]],
  ["{'${A}': b}", { a: "b" }],
  ["{'${E}': b}", { "${E}": "b" }],
])("the value %s", (text, expected) => {
  expect(applied(`kind: X\nreplicas: ${text}\n`)).toEqual({ kind: "X", replicas: expected });
});

test("the value is unknown if a source is", () => {
  const spec = substituteFrom("ConfigMap no");
  expect(applied("a: ${A:=x}", spec)).toEqual({ a: "${A:=x}" });
  expect(applied("a: $${A}", spec)).toEqual({ a: "${A}" });
});

test("objects of Flux, excluded ones, and each item of a List", () => {
  const disabled = "metadata: {labels: {kustomize.toolkit.fluxcd.io/substitute: disabled}}";
  expect(applied(`${disabled}\na: \${A}`)).toMatchObject({ a: "${A}" });
  expect(applied("apiVersion: helm.toolkit.fluxcd.io/v2\na: ${A}")).toMatchObject({ a: "${A}" });
  const list = `kind: List\n${disabled}\nitems:\n- a: \${A}\n- {${disabled}, a: "\${A}"}\n- {kind: XList, items: [{a: "\${A}"}]}\n`;
  expect(applied(list)).toMatchObject({ items: [{ a: "a" }, { a: "${A}" }, { items: [{ a: "a" }] }] });
  expect(applied(`kind: Lists\n${disabled}\nitems: ["\${A}"]`)).toMatchObject({ items: ["${A}"] });
});
