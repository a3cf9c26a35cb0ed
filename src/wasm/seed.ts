/** The secret of the scanners' hashes: with it, nobody can choose variables' names that collide. */
import { bytes } from "./arena.ts";
import { SEED_BYTES } from "./codes.ts";
import { type Instance, wasmInstance } from "./instance.ts";

/** Node 20's types know `crypto` only with the browser's libraries. */
declare const crypto: { getRandomValues(bytes: Uint8Array): void } | undefined;

let seeded: Instance | undefined;

/**
 * Draws the secret of this instance unless it has one; returns whether it is a new one, and the tables that were made
 * before are useless. Called when the first table is made: Workers forbid random numbers at global scope, where many make
 * their `Environment`. A table that is used there is made without a secret, and anew with one.
 */
export function drawSeed(): boolean {
  const instance = wasmInstance();
  if (seeded === instance) return false;
  const secret = new Uint8Array(SEED_BYTES);
  try {
    crypto!.getRandomValues(secret);
  } catch {
    return false;
  }
  bytes().set(secret, instance.scanners.seedAt() >>> 0);
  seeded = instance;
  return true;
}
