/** Template engines that render one text with many sets of values, here and in workerd. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { flat } from "../flat.ts";
import { between, letters, random, variables, words } from "../inputs.ts";
import { workerdRows } from "../peers/workerd.ts";
import type { Goal, LeftOut, Question, Row } from "../question.ts";
import { REPOSITORY } from "../repository.ts";
import type { Setting } from "../setting.ts";
import { type Render, rowName, type TemplateEngine, type TemplateText, templateFor } from "../template-engine.ts";

const FOLDER = join(REPOSITORY, "bench/template-engines");
const SETS = 16;

/** The length, how many references it has, and to how many names. */
const TEXTS = [
  { title: "200 bytes, 2 references", length: 200, references: 2, names: 2 },
  { title: "a mail of 0.77 KB, 8 references", length: 770, references: 8, names: 8 },
  { title: "a page of 20 KB, 100 references", length: 20_000, references: 100, names: 20 },
];
const MAIL = 1;

interface LoadedEngine {
  readonly file: string;
  readonly engine: TemplateEngine;
  readonly role: "subject" | "rival" | "guest";
}

export async function engineQuestions({ effort, engineFiles = [] }: Setting): Promise<Question[]> {
  const { engines, missing } = await loadEngines(engineFiles);
  const texts = TEXTS.map((each) => ({ ...each, text: textOf(each.length, each.references, each.names) }));
  const mail = texts[MAIL]!;
  return [
    ...texts.map(({ title, text }) => question(`${title}, as strings`, text, missing, engines.map(stringRow(text)))),
    ...texts.map(({ title, text }) => question(`${title}, as bytes`, text, missing, engines.map(bytesRow(text)))),
    {
      ...question(`${mail.title}, as strings, in workerd`, mail.text, missing, workerdRows(engines, mail.text)),
      turns: Math.ceil(effort.turns / 2),
    },
  ];
}

/** Files of the folder that cannot be loaded are missing: their packages are not installed. */
async function loadEngines(guests: readonly string[]): Promise<{ engines: LoadedEngine[]; missing: LeftOut[] }> {
  const engines: LoadedEngine[] = [];
  const missing: LeftOut[] = [];
  const own = readdirSync(FOLDER).map((name) => join(FOLDER, name));
  for (const file of [...own, ...guests]) {
    try {
      const { default: engine } = (await import(pathToFileURL(file).href)) as { default: TemplateEngine };
      const role = guests.includes(file) ? "guest" : engine.name.startsWith("compileT") ? "subject" : "rival";
      engines.push({ file, engine, role });
    } catch (error) {
      missing.push({ name: file, reason: error instanceof Error ? error.message.split("\n")[0]! : String(error) });
    }
  }
  engines.sort((one, other) => Number(one.role !== "subject") - Number(other.role !== "subject"));
  return { engines, missing };
}

function question(title: string, text: TemplateText, missing: readonly LeftOut[], rows: readonly Row[]): Question {
  const { literals, names, sets } = text;
  return {
    title,
    bytes: sets.length * literals.join("").length,
    items: { count: sets.length, name: "text" },
    expected: sets.map((values) => literals.reduce((output, literal, i) => output + values[names[i - 1]!]! + literal)),
    rows,
    missing,
    baseline: "compileText",
    goals: goalsFor(process.versions.node, title.endsWith("workerd")).filter(({ against }) =>
      rows.some(({ name }) => name === against),
    ),
  };
}

/** Goals without generating code. In workerd, engines that generate code do not run. */
function goalsFor(node: string, isInWorkerd: boolean): Goal[] {
  const isCurrent = Number.parseInt(node, 10) >= 24;
  const row = "compileText";
  return [
    ...(isInWorkerd ? [] : [{ row, against: "eta, generates code", atLeast: isCurrent ? 1 : 0.9 }]),
    { row, against: "Mustache", atLeast: isCurrent ? 12 : 8 },
  ];
}

function stringRow(text: TemplateText): (loaded: LoadedEngine) => Row {
  return ({ engine, role }) => {
    let compiled: Render<string> | undefined;
    const prepared = () => (compiled ??= engine.compile(templateFor(engine, text)));
    return {
      name: rowName(engine),
      role,
      mayBeWrong: role !== "subject",
      run: () => {
        const render = prepared();
        let length = 0;
        for (const values of text.sets) length += flat(render(values)).length;
        return length;
      },
      answer: () => text.sets.map((values) => prepared()(values)),
    };
  };
}

const encoder = new TextEncoder();

function inBytes(engine: TemplateEngine, source: string): Render<Uint8Array> {
  if (engine.compileBytes !== undefined) return engine.compileBytes(source);
  const render = engine.compile(source);
  return (values) => encoder.encode(render(values));
}

function bytesRow(text: TemplateText): (loaded: LoadedEngine) => Row {
  return ({ engine, role }) => {
    let compiled: Render<Uint8Array> | undefined;
    const prepared = () => (compiled ??= inBytes(engine, templateFor(engine, text)));
    return {
      name: rowName(engine),
      role,
      mayBeWrong: role !== "subject",
      run: () => {
        const render = prepared();
        let length = 0;
        for (const values of text.sets) length += render(values).length;
        return length;
      },
      answer: () => text.sets.map((values) => Buffer.from(prepared()(values)).toString()),
    };
  };
}

/** A text of about this length. Its literals have no syntax of any engine; values are 4 to 16 letters long. */
function textOf(length: number, references: number, count: number): TemplateText {
  const next = random(64);
  const known = Object.keys(variables()).slice(0, count);
  const gap = Math.floor(length / references) - 10;
  const literals = Array.from({ length: references }, () => words(next, between(next, gap >> 1, gap + (gap >> 1))));
  const sets = Array.from({ length: SETS }, () =>
    Object.fromEntries(known.map((name) => [name, letters(next, between(next, 4, 16))])),
  );
  return {
    literals: [...literals, "\n"],
    names: Array.from({ length: references }, (_, i) => known[i % count]!),
    sets,
  };
}
