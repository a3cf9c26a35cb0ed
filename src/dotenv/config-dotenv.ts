import { assignmentsOf } from "../envfile/dotenv.ts";
import { expandedValues } from "../envfile/readers/dotenv-expand.ts";
import { getOwn, setKey } from "../text/own-keys.ts";
import { scanDotenvAlone } from "../wasm/dotenv-scanners.ts";
import { type WrittenValue, withReferences } from "./references.ts";

/** The variables of files. */
export type DotenvParseOutput = Record<string, string>;

/** An environment such as `process.env`. */
export type DotenvPopulateInput = Record<string, string | undefined>;

/** A path, or a `URL` with the scheme `file:`. */
export type DotenvPath = string | { readonly href: string };

/** The options of `populate`. */
export interface DotenvPopulateOptions {
  /** Whether values replace variables that exist. Default: false. */
  override?: boolean | undefined;
  /** Whether to print on stderr which variables exist, and which files cannot be read. Default: false. */
  debug?: boolean | undefined;
}

/** The options of dotenv 18, and `expand`. The variables `DOTENV_PATH`, `DOTENV_OVERRIDE`, and so on are their defaults. */
export interface DotenvConfigOptions extends DotenvPopulateOptions {
  /** The files, of which the first one that sets a variable counts; with `override`, the last one. Default: `.env`. */
  path?: DotenvPath | readonly DotenvPath[] | undefined;
  /** The encoding of the files. Default: `utf8`. */
  encoding?: string | undefined;
  /** Whether to print nothing. Default: true, unlike dotenv. */
  quiet?: boolean | undefined;
  /** The environment to read and to change. Default: `process.env`. */
  processEnv?: DotenvPopulateInput | undefined;
  /**
   * `"quotes"` expands references such as `${NAME}` in values without quotes and in double quotes. `"dotenv-expand"` expands
   * them in all values, as dotenv-expand 13 does. `false` keeps them, as dotenv does. Default: `"quotes"`.
   */
  expand?: "quotes" | "dotenv-expand" | false | undefined;
  /** Ignored: there is only one parser. */
  fast?: boolean | undefined;
}

/** The result of `config`. */
export interface DotenvConfigOutput {
  /** The variables of all files. If `error` is a `RangeError`, it is empty. */
  parsed: DotenvParseOutput;
  /** The last file that cannot be read, or a `RangeError` for references that expand to more than 16 MiB. */
  error?: Error;
}

/** The options of `expand`, and its result: the result of `config` can be passed to it. */
export interface DotenvExpandOptions {
  /** The variables to expand, which are replaced with the results. */
  parsed?: DotenvParseOutput | undefined;
  /** The environment to read and to change. Default: `process.env`. */
  processEnv?: DotenvPopulateInput | undefined;
  error?: Error | undefined;
}

/**
 * Parses a dotenv file like dotenv 18, without expanding references.
 *
 * @param source the file, as text or as UTF-8
 * @param _options ignored: there is only one parser
 *
 * @example parse("A=1 # one\n") // { A: "1" }
 */
export function parse(source: string | Uint8Array, _options?: { fast?: boolean }): DotenvParseOutput {
  const parsed = {};
  for (const [name, { value }] of written(source)) setKey(parsed, name, value);
  return parsed;
}

/** The last assignment of each name. */
function written(source: string | Uint8Array): Map<string, WrittenValue> {
  const isBytes = ArrayBuffer.isView(source);
  // Like dotenv, which accepts everything that has `toString`.
  const text = isBytes ? new TextDecoder().decode(source) : source.toString();
  const assignments = assignmentsOf(text, scanDotenvAlone(text));
  return new Map(
    assignments.map(({ name, value, quote }) => [name, { value, isLiteral: quote === "'" || quote === "`" }]),
  );
}

/**
 * Sets variables that do not exist yet.
 *
 * @returns those that were set
 * @throws TypeError with the code `OBJECT_REQUIRED` if an argument is not an object
 * @example
 * populate(process.env, parse("HOST=db")).HOST // "db", unless HOST exists
 */
