/** Env files against the JavaScript programs that read them: Bun, Deno, dotenv, and dotenv-expand of several versions. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import dotenv from "dotenv";
import { config } from "../../src/dotenv/index.ts";
import { bunReading } from "../../src/envfile/readers/bun.ts";
import { denoReading } from "../../src/envfile/readers/deno.ts";
import { commandsIn, dotenvExpandReading } from "../../src/envfile/readers/dotenv-expand.ts";
import { parseDotenv } from "../../src/index.ts";
import type { Random } from "../reference/random.ts";
import { written } from "./env-files.ts";
import type { Suite } from "./suite.ts";

const PIECES = [
  ...["N0=", "N1=", "N2=", "N0: ", "export N1=", "N3", "N4.b=1\n", "'", '"', "`", "\\", "\n", "\r\n", "\r", " ", "\t"],
  ...["#", " #c", "\n# c\n", "$N0", "${N1}", "${N2:-d}", "${N1-d}", "${N2:+a}", "${N1+b}", "$N9", "${", "${N0", "$2b"],
  ...["$", "$$", "\\$", "$(N0)", "(", ")", "{", "}", ":", "=", "-", "x", "val", "\\n", '\\"', "\\'", "é", "\u00a0"],
  ...['"a b"', "'a b'", "${N0:-${N1}}", "${N1:-$N0}"],
];
const IN_LINES = PIECES.filter((piece) => !/[\r\n]/.test(piece));

const several = (random: Random, limit: number, pieces: readonly string[]) =>
  Array.from({ length: random.below(limit) }, () => random.pick(pieces)).join("");

/** Half of the files consist of assignments. */
function fileOf(random: Random): string {
  if (random.below(2) === 0) return several(random, 18, PIECES);
  const line = () => `N${random.below(4)}=${several(random, 8, IN_LINES)}\n`;
  return Array.from({ length: 1 + random.below(4) }, line).join("");
}

/** Tests and `npm run test:differential` run in the project's folder. */
const modules = resolve("test/runtimes/node_modules");
const { platform, arch } = process;
const bun = resolve(modules, `@oven/bun-${platform}-${arch}/bin/bun`);
const deno = resolve(modules, `@deno/${platform}-${arch}${platform === "linux" ? "-glibc" : ""}/deno`);

const missingIf = (path: string) => (existsSync(path) ? undefined : "npm run test:runtimes installs it");
const require = createRequire(import.meta.url);

const none = () => undefined;
const asObject = (reading: ReturnType<typeof denoReading>) =>
  "variables" in reading ? Object.fromEntries(reading.variables) : null;

const PRINT = "console.log(JSON.stringify(process.env))";

/** A program that reads many files at once: in each one, the names have another prefix. */
function runtimeSuite(
  name: string,
  binary: string,
  ours: (text: string) => Record<string, string> | null,
  args: (paths: readonly string[]) => string[],
): Suite<string> {
  const prefix = (i: number) => `P${i}N`;
  const run = (texts: readonly string[]): (Record<string, string> | null)[] => {
    const paths = texts.map((text, i) => written(`${name}-${i}.env`, text.replace(/N(?=\d)/g, prefix(i))));
    const program = written("print.mjs", PRINT);
    const { status, stdout } = spawnSync(binary, [...args(paths), program], {
      env: { NO_COLOR: "1" },
      maxBuffer: 1 << 28,
    });
    if (status !== 0 && texts.length === 1) return [null];
    const half = texts.length >> 1;
    if (status !== 0) return [...run(texts.slice(0, half)), ...run(texts.slice(half))];
    const variables = Object.entries<string>(JSON.parse(stdout.toString()));
    return texts.map((_, i) => {
      const own = variables.filter(([key]) => key.startsWith(prefix(i)));
      return Object.fromEntries(own.map((entry) => entry.map((part) => part.replaceAll(prefix(i), "N"))));
    });
  };
  const isAsked = ([key]: [string, string]) => /^N\d/.test(key);
  const answer = (text: string) => {
    const result = ours(text);
    return result && Object.fromEntries(Object.entries(result).filter(isAsked));
  };
  return {
    name,
    missing: missingIf(binary),
    batch: 200,
    make: fileOf,
    ours: answer,
    // Other names can be set in another file of the batch.
    theirs: (texts) =>
      run(texts).map((result, i) => (isDeepStrictEqual(result, answer(texts[i]!)) ? result : run([texts[i]!])[0]!)),
  };
}

