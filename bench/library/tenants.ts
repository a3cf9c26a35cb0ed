/** Many tenants: expansion with two environments in turn, against one environment twice. */
import { Environment } from "../../src/index.ts";
import { expandStringWith } from "../baselines/strings.ts";
import { between, letters, random, text } from "../inputs.ts";
import type { Question } from "../question.ts";

const ONE = "one environment";
const TWO = "two in turn";
const COUNT = 1_000;
/** Two in turn take at most a tenth longer. */
const GOALS = [{ row: TWO, against: ONE, atLeast: 1 / 1.1 }];

export function tenantsQuestions(): Question[] {
  const record = thousand();
  const names = Object.keys(record);
  // Equal variables, so that the answers can be compared.
  const [one, two] = [new Environment(record), new Environment(record)];
  const [map, other] = [new Map(Object.entries(record)), new Map(Object.entries(record))];
  const input = Buffer.from(text("typical", 1 << 16, names));
  const string = input.toString();
  const short = `http://$(${names[1]}):$(${names[COUNT / 2]})/`;
  const kept = new Uint8Array(1 << 18);
  const bytes = (first: Environment, second: Environment) => {
    first.expandInto(input, kept);
    return kept.subarray(0, second.expandInto(input, kept).written);
  };
  const strings = (first: Environment, second: Environment) => first.expand(short) + second.expand(short);
  const js = (input: string) => expandStringWith(input, map) + expandStringWith(input, other);
  return [
    {
      title: `64 KiB of typical text, twice, ${COUNT.toLocaleString("en")} variables`,
      bytes: input.length * 2,
      expected: Buffer.from(expandStringWith(string, map)),
      baseline: ONE,
      rows: [
        { name: ONE, role: "subject", run: () => bytes(one, one) },
        { name: TWO, role: "subject", run: () => bytes(one, two) },
        {
          name: "best JS, strings, two in turn",
          run: () => [expandStringWith(string, map), expandStringWith(string, other)],
          answer: (results) => Buffer.from((results as string[])[1]!),
        },
      ],
      goals: GOALS,
    },
    {
      title: `a short string, twice, ${COUNT.toLocaleString("en")} variables`,
      expected: js(short),
      baseline: ONE,
      rows: [
        { name: ONE, role: "subject", run: () => strings(one, one) },
        { name: TWO, role: "subject", run: () => strings(one, two) },
        { name: "best JS, two in turn", run: () => js(short) },
      ],
      goals: GOALS,
    },
  ];
}

function thousand(): Record<string, string> {
  const next = random(6);
  const entries = Array.from({ length: COUNT }, (_, i) => {
    const name = `${letters(next, between(next, 6, 12)).toUpperCase()}_${i}`;
    return [name, letters(next, between(next, 4, 16))];
  });
  return Object.fromEntries(entries);
}
