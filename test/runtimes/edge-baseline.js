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

export function expansionStream(environment) {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let open = "";
  return new TransformStream({
    transform(chunk, controller) {
      const text = open + decoder.decode(chunk, { stream: true });
      const end = text.lastIndexOf("\n") + 1;
      open = text.slice(end);
      if (end > 0) controller.enqueue(encoder.encode(expandStringWith(text.slice(0, end), environment)));
    },
    flush(controller) {
      const text = open + decoder.decode();
      if (text !== "") controller.enqueue(encoder.encode(expandStringWith(text, environment)));
    },
  });
}
