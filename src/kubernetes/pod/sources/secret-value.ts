/** Reads the values of Secrets (base64 in `data`, text in `stringData`) and ConfigMaps. */

import type { ConfigMap, Secret } from "../objects.ts";
import { typeName } from "../pod-schema.ts";
import type { ResolvedVariable } from "../types.ts";

/** Replaces a secret value in output for people. */
export const MASK = "***";

/** Whether a text contains a value of a Secret. */
export type IsSecretText = (text: string) => boolean;

/** Whether a variable's value, or a part of it, comes from a Secret. */
export function isSecretVariable({ source: { kind }, isSecret }: ResolvedVariable): boolean {
  return isSecret === true || kind === "secretKeyRef" || kind === "secretRef";
}

/** A value as text, and its bytes if they are not valid UTF-8. */
export interface ByteValue {
  readonly value: string;
  readonly bytes?: Uint8Array;
}

const strictDecoder = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true });

export function secretKeys(secret: Secret): string[] {
  const data = secret.data ?? {};
  const stringData = secret.stringData ?? {};
  return [...Object.keys(data), ...Object.keys(stringData).filter((key) => !Object.hasOwn(data, key))];
}

/** The value of a key; undefined if the key is missing. */
export function secretValue(secret: Secret, key: string): ByteValue | { readonly error: string } | undefined {
  if (secret.stringData && Object.hasOwn(secret.stringData, key)) return textValue(secret.stringData[key]);
  if (!secret.data || !Object.hasOwn(secret.data, key)) return undefined;
  const base64 = textValue(secret.data[key]);
  if ("error" in base64) return base64;
  const binary = decodeBase64(base64.value);
  if (binary === undefined) return { error: "not base64" };
  if (!/[\x80-\xff]/.test(binary)) return { value: binary };
  return byteValue(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
}

export function configMapValue({ data }: ConfigMap, key: string): ByteValue | { readonly error: string } | undefined {
  return data && Object.hasOwn(data, key) ? textValue(data[key]) : undefined;
}

export function byteValue(bytes: Uint8Array): ByteValue {
  try {
    return { value: strictDecoder.decode(bytes) };
  } catch {
    return { value: decoder.decode(bytes), bytes };
  }
}

/** A value that must be a string or null, which counts as the empty string. */
function textValue(value: unknown): { readonly value: string } | { readonly error: string } {
  if (typeof value === "string") return { value };
  return value === null || value === undefined ? { value: "" } : { error: `${typeName(value)}, not a string` };
}

/** Decodes standard base64 with padding, ignoring line breaks. The result has one character for each byte. */
function decodeBase64(text: string): string | undefined {
  const base64 = text.includes("\n") || text.includes("\r") ? text.replaceAll("\n", "").replaceAll("\r", "") : text;
  // `atob` would also accept spaces and missing padding.
  if (base64.length % 4 !== 0 || base64.includes(" ") || base64.includes("\t") || base64.includes("\f"))
    return undefined;
  try {
    return atob(base64);
  } catch {
    return undefined;
  }
}
