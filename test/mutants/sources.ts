/** The files to mutate. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Files with texts, tables of codes, and types, whose mutants only change what tests quote. */
const EXCLUDED: readonly string[] = [
  "assembly/codes.ts",
  "src/wasm/codes.ts",
  "src/wasm/embedded-all.ts",
  "src/wasm/embedded-env-files.ts",
  "src/wasm/embedded-expansion.ts",
  "src/wasm/scanners.ts",
  "src/cli/commands/completion/completion.ts",
  "src/cli/commands.ts",
  "src/cli/main.ts",
  "src/cli/frame/progress.ts",
];

/** Mutants of the scanners are drawn more often. */
export function weightOf(file: string): number {
  return isAssembly(file) ? 4 : 1;
}

export function isAssembly(file: string): boolean {
  return file.startsWith("assembly/");
}

/** Whether only the command uses a file, so that tests of the built command can detect its mutants. */
export function isOfCommand(file: string): boolean {
  return /^src\/(?:cli|lsp|scale)\//.test(file);
}

/** The files to mutate, in a fixed order. */
export function mutatedFiles(root: string, glob = "**"): string[] {
  const files = ["assembly", "src"].flatMap((folder) => typeScriptFiles(root, folder));
  const pattern = globPattern(glob);
  return files.filter((file) => !EXCLUDED.includes(file) && pattern.test(file));
}

/** `*` matches any text without `/`, and `**` any text. */
export function globPattern(glob: string): RegExp {
  const source = glob.replace(/\*\*\/?|\*|[^*]+/g, (part) =>
    part.startsWith("**") ? ".*" : part === "*" ? "[^/]*" : part.replace(/[\\^$+?.()|[\]{}]/g, "\\$&"),
  );
  return new RegExp(`^${source}$`);
}

/** Paths from the root, with `/`. */
export function typeScriptFiles(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".d.ts"))
    .sort();
}
