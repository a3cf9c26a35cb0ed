import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { openSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { main, program } from "./processes.ts";
import { TemporaryFolder } from "./temporary.ts";

const folder = new TemporaryFolder();

function varexpand(args: string[], input: string | Uint8Array = ""): SpawnSyncReturns<string> {
  return spawnSync(program[0], [...program.slice(1), ...args], { input, encoding: "utf8", maxBuffer: 1 << 28 });
}

test("--version is the package's", () => {
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  expect(varexpand(["--version"])).toMatchObject({ status: 0, stdout: `varexpand ${version}\n`, stderr: "" });
});

test("expand: standard input to standard output, findings to standard error", () => {
  expect(varexpand(["expand", "-e", "A=1", "--strict"], "$(A)$(B)\n")).toMatchObject({
    status: 1,
    stdout: "1$(B)\n",
    stderr: "<stdin>:1:5: $(B) is not expanded: the variable is not defined\n",
  });
});

test("expand loads few files", () => {
  const urls: string[] = [];
  const visit = (url: URL) => {
    if (urls.includes(url.href)) return;
    urls.push(url.href);
    const imports = readFileSync(url, "utf8").matchAll(/(?<!=>)require\("(\.[^"]+)"/g);
    for (const [, path] of imports) visit(new URL(path!, url));
  };
  visit(pathToFileURL(main));
  visit(new URL("chunks/run.js", pathToFileURL(main)));
  expect(urls.map((url) => url.split("/").at(-1))).toEqual(["main.js", "start.js", "rolldown-runtime.js", "run.js"]);
});

test("expand does not load slow modules of Node.js, even if it writes to /dev/null", () => {
  const list =
    "data:text/javascript,process.on('exit',()=>process.getBuiltinModule('fs').writeSync(3,''+process.moduleLoadList))";
  const file = folder.file("text", "$(A)\n");
  const stdio = ["ignore", openSync("/dev/null", "w"), openSync("/dev/null", "w"), "pipe"] as const;
  const { output, status } = spawnSync(process.execPath, ["--import", list, main, "expand", "-e", "A=1", file], {
    stdio: [...stdio],
  });
  expect(status).toBe(0);
  const loaded = String(output[3]).split(",");
  expect(loaded).toContain("NativeModule fs");
  // node:util of Node.js 24 loads worker_threads itself.
  expect(loaded.filter((name) => /^NativeModule (?:net|tty|child_process|http|perf_hooks)$/.test(name))).toEqual([]);
});

test("wrong usage and missing files exit with 2", () => {
  expect(varexpand(["expand", "--nope"])).toMatchObject({ status: 2, stdout: "" });
  expect(varexpand(["expand", "/no/such/file"])).toMatchObject({
    status: 2,
    stdout: "",
    stderr: "varexpand: /no/such/file: no such file or directory\n",
  });
});

test("pod: a manifest to standard output, events to standard error and to a file that is open", () => {
  const { status, stdout, stderr } = varexpand(
    ["pod", "-f", "-", "--strict", "--events", "/dev/stderr"],
    'kind: Pod\nspec: {containers: [{name: a, args: ["$(A)", $$]}]}\n',
  );
  expect({ status, stdout }).toEqual({
    status: 1,
    stdout: 'kind: Pod\nspec: {containers: [{name: a, args: ["$(A)", $$]}]}\n',
  });
  const [event, line] = stderr.trimEnd().split("\n");
  expect(JSON.parse(event!)).toMatchObject({ kind: "Event", reason: "UnresolvedReference" });
  expect(line).toContain("<stdin>:2:39: Pod/? spec.containers{a}: Warning UnresolvedReference:");
});

test("16 MiB through pipes", () => {
  const input = "some text $(A) and $$ more\n".repeat((16 << 20) / 27);
  const { status, stdout } = varexpand(["expand", "-e", "A=value"], input);
  expect(status).toBe(0);
  expect(stdout === input.replaceAll("$(A)", "value").replaceAll("$$", "$")).toBe(true);
});

test("a closed pipe is quiet", () => {
  const script = `yes | head -c 4000000 | "$0" "$1" expand | head -n 1`;
  const { stdout, stderr } = spawnSync("bash", ["-c", script, process.execPath, main], { encoding: "utf8" });
  expect({ stdout, stderr }).toEqual({ stdout: "y\n", stderr: "" });
});

test("pod: from a pipe that has a name, into one that is closed", () => {
  const path = folder.at("pipe");
  const pods = folder.file("pods.yaml", "---\nkind: Pod\nspec: {containers: [{name: a, args: [$$]}]}\n".repeat(5000));
  const script = `mkfifo "$2"; cat "$3" > "$2" & "$0" "$1" pod -f "$2" | head -n 3`;
  const { stdout, stderr } = spawnSync("bash", ["-c", script, process.execPath, main, path, pods], {
    encoding: "utf8",
  });
  expect({ stdout, stderr }).toEqual({
    stdout: "---\nkind: Pod\nspec: {containers: [{name: a, args: [$$]}]}\n",
    stderr: "",
  });
});
