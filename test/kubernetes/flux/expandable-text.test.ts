/** Manifests as `expand --syntax flux` reads them. */
import { describe, expect, test } from "vitest";
import { fieldType } from "../../../src/kubernetes/flux/field-types.ts";
import { expandableText } from "../../../src/kubernetes/flux/index.ts";
import { growthExponent, LINEAR } from "../../reference/linearity.ts";

const encoder = new TextEncoder();

function rewritten(text: string, variables?: Readonly<Record<string, string>>) {
  const unknown: string[] = [];
  const placeholders = variables && {
    valueOf: (name: string) => variables[name],
    onUnknown: (name: string) => void unknown.push(name),
  };
  return { text: new TextDecoder().decode(expandableText(encoder.encode(text), { placeholders })), unknown };
}

const DISABLED = "{kustomize.toolkit.fluxcd.io/substitute: disabled}";

describe("objects that are excluded", () => {
  test.each([
    ["an annotation", `metadata: {annotations: ${DISABLED}}\na: \${X} $$ $y # $\n`],
    ["a label", `metadata: {labels: ${DISABLED}}\na: |\n  \${X}\n`],
    ["JSON", '{"metadata":{"labels":{"kustomize.toolkit.fluxcd.io/substitute":"disabled"}},"a":"${X}"}\n'],
    ["CR LF", `metadata:\r\n  labels: ${DISABLED}\r\na: \${X}\r\n`],
  ])("%s: each $ is escaped", (_, text) => {
    expect(rewritten(text).text).toBe(text.replaceAll("$", "$$$$"));
  });

  test("of several documents, only theirs", () => {
    const [first, second, third] = ["a: ${X}\n---\n", `metadata: {labels: ${DISABLED}}\na: \${X}\n`, "---\nb: ${X}\n"];
    expect(rewritten(first + second + third).text).toBe(first + second.replace("$", "$$$$") + third);
  });

  test("of a list, only its items", () => {
    const item = (labels: string) => `- {kind: A, metadata: {labels: ${labels}}, a: "\${X}"}\n`;
    const list = (excluded: string) => `kind: List\nitems:\n${item("{}")}${excluded}${item("{}")}# \${X}\n`;
    const excluded = item(DISABLED);
    expect(rewritten(list(excluded)).text).toBe(list(excluded.replace("$", "$$$$")));
  });

  test.each([
    ["another value", "metadata: {labels: {kustomize.toolkit.fluxcd.io/substitute: enabled}}\na: ${X}\n"],
    ["in a value", `a: "kustomize.toolkit.fluxcd.io/substitute: disabled \${X}"\n`],
    ["not YAML", `metadata: {labels: ${DISABLED}}\na: \${X}\nb: [\n`],
    ["not in the metadata", `spec: {metadata: {labels: ${DISABLED}}}\na: \${X}\n`],
    ["an empty text", ""],
  ])("%s: nothing changes", (_, text) => {
    expect(rewritten(text).text).toBe(text);
  });

  test("bytes that are not UTF-8 do not change", () => {
    const bytes = Uint8Array.of(...encoder.encode(`metadata: {labels: ${DISABLED}}\na: \${X}`), 0xff);
    expect(expandableText(bytes)).toEqual(bytes);
  });
});

const POD = "apiVersion: v1\nkind: Pod\nspec:\n  containers:\n";

