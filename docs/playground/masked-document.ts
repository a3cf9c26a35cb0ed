/** A document whose result can be shown: what is made of `secrets` is masked before it is resolved. */

import { MASK } from "../../src/kubernetes/pod/sources/secret-value.ts";
import { resolveTemplates } from "../../src/template/resolve/template.ts";
import { setKey } from "../../src/text/own-keys.ts";

type Context = Readonly<Record<string, unknown>>;

/** Operators that take their value apart: a mask is none that they take. */
const DECIDING = ["$if", "$filter", "$forEach"];
const JOINING = ["$merge", "$concat"];

/** The document with a mask for each text with a template that mentions `secrets`. It can be resolved as before. */
export function maskedDocument(document: unknown, context: Context): unknown {
  return Object.hasOwn(context, "secrets") ? masked(document, context, false) : document;
}

/** @param isSecret in a loop over something secret */
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

/** The same with masks for values. */
function leaves(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(leaves);
  if (typeof value !== "object" || value === null) return MASK;
  const result: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) setKey(result, key, leaves(member));
  return result;
}
