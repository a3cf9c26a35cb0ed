/**
 * YAML text to events, as go-yaml v2 reads it: sigs.k8s.io/yaml, and so every Kubernetes tool, is built on it. It differs
 * from YAML 1.2 in much: lines inside of `[]`, `{}` and quotes need no indentation, `?` ends plain text in `[]`, and U+0085
 * ends a line, for example.
 */
import { COLLECTION_STYLE, EVENT_ID, type Event } from "js-yaml";
import { startOfLine } from "../text/position.ts";
import { DocumentError, noSeparator } from "./error.ts";
import { emptyScalar, type YamlVersion } from "./scalars.ts";
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

/** What go-yaml takes for no character. */
const NO_CHARACTER = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/;

export const MISSED_COMMA = "a comma is missing, or a [ or { before this is not closed";
export const UNCLOSED = "the text ends before a [ or { is closed";

/** An anchor and a tag: where they stand, or -1. */
interface Properties {
  readonly anchorStart: number;
  readonly anchorEnd: number;
  readonly tagStart: number;
  readonly tagEnd: number;
}

const NO_PROPERTIES: Properties = { anchorStart: -1, anchorEnd: -1, tagStart: -1, tagEnd: -1 };

/**
 * The events of a text's documents.
 *
 * @param maxDepth how many collections may be inside collections
 * @throws DocumentError `syntax`; behind the last character, the text may go on
 */
export function yamlEvents(text: string, maxDepth: number, version: YamlVersion): Event[] {
  const events: Event[] = [];
  readEvents(text, maxDepth, version, (event) => events.push(event));
  return events;
}

/** Reads a text as `yamlEvents` does, and keeps none of its events. */
export function checkYaml(text: string, maxDepth: number, version: YamlVersion): void {
  readEvents(text, maxDepth, version, () => {});
}

function readEvents(text: string, maxDepth: number, version: YamlVersion, add: (event: Event) => void): void {
  const found = NO_CHARACTER.exec(text);
  if (found !== null) throw new DocumentError("syntax", "control characters are not allowed", found.index);
  try {
    new Grammar(text, maxDepth, version, add).stream();
  } catch (error) {
    if (!(error instanceof DocumentError) || error.offset <= text.length) throw error;
    throw new DocumentError(error.code, error.message, text.length);
  }
}

class Grammar {
  private readonly text: string;
  private readonly tokens: YamlTokens;
  private readonly maxDepth: number;
  private readonly version: YamlVersion;
  private readonly add: (event: Event) => void;
  private handles = new Set<string>();
  private depth = 0;

  constructor(text: string, maxDepth: number, version: YamlVersion, add: (event: Event) => void) {
    this.add = add;
    this.text = text;
    this.tokens = new YamlTokens(text, version);
    this.maxDepth = maxDepth;
    this.version = version;
  }

