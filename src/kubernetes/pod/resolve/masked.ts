/** Masks the texts of a resolved container for display: `MASK` replaces every text that contains a part of a Secret. */

import { formatPath } from "../path.ts";
import { isSecretVariable, MASK } from "../sources/secret-value.ts";
import type { ManifestPath, ResolvedContainer, ResolvedVariable } from "../types.ts";
import { PROBES } from "./resolve-container.ts";

/** The paths in a container of the commands that are expanded. */
const COMMANDS = [
  ["command"],
  ["args"],
  .../* @__PURE__ */ PROBES.map((probe) => [probe, "exec", "command"] as const),
] as const;

/** The commands that are expanded, with the names of their members and their paths in the container. */
export function expandedCommands({ args, command, exec }: ResolvedContainer) {
  const words = { command, args, ...exec };
  return COMMANDS.flatMap((path): [name: string, words: readonly string[], path: ManifestPath][] => {
    const [name] = path;
    return words[name] === undefined ? [] : [[name, words[name], path]];
  });
}

export function maskedCommands(container: ResolvedContainer): [name: string, words: string[]][] {
  const isSecret = secretTexts(container);
  return expandedCommands(container).map(([name, words, path]) => [
    name,
    words.map((word, i) => (isSecret([...path, i]) ? MASK : word)),
  ]);
}

export function maskedContainer(container: ResolvedContainer): ResolvedContainer {
  if (!hasSecretText(container)) return container;
  const { exec, unknown } = container;
  const { command, args, ...probes } = Object.fromEntries(maskedCommands(container));
  const isSecret = secretTexts(container);
  return {
    ...container,
    env: container.env.map(maskedVariable),
    unknown: unknown.map((entry) =>
      entry.otherwise === undefined ? entry : { ...entry, otherwise: maskedVariable(entry.otherwise) },
    ),
    ...(command && { command }),
    ...(args && { args }),
    mounts: container.mounts.map((mount, i) =>
      isSecret(["volumeMounts", i, "subPathExpr"]) ? { ...mount, subPath: MASK } : mount,
    ),
    exec: { ...exec, ...probes },
    changes: container.changes.map((change) =>
      change.isSecret ? { ...change, text: MASK, escaped: undefined } : change,
    ),
  };
}

function hasSecretText({ changes, env, unknown }: ResolvedContainer): boolean {
  return (
    env.some(isSecretVariable) ||
    changes.some(({ isSecret }) => isSecret) ||
    unknown.some(({ otherwise }) => otherwise !== undefined && isSecretVariable(otherwise))
  );
}

function maskedVariable(variable: ResolvedVariable): ResolvedVariable {
  if (!isSecretVariable(variable)) return variable;
  const { bytes: _, ...rest } = variable;
  return { ...rest, value: MASK };
}

/** Whether the text at a path in the container contains a part of a Secret. */
function secretTexts({ path: containerPath, changes }: ResolvedContainer): (pathInContainer: ManifestPath) => boolean {
  const secret = changes.filter(({ isSecret }) => isSecret);
  const paths = new Set(secret.map(({ path }) => formatPath(path.slice(containerPath.length))));
  return (path) => paths.has(formatPath(path));
}
