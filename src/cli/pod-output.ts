/** What containers see, printed: `-o env` for programs, `-o table` for people. */
import { styleText } from "node:util";
import type { ResolvedContainer, ResolvedPod, ResolvedVariable, UnsetVariable, VariableSource } from "../pod/types.ts";
import { printable } from "./printable.ts";
import { shellQuoted } from "./shell-quoted.ts";
import { ownerName, placeInPod, type Workload } from "./workloads.ts";

export interface ResolvedWorkload {
  readonly workload: Workload;
  readonly pod: ResolvedPod;
}

/** Each container's environment as assignments that a shell reads; everything else is a comment. */
export function envOutput(resolved: readonly ResolvedWorkload[]): string {
  const sections = containersOf(resolved).map(({ workload, container }) => {
    const lines = [`# ${titleOf(workload, container)}`];
    if (container.error !== undefined) lines.push(`# does not start: ${printable(container.error.message)}`);
    for (const { name, value } of container.env) lines.push(`${name}=${shellWord(value)}`);
    for (const { name, source, needs } of container.unknown) {
      lines.push(`# ${printable(name || describeSource(source))} is not known: it depends on ${printable(needs)}`);
    }
    return `${lines.join("\n")}\n`;
  });
  return sections.join("\n");
}

/** How much of a value a table shows. */
const VALUE_WIDTH = 60;

/** Each container's variables with their sources and places, and what else of it is expanded. */
export function tableOutput(resolved: readonly ResolvedWorkload[], colors: boolean): string {
  const style = (format: Parameters<typeof styleText>[0], text: string) =>
    colors ? styleText(format, text, { validateStream: false }) : text;
  const sections = containersOf(resolved).map(({ workload, container }) => {
    const rows = [
      ...container.env.map((variable) => variableRow(workload, variable)),
      ...container.unknown.map((entry) => unsetRow(workload, entry, `depends on ${entry.needs}`)),
      ...container.skipped.map((entry) => unsetRow(workload, entry, "optional, and not there")),
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
    for (const [name, words] of commandsOf(container))
      lines.push(`  ${name}: ${printable(JSON.stringify(words), 1000)}`);
    for (const { name, mountPath, subPath } of container.mounts) {
      if (subPath !== "") lines.push(`  ${printable(mountPath)}: ${printable(subPath)} of volume ${printable(name)}`);
    }
    return `${lines.join("\n")}\n`;
  });
  return sections.join("\n");
}

type Row = readonly [name: string, value: string, from: string, at: string];

function variableRow(workload: Workload, { name, value, source, path }: ResolvedVariable): Row {
  const at = path === undefined ? "" : placeInPod(workload, path);
  return [printable(name), printable(value, VALUE_WIDTH), describeSource(source), at];
}

function unsetRow(workload: Workload, { name, source, path }: UnsetVariable, why: string): Row {
  return [printable(name), `(${printable(why)})`, describeSource(source), placeInPod(workload, path)];
}

/** Where a value comes from: the kind of the source, and what it names. */
function describeSource(source: VariableSource): string {
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
      return printable(`service ${source.namespace}/${source.name}`);
    default: {
      const { kind, namespace, name, key } = source;
      return printable(`${kind} ${namespace}/${name}${key === "" ? "" : ` ${key}`}`);
    }
  }
}

/** Columns as wide as they must be. */
function formatRows(rows: readonly Row[]): string[] {
  const widths = [0, 1, 2].map((column) => rows.reduce((widest, row) => Math.max(widest, [...row[column]!].length), 0));
  return rows.map((row) => {
    const cells = row.map((cell, column) => cell + " ".repeat(Math.max(0, (widths[column] ?? 0) - [...cell].length)));
    return `  ${cells.join("  ")}`.trimEnd();
  });
}

/** The commands that a container is started and probed with. */
function commandsOf({ command, args, exec }: ResolvedContainer): [string, readonly string[]][] {
  const { livenessProbe, readinessProbe, startupProbe } = exec;
  return Object.entries({ command, args, livenessProbe, readinessProbe, startupProbe }).filter(
    (entry): entry is [string, readonly string[]] => entry[1] !== undefined,
  );
}

function containersOf(resolved: readonly ResolvedWorkload[]): { workload: Workload; container: ResolvedContainer }[] {
  return resolved.flatMap(({ workload, pod }) => pod.containers.map((container) => ({ workload, container })));
}

const KIND_NAMES = {
  container: "container",
  initContainer: "init container",
  ephemeralContainer: "ephemeral container",
};

function titleOf(workload: Workload, { kind, name }: ResolvedContainer): string {
  return printable(`${ownerName(workload)}, ${KIND_NAMES[kind]} ${name}`);
}

/** A value for a shell, in quotes where it needs them. */
function shellWord(value: string): string {
  return /^[\w./:,@%+=-]*$/.test(value) ? value : shellQuoted(value);
}
