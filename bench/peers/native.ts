/** Programs in other languages on one text: our own in C and Go, and GNU envsubst. Missing tools are reported. */
import { execFile, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { isInstalled, run } from "../processes/process.ts";
import type { LeftOut, Question, Row } from "../question.ts";
import { REPOSITORY } from "../repository.ts";
import { temporaryFolder } from "../temporary.ts";

export const NATIVE_C = "native C, memchr";
export const ENVSUBST = "GNU envsubst";
export const NO_ENVSUBST = "envsubst is not installed (on Debian it is in gettext-base)";

/** Compilers, with the arguments before the program's name and its source. */
const LANGUAGES = [
  { name: NATIVE_C, compiler: "gcc", args: ["-O3", "-march=native", "-o"], source: "expand.c" },
  { name: "native Go", compiler: "go", args: ["build", "-o"], source: "expand.go" },
] as const;

/** Rows of the same expansion by other programs. */
export function nativeRows(
  input: Buffer,
  variables: Readonly<Record<string, string>>,
): Required<Pick<Question, "rows" | "missing">> {
  const { folder, files } = writtenFiles(input, variables);
  const answer = () => readFileSync(files.output);

  const rows: Row[] = [];
  const missing: LeftOut[] = [];
  for (const language of LANGUAGES) {
    const { name } = language;
    const { program, reason } = compiled(language);
    if (reason === undefined) {
      const turn = (milliseconds: number) => measured(program, [...Object.values(files), `${milliseconds}`]);
      rows.push({ name, role: "native", run: () => turn(0), answer, turn });
    } else missing.push({ name, reason });
  }

  const name = `${ENVSUBST}, a process`;
  if (isInstalled("envsubst")) {
    const stdin = join(folder, "shell-text");
    writeFileSync(stdin, inShellSyntax(input.toString()));
    const program = { file: "envsubst", args: [], variables, stdin };
    rows.push({ name, role: "native", run: () => run(program, files.output), answer });
  } else missing.push({ name, reason: NO_ENVSUBST });
  return { rows, missing };
}

/** The module that has the reference implementations, as for the tests: see CONTRIBUTING.md. */
const GO_MODULE = process.env.VAREXPAND_GO_MODULE;

const REFERENCES = { flux: "fluxcd/pkg envsubst", compose: "compose-go", a8m: "a8m/envsubst" } as const;

/** Rows of the reference implementations on a text with `${NAME}`. */
export function referenceRows(
  input: Buffer,
  variables: Readonly<Record<string, string>>,
  syntaxes: readonly (keyof typeof REFERENCES)[],
): Required<Pick<Question, "rows" | "missing">> {
  const { folder, files } = writtenFiles(input, variables);
  const program = join(folder, "references");
  const source = join(REPOSITORY, "bench/peers/references.go");
  const reason =
    GO_MODULE === undefined
      ? "VAREXPAND_GO_MODULE is not set"
      : compile("go", ["build", "-o", program, source], GO_MODULE);
  if (reason !== undefined) {
    return { rows: [], missing: syntaxes.map((syntax) => ({ name: REFERENCES[syntax], reason })) };
  }
  const rows = syntaxes.map((syntax): Row => {
    const turn = (milliseconds: number) => measured(program, [syntax, ...Object.values(files), `${milliseconds}`]);
    return {
      name: REFERENCES[syntax],
      role: "native",
      run: () => turn(0),
      answer: () => readFileSync(files.output),
      turn,
    };
  });
  return { rows, missing: [] };
}

/** Files for our programs, with a NUL after each variable. */
function writtenFiles(input: Buffer, variables: Readonly<Record<string, string>>) {
  const folder = temporaryFolder();
  const files = { variables: join(folder, "variables"), text: join(folder, "text"), output: join(folder, "output") };
  writeFileSync(files.text, input);
  const entries = Object.entries(variables).map(([name, value]) => `${name}=${value}\0`);
  writeFileSync(files.variables, entries.join(""));
  return { folder, files };
}

/** The same text in the syntax of a shell. */
export function inShellSyntax(text: string): string {
  return text.replace(/\$\(([^)]*)\)/g, "$${$1}");
}

/** Our programs, compiled when they are first needed. */
const programs = new Map<string, { readonly program: string; readonly reason: string | undefined }>();

function compiled({ compiler, args, source }: (typeof LANGUAGES)[number]) {
  const known = programs.get(compiler);
  if (known !== undefined) return known;
  const program = join(temporaryFolder(), `expand-${compiler}`);
  const reason = compile(compiler, [...args, program, join(REPOSITORY, "bench/peers", source)]);
  programs.set(compiler, { program, reason });
  return { program, reason };
}

/** Returns why it could not be compiled. */
function compile(compiler: string, args: readonly string[], cwd?: string): string | undefined {
  const { error, status, stderr } = spawnSync(compiler, args, { encoding: "utf8", cwd });
  if (error !== undefined) return `${compiler} is not installed`;
  return status === 0 ? undefined : `${compiler}: ${stderr.trim().split("\n")[0]}`;
}

/** Parses the nanoseconds that one of our programs prints; undefined if it was too slow. */
async function measured(program: string, args: readonly string[]): Promise<number> {
  const { stdout } = await promisify(execFile)(program, args);
  return Number(stdout);
}
