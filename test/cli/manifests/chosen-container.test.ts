import { expect, test } from "vitest";
import { workloadName } from "../../../src/cli/manifests/chosen-container.ts";
import { runInMemory } from "../memory-io.ts";

const container = (name: string, more = "") => `{name: ${name}, image: i, command: [c]${more}}`;
const pod = (...containers: string[]) =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n${containers.map((c) => `  - ${c}\n`).join("")}`;

test.each<[what: string, manifest: string, args: string[], messages: string[]]>([
  [
    "a pod that the API server would reject, with every problem",
    pod(container("a", ', env: [{name: ""}]'), container("b", ", env: [{name: X=Y}]")),
    ["-c", "a"],
    [
      "<stdin>:6:52: Pod/p: spec.containers[0].env[0].name: Required value",
      '<stdin>:7:52: Pod/p: spec.containers[1].env[0].name: Invalid value: "X=Y": a valid environment variable name ' +
        "must consist only of printable ASCII characters other than '='",
    ],
  ],
  [
    "a pod whose expansion is too large",
    pod(container("a", ", env: [{name: A, value: aaaaaaaaaa}, {name: B, value: $(A)$(A)}]")),
    ["--expansion-limit", "15"],
    ["<stdin>:6:92: Pod/p: spec.containers[0].env[1].value: the pod's references expand to more than 15 characters"],
  ],
  [
    "several containers",
    pod(container("a"), container("b")),
    [],
    [
      "<stdin>:6:5: Pod/p: container a",
      "<stdin>:7:5: Pod/p: container b",
      "varexpand: the input has 2 containers; select one with KIND/NAME and -c CONTAINER",
    ],
  ],
  [
    "five containers, one without a name",
    pod(..."abcd".split("").map((name) => container(name)), "{image: i}"),
    [],
    [
      ..."abcd?".split("").map((name, i) => `<stdin>:${i + 6}:5: Pod/p: container ${name}`),
      "varexpand: the input has 5 containers; select one with KIND/NAME and -c CONTAINER",
    ],
  ],
  [
    "six containers",
    pod(..."abcdef".split("").map((name) => container(name))),
    [],
    [
      ..."abcde".split("").map((name, i) => `<stdin>:${i + 6}:5: Pod/p: container ${name}`),
      "varexpand: the input has 6 containers (the first 5 are listed above); select one with KIND/NAME and -c CONTAINER",
    ],
  ],
  ["no workload", "kind: Service\nmetadata: {name: s}\n", [], ["varexpand: found no Pod or workload"]],
  ["no workload of the name", pod(container("a")), ["pod/q"], ["varexpand: found no such workload"]],
  [
    "no container of the name in two workloads",
    `${pod(container("a"))}---\n${pod(container("b"))}`,
    ["-c", "z"],
    ["varexpand: found no container z in 2 workloads"],
  ],
  [
    "no container of the name",
    pod(container("a"), container("b")),
    ["-c", "z"],
    ["varexpand: found no container z in the workload"],
  ],
  [
    "standard input as two files",
    "A='1'\n",
    ["--envfile", "-"],
    ["<stdin>: read like dotenv", "varexpand: <stdin>: standard input can be read only once"],
  ],
])("error: %s", async (_, stdin, args, messages) => {
  expect(await runInMemory(["run", "-f", "-", ...args, "--", "true"], { stdin })).toMatchObject({
    code: 125,
    output: "",
    messages,
  });
});

test.each([
  ["deployment/web", true],
  ["Deployments/web", true],
  ["deploy/web", true],
  ["deployments.apps/web", true],
  ["deployments.v1.apps/web", true],
  ["deploymentss/web", false],
  ["deploys/web", false],
  ["pod/web", false],
  ["deployment/other", false],
])("%s names Deployment/web: %s", (text, expected) => {
  expect(workloadName(text)({ kind: "Deployment", metadata: { name: "web" } })).toBe(expected);
});

test.each(["web", "a/b/c", "/web", "deploy/"])("%j is not the name of a workload", (text) => {
  expect(() => workloadName(text)).toThrow(`${text}: neither a file nor a workload; write KIND/NAME`);
});

test("an API group in the name must match", () => {
  const rollout = { apiVersion: "argoproj.io/v1alpha1", kind: "Rollout", metadata: { name: "web" } };
  expect(workloadName("ro/web")(rollout)).toBe(true);
  expect(workloadName("rollouts.argoproj.io/web")(rollout)).toBe(true);
  expect(workloadName("rollouts.apps/web")(rollout)).toBe(false);
});
