/** Runs the built command while system calls fail: it prints one line and does not leave partial files. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bash, IS_INPUT, main } from "./processes.ts";
import { fullDevice, TemporaryFolder } from "./temporary.ts";

const folder = new TemporaryFolder();
const POD = 'kind: Pod\nspec: {containers: [{name: a, args: ["$(A)"]}]}\n';

beforeEach(() => {
  mkdirSync(folder.at("work/tmp"), { recursive: true });
  folder.file("work/pod.yaml", POD);
  folder.file("work/text", "text $(A)\n");
});
afterEach(() => rmSync(folder.at("work"), { recursive: true }));

/** Runs the command with a module that is loaded first and changes `node:fs`. */
function withFaults(preload: string, args: readonly string[], input: string | Buffer = "") {
  const code = `import fs from "node:fs"; import { syncBuiltinESMExports } from "node:module"; ${preload}; syncBuiltinESMExports();`;
  return spawnSync(process.execPath, ["--import", `data:text/javascript,${encodeURIComponent(code)}`, main, ...args], {
    cwd: folder.at("work"),
    encoding: "utf8",
    env: { ...process.env, TMPDIR: folder.at("work/tmp") },
    maxBuffer: 1 << 28,
    input,
  });
}

const eio = 'Object.assign(new Error("EIO: i/o error, read"), { code: "EIO", errno: -5, syscall: "read" })';

/** Code that does something before the reading of a number, from 0, of the input. */
const beforeRead = (nth: number, action: string) =>
  `const real = fs.readSync; let n = 0; fs.readSync = (...args) => { if (${IS_INPUT} && n++ === ${nth}) ${action}; return real(...args); }`;

describe("a read error in the middle", () => {
  const preload = (nth: number) => beforeRead(nth, `throw ${eio}`);

  test.each([
    ["expand", "text"],
    ["expand", "--json", "text"],
    ["expand", "--yaml", "text"],
    ["expand", "--strict", "text"],
    ["envfile", "text"],
    ["template", "-f", "pod.yaml"],
  ])("%s %s %s", (...args) => {
    const { status, stderr } = withFaults(preload(1), args);
    expect({ status, stderr: stderr.split("\n").filter((line) => !line.includes("is not expanded")) }).toEqual({
      status: 2,
      stderr: [`varexpand: ${args.at(-1)}: i/o error`, ""],
    });
  });
});

describe("a file that changes while it is read", () => {
  const cut = (nth: number) => beforeRead(nth, 'fs.truncateSync("text", 100)');

  test.each([
    ["expand", "text"],
    ["expand", "--json", "text"],
    ["envfile", "--dialect", "dotenv", "text"],
  ])("%s %s %s", (...args) => {
    folder.file("work/text", "A=12345678\n".repeat(300_000));
    const { status, stderr } = withFaults(cut(1), args);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: "varexpand: text: the file was truncated while it was read\n",
    });
  });

  test("standard input", () => {
    folder.file("work/text", "A=12345678\n".repeat(300_000));
    const script =
      "{ head -c 1 > /dev/null; varexpand expand | { head -c 10; : > text; cat > /dev/null; }; exit ${PIPESTATUS[0]}; } < text";
    const { stderr, stdout } = bash(folder.at("work"), script);
    expect(stdout).toHaveLength(10);
    expect(["", "varexpand: <stdin>: the file was truncated while it was read\n"]).toContain(stderr);
  });
});

test.each([
  ["expand missing", "missing: no such file or directory"],
  ["expand text missing", "missing: no such file or directory"],
  ["expand text/x", "text/x: not a directory"],
  ["expand loop", "loop: too many symbolic links encountered"],
  ["expand < .", "<stdin>: is a directory"],
  ["expand $(printf 'n%.0s' {1..300})", `${"n".repeat(300)}: name too long`],
  ["expand text > /dev/full", "<stdout>: no space left on device"],
  ["pod -f pod.yaml --events .", ".: is a directory"],
  ["pod -f pod.yaml --events text/x", "text/x: not a directory"],
])("%s", (args, message) => {
  const { status, stdout, stderr } = bash(folder.at("work"), `ln -s loop loop; varexpand ${args}`);
  expect({ status, stdout, stderr }).toEqual({ status: 2, stdout: "", stderr: `varexpand: ${message}\n` });
});

