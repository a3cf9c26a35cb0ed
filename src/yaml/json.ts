/** JSON to nodes, many times as fast as by way of YAML's events: the same values, and the same places. */

import { setKey } from "../text/own-keys.ts";
import { BACKSLASH, CLOSE_LIST, CLOSE_OBJECT, COLON, COMMA, isBlank, OPEN_LIST, OPEN_OBJECT, QUOTE } from "./ascii.ts";
import { type Dialect, KUBERNETES } from "./dialect.ts";
import { DocumentError, duplicateKey, noSeparator } from "./error.ts";
import type { Entry, MappingNode, Node, ScalarNode, ScalarStyle, SequenceNode } from "./node.ts";
import { type DuplicateKey, hideDuplicates, NOTHING_MERGED, type OnDuplicate } from "./node.ts";
import type { Scalar } from "./tag.ts";

const LITERAL = /true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})/y;

/**
 * The objects of a text that is JSON objects with nothing but blanks around them, as `kubectl get -o json` prints them
 * one after the other; undefined if the text does not begin with an object, and behind it nothing, or the next one's
 * brace.
 *
 * @throws DocumentError for what `readJsonObject` throws it, and where something else follows then: it is no YAML, either.
 */
export function readJsonObjects(
  text: string,
  dialect = KUBERNETES,
  onDuplicate: OnDuplicate = () => {},
): MappingNode[] | undefined {
  const objects: MappingNode[] = [];
  for (let at = skipBlanks(text, 0); at < text.length; ) {
    const reader = new JsonReader(text, at, dialect);
    const object = reader.object();
    const next = object === undefined ? at : skipBlanks(text, object.end);
    const isAlone = next === text.length || text.charCodeAt(next) === OPEN_OBJECT;
    if (objects.length === 0 && !(object !== undefined && isAlone)) return undefined;
    if (object === undefined) throw noSeparator(at);
    reader.report(onDuplicate);
    objects.push(object);
    at = next;
  }
  return objects.length > 0 ? objects : undefined;
}

/**
 * The object that begins at an offset; undefined if what is there is none.
 *
 * @param onDuplicate is called for each key that an object has more than once
 * @throws DocumentError for too many collections inside collections.
 */
export function readJsonObject(text: string, at: number, onDuplicate: OnDuplicate = () => {}): MappingNode | undefined {
  const reader = new JsonReader(text, at, KUBERNETES);
  const object = reader.object();
  if (object !== undefined) reader.report(onDuplicate);
  return object;
}

