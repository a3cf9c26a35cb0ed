/**
 * Scenarios: a reason, files, and command lines with all that they print and change, together in one text. The format is
 * that of Go's txtar, with a session as its last file:
 *
 *     Why a reader should care.
 *     -- web.yaml --
 *     kind: Pod
 *     -- session --
 *     > Why this command is here.
 *     $ HOST=db varexpand lint web.yaml
 *     what it prints
 *
 * A file whose name is followed by `(JSON)` is one JSON string: text with control characters, or without a last line break.
 * After `(bytes)`, each character of the string is a byte.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runInMemory } from "../cli/memory-io.ts";

export interface Step {
  readonly reason: string;
  /** As in a shell: variables, `varexpand`, arguments, and perhaps `< "standard input"`, a JSON string. */
  readonly command: string;
}

export interface Scenario {
  readonly reason: string;
  readonly files: ReadonlyMap<string, string | Uint8Array>;
  readonly steps: readonly Step[];
}

export const SESSION = "-- session --\n";

export function parseScenario(text: string): Scenario {
  const [reason, ...sections] = text.split(/^(?=-- .+ --\n)/m);
  const session = sections.pop() ?? "";
  if (!session.startsWith(SESSION)) throw new Error("a scenario ends with its session");
  const files = sections.map((section): [string, string | Uint8Array] => {
    const [marker, name, form] = /^-- (.+?)(?: \((JSON|bytes)\))? --\n/.exec(section)!;
    const body = section.slice(marker.length);
    if (form === undefined) return [name!, body];
    const text = JSON.parse(body) as string;
    return [name!, form === "bytes" ? Buffer.from(text, "latin1") : text];
  });
  const steps = Array.from(session.matchAll(/((?:^> .*\n)*)^\$ (.*)\n/gm), ([, why, command]) => ({
    reason: why!,
    command: command!,
  }));
  return { reason: reason!.trim(), files: new Map(files), steps };
}

/**
 * @param folder empty; it becomes the current directory meanwhile
 * @returns the session, with what the commands print and change
 */
export async function sessionOf({ files, steps }: Scenario, folder: string): Promise<string> {
  for (const [name, content] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const before = process.cwd();
  process.chdir(folder);
  try {
    const parts: string[] = [];
    let known = filesIn(folder);
    for (const { command, reason } of steps) {
      const { code, messages, output } = await runLine(command);
      const now = filesIn(folder);
      const printed = [
        ...(output === "" ? [] : [withEscapes(output)]),
        ...messages.map((line) => `stderr: ${withEscapes(line)}`),
        ...changes(known, now),
        ...(code === 0 ? [] : [`exit code ${code}`]),
      ].join("\n");
      parts.push(`${reason}$ ${command}\n${printed.replace(/^(?=[$>] |\\)/gm, "\\")}${printed && "\n"}`);
      known = now;
    }
    // Digests depend on the times of files.
    const text = parts.join("\n").replaceAll(folder, "FOLDER");
    return SESSION + text.replace(/sha256:[0-9a-f]{64}/g, "sha256:DIGEST");
  } finally {
    process.chdir(before);
  }
}

function runLine(line: string) {
  const [, settings = "", args, input] = /^((?:\w+=\S* )*)varexpand (.*?)(?: {1,2}< (".*"))?$/s.exec(line)!;
  const environment = Object.fromEntries(wordsOf(settings).map((word) => word.split(/=(.*)/s) as [string, string]));
  // Any file shows that standard input is not a terminal.
  const streams = { "standard input": import.meta.filename };
  const stdin = input === undefined ? {} : { stdin: JSON.parse(input) as string, streams };
  return runInMemory(wordsOf(args!), { environment, ...stdin });
}

/** The words of a command line: outside quotes, spaces separate them; there are no escapes. */
function wordsOf(command: string): string[] {
  return Array.from(command.matchAll(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g), ([word]) =>
    word.replace(/'([^']*)'|"([^"]*)"/g, "$1$2"),
  );
}

/** Control characters as escapes, and without a line break at the end. */
function withEscapes(text: string): string {
  const escaped = text.replace(/[^\n\P{C}]/gu, (character) => JSON.stringify(character).slice(1, -1));
  return escaped.endsWith("\n") ? escaped.slice(0, -1) : escaped;
}

function filesIn(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = entries.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)).sort();
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

function changes(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): string[] {
  const written = [...now].filter(([name, content]) => before.get(name) !== content);
  const removed = [...before.keys()].filter((name) => !now.has(name));
  return [
    ...written.map(([name, content]) => `file ${name}: ${JSON.stringify(content)}`),
    ...removed.map((name) => `removed ${name}`),
  ];
}
