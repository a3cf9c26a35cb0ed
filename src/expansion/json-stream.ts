/** `$(NAME)` expansion inside the strings of JSON text that comes in pieces: NDJSON, or documents of any shape. */
import { expandJsonChunk } from "../wasm/json.ts";
import type { Environment } from "./environment.ts";
import { expand } from "./expand.ts";
import type { ExpansionSink } from "./stream.ts";

const QUOTATION_MARK = 0x22;
const BACKSLASH = 0x5c;
const LINE_FEED = 0x0a;

/**
 * Bytes that are scanned at a time, at most and at least. What is left of them after a string with escapes is scanned
 * anew: so few at first, and then more as long as no such string comes.
 */
const LARGEST_STEP = 1 << 16;
const SMALLEST_STEP = 1 << 8;

const encoder = /* @__PURE__ */ new TextEncoder();
const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Expands every string of JSON text, keys too, without parsing the text: what stands between the strings stays byte for
 * byte, and the values are escaped as a string needs it. Parsing what comes out gives what expanding each string of the
 * parsed input gives. Text that is not JSON is not refused: a `"` or a line's end
 * ends a reference, and the rest is copied.
 *
 * @example
 * const stream = new JsonExpansionStream(new Environment({ NAME: 'say "hi"' }), { output: (bytes) => file.write(bytes) });
 * stream.push(new TextEncoder().encode('{"text":"$(NAME)"}\n')); // {"text":"say \"hi\""}
 * stream.end();
 */
export class JsonExpansionStream {
  private readonly environment: Environment;
  private readonly sink: ExpansionSink;
  /** What the last pieces left over. */
  private open: Uint8Array[] = [];
  private openLength = 0;
  /** Open bytes that are not worth another look: looked at anew only when there are twice as many, the sum is linear. */
  private wanted = 0;
  private usedUp = 0;

  constructor(environment: Environment, sink: ExpansionSink) {
    this.environment = environment;
    this.sink = sink;
  }

  /** How many bytes of the input are done with. */
  get consumed(): number {
    return this.usedUp;
  }

  /** Expands a piece of the text. */
  push(piece: Uint8Array): void {
    if (piece.length === 0) return;
    if (this.openLength + piece.length < this.wanted) {
      this.keep(piece.slice());
    } else {
      this.expand(piece, false);
    }
  }

  /** Says that nothing follows. */
  end(): void {
    this.expand(new Uint8Array(0), true);
  }

  private keep(bytes: Uint8Array): void {
    this.open.push(bytes);
    this.openLength += bytes.length;
  }

  private expand(piece: Uint8Array, isLast: boolean): void {
    let input = piece;
    if (this.openLength > 0) {
      input = new Uint8Array(this.openLength + piece.length);
      let at = 0;
      for (const bytes of [...this.open, piece]) {
        input.set(bytes, at);
        at += bytes.length;
      }
    }
    this.open = [];
    this.openLength = 0;
    let at = 0;
    let step = LARGEST_STEP;
    while (at < input.length) {
      const isWhole = at + step >= input.length;
      const { used, isEscaped } = this.expandPlain(input.subarray(at, at + step), isLast && isWhole);
      at += used;
      if (isEscaped) {
        const end = stringEnd(input, at);
        if (end === undefined && !isLast) break;
        this.expandEscaped(input.subarray(at, end));
        this.usedUp += (end ?? input.length) - at;
        at = end ?? input.length;
        step = SMALLEST_STEP;
      } else if (isWhole) {
        break;
      } else {
        step = used === 0 ? step * 2 : Math.min(step * 2, LARGEST_STEP);
      }
    }
    this.wanted = 2 * (input.length - at);
    if (at < input.length) this.keep(input.slice(at));
  }

  private expandPlain(input: Uint8Array, isLast: boolean): { used: number; isEscaped: boolean } {
    const { sink, usedUp } = this;
    const progress = expandJsonChunk(this.environment.compiledJson(), input, isLast, {
      output: (bytes) => sink.output(bytes),
      unresolved:
        sink.unresolved === undefined
          ? undefined
          : (start, end) => sink.unresolved!(input.subarray(start, end), usedUp + start - 2),
    });
    this.usedUp += progress.used;
    return progress;
  }

  /** Expands the rest of a string that has a reference written with escapes; as it is if it is no string of JSON. */
  private expandEscaped(text: Uint8Array): void {
    const { sink, usedUp } = this;
    let unescaped: string;
    try {
      unescaped = JSON.parse(`"${decoder.decode(text)}"`);
    } catch {
      sink.output(text);
      return;
    }
    const unresolved: string[] = [];
    const expanded = expand(unescaped, (name) => {
      const value = this.environment.get(name);
      if (value === undefined) unresolved.push(name);
      return value ?? `$(${name})`;
    });
    sink.output(encoder.encode(JSON.stringify(expanded).slice(1, -1)));
    if (sink.unresolved !== undefined) for (const name of unresolved) sink.unresolved(encoder.encode(name), usedUp);
  }
}

/** Where the string ends whose inside begins at `at`: the offset of its `"`, or of the line's end. */
function stringEnd(input: Uint8Array, at: number): number | undefined {
  for (let i = at; i < input.length; i++) {
    if (input[i] === QUOTATION_MARK || input[i] === LINE_FEED) return i;
    if (input[i] === BACKSLASH) i++;
  }
  return undefined;
}
