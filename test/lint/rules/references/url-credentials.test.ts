/** Values that end the credentials of a URL. */
import { expect, test } from "vitest";
import { runInMemory } from "../../../cli/memory-io.ts";
import { FolderPerTest } from "../../../cli/temporary.ts";

const folder = new FolderPerTest();

async function isReported(url: string, password = "a/b"): Promise<boolean> {
  const env = [
    { name: "P", value: password },
    { name: "URL", value: url },
  ];
  const spec = { containers: [{ name: "app", image: "example/app", env }] };
  const file = folder.file(
    "pod.json",
    JSON.stringify({ apiVersion: "v1", kind: "Pod", metadata: { name: "p" }, spec }),
  );
  const { output } = await runInMemory(["lint", file]);
  return output.includes("[url-credentials]");
}

test.each([
  "postgres://app:$(P)@db/app",
  "redis://:$(P)@cache",
  "a://x b+c://u:$(P)@h",
  `https://${"u".repeat(900)}:$(P)@host`,
])("reported in %s", async (url) => {
  expect(await isReported(url)).toBe(true);
});

test.each([
  ["$(P)@host", "a/b"],
  ["://$(P)@host", "a/b"],
  ["https://host/$(P)@x", "a/b"],
  ["https://u@host:$(P)@x", "a/b"],
  ["https://host/?p=$(P)", "a/b"],
  ["https://u:$(P)/x@host", "a/b"],
  ["https://u:$(P)@host", "a%2Fb"],
])("not reported in %s with %s", async (url, password) => {
  expect(await isReported(url, password)).toBe(false);
});