const bunSuite = runtimeSuite(
  "bun",
  bun,
  (text) => asObject(bunReading(text, none)),
  (paths) => [`--env-file=${paths.join(",")}`],
);

const denoSuite = runtimeSuite(
  "deno",
  deno,
  (text) => asObject(denoReading(text, none)),
  (paths) => ["run", "-A", "--no-prompt", ...paths.map((path) => `--env-file=${path}`)],
);

type Expand = (options: { parsed: Record<string, string>; processEnv: Record<string, string> }) => {
  parsed: Record<string, string>;
};

const RUNS = "runs a command";

const packagePath = (version: string) => resolve(modules, `dotenv-expand-${version}`);

/** The package, in which nothing runs a command. */
function packageOf(version: string): Expand {
  const commands = require("node:child_process");
  const { execSync } = commands;
  commands.execSync = () => {
    throw new Error(RUNS);
  };
  try {
    return require(packagePath(version)).expand;
  } finally {
    commands.execSync = execSync;
  }
}

function expandSuite(version: "12" | "13" | "1000"): Suite<string> {
  const isNew = version === "1000";
  return {
    name: `dotenv-expand ${version}`,
    missing: missingIf(packagePath(version)),
    batch: 2_000,
    make: fileOf,
    ours(text) {
      const reading = dotenvExpandReading(new Map(Object.entries(parseDotenv(text))), none, isNew);
      // The package would not end.
      if (!("variables" in reading)) return undefined;
      return isNew && commandsIn(reading.variables).length > 0 ? RUNS : Object.fromEntries(reading.variables);
    },
    theirs(texts) {
      const expand = packageOf(version);
      return texts.map((text) => {
        const parsed = dotenv.parse(text);
        try {
          return { ...expand({ parsed, processEnv: { ...parsed } }).parsed };
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code === "COMMAND_SUBSTITUTION_FAILED") return RUNS;
          throw error;
        }
      });
    },
  };
}

/** Files that are read in one call, with an environment. */
interface ConfigInput {
  readonly texts: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly override: boolean;
}

/** All results of `config`: what it returns, and what the environment is afterward. */
function configSuite(name: string, expand: false | "dotenv-expand", missing: string | undefined): Suite<ConfigInput> {
  const call = ({ texts, environment, override }: ConfigInput) => {
    const path = texts.map((text, i) => written(`config-${i}.env`, text));
    return { path: [...path, "/nonexistent"], override, quiet: true, processEnv: { ...environment } };
  };
  return {
    name,
    missing,
    batch: 1_000,
    make: (random) => ({
      texts: Array.from({ length: 1 + random.below(2) }, () => fileOf(random)),
      environment: Object.fromEntries(
        Array.from({ length: random.below(3) }, () => [`N${random.below(5)}`, several(random, 3, IN_LINES)]),
      ),
      override: random.below(4) === 0,
    }),
    ours(input) {
      const options = call(input);
      const { parsed, error } = config({ ...options, expand });
      // The package would not end.
      return error instanceof RangeError
        ? undefined
        : [parsed, options.processEnv, (error as NodeJS.ErrnoException).code];
    },
    theirs(inputs) {
      const expandAll = expand === false ? undefined : packageOf("13");
      return inputs.map((input) => {
        const options = call(input);
        const { parsed, error } = dotenv.config(options);
        expandAll?.({ parsed: parsed!, processEnv: options.processEnv });
        return [parsed, options.processEnv, (error as NodeJS.ErrnoException).code];
      });
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: each suite has inputs of its own type.
export const javascriptSuites: readonly Suite<any>[] = [
  bunSuite,
  denoSuite,
  ...(["12", "13", "1000"] as const).map(expandSuite),
  configSuite("dotenv.config", false, undefined),
  configSuite("dotenv.config and dotenv-expand 13", "dotenv-expand", missingIf(packagePath("13"))),
];
