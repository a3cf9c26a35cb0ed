/**
 * Explanations of variables for people, laid out as those of templates:
 *
 *     HOST in Deployment/shop/web, container app: "db"
 *       "db"     shop.yaml:24:11  value
 *       "cache"  shop.yaml:20:11  configMapRef shop/defaults HOST, shop.yaml:5:3 (hidden)
 *       uses:
 *       shop.yaml:18:20  env[0].value  declared-later: the variable is declared later at shop.yaml:24:11
 *       shop.yaml:30:16  args[0]       expanded: "db"
 */
import { MASK } from "../../../kubernetes/pod/sources/secret-value.ts";
import { describeSource } from "../../../kubernetes/pod/sources/source-text.ts";
import { printable } from "../../../text/printable.ts";
import { titleOf } from "../../manifests/container-text.ts";
import { unknownText } from "../../manifests/needs.ts";
import type { ExplainedDefinition, ExplainedUse, ShownValue, VariableExplanation } from "./variable-explanation.ts";

/** The most characters of a name or a place. */
const NAME_WIDTH = 1000;

/** @param fitted breaks a line for a terminal */
export function variableText(explanation: VariableExplanation, fitted: (line: string) => string): string {
  const { container, definitions, name, uses, workload } = explanation;
  const where = container === undefined ? `${workload.podName}, outside of containers` : titleOf(workload, container);
  const lines = [`${printable(name, NAME_WIDTH)} in ${where}: ${headline(explanation)}`];
  if (container?.error !== undefined) {
    const { message, waitingReason } = container.error;
    lines.push(`  does not start: ${waitingReason}: ${printable(message)}`);
  }
  lines.push(...aligned(definitions.map(definitionRow)));
  if (uses.length > 0) lines.push("  uses:", ...aligned(uses.map(useRow)));
  return `${lines.map(fitted).join("\n")}\n`;
}

function headline({ container, definitions, need, value }: VariableExplanation): string {
  if (container === undefined) return "never expanded there";
  if (value === undefined) return need === undefined ? "not defined" : unknownText(need);
  const [first] = definitions;
  if (need === undefined || first?.unless !== undefined) return valueText(value) + unlessText(first);
  return `${valueText(value)}, in part ${unknownText(need)}`;
}

function unlessText(definition: ExplainedDefinition | undefined): string {
  return definition?.unless === undefined ? "" : `, unless ${printable(definition.unless.needs)} sets it`;
}

function definitionRow(definition: ExplainedDefinition): string[] {
  const { isHidden, isSkipped, need, place, source, sourcePlace, value } = definition;
  const from = source.kind === "service" ? [] : [sourcePlace];
  const at = place ?? sourcePlace ?? "";
  const text = [describeSource(source), ...from.filter((each) => each !== undefined)].join(", ");
  const unknown = need === undefined ? "(not there)" : "(unknown)";
  const remark = isHidden ? " (hidden)" : isSkipped ? " (optional, and not there)" : "";
  return [value === undefined ? unknown : valueText(value), at, text + remark];
}

function useRow({ declaredAt, field, meant, place, use, value }: ExplainedUse): string[] {
  const { need, reason, source, verdict } = use;
  const from = source === undefined ? "" : ` (${describeSource(source)})`;
  return [place, printable(field, NAME_WIDTH) + from, outcome()];

  function outcome(): string {
    if (verdict === "expanded") return `expanded: ${valueText(value)}`;
    if (need !== undefined) return unknownText(need);
    const at = declaredAt === undefined || reason.includes("own entry") ? "" : ` at ${declaredAt}`;
    const hint = meant === undefined ? "" : `; did you mean ${printable(meant)}?`;
    return `${verdict}: ${reason}${at}${hint}`;
  }
}

function valueText(value: ShownValue): string {
  return value === MASK ? MASK : printable(JSON.stringify(value));
}

/** Rows as lines, each column as wide as its longest cell. */
function aligned(rows: readonly string[][]): string[] {
  const widths = [0, 1].map((column) => rows.reduce((widest, row) => Math.max(widest, row[column]!.length), 0));
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}`.trimEnd());
}
