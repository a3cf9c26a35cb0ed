/** Env files against the programs that read them: shells, kubectl, and the package dotenv. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import dotenv from "dotenv";
import { kubectlReading } from "../../src/envfile/readers/docker-and-kubectl.ts";
import { shellReading } from "../../src/envfile/readers/shell.ts";
import { parseDotenv } from "../../src/index.ts";
import type { Random } from "../reference/random.ts";
import { hasTool } from "../tools.ts";
import type { Suite } from "./suite.ts";

const NAMES = ["A", "B", "_c", "NAME_2"];
const PIECES = [
  ..."AB='\"\\ \t\n;#x\r~:é*",
  ...["A=", "B='", "'\n", '_c="', '"\n', "NAME_2=", "export ", "A+=", "\\\n", " # c\n", "value", "`", "\\n", "${A}"],
];

/** Lines, a byte order mark, and characters that Go counts as white space. */
const LINE_PIECES = [...PIECES, "\nA=", "\nB=", "\n_c=", "\n#", "\ufeff", "\u0085", "\u00a0", "\u3000", "\v", "\f"];

function fileOf(random: Random, pieces = PIECES): string {
  return Array.from({ length: random.below(16) }, () => random.pick(pieces)).join("");
}

/** A file for programs that read lines without quotes. */
export function lineFileOf(random: Random): string {
  return (random.below(8) === 0 ? "\ufeff" : "") + fileOf(random, LINE_PIECES);
}

/** The variables that the comparison is about. */
const asked = (variables: Iterable<[string, string]>) =>
  Object.fromEntries(NAMES.flatMap((name) => [...variables].filter(([found]) => found === name)));

let folder: string | undefined;

export function written(name: string, text: string): string {
  if (folder === undefined) {
    const made = mkdtempSync(join(tmpdir(), "env-files-"));
    process.on("exit", () => rmSync(made, { recursive: true }));
    folder = made;
  }
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** Prints the variables that each file sets, in a shell. */
const PROGRAM = `for f; do (
  . "$f"
  for n in ${NAMES.join(" ")}; do
    eval "if [ -n \\"\\\${$n+x}\\" ]; then printf '%s\\\\0%s\\\\0' $n \\"\\$$n\\"; fi"
  done
); printf '\\001\\0'; done`;

const SHELLS = { bash: ["--norc", "--posix"], dash: [], zsh: ["--emulate", "sh"] };

/** Only files that consist of assignments get here: the shell runs them. */
function shellSuite(shell: keyof typeof SHELLS): Suite<string> {
  const options = SHELLS[shell];
  return {
    name: shell,
    missing: hasTool(shell, ...options, "-c", "true") ? undefined : `install ${shell}`,
    batch: 400,
    make: (random) => fileOf(random),
    ours(text) {
      // Of these, only bash has "+=" in its POSIX mode.
      if (shell !== "bash" && text.includes("+=")) return undefined;
      const reading = shellReading(text);
      return "variables" in reading ? asked(reading.variables) : undefined;
    },
    theirs(texts) {
      const paths = texts.map((text, i) => written(`${i}.env`, text));
      const { stdout, stderr } = spawnSync(shell, [...options, "-c", PROGRAM, shell, ...paths], {
        env: { LC_ALL: "C" },
        maxBuffer: 1 << 28,
      });
      if (stderr.length > 0) throw new Error(`${shell}: ${stderr}`);
      const files = stdout.toString().split("\u0001\0").slice(0, -1);
      return files.map((fields) => {
        const parts = fields.split("\0").slice(0, -1);
        return Object.fromEntries(parts.flatMap((name, i) => (i % 2 === 0 ? [[name, parts[i + 1]!]] : [])));
      });
    },
  };
}

const kubectl: Suite<string> = {
  name: "kubectl create --from-env-file",
  missing: hasTool("kubectl", "version", "--client") ? undefined : "install kubectl",
  batch: 20,
  make: lineFileOf,
  ours(text) {
    const reading = kubectlReading(text);
    if ("unknown" in reading) return undefined;
    return "variables" in reading ? Object.fromEntries(reading.variables) : null;
  },
  theirs: (texts) =>
    texts.map((text) => {
      const args = [`--from-env-file=${written("kubectl.env", text)}`, "--dry-run=client", "-o", "json"];
      const env = { PATH: process.env.PATH, HOME: folder };
      const { status, stdout } = spawnSync("kubectl", ["create", "configmap", "c", ...args], { env });
      return status === 0 ? (JSON.parse(stdout.toString()).data ?? {}) : null;
    }),
};

const dotenvSuite: Suite<string> = {
  name: "dotenv",
  missing: undefined,
  batch: 5_000,
  make: (random) => fileOf(random),
  ours: (text) => parseDotenv(text),
  theirs: (texts) => texts.map((text) => dotenv.parse(text)),
};

export const envFileSuites = [shellSuite("bash"), shellSuite("dash"), shellSuite("zsh"), kubectl, dotenvSuite];
