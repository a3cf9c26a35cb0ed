/** The references of a Compose file that no project replaces, with what the repository says about their names. */

import { parentOf, pathFrom } from "../text/paths.ts";
import { SimilarNames } from "../text/similar-names.ts";
import { isAlwaysSet, namesInEnvFile, type ProjectEnvironment } from "./environment.ts";
import type { ComposeHost } from "./host.ts";
import type { ComposeFile } from "./project.ts";
import { ServiceVariables } from "./service.ts";
import { type ComposeText, type Problem, problemsIn, type Range, rangesInFile } from "./texts.ts";

export interface ComposeUse {
  readonly text: ComposeText;
  readonly problem: Problem;
  /** Where the reference is in the file; the first line of the string if it is not there verbatim. */
  readonly place: Range;
  /** The similar name that an env file of the project, or an example of one, sets. */
  readonly meant: string | undefined;
  /** What sets the name in the container of the service: `environment`, or the path of an env file. */
  readonly inContainer: string | undefined;
  /** Whether the text is a command that assigns the name: `for name in …`, `name=…`. */
  readonly isAssigned: boolean;
  /** Whether an env file sets the variable, to an empty value. */
  readonly isEmpty: boolean;
  /** Whether an example of an env file lists the name. */
  readonly isExample: boolean;
}

export interface ComposeUses {
  readonly uses: readonly ComposeUse[];
  /** The env files that the projects read. */
  readonly envFiles: readonly string[];
  /** Whether these are all variables apart from those of the command's environment. */
  readonly isKnown: boolean;
  /** Whether one of the env files cannot be read. */
  readonly hasFailed: boolean;
}

/** The name of an env file that people copy and fill in: `.env.example`. */
export const EXAMPLE_ENV_FILE =
  /^(?:\.?env[-._](?:example|sample|template|dist|defaults?|tpl|tmpl)$|(?:example|sample|template|default)[-._]env$|\.env[-._].*(?:example|sample|template|dist))/i;

/** What is wrong in a file in every project that reads it. */
export function usesOf(file: ComposeFile, host: ComposeHost): ComposeUses {
  const { environments, path, services, texts } = file;
  const folder = parentOf(path);
  const names = new Set(environments.flatMap(({ variables }) => [...variables.keys()]));
  const examples = exampleNames(host, folder);
  const counts = countsOf(texts);
  // A name that is used once can be a misspelling of one that is used often.
  const frequent = [...counts].filter(([, count]) => count >= 3).map(([name]) => name);
  const known = new Set([...names, ...examples, ...frequent]);
  const similar = new SimilarNames(known);
  const isMeant = (other: string, name: string) => names.has(other) || examples.has(other) || counts.get(name) === 1;
  const container = new ServiceVariables(host, folder);
  const uses = texts.flatMap((text) => {
    const problems = problemsIn(text, (name) => valueIn(environments, name));
    if (problems.length === 0) return [];
    const places = rangesInFile(file.text, text, problems);
    const assigned = isCommand(text) ? assignmentsIn(text.text) : undefined;
    const [at, name] = text.path;
    const own = at === "services" ? services.flatMap((each) => each.get(`${name}`) ?? []) : [];
    const sourceOf = (name: string) => own.map((each) => container.sourceOf(each, name)).find((source) => source);
    return problems.map((problem, i): ComposeUse => {
      const { kind, name, start } = problem;
      const isNamed = kind !== "malformed";
      const isExample = examples.has(name);
      return {
        text,
        problem,
        place: places[i]!,
        meant: isNamed && !known.has(name) ? similar.to(name, (other) => isMeant(other, name)) : undefined,
        inContainer: isNamed ? sourceOf(name) : undefined,
        isAssigned: isNamed && (assigned?.get(name) ?? Number.POSITIVE_INFINITY) <= start,
        isEmpty: isNamed && names.has(name),
        isExample,
      };
    });
  });
  const envFiles = [...new Set(environments.flatMap(({ files }) => files))];
  const hasFailed = environments.some((each) => each.hasFailed);
  const isKnown = !hasFailed && environments.every((each) => each.files.length > 0 && !each.isSpecial);
  return { uses, envFiles, isKnown, hasFailed };
}

/** The value of a variable that at least one project sets. An unknown value is not empty. */
function valueIn(environments: readonly ProjectEnvironment[], name: string): string | undefined {
  let found: string | undefined;
  for (const { variables } of environments) {
    const variable = variables.get(name);
    if (variable !== undefined) found ||= variable.value ?? "?";
  }
  return found ?? (isAlwaysSet(name) ? "?" : undefined);
}

/** How often the names are used. */
function countsOf(texts: readonly ComposeText[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { references } of texts)
    for (const { names } of references) for (const { name } of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** The names in the examples of env files in a folder. */
function exampleNames(host: ComposeHost, folder: string): ReadonlySet<string> {
  const examples = (host.list(folder) ?? []).filter((name) => EXAMPLE_ENV_FILE.test(name));
  return new Set(
    examples.flatMap((name) => {
      const text = host.read(pathFrom(folder, name)) ?? "";
      // Some entries are only suggested.
      const suggested = [...text.matchAll(/^[ \t]*#+[ \t]*(\w+)=/gm)].map((match) => match[1]!);
      return [...(namesInEnvFile(host, pathFrom(folder, name), "") ?? []), ...suggested];
    }),
  );
}

const COMMANDS = new Set<unknown>(["command", "entrypoint", "test", "post_start", "pre_stop"]);

/** Whether a text is a command of a service that runs in its container. */
export function isCommand({ path }: ComposeText): boolean {
  return path[0] === "services" && path.slice(2).some((step) => COMMANDS.has(step));
}

/** What a shell that reads the text sets: `for name in …`, `name=…`. */
const SHELL_ASSIGNMENT =
  /(?:^|[\s;&|({]|-c\s*["'])(?:(?:for|read|local|declare|export)(?:\s+-\w+)*\s+(\w+)|(\w+)\+?=)/g;

/** The names that a shell which reads the text sets, each with the offset after its first assignment. */
function assignmentsIn(text: string): ReadonlyMap<string, number> {
  const found = [...text.matchAll(SHELL_ASSIGNMENT)];
  return new Map(found.reverse().map((match) => [match[1] ?? match[2]!, match.index + match[0].length]));
}
