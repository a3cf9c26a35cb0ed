/** The built command where WebAssembly cannot be used. */
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { main } from "./processes.ts";

const expandWith = (command: string, ...args: string[]) =>
  spawnSync(command, [...args, main, "expand", "-e", "A=1"], { input: "$(A)", encoding: "utf8" });

test.runIf(process.arch === "x64")("a processor without SIMD", () => {
  const { status, stderr } = expandWith(process.execPath, "--no-enable-sse4-1");
  const reason = "WebAssembly has no SIMD here: import varexpand/portable";
  expect({ status, stderr }).toEqual({ status: 2, stderr: `varexpand: ${reason}\n` });
});

// Later releases of Node.js reserve only as much address space as there is.
const reservesAddresses = process.platform === "linux" && Number.parseInt(process.versions.node, 10) < 24;

test.runIf(reservesAddresses)("too little memory", () => {
  const { status, stderr } = expandWith("sh", "-c", 'ulimit -v 4000000; exec "$@"', "sh", process.execPath);
  const reason = "there is not enough memory for WebAssembly: raise the limit (ulimit -v)";
  expect({ status, stderr }).toEqual({ status: 2, stderr: `varexpand: ${reason}\n` });
});
