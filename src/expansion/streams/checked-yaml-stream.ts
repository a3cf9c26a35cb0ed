/** `$(NAME)` expansion inside the strings of YAML text that is checked to be YAML. */

import { LINE_FEED } from "../../text/position.ts";
import { decodeUtf8, startsWithMark, validPrefix } from "../../text/utf8.ts";
import { type DocumentRange, expandKnownYaml } from "../../wasm/yaml.ts";
import { isMarker } from "../../yaml/ascii.ts";
import { yamlProblem } from "../../yaml/parse.ts";
import { documentEnd, documentStart } from "./yaml-documents.ts";
import { type ExpandedYaml, expandDocuments, type Refused } from "./yaml-expansion.ts";
import { YamlStream } from "./yaml-stream.ts";

/** The most documents of one chunk that are reported as not YAML. */
const MOST_REPORTED = 20;

const DOT = 0x2e;

const encoder = /* @__PURE__ */ new TextEncoder();

/**
 * Also rejects documents that are not YAML, even if they do not contain an unclear reference. The scanner validates simple
 * documents; all others must be parsed, which takes many times as long.
 */
export class CheckedYamlStream extends YamlStream {
  /** @internal */
  protected override expandInto(result: ExpandedYaml, text: Uint8Array, start: number): void {
    const { environment } = this;
    const { pieces, unresolved, refused } = result;
    const doubtful: DocumentRange[] = [];
    for (const range of expandKnownYaml(environment.compiledYaml(), text.subarray(start), unresolved !== undefined)) {
      if (range.expanded !== undefined) {
        pieces.push(range.expanded);
        for (const { name, offset } of range.unresolved) unresolved!.push({ name, offset: start + offset });
      } else {
        const [from, to] = [start + range.start, start + range.end];
        expandDocuments(environment, text.subarray(0, to), from, result);
        // A byte order mark before the first document is parsed together with it.
        if (!range.isKnown) doubtful.push({ start: range.start === 0 ? 0 : from, end: to });
      }
    }
    refused.push(...problemsOf(text, doubtful, refused));
    refused.sort((a, b) => a.offset - b.offset);
  }
}

/** Returns the reasons why documents are not YAML, except for documents that are already rejected. */
function problemsOf(text: Uint8Array, doubtful: readonly DocumentRange[], refused: readonly Refused[]): Refused[] {
  const excerpt = new Excerpt(text, doubtful);
  const problems: Refused[] = [];
  let at = 0;
  for (let count = 0; count < MOST_REPORTED && at < excerpt.text.length; count++) {
    const found = firstProblem(excerpt.text.subarray(at));
    if (found === undefined) break;
    // The position of an unexpected end of a document is before the next document.
    const place = excerpt.inWhole(at + found.offset);
    const isAtEnd = isMarker(text, place) || place === text.length;
    const offset = place - Number(isAtEnd && found.offset > 0);
    const start = documentStart(text, offset);
    const end = documentEnd(text, offset);
    const isReported = refused.some((one) => one.offset >= start && one.offset <= end);
    if (!isReported) problems.push({ ...found, offset });
    at = excerpt.from(nextDocument(text, end));
  }
  return problems;
}

/** The start of the document after one that ends at a line break, or the end of the text. */
function nextDocument(text: Uint8Array, end: number): number {
  const marker = Math.min(end + 1, text.length);
  if (text[marker] !== DOT) return marker;
  const lineEnd = text.indexOf(LINE_FEED, marker);
  return lineEnd === -1 ? text.length : lineEnd + 1;
}

function firstProblem(bytes: Uint8Array): Refused | undefined {
  const decoded = decodeUtf8(bytes);
  const text = decoded ?? validPrefix(bytes);
  // Readers treat a byte order mark after the start differently.
  const start = startsWithMark(text) ? 1 : 0;
  const problem = text.includes("\ufeff", start) ? undefined : yamlProblem(text.slice(start));
  const offset = problem === undefined ? text.length : start + problem.offset;
  // An unexpected end can be caused by the invalid bytes that follow.
  if (decoded === undefined && offset === text.length) return refusal(text, offset, "the text is not valid UTF-8");
  return problem && refusal(text, offset, problem.message);
}

function refusal(text: string, offset: number, problem: string): Refused {
  return { name: "", offset: encoder.encode(text.slice(0, offset)).length, problem };
}

/** An empty document. It ends the previous document, as the omitted document did. */
const MARKER = /* @__PURE__ */ new Uint8Array([0x2d, 0x2d, 0x2d, 0x0a]);

interface Part extends DocumentRange {
  /** Its offset in the excerpt. */
  readonly at: number;
}

/** A text that consists of the documents of another text that must be parsed. */
export class Excerpt {
  readonly text: Uint8Array;
  private readonly parts: Part[] = [];

  /** @param ranges of whole documents, in order, without others between two of them that have none */
  constructor(whole: Uint8Array, ranges: readonly DocumentRange[]) {
    let length = 0;
    for (const { start, end } of ranges) {
      this.parts.push({ start, end, at: length });
      length += end - start + (end < whole.length ? MARKER.length : 0);
    }
    const [first] = ranges;
    if (first?.start === 0 && first.end === whole.length) {
      this.text = whole;
      return;
    }
    this.text = new Uint8Array(length);
    for (const { start, end, at } of this.parts) {
      this.text.set(whole.subarray(start, end), at);
      if (end < whole.length) this.text.set(MARKER, at + end - start);
    }
  }

  /** The offset in the whole text for an offset in the excerpt. Added text maps to the end of the preceding part. */
  inWhole(offset: number): number {
    const part = this.parts.findLast(({ at }) => at <= offset);
    return part === undefined ? offset : Math.min(part.start + offset - part.at, part.end);
  }

  /** The first offset in the excerpt that maps to the given offset in the whole text or to a later one. */
  from(offset: number): number {
    const part = this.parts.find(({ end }) => end > offset);
    return part === undefined ? this.text.length : part.at + Math.max(0, offset - part.start);
  }
}
