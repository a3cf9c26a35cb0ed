/** A copy of the tree, in which mutants are tried; the tree itself is never changed. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "esbuild";
import { rolldown } from "rolldown";
// @ts-expect-error: the build has no types
import { commandInput, commandOutput } from "../../scripts/bundle.js";
import { isAssembly } from "./sources.ts";

/** The files to copy; others are symbolic links. */
const COPIED = ["assembly", "src", "test", "bench", "examples", "dist"];
const LINKED = ["scripts", "docs", "node_modules", ".git"];
/** The built command, which is replaced for a mutant of it. */
const COMMAND = join("dist", "cli");

/** The modules as the host has them; here, each one has all scanners. */
export const EMBEDDED = ["all", "env-files", "expansion"].map((name) => `src/wasm/embedded-${name}.ts`);

/** The compiled scanners, in base64. */
export interface Modules {
  readonly release: string;
  readonly debug: string;
  readonly testing: string;
}

export class Tree {
  readonly path: string;
  private readonly root: string;

  constructor(root: string, path: string) {
    this.root = root;
    this.path = path;
    rmSync(path, { recursive: true, force: true });
    mkdirSync(join(path, "build"), { recursive: true });
    for (const entry of readdirSync(root, { withFileTypes: true })) {
      const from = join(root, entry.name);
      const to = join(path, entry.name);
      if (LINKED.includes(entry.name)) symlinkSync(from, to);
      else if (entry.isFile() || COPIED.includes(entry.name)) cpSync(from, to, { recursive: true });
    }
    for (const name of ["debug.wasm", "expansion.wasm", "release.wasm", "testing.wasm"])
      cpSync(join(root, "build", name), join(path, "build", name));
  }

  read(file: string): string {
    return readFileSync(join(this.root, file), "utf8");
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.path, file), text);
  }

  /** Builds the command from the copy's sources, as scripts/build.js does; returns whether that is possible. */
  async buildCommand(): Promise<boolean> {
    rmSync(join(this.path, COMMAND), { recursive: true, force: true });
    const bundle = await rolldown({ ...commandInput, cwd: this.path, logLevel: "silent" });
    try {
      await bundle.write({ ...commandOutput, dir: join(this.path, COMMAND) });
      return true;
    } catch {
      return false;
    } finally {
      await bundle.close();
    }
  }

  /** Copies the command again that is built from the tree itself. */
  restoreCommand(): void {
    rmSync(join(this.path, COMMAND), { recursive: true, force: true });
    cpSync(join(this.root, COMMAND), join(this.path, COMMAND), { recursive: true });
  }

  /** Puts the modules where the tests take them from, as scripts/build.js does. */
  writeModules({ release, debug, testing }: Modules): void {
    const wasm = Buffer.from(release, "base64");
    writeFileSync(join(this.path, "build/release.wasm"), wasm);
    writeFileSync(join(this.path, "build/debug.wasm"), Buffer.from(debug, "base64"));
    writeFileSync(join(this.path, "build/testing.wasm"), Buffer.from(testing, "base64"));
    const module = `export const all = "${wasm.toString("hex")}";\nexport { all as expansion };\n`;
    for (const file of EMBEDDED) this.write(file, module);
  }
}

/** A TypeScript source without types and white space; undefined for other files. */
export async function essence(source: string): Promise<string | undefined> {
  try {
    return (await transform(source, { loader: "ts", minify: true, logLevel: "silent" })).code;
  } catch {
    return undefined;
  }
}

/** The file that tests load instead of a changed source. */
export function loadedFor(file: string): readonly string[] {
  return isAssembly(file) ? EMBEDDED : [file];
}
