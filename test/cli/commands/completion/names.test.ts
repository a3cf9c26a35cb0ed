/** The names that shells offer from the files on a command line. */
import { execFileSync } from "node:child_process";
import { truncateSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { runInMemory } from "../../memory-io.ts";
import { FolderPerTest } from "../../temporary.ts";

const folder = new FolderPerTest();

/** Completes the last word. A word that starts with `@` is a file or a directory. */
async function names(
  what: string,
  line: string | readonly string[],
  environment: { HOME?: string } = {},
): Promise<string[]> {
  const typed = typeof line === "string" ? line.split(" ") : line;
  const words = typed.map((word) => word.replace(/^(.*=)?@/, (_, flag = "") => `${flag}${folder.path}/`));
  const result = await runInMemory(["completion", what, "--", ...words], { environment });
  expect({ ...result, output: "", bytes: undefined }).toEqual({ code: 0, output: "", messages: [], bytes: undefined });
  return result.output.split("\n").slice(0, -1);
}

const pod = (name: string, containers: string) =>
  `kind: Pod\nmetadata: {name: ${name}}\nspec: {containers: [${containers}]}\n`;

test.each<[string, string | string[], string[]]>([
  ["workloads", "pod @shop.yaml ", ["deployment/web", "cronjob/report", "pod/web", "pod/a b"]],
  ["workloads", "pod @shop.yaml web", ["deployment/web", "cronjob/report", "pod/web", "pod/a b"]],
  ["workloads", "pod @shop.yaml po/w", ["po/web", "po/a b"]],
  ["workloads", "pod @shop.yaml Pods/", ["Pods/web", "Pods/a b"]],
  ["workloads", "pod @shop.yaml cj/x", ["cj/report"]],
  ["workloads", "pod @shop.yaml svc/", []],
  ["workloads", "pod @shop.yaml po/web/x", ["deployment/web", "cronjob/report", "pod/web", "pod/a b"]],
  ["workloads", "pod @shop.yaml /", ["deployment/web", "cronjob/report", "pod/web", "pod/a b"]],
  // The words before do not select workloads, and an option is not an operand.
  ["workloads", "pod @shop.yaml cj/report po/", ["po/web", "po/a b"]],
  ["workloads", "pod @shop.yaml -", ["deployment/web", "cronjob/report", "pod/web", "pod/a b"]],
  ["workloads", "run -f @shop.yaml cj/", ["cj/report"]],
  ["containers", "pod @shop.yaml -c ", ["setup", "app", "debug", "job", "one", "two"]],
  ["containers", "pod @shop.yaml web -c ", ["setup", "app", "debug", "one"]],
  ["containers", "pod @shop.yaml deploy/web -c ", ["setup", "app", "debug"]],
  ["containers", "pod @shop.yaml deploy/web cj/report -c ", ["setup", "app", "debug", "job"]],
  ["containers", "pod @shop.yaml deploy/none -c ", ["setup", "app", "debug", "job", "one", "two"]],
  // No workload can have these names.
  ["containers", "pod @shop.yaml a//b cj/report -c ", ["job"]],
  ["containers", ["pod", "-f=@shop.yaml", "'po/a b'", "-c", ""], ["two"]],
  ["containers", ["pod", "-f=@shop.yaml", "po/a\\ b", "-c", ""], ["two"]],
  ["variables", "explain @shop.yaml ", ["A", "B", "C", "D"]],
  ["variables", "explain @shop.yaml deploy/web ", ["A", "B", "C"]],
  ["variables", "explain @shop.yaml -c app ", ["B"]],
  ["variables", "explain @shop.yaml -c app -c job ", ["B", "D"]],
  ["variables", "explain @shop.yaml -c none ", []],
  // Nothing is offered for other commands, and after a wrong option.
  ["workloads", "none @shop.yaml ", []],
  ["workloads", "pod @shop.yaml --none x ", []],
])("%s: %j", async (what, line, expected) => {
  folder.write({
    "shop.yaml": `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  template:
    spec:
      containers: [{name: app, env: [{name: B}, {name: B}]}]
      initContainers: [{name: setup, env: [{name: A}]}]
      ephemeralContainers: [{name: debug, env: [{name: C}]}]
---
apiVersion: batch/v1
kind: CronJob
metadata: {name: report}
spec: {jobTemplate: {spec: {template: {spec: {containers: [{name: job, env: [{name: D}]}]}}}}}
---
${pod("web", "{name: one}")}---
${pod("a b", "{name: two}")}---
kind: ConfigMap
metadata: {name: settings}
`,
  });
  expect(await names(what, line)).toEqual(expected);
});

test("names that cannot be typed on one line or look like options or expansions are left out", async () => {
  const longest = "x".repeat(253);
  const texts = [
    "-a",
    "a-",
    "a$b",
    "a`b",
    "$a",
    "`a",
    "",
    " a'b\\\"c ",
    "a\nb",
    "a\u202eb",
    "é",
    longest,
    `${longest}x`,
  ];
  const containers = [...texts.map((name) => ({ name })), { name: 5 }, { name: null }, {}, "x", null];
  folder.file("a.json", JSON.stringify({ kind: "Pod", metadata: { name: "a" }, spec: { containers } }));
  expect(await names("containers", "pod @a.json -c ")).toEqual(["a-", " a'b\\\"c ", "é", longest]);
  const env = [{ name: "A" }, { name: 1 }, {}, null, "B"];
  const others = [{ name: "b", env: { name: "C" } }, { name: "c" }];
  folder.file("b.json", JSON.stringify({ kind: "Pod", metadata: {}, spec: { containers: [{ env }, ...others] } }));
  expect(await names("variables", "explain @b.json ")).toEqual(["A", "C"]);
  expect(await names("workloads", "pod @b.json ")).toEqual([]);
});

test("at most 1,000 names", async () => {
  const containers = Array.from({ length: 1001 }, (_, i) => `{name: c${i}}`);
  folder.write({ "a.yaml": pod("a", containers.join()), "b.yaml": pod("b", "{name: last}") });
  const found = await names("containers", "pod @a.yaml @b.yaml -c ");
  expect([found.length, found.at(-1)]).toEqual([1000, "c999"]);
});

describe("the files", () => {
  test("at most 8 MiB are read, and nothing after a file that exceeds them", async () => {
    const files = { "a.yaml": pod("a", "{name: one}"), "c.yaml": pod("c", "{name: two}") };
    folder.write(files);
    const left = (8 << 20) - Buffer.byteLength(Object.values(files).join(""));
    const big = folder.file("b.yaml");
    truncateSync(big, left);
    expect(await names("containers", "pod @a.yaml @b.yaml @c.yaml -c ")).toEqual(["one", "two"]);
    truncateSync(big, left + 1);
    expect(await names("containers", "pod @a.yaml @b.yaml @c.yaml -c ")).toEqual(["one"]);
    expect(await names("containers", "pod @a.yaml @c.yaml @b.yaml -c ")).toEqual(["one", "two"]);
  });

  test.each<[string, string[]]>([
    ["pod @d -c ", ["one"]],
    ["pod -R @d -c ", ["one", "two"]],
    ["pod ~/d/a.yaml -c ", ["one"]],
    ["pod -f ~/d/e -c ", ["two"]],
    ["pod @f/it\\'s.yaml -c ", ["three"]],
    ["pod @f/it's.yaml -c ", ["three"]],
    ["pod @d/*.yaml -c ", ["one"]],
    ["pod - @d/a.yaml -c ", ["one"]],
    ["pod @pipe @d/a.yaml -c ", ["one"]],
    ["pod @d/none.yaml @d/a.yaml -c ", ["one"]],
    ["pod https://example.com/a.yaml @d/a.yaml -c ", ["one"]],
    // The documents before an error count.
    ["pod @broken.yaml @d/a.yaml -c ", ["four", "one"]],
  ])("%j", async (line, expected) => {
    folder.write({
      "d/a.yaml": pod("a", "{name: one}"),
      "d/e/b.yaml": pod("b", "{name: two}"),
      "f/it's.yaml": pod("c", "{name: three}"),
      "broken.yaml": `${pod("d", "{name: four}")}---\na: [\n`,
    });
    if (line.includes("@pipe")) execFileSync("mkfifo", [folder.at("pipe")]);
    expect(await names("containers", line, { HOME: folder.path })).toEqual(expected);
  });
});
