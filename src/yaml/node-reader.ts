/** Reads one value of YAML text with everything in it, and passes its parts to a composer. */
import { startOfLine } from "../text/position.ts";
import type { YamlVersion } from "./cursor.ts";
import { DocumentError } from "./error.ts";
import type { Node } from "./node.ts";
import { type Composer, NO_PROPERTIES, type Properties } from "./node-composer.ts";
import type { Scanner } from "./scanner.ts";
import { tagName } from "./tags.ts";
import type { Token, TokenType } from "./tokens.ts";

export const MISSED_COMMA = "a comma is missing, or a [ or { before this is not closed";
export const UNCLOSED = "the text ends before a [ or { is closed";

/** Replaces every node of a text that is only checked. */
const CHECKED = undefined as unknown as Node;

export class NodeReader {
  /** The prefix of each handle that a `%TAG` line of the document declares. */
  handles: ReadonlyMap<string, string> = new Map();
  private readonly text: string;
  private readonly scanner: Scanner;
  private readonly maxDepth: number;
  private readonly version: YamlVersion;
  private readonly composer: Composer | undefined;
  private depth = 0;

  constructor(text: string, scanner: Scanner, maxDepth: number, version: YamlVersion, composer: Composer | undefined) {
    this.text = text;
    this.scanner = scanner;
    this.maxDepth = maxDepth;
    this.version = version;
    this.composer = composer;
  }

  /** The value of a missing node. */
  empty(isBlock: boolean, properties = NO_PROPERTIES): Node {
    return this.composer?.empty(properties, !isBlock) ?? CHECKED;
  }

  /**
   * @param isBlock whether the node is outside of `[]` and `{}`
   * @param allowsFlush whether the items of a sequence can be in the column of the mapping around it
   */
  node(isBlock: boolean, allowsFlush: boolean): Node {
    const { scanner } = this;
    const first = scanner.peek();
    if (this.depth >= this.maxDepth) throw syntax(`nesting exceeded maxDepth (${this.maxDepth})`, first);
    if (first.type === "alias") {
      scanner.skip();
      return this.composer?.alias(first.start, first.end) ?? CHECKED;
    }
    const properties = first.type === "anchor" || first.type === "tag" ? this.properties() : NO_PROPERTIES;
    const token = scanner.peek();
    const { type } = token;
    if (type === "scalar") return this.scalar(token, properties, isBlock);
    this.depth++;
    let node: Node;
    if (allowsFlush && type === "item") node = this.blockSequence(token, properties);
    else if (type === "[") node = this.flowSequence(token, properties);
    else if (type === "{") node = this.flowMapping(token, properties);
    else if (isBlock && type === "first-item") node = this.blockSequence(token, properties);
    else if (isBlock && (type === "first-key" || type === "first-value")) node = this.blockMapping(token, properties);
    else if (properties !== NO_PROPERTIES) node = this.empty(isBlock, properties);
    else throw this.unexpected(token);
    this.depth--;
    return node;
  }

  private keep(nodes: Node[], node: Node): void {
    if (this.composer !== undefined) nodes.push(node);
  }

  private peek(): TokenType {
    return this.scanner.peek().type;
  }

  /** Skips a token if it has this type. */
  private skipIf(type: TokenType): boolean {
    if (this.peek() !== type) return false;
    this.scanner.skip();
    return true;
  }

  /** An anchor and a tag, in any order. */
  private properties(): Properties {
    const { scanner } = this;
    let properties = NO_PROPERTIES;
    for (let token = scanner.peek(); ; token = scanner.peek()) {
      const { type, start, end } = token;
      const first = properties === NO_PROPERTIES ? start : properties.start;
      const written = this.text.slice(start, end);
      if (type === "anchor" && properties.anchor === "") {
        properties = { ...properties, anchor: written.slice(1), start: first, end };
      } else if (type === "tag" && properties.tag === "") {
        const handle = /^!([-\w]+)!/.exec(written)?.[0];
        if (handle !== undefined && !this.handles.has(handle)) throw syntax("no %TAG line has the tag's handle", token);
        properties = { ...properties, tag: tagName(written, this.handles), tagStart: start, start: first, end };
      } else {
        return properties;
      }
      scanner.skip();
    }
  }

  private scalar(token: Token, properties: Properties, isBlock: boolean): Node {
    this.scanner.skip();
    if (this.composer === undefined) return CHECKED;
    // The scanner added a line break to the last line.
    const { length } = this.text;
    let source = token.scalar!;
    if (source.end > length) source = { ...source, start: Math.min(source.start, length), end: length };
    const end = source.style === "single" || source.style === "double" ? token.end : source.end;
    return this.composer.scalar(token.start, end, source, properties, !isBlock);
  }

  /** The first token is `first-item`, or `item` in the column of the mapping around the sequence. */
  private blockSequence(first: Token, properties: Properties): Node {
    const isFlush = first.type === "item";
    first.type = "item";
    this.composer?.beginCollection(first.start, properties);
    const items: Node[] = [];
    while (this.skipIf("item")) {
      const next = this.peek();
      const isEmpty = next === "item" || next === "block-end" || (isFlush && (next === "key" || next === "value"));
      this.keep(items, isEmpty ? this.empty(true) : this.node(true, false));
    }
    const sequence = this.composer?.sequence(first.start, undefined, items, properties) ?? CHECKED;
    if (!isFlush && !this.skipIf("block-end")) {
      throw syntax("wrong indentation: expected an item of the list", this.scanner.peek());
    }
    return sequence;
  }

