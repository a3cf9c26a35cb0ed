import { expect, test } from "vitest";
import { ROOT, SecretPatterns } from "../../../src/cli/manifests/secret-patterns.ts";

test.each<[secrets: string[], text: string, open: number, found: number]>([
  [["secret"], "a secre", 5, 0],
  [["secret"], "a secret", 0, 6],
  [["secret", "secrets"], "a secret", 6, 6],
  [["abcab"], "abcab", 2, 5],
  [["abcdef", "defghi"], "abcdef", 3, 6],
  [["abcdef", "bcd"], "abcd", 4, 3],
])(
  "the start of a secret that can still follow, and the secret that has ended: %j in %j",
  (secrets, text, ...expected) => {
    const patterns = new SecretPatterns(secrets.map((secret) => Buffer.from(secret)));
    const state = Buffer.from(text).reduce((state, byte) => patterns.step(state, byte), ROOT);
    expect([patterns.open[state], patterns.found[state]]).toEqual(expected);
  },
);
