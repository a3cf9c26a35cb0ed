/** The variables that a container gets from a manifest's ConfigMap or Secret through `envFrom`. */
import { readManifestObjects } from "../../../kubernetes/cluster/objects.ts";
import type { Secret } from "../../../kubernetes/pod/objects.ts";
import { secretKeys, secretValue } from "../../../kubernetes/pod/sources/secret-value.ts";
import { getOwn, setKey } from "../../../text/own-keys.ts";
import { printable } from "../../../text/printable.ts";
import { InputError, InputErrors } from "../../frame/errors.ts";
import type { CommandIo } from "../../frame/io.ts";
import { ManifestFile } from "../../manifests/manifest-file.ts";
import type { EnvFileSource } from "./source.ts";

/** How `--dialect` calls the kinds. */
const KINDS = { configmap: "ConfigMap", secret: "Secret" } as const;
export type ManifestDialect = keyof typeof KINDS;

export function isManifestDialect(dialect: string): dialect is ManifestDialect {
  return Object.hasOwn(KINDS, dialect);
}

/**
 * Every key of the only object of the kind in a file of YAML or JSON. `binaryData` sets no variables, and is reported.
 *
 * @param dialectOption for messages
 *
 * @throws InputError if the file has no such object or several; InputErrors for values that are no text
 */
export function manifestSource(
  file: string,
  dialect: ManifestDialect,
  io: CommandIo,
  dialectOption = "--dialect",
): EnvFileSource {
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
    const hint = found[other].length > 0 ? `, but a ${KINDS[other]}; read it with ${dialectOption} ${other}` : "";
    throw new InputError(`${manifest.name}: the file has no ${kind}${hint}`);
  }
  if (others.length > 0) {
    const names = found[dialect].map(({ metadata }) => printable(metadata?.name ?? "?")).join(", ");
    throw new InputError(
      `${manifest.name}: the file has several ${kind}s (${printable(names)}); give one of them a file`,
    );
  }
  const name = `${manifest.name}: ${kind}/${printable(object.metadata?.name ?? "?")}`;
  const binary = "binaryData" in object ? Object.keys(object.binaryData ?? {}).length : 0;
  if (binary > 0) io.report(`${name}: binaryData sets no variables (keys left out: ${binary})`);
  const variables = variablesOf(dialect === "configmap" ? { stringData: object.data ?? {} } : object, name);
  return { variables: () => variables, valueOf: (key) => getOwn(variables, key) as string | undefined };
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
