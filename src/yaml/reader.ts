/**
 * YAML text to nodes, as go-yaml v2 reads it: sigs.k8s.io/yaml, and so every Kubernetes tool, is built on it. It differs
 * from YAML 1.2 in much: lines inside of `[]`, `{}` and quotes need no indentation, `?` ends plain text in `[]`, and U+0085
 * ends a line, for example.
 */
import { startOfLine } from "../text/position.ts";
import { type Composer, NO_PROPERTIES, type Properties } from "./compose.ts";
import type { YamlVersion } from "./cursor.ts";
import { DocumentError, noSeparator } from "./error.ts";
import type { Node } from "./node.ts";
import { type Directive, directiveOf } from "./tags.ts";
import {
  ALIAS,
  ANCHOR,
  BLOCK_END,
  COMMA,
  DIRECTIVE,
  DOCUMENT_END,
  DOCUMENT_START,
  FIRST_ITEM,
  FIRST_KEY,
  FIRST_VALUE,
  ITEM,
  KEY,
  LIST_END,
  LIST_START,
  MAP_END,
  MAP_START,
  SCALAR,
  STREAM_END,
  TAG,
  type Token,
  VALUE,
  YamlTokens,
} from "./tokens.ts";

/** The characters that go-yaml refuses everywhere. YAML 1.2 allows most of them in quotes (JSON is YAML there). */
const CONTROL: Readonly<Record<YamlVersion, RegExp>> = {
  "1.1": /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/,
  "1.2": /[\0-\x08\x0b\x0c\x0e-\x1f]/,
};

export const MISSED_COMMA = "a comma is missing, or a [ or { before this is not closed";
export const UNCLOSED = "the text ends before a [ or { is closed";

/**
 * Reads the documents of a text.
 *
 * @param maxDepth how many collections may be inside collections
 * @param composer makes the nodes; without one, the text is only checked
 * @returns the root of each document
 * @throws DocumentError `syntax`; at the end of the text, the text may go on
 */
export function readYaml(text: string, maxDepth: number, version: YamlVersion, composer?: Composer): Node[] {
  const found = CONTROL[version].exec(text);
  if (found !== null) throw new DocumentError("syntax", "control characters are not allowed", found.index);
  try {
    return new Reader(text, maxDepth, version, composer).stream();
  } catch (error) {
    if (!(error instanceof DocumentError) || error.offset <= text.length) throw error;
    throw new DocumentError(error.code, error.message, text.length);
  }
}

const UNKNOWN = { name: "", arguments: ["", ""] } as const;

/** Stands for every node of a text that is only checked. */
const CHECKED = undefined as unknown as Node;

class Reader {
  private readonly text: string;
  private readonly tokens: YamlTokens;
  private readonly maxDepth: number;
  private readonly version: YamlVersion;
  private readonly composer: Composer | undefined;
  private handles = new Map<string, string>();
  private depth = 0;

  constructor(text: string, maxDepth: number, version: YamlVersion, composer: Composer | undefined) {
    this.composer = composer;
    this.text = text;
    this.tokens = new YamlTokens(text, version);
    this.maxDepth = maxDepth;
    this.version = version;
  }

  stream(): Node[] {
    const { tokens } = this;
    const roots: Node[] = [];
    const skipsEnds = this.version === "1.2";
    while (skipsEnds && this.skipIf(DOCUMENT_END));
    while (this.peek() !== STREAM_END) {
      this.keep(roots, this.document());
      let hasEnd = false;
      while (this.skipIf(DOCUMENT_END)) hasEnd = true;
      const next = this.peek();
      if (!hasEnd && next !== DOCUMENT_START && next !== STREAM_END) throw noSeparator(tokens.peek().start);
    }
    return roots;
  }

  private keep(nodes: Node[], node: Node): void {
    if (this.composer !== undefined) nodes.push(node);
  }

  private peek(): number {
    return this.tokens.peek().type;
  }

  /** Skips a token if it is of this type. */
  private skipIf(type: number): boolean {
    if (this.peek() !== type) return false;
    this.tokens.skip();
    return true;
  }

  private document(): Node {
    this.directives();
    this.composer?.beginDocument(this.handles);
    const isExplicit = this.skipIf(DOCUMENT_START);
    const next = this.peek();
    const isEmpty = next === DIRECTIVE || next === DOCUMENT_START || next === DOCUMENT_END || next === STREAM_END;
    const root = isExplicit && isEmpty ? this.empty(true) : this.node(true, false);
    this.composer?.endDocument(root);
    return root;
  }

