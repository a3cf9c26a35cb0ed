/**
 * Env files, as plainly as can be: bytes as a string of one character each, cut into lines first. Answers with every
 * assignment before the first error, and with that error's message and offset.
 */
export interface ReferenceScan {
  assignments: { name: string; value: string; offset: number; valueStart: number; valueEnd: number }[];
  error?: { code: string; line: number; offset: number };
}

export function referenceEnvFile(file: string, profile: "design" | "kubelet"): ReferenceScan {
  const isDesign = profile === "design";
  const assignments: ReferenceScan["assignments"] = [];
  if (isDesign && file.length > 65_536)
    return { assignments, error: { code: "file-too-large", line: 0, offset: 65_536 } };

  const lines = file.split("\n");
  let lineStart = 0;
  let open: { name: string; offset: number; valueStart: number; line: number } | undefined;
  for (let number = 1; number <= lines.length; number++) {
    const whole = lines[number - 1]!;
    const start = lineStart;
    lineStart += whole.length + 1;
    if (number === lines.length && whole === "") break;
    const fail = (code: string, column: number) => ({
      assignments,
      error: { code, line: number, offset: start + column },
    });
    if (whole.length > 65_535) {
      if (open !== undefined) break;
      return fail("line-too-long", 0);
    }
    const line = whole.endsWith("\r") ? whole.slice(0, -1) : whole;

    let from = 0;
    if (open === undefined) {
      const indent = /^[ \t]*/.exec(line)![0].length;
      if (indent === line.length || line[indent] === "#") continue;
      const equals = line.indexOf("=", indent);
      if (equals === -1) return fail("missing-equals-sign", indent);
      const name = line.slice(indent, equals);
      if (name === "") return fail("empty-name", equals);
      if (/[ \t]$/.test(name)) return fail("blank-before-equals-sign", equals - 1);
      if (isDesign) {
        const invalid = name.search(/[^\x20-\x7e]/);
        if (invalid !== -1) return fail("invalid-name", indent + invalid);
        if (name.length > 128) return fail("name-too-long", indent);
      }
      const first = line[equals + 1];
      if (!isDesign && (first === " " || first === "\t")) {
        const valueStart = start + equals + 1;
        assignments.push({ name, value: "", offset: start + indent, valueStart, valueEnd: valueStart });
        continue;
      }
      if (first !== "'") return fail("value-not-quoted", equals + 1);
      from = equals + 2;
      open = { name, offset: start + indent, valueStart: start + from, line: number };
    }
    const closing = line.indexOf("'", from);
    if (closing === -1) continue;
    const { name, offset, valueStart } = open;
    const valueEnd = start + closing;
    const value = file.slice(valueStart, valueEnd).replaceAll("\r\n", "\n");
    if (isDesign && value.length > 32_768) {
      return { assignments, error: { code: "value-too-long", line: open.line, offset: valueStart } };
    }
    const rest = /^[ \t]*(.?)/s.exec(line.slice(closing + 1))!;
    if (rest[1] !== "" && rest[1] !== "#") return fail("content-after-quote", closing + rest[0].length);
    assignments.push({ name, value, offset, valueStart, valueEnd });
    open = undefined;
  }
  if (open === undefined) return { assignments };
  return { assignments, error: { code: "unclosed-quote", line: open.line, offset: open.valueStart - 1 } };
}
