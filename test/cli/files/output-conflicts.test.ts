import { mkdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checkReadable } from "../../../src/cli/files/files.ts";
import { descriptorOf } from "../../../src/cli/files/output-conflicts.ts";
import { InputError } from "../../../src/cli/frame/errors.ts";
import { type CommandIo, STREAMS, type Stream } from "../../../src/cli/frame/io.ts";
import { runInMemory } from "../memory-io.ts";
import { bash } from "../processes.ts";
import { TemporaryFolder } from "../temporary.ts";
import { typed } from "../typed.ts";

const folder = new TemporaryFolder();
const POD = 'kind: Pod\nspec: {containers: [{name: a, args: ["$(A)"]}]}\n';
const POD_WITH_FILE = `kind: Pod
spec:
  volumes: [{name: v, emptyDir: {}}]
  containers: [{name: a, env: [{name: A, valueFrom: {fileKeyRef: {volumeName: v, path: set.env, key: A}}}]}]
`;
const PROJECT = "kind: Project\nname: p\nenvironments: [{name: dev}]\nvarfile: dev.env\n";

beforeEach(() => {
  folder.file("input", "a $(B)\n");
  folder.file("empty", "");
  folder.file("other", "b\n");
  folder.file("pod.yaml", POD);
  folder.file("set.env", "A='1'\n");
  folder.file("context.yaml", "a: 1\n");
  folder.file("project/garden.yml", PROJECT);
  folder.file("project/dev.env", "A=1\n");
  folder.file("volume/set.env", "A='1'\n");
  folder.file("volume.yaml", POD_WITH_FILE);
  bash(folder.path, "ln -sf input link; ln -f input hard; ln -sf pod.yaml podlink; ln -f pod.yaml podhard");
});

/** Standard streams that lead to files. */
function io(streams: Partial<Record<Stream, string>>): CommandIo {
  const statusOf = (stream: Stream) => {
    const file = streams[stream];
    return file === undefined ? undefined : statSync(file, { bigint: true });
  };
  return { statusOf } as Partial<CommandIo> as CommandIo;
}

test("the streams' numbers are the system's", () => {
  expect(STREAMS).toEqual({ "standard input": 0, "standard output": 1, "standard error": 2 });
});

describe("standard output goes to an input", () => {
  const refusal = (name: string) =>
    `varexpand: ${name}: standard output goes to this input file; write to another file, and rename it afterwards\n`;

  test.each([
    ["varexpand expand link >> hard", "link"],
    ["varexpand expand < input >> input", "<stdin>"],
    ["varexpand expand /dev/stdin < input >> input", "/dev/stdin"],
    ["varexpand expand /dev/fd/3 3< input >> input", "/dev/fd/3"],
    ["varexpand expand input 1<> input", "input"],
  ])("%s", (command, name) => {
    const { status, stdout, stderr } = bash(folder.path, `${command}; code=$?; cat input; exit $code`);
    expect({ status, stdout, stderr }).toEqual({ status: 2, stdout: "a $(B)\n", stderr: refusal(name) });
  });

  test.each([
    ["expand input", "input", "input"],
    ["expand link", "hard", "link"],
    ["expand ./hard", "input", "./hard"],
    ["expand --yaml other input", "input", "input"],
    ["pod -f pod.yaml", "podhard", "pod.yaml"],
    ["pod -f pod.yaml --node other", "other", "other"],
    ["pod -f volume.yaml --volume v=volume", "volume/set.env", "volume/set.env"],
    ["envfile set.env", "set.env", "set.env"],
    ["template -f other --context context.yaml", "context.yaml", "context.yaml"],
    ["template --project project", "project/garden.yml", "project/garden.yml"],
    ["template --project project", "project/dev.env", "project/dev.env"],
    ["template --project project --outputs context.yaml", "context.yaml", "context.yaml"],
    ["template --project project --secrets set.env", "set.env", "set.env"],
  ])("%s >> %s", async (command, output, input) => {
    // Paths as a shell in the folder would have them.
    const [, ...rest] = command.split(" ");
    const args = rest.map((arg) => arg.replace(/^(v=)?(?=[a-z./]+$)/, `$1${folder.path}/`));
    const streams = { "standard output": folder.at(output) };
    const outcome = await runInMemory([command.split(" ")[0]!, ...args], { streams });
    const name = input.startsWith("project") ? folder.at(input) : `${folder.path}/${input}`;
    expect(outcome).toMatchObject({ code: 2, output: "", messages: [refusal(name).trimEnd()] });
  });

  test("a file that the shell has emptied is an empty input, alone or first", () => {
    expect(bash(folder.path, "varexpand expand empty > empty")).toEqual({ status: 0, stdout: "", stderr: "" });
    expect(bash(folder.path, "varexpand expand < empty > empty")).toEqual({ status: 0, stdout: "", stderr: "" });
    expect(() => checkReadable([folder.at("empty")], io({ "standard output": folder.at("empty") }))).not.toThrow();
  });

  test("an input that the output of earlier inputs would fill is an error", () => {
    expect(bash(folder.path, "varexpand expand other empty > empty; cat empty")).toMatchObject({
      stdout: "",
      stderr: refusal("empty"),
    });
  });

  test("other than regular files can be input and output", () => {
    expect(bash(folder.path, "varexpand expand /dev/null < /dev/null > /dev/null")).toMatchObject({
      status: 0,
      stderr: "",
    });
  });
});