  private directives(): void {
    const { tokens } = this;
    const first = tokens.peek();
    this.handles = new Map();
    let hasVersion = false;
    for (let token = first; token.type === DIRECTIVE; token = tokens.peek()) {
      // YAML 1.2 has readers ignore other directives.
      const { name, arguments: values } = directiveOf(this.text.slice(token.start, token.end)) ?? UNKNOWN;
      if (name === "") {
        tokens.skip();
        continue;
      }
      if (name === "TAG" ? this.handles.has(values[0]) : hasVersion)
        throw syntax("this directive is there twice", token);
      if (name === "TAG") {
        this.handles.set(...values);
      } else {
        hasVersion = true;
        this.checkVersion(values, token);
      }
      tokens.skip();
    }
    if (first.type !== DIRECTIVE) return;
    const marker = tokens.peek();
    if (marker.type !== DOCUMENT_START) throw syntax("a line `---` is expected behind a directive", marker);
    if (this.version === "1.1" && tokens.isAlone(marker.end)) {
      const reason = "Kubernetes reads no directives: it takes a line `---` for the end of what stands before it";
      throw syntax(reason, first);
    }
  }

  private checkVersion([major, minor]: Directive["arguments"], token: Token): void {
    const isKnown = major === "1" && (this.version === "1.2" || minor === "1");
    if (!isKnown) throw syntax("this version of YAML is not supported", token);
  }

  private empty(isBlock: boolean, properties = NO_PROPERTIES): Node {
    return this.composer?.empty(properties, !isBlock) ?? CHECKED;
  }

  /**
   * @param isBlock whether this stands outside of `[]` and `{}`
   * @param mayBeFlush whether this may be a sequence whose items stand in the column of the mapping around it
   */
  private node(isBlock: boolean, mayBeFlush: boolean): Node {
    const { tokens } = this;
    const first = tokens.peek();
    if (this.depth >= this.maxDepth) throw syntax(`nesting exceeded maxDepth (${this.maxDepth})`, first);
    if (first.type === ALIAS) {
      tokens.skip();
      return this.composer?.alias(first.start, first.end) ?? CHECKED;
    }
    const properties = first.type === ANCHOR || first.type === TAG ? this.properties() : NO_PROPERTIES;
    const token = tokens.peek();
    const { type } = token;
    if (type === SCALAR) return this.scalar(token, properties, isBlock);
    this.depth++;
    let node: Node;
    if (mayBeFlush && type === ITEM) node = this.flushSequence(token, properties);
    else if (type === LIST_START) node = this.flowSequence(token, properties);
    else if (type === MAP_START) node = this.flowMapping(token, properties);
    else if (isBlock && type === FIRST_ITEM) node = this.blockSequence(token, properties);
    else if (isBlock && (type === FIRST_KEY || type === FIRST_VALUE)) node = this.blockMapping(token, properties);
    else if (properties !== NO_PROPERTIES) node = this.empty(isBlock, properties);
    else throw this.unexpected(token);
    this.depth--;
    return node;
  }

  /** An anchor and a tag, in any order. */
  private properties(): Properties {
    const { tokens } = this;
    let properties = NO_PROPERTIES;
    for (let token = tokens.peek(); ; token = tokens.peek()) {
      if (token.type === ANCHOR && properties.anchorStart === -1) {
        properties = { ...properties, anchorStart: token.start + 1, anchorEnd: token.end };
      } else if (token.type === TAG && properties.tagStart === -1) {
        const handle = /^!([-\w]+)!/.exec(this.text.slice(token.start, token.end))?.[0];
        if (handle !== undefined && !this.handles.has(handle)) throw syntax("no %TAG line has the tag's handle", token);
        properties = { ...properties, tagStart: token.start, tagEnd: token.end };
      } else {
        return properties;
      }
      tokens.skip();
    }
  }

  private scalar(token: Token, properties: Properties, isBlock: boolean): Node {
    this.tokens.skip();
    if (this.composer === undefined) return CHECKED;
    // The line break that the last line was given is not part of the text.
    const { length } = this.text;
    let source = token.scalar!;
    if (source.end > length) source = { ...source, start: Math.min(source.start, length), end: length };
    const end = source.style === "single" || source.style === "double" ? token.end : source.end;
    return this.composer.scalar(token.start, end, source, properties, !isBlock);
  }

  private blockSequence(first: Token, properties: Properties): Node {
    first.type = ITEM;
    const sequence = this.items(first, properties, false);
    if (!this.skipIf(BLOCK_END)) throw syntax("wrong indentation: an item of the list is expected", this.tokens.peek());
    return sequence;
  }

  private flushSequence(first: Token, properties: Properties): Node {
    return this.items(first, properties, true);
  }

  private items({ start }: Token, properties: Properties, isFlush: boolean): Node {
    this.composer?.beginCollection(start, properties);
    const items: Node[] = [];
    while (this.skipIf(ITEM)) {
      const next = this.peek();
      const isEmpty = next === ITEM || next === BLOCK_END || (isFlush && (next === KEY || next === VALUE));
      this.keep(items, isEmpty ? this.empty(true) : this.node(true, false));
    }
    return this.composer?.sequence(start, undefined, items, properties) ?? CHECKED;
  }

