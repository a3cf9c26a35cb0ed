/** Copies of values of Secrets in the output of kustomize, whose `replacements` and `vars` can copy them into other objects. */

import type { Secret } from "../../kubernetes/pod/objects.ts";
import type { IsSecretText } from "../../kubernetes/pod/sources/secret-value.ts";
import { MIN_SECRET_LENGTH, ROOT, SecretPatterns } from "./secret-patterns.ts";

/** Whether a text contains a value of one of the Secrets as it is in the manifest: base64 in `data`, text in `stringData`. */
export function secretCopiesIn(secrets: readonly Secret[]): IsSecretText {
  const values = secrets.flatMap(({ data, stringData }) => [
    ...Object.values(data ?? {}),
    ...Object.values(stringData ?? {}),
  ]);
  const texts = values.filter((value) => typeof value === "string" && [...value].length >= MIN_SECRET_LENGTH);
  if (texts.length === 0) return () => false;
  const patterns = new SecretPatterns(Array.from(new Set(texts), (text) => Buffer.from(text)));
  return (text) => {
    let state = ROOT;
    for (const byte of Buffer.from(text)) {
      state = patterns.step(state, byte);
      if (patterns.found[state] !== 0) return true;
    }
    return false;
  };
}
