/** Renders a kustomization, with kubectl or kustomize. */
import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { visibleLines, visibleText } from "../../text/printable.ts";
import { attempt, InputError, UsageError } from "../frame/errors.ts";
import type { CommandIo } from "../frame/io.ts";

/** The most bytes that are taken of a rendered kustomization, or of what a program says about it. */
const LARGEST = 512 << 20;

const PROGRAMS = [
  ["kubectl", "kustomize"],
  ["kustomize", "build"],
] as const;

/**
 * What the first of `kubectl kustomize` and `kustomize build` that is installed prints for a directory.
 *
 * @throws UsageError if it is no directory; InputError if neither is installed, or it fails
 */
export function renderedKustomization(folder: string, io: CommandIo): Uint8Array {
  const name = visibleText(folder);
  if (/^[a-z]+:\/\//i.test(folder) || !attempt(name, () => statSync(folder)).isDirectory()) {
    throw new UsageError(`-k ${name}: not a directory`);
  }
  for (const [program, command] of PROGRAMS) {
    const { error, signal, status, stderr, stdout } = spawnSync(program, [command, "--", folder], {
      env: io.environment,
      maxBuffer: LARGEST,
      stdio: ["ignore", "pipe", "pipe"],
    });
    if (error !== undefined) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === "ENOENT" || code === "EACCES") continue;
      throw new InputError(`-k ${name}: ${program} ${command}: ${message}`);
    }
    const said = visibleLines(stderr.toString().trim());
    if (status !== 0) {
      const end = signal === null ? `exit code ${status}` : `ended by ${signal}`;
      throw new InputError(`-k ${name}: ${program} ${command} failed: ${said.replace(/\n+/g, "; ") || end}`);
    }
    for (const line of said.split("\n").filter((line) => line !== "")) io.report(`${program}: ${line}`);
    return stdout;
  }
  throw new InputError(`-k ${name}: rendering a kustomization needs kubectl or kustomize; neither is installed`);
}