export function populate(
  processEnv: DotenvPopulateInput,
  parsed: DotenvPopulateInput,
  options: DotenvPopulateOptions | null = {},
): DotenvPopulateInput {
  const { override = false, debug = false } = options ?? {};
  if (typeof processEnv !== "object" || processEnv === null || typeof parsed !== "object" || parsed === null) {
    throw Object.assign(new TypeError("populate requires two objects"), { code: "OBJECT_REQUIRED" });
  }
  const set = {};
  for (const [name, value] of Object.entries(parsed)) {
    const exists = Object.hasOwn(processEnv, name);
    if (exists && debug) console.error(`${JSON.stringify(name)} exists and is ${override ? "" : "not "}overwritten`);
    if (exists && !override) continue;
    setKey(processEnv, name, value);
    setKey(set, name, value);
  }
  return set;
}

/**
 * Reads files, expands their references, and sets the variables that do not exist yet. Errors are returned, not thrown.
 * Requires Node.js, Bun, or Deno.
 *
 * @example config({ path: [".env.local", ".env"] }).parsed
 */
export function config(given?: DotenvConfigOptions | null): DotenvConfigOutput {
  const options = given ?? {};
  const setting = (name: keyof DotenvConfigOptions) => options[name] ?? variableOption(name);
  const [override, debug] = [isTrue(setting("override")), isTrue(setting("debug"))];
  const processEnv = options.processEnv ?? process.env;
  const paths = [setting("path") || ".env"].flat() as (string | URL)[];
  const encoding = (setting("encoding") || "utf8") as "utf8";
  const fs = process.getBuiltinModule("node:fs");
  const files = new Map<string, WrittenValue>();
  let failure: Error | undefined;
  for (const path of paths) {
    try {
      for (const [name, value] of written(fs.readFileSync(inHome(path), { encoding })))
        if (override || !files.has(name)) files.set(name, value);
    } catch (error) {
      failure = error as Error;
      if (debug) console.error(`cannot read ${path}: ${failure.message}`);
    }
  }
  const parsed = {};
  try {
    const known = (name: string) => (override && files.has(name) ? undefined : variable(processEnv, name));
    for (const [name, value] of expandedFiles(files, known, options.expand)) setKey(parsed, name, value);
  } catch (error) {
    return { parsed: {}, error: error as Error };
  }
  // Like dotenv-expand, which also replaces empty variables.
  const set = populate(processEnv, parsed, { override: override || options.expand === "dotenv-expand", debug });
  if (!isTrue(setting("quiet") ?? true))
    console.error(`set ${Object.keys(set).length} variables of ${paths.join(", ")}`);
  return failure === undefined ? { parsed } : { parsed, error: failure };
}

/** The same as `config`. */
export const configDotenv = config;

/**
 * Expands references in values without their quotes, like dotenv-expand 13. `$(command)` is text.
 *
 * @throws RangeError if references refer to each other without end
 *
 * @example expand({ parsed: { A: "1", B: "${A}2" }, processEnv: {} }).parsed // { A: "1", B: "12" }
 */
export function expand<T extends DotenvExpandOptions>(options: T): T {
  const { parsed = {} } = options;
  const processEnv = options.processEnv ?? process.env;
  const expanded = expandedValues(new Map(Object.entries(parsed)), (name) => variable(processEnv, name), false);
  for (const [name, value] of expanded) {
    setKey(parsed, name, value);
    setKey(processEnv, name, value);
  }
  return options;
}

function expandedFiles(
  files: ReadonlyMap<string, WrittenValue>,
  given: (name: string) => string | undefined,
  mode: DotenvConfigOptions["expand"],
): ReadonlyMap<string, string> {
  if (mode !== false && mode !== "dotenv-expand") return withReferences(files, given);
  const values = new Map(Array.from(files, ([name, { value }]) => [name, value]));
  return mode === false ? values : expandedValues(values, (name) => given(name) ?? values.get(name), false);
}

function variable(environment: DotenvPopulateInput, name: string): string | undefined {
  const value = getOwn(environment, name);
  return value === undefined ? undefined : String(value);
}

/** An option in the environment. */
function variableOption(name: string): string | undefined {
  return process.env[`DOTENV_${name.toUpperCase()}`] ?? process.env[`DOTENV_CONFIG_${name.toUpperCase()}`];
}

function isTrue(value: unknown): boolean {
  return typeof value === "string" ? !["false", "0", "no", "off", ""].includes(value.toLowerCase()) : Boolean(value);
}

function inHome(path: string | URL): string | URL {
  if (typeof path !== "string" || !path.startsWith("~")) return path;
  return process.getBuiltinModule("node:path").join(process.getBuiltinModule("node:os").homedir(), path.slice(1));
}