test("messages go to an input: each would make more of them", () => {
  const { status, stderr } = bash(folder.path, "varexpand expand --strict input 2>> input");
  expect({ status, stderr }).toEqual({ status: 2, stderr: "" });
  expect(readFileSync(folder.at("input"), "utf8")).toBe(
    "a $(B)\nvarexpand: input: standard error goes to this input file; write to another file, and rename it afterwards\n",
  );
});

describe("--events names an input", () => {
  test.each([
    ["-f pod.yaml --events pod.yaml", "pod.yaml", "pod.yaml"],
    ["-f pod.yaml --events podlink", "podlink", "pod.yaml"],
    ["-f podlink --events pod.yaml", "pod.yaml", "podlink"],
    ["-f pod.yaml --events podhard", "podhard", "pod.yaml"],
    ["-f other -f pod.yaml --events ./pod.yaml", "./pod.yaml", "pod.yaml"],
    ["-f - --events pod.yaml < pod.yaml", "pod.yaml", "<stdin>"],
    ["-f pod.yaml --events /dev/fd/3 3>> pod.yaml", "/dev/fd/3", "pod.yaml"],
    ["-f pod.yaml --node other --events other", "other", "other"],
    ["-f empty --events empty", "empty", "empty"],
    ["-f volume.yaml --volume v=volume --events volume/set.env", "volume/set.env", "volume/set.env"],
  ])("%s", async (args, output, input) => {
    expect(await typed(folder.path, `varexpand pod ${args}`)).toEqual({
      status: 2,
      stdout: "",
      stderr: `varexpand: ${output}: this output file is the input ${input}; write to another file, and rename it afterwards\n`,
    });
    expect(readFileSync(folder.at("pod.yaml"), "utf8")).toBe(POD);
    expect(readFileSync(folder.at("other"), "utf8")).toBe("b\n");
  });
});

test("--events names the file that a stream goes to", () => {
  const refused = (stream: string) => new InputError(`${folder.at("other")}: ${stream} goes to this file, too`);
  for (const stream of ["standard output", "standard error"] as const) {
    const message = `${refused(stream).message}; write to another file`;
    expect(() => checkReadable([], io({ [stream]: folder.at("other") }), [folder.at("other")])).toThrow(
      new InputError(message),
    );
  }
});

test.each(["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "tostdout"])(
  "--events %s is written to standard output, before the manifest",
  (events) => {
    const script = `ln -sf /dev/stdout tostdout; varexpand pod -f pod.yaml --events ${events} > both; cat both`;
    const { stdout, stderr } = bash(folder.path, script);
    const [event, ...manifest] = stdout.split("\n");
    expect(JSON.parse(event!)).toMatchObject({ kind: "Event" });
    expect(manifest.join("\n")).toBe(POD);
    expect(stderr).toContain("is not expanded");
  },
);

describe("descriptorOf", () => {
  const at = (name: string) => folder.at(`out/${name}`);

  beforeEach(() => mkdirSync(at("."), { recursive: true }));
  afterEach(() => rmSync(at("."), { recursive: true }));

  test.each([
    ["/dev/stdin", 0],
    ["/dev/stdout", 1],
    ["/dev/stderr", 2],
    ["/dev/fd/17", 17],
    ["/proc/self/fd/0", 0],
    [`/proc/${process.pid}/fd/1`, 1],
    ["/proc/thread-self/fd/1", 1],
    ["/dev/../dev/fd/3", 3],
    ["/proc/1/fd/1", process.pid === 1 ? 1 : undefined],
    ["/dev/null", undefined],
    ["/dev/fd", undefined],
    ["/dev/fd/x", undefined],
    ["/none/fd/1", undefined],
    ["/none/dev/stdout", undefined],
    ["/dev/stdout/none", undefined],
  ])("%s: %j", (path, expected) => {
    expect(descriptorOf(path)).toBe(expected);
  });

  test("follows links to links, but not an endless chain", () => {
    symlinkSync("/dev/fd/5", at("one"));
    symlinkSync("one", at("two"));
    symlinkSync("/proc/self/fd", at("folder"));
    symlinkSync("loop", at("loop"));
    folder.file("out/file", "");
    expect(["one", "two", "folder/7", "loop", "file", "none"].map((name) => descriptorOf(at(name)))).toEqual([
      5,
      5,
      7,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
