/** What we render is what kubectl renders. With KUSTOMIZATIONS=DIR, every kustomization below a folder is compared, too. */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { goPattern } from "../../../src/cli/manifests/go-pattern.ts";
import { KUSTOMIZATION_FILES, Kustomizer, type Rendering } from "../../../src/kubernetes/kustomize/index.ts";
import { hasTool } from "../../tools.ts";
import { CASES } from "./cases.ts";
import { containersIn, dataIn, podMetadataIn, renderedByKubectl, withoutHash, writeAll } from "./kubectl.ts";
import { nameOf } from "./render.ts";

const isInstalled = hasTool("kubectl", "version", "--client");

describe.skipIf(!isInstalled)("kubectl renders the same", () => {
  test.each(Object.entries(CASES))("%s", (_, files) => {
    const folder = mkdtempSync(join(tmpdir(), "kustomize-"));
    try {
      writeAll(files, folder);
      const theirs = renderedByKubectl(join(folder, "app"));
      const ours = new Kustomizer({ read, pattern: goPattern }).render(join(folder, "app"))!;
      expect(ours.isComplete).toBe(true);
      expect(ours.objects.filter(({ isUnknown }) => isUnknown)).toEqual([]);
      const objects = ours.objects.map(({ document }) => document.value);
      expect(containersIn(objects)).toEqual(containersIn(theirs!));
      expect(podMetadataIn(objects)).toEqual(podMetadataIn(theirs!));
      expect(dataIn(objects)).toEqual(dataIn(theirs!));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

const { KUSTOMIZATIONS } = process.env;

test.runIf(isInstalled && KUSTOMIZATIONS !== undefined)(
  "kubectl renders the same of KUSTOMIZATIONS",
  { timeout: 3_600_000 },
  () => {
    const counts = { found: 0, rendered: 0, equal: 0, unknown: 0, different: 0 };
    const files = readdirSync(KUSTOMIZATIONS!, { recursive: true, encoding: "utf8" });
    const kustomizer = new Kustomizer({ read, pattern: goPattern });
    const different: string[] = [];
    for (const file of files.filter((each) => KUSTOMIZATION_FILES.includes(basename(each)))) {
      const folder = resolve(KUSTOMIZATIONS!, dirname(file));
      counts.found++;
      const theirs = renderedByKubectl(folder);
      const ours = kustomizer.render(folder);
      if (theirs === undefined || ours === undefined) continue;
      counts.rendered++;
      const result = compared(ours, theirs);
      counts[result]++;
      if (result === "different") different.push(folder);
    }
    console.log(counts);
    expect(different).toEqual([]);
  },
);

/** Whether every container that is known is the same. */
function compared(ours: Rendering, theirs: readonly unknown[]): "equal" | "unknown" | "different" {
  const unknown = ours.objects
    .filter(({ isUnknown }) => isUnknown)
    .map(({ document }) => withoutHash(nameOf(document.value)));
  const known = ours.objects.filter(({ isUnknown }) => !isUnknown).map(({ document }) => document.value);
  const [mine, others] = [containersIn(known), containersIn(theirs)];
  for (const [place, container] of Object.entries(others)) {
    if (unknown.some((name) => place.includes(name))) continue;
    if (!ours.isComplete && !Object.hasOwn(mine, place)) continue;
    if (JSON.stringify(mine[place]) !== JSON.stringify(container)) return "different";
  }
  if (Object.keys(mine).some((place) => !Object.hasOwn(others, place))) return "different";
  return unknown.length > 0 || !ours.isComplete ? "unknown" : "equal";
}

function read(path: string): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
  } catch {
    return undefined;
  }
}
