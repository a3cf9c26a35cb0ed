/** Renders a kustomization with kubectl or kustomize. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import type { LoadRestrictor } from "../../kubernetes/kustomize/index.ts";
import { visibleLines, visibleText } from "../../text/printable.ts";
import { attempt, InputError, UsageError } from "../frame/errors.ts";
import type { CommandIo } from "../frame/io.ts";

/** The largest output or error output of the program, in bytes. */
const MAX_SIZE = 512 << 20;

const PROGRAMS = [
  ["kubectl", "kustomize"],
  ["kustomize", "build"],
] as const;

export interface KustomizeOptions {
  /** Whether objects have the annotation `config.kubernetes.io/origin`, with paths from a temporary folder. */
  readonly hasOrigins?: boolean;
  readonly loadRestrictor?: LoadRestrictor | undefined;
}

/**
 * Returns the output of `kubectl kustomize` for a directory, or of `kustomize build` if kubectl is not installed.
 *
 * @throws UsageError if it is not a directory; InputError if neither is installed, or the program fails
 */
export function renderedKustomization(folder: string, io: CommandIo, options: KustomizeOptions = {}): Uint8Array {
  const name = visibleText(folder);
  if (/^[a-z]+:\/\//i.test(folder) || !attempt(name, () => statSync(folder)).isDirectory()) {
    throw new UsageError(`-k ${name}: not a directory`);
  }
  const flags = options.loadRestrictor === undefined ? [] : [`--load-restrictor=${options.loadRestrictor}`];
  if (!options.hasOrigins) return rendered(folder, name, flags, io);
  const temporary = mkdtempSync(join(realpathSync(tmpdir()), "varexpand-"));
  try {
    const path = relative(temporary, realpathSync(folder)).split(sep).join("/");
    const kustomization = { resources: [path], buildMetadata: ["originAnnotations"] };
    writeFileSync(join(temporary, "kustomization.yaml"), JSON.stringify(kustomization));
    return rendered(temporary, name, flags, io);
  } finally {
    rmSync(temporary, { recursive: true });
  }
}

function rendered(folder: string, name: string, flags: readonly string[], io: CommandIo): Uint8Array {
  for (const [program, command] of PROGRAMS) {
    const { error, signal, status, stderr, stdout } = spawnSync(program, [command, ...flags, "--", folder], {
      env: io.environment,
      maxBuffer: MAX_SIZE,
      stdio: ["ignore", "pipe", "pipe"],
    });
    if (error !== undefined) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === "ENOENT" || code === "EACCES") continue;
      throw new InputError(`-k ${name}: ${program} ${command}: ${message}`);
    }
    const errors = visibleLines(stderr.toString().trim());
    if (status !== 0) {
      const end = signal === null ? `exit code ${status}` : `ended by ${signal}`;
      throw new InputError(`-k ${name}: ${program} ${command} failed: ${errors.replace(/\n+/g, "; ") || end}`);
    }
    for (const line of errors.split("\n").filter((line) => line !== "")) io.report(`${program}: ${line}`);
    return stdout;
  }
  throw new InputError(`-k ${name}: neither kubectl nor kustomize is installed; install one to render kustomizations`);
}
