/** The ConfigMaps and Secrets that a kustomization generates. Each key has the place that its value comes from. */

import { encodeBase64 } from "../../text/base64.ts";
import { memberOf } from "../../text/own-keys.ts";
import { type Node, nodeAt } from "../../yaml/node.ts";
import type { Budget } from "./budget.ts";
import { fileAt, inFile, itemsOf, mappingAt, membersOf, type SourceFile, scalarAt, textOf } from "./tree.ts";

/** What a generator makes. */
export interface Generated {
  readonly document: Node;
  readonly behavior: "create" | "merge" | "replace";
  /** kustomize adds a hash to the name. */
  readonly hasHash: boolean;
  /** A part of it cannot be read. */
  readonly isUnknown: boolean;
  /** Why kustomize cannot generate it, in its words. */
  readonly refusal: string | undefined;
}

/**
 * @param args the entry of `configMapGenerator` or `secretGenerator`
 * @param options `generatorOptions`
 * @param read reads a file by its path from the kustomization
 * @throws LimitError
 */
export function generate(
  kind: "ConfigMap" | "Secret",
  args: Node,
  options: Node | undefined,
  read: (path: string, at: Node) => SourceFile | undefined,
  budget: Budget,
): Generated {
  const pairs: [key: string, value: Node][] = [];
  let isUnknown = false;
  const text = (at: Node, value: string) =>
    scalarAt(at, kind === "Secret" && !value.startsWith(ENCRYPTED_VALUE) ? encodeBase64(value) : value);
  const envs = [nodeAt(args, ["env"]), ...itemsOf(nodeAt(args, ["envs"]))];
  let refusal: string | undefined;
  for (const node of envs) {
    const path = textOf(node);
    if (path === undefined) continue;
    const file = read(path, node!);
    isUnknown ||= file === undefined;
    budget.spend(1 + (file?.text.length ?? 0) / 2);
    for (const { name, value, start, end } of file === undefined ? [] : assignmentsOf(file.text)) {
      pairs.push([name, inFile(text({ ...scalarAt(args, ""), start, end }, value), file!)]);
    }
  }
  for (const literal of itemsOf(nodeAt(args, ["literals"]))) {
    const equals = `${literal.value}`.indexOf("=");
    if (equals < 1) {
      isUnknown = true;
      refusal ??= "invalid literal source, expected key=value";
    } else
      pairs.push([`${literal.value}`.slice(0, equals), text(literal, unquoted(`${literal.value}`.slice(equals + 1)))]);
  }
  for (const source of itemsOf(nodeAt(args, ["files"]))) {
    const parts = `${source.value}`.split("=");
    const [path = "", key = path.slice(path.lastIndexOf("/") + 1)] = parts.toReversed();
    // kustomize refuses other sources.
    const isRefused = parts.length > 2 || parts.includes("");
    if (isRefused) refusal ??= `source "${source.value}" must be a file, or key=file`;
    const file = isRefused ? undefined : read(path, source);
    isUnknown ||= file === undefined;
    budget.spend(1 + (file?.text.length ?? 0) / 16);
    if (file === undefined) continue;
    // The text of a ConfigMap has its places in the file.
    const whole = { start: 0, end: file.text.length, contentStart: 0, style: "literal", indent: 0 } as const;
    const value = text(source, isEncryptedFile(file) ? `${ENCRYPTED_VALUE}]` : file.text);
    pairs.push([key, kind === "Secret" ? value : inFile({ ...value, ...whole }, file)]);
  }
  const keys = new Set<string>();
  for (const [key] of pairs) {
    if (keys.has(key)) refusal ??= `${kind.toLowerCase()} illegally repeats the key \`${key}\``;
    keys.add(key);
  }
  isUnknown ||= keys.size < pairs.length;
  if (textOf(nodeAt(args, ["name"])) === undefined) refusal ??= `a ${kind.toLowerCase()} must have a name`;
  const own = nodeAt(args, ["options"]);
  const metadata: [string, Node][] = [];
  for (const member of ["name", "namespace"]) {
    const node = nodeAt(args, [member]);
    if (textOf(node) !== undefined) metadata.push([member, node!]);
  }
  budget.spend((options?.size ?? 0) + args.size);
  for (const member of ["labels", "annotations"]) {
    const members = [...membersOf(nodeAt(options ?? args, [member])), ...membersOf(own && nodeAt(own, [member]))];
    if (members.length > 0) metadata.push([member, mappingAt(args, members)]);
  }
  const document = mappingAt(args, [
    ["apiVersion", scalarAt(args, "v1")],
    ["kind", scalarAt(args, kind)],
    ["metadata", mappingAt(args, metadata)],
    ["data", mappingAt(args, pairs)],
  ]);
  const behavior = memberOf(args.value, "behavior");
  const hasHash = [options, own].every((node) => memberOf(node?.value, "disableNameSuffixHash") !== true);
  return {
    document,
    behavior: behavior === "merge" || behavior === "replace" ? behavior : "create",
    hasHash,
    isUnknown,
    refusal,
  };
}

/** What SOPS writes in place of a value. Flux decrypts it, and it is unknown here. */
const ENCRYPTED_VALUE = "ENC[";

/** Whether a file is encrypted as a whole: by its name, or with the metadata of SOPS or of Ansible Vault. */
function isEncryptedFile({ path, text }: SourceFile): boolean {
  return (
    /\.(?:age|enc|encrypted|gpg|sops|vault)$/.test(path) ||
    text.startsWith("$ANSIBLE_VAULT;") ||
    /\bmac"?(?: =|:) "?ENC\[/.test(text)
  );
}

/** The object that a generator merges its own into: both have keys, and those of the generator count. */
export function mergedGenerated(before: Node, { document, behavior }: Generated): Node {
  const kept = (...path: string[]) => inFile(nodeAt(before, path)!, fileAt(before, path)!);
  const members = membersOf(document).set("metadata", kept("metadata"));
  if (behavior === "merge") {
    const old = [...membersOf(nodeAt(before, ["data"])).keys()].map((key) => [key, kept("data", key)] as const);
    members.set("data", mappingAt(document, [...old, ...membersOf(members.get("data"))]));
  }
  return mappingAt(document, members);
}

function unquoted(text: string): string {
  return /^(?:".*"|'.*')$/s.test(text) ? text.slice(1, -1) : text;
}

const LEADING_SPACE = /^(?:[^\S\ufeff]|\x85)+/;

/** The lines of an env file, as kustomize reads one: nothing is unquoted, and a name alone has the value "". */
function assignmentsOf(text: string) {
  const found: { name: string; value: string; start: number; end: number }[] = [];
  for (const { 0: line, index } of text.matchAll(/[^\n]+/g)) {
    const trimmed = line
      .replace(index === 0 ? /^\ufeff/ : "", "")
      .replace(LEADING_SPACE, "")
      .replace(/\r$/, "");
    if (/^(?:$|[#=])/.test(trimmed)) continue;
    const start = index + line.indexOf(trimmed);
    const [name = "", value = ""] = trimmed.split(/=(.*)/s);
    found.push({ name, value, start, end: start + trimmed.length });
  }
  return found;
}
