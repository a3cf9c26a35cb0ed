/** `varexpand envfile`: checks an env file, and prints what is in it. */
import { basename } from "node:path";
import { parseEnv } from "node:util";
import { compareReadings, isAgreed } from "../envfile/compare.ts";
import { parseDotenv, readDotenvKey } from "../envfile/dotenv.ts";
import { EnvFileError } from "../envfile/error.ts";
import { type EnvFileOptions, parseEnvFile, readEnvFileKey } from "../envfile/parse.ts";
import { envFileProblems } from "../envfile/problems.ts";
import { PieceCounter } from "../text/position.ts";
import { printable } from "../text/printable.ts";
import { DONE, defineCommand, FINDINGS } from "./command.ts";
import { comparisonJson, comparisonText } from "./envfile-compare.ts";
import { FORMATS } from "./envfile-formats.ts";
import { FindingsError, UsageError } from "./errors.ts";
import { nameOf, readBytes, STDIN, textOf } from "./files.ts";

/** More problems of a file are not listed. */
const MOST_PROBLEMS = 20;

export const envFileCommand = defineCommand({
  usage: "envfile [-o env|json|shell|k8s] [--key NAME] [--profile design|kubelet] [--dialect kep|dotenv] [FILE]",
  description: `
Checks an env file (standard input without FILE) and prints its variables. The format is KEP-3721's: NAME='value' lines,
values literal and possibly over several lines. Everything that is not allowed is told with its place, never with its
text; then nothing is printed, and the exit code is 1.

--compare prints where the readers of such files disagree: KEP-3721 in both profiles, dotenv, Node.js (--env-file) and a
POSIX shell. Nothing is run for that: the shell's reading is worked out for assignments of quoted and plain text, alone
or behind export, and is not known for a file that has anything else in it (commands, $, operators).`,
  options: {
    output: {
      type: "string",
      short: "o",
      choices: ["env", "json", "shell", "k8s"],
      help: "as env file (the default), JSON, export commands, or a container's env with fileKeyRef",
    },
    key: { type: "string", value: "NAME", help: "print the value of one variable" },
    profile: { type: "string", choices: ["design", "kubelet"], help: "the KEP's text (the default), or kubelet 1.35" },
    dialect: { type: "string", choices: ["kep", "dotenv"], help: "read it as KEP-3721 (the default) or dotenv does" },
    compare: { type: "boolean", help: "show where readers disagree about the file, and exit with 1 if they do" },
    volume: { type: "string", value: "NAME", help: "for k8s: the emptyDir volume; config by default" },
    path: { type: "string", value: "PATH", help: "for k8s: the file in the volume; FILE's last part by default" },
  },
  examples: [
    `printf "GREETING='hello, world'\\n" | varexpand envfile -o k8s`,
    "varexpand envfile --compare .env",
    "varexpand envfile --dialect dotenv .env > config.env",
  ],
  run({ options, operands }, io) {
    if (operands.length > 1) throw new UsageError(`one file at a time, not ${operands.join(" ")}`);
    const [file = STDIN] = operands;
    const { output = "env", dialect = "kep", profile = "design", key } = options;
    if (options.compare && key !== undefined) throw new UsageError("--compare is about a whole file, --key is not");
    if (options.compare && options.output !== undefined && output !== "json") {
      throw new UsageError(`--compare prints text or -o json, not -o ${output}`);
    }
    const reference = referenceOf(file, options.volume, options.path);

    const bytes = readBytes(file, io);
    // What is printed is text. (Only the check is wanted: in an env file a byte order mark is data.)
    textOf(file, bytes);
    if (options.compare) {
      const comparison = compareReadings(bytes, parseEnv, `Node.js ${process.version}`);
      io.write(output === "json" ? comparisonJson(comparison) : comparisonText(comparison));
      return isAgreed(comparison) ? DONE : FINDINGS;
    }
    const settings: EnvFileOptions = { profile, path: nameOf(file) };
    if (key !== undefined) {
      const value = dialect === "dotenv" ? readDotenvKey(bytes, key) : keyOf(file, bytes, key, settings);
      if (value === undefined) throw new FindingsError([`${nameOf(file)}: there is no variable ${printable(key)}`]);
      io.write(`${output === "json" ? JSON.stringify(value) : value}\n`);
      return DONE;
    }
    const variables = dialect === "dotenv" ? parseDotenv(bytes) : variablesOf(file, bytes, settings);
    const problems: string[] = [];
    const printed = FORMATS[output](variables, reference, (problem) =>
      problems.push(`${nameOf(file)}: ${printable(problem)}`),
    );
    if (problems.length > 0) throw new FindingsError(problems);
    io.write(printed);
    return DONE;
  },
});

function variablesOf(file: string, bytes: Uint8Array, settings: EnvFileOptions): Record<string, string> {
  const problems = envFileProblems(bytes, settings, MOST_PROBLEMS);
  if (problems.length > 0) throw findings(file, bytes, problems);
  return parseEnvFile(bytes, settings).toObject();
}

function keyOf(file: string, bytes: Uint8Array, key: string, settings: EnvFileOptions): string | undefined {
  try {
    return readEnvFileKey(bytes, key, settings);
  } catch (error) {
    if (!(error instanceof EnvFileError)) throw error;
    throw findings(file, bytes, [error]);
  }
}

function findings(file: string, bytes: Uint8Array, errors: readonly EnvFileError[]): FindingsError {
  const place = new PieceCounter();
  place.beginPiece(bytes);
  return new FindingsError(
    errors.map(({ offset, reason }) => {
      const { line, column } = place.at(offset);
      return `${nameOf(file)}:${line}:${column}: ${reason}`;
    }),
  );
}

/** What a manifest calls the file, with the rules of the API for both. */
function referenceOf(file: string, volumeName = "config", path = file === STDIN ? "config.env" : basename(file)) {
  if (!/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(volumeName)) {
    throw new UsageError(`--volume ${volumeName}: a volume's name is a DNS label: a-z, 0-9 and -, at most 63 of them`);
  }
  if (path === "" || path.startsWith("/") || path.split("/")[0]!.startsWith("..") || path.split("/").includes("..")) {
    throw new UsageError(`--path ${path}: the path is relative, and does not lead out of the volume`);
  }
  return { volumeName, path };
}
