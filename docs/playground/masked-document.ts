/** Masks a document before it is resolved, so that its result does not contain values computed from `secrets`. */

import { resolveTemplates } from "../../src/garden/template/resolve/template.ts";
import { MASK } from "../../src/kubernetes/pod/sources/secret-value.ts";
import { setKey } from "../../src/text/own-keys.ts";

type Context = Readonly<Record<string, unknown>>;

/** Operators that require a list, a map, or a boolean, which a mask is not. */
const DECIDING = ["$if", "$filter", "$forEach"];
const JOINING = ["$merge", "$concat"];

/** Returns the document with each template that refers to `secrets` replaced by a mask. It can still be resolved. */
export function maskedDocument(document: unknown, context: Context): unknown {
  return Object.hasOwn(context, "secrets") ? masked(document, context, false) : document;
}

/** @param isSecret whether the value is in a loop over secret values */
function masked(value: unknown, context: Context, isSecret: boolean): unknown {
  if (typeof value === "string") return value.includes("${") && (isSecret || hasSecret(value)) ? MASK : value;
  if (Array.isArray(value)) return value.map((item) => masked(item, context, isSecret));
  if (typeof value !== "object" || value === null) return value;
  const isSecretLoop = isSecret || hasSecret((value as Record<string, unknown>).$forEach);
  const result: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    if (DECIDING.includes(key)) setKey(result, key, member);
    else if (JOINING.includes(key) && hasSecret(member)) setKey(result, key, leaves(resolveTemplates(member, context)));
    else setKey(result, key, masked(member, context, isSecretLoop));
  }
  return result;
}

function hasSecret(value: unknown): boolean {
  if (typeof value === "string") return value.includes("${") && /\bsecrets\b/.test(value);
  return typeof value === "object" && value !== null && Object.values(value).some(hasSecret);
}

/** Returns the same lists and maps with a mask in place of each value. */
function leaves(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(leaves);
  if (typeof value !== "object" || value === null) return MASK;
  const result: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) setKey(result, key, leaves(member));
  return result;
}
