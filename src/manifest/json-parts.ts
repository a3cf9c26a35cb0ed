/** The parts of a text of JSON objects. The items of a large List are parts of their own. */

import { tryOrUndefined } from "../text/try-or-undefined.ts";
import { decodeUtf8 } from "../text/utf8.ts";
import { COMMA, OPEN_OBJECT } from "../yaml/ascii.ts";
import { KUBERNETES } from "../yaml/dialect.ts";
import { DocumentError, noSeparator } from "../yaml/error.ts";
import { readJsonObject } from "../yaml/json.ts";
import type { MappingNode } from "../yaml/node.ts";
import { MISSED_COMMA, UNCLOSED } from "../yaml/node-reader.ts";
import { parseYaml } from "../yaml/parse.ts";
import { endOfObject, FAR, type ListLayout, listLayout, skipBlanks } from "./json-scan.ts";
import type { LargeList, Part, PartCursor } from "./part-cursor.ts";
import { Window } from "./window.ts";

/**
 * The parts of a text that is JSON objects.
 *
 * @param large the size in bytes from which the items of an object are read one by one
 * @returns false, without having made a part, if the text does not start with an object that is followed by another one
 *   or by the end
 */
export function* jsonParts(cursor: PartCursor, large: number): Generator<Part, boolean, undefined> {
  const { window } = cursor;
  for (let isFirst = true; ; isFirst = false) {
    const start = skipBlanks(window, 0);
    if (!window.has(start)) {
      if (isFirst) return false;
      break;
    }
    const near = endOfObject(window, start, large);
    const list = near === FAR ? largeList(cursor, start) : undefined;
    if (list !== undefined) {
      if (isFirst && !isEndOrObject(new Window(cursor.source, list.layout.end), 0)) return false;
      yield* listParts(cursor, list);
      continue;
    }
    const end = near === FAR ? endOfObject(window, start, Number.POSITIVE_INFINITY) : near;
    const isObject = end !== -1 && (!isFirst || isEndOrObject(window, end));
    const text = isObject ? cursor.text(end) : "";
    const read = cursor.read(text, (onDuplicate) => {
      const object = isObject ? readJsonObject(text, start, onDuplicate) : undefined;
      return object === undefined ? [] : [object];
    });
    if (read.documents.length === 0) {
      if (isFirst) return false;
      throw cursor.placed(cursor.text(start), noSeparator(start));
    }
    yield cursor.take(text, end, read);
  }
  const end = window.bytes.length;
  if (end > 0) yield cursor.take(cursor.text(end), end);
  return true;
}

/** Whether the text ends at an offset, or another object starts there. */
function isEndOrObject(window: Window, offset: number): boolean {
  const next = skipBlanks(window, offset);
  return !window.has(next) || window.bytes[next] === OPEN_OBJECT;
}

/** The most bytes around the items of a List that is read item by item. */
const MAX_AROUND_ITEMS = 1 << 20;

interface PlacedList {
  readonly list: LargeList;
  readonly layout: ListLayout;
}

/** The List that starts at an offset of the window; undefined if it is not a List or is large without its items. */
function largeList({ source, window }: PartCursor, start: number): PlacedList | undefined {
  const layout = listLayout(source, window.position + start);
  if (layout === undefined) return undefined;
  const { itemsStart, itemsEnd, end } = layout;
  const head = itemsStart - window.position;
  if (head - start + end - itemsEnd > MAX_AROUND_ITEMS) return undefined;
  window.has(head);
  const rest = new Window(source, itemsEnd);
  rest.has(end - itemsEnd - 1);
  const before = decodeUtf8(window.bytes.subarray(start, head));
  const after = decodeUtf8(rest.bytes.subarray(0, end - itemsEnd));
  if (before === undefined || after === undefined) return undefined;
  const value = readOrUndefined(before + after)?.value;
  const { kind } = value ?? {};
  return value !== undefined && typeof kind === "string" && kind.endsWith("List")
    ? { list: { kind, value }, layout }
    : undefined;
}

/** Undefined also for text with an error or a duplicate key, which reading the whole List reports. */
function readOrUndefined(text: string): MappingNode | undefined {
  let hasDuplicates = false;
  const onDuplicate = () => {
    hasDuplicates = true;
  };
  const object = tryOrUndefined(() => readJsonObject(text, 0, onDuplicate), DocumentError);
  return hasDuplicates ? undefined : object;
}

function* listParts(cursor: PartCursor, { list, layout }: PlacedList): Generator<Part, void, undefined> {
  const { window } = cursor;
  const take = (length: number) => cursor.take(cursor.text(length), length, undefined, list);
  yield take(layout.itemsStart - window.position);
  for (let isFirst = true; ; isFirst = false) {
    let start = skipBlanks(window, 0);
    if (!isFirst && window.bytes[start] === COMMA) start = skipBlanks(window, start + 1);
    else if (!isFirst && window.position + start < layout.itemsEnd) throw syntaxError(cursor, start, MISSED_COMMA);
    if (window.position + start === layout.itemsEnd) break;
    if (window.bytes[start] === COMMA) throw syntaxError(cursor, start, "expected the node content, but found ','");
    if (start > 0) yield take(start);
    yield itemPart(cursor, list);
  }
  window.has(layout.end - window.position - 1);
  yield take(layout.end - window.position);
}

/** An item, which is an object unless the source has changed since its end was found. It can be YAML. */
function itemPart(cursor: PartCursor, list: LargeList): Part {
  const end = endOfObject(cursor.window, 0, Number.POSITIVE_INFINITY);
  if (end === -1) throw syntaxError(cursor, 0, UNCLOSED);
  const text = cursor.text(end);
  const read = cursor.read(text, (onDuplicate) => {
    const item = readJsonObject(text, 0, onDuplicate);
    return item === undefined ? parseYaml(text, KUBERNETES, onDuplicate) : [item];
  });
  return cursor.take(text, end, read, list);
}

/** The messages are those of the YAML reader, which reads all other invalid JSON. */
function syntaxError(cursor: PartCursor, offset: number, message: string): Error {
  return cursor.placed(cursor.text(offset), new DocumentError("syntax", message, offset));
}
