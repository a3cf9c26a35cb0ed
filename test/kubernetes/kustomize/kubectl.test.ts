/** What we render is what kubectl renders. With KUSTOMIZATIONS=DIR, every kustomization below a folder is compared, too. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { readManifestObjects } from "../../../src/kubernetes/cluster/index.ts";
import { KUSTOMIZATION_FILES, Kustomizer, type Rendering } from "../../../src/kubernetes/kustomize/index.ts";
import { memberOf } from "../../../src/text/own-keys.ts";
import { parseManifest } from "../../../src/yaml/parse.ts";
import { hasTool } from "../../tools.ts";
import { CASES } from "./cases.ts";
import { nameOf } from "./render.ts";

const isInstalled = hasTool("kubectl", "version", "--client");

describe.skipIf(!isInstalled)("kubectl renders the same", () => {
  test.each(Object.entries(CASES))("%s", (_, files) => {
    const folder = mkdtempSync(join(tmpdir(), "kustomize-"));
    try {
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), text);
      }
      const theirs = renderedByKubectl(join(folder, "app"));
      const ours = new Kustomizer({ read }).render(join(folder, "app"))!;
      expect(ours.isComplete).toBe(true);
      expect(ours.objects.filter(({ isUnknown }) => isUnknown)).toEqual([]);
      expect(containersIn(ours.objects.map(({ document }) => document.value))).toEqual(containersIn(theirs!));
      expect(dataIn(ours.objects.map(({ document }) => document.value))).toEqual(dataIn(theirs!));
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
    const kustomizer = new Kustomizer({ read });
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

/** Proxies that do not exist: nothing is read from the network. */
const OFFLINE = { https_proxy: "http://127.0.0.1:9", http_proxy: "http://127.0.0.1:9", GIT_ALLOW_PROTOCOL: "none" };

function renderedByKubectl(folder: string): unknown[] | undefined {
  const env = { ...process.env, ...OFFLINE };
  const { status, stdout } = spawnSync("kubectl", ["kustomize", folder], { env, maxBuffer: 1 << 28, timeout: 60_000 });
  return status === 0 ? parseManifest(stdout.toString()).map(({ value }) => value) : undefined;
}

const FIELDS = ["env", "envFrom", "command", "args"];

/** The environment, command and args of every container, by the container's place. */
function containersIn(objects: readonly unknown[]): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const object of objects) {
    for (const { owner, ownerPath, pod, podPath } of readManifestObjects(object).workloads) {
      for (const list of ["initContainers", "containers", "ephemeralContainers"]) {
        const containers = memberOf(memberOf(pod, "spec"), list);
        for (const container of Array.isArray(containers) ? containers : []) {
          const namespace = owner.metadata?.namespace ?? "";
          const id = [
            withoutHash(nameOf(owner)),
            namespace,
            ...ownerPath,
            ...podPath,
            list,
            memberOf(container, "name"),
          ];
          found[id.join(" ")] = FIELDS.map((field) => normalized(memberOf(container, field) ?? []));
        }
      }
    }
  }
  return found;
}

/** The keys of ConfigMaps and Secrets. */
function dataIn(objects: readonly unknown[]): Record<string, unknown> {
  const withData = objects.filter((object) => memberOf(object, "data") !== undefined);
  return Object.fromEntries(withData.map((object) => [withoutHash(nameOf(object)), memberOf(object, "data")]));
}

/** Without nulls, in the order of keys, and with names that have no hash. */
function normalized(value: unknown, key = ""): unknown {
  if (Array.isArray(value)) return value.map((item) => normalized(item));
  if (typeof value !== "object" || value === null) return key === "name" ? withoutHash(`${value}`) : value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.toSorted().map(([name, member]) => [name, normalized(member, name)]));
}

function withoutHash(name: string): string {
  return name.replace(/-[2456789bcdfghkmt]{10}$/, "");
}
