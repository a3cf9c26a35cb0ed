/** The texts of a resolved container for people: `MASK` in place of every text that has a part from a Secret. */

import { PROBES } from "./exec.ts";
import { formatPath } from "./path.ts";
import { MASK } from "./secret-value.ts";
import type { ManifestPath, ResolvedContainer, ResolvedMount } from "./types.ts";

/** The commands that are expanded, with the names of their members: the container's own and its probes'. */
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

export function maskedMounts(container: ResolvedContainer): ResolvedMount[] {
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
