/** The objects that are read from a cluster, and the lines about those that cannot be read. */
import { expect, test } from "vitest";
import { readClusterObjects } from "../../../../src/cli/commands/kubectl/objects.ts";
import type { KubectlResult } from "../../../../src/cli/commands/kubectl/process.ts";
import type { ReferredObjects } from "../../../../src/kubernetes/cluster/referred-objects.ts";

interface Asked {
  readonly namespace?: string;
  readonly configMaps?: readonly string[];
  readonly secrets?: readonly string[];
  readonly nodes?: readonly string[];
  readonly hasServiceLinks?: boolean;
}

/** @param answers kubectl's answers, by the kind and the names; otherwise, it finds nothing */
async function read(asked: Asked, answers: Readonly<Record<string, Partial<KubectlResult>>> = {}) {
  const { configMaps = [], hasServiceLinks = false, namespace = "shop", nodes = [], secrets = [] } = asked;
  const calls: string[] = [];
  const kubectl = async (args: readonly string[]): Promise<KubectlResult> => {
    calls.push(args.join(" "));
    const what = args.slice(args.indexOf("--") + 1).join(" ");
    return { output: "", errors: [], isDone: true, ...answers[what] };
  };
  const referred: ReferredObjects = {
    configMaps: new Set(configMaps),
    secrets: new Set(secrets),
    nodes: new Set(nodes),
    hasServiceLinks,
  };
  return { ...(await readClusterObjects(kubectl, namespace, referred)), calls };
}

const object = (kind: string, name: string) => ({ apiVersion: "v1", kind, metadata: { name, namespace: "shop" } });
const list = (...items: object[]) => JSON.stringify({ apiVersion: "v1", kind: "List", items });
const KUBERNETES = "--namespace=default service kubernetes";
const LONGEST = "x".repeat(253);

test.each<[string, Asked, string[]]>([
  ["the API server's Service", {}, [KUBERNETES]],
  ["all Services of the namespace", { hasServiceLinks: true }, ["--namespace=shop service", KUBERNETES]],
  [
    "all Services of default, which include the API server's",
    { namespace: "default", hasServiceLinks: true },
    ["--namespace=default service"],
  ],
  ["one Service of default", { namespace: "default" }, [KUBERNETES]],
  [
    "objects of every kind",
    { configMaps: ["a", "b"], secrets: ["c"], nodes: ["n1"] },
    ["--namespace=shop configmap a b", "--namespace=shop secret c", KUBERNETES, "node n1"],
  ],
  [
    "valid names only",
    {
      configMaps: ["a.b-c.9", "0", LONGEST, `${LONGEST}x`, "", "a-", "a.", "-a", ".a", "A", "aA", "a_b", "a/b"],
      secrets: ["b\n", "b c", "é"],
      nodes: ["n1/", "n1"],
    },
    [`--namespace=shop configmap a.b-c.9 0 ${LONGEST}`, KUBERNETES, "node n1"],
  ],
])("reads %s", async (_, asked, expected) => {
  const { calls, refusals } = await read(asked);
  const [flags, kinds] = ["--output=json --ignore-not-found --", /(?=\b(?:configmap|secret|service|node)\b)/];
  expect(calls).toEqual(expected.map((call) => `get ${call.replace(kinds, `${flags} `)}`));
  expect(refusals).toEqual([]);
});

test("the objects of lists, single objects, and output that is empty", async () => {
  const { objects } = await read(
    { configMaps: ["a", "b"], secrets: ["c"], nodes: ["n1"], hasServiceLinks: true },
    {
      "configmap a b": { output: list(object("ConfigMap", "a"), object("ConfigMap", "b")) },
      "secret c": { output: `${JSON.stringify(object("Secret", "c"))}\n` },
      service: { output: list(object("Service", "db")) },
      "service kubernetes": { output: " \n" },
      "node n1": { output: JSON.stringify(object("Node", "n1")) },
    },
  );
  expect(objects).toEqual({
    services: [object("Service", "db")],
    configMaps: [object("ConfigMap", "a"), object("ConfigMap", "b")],
    secrets: [object("Secret", "c")],
    nodes: [object("Node", "n1")],
  });
});

