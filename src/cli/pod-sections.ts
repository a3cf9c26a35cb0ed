/** Containers as text: as assignments of their variables, or as a table. */
import { styleText } from "node:util";
import { shellAssignment, shellProblem } from "../envfile/shell-writing.ts";
import { type AssignmentFormat, assigned, wholeFileProblem } from "../envfile/writing.ts";
import { maskedCommands, maskedMounts } from "../pod/masked.ts";
import { qualifiedName } from "../pod/named-objects.ts";
import { isSecretVariable, MASK } from "../pod/secret-value.ts";
import type {
  ResolvedContainer,
  ResolvedVariable,
  UnknownVariable,
  UnsetVariable,
  VariableSource,
} from "../pod/types.ts";
import { printable } from "../text/printable.ts";
import type { ManifestWorkload, ResolvedWorkload } from "./manifest-workload.ts";
import { unknownText } from "./needs.ts";

/** `env`, the listing, or one of the formats of a file with one container's variables. */
export type AssignmentsFormat = "env" | AssignmentFormat;

/** Why a pod's variables cannot be written in a format, a line for each. */
export function assignmentProblems({ workload, pod }: ResolvedWorkload, format: AssignmentsFormat): string[] {
  return pod.containers.flatMap((container) => {
    const { env, error, path, name } = container;
    const problems = env.flatMap((variable) => {
      const problem = variableProblem(variable, format);
      return problem === undefined ? [] : { problem, path: variable.path ?? path };
    });
    if (format !== "env") {
      // A file is for a process, which there will not be.
      if (error !== undefined) problems.push({ problem: `does not start: ${error.message}`, path: error.path });
      const whole =
        problems.length === 0 ? wholeFileProblem(format, assignmentSection(workload, container, format)) : undefined;
      if (whole !== undefined) problems.push({ problem: whole, path });
    }
    return problems.map(
      ({ problem, path }) =>
        `${workload.placeOf(path)}: ${workload.name}: container ${printable(name)}: ${printable(problem)}`,
    );
  });
}

function variableProblem(variable: ResolvedVariable, format: AssignmentsFormat): string | undefined {
  const { name, value, bytes, need } = variable;
  // It stands in a comment.
  if (need !== undefined) return undefined;
  if (bytes) return `the value of ${name} is not UTF-8`;
  if (format === "env") return shellProblem(name, value);
  const assignment = assigned(format, name, value);
  return "problem" in assignment ? assignment.problem : undefined;
}

/** A container's environment as assignments; everything else is a comment. There must be no problems. */
export function assignmentSection(
  workload: ManifestWorkload,
  container: ResolvedContainer,
  format: AssignmentsFormat,
): string {
  const lines = [`# ${titleOf(workload, container)}`];
  if (container.error !== undefined) lines.push(`# does not start: ${printable(container.error.message)}`);
  for (const { name, value, need } of container.env) {
    if (need !== undefined) lines.push(`# ${printable(name)} is in part ${unknownText(need)}`);
    else lines.push(assignmentLine(name, value, format));
  }
  for (const { name, source, ...need } of container.unknown) {
    lines.push(`# ${printable(name || describeSource(source))} is ${unknownText(need)}`);
  }
  return `${lines.join("\n")}\n`;
}

function assignmentLine(name: string, value: string, format: AssignmentsFormat): string {
  if (format === "env") return shellAssignment(name, value);
  const assignment = assigned(format, name, value);
  return "text" in assignment ? assignment.text : "";
}

/** How much of a value a table shows. */
const VALUE_WIDTH = 60;

/** A container's variables with their sources and places, and its other texts with references. */
export function tableSection(workload: ManifestWorkload, container: ResolvedContainer, colors: boolean): string {
  const style = (format: Parameters<typeof styleText>[0], text: string) =>
    colors ? styleText(format, text, { validateStream: false }) : text;
  const rows = [
    ...container.env.map((variable) => variableRow(workload, variable)),
    ...container.unknown.map((entry) => unknownRow(workload, entry)),
    ...container.skipped.map((entry) => unsetRow(workload, entry, "(optional, and not there)")),
  ];
  const lines = [style("bold", titleOf(workload, container))];
  if (container.error !== undefined) {
    const { waitingReason, message } = container.error;
    lines.push(style("red", `  does not start: ${waitingReason}: ${printable(message)}`));
  }
  if (rows.length > 0) {
    const [head, ...body] = formatRows([["NAME", "VALUE", "FROM", "AT"], ...rows]);
    lines.push(style("dim", head!), ...body);
  }
  for (const [name, words] of maskedCommands(container)) {
    lines.push(`  ${name}: ${printable(JSON.stringify(words), 1000)}`);
  }
  for (const { name, mountPath, subPath } of maskedMounts(container)) {
    if (subPath !== "") lines.push(`  ${printable(mountPath)}: ${printable(subPath)} of volume ${printable(name)}`);
  }
  const places = workload.placesOf(container.unresolved);
  for (const [i, reference] of container.unresolved.entries()) {
    lines.push(`  ${places[i]}: $(${printable(reference.name)}): ${workload.reasonOf(reference)}`);
  }
  return `${lines.join("\n")}\n`;
}

type Row = readonly [name: string, value: string, from: string, at: string];

function variableRow(workload: ManifestWorkload, variable: ResolvedVariable): Row {
  const { name, value, source, path } = variable;
  const shown = isSecretVariable(variable) ? MASK : printable(value, VALUE_WIDTH);
  const at = path === undefined ? "" : workload.placeOf(path);
  return [printable(name), shown, describeSource(source), at];
}

/** A value that only something unknown could replace is shown with it. */
function unknownRow(workload: ManifestWorkload, entry: UnknownVariable): Row {
  const { otherwise } = entry;
  if (otherwise === undefined) return unsetRow(workload, entry, unknownText(entry));
  const [name, value, from, at] = variableRow(workload, otherwise);
  return [name, `${value} (unless ${printable(entry.needs)} sets it)`, from, at];
}

function unsetRow(workload: ManifestWorkload, { name, source, path }: UnsetVariable, why: string): Row {
  return [printable(name), why, describeSource(source), workload.placeOf(path)];
}

/** Where a value comes from: the kind of the source, and what it names. */
export function describeSource(source: VariableSource): string {
  switch (source.kind) {
    case "value":
      return "value";
    case "fieldRef":
      return printable(`fieldRef ${source.fieldPath}`);
    case "resourceFieldRef":
      return printable(`resourceFieldRef ${source.resource} of ${source.containerName}`);
    case "fileKeyRef":
      return printable(`fileKeyRef ${source.key} in ${source.volumeName}:${source.path}`);
    case "service":
      return printable(`service ${qualifiedName(source.namespace, source.name)}`);
    default: {
      const { kind, namespace, name, key } = source;
      return printable(`${kind} ${qualifiedName(namespace, name)}${key === "" ? "" : ` ${key}`}`);
    }
  }
}

/** Rows as lines, each column as wide as its longest cell. */
function formatRows(rows: readonly Row[]): string[] {
  const widths = [0, 1, 2].map((column) => rows.reduce((widest, row) => Math.max(widest, [...row[column]!].length), 0));
  return rows.map((row) => {
    const cells = row.map((cell, column) => cell + " ".repeat(Math.max(0, (widths[column] ?? 0) - [...cell].length)));
    return `  ${cells.join("  ")}`.trimEnd();
  });
}

export function titleOf(workload: ManifestWorkload, { kind, name }: ResolvedContainer): string {
  // `initContainer` is an init container.
  return printable(`${workload.podName}, ${kind.replace("Container", " container")} ${name}`);
}
