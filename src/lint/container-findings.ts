/** The rules about containers as a whole: their lists of variables, and whether they start. */

import { formatPath } from "../kubernetes/pod/path.ts";
import type { ContainerTrace, Definition } from "../kubernetes/pod/trace/types.ts";
import type { ManifestPath, VariableSource } from "../kubernetes/pod/types.ts";
import { type EnvironmentSizes, sizeProblems } from "./environment-size.ts";
import { type PodPlace, shownName } from "./pod-place.ts";
import type { RawFinding } from "./raw-finding.ts";

/** @param services names what decides which Services are announced */
export function findingsOfContainer(
  container: ContainerTrace,
  place: PodPlace,
  sizes: EnvironmentSizes,
  services: string,
  problemPaths: ReadonlySet<string>,
): RawFinding[] {
  return [
    ...configError(container, place, problemPaths),
    ...sizeProblems(container, sizes, services).map(({ path, message, same, name }) => {
      const at = place.atEntry(path ?? container.resolved.path);
      return { rule: "environment-too-large", ...at, message, same, ...(name !== undefined && { name }) };
    }),
    ...duplicates(container, place),
    ...hiddenDefinitions(container, place),
  ];
}

/** @param problemPaths what the API server refuses already */
function configError({ resolved }: ContainerTrace, place: PodPlace, problemPaths: ReadonlySet<string>): RawFinding[] {
  const { error, name } = resolved;
  if (error === undefined) return [];
  if (problemPaths.has(formatPath(error.path))) return [];
  // A parameter of a Template that is not filled in yet.
  if (place.workload.ownerPath.at(-2) === "objects" && error.message.includes("${")) return [];
  const isEntry = typeof error.path.at(-1) === "number";
  const at = isEntry ? place.atEntry(error.path) : place.at(error.path);
  const message = `container ${shownName(name)} will not start: ${error.message}`;
  return [{ rule: "container-config-error", ...at, message, same: error.message }];
}

/** Entries of `env` with a name that an entry before them has. */
function duplicates({ definitions }: ContainerTrace, place: PodPlace): RawFinding[] {
  const first = new Map<string, ManifestPath>();
  const found: RawFinding[] = [];
  for (const { name, path } of definitions) {
    if (path?.at(-2) !== "env") continue;
    const before = first.get(name);
    if (before === undefined) {
      first.set(name, path);
      continue;
    }
    const same = `${shownName(name)} is declared twice in env: the last declaration counts`;
    const message = `${same}; the first is at ${place.where(before)}`;
    found.push({ rule: "duplicate-variable", ...place.atEntry(path), message, same, name });
  }
  return found;
}

/** Variables of `envFrom` and of Services that another definition covers. */
function hiddenDefinitions({ definitions }: ContainerTrace, place: PodPlace): RawFinding[] {
  return definitions.flatMap((definition): RawFinding[] => {
    const { hides: hidden, name, path } = definition;
    if (hidden === undefined || path === undefined || definition.isSkipped) return [];
    const what = sourceName(hidden);
    if (what === undefined) return [];
    const shown = shownName(name);
    const by = path.at(-2) === "env" ? "env" : "a later source of envFrom";
    const same = `${shown} of ${what} is covered by ${by}`;
    const message = hidden.path === undefined ? same : `${same}, at ${place.where(path)}`;
    return [{ rule: "hidden-definition", ...place.atEntry(hidden.path ?? path), message, same, name }];
  });
}

/** What gives a variable of `envFrom` or of a Service; undefined for an entry of `env`. */
function sourceName({ source, path }: Definition): string | undefined {
  if (source.kind === "service") return `Service ${shownName(source.name)}`;
  if (path?.at(-2) !== "envFrom") return undefined;
  const { kind, name } = source as Extract<VariableSource, { readonly kind: "configMapRef" | "secretRef" }>;
  return `${kind === "secretRef" ? "Secret" : "ConfigMap"} ${shownName(name)}`;
}
