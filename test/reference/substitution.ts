/**
 * The shortest obviously correct expansion of three dialects of `${NAME}`, on strings. Slow; never shipped. (For Flux, the
 * recorded cases are the reference.)
 */
type Values = Readonly<Record<string, string>>;

export function referenceEnvsubst(input: string, values: Values): string {
  return input.replace(/\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})/g, (_, bare, braced) => values[bare ?? braced] ?? "");
}

/** @throws Error for an invalid reference */
export function referenceOtel(input: string, values: Values): string {
  return input
    .split("$$")
    .map((part) =>
      part.replace(/\$\{([^}]*)\}/g, (_, body) => {
        const found = /^(?:env:)?([A-Za-z_]\w*)(?::-(.*))?$/.exec(body);
        if (found === null) throw new Error("invalid");
        return values[found[1]!] || (found[2] ?? "");
      }),
    )
    .join("$");
}

/** @throws Error for an invalid reference, or a required variable */
export function referenceCompose(input: string, values: Values): string {
  const pattern = /\$(?:(\$)|([A-Za-z_]\w*)|\{(?:([A-Za-z_]\w*)(?:(:?)([-+?])(.*))?\}|()))/g;
  return input.replace(pattern, (all, escaped, bare, name, colon, operator, word, invalid) => {
    if (invalid !== undefined) throw new Error("invalid");
    if (escaped !== undefined) return "$";
    if (operator === undefined) return values[bare ?? name] ?? "";
    const close = balanced(all);
    const own = close === -1 ? word : word.slice(0, word.length - (all.length - 1 - close));
    const rest = close === -1 ? "" : all.slice(close + 1);
    const value = values[name] ?? "";
    const isPresent = colon === ":" ? value !== "" : Object.hasOwn(values, name);
    if (operator === "?" && !isPresent) throw new Error("required");
    const usesWord = operator === "+" ? isPresent : operator === "-" && !isPresent;
    return (usesWord ? referenceCompose(own, values) : value) + referenceCompose(rest, values);
  });
}

/** The brace that balances the first one, or -1; the character after a `{` does not count. */
function balanced(text: string): number {
  let open = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "}" && --open === 0) return i;
    if (text[i] === "{") {
      open++;
      i++;
    }
  }
  return -1;
}
