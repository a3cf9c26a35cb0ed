/** Expands slices of files to what one process writes of them. */

import { JsonStream, TextStream } from "../../../expansion/streams/reference-stream.ts";
import { YamlStream } from "../../../expansion/streams/yaml-stream.ts";
import type { Variables } from "../../../expansion/variables.ts";
import { type Shard, type Slice, shardSlices } from "../../../scale/shard/shard.ts";
import { CutError, cutFrom, lastCut, type TextFormat } from "../../../scale/shard/split-points.ts";
import { InputError } from "../../frame/errors.ts";
import { locateError, PIECE } from "./file.ts";
import { JoinedFiles } from "./joined-files.ts";
import type { ShardInput } from "./shard-inputs.ts";

const STREAMS = { bytes: TextStream, json: JsonStream, yaml: YamlStream } as const;

/** Bytes of a byte order mark: what is between files depends on more than the last one where it is all of a file. */
const MARK = 3;

export interface SliceSink {
  /** The view is only valid during the call. */
  output(bytes: Uint8Array): void;
  /** Receives an unresolved reference, and the offset of its `$` in the file. */
  unresolved?(file: ShardInput, name: string, offset: number): void;
  /** Counts bytes that have been read. */
  advance?(bytes: number): void;
}

export class ShardText {
  private readonly inputs: readonly ShardInput[];
  private readonly format: TextFormat;
  private readonly environment: Variables;

  constructor(inputs: readonly ShardInput[], format: TextFormat, environment: Variables) {
    this.inputs = inputs;
    this.format = format;
    this.environment = environment;
  }

  /**
   * What a shard has of the files. Reads no more than what is at its two ends.
   *
   * @throws InputError
   */
  slices(shard: Shard): Slice[] {
    const lengths = this.inputs.map(({ size }) => size);
    // The references of the dialects that can be divided end in their line, as those in JSON do.
    const cuts = this.format === "bytes" && this.environment.referenceSyntax !== "kubernetes" ? "json" : this.format;
    return shardSlices(lengths, shard, (text, offset) =>
      this.placed(text, (input) => input.search((search) => cutFrom(cuts, search, offset))),
    );
  }

  /**
   * Expands the slices of a shard, piece by piece: one with each step.
   *
   * @throws InputError, InputErrors
   */
  *expand(slices: readonly Slice[], sink: SliceSink): Generator<void, void, undefined> {
    const [first] = slices;
    if (first === undefined) return;
    if (this.format === "bytes") {
      for (const slice of slices) yield* this.expandSlice(slice, sink);
      return;
    }
    const tail = first.start > 0 ? "\n" : this.tailBefore(first.text, this.format);
    const joined = new JoinedFiles((bytes) => sink.output(bytes), tail);
    const separation = this.format === "yaml" ? "yaml" : "lines";
    const joinedSink = { ...sink, output: (bytes: Uint8Array) => joined.output(bytes) };
    for (const slice of slices) {
      if (slice.start === 0) joined.beginFile(separation);
      yield* this.expandSlice(slice, joinedSink);
      joined.endFile();
    }
  }

  /** The end of what one process writes before it comes to a file; undefined if it writes nothing. */
  private tailBefore(next: number, format: Exclude<TextFormat, "bytes">): string | undefined {
    for (let text = next - 1; text >= 0; text--) {
      const { size } = this.inputs[text]!;
      if (size === 0) continue;
      const start = this.placed(text, (input) => input.search((search) => lastCut(format, search)));
      // What is written before does not change how the file ends, unless the file is only a mark.
      const before = size === MARK ? this.tailBefore(text, format) : "\n";
      let hasOutput = false;
      const write = () => {
        hasOutput = true;
      };
      const joined = new JoinedFiles(write, before);
      if (start === 0) joined.beginFile(format === "yaml" ? "yaml" : "lines");
      for (const _ of this.expandSlice({ text, start, end: size }, { output: (bytes) => joined.output(bytes) }));
      joined.endFile();
      if (hasOutput) return joined.end;
      if (start > 0) return "\n";
    }
    return undefined;
  }

  private *expandSlice({ text, start, end }: Slice, sink: SliceSink): Generator<void, void, undefined> {
    const input = this.inputs[text]!;
    const { environment, format } = this;
    const stream = new STREAMS[format](environment, {
      output: (bytes) => sink.output(bytes),
      ...(sink.unresolved && {
        unresolved: (name, offset) => sink.unresolved!(input, new TextDecoder().decode(name), start + offset),
      }),
    });
    const buffer = new Uint8Array(Math.min(PIECE, end - start));
    try {
      const open = input.open();
      try {
        for (let at = start; at < end; ) {
          const count = open.read(buffer.subarray(0, end - at), at);
          stream.push(buffer.subarray(0, count));
          at += count;
          sink.advance?.(count);
          yield;
        }
        stream.end();
        open.checkVersion();
      } finally {
        open.close();
      }
    } catch (error) {
      throw placedIn(input, start, error);
    }
  }

  private placed<T>(text: number, read: (input: ShardInput) => T): T {
    const input = this.inputs[text]!;
    try {
      return read(input);
    } catch (error) {
      throw placedIn(input, 0, error);
    }
  }
}

/** An error in a slice, as one about its file. Lines are not known, as what is before the slice is not read. */
function placedIn({ name }: ShardInput, start: number, error: unknown): unknown {
  if (error instanceof CutError) return new InputError(`${name}: byte ${start + error.offset}: ${error.message}`);
  return locateError(error, ({ offset }) => `${name}: byte ${start + offset}`);
}
