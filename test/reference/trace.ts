/**
 * The shortest obviously correct judgement of the `$` sequences of a container without services, whose envFrom is one
 * ConfigMap: `data`, or undefined if it is absent in an open world. The oracle; never shipped.
 */
export interface TracedContainer {
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly data: Readonly<Record<string, string>> | undefined;
  readonly args: readonly string[];
  readonly script: string;
  readonly hook: string;
}

/** `args[0] 0-4 A expanded` */
export function referenceTrace({ env, data, args, script, hook }: TracedContainer): string[] {
  const isSet = (name: string, before: number) =>
    (data !== undefined && Object.hasOwn(data, name)) || env.some((entry, i) => i < before && entry.name === name);
  const inEnvironment = (before: number, isShell: boolean) => (form: Form, name: string) => {
    if (form === "dollars") return "escaped";
    if (form === "reference") {
      if (isSet(name, before)) return "expanded";
      const isKey = /^[-._a-zA-Z0-9]{1,253}$/.test(name) && name !== "." && !name.startsWith("..");
      if (data === undefined && isKey) return "unknown";
      if (env.some((entry, i) => i >= before && entry.name === name)) return "declared-later";
      if (!isShell && !/^[-._a-zA-Z][-._a-zA-Z0-9]*:[-=?+]/.test(name)) return "undefined";
    }
    return isShell ? "shell" : "malformed";
  };
  const never = () => "not-expanded-here";
  const all = env.length;
  return [
    ...env.flatMap(({ value }, i) => lines(`env[${i}].value`, value, false, inEnvironment(i, false))),
    ...Object.values(data ?? {}).flatMap((value) => lines("envFrom[0]", value, false, never)),
    ...lines("command[2]", script, true, inEnvironment(all, true)),
    ...args.flatMap((text, i) => lines(`args[${i}]`, text, false, inEnvironment(all, false))),
    ...lines("lifecycle.preStop.exec.command[1]", hook, false, never),
  ];
}

type Form = "reference" | "dollars" | "other";

function lines(where: string, text: string, isShell: boolean, judge: (form: Form, name: string) => string): string[] {
  const found: string[] = [];
  const add = (start: number, end: number, form: Form, name: string) => {
    const verdict = judge(form, name);
    const isWhole = ["expanded", "unknown", "declared-later"].includes(verdict);
    const shown =
      form === "reference" && !isWhole ? (/^([-._a-zA-Z][-._a-zA-Z0-9]*):[-=?+]/.exec(name)?.[1] ?? name) : name;
    found.push(`${where} ${start}-${end} ${shown} ${verdict}`);
    return end;
  };
  for (let i = 0; i < text.length; ) {
    const rest = text.slice(i);
    const closer = text.indexOf(")", i);
    const other = isShell
      ? /^\$(?:\{[#!]?(\w+|[@*?#!-])(?:[^{}$]*\})?|([A-Za-z_]\w*|[0-9@*#?!-]))/.exec(rest)
      : /^\$(?:\{[#!]?([A-Za-z_]\w*)(?:[^{}$]*\})?|([A-Za-z_]\w*))/.exec(rest);
    if (rest.startsWith("$$")) {
      const escaped = /^\$\$\(([^()$]*)\)/.exec(rest);
      i = add(i, i + (escaped?.[0].length ?? 2), "dollars", escaped?.[1] ?? "");
    } else if (rest.startsWith("$(") && closer >= 0) {
      i = add(i, closer + 1, "reference", text.slice(i + 2, closer));
    } else if (rest.startsWith("$(")) {
      const open = /^\$\(([A-Za-z_][\w.-]*)?/.exec(rest)!;
      i = add(i, i + open[0].length, "other", open[1] ?? "");
    } else if (other !== null) {
      i = add(i, i + other[0].length, "other", other[1] ?? other[2]!);
    } else {
      i++;
    }
  }
  return found;
}
