/** Prints what different readers make of one env file. */
import type { Comparison } from "../../../envfile/readers/compare.ts";
import { printable } from "../../../text/printable.ts";

const count = (number: number) => `${number} variable${number === 1 ? "" : "s"}`;

export function comparisonText({ readers, differences, agreed }: Comparison): string {
  const width = Math.max(...readers.map(({ title }) => title.length));
  const lines = readers.map(
    ({ title, variables, refusal }) => `${title.padEnd(width)}  ${refusal ?? count(variables!.size)}`,
  );
  for (const [name, groups] of differences) {
    lines.push("", printable(name));
    for (const [value, readers] of groups) {
      const shown = value === undefined ? "not set" : printable(JSON.stringify(value));
      lines.push(`  ${readers.map(({ id }) => id).join(", ")}: ${shown}`);
    }
  }
  const takers = readers.filter(({ variables }) => variables !== undefined).length;
  const others = differences.size === 0 ? "" : `, and differ on ${differences.size}`;
  lines.push("", `${takers} readers agree on ${count(agreed)}${others}.`, "");
  return lines.join("\n");
}

export function comparisonJson({ readers, differences, agreed }: Comparison): string {
  const result = {
    readers: readers.map(({ id, title, variables, refusal }) => ({
      id,
      title,
      ...(refusal === undefined ? { variables: Object.fromEntries(variables!) } : { refusal }),
    })),
    differences: Array.from(differences, ([name, groups]) => ({
      name,
      readings: Array.from(groups, ([value, readers]) => ({
        readers: readers.map(({ id }) => id),
        value: value ?? null,
      })),
    })),
    agreed,
  };
  return `${JSON.stringify(result, undefined, 2)}\n`;
}
