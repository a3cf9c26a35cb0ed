import { visibleLines } from "../../text/printable.ts";

/** JSON for programs. A terminal may show it too, so invisible characters are written as JSON escapes. */
export function programJson(value: unknown): string {
  return visibleLines(jsonOf(value) ?? "null");
}

function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value, undefined, 2);
  } catch (error) {
    // What is not circular, is too long, or has a bigint.
    if (!(error instanceof TypeError)) throw error;
    return jsonWithBigints(value);
  }
}

/** JSON that has all digits of bigints, which are written as marked strings first. */
function jsonWithBigints(value: unknown): string {
  const mark = crypto.randomUUID();
  const marked = (_: string, member: unknown) => (typeof member === "bigint" ? `${mark}${member}` : member);
  return JSON.stringify(value, marked, 2).replaceAll(new RegExp(`"${mark}(-?[0-9]+)"`, "g"), "$1");
}