/** The offset of what cannot stand where it stands in a text that is no JSON; the text's length if it ends too early. */
export function jsonErrorOffset(text: string, maxDepth: number): number {
  const reader = new JsonReader(text, skipBlanks(text, 0), { ...KUBERNETES, maxDepth });
  return reader.errorOffset();
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** Reads one object. Whatever is no JSON makes it undefined, as is whatever it stands in. */
class JsonReader {
  /** Told once the object is read: before, it may be no JSON. */
  private readonly duplicates: DuplicateKey[] = [];
  private readonly text: string;
  /** Where reading goes on, or cannot go on. */
  private at: number;
  private readonly dialect: Dialect;

  constructor(text: string, at: number, dialect: Dialect) {
    this.text = text;
    this.at = at;
    this.dialect = dialect;
  }

  /** @throws DocumentError for a key that is there twice, if the dialect refuses that */
  report(onDuplicate: OnDuplicate): void {
    const [first] = this.duplicates;
    if (first !== undefined && this.dialect.refusesDuplicates) throw duplicateKey(first.key, first.last);
    this.duplicates.forEach(onDuplicate);
  }

  /** Where the text that begins here stops being one JSON value. */
  errorOffset(): number {
    try {
      if (this.value(0) !== undefined) this.after();
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
    }
    return this.at;
  }

  object(): MappingNode | undefined {
    return this.text.charCodeAt(this.at) === OPEN_OBJECT ? this.mapping(0) : undefined;
  }

  private value(depth: number): Node | undefined {
    const { maxDepth } = this.dialect;
    if (depth >= maxDepth) throw new DocumentError("syntax", `nesting exceeded maxDepth (${maxDepth})`, this.at);
    switch (this.text.charCodeAt(this.at)) {
      case OPEN_OBJECT:
        return this.mapping(depth);
      case OPEN_LIST:
        return this.sequence(depth);
      case QUOTE:
        return this.string();
      default:
        return this.literal();
    }
  }

  private mapping(depth: number): MappingNode | undefined {
    const start = this.at;
    const value: Record<string, unknown> = {};
    const entries: Entry[] = [];
    let size = 1;
    let hasDuplicates = false;
    for (let unit = this.next(); unit !== CLOSE_OBJECT; unit = this.after()) {
      if (entries.length > 0 && (unit !== COMMA || this.next() !== QUOTE)) return undefined;
      if (this.text.charCodeAt(this.at) !== QUOTE) return undefined;
      const keyNode = this.string();
      if (keyNode === undefined || this.after() !== COLON) return undefined;
      this.next();
      const node = this.value(depth + 1);
      if (node === undefined) return undefined;
      const key = keyNode.value as string;
      if (Object.hasOwn(value, key)) hasDuplicates = true;
      setKey(value, key, node.value);
      entries.push({ keyNode, key, node, isMerge: false, isHidden: false });
      size += node.size + 1;
    }
    this.at++;
    if (hasDuplicates) for (const duplicate of hideDuplicates(entries)) this.duplicates.push(duplicate);
    return { kind: "mapping", start, end: this.at, size, entries, value, merged: NOTHING_MERGED };
  }

  private sequence(depth: number): SequenceNode | undefined {
    const start = this.at;
    const value: unknown[] = [];
    const items: Node[] = [];
    let size = 1;
    for (let unit = this.next(); unit !== CLOSE_LIST; unit = this.after()) {
      if (items.length > 0) {
        if (unit !== COMMA) return undefined;
        this.next();
      }
      const item = this.value(depth + 1);
      if (item === undefined) return undefined;
      value.push(item.value);
      items.push(item);
      size += item.size;
    }
    this.at++;
    return { kind: "sequence", value, start, end: this.at, size, items };
  }

  private string(): ScalarNode | undefined {
    const { text, at: start } = this;
    let isEscaped = false;
    let at = start + 1;
    for (let unit = text.charCodeAt(at); unit !== QUOTE; unit = text.charCodeAt(at)) {
      if (unit === BACKSLASH) {
        isEscaped = true;
        ESCAPE.lastIndex = at;
      }
      // The first is also where the text ends.
      if (!(unit >= 0x20) || (unit === BACKSLASH && !ESCAPE.test(text))) {
        this.at = at;
        return undefined;
      }
      at = unit === BACKSLASH ? ESCAPE.lastIndex : at + 1;
    }
    this.at = at + 1;
    const value: string = isEscaped ? JSON.parse(text.slice(start, this.at)) : text.slice(start + 1, at);
    return this.scalar(value, "double", start, start + 1);
  }

  private literal(): ScalarNode | undefined {
    const start = this.at;
    LITERAL.lastIndex = start;
    if (!LITERAL.test(this.text)) return undefined;
    this.at = LITERAL.lastIndex;
    return this.scalar(this.dialect.plain(this.text.slice(start, this.at)), "plain", start, start);
  }

  /** The scalar that ends here. */
  private scalar(value: Scalar, style: ScalarStyle, start: number, contentStart: number): ScalarNode {
    return {
      kind: "scalar",
      value,
      start,
      end: this.at,
      size: 1,
      style,
      inFlow: true,
      tag: "",
      tagStart: -1,
      contentStart,
      indent: -1,
    };
  }

  /** Steps over one character and the blanks behind it; returns what comes then. */
  private next(): number {
    this.at++;
    return this.after();
  }

  /** Steps over blanks; returns what comes then. */
  private after(): number {
    const { text } = this;
    let unit = text.charCodeAt(this.at);
    while (isBlank(unit)) unit = text.charCodeAt(++this.at);
    return unit;
  }
}
