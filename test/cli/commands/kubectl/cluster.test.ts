import { execFile } from "node:child_process";
import { chmodSync, symlinkSync } from "node:fs";
import { delimiter } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { kubectlCommand } from "../../../../src/cli/commands/kubectl/kubectl.ts";
import { hasTool } from "../../../tools.ts";
import { ApiServer } from "../../kubectl/api-server.ts";
import { shop } from "../../kubectl/shop.ts";
import { COMPLETION, PLUGIN, StandIn } from "../../kubectl/stand-in.ts";
import { runInMemory } from "../../memory-io.ts";
import { FolderPerTest } from "../../temporary.ts";

const POD = "web-6d4cf56db6-x7k2p";
const hasValue = hasTool("kubectl", "version", "--client");
if (!hasValue) console.warn("kubectl is not on PATH: its tests do not run (Debian: kubernetes-client)");

describe.skipIf(!hasValue)("with the real kubectl and an API server on loopback", () => {
  const folder = new FolderPerTest();
  let server: ApiServer;
  let environment: Record<string, string>;

  beforeEach(async () => {
    server = new ApiServer(shop());
    const kubeconfig = {
      apiVersion: "v1",
      kind: "Config",
      clusters: [{ name: "test", cluster: { server: await server.start() } }],
      contexts: [{ name: "test", context: { cluster: "test", user: "jane", namespace: "shop" } }],
      users: [{ name: "jane", user: {} }],
      "current-context": "test",
    };
    const { PATH = "" } = process.env;
    const KUBECONFIG = folder.file("kubeconfig", JSON.stringify(kubeconfig));
    environment = { PATH, HOME: folder.path, KUBECONFIG, KUBECACHEDIR: folder.at("cache") };
  });

  afterEach(() => server.stop());

  const run = (...args: string[]) => runInMemory(args, { environment, alone: kubectlCommand });

  /** What a command prints, on both streams. */
  const kubectl = (...args: string[]): Promise<string> =>
    new Promise((resolve) => {
      execFile("kubectl", args, { env: environment, cwd: folder.path }, (_error, stdout, stderr) =>
        resolve(stdout + stderr),
      );
    });

  test.each([
    ["a pod", [POD, "-o", "table"]],
    ["a Deployment in two words", ["deploy", "web", "-o", "env"]],
  ])("%s: as with objects that are not requested", async (_what, args) => {
    const there = await run(...args);
    const standIn = new StandIn(folder.path, shop());
    const given = { environment: standIn.environment, alone: kubectlCommand };
    const expected = await runInMemory([...args, "-n", "shop"], given);
    expect({ code: there.code, output: there.output }).toEqual({ code: 0, output: expected.output });
    expect(there.messages).toEqual(expected.messages);
  });

  /** What kubectl's completion offers after some words. */
  const offered = async (...words: string[]): Promise<string[]> => {
    for (const [name, program] of [
      ["kubectl-varexpand", PLUGIN],
      ["kubectl_complete-varexpand", COMPLETION],
    ] as const) {
      chmodSync(folder.file(`bin/${name}`, `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`), 0o755);
    }
    environment.PATH = `${folder.at("bin")}${delimiter}${environment.PATH}`;
    const lines = (await kubectl("__complete", "varexpand", ...words)).split("\n");
    return lines.slice(0, lines.findIndex((line) => line.startsWith(":")) + 1);
  };

  test.each([
    ["options", ["--rec"], ["--record\trecord an Event in the cluster for each unresolved reference", ":4"]],
    ["a format", ["-o", "ta"], ["table", ":4"]],
    ["a format after =", ["--output=ta"], ["--output=table", ":4"]],
    ["a pod", ["web"], [POD, ":4"]],
    ["a workload", ["-n", "shop", "-o", "json", "deploy/"], ["deploy/web", ":4"]],
    ["a workload in two words", ["deploy", "w"], ["web", ":4"]],
    ["a container", ["-o", "table", POD, "-c", "a"], ["app", ":4"]],
    ["a context", ["--context", ""], ["test", ":4"]],
    ["a file", ["--kubeconfig", ""], [":0"]],
    ["a directory", ["--cache-dir", ""], [":16"]],
    ["nothing after a workload", [POD, ""], [":4"]],
    ["nothing after an unknown option", ["--nope", ""], [":4"]],
  ])("completion: %s", async (_what, words, expected) => {
    expect(await offered(...words)).toEqual(expected);
  });

  test("one request for each object, and one for the list of Services", async () => {
    await run(POD);
    const shopPath = "GET /api/v1/namespaces/shop";
    // Of an object that is not there, kubectl may ask whether its namespace is.
    expect(server.requests.filter((request) => request !== shopPath).sort()).toEqual([
      "GET /api/v1/namespaces/default/services/kubernetes",
      `${shopPath}/configmaps/feature-flags`,
      `${shopPath}/configmaps/texts`,
      `${shopPath}/configmaps/web-config`,
      `${shopPath}/pods/${POD}`,
      `${shopPath}/secrets/db`,
      `${shopPath}/services`,
      "GET /api/v1/nodes/node-1",
    ]);
  });

  test("objects that the user cannot read are unknown, with a line for each", async () => {
    server.forbidden = ["get secrets db", "list services in shop", "get nodes"];
    const { code, output, messages } = await run(POD, "-o", "env", "--strict");
    expect(code).toBe(0);
    expect(output).toContain("# secretRef shop/db is unknown: needs Secret shop/db (it cannot be read)\n");
    const cannot = (verb: string, resource: string) =>
      `forbidden: User "jane" cannot ${verb} resource "${resource}" in API group ""`;
    expect(messages.slice(0, 3)).toEqual([
      `cannot read Secret shop/db: ${cannot("get", "secrets")} in the namespace "shop"`,
      `cannot read the Services of namespace shop: ${cannot("list", "services")} in the namespace "shop"`,
      `cannot read Node node-1: ${cannot("get", "nodes")} at the cluster scope`,
    ]);
  });

  test("a missing object is reported as missing, even if the user cannot read another one", async () => {
    server.forbidden = ["get configmaps texts"];
    server.objects = server.objects.filter(({ metadata }) => metadata.name !== "web-config");
    const { messages } = await run(POD, "-o", "env");
    expect(messages[0]).toContain("cannot read ConfigMap shop/texts: forbidden: ");
    expect(messages.slice(1)).toEqual([
      `pod/${POD}:36:7: Pod/shop/${POD} spec.containers{app}: Warning Failed: Error: configmap "web-config" not found`,
    ]);
  });

  test("kubectl describe pod shows what --record has recorded", async () => {
    const { code, messages } = await run(POD, "--record");
    expect(code).toBe(0);
    const shown = /; (kubectl describe .*) shows it$/.exec(messages.at(-1)!)![1]!;
    const [, ...args] = shown.split(" ");
    const events = (await kubectl(...args)).split("\nEvents:")[1]!;
    const [line] = events.split("\n").slice(-2);
    expect(line).toMatch(
      /^ +Warning +UnresolvedReference +\S+ +varexpand +\$\(LOG_LEVL\) is not expanded: the variable is not defined$/,
    );
  });

  test("the cluster rejects an Event", async () => {
    server.forbidden = ["create events"];
    const { code, messages } = await run(POD, "--record");
    expect(code).toBe(2);
    expect(messages.at(-1)).toMatch(
      /^varexpand: 1 of 1 events could not be recorded: .*events is forbidden: User "jane"/,
    );
  });

  test.each([
    [["deploy/nope"], 'varexpand: kubectl: Error from server (NotFound): deployments "nope" not found'],
    [["depl/web"], 'varexpand: kubectl: error: the server doesn\'t have a resource type "depl"'],
    [["cm/texts"], "varexpand: cm/texts: the object has no pod and no pod template"],
  ])("%j is an error", async (args, message) => {
    const { code, output, messages } = await run(...args);
    expect({ code, output, messages }).toEqual({ code: 2, output: "", messages: [message] });
  });

  test("a context that the kubeconfig does not have", async () => {
    const { code, messages } = await run("web", "--context=no");
    expect(code).toBe(2);
    expect(messages).toEqual([expect.stringMatching(/^varexpand: kubectl: error.*context/i)]);
  });

  test("no server is listening", async () => {
    await server.stop();
    const { code, messages } = await run(POD);
    expect(code).toBe(2);
    expect(messages.at(-1)).toMatch(/^varexpand: kubectl: The connection to the server 127\.0\.0\.1:\d+ was refused/);
    await server.start();
  });

  test("the built program is a plugin", async () => {
    chmodSync(PLUGIN, 0o755);
    symlinkSync(PLUGIN, folder.at("kubectl-varexpand"));
    environment.PATH += `${delimiter}${folder.path}`;
    const output = await kubectl("varexpand", POD, "-n", "shop", "-o", "env");
    expect(output).toContain("\nPOD_IP=10.244.1.23\n");
    expect(await kubectl("plugin", "list")).toContain(folder.at("kubectl-varexpand"));
  });
});
