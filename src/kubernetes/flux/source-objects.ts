/** The objects of a repository that become a ConfigMap or Secret with variables, and the keys that they state. */

import { decodeBase64, encodeBase64 } from "../../text/base64.ts";
import { memberOf } from "../../text/own-keys.ts";
import { tryOrUndefined } from "../../text/try-or-undefined.ts";
import { type Node, nodeAt } from "../../yaml/node.ts";
import { type Budget, fileAt, generate, itemsOf, LimitError, membersOf, type SourceFile } from "../kustomize/index.ts";

export interface FluxVariable {
  readonly name: string;
  /** Undefined if it is unknown, and for Secrets. */
  readonly value: string | undefined;
  /** The value in a Secret in plain text, to judge what it does to YAML. It must not be shown. */
  readonly secret?: string | undefined;
  /** The object: `ConfigMap/cluster-settings`. */
  readonly from: string;
  /** Its value, in the file that sets it. */
  readonly node: Node;
  readonly file: SourceFile;
}

/** A ConfigMap or Secret, or an object that creates one. */
export interface SourceObject {
  readonly kind: "ConfigMap" | "Secret";
  readonly name: string;
  /** Undefined if it is not set, or if something can change it. */
  readonly namespace: string | undefined;
  /** Whether the object in the cluster can have other keys. */
  readonly canDiffer: boolean;
  /** Whether it is a patch, which sets only some of the keys. */
  readonly isPatch?: boolean;
  /** Returns undefined if the keys are not known. */
  variables(): readonly FluxVariable[] | undefined;
}

/** A source whose keys the user states. */
export interface StatedSource {
  readonly kind: "ConfigMap" | "Secret";
  readonly name: string;
  readonly namespace: string | undefined;
  /** The keys, with their places. */
  readonly keys: ReadonlyMap<string, Node>;
  readonly file: SourceFile;
  /** Whether it has no other keys. */
  readonly isComplete: boolean;
}

export interface SourceContext {
  readonly file: SourceFile;
  readonly budget: Budget;
  /** Whether the file is in the path of a Kustomization, or in the folder of one. */
  readonly isApplied: boolean;
  /** Reads a file of a generator. */
  readonly read: (name: string) => SourceFile | undefined;
}

export function sourceObjects(document: Node, context: SourceContext): SourceObject[] {
  const { value } = document;
  const kind = memberOf(value, "kind");
  if (kind === "ConfigMap" || kind === "Secret") return [plainObject(kind, document, context)];
  if (kind === "ExternalSecret") return [externalSecret(document, context)];
  if (kind === "SealedSecret") return [sealedSecret(document, context)];
  if (CREATES_SECRET.test(`${kind}`)) return createdSecrets(value);
  return [...generated("ConfigMap", document, context), ...generated("Secret", document, context)];
}

function plainObject(kind: "ConfigMap" | "Secret", document: Node, { file, isApplied }: SourceContext): SourceObject {
  const metadata = memberOf(document.value, "metadata");
  const name = `${memberOf(metadata, "name")}`;
  // Other Secrets in plain text are often placeholders, for example for tests.
  const canDiffer = kind === "Secret" && memberOf(document.value, "sops") === undefined && !isApplied;
  const variables = () => {
    const all = variablesIn(kind, document, file);
    // What differs must not be judged.
    return canDiffer ? all.map((each) => ({ ...each, secret: undefined })) : all;
  };
  return { kind, name, namespace: namespaceOf(metadata), canDiffer, variables };
}

/** Annotations of controllers that copy an object to other namespaces. */
const COPIES = /reflect|replicat|kubed|copier/;

/** @param template what creates the object, if the document does not */
function namespaceOf(metadata: unknown, template?: unknown): string | undefined {
  const namespace = memberOf(metadata, "namespace");
  const isCopied = [metadata, memberOf(template, "metadata")].some((each) => {
    return Object.keys(memberOf(each, "annotations") ?? {}).some((key) => COPIES.test(key));
  });
  return typeof namespace === "string" && !isCopied ? namespace : undefined;
}

/** The Secret of an ExternalSecret. It has the keys of its template if this does not merge them. */
function externalSecret(document: Node, { file }: SourceContext): SourceObject {
  const { value } = document;
  const metadata = memberOf(value, "metadata");
  const target = memberOf(memberOf(value, "spec"), "target");
  const template = memberOf(target, "template");
  const name = `${memberOf(target, "name") ?? memberOf(metadata, "name")}`;
  const variables = () => {
    const isMerged = memberOf(target, "creationPolicy") === "Merge" || memberOf(template, "templateFrom") !== undefined;
    const ofTemplate = membersOf(nodeAt(document, ["spec", "target", "template", "data"]));
    const keys = new Map<string, Node>(ofTemplate);
    if (ofTemplate.size === 0 || memberOf(template, "mergePolicy") === "Merge") {
      if (itemsOf(nodeAt(document, ["spec", "dataFrom"])).length > 0) return undefined;
      for (const item of itemsOf(nodeAt(document, ["spec", "data"]))) {
        const key = memberOf(item.value, "secretKey");
        if (typeof key === "string") keys.set(key, nodeAt(item, ["secretKey"])!);
      }
    }
    return isMerged || keys.size === 0 || hasReference(keys) ? undefined : statedVariables(name, keys, document, file);
  };
  return { kind: "Secret", name, namespace: namespaceOf(metadata, template), canDiffer: false, variables };
}