  stream(): void {
    const { tokens } = this;
    while (this.peek() !== STREAM_END) {
      this.document();
      let hasEnd = false;
      while (this.skipIf(DOCUMENT_END)) hasEnd = true;
      const next = this.peek();
      if (!hasEnd && next !== DOCUMENT_START && next !== STREAM_END) throw noSeparator(tokens.peek().start);
    }
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

  private document(): void {
    const directives = this.directives();
    const event = { type: EVENT_ID.DOCUMENT, explicitStart: false, explicitEnd: false, directives };
    this.add(event as unknown as Event);
    const isExplicit = this.skipIf(DOCUMENT_START);
    const next = this.peek();
    const isEmpty = next === DIRECTIVE || next === DOCUMENT_START || next === DOCUMENT_END || next === STREAM_END;
    if (isExplicit && isEmpty) this.empty();
    else this.node(true, false);
    this.pop();
  }

  private directives(): { kind: "tag"; handle: string; prefix: string }[] {
    const { tokens } = this;
    const first = tokens.peek();
    const tags: { kind: "tag"; handle: string; prefix: string }[] = [];
    this.handles = new Set();
    let hasVersion = false;
    for (let token = first; token.type === DIRECTIVE; token = tokens.peek()) {
      const { name, arguments: values } = directiveOf(this.text.slice(token.start, token.end))!;
      if (name === "TAG" ? this.handles.has(values[0]) : hasVersion)
        throw syntax("this directive is there twice", token);
      if (name === "TAG") {
        this.handles.add(values[0]);
        tags.push({ kind: "tag", handle: values[0], prefix: values[1] });
      } else {
        hasVersion = true;
        this.checkVersion(values, token);
      }
      tokens.skip();
    }
    if (first.type !== DIRECTIVE) return tags;
    const marker = tokens.peek();
    if (marker.type !== DOCUMENT_START) throw syntax("a line `---` is expected behind a directive", marker);
    if (this.version === "1.1" && tokens.isAlone(marker.end)) {
      const reason = "Kubernetes reads no directives: it takes a line `---` for the end of what stands before it";
      throw syntax(reason, first);
    }
    return tags;
  }

  private checkVersion([major, minor]: Directive["arguments"], token: Token): void {
    const isKnown = major === "1" && (this.version === "1.2" || minor === "1");
    if (!isKnown) throw syntax("this version of YAML is not supported", token);
  }

  private pop(): void {
    this.add({ type: EVENT_ID.POP });
  }

  private empty(): void {
    this.add(emptyScalar());
  }

  /**
   * @param isBlock whether this stands outside of `[]` and `{}`
   * @param mayBeFlush whether this may be a sequence whose items stand in the column of the mapping around it
   */
  private node(isBlock: boolean, mayBeFlush: boolean): void {
    const { tokens } = this;
    if (this.depth >= this.maxDepth) throw syntax(`nesting exceeded maxDepth (${this.maxDepth})`, tokens.peek());
    if (this.peek() === ALIAS) {
      const { start, end } = tokens.peek();
      tokens.skip();
      this.add({ type: EVENT_ID.ALIAS, anchorStart: start + 1, anchorEnd: end });
      return;
    }
    const properties = this.properties();
    const token = tokens.peek();
    this.depth++;
    if (mayBeFlush && token.type === ITEM) this.flushSequence(token, properties);
    else if (token.type === SCALAR) this.scalar(token, properties);
    else if (token.type === LIST_START) this.flowSequence(token, properties);
    else if (token.type === MAP_START) this.flowMapping(token, properties);
    else if (isBlock && token.type === FIRST_ITEM) this.blockSequence(token, properties);
    else if (isBlock && (token.type === FIRST_KEY || token.type === FIRST_VALUE)) this.blockMapping(token, properties);
    else if (properties !== NO_PROPERTIES) this.add({ ...emptyScalar(), ...properties });
    else throw this.unexpected(token);
    this.depth--;
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

  private scalar({ scalar }: Token, properties: Properties): void {
    this.tokens.skip();
    // The line break that the last line was given is none of the text.
    const { length } = this.text;
    if (scalar!.valueEnd > length) scalar!.valueEnd = length;
    if (scalar!.valueStart > length) scalar!.valueStart = length;
    if (properties !== NO_PROPERTIES) Object.assign(scalar!, properties);
    this.add(scalar!);
  }

  private open(type: "SEQUENCE" | "MAPPING", style: "BLOCK" | "FLOW", start: number, properties: Properties): void {
    const { anchorStart, anchorEnd, tagStart, tagEnd } = properties;
    const event = { start, anchorStart, anchorEnd, tagStart, tagEnd, style: COLLECTION_STYLE[style] };
    this.add({ type: EVENT_ID[type], ...event });
  }

  private blockSequence(first: Token, properties: Properties): void {
    this.open("SEQUENCE", "BLOCK", first.start, properties);
    first.type = ITEM;
    while (this.skipIf(ITEM)) {
      const next = this.peek();
      if (next === ITEM || next === BLOCK_END) this.empty();
      else this.node(true, false);
    }
    if (!this.skipIf(BLOCK_END)) throw syntax("wrong indentation: an item of the list is expected", this.tokens.peek());
    this.pop();
  }

  private flushSequence(first: Token, properties: Properties): void {
    this.open("SEQUENCE", "BLOCK", first.start, properties);
    while (this.skipIf(ITEM)) {
      const next = this.peek();
      if (next === ITEM || next === KEY || next === VALUE || next === BLOCK_END) this.empty();
      else this.node(true, false);
    }
    this.pop();
  }

  private blockMapping(first: Token, properties: Properties): void {
    this.open("MAPPING", "BLOCK", first.start, properties);
    if (first.type === FIRST_KEY) first.type = KEY;
    while (this.skipIf(KEY)) {
      this.blockMember();
      if (this.skipIf(VALUE)) this.blockMember();
      else this.empty();
    }
    if (!this.skipIf(BLOCK_END)) throw syntax("wrong indentation: a key is expected", this.tokens.peek());
    this.pop();
  }

  /** A key or a value. */
  private blockMember(): void {
    const next = this.peek();
    if (next === KEY || next === VALUE || next === BLOCK_END) this.empty();
    else this.node(true, true);
  }

  private flowSequence(first: Token, properties: Properties): void {
    this.open("SEQUENCE", "FLOW", first.start, properties);
    this.tokens.skip();
    for (let isFirst = true; !this.skipIf(LIST_END); isFirst = false) {
      if (!isFirst) {
        this.comma();
        if (this.skipIf(LIST_END)) break;
      }
      if (this.peek() === KEY) this.pair();
      else this.node(false, false);
    }
    this.pop();
  }

  /** `key: value` in `[]`: a mapping. */
  private pair(): void {
    this.open("MAPPING", "FLOW", this.tokens.peek().start, NO_PROPERTIES);
    this.tokens.skip();
    const next = this.peek();
    if (next === VALUE || next === COMMA || next === LIST_END) {
      // Without a key, go-yaml skips what stands in its place.
      this.tokens.skip();
      this.empty();
    } else {
      this.node(false, false);
    }
    if (this.skipIf(VALUE) && this.peek() !== COMMA && this.peek() !== LIST_END) this.node(false, false);
    else this.empty();
    this.pop();
  }

  private flowMapping(first: Token, properties: Properties): void {
    this.open("MAPPING", "FLOW", first.start, properties);
    this.tokens.skip();
    for (let isFirst = true; !this.skipIf(MAP_END); isFirst = false) {
      if (!isFirst) {
        this.comma();
        if (this.skipIf(MAP_END)) break;
      }
      if (this.skipIf(KEY)) {
        if (this.peek() === VALUE) this.empty();
        else this.flowMember();
        if (this.skipIf(VALUE)) this.flowMember();
        else this.empty();
      } else {
        this.node(false, false);
        this.empty();
      }
    }
    this.pop();
  }

  private flowMember(): void {
    if (this.peek() === COMMA || this.peek() === MAP_END) this.empty();
    else this.node(false, false);
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
