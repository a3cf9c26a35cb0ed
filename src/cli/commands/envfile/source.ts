/** The variables of an env file as `varexpand envfile` reads it, and what is wrong with the file. */
import { parseDotenv, readDotenvKey } from "../../../envfile/dotenv.ts";
import { EnvFileError, type EnvFileErrorCode } from "../../../envfile/error.ts";
import { parseEnvFile, readEnvFileKey } from "../../../envfile/parse.ts";
import { envFileProblems } from "../../../envfile/problems.ts";
import type { Profile } from "../../../envfile/profile.ts";
import { PieceCounter } from "../../../text/position.ts";
import { startsWithMark } from "../../../text/utf8.ts";
import { nameOf, readBytes, textOf } from "../../files/files.ts";
import { InputErrors } from "../../frame/errors.ts";
import type { CommandIo } from "../../frame/io.ts";

/** More problems of a file are not listed. */
const MOST_PROBLEMS = 20;

/** Something that has variables. */
export interface EnvFileSource {
  /** @throws InputErrors */
  variables(): Record<string, string>;
  /**
   * The value of one variable; undefined if there is none.
   *
   * @throws InputErrors
   */
  valueOf(name: string): string | undefined;
}

export interface EnvFileSettings {
  readonly profile: Profile;
  readonly dialect: "kep" | "dotenv";
  /** The option that messages name about a file that looks like one of another dialect; undefined: they do not. */
  readonly dialectOption: string | undefined;
}

/** The bytes of a file of text: what is printed of it is text. */
export function readEnvFile(file: string, io: CommandIo): Uint8Array {
  const bytes = readBytes(file, io);
  // Only the check is wanted: in an env file a byte order mark is data.
  textOf(file, bytes);
  return bytes;
}

/** @throws InputError if the file cannot be read */
export function envFileSource(file: string, settings: EnvFileSettings, io: CommandIo): EnvFileSource {
  const bytes = readEnvFile(file, io);
  if (settings.dialect === "dotenv") {
    return { variables: () => parseDotenv(bytes), valueOf: (name) => readDotenvKey(bytes, name) };
  }
  const options = { profile: settings.profile, path: nameOf(file) };
  return {
    variables() {
      const problems = envFileProblems(bytes, options, MOST_PROBLEMS);
      if (problems.length > 0) throw findings(file, bytes, problems, settings);
      if (startsWithMark(bytes)) reportMark(file, io);
      return parseEnvFile(bytes, options).toObject();
    },
    valueOf(name) {
      try {
        return readEnvFileKey(bytes, name, options);
      } catch (error) {
        if (!(error instanceof EnvFileError)) throw error;
        throw findings(file, bytes, [error], settings);
      }
    },
  };
}

/** Warns about a byte order mark that a reader takes for data: no text that is printed shows it. */
export function reportMark(file: string, io: CommandIo): void {
  io.report(markLine(file));
}

function markLine(file: string): string {
  const readers = "KEP-3721, Node.js and shells take for a part of the first name";
  return `${nameOf(file)}:1:1: the file starts with a byte order mark, which ${readers}`;
}

/** Other dialects, and what their files are called. */
const OTHERS = { dotenv: "a dotenv file", configmap: "a ConfigMap", secret: "a Secret" } as const;

/** Errors that nearly every dotenv file gives. */
const DOTENV_ERRORS: readonly EnvFileErrorCode[] = ["value-not-quoted", "blank-before-equals-sign"];

function findings(
  file: string,
  bytes: Uint8Array,
  errors: readonly EnvFileError[],
  { profile, dialectOption }: EnvFileSettings,
): InputErrors {
  const place = new PieceCounter();
  place.beginPiece(bytes);
  const lines = errors.map(({ offset, reason }) => {
    const { line, column } = place.at(offset);
    return `${nameOf(file)}:${line}:${column}: ${reason}`;
  });
  // The design's reason of an error at the beginning says it.
  const isMarkNamed = profile === "design" && errors.some(({ offset }) => offset === 0);
  if (startsWithMark(bytes) && !isMarkNamed) lines.unshift(markLine(file));
  const other = dialectOption === undefined ? undefined : otherDialect(bytes, errors);
  if (other !== undefined)
    lines.push(`${nameOf(file)}: is this ${OTHERS[other]}? Then read it with ${dialectOption} ${other}`);
  return new InputErrors(lines);
}

/** The dialect that a file with errors seems to be in; undefined if none seems right. */
function otherDialect(bytes: Uint8Array, errors: readonly EnvFileError[]): keyof typeof OTHERS | undefined {
  const text = new TextDecoder().decode(bytes);
  const kind = /^[ {]*"?kind"?: *"?(ConfigMap|Secret)\b/m.exec(text)?.[1];
  if (kind !== undefined) return kind === "Secret" ? "secret" : "configmap";
  const isLikely = errors.some(({ code }) => DOTENV_ERRORS.includes(code));
  return isLikely && Object.keys(parseDotenv(text)).length > 0 ? "dotenv" : undefined;
}
