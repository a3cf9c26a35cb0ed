/** The variables that `varexpand expand` knows. */

import { Environment } from "../../expansion/environment.ts";
import type { Syntax } from "../../expansion/unexpanded.ts";
import type { Variables } from "../../expansion/variables.ts";
import type { Rewriting } from "../../kubernetes/flux/index.ts";
import { UsageError } from "../frame/errors.ts";
import type { CommandIo } from "../frame/io.ts";
import { assignmentsOf, type EnvFileDialect } from "./env-file-options.ts";

/** The syntax of references. */
export type ExpandSyntax = "kubernetes" | Syntax;

export const EXPAND_SYNTAXES = [
  "kubernetes",
  "envsubst",
  "compose",
  "flux",
  "otel",
  "otel-collector",
] as const satisfies ExpandSyntax[];

/** Where variables come from. */
export interface VariableOptions {
  readonly env: readonly string[];
  readonly envfile: readonly string[];
  readonly "envfile-dialect": EnvFileDialect | undefined;
  readonly "from-env": boolean;
  readonly syntax?: ExpandSyntax | undefined;
  readonly "flux-kustomization"?: string | undefined;
}

/**
 * The variables of a command's options. If a name appears more than once, the first value is used.
 *
 * @param only The names that are expanded; everything else is copied unchanged. Undefined: all.
 *
 * @throws UsageError, InputError, InputErrors
 */
export async function givenVariables(
  options: VariableOptions,
  only: ReadonlySet<string> | undefined,
  io: CommandIo,
): Promise<ReadonlyMap<string, string>[]> {
  const assigned = assignmentsOf(options.env);
  const ofProcess = options["from-env"] ? definedIn(io.environment) : new Map<string, string>();
  const contexts = [
    assigned,
    await envFileVariables(options, new Map([...ofProcess, ...assigned]), io),
    ofProcess,
    await kustomizationVariables(options["flux-kustomization"], io),
  ];
  if (only === undefined) return contexts;
  return contexts.map((context) => new Map([...context].filter(([name]) => only.has(name))));
}

/** Reading env files takes code that only `--envfile` needs. */
async function envFileVariables(
  { envfile, "envfile-dialect": dialect, syntax }: VariableOptions,
  environment: ReadonlyMap<string, string>,
  io: CommandIo,
): Promise<Map<string, string>> {
  if (envfile.length === 0) return new Map();
  const { readEnvFiles } = await import("./env-file-source.ts");
  return readEnvFiles(envfile, { dialect, environment, isCompose: syntax === "compose" }, io);
}

async function kustomizationVariables(given: string | undefined, io: CommandIo): Promise<Map<string, string>> {
  if (given === undefined) return new Map();
  const { fluxVariables } = await import("./flux-variables.ts");
  return fluxVariables(given, io);
}

/**
 * What expands text in a syntax.
 *
 * @param only the names that are expanded; the output is expanded again later. Undefined: all
 */
export async function expanderOf(
  syntax: ExpandSyntax,
  contexts: readonly ReadonlyMap<string, string>[],
  only: ReadonlySet<string> | undefined,
): Promise<Variables> {
  if (syntax === "kubernetes") return expandEnvironment(contexts, only === undefined);
  const { Substitution } = await import("../../expansion/dialects/substitution.ts");
  return new Substitution(syntax, mergedVariables(contexts), { strict: false, only });
}

/** What changes manifests before they are expanded in a syntax; undefined if nothing does. */
export async function rewriteOf(
  syntax: ExpandSyntax,
  rewriting?: Rewriting,
): Promise<((bytes: Uint8Array) => Uint8Array) | undefined> {
  if (syntax !== "flux") return undefined;
  const { expandableText } = await import("../../kubernetes/flux/index.ts");
  return (bytes) => expandableText(bytes, rewriting);
}

/** The variables of several contexts, of which the first one that has a name counts. */
export function mergedVariables(contexts: readonly ReadonlyMap<string, string>[]): Map<string, string> {
  return new Map([...contexts].reverse().flatMap((context) => [...context]));
}

/** @param isLast whether the text is not expanded again; otherwise, everything else is copied unchanged */
export function expandEnvironment(contexts: readonly ReadonlyMap<string, string>[], isLast: boolean): Environment {
  if (isLast) return new Environment(...contexts);
  const environment = new Environment(
    ...contexts.map((context) => new Map([...context].map(([name, value]) => [name, keepable(value)]))),
  );
  environment.keepsEscapes = true;
  return environment;
}

/** The variables of a process. */
export function definedIn(environment: CommandIo["environment"]): Map<string, string> {
  return new Map(Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/**
 * The names of `--only` options: `A,B`, or as for envsubst, `$A ${B}`. Undefined without the option.
 *
 * @throws UsageError for any other form, because it would match no variable
 */
export function onlyNames(options: readonly string[]): ReadonlySet<string> | undefined {
  return options.length === 0 ? undefined : new Set(options.flatMap(namesIn));
}

/** A reference in an argument of envsubst. */
const REFERENCE = /^\$(?:([A-Za-z_][A-Za-z0-9_]*)|\{([A-Za-z_][A-Za-z0-9_]*)\})$/;
const NAME = /^[^\s,="'`$(){}]+$/;

function namesIn(option: string): string[] {
  const isReferences = /^\s*\$/.test(option);
  return (isReferences ? option.trim().split(/\s+/) : option.split(",")).map((part) => {
    const found = isReferences ? REFERENCE.exec(part) : NAME.exec(part);
    const name = found === null ? undefined : isReferences ? (found[1] ?? found[2]) : part;
    if (name === undefined) throw new UsageError(`--only ${JSON.stringify(option)}: ${ONLY_FORMS}`);
    return name;
  });
}

const ONLY_FORMS = "write NAME,NAME or '$NAME ${NAME}'";

/** A value that the next expansion of the text leaves as it is, with as few `$` doubled as that takes. */
function keepable(value: string): string {
  return value.replace(/\${2,}|\$$|\$\(/g, (found) => found.replaceAll("$", "$$$$"));
}
