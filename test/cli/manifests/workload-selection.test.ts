import { describe, expect, test } from "vitest";
import { runInMemory } from "../memory-io.ts";
import { TemporaryFolder } from "../temporary.ts";

const folder = new TemporaryFolder();

const template = (indent: string, names: readonly string[]) =>
  [
    `${indent}spec:`,
    `${indent}  containers:`,
    ...names.map(
      (name) => `${indent}  - {name: ${name}, image: i, env: [{name: A, value: ${name}}, {name: B, value: $(A)}]}`,
    ),
  ].join("\n");

const workload = (
  apiVersion: string,
  kind: string,
  name: string,
  namespace: string,
  containers: readonly string[],
) => `\
apiVersion: ${apiVersion}
kind: ${kind}
metadata: {name: ${name}, namespace: ${namespace}}
spec:
  template:
${template("    ", containers)}
`;

const SHOP = folder.file(
  "shop.yaml",
  [
    "# The shop.\nkind: ConfigMap\nmetadata: {name: settings, namespace: shop}\n",
    workload("apps/v1", "Deployment", "web", "shop", ["app", "sidecar"]),
    workload("apps/v1", "StatefulSet", "db", "shop", ["db"]),
    workload("argoproj.io/v1alpha1", "Rollout", "web", "shop", ["canary"]),
    workload("apps/v1", "Deployment", "web", "test", ["app"]),
    workload("apps/v1", "DaemonSet", "log", "shop", ["log"]),
  ].join("---\n"),
);

