/** The options of commands that set variables. */
import type { ReaderId } from "../../envfile/readers/compare.ts";
import { UsageError } from "../frame/errors.ts";

export const DIALECT = "envfile-dialect";

/** KEP-3721, every other reader of env files, and manifests. */
export const DIALECTS = [
  ...["kep", "dotenv", "dotenv-expand", "dotenv-expand-1000", "node", "bun", "deno", "shell", "docker", "compose"],
  ...["kubectl", "configmap", "secret"],
] as readonly ("kep" | Exclude<ReaderId, "design" | "kubelet"> | "configmap" | "secret")[];

export const envFileOptions = {
  envfile: {
    type: "string",
    multiple: true,
    value: "FILE",
    help: "set the variables of an env file; later files and -e override",
  },
  [DIALECT]: {
    type: "string",
    value: "DIALECT",
    choices: DIALECTS,
    help: "the reader of env files (default: as lint chooses it, or dotenv)",
  },
} as const;

export type EnvFileDialect = (typeof envFileOptions)[typeof DIALECT]["choices"][number];

/**
 * The variables of `-e` options. The last one with a name counts.
 *
 * @throws UsageError for one without `=`
 */
export function assignmentsOf(options: readonly string[]): Map<string, string> {
  return new Map(
    options.map((option, i) => {
      const equals = option.indexOf("=");
      // The option may be a secret value: it is not shown.
      if (equals === -1) throw new UsageError(`-e number ${i + 1}: missing "="; write -e NAME=VALUE`);
      return [option.slice(0, equals), option.slice(equals + 1)];
    }),
  );
}
