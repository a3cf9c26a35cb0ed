/**
 * Expands NDJSON from standard input to standard output, like a script without this package: parses every line, expands
 * its strings with the process's environment, and writes it. It uses large synchronous reads and writes, and the fastest
 * pure JavaScript for the strings. Never shipped.
 *
 * `JSON.parse` and `JSON.stringify` take two thirds of its time. These variants are not faster: pieces of 64 KiB,
 * lines joined from an array, `Object.keys`, assigning only what has changed.
 */
import { readSync, writeSync } from "node:fs";
import { expandStringWith } from "./strings.ts";

const PIECE = 1 << 20;
const LINE_FEED = 0x0a;

const variables = new Map(Object.entries(process.env)) as ReadonlyMap<string, string>;
let buffer = Buffer.allocUnsafe(PIECE);
let length = 0;
while (true) {
  if (length === buffer.length) buffer = Buffer.concat([buffer], length * 2);
  const count = readSync(0, buffer, length, buffer.length - length, null);
  if (count === 0) break;
  length += count;
  const end = buffer.subarray(0, length).lastIndexOf(LINE_FEED) + 1;
  if (end === 0) continue;
  write(expandLines(buffer.toString("utf8", 0, end)));
  buffer.copyWithin(0, end, length);
  length -= end;
}
if (length > 0) write(expandLines(buffer.toString("utf8", 0, length)));

function expandLines(text: string): string {
  let output = "";
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf("\n", start);
    const line = text.substring(start, end < 0 ? text.length : end);
    output += JSON.stringify(expandIn(JSON.parse(line)));
    if (end < 0) break;
    output += "\n";
    start = end + 1;
  }
  return output;
}

/** Expands the strings of a value that was just parsed, in place. */
function expandIn(value: unknown): unknown {
  if (typeof value === "string") return expandStringWith(value, variables);
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) value[i] = expandIn(value[i]);
  } else if (typeof value === "object" && value !== null) {
    const members = value as Record<string, unknown>;
    for (const name in members) members[name] = expandIn(members[name]);
  }
  return value;
}

function write(text: string): void {
  const bytes = Buffer.from(text);
  for (let written = 0; written < bytes.length; ) written += writeSync(1, bytes, written);
}
