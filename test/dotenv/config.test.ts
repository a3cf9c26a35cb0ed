import { afterEach, expect, test, vi } from "vitest";
import { TemporaryFolder } from "../cli/temporary.ts";

const folder = new TemporaryFolder();

afterEach(() => void vi.unstubAllEnvs());

test("sets the variables of the file when it is imported", async () => {
  vi.stubEnv("DOTENV_PATH", folder.file(".env", "VAREXPAND_IMPORTED=yes"));
  vi.stubEnv("VAREXPAND_IMPORTED", undefined);
  await import("../../src/dotenv/config.ts");
  expect(process.env.VAREXPAND_IMPORTED).toBe("yes");
});
