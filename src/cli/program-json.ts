import { visibleLines } from "../text/printable.ts";

/** JSON for programs. A terminal may show it too, so invisible characters are written as JSON escapes. */
export function programJson(value: unknown): string {
  return visibleLines(JSON.stringify(value, undefined, 2) ?? "null");
}
