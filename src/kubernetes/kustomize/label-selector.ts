/** Selectors of labels and annotations, as Kubernetes reads them: `app=web, tier!=db, !legacy, env in (a, b)`. */

import { memberOf } from "../../text/own-keys.ts";

/** A word, or a sign. */
const TOKEN = /[^ \t\r\n!=<>(),]+|[=!]=|[!=<>(),]/g;
const KEY = /^(?:[a-z0-9.-]+\/)?[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?$/;
const VALUE = /^(?:[A-Za-z0-9](?:[\w.-]{0,61}[A-Za-z0-9])?)?$/;

/** @returns undefined for a selector that Kubernetes refuses, or one with `<` or `>` */
export function labelSelector(selector: string): ((labels: unknown) => boolean) | undefined {
  const tokens: readonly string[] = selector.match(TOKEN) ?? [];
  const tests: ((labels: unknown) => boolean)[] = [];
  let at = 0;
  const isAtEnd = () => at === tokens.length || tokens[at] === ",";
  while (at < tokens.length) {
    if (tests.length > 0 && tokens[at++] !== ",") return undefined;
    const isAbsent = tokens[at] === "!";
    if (isAbsent) at++;
    const key = tokens[at++] ?? "";
    if (!KEY.test(key)) return undefined;
    if (isAbsent || isAtEnd()) {
      tests.push((labels) => (textAt(labels, key) === undefined) === isAbsent);
      continue;
    }
    const operator = tokens[at++]!;
    let values: readonly string[] | undefined;
    if (operator === "in" || operator === "notin") {
      const end = tokens.indexOf(")", at);
      values = tokens[at] === "(" && end !== -1 ? listed(tokens.slice(at + 1, end)) : undefined;
      at = end + 1;
    } else if (/^(?:==?|!=)$/.test(operator)) {
      values = [isAtEnd() ? "" : tokens[at++]!];
    }
    if (!values?.every((value) => VALUE.test(value))) return undefined;
    const isNegated = operator === "notin" || operator === "!=";
    const wanted = new Set(values);
    tests.push((labels) => {
      const label = textAt(labels, key);
      return (label !== undefined && wanted.has(label)) !== isNegated;
    });
  }
  return (labels) => tests.every((test) => test(labels));
}

/** The values in parentheses; undefined if two of them are not separated. */
function listed(tokens: readonly string[]): readonly string[] | undefined {
  const isSeparated = tokens.every((token, i) => i === 0 || token === "," || tokens[i - 1] === ",");
  return isSeparated ? tokens.join("").split(",") : undefined;
}

function textAt(labels: unknown, key: string): string | undefined {
  const value = memberOf(labels, key);
  return value === undefined ? undefined : `${value ?? ""}`;
}
