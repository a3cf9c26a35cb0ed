/** `expand`, `Environment` and its lists return the results of the reference, for two tenants in turn. */
import assert from "node:assert/strict";
import { type ObjectEventRecorder, unresolvedMessage } from "../../../src/events/recorder.ts";
import { Environment } from "../../../src/expansion/environment.ts";
import { expand } from "../../../src/expansion/expand.ts";
import { unexpandedHandlerFor } from "../../../src/expansion/unexpanded.ts";
import { referenceExpand } from "../../reference/expand.ts";
import { bytesOf, decoded, encoded, type FuzzInput, type FuzzTarget, NAMES, seedOf, tenantsOf } from "../input.ts";

export interface Expected {
  readonly output: Uint8Array;
  /** Every reference, in order, and those without a value with the offset of their `$`. */
  readonly names: string[];
  readonly unresolved: (readonly [name: string, offset: number])[];
}

export function expectedOf(input: Uint8Array, variables: ReadonlyMap<string, string>): Expected {
  const names: string[] = [];
  const unresolved: (readonly [string, number])[] = [];
  const output = referenceExpand(input, (bytes) => {
    const name = decoded(bytes);
    names.push(name);
    // A string cannot be a name that is not UTF-8.
    const value = isSame(encoded(name), bytes) ? variables.get(name) : undefined;
    if (value === undefined) unresolved.push([name, bytes.byteOffset - input.byteOffset - 2]);
    return value === undefined ? undefined : encoded(value);
  });
  return { output, names, unresolved };
}

export function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

export const REFERENCES = [
  ...["$", "$$", "(", ")", "$(", "$(A)", "$(B)", "$()", "$(é)", "$(A B)", "$($)", "$(NONE)", '$(q")', "$(A\nB)"],
  ...["$(LONG_NAME_OF_A_VARIABLE)", "$(12345678)", "$(1234567", "$$(A)", "$$$(A)", "$(A)$(B)$(A)", "text ", "\udcff"],
];

/** The result for a string whose lone surrogates are kept: other characters replace them during the expansion. */
function expectedText(text: string, variables: ReadonlyMap<string, string>) {
  const entries = [...variables].map(([name, value]) => [name, standIns(value)] as const);
  const { output, names, unresolved } = expectedOf(encoded(standIns(text)), new Map(entries));
  return {
    output: halves(decoded(output)),
    names: names.map(halves),
    messages: unresolved.map(([name]) => unresolvedMessage(halves(name))),
  };
}

function standIns(text: string): string {
  return text.replace(/\p{Cs}/gu, (half) => String.fromCodePoint(0xf0000 + half.charCodeAt(0)));
}

function halves(text: string): string {
  return text.replace(/[\u{fd800}-\u{fdfff}]/gu, (standIn) => String.fromCharCode(standIn.codePointAt(0)! - 0xf0000));
}

function run({ text, values }: FuzzInput): void {
  const bytes = bytesOf(text);
  const lines = text.split("\n");
  const tenants = tenantsOf(values).map((variables) => ({
    variables,
    environment: new Environment(variables),
    bytes: expectedOf(bytes, variables).output,
    text: expectedText(text, variables),
    lines: lines.map((line) => expectedText(line, variables).output),
  }));
  for (const tenant of [...tenants, ...tenants]) {
    const { environment, variables } = tenant;
    const { output, names, messages } = tenant.text;
    assert.ok(isSame(environment.expandBytes(bytes), tenant.bytes), "expandBytes");
    assert.equal(environment.expand(text), output);
    const asked: string[] = [];
    const other = tenants[tenant === tenants[0] ? 1 : 0]!.environment;
    const answer = (name: string) => {
      asked.push(name);
      // A mapping can call `expand`.
      if (asked.length % 3 === 0) other.expand(text.slice(0, 100));
      return variables.get(name) ?? `$(${name})`;
    };
    assert.equal(expand(text, answer), output);
    assert.deepEqual(asked, names);
    const reported: string[] = [];
    assert.equal(environment.expand(text, unexpandedHandlerFor(recorderOf(reported))), output);
    assert.deepEqual(reported, messages);
    assert.deepEqual(environment.expandAll(lines), tenant.lines);
  }
  // Variables that are set later are used.
  const [{ variables, environment }] = tenants as [(typeof tenants)[0]];
  for (const [i, value] of values.entries()) {
    if (value === null || i % 2 === 0) continue;
    variables.set(NAMES[i % NAMES.length]!, `${value}+`);
    environment.set(NAMES[i % NAMES.length]!, `${value}+`);
  }
  assert.equal(environment.expand(text), expectedText(text, variables).output);
  assert.ok(isSame(environment.expandBytes(bytes), expectedOf(bytes, variables).output), "expandBytes after set");
}

function recorderOf(reported: string[]): ObjectEventRecorder {
  const event = (_reason: string, message: string) => void reported.push(message);
  return { event, eventf: event, pastEventf: (_at, reason, message) => event(reason, message) };
}

export const expandTarget: FuzzTarget = {
  name: "expand",
  tokens: [...REFERENCES, "\n"],
  seeds: [
    seedOf("a $(A) $$ $(B) $(NONE) $("),
    seedOf("$(X)$$$$$$$$$$$$$$$$$$$$$$$$$(X)", ["1", "2"]),
    seedOf("$(é)$\udcc3$\udc80$(LONG_NAME_OF_A_VARIABLE)", ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]),
  ],
  run,
};
