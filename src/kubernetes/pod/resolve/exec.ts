/** The commands of probes and lifecycle hooks. */

import type { ExecCommands } from "../types.ts";
import type { ContainerScope } from "./container-scope.ts";
import type { Judgement } from "./undeclared-names.ts";

export const PROBES = ["livenessProbe", "readinessProbe", "startupProbe"] as const;
const ONLY_ENV: Judgement = { verdict: "undefined", reason: "a probe sees only what env sets" };
const HOOKS = ["postStart", "preStop"] as const;

/**
 * Probes' commands are expanded with the entries of `env` alone: a `value` is not expanded itself, and a `valueFrom`
 * counts as the empty text. Hooks' commands are not expanded.
 */
export function resolveExec(scope: ContainerScope): ExecCommands {
  const { container } = scope;
  const commands: { -readonly [K in keyof ExecCommands]: ExecCommands[K] } = {};
  let written: Map<string, string> | undefined;
  for (const probe of PROBES) {
    const command = container[probe]?.exec?.command;
    if (!command) continue;
    written ??= new Map(container.env?.map((entry) => [entry.name ?? "", entry.value ?? ""]));
    const values = written;
    commands[probe] = scope.expandList(
      command,
      probe,
      (name) => values.get(name),
      (name) => scope.leaveUndefined(name, scope.find(name) && ONLY_ENV),
    );
  }
  for (const hook of HOOKS) {
    const command = container.lifecycle?.[hook]?.exec?.command;
    if (command) commands[hook] = command;
  }
  return commands;
}
