/** JavaScript strings in and out: one at a time, and many at once. */
import { expand, mappingFuncFor } from "../src/index.ts";
import { expandStringWith } from "./baselines/strings.ts";
import { prepare, rowOf } from "./engine.ts";
import { SHORT_STRINGS, shortStrings, variables } from "./inputs.ts";
import type { Goal, Question, Row } from "./question.ts";
import type { Setting } from "./setting.ts";

/** With the js-string builtins, the scanners read a JavaScript string in place; older runtimes copy its units. */
const HAS_BUILTINS = Number(process.versions.node.split(".")[0]) >= 22;

/** How many lines of the user's own file are expanded one by one. */
const OWN_LINES = 5;

export function stringsQuestions({ competitors, own }: Setting): Question[] {
  if (own === undefined) {
    const inputs = { variables: variables(), few: SHORT_STRINGS, many: shortStrings(10_000) };
    const texts = ["five short strings", "10,000 short strings"] as const;
    return questionsOf(inputs, texts, competitors).map((question, i) => ({ ...question, goals: [GOALS[i]!] }));
  }
  const lines = own.input.toString().split("\n");
  const few = [...lines].sort((a, b) => Number(b.includes("$(")) - Number(a.includes("$("))).slice(0, OWN_LINES);
  const texts = [`${few.length} lines of ${own.name}`, `all ${lines.length} lines of ${own.name}`] as const;
  return questionsOf({ variables: own.variables, few, many: lines }, texts, competitors);
}

const GOALS: readonly Goal[] = [
  { row: "varexpand", against: "best JS", atLeast: HAS_BUILTINS ? 1.3 : 1.1 },
  { row: "varexpand", against: "best JS", atLeast: 1 },
  { row: "varexpand, at once", against: "best JS, one by one", atLeast: 2.5 },
];

interface Inputs {
  readonly variables: Readonly<Record<string, string>>;
  readonly few: readonly string[];
  readonly many: readonly string[];
}

function questionsOf(
  { variables, few, many }: Inputs,
  [fewCalled, manyCalled]: readonly [string, string],
  competitors: Setting["competitors"],
): Question[] {
  const map = new Map(Object.entries(variables));
  const mapping = (name: string) => map.get(name) ?? `$(${name})`;
  const expected = (inputs: readonly string[]) => inputs.map((input) => expandStringWith(input, map));

  /** The timed run keeps one result; verification compares all of them. */
  const each = (expandOne: (input: string) => string): Pick<Row, "run" | "answer"> => ({
    run: () => {
      let last = "";
      for (const input of few) last = expandOne(input);
      return last;
    },
    answer: () => few.map((input) => expandOne(input)),
  });

  const compiled: Row[] = [];
  const withCallback: Row[] = [];
  const atOnce: Row[] = [];
  for (const competitor of competitors) {
    const { engine } = competitor;
    const expander = prepare(competitor, variables);
    const expandStrings = expander.expandStrings?.bind(expander);
    if (expandStrings !== undefined) {
      atOnce.push({ ...rowOf(competitor, "at once"), run: () => expandStrings(many) });
    }
    const expandString = expander.expandString?.bind(expander);
    if (expandString !== undefined) {
      compiled.push({ ...rowOf(competitor), ...each(expandString) });
      atOnce.push({ ...rowOf(competitor, "one by one"), run: () => many.map((input) => expandString(input)) });
    }
    const expandWith = engine.expandWith?.bind(engine);
    if (expandWith !== undefined) {
      withCallback.push({ ...rowOf(competitor), ...each((input) => expandWith(input, mapping)) });
    }
  }
  const contexts = mappingFuncFor(null, variables);
  withCallback.push({
    name: "varexpand, mappingFuncFor",
    role: "subject",
    ...each((input) => expand(input, contexts)),
  });

  return [
    {
      title: `${fewCalled}, one by one, compiled environment`,
      expected: expected(few),
      baseline: "best JS",
      rows: compiled,
    },
    {
      title: `${fewCalled}, one by one, arbitrary callback`,
      expected: expected(few),
      baseline: "best JS",
      rows: withCallback,
    },
    { title: `${manyCalled} at once`, expected: expected(many), baseline: "best JS, one by one", rows: atOnce },
  ];
}
