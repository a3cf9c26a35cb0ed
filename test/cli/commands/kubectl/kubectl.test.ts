import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { kubectlCommand } from "../../../../src/cli/commands/kubectl/kubectl.ts";
import { type ClusterObject, shop } from "../../kubectl/shop.ts";
import { StandIn } from "../../kubectl/stand-in.ts";
import { type Outcome, runInMemory } from "../../memory-io.ts";
import { FolderPerTest } from "../../temporary.ts";

const folder = new FolderPerTest();
const POD = "web-6d4cf56db6-x7k2p";
const EVENT =
  "Warning UnresolvedReference: $(LOG_LEVL) is not expanded: the variable is not defined; did you mean LOG_LEVEL?";

function run({ environment }: { readonly environment: { readonly PATH: string } }, ...args: string[]) {
  return runInMemory(args, { environment, alone: kubectlCommand });
}

/** A kubectl that says something and ends. */
function sayingKubectl(script: string): { readonly environment: { readonly PATH: string } } {
  writeFileSync(folder.at("kubectl"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return { environment: { PATH: `${folder.path}:/usr/bin:/bin` } };
}

/** The cluster without the object of a name. */
const without = (kind: string, name: string): ClusterObject[] =>
  shop().filter((object) => object.kind !== kind || object.metadata.name !== name);

/** The lines of `-o env` that set the container's own variables. */
const ownLines = ({ output }: Outcome): string[] =>
  output
    .split("\n\n")[0]!
    .split("\n")
    .filter((line) => line !== "" && !/^(?:DB|KUBERNETES)_/.test(line));

test("a pod: its own addresses, its node, and every object that it refers to", async () => {
  const result = await run(new StandIn(folder.path, shop()), POD, "-n", "shop", "-o", "env", "--show-secrets");
  expect(ownLines(result)).toEqual([
    `# Pod/shop/${POD}, container app`,
    "LOG_LEVEL=debug",
    "password=s3cret",
    "username=shop",
    "POD_IP=10.244.1.23",
    "CPUS=4",
    "GREETING=Welcome",
    "DATABASE_URL=postgres://shop:s3cret@10.96.12.7:5432/shop",
    "API_SERVER=https://10.96.0.1",
  ]);
  const event = `pod/${POD}:14:15: Pod/shop/${POD} spec.containers{app}: ${EVENT}`;
  expect({ code: result.code, messages: result.messages }).toEqual({ code: 0, messages: [event] });
});

test("a Deployment: fields that only a pod has are unknown", async () => {
  const { code, output, messages } = await run(
    new StandIn(folder.path, shop()),
    "deploy/web",
    "-n",
    "shop",
    "-o",
    "yaml",
  );
  expect(output.split("\n").filter((line) => /value:|--listen/.test(line))).toEqual([
    "        - --listen=$(POD_IP):8080",
    "          value: postgres://shop:s3cret@10.96.12.7:5432/shop",
    "          value: https://10.96.0.1",
  ]);
  const env = "Deployment/shop/web: spec.template.spec.containers[0].env";
  expect({ code, messages }).toEqual({
    code: 0,
    messages: [
      `deploy/web:24:11: ${env}[0] (POD_IP): unknown: needs the pod's IP addresses (choose a pod)`,
      `deploy/web:29:11: ${env}[1] (CPUS): unknown: needs the node's allocatable resources (choose a pod)`,
      `deploy/web:22:19: Deployment/shop/web spec.template.spec.containers{app}: ${EVENT}`,
    ],
  });
});

test("the table, which masks secrets, is printed by default", async () => {
  const { code, output } = await run(new StandIn(folder.path, shop()), "pod", POD, "-n", "shop");
  expect(code).toBe(0);
  expect(output).toMatch(/^ +DATABASE_URL .*\*\*\*.* value/m);
  expect(output).toMatch(/^ +GREETING +Welcome +configMapKeyRef shop\/texts greeting/m);
  expect(output).not.toContain("s3cret");
});

test("-c selects a container, which a file format requires", async () => {
  const kubectl = new StandIn(folder.path, shop());
  const { code, output } = await run(kubectl, POD, "-n", "shop", "-c", "app", "-o", "docker");
  expect(code).toBe(0);
  expect(output).toContain("\nDATABASE_URL=postgres://shop:s3cret@10.96.12.7:5432/shop\n");
  const several = await run(kubectl, POD, "-n", "shop", "-o", "docker");
  expect(several).toMatchObject({ code: 2, output: "" });
  expect(several.messages.at(-1)).toContain("-o docker prints one container, but 2 are selected");
  const none = await run(kubectl, POD, "-n", "shop", "-c", "ap", "-o", "docker");
  expect(none.messages).toEqual([
    "kubectl varexpand: the selected workloads have no container ap; choose from app, log",
  ]);
});

test("one call for each kind", async () => {
  const kubectl = new StandIn(folder.path, shop());
  const get = "get --namespace=shop";
  const template = [
    `${get} --output=yaml -- deploy/web`,
    `${get} --namespace=default --output=json --ignore-not-found -- service kubernetes`,
    `${get} --namespace=shop --output=json --ignore-not-found -- configmap web-config feature-flags texts`,
    `${get} --namespace=shop --output=json --ignore-not-found -- secret db`,
    `${get} --namespace=shop --output=json --ignore-not-found -- service`,
  ];
  await run(kubectl, "deploy/web", "-n", "shop");
  expect(kubectl.calls.sort()).toEqual([...template].sort());
  const before = kubectl.calls.length;
  await run(kubectl, POD, "-n", "shop");
  const node = `${get} --output=json --ignore-not-found -- node node-1`;
  const pod = template.map((call) => call.replace("deploy/web", `pod/${POD}`));
  expect(kubectl.calls.slice(before).sort()).toEqual([...pod, node].sort());
});

test("a pod without service links, in the namespace default: only what it refers to", async () => {
  const spec = { enableServiceLinks: false, containers: [{ name: "app", env: [{ name: "A", value: "$(B)" }] }] };
  const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "a", namespace: "default" }, spec };
  const kubectl = new StandIn(folder.path, [...shop(), pod]);
  await run(kubectl, "po/a");
  expect(kubectl.calls).toEqual([
    "get --output=yaml -- po/a",
    "get --namespace=default --output=json --ignore-not-found -- service kubernetes",
  ]);
});