/** What is listed of the containers: their titles. */
async function titles(...args: string[]) {
  const { code, output, messages } = await runInMemory(["pod", SHOP, "-o", "env", ...args]);
  return { code, titles: [...output.matchAll(/^# (.*)$/gm)].map((match) => match[1]), messages };
}

const WEB = ["Deployment/shop/web, container app", "Deployment/shop/web, container sidecar"];
const TEST = "Deployment/test/web, container app";
const DB = "StatefulSet/shop/db, container db";
const LOG = "DaemonSet/shop/log, container log";
const ROLLOUT = "Rollout/shop/web, container canary";

describe("workloads", () => {
  test.each([
    [["deploy/web"], [...WEB, TEST]],
    [["deployment/web", "-n", "shop"], WEB],
    [["Deployments/web", "-n", "test"], [TEST]],
    [["deployment.apps/web", "-n", "shop"], WEB],
    [["deployments.v1.apps/web", "-n", "shop"], WEB],
    [["Deployment/shop/web"], WEB],
    [["sts/db"], [DB]],
    [["db"], [DB]],
    [
      ["ds/log", "statefulset/db"],
      [DB, LOG],
    ],
    [["rollout/web"], [ROLLOUT]],
    [["rollouts.argoproj.io/web"], [ROLLOUT]],
    [
      ["deploy/web", "-c", "app"],
      [WEB[0], TEST],
    ],
    [["deploy/web", "-c", "app", "-n", "shop"], [WEB[0]]],
    [["-c", "sidecar"], [WEB[1]]],
    [
      ["-c", "sidecar", "-c", "db"],
      [WEB[1], DB],
    ],
  ])("%j", async (args, expected) => {
    expect(await titles(...args)).toEqual({ code: 0, titles: expected, messages: [] });
  });

  const help = "(see varexpand pod --help)";
  test.each([
    [["deploy/wbe"], "the input has no workload deploy/wbe; did you mean deploy/web?"],
    [["dp"], "the input has no workload dp; choose from Rollout/web, Deployment/web, DaemonSet/log, StatefulSet/db"],
    [["logs"], "the input has no workload logs; did you mean log?"],
    [
      ["deploy/web", "-n", "none"],
      "the input has no workload deploy/web in namespace none; choose from Deployment/web, Rollout/web, DaemonSet/log, StatefulSet/db",
    ],
    [["deployment.argoproj.io/web"], "the input has no workload deployment.argoproj.io/web"],
    [["web"], "several workloads are named web: Deployment/web, Rollout/web; write KIND/NAME"],
    [["deploy/web", "-c", "ap"], "the selected workloads have no container ap; choose from app, sidecar"],
    [["-c", "sidecra"], "the selected workloads have no container sidecra; did you mean sidecar?"],
    [["a/b/c/d"], "a/b/c/d: neither a file nor a workload; write KIND/NAME"],
  ])("%j is an error", async (args, message) => {
    const { code, titles: listed, messages } = await titles(...args);
    expect({ code, listed }).toEqual({ code: 2, listed: [] });
    expect(messages).toHaveLength(1);
    expect(messages[0]).toContain(`varexpand pod: ${message}`);
    expect(messages[0]!.endsWith(help)).toBe(message.includes("neither a file nor a workload"));
  });

  test("a name that exists as a file is the file", async () => {
    const { code, messages } = await runInMemory(["pod", folder.file("deploy/web", "kind: ["), SHOP]);
    expect(code).toBe(2);
    expect(messages[0]).toContain("/deploy/web:1:");
  });

  test("the input has no workload", async () => {
    const { code, messages } = await runInMemory([
      "pod",
      folder.file("config.yaml", "kind: ConfigMap\n"),
      "deploy/web",
    ]);
    expect({ code, messages }).toEqual({
      code: 2,
      messages: [`varexpand pod: the input has no workload deploy/web`],
    });
  });

  test("a workload without input", async () => {
    expect(await runInMemory(["pod", "deploy/web"])).toMatchObject({
      code: 2,
      messages: [
        'varexpand pod: nothing to read: "deploy/web" is not a file, so it is taken as a workload; ' +
          `name files or directories, or pipe them in ${help}`,
      ],
    });
  });
});

describe("formats", () => {
  test("a file for one container", async () => {
    const { code, output } = await runInMemory([
      "pod",
      SHOP,
      "deploy/web",
      "-n",
      "shop",
      "-c",
      "app",
      "-o",
      "env-file",
    ]);
    expect({ code, output }).toEqual({ code: 0, output: "# Deployment/shop/web, container app\nA='app'\nB='app'\n" });
  });

  test("several containers with the same name are listed, and nothing is printed", async () => {
    const { code, output, messages } = await runInMemory(["pod", SHOP, "deploy/web", "-c", "app", "-o", "docker"]);
    expect({ code, output }).toEqual({ code: 2, output: "" });
    expect(messages).toEqual([
      `varexpand: ${SHOP}:12:9: Deployment/shop/web: container app`,
      `varexpand: ${SHOP}:40:9: Deployment/test/web: container app`,
      "varexpand: -o docker prints one container, but 2 are selected; " +
        "select one with KIND/NAME, -n, and -c, or use -o env or -o table",
    ]);
  });

  test("yaml and json: the selected objects as a whole", async () => {
    const yaml = await runInMemory(["pod", SHOP, "sts/db", "ds/log"]);
    const expected = (kind: string, name: string) =>
      workload("apps/v1", kind, name, "shop", [name]).replace("$(A)", name);
    expect(yaml).toMatchObject({
      code: 0,
      output: `---\n${expected("StatefulSet", "db")}---\n${expected("DaemonSet", "log")}`,
      messages: [],
    });
    const json = JSON.parse((await runInMemory(["pod", SHOP, "sts/db", "-o", "json"])).output);
    expect(json).toMatchObject({ kind: "StatefulSet", metadata: { name: "db" } });
    const list = JSON.parse((await runInMemory(["pod", SHOP, "sts/db", "ds/log", "-o", "json"])).output);
    expect(list.items.map((item: { kind: string }) => item.kind)).toEqual(["StatefulSet", "DaemonSet"]);
  });

  test("items of a List are documents of their own", async () => {
    const pods = ["a", "b", "c"].map((name) => ({
      kind: "Pod",
      metadata: { name },
      spec: { containers: [{ name: "c", args: ["$(X)", "$$"], env: [{ name: "X", value: name }] }] },
    }));
    const stdin = JSON.stringify({ kind: "List", items: pods });
    const { output } = await runInMemory(["pod", "-", "po/b", "pod/c"], { stdin });
    const document = (name: string) => `kind: Pod
metadata:
  name: ${name}
spec:
  containers:
    - name: c
      args:
        - ${name}
        - $$
      env:
        - name: X
          value: ${name}
`;
    expect(output).toBe(`${document("b")}---\n${document("c")}`);
    const large = JSON.stringify({ kind: "List", items: [...pods, { kind: "Filler", x: "x".repeat(1 << 20) }] });
    expect((await runInMemory(["pod", "-", "po/b", "pod/c"], { stdin: large })).output).toBe(output);
    const json = await runInMemory(["pod", "-", "po/b", "-o", "json"], { stdin: large });
    expect(JSON.parse(json.output)).toMatchObject({ kind: "Pod", metadata: { name: "b" } });
  });

  test("errors in other workloads do not matter, but referenced objects are read", async () => {
    const wrong = folder.file(
      "wrong.yaml",
      "kind: Pod\nmetadata: {name: wrong}\nspec: {containers: [{name: c, args: [1]}]}\n",
    );
    expect(await runInMemory(["pod", wrong, SHOP, "sts/db", "-o", "env"])).toMatchObject({ code: 0 });
    expect(await runInMemory(["pod", wrong, SHOP, "-o", "env"])).toMatchObject({ code: 2, output: "" });
  });
});

describe.each([
  ["pod", []],
  ["explain", ["A"]],
  ["run", ["--", "true"]],
])("%s --volume", (command, rest) => {
  const pod = folder.file(
    "volumes.yaml",
    "kind: Pod\nmetadata: {name: v}\nspec: {volumes: [{name: config, emptyDir: {}}], containers: [{name: c, env: [{name: A, value: a}]}]}\n",
  );

  test.each([
    [[`config=${folder.path}`], 0, []],
    [
      [`cofnig=${folder.path}`],
      2,
      [/^varexpand \w+: --volume cofnig: no pod has a volume with this name; did you mean config\? /],
    ],
    [[`x=${folder.path}`], 2, [/^varexpand \w+: --volume x: no pod has a volume with this name \(/]],
    [
      [`config=${folder.path}`, `config=${folder.path}`],
      2,
      [/^varexpand \w+: --volume config=.*: the volume config is set twice /],
    ],
  ])("%j", async (volumes, code, messages) => {
    const outcome = await runInMemory([
      command,
      "-f",
      pod,
      ...volumes.flatMap((volume) => ["--volume", volume]),
      ...rest,
    ]);
    expect(outcome.code).toBe(code === 2 && command === "run" ? 125 : code);
    expect(outcome.messages).toEqual(messages.map((message) => expect.stringMatching(message)));
  });
});

test.each([
  [5, "app-a, app-b, app-c, app-d, app-e"],
  [6, "app-a, app-b, app-c, app-d, app-e, ..."],
])("of %i containers, the five with the most similar names are suggested", async (count, names) => {
  const stdin = `kind: Pod\nmetadata: {name: p}\n${template(
    "",
    "abcdef"
      .slice(0, count)
      .split("")
      .map((c) => `app-${c}`),
  )}\n`;
  const { code, messages } = await runInMemory(["pod", "-", "-c", "zzz"], { stdin });
  expect({ code, messages }).toEqual({
    code: 2,
    messages: [`varexpand pod: the selected workloads have no container zzz; choose from ${names}`],
  });
});

test("run --volume without a manifest", async () => {
  const { code, messages } = await runInMemory(["run", "--volume", `x=${folder.path}`, "--", "true"]);
  expect(code).toBe(125);
  expect(messages).toEqual([
    expect.stringMatching(/^varexpand run: --volume x=.*: no manifest; add one with -f FILE /),
  ]);
});
