/** Reads variables from env files and manifests, and describes the errors in a file. */

import { parseDotenv } from "../../envfile/dotenv.ts";
import { EnvFileError, type EnvFileErrorCode } from "../../envfile/error.ts";
import { envFileProblems, parseEnvFile, readEnvFileKey } from "../../envfile/parse.ts";
import type { Profile } from "../../envfile/profile.ts";
import { type ReaderId, readLike } from "../../envfile/readers/compare.ts";
import type { ComposeEnvironment } from "../../envfile/readers/docker-compose.ts";
import { composeEnvironment } from "../../expansion/dialects/compose-environment.ts";
import { readManifestObjects } from "../../kubernetes/cluster/objects.ts";
import type { Secret } from "../../kubernetes/pod/objects.ts";
import { secretKeys, secretValue } from "../../kubernetes/pod/sources/secret-value.ts";
import { getOwn, setKey } from "../../text/own-keys.ts";
import { PieceCounter } from "../../text/position.ts";
import { printable } from "../../text/printable.ts";
import { startsWithMark } from "../../text/utf8.ts";
import { nameOf, readBytes, textOf } from "../files/files.ts";
import { InputError, InputErrors } from "../frame/errors.ts";
import type { CommandIo } from "../frame/io.ts";
import { objectsIn, readManifestFile } from "../manifests/manifest-file.ts";
import { DIALECT, type EnvFileDialect } from "./env-file-options.ts";

const MAX_ERRORS = 20;

interface EnvFilesOptions {
  readonly dialect: EnvFileDialect | undefined;
  /** Whether docker compose reads the files. Used only without a dialect. */
  readonly isCompose?: boolean;
  /** The environment of the programs that read the files. */
  readonly environment?: ReadonlyMap<string, string>;
}

interface EnvFileSettings {
  readonly profile: Profile;
  /** Undefined if the user did not choose one. Default: `kep`. */
  readonly dialect: EnvFileDialect | undefined;
  /** The option that sets the dialect, for messages. */
  readonly dialectOption: string;
}

/**
 * Reads the variables of `--envfile` options. If several files set a variable, the last file wins.
 *
 * @throws InputError, InputErrors
 */
export async function readEnvFiles(
  files: readonly string[],
  { dialect, environment = new Map(), isCompose = false }: EnvFilesOptions,
  io: CommandIo,
): Promise<Map<string, string>> {
  const variables = new Map<string, string>();
  for (const file of files) {
    const bytes = dialect === undefined ? readEnvFile(file, io) : undefined;
    const chosen = dialect ?? (await import("./automatic-dialect.ts")).automaticDialect(file, bytes!, isCompose, io);
    const settings = { profile: "design", dialect: chosen, dialectOption: `--${DIALECT}` } as const;
    const readersEnvironment = composeEnvironment(environment);
    // Docker compose expands references to variables of earlier files.
    if (chosen === "compose") for (const [name, value] of variables) readersEnvironment.set(name, value);
    const read = variablesIn(file, settings, io, readersEnvironment, bytes);
    for (const [name, value] of Object.entries(read)) variables.set(name, value);
  }
  return variables;
}

/** @throws InputError if the file cannot be read, InputErrors for errors in it */
export function variablesIn(
  file: string,
  settings: EnvFileSettings,
  io: CommandIo,
  environment = composeEnvironment(new Map()),
  known?: Uint8Array,
): Record<string, string> {
  const { dialect, dialectOption, profile } = settings;
  if (dialect === "configmap" || dialect === "secret") return manifestVariables(file, dialect, io, dialectOption);
  const bytes = known ?? readEnvFile(file, io);
  if (dialect !== undefined && dialect !== "kep") return readLikeProgram(file, dialect, bytes, environment);
  const options = { profile, path: nameOf(file) };
  const errors = envFileProblems(bytes, options, MAX_ERRORS);
  if (errors.length > 0) throw describedErrors(file, bytes, errors, settings);
  if (startsWithMark(bytes)) reportMark(file, io);
  return parseEnvFile(bytes, options).toObject();
}

/** @throws InputError if the program rejects the file, would run a command in it, or its result is unknown */
function readLikeProgram(
  file: string,
  dialect: ReaderId,
  bytes: Uint8Array,
  environment: ComposeEnvironment,
): Record<string, string> {
  const { inherited = [], refusal, runs, title, variables } = readAs(file, dialect, bytes, environment);
  if (refusal !== undefined) throw new InputError(`${nameOf(file)}: ${title} ${refusal}`);
  if (runs !== undefined) {
    throw new InputError(
      `${nameOf(file)}: ${title} runs a command for ${runs.map((name) => printable(name)).join(", ")}; nothing is run here`,
    );
  }
  const missing = inherited.filter((name) => environment.get(name) === undefined);
  if (missing.length > 0) {
    // A line without `=` can be a secret.
    const names = missing.map((name) => (/^[A-Z_][A-Z0-9_]*$/.test(name) ? name : "a name without a value")).join(", ");
    throw new InputError(`${nameOf(file)}: ${title} takes ${names} from its environment; set it with -e or --from-env`);
  }
  const result: Record<string, string> = {};
  for (const [name, value] of variables!) setKey(result, name, value);
  return result;
}

/** @throws InputError for a line that the kubelet cannot read */
function readAs(file: string, dialect: ReaderId, bytes: Uint8Array, environment: ComposeEnvironment) {
  try {
    return readLike(dialect, bytes, environment);
  } catch (error) {
    if (!(error instanceof EnvFileError)) throw error;
    throw new InputError(`${nameOf(file)}: ${printable(error.message)}`);
  }
}