test("kubectl's own options are passed on to every call", async () => {
  const kubectl = new StandIn(folder.path, shop());
  const given = ["--context", "test", "--as=jane", "--as-group=a", "--as-group=b", "--insecure-skip-tls-verify"];
  await run(kubectl, POD, "-n", "shop", ...given, "-s", "https://x:6443", "--record");
  const [first, ...others] = kubectl.calls;
  const passedOn =
    "--namespace=shop --context=test --as=jane --as-group=a --as-group=b --server=https://x:6443 --insecure-skip-tls-verify";
  expect(first).toBe(`get ${passedOn} --output=yaml -- pod/${POD}`);
  expect(others.filter((call) => !call.includes(` ${passedOn} `))).toEqual([]);
});

test("objects that the user cannot read are unknown, with a line for each", async () => {
  const forbidden = ["get secrets", "list services in shop", "get services in default", "get nodes"];
  const kubectl = new StandIn(folder.path, shop(), forbidden);
  const result = await run(kubectl, POD, "-n", "shop", "-o", "env", "--strict");
  expect(ownLines(result)).toEqual([
    `# Pod/shop/${POD}, container app`,
    "POD_IP=10.244.1.23",
    "GREETING=Welcome",
    "# DATABASE_URL is partly unknown: needs Secret shop/db (it cannot be read)",
    "# API_SERVER is partly unknown: needs Secret shop/db (it cannot be read)",
    "# secretRef shop/db is unknown: needs Secret shop/db (it cannot be read)",
    "# LOG_LEVEL is unknown: needs Secret shop/db (it cannot be read)",
    "# CPUS is unknown: needs the node's allocatable resources",
  ]);
  const { code, messages } = result;
  const cannot = (verb: string, resource: string) =>
    `forbidden: User "jane" cannot ${verb} resource "${resource}" in API group "" in the namespace`;
  expect({ code, messages: messages.slice(0, 4) }).toEqual({
    code: 0,
    messages: [
      `cannot read Secret shop/db: ${cannot("get", "secrets")} "shop"`,
      `cannot read the Services of namespace shop: ${cannot("list", "services")} "shop"`,
      `cannot read Service default/kubernetes: ${cannot("get", "services")} "default"`,
      `cannot read Node node-1: ${cannot("get", "nodes")} "shop"`,
    ],
  });
});

