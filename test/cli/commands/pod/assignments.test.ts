/** `varexpand pod -o env-file|dotenv|docker|shell`: one container's environment as a file that its reader reads. */
import { spawnSync } from "node:child_process";
import { parseEnv } from "node:util";
import dotenv from "dotenv";
import { expect, test } from "vitest";
import { dockerReading } from "../../../../src/envfile/readers/docker-and-kubectl.ts";
import { composeReading } from "../../../../src/envfile/readers/docker-compose.ts";
import { parseEnvFile } from "../../../../src/index.ts";
import { type Outcome, runInMemory } from "../../memory-io.ts";
import { TemporaryFolder } from "../../temporary.ts";

const folder = new TemporaryFolder();
const FORMATS = ["env-file", "dotenv", "docker", "shell"];

const pod = (stdin: string, ...args: string[]): Promise<Outcome> => runInMemory(["pod", "-f", "-", ...args], { stdin });

function podWith(env: readonly object[], others: object = {}): string {
  const spec = { containers: [{ name: "app", env, ...others }] };
  return JSON.stringify({ kind: "Pod", metadata: { name: "x" }, spec });
}

const VARIABLES = { HOST: "db", URL: "http://db:80/?a=$1 #x", NOTE: 'say "hi" `id`\\.' };
const ENV = [
  { name: "HOST", value: "db" },
  { name: "URL", value: "http://$(HOST):80/?a=$$1 #x" },
  { name: "NOTE", value: 'say "hi" `id`\\.' },
  // Not known, and said to be so in a comment.
  { name: "IP", valueFrom: { fieldRef: { fieldPath: "status.podIP" } } },
];
const variables = { variables: new Map(Object.entries(VARIABLES)) };

test("env-file, as KEP-3721 reads it in both profiles", async () => {
  const { code, output } = await pod(podWith(ENV), "-o", "env-file");
  expect({ code, output }).toEqual({
    code: 0,
    output: `# Pod/x, container app
HOST='db'
URL='http://db:80/?a=$1 #x'
NOTE='say "hi" \`id\`\\.'
# IP is unknown: needs the pod's IP addresses (set --pod-ip IP)
`,
  });
  expect(parseEnvFile(output).toObject()).toEqual(VARIABLES);
  expect(parseEnvFile(output, { profile: "kubelet" }).toObject()).toEqual(VARIABLES);
});

test("dotenv, as dotenv, Node.js and docker compose read it", async () => {
  const { code, output } = await pod(podWith(ENV), "-o", "dotenv");
  expect(code).toBe(0);
  expect(dotenv.parse(output)).toEqual(VARIABLES);
  expect({ ...parseEnv(output) }).toEqual(VARIABLES);
  expect(composeReading(output)).toEqual(variables);
});

test("docker, as docker run --env-file reads it", async () => {
  const { code, output } = await pod(podWith(ENV), "-o", "docker");
  expect(code).toBe(0);
  expect(dockerReading(output)).toEqual(variables);
});

test("env: values of Secrets are masked without quotes, and other stars are literal", async () => {
  const env = [
    { name: "A", valueFrom: { secretKeyRef: { name: "s", key: "k" } } },
    { name: "B", value: "x '***' y" },
    { name: "C", value: "'***'" },
    { name: "D", value: "***x" },
    { name: "1A", valueFrom: { secretKeyRef: { name: "s", key: "k" } } },
  ];
  const secret = '{"kind":"Secret","metadata":{"name":"s"},"stringData":{"k":"hunter2"}}';
  expect((await pod(secret + podWith(env), "-o", "env")).output).toBe(`# Pod/x, container app
A=***
B='x '\\''***'\\'' y'
C=''\\''***'\\'''
D='***x'
: '1A=***'
`);
});

test("shell, as a shell reads it, and exports it", async () => {
  const { code, output } = await pod(podWith([...ENV, { name: "LINES_", value: "it's\ntwo" }]), "-o", "shell");
  expect(code).toBe(0);
  const file = folder.file("shell", output);
  const program = 'for n in HOST URL NOTE LINES_; do printenv "$n"; done';
  const { stdout } = spawnSync("sh", ["-c", `. "$1"; ${program}`, "sh", file], {
    env: { PATH: process.env.PATH },
    stdio: ["ignore", "pipe", "inherit"],
  });
  expect(stdout.toString()).toBe(`${Object.values(VARIABLES).join("\n")}\nit's\ntwo\n`);
});

