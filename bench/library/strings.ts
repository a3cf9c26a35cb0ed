/** JavaScript strings in and out: one at a time, and many at once. */
import { expand, mappingFuncFor } from "../../src/index.ts";
import { expandStringWith } from "../baselines/strings.ts";
import { prepare, rowOf } from "../engine.ts";
import { SHORT_STRINGS, shortStrings, text, variables } from "../inputs.ts";
import type { Goal, Question, Row } from "../question.ts";
import type { Setting } from "../setting.ts";

/** How many lines of the user's own file are expanded one by one. */
const OWN_LINES = 5;

export function stringsQuestions({ competitors, own }: Setting): Question[] {
  if (own !== undefined) {
    const lines = own.input.toString().split("\n");
    const few = [...lines].sort((a, b) => Number(b.includes("$(")) - Number(a.includes("$("))).slice(0, OWN_LINES);
    const suite = new Suite(own.variables, competitors);
    return [
      ...suite.oneByOne(`${few.length} lines of ${own.name}`, few),
      suite.atOnce(`all ${lines.length} lines of ${own.name}`, lines),
    ];
  }
  const suite = new Suite(variables(), competitors);
  const many = shortStrings(10_000);
  const none = many.map((string) => string.replaceAll("$", ""));
  const rare = none.map((string, i) => (i % 100 === 0 ? many[i]! : string));
  const [compiled, withCallback] = suite.oneByOne("five short strings", SHORT_STRINGS);
  const [plain] = suite.oneByOne(
    "five short strings, no references",
    SHORT_STRINGS.map((string) => string.replaceAll("$", "")),
  );
  const names = Object.keys(variables());
  const long = (["dense", "sparse"] as const).flatMap((shape) =>
    suite.oneByOne(`a string of 64 KiB, ${shape} references`, [text(shape, 1 << 16, names)]),
  );
  return [
    { ...compiled, goals: [GOALS.compiled] },
    { ...withCallback, goals: [GOALS.withCallback] },
    plain,
    ...suite.oneByOne("10,000 short strings", many).slice(1),
    ...long,
    { ...suite.atOnce("10,000 short strings", many), goals: [GOALS.atOnce] },
    suite.atOnce("10,000 short strings, one of 100 with references", rare),
    suite.atOnce("10,000 short strings, no references", none),
  ];
}

const GOALS = {
  compiled: { row: "varexpand", against: "best JS", atLeast: 1 },
  withCallback: { row: "varexpand", against: "best JS", atLeast: 1 },
  atOnce: { row: "varexpand, at once", against: "best JS, one by one", atLeast: 4 },
} as const satisfies Record<string, Goal>;

class Suite {
  private readonly variables: Readonly<Record<string, string>>;
  private readonly map: ReadonlyMap<string, string>;
  private readonly competitors: Setting["competitors"];

  constructor(variables: Readonly<Record<string, string>>, competitors: Setting["competitors"]) {
    this.variables = variables;
    this.map = new Map(Object.entries(variables));
    this.competitors = competitors;
  }

  /** With a compiled environment, and with any function from a name to its value. */
  oneByOne(title: string, inputs: readonly string[]): [compiled: Question, withCallback: Question] {
    const { variables, map } = this;
    const mapping = (name: string) => map.get(name) ?? `$(${name})`;
    /** The timed run keeps one result; verification compares all of them. */
    const each = (expandOne: (input: string) => string): Pick<Row, "run" | "answer"> => ({
      run: () => {
        let last = "";
        for (const input of inputs) last = expandOne(input);
        return last;
      },
      answer: () => inputs.map((input) => expandOne(input)),
    });
    const compiled: Row[] = [];
    const withCallback: Row[] = [];
    for (const competitor of this.competitors) {
      const { engine } = competitor;
      const expander = prepare(competitor, variables);
      const expandString = expander.expandString?.bind(expander);
      if (expandString !== undefined) compiled.push({ ...rowOf(competitor), ...each(expandString) });
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
    const common = { expected: this.expected(inputs), baseline: "best JS" };
    return [
      { ...common, title: `${title}, one by one, compiled environment`, rows: compiled },
      { ...common, title: `${title}, one by one, arbitrary callback`, rows: withCallback },
    ];
  }

  atOnce(title: string, inputs: readonly string[]): Question {
    const rows: Row[] = [];
    for (const competitor of this.competitors) {
      const expander = prepare(competitor, this.variables);
      const expandStrings = expander.expandStrings?.bind(expander);
      if (expandStrings !== undefined) {
        rows.push({ ...rowOf(competitor, "at once"), run: () => expandStrings(inputs) });
      }
      const expandString = expander.expandString?.bind(expander);
      if (expandString !== undefined) {
        rows.push({ ...rowOf(competitor, "one by one"), run: () => inputs.map((input) => expandString(input)) });
      }
    }
    return { title: `${title} at once`, expected: this.expected(inputs), baseline: "best JS, one by one", rows };
  }

  private expected(inputs: readonly string[]): string[] {
    return inputs.map((input) => expandStringWith(input, this.map));
  }
}
