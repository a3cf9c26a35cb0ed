/** The expansion of a text that consists of whole YAML documents. */
import type { Environment } from "../expansion/environment.ts";
import { expand } from "../expansion/expand.ts";
import { expandYaml, type Rest } from "../wasm/yaml.ts";
import { documentEnd, documentStart, oddity } from "./yaml-documents.ts";
import { rewrittenScalar } from "./yaml-scalar.ts";

const DOLLAR = 0x24;
const BACKSLASH = 0x5c;
const LINE_BREAK = /* @__PURE__ */ new Uint8Array([0x0a]);
/** The first line of a block scalar with `+`. */
const KEEPS_BREAKS = /^[|>][1-9]?\+/;

const encoder = /* @__PURE__ */ new TextEncoder();
const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true });

/** A reference that stays, or a reason to give up: its name, and where its `$` stands (or the scalar that it is in). */
export interface Reference {
  readonly name: string;
  readonly offset: number;
}

export interface ExpandedYaml {
  readonly pieces: Uint8Array[];
  /** References without a value. */
  readonly unresolved: Reference[];
  /** References that cannot be told from what is none. */
  readonly refused: Reference[];
}

/** Expands documents; the text begins with one. */
export function expandDocuments(environment: Environment, text: Uint8Array): ExpandedYaml {
  const result: ExpandedYaml = { pieces: [], unresolved: [], refused: [] };
  // A `$` may be written with an escape.
  if (!text.includes(DOLLAR) && !text.includes(BACKSLASH)) {
    result.pieces.push(text);
    return result;
  }
  let at = 0;
  while (at < text.length) {
    const rest = text.subarray(at);
    const odd = oddity(rest);
    const clearEnd = odd === -1 ? rest.length : documentStart(rest, odd);
    expandClear(environment, text, at, at + clearEnd, result);
    at += clearEnd;
    if (odd === -1) break;
    const end = at + documentEnd(rest, odd) - clearEnd;
    refuse(text, at, end, result);
    at = end;
  }
  return result;
}

function expandClear(environment: Environment, text: Uint8Array, from: number, to: number, result: ExpandedYaml): void {
  const documents = text.subarray(from, to);
  const parts = expandYaml(environment.compiledYaml(), documents, (offset) => documentEnd(documents, offset));
  for (const { expanded, rest } of parts) {
    result.pieces.push(expanded);
    if (rest === undefined) break;
    if (rest.isScalar) rewrite(environment, text, from, rest, result);
    else refuse(text, from + rest.start, from + rest.end, result);
  }
}

function rewrite(
  environment: Environment,
  text: Uint8Array,
  from: number,
  scalar: Rest & { isScalar: true },
  { pieces, unresolved }: ExpandedYaml,
): void {
  const bytes = text.subarray(from + scalar.start, from + scalar.end);
  const source = decoder.decode(bytes);
  const missing: string[] = [];
  const written = rewrittenScalar(source, scalar, (value) =>
    expand(value, (name) => {
      const found = environment.get(name);
      if (found === undefined) missing.push(name);
      return found ?? `$(${name})`;
    }),
  );
  pieces.push(written === source ? bytes : encoder.encode(written));
  // Lines of which every break counts need the last one, too, where nothing follows that brings it. (Blanks at the very
  // end are no line, and were taken for one.)
  const isCut = from + scalar.end === text.length && !/\n *$/.test(source);
  if (isCut && written !== source && KEEPS_BREAKS.test(written)) pieces.push(LINE_BREAK);
  let at = 0;
  let offset = from + scalar.start;
  for (const name of missing) {
    // A name that is written with escapes, or over two lines, is reported where the one before it is.
    const found = source.indexOf(`$(${name})`, at);
    if (found !== -1) {
      offset += encoder.encode(source.slice(at, found + 1)).length;
      at = found + 1;
    }
    unresolved.push({ name, offset: at === 0 ? offset : offset - 1 });
  }
}

/** Text that stays as it is, and has no reference. */
function refuse(text: Uint8Array, from: number, to: number, { pieces, refused }: ExpandedYaml): void {
  const bytes = text.subarray(from, to);
  pieces.push(bytes);
  const source = decoder.decode(bytes);
  const found = /\$\$|\$\(([^)]*)\)|\\[xuU]0*2[48]|\$\\/.exec(source);
  if (found === null) return;
  refused.push({ name: found[1] ?? "", offset: from + encoder.encode(source.slice(0, found.index)).length });
}
