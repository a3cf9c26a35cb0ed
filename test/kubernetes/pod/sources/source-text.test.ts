/** How messages describe the source of a value. */
import { expect, test } from "vitest";
import { describeSource } from "../../../../src/kubernetes/pod/sources/source-text.ts";

const object = { namespace: "shop", name: "db", key: "HOST" } as const;

test.each<[source: Parameters<typeof describeSource>[0], text: string]>([
  [{ kind: "value" }, "value"],
  [{ kind: "fieldRef", fieldPath: "metadata.name" }, "fieldRef metadata.name"],
  [{ kind: "resourceFieldRef", containerName: "app", resource: "limits.cpu" }, "resourceFieldRef limits.cpu of app"],
  [{ kind: "fileKeyRef", volumeName: "v", path: "a/b.env", key: "K" }, "fileKeyRef K in v:a/b.env"],
  [{ kind: "service", namespace: "shop", name: "api" }, "service shop/api"],
  [{ kind: "service", namespace: "", name: "api" }, "service api"],
  [{ kind: "configMapKeyRef", ...object }, "configMapKeyRef shop/db HOST"],
  [{ kind: "secretKeyRef", ...object, namespace: "" }, "secretKeyRef db HOST"],
  [{ kind: "configMapRef", ...object, key: "" }, "configMapRef shop/db"],
  [{ kind: "secretRef", ...object }, "secretRef shop/db HOST"],
  [{ kind: "fieldRef", fieldPath: "a\u001bb" }, "fieldRef a\\u001bb"],
])("%j is %s", (source, text) => {
  expect(describeSource(source)).toBe(text);
});