function sealedSecret(document: Node, { file }: SourceContext): SourceObject {
  const { value } = document;
  const metadata = memberOf(value, "metadata");
  const template = memberOf(memberOf(value, "spec"), "template");
  const name = `${memberOf(memberOf(template, "metadata"), "name") ?? memberOf(metadata, "name")}`;
  const variables = () => {
    const lists = [["encryptedData"], ["template", "data"]].map((path) => nodeAt(document, ["spec", ...path]));
    const keys = new Map(lists.flatMap((list) => [...membersOf(list)]));
    return keys.size === 0 || hasReference(keys) ? undefined : statedVariables(name, keys, document, file);
  };
  return { kind: "Secret", name, namespace: namespaceOf(metadata, template), canDiffer: false, variables };
}

/** Whether a substitution can change a key. */
function hasReference(keys: ReadonlyMap<string, Node>): boolean {
  return [...keys.keys()].some((key) => key.includes("$"));
}

function statedVariables(name: string, keys: ReadonlyMap<string, Node>, document: Node, file: SourceFile) {
  const inFile = fileAt(document, []) ?? file;
  return Array.from(keys, ([key, node]): FluxVariable => {
    return { name: key, value: undefined, from: `Secret/${name}`, node, file: inFile };
  });
}

/** The kinds of objects that an operator creates a Secret for. */
const CREATES_SECRET = /Secret(?!Store|Provider)|^OnePasswordItem$/;

/** The Secret of an object that does not state its keys: it has the name of the object unless it is set. */
function createdSecrets(object: unknown): SourceObject[] {
  const spec = memberOf(object, "spec");
  const holders = [spec, memberOf(spec, "externalSecretSpec"), memberOf(spec, "template")];
  const targets = holders.flatMap((holder) => [memberOf(holder, "target"), memberOf(holder, "destination")]);
  const metadata = [memberOf(object, "metadata"), memberOf(memberOf(spec, "template"), "metadata")];
  const names = [...targets, ...metadata].map((holder) => memberOf(holder, "name"));
  return names.flatMap((name): SourceObject[] =>
    typeof name === "string"
      ? [{ kind: "Secret", name, namespace: undefined, canDiffer: true, variables: () => undefined }]
      : [],
  );
}

function generated(
  kind: "ConfigMap" | "Secret",
  document: Node,
  { budget, file, read }: SourceContext,
): SourceObject[] {
  const list = kind === "Secret" ? "secretGenerator" : "configMapGenerator";
  return itemsOf(nodeAt(document, [list])).map((args) => {
    const variables = () => {
      const made = tryOrUndefined(() => generate(kind, args, undefined, read, budget), LimitError);
      return made === undefined || made.isUnknown ? undefined : variablesIn(kind, made.document, file);
    };
    return { kind, name: `${memberOf(args.value, "name")}`, namespace: undefined, canDiffer: false, variables };
  });
}

function variablesIn(kind: "ConfigMap" | "Secret", document: Node, file: SourceFile): FluxVariable[] {
  const from = `${kind}/${memberOf(memberOf(document.value, "metadata"), "name")}`;
  return ["data", "stringData"].flatMap((member) =>
    [...membersOf(nodeAt(document, [member]))].map(([key, node]): FluxVariable => {
      const value = kind === "ConfigMap" ? valueOf(node) : undefined;
      const secret = kind === "Secret" ? secretValue(member, node, document) : undefined;
      return { name: key, value, secret, from, node, file: fileAt(document, [member, key]) ?? file };
    }),
  );
}

/** A value without its line breaks, as Flux uses it; undefined if a substitution can change it. */
export function valueOf({ value }: Node): string | undefined {
  return typeof value === "string" && !value.includes("$") ? value.replaceAll("\n", "") : undefined;
}

function secretValue(member: string, node: Node, { value: object }: Node): string | undefined {
  const text = memberOf(object, "sops") === undefined ? valueOf(node) : undefined;
  if (text === undefined || member === "stringData") return text;
  const decoded = decodeBase64(text);
  return encodeBase64(decoded) === text ? decoded.replaceAll("\n", "") : undefined;
}
