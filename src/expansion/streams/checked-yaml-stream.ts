/** `$(NAME)` expansion inside the strings of YAML text that is checked to be YAML. */

import { LINE_FEED } from "../../text/position.ts";
import { decodeUtf8, startsWithMark, validPrefix } from "../../text/utf8.ts";
import { type DocumentRange, expandKnownYaml } from "../../wasm/yaml-check.ts";
import { isMarker } from "../../yaml/marker.ts";
import { yamlProblem } from "../../yaml/parse.ts";
import { documentEnd, documentStart } from "./yaml-documents.ts";
import { type ExpandedYaml, expandDocuments, type Refused } from "./yaml-expansion.ts";
import { YamlStream } from "./yaml-stream.ts";

/** Documents of one piece that are not YAML and are told, at most. */
const MOST_TOLD = 20;

const DOT = 0x2e;

const encoder = /* @__PURE__ */ new TextEncoder();

/**
 * Also refuses documents that are not YAML and in which no reference is unclear. Documents that are simple enough are
 * known to be YAML without reading them; the others take many times as long.
 */
export class CheckedYamlStream extends YamlStream {
  /** @internal */
  protected override expandInto(result: ExpandedYaml, text: Uint8Array, start: number): void {
    const { environment } = this;
    const { pieces, unresolved, refused } = result;
    const doubtful: DocumentRange[] = [];
    for (const range of expandKnownYaml(environment.compiledYaml(), text.subarray(start), unresolved !== undefined)) {
      const [from, to] = [start + range.start, start + range.end];
      if (range.expanded !== undefined) {
        pieces.push(range.expanded);
        for (const { name, offset } of range.unresolved) unresolved!.push({ name, offset: start + offset });
      } else {
        expandDocuments(environment, text.subarray(0, to), from, result);
        // A mark that stands before the first document is read with it.
        if (!range.isKnown) doubtful.push({ start: range.start === 0 ? 0 : from, end: to });
      }
    }
    refused.push(...problemsOf(text, doubtful, refused));
    refused.sort((a, b) => a.offset - b.offset);
  }
}

/** Why documents are not YAML, but for those that are refused already. */
function problemsOf(text: Uint8Array, doubtful: readonly DocumentRange[], refused: readonly Refused[]): Refused[] {
  const excerpt = new Excerpt(text, doubtful);
  const problems: Refused[] = [];
  let at = 0;
  for (let told = 0; told < MOST_TOLD && at < excerpt.text.length; told++) {
    const found = firstProblem(excerpt.text.subarray(at));
    if (found === undefined) break;
    // A document that ends too early ends in front of the next one.
    const place = excerpt.inWhole(at + found.offset);
    const isAtEnd = isMarker(text, place) || place === text.length;
    const offset = place - Number(isAtEnd && found.offset > 0);
    const start = documentStart(text, offset);
    const end = documentEnd(text, offset);
    const isTold = refused.some((one) => one.offset >= start && one.offset <= end);
    if (!isTold) problems.push({ ...found, offset });
    at = excerpt.from(nextDocument(text, end));
  }
  return problems;
}

/** Where a document begins behind one that ends at a line break, or the text's end. */
function nextDocument(text: Uint8Array, end: number): number {
  const marker = Math.min(end + 1, text.length);
  if (text[marker] !== DOT) return marker;
  const lineEnd = text.indexOf(LINE_FEED, marker);
  return lineEnd === -1 ? text.length : lineEnd + 1;
}

function firstProblem(bytes: Uint8Array): Refused | undefined {
  const decoded = decodeUtf8(bytes);
  const text = decoded ?? validPrefix(bytes);
  // Behind the beginning, readers differ about a byte order mark.
  const start = startsWithMark(text) ? 1 : 0;
  const problem = text.includes("\ufeff", start) ? undefined : yamlProblem(text.slice(start));
  const offset = problem === undefined ? text.length : start + problem.offset;
  // What is valid may end too early only because of the bytes behind it.
  if (decoded === undefined && offset === text.length) return refusal(text, offset, "the text is not valid UTF-8");
  return problem && refusal(text, offset, problem.message);
}

function refusal(text: string, offset: number, problem: string): Refused {
  return { name: "", offset: encoder.encode(text.slice(0, offset)).length, problem };
}

/** An empty document: it ends the one before as the document does that stood there. */
const MARKER = /* @__PURE__ */ new Uint8Array([0x2d, 0x2d, 0x2d, 0x0a]);

interface Part extends DocumentRange {
  /** Where it begins in the excerpt. */
  readonly at: number;
}

/** The documents of a text that have to be read, as a text of their own. */
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
