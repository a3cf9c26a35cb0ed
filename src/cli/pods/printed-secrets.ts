/** Whether output for programs contains values of Secrets. */

import { isSecretVariable } from "../../kubernetes/pod/sources/secret-value.ts";
import type { ResolvedPod } from "../../kubernetes/pod/types.ts";
import type { DocumentPart } from "../../repository/manifest-part.ts";
import { memberOf } from "../../text/own-keys.ts";
import type { PodFormat } from "./formats.ts";

/** Whether the output of a pod contains them. */
export function printsSecretTexts(format: PodFormat, { containers }: ResolvedPod): boolean {
  if (format === "table" || format === "env") return false;
  if (format !== "yaml" && format !== "json") return containers.some(({ env }) => env.some(isSecretVariable));
  return containers.some(({ changes }) => changes.some(({ escaped, isSecret }) => isSecret && escaped !== undefined));
}

/** Whether documents that are printed unchanged, except for expanded texts, contain them. */
export function printsSecrets(format: PodFormat, { documents, list }: DocumentPart): boolean {
  const isPrinted = format === "yaml" || format === "json";
  return isPrinted && documents.some(({ value }) => isSecret(value, list?.kind));
}

/** Whether an object or list contains a Secret with data. */
function isSecret(value: unknown, listKind: string | undefined): boolean {
  const kind = memberOf(value, "kind") ?? listKind?.replace(/List$/, "");
  const items = memberOf(value, "items");
  if (Array.isArray(items)) return items.some((item) => isSecret(item, `${kind}`));
  const data = [memberOf(value, "data"), memberOf(value, "stringData")];
  return kind === "Secret" && data.some((each) => Object.keys(Object(each)).length > 0);
}
