/** A text of 1 MiB: the throughput in GB/s, and the maximum possible throughput. */
import { expandStringWith } from "../baselines/strings.ts";
import { type Competitor, prepare, rowOf } from "../engine.ts";
import { flat } from "../flat.ts";
import { type Shape, text, variables } from "../inputs.ts";
import { nativeRows } from "../peers/native.ts";
import type { Goal, Question, Row } from "../question.ts";
import type { Setting } from "../setting.ts";

const MIB = 1 << 20;

const THROUGH_MEMORY = "copy in and out, kept buffer";
const LOOK_AND_COPY = "look for each $ and copy, kept buffer";

/**
 * How many times as fast as the best JavaScript, and as the limit of the text, the kept buffer should be; and one long
 * string.
 */
const GOALS: Record<Shape, { js?: number; string?: number; limit: number }> = {
  dense: { js: 16, limit: 0.18 },
  typical: { js: 12, limit: 0.33 },
  sparse: { js: 8, string: 1.1, limit: 0.7 },
  "very sparse": { limit: 1 },
  no: { limit: 1 },
};

/** The limit for a text. With few references, most of it does not pass through WebAssembly memory. */
const LIMITS: Record<Shape, string> = {
  dense: THROUGH_MEMORY,
  typical: THROUGH_MEMORY,
  sparse: THROUGH_MEMORY,
  "very sparse": LOOK_AND_COPY,
  no: LOOK_AND_COPY,
};

export function bytesQuestions({ competitors, own }: Setting): Question[] {
  if (own !== undefined) {
    const { input, variables, name } = own;
    return [{ title: `${name}, ${input.length} bytes`, ...longText(input, variables, competitors) }];
  }
  return (Object.keys(GOALS) as Shape[]).map((shape) => {
    const record = variables();
    const input = Buffer.from(text(shape, MIB, Object.keys(record)));
    const question = longText(input, record, competitors);
    const { rows, missing } = nativeRows(input, record);
    return {
      title: `1 MiB of text, ${shape} references`,
      ...question,
      rows: [...question.rows, ...rows, ...limits(input)],
      missing,
      goals: goalsOf(shape),
    };
  });
}

/** Every engine on one text, as bytes and as a string; with a string, decoding and encoding are not measured. */
export function longText(
  input: Buffer,
  variables: Readonly<Record<string, string>>,
  competitors: readonly Competitor[],
): Omit<Question, "title"> {
  const string = input.toString();
  // A string cannot hold bytes that are not valid UTF-8.
  const isText = Buffer.from(string).equals(input);
  const onBytes: Row[] = [];
  const onStrings: Row[] = [];
  for (const competitor of competitors) {
    const expander = prepare(competitor, variables);
    const expandBytes = expander.expandBytes?.bind(expander);
    if (expandBytes !== undefined) {
      onBytes.push({ ...rowOf(competitor, "bytes"), run: () => expandBytes(input) });
    }
    const expandString = expander.expandString?.bind(expander);
    // Without a reference, a string is returned as it is.
    if (expandString !== undefined && isText && string.includes("$")) {
      onStrings.push({
        ...rowOf(competitor, "strings"),
        run: () => flat(expandString(string)),
        answer: (result) => Buffer.from(result as string),
      });
    }
  }
  return {
    bytes: input.length,
    ...(isText && { expected: Buffer.from(expandStringWith(string, new Map(Object.entries(variables)))) }),
    baseline: onStrings.length > 0 ? "best JS, strings" : "best JS, bytes",
    rows: [...onBytes, ...onStrings],
  };
}

/** Copies the input into WebAssembly memory and back, the minimum for any engine there; and copies it only once. */
function limits(input: Buffer): Row[] {
  const memory = new Uint8Array(new WebAssembly.Memory({ initial: Math.ceil(input.length / 65_536) }).buffer);
  const kept = new Uint8Array(input.length);
  return [
    {
      name: "copy in and out",
      role: "limit",
      run: () => {
        memory.set(input);
        // The fastest portable copy: `slice` and `new Uint8Array(length)` first fill the new bytes with zeros.
        return new Uint8Array(memory.subarray(0, input.length));
      },
    },
    {
      name: THROUGH_MEMORY,
      role: "limit",
      run: () => {
        memory.set(input);
        kept.set(memory.subarray(0, input.length));
        return kept;
      },
    },
    {
      name: LOOK_AND_COPY,
      role: "limit",
      run: () => {
        for (let at = input.indexOf(0x24); at >= 0; at = input.indexOf(0x24, at + 1));
        kept.set(input);
        return kept;
      },
    },
  ];
}

function goalsOf(shape: Shape): Goal[] {
  const { js, string, limit } = GOALS[shape];
  const row = "varexpand, kept buffer, bytes";
  const against = "best JS, strings";
  return [
    ...(js === undefined ? [] : [{ row, against, atLeast: js }]),
    ...(string === undefined ? [] : [{ row: "varexpand, strings", against, atLeast: string }]),
    { row, against: LIMITS[shape], atLeast: limit },
  ];
}
