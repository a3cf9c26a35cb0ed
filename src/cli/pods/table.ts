/** Prints the variables of a container as a table for people. */

import { expandedCommands } from "../../kubernetes/pod/resolve/masked.ts";
import { describeSource } from "../../kubernetes/pod/sources/source-text.ts";
import { suggestionsIn } from "../../kubernetes/pod/trace/suggestions.ts";
import type {
  ResolvedContainer,
  ResolvedVariable,
  UnknownVariable,
  UnsetVariable,
} from "../../kubernetes/pod/types.ts";
import { grouped } from "../../text/grouped.ts";
import { printable, visibleText } from "../../text/printable.ts";
import { styleOf } from "../frame/io.ts";
import { cutToWidth, displayWidth, padded, wrapped } from "../frame/text-width.ts";
import type { ManifestWorkload } from "../manifests/manifest-workload.ts";

export interface TableOptions {
  readonly colors: boolean;
  /** The maximum columns of a line; undefined if there is no limit. */
  readonly width?: number | undefined;
  /** Do not shorten or group anything. */
  readonly isWide?: boolean;
}

/** The maximum columns of values and commands, if the width of lines is not known. */
const VALUE_WIDTH = 60;
const COMMAND_WIDTH = 1000;

type Row = readonly [name: string, value: string, from: string, at: string];

/** Prints a container's variables with their sources and places, and its other texts with references. */
export function tableSection(workload: ManifestWorkload, container: ResolvedContainer, options: TableOptions): string {
  const { colors, isWide = false } = options;
  const width = isWide ? undefined : options.width;
  const style = styleOf(colors);
  const fitted = (line: string) => (width === undefined ? line : wrapped(line, width, "    "));
  const commandWidth = isWide ? Number.POSITIVE_INFINITY : (width ?? COMMAND_WIDTH);

  // On a terminal, the name of the file is printed once, above the places in it.
  const title = width === undefined ? workload.titleOf(container) : `${workload.titleOf(container)} (${workload.file})`;
  const lines = [style("bold", fitted(title))];
  if (container.error !== undefined) {
    const { waitingReason, message } = container.error;
    lines.push(style("red", fitted(`  does not start: ${waitingReason}: ${printable(message)}`)));
  }
  const allRows = rowsOf(workload, container, isWide);
  const rows = width === undefined ? allRows : allRows.map((row) => withShortPlace(row, workload.file));
  if (rows.length > 0) {
    const [head, ...body] = formatRows([["NAME", "VALUE", "FROM", "AT"], ...rows], width);
    lines.push(style("dim", head!), ...body);
  }
  for (const [name, words] of expandedCommands(container)) {
    lines.push(cutToWidth(`  ${name}: ${visibleText(JSON.stringify(words))}`, commandWidth));
  }
  for (const { name, mountPath, subPath } of container.mounts) {
    if (subPath === "") continue;
    lines.push(fitted(`  ${printable(mountPath)}: ${printable(subPath)} of volume ${printable(name)}`));
  }
  const places = workload.placesOf(container.unresolved);
  const suggestion = suggestionsIn(container);
  for (const [i, reference] of container.unresolved.entries()) {
    const meant = reference.verdict === "undefined" ? suggestion(reference.name) : undefined;
    const hint = meant === undefined ? "" : `; did you mean ${printable(meant)}?`;
    lines.push(fitted(`  ${places[i]}: $(${printable(reference.name)}): ${workload.reasonOf(reference)}${hint}`));
  }
  return `${lines.join("\n")}\n`;
}

/** Removes the name of the file from the place. */
function withShortPlace([name, value, from, at]: Row, file: string): Row {
  return [name, value, from, at.startsWith(`${file}:`) ? at.slice(file.length + 1) : at];
}

function rowsOf(workload: ManifestWorkload, container: ResolvedContainer, isWide: boolean): Row[] {
  const cut = (value: string) => (isWide ? visibleText(value) : cutToWidth(printable(value, 1000), VALUE_WIDTH));
  const own = container.env.filter(({ source }) => isWide || source.kind !== "service");
  return [
    ...own.map((variable) => variableRow(workload, variable, cut)),
    ...(isWide ? [] : serviceRows(container.env)),
    ...container.unknown.map((entry) => unknownRow(workload, entry, cut)),
    ...container.skipped.map((entry) => unsetRow(workload, entry, "(optional, missing)")),
  ];
}

function variableRow(workload: ManifestWorkload, variable: ResolvedVariable, cut: (value: string) => string): Row {
  const { name, value, source, path } = variable;
  const shown = cut(value);
  const at = path === undefined ? "" : workload.placeOf(path);
  return [printable(name), shown, describeSource(source), at];
}

/** Returns one row for each service, instead of one for each of its variables. */
function serviceRows(env: readonly ResolvedVariable[]): Row[] {
  const own = env.filter(({ source }) => source.kind === "service");
  const services = grouped(own, ({ source }) => describeSource(source));
  return Array.from(services, ([from, variables]): Row => {
    const { name, value } = variables[0]!;
    if (variables.length === 1) return [printable(name), printable(value), from, ""];
    return [printable(name), `${printable(value)} (${variables.length - 1} more)`, from, ""];
  });
}

/** Shows a value that only something unknown can override. */
function unknownRow(workload: ManifestWorkload, entry: UnknownVariable, cut: (value: string) => string): Row {
  const { otherwise } = entry;
  if (otherwise === undefined) return unsetRow(workload, entry, workload.unknownText(entry));
  const [name, value, from, at] = variableRow(workload, otherwise, cut);
  return [name, `${value} (unless ${printable(entry.needs)} sets it)`, from, at];
}

function unsetRow(workload: ManifestWorkload, { name, source, path }: UnsetVariable, why: string): Row {
  return [printable(name), why, describeSource(source), workload.placeOf(path)];
}

const INDENT = "  ";
const GAP = "  ";
/** The columns that are shortened. Among equally wide columns, the first one is shortened first. */
const SHRUNK_FIRST = [1, 2, 0] as const;
const NARROWEST = 4;

/** Formats rows as lines. Each column is as wide as its widest cell, if the width of the lines allows it. */
function formatRows(rows: readonly Row[], width: number | undefined): string[] {
  const widths = [0, 1, 2, 3].map((column) =>
    rows.reduce((widest, row) => Math.max(widest, displayWidth(row[column]!)), 0),
  );
  const available = width === undefined ? Number.POSITIVE_INFINITY : width - INDENT.length - 3 * GAP.length;
  for (let total = widths.reduce((sum, one) => sum + one); total > available; total--) {
    const widest = SHRUNK_FIRST.reduce((best, column) => (widths[column]! > widths[best]! ? column : best));
    if (widths[widest]! <= NARROWEST) break;
    widths[widest]!--;
  }
  return rows.map((row) => {
    const cells = row.map((cell, column) => padded(cutToWidth(cell, widths[column]!), widths[column]!));
    return (INDENT + cells.join(GAP)).trimEnd();
  });
}
