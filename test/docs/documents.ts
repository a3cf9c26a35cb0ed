import { readdirSync } from "node:fs";
import { join } from "node:path";

export const root = join(import.meta.dirname, "../..");

const guides = readdirSync(join(root, "docs/guides"));

/** The paths of the documents whose commands and modules the tests run. */
export const documents = (): string[] => [
  "README.md",
  "docs/library.md",
  ...guides.map((name) => `docs/guides/${name}`).sort(),
];
