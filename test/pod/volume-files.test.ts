import { expect, test } from "vitest";
import type { Volume } from "../../src/index.ts";
import { isEmptyDir, knownVolume } from "../../src/pod/volume-files.ts";

const projected = (...sources: object[]) => ({ name: "v", projected: { sources } });

test.each<[object, boolean]>([
  [{ name: "v", secret: { secretName: "s" } }, true],
  [projected({ secret: { name: "s" } }), true],
  [projected({ configMap: { name: "c" } }, { serviceAccountToken: { path: "token" } }), true],
  [projected({ configMap: { name: "c" } }, { downwardAPI: { items: [] } }), false],
  [projected(), false],
  [{ name: "v", projected: {} }, false],
  [{ name: "v", csi: { driver: "secrets-store.csi.k8s.io" } }, true],
  [{ name: "v", csi: { driver: "other" } }, false],
  [{ name: "v", configMap: { name: "c" } }, false],
  [{ name: "v", emptyDir: {} }, false],
])("%j holds secrets: %s", (volume, hasSecrets) => {
  expect(knownVolume(volume as Volume, {}, "v")?.hasSecrets).toBe(hasSecrets);
});

test.each<[object, boolean]>([
  [{ name: "v", emptyDir: {} }, true],
  [{ name: "v" }, true],
  [{ name: "v", configMap: null }, true],
  [{ name: "v", configMap: {} }, false],
])("%j is an emptyDir: %s", (volume, expected) => expect(isEmptyDir(volume as Volume)).toBe(expected));

test("a volume that neither the pod nor the cluster has is not known", () => {
  expect(knownVolume(undefined, {}, "v")).toBeUndefined();
  expect(knownVolume(undefined, { volumeContents: {} }, "v")).toBeUndefined();
});
