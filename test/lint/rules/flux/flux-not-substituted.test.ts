/** References in paths without variables: rejected names, defaults, and what sets the names itself. */
import { expect, test } from "vitest";
import { FluxFacts } from "../../../../src/lint/flux-facts.ts";
import { fluxNotSubstituted } from "../../../../src/lint/rules/flux/flux-not-substituted.ts";
import { fluxPaths, kustomization, object, substitute, substituteFrom } from "../../../kubernetes/flux/repository.ts";

function found(manifest: string, spec = "", others: Readonly<Record<string, string>> = {}): string[] {
  const files = { "clusters/apps.yaml": kustomization("apps", "./apps", spec), "apps/a.yaml": manifest, ...others };
  const paths = fluxPaths(files);
  const facts = new FluxFacts(paths, { isKnown: () => false, isInput: () => true, isClosed: false });
  const problems = paths.flatMap((path) => fluxNotSubstituted.check(facts.seen(path)));
  return problems.map(({ atMost = "error", end, start }) => `${atMost} ${manifest.slice(start, end)}`);
}

const OTHER = {
  "clusters/infra.yaml": kustomization("infra", "./infra", substitute("DOMAIN: a")),
  "infra/s.yaml": object("ConfigMap", "s", "A: b"),
};
const pod = (member: string) =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: a, ${member}}]}\n`;

test.each<[manifest: string, expected: string[]]>([
  ["apiVersion: v1\nkind: Namespace\nmetadata: {name: '${NS:=dev}'}", ["error ${NS:=dev}"]],
  ["apiVersion: v1\nkind: Namespace\nmetadata: {name: '${NS}'}", ["error ${NS}"]],
  [
    "apiVersion: x/v1\nkind: X\nmetadata: {name: a, namespace: '${NS}', labels: {a: '${L}'}}",
    ["error ${NS}", "error ${L}"],
  ],
  ["apiVersion: x/v1\nkind: X\nmetadata: {name: a, annotations: {a: '${L:=x}'}}", []],
  ["apiVersion: x/v1\nkind: X\nmetadata: {name: a}\nspec: {a: '${L:=x}'}", []],
  [pod("image: 'x:${TAG:=1}'"), ["note ${TAG:=1}"]],
  [pod("image: 'x:${TAG}'"), []],
  [pod("env: [{name: A, value: '${TAG:-1}'}]"), ["note ${TAG:-1}"]],
  [pod("args: ['${TAG:-1}']"), []],
  [pod("command: [sh, -c, '${TAG:-1}']"), []],
  [object("ConfigMap", "s", "run.sh: 'echo ${TAG:-1}'"), []],
  [object("ConfigMap", "s", "run.sh: 'echo $${TAG:-1} $TAG'"), []],
])("%j", (manifest, expected) => {
  expect(found(manifest)).toEqual(expected);
  expect(found(manifest, "postBuild: {substitute: {}}\n")).toEqual(expected);
  // With an optional source that is not in the repository, it is unknown whether there are variables.
  const unknown = substituteFrom("ConfigMap no?");
  for (const spec of [substitute("A: b"), "postBuild: {substituteStrategy: Always}\n", unknown])
    expect(found(manifest, spec)).toEqual([]);
});

test("a variable of another Kustomization, unless a script or a container sets it", () => {
  const script = (text: string) => object("ConfigMap", "s", `run.sh: '${text}'`);
  expect(found(script("curl ${DOMAIN}"), "", OTHER)).toEqual(["note ${DOMAIN}"]);
  expect(found(script("DOMAIN=a; curl ${DOMAIN}"), "", OTHER)).toEqual([]);
  const container = `${script("curl ${DOMAIN}")}---\n${pod("env: [{name: DOMAIN, value: b}]")}`;
  expect(found(container, "", OTHER)).toEqual([]);
  expect(found(`${script("curl ${DOMAIN}")}---\n${pod("env: [{name: OTHER, value: b}]")}`, "", OTHER)).toHaveLength(1);
});