test("a missing object is reported as missing, even if the user cannot read another one", async () => {
  const spec = {
    containers: [
      {
        name: "app",
        envFrom: ["db", "gone", "other"].map((name) => ({ secretRef: { name, optional: true }, prefix: `${name}_` })),
        env: [{ name: "A", value: "$(db_username) $(gone_x) $(other_x)" }],
      },
    ],
  };
  const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "a", namespace: "shop" }, spec };
  const kubectl = new StandIn(folder.path, [...shop(), pod], ["get secrets other"]);
  const { output, messages } = await run(kubectl, "a", "-n", "shop", "-o", "json");
  expect(JSON.parse(output).spec.containers[0].env[0].value).toBe("$(db_username) $(gone_x) $(other_x)");
  expect(messages.map((line) => line.replace(/ User .*/, ""))).toEqual([
    "cannot read Secret shop/other: forbidden:",
    "pod/a:20:7: Pod/shop/a: spec.containers[0].envFrom[2]: unknown: needs Secret shop/other (it cannot be read)",
    "pod/a:10:29: Pod/shop/a spec.containers{app}: Warning UnresolvedReference: " +
      "$(gone_x) is not expanded: the variable is not defined",
  ]);
});

test("the container does not start if an object does not exist", async () => {
  const kubectl = new StandIn(folder.path, without("ConfigMap", "texts"));
  const { code, output, messages } = await run(kubectl, POD, "-n", "shop", "-o", "env", "--strict", "--record");
  expect(code).toBe(1);
  expect(output.split("\n")[1]).toBe('# does not start: configmap "texts" not found');
  expect(messages).toEqual([
    `pod/${POD}:26:7: Pod/shop/${POD} spec.containers{app}: Warning Failed: Error: configmap "texts" not found`,
    "no events to record: every reference is resolved or unknown",
  ]);
  expect(kubectl.created).toEqual([]);
});

test("an invalid object name is missing, without a request", async () => {
  const envFrom = [
    { secretRef: { name: "-o=yaml", optional: true } },
    { configMapRef: { name: "A B", optional: true } },
    { configMapRef: { name: "a b", optional: true } },
  ];
  const spec = { containers: [{ name: "app", envFrom }] };
  const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "a", namespace: "shop" }, spec };
  const kubectl = new StandIn(folder.path, [...shop(), pod]);
  expect((await run(kubectl, "a", "-n", "shop", "-o", "env")).code).toBe(0);
  expect(kubectl.calls.filter((call) => / (?:secret|configmap)\b/.test(call))).toEqual([]);
});

test("--record creates the events about unresolved references, in one call", async () => {
  const kubectl = new StandIn(folder.path, shop());
  const { code, messages } = await run(kubectl, POD, "-n", "shop", "--record");
  expect(code).toBe(0);
  expect(messages.at(-1)).toBe(`recorded 1 event; kubectl describe pod ${POD} -n shop shows it`);
  expect(kubectl.calls.filter((call) => call.startsWith("create"))).toEqual([
    "create --namespace=shop --namespace=shop --output=name --validate=false --filename=-",
  ]);
  expect(kubectl.created).toMatchObject([
    {
      apiVersion: "v1",
      kind: "Event",
      metadata: { namespace: "shop" },
      involvedObject: {
        apiVersion: "v1",
        kind: "Pod",
        name: POD,
        namespace: "shop",
        uid: "0d3a1c9b-6f3f-4c9e-8f59-6f1d2e3c4b5a",
        fieldPath: "spec.containers{app}",
      },
      type: "Warning",
      reason: "UnresolvedReference",
      message: "$(LOG_LEVL) is not expanded: the variable is not defined",
      source: { component: "varexpand" },
      count: 1,
    },
  ]);
});

