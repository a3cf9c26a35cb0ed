/**
 * Plain scalars that some reader of YAML does not take for a string: YAML 1.1 (PyYAML, Ruby), 1.2, Kubernetes' go-yaml v2
 * (between the two), and v3. `y`, `0o7`, `1_000`, `12:30:45`, `.inf`, `2001-01-01`, `=`.
 */
const WORD =
  /^(?:|~|null|Null|NULL|true|True|TRUE|false|False|FALSE|[yYnN]|yes|Yes|YES|no|No|NO|on|On|ON|off|Off|OFF|<<|=|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
/** The start of a number in another base; readers differ about the digits behind. */
const BASED = /^[-+]?0[bBoOxX]/;
const DECIMAL = /^[-+]?(?:\.[0-9]+|[0-9]+(?::[0-9]+)*(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const DATE = /^[0-9]{4}-[0-9][0-9]?-[0-9][0-9]?/;

/** Whether a plain scalar with this text is a string for every reader of YAML. Everything that writes YAML asks here. */
export function isYamlString(text: string): boolean {
  return !(
    WORD.test(text) ||
    BASED.test(text) ||
    DATE.test(text) ||
    // Digits may be grouped.
    DECIMAL.test(text.replaceAll("_", ""))
  );
}

/** The text with U+FFFD for each lone surrogate: UTF-8 cannot hold one, and no escape of YAML stands for one. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, "\ufffd");
}
