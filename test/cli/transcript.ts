/** Runs command lines in a folder, and writes down everything that they print and change, as a text. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runInMemory } from "./memory-io.ts";

export interface Transcript {
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  /** Arguments after `varexpand`; quotes work as in a shell. A pair also has the text of standard input. */
  readonly commands: readonly (string | readonly [command: string, stdin: string])[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** @param folder empty; it becomes the current directory meanwhile */
export async function transcriptOf({ commands, environment = {}, files }: Transcript, folder: string): Promise<string> {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const before = process.cwd();
  process.chdir(folder);
  try {
    const parts: string[] = [];
    let known = filesIn(folder);
    for (const each of commands) {
      const [command, stdin] = typeof each === "string" ? [each, undefined] : each;
      // Any file shows that standard input is not a terminal.
      const streams = { "standard input": import.meta.filename };
      const given = { environment, ...(stdin !== undefined && { stdin, streams }) };
      const { code, messages, output } = await runInMemory(wordsOf(command), given);
      const now = filesIn(folder);
      parts.push(
        `$ varexpand ${command}${stdin === undefined ? "" : `  < ${JSON.stringify(stdin)}`}`,
        ...(output === "" ? [] : [shownText(output)]),
        ...messages.map((line) => `stderr: ${shownText(line)}`),
        ...changes(known, now),
        ...(code === 0 ? [] : [`exit code ${code}`]),
        "",
      );
      known = now;
    }
    // Digests depend on the times of files.
    return parts
      .join("\n")
      .replaceAll(folder, "FOLDER")
      .replace(/sha256:[0-9a-f]{64}/g, "sha256:DIGEST");
  } finally {
    process.chdir(before);
  }
}

/** The words of a command line: outside quotes, spaces separate them; there are no escapes. */
function wordsOf(command: string): string[] {
  return Array.from(command.matchAll(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g), ([word]) =>
    word.replace(/'([^']*)'|"([^"]*)"/g, "$1$2"),
  );
}

/** Control characters in escapes; the missing line break at the end is shown. */
function shownText(text: string): string {
  const shown = text.replace(/[^\n\P{C}]/gu, (character) => JSON.stringify(character).slice(1, -1));
  return shown.endsWith("\n") ? shown.slice(0, -1) : shown;
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
