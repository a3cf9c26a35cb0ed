/** Parses `--var` flags. Every value is text. */
import { parseDotenv } from "../../envfile/dotenv.ts";
import { checkList, checkString } from "../../text/argument.ts";
import { scanDotenv } from "../../wasm/assignments.ts";
import { VariablesError } from "./error.ts";

/**
 * The variables that `--var` flags set, by their keys; `overrideVariables` applies them. A flag is one `key=value`, or
 * several separated by commas. A comma in double quotes belongs to the value. Each part is read as a line of a dotenv file,
 * so every value is text. If a key appears several times, the last one counts.
 *
 * @throws VariablesError (`var-flag`) for a part that is not `key=value`.
 * @example
 * parseVarFlags(["replicas=3,db.host=local", 'hosts="a,b"']) // { replicas: "3", "db.host": "local", hosts: "a,b" }
 */
export function parseVarFlags(flags: readonly string[]): Record<string, string> {
  checkList(flags, "flags");
  const variables = flags.map((flag, i) => {
    checkString(flag, `flags[${i}]`);
    const lines = splitAtCommas(flag).join("\n");
    checkLines(lines, i + 1);
    return parseDotenv(lines);
  });
  // Not Object.assign, which would set the prototype for `__proto__`.
  return Object.fromEntries(variables.flatMap((each) => Object.entries(each)));
}

/** Splits at each comma that is followed by an even number of double quotes: an unclosed quote has no effect. */
function splitAtCommas(flag: string): string[] {
  const parts: string[] = [];
  let end = flag.length;
  let isQuoted = false;
  for (let at = flag.length - 1; at >= 0; at--) {
    if (flag[at] === '"') isQuoted = !isQuoted;
    if (flag[at] !== "," || isQuoted) continue;
    parts.push(flag.slice(at + 1, end));
    end = at;
  }
  parts.push(flag.slice(0, end));
  return parts.reverse();
}

/** In a file, other lines are skipped; here they are errors. The message does not quote them, because they can be secret. */
function checkLines(lines: string, flag: number): void {
  const { assignments: each } = scanDotenv(lines);
  let hasValue = each.next();
  let start = 0;
  lines.split("\n").forEach((line, i) => {
    const end = start + line.length;
    while (hasValue && each.valueEnd < start) hasValue = each.next();
    const begins = hasValue && each.name <= end;
    const isWhole = begins && !lines.slice(each.name, each.value).includes("\n");
    if (!isWhole && !/^\s*(?:#|$)/.test(line)) {
      const place = `--var number ${flag}, part ${i + 1}`;
      const reason = `${place}: not key=value; put a value with a comma in double quotes: key="a,b"`;
      throw new VariablesError("var-flag", reason);
    }
    start = end + 1;
  });
}