test("--events names a device that is full", () => {
  const full = fullDevice(folder.at("work/full"));
  const { status, stdout, stderr } = bash(folder.at("work"), `varexpand pod -f pod.yaml --events ${full}`);
  const message = `varexpand: ${full}: no space left on device\n`;
  expect({ status, stdout, stderr }).toEqual({ status: 2, stdout: "", stderr: message });
});

test("streams that are closed", () => {
  expect(bash(folder.at("work"), "varexpand expand <&-")).toEqual({ status: 0, stdout: "", stderr: "" });
  expect(bash(folder.at("work"), "varexpand expand text >&-")).toEqual({ status: 0, stdout: "", stderr: "" });
  expect(bash(folder.at("work"), "varexpand expand missing 2>&-")).toEqual({ status: 2, stdout: "", stderr: "" });
  expect(bash(folder.at("work"), "varexpand expand missing 2> /dev/full")).toEqual({
    status: 2,
    stdout: "",
    stderr: "",
  });
});

test("readers that have gone are quiet", () => {
  folder.file("work/text", "text\n".repeat(1_000_000));
  const quiet = { status: 0, stdout: "text\n", stderr: "" };
  const pipe = (args: string) => bash(folder.at("work"), `varexpand ${args} | head -n 1; exit \${PIPESTATUS[0]}`);
  expect(pipe("expand text")).toEqual(quiet);
  const events = pipe("pod -f pod.yaml --events /dev/stdout");
  expect(events).toMatchObject({ status: 0 });
  expect(JSON.parse(events.stdout)).toMatchObject({ kind: "Event" });
});

test("what another user may not read or write", ({ skip }) => {
  skip(process.getuid?.() !== 0, "only root may run something as somebody else");
  folder.file("work/secret", "x\n");
  chmodSync(folder.at("work/secret"), 0o600);
  for (const path of [folder.path, folder.at("work")]) chmodSync(path, 0o755);
  const asOtherUser = (...args: string[]) => {
    const code = "process.setgroups([]); process.setgid(65534); process.setuid(65534); await import(process.argv[1])";
    const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", code, main, ...args], {
      cwd: folder.at("work"),
      encoding: "utf8",
    });
    return { status, stdout, stderr };
  };
  skip(asOtherUser("--version").status !== 0, "other users cannot read the build");
  // Nothing of the first file either.
  expect(asOtherUser("expand", "text", "secret")).toEqual({
    status: 2,
    stdout: "",
    stderr: "varexpand: secret: permission denied\n",
  });
  expect(asOtherUser("pod", "-f", "pod.yaml", "--events", "new")).toEqual({
    status: 2,
    stdout: "",
    stderr: "varexpand: new: permission denied\n",
  });
});

test("no room for a file", ({ skip }) => {
  mkdirSync(folder.at("work/small"));
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder.at("work/small")]);
  skip(mounted.status !== 0, "no small file system can be mounted");
  try {
    folder.file("work/small/old", "old");
    folder.file("work/small/filler", "x".repeat(60_000));
    const pods = Array.from({ length: 100 }, (_, i) => POD.replace("kind", `metadata: {name: p${i}}\nkind`)).join(
      "---\n",
    );
    folder.file("work/pods.yaml", pods);
    const { status, stderr } = bash(folder.at("work"), "varexpand pod -f pods.yaml --events small/old");
    expect({ status, stderr }).toEqual({ status: 2, stderr: "varexpand: small/old: no space left on device\n" });
    expect(readFileSync(folder.at("work/small/old"), "utf8")).toBe("old");
    expect(readdirSync(folder.at("work/small")).sort()).toEqual(["filler", "old"]);
  } finally {
    spawnSync("umount", [folder.at("work/small")]);
  }
});

test("two runs with the same output: one of the two, whole", async () => {
  const events = folder.at("work/events");
  const runs = ["a", "b"].map(async (name) => {
    const path = folder.file(`work/${name}.yaml`, POD.replace("name: a", `name: ${name}`));
    const child = spawn(process.execPath, [main, "pod", "-f", path, "--events", events], { stdio: "ignore" });
    const [code] = await once(child, "exit");
    expect(code).toBe(0);
  });
  await Promise.all(runs);
  const lines = readFileSync(events, "utf8").split("\n");
  expect(lines).toHaveLength(2);
  expect(["spec.containers{a}", "spec.containers{b}"]).toContain(JSON.parse(lines[0]!).involvedObject.fieldPath);
  expect(readdirSync(folder.at("work")).filter((name) => name.endsWith(".tmp"))).toEqual([]);
});

