/** Fields that are never expanded, and what a message says of them. */

import type { ManifestPath, VariableSource } from "../types.ts";

/** Members whose name says what they are, wherever they stand. The first on the way to the text counts. */
const FIELDS: Readonly<Record<string, string>> = {
  lifecycle: "lifecycle hooks are never expanded",
  httpGet: "httpGet is never expanded",
  tcpSocket: "tcpSocket is never expanded",
  grpc: "grpc is never expanded",
  image: "image is never expanded",
  workingDir: "workingDir is never expanded",
  mountPath: "mountPath is never expanded",
  subPath: "subPath is never expanded; subPathExpr is",
  valueFrom: "valueFrom is never expanded",
};

/** @param path in the container */
export function whyNotExpanded(path: ManifestPath): string {
  for (const step of path) if (typeof step === "string" && Object.hasOwn(FIELDS, step)) return FIELDS[step]!;
  return "this field is never expanded";
}

export function whyValueIsNotExpanded({ kind }: VariableSource): string {
  if (kind === "fileKeyRef") return "values of env files are never expanded";
  const isSecret = kind === "secretRef" || kind === "secretKeyRef";
  return `values of ${isSecret ? "Secrets" : "ConfigMaps"} are never expanded`;
}
