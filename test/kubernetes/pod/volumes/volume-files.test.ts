import { describe, expect, test, vi } from "vitest";
import type { Volume } from "../../../../src/kubernetes/index.ts";
import { EnvFiles, follow, isEmptyDir, knownVolume } from "../../../../src/kubernetes/pod/volumes/volume-files.ts";

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
  [{ configMap: {} }, false],
  [{ configMap: {}, name: "v" }, false],
  [{ name: "v", configMap: null, secret: {} }, false],
])("%j is an emptyDir: %s", (volume, expected) => expect(isEmptyDir(volume as Volume)).toBe(expected));

test("a volume that neither the pod nor the cluster has is not known", () => {
  expect(knownVolume(undefined, {}, "v")).toBeUndefined();
  expect(knownVolume(undefined, { volumeContents: {} }, "v")).toBeUndefined();
});

describe("a path in a volume", () => {
  const contents = {
    files: { "a/b": "text", "": "not a file" },
    symlinks: { link: "a", loop: "loop", up: "../../a/b" },
  };

  test.each([
    ["a/b", "a/b", "text"],
    ["./a//b", "a/b", "text"],
    ["link/b", "a/b", "text"],
    ["up", "a/b", "text"],
    ["../a/b", "a/b", "text"],
    ["a", "a", undefined],
    ["toString", "toString", undefined],
    ["/", "", undefined],
    ["a/..", "", undefined],
  ])("%s leads to %j", (written, path, content) => {
    const found = follow(contents, written);
    expect([found?.path, found?.read()]).toEqual([path, content]);
  });

  test("leads nowhere through too many links", () => {
    expect(follow(contents, "loop")).toBeUndefined();
    expect(follow({}, "a")?.read()).toBeUndefined();
  });

  test("is never read as a file where it is the volume itself", () => {
    const readFile = vi.fn(() => "text");
    const reader = { readFile, readLink: () => undefined };
    expect(follow(reader, ".")?.read()).toBeUndefined();
    expect(readFile).not.toHaveBeenCalled();
    expect(follow(reader, "a")?.read()).toBe("text");
  });
});

test("an env file is read once for each volume and path", () => {
  const files = new EnvFiles();
  const read = vi.fn(() => "A='1'\n");
  const path = { path: "x.env", read };
  const first = files.open("v", path, "design");
  expect(files.open("v", path, "design")).toBe(first);
  expect(read).toHaveBeenCalledTimes(1);
  expect(files.open("w", path, "design")).not.toBe(first);
  expect(files.open("v", { path: "y.env", read: () => undefined }, "design")).toBeUndefined();
});

test("a volume that is not mounted is not known, whatever the pod declares", () => {
  const volume = { name: "v", emptyDir: {} };
  expect(knownVolume(volume, { volumeContents: { v: { notMounted: true } } }, "v")).toBeUndefined();
  expect(knownVolume(volume, { volumeContents: { v: { files: {} } } }, "v")).toEqual({
    contents: { files: {} },
    isEmptyDir: true,
    hasSecrets: false,
  });
});