  private blockMapping(first: Token, properties: Properties): Node {
    this.composer?.beginCollection(first.start, properties);
    const children: Node[] = [];
    first.type = first.type === "first-key" ? "key" : "value";
    while (this.skipIf("key") || this.lacksKey()) {
      const key = this.peek() === "value" ? this.empty(true) : this.blockMember();
      if (this.depth === 1) this.composer?.beginMember(key);
      const value = this.skipIf("value") ? this.blockMember() : this.empty(true);
      if (this.depth === 1) this.composer?.endMember(key, value);
      if (this.composer !== undefined) children.push(key, value);
    }
    if (!this.skipIf("block-end")) throw syntax("wrong indentation: expected a key", this.scanner.peek());
    return this.composer?.mapping(first.start, undefined, children, properties) ?? CHECKED;
  }

  /** Whether a value without a key follows, which only YAML 1.2 allows. */
  private lacksKey(): boolean {
    return this.version === "1.2" && this.peek() === "value";
  }

  /** A key or a value. */
  private blockMember(): Node {
    const next = this.peek();
    return next === "key" || next === "value" || next === "block-end" ? this.empty(true) : this.node(true, true);
  }

  private flowSequence(first: Token, properties: Properties): Node {
    this.composer?.beginCollection(first.start, properties);
    const items: Node[] = [];
    const end = this.flowEntries("]", () => {
      this.keep(items, this.peek() === "key" || this.lacksKey() ? this.pair() : this.node(false, false));
    });
    return this.composer?.sequence(first.start, end, items, properties) ?? CHECKED;
  }

  /** `key: value` in `[]`, which is a mapping. */
  private pair(): Node {
    const { start } = this.scanner.peek();
    this.composer?.beginCollection(start, NO_PROPERTIES);
    this.skipIf("key");
    const next = this.peek();
    let key: Node;
    if (next === "value" || next === "," || next === "]") {
      // go-yaml skips the token in place of the missing key.
      if (this.version === "1.1") this.scanner.skip();
      key = this.empty(false);
    } else {
      key = this.node(false, false);
    }
    const hasValue = this.skipIf("value") && this.peek() !== "," && this.peek() !== "]";
    const children = [key, hasValue ? this.node(false, false) : this.empty(false)];
    return this.composer?.mapping(start, undefined, children, NO_PROPERTIES) ?? CHECKED;
  }

  private flowMapping(first: Token, properties: Properties): Node {
    this.composer?.beginCollection(first.start, properties);
    const children: Node[] = [];
    const end = this.flowEntries("}", () => {
      if (this.skipIf("key") || this.lacksKey()) {
        this.keep(children, this.peek() === "value" ? this.empty(false) : this.flowMember());
        this.keep(children, this.skipIf("value") ? this.flowMember() : this.empty(false));
      } else {
        this.keep(children, this.node(false, false));
        this.keep(children, this.lacksKey() && this.skipIf("value") ? this.flowMember() : this.empty(false));
      }
    });
    return this.composer?.mapping(first.start, end, children, properties) ?? CHECKED;
  }

  private flowMember(): Node {
    return this.peek() === "," || this.peek() === "}" ? this.empty(false) : this.node(false, false);
  }

  /** Reads brackets with the entries in them. Returns the end of the closing bracket. */
  private flowEntries(closing: TokenType, readEntry: () => void): number {
    const { scanner } = this;
    scanner.skip();
    for (let isFirst = true; this.peek() !== closing; isFirst = false) {
      if (!isFirst) this.comma();
      if (this.peek() !== closing) readEntry();
    }
    const { end } = scanner.peek();
    scanner.skip();
    return end;
  }

  private comma(): void {
    if (this.skipIf(",")) return;
    const token = this.scanner.peek();
    if (isEnd(token)) throw syntax(UNCLOSED, token);
    // Of a key and its `:`, the key is the first token in the wrong place.
    const { start } = token;
    const lineStart = startOfLine(this.text, start);
    const first = lineStart + /^[ \t]*/.exec(this.text.slice(lineStart, start))![0].length;
    throw new DocumentError("syntax", MISSED_COMMA, token.type === "value" ? first : start);
  }

  private unexpected(token: Token): DocumentError {
    if (this.depth > 1 && isEnd(token)) return syntax(UNCLOSED, token);
    const character = this.text.codePointAt(token.start);
    const found = character === undefined ? "" : `, but found '${String.fromCodePoint(character)}'`;
    return syntax(`expected the node content${found}`, token);
  }
}

function isEnd({ type }: Token): boolean {
  return type === "end" || type === "---" || type === "..." || type === "directive";
}

export function syntax(message: string, { start }: Token): DocumentError {
  return new DocumentError("syntax", message, start);
}
