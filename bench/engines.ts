/** The suite's own engines. */
import { Environment, expand } from "../src/index.ts";
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

/** New bytes cost mostly the first access to their memory: a program that has many texts keeps a buffer. */
const varexpandKept: Engine = {
  name: "varexpand, kept buffer",
  prepare(variables) {
    const environment = new Environment(variables);
    let kept = new Uint8Array(1 << 22);
    return {
      expandBytes(input) {
        while (true) {
          const { read, written } = environment.expandInto(input, kept);
          if (read === input.length) return kept.subarray(0, written);
          kept = new Uint8Array(kept.length * 2);
        }
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
  { engine: varexpandKept, role: "subject" },
  { engine: bestJs, role: "rival" },
  { engine: regularExpression, role: "rival" },
];
