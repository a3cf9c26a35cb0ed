/** `${NAME}` in one text, next to `$(NAME)` in the same text. */
import { Environment, type ExpandedInto, Substitution } from "../../src/index.ts";
import { expandBraces, expandStringWith } from "../baselines/strings.ts";
import { type Shape, text, variables } from "../inputs.ts";
import { inShellSyntax, referenceRows } from "../peers/native.ts";
import type { Question, Row } from "../question.ts";

const SYNTAXES = ["envsubst", "compose", "flux"] as const;
const KUBERNETES = "$(NAME), kept buffer";

export function dialectsQuestions(): Question[] {
  return [
    ...(["dense", "typical", "sparse"] as const).map((shape) => question(shape, 1 << 20, "1 MiB", ["flux", "compose"])),
    // a8m/envsubst takes quadratic time.
    question("typical", 1 << 14, "16 KiB", ["flux", "compose", "a8m"]),
  ];
}

function question(
  shape: Shape,
  length: number,
  size: string,
  references: Parameters<typeof referenceRows>[2],
): Question {
  const record = variables();
  const map = new Map(Object.entries(record));
  const kubernetes = text(shape, length, Object.keys(record));
  const braces = inShellSyntax(kubernetes);
  const input = Buffer.from(braces);
  const { rows, missing } = referenceRows(input, record, references);
  const own = SYNTAXES.map((syntax) => keptBuffer(`${syntax}, kept buffer`, new Substitution(syntax, record), input));
  return {
    title: `${size} of text, ${shape} references with braces`,
    bytes: input.length,
    expected: Buffer.from(expandStringWith(kubernetes, map)),
    baseline: KUBERNETES,
    rows: [
      keptBuffer(KUBERNETES, new Environment(record), Buffer.from(kubernetes)),
      ...own,
      { name: "best JS", role: "rival", run: () => expandBraces(braces, map), answer: (it) => Buffer.from(`${it}`) },
      ...rows,
    ],
    missing,
    goals: [
      ...own.map(({ name }) => ({ row: name, against: KUBERNETES, atLeast: 0.9 })),
      ...rows.map(({ name }) => ({ row: "flux, kept buffer", against: name, atLeast: 8 })),
    ],
  };
}

interface Expander {
  expandInto(input: Uint8Array, output: Uint8Array): ExpandedInto;
}

function keptBuffer(name: string, expander: Expander, input: Buffer): Row {
  const output = new Uint8Array(4 * input.length);
  return {
    name,
    role: "subject",
    run: () => output.subarray(0, expander.expandInto(input, output).written),
    answer: (bytes) => Buffer.from(bytes as Uint8Array),
  };
}
