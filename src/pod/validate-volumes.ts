/** Validates volumes, their mounts, and how they are shared between those who mount them and those who read env files. */

import { containersOf } from "./container-lists.ts";
import type { Container, PodSpec, Volume } from "./objects.ts";
import type { PodProblems } from "./problems.ts";
import { dnsLabelProblems } from "./qualified-name.ts";
import type { ManifestPath } from "./types.ts";
import { isEmptyDir } from "./volume-files.ts";

/** The pod's volumes by name: whether each is an emptyDir. */
export type EmptyDirs = ReadonlyMap<string, boolean>;

/** Validates the volumes' names. */
export function validateVolumes(volumes: readonly Volume[], problems: PodProblems): EmptyDirs {
  const byName = new Map<string, boolean>();
  volumes.forEach((volume, i) => {
    const { name = "" } = volume;
    const path = ["spec", "volumes", i, "name"];
    if (name === "") problems.required(path);
    else if (byName.has(name)) problems.duplicate(path, name);
    else problems.invalidFor(path, name, dnsLabelProblems(name));
    byName.set(name, isEmptyDir(volume));
  });
  return byName;
}

export function validateMounts(
  { volumeMounts }: Container,
  containerPath: ManifestPath,
  volumes: EmptyDirs,
  problems: PodProblems,
): void {
  const mountPaths = new Set<string>();
  volumeMounts?.forEach(({ name = "", mountPath = "", subPath, subPathExpr }, i) => {
    const path = [...containerPath, "volumeMounts", i];
    if (name === "") problems.required([...path, "name"]);
    else if (!volumes.has(name)) problems.notFound([...path, "name"], name);
    if (mountPath === "") problems.required([...path, "mountPath"]);
    else if (mountPaths.has(mountPath)) problems.invalid([...path, "mountPath"], mountPath, "must be unique");
    mountPaths.add(mountPath);
    if (subPath) validateDescendingPath(subPath, [...path, "subPath"], problems);
    if (!subPathExpr) return;
    if (subPath) {
      problems.invalid([...path, "subPathExpr"], subPathExpr, "subPathExpr and subPath are mutually exclusive");
    }
    validateDescendingPath(subPathExpr, [...path, "subPathExpr"], problems);
  });
}

/** A path within a volume: relative, and without a way up. */
export function validateDescendingPath(value: string, path: ManifestPath, problems: PodProblems): void {
  if (value.startsWith("/")) problems.invalid(path, value, "must be a relative path");
  if (value.split("/").includes("..")) problems.invalid(path, value, "must not contain '..'");
}

/**
 * A container may mount the volume of an env file or read variables from it, not both; and only init containers may
 * mount it at all, for others could change the file while it is read (KEP-3721, "Env File", 6a). No release asks this.
 */
export function validateUseOfEnvFiles(spec: PodSpec, problems: PodProblems): void {
  const containers = containersOf(spec);
  const withEnvFiles = new Set(containers.flatMap(({ container }) => consumedVolumes(container)));
  if (withEnvFiles.size === 0) return;
  for (const { container, list, path } of containers) {
    const consumed = new Set(consumedVolumes(container));
    container.volumeMounts?.forEach(({ name = "" }, i) => {
      const at = [...path, "volumeMounts", i, "name"];
      if (consumed.has(name)) {
        problems.forbidden(at, "the container reads variables from an env file in this volume, and cannot mount it");
      } else if (withEnvFiles.has(name) && list !== "initContainers") {
        problems.forbidden(at, "only init containers can mount a volume from which variables are read");
      }
    });
  }
}

function consumedVolumes({ env }: Container): string[] {
  return (env ?? []).flatMap(({ valueFrom }) => valueFrom?.fileKeyRef?.volumeName ?? []);
}
