/** `--envfile`: variables of env files, as options of a command. */

export const DIALECT = "envfile-dialect";

/** Options that commands with `--envfile` take. */
export const envFileOptions = {
  envfile: {
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