  private blockMapping(first: Token, properties: Properties): Node {
    this.composer?.beginCollection(first.start, properties);
    const children: Node[] = [];
    first.type = first.type === FIRST_KEY ? KEY : VALUE;
    while (this.skipIf(KEY) || this.lacksKey()) {
      this.keep(children, this.peek() === VALUE ? this.empty(true) : this.blockMember());
      this.keep(children, this.skipIf(VALUE) ? this.blockMember() : this.empty(true));
    }
    if (!this.skipIf(BLOCK_END)) throw syntax("wrong indentation: a key is expected", this.tokens.peek());
    return this.composer?.mapping(first.start, undefined, children, properties) ?? CHECKED;
  }

  /** Whether a value follows without its key, which only YAML 1.2 allows. */
  private lacksKey(): boolean {
    return this.version === "1.2" && this.peek() === VALUE;
  }

  /** A key or a value. */
  private blockMember(): Node {
    const next = this.peek();
    return next === KEY || next === VALUE || next === BLOCK_END ? this.empty(true) : this.node(true, true);
  }

  private flowSequence(first: Token, properties: Properties): Node {
    this.composer?.beginCollection(first.start, properties);
    const items: Node[] = [];
    this.tokens.skip();
    let end = this.tokens.peek();
    for (let isFirst = true; !this.skipIf(LIST_END); isFirst = false) {
      if (!isFirst) {
        this.comma();
        end = this.tokens.peek();
        if (this.skipIf(LIST_END)) break;
      }
      this.keep(items, this.peek() === KEY || this.lacksKey() ? this.pair() : this.node(false, false));
      end = this.tokens.peek();
    }
    return this.composer?.sequence(first.start, end.end, items, properties) ?? CHECKED;
  }

  /** `key: value` in `[]`: a mapping. */
  private pair(): Node {
    const { start } = this.tokens.peek();
    this.composer?.beginCollection(start, NO_PROPERTIES);
    this.skipIf(KEY);
    const next = this.peek();
    let key: Node;
    if (next === VALUE || next === COMMA || next === LIST_END) {
      // Without a key, go-yaml skips what is in its place.
      if (this.version === "1.1") this.tokens.skip();
      key = this.empty(false);
    } else {
      key = this.node(false, false);
    }
    const hasValue = this.skipIf(VALUE) && this.peek() !== COMMA && this.peek() !== LIST_END;
    const children = [key, hasValue ? this.node(false, false) : this.empty(false)];
    return this.composer?.mapping(start, undefined, children, NO_PROPERTIES) ?? CHECKED;
  }

  private flowMapping(first: Token, properties: Properties): Node {
    this.composer?.beginCollection(first.start, properties);
    const children: Node[] = [];
    this.tokens.skip();
    let end = this.tokens.peek();
    for (let isFirst = true; !this.skipIf(MAP_END); isFirst = false) {
      if (!isFirst) {
        this.comma();
        end = this.tokens.peek();
        if (this.skipIf(MAP_END)) break;
      }
      if (this.skipIf(KEY) || this.lacksKey()) {
        this.keep(children, this.peek() === VALUE ? this.empty(false) : this.flowMember());
        this.keep(children, this.skipIf(VALUE) ? this.flowMember() : this.empty(false));
      } else {
        this.keep(children, this.node(false, false));
        this.keep(children, this.lacksKey() && this.skipIf(VALUE) ? this.flowMember() : this.empty(false));
      }
      end = this.tokens.peek();
    }
    return this.composer?.mapping(first.start, end.end, children, properties) ?? CHECKED;
  }

  private flowMember(): Node {
    return this.peek() === COMMA || this.peek() === MAP_END ? this.empty(false) : this.node(false, false);
  }

  private comma(): void {
    if (this.skipIf(COMMA)) return;
    const token = this.tokens.peek();
    if (isEnd(token)) throw this.unclosed(token);
    // The key of the `:` is the first thing that does not belong there.
    const { start } = token;
    const lineStart = startOfLine(this.text, start);
    const first = lineStart + /^[ \t]*/.exec(this.text.slice(lineStart, start))![0].length;
    throw new DocumentError("syntax", MISSED_COMMA, token.type === VALUE ? first : start);
  }

  private unexpected(token: Token): DocumentError {
    if (this.depth > 1 && isEnd(token)) return this.unclosed(token);
    const character = this.text.codePointAt(token.start);
    const found = character === undefined ? "" : `, but found '${String.fromCodePoint(character)}'`;
    return syntax(`expected the node content${found}`, token);
  }

  private unclosed(token: Token): DocumentError {
    return syntax(UNCLOSED, token);
  }
}

function isEnd({ type }: Token): boolean {
  return type === STREAM_END || type === DOCUMENT_START || type === DOCUMENT_END || type === DIRECTIVE;
}

function syntax(message: string, { start }: Token): DocumentError {
  return new DocumentError("syntax", message, start);
}
