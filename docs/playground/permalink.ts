/**
 * Links that contain the text of the page: `#1.` followed by a JSON object, compressed with deflate and encoded as base64url.
 * Browsers do not send the part of an address after `#` to a server.
 */

import { concatBytes } from "../../src/text/byte-buffer.ts";

export const TABS = ["pod", "envfile", "substitution", "template"] as const;
export type Tab = (typeof TABS)[number];

/** The dialects of `${NAME}`. */
export const SYNTAXES = ["envsubst", "compose", "flux", "otel"] as const;
export type SharedSyntax = (typeof SYNTAXES)[number];

/** The content of a link. */
export interface Shared {
  readonly tab: Tab;
  readonly text: string;
  /** The context of a template, or the variables of a substitution. */
  readonly context?: string;
  /** Of a substitution. */
  readonly syntax?: SharedSyntax;
  readonly profile: "design" | "kubelet";
  readonly world: "open" | "closed";
}

/** A link that cannot be read; the message contains the reason. */
export class LinkError extends Error {}

const VERSION = "1.";
/** The limit for the decompressed size of a link, in bytes. */
export const MAX_SIZE = 1 << 20;

/** Returns the part of the address after `#`. */
export async function fragmentOf(shared: Shared): Promise<string> {
  const { tab, text, context, syntax, profile, world } = shared;
  const json = JSON.stringify({ tab, text, context, syntax, profile, world });
  const packed = await through(new TextEncoder().encode(json), new CompressionStream("deflate-raw"), MAX_SIZE);
  if (packed === undefined) throw new LinkError("the text is too long for a link");
  let binary = "";
  for (const byte of packed) binary += String.fromCharCode(byte);
  return VERSION + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/**
 * Returns the content of a link, or undefined if the fragment is empty.
 *
 * @param fragment the part of the address after `#`
 * @throws LinkError
 */
export async function readFragment(fragment: string): Promise<Shared | undefined> {
  if (fragment === "") return undefined;
  if (!fragment.startsWith(VERSION)) throw new LinkError("this page does not support the version of the link");
  const json = await inflated(bytesOf(fragment.slice(VERSION.length)));
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw damaged();
  }
  return checked(value);
}

/** Decodes base64url. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64.replaceAll("-", "+").replaceAll("_", "/")), (unit) => unit.charCodeAt(0));
  } catch {
    throw damaged();
  }
}

async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const json = await unpacked(bytes).catch(() => {
    throw damaged();
  });
  if (json === undefined) throw new LinkError("the text in the link is too long");
  return new TextDecoder().decode(json);
}

/** Decompresses raw deflate; returns undefined if the result exceeds the limit. */
export function unpacked(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer> | undefined> {
  return through(bytes, new DecompressionStream("deflate-raw"), MAX_SIZE);
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const writer = stream.writable.getWriter();
  // Errors are reported where the stream is read.
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = stream.readable.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    pieces.push(next.value);
    size += next.value.length;
    if (size > most) {
      await reader.cancel();
      return undefined;
    }
  }
  return concatBytes(pieces, size);
}

function checked(value: unknown): Shared {
  const { tab, text, context, syntax, profile, world } = (value ?? {}) as Partial<Record<keyof Shared, unknown>>;
  const isShared =
    (TABS as readonly unknown[]).includes(tab) &&
    typeof text === "string" &&
    (context === undefined || typeof context === "string") &&
    (syntax === undefined || (SYNTAXES as readonly unknown[]).includes(syntax)) &&
    (profile === "design" || profile === "kubelet") &&
    (world === "open" || world === "closed");
  if (!isShared) throw damaged();
  return {
    tab: tab as Tab,
    text,
    profile,
    world,
    ...(context !== undefined && { context }),
    ...(syntax !== undefined && { syntax: syntax as SharedSyntax }),
  };
}

function damaged(): LinkError {
  return new LinkError("the link is damaged; check that it was copied completely");
}