describe("placeholders", () => {
  test.each<[what: string, text: string, expected: string]>([
    ["a string", "a: ${X}\n", "a: placeholder-X\n"],
    ["a part of a string", 'a: "http://${X}.${Y_1}/"\n', 'a: "http://placeholder-X.placeholder-Y_1/"\n'],
    ["a key", "${X}: 1\n", "placeholder-X: 1\n"],
    ["a comment", "# ${X}\na: 1\n", "# placeholder-X\na: 1\n"],
    ["a host name", "hosts: ['a.${X_Y}']\nhost: ${X}\n", "hosts: ['a.placeholder-x-y']\nhost: placeholder-x\n"],
    ["a script", "a: |\n  ${X} $${Y} $Z\n", "a: |\n  placeholder-X $${Y} $Z\n"],
    ["a known variable", "a: ${KNOWN}-${X}\n", "a: ${KNOWN}-placeholder-X\n"],
    ["a default", "a: ${X:-d} ${Y:=e}\n", "a: ${X:-d} ${Y:=e}\n"],
    ["a default with an unknown variable", "a: ${X:-${Y}}\n", "a: placeholder-Y\n"],
    ["an operator", "a: ${X/placeholder/b}\n", "a: b-X\n"],
    ["text that is not YAML", "{{ a }}: ${X}: ]\n", "{{ a }}: placeholder-X: ]\n"],
    ["malformed text", "a: ${X Y} ${Z}\n", "a: ${X Y} placeholder-Z\n"],
    ["several documents", "a: ${X}\n---\nb: ${X}\n", "a: placeholder-X\n---\nb: placeholder-X\n"],
    ["a number", `${POD}  - ports: [{containerPort: "\${X}"}]\n`, `${POD}  - ports: [{containerPort: 1}]\n`],
    [
      "a number in a block",
      `${POD}  - ports:\n    - containerPort: \${X}\n`,
      `${POD}  - ports:\n    - containerPort: 1\n`,
    ],
    ["a known number", `${POD}  - ports: [{hostPort: '\${PORT}'}]\n`, `${POD}  - ports: [{hostPort: 80}]\n`],
    ["a known string", `${POD}  - ports: [{hostPort: "\${KNOWN}"}]\n`, `${POD}  - ports: [{hostPort: "\${KNOWN}"}]\n`],
    ["a part of a number", `${POD}  - ports: [{hostPort: "80\${X}"}]\n`, `${POD}  - ports: [{hostPort: "801"}]\n`],
    ["a quantity", `${POD}  - resources: {limits: {cpu: "\${X}"}}\n`, `${POD}  - resources: {limits: {cpu: 1}}\n`],
    ["an amount", `${POD}  - resources: {limits: {cpu: "\${X}m"}}\n`, `${POD}  - resources: {limits: {cpu: "1m"}}\n`],
    ["a boolean", `${POD}  - tty: "\${X}"\n`, `${POD}  - tty: true\n`],
    ["a string of a container", `${POD}  - env: [{value: "\${X}"}]\n`, `${POD}  - env: [{value: "placeholder-X"}]\n`],
    ["data", 'apiVersion: v1\ndata: {replicas: "${X}"}\n', 'apiVersion: v1\ndata: {replicas: "placeholder-X"}\n'],
    ["another kind", 'apiVersion: a.io/v1\nreplicas: "${X}"\n', 'apiVersion: a.io/v1\nreplicas: "placeholder-X"\n'],
    [
      "an excluded object",
      `metadata: {labels: ${DISABLED}}\na: \${X}\n`,
      `metadata: {labels: ${DISABLED}}\na: $\${X}\n`,
    ],
    ["an alias", "a: &a ${X}\nb: *a\n", "a: &a placeholder-X\nb: *a\n"],
  ])("%s", (_, text, expected) => {
    expect(rewritten(text, { KNOWN: "k", PORT: "80" }).text).toBe(expected);
  });

  test("each unknown variable is reported", () => {
    expect(rewritten("a: ${X} ${Y:-1} ${Z:-${X}}\n", {}).unknown).toEqual(["X", "X"]);
    expect(rewritten("a: ${X}\n", { X: "" }).unknown).toEqual([]);
  });

  test("take linear time", () => {
    const line = (_: unknown, i: number) => `k${i}: \${X} \${Y:-1}\n`;
    const rewrite = (length: number) => void rewritten(Array.from({ length }, line).join(""), {});
    expect(growthExponent(rewrite, 500)).toBeLessThan(LINEAR);
  });
});

