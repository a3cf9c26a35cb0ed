/** The references of a Compose file that no project replaces, with what the repository says about their names. */

import { closest } from "../text/closest.ts";
import type { Node } from "../yaml/node.ts";
import { isAlwaysSet, namesInEnvFile, type ProjectEnvironment } from "./environment.ts";
import { type ComposeHost, folderOf, pathFrom } from "./host.ts";
import type { ComposeFile } from "./project.ts";
import { containerNames, servicesIn } from "./service.ts";
import { type ComposeText, type Problem, problemsIn } from "./texts.ts";

export interface ComposeUse {
  readonly text: ComposeText;
  readonly problem: Problem;
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
}

const EXAMPLE =
  /^(?:\.?env[-._](?:example|sample|template|dist|defaults?|tpl|tmpl)$|(?:example|sample|template|default)[-._]env$|\.env[-._].*(?:example|sample|template|dist))/i;

/** What is wrong in a file in every project that reads it. */
export function usesOf(file: ComposeFile, host: ComposeHost): ComposeUses {
  const { environments, path, texts } = file;
  const folder = folderOf(path);
  const names = new Set(environments.flatMap(({ variables }) => [...variables.keys()]));
  const envFiles = [...new Set(environments.flatMap(({ files }) => files))];
  const isKnown = environments.every(isKnownEnvironment);
  const examples = exampleNames(host, folder);
  const services = file.documents.map((document) => servicesIn(document));
  const counts = countsOf(texts);
  // A name that is used once can be a misspelling of one that is used often.
  const frequent = [...counts].filter(([, count]) => count >= 3).map(([name]) => name);
  const inContainers = new Map<Node, ReadonlyMap<string, string>>();
  const inContainer = ({ path: at }: ComposeText, name: string): string | undefined => {
    if (at[0] !== "services") return undefined;
    const service = services.map((each) => each.get(`${at[1]}`)).find((found) => found !== undefined);
    if (service === undefined) return undefined;
    if (!inContainers.has(service)) inContainers.set(service, containerNames(host, folder, service));
    return inContainers.get(service)!.get(name);
  };
  const uses = texts.flatMap((text) =>
    problemsIn(text, (name) => valueIn(environments, name)).map((problem): ComposeUse => {
      const { kind, name } = problem;
      const isNamed = kind !== "malformed";
      return {
        text,
        problem,
        meant:
          isNamed && !examples.has(name)
            ? similarName(name, [...names, ...examples, ...(counts.get(name) === 1 ? frequent : [])])
            : undefined,
        inContainer: isNamed ? inContainer(text, name) : undefined,
        isAssigned: isNamed && isCommand(text) && assigns(text.text.slice(0, problem.start), name),
        isEmpty: isNamed && names.has(name),
        isExample: examples.has(name),
      };
    }),
  );
  return { uses, envFiles, isKnown };
}

function isKnownEnvironment({ files, hasFailed, isSpecial }: ProjectEnvironment): boolean {
  return files.length > 0 && !hasFailed && !isSpecial;
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

/** A name that differs in one character, which is not a digit, or in case. */
function similarName(name: string, names: readonly string[]): string | undefined {
  if (name.length < 4 || names.includes(name)) return undefined;
  const similar = closest(name, names, 1);
  const letters = (text: string) => text.replace(/\d+/g, "");
  return similar !== undefined && letters(similar) !== letters(name) ? similar : undefined;
}

/** The names in the examples of env files in a folder. */
function exampleNames(host: ComposeHost, folder: string): ReadonlySet<string> {
  const examples = (host.list(folder) ?? []).filter((name) => EXAMPLE.test(name));
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

/** Whether a shell that reads the text sets the name. */
function assigns(text: string, name: string): boolean {
  return [...text.matchAll(SHELL_ASSIGNMENT)].some((match) => (match[1] ?? match[2]) === name);
}
