import type { Explanation, Origin } from "../../../garden/project/variables/explanation.ts";
import { shownJson } from "../../../garden/template/limits.ts";
import type { SourcePlace } from "../../../garden/variables/error.ts";
import { printable } from "../../../text/printable.ts";

/**
 * Formats explanations for reading:
 *
 *     var.log.level in environment dev: "debug"
 *       "debug"  garden.yml:16:21  the environment's variables
 *       "info"   garden.yml:10:17  the project's variables (hidden)
 */
export function explanationText(explanations: readonly Explanation[]): string {
  return explanations.map(paragraph).join("\n");
}

function paragraph({ document, variable, origins, ...result }: Explanation): string {
  const rows = origins.map((origin) => [
    valueText(origin),
    origin.place === undefined ? "" : printable(placeText(origin.place), NAME_WIDTH),
    `${printable(origin.level, NAME_WIDTH)}${REMARKS[origin.effect]}`,
  ]);
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  const lines = rows.map(
    ([value, place, level]) => `  ${value!.padEnd(widths[0]!)}  ${place!.padEnd(widths[1]!)}  ${level}`,
  );
  const value = origins.length === 0 ? "no level sets it" : valueText(result);
  return [`${printable(`${variable} in ${document}`, NAME_WIDTH)}: ${value}`, ...lines, ""].join("\n");
}

/** The longest name or place. */
const NAME_WIDTH = 1000;

const REMARKS: Readonly<Record<Origin["effect"], string>> = {
  gives: "",
  adds: " (merged)",
  removes: " (removed)",
  hidden: " (hidden)",
};

function valueText(shown: Pick<Origin, "value" | "template" | "isLate" | "isSecret">): string {
  const { isLate, isSecret, template } = shown;
  if (isSecret) return "***";
  if (isLate) return template === undefined ? "(not known yet)" : `(not known yet) ${jsonOf(template)}`;
  return shown.value === undefined ? "(no value)" : jsonOf(shown.value);
}

function jsonOf(value: unknown): string {
  return printable(shownJson(value, WRITTEN));
}

/** The longest value as JSON. A larger one is not shown in part. */
const WRITTEN = 16_777_216;

function placeText({ file, line, column }: SourcePlace): string {
  return line === undefined ? file! : `${file}:${line}:${column}`;
}