test("--record fails if the cluster rejects the events, but the result is printed", async () => {
  const kubectl = new StandIn(folder.path, shop(), ["create events"]);
  const { code, output, messages } = await run(kubectl, POD, "-n", "shop", "--record");
  expect(code).toBe(2);
  expect(output).toContain("10.244.1.23");
  expect(messages.filter((line) => line.startsWith("recorded"))).toEqual([]);
  expect(messages.at(-1)).toBe(
    "varexpand: 1 of 1 events could not be recorded: Error from server (Forbidden): events is forbidden: " +
      'User "jane" cannot create resource "events" in API group "" in the namespace "shop"',
  );
});

test.each([
  [[], "kubectl varexpand: no workload; write KIND/NAME, or the name of a pod (see kubectl varexpand --help)"],
  [["a/b", "c/d"], "kubectl varexpand: a/b c/d: expected one workload (see kubectl varexpand --help)"],
  [["deploy", "a", "b"], "kubectl varexpand: deploy a b: expected one workload (see kubectl varexpand --help)"],
  [["deploy/a,b"], "kubectl varexpand: deploy/a,b: expected one workload (see kubectl varexpand --help)"],
  [["web", "-n", "shop"], 'varexpand: kubectl: Error from server (NotFound): pods "web" not found'],
  [["deploy/web"], 'varexpand: kubectl: Error from server (NotFound): deployments "web" not found'],
  [["depl/web"], 'varexpand: kubectl: error: the server doesn\'t have a resource type "depl"'],
  [["cm/texts", "-n", "shop"], "varexpand: cm/texts: the object has no pod and no pod template"],
])("%j is an error", async (args, message) => {
  const { code, output, messages } = await run(new StandIn(folder.path, shop()), ...args);
  expect({ code, output, messages }).toEqual({ code: 2, output: "", messages: [message] });
});

test("without kubectl", async () => {
  const { code, messages } = await run({ environment: { PATH: folder.path } }, "deploy/web");
  expect(code).toBe(2);
  expect(messages).toEqual(["varexpand: kubectl: not found in PATH; install it to read the cluster"]);
});

test("other messages of kubectl are shown, with escapes", async () => {
  const kubectl = sayingKubectl(
    `printf 'Warning: \\033[31mold\\nopen https://login\\nerror: no \\007 login' >&2; exit 1`,
  );
  expect((await run(kubectl, "deploy/web")).messages).toEqual([
    "kubectl: Warning: \\u001b[31mold",
    "kubectl: open https://login",
    "varexpand: kubectl: error: no \\u0007 login",
  ]);
});

test("output that is not JSON", async () => {
  const pod =
    "apiVersion: v1\\nkind: Pod\\nmetadata: {name: a, namespace: b}\\nspec: {nodeName: n, containers: [{name: c}]}\\n";
  const kubectl = sayingKubectl(`case "$*" in *yaml*) printf '${pod}';; *) echo oops;; esac`);
  const { code, messages } = await run(kubectl, "pod/a");
  expect({ code, messages }).toEqual({
    code: 2,
    messages: ["varexpand: kubectl get service: what it printed is not JSON"],
  });
});

test.each([
  ["exit 3", "exit code 3"],
  ["kill -TERM $$", "ended by SIGTERM"],
])("kubectl fails without a word: %s", async (script, end) => {
  const { code, messages } = await run(sayingKubectl(script), "deploy/web");
  expect({ code, messages }).toEqual({
    code: 2,
    messages: [`varexpand: kubectl get --output=yaml -- deploy/web: failed: ${end}`],
  });
});

test("--version and --help", async () => {
  const kubectl = new StandIn(folder.path, shop());
  expect((await run(kubectl, "--version")).output).toMatch(/^varexpand \d+\.\d+\.\d+\n$/);
  const { code, output } = await run(kubectl, "--help");
  expect(code).toBe(0);
  expect(output.startsWith("usage: kubectl varexpand WORKLOAD ")).toBe(true);
  expect(kubectl.calls).toEqual([]);
});
