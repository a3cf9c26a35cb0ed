/** Prints the variables of containers as assignments. */

import {
  type AssignmentFormat,
  assigned,
  firstLines,
  sourcedLine,
  wholeFileProblem,
} from "../../envfile/writers/formats.ts";
import { MASK } from "../../kubernetes/pod/sources/secret-value.ts";
import { describeSource } from "../../kubernetes/pod/sources/source-text.ts";
import type { ResolvedContainer, ResolvedVariable } from "../../kubernetes/pod/types.ts";
import { printable } from "../../text/printable.ts";
import type { ManifestWorkload, ResolvedWorkload } from "../manifests/manifest-workload.ts";

/** `env` lists all containers. The other formats are files with the variables of one container. */
export type AssignmentsFormat = "env" | AssignmentFormat;

/** Returns a line for each variable that the format cannot represent. */
export function assignmentProblems({ workload, pod }: ResolvedWorkload, format: AssignmentFormat): string[] {
  return pod.containers.flatMap((container) => {
    const { env, error, path, name } = container;
    const problems = env.flatMap((variable) => {
      const problem = variableProblem(variable, format);
      return problem === undefined ? [] : { problem, path: variable.path ?? path };
    });
    // A file is for a process, and there will not be one.
    if (error !== undefined) problems.push({ problem: `does not start: ${error.message}`, path: error.path });
    const whole =
      problems.length === 0 ? wholeFileProblem(format, assignmentSection(workload, container, format)) : undefined;
    if (whole !== undefined) problems.push({ problem: whole, path });
    return problems.map(
      ({ problem, path }) =>
        `${workload.placeOf(path)}: ${workload.name}: container ${printable(name)}: ${printable(problem)}`,
    );
  });
}

function variableProblem(variable: ResolvedVariable, format: AssignmentFormat): string | undefined {
  const { name, value, bytes, need } = variable;
  // It is printed as a comment.
  if (need !== undefined) return undefined;
  if (bytes) return `the value of ${name} is not UTF-8`;
  const assignment = assigned(format, name, value);
  return "problem" in assignment ? assignment.problem : undefined;
}

/**
 * Prints a container's environment as assignments, and everything else as comments. There must be no problems, except for
 * `env`, which prints every variable.
 */
export function assignmentSection(
  workload: ManifestWorkload,
  container: ResolvedContainer,
  format: AssignmentsFormat,
): string {
  const lines = [...firstLines(format), `# ${workload.titleOf(container)}`];
  if (container.error !== undefined) lines.push(`# does not start: ${printable(container.error.message)}`);
  for (const { bytes, name, value, need } of container.env) {
    if (need !== undefined) lines.push(`# ${printable(name)} is partly ${workload.unknownText(need)}`);
    else if (bytes) lines.push(`# the value of ${printable(name)} is not UTF-8`);
    else lines.push(assignmentLine(name, value, format));
  }
  for (const { name, source, ...need } of container.unknown) {
    lines.push(`# ${printable(name || describeSource(source))} is ${workload.unknownText(need)}`);
  }
  return `${lines.join("\n")}\n`;
}

function assignmentLine(name: string, value: string, format: AssignmentsFormat): string {
  if (format === "env") {
    const line = sourcedLine(name, value);
    return value === MASK ? line.replace(`'${MASK}'`, MASK) : line;
  }
  const assignment = assigned(format, name, value);
  return "text" in assignment ? assignment.text : "";
}
