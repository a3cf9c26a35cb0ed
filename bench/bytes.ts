/** Bytes in, bytes out, 1 MiB: how many gigabytes a second, and what is the limit? */
import { Environment, ExpansionStream } from "../src/index.ts";
import { ByteExpander } from "./baselines/bytes.ts";
import { expandRegExp, expandStringWith } from "./baselines/strings.ts";
import { type Shape, text, variables } from "./inputs.ts";
import type { Question } from "./measure.ts";

const MIB = 1 << 20;

const GOALS: Record<Shape, { js: number; copy: number }> = {
  dense: { js: 10, copy: 0.17 },
  typical: { js: 11, copy: 0.45 },
  sparse: { js: 3, copy: 0.85 },
};

export function bytesQuestions(): Question[] {
  return (Object.keys(GOALS) as Shape[]).map((shape) => {
    const record = variables();
    const map = new Map(Object.entries(record));
    const expander = new ByteExpander(record);
    const environment = new Environment(record);
    const input = text(shape, MIB, Object.keys(record));
    const inputBytes = Buffer.from(input);
    const memory = new Uint8Array(new WebAssembly.Memory({ initial: 64 }).buffer);
    // Most of what new bytes cost is the first touch of their memory; a stream writes into a buffer that is kept.
    const kept = new Uint8Array(4 * MIB);
    const string = (result: unknown) => Buffer.from(result as string);
    return {
      title: `bytes to bytes, 1 MiB, ${shape}`,
      bytes: MIB,
      expected: Buffer.from(expandStringWith(input, map)),
      baseline: "best JS on strings",
      rows: [
        { name: "varexpand", run: () => environment.expandBytes(inputBytes) },
        {
          name: "varexpand, stream into a kept buffer",
          run: () => {
            let length = 0;
            const output = (bytes: Uint8Array) => {
              kept.set(bytes, length);
              length += bytes.length;
            };
            const stream = new ExpansionStream(environment, { output });
            stream.push(inputBytes);
            stream.end();
            return kept.subarray(0, length);
          },
        },
        { name: "best JS on strings", run: () => flat(expandStringWith(input, map)), answer: string },
        { name: "best JS on bytes", run: () => expander.expand(inputBytes) },
        { name: "regular expression, strings", run: () => flat(expandRegExp(input, map)), answer: string },
        {
          name: "copy in and out",
          unverified: true,
          run: () => {
            memory.set(inputBytes);
            // The fastest portable way to new bytes: `slice` and `new Uint8Array(length)` fill them with zeros first.
            return new Uint8Array(memory.subarray(0, MIB));
          },
        },
        {
          name: "copy in and out, kept buffer",
          unverified: true,
          run: () => {
            memory.set(inputBytes);
            kept.set(memory.subarray(0, MIB));
            return kept;
          },
        },
      ],
      goals: [
        { row: "varexpand, stream into a kept buffer", against: "best JS on strings", atLeast: GOALS[shape].js },
        {
          row: "varexpand, stream into a kept buffer",
          against: "copy in and out, kept buffer",
          atLeast: GOALS[shape].copy,
        },
        { row: "varexpand", against: "best JS on strings", atLeast: GOALS[shape].js },
        { row: "varexpand", against: "best JS on bytes", atLeast: GOALS[shape].js },
        { row: "varexpand", against: "copy in and out", atLeast: GOALS[shape].copy },
      ],
    };
  });
}

/** A string that was put together by `+=` is a tree of pieces; reading a character makes V8 write it out. */
function flat(text: string): string {
  text.charCodeAt(0);
  return text;
}