const FORBIDDEN = 'is forbidden: User "jane" cannot get resource "secrets"';
const about = (name: string, reason = "(Forbidden)") => `Error from server ${reason}: secrets "${name}" ${FORBIDDEN}`;
const WHY = 'forbidden: User "jane" cannot get resource "secrets"';
const REFUSED = "The connection to the server localhost:8080 was refused";

test.each<[string, readonly string[], readonly string[], readonly string[]]>([
  ["an error about one of them", [about("b")], [], [`cannot read Secret shop/b: ${WHY}`]],
  [
    "an error about each",
    ["a", "b", "c"].map((name) => about(name)),
    [],
    ["a", "b", "c"].map((name) => `cannot read Secret shop/${name}: ${WHY}`),
  ],
  [
    "an error about all of them",
    [REFUSED],
    [],
    ["a", "b", "c"].map((name) => `cannot read Secret shop/${name}: ${REFUSED}`),
  ],
  ["an error about all of them, after two are found", [REFUSED], ["a", "c"], [`cannot read Secret shop/b: ${REFUSED}`]],
  [
    "an error about one, and another one about the others",
    [about("b"), "error: a", REFUSED, REFUSED],
    [],
    [
      `cannot read Secret shop/a: error: a; ${REFUSED}`,
      `cannot read Secret shop/b: ${WHY}`,
      `cannot read Secret shop/c: error: a; ${REFUSED}`,
    ],
  ],
  [
    "different errors about one",
    [about("b"), about("b", "(InternalError)"), about("b")],
    [],
    [`cannot read Secret shop/b: ${WHY}; Error from server (InternalError): secrets "b" ${FORBIDDEN}`],
  ],
  [
    "an error about a list, which is about all",
    [`Error from server (Forbidden): secrets ${FORBIDDEN}`],
    ["a"],
    [`cannot read Secret shop/b: ${WHY}`, `cannot read Secret shop/c: ${WHY}`],
  ],
  [
    "an error that quotes a name elsewhere, which is about all",
    [`x${about("b")}`],
    ["b"],
    ["a", "c"].map((name) => `cannot read Secret shop/${name}: x${about("b")}`),
  ],
  [
    "a long error, which is shortened, with escapes",
    [`error: \u0007${"x".repeat(600)}`],
    ["a", "b"],
    [`cannot read Secret shop/c: error: \\u0007${"x".repeat(492)}...`],
  ],
])("%s", async (_, errors, found, lines) => {
  const output = list(...found.map((name) => object("Secret", name)));
  const { refusals, unreadable } = await read(
    { secrets: ["a", "b", "c"] },
    { "secret a b c": { output, errors, isDone: false } },
  );
  expect(refusals).toEqual(lines);
  for (const name of ["a", "b", "c"]) {
    const isRefused = lines.some((line) => line.startsWith(`cannot read Secret shop/${name}:`));
    expect([name, unreadable.has("Secret", name), unreadable.has("ConfigMap", name)]).toEqual([name, isRefused, false]);
  }
});

test("Services that cannot be listed, and nodes, which are in no namespace", async () => {
  const answer = { errors: [REFUSED], isDone: false };
  const { refusals, unreadable } = await read(
    { nodes: ["n1"], hasServiceLinks: true },
    { service: answer, "node n1": answer },
  );
  expect(refusals).toEqual([
    `cannot read the Services of namespace shop: ${REFUSED}`,
    `cannot read Node n1: ${REFUSED}`,
  ]);
  expect(unreadable.has("Service", "anything")).toBe(true);
});

test("warnings of a successful call are not refusals", async () => {
  const { refusals, unreadable } = await read(
    { secrets: ["a"], hasServiceLinks: true },
    { "secret a": { errors: [about("a")] }, service: { errors: [REFUSED] } },
  );
  expect([refusals, unreadable.has("Secret", "a"), unreadable.has("Service", "a")]).toEqual([[], false, false]);
});

test("output that is not JSON is an error", async () => {
  await expect(read({ secrets: ["a"] }, { "secret a": { output: "{" } })).rejects.toThrow(
    /^kubectl get secret: what it printed is not JSON$/,
  );
});
