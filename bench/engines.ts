/** The suite's own engines. */
import { Environment, ExpansionStream, expand } from "../src/index.ts";
import { ByteExpander } from "./baselines/bytes.ts";
import { expandRegExp, expandString, expandStringWith } from "./baselines/strings.ts";
import type { Competitor, Engine } from "./engine.ts";

const varexpand: Engine = {
  name: "varexpand",
  prepare(variables) {
    const environment = new Environment(variables);
    return {
      expandBytes: (input) => environment.expandBytes(input),
      expandString: (input) => environment.expand(input),
      expandStrings: (inputs) => environment.expandAll(inputs),
    };
  },
  expandWith: expand,
};

/** New bytes cost mostly the first access to their memory; a stream writes into a buffer that is kept. */
const varexpandStream: Engine = {
  name: "varexpand, kept buffer",
  prepare(variables) {
    const environment = new Environment(variables);
    let kept = new Uint8Array(1 << 22);
    return {
      expandBytes(input) {
        let length = 0;
        const output = (bytes: Uint8Array) => {
          if (length + bytes.length > kept.length) {
            const larger = new Uint8Array((length + bytes.length) * 2);
            larger.set(kept.subarray(0, length));
            kept = larger;
          }
          kept.set(bytes, length);
          length += bytes.length;
        };
        const stream = new ExpansionStream(environment, { output });
        stream.push(input);
        stream.end();
        return kept.subarray(0, length);
      },
    };
  },
};

const bestJs: Engine = {
  name: "best JS",
  prepare(variables) {
    const expander = new ByteExpander(variables);
    const map = new Map(Object.entries(variables));
    return {
      expandBytes: (input) => expander.expand(input),
      expandString: (input) => expandStringWith(input, map),
    };
  },
  expandWith: expandString,
};

const regularExpression: Engine = {
  name: "regular expression",
  prepare(variables) {
    const map = new Map(Object.entries(variables));
    return { expandString: (input) => expandRegExp(input, map) };
  },
};

export const ENGINES: readonly Competitor[] = [
  { engine: varexpand, role: "subject" },
  { engine: varexpandStream, role: "subject" },
  { engine: bestJs, role: "rival" },
  { engine: regularExpression, role: "rival" },
];
