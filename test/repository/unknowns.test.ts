/** What an input does not determine: which records containers add, and the lines of the summary. */
import { describe, expect, test } from "vitest";
import { type Container, resolveContainer } from "../../src/kubernetes/index.ts";
import { isUnchecked, Unknowns, unknownLines } from "../../src/repository/unknowns.ts";
import { fluxPaths, kustomization, object } from "../kubernetes/flux/repository.ts";

function linesOf(container: Omit<Container, "name">, isAll = false): string[] {
  const unknowns = new Unknowns();
  unknowns.addContainer(resolveContainer({ spec: { containers: [{ name: "app", ...container }] } }, "app"));
  return unknownLines(unknowns.list, isAll);
}

const secret = (name: string, key = "k") => ({ name: key.toUpperCase(), valueFrom: { secretKeyRef: { name, key } } });
const from = (name: string, prefix = "") => ({ prefix, secretRef: { name } });

describe("sources of a container", () => {
  test.each<[string, Omit<Container, "name">, string[]]>([
    ["nothing", {}, []],
    ["a key", { env: [secret("db", "user")] }, ["1 source is not in the input: Secret db (1 name)"]],
    [
      "several keys of one object count as names",
      { env: [secret("db", "user"), secret("db", "pw"), secret("api")] },
      ["2 sources are not in the input: Secret db (2 names), Secret api (1 name)"],
    ],
    ["envFrom without a reference", { envFrom: [from("web")] }, ["1 source is not in the input: Secret web"]],
    [
      "envFrom with references, each name once",
      { envFrom: [from("web")], args: ["$(A) $(A)", "$(B)"] },
      ["1 source is not in the input: Secret web (2 names)"],
    ],
    [
      "a prefix that a name does not have",
      { envFrom: [from("web", "X_")], args: ["$(A)", "$(X_A)"] },
      ["1 source is not in the input: Secret web (1 name)"],
    ],
    ["a Service", { args: ["$(API_SERVICE_HOST)"] }, ["1 source is not in the input: Service api (1 name)"]],
    [
      "a variable that only a running pod has is certain",
      {
        args: ["$(IP)", "$(KUBERNETES_SERVICE_HOST)"],
        env: [{ name: "IP", valueFrom: { fieldRef: { fieldPath: "status.podIP" } } }],
      },
      [],
    ],
  ])("%s", (_, container, lines) => {
    expect(linesOf(container)).toEqual(lines);
  });

  test("the largest five are named, and the rest counted; with all, every one", () => {
    const env = ["a", "b", "b", "c", "d", "e", "f", "f", "g"].map((name, i) => secret(name, `k${i}`));
    const five = "Secret b (2 names), Secret f (2 names), Secret a (1 name), Secret c (1 name), Secret d (1 name)";
    expect(linesOf({ env })).toEqual([`7 sources are not in the input: ${five}, and 2 more (2 names)`]);
    expect(linesOf({ env }, true)).toEqual([
      `7 sources are not in the input: ${five}, Secret e (1 name), Secret g (1 name)`,
    ]);
  });
});

test("an object with a variable in its name can be in the input", () => {
  const container = { env: [secret("${APP}-db", "user"), secret("db", "user")] };
  expect(linesOf(container)).toEqual([
    "1 source is not in the input: Secret db (1 name)",
    "1 source is not determined by the input: Secret ${APP}-db (1 name)",
  ]);
});

test("each reason has its own line, and a record is added once", () => {
  const unknowns = new Unknowns();
  for (let i = 0; i < 2; i++) {
    unknowns.add("not-applied", "Pod/a");
    unknowns.add("may-change", "Pod/b", undefined, "apps");
    unknowns.add("undetermined", "the decrypted Secret s", "PW");
    unknowns.add("not-evaluated", "k/kustomization.yaml:1:1", undefined, "it is\nremote");
  }
  expect(unknownLines(unknowns.list, false)).toEqual([
    "k/kustomization.yaml:1:1: not evaluated: it is\\nremote",
    "1 source is not determined by the input: the decrypted Secret s (1 name)",
    "1 workload may be changed by parts that are not evaluated: Pod/b",
    "1 workload skipped: a patch, incomplete, or part of a test: Pod/a",
  ]);
  expect(unknowns.list.filter((each) => !isUnchecked(each)).map(({ what }) => what)).toEqual(["Pod/a"]);
});

test("a Kustomization that nothing applies is not unchecked", () => {
  const unknowns = new Unknowns();
  unknowns.add("kustomization", "apps (apps.yaml)", undefined, "its path is not in the repository");
  expect(unknowns.list.filter(isUnchecked)).toEqual([]);
});

test("the most frequent reason is first, and 100 reasons have lines", () => {
  const unknowns = new Unknowns();
  for (const [name, why] of [
    ["a", "x"],
    ["b", "y"],
    ["c", "y"],
    ["d", "y"],
    ["e", "z"],
    ["f", "z"],
    ["g", "w"],
  ] as const) {
    unknowns.add("kustomization", name, undefined, why);
  }
  for (let i = 0; i < 103; i++) unknowns.add("not-evaluated", `k${i}`, undefined, `reason ${i}`);
  expect(unknownLines(unknowns.list, false).slice(99)).toEqual([
    "k99: not evaluated: reason 99",
    "parts were not evaluated for 3 more reasons",
    "7 Kustomizations of Flux are not evaluated: y (3), z (2), x (1), w (1)",
  ]);
});

test("only the names that a Kustomization does not set depend on its sources", () => {
  const spec = "postBuild: {substitute: {A: a}, substituteFrom: [{kind: Secret, name: vars}]}\n";
  const [path] = fluxPaths({
    "clusters/apps.yaml": kustomization("apps", "./apps", spec),
    "apps/c.yaml": object("ConfigMap", "c", "X: '${A} ${B} ${C}'"),
  });
  const unknowns = new Unknowns();
  unknowns.addFluxSources(path!);
  expect(unknowns.list.map(({ names, what }) => [what, ...names])).toEqual([["Secret vars", "B", "C"]]);
});

test("memory is bounded: more records and names are not kept", () => {
  const unknowns = new Unknowns();
  for (let i = 0; i < 20_000; i++) unknowns.add("absent", `Secret s${i}`);
  for (let i = 0; i < 2000; i++) unknowns.add("absent", "Secret s0", `N${i}`);
  expect(unknowns.list).toHaveLength(10_000);
  expect(unknowns.list[0]!.names.size).toBe(1000);
});
