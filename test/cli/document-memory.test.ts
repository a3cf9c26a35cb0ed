/** Memory grows with the size of a document, and not with what its pods together expand to, or how many references they have. */
import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { main } from "./processes.ts";
import { TemporaryFolder } from "./temporary.ts";

const folder = new TemporaryFolder();

// On Linux, `maxRSS` begins with the memory of the parent process; VmHWM does not.
const PRELOAD = `data:text/javascript,${encodeURIComponent(
  `import fs from "node:fs"; process.on("exit", () => {
    const status = process.platform === "linux" ? fs.readFileSync("/proc/self/status", "utf8") : "";
    fs.writeSync(3, /VmHWM:\\s*(\\d+)/.exec(status)?.[1] ?? String(process.resourceUsage().maxRSS));
  });`,
)}`;

/** The peak of the command's memory in bytes, and its exit code. */
function measure(...args: readonly string[]): { peak: number; status: number | null } {
  const { output, status } = spawnSync(process.execPath, ["--import", PRELOAD, "--", main, ...args], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  return { peak: Number(output[3]) * 1024, status };
}

const podOf = (i: number, members: string) =>
  `- kind: Pod\n  metadata: {name: p${i}}\n  spec: {containers: [{name: a, image: a, ${members}}]}\n`;

const listOf = (count: number, members: string) =>
  folder.file(
    `${count}.yaml`,
    `kind: List\nitems:\n${Array.from({ length: count }, (_, i) => podOf(i, members)).join("")}`,
  );

const COMMANDS: readonly (readonly [what: string, args: (file: string) => string[]])[] = [
  ["pod -o yaml", (file) => ["pod", "--", file]],
  ["pod -o json", (file) => ["pod", "-o", "json", "--", file]],
  ["pod -o table", (file) => ["pod", "-o", "table", "--", file]],
  ["explain", (file) => ["explain", "--", file, "U"]],
  ["lint", (file) => ["lint", "--", file]],
];

const start = measure("--version").peak;

describe.each(COMMANDS)("%s", (what, args) => {
  test.each([
    ["many pods", 600, 'env: [{name: U, value: u}, {name: V, value: "$(U)-$(W)"}]'],
    ["pods with many references", 16, `env: [{name: U, value: u}], args: ["${"$(U) $(W) ".repeat(500)}"]`],
  ])("%s: memory at n and 4n", { timeout: 120_000 }, (_, count, members) => {
    const [less, more] = [count, count * 4].map((n) => {
      const { peak, status } = measure(...args(listOf(n, members)));
      expect(status).toBe(what === "lint" ? 1 : 0);
      return peak - start;
    });
    // Below this, the difference is that of two garbage collections.
    expect(more! / Math.max(less!, 16 * 1024 * 1024)).toBeLessThan(4.5);
  });

  test("pods that expand to the limit of a pod: memory of 4 and of 16", { timeout: 120_000 }, () => {
    const value = (text: string, times: number) => `"${text.repeat(times)}"`;
    const env = `env: [{name: U, value: ${value("x", 2000)}}, {name: B, value: ${value("$(U)", 100)}}]`;
    const [four, many] = [4, 16].map((count) => {
      return measure(...args(listOf(count, `${env}, args: [${value("$(B)", 75)}]`)));
    });
    const isDone = what === "lint" ? 1 : 0;
    expect(four!.status).toBe(isDone);
    const isKept = what === "pod -o yaml" || what === "pod -o json";
    // All texts of a document are kept, up to 64 Mi characters. Without a limit, 16 pods would have 240 million.
    expect(many!.status).toBe(isKept ? 2 : isDone);
    expect(many!.peak).toBeLessThan(four!.peak * 1.5);
  });
});
