/** A source that contains many mutants at once. Each is off until its number is chosen, so one process can try them all. */
import ts from "typescript";
import type { Mutant } from "./mutant.ts";

/** What a process knows about its mutants: `globalThis[STATE]`. */
export interface Switches {
  /** The number of the mutant that is on, or OFF. */
  on: number;
  /** The numbers of the mutants that were reached while all were off. */
  readonly reached: Set<number>;
  /** In ms since the epoch. A loop that still runs then throws. */
  deadline: number;
}

export const STATE = "varexpandMutants";
export const OFF = -1;
/** For processes that a test starts: the number of the mutant that is on, and the file to which the reached ones are added. */
export const ON_VARIABLE = "VAREXPAND_MUTANT";
export const REACHED_VARIABLE = "VAREXPAND_MUTANTS_REACHED";

/** A number in the body of each loop, to check the deadline. */
const LOOP = -2;
/** Calls between two looks at the clock. */
const CALLS = 0xffff;

/** Defines `__is`, which is true if the mutant with this number is on. */
const DEFINITION = `const __is: (mutant: number) => boolean = ((globalThis as any).${STATE}Is ??= (() => {
  const { process } = globalThis as any;
  const { ${ON_VARIABLE}: on, ${REACHED_VARIABLE}: file } = process?.env ?? {};
  const state: any = { on: Number(on ?? ${OFF}), reached: new Set(), deadline: Infinity };
  (globalThis as any).${STATE} = state;
  if (file) {
    const { appendFileSync } = process.getBuiltinModule("fs");
    process.on("exit", () => appendFileSync(file, [...state.reached, ""].join("\\n")));
  }
  let calls = 0;
  return (mutant: number) => {
    if (state.on === ${OFF}) {
      if (mutant >= 0) state.reached.add(mutant);
      return false;
    }
    if ((++calls & ${CALLS}) === 0 && Date.now() > state.deadline) throw new Error("the mutant does not end");
    return mutant === state.on;
  };
})());
`;

/** Precedes a computed member, in place of the dot. */
const MEMBER = "\u0001";

/** @param mutants of the source, by number */
export function switched(source: string, mutants: ReadonlyMap<number, Mutant>): string {
  const tree = ts.createSourceFile("a.ts", source, ts.ScriptTarget.ESNext, true, ts.ScriptKind.TS);
  const left = new Map(mutants);

  /** Returns the numbers and replacements of the mutants of exactly this node. */
  function changesOf(node: ts.Node): [number, string][] {
    const isStatement = ts.isStatement(node);
    if (!isStatement && !ts.isExpression(node)) return [];
    if (ts.isTaggedTemplateExpression(node.parent) && node.parent.template === node) return [];
    const found = [...left].filter(([, { start, end, operator }]) => {
      const removes = operator === "statement" || operator === "else";
      return start === node.getStart() && end === node.getEnd() && removes === isStatement;
    });
    for (const [number] of found) left.delete(number);
    return found.map(([number, { replacement }]) => [number, replacement]);
  }

  function write(node: ts.Node): string {
    const changes = changesOf(node);
    let text = "";
    let end = node.getStart();
    ts.forEachChild(node, (child) => {
      const start = child.getStart();
      if (start < end) return;
      const isBody = ts.isIterationStatement(node, false) && node.statement === child;
      text += source.slice(end, start) + (isBody ? `{ __is(${LOOP}); ${write(child)} }` : write(child));
      end = child.getEnd();
    });
    text += source.slice(end, node.getEnd());
    if (changes.length === 0) return text;
    if (ts.isStatement(node))
      return `{ if (!(${changes.map(([number]) => `__is(${number})`).join(" || ")})) { ${text} } }`;
    const { parent } = node;
    const isMember = ts.isPropertyAccessExpression(parent) && parent.name === node;
    const value = (code: string) => (isMember ? JSON.stringify(code) : `(${code})`);
    const chosen = changes.reduce((rest, [number, code]) => `__is(${number}) ? ${value(code)} : ${rest}`, value(text));
    return isMember ? `${MEMBER}[${chosen}]` : `(${chosen})`;
  }

  const body = source.slice(0, tree.getStart()) + write(tree);
  const [shebang] = /^(?:#!.*\n)?/.exec(body)!;
  const members = body.slice(shebang.length).replaceAll(`?.${MEMBER}`, "?.").replaceAll(`.${MEMBER}`, "");
  return shebang + DEFINITION + members;
}
