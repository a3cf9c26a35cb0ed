/** `--env-file`: variables of env files, as options of a command. */

import { isManifestDialect, manifestSource } from "./envfile-manifest.ts";
import { envFileSource } from "./envfile-source.ts";
import type { CommandIo } from "./io.ts";

const DIALECT = "env-file-dialect";

/** Options that commands with `--env-file` take. */
export const envFileOptions = {
  "env-file": {
    type: "string",
    multiple: true,
    value: "FILE",
    help: "set the variables of an env file; a later file wins, -e wins over all",
  },
  [DIALECT]: {
    type: "string",
    choices: ["kep", "dotenv", "configmap", "secret"],
    help: "how to read env files: as KEP-3721 (default) or dotenv does, or as a manifest",
  },
} as const;

export type EnvFileDialect = (typeof envFileOptions)[typeof DIALECT]["choices"][number];

/**
 * The variables of env files. Of files with the same name, the last one's value counts.
 *
 * @throws InputError, InputErrors
 */
export function readEnvFiles(
  files: readonly string[],
  dialect: EnvFileDialect | undefined,
  io: CommandIo,
): Map<string, string> {
  const variables = new Map<string, string>();
  for (const file of files) {
    for (const [name, value] of Object.entries(readVariables(file, dialect, io))) variables.set(name, value);
  }
  return variables;
}

function readVariables(file: string, dialect: EnvFileDialect | undefined, io: CommandIo): Record<string, string> {
  if (dialect !== undefined && isManifestDialect(dialect)) {
    return manifestSource(file, dialect, io, `--${DIALECT}`).variables();
  }
  const dialectOption = dialect === undefined ? `--${DIALECT}` : undefined;
  return envFileSource(file, { profile: "design", dialect: dialect ?? "kep", dialectOption }, io).variables();
}
