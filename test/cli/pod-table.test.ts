import { expect, test } from "vitest";
import { runInMemory } from "./memory-io.ts";

const SERVICE = {
  kind: "Service",
  metadata: { name: "db", namespace: "default" },
  spec: { clusterIP: "10.0.0.9", ports: [{ port: 80 }] },
};
const POD = {
  kind: "Pod",
  metadata: { name: "p", namespace: "default" },
  spec: { containers: [{ name: "c", env: [{ name: "A", value: "1" }] }] },
};

test("the place of a variable is that of its entry; one that no entry sets has none", async () => {
  const stdin = `${JSON.stringify(SERVICE)}\n${JSON.stringify(POD)}\n`;
  const { output } = await runInMemory(["pod", "-f", "-", "-o", "table"], { stdin });
  const rows = output.split("\n").map((line) => line.trim().split(/ {2,}/));
  expect(rows).toContainEqual(["A", "1", "value", "<stdin>:2:102"]);
  expect(rows).toContainEqual(["DB_SERVICE_HOST", "10.0.0.9", "service default/db"]);
});

test("commands are shown up to 1000 characters", async () => {
  const lastLine = async (length: number) => {
    const spec = { containers: [{ name: "c", args: ["x".repeat(length)] }] };
    const { output } = await runInMemory(["pod", "-f", "-", "-o", "table"], {
      stdin: JSON.stringify({ kind: "Pod", metadata: { name: "p" }, spec }),
    });
    return output.split("\n").at(-2);
  };
  expect(await lastLine(996)).toBe(`  args: ["${"x".repeat(996)}"]`);
  expect(await lastLine(997)).toBe(`  args: ["${"x".repeat(997)}"...`);
});

test("values are shown up to 60 characters", async () => {
  const env = [60, 61].map((length) => ({ name: `V${length}`, value: "x".repeat(length) }));
  const spec = { containers: [{ name: "c", env }] };
  const { output } = await runInMemory(["pod", "-f", "-", "-o", "table"], {
    stdin: JSON.stringify({ kind: "Pod", metadata: { name: "p" }, spec }),
  });
  expect(output).toContain(`  V60   ${"x".repeat(60)}     value`);
  expect(output).toContain(`  V61   ${"x".repeat(60)}...  value`);
});
