/**
 * YAML text to nodes, as go-yaml v2 reads it: sigs.k8s.io/yaml and every Kubernetes tool use it. It differs from YAML 1.2
 * in many ways. For example, lines inside of `[]`, `{}` and quotes need no indentation, `?` ends plain text in `[]`, and
 * U+0085 ends a line.
 */

import type { YamlVersion } from "./cursor.ts";
import { DocumentError, noSeparator } from "./error.ts";
import type { Node } from "./node.ts";
import type { Composer } from "./node-composer.ts";
import { NodeReader, syntax } from "./node-reader.ts";
import { Scanner } from "./scanner.ts";
import { directiveOf } from "./tags.ts";

/** The characters that go-yaml refuses everywhere. YAML 1.2 allows most of them in quotes (JSON is YAML there). */
const CONTROL: Readonly<Record<YamlVersion, RegExp>> = {
  "1.1": /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/,
  "1.2": /[\0-\x08\x0b\x0c\x0e-\x1f]/,
};

/**
 * Reads the documents of a text.
 *
 * @param maxDepth the highest number of nested collections
 * @param composer makes the nodes; without one, the text is only checked
 * @returns the root of each document
 * @throws DocumentError `syntax`; an offset at the end of the text means that more text could make it valid
 */
export function readYaml(text: string, maxDepth: number, version: YamlVersion, composer?: Composer): Node[] {
  const found = CONTROL[version].exec(text);
  if (found !== null) throw new DocumentError("syntax", "control characters are not allowed", found.index);
  const scanner = new Scanner(text, version);
  const reader = new NodeReader(text, scanner, maxDepth, version, composer);
  const roots: Node[] = [];
  try {
    while (version === "1.2" && skipEnd(scanner));
    while (scanner.peek().type !== "end") {
      reader.handles = readDirectives(text, scanner, version);
      composer?.beginDocument();
      const root = readDocument(scanner, reader);
      if (composer !== undefined) {
        composer.endDocument(root);
        roots.push(root);
      }
      let hasEnd = false;
      while (skipEnd(scanner)) hasEnd = true;
      const { type, start } = scanner.peek();
      if (!hasEnd && type !== "---" && type !== "end") throw noSeparator(start);
    }
    return roots;
  } catch (error) {
    if (!(error instanceof DocumentError) || error.offset <= text.length) throw error;
    throw new DocumentError(error.code, error.message, text.length);
  }
}

/** Skips `...`, if it is next. */
function skipEnd(scanner: Scanner): boolean {
  const isEnd = scanner.peek().type === "...";
  if (isEnd) scanner.skip();
  return isEnd;
}

function readDocument(scanner: Scanner, reader: NodeReader): Node {
  if (scanner.peek().type !== "---") return reader.node(true, false);
  scanner.skip();
  const { type } = scanner.peek();
  const isEmpty = type === "directive" || type === "---" || type === "..." || type === "end";
  return isEmpty ? reader.empty(true) : reader.node(true, false);
}

/** Reads the directives before a document. Returns the prefix of each handle that a `%TAG` line declares. */
function readDirectives(text: string, scanner: Scanner, version: YamlVersion): Map<string, string> {
  const handles = new Map<string, string>();
  const first = scanner.peek();
  if (first.type !== "directive") return handles;
  let hasVersion = false;
  for (let token = first; token.type === "directive"; token = scanner.peek()) {
    const directive = directiveOf(text.slice(token.start, token.end));
    // YAML 1.2 has readers ignore unknown directives.
    if (directive !== undefined) {
      const [handle, prefix] = directive.arguments;
      const isTag = directive.name === "TAG";
      if (isTag ? handles.has(handle) : hasVersion) throw syntax("duplicate directive", token);
      if (isTag) {
        handles.set(handle, prefix);
      } else {
        hasVersion = true;
        const [major, minor] = directive.arguments;
        const isKnown = major === "1" && (version === "1.2" || minor === "1");
        if (!isKnown) throw syntax("this version of YAML is not supported", token);
      }
    }
    scanner.skip();
  }
  const marker = scanner.peek();
  if (marker.type !== "---") throw syntax("expected a line `---` after a directive", marker);
  if (version === "1.1" && scanner.isRestOfLineEmpty(marker.end)) {
    throw syntax("Kubernetes does not support directives: it ends a document at each line `---`", first);
  }
  return handles;
}
