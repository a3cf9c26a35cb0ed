/** `$(NAME)` against Kubernetes' own implementation in Go: as bytes and, if the input is UTF-8, as a text. */
import { isUtf8 } from "node:buffer";
import { Environment } from "../../src/expansion/environment.ts";
import { expand } from "../../src/expansion/expand.ts";
import { mappingFuncFor } from "../../src/expansion/mapping.ts";
import type { Random } from "../reference/random.ts";
import { answersInGo, type GoCase, NO_EXPANSION, outputOf } from "./go.ts";
import type { Suite } from "./suite.ts";

const NAMES = ["A", "B", "LONG_NAME_OF_A_VARIABLE", "a b", "é", "$", "(", ""];
const VALUES = ["", "1", "$(A)", "$$(B)", "$", "é😀", ")", "x".repeat(100)];
/** Also bytes that are not UTF-8. */
const TOKENS: readonly (string | Buffer)[] = [
  ...["$", "$", "$$", "$(", "$(", "(", ")", ")", "{A}", "a", " ", "\n", "\0", "é", "😀", "$é", "$😀", "$\ufffd"],
  ...NAMES.flatMap((name) => [name, `$(${name})`, `$$(${name})`]),
  ...["$(UNSET)", "$(A", "$(A)$(B)", "plain text"],
  ...[[0xff], [0xc3], [0xe2, 0x82], [0xf0, 0x9f, 0x98], [0xa9], [0xed, 0xa0, 0x80]].map((bytes) => Buffer.from(bytes)),
];

function make(random: Random): GoCase {
  const names = NAMES.filter(() => random.below(3) > 0);
  const vars = Object.fromEntries(names.map((name) => [name, random.pick(VALUES)]));
  const tokens = Array.from({ length: 1 + random.below(16) }, () => Buffer.from(random.pick(TOKENS) as string));
  return { syntax: "kubernetes", input: Buffer.concat(tokens).toString("base64"), vars };
}

const base64 = (data: string | Uint8Array) => Buffer.from(data as string).toString("base64");

function ours({ input, vars }: GoCase) {
  const bytes = Buffer.from(input, "base64");
  const asBytes = base64(new Environment(vars).expandBytes(bytes));
  return { asBytes, asText: isUtf8(bytes) ? base64(expand(`${bytes}`, mappingFuncFor(null, vars))) : asBytes };
}

const answers = (cases: readonly GoCase[]) => answersInGo(cases, "expansion.go").map(outputOf);

/** Whether this version of Kubernetes changes the byte after a `$` if it is not ASCII. kubernetes/kubernetes#136325 fixed that. */
let changesBytes: boolean | undefined;

function isChanged(input: string): boolean {
  changesBytes ??= answers([{ syntax: "", input: base64("$é"), vars: {} }])[0] !== base64("$é");
  return changesBytes && /\$[\x80-\xff]/.test(Buffer.from(input, "base64").toString("latin1"));
}

export const expansionSuite: Suite<GoCase> = {
  name: "kubernetes",
  missing: NO_EXPANSION,
  batch: 20_000,
  make,
  ours: (input) => (isChanged(input.input) ? undefined : ours(input)),
  theirs: (cases) => answers(cases).map((output) => ({ asBytes: output, asText: output })),
};
