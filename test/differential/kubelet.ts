/** Env files of the kubelet (KEP-3721) against its own reader in Go, with its messages. */
import { EnvFileError, readEnvFileKey } from "../../src/index.ts";
import type { Random } from "../reference/random.ts";
import { answersInGo, type GoCase, NO_GO_MODULE } from "./go.ts";
import type { Suite } from "./suite.ts";

const KEYS = ["A", "B", "NAME_2", "é", "a b", "UNSET"];
/** Also bytes that are not UTF-8. */
const TOKENS: readonly (string | Buffer)[] = [
  ...[
    "A",
    "B",
    "NAME_2",
    "é",
    "a b",
    "=",
    "'",
    "'",
    "\n",
    "\r\n",
    "\r",
    " ",
    "\t",
    "#",
    "\\",
    '"',
    "x",
    "\0",
    "\u00a0",
  ],
  ...["A='1'\n", "B='2' # c\n", "NAME_2='x\ny'\n", "é=''\n", "A= '1'\n", "# c\n", "='", "'\nA='", "\ufeff", "$A"],
  ...[[0xff], [0xc3]].map((bytes) => Buffer.from(bytes)),
];

interface Case extends GoCase {
  readonly key: string;
}

function make(random: Random): Case {
  const tokens = Array.from({ length: random.below(16) }, () => Buffer.from(random.pick(TOKENS) as string));
  return { syntax: "kubelet", input: Buffer.concat(tokens).toString("base64"), vars: {}, key: random.pick(KEYS) };
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export const kubeletSuite: Suite<Case> = {
  name: "kubelet",
  missing: NO_GO_MODULE,
  batch: 2_000,
  make,
  ours({ input, key }) {
    try {
      return { value: readEnvFileKey(Buffer.from(input, "base64"), key, { profile: "kubelet" }) ?? "" };
    } catch (error) {
      if (!(error instanceof EnvFileError)) throw error;
      return { error: error.message };
    }
  },
  theirs: (cases) =>
    answersInGo(cases).map((answer) =>
      "error" in answer ? answer : { value: decoder.decode(Buffer.from(answer.output as string, "base64")) },
    ),
};
