/** Everything that lint reports about parts of pods is in `test/fixtures/lint/`. */
import { describe, expect, test } from "vitest";
import { FolderPerTest } from "../cli/temporary.ts";
import { SNIPPETS, snippetReport } from "./snippets.ts";

const folder = new FolderPerTest();

describe("findings about", () => {
  test.each(Object.entries(SNIPPETS))("%s", async (name, snippets) => {
    await expect(await snippetReport(snippets, folder.path)).toMatchFileSnapshot(`../fixtures/lint/${name}.txt`);
  });
});
