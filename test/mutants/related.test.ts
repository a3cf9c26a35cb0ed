import { expect, test } from "vitest";
import { folderOf } from "./related.ts";

test.each([
  ["src/yaml/write/edit.ts", "yaml"],
  ["test/yaml/reader.test.ts", "yaml"],
  ["src/garden/template/functions/text.ts", "garden/template"],
  ["src/kubernetes/pod/path.ts", "kubernetes/pod"],
  ["test/kubernetes/cluster/kinds.test.ts", "kubernetes/cluster"],
])("%s belongs to %s", (file, folder) => {
  expect(folderOf(file)).toBe(folder);
});
