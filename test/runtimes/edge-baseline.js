/**
 * `varexpand` with pure JavaScript in place of the engine that expands records: what the edge example is measured
 * against. It expands whole lines as text, with values that are escaped beforehand, and reports no events; it is right
 * about JSON whose strings hold no `$(` without its `)`, and no references with escapes.
 */
import { expandStringWith } from "../../bench/baselines/strings.ts";

export * from "varexpand";

export class Environment extends Map {
  constructor(variables) {
    super(Object.entries(variables).map(([name, value]) => [name, JSON.stringify(value).slice(1, -1)]));
  }
}

export async function* expandChunks(chunks, environment) {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let open = "";
  for await (const chunk of chunks) {
    const text = open + decoder.decode(chunk, { stream: true });
    const end = text.lastIndexOf("\n") + 1;
    open = text.slice(end);
    if (end > 0) yield encoder.encode(expandStringWith(text.slice(0, end), environment));
  }
  const text = open + decoder.decode();
  if (text !== "") yield encoder.encode(expandStringWith(text, environment));
}