/**
 * Reads the value of one variable; undefined if it is not set. As in a kubelet, errors after it in the file do not matter.
 *
 * @throws InputError, InputErrors
 */
export function valueIn(file: string, name: string, settings: EnvFileSettings, io: CommandIo): string | undefined {
  if ((settings.dialect ?? "kep") !== "kep") return getOwn(variablesIn(file, settings, io), name) as string | undefined;
  const bytes = readEnvFile(file, io);
  try {
    return readEnvFileKey(bytes, name, { profile: settings.profile, path: nameOf(file) });
  } catch (error) {
    if (!(error instanceof EnvFileError)) throw error;
    throw describedErrors(file, bytes, [error], settings);
  }
}

/** Reads a file as bytes, and checks that they are UTF-8. */
export function readEnvFile(file: string, io: CommandIo): Uint8Array {
  const bytes = readBytes(file, io);
  // The text is not used: in an env file, a byte order mark is data.
  textOf(file, bytes);
  return bytes;
}

/** Warns about a byte order mark that is read as data, because printed text does not show it. */
export function reportMark(file: string, io: CommandIo): void {
  io.report(markLine(file));
}

function markLine(file: string): string {
  const readers = "KEP-3721, Node.js, and shells read as part of the first name";
  return `${nameOf(file)}:1:1: the file starts with a byte order mark, which ${readers}; remove it`;
}

/** Errors in nearly every dotenv file. */
const DOTENV_ERRORS: readonly EnvFileErrorCode[] = ["value-not-quoted", "blank-before-equals-sign"];

function describedErrors(
  file: string,
  bytes: Uint8Array,
  errors: readonly EnvFileError[],
  { dialect, dialectOption, profile }: EnvFileSettings,
): InputErrors {
  const place = new PieceCounter();
  place.beginPiece(bytes);
  const lines = errors.map(({ offset, reason }) => {
    const { line, column } = place.at(offset);
    return `${nameOf(file)}:${line}:${column}: ${reason}`;
  });
  // In the design profile, the reason of an error at the beginning mentions the mark.
  const isMarkNamed = profile === "design" && errors.some(({ offset }) => offset === 0);
  if (startsWithMark(bytes) && !isMarkNamed) lines.unshift(markLine(file));
  const other = dialect === undefined ? likelyDialect(bytes, errors) : undefined;
  if (other !== undefined) {
    const what = other === "dotenv" ? "dotenv file" : KINDS[other];
    lines.push(`${nameOf(file)}: if this is a ${what}, read it with ${dialectOption} ${other}`);
  }
  return new InputErrors(lines);
}

/** The dialect of a file with errors, if it seems to be another one. */
function likelyDialect(bytes: Uint8Array, errors: readonly EnvFileError[]) {
  const text = new TextDecoder().decode(bytes);
  const kind = /^[ {]*"?kind"?: *"?(ConfigMap|Secret)\b/m.exec(text)?.[1];
  if (kind !== undefined) return kind === "Secret" ? "secret" : "configmap";
  const isLikely = errors.some(({ code }) => DOTENV_ERRORS.includes(code));
  return isLikely && Object.keys(parseDotenv(text)).length > 0 ? "dotenv" : undefined;
}

const KINDS = { configmap: "ConfigMap", secret: "Secret" } as const;

/**
 * Reads every key of the only object of the kind in a YAML or JSON file. Reports `binaryData`, which sets no variables.
 *
 * @param dialectOption for messages
 * @throws InputError if the file does not contain exactly one such object; InputErrors for values that are not text
 */
function manifestVariables(
  file: string,
  dialect: keyof typeof KINDS,
  io: CommandIo,
  dialectOption: string,
): Record<string, string> {
  const manifest = readManifestFile(file, io);
  const objects = manifest.documents.map((document) => objectsIn(manifest, document, readManifestObjects));
  const found = {
    configmap: objects.flatMap(({ configMaps }) => configMaps),
    secret: objects.flatMap(({ secrets }) => secrets),
  };
  const [object, ...others] = found[dialect];
  const kind = KINDS[dialect];
  if (object === undefined) {
    const other = dialect === "secret" ? "configmap" : "secret";
    const hint = found[other].length > 0 ? ` but a ${KINDS[other]}; read it with ${dialectOption} ${other}` : "";
    throw new InputError(`${manifest.name}: the file contains no ${kind}${hint}`);
  }
  if (others.length > 0) {
    const names = found[dialect].map(({ metadata }) => printable(metadata?.name ?? "?")).join(", ");
    const what = `the file contains several ${kind}s (${printable(names)})`;
    throw new InputError(`${manifest.name}: ${what}; move one to a file of its own`);
  }
  const name = `${manifest.name}: ${kind}/${printable(object.metadata?.name ?? "?")}`;
  const binary = "binaryData" in object ? Object.keys(object.binaryData ?? {}).length : 0;
  if (binary > 0) io.report(`${name}: binaryData sets no variables (keys skipped: ${binary})`);
  return variablesOf(dialect === "configmap" ? { stringData: object.data ?? {} } : object, name);
}

function variablesOf(secret: Secret, name: string): Record<string, string> {
  const variables: Record<string, string> = {};
  const problems: string[] = [];
  for (const key of secretKeys(secret)) {
    const result = secretValue(secret, key)!;
    const problem = "error" in result ? result.error : result.bytes && "not UTF-8";
    if (problem !== undefined) problems.push(`${name}: the value of ${printable(key)} is ${problem}`);
    else if ("value" in result) setKey(variables, key, result.value);
  }
  if (problems.length > 0) throw new InputErrors(problems);
  return variables;
}
