import type { Random } from "../reference/random.ts";

/** The input of a target. All targets share one mutator, and inputs are stored as lines of JSON. */
export interface FuzzInput {
  /** The text to read. In bytes, a lone surrogate from U+DC80 to U+DCFF is a byte from 0x80 to 0xff. */
  readonly text: string;
  /** The values of the variables `NAMES`, in this order. Variables with null or without a value are not set. */
  readonly values: readonly (string | null)[];
  /** The sizes in bytes of the pieces of a stream, repeated as needed. Without sizes, there is one piece. */
  readonly sizes: readonly number[];
}

export interface FuzzTarget {
  readonly name: string;
  /** Pieces of typical texts. */
  readonly tokens: readonly string[];
  readonly seeds: readonly FuzzInput[];
  /** Makes a new input. Half of the inputs of a target with this method are new, and half are mutants. */
  make?(random: Random): FuzzInput;
  /** Runs an input and compares the result with the oracle. @throws the difference */
  run(input: FuzzInput): void | Promise<void>;
}

export const NAMES = ["A", "B", "", "é", "A B", "LONG_NAME_OF_A_VARIABLE", "$", 'q"', "A\nB", "12345678"] as const;

/** Values that need quotes or escapes in some format. */
export const VALUES: readonly (string | null)[] = [
  ..."x|plain|80|true|no|~|null| | lead|trail |a: b|a:|x #y|#|- a|---|...|[|}|a, b|'|it's|\"|\\|\\n|\t|é|日本|🌍".split(
    "|",
  ),
  ...["", "\n", "one\ntwo", "one\n\n  two\n", "\u0000", "\u0085", "\u2028", "\ufeff", "\ud800", "\u001b[31m", "x\r\ny"],
  ...["&a", "*a", "!t", "|", "> x", "<<", "=", "?", "http://h/p?x=1", "2001-01-01", "0x1f", "1e3", ".5", "1:30"],
  ...["$(A)", "$(B)", "$$", "$(", ")", "${A}", "value with more than sixteen bytes in it", "y".repeat(70)],
  null,
];

export function seedOf(text: string, values: FuzzInput["values"] = ["x", "$(A)"], sizes: number[] = []): FuzzInput {
  return { text, values, sizes };
}

export function variablesOf(values: FuzzInput["values"]): Map<string, string> {
  const known = NAMES.map((name, i) => [name, values[i] ?? undefined] as const);
  return new Map(known.filter((entry): entry is readonly [(typeof NAMES)[number], string] => entry[1] !== undefined));
}

const MARK = "²";

/** The variables of two tenants: the same names with different values. Those of the second one are marked. */
export function tenantsOf(values: FuzzInput["values"]): [Map<string, string>, Map<string, string>] {
  return [variablesOf(values), variablesOf(values.map((value) => value && `${value}${MARK}`).reverse())];
}

/** Whether a result of the first tenant contains a value of the second. */
export function isLeaked(result: unknown, { text, values }: FuzzInput): boolean {
  return !text.includes(MARK) && !values.join("").includes(MARK) && `${JSON.stringify(result)}`.includes(MARK);
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export function bytesOf(text: string): Uint8Array {
  const pieces = text.split(/([\udc80-\udcff])/u);
  return Buffer.concat(
    pieces.map((piece, i) => (i % 2 === 0 ? encoder.encode(piece) : [piece.charCodeAt(0) - 0xdc00])).map(Buffer.from),
  );
}

export function decoded(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

export function encoded(text: string): Uint8Array {
  return encoder.encode(text);
}
