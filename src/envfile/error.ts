import { type Place, placeFinder } from "../text/position.ts";
import { startsWithMark } from "../text/utf8.ts";
import type { AssignmentScan } from "../wasm/assignments.ts";
import { MISSING_EQUALS_SIGN } from "../wasm/codes.ts";
import type { Profile } from "./profile.ts";

/** Why an env file is rejected; the last four codes occur only in the `design` profile. */
export type EnvFileErrorCode =
  | "missing-equals-sign"
  | "empty-name"
  | "blank-before-equals-sign"
  | "value-not-quoted"
  | "unclosed-quote"
  | "content-after-quote"
  | "line-too-long"
  | "invalid-name"
  | "name-too-long"
  | "value-too-long"
  | "file-too-large";

/** In the order of the scanner's error codes. */
const REASONS: Readonly<Record<EnvFileErrorCode, string>> = {
  "missing-equals-sign": "the line has no `=`; write NAME='value'",
  "empty-name": "the name before `=` is missing; write NAME='value'",
  "blank-before-equals-sign": "white space before `=`; remove it",
  "value-not-quoted": "the value must begin with an apostrophe immediately after `=`; write NAME='value'",
  "unclosed-quote": "the closing apostrophe of the value is missing; add it",
  "content-after-quote": "unexpected text after the closing apostrophe; only white space and a # comment can follow",
  "line-too-long": "the line has more than 65535 bytes",
  "invalid-name": "the name contains a character that is not printable ASCII; rename the variable",
  "name-too-long": "the name has more than 128 characters",
  "value-too-long": "the value has more than 32768 bytes",
  "file-too-large": "the file has more than 65536 bytes",
};

/** The reason for an error at the start of a file with a byte order mark. */
const MARK = "the file starts with a byte order mark; save it as UTF-8 without one";

/** Every code, in the same order. @internal */
export const ENV_FILE_ERROR_CODES = /* @__PURE__ */ Object.keys(REASONS) as readonly EnvFileErrorCode[];

/**
 * An env file that cannot be read. Neither the message nor any other member contains text of the file, because it may be
 * part of a secret.
 */
export class EnvFileError extends Error {
  override readonly name = "EnvFileError";
  readonly code: EnvFileErrorCode;
  /** The message without the position; in the `kubelet` profile, the kubelet's whole message. */
  readonly reason: string;
  /** From 1; lines end at LF. */
  readonly line: number;
  /** From 1, in characters. */
  readonly column: number;
  /** From 0, in units of the source: UTF-16 code units of a string, or bytes. */
  readonly offset: number;

  /** @internal */
  constructor(code: EnvFileErrorCode, place: Place, source: string | Uint8Array, profile: Profile, path: string) {
    const reason = profile === "kubelet" ? kubeletMessage(code, place.line, path) : designReason(code, place, source);
    super(profile === "kubelet" ? reason : `line ${place.line}, column ${place.column}: ${reason}`);
    this.code = code;
    this.reason = reason;
    this.line = place.line;
    this.column = place.column;
    this.offset = place.offset;
  }
}

function designReason(code: EnvFileErrorCode, { offset }: Place, source: string | Uint8Array): string {
  return offset === 0 && startsWithMark(source) ? MARK : REASONS[code];
}

/** The error for a scan's error code and offset. */
export function envFileError(
  source: string | Uint8Array,
  { status, offset }: AssignmentScan,
  profile: Profile,
  path = "",
): EnvFileError {
  return new EnvFileError(
    ENV_FILE_ERROR_CODES[status - MISSING_EQUALS_SIGN]!,
    placeFinder(source)(offset),
    source,
    profile,
    path,
  );
}

/** The kubelet's messages for errors within a line. */
const KUBELET_PROBLEMS: Partial<Record<EnvFileErrorCode, string>> = {
  "missing-equals-sign": "missing '='",
  "empty-name": "empty variable name",
  "blank-before-equals-sign": "whitespace before '=' is not allowed",
  "value-not-quoted": "value must be enclosed in single quotes",
  "content-after-quote": "unexpected content after closing quote",
  "unclosed-quote": "unclosed single quote",
};

/** The kubelet's message for a code of its profile; without a line, it does not contain the place. */
export function kubeletMessage(code: EnvFileErrorCode, line?: number, path = ""): string {
  if (code === "line-too-long")
    return `error reading environment variable file "${path}": bufio.Scanner: token too long`;
  const at = code === "unclosed-quote" ? " starting at line" : " at line";
  return `invalid environment variable format${line === undefined ? "" : `${at} ${line}`}: ${KUBELET_PROBLEMS[code]}`;
}
