import { expect, test } from "vitest";
import { runInMemory } from "../../memory-io.ts";
import { TemporaryFolder } from "../../temporary.ts";

const folder = new TemporaryFolder();

const podOf = (fields: string) =>
  `kind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, image: i, ${fields}}]}\n`;

const run = (fields: string, ...args: string[]) =>
  runInMemory(["run", "-f", "-", ...args], { stdin: `${podOf(fields)}---\n${SECRET}` });
const SECRET = "kind: Secret\nmetadata: {name: s}\nstringData: {key: hunter2, short: hunte, PATH: /nowhere}\n";
const fromSecret = (name: string, key: string, more = "") =>
  `{name: ${name}, valueFrom: {secretKeyRef: {name: s, key: ${key}${more}}}}`;

test.each(["command: [./missing]", "command: [./missing, a]", "command: [./missing], args: [a]"])(
  "a container's own command: %s",
  async (fields) => {
    expect(await run(fields)).toMatchObject({ code: 127, messages: ["varexpand run: ./missing: command not found"] });
  },
);

test("reports references that are not expanded in what the command uses", async () => {
  const fields = "command: [./$(A), $(B), $$(C)], env: [{name: D, value: $(B)}, {name: B, value: b}]";
  const messagesOf = async (...args: string[]) =>
    (await runInMemory(["run", "-f", "-", ...args], { stdin: podOf(fields) })).messages;
  const entry = "<stdin>:3:96: Pod/p: $(B) is not expanded: the variable is declared later at line 3";
  expect(await messagesOf("--", "./missing")).toEqual([entry, "varexpand run: ./missing: command not found"]);
  expect(await messagesOf()).toEqual([
    entry,
    "<stdin>:3:53: Pod/p: $(A) is not expanded: the variable is not defined",
    "varexpand run: ./$(A): command not found",
  ]);
});

test.each(["command: []", "args: [a]"])("no command: %s", async (fields) => {
  const what = "container c has no command, and that of its image is unknown";
  expect(await run(fields)).toMatchObject({
    code: 125,
    messages: [`<stdin>:3:21: Pod/p: ${what}; add a command after --`],
  });
});

test("--node and --pod-ip provide fields of the pod", async () => {
  folder.write({
    "node.yaml": "kind: Node\nmetadata: {name: n1}\nstatus: {addresses: [{type: InternalIP, address: 10.0.0.7}]}\n",
  });
  const field = (name: string, path: string) => `{name: ${name}, valueFrom: {fieldRef: {fieldPath: ${path}}}}`;
  const env = [field("NODE", "spec.nodeName"), field("HOST", "status.hostIP"), field("IP", "status.podIP")].join(", ");
  const fields = `command: [./$(NODE)/$(HOST)/$(IP)], env: [${env}]`;
  expect(await run(fields, "--node", folder.at("node.yaml"), "--pod-ip", "10.1.0.1")).toMatchObject({
    code: 127,
    messages: ["varexpand run: ./n1/10.0.0.7/10.1.0.1: command not found"],
  });
});

test("a command that contains a secret is masked in messages", async () => {
  expect(await run(`command: [./$(P), x], env: [${fromSecret("P", "key")}]`)).toMatchObject({
    code: 127,
    messages: ["varexpand run: ***: command not found"],
  });
});

test.each<[what: string, env: string, args: string[], messages: string[]]>([
  ["a value of six characters or more", fromSecret("P", "key"), [], []],
  [
    "a shorter value",
    fromSecret("P", "short"),
    [],
    ["varexpand run: --mask does not mask P, because it has fewer than 6 characters"],
  ],
  ["an empty value", fromSecret("P", "key"), ["-e", "P="], []],
  ["a missing value", fromSecret("P", "none", ", optional: true"), [], []],
  ["a variable that is omitted", fromSecret("PATH", "PATH"), ["--omit-startup-variables"], []],
  [
    "no value from a Secret",
    "{name: P, value: hunter2}",
    [],
    ["varexpand run: --mask has no effect, because no variable comes from a Secret"],
  ],
])("--mask reports what it does not mask: %s", async (_, env, args, messages) => {
  expect(await run(`env: [${env}]`, "--mask", ...args, "--", "./missing")).toMatchObject({
    code: 127,
    messages: [...messages, "varexpand run: ./missing: command not found"],
  });
});

const NUL = "contains NUL, which cannot be passed to a process";

test.each<[args: string[], fields: string, lines: string[]]>([
  [[], 'command: ["a\\0b"]', [`the command ${NUL}`]],
  [[], 'command: [a], args: [b, "\\0"]', [`the command ${NUL}`]],
  [[], 'command: ["\\0"], env: [{name: P, value: "\\0"}]', [`P: its value ${NUL}`, `the command ${NUL}`]],
  [
    ["-e", "a\0b=\0", "-e", "=x", "-e", "c=\0", "--", "a\0"],
    "command: [a]",
    [`a\\u0000b: its name ${NUL}`, `c: its value ${NUL}`, '"" is not a valid name of a variable', `the command ${NUL}`],
  ],
])("what the system cannot pass to a process is an error: %j %s", async (args, fields, lines) => {
  expect(await run(fields, ...args)).toMatchObject({
    code: 125,
    messages: lines.map((line) => `varexpand run: ${line}`),
  });
});

test("each value that is not UTF-8 is an error, with its place", async () => {
  const bytes = "kind: Secret\nmetadata: {name: b}\ndata: {K: /w==}\n";
  const env = "env: [{name: Q, valueFrom: {secretKeyRef: {name: b, key: K}}}], envFrom: [{secretRef: {name: b}}]";
  const stdin = `${podOf(env)}---\n${bytes}`;
  const what = (name: string) => `Pod/p: the value of ${name} is not UTF-8; set it with -e`;
  expect(await runInMemory(["run", "-f", "-", "--", "./missing"], { stdin })).toMatchObject({
    code: 125,
    messages: [`<stdin>:3:115: ${what("K")}`, `<stdin>:3:47: ${what("Q")}`],
  });
});

test("unknown variables are reported once, and only those that the command uses", async () => {
  const entries = "env: [{name: Q, value: $(P)}, {name: P, valueFrom: {secretKeyRef: {name: u, key: k}}}]";
  const fields = `${entries}, envFrom: [{configMapRef: {name: cm}}], args: [$(X), $(X), $(P)], command: [x]`;
  const messages = [
    "<stdin>:3:139: Pod/p: container c: spec.containers[0].envFrom[0]: unknown: needs ConfigMap cm (add it with -f)",
    "<stdin>:3:71: Pod/p: container c: P: unknown: needs Secret u (add it with -f)",
    "<stdin>:3:175: Pod/p: container c: $(X): unknown: needs ConfigMap cm (add it with -f)",
    "varexpand run: set unknown variables with -e NAME=VALUE",
  ];
  expect(await run(fields)).toMatchObject({ code: 125, output: "", messages });
  expect(await run(fields, "--", "./missing")).toMatchObject({
    code: 125,
    messages: messages.filter((line) => !line.includes("$(X)")),
  });
});
