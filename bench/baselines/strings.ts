/**
 * The fastest pure JavaScript we could write for strings: `indexOf` (which the engine vectorizes), slices (which do not
 * copy), and one Map. Never shipped.
 */
export function expandString(input: string, mapping: (name: string) => string): string {
  let dollar = input.indexOf("$");
  if (dollar < 0) return input;
  let output = "";
  let literal = 0;
  let closerAhead = true;
  while (dollar >= 0) {
    const next = input.charCodeAt(dollar + 1);
    if (next === 0x28 && closerAhead) {
      const closer = input.indexOf(")", dollar + 2);
      if (closer < 0) {
        closerAhead = false;
        dollar = input.indexOf("$", dollar + 2);
        continue;
      }
      if (literal < dollar) output += input.substring(literal, dollar);
      output += mapping(input.substring(dollar + 2, closer));
      literal = closer + 1;
      dollar = input.indexOf("$", literal);
    } else if (next === 0x24) {
      output += input.substring(literal, dollar + 1);
      literal = dollar + 2;
      dollar = input.indexOf("$", literal);
    } else {
      dollar = input.indexOf("$", dollar + 1);
    }
  }
  return literal < input.length ? output + input.substring(literal) : output;
}

/** The same with variables in a Map. References to unknown names do not change. */
export function expandStringWith(input: string, variables: ReadonlyMap<string, string>): string {
  let dollar = input.indexOf("$");
  if (dollar < 0) return input;
  let output = "";
  let literal = 0;
  let closerAhead = true;
  while (dollar >= 0) {
    const next = input.charCodeAt(dollar + 1);
    if (next === 0x28 && closerAhead) {
      const closer = input.indexOf(")", dollar + 2);
      if (closer < 0) {
        closerAhead = false;
        dollar = input.indexOf("$", dollar + 2);
        continue;
      }
      const value = variables.get(input.substring(dollar + 2, closer));
      if (value !== undefined) {
        if (literal < dollar) output += input.substring(literal, dollar);
        output += value;
        literal = closer + 1;
      }
      dollar = input.indexOf("$", closer + 1);
    } else if (next === 0x24) {
      output += input.substring(literal, dollar + 1);
      literal = dollar + 2;
      dollar = input.indexOf("$", literal);
    } else {
      dollar = input.indexOf("$", dollar + 1);
    }
  }
  return literal < input.length ? output + input.substring(literal) : output;
}

const REFERENCE = /\$(?:\$|\(([^)]*)\))/g;

/** The obvious solution: a regular expression. (Quadratic on many `$(` without a `)`.) */
export function expandRegExp(input: string, variables: ReadonlyMap<string, string>): string {
  return input.replace(REFERENCE, (reference, name) => (name === undefined ? "$" : (variables.get(name) ?? reference)));
}

/** The same for `${NAME}`, without `$$`. */
export function expandBraces(input: string, variables: ReadonlyMap<string, string>): string {
  let output = "";
  let literal = 0;
  for (let dollar = input.indexOf("${"); dollar >= 0; dollar = input.indexOf("${", literal)) {
    const closer = input.indexOf("}", dollar + 2);
    if (closer < 0) break;
    output += input.substring(literal, dollar) + (variables.get(input.substring(dollar + 2, closer)) ?? "");
    literal = closer + 1;
  }
  return output + input.substring(literal);
}
