/** Reads variables from env files and manifests, and describes the errors in a file. */
import { parseDotenv } from "../../../envfile/dotenv.ts";
import { EnvFileError, type EnvFileErrorCode } from "../../../envfile/error.ts";
import { envFileProblems, parseEnvFile, readEnvFileKey } from "../../../envfile/parse.ts";
import type { Profile } from "../../../envfile/profile.ts";
import { getOwn } from "../../../text/own-keys.ts";
import { PieceCounter } from "../../../text/position.ts";
import { startsWithMark } from "../../../text/utf8.ts";
import { nameOf, readBytes, textOf } from "../../files/files.ts";
import { InputErrors } from "../../frame/errors.ts";
import type { CommandIo } from "../../frame/io.ts";
import { KINDS, manifestVariables } from "./manifest.ts";
import { DIALECT, type EnvFileDialect } from "./options.ts";

const MOST_ERRORS = 20;

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
export function readEnvFiles(
  files: readonly string[],
  dialect: EnvFileDialect | undefined,
  io: CommandIo,
): Map<string, string> {
  const settings = { profile: "design", dialect, dialectOption: `--${DIALECT}` } as const;
  return new Map(files.flatMap((file) => Object.entries(variablesIn(file, settings, io))));
}

/** @throws InputError if the file cannot be read, InputErrors for errors in it */
export function variablesIn(file: string, settings: EnvFileSettings, io: CommandIo): Record<string, string> {
  const { dialect, dialectOption, profile } = settings;
  if (dialect === "configmap" || dialect === "secret") return manifestVariables(file, dialect, io, dialectOption);
  const bytes = readEnvFile(file, io);
  if (dialect === "dotenv") return parseDotenv(bytes);
  const options = { profile, path: nameOf(file) };
  const errors = envFileProblems(bytes, options, MOST_ERRORS);
  if (errors.length > 0) throw describedErrors(file, bytes, errors, settings);
  if (startsWithMark(bytes)) reportMark(file, io);
  return parseEnvFile(bytes, options).toObject();
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
