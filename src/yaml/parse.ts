/** Manifests: YAML (one document or many) or JSON (one object or many, one after the other). */
import { type Event, getScalarValue, parseEvents, type ScalarEvent, YAMLException } from "js-yaml";
import { compose } from "./compose.ts";
import { type Dialect, KUBERNETES } from "./dialect.ts";
import { DocumentError } from "./error.ts";
import { checkYaml, yamlEvents } from "./events.ts";
import { readJsonObjects } from "./json.ts";
import type { Node, OnDuplicate } from "./node.ts";
import { scalarValue } from "./scalar-value.ts";
import { yamlReason } from "./yaml-reason.ts";

/**
 * Reads every document of a text.
 *
 * @param onDuplicate is called for each key that a mapping has more than once, where the dialect allows it: Kubernetes'
 *   tools take the last value, and only their strict decoding refuses it
 * @throws DocumentError for text that is neither YAML nor JSON, and an alias that leads nowhere, to itself, or to a
 *   million values.
 * @example parseManifest("a: 1\n---\nb: [on]\n").map((root) => root.value) // [{ a: 1 }, { b: [true] }]
 */
export function parseManifest(text: string, dialect = KUBERNETES, onDuplicate: OnDuplicate = () => {}): Node[] {
  return readJsonObjects(text, dialect, onDuplicate) ?? parseYaml(text, dialect, onDuplicate);
}

/** Reads every document of a text that is YAML; there may be JSON in it, too. */
export function parseYaml(text: string, dialect = KUBERNETES, onDuplicate: OnDuplicate = () => {}): Node[] {
  const { events, valueOf } = eventsOf(text, dialect);
  return compose(text, events, { dialect, valueOf, onDuplicate });
}

/** How many collections may be inside collections where a text is only checked: that takes no more memory. */
const MAX_CHECKED_DEPTH = 1000;

/**
 * Why a text, which may have several documents, is no YAML; undefined if go-yaml takes it, or a reader of YAML 1.2. Says
 * nothing about aliases, tags and keys. Takes little memory beside the text.
 */
export function yamlProblem(text: string): DocumentError | undefined {
  let problem: DocumentError | undefined;
  for (const version of ["1.1", "1.2"] as const) {
    try {
      checkYaml(text, MAX_CHECKED_DEPTH, version);
      return undefined;
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      problem ??= error;
    }
  }
  return problem;
}

interface Events {
  readonly events: Event[];
  readonly valueOf: (text: string, event: ScalarEvent) => string;
}

function eventsOf(text: string, { maxDepth, version }: Dialect): Events {
  if (version === "1.1") return { events: yamlEvents(text, maxDepth, version), valueOf: scalarValue };
  try {
    return { events: parseEvents(text, { maxDepth }), valueOf: getScalarValue };
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const isIndentation = error.reason === "deficient indentation";
    // Brackets and quotes that end in the column of their key: the other readers of YAML 1.2 take them.
    const events = isIndentation ? eventsOrUndefined(text, maxDepth) : undefined;
    if (events !== undefined) return { events, valueOf: scalarValue };
    const reason = isIndentation ? "wrong indentation, or an unclosed [, { or quote" : yamlReason(error);
    throw new DocumentError("syntax", reason, error.mark?.position ?? 0);
  }
}

function eventsOrUndefined(text: string, maxDepth: number): Event[] | undefined {
  try {
    return yamlEvents(text, maxDepth, "1.2");
  } catch (error) {
    if (error instanceof DocumentError) return undefined;
    throw error;
  }
}
