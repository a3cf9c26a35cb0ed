/** A folder for the commands and programs of a document, like that of a reader, with `examples/`. */
import { type SpawnSyncOptionsWithStringEncoding, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { build } from "esbuild";
import { built } from "../built.ts";
import { executable } from "../cli/executable.ts";
import { shop } from "../cli/kubectl/shop.ts";
import { PLUGIN, StandIn } from "../cli/kubectl/stand-in.ts";
import { inProcess } from "../cli/typed.ts";

const root = join(import.meta.dirname, "../..");

export interface Outcome {
  /** The output as a terminal shows it: standard output and standard error. */
  readonly shown: string;
  readonly code: number;
}

export class Workplace {
  private readonly folder: string;
  private readonly environment: NodeJS.ProcessEnv;
  private code = 0;

  /** @param folder an empty folder */
  constructor(folder: string) {
    this.folder = join(folder, "work");
    const bin = join(folder, "bin");
    mkdirSync(join(this.folder, "node_modules"), { recursive: true });
    mkdirSync(bin);
    cpSync(join(root, "examples"), join(this.folder, "examples"), { recursive: true });
    this.write("package.json", '{ "type": "module" }\n');
    symlinkSync(root, join(this.folder, "node_modules/varexpand"));
    if (executable === undefined) {
      const command = built("dist/cli/main.js");
      program(bin, "varexpand", `exec '${process.execPath}' -- '${command}' "$@"`);
      program(bin, "kubectl-varexpand", `exec '${process.execPath}' -- '${PLUGIN}' "$@"`);
    } else for (const name of ["varexpand", "kubectl-varexpand"]) symlinkSync(executable, join(bin, name));
    // Replaces npx, which would install the package from the network.
    program(
      bin,
      "npx",
      'test "$1" = --yes && shift\ntest "$1" = -- && shift\ncase $1 in varexpand*) shift;; *) exit 127;; esac\nexec varexpand "$@"',
    );
    const { PATH } = new StandIn(bin, shop()).environment;
    const { CI: _, ...environment } = process.env;
    this.environment = {
      ...environment,
      PATH: [bin, PATH].join(delimiter),
      HOME: this.folder,
      NO_COLOR: "1",
      COLUMNS: "100",
    };
  }

  write(file: string, text: string): void {
    const path = join(this.folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  /** Runs a command line; `$?` is the exit code of the previous one. varexpand runs in this process if possible. */
  async run(command: string): Promise<Outcome> {
    const [, first, last] = /^(varexpand .*); (echo "[^"]*")$/.exec(command) ?? [];
    if (first !== undefined) {
      const { shown } = await this.run(first);
      const { shown: after, code } = await this.run(last!);
      return { shown: shown + after, code };
    }
    const outcome = await inProcess(this.folder, command, this.environment);
    if (outcome === undefined) return this.runInShell(command);
    this.code = outcome.status ?? 255;
    return { shown: withLineBreak(outcome.shown), code: this.code };
  }

  private runInShell(command: string): Outcome {
    const script = `exec 2>&1\n( exit ${this.code} )\n${command}\n`;
    const { stdout, status } = spawnSync("bash", ["-c", script], this.options);
    this.code = status ?? 255;
    return { shown: withLineBreak(stdout), code: this.code };
  }

  /** Bundles and runs a module. */
  async runModule(text: string): Promise<Outcome> {
    const outfile = join(this.folder, "module.mjs");
    await build({
      stdin: { contents: text, loader: "ts", resolveDir: this.folder },
      bundle: true,
      packages: "external",
      format: "esm",
      platform: "node",
      target: "node20",
      outfile,
      logLevel: "silent",
    });
    const { stdout, stderr, status } = spawnSync(process.execPath, [outfile], this.options);
    return { shown: stdout + stderr, code: status ?? 255 };
  }

  private get options(): SpawnSyncOptionsWithStringEncoding {
    return {
      cwd: this.folder,
      env: this.environment,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      timeout: 60_000,
    };
  }
}

function withLineBreak(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

function program(folder: string, name: string, script: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}
