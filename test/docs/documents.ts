import { readdirSync } from "node:fs";
import { join } from "node:path";

export const root = join(import.meta.dirname, "../..");

const guides = readdirSync(join(root, "docs/guides"));

/** The documents whose commands and modules run, by their paths. */
export const documents = (): string[] => ["README.md", ...guides.map((name) => `docs/guides/${name}`).sort()];
