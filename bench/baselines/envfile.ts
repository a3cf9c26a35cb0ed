/**
 * The fastest pure JavaScript for `NAME='value'` lines, comments, and empty lines, without any checks. Never shipped.
 */
export function parseEnvFileWithIndexOf(text: string): Record<string, string> {
  const variables: Record<string, string> = Object.create(null);
  let at = 0;
  while (at < text.length) {
    const first = text.charCodeAt(at);
    if (first === 0x0a) {
      at += 1;
    } else if (first === 0x23) {
      const lineEnd = text.indexOf("\n", at);
      at = lineEnd < 0 ? text.length : lineEnd + 1;
    } else {
      const equals = text.indexOf("=", at);
      const closing = text.indexOf("'", equals + 2);
      variables[text.slice(at, equals)] = text.slice(equals + 2, closing);
      at = closing + 2;
    }
  }
  return variables;
}
