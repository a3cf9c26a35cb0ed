import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync, truncateSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { GivenVolumes, volumesOf } from "../../../src/cli/manifests/volume-folder.ts";
import type { VolumeReader } from "../../../src/kubernetes/index.ts";
import { runInMemory } from "../memory-io.ts";
import { main } from "../processes.ts";
import { TemporaryFolder } from "../temporary.ts";

const folder = new TemporaryFolder();
folder.file("volume/file", "K='1'\n");
folder.file("volume/locked/file", "K='2'\n");
mkdirSync(folder.at("volume/folder"));
symlinkSync("loop", folder.at("volume/loop"));
symlinkSync("there", folder.at("volume/back"));
symlinkSync("back", folder.at("volume/there"));
symlinkSync("/dev/zero", folder.at("volume/device"));
const hasPipe = spawnSync("mkfifo", [folder.at("volume/pipe")]).status === 0;

const LONG = "x".repeat(300);

function pod(path: string, optional: boolean, ...args: string[]) {
  const env = [{ name: "V", valueFrom: { fileKeyRef: { volumeName: "v", path, key: "K", optional } } }];
  const spec = { volumes: [{ name: "v", emptyDir: {} }], containers: [{ name: "a", env, args: ["$(V)"] }] };
  const stdin = JSON.stringify({ kind: "Pod", metadata: { name: "x" }, spec });
  return runInMemory(["pod", "-f", "-", "-o", "table", "--volume", `v=${folder.at("volume")}`, ...args], { stdin });
}

describe("paths that lead to no file count as missing", () => {
  test.each([
    "none",
    "file/x",
    "file/x/y",
    "f\0",
    "f\0/x",
    LONG,
    `${LONG}/x`,
    `folder/${LONG}`,
    "folder",
    ".",
    "a/".repeat(3000),
    "device",
    ...(hasPipe ? ["pipe"] : []),
  ])("%j", async (path) => {
    const missing = await pod(path, false);
    expect(missing.code).toBe(0);
    expect(missing.output).toContain("does not start: CreateContainerConfigError: env file ");
    expect(missing.messages.join("\n")).not.toContain("internal error");
    const optional = await pod(path, true);
    expect(optional).toMatchObject({ code: 0 });
    expect(optional.output).toContain("(optional, missing)");
    for (const isOptional of [true, false]) {
      const { code, output } = await pod(path, isOptional, "--profile", "kubelet");
      expect(code).toBe(0);
      expect(output).toContain("CreateContainerConfigError: couldn't parse env file");
    }
  });

  test.each(["loop", "loop/x", "back", "back/x"])("links in a circle: %s", async (path) => {
    expect((await pod(path, true)).output).toContain("more than 255 symbolic links");
    expect((await pod(path, true, "--profile", "kubelet")).output).toContain("too many levels of symbolic links");
  });
});

describe("the reader of a folder", () => {
  const reader = (): VolumeReader => volumesOf([`v=${folder.at("volume")}`], () => {}).v!;

  test("files and links", () => {
    expect(Buffer.from(reader().readFile("file") as Uint8Array).toString()).toBe("K='1'\n");
    expect(reader().readLink("file")).toBeUndefined();
    expect(reader().readLink("loop")).toBe("loop");
    expect(reader().readFile("loop")).toBeUndefined();
    expect(reader().readFile("device")).toBeUndefined();
    for (const path of ["file/x", "a\0b", LONG, "folder", "none", "pipe"]) {
      expect(reader().readLink(path)).toBeUndefined();
      expect(reader().readFile(path)).toBeUndefined();
    }
  });

  test("an endless file is rejected before it is read", () => {
    truncateSync(folder.file("volume/large", ""), (64 << 20) + 1);
    expect(() => reader().readFile("large")).toThrow(/large: the env file is larger than the limit of 67108864 bytes$/);
  });
});

test.each([["v"], ["=dir"], ["="], [""]])("--volume %j is a usage error", (option) => {
  expect(() => volumesOf([option], () => {})).toThrow(`--volume ${option}: write --volume NAME=DIR`);
});

test("a volume is a directory, and its name ends at the first =", () => {
  const path = folder.at("volume/file");
  expect(() => volumesOf([`v=${path}`], () => {})).toThrow(`${path}: not a directory`);
  expect(() => volumesOf([`v=${folder.at("none")}`], () => {})).toThrow(
    `${folder.at("none")}: no such file or directory`,
  );
  mkdirSync(folder.at("a=b"));
  expect(Object.keys(volumesOf([`v=${folder.at("a=b")}`, `w=${folder.path}`], () => {}))).toEqual(["v", "w"]);
});

test("each file is checked before it is read, and nothing else is", () => {
  const checked: string[] = [];
  const { v } = volumesOf([`v=${folder.at("volume")}`], (file) => checked.push(file));
  for (const path of ["file", "folder", "loop", "none"]) v!.readFile(path);
  expect(checked).toEqual([folder.at("volume/file")]);
});

test("volumes without a name are not suggested", () => {
  const volumes = new GivenVolumes({ data: {} });
  volumes.add({ spec: { volumes: [{ name: 1 }, {}, "x", { name: "date" }] } } as never);
  expect(() => volumes.check()).toThrow("--volume data: no pod has a volume with this name; did you mean date?");
  volumes.add({ spec: { volumes: "none" } } as never);
  volumes.add({ spec: { volumes: [{ name: "data" }] } } as never);
  volumes.check();
});

test("what must not be read is said in one line, with its place", () => {
  chmodSync(folder.at("volume/locked"), 0);
  chmodSync(folder.path, 0o755);
  const env = [{ name: "V", valueFrom: { fileKeyRef: { volumeName: "v", path: "locked/file", key: "K" } } }];
  const spec = { volumes: [{ name: "v", emptyDir: {} }], containers: [{ name: "a", env }] };
  const isRoot = process.getuid?.() === 0;
  const run = spawnSync(process.execPath, [main, "pod", "-f", "-", "--volume", `v=${folder.at("volume")}`], {
    input: JSON.stringify({ kind: "Pod", metadata: { name: "x" }, spec }),
    ...(isRoot && { uid: 65534, gid: 65534 }),
  });
  chmodSync(folder.at("volume/locked"), 0o755);
  expect({ status: run.status, stdout: run.stdout?.toString(), stderr: run.stderr?.toString() }).toEqual({
    status: 2,
    stdout: "",
    stderr: `varexpand: ${folder.at("volume/locked/file")}: permission denied\n`,
  });
});
