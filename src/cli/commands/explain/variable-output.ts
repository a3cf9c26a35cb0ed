/**
 * Explanations of variables as JSON and as text. The layout of the text is that of templates:
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
import type { VariableSource } from "../../../kubernetes/pod/types.ts";
import { printable } from "../../../text/printable.ts";
import { programJson } from "../../frame/document-text.ts";
import { unknownText } from "../../manifests/manifest-workload.ts";
import type { ExplainedDefinition, ExplainedUse, VariableExplanation } from "./variable-explanation.ts";

/** Undefined members are omitted. */
export function variableJson({ definitions, uses, ...explanation }: VariableExplanation): string {
  const { container, isSecret, name, need, value, workload } = explanation;
  return programJson({
    name,
    workload: workload.name,
    container: container?.name,
    value,
    isSecret: isSecret || undefined,
    needs: need?.needs,
    error: container?.error?.message,
    definitions: definitions.map(
      ({ isHidden, isSecret, isSkipped, need, place, source, sourcePlace, unless, value }) => ({
        value,
        isSecret: isSecret || undefined,
        source: source satisfies VariableSource,
        place,
        sourcePlace,
        needs: need?.needs,
        unless: unless?.needs,
        isHidden,
        isSkipped: isSkipped || undefined,
      }),
    ),
    uses: uses.map(({ declaredAt, field, meant, place, use, value }) => ({
      place,
      field,
      form: use.form,
      verdict: use.verdict,
      reason: use.reason,
      value,
      isSecret: use.isSecret || undefined,
      source: use.source,
      declaredAt,
      needs: use.need?.needs,
      didYouMean: meant,
    })),
  });
}

/** The maximum length of a name or a place, in characters. */
const NAME_WIDTH = 1000;

/** @param fitted wraps a line for a terminal */
export function variableText(explanation: VariableExplanation, fitted: (line: string) => string): string {
  const { container, definitions, name, uses, workload } = explanation;
  const where = container === undefined ? `${workload.podName}, outside of containers` : workload.titleOf(container);
  const lines = [`${printable(name, NAME_WIDTH)} in ${where}: ${headline(explanation)}`];
  if (container?.error !== undefined) {
    const { message, waitingReason } = container.error;
    lines.push(`  does not start: ${waitingReason}: ${printable(message)}`);
  }
  lines.push(...aligned(definitions.map(definitionRow)));
  if (uses.length > 0) lines.push("  uses:", ...aligned(uses.map(useRow)));
  return `${lines.map(fitted).join("\n")}\n`;
}

function headline({ container, definitions: [first], need, value }: VariableExplanation): string {
  if (container === undefined) return "never expanded there";
  if (value === undefined) return need === undefined ? "not defined" : unknownText(need);
  const unless = first?.unless === undefined ? "" : `, unless ${printable(first.unless.needs)} sets it`;
  if (need === undefined || unless !== "") return valueText(value) + unless;
  return `${valueText(value)}, partly ${unknownText(need)}`;
}

function definitionRow(definition: ExplainedDefinition): string[] {
  const { isHidden, isSkipped, need, place, source, sourcePlace, value } = definition;
  const from = source.kind === "service" ? [] : [sourcePlace];
  const at = place ?? sourcePlace ?? "";
  const text = [describeSource(source), ...from.filter((each) => each !== undefined)].join(", ");
  const unknown = need === undefined ? "(missing)" : "(unknown)";
  const remark = isHidden ? " (hidden)" : isSkipped ? " (optional, missing)" : "";
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

export function valueText(value: string | undefined): string {
  return value === MASK ? MASK : printable(JSON.stringify(value));
}

/** Formats rows as lines. Each column is as wide as its widest cell. */
export function aligned(rows: readonly string[][]): string[] {
  const widths = [0, 1].map((column) => rows.reduce((widest, row) => Math.max(widest, row[column]!.length), 0));
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}`.trimEnd());
}
