/** Fields that must be strings, and what substitution makes of a string. */
import { expect, test } from "vitest";
import type { FluxPath } from "../../../../src/kubernetes/flux/index.ts";
import { textsOf } from "../../../../src/kubernetes/flux/index.ts";
import { fluxChangedType } from "../../../../src/lint/rules/flux/flux-changed-type.ts";
import type { SeenFluxSet } from "../../../../src/lint/rules/flux/flux-place.ts";
import { KUBERNETES } from "../../../../src/yaml/dialect.ts";
import { parseYaml } from "../../../../src/yaml/parse.ts";

const VALUES: Readonly<Record<string, string>> = {
  N: "8080",
  F: "1.5",
  B: "true",
  Y: "yes",
  E: "",
  Z: "null",
  T: "text",
  J: '{"a": "b"}',
  L: "[a]",
};

/** The findings in an object, with the text that each is about. */
function found(object: string): string[] {
  const [document] = parseYaml(object, KUBERNETES);
  const file = { path: "a.yaml", text: object };
  const all = new Map(Object.entries(VALUES).map(([name, value]) => [name, { name, value }]));
  const path = {
    variables: { all, isComplete: true, isCertain: true },
    isSubstituted: true,
    kustomization: {},
  } as unknown as FluxPath;
  return textsOf(document!, file).flatMap((text) => {
    const seen = { ...text, in: path, document: document!, value: document!.value, references: [], malformed: [] };
    return fluxChangedType.check({ path, texts: [seen] } as unknown as SeenFluxSet).map((problem) => {
      expect(problem).toMatchObject({ inFile: file, path: text.path, owner: document });
      return `${object.slice(problem.start, problem.end).replace(/^(['"])(.*)\1$/, "$2")} ${problem.message}`;
    });
  });
}

const becomes = (type: string) => `the value is ${type} after substitution, but this field must be a string`;

test.each<[value: string, type: string | undefined]>([
  ["${N}", "a number"],
  ["${F}", "a number"],
  ["1${N}", "a number"],
  ["${B}", "a boolean"],
  ["${Y}", "a boolean"],
  ["${J}", "a mapping"],
  ["${L}", "a list"],
  // The API server accepts null for a string.
  ["${Z}", undefined],
  ["${E}", undefined],
  ["x${N}", undefined],
  ["${T}", undefined],
  ["$${N}", undefined],
  ["${UNKNOWN:=1 2}", undefined],
])("%s becomes %s", (value, type) => {
  const object = (text: string) => `apiVersion: v1\nkind: ConfigMap\ndata:\n  A: ${text}\n`;
  for (const quote of ["", "'", '"']) {
    const written = `${quote}${value}${quote}`;
    expect(found(object(written))).toEqual(type === undefined ? [] : [`${value} ${becomes(type)}`]);
  }
});

const FLUX = "apiVersion: kustomize.toolkit.fluxcd.io/v1, kind: Kustomization";
const BOOLEAN = "${T} the value is a string after substitution, but this field must be a boolean";
const N = [`\${N} ${becomes("a number")}`];

test.each<[object: string, findings: string[]]>([
  ["{apiVersion: v1, kind: ConfigMap, data: {A: '${N}'}}", N],
  ["{apiVersion: v1, kind: Secret, stringData: {A: '${N}'}}", N],
  ["{apiVersion: x/v1, kind: X, metadata: {labels: {a: '${N}'}}}", N],
  ["{apiVersion: x/v1, kind: X, metadata: {annotations: {a: '${N}'}}}", N],
  ["{apiVersion: apps/v1, spec: {template: {metadata: {labels: {a: '${N}'}}}}}", N],
  ["{apiVersion: batch/v1, spec: {jobTemplate: {spec: {template: {metadata: {annotations: {a: '${N}'}}}}}}}", N],
  ["{apiVersion: v1, kind: Pod, spec: {containers: [{env: [{name: A, value: '${N}'}]}]}}", N],
  ["{apiVersion: apps/v1, spec: {template: {spec: {initContainers: [{env: [{value: '${N}'}]}]}}}}", N],
  ["{apiVersion: v1, spec: {containers: [{args: ['${N}'], command: ['${T}', '${N}']}]}}", [...N, ...N]],
  ["{apiVersion: v1, spec: {containers: [{image: '${N}'}]}}", N],
  ["{apiVersion: x/v1, metadata: {name: '${N}', namespace: '${N}'}}", [...N, ...N]],
  ["{apiVersion: x/v1, metadata: {name: '${E}', namespace: '${E}'}}", [`\${E} ${becomes("null")}`]],
  [
    `{${FLUX}, spec: {postBuild: {substitute: {A: '\${N}', B: '\${T}', C: '\${E}'}}}}`,
    [...N, `\${E} ${becomes("null")}`],
  ],
  [`{${FLUX}, spec: {wait: '\${T}', prune: '\${B}', timeout: '\${N}'}}`, [BOOLEAN]],
  // Other fields, and other APIs.
  ["{apiVersion: v1, kind: Secret, data: {A: '${N}'}}", []],
  ["{apiVersion: v1, kind: ConfigMap, stringData: {A: '${N}'}}", []],
  ["{apiVersion: v1, kind: ConfigMap, binaryData: {A: '${N}'}}", []],
  ["{apiVersion: v1, kind: ConfigMap, data: {A: {B: '${N}'}}}", []],
  ["{apiVersion: v1, kind: ConfigMap, data: '${N}'}", []],
  ["{apiVersion: v1, kind: ConfigMap, data: {'${N}': a}}", []],
  ["{apiVersion: x/v1, spec: {metadata: {labels: {a: '${N}'}}}}", []],
  ["{apiVersion: x/v1, spec: {template: {metadata: {labels: {a: '${N}'}}}}}", []],
  ["{apiVersion: apps/v1, spec: {selector: {metadata: {labels: {a: '${N}'}}}}}", []],
  ["{apiVersion: apps/v1, spec: {template: {metadata: {names: {a: '${N}'}}}}}", []],
  ["{apiVersion: v1, spec: {containers: [{env: [{name: '${N}'}], arg: ['${N}']}]}}", []],
  ["{apiVersion: v1, spec: {containers: [{ports: [{value: '${N}'}]}]}}", []],
  ["{apiVersion: v1, spec: {containersX: [{env: [{value: '${N}'}]}]}}", []],
  ["{apiVersion: x/v1, spec: {containers: [{env: [{value: '${N}'}]}]}}", []],
])("%s", (object, findings) => {
  expect(found(object)).toEqual(findings);
});
