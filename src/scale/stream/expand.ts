/** Expands one message: a text, JSON or NDJSON, or YAML. */

import type { Environment } from "../../expansion/environment.ts";
import { HeldInputError } from "../../expansion/streams/held-input.ts";
import { JsonStream, TextStream } from "../../expansion/streams/reference-stream.ts";
import { YamlExpansionError, YamlStream } from "../../expansion/streams/yaml-stream.ts";
import { concatBytes } from "../../text/byte-buffer.ts";
import { positionAfter } from "../../text/position.ts";
import { tryOrUndefined } from "../../text/try-or-undefined.ts";
import { decodeUtf8 } from "../../text/utf8.ts";
import { jsonErrorOffset } from "../../yaml/json.ts";
import { type Expand, RejectedError } from "./queue.ts";

const STREAMS = { bytes: TextStream, json: JsonStream, yaml: YamlStream } as const;

/** The format of a message: any bytes, JSON or NDJSON, or YAML. */
export type MessageFormat = keyof typeof STREAMS;

/**
 * Expands messages like `varexpand expand` expands files.
 *
 * @param limit the maximum size of an expanded message in bytes
 */
export function messageExpander(environment: Environment, format: MessageFormat, limit: number): Expand {
  return ({ data }) => {
    if (format === "json") checkJson(data);
    const pieces: Uint8Array[] = [];
    let length = 0;
    const stream = new STREAMS[format](environment, {
      output(bytes) {
        length += bytes.length;
        if (length > limit) throw tooLong(limit);
        pieces.push(bytes.slice());
      },
    });
    try {
      stream.push(data);
      stream.end();
    } catch (error) {
      throw refusal(error) ?? error;
    }
    return pieces.length === 1 ? pieces[0]! : concatBytes(pieces, length);
  };
}

export function tooLong(limit: number): RejectedError {
  return new RejectedError(`expands to more than ${limit} bytes, the maximum size of a message`);
}

/** The error if it concerns the message. */
function refusal(error: unknown): RejectedError | undefined {
  if (error instanceof HeldInputError) return new RejectedError(`byte ${error.offset}: ${error.reason}`);
  if (!(error instanceof YamlExpansionError)) return undefined;
  const { line, column, problem } = error.refusals[0]!;
  return new RejectedError(`${line}:${column}: not YAML: ${problem}`);
}

/** @throws RejectedError if it is neither JSON nor NDJSON. */
function checkJson(data: Uint8Array): void {
  const text = decodeUtf8(data);
  if (text === undefined) throw new RejectedError("not JSON: the text is not valid UTF-8");
  if (isJson(text)) return;
  let start = 0;
  for (const line of text.split("\n")) {
    if (line.trim() !== "" && !isJson(line)) {
      // An invalid first line may be the beginning of a document.
      const isDocument = text.slice(0, start).trim() === "";
      const offset = isDocument ? jsonErrorOffset(text, MAX_DEPTH) : start + jsonErrorOffset(line, MAX_DEPTH);
      const { line: number, column } = positionAfter(text, 0, offset, "LF");
      throw new RejectedError(`${number}:${column}: not JSON`);
    }
    start += line.length + 1;
  }
}

/** The maximum depth of collections for the search for an error's position. */
const MAX_DEPTH = 1000;

function isJson(text: string): boolean {
  return tryOrUndefined(() => JSON.parse(text), SyntaxError) !== undefined;
}
