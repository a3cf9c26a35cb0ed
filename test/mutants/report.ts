/** Reports a run: the figures, the survivors, and whether the run passes. */
import type { Explanations } from "./explained.ts";
import { changeOf, idOf, type Mutant, OPERATORS } from "./mutant.ts";
import type { Verdict } from "./workbench.ts";

/** Of the mutants that are not equivalent, so many must be killed, in percent. */
const LEAST_KILLED = 95;
/** Of those drawn, so many may be equivalent, in percent: more would be an excuse. */
const MOST_EQUIVALENT = 3;

export interface Outcome {
  readonly mutant: Mutant;
  readonly verdict: Verdict;
}

export interface NamedOutcome {
  readonly name: string;
  readonly verdict: Verdict;
}

export interface Figures {
  readonly drawn: number;
  /** Timeouts included. */
  readonly killed: number;
  readonly timedOut: number;
  readonly equivalent: number;
  readonly survived: number;
  /** Survivors that the list does not explain. */
  readonly unexplained: readonly Mutant[];
  /** The build is identical to the original; other mutants were drawn instead. */
  readonly identical: number;
  /** They do not compile: others were drawn instead. */
  readonly invalid: number;
  readonly namedSurvivors: readonly string[];
}

export function figuresOf(
  outcomes: readonly Outcome[],
  named: readonly NamedOutcome[],
  explanations: Explanations,
): Figures {
  const count = (kind: Verdict["kind"]) => outcomes.filter(({ verdict }) => verdict.kind === kind).length;
  const living = outcomes.filter(({ verdict }) => verdict.kind === "survived").map(({ mutant }) => mutant);
  const reasons = living.map((mutant) => explanations[idOf(mutant)]);
  const equivalent = reasons.filter((reason) => reason !== undefined && "equivalent" in reason).length;
  const timedOut = count("timed out");
  return {
    drawn: outcomes.length - count("identical") - count("invalid"),
    killed: count("killed") + timedOut,
    timedOut,
    equivalent,
    survived: living.length - equivalent,
    unexplained: living.filter((_, i) => reasons[i] === undefined),
    identical: count("identical"),
    invalid: count("invalid"),
    namedSurvivors: named
      .filter(({ verdict }) => verdict.kind !== "killed" && verdict.kind !== "timed out")
      .map(({ name, verdict }) => `${name} (${verdict.kind})`),
  };
}

/** The reasons why the run fails. */
export function shortcomings(figures: Figures): string[] {
  const { drawn, killed, equivalent, unexplained, namedSurvivors } = figures;
  const others = drawn - equivalent;
  const found: string[] = [];
  if (others > 0 && percent(killed, others) < LEAST_KILLED) {
    found.push(`${format(percent(killed, others))} % are killed, fewer than ${LEAST_KILLED} %`);
  }
  if (drawn > 0 && percent(equivalent, drawn) > MOST_EQUIVALENT) {
    found.push(`${format(percent(equivalent, drawn))} % are equivalent, more than ${MOST_EQUIVALENT} %`);
  }
  if (unexplained.length > 0) found.push(`${unexplained.length} survivors are not explained`);
  if (namedSurvivors.length > 0) found.push(`named mutants live: ${namedSurvivors.join(", ")}`);
  return found;
}

export function summary(figures: Figures): string {
  const { drawn, killed, timedOut, equivalent, survived, identical, invalid } = figures;
  const rate = drawn > equivalent ? format(percent(killed, drawn - equivalent)) : "–";
  return [
    `drawn       ${drawn}   (beside ${identical} that build to the same bytes and ${invalid} that do not compile)`,
    `killed      ${killed}   (${timedOut} of them by a timeout), ${rate} % of those not equivalent`,
    `equivalent  ${equivalent}`,
    `survived    ${survived}`,
  ].join("\n");
}

/** Killed and all, by operator. */
export function byOperator(outcomes: readonly Outcome[]): string {
  const rows = OPERATORS.flatMap((operator) => {
    const mine = outcomes.filter(({ mutant }) => mutant.operator === operator);
    const lived = mine.filter(({ verdict }) => verdict.kind === "survived").length;
    const tried = mine.filter(({ verdict }) => verdict.kind !== "identical" && verdict.kind !== "invalid").length;
    return tried === 0 ? [] : [`${operator} ${tried - lived}/${tried}`];
  });
  return rows.join(", ");
}

/** Grouped by the folder of src; the scanners are one group. */
export function byFolder<T extends Mutant | Outcome>(items: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const { file } = "mutant" in item ? item.mutant : item;
    const [root, folder] = file.split("/") as [string, string];
    const name = root === "assembly" ? root : folder;
    groups.set(name, [...(groups.get(name) ?? []), item]);
  }
  return groups;
}

/** For each folder, the share that is killed of the mutants that are not equivalent, with its 95 % interval. */
export function folderTable(outcomes: readonly Outcome[], explanations: Explanations): string {
  const rows = [...byFolder(outcomes), ["all", outcomes] as const].map(([folder, of]) => {
    const { drawn, killed, equivalent } = figuresOf(of, [], explanations);
    const others = drawn - equivalent;
    const [least, most] = interval(killed, others).map((share) => (100 * share).toFixed(0));
    const figures = `${killed}/${others}`.padEnd(10) + `${percent(killed, others).toFixed(0)} %`.padEnd(8);
    return `${folder.padEnd(12)}${figures}${`${least} to ${most} %`.padEnd(14)}${equivalent} equivalent`;
  });
  return rows.join("\n");
}

/** Wilson's interval of a share. */
function interval(part: number, whole: number): [number, number] {
  const z = 1.96;
  const middle = part + z ** 2 / 2;
  const half = z * Math.sqrt((part * (whole - part)) / whole + z ** 2 / 4);
  return [(middle - half) / (whole + z ** 2), (middle + half) / (whole + z ** 2)];
}

/** `file:line:column operator: before → after`. */
export function describe(mutant: Mutant): string {
  return `${mutant.file}:${mutant.line}:${mutant.column} ${mutant.operator}: ${changeOf(mutant)}`;
}

function percent(part: number, whole: number): number {
  return (100 * part) / whole;
}

function format(number: number): string {
  return number.toFixed(1);
}
