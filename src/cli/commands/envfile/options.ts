/** The options of commands that read variables from env files. */

export const DIALECT = "envfile-dialect";

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
    choices: ["kep", "dotenv", "configmap", "secret"],
    help: "the format of env files (default: kep, as in KEP-3721)",
  },
} as const;

export type EnvFileDialect = (typeof envFileOptions)[typeof DIALECT]["choices"][number];