describe("a signal", () => {
  /** Stages, each as a system call and a condition that distinguishes it from other calls of that name. */
  const stages = [
    ["reading", "readSync", "true"],
    ["spooling", "writeSync", "args[0] > 2 && !fs.temporary"],
    ["making the new file", "openSync", 'String(args[0]).endsWith(".tmp")'],
    ["writing it", "writeSync", "fs.temporary"],
    ["giving it the old one's mode", "fchmodSync", "true"],
    ["renaming", "renameSync", "true"],
    ["removing what is left", "rmSync", "true"],
  ] as const;
  const temporary = `const open = fs.openSync; fs.openSync = (...args) => { if (String(args[0]).endsWith(".tmp")) fs.temporary = true; return open(...args); }`;

  test.each(stages)("while %s", (stage, name, condition) => {
    // More than is kept in memory, so that something is put aside.
    const text = stage === "spooling" ? `${"#".repeat(9 << 20)}\n${POD}` : POD;
    for (const [signal, when] of [
      ["SIGINT", "before"],
      ["SIGTERM", "after"],
    ] as const) {
      folder.file("work/pod.yaml", text);
      folder.file("work/events", "old\n");
      const send = `process.kill(process.pid, "${signal}")`;
      const call =
        when === "before" ? `${send}; return real(...args);` : `const result = real(...args); ${send}; return result;`;
      const preload = `${temporary}; const real = fs.${name}; let sent = false; fs.${name} = (...args) => { if (sent || !(${condition})) return real(...args); sent = true; fs.writeFileSync("reached", ""); ${call} }`;
      const args = ["pod", "-f", stage === "spooling" ? "-" : "pod.yaml", "--events", "events"];
      const ended = withFaults(preload, args, stage === "spooling" ? text : "");
      expect(existsSync(folder.at("work/reached"))).toBe(true);
      rmSync(folder.at("work/reached"));
      expect({ signal: ended.signal ?? ended.status, stderr: ended.stderr }).toEqual({ signal, stderr: "" });
      expect(readdirSync(folder.at("work")).sort()).toEqual(["events", "pod.yaml", "text", "tmp"]);
      expect(readdirSync(folder.at("work/tmp"))).toEqual([]);
      const written = readFileSync(folder.at("work/events"), "utf8");
      if (written !== "old\n") expect(JSON.parse(written)).toMatchObject({ kind: "Event" });
    }
  });

  test("after some of several inputs: none of their outputs is written", () => {
    folder.write({ "work/in/a.yaml": "a", "work/in/b.yaml": "b", "work/in/c.yaml": "c" });
    const preload = `const real = fs.openSync; fs.openSync = (...args) => { if (String(args[0]).endsWith("b.yaml") && fs.opened) process.kill(process.pid, "SIGTERM"); if (String(args[0]).endsWith("a.yaml")) fs.opened = true; return real(...args); }`;
    const { signal, stderr } = withFaults(preload, ["expand", "-R", "-o", "out/", "in"]);
    expect({ signal, stderr }).toEqual({ signal: "SIGTERM", stderr: "" });
    expect(existsSync(folder.at("work/out"))).toBe(false);
  });

  test("while waiting for input, and while output waits for its reader", async () => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      for (const args of [["expand"], ["pod", "-f", "-"], ["envfile"], ["template"]]) {
        const child = spawn(process.execPath, [main, ...args], { stdio: ["pipe", "pipe", "ignore"] });
        if (args[0] === "expand") {
          const endless = "text\n".repeat(1 << 18);
          child.stdin.on("error", () => {});
          child.stdin.write(endless);
          await once(child.stdout, "readable");
        } else {
          await new Promise((resolve) => setTimeout(resolve, 200));
        }
        child.kill(signal);
        expect(await once(child, "exit")).toEqual([null, signal]);
      }
    }
  });
});

test("an internal error is one line that asks for a report", () => {
  const preload = "const real = fs.accessSync; fs.accessSync = () => undefined.x;";
  const { status, stdout, stderr } = withFaults(preload, ["expand", "text"]);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toMatch(
    /^varexpand expand: internal error in version \d+\.\d+\.\d+: TypeError: Cannot read properties of undefined \(reading 'x'\)[^\n]*; please report this line, with the arguments and an input that reproduces it\n$/,
  );
});
