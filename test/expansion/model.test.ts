/**
 * Runs tenants, streams, and failing calls in any order, and compares them with a stateless model. Data that one call
 * leaves in the scanners' memory must never affect the result of another.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { ChunkExpander, Environment, expand, parseDotenv, parseEnvFile } from "../../src/index.ts";
import { referenceEnvFile } from "../reference/envfile.ts";
import { referenceExpand } from "../reference/expand.ts";
import { fuzzCases } from "../reference/random.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** What the references say of a text with the variables of a tenant. */
function expected(text: string, variables: ReadonlyMap<string, string>): string {
  const lookUp = (name: Uint8Array) => {
    const value = variables.get(decoder.decode(name));
    return value === undefined ? undefined : encoder.encode(value);
  };
  return decoder.decode(referenceExpand(encoder.encode(text), lookUp));
}

interface Model {
  readonly tenants: Map<string, string>[];
  readonly streams: { tenant: number; input: string; isJson: boolean }[];
}

interface Real {
  readonly tenants: Environment[];
  readonly streams: { stream: ChunkExpander; output: Uint8Array[] }[];
}

type Command = fc.Command<Model, Real>;

const name = fc.oneof(
  fc.constantFrom("A", "B", "SECRET", "A_NAME_THAT_IS_LONGER_THAN_TWO_BLOCKS", "é", ""),
  fc.integer({ min: 0, max: 600 }).map((i) => `N${i}`),
);
const value = fc.oneof(
  fc.constantFrom("", "1", "$(A)", "é🌍"),
  fc.integer({ min: 1, max: 400 }).map((length) => "v".repeat(length)),
);
const piece = fc.oneof(
  { weight: 4, arbitrary: name.map((text) => `$(${text})`) },
  { weight: 2, arbitrary: fc.constantFrom("$$", "$", "$(", ")", " ", "é", "text ") },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 700 }).map((count) => "$$".repeat(count)) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 700 }).map((length) => "-".repeat(length)) },
);
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
const which = fc.nat(7);

/** A command that is about one of the tenants there are. */
const about = (
  label: string,
  tenant: number,
  run: (variables: Map<string, string>, environment: Environment, model: Model, real: Real) => void,
): Command => ({
  check: (model) => model.tenants.length > 0,
  run(model, real) {
    const i = tenant % model.tenants.length;
    run(model.tenants[i]!, real.tenants[i]!, model, real);
  },
  toString: () => `${label} of tenant ${tenant}`,
});

const always = (label: string, run: (model: Model, real: Real) => void): Command => ({
  check: () => true,
  run,
  toString: () => label,
});

/** JSON text that holds a string; its values are never broken by what is inside. */
const json = (input: string) => `${JSON.stringify(input)}\n`;

