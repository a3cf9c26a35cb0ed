import { visibleLines } from "../text/printable.ts";

/** JSON for programs, which may yet be shown by a terminal: characters that do not show are escaped, as JSON can. */
export function programJson(value: unknown): string {
  return visibleLines(JSON.stringify(value, undefined, 2) ?? "null");
}
