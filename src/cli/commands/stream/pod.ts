/** `varexpand stream --pod`: processes each message as `varexpand pod -o json` does. */

import { tooLong } from "../../../scale/stream/expand.ts";
import { type Expand, RejectedError } from "../../../scale/stream/queue.ts";
import { InputError, InputErrors } from "../../frame/errors.ts";
import type { CommandIo } from "../../frame/io.ts";
import { namedManifest } from "../../manifests/input-sets.ts";
import { ManifestStream } from "../../manifests/manifest-stream.ts";
import { WorkloadSelection } from "../../manifests/workload-selection.ts";
import { readStream } from "../../pods/read-pods.ts";
import type { PodReading, ReadingOptions } from "../../pods/reading.ts";

/**
 * @param limit the maximum size of the output in bytes
 * @param report receives the messages of the command
 */
export function podExpander(limit: number, io: CommandIo, report: (line: string) => void): Expand {
  return ({ data, name }) => {
    const pieces: Uint8Array[] = [];
    let length = 0;
    const own: CommandIo = {
      ...io,
      write(output) {
        const bytes = Buffer.from(output);
        length += bytes.length;
        if (length > limit) throw tooLong(limit);
        pieces.push(bytes);
      },
      report,
    };
    const manifest = new ManifestStream({ file: name, isFound: false, rendered: data }, own);
    let read: PodReading | undefined;
    try {
      read = readStream(namedManifest(manifest), withoutOptions());
      const problems = [...read.podErrors.lines.lines()];
      if (problems.length > 0) throw refusal(problems, name);
      read.printer.print(own);
      const { duplicates, events, skipped, unknown, unresolved } = read;
      for (const lines of [duplicates, unresolved, skipped, unknown, events]) {
        for (const line of lines.lines()) report(line);
      }
      return Buffer.concat(pieces);
    } catch (error) {
      if (error instanceof InputErrors) throw refusal(error.lines, name);
      if (error instanceof InputError) throw refusal([error.message], name);
      throw error;
    } finally {
      read?.close();
      manifest.close();
    }
  };
}

/** Joins the problems of a message into one reason, without the name, which the report contains. */
function refusal(lines: readonly string[], name: string): RejectedError {
  return new RejectedError(lines.map((line) => line.replace(`${name}:`, "")).join("; "));
}

function withoutOptions(): ReadingOptions {
  return {
    format: "json",
    profile: "design",
    world: "open",
    podIPs: [],
    volumeContents: {},
    colors: false,
    width: undefined,
    isAll: false,
    isWide: false,
    showsSecrets: false,
    selection: new WorkloadSelection([], []),
  };
}
