/** What is mutated. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Texts for people, tables of codes and types: to change them is to change what the tests quote. */
const LEFT_OUT: readonly string[] = [
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

/** Half of what is wrong in a scanner is wrong nowhere else: its files are drawn more often. */
export function weightOf(file: string): number {
  return isAssembly(file) ? 4 : 1;
}

export function isAssembly(file: string): boolean {
  return file.startsWith("assembly/");
}

/** Whether a file is in the command alone: tests of the built command see it. */
export function isOfCommand(file: string): boolean {
  return /^src\/(?:batch|cli|lsp)\//.test(file);
}

/** The files to mutate, in a fixed order. */
export function mutatedFiles(root: string, glob = "**"): string[] {
  const files = ["assembly", "src"].flatMap((folder) => typeScriptFiles(root, folder));
  const pattern = globPattern(glob);
  return files.filter((file) => !LEFT_OUT.includes(file) && pattern.test(file));
}

/** `*` is anything but a `/`, `**` anything. */
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
