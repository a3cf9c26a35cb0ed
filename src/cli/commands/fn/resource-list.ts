/** The input and output of KRM functions: a ResourceList (config.kubernetes.io/v1). */

import { memberOf } from "../../../text/own-keys.ts";
import { startOfLine } from "../../../text/position.ts";
import { printable, visibleLines } from "../../../text/printable.ts";
import { dereferenced, type Entry, type MappingNode, type Node, nodeAt } from "../../../yaml/node.ts";
import { documentOf } from "../../../yaml/write/value.ts";
import { STDIN } from "../../files/files.ts";
import { InputError } from "../../frame/errors.ts";
import type { CommandIo } from "../../frame/io.ts";
import { ManifestFile } from "../../manifests/manifest-file.ts";

const KIND = "ResourceList";
const GROUP = "config.kubernetes.io";
/** They differ in their names only. */
const VERSIONS: readonly string[] = ["v1", "v1beta1", "v1alpha1"].map((version) => `${GROUP}/${version}`);

/** A result, as the specification has it. */
export interface FunctionResult {
  readonly message: string;
  readonly severity: "error" | "warning" | "info";
  readonly resourceRef?: {
    readonly apiVersion: string;
    readonly kind: string;
    readonly namespace?: string;
    readonly name: string;
  };
  readonly field?: { readonly path: string };
  readonly file?: { readonly path: string; readonly index?: number };
  readonly tags?: Readonly<Record<string, string>>;
}

export class ResourceList {
  readonly text: string;
  readonly items: readonly Node[];
  readonly functionConfig: Node | undefined;
  private readonly file: ManifestFile;
  private readonly root: MappingNode;

  /** @throws InputError if standard input cannot be read or is not a ResourceList */
  constructor(io: CommandIo) {
    this.file = new ManifestFile(STDIN, io);
    this.text = this.file.text;
    const [document, second] = this.file.documents.filter(({ value }) => value !== null);
    this.root = this.rootOf(document);
    if (second !== undefined) this.fail(second, `the input is one ${KIND}, and this is another document`);
    this.items = this.listOf("items");
    for (const item of this.items) {
      if (dereferenced(item).kind !== "mapping") this.fail(item, "an item is an object");
    }
    this.functionConfig = nodeAt(this.root, ["functionConfig"]);
  }

  /** `file:line:column`. */
  place(node: Node): string {
    return this.file.place(node.start);
  }

  /** The text with these results before its own results. The rest of the text is unchanged. */
  withResults(results: readonly FunctionResult[]): string {
    if (results.length === 0) return this.text;
    const { text, root } = this;
    const given = root.entries.find(({ key, isHidden }) => key === "results" && !isHidden);
    if (given !== undefined) return this.withMoreResults(given, results);
    // Before all other members: a block scalar at the end would continue into the results.
    if (text[root.start] === "{") return this.inserted(root.start + 1, `"results": [${inFlow(results)}], `);
    return this.insertedBefore(root.start, documentOf({ results }));
  }

  private withMoreResults({ keyNode, node }: Entry, results: readonly FunctionResult[]): string {
    const { text } = this;
    if (node.kind === "sequence") {
      if (text[node.start] !== "[") return this.insertedBefore(node.start, documentOf(results));
      return this.inserted(node.start + 1, `${inFlow(results)}${node.items.length > 0 ? ", " : ""}`);
    }
    // A key after `?`, or in braces, does not need a colon.
    const colon = /^(?:\s|#[^\r\n]*[\r\n])*:/.exec(text.slice(keyNode.end));
    if (node.value !== null || colon === null) return this.fail(node, "results is a list");
    // An empty value has no range.
    const start = node.end > node.start ? node.start : keyNode.end + colon[0].length;
    return this.inserted(start, ` [${inFlow(results)}]`, Math.max(start, node.end));
  }

  private inserted(start: number, insertion: string, end = start): string {
    return this.text.slice(0, start) + insertion + this.text.slice(end);
  }

  /** Lines before the one that a block begins on, as far to the right as that. */
  private insertedBefore(offset: number, lines: string): string {
    const lineStart = startOfLine(this.text, offset);
    const indent = /^ */.exec(this.text.slice(lineStart, offset))![0];
    return this.inserted(lineStart, lines.replace(/^(?=.)/gm, indent));
  }

  private rootOf(document: Node | undefined): MappingNode {
    const root = document && dereferenced(document);
    const kind = memberOf(root?.value, "kind");
    const version = memberOf(root?.value, "apiVersion");
    const isOurs = root?.kind === "mapping" && kind === KIND;
    if (isOurs && typeof version === "string" && VERSIONS.includes(version)) return root;
    const wanted = `fn reads one ${KIND} of ${VERSIONS[0]} from standard input`;
    if (document === undefined) throw new InputError(`${this.file.name}: ${wanted}, and there is nothing`);
    if (isOurs) {
      const found = version === undefined ? "this one has no apiVersion" : `not of ${shown(version)}`;
      return this.fail(nodeAt(document, ["apiVersion"]) ?? document, `${wanted}, ${found}`);
    }
    const found = typeof kind === "string" ? `this is ${shown(kind)}` : "this is not one";
    return this.fail(document, `${wanted}, and ${found}; varexpand lint reads manifests`);
  }

  /** The items of a list of the root. Without a value, it has none. */
  private listOf(key: string): readonly Node[] {
    const node = nodeAt(this.root, [key]);
    const list = node && dereferenced(node);
    if (list === undefined || list.value === null) return [];
    return list.kind === "sequence" ? list.items : this.fail(node!, `${key} is a list`);
  }

  private fail(node: Node, problem: string): never {
    throw new InputError(`${this.place(node)}: ${problem}`);
  }
}

/** Results on one line, as JSON and YAML have them, without the brackets. */
function inFlow(results: readonly FunctionResult[]): string {
  return visibleLines(results.map((result) => JSON.stringify(result)).join(", "));
}

const LONGEST_SHOWN = 100;

function shown(value: unknown): string {
  return typeof value === "string" ? printable(value, LONGEST_SHOWN) : "another type";
}
