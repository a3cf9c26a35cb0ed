import type { Option } from "../frame/command.ts";

/** The options of every command that reads manifests. */
export const inputOptions = {
  file: {
    type: "string",
    short: "f",
    multiple: true,
    value: "PATH",
    help: "read a file, a directory or a quoted pattern; - is standard input",
  },
  recursive: { type: "boolean", short: "R", help: "also read the directories in a directory" },
  kustomize: {
    type: "string",
    short: "k",
    multiple: true,
    value: "DIR",
    help: "read what kubectl (or kustomize) renders for DIR",
  },
} as const satisfies Record<string, Option>;
