/** Which names variables may have, and the keys of ConfigMaps and Secrets. Messages as apimachinery has them. */

const STRICT = /^[-._a-zA-Z][-._a-zA-Z0-9]*$/;

/** Whether the name is one under the rule before 1.32, as kubelets before 1.30 ask of `envFrom`'s keys. */
export function isStrictVariableName(name: string): boolean {
  return STRICT.test(name) && name !== "." && !name.startsWith("..");
}

const PRINTABLE = /^[ -<>-~]+$/;
const NOTHING: readonly string[] = [];

/** What is wrong with a name under the rule since 1.32: printable ASCII without `=`. */
export function variableNameProblems(name: string): readonly string[] {
  if (name === "") return ["environment variable name must be non-empty"];
  if (PRINTABLE.test(name)) return NOTHING;
  return ["a valid environment variable name must consist only of printable ASCII characters other than '='"];
}

/** What is wrong with a key of a ConfigMap or Secret. */
export function dataKeyProblems(key: string): string[] {
  const problems = key.length > 253 ? ["must be no more than 253 characters"] : [];
  if (!/^[-._a-zA-Z0-9]+$/.test(key)) {
    problems.push(
      "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  " +
        "or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')",
    );
  }
  if (key === "." || key === "..") problems.push(`must not be '${key}'`);
  else if (key.startsWith("..")) problems.push("must not start with '..'");
  return problems;
}
