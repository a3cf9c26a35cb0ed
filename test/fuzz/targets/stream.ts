/** `TextStream`: the streams of two tenants in turn, in one reused buffer, have the same result as the whole. */
import assert from "node:assert/strict";
import { Environment } from "../../../src/expansion/environment.ts";
import type { ExpansionSink } from "../../../src/expansion/streams/reference-stream.ts";
import { TextStream } from "../../../src/expansion/streams/reference-stream.ts";
import { bytesOf, decoded, type FuzzInput, type FuzzTarget, seedOf, tenantsOf } from "../input.ts";
import { expectedOf, isSame, REFERENCES } from "./expand.ts";

interface Stream {
  readonly consumed: number;
  push(piece: Uint8Array): void;
  end(): void;
}

export interface Streamed {
  readonly output: Uint8Array;
  readonly unresolved: (readonly [name: string, offset: number])[];
  /** The error of `end`. */
  readonly error: unknown;
}

type NewStream = new (environment: Environment, sink: ExpansionSink) => Stream;

/** Pushes the text into a stream for each environment, in pieces that share one buffer. */
export function streamed(
  Stream: NewStream,
  bytes: Uint8Array,
  sizes: readonly number[],
  environments: readonly Environment[],
): Streamed[] {
  const runs = environments.map((environment) => {
    const output: Uint8Array[] = [];
    const unresolved: [string, number][] = [];
    const stream = new Stream(environment, {
      output: (piece) => output.push(piece.slice()),
      unresolved: (name, offset) => unresolved.push([decoded(name), offset]),
    });
    return { stream, output, unresolved };
  });
  const buffer = Buffer.alloc(bytes.length);
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const piece = bytes.subarray(at, at + (sizes.length === 0 ? bytes.length : sizes[i % sizes.length]!));
    at += piece.length;
    for (const { stream } of runs) {
      buffer.set(piece);
      stream.push(buffer.subarray(0, piece.length));
      buffer.fill("$(A)");
    }
  }
  return runs.map(({ stream, output, unresolved }) => {
    let error: unknown;
    try {
      stream.end();
      assert.equal(stream.consumed, bytes.length);
    } catch (thrown) {
      if (thrown instanceof assert.AssertionError) throw thrown;
      error = thrown;
    }
    return { output: Buffer.concat(output), unresolved, error };
  });
}

function run({ text, values, sizes }: FuzzInput): void {
  const bytes = bytesOf(text);
  const tenants = tenantsOf(values);
  const results = streamed(
    TextStream,
    bytes,
    sizes,
    tenants.map((variables) => new Environment(variables)),
  );
  for (const [i, { output, unresolved, error }] of results.entries()) {
    if (error !== undefined) throw error;
    const expected = expectedOf(bytes, tenants[i]!);
    assert.ok(isSame(output, expected.output), `${decoded(output)} is not ${decoded(expected.output)}`);
    assert.deepEqual(unresolved, expected.unresolved);
  }
}

export const streamTarget: FuzzTarget = {
  name: "stream",
  tokens: REFERENCES,
  seeds: [seedOf("a $(A) $$ $(B) $(NONE) $(", undefined, [1]), seedOf("xxx$(A)yyy$(B", undefined, [5, 2])],
  run,
};
