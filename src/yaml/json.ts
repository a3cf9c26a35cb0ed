/** JSON to the same nodes as the YAML reader makes, many times as fast. */

import { setKey } from "../text/own-keys.ts";
import { BACKSLASH, CLOSE_LIST, CLOSE_OBJECT, COLON, COMMA, isBlank, OPEN_LIST, OPEN_OBJECT, QUOTE } from "./ascii.ts";
import { type Dialect, KUBERNETES } from "./dialect.ts";
import { DocumentError, duplicateKey, noSeparator } from "./error.ts";
import {
  type DuplicateKey,
  type Entry,
  hideDuplicates,
  type MappingNode,
  NOTHING_MERGED,
  type Node,
  type OnDuplicate,
  type Scalar,
  type ScalarNode,
  type ScalarStyle,
  type SequenceNode,
} from "./node.ts";

const LITERAL = /true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})/y;

/**
 * The objects of a text of JSON objects, as `kubectl get -o json` prints them; undefined if the text does not start with
 * an object that is followed by another one or by the end.
 *
 * @throws DocumentError as `readJsonObject` does, and if other text follows later objects: it is not YAML, either
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
 * The JSON object that starts at an offset; undefined for other text.
 *
 * @throws DocumentError for too many levels of nested collections
 */
export function readJsonObject(text: string, at: number, onDuplicate: OnDuplicate = () => {}): MappingNode | undefined {
  const reader = new JsonReader(text, at, KUBERNETES);
  const object = reader.object();
  if (object !== undefined) reader.report(onDuplicate);
  return object;
}

/** The offset where a text stops being JSON; the text's length if it ends too early. */
export function jsonErrorOffset(text: string, maxDepth: number): number {
  const reader = new JsonReader(text, skipBlanks(text, 0), { ...KUBERNETES, maxDepth });
  return reader.errorOffset();
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** Reads one object. Its methods return undefined for text that is not JSON. */
class JsonReader {
  /** Reported when the whole object has proved to be JSON. */
  private readonly duplicates: DuplicateKey[] = [];
  private readonly text: string;
  /** Where reading continues, or has failed. */
  private at: number;
  private readonly dialect: Dialect;

  constructor(text: string, at: number, dialect: Dialect) {
    this.text = text;
    this.at = at;
    this.dialect = dialect;
  }

  /** @throws DocumentError for a duplicate key, if the dialect refuses it */
  report(onDuplicate: OnDuplicate): void {
    const [first] = this.duplicates;
    if (first !== undefined && this.dialect.refusesDuplicates) throw duplicateKey(first.key, first.last);
    this.duplicates.forEach(onDuplicate);
  }

  /** The offset where the text stops being one JSON value. */
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
      // The first condition also holds at the end of the text.
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

  /** Skips one character and the white space after it. Returns the next character. */
  private next(): number {
    this.at++;
    return this.after();
  }

  /** Skips white space. Returns the next character. */
  private after(): number {
    const { text } = this;
    let unit = text.charCodeAt(this.at);
    while (isBlank(unit)) unit = text.charCodeAt(++this.at);
    return unit;
  }
}
