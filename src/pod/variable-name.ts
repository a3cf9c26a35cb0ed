/** Which names a variable may have. Messages as apimachinery has them. */

const STRICT = /^[-._a-zA-Z][-._a-zA-Z0-9]*$/;

/** Whether the name is one under the rule before 1.32, as kubelets before 1.30 ask of `envFrom`'s keys. */
export function isStrictVariableName(name: string): boolean {
  return STRICT.test(name) && name !== "." && !name.startsWith("..");
}

/** What is wrong with a name under the rule since 1.32: printable ASCII without `=`. */
export function variableNameProblems(name: string): string[] {
  if (name === "") return ["environment variable name must be non-empty"];
  if (/^[ -<>-~]+$/.test(name)) return [];
  return ["a valid environment variable name must consist only of printable ASCII characters other than '='"];
}
