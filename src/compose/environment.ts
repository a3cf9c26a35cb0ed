/** The variables that compose interpolates with: the command's environment, which is unknown, then env files. */

import { dockerReading } from "../envfile/readers/docker-and-kubectl.ts";
import { type ComposeEnvironment, composeReading } from "../envfile/readers/docker-compose.ts";
import { dialectReferences } from "../expansion/compiled/dialect-references.ts";
import { byteTextOf } from "../expansion/dialects/evaluation.ts";
import { Substitution } from "../expansion/index.ts";
import { pathFrom } from "../text/paths.ts";
import { type ComposeHost, hasFile } from "./host.ts";

export interface ComposeVariable {
  /** Undefined if it depends on the environment of the command. */
  readonly value: string | undefined;
}

export interface ProjectEnvironment {
  readonly variables: ReadonlyMap<string, ComposeVariable>;
  /** The env files that are read. */
  readonly files: readonly string[];
  /** Whether one of them is missing, or compose rejects it. */
  readonly hasFailed: boolean;
  /** Whether the project is one that `-f` names: people set other variables for it, or read other env files. */
  readonly isSpecial?: boolean;
}

/** What compose sets itself, and what the environment of a user's command has if it is used. */
const ALWAYS_SET =
  /^(?:(?:COMPOSE_(?:PROJECT_NAME|FILE|PROFILES|PATH_SEPARATOR|ENV_FILES)|DOCKER_(?:HOST|CONFIG|CONTEXT|CERT_PATH|TLS_VERIFY|API_VERSION|BUILDKIT|DEFAULT_PLATFORM)|HOME|PATH|PWD|USER|USERNAME|LOGNAME|SHELL|TERM|LANG|TMPDIR|DISPLAY|XAUTHORITY|USERPROFILE|APPDATA|SSH_AUTH_SOCK)$|(?:XDG|DBUS|WAYLAND)_)/;

export function isAlwaysSet(name: string): boolean {
  return ALWAYS_SET.test(name);
}

/** The environment without env files. */
export const NO_ENVIRONMENT: ProjectEnvironment = { variables: new Map(), files: [], hasFailed: false };

/**
 * The environment of a project: variables of the outer one, which count first, and those of env files. A later file sees
 * the variables of earlier ones, and overrides them.
 */
export function environmentOf(
  host: ComposeHost,
  files: readonly string[],
  outer: ProjectEnvironment = NO_ENVIRONMENT,
): ProjectEnvironment {
  const variables = new Map<string, ComposeVariable>();
  let { hasFailed } = outer;
  for (const file of files) {
    const text = host.read(file);
    if (text === undefined || !readInto(variables, outer, text)) hasFailed = true;
  }
  for (const [name, variable] of outer.variables) variables.set(name, variable);
  return { ...outer, variables, files: [...outer.files, ...files], hasFailed };
}

/** Reads a file; returns whether compose accepts it. */
function readInto(variables: Map<string, ComposeVariable>, outer: ProjectEnvironment, text: string): boolean {
  // As if the environment of the command were empty. Values that depend on it are unknown.
  const guessed = new Substitution("compose", {});
  const unknown = new Set<string>();
  for (const [name, { value }] of [...variables, ...outer.variables]) {
    guessed.set(name, value ?? "");
    if (value === undefined) unknown.add(name);
  }
  let isUnknown = false;
  const environment: ComposeEnvironment = {
    get: (name) => {
      const variable = outer.variables.get(name) ?? variables.get(name);
      // A name alone gets its value from the environment of the command.
      if (variable === undefined) variables.set(name, { value: undefined });
      return variable?.value;
    },
    set: (name, value) => {
      variables.set(name, { value: isUnknown ? undefined : value });
      if (!outer.variables.has(name)) {
        guessed.set(name, value);
        if (isUnknown) unknown.add(name);
        else unknown.delete(name);
      }
      isUnknown = false;
    },
    expand: (value) => {
      isUnknown = unknown.size > 0 && namesIn(value).some((name) => unknown.has(name));
      return guessed.expand(value, () => {
        isUnknown = true;
      });
    },
  };
  return !("refused" in composeReading(text, environment));
}

function namesIn(value: string): string[] {
  const references = dialectReferences("compose", byteTextOf(value), () => {});
  return references.flatMap(({ names }) => names.map(({ name }) => name));
}

/** The names that a service's env file sets in its container; undefined if it cannot be read. */
export function namesInEnvFile(host: ComposeHost, path: string, format: string): ReadonlySet<string> | undefined {
  const text = host.read(path);
  if (text === undefined) return undefined;
  if (format === "raw") {
    const reading = dockerReading(text);
    return "variables" in reading ? new Set([...reading.variables.keys(), ...(reading.inherited ?? [])]) : undefined;
  }
  const variables = new Map<string, ComposeVariable>();
  return readInto(variables, NO_ENVIRONMENT, text) ? new Set(variables.keys()) : undefined;
}

/** The env file that compose reads by default: `.env` in the project's folder. */
export function defaultEnvFiles(host: ComposeHost, folder: string): string[] {
  const path = pathFrom(folder, ".env");
  return hasFile(host, path) ? [path] : [];
}
