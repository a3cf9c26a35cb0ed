/** Validates names of variables, keys, labels, and objects, with apimachinery's messages. */

const QUALIFIED_NAME = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const DNS_LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const DNS_SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

const QUALIFIED_NAME_MESSAGE =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character " +
  "(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is " +
  "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const DNS_SUBDOMAIN_MESSAGE =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and " +
  "end with an alphanumeric character (e.g. 'example.com', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const DATA_KEY_MESSAGE =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  " +
  "or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";
const DNS_LABEL_MESSAGE =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with " +
  "an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')";

/** The problems of a key such as `app` or `example.com/app`. */
export function qualifiedNameProblems(key: string): string[] {
  const parts = key.split("/");
  if (parts.length > 2) {
    return [
      `a qualified name ${QUALIFIED_NAME_MESSAGE} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  }
  const problems: string[] = [];
  const name = parts.at(-1)!;
  if (parts.length === 2) {
    const prefix = parts[0]!;
    if (prefix === "") problems.push("prefix part must be non-empty");
    else problems.push(...dnsSubdomainProblems(prefix).map((problem) => `prefix part ${problem}`));
  }
  if (name === "") problems.push("name part must be non-empty");
  else if (name.length > 63) problems.push("name part must be no more than 63 characters");
  if (!QUALIFIED_NAME.test(name)) problems.push(`name part ${QUALIFIED_NAME_MESSAGE}`);
  return problems;
}

/** The problems of an object's name. */
export function dnsSubdomainProblems(name: string): readonly string[] {
  return nameProblems(name, 253, DNS_SUBDOMAIN, DNS_SUBDOMAIN_MESSAGE);
}

/** The problems of a volume's or container's name. */
export function dnsLabelProblems(name: string): readonly string[] {
  return nameProblems(name, 63, DNS_LABEL, DNS_LABEL_MESSAGE);
}

function nameProblems(name: string, most: number, pattern: RegExp, message: string): string[] {
  const problems = name.length > most ? [`must be no more than ${most} characters`] : [];
  if (!pattern.test(name)) problems.push(message);
  return problems;
}

const STRICT = /^[-._a-zA-Z][-._a-zA-Z0-9]*$/;

/** Whether the name follows the rule before 1.32, which kubelets before 1.30 require for keys of `envFrom`. */
export function isStrictVariableName(name: string): boolean {
  return STRICT.test(name) && name !== "." && !name.startsWith("..");
}

const PRINTABLE = /^[ -<>-~]+$/;

/** The problems of a variable's name under the rule since 1.32: printable ASCII without `=`. */
export function variableNameProblems(name: string): readonly string[] {
  if (name === "") return ["environment variable name must be non-empty"];
  if (PRINTABLE.test(name)) return [];
  return ["a valid environment variable name must consist only of printable ASCII characters other than '='"];
}

/** The problems of a key of a ConfigMap or Secret. */
export function dataKeyProblems(key: string): string[] {
  const problems = nameProblems(key, 253, /^[-._a-zA-Z0-9]+$/, DATA_KEY_MESSAGE);
  if (key === "." || key === "..") problems.push(`must not be '${key}'`);
  else if (key.startsWith("..")) problems.push("must not start with '..'");
  return problems;
}
