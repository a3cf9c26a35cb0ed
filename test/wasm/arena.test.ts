import { expect, test, vi } from "vitest";

test("giving memory back does not fail where only env files were parsed", async () => {
  vi.resetModules();
  const { EnvFileError, parseEnvFile } = await import("../../src/index.ts");
  const later = vi.spyOn(globalThis, "queueMicrotask").mockImplementation(() => {});
  expect(() => parseEnvFile(new Uint8Array(40 << 20).fill(65), { profile: "kubelet" })).toThrow(EnvFileError);
  const tasks = later.mock.calls.map(([task]) => task);
  vi.restoreAllMocks();
  expect(tasks).toHaveLength(1);
  expect(tasks[0]).not.toThrow();
});