const commands = [
  fc.uniqueArray(fc.tuple(name, value), { maxLength: 40, selector: ([key]) => key }).map((entries) =>
    always(`new tenant ${JSON.stringify(entries)}`, (model, real) => {
      if (model.tenants.length === 8) return;
      model.tenants.push(new Map(entries));
      real.tenants.push(new Environment(new Map(entries)));
    }),
  ),
  fc.tuple(which, name, value).map(([tenant, key, content]) =>
    about(`set ${key}=${content}`, tenant, (variables, environment, model) => {
      // A stream's variables stay what they are while its input comes: both sides would have to cut it at one place.
      if (model.streams.some((stream) => model.tenants[stream.tenant] === variables)) return;
      variables.set(key, content);
      environment.set(key, content);
    }),
  ),
  fc.tuple(which, text).map(([tenant, input]) =>
    about(`expand ${JSON.stringify(input)}`, tenant, (variables, environment) => {
      expect(environment.expand(input)).toBe(expected(input, variables));
    }),
  ),
  fc.tuple(which, text).map(([tenant, input]) =>
    about(`expandBytes ${JSON.stringify(input)}`, tenant, (variables, environment) => {
      expect(decoder.decode(environment.expandBytes(encoder.encode(input)))).toBe(expected(input, variables));
    }),
  ),
  fc.tuple(which, fc.array(text, { maxLength: 40 })).map(([tenant, inputs]) =>
    about(`expandAll ${JSON.stringify(inputs)}`, tenant, (variables, environment) => {
      expect(environment.expandAll(inputs)).toEqual(inputs.map((input) => expected(input, variables)));
    }),
  ),
  fc.tuple(which, text, text).map(([tenant, input, inner]) =>
    about(`expand ${JSON.stringify(input)} by a function that expands`, tenant, (variables, environment) => {
      const output = expand(input, (key) => {
        expect(environment.expand(inner)).toBe(expected(inner, variables));
        return variables.get(key) ?? `$(${key})`;
      });
      expect(output).toBe(expected(input, variables));
    }),
  ),
  fc.tuple(text, fc.nat(20)).map(([input, place]) =>
    always(`a function that throws at ${place} of ${JSON.stringify(input)}`, () => {
      let calls = 0;
      const names: string[] = [];
      const run = () =>
        expand(input, (key) => {
          names.push(key);
          if (calls++ === place) throw new Error("no value");
          return "";
        });
      try {
        run();
      } catch (error) {
        expect(String(error)).toBe("Error: no value");
      }
      const all: string[] = [];
      referenceExpand(encoder.encode(input), (key) => {
        all.push(decoder.decode(key));
        return undefined;
      });
      expect(names).toEqual(all.slice(0, place + 1));
    }),
  ),
  fc.tuple(which, fc.boolean()).map(([tenant, isJson]) =>
    about(`open a ${isJson ? "JSON" : "text"} stream`, tenant, (_, environment, model, real) => {
      if (model.streams.length === 4) return;
      const output: Uint8Array[] = [];
      const sink = { output: (bytes: Uint8Array) => void output.push(bytes.slice()) };
      model.streams.push({ tenant: real.tenants.indexOf(environment), input: "", isJson });
      real.streams.push({
        stream: new ChunkExpander(environment, sink, { format: isJson ? "json" : "text" }),
        output,
      });
    }),
  ),
  fc.tuple(which, text).map(([stream, input]) =>
    always(`push ${JSON.stringify(input)} to stream ${stream}`, (model, real) => {
      if (model.streams.length === 0) return;
      const i = stream % model.streams.length;
      const ascii = input.replaceAll(/[^ -~]/gu, "");
      const written = model.streams[i]!.isJson ? json(ascii) : ascii;
      real.streams[i]!.stream.push(encoder.encode(`${written}\n`));
      model.streams[i]!.input += `${written}\n`;
    }),
  ),
  fc.tuple(which).map(([stream]) =>
    always(`end stream ${stream}`, (model, real) => {
      if (model.streams.length === 0) return;
      const i = stream % model.streams.length;
      const [{ tenant, input, isJson }] = model.streams.splice(i, 1) as [Model["streams"][number]];
      const [{ stream: open, output }] = real.streams.splice(i, 1) as [Real["streams"][number]];
      open.end();
      const environment = real.tenants[tenant]!;
      const variables = new Map(environment.entries());
      const whole = isJson
        ? input
            .split("\n")
            .map((line) => (line === "" ? "" : JSON.stringify(expected(JSON.parse(line) as string, variables))))
            .join("\n")
        : expected(input, variables);
      expect(decoder.decode(Buffer.concat(output))).toBe(whole);
    }),
  ),
  fc.tuple(which, text).map(([tenant, input]) =>
    about(`a sink that fails with ${JSON.stringify(input)}`, tenant, (_, environment) => {
      const stream = new ChunkExpander(environment, {
        output() {
          throw new Error("disk full");
        },
      });
      try {
        stream.push(encoder.encode(input));
        stream.end();
      } catch (error) {
        expect(String(error)).toBe("Error: disk full");
      }
    }),
  ),
  fc
    .array(fc.tuple(fc.stringMatching(/^[A-Z]{1,40}$/), fc.stringMatching(/^[ -&(-[\]-~]{0,60}$/)), { maxLength: 12 })
    .map((lines) =>
      always(`env file ${JSON.stringify(lines)}`, () => {
        const file = lines.map(([key, content]) => `${key}='${content}'\n`).join("");
        const { assignments } = referenceEnvFile(file, "design");
        const wanted = Object.fromEntries(assignments.map((assignment) => [assignment.name, assignment.value]));
        expect({ ...parseEnvFile(file).toObject() }).toEqual(wanted);
        expect({ ...parseDotenv(file) }).toEqual(wanted);
      }),
    ),
];

test("tenants, streams and failures in any order", () => {
  fc.assert(
    fc.property(fc.commands(commands, { maxCommands: 60, size: "+1" }), (list) => {
      fc.modelRun(() => ({ model: { tenants: [], streams: [] }, real: { tenants: [], streams: [] } }), list);
    }),
    { numRuns: fuzzCases(300), seed: 20_261_101 },
  );
}, 600_000);
