/** One text and many sets of variables, against parsing the text for each set, and against templates in plain JavaScript. */
import { compileText, Environment, expand, mappingFuncFor } from "../../src/index.ts";
import { variables } from "../inputs.ts";
import type { Question, Row } from "../question.ts";

type NamedTexts = Readonly<Record<string, string>>;

const encoder = new TextEncoder();
const SETS = 100;
const REFERENCE = /\$\(([^)]*)\)/g;
const COMPILED = "compileText, expand";
const PARSED = "expand(text, mapping)";
const SPLIT = "split and join, plain JS";
const TAGGED = "a tagged template, plain JS";
const REPLACE = "replace with a regular expression, plain JS";
const INTO = "compileText, expand and encodeInto";

export function rowsQuestions(): Question[] {
  return [
    { title: "200 bytes, 5 references", length: 200, references: 5 },
    { title: "20 KB, 100 references", length: 20_000, references: 100 },
    { title: "20 KB, 1 reference", length: 20_000, references: 1 },
  ].flatMap(({ title, length, references }) => {
    const names = Object.keys(variables()).slice(0, Math.min(references, 20));
    const text = Array.from({ length: references }, (_, i) =>
      `key: $(${names[i % names.length]}) `.padEnd(length / references, "x"),
    ).join("");
    const sets = Array.from({ length: SETS }, (_, i) =>
      Object.fromEntries(names.map((name, j) => [name, `v${j}-${i}`])),
    );
    const common = { bytes: text.length * SETS, items: { count: SETS, name: "row" } };
    return [stringsQuestion(title, text, sets, common), bytesQuestion(title, text, sets, common)];
  });
}

type Common = Pick<Question, "bytes" | "items">;

function stringsQuestion(title: string, text: string, sets: readonly NamedTexts[], common: Common): Question {
  const compiled = compileText(text);
  const template = splitTemplate(text);
  const row = (name: string, run: (set: NamedTexts) => string, role?: Row["role"]): Row => ({
    name,
    ...(role && { role }),
    run: () => sets.map(run),
    answer: (texts) => (texts as string[]).join(""),
  });
  return {
    ...common,
    title: `${SETS} rows as strings: ${title}`,
    baseline: PARSED,
    rows: [
      row(COMPILED, (set) => compiled.expand(set), "subject"),
      row(PARSED, (set) => expand(text, mappingFuncFor(null, set)), "subject"),
      row("an Environment for each row", (set) => new Environment(set).expand(text), "subject"),
      row(SPLIT, template),
      row(TAGGED, taggedTemplate(text)),
      row(REPLACE, (set) => text.replace(REFERENCE, (_reference, name: string) => set[name]!)),
    ],
    goals: [
      { row: COMPILED, against: PARSED, atLeast: 3 },
      { row: COMPILED, against: SPLIT, atLeast: 1 / 1.1 },
      { row: COMPILED, against: TAGGED, atLeast: 1 / 1.1 },
    ],
  };
}

function bytesQuestion(title: string, text: string, sets: readonly NamedTexts[], common: Common): Question {
  const source = Buffer.from(text);
  const compiled = compileText(source);
  const template = splitTemplate(text);
  const output = Buffer.alloc(4 * text.length);
  const row = (name: string, run: (set: NamedTexts) => Uint8Array, role?: Row["role"]): Row => ({
    name,
    ...(role && { role }),
    run: () => sets.map((set) => run(set).length),
    answer: () => Buffer.concat(sets.map((set) => Buffer.from(run(set)))),
  });
  return {
    ...common,
    title: `${SETS} rows as bytes: ${title}`,
    baseline: "an Environment for each row",
    rows: [
      row(INTO, (set) => output.subarray(0, encoder.encodeInto(compiled.expand(set), output).written), "subject"),
      row("compileText, expandBytes", (set) => compiled.expandBytes(set), "subject"),
      row("an Environment for each row", (set) => new Environment(set).expandBytes(source), "subject"),
      row("split and join, Buffer.write", (set) => output.subarray(0, output.write(template(set)))),
    ],
  };
}

/** A function that a tag makes of the literals and the names in a template. */
function taggedTemplate(text: string): (set: NamedTexts) => string {
  const tag = (literals: readonly string[], ...names: readonly string[]) => {
    return (set: NamedTexts) => {
      let output = literals[0]!;
      for (const [i, name] of names.entries()) output += set[name]! + literals[i + 1]!;
      return output;
    };
  };
  const parts = text.split(REFERENCE);
  return tag(
    parts.filter((_, i) => i % 2 === 0),
    ...parts.filter((_, i) => i % 2 === 1),
  );
}

/** The fastest template that does not generate code. */
function splitTemplate(text: string): (set: NamedTexts) => string {
  const parts = text.split(REFERENCE);
  return (set) => {
    let output = "";
    for (let i = 0; i < parts.length; i++) output += i % 2 === 0 ? parts[i] : set[parts[i]!];
    return output;
  };
}
