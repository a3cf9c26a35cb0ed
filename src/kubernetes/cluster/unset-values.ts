/** Values of ConfigMaps and Secrets that are not in the manifest: encrypted, or filled in by a plugin. Their keys are known. */

import { memberOf } from "../../text/own-keys.ts";
import type { ConfigMap, Secret } from "../pod/objects.ts";
import type { UnknownTexts } from "../pod/sources/unknown-texts.ts";

/** A value that SOPS encrypted. */
const ENCRYPTED = /^ENC\[[^\]]*\]\s*$/;

/** A placeholder of argocd-vault-plugin at any place of a value, or a value that is nothing else. */
const PATH_PLACEHOLDER = /<path:[^<>]*>/;
const PLACEHOLDER = /<[^<>\s][^<>]*>/;

/** A text in place of base64, which a tool must replace: `${TOKEN}`, `{{ token }}`, `[YOUR_TOKEN]`, `CHANGE_ME`. */
const NOT_BASE64 = /[^A-Za-z0-9+/=\s]/;

/** A placeholder such as `xxxxxxx`, unless its length is that of base64. */
const REPEATED = /^(?!(?:.{4})+$)(.)\1+$/;

/** The annotations of argocd-vault-plugin. */
const PLUGIN = "avp.kubernetes.io/";

/**
 * The values that a manifest does not contain, and what is needed for each of them; undefined if all are known.
 *
 * @param list the kind of the object
 */
export function unsetValues(object: ConfigMap | Secret, list: "configMaps" | "secrets"): UnknownTexts | undefined {
  const isSecret = list === "secrets";
  const annotations = Object.keys(memberOf(memberOf(object, "metadata"), "annotations") ?? {});
  const hasPlugin = annotations.some((name) => name.startsWith(PLUGIN));
  const isFilledIn = (text: string, isEncoded: boolean) =>
    PATH_PLACEHOLDER.test(text) ||
    ((hasPlugin || isSecret) && PLACEHOLDER.test(text) && (hasPlugin || PLACEHOLDER.exec(text)![0] === text.trim())) ||
    (isEncoded && (NOT_BASE64.test(text) || REPEATED.test(text)));
  const title = `${isSecret ? "Secret" : "ConfigMap"} ${object.metadata?.name ?? "?"}`;
  const found = new Map<string, { readonly needs: string; readonly needsKind: "cluster" }>();
  for (const member of ["data", "stringData"] as const) {
    for (const text of Object.values(memberOf(object, member) ?? {})) {
      if (typeof text !== "string") continue;
      if (ENCRYPTED.test(text)) found.set(text, { needs: `the decrypted ${title}`, needsKind: "cluster" });
      else if (isFilledIn(text, isSecret && member === "data")) {
        found.set(text, { needs: `what a plugin writes into ${title}`, needsKind: "cluster" });
      }
    }
  }
  return found.size === 0 ? undefined : found;
}
