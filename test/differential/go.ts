/**
 * The reference implementations in Go. `VAREXPAND_GO_MODULE` is the folder of a Go module that requires the modules that
 * test/reference/references.go imports.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MODULE = process.env.VAREXPAND_GO_MODULE;

/** Why the suites cannot run; undefined if they can. */
export const NO_GO_MODULE = MODULE === undefined ? "set VAREXPAND_GO_MODULE" : undefined;

export interface GoCase {
  /** The implementation. */
  readonly syntax: string;
  /** Base64, because it can be any bytes. */
  readonly input: string;
  readonly vars: Readonly<Record<string, string>>;
}

let program: string | undefined;

function build(): string {
  const folder = mkdtempSync(join(tmpdir(), "references-"));
  process.on("exit", () => rmSync(folder, { recursive: true }));
  program = join(folder, "references");
  const source = join(process.cwd(), "test/reference/references.go");
  execFileSync("go", ["build", "-o", program, source], { cwd: MODULE });
  return program;
}

/** Texts are base64. */
export type GoAnswer = { readonly output: unknown } | { readonly error: string };

export function answersInGo(cases: readonly GoCase[]): GoAnswer[] {
  const input = cases.map((one) => `${JSON.stringify(one)}\n`).join("");
  // With "pipe", what it writes to stderr (warnings about variables that are not set) is not shown.
  const output = execFileSync(program ?? build(), { input, maxBuffer: 1 << 28, stdio: "pipe" }).toString();
  return output
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** The result; null for an input that is rejected. */
export const outputOf = (answer: GoAnswer) => ("output" in answer ? answer.output : null);
