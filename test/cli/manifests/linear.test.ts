/** Manifests are read in linear time, whatever they contain. */
import { expect, test } from "vitest";
import { SkippedFiles } from "../../../src/cli/files/skipped-files.ts";
import type { CommandIo } from "../../../src/cli/frame/io.ts";
import { ManifestStream } from "../../../src/cli/manifests/manifest-stream.ts";
import { growthExponent, LINEAR } from "../../reference/linearity.ts";
import { TemporaryFolder } from "../temporary.ts";

const folder = new TemporaryFolder();
const io: CommandIo = { read: () => 0, write() {}, report() {}, environment: {}, colors: false };

test("a file that is neither JSON nor JSON with comments", () => {
  const run = (size: number) => {
    const file = folder.file(`${size}.json`, `${"/\n".repeat(size)}{"a": }`);
    const skipped = new SkippedFiles();
    new ManifestStream({ file, isFound: true }, io, { skipped }).visit(() => {});
  };
  run(1000);
  expect(growthExponent(run, 1000)).toBeLessThan(LINEAR);
});
