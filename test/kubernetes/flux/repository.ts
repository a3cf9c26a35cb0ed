/** Repositories with Kustomizations of Flux, in memory. */
import { goPattern } from "../../../src/cli/manifests/go-pattern.ts";
import { type FluxPath, FluxRepository, FluxVersion, type StatedSource } from "../../../src/kubernetes/flux/index.ts";
import { Kustomizer } from "../../../src/kubernetes/kustomize/index.ts";

/**
 * The paths of the Kustomizations in some files, whose names do not start with `/`.
 *
 * @param roots the folders that can be the root of the repository
 */
export function fluxPaths(...given: Parameters<typeof fluxRepository>): readonly FluxPath[] {
  return fluxRepository(...given).paths;
}

export function fluxRepository(
  files: Readonly<Record<string, string>>,
  roots: readonly string[] = [""],
  stated: readonly StatedSource[] = [],
): FluxRepository {
  const names = Object.keys(files).map((name) => `/${name}`);
  const list = (folder: string) => {
    const prefix = folder.replace(/\/?$/, "/");
    const below = names.filter((name) => name.startsWith(prefix));
    const entries = below.map((name) => /^[^/]*\/?/.exec(name.slice(prefix.length))![0]);
    return entries.length === 0 ? undefined : [...new Set(entries)];
  };
  const version = new FluxVersion();
  for (const text of Object.values(files)) version.add(text);
  const kustomizer = new Kustomizer({ read: (path) => files[path.slice(1)], list, pattern: goPattern });
  return new FluxRepository(kustomizer, {
    kustomizations: names.filter((name) => files[name.slice(1)]!.includes("apiVersion: kustomize.toolkit.fluxcd.io/")),
    sources: names,
    stated,
    declaringSources: names,
    version,
    kustomizedFolders: names.flatMap((name) => /^(.*)\/kustomization\.yaml$/.exec(name)?.[1] ?? []),
    rootsOf: () => roots,
    isFolder: (path) => list(path) !== undefined,
  });
}

/** A Kustomization of Flux. */
export function kustomization(name: string, path: string, spec = ""): string {
  return `---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata:
  name: ${name}
spec:
  path: ${path}
  sourceRef: {kind: GitRepository, name: flux-system}
${spec.replace(/^(?=.)/gm, "  ")}
`;
}

export function object(kind: string, name: string, data: string, metadata = ""): string {
  return `---
apiVersion: v1
kind: ${kind}
metadata: {name: ${name}${metadata}}
data:
${data.replace(/^(?=.)/gm, "  ")}
`;
}

export function substitute(variables: string): string {
  return `postBuild:\n  substitute: {${variables}}\n`;
}

/** @param sources each `ConfigMap name` or `Secret name`, with a `?` at the end if it is optional */
export function substituteFrom(...sources: string[]): string {
  const lines = sources.map((source) => {
    const [, kind, name, optional] = /^(\S+) ([^?]*)(\??)$/.exec(source)!;
    return `  - {kind: ${kind}, name: ${name}${optional === "?" ? ", optional: true" : ""}}\n`;
  });
  return `postBuild:\n  substituteFrom:\n${lines.join("")}`;
}
