import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { sha256 } from "../../src/text/sha256.ts";

test("what Node.js says, for every length around the blocks' ends", () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, i) => (i * 31 + (i >> 8)) & 0xff);
  for (const length of [...Array.from({ length: 200 }, (_, i) => i), 4095, 4096, 65_536, 100_000]) {
    const part = bytes.subarray(0, length);
    expect(sha256(part), `${length} bytes`).toBe(createHash("sha256").update(part).digest("hex"));
  }
});
