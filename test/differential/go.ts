/**
 * The reference implementations in Go. `VAREXPAND_GO_MODULE` is the folder of a Go module that requires the modules that
 * test/reference/ imports. Without it, Kubernetes' expansion is the one that `kubernetes-source.js` has downloaded.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MODULE = process.env.VAREXPAND_GO_MODULE;
const EXPANSION_MODULE = MODULE ?? join(process.cwd(), "build/kubernetes");

/** Why the suites cannot run; undefined if they can. */
export const NO_GO_MODULE = MODULE === undefined ? "set VAREXPAND_GO_MODULE" : undefined;
export const NO_EXPANSION = existsSync(EXPANSION_MODULE)
  ? undefined
  : "run node test/differential/kubernetes-source.js, or set VAREXPAND_GO_MODULE";

export interface GoCase {
  /** The implementation. */
  readonly syntax: string;
  /** Base64, because it can be any bytes. */
  readonly input: string;
  readonly vars: Readonly<Record<string, string>>;
}

/** The file with the answers, and its program. */
const programs = new Map<string, string>();

function build(answers: string): string {
  const folder = mkdtempSync(join(tmpdir(), "references-"));
  process.on("exit", () => rmSync(folder, { recursive: true }));
  const program = join(folder, "references");
  programs.set(answers, program);
  const sources = ["cases.go", answers].map((name) => join(process.cwd(), "test/reference", name));
  const cwd = answers === "expansion.go" ? EXPANSION_MODULE : MODULE;
  execFileSync("go", ["build", "-o", program, ...sources], { cwd });
  return program;
}

/** Texts are base64. */
export type GoAnswer = { readonly output: unknown } | { readonly error: string };

export function answersInGo(cases: readonly GoCase[], answers = "references.go"): GoAnswer[] {
  const input = cases.map((one) => `${JSON.stringify(one)}\n`).join("");
  // With "pipe", what it writes to stderr (warnings about variables that are not set) is not shown.
  const output = execFileSync(programs.get(answers) ?? build(answers), {
    input,
    maxBuffer: 1 << 28,
    stdio: "pipe",
  }).toString();
  return output
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** The result; null for an input that is rejected. */
export const outputOf = (answer: GoAnswer) => ("output" in answer ? answer.output : null);
