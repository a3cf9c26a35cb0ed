/** The variables that `envFrom` would set from the ConfigMap or Secret in a manifest. */
import { readManifestObjects } from "../../../kubernetes/cluster/objects.ts";
import type { Secret } from "../../../kubernetes/pod/objects.ts";
import { secretKeys, secretValue } from "../../../kubernetes/pod/sources/secret-value.ts";
import { setKey } from "../../../text/own-keys.ts";
import { printable } from "../../../text/printable.ts";
import { InputError, InputErrors } from "../../frame/errors.ts";
import type { CommandIo } from "../../frame/io.ts";
import { ManifestFile } from "../../manifests/manifest-file.ts";

export const KINDS = { configmap: "ConfigMap", secret: "Secret" } as const;

/**
 * Reads every key of the only object of the kind in a YAML or JSON file. Reports `binaryData`, which sets no variables.
 *
 * @param dialectOption for messages
 * @throws InputError if the file does not contain exactly one such object; InputErrors for values that are not text
 */
export function manifestVariables(
  file: string,
  dialect: keyof typeof KINDS,
  io: CommandIo,
  dialectOption: string,
): Record<string, string> {
  const manifest = new ManifestFile(file, io);
  const objects = manifest.documents.map((document) => manifest.objectsIn(document, readManifestObjects));
  const found = {
    configmap: objects.flatMap(({ configMaps }) => configMaps),
    secret: objects.flatMap(({ secrets }) => secrets),
  };
  const [object, ...others] = found[dialect];
  const kind = KINDS[dialect];
  if (object === undefined) {
    const other = dialect === "secret" ? "configmap" : "secret";
    const hint = found[other].length > 0 ? ` but a ${KINDS[other]}; read it with ${dialectOption} ${other}` : "";
    throw new InputError(`${manifest.name}: the file contains no ${kind}${hint}`);
  }
  if (others.length > 0) {
    const names = found[dialect].map(({ metadata }) => printable(metadata?.name ?? "?")).join(", ");
    const what = `the file contains several ${kind}s (${printable(names)})`;
    throw new InputError(`${manifest.name}: ${what}; move one to a file of its own`);
  }
  const name = `${manifest.name}: ${kind}/${printable(object.metadata?.name ?? "?")}`;
  const binary = "binaryData" in object ? Object.keys(object.binaryData ?? {}).length : 0;
  if (binary > 0) io.report(`${name}: binaryData sets no variables (keys skipped: ${binary})`);
  return variablesOf(dialect === "configmap" ? { stringData: object.data ?? {} } : object, name);
}

function variablesOf(secret: Secret, name: string): Record<string, string> {
  const variables: Record<string, string> = {};
  const problems: string[] = [];
  for (const key of secretKeys(secret)) {
    const result = secretValue(secret, key)!;
    const problem = "error" in result ? result.error : result.bytes && "not UTF-8";
    if (problem !== undefined) problems.push(`${name}: the value of ${printable(key)} is ${problem}`);
    else if ("value" in result) setKey(variables, key, result.value);
  }
  if (problems.length > 0) throw new InputErrors(problems);
  return variables;
}
