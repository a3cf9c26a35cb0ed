/** Whole workspaces in an editor: the answers at every place of their documents are in `test/fixtures/lsp/`. */
import { describe, expect, test } from "vitest";
import { FolderPerTest } from "../cli/temporary.ts";
import { everyPlaceOf } from "./every-place.ts";
import { WORKSPACES } from "./every-place-workspaces.ts";

const folder = new FolderPerTest();

describe("every place of", () => {
  test.each(Object.entries(WORKSPACES))("%s", async (name, workspace) => {
    const report = await everyPlaceOf(workspace, folder.path);
    expect(report).not.toContain("hunter2");
    await expect(report).toMatchFileSnapshot(`../fixtures/lsp/${name}.txt`);
  });
});
