/** The texts of a resolved container for people: `MASK` in place of every text that has a part from a Secret. */

import { formatPath } from "../path.ts";
import { isSecretVariable, MASK } from "../sources/secret-value.ts";
import type { ManifestPath, ResolvedContainer, ResolvedMount, ResolvedVariable } from "../types.ts";
import { PROBES } from "./resolve-container.ts";

/** The commands that are expanded, with the names of their members: the container's own and its probes'. */
export function expandedCommands({
  args,
  command,
  exec,
}: ResolvedContainer): [name: string, words: readonly string[]][] {
  const commands = [
    ["command", command],
    ["args", args],
    ...PROBES.map((probe) => [probe, exec[probe]] as const),
  ] as const;
  return commands.flatMap(([name, words]) => (words === undefined ? [] : [[name, words]]));
}

/** The same, masked. */
export function maskedCommands(container: ResolvedContainer): [name: string, words: string[]][] {
  const { command, args, exec } = container;
  const isSecret = secretTexts(container);
  const commands: [name: string, path: ManifestPath, words: readonly string[] | undefined][] = [
    ["command", ["command"], command],
    ["args", ["args"], args],
    ...PROBES.map((probe) => [probe, [probe, "exec", "command"], exec[probe]] as (typeof commands)[number]),
  ];
  return commands.flatMap(([name, path, words]) =>
    words === undefined ? [] : [[name, words.map((word, i) => (isSecret([...path, i]) ? MASK : word))]],
  );
}

/** The container as people may see it: every text that has a part from a Secret is `MASK`. */
export function maskedContainer(container: ResolvedContainer): ResolvedContainer {
  if (!hasSecretText(container)) return container;
  const { exec, unknown } = container;
  const masked = new Map(maskedCommands(container));
  const { command, args, ...probes } = Object.fromEntries(masked);
  return {
    ...container,
    env: container.env.map(maskedVariable),
    unknown: unknown.map((entry) =>
      entry.otherwise === undefined ? entry : { ...entry, otherwise: maskedVariable(entry.otherwise) },
    ),
    ...(command && { command }),
    ...(args && { args }),
    mounts: maskedMounts(container),
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

function maskedMounts(container: ResolvedContainer): ResolvedMount[] {
  const isSecret = secretTexts(container);
  return container.mounts.map((mount, i) =>
    isSecret(["volumeMounts", i, "subPathExpr"]) ? { ...mount, subPath: MASK } : mount,
  );
}

function secretTexts({ path: containerPath, changes }: ResolvedContainer): (pathInContainer: ManifestPath) => boolean {
  const secret = changes.filter(({ isSecret }) => isSecret);
  const paths = new Set(secret.map(({ path }) => formatPath(path.slice(containerPath.length))));
  return (path) => paths.has(formatPath(path));
}