test.each<[path: (string | number)[], apiVersion: string, type: string]>([
  [["spec", "replicas"], "apps/v1", "number"],
  [["spec", "replicas"], "apps", "string"],
  [["spec", "containers", 0, "resources", "limits", "nvidia.com/gpu"], "v1", "number"],
  [["spec", "ports", 0, "port"], "v1", "number"],
  [["spec", "selector", "port"], "v1", "number"],
  [["spec", "supplementalGroups", 0], "v1", "number"],
  [["metadata", "labels", "port"], "v1", "string"],
  [["spec", "hostNetwork"], "v1", "boolean"],
  [["spec", "interval"], "helm.toolkit.fluxcd.io/v2", "duration"],
  [["spec", "interval"], "v1", "string"],
  [["spec", "values", "replicas"], "helm.toolkit.fluxcd.io/v2", "string"],
  [["spec", "install", "remediation", "retries"], "helm.toolkit.fluxcd.io/v2", "number"],
  [["spec", "replicas"], "example.networking.k8s.io/v1", "number"],
  [["spec", "replicas"], "xapps/v1", "string"],
  [["spec", "replicas"], "batch/v1", "number"],
])("the type of %j in %s is %s", (path, apiVersion, type) => {
  expect(fieldType({ apiVersion }, path)).toBe(type);
});

describe("the variables of a Kustomization", () => {
  const VALUES = new Map(
    Object.entries({ n: "80", j: '{"a":"b"}', star: "*a", note: "x #y", q: '"', s: "t", e: "", d: "$x" }),
  );
  const read = (text: string) => new TextDecoder().decode(expandableText(encoder.encode(text), { variables: VALUES }));

  test.each([
    ["a number", 'a: "${n}" # c', "a: 80 # c"],
    ["a mapping", "a: '${j}'", 'a: {"a": "b"}'],
    ["a mapping in flow style", 'a: {b: "${j}", c: d}', 'a: {b: {"a": "b"}, c: d}'],
    ["a part that is a comment", "a: ${note}", "a: x"],
    ["null", 'a: "${e}"', "a: null"],
    ["quotes of a variable", "a: ${q}${n}${q}", 'a: "80"'],
    ["quotes in a plain string", "a: x${n}", "a: x80"],
    ["a list", '- "${n}"\n- x', "- 80\n- x"],
    ["a dollar sign in a value", "a: ${d} ${s}", "a: $$x t"],
    ["an escape", "a: $${n} ${n}", "a: $${n} 80"],
    ["a folded string", "a: >-\n  ${n}\nb: c", "a: 80\nb: c"],
    ["a literal string", "a: |\n  ${n}\n", "a: |\n  ${n}\n"],
    ["an unknown variable", 'a: "${n}${x}"', 'a: "${n}${x}"'],
    ["a default", 'a: "${x:=1}"', "a: 1"],
    ["a key", '"${n}": b', '"${n}": b'],
    ["not YAML", "a: [${n}", "a: [${n}"],
  ])("%s", (_, text, expected) => expect(read(text)).toBe(expected));

  test("a value that breaks the YAML has the offset of its string", () => {
    expect(() => read("é: a\n---\nb: 1\né: ${star}\n")).toThrow(
      expect.objectContaining({
        offset: 19,
        variable: "${star}",
        message: "the object is not valid YAML after substitution",
      }),
    );
  });

  test("placeholders for the others", () => {
    const placeholders = { valueOf: (name: string) => VALUES.get(name), onUnknown() {} };
    const text = 'apiVersion: apps/v1\nkind: Deployment\nspec: {replicas: "${r}", minReadySeconds: "${n}"}\n';
    const rewritten = expandableText(encoder.encode(text), { placeholders, variables: VALUES });
    expect(new TextDecoder().decode(rewritten)).toBe(text.replace('"${r}"', "1").replace('"${n}"', "80"));
  });
});