test.each([
  ["env-file", "A", "it's", "the value of A contains an apostrophe, which an env file cannot represent"],
  ["env-file", "A", "", "the value of A is empty, which the kubelet treats like a missing variable"],
  [
    "dotenv",
    "A",
    "it's $B",
    "the value of A cannot be written so that dotenv, Node.js, and docker compose read it alike and a shell does not run anything",
  ],
  ["docker", "A", "a\nb", "the value of A contains a line break, which docker's format cannot represent"],
  ["docker", "A B", "v", '"A B" is not a valid variable name in docker'],
  ["shell", "a.b", "v", '"a.b" is not a valid variable name in a shell'],
])("%s refuses %j=%j by name, and nothing is written", async (format, name, value, problem) => {
  const { code, output, messages } = await pod(
    podWith([
      { name: "GOOD", value: "1" },
      { name, value },
    ]),
    "-o",
    format,
  );
  expect({ code, output }).toEqual({ code: 2, output: "" });
  expect(messages).toEqual([
    expect.stringMatching(/^varexpand: <stdin>:1:\d+: Pod\/x: container app: .*; -o table shows it$/),
  ]);
  expect(messages[0]).toContain(problem);
});

test.each(FORMATS)(
  "%s rejects values that are not valid UTF-8, and a container that does not start",
  async (format) => {
    const secret = '{"kind":"Secret","metadata":{"name":"s"},"data":{"KEY":"/w=="}}';
    const bytes = await pod(secret + podWith([], { envFrom: [{ secretRef: { name: "s" } }] }), "-o", format);
    expect(bytes).toMatchObject({ code: 2, output: "" });
    expect(bytes.messages[0]).toContain("container app: the value of KEY is not UTF-8");
    const broken = await pod(
      secret + podWith([], { envFrom: [{ secretRef: { name: "t" } }] }),
      "-o",
      format,
      "--complete",
    );
    expect(broken).toMatchObject({ code: 2, output: "" });
    expect(broken.messages.at(-1)).toContain('container app: does not start: secret "t" not found');
  },
);

test("env-file: a file that is too large", async () => {
  const env = Array.from({ length: 4 }, (_, i) => ({ name: `A${i}`, value: "x".repeat(20_000) }));
  const { code, output, messages } = await pod(podWith(env), "-o", "env-file");
  expect({ code, output }).toEqual({ code: 2, output: "" });
  expect(messages[0]).toContain("container app: the file has more than 65536 bytes");
});

const workload = (name: string, containers: readonly string[]) =>
  `kind: Pod\nmetadata: {name: ${name}}\nspec: {containers: [${containers.map((each) => `{name: ${each}}`).join(", ")}]}\n`;

const ADVICE = "select one with KIND/NAME, -n, and -c, or use -o env or -o table";

test.each(FORMATS)("%s prints one container: several are an error that lists them", async (format) => {
  const { code, output, messages } = await pod(
    `${workload("x", ["a", "b"])}---\n${workload("z", ["c"])}`,
    "-o",
    format,
  );
  expect({ code, output }).toEqual({ code: 2, output: "" });
  expect(messages).toEqual([
    "varexpand: <stdin>:3:21: Pod/x: container a",
    "varexpand: <stdin>:3:32: Pod/x: container b",
    "varexpand: <stdin>:7:21: Pod/z: container c",
    `varexpand: -o ${format} prints one container, but 3 are selected; ${ADVICE}`,
  ]);
});

test.each([
  [4, 4, "4 are selected; "],
  [5, 5, "5 are selected; "],
  [6, 5, "6 are selected (the first 5 are listed above); "],
  [100, 5, "100 are selected (the first 5 are listed above); "],
])("of %i containers, %i are listed", async (count, named, expected) => {
  const names = Array.from({ length: count }, (_, i) => `c${i}`);
  const { messages } = await pod(workload("x", names), "-o", "docker");
  expect(messages).toHaveLength(named + 1);
  expect(messages[named]).toContain(expected);
});

test("writes no file without a container", async () => {
  expect(await pod("kind: ConfigMap\nmetadata: {name: x}\n", "-o", "env-file")).toMatchObject({
    code: 0,
    output: "",
    messages: ["<stdin>: found no Pod or workload"],
  });
});

test("objects after the pod are used, and the container is counted once", async () => {
  const text = `${podWith([], { envFrom: [{ configMapRef: { name: "c" } }] })}{"kind":"ConfigMap","metadata":{"name":"c"},"data":{"A":"1"}}`;
  expect((await pod(text, "-o", "docker")).output).toBe("# Pod/x, container app\nA=1\n");
});
