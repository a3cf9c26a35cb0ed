/** Command lines in memory: everything that they print, and the files that they change, is in `test/fixtures/transcripts/`. */
import { describe, expect, test } from "vitest";
import { FolderPerTest } from "./temporary.ts";
import { transcriptOf } from "./transcript.ts";
import { TRANSCRIPTS } from "./transcripts/index.ts";

const folder = new FolderPerTest();

describe("transcript", () => {
  test.each(Object.entries(TRANSCRIPTS))("%s", async (name, transcript) => {
    const text = await transcriptOf(transcript, folder.path);
    await expect(text).toMatchFileSnapshot(`../fixtures/transcripts/${name}.txt`);
  });
});
