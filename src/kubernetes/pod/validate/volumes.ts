/** Validates volumes, mounts, and the combination of mounts and env files in one volume. */

import { quote } from "../../../text/go-string.ts";
import type { ListedContainer } from "../container-lists.ts";
import type { Container, Volume } from "../objects.ts";
import { dnsLabelProblems } from "../sources/names.ts";
import { isEmptyDir } from "../volumes/volume-files.ts";
import type { PodProblems } from "./problems.ts";

/** Whether each volume of the pod is an emptyDir, by the volume's name. */
export type EmptyDirs = ReadonlyMap<string, boolean>;

export function validateVolumes(volumes: readonly Volume[], pod: PodProblems): EmptyDirs {
  const emptyDirs = new Map<string, boolean>();
  volumes.forEach((volume, i) => {
    const { name = "" } = volume;
    validateName(name, emptyDirs.has(name), pod.at("spec", "volumes", i));
    emptyDirs.set(name, isEmptyDir(volume));
  });
  return emptyDirs;
}

/**
 * Validates the name of a volume or container.
 *
 * @param isTaken whether another volume or container has the name
 */
export function validateName(name: string, isTaken: boolean, at: PodProblems): void {
  if (isTaken && name !== "") at.at("name").add("duplicate", `Duplicate value: ${quote(name)}`);
  else at.requiredAs("name", dnsLabelProblems, name);
}

export function validateMounts({ volumeMounts }: Container, volumes: EmptyDirs, container: PodProblems): void {
  if (!volumeMounts) return;
  const mountPaths = new Set<string>();
  volumeMounts.forEach(({ name = "", mountPath = "", subPath, subPathExpr }, i) => {
    const at = container.at("volumeMounts", i);
    if (name === "") at.at("name").required();
    else if (!volumes.has(name)) at.at("name").notFound(name);
    if (mountPath === "") at.at("mountPath").required();
    else if (mountPaths.has(mountPath)) at.at("mountPath").invalid(mountPath, "must be unique");
    mountPaths.add(mountPath);
    if (subPath) validateDescendingPath(subPath, at.at("subPath"));
    if (!subPathExpr) return;
    if (subPath) at.at("subPathExpr").invalid(subPathExpr, "subPathExpr and subPath are mutually exclusive");
    validateDescendingPath(subPathExpr, at.at("subPathExpr"));
  });
}

/** A path within a volume must be relative, and must not contain `..`. */
export function validateDescendingPath(path: string, at: PodProblems): void {
  if (path.startsWith("/")) at.invalid(path, "must be a relative path");
  validateNoBacksteps(path, at);
}

export function validateNoBacksteps(path: string, at: PodProblems): void {
  if (path.split("/").includes("..")) at.invalid(path, "must not contain '..'");
}

/**
 * A container can mount the volume of an env file or read variables from it, but not both. Only init containers can mount
 * it, because others could change the file while it is read (KEP-3721, "Env File", 6a). No release checks this.
 */
export function validateUseOfEnvFiles(containers: readonly ListedContainer[], problems: PodProblems): void {
  const withEnvFiles = new Set<string>();
  for (const { container } of containers) for (const name of consumedVolumes(container)) withEnvFiles.add(name);
  if (withEnvFiles.size === 0) return;
  for (const { container, list, path } of containers) {
    const consumed = new Set(consumedVolumes(container));
    container.volumeMounts?.forEach(({ name = "" }, i) => {
      const at = problems.at(...path, "volumeMounts", i, "name");
      if (consumed.has(name)) {
        at.add(
          "forbidden",
          "Forbidden: the container reads variables from an env file in this volume, and cannot mount it",
        );
      } else if (withEnvFiles.has(name) && list !== "initContainers") {
        at.add("forbidden", "Forbidden: only init containers can mount a volume from which variables are read");
      }
    });
  }
}

function consumedVolumes({ env = [] }: Container): string[] {
  return env.flatMap(({ valueFrom }) => valueFrom?.fileKeyRef?.volumeName ?? []);
}
